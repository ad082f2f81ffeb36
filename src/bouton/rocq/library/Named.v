(* How scripts show that a move is there which they have: some number of those that are known is as it is asked. *)
Require Import ZArith Lia Bouton Scripts.
Open Scope Z_scope.

Ltac is_there :=
  lazymatch goal with
  | |- exists _ : Z, _ => match goal with x : Z |- _ => exists x; solve [is_there] end
  | |- _ /\ _ => split; is_there
  | |- _ \/ _ => first [light | left; solve [is_there] | right; is_there]
  | |- _ => arith
  end.
