(* Gurvich's NIM(a,b). Claim section-3-4-a-0-misere: When the last stone loses they are (0,1), (1,0) and x_n
   = y_n = b*n + 1 for n >= 1. *)
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
Definition equal_multiple_misere (g : parameters) (p : position) : Prop := pair g p 0 1 \/ (exists X : Z,
  (exists Y : Z, pair g p X Y /\ X = Y /\ X > (the_b g) /\ (the_b g) <> 0 /\ (Z.rem (X - 1) (the_b g)) = 0)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 0 <= the_a g <= 0 /\ 1 <= the_b g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= Z.of_nat (length (the_heap p)) <=
  2 /\ in_order Z.le (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) True p <->
  equal_multiple_misere g p).

(* The strategy of the claim: to_multiple_misere names moves. *)
Definition to_multiple_misere (g : parameters) (p : position) (X1 : term) : Prop := (exists Y : Z, X1 =
  (t_take 0 (Y - 1)) /\ pair g p 0 Y /\ Y > 1) \/ (exists X : Z, (exists Y : Z, X1 = (t_take (X - 1) Y) /\
  pair g p X Y /\ X > 0 /\ X <= (the_b g))) \/ (exists D : Z, (exists Y : Z, (exists X : Z, X1 = (t_take D
  ((Y - X) + D)) /\ pair g p X Y /\ X > (the_b g) /\ (the_b g) <> 0 /\ D = (Z.rem (X - 1) (the_b g))))).
Definition strategy_moves (g : parameters) (p q : position) : Prop := exists M : term, to_multiple_misere g p
  M /\ heaps_after ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).
(* Where the player to move wins and can move, it names moves, all of the game, and each leads to a
   P-position. *)
Definition strategy : Prop := forall g p, legal g p -> ~ P_position position (moves g) True p -> (exists q,
  moves g p q) -> (exists q, strategy_moves g p q) /\ (forall q, strategy_moves g p q -> P_position position
  (moves g) True q) /\ (forall M, to_multiple_misere g p M -> move g p M).

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
Definition lost (b u v : Z) : Prop := u = 0 /\ v = 1 \/ u = v /\ u > b /\ Z.rem (u - 1) b = 0.
Lemma equal_multiple_misere_is : equal_multiple_misere g p <-> lost b x y.
Proof.
  unfold equal_multiple_misere, lost. rewrite pair_is. destruct asked_g as [_ B]. split.
  - intros [H | (X & Y & P & E & L & _ & R)]; [lia|]. apply pair_is in P. destruct P as [-> ->]. unfold b. auto.
  - intros [H | [E [L R]]]; [lia|]. right. exists x, y. rewrite pair_is. unfold b in R, L. repeat split; lia || assumption.
Qed.
End Here.

Lemma as_two g p : legal g p -> asked g /\ exists x y, 0 <= x <= y /\ p = Position (two x y).
Proof.
  intros (A & [_ C] & O). split; [exact A|]. destruct (pair_of _ C O) as (x & y & B & E). exists x, y.
  split; [exact B|]. destruct p as [l]. cbn [the_heap] in E. rewrite E. reflexivity.
Qed.
Lemma of_any_two g u v : asked g -> 0 <= u -> 0 <= v ->
  (equal_multiple_misere g (Position (two u v)) <-> lost (the_b g) u v \/ lost (the_b g) v u).
Proof.
  intros A U V. destruct (Z_lt_le_dec v u) as [L | L].
  - rewrite two_swapped, (equal_multiple_misere_is g v u A) by lia. unfold lost. lia.
  - rewrite (equal_multiple_misere_is g u v A) by lia. unfold lost. split; [tauto|].
    intros [H | [H | (E & H)]]; [exact H | lia |]. rewrite E in H. lia.
Qed.
Lemma multiples_apart b u v : 1 <= b -> Z.rem u b = 0 -> Z.rem v b = 0 -> 0 < u - v < b -> False.
Proof.
  intros B U V L. pose proof (Z.quot_rem' u b) as Q. pose proof (Z.quot_rem' v b) as R.
  assert (b * (Z.quot u b - Z.quot v b) = u - v) by lia.
  destruct (Z_lt_le_dec (Z.quot v b) (Z.quot u b)); nia.
Qed.

Lemma closed g p q : legal g p -> moves g p q -> legal g q.
Proof.
  intros L M. destruct (as_two g p L) as (A & x & y & B & ->). apply (moves_are g x y A B) in M.
  destruct M as (D & E & K & ->). apply (legal_is g x y A B) in K. split; [exact A|]. apply two_legal; lia.
Qed.

(* The named move: to one stone where a heap has few, else to equal heaps of a multiple of b and one more. *)
Definition names (b x y D E : Z) : Prop :=
  x = 0 /\ y > 1 /\ D = 0 /\ E = y - 1 \/ 0 < x <= b /\ D = x - 1 /\ E = y \/
  x > b /\ D = Z.rem (x - 1) b /\ E = y - x + D.
Lemma to_multiple_misere_is g x y M : asked g -> 0 <= x <= y ->
  (to_multiple_misere g (Position (two x y)) M <-> exists D E, M = t_take D E /\ names (the_b g) x y D E).
Proof.
  intros A B. unfold to_multiple_misere, names. pose proof (proj2 A) as P. split.
  - intros [(Y & -> & H & G) | [(X & Y & -> & H & G) | (D & Y & X & -> & H & G & _ & ->)]];
      apply pair_is in H; try exact B; destruct H as [H ->]; subst; do 2 eexists; (split; [reflexivity|]);
      [left | right; left | right; right]; repeat split; lia.
  - intros (D & E & -> & [(-> & G & -> & ->) | [(G & -> & ->) | (G & -> & ->)]]).
    + left. exists y. rewrite pair_is by exact B. auto.
    + right. left. exists x, y. rewrite pair_is by exact B. repeat split; lia.
    + right. right. exists (Z.rem (x - 1) (the_b g)), y, x. rewrite pair_is by exact B. repeat split; lia.
Qed.
Lemma named_wins g x y D E : asked g -> 0 <= x <= y -> ~ equal_multiple_misere g (Position (two x y)) ->
  names (the_b g) x y D E ->
  legal_ g (Position (two x y)) D E /\ equal_multiple_misere g (Position (two (x - D) (y - E))).
Proof.
  intros A B N W. rewrite (equal_multiple_misere_is g x y A B) in N. unfold lost in N. pose proof (proj2 A) as P.
  rewrite (legal_is g x y A B). destruct W as [(X & Y & -> & ->) | [(X & -> & ->) | (X & F & ->)]].
  - split; [lia|]. apply of_any_two; [exact A | lia..|]. unfold lost. lia.
  - split; [lia|]. apply of_any_two; [exact A | lia..|]. unfold lost. lia.
  - pose proof (Z.rem_bound_pos (x - 1) (the_b g) ltac:(lia) ltac:(lia)) as R.
    pose proof (Z.quot_rem' (x - 1) (the_b g)) as Q. rewrite <- F in *. assert (1 <= Z.quot (x - 1) (the_b g)) by nia.
    split; [nia|]. apply of_any_two; [exact A | nia..|]. left. right. split; [lia|]. split; [nia|].
    replace (x - D - 1) with (Z.quot (x - 1) (the_b g) * the_b g) by lia. apply Z.rem_mul. lia.
Qed.
Lemma some_named g x y : asked g -> 0 <= x <= y -> y <> 0 -> ~ equal_multiple_misere g (Position (two x y)) ->
  exists D E, names (the_b g) x y D E.
Proof.
  intros A B Y N. rewrite (equal_multiple_misere_is g x y A B) in N. unfold lost in N. unfold names.
  destruct (Z.eq_dec x 0) as [X | X]; [exists 0, (y - 1); lia|].
  destruct (Z_lt_le_dec (the_b g) x) as [T | T]; [do 2 eexists; right; right; split; [lia|]; auto|exists (x - 1), y; lia].
Qed.

Theorem proved : theorem.
Proof.
  intros g p L. revert p L. apply (kernel position (legal g) (moves g) True (fun p => stones (the_heap p)) (equal_multiple_misere g)).
  - intros p L. destruct (as_two g p L) as (A & x & y & B & ->). rewrite (equal_multiple_misere_is g x y A B). unfold lost. lia.
  - apply closed.
  - intros p q L M. destruct (as_two g p L) as (A & x & y & B & ->). apply (moves_are g x y A B) in M.
    destruct M as (D & E & K & ->). apply (legal_is g x y A B) in K. cbn [the_heap]. rewrite !stones_of_two by lia. lia.
  - intros p q L C M F. destruct (as_two g p L) as (A & x & y & B & ->). apply (moves_are g x y A B) in M.
    destruct M as (D & E & K & ->). apply (legal_is g x y A B) in K. apply (equal_multiple_misere_is g x y A B) in C.
    apply of_any_two in F; [|exact A | lia | lia]. pose proof (proj2 A) as P. unfold lost in *.
    destruct C as [C | (-> & S & C)]; [lia|].
    destruct F as [[F | (F & T & R)] | [F | (F & T & R)]]; try lia.
    + apply (multiples_apart (the_b g) (y - 1) (y - D - 1)); lia || assumption.
    + apply (multiples_apart (the_b g) (y - 1) (y - E - 1)); lia || assumption.
  - intros _ p L C. destruct (as_two g p L) as (A & x & y & B & ->). apply (equal_multiple_misere_is g x y A B) in C.
    pose proof (proj2 A) as P. unfold lost in C.
    exists (Position (two (x - 0) (y - 1))). apply (moves_are g x y A B). exists 0, 1. split; [|reflexivity].
    apply (legal_is g x y A B). lia.
  - intros p L N. destruct (as_two g p L) as (A & x & y & B & ->). destruct (Z.eq_dec y 0) as [Y | Y].
    { right. split; [exact I|]. intros q M. apply (moves_are g x y A B) in M. destruct M as (D & E & K & _).
      apply (legal_is g x y A B) in K. lia. }
    left. destruct (some_named g x y A B Y N) as (D & E & W). destruct (named_wins g x y D E A B N W) as [K F].
    eexists. split; [|exact F]. apply (moves_are g x y A B). eauto.
Qed.
Theorem strategy_wins : strategy.
Proof.
  intros g p L. revert p L.
  apply (strategy_by (legal g) (equal_multiple_misere g) (move g) (to_multiple_misere g)
    (fun p M q => heaps_after ascending (fun i s => after g p M (t_heap i s)) (the_heap p) (the_heap q)) True).
  - intros p L. apply proved. exact L.
  - apply closed.
  - intros p L N [q M]. destruct (as_two g p L) as (A & x & y & B & ->).
    destruct (some_named g x y A B) as (D & E & W); [|exact N|].
    { apply (moves_are g x y A B) in M as (D & E & K & _). apply (legal_is g x y A B) in K. lia. }
    destruct (named_wins g x y D E A B N W) as [K _]. eexists (Position _), _.
    split; [apply to_multiple_misere_is; eauto|]. apply (leaves g x y A B _ _ _ K). reflexivity.
  - intros p M L N W. destruct (as_two g p L) as (A & x & y & B & ->).
    apply to_multiple_misere_is in W as (D & E & -> & W); [|exact A | exact B].
    unfold move. exists D, E. split; [reflexivity|]. apply (named_wins g x y D E A B N W).
  - intros p M q L N W R. destruct (as_two g p L) as (A & x & y & B & ->).
    apply to_multiple_misere_is in W as (D & E & -> & W); [|exact A | exact B].
    destruct (named_wins g x y D E A B N W) as [K F]. apply (leaves g x y A B _ _ _ K) in R.
    destruct q as [l]. cbn [the_heap] in R. subst l. exact F.
Qed.
Print Assumptions strategy_wins.
Print Assumptions proved.
