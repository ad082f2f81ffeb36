(* How scripts choose one of several moves where a few remainders decide: they come first, and with them each lesser value
   is a number; then whether a quotient is 0, and which of two quotients is greater. *)
Require Import ZArith Lia Bouton Scripts Orders.
Open Scope Z_scope.

Ltac each_lesser tac :=
  first [ match goal with _ : 0 <= ?x, _ : ?x < Zpos _ |- _ => is_var x; each_residue x 0 ltac:(each_lesser tac) end | tac ].
Definition met (d : Z) : Prop := True.
Definition compared (d e : Z) : Prop := True.
Ltac each_quotient tac :=
  match goal with
  | G : 0 <= ?d, _ : _ = _ * ?d + _ |- _ =>
      is_var d; lazymatch goal with _ : met d |- _ => fail | _ => assert (met d) by exact I end;
      destruct (Z.eq_dec d 0) as [?|?]; first [exfalso; lia | each_quotient tac]
  | _ : met ?d, _ : met ?e |- _ =>
      lazymatch d with e => fail | _ => idtac end;
      lazymatch goal with _ : compared d e |- _ => fail | _ : compared e d |- _ => fail | _ => assert (compared d e) by exact I end;
      destruct (Z.lt_trichotomy d e) as [?|[?|?]]; first [exfalso; lia | each_quotient tac]
  | _ => tac
  end.
Ltac pick_by_residues :=
  intros; split_all; divide_given;
  residues ltac:(first [exfalso; lia | each_lesser ltac:(each_quotient ltac:(divide; try (exfalso; lia)))]);
  alternative.
Ltac Orders.pick_in_order ::=
  first [ timeout 3 lia
    | timeout 300 (solve [pick_by_residues])
    | pick ].
