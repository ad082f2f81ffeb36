(* Wythoff's Nim. Claim formula-3: The P-positions are the (x_n, y_n) with x_n = floor(phi*n) and y_n = x_n +
   n. *)
(* Here for 0..2 heaps of every size. *)
(* Printed from wythoff/rules.lp, wythoff/theorems.lp, wythoff/sequences.lp, wythoff/lemmas.lp,
   wythoff/beliefs.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_heap : list Z }.
Inductive term := t_both (_ : Z) | t_heap (_ : Z) (_ : Z) | t_lower (_ : Z) (_ : Z).

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists I : Z, (exists T : Z, (exists S
  : Z, X1 = (t_lower I T) /\ heap g p I S /\ 0 <= T <= (S - 1)))) \/ (exists D : Z, (exists X : Z, (exists A1
  : Z, X1 = (t_both D) /\ heap g p 1 X /\ heap g p 2 A1 /\ 1 <= D <= X))).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists I : Z, (exists T :
  Z, X1 = (t_lower I T) /\ X2 = (t_heap I T) /\ move g p (t_lower I T))) \/ (exists D : Z, (exists I : Z,
  (exists S : Z, X1 = (t_both D) /\ X2 = (t_heap I (S - D)) /\ move g p (t_both D) /\ heap g p I S))).
Definition heaps_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists A1
  : Z, X1 = [I] /\ heap g p I A1)).
(* The position (x,y), x <= y; a pile that is gone counts as 0. *)
Definition heaps (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = N /\ counted
  (heaps_elements1 g p) N).
Definition pair (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (X1 = 0 /\ X2 = 0 /\ heaps g p 0)
  \/ (exists Y : Z, X1 = 0 /\ X2 = Y /\ heaps g p 1 /\ heap g p 1 Y) \/ (exists X : Z, (exists Y : Z, X1 = X
  /\ X2 = Y /\ heaps g p 2 /\ heap g p 1 X /\ heap g p 2 Y)).
(* floor_phi(N,V): V = floor(phi*N) for the golden section phi, phi^2 = phi + 1. For naturals v <= phi*n iff
   v^2 - v*n - n^2 <= 0. *)
Definition floor_phi (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists N : Z, (exists V :
  Z, (exists A1 : Z, (exists Y : Z, X1 = N /\ X2 = V /\ pair g p A1 Y /\ 0 <= N <= Y /\ N <= V <= (2 * N) /\
  (((V * V) - (V * N)) - (N * N)) <= 0 /\ ((((V + 1) * (V + 1)) - ((V + 1) * N)) - (N * N)) > 0)))).
(* (3): x_n = floor(phi*n), y_n = x_n + n. % golden_pair/0: the piles are a pair (x_n, y_n) of the formula
   (3). *)
Definition golden_pair (g : parameters) (p : position) : Prop := (exists X : Z, (exists Y : Z, pair g p X Y
  /\ floor_phi g p (Y - X) X)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= Z.of_nat (length (the_heap p)) <=
  2 /\ in_order Z.le (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) False p <-> golden_pair
  g p).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors Pairs.

(* The position as a pair. *)
Lemma two_of p l : the_heap p = l -> p = Position l.
Proof. destruct p as [k]. cbn. intros ->. reflexivity. Qed.
Lemma legal_is g p : legal g p <-> exists x y, 0 <= x <= y /\ p = Position (two x y).
Proof.
  unfold legal, asked. split.
  - intros (_ & [_ C] & O). destruct (pair_of _ C O) as (x & y & B & E). exists x, y. split; [exact B|].
    apply two_of, E.
  - intros (x & y & B & ->). split; [exact I|]. apply two_legal; lia.
Qed.
Lemma pair_is g x y X Y : 0 <= x <= y -> (pair g (Position (two x y)) X Y <-> X = x /\ Y = y).
Proof. exact (paired_is x y X Y). Qed.
Lemma floor_phi_is g x y n v : 0 <= x <= y -> (floor_phi g (Position (two x y)) n v <-> 0 <= n <= y /\ 0 <= v /\ floor_is 1 n v).
Proof.
  intro B. unfold floor_phi. split.
  - intros (N & V & A & Y & -> & -> & P & C & D & F & G). apply pair_is in P; [|exact B]. destruct P as [-> ->].
    unfold floor_is, side_of. lia.
  - intros (C & V & F). exists n, v, x, y. rewrite pair_is by exact B.
    pose proof (floor_not_below 1 ltac:(lia) n v ltac:(lia) V F).
    destruct (floor_exists 1 ltac:(lia) n ltac:(lia)) as (w & W & G).
    pose proof (floor_unique 1 ltac:(lia) n v w V ltac:(lia) F G). unfold floor_is, side_of in F. lia.
Qed.
Definition golden (x y : Z) : Prop := floor_is 1 (y - x) x.
Lemma golden_pair_is g x y : 0 <= x <= y -> (golden_pair g (Position (two x y)) <-> golden x y).
Proof.
  intro B. unfold golden_pair, golden. split.
  - intros (X & Y & P & F). apply pair_is in P; [|exact B]. destruct P as [-> ->].
    apply floor_phi_is in F; [|exact B]. tauto.
  - intro F. exists x, y. split; [apply pair_is; [exact B | tauto]|]. apply floor_phi_is; [exact B|].
    split; [lia|]. split; [lia | exact F].
Qed.

(* The moves, in any order of what is left. *)
Definition leads (x y u v : Z) : Prop :=
  0 <= u < x /\ v = y \/ u = x /\ 0 <= v < y \/ exists d, 1 <= d <= x /\ u = x - d /\ v = y - d.
Lemma said_lower g l i t : move g (Position l) (t_lower i t) ->
  forall j s, after g (Position l) (t_lower i t) (t_heap j s) <-> j = i /\ s = t.
Proof.
  intros M j s. unfold after. split.
  - intros [(I & T & E & F & _) | (D & I & S & E & _)]; [|discriminate]. injection E as -> ->. injection F as -> ->. auto.
  - intros [-> ->]. left. exists i, t. auto.
Qed.
Lemma said_both g l d : move g (Position l) (t_both d) ->
  forall j s, after g (Position l) (t_both d) (t_heap j s) <-> heap_at l j (s + d).
Proof.
  intros M j s. unfold after, heap. cbn [the_heap]. split.
  - intros [(I & T & E & _) | (D & I & S & E & F & _ & H)]; [discriminate|]. injection E as ->. injection F as -> ->.
    replace (S - D + D) with S by ring. exact H.
  - intro H. right. exists d, j, (s + d). split; [reflexivity|]. replace (s + d - d) with s by ring. auto.
Qed.
Lemma moves_are g x y q : 0 <= x <= y -> moves g (Position (two x y)) q -> exists u v, leads x y u v /\ q = Position (two u v).
Proof.
  intros B (M & K & R). cbn [the_heap] in R. destruct (id K) as [(i & t & s & -> & H & T) | (d & X & A & -> & H & H' & D)].
  - pose proof (said_lower g _ i t K) as S. unfold heap in H. cbn [the_heap] in H. as_pair x y.
    + apply heap_of_none in H. destruct H.
    + apply heap_of_one in H as [-> ->]. apply after_one in R.
      * destruct R as (v & [A | [A _]] & E); [|destruct A; exists t; apply S; auto]. apply S in A as [_ ->].
        exists 0, t. split; [right; left; lia|]. apply two_of, E.
      * intros j r Q. apply S in Q. lia.
    + apply after_two in R; [|intros j r Q; apply S in Q; apply heap_of_two in H; lia].
      destruct R as (u & v & U & V & E). rewrite !S in U, V.
      assert (~ (exists r, after g (Position [x; y]) (t_lower i t) (t_heap 1 r)) -> i <> 1) as N1.
      { intros N ->. apply N. exists t. apply S. auto. }
      assert (~ (exists r, after g (Position [x; y]) (t_lower i t) (t_heap 2 r)) -> i <> 2) as N2.
      { intros N ->. apply N. exists t. apply S. auto. }
      apply heap_of_two in H. exists u, v. split; [|apply two_of, E]. unfold leads.
      destruct U as [U | [N U]]; [|apply N1 in N]; destruct V as [V | [N' V]]; try apply N2 in N'; lia.
  - pose proof (said_both g _ d K) as S. unfold heap in H, H'. cbn [the_heap] in H, H'. as_pair x y.
    + apply heap_of_none in H. destruct H.
    + apply heap_of_one in H'. lia.
    + apply heap_of_two in H. apply after_two in R; [|intros j r Q; apply S in Q; apply heap_of_two in Q; lia].
      destruct R as (u & v & U & V & E). rewrite !S in U, V. rewrite !heap_of_two in U, V.
      assert (~ (exists r, after g (Position [x; y]) (t_both d) (t_heap 1 r)) -> False) as N1.
      { intros N. apply N. exists (x - d). apply S. apply heap_of_two. lia. }
      assert (~ (exists r, after g (Position [x; y]) (t_both d) (t_heap 2 r)) -> False) as N2.
      { intros N. apply N. exists (y - d). apply S. apply heap_of_two. lia. }
      exists u, v. split; [|apply two_of, E]. right. right. exists d.
      destruct U as [U | [N _]]; [|destruct (N1 N)]; destruct V as [V | [N' _]]; [|destruct (N2 N')]. lia.
Qed.
Lemma lowers_first g x y t : 0 < x <= y -> 0 <= t < x -> moves g (Position (two x y)) (Position (two t y)).
Proof.
  intros B T. rewrite (two_both x y) by lia. exists (t_lower 1 t).
  assert (move g (Position [x; y]) (t_lower 1 t)) as K.
  { left. exists 1, t, x. split; [reflexivity|]. split; [apply heap_of_two; lia | lia]. }
  split; [exact K|]. cbn [the_heap]. apply after_two; [intros j r Q; apply said_lower in Q; [lia | exact K]|].
  exists t, y. rewrite (said_lower g _ 1 t K). split; [auto|]. split; [|reflexivity]. right. split; [|reflexivity].
  intros [V Q]. apply said_lower in Q; [lia | exact K].
Qed.
Lemma lowers_second g x y t : 0 <= x <= y -> 0 <= t < y -> moves g (Position (two x y)) (Position (two x t)).
Proof.
  intros B T. as_pair x y; [lia | |].
  - exists (t_lower 1 t). assert (move g (Position [y]) (t_lower 1 t)) as K.
    { left. exists 1, t, y. split; [reflexivity|]. split; [apply heap_of_one; lia | lia]. }
    split; [exact K|]. cbn [the_heap]. apply after_one; [intros j r Q; apply said_lower in Q; [lia | exact K]|].
    exists t. rewrite (said_lower g _ 1 t K). split; [left; auto | reflexivity].
  - exists (t_lower 2 t). assert (move g (Position [x; y]) (t_lower 2 t)) as K.
    { left. exists 2, t, y. split; [reflexivity|]. split; [apply heap_of_two; lia | lia]. }
    split; [exact K|]. cbn [the_heap]. apply after_two; [intros j r Q; apply said_lower in Q; [lia | exact K]|].
    exists x, t. split; [|split; [left; apply (said_lower g _ 2 t K); auto | reflexivity]].
    right. split; [|reflexivity].
    intros [V Q]. apply said_lower in Q; [lia | exact K].
Qed.
Lemma lowers_both g x y d : 1 <= d <= x -> x <= y -> moves g (Position (two x y)) (Position (two (x - d) (y - d))).
Proof.
  intros D B. rewrite (two_both x y) by lia. exists (t_both d).
  assert (move g (Position [x; y]) (t_both d)) as K.
  { right. exists d, x, y. split; [reflexivity|]. unfold heap. cbn [the_heap]. rewrite !heap_of_two. lia. }
  split; [exact K|]. cbn [the_heap].
  apply after_two; [intros j r Q; apply said_both in Q; [apply heap_of_two in Q; lia | exact K]|].
  exists (x - d), (y - d). rewrite !(said_both g _ d K), !heap_of_two. split; [lia|]. split; [lia | reflexivity].
Qed.

(* Whether a move leads from one such pair to another, and from every other pair to one. *)
Definition golden_either (u v : Z) : Prop := u <= v /\ golden u v \/ v <= u /\ golden v u.
Lemma not_both_golden x y u v : 0 <= x <= y -> leads x y u v -> golden x y -> golden_either u v -> False.
Proof.
  unfold golden_either, golden. intros B L G E. pose proof (floor_grows 1 ltac:(lia)) as grows.
  assert (0 <= u /\ 0 <= v) as P by (destruct L as [L | [L | (d & D & L)]]; lia).
  destruct L as [[U ->] | [[-> V] | (d & D & -> & ->)]].
  - destruct E as [[O E] | [O E]]; [|lia]. pose proof (grows (y - x) (y - u) x u ltac:(lia) ltac:(lia) ltac:(lia) G E). lia.
  - destruct E as [[O E] | [O E]].
    + pose proof (grows (v - x) (y - x) x x ltac:(lia) ltac:(lia) ltac:(lia) E G). lia.
    + destruct (Z.eq_dec x v) as [-> | N].
      * pose proof (grows (v - v) (y - v) v v ltac:(lia) ltac:(lia) ltac:(lia) E G). lia.
      * assert (0 < y - x) as N'.
        { destruct (Z.eq_dec (y - x) 0) as [Z | Z]; [|lia]. rewrite Z in G.
          apply floor_of_nothing in G; lia. }
        pose proof (floor_not_below 1 ltac:(lia) (x - v) v ltac:(lia) ltac:(lia) E).
        assert (floor_is 1 (x - v) (x - 1 * (x - v))) as F by (replace (x - 1 * (x - v)) with v by ring; exact E).
        exact (disjoint 1 ltac:(lia) x (x - v) (y - x) ltac:(lia) ltac:(lia) ltac:(lia) G F).
  - replace (y - d - (x - d)) with (y - x) in E by ring. destruct E as [[O E] | [O E]].
    + pose proof (floor_unique 1 ltac:(lia) (y - x) x (x - d) ltac:(lia) ltac:(lia) G E). lia.
    + assert (x = y) as -> by lia. replace (y - d - (y - d)) with (y - y) in E by ring.
      pose proof (floor_unique 1 ltac:(lia) (y - y) y (y - d) ltac:(lia) ltac:(lia) G E). lia.
Qed.

Lemma golden_of g u v : 0 <= u -> 0 <= v -> (golden_pair g (Position (two u v)) <-> golden_either u v).
Proof.
  intros U V. unfold golden_either. destruct (Z_lt_le_dec v u) as [L | L].
  - rewrite two_swapped, golden_pair_is by lia. split; [intro A; right; split; [lia | exact A]|].
    intros [[A _] | [_ A]]; [lia | exact A].
  - rewrite golden_pair_is by lia. split; [auto|]. intros [[_ A] | [A G]]; [exact A|].
    assert (u = v) as -> by lia. exact G.
Qed.

Lemma to_golden g x y : 0 <= x <= y -> ~ golden x y -> exists q, moves g (Position (two x y)) q /\ golden_pair g q.
Proof.
  intros B N. unfold golden in N. pose proof (floor_grows 1 ltac:(lia)) as grows.
  destruct (floor_exists 1 ltac:(lia) (y - x) ltac:(lia)) as (v & V & F).
  destruct (Z_lt_le_dec v x) as [L | L].
  - exists (Position (two (x - (x - v)) (y - (x - v)))). split; [apply lowers_both; lia|].
    apply golden_of; [lia | lia |]. left. split; [lia|]. unfold golden.
    replace (y - (x - v) - (x - (x - v))) with (y - x) by ring. replace (x - (x - v)) with v by ring. exact F.
  - destruct (Z.eq_dec v x) as [-> | D]; [destruct (N F)|]. destruct (Z.eq_dec x 0) as [-> | X].
    + exists (Position (two 0 0)). split; [apply lowers_second; lia|]. apply golden_of; [lia | lia |].
      left. split; [lia|]. unfold golden, floor_is, side_of. lia.
    + destruct (covering 1 ltac:(lia) x ltac:(lia)) as (n & C & [G | [P G]]).
      * assert (n < y - x) as S.
        { destruct (Z_lt_le_dec n (y - x)) as [S | S]; [exact S|]. exfalso. destruct (Z.eq_dec n (y - x)) as [-> | E].
          - pose proof (floor_unique 1 ltac:(lia) (y - x) v x ltac:(lia) ltac:(lia) F G). lia.
          - pose proof (grows (y - x) n v x ltac:(lia) ltac:(lia) ltac:(lia) F G). lia. }
        exists (Position (two x (x + n))). split; [apply lowers_second; lia|]. apply golden_of; [lia | lia |].
        left. split; [lia|]. unfold golden. replace (x + n - x) with n by ring. exact G.
      * exists (Position (two x (x - 1 * n))). split; [apply lowers_second; lia|]. apply golden_of; [lia | lia |].
        right. split; [lia|]. unfold golden. replace (x - (x - 1 * n)) with n by ring. exact G.
Qed.

Theorem proved : theorem.
Proof.
  intros g p L. revert p L. apply (kernel position (legal g) (moves g) False (fun p => stones (the_heap p)) (golden_pair g)).
  - intros p L. apply legal_is in L as (x & y & B & ->). rewrite golden_pair_is by exact B. unfold golden, floor_is. lia.
  - intros p q L M. apply legal_is in L as (x & y & B & ->). apply moves_are in M as (u & v & M & ->); [|exact B].
    split; [exact I|]. apply two_legal; destruct M as [M | [M | (d & D & M)]]; lia.
  - intros p q L M. apply legal_is in L as (x & y & B & ->). apply moves_are in M as (u & v & M & ->); [|exact B].
    cbn [the_heap]. rewrite !stones_of_two by (destruct M as [M | [M | (d & D & M)]]; lia). destruct M as [M | [M | (d & D & M)]]; lia.
  - intros p q L C M D. apply legal_is in L as (x & y & B & ->). apply moves_are in M as (u & v & M & ->); [|exact B].
    rewrite golden_pair_is in C by exact B. apply golden_of in D; [|destruct M as [M | [M | (d & E & M)]]; lia..].
    exact (not_both_golden x y u v B M C D).
  - intros [].
  - intros p L N. apply legal_is in L as (x & y & B & ->). left. apply to_golden; [exact B|].
    rewrite <- (golden_pair_is g) by exact B. exact N.
Qed.
Print Assumptions proved.
