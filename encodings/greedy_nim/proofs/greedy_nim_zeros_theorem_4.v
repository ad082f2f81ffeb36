(* Greedy Nim of n heaps, some of them empty. Claim theorem-4-zeros-corrected: The same with t = 0 at the
   position of no stones. *)
(* Here for every n from 1 on; every list of heaps. *)
(* Printed from greedy_nim/rules.lp, greedy_nim/zeros.lp: each predicate is what its rules say, one disjunct
   for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_n : Z }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_take (_ : Z).

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists M_ : Z, (exists S : Z, X1 =
  (t_take M_) /\ heap g p 1 S /\ 1 <= M_ <= S)).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists M_ : Z, (exists T
  : Z, (exists S : Z, X1 = (t_take M_) /\ X2 = (t_heap 1 T) /\ heap g p 1 S /\ 1 <= M_ <= S /\ T = (S -
  M_)))).
Definition heaps_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists A1
  : Z, X1 = [I] /\ heap g p I A1)).
Definition heaps (g : parameters) (p : position) (X1 : Z) : Prop := (exists H : Z, X1 = H /\ counted
  (heaps_elements1 g p) H).
Definition t_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists S : Z,
  X1 = [I] /\ heap g p I S /\ heap g p 1 S)).
(* Definition 6. The number of repetitions of the value of x_1 in (x_1, ..., x_n): n at the position of n
   zeros. *)
Definition t (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = (the_n g) /\ heaps g p 0) \/ (exists T
  : Z, (exists H : Z, X1 = T /\ heaps g p H /\ H > 0 /\ counted (t_elements1 g p) T)).
(* The same with t = 0 where there are no stones, as Definition 2 has it ('unless'). *)
Definition t_corrected (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = 0 /\ heaps g p 0) \/ (exists
  T : Z, (exists H : Z, X1 = T /\ heaps g p H /\ H > 0 /\ t g p T)).
(* % theorem_4_corrected/0, theorem_5_corrected/0: Theorems 4 and 5 with t = 0 where there are no stones. *)
Definition theorem_4_corrected (g : parameters) (p : position) : Prop := (exists T : Z, t_corrected g p T /\
  (Z.rem T 2) = 0).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_n g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.ge (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  descending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) False p <->
  theorem_4_corrected g p).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Heaps Largest.

(* What the theorem says of the list of heaps. *)
Definition even (l : list Z) : Prop := Z.rem (top l) 2 = 0.

Lemma heaps_is g p h : heaps g p h <-> h = Z.of_nat (length (the_heap p)).
Proof.
  assert (forall i, (exists A1, heap g p i A1) <-> exists s, place (the_heap p) i s) as E by (intro i; unfold heap;
    tauto).
  pose proof (counted_heaps (heaps_elements1 g p) _ _ h E ltac:(one_entry)) as C. unfold heaps. split.
  - intros [H [-> D]]. apply C. exact D.
  - intro D. exists h. split; [reflexivity|]. apply C. exact D.
Qed.
Lemma t_is g p n : the_heap p <> [] -> (t g p n <-> n = top (the_heap p)).
Proof.
  intro F. unfold t. rewrite heaps_is. destruct (the_heap p) as [|v l] eqn:E; [congruence|].
  assert (forall i, (exists S, heap g p i S /\ heap g p 1 S) <-> place (v :: l) i v /\ Z.of_nat 0 < i) as W.
  { intro i. unfold heap. rewrite E. split.
    - intros [S [H X]]. apply (place_is _ 0) in X. cbn in X. injection X as ->. split; [exact H|]. destruct H. lia.
    - intros [H _]. exists v. split; [exact H|]. apply (place_is _ 0). reflexivity. }
  pose proof (counted_places (t_elements1 g p) _ 0 _ _ n W ltac:(one_entry)) as C. cbn [skipn] in C. unfold top. cbn [nth_heap nth]. split.
  - intros [[_ H]|(T & H & -> & _ & _ & D)]; [cbn [length] in H; lia|]. apply C. exact D.
  - intro H. right. exists n, (Z.of_nat (length (v :: l))). split; [reflexivity|]. split; [apply heaps_is; rewrite
      E; reflexivity|].
    split; [cbn [length]; lia|]. apply C. exact H.
Qed.
Lemma t_corrected_is g p n : t_corrected g p n <-> n = top (the_heap p).
Proof.
  unfold t_corrected. rewrite heaps_is. destruct (the_heap p) as [|v l] eqn:E.
  - split; [|intros ->; left; auto]. intros [[-> _]|(T & H & -> & D & L & _)]; [reflexivity|].
    apply heaps_is in D. rewrite E in D. cbn in D. lia.
  - assert (the_heap p <> []) as F by congruence. split.
    + intros [[_ H]|(T & H & -> & _ & _ & D)]; [cbn [length] in H; lia|]. apply t_is in D; [|exact F]. congruence.
    + intro H. right. exists n, (Z.of_nat (length (v :: l))). split; [reflexivity|].
      split; [apply heaps_is; rewrite E; reflexivity|]. split; [cbn [length]; lia|]. apply t_is; [exact F|congruence].
Qed.
Lemma theorem_4_corrected_is g p : theorem_4_corrected g p <-> even (the_heap p).
Proof.
  unfold theorem_4_corrected, even. split.
  - intros [T [H E]]. apply t_corrected_is in H. subst T. exact E.
  - intro E. exists (top (the_heap p)). split; [apply t_corrected_is; reflexivity|exact E].
Qed.
Lemma moves_is g p q : legal g p ->
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
  intros g p L. pose proof (proj1 L) as A. revert p L.
  apply (largest the_heap Position (fun l => eq_refl) (legal g) (theorem_4_corrected g) (moves g) False (fun x m =>
    1 <= m <= x) even).
  - intro p. unfold legal. rewrite in_order_is. unfold heaps_legal. tauto.
  - intros p _. apply theorem_4_corrected_is.
  - apply moves_is.
  - auto.
  - intros x L. lia.
  - intro l. unfold even. lia.
  - right. split; [tauto|reflexivity].
  - apply independent.
  - apply absorbing.
Qed.
Print Assumptions proved.
