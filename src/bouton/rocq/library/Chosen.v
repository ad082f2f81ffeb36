(* Scripts choose again: where some heap is sought, and the first that fits one condition does not fit the next, another
   one is tried; and 0, where a number has bounds alone. *)
Require Import ZArith Lia List Bouton Scripts.
Open Scope Z_scope.

Ltac choose known :=
  lazymatch goal with
  | |- _ \/ _ => (plain_goal; light) + (left; choose known) + (right; choose known)
  | |- exists _ : Z, _ => (choose_in known) + (exists 0; choose known)
  | |- _ => choose_in known
  end
with choose_in known :=
  leaves; try plainly; try (known; leaves; try plainly);
  lazymatch goal with
  | |- True => exact I
  | |- _ \/ _ => choose known
  | |- _ => first [plain_goal; first [assumption | light] | given | eassumption
      | intro; known; split_all; known; split_all; light | progress known; choose known]
  end.
Ltac ended known sought ::= first [finish sought | search known | denied known | solve [once (choose sought)]].
