(* Gurvich's NIM(a,b). Claim lemma-12-normal: For a = 1 and every b, up to (2b+1,2b+3), that and V_{0,1} are
   the P-positions, so that g is 0 there. *)
(* Here for a = 1; every b from 1 on; 0..2 heaps of every size. *)
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
(* Lemma 11, a = 1: V_{0,1} and V_{1,0}. *)
Definition zero_one (g : parameters) (p : position) : Prop := pair g p 0 0 \/ (exists X : Z, (exists Y : Z,
  pair g p X Y /\ X = (the_b g) /\ Y = ((the_b g) + 1))).
(* Lemma 12, every b: no move leads out of the positions with x <= 2b+1 and y <= 2b+3, and (2b+1,2b+3) is a
   P-position of both plays; it is (x_2, y_2) of (7). *)
Definition third (g : parameters) (p : position) : Prop := (exists X : Z, (exists Y : Z, pair g p X Y /\ X =
  ((2 * (the_b g)) + 1) /\ Y = ((2 * (the_b g)) + 3))).
(* % up_to_third/0: x <= 2b+1 and y <= 2b+3. *)
Definition up_to_third (g : parameters) (p : position) : Prop := (exists X : Z, (exists Y : Z, pair g p X Y
  /\ X <= ((2 * (the_b g)) + 1) /\ Y <= ((2 * (the_b g)) + 3))).
(* % first_three/0, first_three_misere/0: the P-positions up to (2b+1,2b+3) for a = 1, in normal and in
   misère play. *)
Definition first_three (g : parameters) (p : position) : Prop := zero_one g p \/ third g p.

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_a g <= 1 /\ 1 <= the_b g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= Z.of_nat (length (the_heap p)) <=
  2 /\ in_order Z.le (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> up_to_third g p -> (P_position position (moves g) False
  p <-> first_three g p).

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
Lemma legal_is D E : legal_ g p D E <->
  0 <= D <= x /\ 0 <= E <= y /\ D + E > 0 /\ (D < b \/ E < b \/ D = E).
Proof.
  assert (takes g p D E <-> 0 <= D <= x /\ 0 <= E <= y /\ D + E > 0) as T.
  { unfold takes. split.
    - intros (d & e & X & Y & -> & -> & P & R). apply pair_is in P. destruct P as [-> ->]. exact R.
    - intro R. exists D, E, x, y. rewrite pair_is. auto. }
  unfold legal_, b. destruct asked_g as [A _]. split.
  - intros [(d & e & -> & -> & K & L) | [(d & e & -> & -> & K & L) | (d & e & -> & -> & K & L)]]; apply T in K; lia.
  - intros (U & V & S & [C | [C | C]]); [left | right; left | right; right]; exists D, E; rewrite T; repeat split; lia.
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
Lemma up_is : up_to_third g p <-> x <= 2 * b + 1 /\ y <= 2 * b + 3.
Proof.
  unfold up_to_third, b. split.
  - intros (X & Y & P & H). apply pair_is in P. lia.
  - intro H. exists x, y. rewrite pair_is. auto.
Qed.
Definition lost (b u v : Z) : Prop := u = 0 /\ v = 0 \/ u = b /\ v = b + 1 \/ u = 2 * b + 1 /\ v = 2 * b + 3.
Lemma lost_is : first_three g p <-> lost b x y.
Proof.
  unfold first_three, zero_one, third, lost, b. rewrite pair_is. split.
  - intros [[H | (X & Y & P & H)] | (X & Y & P & H)]; [lia | apply pair_is in P; lia..].
  - intros [H | [H | H]]; [left; left; lia | left; right; exists x, y; rewrite pair_is; auto |].
    right. exists x, y. rewrite pair_is. auto.
Qed.
End Here.

Definition either (b u v : Z) : Prop := lost b u v \/ lost b v u.
Definition within (g : parameters) (p : position) : Prop := legal g p /\ up_to_third g p.
Lemma as_two g p : within g p -> asked g /\ exists x y, 0 <= x <= y /\ p = Position (two x y)
  /\ x <= 2 * the_b g + 1 /\ y <= 2 * the_b g + 3.
Proof.
  intros ((A & [_ C] & O) & U). split; [exact A|]. destruct (pair_of _ C O) as (x & y & B & E).
  destruct p as [l]. cbn [the_heap] in *. subst l. apply (up_is g x y B) in U. exists x, y. auto.
Qed.
Lemma of_any_two g u v : asked g -> 0 <= u -> 0 <= v -> (first_three g (Position (two u v)) <-> either (the_b g) u v).
Proof.
  intros [_ A] U V. unfold either. destruct (Z_lt_le_dec v u) as [L | L].
  - rewrite two_swapped, (lost_is g v u) by lia. unfold lost. lia.
  - rewrite (lost_is g u v) by lia. unfold lost. lia.
Qed.
Lemma up_any_two g u v : 0 <= u <= 2 * the_b g + 1 -> 0 <= v <= 2 * the_b g + 3 -> asked g -> within g (Position (two u v)).
Proof.
  intros U V A. split; [split; [exact A | apply two_legal; lia]|]. destruct (Z_lt_le_dec v u) as [L | L].
  - rewrite two_swapped. apply up_is; lia.
  - apply up_is; lia.
Qed.

Theorem proved : theorem.
Proof.
  intros g p L U. assert (within g p) as K by (split; assumption). clear L U. revert p K.
  apply (kernel position (within g) (moves g) False (fun p => stones (the_heap p)) (first_three g)).
  - intros p L. destruct (as_two g p L) as (A & x & y & B & -> & _). rewrite (lost_is g x y B). unfold lost. lia.
  - intros p q L M. destruct (as_two g p L) as (A & x & y & B & -> & R). apply (moves_are g x y A B) in M.
    destruct M as (D & E & K & ->). apply (legal_is g x y A B) in K. apply up_any_two; lia || exact A.
  - intros p q L M. destruct (as_two g p L) as (A & x & y & B & -> & _). apply (moves_are g x y A B) in M.
    destruct M as (D & E & K & ->). apply (legal_is g x y A B) in K. cbn [the_heap]. rewrite !stones_of_two by lia. lia.
  - intros p q L C M F. destruct (as_two g p L) as (A & x & y & B & -> & R). apply (moves_are g x y A B) in M.
    destruct M as (D & E & K & ->). apply (legal_is g x y A B) in K. apply (lost_is g x y B) in C.
    apply of_any_two in F; [|exact A | lia | lia]. destruct A as [_ P]. unfold either, lost in *. clear - B R K C F P.
    destruct C as [C | [C | C]]; destruct F as [[F | [F | F]] | [F | [F | F]]]; lia.
  - intros [].
  - intros p L N. destruct (as_two g p L) as (A & x & y & B & -> & R). rewrite (lost_is g x y B) in N.
    pose proof (proj2 A) as P. left.
    assert (forall u v, 0 <= u <= x -> 0 <= v <= y -> u + v < x + y ->
      x - u < the_b g \/ y - v < the_b g \/ x - u = y - v -> either (the_b g) u v ->
      exists q, moves g (Position (two x y)) q /\ first_three g q) as W.
    { intros u v U V S T F. exists (Position (two (x - (x - u)) (y - (y - v)))). split.
      - apply (moves_are g x y A B). exists (x - u), (y - v). split; [|reflexivity]. apply (legal_is g x y A B). lia.
      - replace (x - (x - u)) with u by ring. replace (y - (y - v)) with v by ring. apply of_any_two; lia || assumption. }
    unfold lost in N.
    destruct (Z_lt_le_dec x (the_b g)) as [X | X]; [apply (W 0 0); unfold either, lost; lia|].
    destruct (Z.eq_dec x y) as [Y | Y]; [apply (W 0 0); unfold either, lost; lia|].
    assert ((x = the_b g \/ y = x + 1) \/ the_b g < x <= 2 * the_b g) as [V | V] by lia.
    + apply (W (the_b g) (the_b g + 1)); unfold either, lost; lia.
    + apply (W (the_b g + 1) (the_b g)); unfold either, lost; lia.
Qed.
Print Assumptions proved.
