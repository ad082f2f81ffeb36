(* Euclid. Claim section-3-5-cole-davie: A position is a P-position iff x < phi*y and y < phi*x (Cole and
   Davie). *)
(* Here for 2 heaps of every size. *)
(* Printed from euclid/rules.lp, euclid/theorems.lp, euclid/fibonacci.lp, euclid/lemmas.lp,
   euclid/nivasch.lp, euclid/beliefs.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_take (_ : Z).

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists D : Z, (exists X : Z, (exists Y
  : Z, X1 = (t_take D) /\ heap g p 1 X /\ heap g p 2 Y /\ X <= D <= (Y - 1) /\ X <> 0 /\ (Z.rem D X) = 0))).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists D : Z, (exists Y :
  Z, X1 = (t_take D) /\ X2 = (t_heap 2 (Y - D)) /\ move g p (t_take D) /\ heap g p 2 Y)).
(* Cole and Davie: x < phi*y and y < phi*x, where phi^2 = phi + 1. For naturals y < phi*x iff y^2 - x*y - x^2
   < 0. % cole_davie/0: the P-positions: neither heap is phi times the other, or more. *)
Definition cole_davie (g : parameters) (p : position) : Prop := (exists X : Z, (exists Y : Z, heap g p 1 X /\
  heap g p 2 Y /\ (((Y * Y) - (X * Y)) - (X * X)) < 0 /\ (((X * X) - (Y * X)) - (Y * Y)) < 0)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 2 <= Z.of_nat (length (the_heap p)) <=
  2 /\ in_order Z.le (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) False p <-> cole_davie g
  p).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors Pairs.

Lemma legal_is g p : legal g p <-> exists x y, 1 <= x <= y /\ p = Position [x; y].
Proof.
  unfold legal, asked. destruct p as [l]. cbn [the_heap]. split.
  - intros (_ & C & O). destruct l as [|x [|y [|z l]]]; cbn [length in_order] in *; try lia.
    exists x, y. split; [lia | reflexivity].
  - intros (x & y & B & E). injection E as ->. split; [exact I|]. cbn [length in_order]. lia.
Qed.

(* The golden section lies between the two quotients of the heaps. *)
Definition near (x y : Z) : Prop := side_of 1 y x < 0 /\ side_of 1 x y < 0.
Lemma cole_davie_is g x y : cole_davie g (Position [x; y]) <-> near x y.
Proof.
  unfold cole_davie, heap, near, side_of. cbn [the_heap]. split.
  - intros (X & Y & A & B & C & D). rewrite heap_of_two in A, B.
    destruct A as [[_ ->] | [A _]]; [|lia]. destruct B as [[B _] | [_ ->]]; lia.
  - intro N. exists x, y. rewrite !heap_of_two. lia.
Qed.
Lemma near_two g x y : 1 <= x -> 1 <= y -> (cole_davie g (Position (two x y)) <-> near x y).
Proof.
  intros X Y. destruct (Z_lt_le_dec y x) as [L | L]; [rewrite two_swapped|]; rewrite two_both, cole_davie_is by lia.
  - unfold near. tauto.
  - tauto.
Qed.

(* A move takes a multiple of the first heap from the second. *)
Lemma moves_are g x y q : 1 <= x -> (moves g (Position [x; y]) q <->
  exists k, 1 <= k /\ k * x < y /\ q = Position (two x (y - k * x))).
Proof.
  intro X. assert (forall d, move g (Position [x; y]) (t_take d) <-> exists k, 1 <= k /\ k * x < y /\ d = k * x) as K.
  { intro d. unfold move, heap. cbn [the_heap]. split.
    - intros (D & X' & Y & E & A & B & C & N & R). injection E as ->. rewrite heap_of_two in A, B.
      destruct A as [[_ ->] | [A _]]; [|lia]. destruct B as [[B _] | [_ ->]]; [lia|].
      pose proof (Z.quot_rem' D x) as Q. rewrite R in Q. exists (Z.quot D x). split; [|split]; [|lia | lia].
      pose proof (positive_factor x (Z.quot D x) ltac:(lia) ltac:(lia)). lia.
    - intros (k & K & L & ->). exists (k * x), x, y. rewrite !heap_of_two, Z.rem_mul by lia.
      split; [reflexivity|]. nia. }
  assert (forall d j s, move g (Position [x; y]) (t_take d) ->
    (after g (Position [x; y]) (t_take d) (t_heap j s) <-> j = 2 /\ s = y - d)) as S.
  { intros d j s M. unfold after, heap. cbn [the_heap]. split.
    - intros (D & Y & E & F & _ & H). injection E as ->. injection F as -> ->. rewrite heap_of_two in H. lia.
    - intros [-> ->]. exists d, y. rewrite heap_of_two. auto 8. }
  split.
  - intros (M & L & R). destruct M as [j s | d]; [destruct L as (? & ? & ? & E & _); discriminate|].
    pose proof (proj1 (K d) L) as (k & P & B & ->). cbn [the_heap] in R.
    apply after_two in R; [|intros j r A; apply S in A; [lia | exact L]].
    destruct R as (u & v & U & V & E). rewrite !S in U, V by exact L. exists k. split; [exact P|]. split; [exact B|].
    destruct q as [l]. cbn [the_heap] in E. rewrite E. f_equal. destruct V as [[_ ->] | [N _]].
    + destruct U as [U | [_ ->]]; [lia | reflexivity].
    + destruct N. exists (y - k * x). apply S; auto.
  - intros (k & P & B & ->). assert (move g (Position [x; y]) (t_take (k * x))) as L by (apply K; exists k; auto).
    exists (t_take (k * x)). split; [exact L|]. cbn [the_heap].
    apply after_two; [intros j r A; apply S in A; [lia | exact L]|]. exists x, (y - k * x).
    split; [|split; [left; apply S; auto | reflexivity]]. right. split; [|reflexivity].
    intros [V A]. apply S in A; [lia | exact L].
Qed.

Lemma not_both_near x y k : 1 <= x <= y -> 1 <= k -> k * x < y -> near x y -> near x (y - k * x) -> False.
Proof.
  intros B K L [N _] [_ M]. assert (0 < side_of 1 (y - k * x + x) x) as P by (unfold side_of in *; lia).
  pose proof (side_up 1 ltac:(lia) (y - k * x + x) y x ltac:(nia) P). lia.
Qed.
Lemma to_near x y : 1 <= x <= y -> ~ near x y -> exists k, 1 <= k /\ k * x < y /\ near x (y - k * x).
Proof.
  intros B N. assert (0 <= side_of 1 y x) as P.
  { destruct (Z_lt_le_dec (side_of 1 y x) 0) as [L | L]; [|exact L]. destruct N. split; [exact L|].
    unfold side_of in *. nia. }
  pose proof (Z.div_mod y x ltac:(lia)) as E. pose proof (Z.mod_pos_bound y x ltac:(lia)) as R.
  remember (y / x) as q eqn:Q. remember (y mod x) as r eqn:M. clear Q M.
  assert (1 <= q) by nia. destruct (Z_lt_le_dec (side_of 1 x r) 0) as [L | L].
  - assert (0 < r) by (destruct (Z.eq_dec r 0) as [-> | D]; [unfold side_of in L; nia | lia]).
    exists q. replace (y - q * x) with r by lia. split; [lia|]. split; [lia|]. split; [|exact L].
    unfold side_of in *. nia.
  - assert (0 < side_of 1 x r) as L'.
    { destruct (Z.eq_dec r 0) as [-> | D]; [unfold side_of; nia|].
      pose proof (never_equal 1 ltac:(lia) x r ltac:(lia) ltac:(lia)). lia. }
    assert (side_of 1 (r + x) x < 0) as S by (unfold side_of in *; lia).
    assert (q <> 1) by (intros ->; replace y with (r + x) in P by lia; lia).
    exists (q - 1). replace (y - (q - 1) * x) with (r + x) by lia. split; [lia|]. split; [nia|]. split; [exact S|].
    unfold side_of. nia.
Qed.

Theorem proved : theorem.
Proof.
  intros g p L. revert p L. apply (kernel position (legal g) (moves g) False (fun p => stones (the_heap p)) (cole_davie g)).
  - intros p L. apply legal_is in L as (x & y & B & ->). rewrite cole_davie_is. unfold near. lia.
  - intros p q L M. apply legal_is in L as (x & y & B & ->). apply moves_are in M as (k & K & S & ->); [|lia].
    apply legal_is. destruct (Z_lt_le_dec (y - k * x) x) as [D | D].
    + exists (y - k * x), x. rewrite two_swapped, two_both by lia. split; [lia | reflexivity].
    + exists x, (y - k * x). rewrite two_both by lia. split; [lia | reflexivity].
  - intros p q L M. apply legal_is in L as (x & y & B & ->). apply moves_are in M as (k & K & S & ->); [|lia].
    cbn [the_heap]. rewrite <- (two_both x y), !stones_of_two by lia. nia.
  - intros p q L C M D. apply legal_is in L as (x & y & B & ->). apply moves_are in M as (k & K & S & ->); [|lia].
    apply cole_davie_is in C. apply near_two in D; [|lia | lia]. exact (not_both_near x y k B K S C D).
  - intros [].
  - intros p L N. apply legal_is in L as (x & y & B & ->). left. rewrite cole_davie_is in N.
    destruct (to_near x y B N) as (k & K & S & D). exists (Position (two x (y - k * x))). split.
    + apply moves_are; [lia|]. exists k. auto.
    + apply near_two; [lia | lia | exact D].
Qed.
Print Assumptions proved.
