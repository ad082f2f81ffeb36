(* k-Bounded Greedy Nim, one move of m stones. Claim fact-2: If removing m stones is not a stable move, y_1 =
   x_2. *)
(* Here for every k from 2 on; m = 1..k; every list of heaps. *)
(* Printed from bounded_greedy_nim/rules.lp, bounded_greedy_nim/one_move.lp, bounded_greedy_nim/arrows.lp,
   bounded_greedy_nim/one_move_beliefs.lp: each predicate is what its rules say, one disjunct for each rule.
   *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_k : Z; the_m : Z }.
Record position := Position { the_heap : list Z }.

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
Definition not_stable (g : parameters) (p : position) : Prop := legal_ g p /\ ~ (stable g p).
(* Fact 2. After any other move y_1 = x_2: one of the heaps is as large, and none is larger. *)
Definition larger (g : parameters) (p : position) : Prop := (exists B : Z, (exists A1 : Z, (exists S : Z, x g
  p 2 B /\ left g p A1 S /\ S > B))).
Definition equal (g : parameters) (p : position) : Prop := (exists B : Z, (exists A1 : Z, x g p 2 B /\ left g
  p A1 B)).
(* % fact_2/0: Fact 2 holds of y, the position after m stones are removed. *)
Definition fact_2 (g : parameters) (p : position) : Prop := equal g p /\ ~ (larger g p).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 2 <= the_k g /\ 1 <= the_m g <= (the_k g).
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.ge (the_heap p).

Definition theorem : Prop := forall g p, legal g p -> not_stable g p -> fact_2 g p.

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

Theorem proved : theorem.
Proof.
  intros g p (K & L) [H S]. apply in_order_is in L. apply legal__is in H; [|exact K]. rewrite stable_is in S by exact K.
  set (b := nth_heap 0 (tl (the_heap p))) in *. assert (nth_heap 0 (the_heap p) - the_m g < b) as M by lia. split.
  - exists b, 2. split; [apply x_2_is; reflexivity|]. right. exists 2, b. split; [reflexivity|]. split; [reflexivity|]. split; [|lia].
    apply (place_is _ 1). subst b. destruct (the_heap p) as [|a [|b l]]; cbn in *; try lia. reflexivity.
  - intros (B & I & T & X & Y & J). apply x_2_is in X. fold b in X. subst B.
    destruct Y as [(V & -> & P & _ & ->)|(J' & V & -> & -> & P & Q)].
    + apply (place_is _ 0) in P. destruct (the_heap p); [discriminate|]. cbn in *. injection P as ->. lia.
    + pose proof (later _ _ _ L P Q). fold b in H0. lia.
Qed.
Print Assumptions proved.
