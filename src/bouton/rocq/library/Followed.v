(* How scripts reason of moves that are named by what they leave: what is taken is what there was, less what is left. *)
Require Import ZArith Lia Bouton Scripts.
Open Scope Z_scope.

Lemma taken_is a b : a - (a - b) = b.
Proof. lia. Qed.
Ltac light ::= rewrite ?taken_is in *; first [lia | solve [divided_out] | solve [intros; split_all; divided_out]].
