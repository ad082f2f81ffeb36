(* k-Bounded Greedy Nim. Claim theorem-3: A P-position in misère play is one with x_3 <= 1, beta even and
   (x_1, x_2) k-nice; or x_3 <= 1, beta odd and r(x_1 - x_2) = 0; or x_3 >= 2, beta even and r(x_1 - x_2) =
   0; or x_3 >= 2, beta odd and (x_1, x_2, x_3) k-good. *)
(* Here for every k from 2 on; every list of heaps. *)
(* Printed from bounded_greedy_nim/rules.lp, bounded_greedy_nim/theorems.lp, bounded_greedy_nim/lemmas.lp:
   each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_k : Z }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_take (_ : Z).

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists M_ : Z, (exists S : Z, X1 =
  (t_take M_) /\ heap g p 1 S /\ 1 <= M_ <= (the_k g) /\ M_ <= S)).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists M_ : Z, (exists T
  : Z, (exists S : Z, X1 = (t_take M_) /\ X2 = (t_heap 1 T) /\ heap g p 1 S /\ 1 <= M_ <= (the_k g) /\ T = (S
  - M_) /\ T >= 0))).
(* x_i, with x_i = 0 beyond the last heap. *)
Definition x (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists I : Z, (exists S : Z, X1 = I
  /\ X2 = S /\ heap g p I S)) \/ (X1 = 1 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap g p 1 A1))) \/ (X1 = 2 /\ X2 =
  0 /\ ~ ((exists A1 : Z, heap g p 2 A1))) \/ (X1 = 3 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap g p 3 A1))).
Definition beta_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists S :
  Z, X1 = [I] /\ heap g p I S /\ I >= 3 /\ x g p 3 S)).
(* Definition 2. beta: the number of repetitions of the value of x_3 in (x_3, ..., x_n), unless x_3 = 0: then
   0. It is x_3 that is counted: beta is even at arrow 3 of section 3.2.3, a position of 'just two non-zero
   heaps', and at the position of one stone (section 3.2.1); with x_2 counted it would be 1 at the first,
   with x_1 at both. *)
Definition beta (g : parameters) (p : position) (X1 : Z) : Prop := (exists B : Z, X1 = B /\ counted
  (beta_elements1 g p) B).
Definition even (g : parameters) (p : position) : Prop := (exists B : Z, beta g p B /\ (Z.rem B 2) = 0).
Definition odd (g : parameters) (p : position) : Prop := (exists B : Z, beta g p B /\ (Z.rem B 2) = 1).
(* r(a), the remainder when a is divided by k+1, of x_1 - x_2, of x_2 - x_3 and of x_2. *)
Definition r12 (g : parameters) (p : position) (X1 : Z) : Prop := (exists A : Z, (exists B : Z, x g p 1 A /\
  x g p 2 B /\ ((the_k g) + 1) <> 0 /\ X1 = (Z.rem (A - B) ((the_k g) + 1)))).
Definition r23 (g : parameters) (p : position) (X1 : Z) : Prop := (exists B : Z, (exists C : Z, x g p 2 B /\
  x g p 3 C /\ ((the_k g) + 1) <> 0 /\ X1 = (Z.rem (B - C) ((the_k g) + 1)))).
Definition r2 (g : parameters) (p : position) (X1 : Z) : Prop := (exists B : Z, x g p 2 B /\ ((the_k g) + 1)
  <> 0 /\ X1 = (Z.rem B ((the_k g) + 1))).
(* Definition 3. The triple (x_1, x_2, x_3) is k-good, where the numbers are those of the winning moves
   below: (1) r(x_1 - x_2) = k, since every move from there is stable (arrow 12 of section 3.2.4); (2) r(x_1
   - x_2) = 0, since removing r(x_1 - x_2) stones leads there (arrow 7), for the other r(x_2 - x_3); (3)
   r(x_1 - x_2) = 1 and r(x_2 - x_3) = k, since from (1)'s r(x_2 - x_3) = 0 a move that leaves x_2 - 1 leads
   there (arrow 3). *)
Definition good (g : parameters) (p : position) : Prop := (r12 g p (the_k g) /\ r23 g p 0) \/ (exists B : Z,
  r12 g p 0 /\ r23 g p B /\ B <> 0 /\ B <> (the_k g)) \/ (r12 g p 1 /\ r23 g p (the_k g)).
(* Definition 4. The pair (x_1, x_2) is k-nice, as the triple (x_1, x_2, 1) is k-good: the three moves are
   the same. The position of one stone satisfies (3) and the empty one nothing (section 3.2.1); x_2 is a
   multiple of k+1 at arrow 7 of section 3.2.3, so r(x_2) = 0 in (3), and k stones less leave r(y_2) = 1 for
   (1). *)
Definition nice (g : parameters) (p : position) : Prop := (r12 g p (the_k g) /\ r2 g p 1) \/ (exists B : Z,
  r12 g p 0 /\ r2 g p B /\ B <> 0 /\ B <> 1) \/ (r12 g p 1 /\ r2 g p 0).
(* The two halves of the proof, sections 3.2.3 and 3.2.4. It is x_3 again: in 3.2.3 x_2 may exceed 1 (arrow
   2). % low/0, high/0: the two halves of the proof of Theorem 3, x_3 <= 1 and x_3 >= 2. *)
Definition low (g : parameters) (p : position) : Prop := (exists C : Z, x g p 3 C /\ C <= 1).
Definition high (g : parameters) (p : position) : Prop := (exists C : Z, x g p 3 C /\ C >= 2).
(* Theorem 3, misère play. % theorem_3/0: the P-positions of misère play. *)
Definition theorem_3 (g : parameters) (p : position) : Prop := (low g p /\ even g p /\ nice g p) \/ (low g p
  /\ odd g p /\ r12 g p 0) \/ (high g p /\ even g p /\ r12 g p 0) \/ (high g p /\ odd g p /\ good g p).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 2 <= the_k g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.ge (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  descending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) True p <-> theorem_3 g
  p).

(* The strategy of the claim: winning_move_misere names moves. *)
(* To r(y_1 - y_2) = 0: section 3.2.3, Case 2 (8); section 3.2.4, Case 1 (1). *)
Definition to_zero (g : parameters) (p : position) (X1 : term) : Prop := (exists R : Z, X1 = (t_take R) /\
  r12 g p R /\ R <> 0).
(* To a k-nice pair: section 3.2.3, Case 1. *)
Definition to_nice (g : parameters) (p : position) (X1 : term) : Prop := (exists R : Z, X1 = (t_take (R + 1))
  /\ r2 g p 1 /\ r12 g p R /\ R <> (the_k g)) \/ (exists R : Z, (exists B : Z, X1 = (t_take R) /\ r2 g p B /\
  B <> 0 /\ B <> 1 /\ r12 g p R /\ R <> 0)) \/ (exists M_ : Z, (exists R : Z, (exists A1 : Z, X1 = (t_take
  M_) /\ r2 g p 0 /\ r12 g p R /\ R <> 1 /\ ((the_k g) + 1) <> 0 /\ M_ = (Z.rem (R + (the_k g)) ((the_k g) +
  1)) /\ heap g p 1 A1))).
(* To a k-good triple: section 3.2.4, Case 2. *)
Definition to_good (g : parameters) (p : position) (X1 : term) : Prop := (exists R : Z, X1 = (t_take (R + 1))
  /\ r23 g p 0 /\ r12 g p R /\ R <> (the_k g)) \/ (exists R : Z, (exists B : Z, X1 = (t_take R) /\ r23 g p B
  /\ B <> 0 /\ B <> (the_k g) /\ r12 g p R /\ R <> 0)) \/ (exists M_ : Z, (exists R : Z, X1 = (t_take M_) /\
  r23 g p (the_k g) /\ r12 g p R /\ R <> 1 /\ ((the_k g) + 1) <> 0 /\ M_ = (Z.rem (R + (the_k g)) ((the_k g)
  + 1)))).
(* % winning_move_misere/1: the winning moves of misère play. *)
Definition winning_move_misere (g : parameters) (p : position) (X1 : term) : Prop := (exists M_ : term, X1 =
  M_ /\ low g p /\ even g p /\ to_nice g p M_) \/ (exists M_ : term, X1 = M_ /\ low g p /\ odd g p /\ to_zero
  g p M_) \/ (exists M_ : term, X1 = M_ /\ high g p /\ even g p /\ to_zero g p M_) \/ (exists M_ : term, X1 =
  M_ /\ high g p /\ odd g p /\ to_good g p M_).
Definition strategy_moves (g : parameters) (p q : position) : Prop := exists M : term, winning_move_misere g
  p M /\ heaps_after descending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).
(* Where the player to move wins and can move, it names moves, all of the game, and each leads to a
   P-position. *)
Definition strategy : Prop := forall g p, legal g p -> ~ P_position position (moves g) True p -> (exists q,
  moves g p q) -> (exists q, strategy_moves g p q) /\ (forall q, strategy_moves g p q -> P_position position
  (moves g) True q) /\ (forall M, winning_move_misere g p M -> move g p M).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Heaps Largest Bounded.

Lemma x_is g p i s : (i <= 2)%nat -> (x g p (Z.of_nat (S i)) s <-> s = nth_heap i (the_heap p)).
Proof.
  intro I. rewrite <- nth_heap_is. unfold x, heap. split.
  - intros [(J & S' & <- & <- & H)|[(E & -> & H)|[(E & -> & H)|(E & -> & H)]]]; [left; exact H|..];
      right; rewrite E; auto.
  - intros [H|[-> H]]; [left; eauto|]. destruct i as [|[|[|i]]]; [right; left|right; right; left|right; right;
      right|lia]; auto.
Qed.
Lemma x_1_is g p s : x g p 1 s <-> s = nth_heap 0 (the_heap p).
Proof. apply (x_is g p 0). lia. Qed.
Lemma x_2_is g p s : x g p 2 s <-> s = nth_heap 0 (tl (the_heap p)).
Proof. change 2 with (Z.of_nat 2). rewrite (x_is g p 1) by lia. destruct (the_heap p); reflexivity. Qed.
Lemma x_3_is g p s : x g p 3 s <-> s = nth_heap 0 (tl (tl (the_heap p))).
Proof. change 3 with (Z.of_nat 3). rewrite (x_is g p 2) by lia. destruct (the_heap p) as [|a [|b l]]; reflexivity.
  Qed.
Lemma beta_is g p n : beta g p n <-> n = top (tl (tl (the_heap p))).
Proof.
  assert (forall i, (exists S, heap g p i S /\ i >= 3 /\ x g p 3 S) <->
    place (the_heap p) i (nth_heap 0 (tl (tl (the_heap p)))) /\ Z.of_nat 2 < i) as E.
  { intro i. unfold heap. split.
    - intros [S [H [I X]]]. apply x_3_is in X. subst S. split; [exact H|]. lia.
    - intros [H I]. exists (nth_heap 0 (tl (tl (the_heap p)))). split; [exact H|]. split; [lia|]. apply x_3_is.
        reflexivity. }
  pose proof (counted_places (beta_elements1 g p) _ 2 _ _ n E ltac:(one_entry)) as C. unfold beta, top. cbn [skipn] in C.
  assert (skipn 2 (the_heap p) = tl (tl (the_heap p))) as F by (destruct (the_heap p) as [|a [|b l]]; reflexivity).
  rewrite <- F in *. split.
  - intros [B [-> H]]. apply C. exact H.
  - intro H. exists n. split; [reflexivity|]. apply C. exact H.
Qed.
Lemma even_is g p : even g p <-> Z.rem (top (tl (tl (the_heap p)))) 2 = 0.
Proof.
  unfold even. split.
  - intros [B [H E]]. apply beta_is in H. subst B. exact E.
  - intro E. eexists. split; [apply beta_is; reflexivity|exact E].
Qed.
Lemma odd_is g p : odd g p <-> Z.rem (top (tl (tl (the_heap p)))) 2 = 1.
Proof.
  unfold odd. split.
  - intros [B [H E]]. apply beta_is in H. subst B. exact E.
  - intro E. eexists. split; [apply beta_is; reflexivity|exact E].
Qed.
Lemma r12_is g p n : asked g ->
  (r12 g p n <-> n = r (the_k g) (nth_heap 0 (the_heap p) - nth_heap 0 (tl (the_heap p)))).
Proof.
  intro K. unfold r12, r. split.
  - intros (A & B & HA & HB & _ & ->). apply x_1_is in HA. apply x_2_is in HB. subst. reflexivity.
  - intros ->. do 2 eexists. rewrite x_1_is, x_2_is. repeat split; auto. unfold asked in K. lia.
Qed.
Lemma r23_is g p n : asked g ->
  (r23 g p n <-> n = r (the_k g) (nth_heap 0 (tl (the_heap p)) - nth_heap 0 (tl (tl (the_heap p))))).
Proof.
  intro K. unfold r23, r. split.
  - intros (A & B & HA & HB & _ & ->). apply x_2_is in HA. apply x_3_is in HB. subst. reflexivity.
  - intros ->. do 2 eexists. rewrite x_2_is, x_3_is. repeat split; auto. unfold asked in K. lia.
Qed.
Lemma low_is g p : low g p <-> nth_heap 0 (tl (tl (the_heap p))) <= 1.
Proof.
  unfold low. split.
  - intros [C [H E]]. apply x_3_is in H. subst C. exact E.
  - intro E. eexists. split; [apply x_3_is; reflexivity|exact E].
Qed.
Lemma high_is g p : high g p <-> nth_heap 0 (tl (tl (the_heap p))) >= 2.
Proof.
  unfold high. split.
  - intros [C [H E]]. apply x_3_is in H. subst C. exact E.
  - intro E. eexists. split; [apply x_3_is; reflexivity|exact E].
Qed.
Lemma r2_is g p n : asked g -> (r2 g p n <-> n = r (the_k g) (nth_heap 0 (tl (the_heap p)))).
Proof.
  intro K. unfold r2, r. split.
  - intros (B & HB & _ & ->). apply x_2_is in HB. subst. reflexivity.
  - intros ->. eexists. rewrite x_2_is. repeat split; auto. unfold asked in K. lia.
Qed.
Lemma good_is g p : asked g -> (good g p <->
  r (the_k g) (nth_heap 0 (the_heap p) - nth_heap 0 (tl (the_heap p))) =
  after_good (the_k g) (r (the_k g) (nth_heap 0 (tl (the_heap p)) - nth_heap 0 (tl (tl (the_heap p)))))).
Proof.
  intro K. pose proof (after_good_is (the_k g)
    (r (the_k g) (nth_heap 0 (tl (the_heap p)) - nth_heap 0 (tl (tl (the_heap p)))))) as G.
  pose proof K as K'. unfold asked in K'. unfold good. split.
  - intros [[H I]|[(B & H & I & J & L)|[H I]]]; apply r12_is in H; try exact K; apply r23_is in I; try exact K; lia.
  - intro H. destruct G as [G|[G|G]]; [left|right; right|right; left; eexists];
      rewrite r12_is, r23_is by exact K; try lia. split; [lia|]. split; [reflexivity|]. lia.
Qed.
Lemma nice_is g p : asked g -> (nice g p <-> nice_remainders (the_k g)
  (r (the_k g) (nth_heap 0 (the_heap p) - nth_heap 0 (tl (the_heap p)))) (r (the_k g) (nth_heap 0 (tl (the_heap
    p))))).
Proof.
  intro K. unfold nice, nice_remainders. split.
  - intros [[H I]|[(B & H & I & J & L)|[H I]]]; apply r12_is in H; try exact K; apply r2_is in I; try exact K; lia.
  - intros [[H I]|[[H [I J]]|[H I]]]; [left|right; left; eexists|right; right];
      rewrite r12_is, r2_is by exact K; try lia. split; [lia|]. split; [reflexivity|]. lia.
Qed.
Lemma theorem_3_is g p : legal g p -> (theorem_3 g p <-> bounded (the_k g) (the_heap p ++ [1])).
Proof.
  intros (K & L). apply in_order_is in L. rewrite (bounded_more (the_k g) K (the_heap p) L). cbn zeta. unfold theorem_3.
  rewrite low_is, high_is, even_is, odd_is, r12_is, nice_is, good_is by exact K.
  intuition auto.
Qed.
Lemma legal_is g : asked g -> forall p, legal g p <-> heaps_legal (the_heap p).
Proof. intros K p. unfold legal. rewrite in_order_is. unfold heaps_legal. tauto. Qed.
Lemma move_is g p M :
  move g p M <-> exists x l m, the_heap p = x :: l /\ (1 <= m <= the_k g /\ m <= x) /\ M = t_take m.
Proof.
  unfold move, heap. split.
  - intros (m & s & -> & H & L). apply (place_is _ 0) in H. destruct (the_heap p) as [|x l]; [discriminate|].
    cbn in H. injection H as ->. eauto 6.
  - intros (s & l & m & E & L & ->). exists m, s. rewrite E. split; [reflexivity|].
    split; [apply (place_is _ 0); reflexivity|exact L].
Qed.
Lemma after_is g p x l m : the_heap p = x :: l -> 1 <= m <= the_k g /\ m <= x ->
  forall i s, after g p (t_take m) (t_heap i s) <-> i = 1 /\ s = x - m.
Proof.
  intros E M i s. unfold after, heap. rewrite E. split.
  - intros (m' & T & S & E1 & E2 & H & _ & V & _). injection E1 as ->. injection E2 as -> ->.
    apply (place_is _ 0) in H. cbn in H. injection H as ->. auto.
  - intros [-> ->]. exists m, (x - m), x. split; [reflexivity|]. split; [reflexivity|].
    split; [apply (place_is _ 0); reflexivity|lia].
Qed.
Lemma to_zero_is g p x l M : legal g p -> the_heap p = x :: l ->
  (to_zero g p M <-> exists m, M = t_take m /\ asks (the_k g) (r (the_k g) (x - nth_heap 0 l)) 0 m).
Proof.
  intros (K & L) E. apply in_order_is in L. rewrite E in L. pose proof (second_at_most x l L) as S.
  pose proof (r_step (the_k g) K (x - nth_heap 0 l) 0 ltac:(lia) ltac:(unfold asked in K; lia)) as [U _].
  assert (r_12 := fun n => r12_is g p n K). rewrite E in r_12. cbn [tl] in r_12.
  change (nth_heap 0 (x :: l)) with x in r_12. unfold to_zero. split.
  - intros (R & -> & H & N). apply r_12 in H. subst R. eexists. rewrite asks_0 by (exact K || lia). auto.
  - intros (m & -> & H). rewrite asks_0 in H by (exact K || lia). exists m. rewrite r_12. intuition congruence.
Qed.
Lemma to_good_is g p x l M : legal g p -> the_heap p = x :: l ->
  (to_good g p M <-> exists m, M = t_take m /\ asks (the_k g) (r (the_k g) (x - nth_heap 0 l))
    (after_good (the_k g) (r (the_k g) (nth_heap 0 l - nth_heap 0 (tl l)))) m).
Proof.
  intros (K & L) E. apply in_order_is in L. rewrite E in L. pose proof (second_at_most x l L) as S.
  pose proof (r_step (the_k g) K (x - nth_heap 0 l) 0 ltac:(lia) ltac:(unfold asked in K; lia)) as [U _].
  assert (r_12 := fun n => r12_is g p n K). assert (r_23 := fun n => r23_is g p n K). rewrite E in r_12, r_23. cbn [tl] in r_12, r_23.
  change (nth_heap 0 (x :: l)) with x in r_12. set (v := r (the_k g) (nth_heap 0 l - nth_heap 0 (tl l))) in *.
  pose proof (after_good_is (the_k g) v) as G. unfold asked in K. unfold to_good. split.
  - intros [(R & -> & V & H & N)|[(R & B & -> & V & B0 & Bk & H & N)|(m & R & -> & V & H & N & _ & ->)]];
      apply r_12 in H; apply r_23 in V; subst R; eexists; (split; [reflexivity|]).
    + replace (after_good (the_k g) v) with (the_k g) by lia. apply asks_k; auto.
    + replace (after_good (the_k g) v) with 0 by lia. apply asks_0; auto.
    + replace (after_good (the_k g) v) with 1 by lia. apply asks_1; auto.
  - intros (m & -> & H). destruct G as [[V G]|[[V G]|[V [V' G]]]]; rewrite G in H.
    + apply asks_k in H as [-> H]; [|exact K|exact U]. left. eexists. rewrite r_12, r_23. auto.
    + apply asks_1 in H as [-> H]; [|exact K|exact U]. right. right. do 2 eexists. rewrite r_12, r_23.
      split; [reflexivity|]. split; [auto|]. split; [reflexivity|]. split; [exact H|]. split; [lia|reflexivity].
    + apply asks_0 in H as [-> H]; [|exact K|exact U]. right. left. do 2 eexists. rewrite r_12, r_23. auto 7.
Qed.
Lemma to_nice_is g p x l M : legal g p -> the_heap p = x :: l ->
  let b := r (the_k g) (nth_heap 0 l) in let asks := asks (the_k g) (r (the_k g) (x - nth_heap 0 l)) in
  (to_nice g p M <-> exists m, M = t_take m /\
    ((b = 1 /\ asks (the_k g) m) \/ (b = 0 /\ asks 1 m) \/ (b <> 0 /\ b <> 1 /\ asks 0 m))).
Proof.
  intros (K & L) E. apply in_order_is in L. rewrite E in L. pose proof (second_at_most x l L) as S. cbn zeta.
  pose proof (r_step (the_k g) K (x - nth_heap 0 l) 0 ltac:(lia) ltac:(unfold asked in K; lia)) as [U _].
  assert (r_12 := fun n => r12_is g p n K). assert (r_2 := fun n => r2_is g p n K). rewrite E in r_12, r_2. cbn [tl] in r_12, r_2.
  change (nth_heap 0 (x :: l)) with x in r_12. set (v := r (the_k g) (nth_heap 0 l)) in *.
  unfold asked in K. unfold to_nice. split.
  - intros [(R & -> & V & H & N)|[(R & B & -> & V & B0 & Bk & H & N)|(m & R & A & -> & V & H & N & _ & -> & _)]];
      apply r_12 in H; apply r_2 in V; subst R; eexists; (split; [reflexivity|]).
    + left. split; [auto|]. apply asks_k; auto.
    + right. right. subst B. split; [exact B0|]. split; [exact Bk|]. apply asks_0; auto.
    + right. left. split; [auto|]. apply asks_1; auto.
  - intros (m & -> & [[V H]|[[V H]|(V & V' & H)]]).
    + apply asks_k in H as [-> H]; [|exact K|exact U]. left. eexists. rewrite r_12, r_2. auto.
    + apply asks_1 in H as [-> H]; [|exact K|exact U]. right. right. do 3 eexists. rewrite r_12, r_2.
      split; [reflexivity|]. split; [auto|]. split; [reflexivity|]. split; [exact H|]. split; [lia|]. split; [reflexivity|].
      unfold heap. rewrite E. apply (place_is _ 0). reflexivity.
    + apply asks_0 in H as [-> H]; [|exact K|exact U]. right. left. do 2 eexists. rewrite r_12, r_2. auto 7.
Qed.
Lemma winning_move_misere_is g p x l M : legal g p -> the_heap p = x :: l ->
  (winning_move_misere g p M <-> exists m, M = t_take m /\ bounded_misere_names (the_k g) x l m).
Proof.
  intros L E. unfold winning_move_misere, bounded_misere_names. pose proof (wanted_misere_is (the_k g) (proj1 L) l) as W.
  assert (Z1 := fun N => to_zero_is g p x l N L E). assert (G1 := fun N => to_good_is g p x l N L E).
  assert (N1 := fun N => to_nice_is g p x l N L E). cbn zeta in W, N1.
  assert (H0 := even_is g p). assert (H1 := odd_is g p). assert (H2 := low_is g p). assert (H3 := high_is g p).
  rewrite E in H0, H1, H2, H3. cbn [tl] in H0, H1, H2, H3. set (w := wanted_misere (the_k g) l) in *. clearbody w. split.
  - intros [(M' & <- & A & O & H)|[(M' & <- & A & O & H)|[(M' & <- & A & O & H)|(M' & <- & A & O & H)]]];
      try apply H2 in A; try apply H3 in A; try apply H0 in O; try apply H1 in O;
      try apply Z1 in H; try apply G1 in H; try apply N1 in H.
    + destruct H as (m & -> & H). exists m. split; [reflexivity|].
      destruct W as [(_ & _ & W)|W]; [|lia]. destruct H as [[V H]|[[V H]|(V & V' & H)]];
        destruct W as [[X ->]|[[X ->]|(X & X' & ->)]]; try exact H; congruence.
    + replace w with 0 by lia. exact H.
    + replace w with 0 by lia. exact H.
    + destruct W as [W|[W|[W|(_ & _ & ->)]]]; try lia. exact H.
  - intro H. destruct W as [(A & O & W)|[(A & O & W)|[(A & O & W)|(A & O & W)]]].
    + left. exists M. rewrite H2, H0, N1. split; [reflexivity|]. split; [exact A|]. split; [exact O|].
      destruct H as (m & -> & H). exists m. split; [reflexivity|].
      destruct W as [[X ->]|[[X ->]|(X & X' & ->)]]; auto 6.
    + rewrite W in H. right. left. exists M. rewrite H2, H1, Z1. auto.
    + rewrite W in H. right. right. left. exists M. rewrite H3, H0, Z1. auto.
    + rewrite W in H. right. right. right. exists M. rewrite H3, H1, G1. auto.
Qed.

Lemma all_proved : theorem /\ strategy.
Proof.
  unfold theorem, strategy. apply (both legal). intros g p L. pose proof (proj1 L) as K. revert p L.
  apply (largest_strategy the_heap Position (fun l => eq_refl) (legal g) (theorem_3 g) t_take (move g) (winning_move_misere g)
    (fun p M i s => after g p M (t_heap i s)) True (fun x m => 1 <= m <= the_k g /\ m <= x)
    (fun l => bounded (the_k g) (l ++ [1])) (bounded_misere_names (the_k g))).
  - apply legal_is. exact K.
  - intros p L. apply theorem_3_is. exact L.
  - apply move_is.
  - apply after_is.
  - apply winning_move_misere_is.
  - intros x m M. lia.
  - intros x X. unfold asked in K. lia.
  - intro l. unfold bounded. lia.
  - left. split; [exact I|]. unfold bounded. change (r (the_k g) (1 - 0) <> 0). rewrite r_small; unfold asked in K; lia.
  - intros x l m L C M. rewrite <- put_end by lia. apply bounded_independent; auto. exact (legal_more _ L).
  - intros x l L C. destruct (bounded_named (the_k g) K x (l ++ [1]) (legal_more _ L) C) as [m M]. exists m.
    apply bounded_misere_names_is; auto.
  - intros x l m L _ N. apply bounded_misere_names_is in N; [|exact K|exact L].
    destruct (bounded_good (the_k g) K x (l ++ [1]) m (legal_more _ L) N) as [M D]. split; [exact M|].
    rewrite <- put_end by lia. exact D.
Qed.
Theorem strategy_wins : strategy.
Proof. apply all_proved. Qed.
Print Assumptions strategy_wins.
Theorem proved : theorem.
Proof. apply all_proved. Qed.
Print Assumptions proved.
