(* What the scripts of Bouton's files on Sprague-Grundy values rest on: a predicate that gives each position one
   number is that of its value, if no move keeps the number and a move leads to each lesser one. *)
Require Import ZArith Lia List Bouton Scripts.
Open Scope Z_scope.

Section Valued.
Variable position : Type.
Variable legal : position -> Prop.
Variable moves : position -> position -> Prop.
Variable size : position -> list Z.
Hypothesis closed : forall p q, legal p -> moves p q -> legal q.
Hypothesis lowered : forall p q, legal p -> moves p q -> lower (size q) (size p).
Variable claimed : Z -> position -> Prop.
Hypothesis one_value : forall p, legal p -> exists V, claimed V p /\ forall W, claimed W p -> W = V.
Hypothesis natural : forall p V, legal p -> claimed V p -> 0 <= V.
Hypothesis kept : forall p q V, legal p -> claimed V p -> moves p q -> ~ claimed V q.
Hypothesis lesser : forall p V W, legal p -> claimed V p -> 0 <= W < V -> exists q, moves p q /\ claimed W q.

Theorem valued_as_claimed : forall p, legal p -> exists V, has_value moves p V /\ forall X, claimed X p <-> X = V.
Proof.
  assert (forall p, legal p -> forall V, claimed V p -> has_value moves p V) as A.
  { apply (by_moves position legal moves size closed lowered (fun p => forall V, claimed V p -> has_value moves p V)).
    intros p L IH V C. apply mex.
    - exact (natural p V L C).
    - intros q M. destruct (one_value q (closed p q L M)) as [W [D _]]. exists W.
      split; [intros ->; exact (kept p q V L C M D) | exact (IH q M W D)].
    - intros W B. destruct (lesser p V W L C B) as (q & M & D). exists q. split; [exact M | exact (IH q M W D)]. }
  intros p L. destruct (one_value p L) as [V [C U]]. exists V. split; [exact (A p L V C)|].
  intro X. split; [apply U | intros ->; exact C].
Qed.
End Valued.
