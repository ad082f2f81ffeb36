(* k-Bounded Greedy Nim. Claim definition-4-positive-corrected: With Definition 4 for positive x_1 and any
   x_2 >= 0, Theorem 3 says what is proved of it here. *)
(* Here for every k from 2 on; every list of heaps. *)
(* Printed from bounded_greedy_nim/rules.lp, bounded_greedy_nim/theorems.lp, bounded_greedy_nim/lemmas.lp:
   each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_k : Z }.
Record position := Position { the_heap : list Z }.

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
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
(* % theorem_3_positive/0: Theorem 3 with Definitions 3 and 4 for positive integers alone, so that (x_1, 0)
   is never % k-nice. *)
Definition theorem_3_positive (g : parameters) (p : position) : Prop := (exists B : Z, low g p /\ even g p /\
  nice g p /\ x g p 2 B /\ B > 0) \/ (low g p /\ odd g p /\ r12 g p 0) \/ (high g p /\ even g p /\ r12 g p 0)
  \/ (high g p /\ odd g p /\ good g p).
(* % theorem_3_zero/0: the same, but for (x_1, 0), which is k-nice for all x_1 > 0. *)
Definition theorem_3_zero (g : parameters) (p : position) : Prop := theorem_3_positive g p \/ (exists A : Z,
  low g p /\ even g p /\ nice g p /\ x g p 1 A /\ A > 0 /\ x g p 2 0).
Definition theorem_3_iff_theorem_3_zero (g : parameters) (p : position) : Prop := (theorem_3 g p /\
  theorem_3_zero g p) \/ (~ (theorem_3 g p) /\ ~ (theorem_3_zero g p)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 2 <= the_k g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.ge (the_heap p).

Definition theorem : Prop := forall g p, legal g p -> theorem_3_iff_theorem_3_zero g p.

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

Theorem proved : theorem.
Proof.
  intros g p (K & L). apply in_order_is in L. pose proof (first_not_negative (the_heap p) L) as A.
  assert (heaps_legal (tl (the_heap p))) as M.
  { destruct (the_heap p) as [|a l]; [exact L|]. apply heaps_legal_cons in L. apply L. }
  pose proof (first_not_negative (tl (the_heap p)) M) as B.
  assert (nice g p -> (exists B : Z, x g p 2 B /\ B > 0) \/ ((exists A : Z, x g p 1 A /\ A > 0) /\ x g p 2 0)) as N.
  { intro N. apply nice_is in N; [|exact K]. destruct (Z.eq_dec (nth_heap 0 (tl (the_heap p))) 0) as [E|E].
    - right. split; [|apply x_2_is; symmetry; exact E]. eexists. split; [apply x_1_is; reflexivity|].
      rewrite E, Z.sub_0_r in N. destruct (Z.eq_dec (nth_heap 0 (the_heap p)) 0) as [F|F]; [|lia].
      rewrite F, (r_small (the_k g) 0) in N by (unfold asked in K; lia). unfold nice_remainders in N.
      unfold asked in K. lia.
    - left. eexists. split; [apply x_2_is; reflexivity|]. lia. }
  assert (theorem_3 g p <-> theorem_3_zero g p) as E.
  { unfold theorem_3, theorem_3_zero, theorem_3_positive. clear - N. split.
    - intros [(X & Y & Z1)|[H|[H|H]]]; [|tauto..]. destruct (N Z1) as [(C & D & F)|[(C & D & F) G]].
      + left. left. exists C. tauto.
      + right. exists C. tauto.
    - intros [[(C & H)|[H|[H|H]]]|(C & H)]; tauto. }
  assert (theorem_3 g p \/ ~ theorem_3 g p) as D.
  { unfold theorem_3. rewrite low_is, high_is, even_is, odd_is, r12_is, nice_is, good_is by exact K.
    unfold nice_remainders. match goal with |- ?P \/ _ => change (Decidable.decidable P) end.
    repeat first [apply dec_Zle | apply dec_Zge | apply dec_eq | apply dec_Zne | apply Decidable.dec_and |
      apply Decidable.dec_or | apply Decidable.dec_not]. }
  unfold theorem_3_iff_theorem_3_zero. rewrite <- E. tauto.
Qed.
Print Assumptions proved.
