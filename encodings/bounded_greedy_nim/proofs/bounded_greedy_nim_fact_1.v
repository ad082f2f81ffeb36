(* k-Bounded Greedy Nim, one move of m stones. Claim fact-1: If removing m stones is a stable move, y_1 = x_1
   - m, y_i = x_i for i >= 2, and beta stays. *)
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
(* Fact 1. After a stable move y_1 = x_1 - m and y_i = x_i for i >= 2, that is to say what is left is in
   order; and beta stays. *)
Definition out_of_order (g : parameters) (p : position) : Prop := (exists A : Z, (exists I : Z, (exists S :
  Z, x g p 1 A /\ left g p I S /\ I >= 2 /\ S > (A - (the_m g))))).
(* % fact_1/0: Fact 1 holds of y, the position after m stones are removed. *)
Definition fact_1 (g : parameters) (p : position) : Prop := (exists N : Z, ~ (out_of_order g p) /\ beta g p
  t_x N /\ beta g p t_y N).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 2 <= the_k g /\ 1 <= the_m g <= (the_k g).
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.ge (the_heap p).

Definition theorem : Prop := forall g p, legal g p -> stable g p -> fact_1 g p.

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
Lemma later l i s : heaps_legal l -> place l i s -> i >= 2 -> s <= nth_heap 0 (tl l).
Proof.
  intros L H I. apply place_from in H as [[|n] [-> H]]; [lia|]. destruct l as [|a l]; [discriminate|].
  apply heaps_legal_cons in L as (_ & L & _). cbn [tl nth_error] in H |- *. destruct l as [|b l]; [destruct n;
    discriminate|].
  apply heaps_legal_cons in L as (_ & _ & L). change (nth_heap 0 (b :: l)) with b.
  apply nth_error_In in H as [H|H]; [lia|auto].
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

Theorem proved : theorem.
Proof.
  intros g p (K & L) H. apply in_order_is in L. apply stable_is in H as [H S]; [|exact K]. exists (top (tl (tl (the_heap p)))).
  split; [|rewrite !beta_is; auto]. intros (A & I & T & X & Y & J & M). apply x_1_is in X. subst A.
  destruct Y as [(V & -> & _)|(J' & V & -> & -> & P & _)]; [lia|]. pose proof (later _ _ _ L P J). lia.
Qed.
Print Assumptions proved.
