(* Gurvich's NIM(a,b). Claim section-3-4-a-0: The P-positions of NIM(0,b) are x_n = y_n = b*n. *)
(* Here for a = 0; every b from 1 on; 0..2 heaps of every size. *)
(* Printed from nim_ab/rules.lp, nim_ab/theorems.lp, nim_ab/sequences.lp, nim_ab/limit.lp, nim_ab/lemmas.lp,
   nim_ab/rows.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_a : Z; the_b : Z }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_take (_ : Z) (_ : Z).

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
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists D : Z, (exists E : Z, X1 =
  (t_take D E) /\ legal_ g p D E)).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists D : Z, (exists E :
  Z, (exists N : Z, (exists X : Z, (exists A1 : Z, X1 = (t_take D E) /\ X2 = (t_heap (N - 1) (X - D)) /\
  legal_ g p D E /\ pair g p X A1 /\ heaps g p N /\ N = 2))))) \/ (exists D : Z, (exists E : Z, (exists N :
  Z, (exists Y : Z, (exists A1 : Z, X1 = (t_take D E) /\ X2 = (t_heap N (Y - E)) /\ legal_ g p D E /\ pair g
  p A1 Y /\ heaps g p N))))).
(* a = 0: x_n = y_n = b*n, and b*n + 1 for n >= 1 when the last stone loses. % equal_multiple/0,
   equal_multiple_misere/0: the P-positions of either play for a = 0. *)
Definition equal_multiple (g : parameters) (p : position) : Prop := (exists X : Z, (exists Y : Z, pair g p X
  Y /\ X = Y /\ (the_b g) <> 0 /\ (Z.rem X (the_b g)) = 0)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 0 <= the_a g <= 0 /\ 1 <= the_b g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= Z.of_nat (length (the_heap p)) <=
  2 /\ in_order Z.le (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) False p <->
  equal_multiple g p).

(* The strategy of the claim: to_multiple names moves. *)
(* % to_multiple/1, to_multiple_misere/1: the winning moves of either play for a = 0. *)
Definition to_multiple (g : parameters) (p : position) (X1 : term) : Prop := (exists D : Z, (exists Y : Z,
  (exists X : Z, X1 = (t_take D ((Y - X) + D)) /\ pair g p X Y /\ (the_b g) <> 0 /\ D = (Z.rem X (the_b
  g))))).
Definition strategy_moves (g : parameters) (p q : position) : Prop := exists M : term, to_multiple g p M /\
  heaps_after ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).
(* Where the player to move wins and can move, it names moves, all of the game, and each leads to a
   P-position. *)
Definition strategy : Prop := forall g p, legal g p -> ~ P_position position (moves g) False p -> (exists q,
  moves g p q) -> (exists q, strategy_moves g p q) /\ (forall q, strategy_moves g p q -> P_position position
  (moves g) False q) /\ (forall M, to_multiple g p M -> move g p M).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Pairs.

Section Here.
Variable g : parameters.
Variables x y : Z.
Hypothesis asked_g : asked g.
Hypothesis order : 0 <= x <= y.
Let p := Position (two x y).
Let b := the_b g.

Lemma pair_is X Y : pair g p X Y <-> X = x /\ Y = y.
Proof. exact (paired_is x y X Y order). Qed.
Lemma legal_is D E : legal_ g p D E <-> 0 <= D <= x /\ 0 <= E <= y /\ D + E > 0 /\ (D < b \/ E < b).
Proof.
  assert (takes g p D E <-> 0 <= D <= x /\ 0 <= E <= y /\ D + E > 0) as T.
  { unfold takes. split.
    - intros (d & e & X & Y & -> & -> & P & R). apply pair_is in P. destruct P as [-> ->]. exact R.
    - intro R. exists D, E, x, y. rewrite pair_is. auto. }
  unfold legal_, b. destruct asked_g as [A _]. split.
  - intros [(d & e & -> & -> & K & L) | [(d & e & -> & -> & K & L) | (d & e & -> & -> & K & L)]]; apply T in K; lia.
  - intros (U & V & S & [C | C]); [left | right; left]; exists D, E; rewrite T; tauto.
Qed.

(* What is said of the heaps after a move, and what it leaves. *)
Lemma said_is D E i s : legal_ g p D E -> (after g p (t_take D E) (t_heap i s) <->
  Z.of_nat (length (two x y)) = 2 /\ i = 1 /\ s = x - D \/ i = Z.of_nat (length (two x y)) /\ s = y - E).
Proof.
  intro L. unfold after. assert (forall n, heaps g p n <-> n = Z.of_nat (length (two x y))) as H.
  { intro n. exact (as_many_is (two x y) n). }
  split.
  - intros [(d & e & n & X & Y & M & F & _ & P & N & ->) | (d & e & n & Y & X & M & F & _ & P & N)];
      injection M as -> ->; injection F as -> ->; apply pair_is in P; destruct P as [-> ->]; apply H in N; auto.
  - intros [(N & -> & ->) | [-> ->]].
    + left. exists D, E, 2, x, y. rewrite pair_is, H. auto 8.
    + right. exists D, E. eexists. exists y, x. rewrite pair_is, H. auto 8.
Qed.
Lemma leaves D E q : legal_ g p D E ->
  (heaps_after ascending (fun i s => after g p (t_take D E) (t_heap i s)) (two x y) q <-> q = two (x - D) (y - E)).
Proof.
  intro L. pose proof (proj1 (legal_is D E) L) as R. apply after_taking; [exact order | lia..|].
  intros i s. exact (said_is D E i s L).
Qed.
Lemma moves_are q : moves g p q <-> exists D E, legal_ g p D E /\ q = Position (two (x - D) (y - E)).
Proof.
  unfold moves. split.
  - intros (M & (D & E & -> & L) & R). apply (leaves D E _ L) in R. exists D, E. split; [exact L|].
    destruct q as [l]. cbn [the_heap] in R. rewrite R. reflexivity.
  - intros (D & E & L & ->). exists (t_take D E). split; [exists D, E; auto|]. apply (leaves D E _ L). reflexivity.
Qed.
Lemma equal_multiple_is : equal_multiple g p <-> x = y /\ Z.rem x b = 0.
Proof.
  unfold equal_multiple. destruct asked_g as [_ B]. split.
  - intros (X & Y & P & E & _ & R). apply pair_is in P. destruct P as [-> ->]. auto.
  - intros [E R]. exists x, y. rewrite pair_is. unfold b in R. repeat split; lia || assumption.
Qed.
End Here.

Lemma as_two g p : legal g p -> asked g /\ exists x y, 0 <= x <= y /\ p = Position (two x y).
Proof.
  intros (A & [_ C] & O). split; [exact A|]. destruct (pair_of _ C O) as (x & y & B & E). exists x, y.
  split; [exact B|]. destruct p as [l]. cbn [the_heap] in E. rewrite E. reflexivity.
Qed.
Lemma of_any_two g u v : asked g -> 0 <= u -> 0 <= v ->
  (equal_multiple g (Position (two u v)) <-> u = v /\ Z.rem u (the_b g) = 0).
Proof.
  intros A U V. destruct (Z_lt_le_dec v u) as [L | L].
  - rewrite two_swapped, (equal_multiple_is g v u A) by lia. lia.
  - apply equal_multiple_is; [exact A | lia].
Qed.

Lemma closed g p q : legal g p -> moves g p q -> legal g q.
Proof.
  intros L M. destruct (as_two g p L) as (A & x & y & B & ->). apply (moves_are g x y A B) in M.
  destruct M as (D & E & K & ->). apply (legal_is g x y A B) in K. split; [exact A|]. apply two_legal; lia.
Qed.

(* The named move takes r from the first heap, the remainder of x when divided by b, and leaves equal heaps. *)
Lemma to_multiple_is g x y M : asked g -> 0 <= x <= y ->
  (to_multiple g (Position (two x y)) M <-> M = t_take (Z.rem x (the_b g)) (y - x + Z.rem x (the_b g))).
Proof.
  intros A B. unfold to_multiple. pose proof (proj2 A) as P. split.
  - intros (D & Y & X & -> & H & _ & ->). apply pair_is in H; [|exact B]. destruct H as [-> ->]. reflexivity.
  - intros ->. exists (Z.rem x (the_b g)), y, x. rewrite pair_is by exact B. repeat split. lia.
Qed.
Lemma to_multiple_wins g x y : asked g -> 0 <= x <= y -> ~ equal_multiple g (Position (two x y)) ->
  let d := Z.rem x (the_b g) in
  legal_ g (Position (two x y)) d (y - x + d) /\ equal_multiple g (Position (two (x - d) (y - (y - x + d)))).
Proof.
  intros A B N d. rewrite (equal_multiple_is g x y A B) in N.
  pose proof (proj2 A) as P. pose proof (Z.rem_bound_pos x (the_b g) ltac:(lia) ltac:(lia)) as R.
  pose proof (Z.rem_le x (the_b g) ltac:(lia) ltac:(lia)) as S. pose proof (Z.quot_rem' x (the_b g)) as Q.
  fold d in N, R, S, Q. clearbody d. split; [apply (legal_is g x y A B); lia|].
  apply of_any_two; [exact A | lia | lia |]. split; [lia|]. replace (x - d) with (Z.quot x (the_b g) * the_b g) by lia.
  apply Z.rem_mul. lia.
Qed.

Theorem proved : theorem.
Proof.
  intros g p L. revert p L. apply (kernel position (legal g) (moves g) False (fun p => stones (the_heap p)) (equal_multiple g)).
  - intros p L. destruct (as_two g p L) as (A & x & y & B & ->). rewrite (equal_multiple_is g x y A B). lia.
  - apply closed.
  - intros p q L M. destruct (as_two g p L) as (A & x & y & B & ->). apply (moves_are g x y A B) in M.
    destruct M as (D & E & K & ->). apply (legal_is g x y A B) in K. cbn [the_heap]. rewrite !stones_of_two by lia. lia.
  - intros p q L C M F. destruct (as_two g p L) as (A & x & y & B & ->). apply (moves_are g x y A B) in M.
    destruct M as (D & E & K & ->). apply (legal_is g x y A B) in K. apply (equal_multiple_is g x y A B) in C.
    apply of_any_two in F; [|exact A | lia | lia]. destruct C as [-> C], F as [F G], A as [_ P].
    assert (D = E) as -> by lia. pose proof (Z.quot_rem' y (the_b g)) as Q. pose proof (Z.quot_rem' (y - E) (the_b g)) as R.
    assert (the_b g * (Z.quot y (the_b g) - Z.quot (y - E) (the_b g)) = E) by lia.
    destruct (Z_lt_le_dec (Z.quot (y - E) (the_b g)) (Z.quot y (the_b g))); nia.
  - intros [].
  - intros p L N. destruct (as_two g p L) as (A & x & y & B & ->). left. destruct (to_multiple_wins g x y A B N) as [K E].
    eexists. split; [|exact E]. apply (moves_are g x y A B). eauto.
Qed.
Theorem strategy_wins : strategy.
Proof.
  intros g p L. revert p L.
  apply (strategy_by (legal g) (equal_multiple g) (move g) (to_multiple g)
    (fun p M q => heaps_after ascending (fun i s => after g p M (t_heap i s)) (the_heap p) (the_heap q)) False).
  - intros p L. apply proved. exact L.
  - apply closed.
  - intros p L N _. destruct (as_two g p L) as (A & x & y & B & ->). destruct (to_multiple_wins g x y A B N) as [K _].
    eexists (Position _), _. split; [apply to_multiple_is; [exact A | exact B | reflexivity]|].
    apply (leaves g x y A B _ _ _ K). reflexivity.
  - intros p M L N W. destruct (as_two g p L) as (A & x & y & B & ->). destruct (to_multiple_wins g x y A B N) as [K _].
    apply to_multiple_is in W; [|exact A | exact B]. subst M. unfold move. eauto.
  - intros p M q L N W R. destruct (as_two g p L) as (A & x & y & B & ->). destruct (to_multiple_wins g x y A B N) as [K E].
    apply to_multiple_is in W; [|exact A | exact B]. subst M. apply (leaves g x y A B _ _ _ K) in R.
    destruct q as [l]. cbn [the_heap] in R. subst l. exact E.
Qed.
Print Assumptions strategy_wins.
Print Assumptions proved.
