(* What rules derive that speak of what they derive: they are applied to what there is until they derive no more.
   Whether they came to an end is computed, too. *)
Require Import BinPos List Bool FMapPositive.
Import ListNotations.

Section Derived.
Variable row : Type.
Variable same : forall a b : row, {a = b} + {a <> b}.
(* Rows are found by a number of theirs; no two need have different ones. *)
Variable key : row -> positive.
(* What the rules derive at once of what there is. *)
Variable step : list row -> list row.
Definition table := PositiveMap.t (list row).
Definition bucket (k : positive) (t : table) := match PositiveMap.find k t with Some l => l | None => [] end.
Definition member (x : row) (t : table) : bool :=
  existsb (fun y => if same x y then true else false) (bucket (key x) t).
Definition put (x : row) (t : table) : table := PositiveMap.add (key x) (x :: bucket (key x) t) t.
Definition empty : table := PositiveMap.empty _.
(* What of some rows is new to a table, and the table with it. *)
Fixpoint added (rows : list row) (t : table) : list row * table :=
  match rows with
  | [] => ([], t)
  | x :: rows => if member x t then added rows t else let (new, u) := added rows (put x t) in (x :: new, u)
  end.
Fixpoint applied (times : nat) (l : list row) (t : table) : list row * bool :=
  match times with
  | O => (l, false)
  | S n => let (new, u) := added (step l) t in match new with [] => (l, true) | _ => applied n (new ++ l) u end
  end.
Definition most := 2000.
Definition derived := applied most [] empty.
Definition all := fst derived.
Definition ended := snd derived.

Definition held (l : list row) (t : table) : Prop := forall k x, In x (bucket k t) -> In x l.
Lemma held_empty l : held l empty.
Proof. intros k x. unfold bucket, empty. rewrite PositiveMap.gempty. intros []. Qed.
Lemma held_put l t x : held l t -> In x l -> held l (put x t).
Proof.
  intros H I k y. unfold bucket, put. destruct (Pos.eq_dec k (key x)) as [-> | N].
  - rewrite PositiveMap.gss. intros [<- | J]; [exact I | exact (H _ y J)].
  - rewrite PositiveMap.gso by exact N. exact (H k y).
Qed.
Lemma member_in l t x : held l t -> member x t = true -> In x l.
Proof.
  intros H M. apply existsb_exists in M. destruct M as (y & I & E). destruct (same x y) as [-> | _]; [|discriminate E].
  exact (H _ y I).
Qed.
Lemma held_more l m t : held l t -> incl l m -> held m t.
Proof. intros H I k x J. exact (I x (H k x J)). Qed.
Lemma added_is rows : forall t new u, added rows t = (new, u) ->
  incl new rows /\ (forall l, held l t -> held (new ++ l) u) /\
  (new = [] -> forall l, held l t -> forall x, In x rows -> In x l).
Proof.
  induction rows as [|x rows IH]; cbn [added]; intros t new u E.
  - injection E as <- <-. split; [apply incl_refl|]. split; [auto | intros _ l _ x []].
  - destruct (member x t) eqn:M.
    + destruct (IH t new u E) as (I & H & C). split; [apply incl_tl, I|]. split; [exact H|].
      intros N l K y [<- | Y]; [exact (member_in l t x K M) | exact (C N l K y Y)].
    + destruct (added rows (put x t)) as [more v] eqn:A. injection E as <- <-.
      destruct (IH _ _ _ A) as (I & H & _). split.
      * intros y [<- | Y]; [left; reflexivity | right; exact (I y Y)].
      * split; [|discriminate]. intros l K. apply (held_more (more ++ x :: l)).
        -- apply H, held_put; [|left; reflexivity]. apply (held_more l); [exact K | apply incl_tl, incl_refl].
        -- intros y Y. apply in_app_or in Y. cbn. rewrite in_app_iff. cbn in Y. intuition.
Qed.

Variable holds : row -> Prop.
Hypothesis sound : forall l, (forall x, In x l -> holds x) -> forall x, In x (step l) -> holds x.
Hypothesis least : forall l, (forall x, In x (step l) -> In x l) -> forall x, holds x -> In x l.
Lemma applied_is times : forall l t, held l t -> (forall x, In x l -> holds x) ->
  (forall x, In x (fst (applied times l t)) -> holds x) /\
  (snd (applied times l t) = true -> forall x, holds x -> In x (fst (applied times l t))).
Proof.
  induction times as [|n IH]; cbn [applied]; intros l t K H; [split; [exact H | discriminate]|].
  destruct (added (step l) t) as [new u] eqn:A. destruct (added_is _ _ _ _ A) as (I & M & C). destruct new as [|y new].
  - split; [exact H|]. intros _. apply least. exact (C eq_refl l K).
  - apply IH; [exact (M l K)|]. intros x X. apply in_app_or in X. destruct X as [X | X]; [|exact (H x X)].
    exact (sound l H x (I x X)).
Qed.
Theorem all_is : ended = true -> forall x, In x all <-> holds x.
Proof.
  intros E x. destruct (applied_is most [] empty (held_empty []) ltac:(intros ? [])) as [S C]. split; [apply S | apply C, E].
Qed.
End Derived.
(* Tactics leave it as it stands; the kernel computes it all the same. *)
Global Opaque all ended.
