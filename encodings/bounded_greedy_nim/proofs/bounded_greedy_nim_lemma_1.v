(* k-Bounded Greedy Nim, one move of m stones. Claim lemma-1: If removing m stones is a stable move and the
   position satisfies the conditions of Theorem 3, the follower does not. *)
(* Here for every k from 2 on; m = 1..k; every list of heaps. *)
(* Printed from bounded_greedy_nim/rules.lp, bounded_greedy_nim/one_move.lp, bounded_greedy_nim/arrows.lp,
   bounded_greedy_nim/one_move_beliefs.lp: each predicate is what its rules say, one disjunct for each rule.
   *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_k : Z; the_m : Z }.
Record position := Position { the_heap : list Z }.
Inductive term := t_x | t_y.

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition legal_ (g : parameters) (p : position) : Prop := (exists S : Z, heap g p 1 S /\ (the_m g) <= S /\
  (the_m g) <= (the_k g)).
(* The heaps after the move, each in its old place: x_1 - m, x_2, ..., x_n, which is y before it is put in
   order. *)
Definition left (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists S : Z, X1 = 1 /\ heap g p
  1 S /\ (the_m g) <= S /\ X2 = (S - (the_m g))) \/ (exists I : Z, (exists S : Z, X1 = I /\ X2 = S /\ heap g
  p I S /\ I >= 2)).
(* x_1, x_2, x_3, with 0 beyond the last heap. *)
Definition x (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists S : Z, X1 = 1 /\ X2 = S /\
  heap g p 1 S) \/ (X1 = 1 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap g p 1 A1))) \/ (exists S : Z, X1 = 2 /\ X2 =
  S /\ heap g p 2 S) \/ (X1 = 2 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap g p 2 A1))) \/ (exists S : Z, X1 = 3 /\
  X2 = S /\ heap g p 3 S) \/ (X1 = 3 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap g p 3 A1))).
(* Definition 5. Removing m stones is a stable move if x_1 - m >= x_2. % stable/0, not_stable/0: removing m
   stones is a stable move; is a move, and not a stable one. *)
Definition stable (g : parameters) (p : position) : Prop := (exists A : Z, (exists B : Z, legal_ g p /\ x g p
  1 A /\ x g p 2 B /\ (A - (the_m g)) >= B)).
Definition beta_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists S :
  Z, X1 = [I] /\ heap g p I S /\ I >= 3 /\ x g p 3 S)).
Definition beta_elements2 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists S :
  Z, X1 = [I] /\ left g p I S /\ I >= 3 /\ x g p 3 S)).
(* Definition 2. beta of x; and of y, where its heaps are in order as they are left: then y_3 = x_3. *)
Definition beta (g : parameters) (p : position) (X1 : term) (X2 : Z) : Prop := (exists N : Z, X1 = t_x /\ X2
  = N /\ counted (beta_elements1 g p) N) \/ (exists N : Z, X1 = t_y /\ X2 = N /\ counted (beta_elements2 g p)
  N).
(* Fact 3. If r(x_1 - x_2) is not 0, removing m = r(x_1 - x_2) stones is a stable move, and r(y_1 - y_2) = 0
   (by Fact 1). *)
Definition r12 (g : parameters) (p : position) (X1 : term) (X2 : Z) : Prop := (exists A : Z, (exists B : Z,
  X1 = t_x /\ x g p 1 A /\ x g p 2 B /\ ((the_k g) + 1) <> 0 /\ X2 = (Z.rem (A - B) ((the_k g) + 1)))) \/
  (exists A : Z, (exists B : Z, X1 = t_y /\ stable g p /\ x g p 1 A /\ x g p 2 B /\ ((the_k g) + 1) <> 0 /\
  X2 = (Z.rem ((A - (the_m g)) - B) ((the_k g) + 1)))).
(* Definitions 3 and 4 and Theorem 3 (see theorems.lp) for x and, after a stable move, for y: by Fact 1 the
   two have the same second and third heap. *)
Definition r23 (g : parameters) (p : position) (X1 : Z) : Prop := (exists B : Z, (exists C : Z, x g p 2 B /\
  x g p 3 C /\ ((the_k g) + 1) <> 0 /\ X1 = (Z.rem (B - C) ((the_k g) + 1)))).
Definition r2 (g : parameters) (p : position) (X1 : Z) : Prop := (exists B : Z, x g p 2 B /\ ((the_k g) + 1)
  <> 0 /\ X1 = (Z.rem B ((the_k g) + 1))).
Definition even (g : parameters) (p : position) (X1 : term) : Prop := (exists W : term, (exists B : Z, X1 = W
  /\ beta g p W B /\ (Z.rem B 2) = 0)).
Definition odd (g : parameters) (p : position) (X1 : term) : Prop := (exists W : term, (exists B : Z, X1 = W
  /\ beta g p W B /\ (Z.rem B 2) = 1)).
Definition good (g : parameters) (p : position) (X1 : term) : Prop := (exists W : term, X1 = W /\ r12 g p W
  (the_k g) /\ r23 g p 0) \/ (exists W : term, (exists B : Z, X1 = W /\ r12 g p W 0 /\ r23 g p B /\ B <> 0 /\
  B <> (the_k g))) \/ (exists W : term, X1 = W /\ r12 g p W 1 /\ r23 g p (the_k g)).
Definition nice (g : parameters) (p : position) (X1 : term) : Prop := (exists W : term, X1 = W /\ r12 g p W
  (the_k g) /\ r2 g p 1) \/ (exists W : term, (exists B : Z, X1 = W /\ r12 g p W 0 /\ r2 g p B /\ B <> 0 /\ B
  <> 1)) \/ (exists W : term, X1 = W /\ r12 g p W 1 /\ r2 g p 0).
Definition low (g : parameters) (p : position) : Prop := (exists C : Z, x g p 3 C /\ C <= 1).
Definition high (g : parameters) (p : position) : Prop := (exists C : Z, x g p 3 C /\ C >= 2).
Definition theorem_3 (g : parameters) (p : position) (X1 : term) : Prop := (exists W : term, X1 = W /\ low g
  p /\ even g p W /\ nice g p W) \/ (exists W : term, X1 = W /\ low g p /\ odd g p W /\ r12 g p W 0) \/
  (exists W : term, X1 = W /\ high g p /\ even g p W /\ r12 g p W 0) \/ (exists W : term, X1 = W /\ high g p
  /\ odd g p W /\ good g p W).
(* Lemma 1. If removing m stones is a stable move and x satisfies the conditions of Theorem 3, y does not
   satisfy them. % stable_from_p/0: removing m stones is a stable move, and x satisfies the conditions of
   Theorem 3. *)
Definition stable_from_p (g : parameters) (p : position) : Prop := stable g p /\ theorem_3 g p t_x.
(* % lemma_1/0: y does not satisfy the conditions of Theorem 3. *)
Definition lemma_1 (g : parameters) (p : position) : Prop := ~ (theorem_3 g p t_y).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 2 <= the_k g /\ 1 <= the_m g <= (the_k g).
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.ge (the_heap p).

Definition theorem : Prop := forall g p, legal g p -> stable_from_p g p -> lemma_1 g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Heaps Largest Bounded.

Lemma x_is g p s i : (i <= 2)%nat -> (x g p (Z.of_nat (S i)) s <-> s = nth_heap i (the_heap p)).
Proof.
  intro I. rewrite <- nth_heap_is. unfold x, heap. split.
  - intros [(V & E & -> & H)|[(E & -> & H)|[(V & E & -> & H)|[(E & -> & H)|[(V & E & -> & H)|(E & -> & H)]]]]];
      rewrite E; auto.
  - intros [H|[-> H]]; destruct i as [|[|[|i]]]; try lia.
    + left. eauto.
    + right; right; left. eauto.
    + right; right; right; right; left. eauto.
    + right; left. auto.
    + right; right; right; left. auto.
    + right; right; right; right; right. auto.
Qed.
Lemma x_1_is g p s : x g p 1 s <-> s = nth_heap 0 (the_heap p).
Proof. apply (x_is g p s 0). lia. Qed.
Lemma x_2_is g p s : x g p 2 s <-> s = nth_heap 0 (tl (the_heap p)).
Proof. change 2 with (Z.of_nat 2). rewrite (x_is g p s 1) by lia. destruct (the_heap p); reflexivity. Qed.
Lemma x_3_is g p s : x g p 3 s <-> s = nth_heap 0 (tl (tl (the_heap p))).
Proof. change 3 with (Z.of_nat 3). rewrite (x_is g p s 2) by lia. destruct (the_heap p) as [|a [|b l]]; reflexivity.
  Qed.
Lemma legal__is g p : asked g -> (legal_ g p <-> the_m g <= nth_heap 0 (the_heap p) /\ the_m g <= the_k g).
Proof.
  intros [_ M]. unfold legal_, heap. split.
  - intros (S & H & L). apply (place_is _ 0) in H. destruct (the_heap p); [discriminate|]. cbn in H. injection H as
      ->.
    exact L.
  - intros L. exists (nth_heap 0 (the_heap p)). split; [|exact L]. apply (place_is _ 0).
    destruct (the_heap p); [cbn in L; lia|reflexivity].
Qed.
Lemma stable_is g p : asked g -> (stable g p <-> (the_m g <= nth_heap 0 (the_heap p) /\ the_m g <= the_k g) /\
  nth_heap 0 (the_heap p) - the_m g >= nth_heap 0 (tl (the_heap p))).
Proof.
  intro K. unfold stable. split.
  - intros (A & B & H & X & Y & L). apply x_1_is in X. apply x_2_is in Y. apply legal__is in H; [|exact K]. subst.
      auto.
  - intros [H L]. do 2 eexists. rewrite x_1_is, x_2_is, legal__is by exact K. split; [exact H|]. auto.
Qed.

Lemma beta_is g p w n : beta g p w n <-> (w = t_x \/ w = t_y) /\ n = top (tl (tl (the_heap p))).
Proof.
  set (c := nth_heap 0 (tl (tl (the_heap p)))).
  assert (skipn 2 (the_heap p) = tl (tl (the_heap p))) as F by (destruct (the_heap p) as [|a [|b l]]; reflexivity).
  assert (forall i, (exists S, heap g p i S /\ i >= 3 /\ x g p 3 S) <-> place (the_heap p) i c /\ Z.of_nat 2 < i) as
    E.
  { intro i. unfold heap. split.
    - intros [S [H [I X]]]. apply x_3_is in X. subst S. split; [exact H|]. lia.
    - intros [H I]. exists c. split; [exact H|]. split; [lia|]. apply x_3_is. reflexivity. }
  assert (forall i, (exists S, left g p i S /\ i >= 3 /\ x g p 3 S) <-> place (the_heap p) i c /\ Z.of_nat 2 < i) as
    G.
  { intro i. rewrite <- E. unfold left. split.
    - intros [S [[(T & -> & _)|(J & T & -> & -> & H & _)] [I X]]]; [lia|]. exists T. auto.
    - intros [S [H [I X]]]. exists S. split; [|auto]. right. exists i, S.
      split; [reflexivity|]. split; [reflexivity|]. split; [exact H|lia]. }
  pose proof (counted_places (beta_elements1 g p) _ 2 _ _ n E ltac:(one_entry)) as C. pose proof (counted_places (beta_elements2 g p) _ 2 _ _ n G ltac:(one_entry)) as D. rewrite F in C, D.
  unfold beta, top. fold c. split.
  - intros [(N & -> & -> & H)|(N & -> & -> & H)]; [apply C in H|apply D in H]; auto.
  - intros [[-> | ->] H]; [left|right]; exists n; rewrite ?C, ?D; auto.
Qed.

Definition remainder (g : parameters) (p : position) (w : term) : Z :=
  r (the_k g) (nth_heap 0 (the_heap p) - (match w with t_y => the_m g | t_x => 0 end) - nth_heap 0 (tl (the_heap p))).
Lemma r12_is g p w n : asked g -> r12 g p w n -> n = remainder g p w.
Proof.
  intros K [(A & B & -> & X & Y & _ & ->)|(A & B & -> & _ & X & Y & _ & ->)]; apply x_1_is in X; apply x_2_is in Y;
    subst; unfold remainder, r; f_equal; lia.
Qed.
Lemma r23_is g p n : r23 g p n -> n = r (the_k g) (nth_heap 0 (tl (the_heap p)) - nth_heap 0 (tl (tl (the_heap p)))).
Proof. intros (B & C & X & Y & _ & ->). apply x_2_is in X. apply x_3_is in Y. subst. reflexivity. Qed.
Lemma r2_is g p n : r2 g p n -> n = r (the_k g) (nth_heap 0 (tl (the_heap p))).
Proof. intros (B & X & _ & ->). apply x_2_is in X. subst. reflexivity. Qed.
Definition parity (p : position) : Z := Z.rem (top (tl (tl (the_heap p)))) 2.
Lemma even_is g p w : even g p w -> parity p = 0.
Proof. intros (W & B & -> & H & E). apply beta_is in H as [_ ->]. exact E. Qed.
Lemma odd_is g p w : odd g p w -> parity p = 1.
Proof. intros (W & B & -> & H & E). apply beta_is in H as [_ ->]. exact E. Qed.
Lemma low_is g p : low g p -> nth_heap 0 (tl (tl (the_heap p))) <= 1.
Proof. intros (C & X & E). apply x_3_is in X. subst. exact E. Qed.
Lemma high_is g p : high g p -> nth_heap 0 (tl (tl (the_heap p))) >= 2.
Proof. intros (C & X & E). apply x_3_is in X. subst. exact E. Qed.
(* The other heaps decide which remainder Theorem 3 asks for. *)
Definition for_nice (g : parameters) (v : Z) : Z := if v =? 1 then the_k g else if v =? 0 then 1 else 0.
Lemma nice_is g p w : asked g -> nice g p w ->
  remainder g p w = for_nice g (r (the_k g) (nth_heap 0 (tl (the_heap p)))).
Proof.
  intros K [(W & -> & H & I)|[(W & B & -> & H & I & J & L)|(W & -> & H & I)]]; apply r12_is in H; try exact K;
    apply r2_is in I; rewrite <- H, <- I; unfold for_nice; try reflexivity.
  destruct (Z.eqb_spec B 1); [lia|]. destruct (Z.eqb_spec B 0); [lia|reflexivity].
Qed.
Lemma good_is g p w : asked g -> good g p w -> remainder g p w =
  after_good (the_k g) (r (the_k g) (nth_heap 0 (tl (the_heap p)) - nth_heap 0 (tl (tl (the_heap p))))).
Proof.
  intros K H. pose proof K as [K' _]. pose proof (fun a => after_good_is (the_k g) a) as G.
  destruct H as [(W & -> & H & I)|[(W & B & -> & H & I & J & L)|(W & -> & H & I)]]; apply r12_is in H; try exact K;
    apply r23_is in I; rewrite <- H, <- I; [specialize (G 0)|specialize (G B)|specialize (G (the_k g))]; lia.
Qed.
Definition asked_for (g : parameters) (p : position) : Z :=
  if nth_heap 0 (tl (tl (the_heap p))) <=? 1
  then if parity p =? 0 then for_nice g (r (the_k g) (nth_heap 0 (tl (the_heap p)))) else 0
  else if parity p =? 0 then 0
  else after_good (the_k g) (r (the_k g) (nth_heap 0 (tl (the_heap p)) - nth_heap 0 (tl (tl (the_heap p))))).
Lemma theorem_3_is g p w : asked g -> theorem_3 g p w -> remainder g p w = asked_for g p.
Proof.
  intros K [(W & -> & L & E & N)|[(W & -> & L & E & N)|[(W & -> & L & E & N)|(W & -> & L & E & N)]]]; unfold
    asked_for.
  - apply low_is in L. apply even_is in E. apply Z.leb_le in L. rewrite L, E. apply nice_is; assumption.
  - apply low_is in L. apply odd_is in E. apply Z.leb_le in L. rewrite L, E. symmetry. apply r12_is; assumption.
  - apply high_is in L. apply even_is in E. destruct (Z.leb_spec (nth_heap 0 (tl (tl (the_heap p)))) 1); [lia|].
    rewrite E. symmetry. apply r12_is; assumption.
  - apply high_is in L. apply odd_is in E. destruct (Z.leb_spec (nth_heap 0 (tl (tl (the_heap p)))) 1); [lia|].
    rewrite E. apply good_is; assumption.
Qed.

Theorem proved : theorem.
Proof.
  intros g p (K & L) [S X] Y. apply in_order_is in L. apply theorem_3_is in X; [|exact K]. apply theorem_3_is in Y; [|exact K].
  rewrite <- X in Y. unfold remainder in Y. apply stable_is in S as [[_ M] S]; [|exact K]. destruct K as [K M'].
  set (a := nth_heap 0 (the_heap p)) in *. set (b := nth_heap 0 (tl (the_heap p))) in *.
  pose proof (r_step (the_k g) K (a - the_m g - b) (the_m g) ltac:(lia) ltac:(lia)) as R.
  replace (a - the_m g - b + the_m g) with (a - 0 - b) in R by lia. lia.
Qed.
Print Assumptions proved.
