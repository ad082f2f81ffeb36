(* What the rules of k-Bounded Greedy Nim say of a list h of heaps, in the words in which they are printed: the
   definitions of a file are these, of the heaps of its positions. Nothing here has to be read: Rocq checks it, and no
   statement rests on it. *)
Require Import ZArith Lia List Permutation Bouton Heaps Largest Bounded.
Import ListNotations.
Open Scope Z_scope.

Module Rules.
Section Rules.
Variable k : Z.

Definition x (h : list Z) (X1 : Z) (X2 : Z) : Prop := (exists I : Z, (exists S : Z, X1 = I
  /\ X2 = S /\ heap_at h I S)) \/ (X1 = 1 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap_at h 1 A1))) \/ (X1 = 2 /\ X2 =
  0 /\ ~ ((exists A1 : Z, heap_at h 2 A1))) \/ (X1 = 3 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap_at h 3 A1))).
Definition beta_elements1 (h : list Z) (X1 : list Z) : Prop := (exists I : Z, (exists S :
  Z, X1 = [I] /\ heap_at h I S /\ I >= 3 /\ x h 3 S)).
Definition beta (h : list Z) (X1 : Z) : Prop := (exists B : Z, X1 = B /\ counted
  (beta_elements1 h) B).
Definition even (h : list Z) : Prop := (exists B : Z, beta h B /\ (Z.rem B 2) = 0).
Definition odd (h : list Z) : Prop := (exists B : Z, beta h B /\ (Z.rem B 2) = 1).
Definition r12 (h : list Z) (X1 : Z) : Prop := (exists A : Z, (exists B : Z, x h 1 A /\
  x h 2 B /\ (k + 1) <> 0 /\ X1 = (Z.rem (A - B) (k + 1)))).
Definition r23 (h : list Z) (X1 : Z) : Prop := (exists B : Z, (exists C : Z, x h 2 B /\
  x h 3 C /\ (k + 1) <> 0 /\ X1 = (Z.rem (B - C) (k + 1)))).
Definition r2 (h : list Z) (X1 : Z) : Prop := (exists B : Z, x h 2 B /\ (k + 1)
  <> 0 /\ X1 = (Z.rem B (k + 1))).
Definition good (h : list Z) : Prop := (r12 h k /\ r23 h 0) \/ (exists B : Z,
  r12 h 0 /\ r23 h B /\ B <> 0 /\ B <> k) \/ (r12 h 1 /\ r23 h k).
Definition nice (h : list Z) : Prop := (r12 h k /\ r2 h 1) \/ (exists B : Z,
  r12 h 0 /\ r2 h B /\ B <> 0 /\ B <> 1) \/ (r12 h 1 /\ r2 h 0).
Definition low (h : list Z) : Prop := (exists C : Z, x h 3 C /\ C <= 1).
Definition high (h : list Z) : Prop := (exists C : Z, x h 3 C /\ C >= 2).

Definition theorem_2 (h : list Z) : Prop := (even h /\ r12 h 0) \/ (odd h /\ good h).
Definition theorem_3 (h : list Z) : Prop := (low h /\ even h /\ nice h) \/ (low h
  /\ odd h /\ r12 h 0) \/ (high h /\ even h /\ r12 h 0) \/ (high h /\ odd h /\ good h).
Definition r1 (h : list Z) (X1 : Z) : Prop := (exists A : Z, x h 1 A /\ (k + 1)
  <> 0 /\ X1 = (Z.rem A (k + 1))).
Definition singular (h : list Z) : Prop := (exists A : Z, (exists B : Z, r1 h A /\ A <=
  1 /\ r2 h B /\ B <= 1 /\ low h)).
Definition swapped (h : list Z) : Prop := (theorem_2 h /\ ~ (singular h)) \/ (~
  (theorem_2 h) /\ singular h).
Definition within_k (h : list Z) : Prop := (exists S : Z, x h 1 S /\ S <= k).
Definition t_elements1 (h : list Z) (X1 : list Z) : Prop := (exists I : Z, (exists S : Z,
  X1 = [I] /\ heap_at h I S /\ x h 1 S)).
Definition t (h : list Z) (X1 : Z) : Prop := (exists T : Z, X1 = T /\ counted (t_elements1
  h) T).
Definition theorem_5 (h : list Z) : Prop := (exists S : Z, (exists T : Z, x h 1 S /\ S
  <= 1 /\ t h T /\ (Z.rem T 2) = 1)) \/ (exists S : Z, (exists T : Z, x h 1 S /\ S >= 2 /\ t h T /\
  (Z.rem T 2) = 0)).
Definition theorem_4 (h : list Z) : Prop := (exists T : Z, t h T /\ (Z.rem T 2) = 0).

Lemma x_is h i s : (i <= 2)%nat -> (x h (Z.of_nat (S i)) s <-> s = nth_heap i h).
Proof.
  intro I. rewrite <- nth_heap_is. unfold x. split.
  - intros [(J & S' & <- & <- & H)|[(E & -> & H)|[(E & -> & H)|(E & -> & H)]]]; [left; exact H|..];
      right; rewrite E; auto.
  - intros [H|[-> H]]; [left; eauto|]. destruct i as [|[|[|i]]]; [right; left|right; right; left|right; right;
      right|lia]; auto.
Qed.
Lemma x_1_is h s : x h 1 s <-> s = nth_heap 0 h.
Proof. apply (x_is h 0). lia. Qed.
Lemma x_2_is h s : x h 2 s <-> s = nth_heap 0 (tl h).
Proof. change 2 with (Z.of_nat 2). rewrite (x_is h 1) by lia. destruct h; reflexivity. Qed.
Lemma x_3_is h s : x h 3 s <-> s = nth_heap 0 (tl (tl h)).
Proof. change 3 with (Z.of_nat 3). rewrite (x_is h 2) by lia. destruct h as [|a [|b l]]; reflexivity.
  Qed.
Lemma beta_is h n : beta h n <-> n = top (tl (tl h)).
Proof.
  assert (forall i, (exists S, heap_at h i S /\ i >= 3 /\ x h 3 S) <->
    place h i (nth_heap 0 (tl (tl h))) /\ Z.of_nat 2 < i) as E.
  { intro i. split.
    - intros [S [H [I X]]]. apply x_3_is in X. subst S. split; [exact H|]. lia.
    - intros [H I]. exists (nth_heap 0 (tl (tl h))). split; [exact H|]. split; [lia|]. apply x_3_is.
        reflexivity. }
  pose proof (counted_places (beta_elements1 h) _ 2 _ _ n E ltac:(one_entry)) as C. unfold beta, top. cbn [skipn] in C.
  assert (skipn 2 h = tl (tl h)) as F by (destruct h as [|a [|b l]]; reflexivity).
  rewrite <- F in *. split.
  - intros [B [-> H]]. apply C. exact H.
  - intro H. exists n. split; [reflexivity|]. apply C. exact H.
Qed.
Lemma even_is h : even h <-> Z.rem (top (tl (tl h))) 2 = 0.
Proof.
  unfold even. split.
  - intros [B [H E]]. apply beta_is in H. subst B. exact E.
  - intro E. eexists. split; [apply beta_is; reflexivity|exact E].
Qed.
Lemma odd_is h : odd h <-> Z.rem (top (tl (tl h))) 2 = 1.
Proof.
  unfold odd. split.
  - intros [B [H E]]. apply beta_is in H. subst B. exact E.
  - intro E. eexists. split; [apply beta_is; reflexivity|exact E].
Qed.
Lemma r12_is h n : 2 <= k ->
  (r12 h n <-> n = r k (nth_heap 0 h - nth_heap 0 (tl h))).
Proof.
  intro K. unfold r12, r. split.
  - intros (A & B & HA & HB & _ & ->). apply x_1_is in HA. apply x_2_is in HB. subst. reflexivity.
  - intros ->. do 2 eexists. rewrite x_1_is, x_2_is. repeat split; auto. lia.
Qed.
Lemma r23_is h n : 2 <= k ->
  (r23 h n <-> n = r k (nth_heap 0 (tl h) - nth_heap 0 (tl (tl h)))).
Proof.
  intro K. unfold r23, r. split.
  - intros (A & B & HA & HB & _ & ->). apply x_2_is in HA. apply x_3_is in HB. subst. reflexivity.
  - intros ->. do 2 eexists. rewrite x_2_is, x_3_is. repeat split; auto. lia.
Qed.
Lemma low_is h : low h <-> nth_heap 0 (tl (tl h)) <= 1.
Proof.
  unfold low. split.
  - intros [C [H E]]. apply x_3_is in H. subst C. exact E.
  - intro E. eexists. split; [apply x_3_is; reflexivity|exact E].
Qed.
Lemma high_is h : high h <-> nth_heap 0 (tl (tl h)) >= 2.
Proof.
  unfold high. split.
  - intros [C [H E]]. apply x_3_is in H. subst C. exact E.
  - intro E. eexists. split; [apply x_3_is; reflexivity|exact E].
Qed.
Lemma r2_is h n : 2 <= k -> (r2 h n <-> n = r k (nth_heap 0 (tl h))).
Proof.
  intro K. unfold r2, r. split.
  - intros (B & HB & _ & ->). apply x_2_is in HB. subst. reflexivity.
  - intros ->. eexists. rewrite x_2_is. repeat split; auto. lia.
Qed.
Lemma good_is h : 2 <= k -> (good h <->
  r k (nth_heap 0 h - nth_heap 0 (tl h)) =
  after_good k (r k (nth_heap 0 (tl h) - nth_heap 0 (tl (tl h))))).
Proof.
  intro K. pose proof (after_good_is k
    (r k (nth_heap 0 (tl h) - nth_heap 0 (tl (tl h))))) as G.
   unfold good. split.
  - intros [[H I]|[(B & H & I & J & L)|[H I]]]; apply r12_is in H; try exact K; apply r23_is in I; try exact K; lia.
  - intro H. destruct G as [G|[G|G]]; [left|right; right|right; left; eexists];
      rewrite r12_is, r23_is by exact K; try lia. split; [lia|]. split; [reflexivity|]. lia.
Qed.
Lemma nice_is h : 2 <= k -> (nice h <-> nice_remainders k
  (r k (nth_heap 0 h - nth_heap 0 (tl h))) (r k (nth_heap 0 (tl h)))).
Proof.
  intro K. unfold nice, nice_remainders. split.
  - intros [[H I]|[(B & H & I & J & L)|[H I]]]; apply r12_is in H; try exact K; apply r2_is in I; try exact K; lia.
  - intros [[H I]|[[H [I J]]|[H I]]]; [left|right; left; eexists|right; right];
      rewrite r12_is, r2_is by exact K; try lia. split; [lia|]. split; [reflexivity|]. lia.
Qed.
Lemma theorem_2_is h : 2 <= k -> (theorem_2 h <-> bounded k h).
Proof.
  intro K. unfold theorem_2, bounded. rewrite even_is, odd_is, r12_is, good_is by exact K.
  pose proof (wanted_is k (tl h)) as W. lia.
Qed.
Lemma theorem_3_is h : 2 <= k /\ in_order Z.ge h -> (theorem_3 h <-> bounded k (h ++ [1])).
Proof.
  intros (K & L). apply in_order_is in L. rewrite (bounded_more k K h L). cbn zeta. unfold theorem_3.
  rewrite low_is, high_is, even_is, odd_is, r12_is, nice_is, good_is by exact K.
  intuition auto.
Qed.
Lemma r1_is h n : 2 <= k -> (r1 h n <-> n = r k (nth_heap 0 h)).
Proof.
  intro K. unfold r1, r. split.
  - intros (B & HB & _ & ->). apply x_1_is in HB. subst. reflexivity.
  - intros ->. eexists. rewrite x_1_is. repeat split; auto. lia.
Qed.
Lemma singular_is h : 2 <= k -> (singular h <-> r k (nth_heap 0 h) <= 1 /\
  r k (nth_heap 0 (tl h)) <= 1 /\ nth_heap 0 (tl (tl h)) <= 1).
Proof.
  intro K. unfold singular. split.
  - intros (A & B & H & I & J & L & M). apply r1_is in H; [|exact K]. apply r2_is in J; [|exact K].
    apply low_is in M. subst. auto.
  - intros (H & I & J). do 2 eexists. split; [apply r1_is; [exact K|reflexivity]|]. split; [exact H|].
    split; [apply r2_is; [exact K|reflexivity]|]. split; [exact I|]. apply low_is. exact J.
Qed.
Lemma swapped_is h : 2 <= k /\ in_order Z.ge h -> (swapped h <-> bounded k (h ++ [1])).
Proof.
  intros (K & L). apply in_order_is in L. rewrite (bounded_singular k K h L). unfold swapped.
  rewrite theorem_2_is, singular_is by exact K. reflexivity.
Qed.
Lemma t_is h n : t h n <-> n = top h.
Proof.
  assert (forall i, (exists S, heap_at h i S /\ x h 1 S) <->
    place h i (nth_heap 0 h) /\ Z.of_nat 0 < i) as E.
  { intro i.  split.
    - intros [S [H X]]. apply x_1_is in X. subst S. split; [exact H|]. destruct H. lia.
    - intros [H _]. exists (nth_heap 0 h). split; [exact H|]. apply x_1_is. reflexivity. }
  pose proof (counted_places (t_elements1 h) _ 0 _ _ n E ltac:(one_entry)) as C. cbn [skipn] in C.
  rewrite <- C. unfold t. split; [intros (T & -> & H); exact H|eauto].
Qed.
Lemma within_k_is h : within_k h <-> nth_heap 0 h <= k.
Proof.
  unfold within_k. split.
  - intros (S & H & A). apply x_1_is in H. subst S. exact A.
  - intro A. exists (nth_heap 0 h). rewrite x_1_is. auto.
Qed.
Lemma theorem_5_is h : 2 <= k /\ in_order Z.ge h -> within_k h -> (theorem_5 h <-> bounded k (h ++ [1])).
Proof.
  intros (K & L) W. apply in_order_is in L. apply within_k_is in W.
  assert (heaps_legal h) as H by exact L. pose proof (top_end h H) as E.
  rewrite bounded_small; [|exact K|exact (legal_more _ H)|lia]. unfold theorem_5.
  pose proof (top_not_negative h). split.
  - intros [(S & T & A & B & C & D)|(S & T & A & B & C & D)]; apply x_1_is in A; apply t_is in C; subst; lia.
  - intro D. destruct E as [(A & _ & E)|(A & _ & E)]; [left|right]; exists (nth_heap 0 h), (top h);
      rewrite x_1_is, t_is; repeat split; lia.
Qed.
Lemma theorem_4_is h : 2 <= k /\ in_order Z.ge h -> within_k h -> (theorem_4 h <-> bounded k h).
Proof.
  intros (K & L) W. apply in_order_is in L. apply within_k_is in W. rewrite bounded_small by assumption.
  unfold theorem_4. split.
  - intros (T & H & E). apply t_is in H. subst T. exact E.
  - intro E. exists (top h). rewrite t_is. auto.
Qed.

(* The moves, whatever they are called. *)
Variable term : Type.
Variable t_take : Z -> term.
Variable t_heap : Z -> Z -> term.
Hypothesis take_one : forall m n, t_take m = t_take n -> m = n.
Hypothesis heap_one : forall i s j t, t_heap i s = t_heap j t -> i = j /\ s = t.

Definition move (h : list Z) (X1 : term) : Prop := (exists M_ : Z, (exists S : Z, X1 =
  (t_take M_) /\ heap_at h 1 S /\ 1 <= M_ <= k /\ M_ <= S)).
Definition after (h : list Z) (X1 : term) (X2 : term) : Prop := (exists M_ : Z, (exists T
  : Z, (exists S : Z, X1 = (t_take M_) /\ X2 = (t_heap 1 T) /\ heap_at h 1 S /\ 1 <= M_ <= k /\ T = (S
  - M_) /\ T >= 0))).
Definition to_zero (h : list Z) (X1 : term) : Prop := (exists R : Z, X1 = (t_take R) /\
  r12 h R /\ R <> 0).
Definition to_nice (h : list Z) (X1 : term) : Prop := (exists R : Z, X1 = (t_take (R + 1))
  /\ r2 h 1 /\ r12 h R /\ R <> k) \/ (exists R : Z, (exists B : Z, X1 = (t_take R) /\ r2 h B /\
  B <> 0 /\ B <> 1 /\ r12 h R /\ R <> 0)) \/ (exists M_ : Z, (exists R : Z, (exists A1 : Z, X1 = (t_take
  M_) /\ r2 h 0 /\ r12 h R /\ R <> 1 /\ (k + 1) <> 0 /\ M_ = (Z.rem (R + k) (k +
  1)) /\ heap_at h 1 A1))).
Definition to_good (h : list Z) (X1 : term) : Prop := (exists R : Z, X1 = (t_take (R + 1))
  /\ r23 h 0 /\ r12 h R /\ R <> k) \/ (exists R : Z, (exists B : Z, X1 = (t_take R) /\ r23 h B
  /\ B <> 0 /\ B <> k /\ r12 h R /\ R <> 0)) \/ (exists M_ : Z, (exists R : Z, X1 = (t_take M_) /\
  r23 h k /\ r12 h R /\ R <> 1 /\ (k + 1) <> 0 /\ M_ = (Z.rem (R + k) (k
  + 1)))).
Definition winning_move_misere (h : list Z) (X1 : term) : Prop := (exists M_ : term, X1 =
  M_ /\ low h /\ even h /\ to_nice h M_) \/ (exists M_ : term, X1 = M_ /\ low h /\ odd h /\ to_zero
  h M_) \/ (exists M_ : term, X1 = M_ /\ high h /\ even h /\ to_zero h M_) \/ (exists M_ : term, X1 =
  M_ /\ high h /\ odd h /\ to_good h M_).
Definition winning_move (h : list Z) (X1 : term) : Prop := (exists M_ : term, X1 = M_ /\
  even h /\ to_zero h M_) \/ (exists M_ : term, X1 = M_ /\ odd h /\ to_good h M_).

Lemma move_is h M :
  move h M <-> exists x l m, h = x :: l /\ (1 <= m <= k /\ m <= x) /\ M = t_take m.
Proof.
  unfold move. split.
  - intros (m & s & -> & H & L). apply (place_is _ 0) in H. destruct h as [|x l]; [discriminate|].
    cbn in H. injection H as ->. eauto 6.
  - intros (s & l & m & E & L & ->). exists m, s. rewrite E. split; [reflexivity|].
    split; [apply (place_is _ 0); reflexivity|exact L].
Qed.
Lemma after_is h x l m : h = x :: l -> 1 <= m <= k /\ m <= x ->
  forall i s, after h (t_take m) (t_heap i s) <-> i = 1 /\ s = x - m.
Proof.
  intros E M i s. unfold after. rewrite E. split.
  - intros (m' & T & S & E1 & E2 & H & _ & V & _). apply take_one in E1. apply heap_one in E2 as [-> ->]. subst m'.
    apply (place_is _ 0) in H. cbn in H. injection H as ->. auto.
  - intros [-> ->]. exists m, (x - m), x. split; [reflexivity|]. split; [reflexivity|].
    split; [apply (place_is _ 0); reflexivity|lia].
Qed.
Lemma to_zero_is h x l M : 2 <= k /\ in_order Z.ge h -> h = x :: l ->
  (to_zero h M <-> exists m, M = t_take m /\ asks k (r k (x - nth_heap 0 l)) 0 m).
Proof.
  intros (K & L) ->. apply in_order_is in L. pose proof (second_at_most x l L) as S.
  pose proof (r_step k K (x - nth_heap 0 l) 0 ltac:(lia) ltac:(lia)) as [U _].
  assert (r_12 := fun n => r12_is (x :: l) n K). cbn [tl] in r_12.
  change (nth_heap 0 (x :: l)) with x in r_12. unfold to_zero. split.
  - intros (R & -> & H & N). apply r_12 in H. subst R. eexists. rewrite asks_0 by (exact K || lia). auto.
  - intros (m & -> & H). rewrite asks_0 in H by (exact K || lia). exists m. rewrite r_12. intuition congruence.
Qed.
Lemma to_good_is h x l M : 2 <= k /\ in_order Z.ge h -> h = x :: l ->
  (to_good h M <-> exists m, M = t_take m /\ asks k (r k (x - nth_heap 0 l))
    (after_good k (r k (nth_heap 0 l - nth_heap 0 (tl l)))) m).
Proof.
  intros (K & L) ->. apply in_order_is in L. pose proof (second_at_most x l L) as S.
  pose proof (r_step k K (x - nth_heap 0 l) 0 ltac:(lia) ltac:(lia)) as [U _].
  assert (r_12 := fun n => r12_is (x :: l) n K).
  assert (r_23 := fun n => r23_is (x :: l) n K). cbn [tl] in r_12, r_23.
  change (nth_heap 0 (x :: l)) with x in r_12. set (v := r k (nth_heap 0 l - nth_heap 0 (tl l))) in *.
  pose proof (after_good_is k v) as G. unfold to_good. split.
  - intros [(R & -> & V & H & N)|[(R & B & -> & V & B0 & Bk & H & N)|(m & R & -> & V & H & N & _ & ->)]];
      apply r_12 in H; apply r_23 in V; subst R; eexists; (split; [reflexivity|]).
    + replace (after_good k v) with k by lia. apply asks_k; auto.
    + replace (after_good k v) with 0 by lia. apply asks_0; auto.
    + replace (after_good k v) with 1 by lia. apply asks_1; auto.
  - intros (m & -> & H). destruct G as [[V G]|[[V G]|[V [V' G]]]]; rewrite G in H.
    + apply asks_k in H as [-> H]; [|exact K|exact U]. left. eexists. rewrite r_12, r_23. auto.
    + apply asks_1 in H as [-> H]; [|exact K|exact U]. right. right. do 2 eexists. rewrite r_12, r_23.
      split; [reflexivity|]. split; [auto|]. split; [reflexivity|]. split; [exact H|]. split; [lia|reflexivity].
    + apply asks_0 in H as [-> H]; [|exact K|exact U]. right. left. do 2 eexists. rewrite r_12, r_23. auto 7.
Qed.
Lemma to_nice_is h x l M : 2 <= k /\ in_order Z.ge h -> h = x :: l ->
  let b := r k (nth_heap 0 l) in let asks := asks k (r k (x - nth_heap 0 l)) in
  (to_nice h M <-> exists m, M = t_take m /\
    ((b = 1 /\ asks k m) \/ (b = 0 /\ asks 1 m) \/ (b <> 0 /\ b <> 1 /\ asks 0 m))).
Proof.
  intros (K & L) ->. apply in_order_is in L. pose proof (second_at_most x l L) as S. cbn zeta.
  pose proof (r_step k K (x - nth_heap 0 l) 0 ltac:(lia) ltac:(lia)) as [U _].
  assert (r_12 := fun n => r12_is (x :: l) n K).
  assert (r_2 := fun n => r2_is (x :: l) n K). cbn [tl] in r_12, r_2.
  change (nth_heap 0 (x :: l)) with x in r_12. set (v := r k (nth_heap 0 l)) in *.
  unfold to_nice. split.
  - intros [(R & -> & V & H & N)|[(R & B & -> & V & B0 & Bk & H & N)|(m & R & A & -> & V & H & N & _ & -> & _)]];
      apply r_12 in H; apply r_2 in V; subst R; eexists; (split; [reflexivity|]).
    + left. split; [auto|]. apply asks_k; auto.
    + right. right. subst B. split; [exact B0|]. split; [exact Bk|]. apply asks_0; auto.
    + right. left. split; [auto|]. apply asks_1; auto.
  - intros (m & -> & [[V H]|[[V H]|(V & V' & H)]]).
    + apply asks_k in H as [-> H]; [|exact K|exact U]. left. eexists. rewrite r_12, r_2. auto.
    + apply asks_1 in H as [-> H]; [|exact K|exact U]. right. right. do 3 eexists. rewrite r_12, r_2.
      split; [reflexivity|]. split; [auto|]. split; [reflexivity|]. split; [exact H|].
      split; [lia|]. split; [reflexivity|]. apply (place_is _ 0). reflexivity.
    + apply asks_0 in H as [-> H]; [|exact K|exact U]. right. left. do 2 eexists. rewrite r_12, r_2. auto 7.
Qed.
Lemma winning_move_misere_is h x l M : 2 <= k /\ in_order Z.ge h -> h = x :: l ->
  (winning_move_misere h M <-> exists m, M = t_take m /\ bounded_misere_names k x l m).
Proof.
  intros L ->. unfold winning_move_misere, bounded_misere_names. pose proof (wanted_misere_is k (proj1 L) l) as W.
  assert (Z1 := fun N => to_zero_is (x :: l) x l N L eq_refl).
  assert (G1 := fun N => to_good_is (x :: l) x l N L eq_refl).
  assert (N1 := fun N => to_nice_is (x :: l) x l N L eq_refl). cbn zeta in W, N1.
  assert (H0 := even_is (x :: l)). assert (H1 := odd_is (x :: l)).
  assert (H2 := low_is (x :: l)). assert (H3 := high_is (x :: l)).
  cbn [tl] in H0, H1, H2, H3. set (w := wanted_misere k l) in *. clearbody w. split.
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
Lemma winning_move_is h x l M : 2 <= k /\ in_order Z.ge h -> h = x :: l ->
  (winning_move h M <-> exists m, M = t_take m /\ bounded_names k x l m).
Proof.
  intros L ->. unfold winning_move, bounded_names. pose proof (wanted_is k l) as W.
  assert (Z1 := fun N => to_zero_is (x :: l) x l N L eq_refl).
  assert (G1 := fun N => to_good_is (x :: l) x l N L eq_refl).
  assert (H0 := even_is (x :: l)). assert (H1 := odd_is (x :: l)). cbn [tl] in H0, H1. split.
  - intros [(M' & <- & O & H)|(M' & <- & O & H)]; [apply H0 in O; apply Z1 in H|apply H1 in O; apply G1 in H];
      destruct W as [[W ->]|[W ->]]; try exact H; rewrite W in O; discriminate.
  - intro H. destruct W as [[W F]|[W F]]; rewrite F in H; [left|right]; exists M; rewrite ?H0, ?H1, ?Z1, ?G1; auto.
Qed.
End Rules.
End Rules.
