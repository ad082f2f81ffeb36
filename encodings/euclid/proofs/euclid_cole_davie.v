(* Euclid. Claim section-3-5-cole-davie: A position is a P-position iff x < phi*y and y < phi*x (Cole and
   Davie). *)
(* Here for 2 heaps of every size. *)
(* Printed from euclid/rules.lp, euclid/theorems.lp, euclid/multiples.lp, euclid/ranked.lp,
   euclid/fibonacci.lp, euclid/forced.lp, euclid/lemmas.lp, euclid/nivasch.lp, euclid/beliefs.lp: each
   predicate is what its rules say, one disjunct for each rule. *)
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

(* The strategy of the claim: to_golden names moves. *)
(* The winning move: to the one of (x, y - q*x) that is less than phi wide, q = y/x or one less. *)
Definition left (g : parameters) (p : position) (X1 : Z) : Prop := (exists Y : Z, (exists X : Z, heap g p 1 X
  /\ heap g p 2 Y /\ X <> 0 /\ (Z.rem Y X) > 0 /\ X <> 0 /\ X1 = (Z.rem Y X))) \/ (exists Y : Z, (exists X :
  Z, heap g p 1 X /\ heap g p 2 Y /\ X <> 0 /\ X1 = ((Z.rem Y X) + X))).
(* % to_golden/1: the winning move. *)
Definition to_golden (g : parameters) (p : position) (X1 : term) : Prop := (exists Y : Z, (exists R : Z,
  (exists X : Z, X1 = (t_take (Y - R)) /\ left g p R /\ heap g p 1 X /\ heap g p 2 Y /\ R < Y /\ R < X /\
  (((X * X) - (R * X)) - (R * R)) < 0))) \/ (exists Y : Z, (exists R : Z, (exists X : Z, X1 = (t_take (Y -
  R)) /\ left g p R /\ heap g p 1 X /\ heap g p 2 Y /\ R < Y /\ R >= X /\ (((R * R) - (R * X)) - (X * X)) <
  0))).
Definition strategy_moves (g : parameters) (p q : position) : Prop := exists M : term, to_golden g p M /\
  heaps_after ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).
(* Where the player to move wins and can move, it names moves, all of the game, and each leads to a
   P-position. *)
Definition strategy : Prop := forall g p, legal g p -> ~ P_position position (moves g) False p -> (exists q,
  moves g p q) -> (exists q, strategy_moves g p q) /\ (forall q, strategy_moves g p q -> P_position position
  (moves g) False q) /\ (forall M, to_golden g p M -> move g p M).

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
Lemma take_is g x y d : 1 <= x ->
  (move g (Position [x; y]) (t_take d) <-> exists k, 1 <= k /\ k * x < y /\ d = k * x).
Proof.
  intro X. unfold move, heap. cbn [the_heap]. split.
  - intros (D & X' & Y & E & A & B & C & N & R). injection E as ->. rewrite heap_of_two in A, B.
    destruct A as [[_ ->] | [A _]]; [|lia]. destruct B as [[B _] | [_ ->]]; [lia|].
    pose proof (Z.quot_rem' D x) as Q. rewrite R in Q. exists (Z.quot D x). split; [|split]; [|lia | lia].
    pose proof (positive_factor x (Z.quot D x) ltac:(lia) ltac:(lia)). lia.
  - intros (k & K & L & ->). exists (k * x), x, y. rewrite !heap_of_two, Z.rem_mul by lia.
    split; [reflexivity|]. nia.
Qed.
Lemma leaves g x y d q : move g (Position [x; y]) (t_take d) ->
  (heaps_after ascending (fun i s => after g (Position [x; y]) (t_take d) (t_heap i s)) [x; y] q <-> q = two x (y - d)).
Proof.
  intro L. assert (forall j s, after g (Position [x; y]) (t_take d) (t_heap j s) <-> j = 2 /\ s = y - d) as S.
  { intros j s. unfold after, heap. cbn [the_heap]. split.
    - intros (D & Y & E & F & _ & H). injection E as ->. injection F as -> ->. rewrite heap_of_two in H. lia.
    - intros [-> ->]. exists d, y. rewrite heap_of_two. auto 8. }
  rewrite after_two by (intros j r A; apply S in A; lia). split.
  - intros (u & v & U & V & ->). rewrite !S in U, V. destruct V as [[_ ->] | [N _]].
    + destruct U as [U | [_ ->]]; [lia | reflexivity].
    + destruct N. exists (y - d). apply S. auto.
  - intros ->. exists x, (y - d). split; [|split; [left; apply S; auto | reflexivity]]. right. split; [|reflexivity].
    intros [V A]. apply S in A. lia.
Qed.
Lemma moves_are g x y q : 1 <= x -> (moves g (Position [x; y]) q <->
  exists k, 1 <= k /\ k * x < y /\ q = Position (two x (y - k * x))).
Proof.
  intro X. split.
  - intros (M & L & R). destruct M as [j s | d]; [destruct L as (? & ? & ? & E & _); discriminate|].
    cbn [the_heap] in R. apply leaves in R; [|exact L]. apply take_is in L as (k & P & B & ->); [|exact X].
    exists k. split; [exact P|]. split; [exact B|]. destruct q as [l]. cbn [the_heap] in R. rewrite R. reflexivity.
  - intros (k & P & B & ->). exists (t_take (k * x)).
    assert (move g (Position [x; y]) (t_take (k * x))) as L by (apply take_is; eauto).
    split; [exact L|]. cbn [the_heap]. apply leaves; [exact L | reflexivity].
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

Lemma closed g p q : legal g p -> moves g p q -> legal g q.
Proof.
  intros L M. apply legal_is in L as (x & y & B & ->). apply moves_are in M as (k & K & S & ->); [|lia].
  apply legal_is. destruct (Z_lt_le_dec (y - k * x) x) as [D | D].
  + exists (y - k * x), x. rewrite two_swapped, two_both by lia. split; [lia | reflexivity].
  + exists x, (y - k * x). rewrite two_both by lia. split; [lia | reflexivity].
Qed.

Theorem proved : theorem.
Proof.
  intros g p L. revert p L. apply (kernel position (legal g) (moves g) False (fun p => stones (the_heap p)) (cole_davie g)).
  - intros p L. apply legal_is in L as (x & y & B & ->). rewrite cole_davie_is. unfold near. lia.
  - apply closed.
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

(* The named moves are those to such a pair. *)
Lemma near_is x r : 1 <= x -> 1 <= r -> (near x r <->
  r < x /\ x * x - r * x - r * r < 0 \/ r >= x /\ r * r - r * x - x * x < 0).
Proof. intros X R. unfold near, side_of. nia. Qed.
Lemma left_is g x y r : 1 <= x <= y ->
  (left g (Position [x; y]) r <-> (Z.rem y x > 0 /\ r = Z.rem y x) \/ r = Z.rem y x + x).
Proof.
  intro B. unfold left, heap. cbn [the_heap]. split.
  - intros [(Y & X & A & C & _ & H & _ & ->) | (Y & X & A & C & _ & ->)]; rewrite heap_of_two in A, C;
      destruct A as [[_ ->] | [A _]]; try lia; destruct C as [[C _] | [_ ->]]; lia.
  - intros [[H ->] | ->]; [left | right]; exists y, x; rewrite !heap_of_two; repeat split; lia.
Qed.
Lemma to_golden_is g x y M : 1 <= x <= y -> (to_golden g (Position [x; y]) M <->
  exists k, 1 <= k /\ k * x < y /\ M = t_take (k * x) /\ near x (y - k * x)).
Proof.
  intro B. pose proof (Z.quot_rem' y x) as Q. pose proof (Z.rem_bound_pos y x ltac:(lia) ltac:(lia)) as R.
  unfold to_golden, heap. cbn [the_heap]. split.
  - assert (forall r, left g (Position [x; y]) r -> r < y -> exists k, 1 <= k /\ k * x < y /\ y - r = k * x /\ 1 <= r) as K.
    { intros r H L. apply left_is in H; [|exact B]. destruct H as [[H ->] | ->].
      - exists (Z.quot y x). split; [nia|]. split; [lia|]. lia.
      - exists (Z.quot y x - 1). split; [nia|]. split; [nia|]. lia. }
    intros [(Y & r & X & -> & H & A & C & L & N) | (Y & r & X & -> & H & A & C & L & N)]; rewrite heap_of_two in A, C;
      (destruct A as [[_ ->] | [A _]]; [|lia]); (destruct C as [[C _] | [_ ->]]; [lia|]);
      destruct (K r H L) as (k & K1 & K2 & E & K3); exists k; rewrite <- E; replace (y - (y - r)) with r by lia;
      (split; [exact K1|]); (split; [lia|]); (split; [reflexivity|]); apply near_is; lia.
  - intros (k & K & L & -> & N). set (r := y - k * x) in *. assert (1 <= r) as P by lia.
    apply near_is in N; [|lia | exact P]. assert (r < 2 * x) as S by nia.
    assert (left g (Position [x; y]) r) as H.
    { apply left_is; [exact B|]. assert (k = Z.quot y x \/ k = Z.quot y x - 1) as [-> | ->] by nia; nia. }
    destruct N as [[N T] | [N T]]; [left | right]; exists y, r, x; rewrite !heap_of_two;
      (split; [f_equal; lia|]); (split; [exact H|]); lia.
Qed.
Theorem strategy_wins : strategy.
Proof.
  intros g p L. revert p L.
  apply (strategy_by (legal g) (cole_davie g) (move g) (to_golden g)
    (fun p M q => heaps_after ascending (fun i s => after g p M (t_heap i s)) (the_heap p) (the_heap q)) False).
  - intros p L. apply proved. exact L.
  - apply closed.
  - intros p L N _. apply legal_is in L as (x & y & B & ->). rewrite cole_davie_is in N.
    destruct (to_near x y B N) as (k & K & S & D). exists (Position (two x (y - k * x))), (t_take (k * x)).
    split; [apply to_golden_is; eauto 6|]. cbn [the_heap]. apply leaves; [|reflexivity]. apply take_is; [lia|]. eauto.
  - intros p M L _ W. apply legal_is in L as (x & y & B & ->). apply to_golden_is in W as (k & K & S & -> & _); [|exact B].
    apply take_is; [lia|]. eauto.
  - intros p M q L _ W R. apply legal_is in L as (x & y & B & ->). apply to_golden_is in W as (k & K & S & -> & D); [|exact B].
    cbn [the_heap] in R. apply leaves in R; [|apply take_is; [lia|]; eauto]. destruct q as [l]. cbn [the_heap] in R. subst l.
    apply near_two; [lia | lia | exact D].
Qed.
Print Assumptions strategy_wins.
Print Assumptions proved.
