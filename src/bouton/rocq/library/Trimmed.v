(* Scripts of heaps and of quotients by unknown numbers trim what is divided: a term that is 0 goes, so that equal
   remainders are said alike, whatever the number is; and what is against what is known goes before a move is sought. *)
Require Import ZArith Lia Bouton Scripts Cases Quotients.
Open Scope Z_scope.

Ltac trimmed :=
  lazymatch goal with |- context [Z.rem _ _] => idtac | |- context [Z.quot _ _] => idtac end;
  progress rewrite ?Z.add_0_r, ?Z.add_0_l, ?Z.sub_0_r, ?Z.sub_diag; lia.
Ltac Bouton.light ::=
  first [lia | solve [divided_out] | solve [intros; split_all; divided_out] | trimmed].
Ltac Bouton.give sizes ::=
  first [ solve [exfalso; pull; impossible]
  | repeat match goal with
    | |- _ /\ _ => split
    | |- exists c : Z, _ => sizes
    end; first [reflexivity | assumption | solve [repeated] | solve [intros; in_cases Cases.alternative] | arith] ].
