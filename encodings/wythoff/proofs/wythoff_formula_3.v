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

(* The strategy of the claim: to_pair names moves. *)
(* % to_pair/1: the winning moves, to a pair of the formula (3). *)
Definition to_pair (g : parameters) (p : position) (X1 : term) : Prop := (exists X : Z, (exists V : Z,
  (exists Y : Z, X1 = (t_both (X - V)) /\ pair g p X Y /\ floor_phi g p (Y - X) V /\ V < X))) \/ (exists X :
  Z, (exists N : Z, (exists Y : Z, X1 = (t_lower 2 (X + N)) /\ pair g p X Y /\ 1 <= N <= X /\ floor_phi g p N
  X /\ (X + N) < Y))) \/ (exists X : Z, (exists N : Z, (exists Y : Z, X1 = (t_lower 2 (X - N)) /\ pair g p X
  Y /\ 1 <= N <= X /\ floor_phi g p N (X - N) /\ (X - N) > 0))) \/ (exists Y : Z, X1 = (t_lower 1 0) /\ pair
  g p 0 Y /\ Y > 0).
Definition strategy_moves (g : parameters) (p q : position) : Prop := exists M : term, to_pair g p M /\
  heaps_after ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).
(* Where the player to move wins and can move, it names moves, all of the game, and each leads to a
   P-position. *)
Definition strategy : Prop := forall g p, legal g p -> ~ P_position position (moves g) False p -> (exists q,
  moves g p q) -> (exists q, strategy_moves g p q) /\ (forall q, strategy_moves g p q -> P_position position
  (moves g) False q) /\ (forall M, to_pair g p M -> move g p M).

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
(* What the named moves leave. *)
Definition left_by (g : parameters) (l : list Z) (M : term) (q : list Z) : Prop :=
  heaps_after ascending (fun i s => after g (Position l) M (t_heap i s)) l q.
Lemma lowers_one g y t : 0 <= t < y ->
  move g (Position [y]) (t_lower 1 t) /\ forall q, left_by g [y] (t_lower 1 t) q <-> q = two 0 t.
Proof.
  intro T. assert (move g (Position [y]) (t_lower 1 t)) as K.
  { left. exists 1, t, y. split; [reflexivity|]. split; [apply heap_of_one; lia | lia]. }
  split; [exact K|]. intro q. pose proof (said_lower g _ 1 t K) as S. unfold left_by.
  rewrite after_one by (intros j r Q; apply S in Q; lia). split.
  - intros (v & [V | [N _]] & ->); [apply S in V as [_ ->]; reflexivity|]. destruct N. exists t. apply S. auto.
  - intros ->. exists t. split; [left; apply S; auto | reflexivity].
Qed.
Lemma lowers_second g x y t : 0 < x <= y -> 0 <= t < y ->
  move g (Position [x; y]) (t_lower 2 t) /\ forall q, left_by g [x; y] (t_lower 2 t) q <-> q = two x t.
Proof.
  intros B T. assert (move g (Position [x; y]) (t_lower 2 t)) as K.
  { left. exists 2, t, y. split; [reflexivity|]. split; [apply heap_of_two; lia | lia]. }
  split; [exact K|]. intro q. pose proof (said_lower g _ 2 t K) as S. unfold left_by.
  rewrite after_two by (intros j r Q; apply S in Q; lia). split.
  - intros (u & v & U & V & ->). destruct U as [U | [_ ->]]; [apply S in U; lia|].
    destruct V as [V | [N _]]; [apply S in V as [_ ->]; reflexivity|]. destruct N. exists t. apply S. auto.
  - intros ->. exists x, t. split; [|split; [left; apply S; auto | reflexivity]]. right. split; [|reflexivity].
    intros [V Q]. apply S in Q. lia.
Qed.
Lemma lowers_both g x y d : 1 <= d <= x -> x <= y ->
  move g (Position [x; y]) (t_both d) /\ forall q, left_by g [x; y] (t_both d) q <-> q = two (x - d) (y - d).
Proof.
  intros D B. assert (move g (Position [x; y]) (t_both d)) as K.
  { right. exists d, x, y. split; [reflexivity|]. unfold heap. cbn [the_heap]. rewrite !heap_of_two. lia. }
  split; [exact K|]. intro q. pose proof (said_both g _ d K) as S. unfold left_by.
  rewrite after_two by (intros j r Q; apply S in Q; apply heap_of_two in Q; lia). split.
  - intros (u & v & U & V & ->). rewrite !S, !heap_of_two in U, V. f_equal.
    + destruct U as [U | [N _]]; [lia|]. destruct N. exists (x - d). apply S, heap_of_two. lia.
    + destruct V as [V | [N _]]; [lia|]. destruct N. exists (y - d). apply S, heap_of_two. lia.
  - intros ->. exists (x - d), (y - d). rewrite !S, !heap_of_two. split; [lia|]. split; [lia | reflexivity].
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

(* From every other pair the strategy names a move, and those that it names lead to one of these. *)
Lemma one_named g x y : 0 <= x <= y -> ~ golden x y -> exists M, to_pair g (Position (two x y)) M.
Proof.
  intros B N. unfold golden in N. pose proof (floor_grows 1 ltac:(lia)) as grows.
  assert (forall n v, 0 <= n <= y -> 0 <= v -> floor_is 1 n v -> floor_phi g (Position (two x y)) n v) as floor.
  { intros n v P V F. apply floor_phi_is; auto. }
  assert (pair g (Position (two x y)) x y) as P by (apply pair_is; auto).
  destruct (floor_exists 1 ltac:(lia) (y - x) ltac:(lia)) as (v & V & F).
  destruct (Z_lt_le_dec v x) as [L | L].
  - exists (t_both (x - v)). left. exists x, v, y. split; [reflexivity|]. split; [exact P|].
    split; [apply floor; auto; lia | exact L].
  - destruct (Z.eq_dec v x) as [-> | D]; [destruct (N F)|]. destruct (Z.eq_dec x 0) as [-> | X].
    + exists (t_lower 1 0). right. right. right. exists y. split; [reflexivity|]. split; [exact P | lia].
    + destruct (covering 1 ltac:(lia) x ltac:(lia)) as (n & C & [G | [Q G]]).
      * assert (n < y - x) as S.
        { destruct (Z_lt_le_dec n (y - x)) as [S | S]; [exact S|]. exfalso. destruct (Z.eq_dec n (y - x)) as [-> | E].
          - pose proof (floor_unique 1 ltac:(lia) (y - x) v x ltac:(lia) ltac:(lia) F G). lia.
          - pose proof (grows (y - x) n v x ltac:(lia) ltac:(lia) ltac:(lia) F G). lia. }
        exists (t_lower 2 (x + n)). right. left. exists x, n, y. split; [reflexivity|]. split; [exact P|].
        split; [exact C|]. split; [apply floor; auto; lia | lia].
      * exists (t_lower 2 (x - n)). right. right. left. exists x, n, y. split; [reflexivity|]. split; [exact P|].
        split; [exact C|]. replace (x - 1 * n) with (x - n) in * by ring. split; [apply floor; auto; lia | lia].
Qed.
Lemma named_wins g x y M : 0 <= x <= y -> to_pair g (Position (two x y)) M ->
  move g (Position (two x y)) M /\ exists u v, 0 <= u /\ 0 <= v /\ golden_either u v /\
    forall q, left_by g (two x y) M q <-> q = two u v.
Proof.
  intros B W. unfold golden_either, golden. destruct W as [(X & V & Y & -> & P & F & L) |
    [(X & n & Y & -> & P & C & F & L) | [(X & n & Y & -> & P & C & F & L) | (Y & -> & P & L)]]];
    apply pair_is in P; try exact B; destruct P as [E ->]; subst; try (apply floor_phi_is in F as (_ & Q & F); [|exact B]);
    try rewrite (two_both x y) by lia.
  - destruct (lowers_both g x y (x - V) ltac:(lia) ltac:(lia)) as [K R]. split; [exact K|]. eexists _, _.
    split; [|split; [|split; [|exact R]]]; [lia | lia |]. left. split; [lia|].
    replace (y - (x - V) - (x - (x - V))) with (y - x) by ring. replace (x - (x - V)) with V by ring. exact F.
  - destruct (lowers_second g x y (x + n) ltac:(lia) ltac:(lia)) as [K R]. split; [exact K|]. eexists _, _.
    split; [|split; [|split; [|exact R]]]; [lia | lia |]. left. split; [lia|]. replace (x + n - x) with n by ring. exact F.
  - destruct (lowers_second g x y (x - n) ltac:(lia) ltac:(lia)) as [K R]. split; [exact K|]. eexists _, _.
    split; [|split; [|split; [|exact R]]]; [lia | lia |]. right. split; [lia|]. replace (x - (x - n)) with n by ring. exact F.
  - rewrite (two_one y) by lia. destruct (lowers_one g y 0 ltac:(lia)) as [K R]. split; [exact K|]. eexists _, _.
    split; [|split; [|split; [|exact R]]]; [lia | lia |]. left. split; [lia|]. unfold floor_is, side_of. lia.
Qed.
Lemma closed g p q : legal g p -> moves g p q -> legal g q.
Proof.
  intros L M. apply legal_is in L as (x & y & B & ->). apply moves_are in M as (u & v & M & ->); [|exact B].
  split; [exact I|]. apply two_legal; destruct M as [M | [M | (d & D & M)]]; lia.
Qed.

Theorem proved : theorem.
Proof.
  intros g p L. revert p L. apply (kernel position (legal g) (moves g) False (fun p => stones (the_heap p)) (golden_pair g)).
  - intros p L. apply legal_is in L as (x & y & B & ->). rewrite golden_pair_is by exact B. unfold golden, floor_is. lia.
  - apply closed.
  - intros p q L M. apply legal_is in L as (x & y & B & ->). apply moves_are in M as (u & v & M & ->); [|exact B].
    cbn [the_heap]. rewrite !stones_of_two by (destruct M as [M | [M | (d & D & M)]]; lia). destruct M as [M | [M | (d & D & M)]]; lia.
  - intros p q L C M D. apply legal_is in L as (x & y & B & ->). apply moves_are in M as (u & v & M & ->); [|exact B].
    rewrite golden_pair_is in C by exact B. apply golden_of in D; [|destruct M as [M | [M | (d & E & M)]]; lia..].
    exact (not_both_golden x y u v B M C D).
  - intros [].
  - intros p L N. apply legal_is in L as (x & y & B & ->). left. rewrite golden_pair_is in N by exact B.
    destruct (one_named g x y B N) as [M W]. destruct (named_wins g x y M B W) as (K & u & v & U & V & G & R).
    exists (Position (two u v)). split; [exists M; split; [exact K | apply R; reflexivity]|]. apply golden_of; assumption.
Qed.
Theorem strategy_wins : strategy.
Proof.
  intros g p L. revert p L.
  apply (strategy_by (legal g) (golden_pair g) (move g) (to_pair g)
    (fun p M q => heaps_after ascending (fun i s => after g p M (t_heap i s)) (the_heap p) (the_heap q)) False).
  - intros p L. apply proved. exact L.
  - apply closed.
  - intros p L N _. apply legal_is in L as (x & y & B & ->). rewrite golden_pair_is in N by exact B.
    destruct (one_named g x y B N) as [M W]. destruct (named_wins g x y M B W) as (K & u & v & U & V & G & R).
    exists (Position (two u v)), M. split; [exact W | apply R; reflexivity].
  - intros p M L _ W. apply legal_is in L as (x & y & B & ->). apply (named_wins g x y M B W).
  - intros p M q L _ W R'. apply legal_is in L as (x & y & B & ->).
    destruct (named_wins g x y M B W) as (K & u & v & U & V & G & R). apply R in R'. apply two_of in R'. subst q.
    apply golden_of; assumption.
Qed.
Print Assumptions strategy_wins.
Print Assumptions proved.
