(* How scripts choose among orders where an alternative says that two numbers differ: it is left out where they cannot. *)
Require Import ZArith Lia Bouton Scripts Orders.
Open Scope Z_scope.

Ltac Orders.possible ::=
  try lia;
  lazymatch goal with
  | |- ?a = ?b => tryif (assert (a <> b) by lia) then fail else idtac
  | |- ?a <> ?b => tryif (assert (a = b) by lia) then fail else idtac
  | |- _ \/ _ => idtac
  | |- _ => fail
  end.
