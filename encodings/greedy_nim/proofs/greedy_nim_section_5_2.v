(* Greedy Nim. Claim section-5-2-equal: Of two heaps equal ones alone have the value 0. *)
(* Here for 0..2 heaps of every size. *)
(* Printed from greedy_nim/rules.lp, greedy_nim/theorems.lp, greedy_nim/values.lp, greedy_nim/lemmas.lp,
   greedy_nim/beliefs.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_take (_ : Z).

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists M_ : Z, (exists S : Z, X1 =
  (t_take M_) /\ heap g p 1 S /\ 1 <= M_ <= S)).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists M_ : Z, (exists T
  : Z, (exists S : Z, X1 = (t_take M_) /\ X2 = (t_heap 1 T) /\ heap g p 1 S /\ 1 <= M_ <= S /\ T = (S -
  M_)))).
(* x_i, with x_i = 0 where there is no heap i. Heaps of no stones are no heaps here, so the paper's zeros are
   never counted: t = 0 on the empty position, which makes it an even one. *)
Definition x (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists S : Z, X1 = 1 /\ X2 = S /\
  heap g p 1 S) \/ (X1 = 1 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap g p 1 A1))) \/ (exists S : Z, X1 = 2 /\ X2 =
  S /\ heap g p 2 S) \/ (X1 = 2 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap g p 2 A1))).
Definition t_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists S : Z,
  X1 = [I] /\ heap g p I S /\ x g p 1 S)).
(* Definition 6. t: the number of repetitions of the value of x_1. *)
Definition t (g : parameters) (p : position) (X1 : Z) : Prop := (exists T : Z, X1 = T /\ counted (t_elements1
  g p) T).
(* Theorem 4 (Albert and Nowakowski): a P-position in normal play iff t is even. % theorem_4/0: the
   P-positions of normal play. *)
Definition theorem_4 (g : parameters) (p : position) : Prop := (exists T : Z, t g p T /\ (Z.rem T 2) = 0).
(* Section 5.2, values of normal play with two heaps x_1 = y+d and x_2 = y, where 0 is no heap. They were
   computed; no formula for all of them is known. From settled(d) on they are 2d-1 for d values of y in a
   row, and 2d for the next d. % two_heaps/0: there are at most two heaps. *)
Definition two_heaps (g : parameters) (p : position) : Prop := ~ ((exists A1 : Z, heap g p 3 A1)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= Z.of_nat (length (the_heap p)) <=
  2 /\ in_order Z.ge (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  descending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> two_heaps g p -> (P_position position (moves g) False p
  <-> theorem_4 g p).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Heaps Largest.

(* The theorem is true of any number of heaps. *)
Definition any (g : parameters) (p : position) : Prop := asked g /\ in_order Z.ge (the_heap p).

(* What it says of the list of heaps. *)
Definition even (l : list Z) : Prop := Z.rem (top l) 2 = 0.

Lemma x_is g p s : x g p 1 s <-> s = nth_heap 0 (the_heap p).
Proof.
  rewrite <- nth_heap_is. unfold x, heap. change (Z.of_nat 1) with 1. split.
  - intros [[S [_ [-> H]]]|[[_ [-> H]]|[[S [E _]]|[E _]]]]; [left; exact H|right; auto|lia|lia].
  - intros [H|[-> H]]; [left; exists s; auto|right; left; auto].
Qed.
Lemma t_is g p n : t g p n <-> n = top (the_heap p).
Proof.
  assert (forall i, (exists S, heap g p i S /\ x g p 1 S) <->
    place (the_heap p) i (nth_heap 0 (the_heap p)) /\ Z.of_nat 0 < i) as E.
  { intro i. unfold heap. split.
    - intros [S [H X]]. apply x_is in X. subst S. split; [exact H|]. destruct H. lia.
    - intros [H _]. exists (nth_heap 0 (the_heap p)). split; [exact H|]. apply x_is. reflexivity. }
  pose proof (counted_places (t_elements1 g p) _ 0 _ _ n E ltac:(one_entry)) as C. unfold t, top. cbn [skipn] in C. split.
  - intros [T [-> H]]. apply C. exact H.
  - intro H. exists n. split; [reflexivity|]. apply C. exact H.
Qed.
Lemma theorem_4_is g p : theorem_4 g p <-> even (the_heap p).
Proof.
  unfold theorem_4, even. split.
  - intros [T [H E]]. apply t_is in H. subst T. exact E.
  - intro E. exists (top (the_heap p)). split; [apply t_is; reflexivity|exact E].
Qed.
Lemma moves_is g p q : any g p ->
  (moves g p q <-> exists x l m, the_heap p = x :: l /\ 1 <= m <= x /\ the_heap q = put (x - m) l).
Proof.
  intros (_ & O). apply in_order_is in O as [A B]. unfold moves, move, heap. split.
  - intros (M & (m & s & -> & H & L) & R). apply (place_is _ 0) in H.
    destruct (the_heap p) as [|x l] eqn:E; [discriminate|]. cbn in H. injection H as ->. exists s, l, m.
    split; [reflexivity|]. split; [exact L|]. apply falling_cons in B as [B _].
    eapply first_becomes; [..|exact R]; [|exact B|lia|]. { intros t I. apply A. right. exact I. }
    intros i t. unfold after, heap. rewrite E. split.
    + intros (m' & T & S & E1 & E2 & H & _ & V). injection E1 as ->. injection E2 as -> ->.
      apply (place_is _ 0) in H. cbn in H. injection H as ->. auto.
    + intros [-> ->]. exists m, (s - m), s. split; [reflexivity|]. split; [reflexivity|].
      split; [apply (place_is _ 0); reflexivity|lia].
  - intros (s & l & m & E & L & Q). exists (t_take m). split.
    { exists m, s. rewrite E. split; [reflexivity|]. split; [apply (place_is _ 0); reflexivity|lia]. }
    rewrite E in *. apply falling_cons in B as [B _].
    eapply first_becomes; [..|exact Q]; [|exact B|lia|]. { intros t I. apply A. right. exact I. }
    intros i t. unfold after, heap. rewrite E. split.
    + intros (m' & T & S & E1 & E2 & H & _ & V). injection E1 as ->. injection E2 as -> ->.
      apply (place_is _ 0) in H. cbn in H. injection H as ->. auto.
    + intros [-> ->]. exists m, (s - m), s. split; [reflexivity|]. split; [reflexivity|].
      split; [apply (place_is _ 0); reflexivity|lia].
Qed.

(* From an even number of largest heaps every move leaves an odd one. *)
Lemma independent x l m : heaps_legal (x :: l) -> even (x :: l) -> 1 <= m <= x -> ~ even (put (x - m) l).
Proof.
  intros L C M D. unfold even in *. rewrite top_first in C.
  destruct (top_or_less x l L) as [[r ->]|[Z _]]; [|rewrite Z in C; discriminate].
  apply heaps_legal_cons in L as (_ & [_ L] & _). rewrite put_less, top_first, put_occ in D by (auto; lia).
  change (occ x (x :: r)) with (top (x :: r)) in C. rewrite top_first in C.
  destruct (Z.eqb_spec (x - m) x); [lia|]. pose proof (occ_not_negative x r). lia.
Qed.
(* From an odd one some move leaves an even one: the largest heap goes away, or down to the next. *)
Lemma absorbing x l : heaps_legal (x :: l) -> ~ even (x :: l) -> exists m, 1 <= m <= x /\ even (put (x - m) l).
Proof.
  intros L C. pose proof (proj1 (heaps_legal_cons x l) L) as (P & (_ & Q) & B).
  destruct (Z.eq_dec (Z.rem (top l) 2) 0) as [E|E].
  - exists x. split; [lia|]. rewrite Z.sub_diag. exact E.
  - unfold even in *. rewrite top_first in C. destruct (top_or_less x l L) as [[r ->]|[Z [->|(y & r & -> & Y)]]].
    + exfalso. change (occ x (x :: r)) with (top (x :: r)) in C. pose proof (occ_not_negative x r).
      rewrite top_first in *. lia.
    + exfalso. apply E. reflexivity.
    + exists (x - y). split; [lia|]. replace (x - (x - y)) with y by lia. rewrite put_more, top_first.
      * rewrite top_first in E. cbn [occ]. rewrite Z.eqb_refl. pose proof (occ_not_negative y r). lia.
      * lia.
      * intros s [->|I]; [lia|]. apply falling_cons in Q as [_ Q]. auto.
Qed.

Theorem proved : theorem.
Proof.
  intros g p (_ & _ & O) _. assert (any g p) as L by (split; [exact I | exact O]). clear O. revert p L.
  apply (largest the_heap Position (fun l => eq_refl) (any g) (theorem_4 g) (moves g) False (fun x m => 1 <= m <=
    x) even).
  - intro p. unfold any, asked. rewrite in_order_is. unfold heaps_legal. tauto.
  - intros p _. apply theorem_4_is.
  - apply moves_is.
  - auto.
  - intros x L. lia.
  - intro l. unfold even. lia.
  - right. split; [tauto|reflexivity].
  - apply independent.
  - apply absorbing.
Qed.
Print Assumptions proved.
