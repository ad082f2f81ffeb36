(* What rules derive that speak of what they derive: they are applied to what there is until they derive no more.
   Whether they came to an end is computed, too. *)
Require Import List Bool.
Import ListNotations.

Section Derived.
Variable row : Type.
Variable same : forall a b : row, {a = b} + {a <> b}.
(* What the rules derive at once of what there is. *)
Variable step : list row -> list row.
Definition within (l m : list row) : bool := forallb (fun x => if in_dec same x m then true else false) l.
Lemma within_is l m : within l m = true -> forall x, In x l -> In x m.
Proof.
  unfold within. rewrite forallb_forall. intros H x I. specialize (H x I). destruct (in_dec same x m) as [J | _].
  - exact J.
  - discriminate H.
Qed.
Fixpoint applied (times : nat) (l : list row) : list row :=
  match times with
  | O => l
  | S n => let m := nodup same (step l) in if within m l then l else applied n m
  end.
Definition most := 2000.
Definition all := applied most [].
Definition ended : bool := within (step all) all.

Variable holds : row -> Prop.
Hypothesis sound : forall l, (forall x, In x l -> holds x) -> forall x, In x (step l) -> holds x.
Hypothesis least : forall l, (forall x, In x (step l) -> In x l) -> forall x, holds x -> In x l.
Lemma applied_sound times : forall l, (forall x, In x l -> holds x) -> forall x, In x (applied times l) -> holds x.
Proof.
  induction times as [|n IH]; cbn; intros l H; [exact H|]. destruct (within (nodup same (step l)) l); [exact H|].
  apply IH. intros x I. apply nodup_In in I. exact (sound l H x I).
Qed.
Theorem all_is : ended = true -> forall x, In x all <-> holds x.
Proof.
  intros E x. split.
  - apply applied_sound. intros y [].
  - apply least. exact (within_is _ _ E).
Qed.
End Derived.
(* Tactics leave it as it stands; the kernel computes it all the same. *)
Global Opaque all ended.
