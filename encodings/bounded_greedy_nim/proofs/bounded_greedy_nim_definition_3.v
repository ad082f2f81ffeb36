(* k-Bounded Greedy Nim. Claim definition-3-positive: Definition 3 is about positive integers, and Theorem 2
   says the same without it for others. *)
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
(* Definition 3. The triple (x_1, x_2, x_3) is k-good, where the numbers are those of the winning moves
   below: (1) r(x_1 - x_2) = k, since every move from there is stable (arrow 12 of section 3.2.4); (2) r(x_1
   - x_2) = 0, since removing r(x_1 - x_2) stones leads there (arrow 7), for the other r(x_2 - x_3); (3)
   r(x_1 - x_2) = 1 and r(x_2 - x_3) = k, since from (1)'s r(x_2 - x_3) = 0 a move that leaves x_2 - 1 leads
   there (arrow 3). *)
Definition good (g : parameters) (p : position) : Prop := (r12 g p (the_k g) /\ r23 g p 0) \/ (exists B : Z,
  r12 g p 0 /\ r23 g p B /\ B <> 0 /\ B <> (the_k g)) \/ (r12 g p 1 /\ r23 g p (the_k g)).
(* Theorem 2 (Xu and Zhu), normal play. % theorem_2/0: the P-positions of normal play. *)
Definition theorem_2 (g : parameters) (p : position) : Prop := (even g p /\ r12 g p 0) \/ (odd g p /\ good g
  p).
(* Definitions 3 and 4 begin 'Let ... be positive integers'. Theorem 2 asks whether a triple is k-good only
   where beta is odd, so that x_3 > 0; but Theorem 3 asks whether (x_1, 0) is k-nice. % theorem_2_positive/0:
   Theorem 2 with Definition 3 for positive integers alone. *)
Definition theorem_2_positive (g : parameters) (p : position) : Prop := (even g p /\ r12 g p 0) \/ (exists C
  : Z, odd g p /\ good g p /\ x g p 3 C /\ C > 0).
Definition theorem_2_iff_theorem_2_positive (g : parameters) (p : position) : Prop := (theorem_2 g p /\
  theorem_2_positive g p) \/ (~ (theorem_2 g p) /\ ~ (theorem_2_positive g p)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 2 <= the_k g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.ge (the_heap p).

Definition theorem : Prop := forall g p, legal g p -> theorem_2_iff_theorem_2_positive g p.

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

Theorem proved : theorem.
Proof.
  intros g p (K & L). apply in_order_is in L. pose proof (third_positive (the_heap p) L) as [T T'].
  assert (odd g p -> exists C : Z, x g p 3 C /\ C > 0) as N.
  { intro O. apply odd_is in O. eexists. split; [apply x_3_is; reflexivity|].
    destruct (Z.eq_dec (nth_heap 0 (tl (tl (the_heap p)))) 0) as [E|E]; [|lia]. rewrite (T' E) in O. discriminate. }
  assert (theorem_2 g p <-> theorem_2_positive g p) as E.
  { unfold theorem_2, theorem_2_positive. clear - N. split.
    - intros [H|[H G]]; [tauto|]. destruct (N H) as (C & D & F). right. exists C. tauto.
    - intros [H|(C & H)]; tauto. }
  assert (theorem_2 g p \/ ~ theorem_2 g p) as D.
  { unfold theorem_2. rewrite even_is, odd_is, r12_is, good_is by exact K. clear. lia. }
  unfold theorem_2_iff_theorem_2_positive. rewrite <- E. tauto.
Qed.
Print Assumptions proved.
