(* k-Bounded Greedy Nim, one move of m stones. Claim fact-3: If r(x_1 - x_2) is not 0, removing m = r(x_1 -
   x_2) stones is a stable move and r(y_1 - y_2) = 0. *)
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
(* x_1, x_2, x_3, with 0 beyond the last heap. *)
Definition x (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists S : Z, X1 = 1 /\ X2 = S /\
  heap g p 1 S) \/ (X1 = 1 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap g p 1 A1))) \/ (exists S : Z, X1 = 2 /\ X2 =
  S /\ heap g p 2 S) \/ (X1 = 2 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap g p 2 A1))) \/ (exists S : Z, X1 = 3 /\
  X2 = S /\ heap g p 3 S) \/ (X1 = 3 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap g p 3 A1))).
(* Definition 5. Removing m stones is a stable move if x_1 - m >= x_2. % stable/0, not_stable/0: removing m
   stones is a stable move; is a move, and not a stable one. *)
Definition stable (g : parameters) (p : position) : Prop := (exists A : Z, (exists B : Z, legal_ g p /\ x g p
  1 A /\ x g p 2 B /\ (A - (the_m g)) >= B)).
(* Fact 3. If r(x_1 - x_2) is not 0, removing m = r(x_1 - x_2) stones is a stable move, and r(y_1 - y_2) = 0
   (by Fact 1). *)
Definition r12 (g : parameters) (p : position) (X1 : term) (X2 : Z) : Prop := (exists A : Z, (exists B : Z,
  X1 = t_x /\ x g p 1 A /\ x g p 2 B /\ ((the_k g) + 1) <> 0 /\ X2 = (Z.rem (A - B) ((the_k g) + 1)))) \/
  (exists A : Z, (exists B : Z, X1 = t_y /\ stable g p /\ x g p 1 A /\ x g p 2 B /\ ((the_k g) + 1) <> 0 /\
  X2 = (Z.rem ((A - (the_m g)) - B) ((the_k g) + 1)))).
(* % takes_remainder/0: m is r(x_1 - x_2). *)
Definition takes_remainder (g : parameters) (p : position) : Prop := r12 g p t_x (the_m g).
(* % fact_3/0: Fact 3 holds of y, the position after m stones are removed. *)
Definition fact_3 (g : parameters) (p : position) : Prop := stable g p /\ r12 g p t_y 0.

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 2 <= the_k g /\ 1 <= the_m g <= (the_k g).
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.ge (the_heap p).

Definition theorem : Prop := forall g p, legal g p -> takes_remainder g p -> fact_3 g p.

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
Lemma later_less l : heaps_legal l -> nth_heap 0 (tl l) <= nth_heap 0 l.
Proof.
  intro L. destruct l as [|a [|b l]]; [cbn; lia|apply heaps_legal_cons in L; cbn; lia|].
  apply heaps_legal_cons in L as (_ & _ & L). apply L. left. reflexivity.
Qed.

Theorem proved : theorem.
Proof.
  intros g p (K & L) H. apply in_order_is in L. destruct K as [K M]. pose proof (conj K M : asked g) as A.
  assert (heaps_legal (tl (the_heap p)) /\ nth_heap 0 (tl (the_heap p)) <= nth_heap 0 (the_heap p)) as [P Q].
  { split; [|exact (later_less _ L)]. destruct (the_heap p) as [|a l]; [exact L|]. apply heaps_legal_cons in L.
    apply L. }
  pose proof (first_not_negative _ P) as O.
  destruct H as [(X & Y & _ & HX & HY & _ & E)|(X & Y & F & _)]; [|discriminate].
  apply x_1_is in HX. apply x_2_is in HY. subst X Y. fold (r (the_k g) (nth_heap 0 (the_heap p) - nth_heap 0 (tl
    (the_heap p)))) in E.
  set (a := nth_heap 0 (the_heap p)) in *. set (b := nth_heap 0 (tl (the_heap p))) in *.
  pose proof (r_at_most (the_k g) K (a - b) ltac:(lia)) as U. pose proof (r_step (the_k g) K (a - b) 0 ltac:(lia)
    ltac:(lia)) as [V _].
  assert (stable g p) as S by (apply stable_is; [exact A|fold a b; lia]).
  split; [exact S|]. right. exists a, b. rewrite x_1_is, x_2_is. repeat split; auto; [lia|].
  pose proof (r_step (the_k g) K (a - the_m g - b) (the_m g) ltac:(lia) ltac:(lia)) as R.
  replace (a - the_m g - b + the_m g) with (a - b) in R by lia. fold (r (the_k g) (a - the_m g - b)). lia.
Qed.
Print Assumptions proved.
