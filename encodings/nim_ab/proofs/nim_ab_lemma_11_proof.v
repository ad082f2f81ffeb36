(* Gurvich's NIM(a,b). Claim lemma-11-proof: For a = 1 both V_{0,1} and V_{1,0} are reached from each of the
   2b+1 columns x <= 2b and three diagonals |x-y| <= 1, the swap positions aside, and neither is from any
   other position. *)
(* Here for a = 1; every b from 1 on; 0..2 heaps of every size. *)
(* Printed from nim_ab/rules.lp, nim_ab/theorems.lp, nim_ab/sequences.lp, nim_ab/limit.lp, nim_ab/lemmas.lp,
   nim_ab/rows.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_a : Z; the_b : Z }.
Record position := Position { the_heap : list Z }.

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition heaps_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists A1
  : Z, X1 = [I] /\ heap g p I A1)).
(* The position (x,y), x <= y; a pile that is gone counts as 0. *)
Definition heaps (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = N /\ counted
  (heaps_elements1 g p) N).
Definition pair (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (X1 = 0 /\ X2 = 0 /\ heaps g p 0)
  \/ (exists Y : Z, X1 = 0 /\ X2 = Y /\ heaps g p 1 /\ heap g p 1 Y) \/ (exists X : Z, (exists Y : Z, X1 = X
  /\ X2 = Y /\ heaps g p 2 /\ heap g p 1 X /\ heap g p 2 Y)).
Definition takes (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists D : Z, (exists E : Z,
  (exists X : Z, (exists Y : Z, X1 = D /\ X2 = E /\ pair g p X Y /\ 0 <= D <= X /\ 0 <= E <= Y /\ (D + E) >
  0)))).
Definition legal_ (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists D : Z, (exists E : Z,
  X1 = D /\ X2 = E /\ takes g p D E /\ D < (the_b g))) \/ (exists D : Z, (exists E : Z, X1 = D /\ X2 = E /\
  takes g p D E /\ E < (the_b g))) \/ (exists D : Z, (exists E : Z, X1 = D /\ X2 = E /\ takes g p D E /\ (D -
  E) < (the_a g) /\ (E - D) < (the_a g))).
(* Lemma 11, a = 1: V_{0,1} and V_{1,0}. *)
Definition zero_one (g : parameters) (p : position) : Prop := pair g p 0 0 \/ (exists X : Z, (exists Y : Z,
  pair g p X Y /\ X = (the_b g) /\ Y = ((the_b g) + 1))).
Definition one_zero (g : parameters) (p : position) : Prop := pair g p 0 1 \/ (exists X : Z, (exists Y : Z,
  pair g p X Y /\ X = ((the_b g) + 1) /\ Y = ((the_b g) + 1))).
(* % swap_pair/0: Lemma 11: the swap positions. *)
Definition swap_pair (g : parameters) (p : position) : Prop := zero_one g p \/ one_zero g p.
(* Its induction: one move from a swap position leads to the other class and none to its own, and from any
   other position one leads to each class or none to either. *)
Definition goes (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists X : Z, (exists D : Z,
  (exists Y : Z, (exists E : Z, legal_ g p D E /\ pair g p X Y /\ X1 = (X - D) /\ X2 = (Y - E))))) \/ (exists
  Y : Z, (exists E : Z, (exists X : Z, (exists D : Z, legal_ g p D E /\ pair g p X Y /\ X1 = (Y - E) /\ X2 =
  (X - D))))).
Definition to_zero_one (g : parameters) (p : position) : Prop := (exists U : Z, (exists V : Z, goes g p U V
  /\ U = 0 /\ V = 0)) \/ (exists U : Z, (exists V : Z, goes g p U V /\ U = (the_b g) /\ V = ((the_b g) + 1))).
Definition to_one_zero (g : parameters) (p : position) : Prop := (exists U : Z, (exists V : Z, goes g p U V
  /\ U = 0 /\ V = 1)) \/ (exists U : Z, (exists V : Z, goes g p U V /\ U = ((the_b g) + 1) /\ V = ((the_b g)
  + 1))).
(* V'' of its proof: 2b+1 columns and three diagonals. Both classes are reached from V'' \ V', and none from
   beyond V''. *)
Definition columns (g : parameters) (p : position) : Prop := (exists X : Z, (exists A1 : Z, pair g p X A1 /\
  X <= (2 * (the_b g)))) \/ (exists X : Z, (exists Y : Z, pair g p X Y /\ (Y - X) <= 1)).
(* % reached/0: what the proof of Lemma 11 says of V'' and beyond. *)
Definition reached (g : parameters) (p : position) : Prop := swap_pair g p \/ (columns g p /\ to_zero_one g p
  /\ to_one_zero g p) \/ (~ (columns g p) /\ ~ (to_zero_one g p) /\ ~ (to_one_zero g p)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_a g <= 1 /\ 1 <= the_b g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= Z.of_nat (length (the_heap p)) <=
  2 /\ in_order Z.le (the_heap p).

Definition theorem : Prop := forall g p, legal g p -> reached g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Pairs.

(* A move from (x,y) to (u,v), where a = 1. *)
Definition steps (b x y u v : Z) : Prop :=
  0 <= u <= x /\ 0 <= v <= y /\ u + v < x + y /\ (x - u < b \/ y - v < b \/ x - u = y - v).

Section Here.
Variable g : parameters.
Variables x y : Z.
Hypothesis asked_g : asked g.
Hypothesis order : 0 <= x <= y.
Let p := Position (two x y).
Let b := the_b g.

Lemma pair_is X Y : pair g p X Y <-> X = x /\ Y = y.
Proof. exact (paired_is x y X Y order). Qed.
Lemma takes_is D E : takes g p D E <-> 0 <= D <= x /\ 0 <= E <= y /\ D + E > 0.
Proof.
  unfold takes. split.
  - intros (d & e & X & Y & -> & -> & P & R). apply pair_is in P. destruct P as [-> ->]. exact R.
  - intro R. exists D, E, x, y. rewrite pair_is. auto.
Qed.
Lemma legal_is D E : legal_ g p D E <-> steps b x y (x - D) (y - E).
Proof.
  unfold legal_, steps. destruct asked_g as [A _]. split.
  - intros [(d & e & -> & -> & T & L) | [(d & e & -> & -> & T & L) | (d & e & -> & -> & T & L)]];
      apply takes_is in T; unfold b; lia.
  - intros (U & V & S & C). assert (takes g p D E) as T by (apply takes_is; lia).
    destruct C as [C | [C | C]]; [left | right; left | right; right]; exists D, E; unfold b in C; repeat split; lia || exact T.
Qed.
Lemma goes_is U V : goes g p U V <-> steps b x y U V \/ steps b x y V U.
Proof.
  unfold goes. split.
  - intros [(X & D & Y & E & L & P & -> & ->) | (Y & E & X & D & L & P & -> & ->)];
      apply pair_is in P; destruct P as [-> ->]; apply legal_is in L; auto.
  - intros [S | S]; [left; exists x, (x - U), y, (y - V) | right; exists y, (y - U), x, (x - V)];
      rewrite legal_is, pair_is; unfold steps in *; lia.
Qed.
Lemma zero_one_is : zero_one g p <-> x = 0 /\ y = 0 \/ x = b /\ y = b + 1.
Proof.
  unfold zero_one, b. rewrite pair_is. split.
  - intros [H | (X & Y & P & H)]; [lia|]. apply pair_is in P. lia.
  - intros [H | H]; [left; lia|]. right. exists x, y. rewrite pair_is. auto.
Qed.
Lemma one_zero_is : one_zero g p <-> x = 0 /\ y = 1 \/ x = b + 1 /\ y = b + 1.
Proof.
  unfold one_zero, b. rewrite pair_is. split.
  - intros [H | (X & Y & P & H)]; [lia|]. apply pair_is in P. lia.
  - intros [H | H]; [left; lia|]. right. exists x, y. rewrite pair_is. auto.
Qed.
Lemma to_zero_one_is : to_zero_one g p <->
  steps b x y 0 0 \/ steps b x y b (b + 1) \/ steps b x y (b + 1) b.
Proof.
  unfold to_zero_one. split.
  - intros [(U & V & G & -> & ->) | (U & V & G & -> & ->)]; apply goes_is in G; unfold b in *; tauto.
  - intros [S | S]; [left; exists 0, 0 | right; exists b, (b + 1)]; rewrite goes_is; unfold b in *; tauto.
Qed.
Lemma to_one_zero_is : to_one_zero g p <->
  steps b x y 0 1 \/ steps b x y 1 0 \/ steps b x y (b + 1) (b + 1).
Proof.
  unfold to_one_zero. split.
  - intros [(U & V & G & -> & ->) | (U & V & G & -> & ->)]; apply goes_is in G; unfold b in *; tauto.
  - intros [S | [S | S]]; [left; exists 0, 1 | left; exists 0, 1 | right; exists (b + 1), (b + 1)];
      rewrite goes_is; unfold b in *; tauto.
Qed.
Lemma columns_is : columns g p <-> x <= 2 * b \/ y - x <= 1.
Proof.
  unfold columns, b. split.
  - intros [(X & Y & P & H) | (X & Y & P & H)]; apply pair_is in P; lia.
  - intros [H | H]; [left | right]; exists x, y; rewrite pair_is; auto.
Qed.
Lemma holds : reached g p.
Proof.
  unfold reached, swap_pair. rewrite zero_one_is, one_zero_is, to_zero_one_is, to_one_zero_is, columns_is.
  destruct asked_g as [_ B]. fold b in B. clearbody b. unfold steps. clear - order B.
  assert ((x = 0 /\ y = 0 \/ x = b /\ y = b + 1) \/ (x = 0 /\ y = 1 \/ x = b + 1 /\ y = b + 1)
    \/ ~ (x = 0 /\ y = 0 \/ x = b /\ y = b + 1) /\ ~ (x = 0 /\ y = 1 \/ x = b + 1 /\ y = b + 1)
      /\ ((x <= 2 * b \/ y - x <= 1) \/ 2 * b < x /\ x + 1 < y)) as [W | [W | (N & M & [W | W])]] by lia.
  - left. left. exact W.
  - left. right. exact W.
  - right. left. split; [exact W|]. split; lia.
  - right. right. split; [lia|]. split; lia.
Qed.
End Here.

Theorem proved : theorem.
Proof.
  intros g [l] (A & [_ C] & O). cbn [the_heap] in *. destruct (pair_of l C O) as (x & y & B & ->).
  exact (holds g x y A B).
Qed.
Print Assumptions proved.
