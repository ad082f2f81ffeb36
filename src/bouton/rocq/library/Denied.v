(* Scripts take what is denied: to show that something is not so it is assumed, and then what is denied of a predicate
   is found to hold. *)
Require Import ZArith Lia Bouton Scripts.
Open Scope Z_scope.

Ltac one_sided := lazymatch goal with |- @eq Z ?a ?b => first [known_term a | known_term b] | |- _ => idtac end; given.
Ltac against known :=
  lazymatch goal with
  | |- _ \/ _ => first [plain_goal; light | left; against known | right; against known]
  | |- _ =>
      leaves; try plainly; try (known; leaves; try plainly); try one_sided;
      lazymatch goal with
      | |- True => exact I
      | |- _ \/ _ => against known
      | |- _ => first [plain_goal; first [assumption | light] | eassumption
          | intro; known; split_all; known; split_all; first [light | denied known] | progress known; against known]
      end
  end.
Ltac ended known sought ::= first [finish sought | search known | denied known | solve [against sought]].
