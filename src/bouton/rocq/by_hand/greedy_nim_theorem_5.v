(* Greedy Nim. Claim theorem-5: A position is a P-position in misère play iff x_1 <= 1 and t is odd, or x_1
   >= 2 and t is even. *)
(* Here for every list of heaps. *)
(* Printed from greedy_nim/rules.lp, greedy_nim/theorems.lp, greedy_nim/values.lp, greedy_nim/beliefs.lp:
   each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_take (_ : Z).

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists M_ : Z, (exists S : Z, X1 =
  (t_take M_) /\ heap g p 1 S /\ 1 <= M_ <= S)).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists M_ : Z, (exists T
  : Z, (exists S : Z, X1 = (t_take M_) /\ X2 = (t_heap 1 T) /\ heap g p 1 S /\ 1 <= M_ <= S /\ T = (S -
  M_)))).
(* x_i, with x_i = 0 where there is no heap i. Heaps of no stones are no heaps here, so the paper's zeros are
   never counted: t = 0 on the empty position, which makes it an even one. *)
Definition x (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists S : Z, X1 = 1 /\ X2 = S /\
  heap g p 1 S) \/ (X1 = 1 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap g p 1 A1))) \/ (exists S : Z, X1 = 2 /\ X2 =
  S /\ heap g p 2 S) \/ (X1 = 2 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap g p 2 A1))).
Definition t_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists S : Z,
  X1 = [I] /\ heap g p I S /\ x g p 1 S)).
(* Definition 6. t: the number of repetitions of the value of x_1. *)
Definition t (g : parameters) (p : position) (X1 : Z) : Prop := (exists T : Z, X1 = T /\ counted (t_elements1
  g p) T).
(* Theorem 5: a P-position in misère play iff x_1 <= 1 and t is odd, or x_1 >= 2 and t is even. Its formulas
   are lost in the text at hand. The proof's two cases are the positions whose only moves remove a whole heap
   (x_1 <= 1), where the outcomes of the two plays differ, and all others. % theorem_5/0: the P-positions of
   misère play. *)
Definition theorem_5 (g : parameters) (p : position) : Prop := (exists S : Z, (exists T : Z, x g p 1 S /\ S
  <= 1 /\ t g p T /\ (Z.rem T 2) = 1)) \/ (exists S : Z, (exists T : Z, x g p 1 S /\ S >= 2 /\ t g p T /\
  (Z.rem T 2) = 0)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.ge (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  descending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) True p <-> theorem_5 g
  p).

(* The strategy of the claim: winning_move_misere names moves. *)
Definition others_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists S
  : Z, X1 = [I] /\ heap g p I S /\ I >= 2 /\ x g p 2 S)).
(* Winning moves. Where at least three heaps are largest (and an odd number), any move serves: an even number
   of them stays. Where one is, it goes down to x_2 or away, so that the largest heaps left are even in
   number: `others` counts the heaps of size x_2. *)
Definition others (g : parameters) (p : position) (X1 : Z) : Prop := (exists C : Z, X1 = C /\ counted
  (others_elements1 g p) C).
(* % winning_move/1: the winning moves of normal play. *)
Definition winning_move (g : parameters) (p : position) (X1 : term) : Prop := (exists M_ : Z, (exists T : Z,
  (exists S : Z, X1 = (t_take M_) /\ t g p T /\ T >= 3 /\ (Z.rem T 2) = 1 /\ x g p 1 S /\ 1 <= M_ <= S))) \/
  (exists M_ : Z, (exists C : Z, (exists S : Z, (exists U : Z, X1 = (t_take M_) /\ t g p 1 /\ others g p C /\
  (Z.rem C 2) = 1 /\ x g p 1 S /\ x g p 2 U /\ M_ = (S - U))))) \/ (exists S : Z, (exists C : Z, X1 = (t_take
  S) /\ t g p 1 /\ others g p C /\ (Z.rem C 2) = 0 /\ x g p 1 S)).
(* In misère play the same moves win while x_2 >= 2. With x_2 <= 1 an odd number of single stones must stay
   of those and a last large heap. (Where x_1 = 1 there is one move, and it wins from an even number.) %
   winning_move_misere/1: the winning moves of misère play. *)
Definition winning_move_misere (g : parameters) (p : position) (X1 : term) : Prop := (exists M_ : term,
  (exists U : Z, X1 = M_ /\ winning_move g p M_ /\ x g p 2 U /\ U >= 2)) \/ (exists S : Z, (exists C : Z, X1
  = (t_take S) /\ x g p 1 S /\ S >= 2 /\ x g p 2 1 /\ others g p C /\ (Z.rem C 2) = 1)) \/ (exists M_ : Z,
  (exists S : Z, (exists U : Z, (exists C : Z, X1 = (t_take M_) /\ x g p 1 S /\ S >= 2 /\ x g p 2 U /\ U <= 1
  /\ others g p C /\ (Z.rem C 2) = 0 /\ M_ = (S - 1))))) \/ (exists T : Z, X1 = (t_take 1) /\ x g p 1 1 /\ t
  g p T /\ (Z.rem T 2) = 0).
Definition strategy_moves (g : parameters) (p q : position) : Prop := exists M : term, winning_move_misere g
  p M /\ heaps_after descending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).
(* Where the player to move wins and can move, it names moves, all of the game, and each leads to a
   P-position. *)
Definition strategy : Prop := forall g p, legal g p -> ~ P_position position (moves g) True p -> (exists q,
  moves g p q) -> (exists q, strategy_moves g p q) /\ (forall q, strategy_moves g p q -> P_position position
  (moves g) True q) /\ (forall M, winning_move_misere g p M -> move g p M).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Heaps Largest Greedy.

Lemma x_1_is g p s : x g p 1 s <-> s = nth_heap 0 (the_heap p).
Proof.
  rewrite <- nth_heap_is. unfold x, heap. change (Z.of_nat 1) with 1. split.
  - intros [[S [_ [-> H]]]|[[_ [-> H]]|[[S [E _]]|[E _]]]]; [left; exact H|right; auto|lia|lia].
  - intros [H|[-> H]]; [left; exists s; auto|right; left; auto].
Qed.
Lemma x_2_is g p s : x g p 2 s <-> s = nth_heap 0 (tl (the_heap p)).
Proof.
  transitivity (s = nth_heap 1 (the_heap p)); [|destruct (the_heap p); reflexivity].
  rewrite <- nth_heap_is. unfold x, heap. change (Z.of_nat 2) with 2. split.
  - intros [[S [E _]]|[[E _]|[[S [_ [-> H]]]|[_ [-> H]]]]]; [lia|lia|left; exact H|right; auto].
  - intros [H|[-> H]]; right; right; [left; exists s; auto|right; auto].
Qed.
Lemma t_is g p n : t g p n <-> n = top (the_heap p).
Proof.
  assert (forall i, (exists S, heap g p i S /\ x g p 1 S) <->
    place (the_heap p) i (nth_heap 0 (the_heap p)) /\ Z.of_nat 0 < i) as E.
  { intro i. unfold heap. split.
    - intros [S [H X]]. apply x_1_is in X. subst S. split; [exact H|]. destruct H. lia.
    - intros [H _]. exists (nth_heap 0 (the_heap p)). split; [exact H|]. apply x_1_is. reflexivity. }
  pose proof (counted_places (t_elements1 g p) _ 0 _ _ n E ltac:(one_entry)) as C. unfold t, top. cbn [skipn] in C. split.
  - intros [T [-> H]]. apply C. exact H.
  - intro H. exists n. split; [reflexivity|]. apply C. exact H.
Qed.
Lemma others_is g p n : others g p n <-> n = top (tl (the_heap p)).
Proof.
  assert (forall i, (exists S, heap g p i S /\ i >= 2 /\ x g p 2 S) <->
    place (the_heap p) i (nth_heap 0 (tl (the_heap p))) /\ Z.of_nat 1 < i) as E.
  { intro i. unfold heap. split.
    - intros (S & H & I & X). apply x_2_is in X. subst S. split; [exact H|lia].
    - intros [H I]. exists (nth_heap 0 (tl (the_heap p))). split; [exact H|]. split; [lia|]. apply x_2_is. reflexivity. }
  pose proof (counted_places (others_elements1 g p) _ 1 _ _ n E ltac:(one_entry)) as C. unfold others, top.
  replace (skipn 1 (the_heap p)) with (tl (the_heap p)) in C by (destruct (the_heap p); reflexivity). split.
  - intros [T [-> H]]. apply C. exact H.
  - intro H. exists n. split; [reflexivity|]. apply C. exact H.
Qed.
Lemma theorem_5_is g p : theorem_5 g p <-> greedy_misere (the_heap p).
Proof.
  unfold theorem_5, greedy_misere. split.
  - intros [(S & T & H & L & I & E)|(S & T & H & L & I & E)];
      apply x_1_is in H; apply t_is in I; subst; [left|right]; auto.
  - intros [[L E]|[L E]]; [left|right]; exists (nth_heap 0 (the_heap p)), (top (the_heap p));
      (split; [apply x_1_is; reflexivity|]); (split; [exact L|]); (split; [apply t_is; reflexivity|exact E]).
Qed.
Lemma legal_is g p : legal g p <-> heaps_legal (the_heap p).
Proof. unfold legal, asked. rewrite in_order_is. unfold heaps_legal. tauto. Qed.
Lemma move_is g p M : move g p M <-> exists x l m, the_heap p = x :: l /\ 1 <= m <= x /\ M = t_take m.
Proof.
  unfold move, heap. split.
  - intros (m & s & -> & H & L). apply (place_is _ 0) in H. destruct (the_heap p) as [|x l]; [discriminate|].
    cbn in H. injection H as ->. eauto 6.
  - intros (s & l & m & E & L & ->). exists m, s. rewrite E. split; [reflexivity|]. split; [apply (place_is _ 0); reflexivity|exact L].
Qed.
Lemma after_is g p x l m : the_heap p = x :: l -> 1 <= m <= x ->
  forall i s, after g p (t_take m) (t_heap i s) <-> i = 1 /\ s = x - m.
Proof.
  intros E M i s. unfold after, heap. rewrite E. split.
  - intros (m' & T & S & E1 & E2 & H & _ & V). injection E1 as ->. injection E2 as -> ->.
    apply (place_is _ 0) in H. cbn in H. injection H as ->. auto.
  - intros [-> ->]. exists m, (x - m), x. split; [reflexivity|]. split; [reflexivity|]. split; [apply (place_is _ 0); reflexivity|lia].
Qed.
Lemma moves_is g p q : legal g p ->
  (moves g p q <-> exists x l m, the_heap p = x :: l /\ 1 <= m <= x /\ the_heap q = put (x - m) l).
Proof.
  apply (taking the_heap (legal g) t_take (fun p M i s => after g p M (t_heap i s))).
  - intro p'. apply legal_is.
  - auto.
  - apply after_is.
  - apply move_is.
Qed.
Lemma winning_move_is g p x l M : the_heap p = x :: l ->
  (winning_move g p M <-> exists m, M = t_take m /\ greedy_names x l m).
Proof.
  intro E. unfold winning_move, greedy_names. split.
  - intros [(m & T & S & -> & A & B & D & F & G)|[(m & C & S & U & -> & A & B & D & F & G & ->)|
      (S & C & -> & A & B & D & F)]]; apply t_is in A; apply x_1_is in F; try apply others_is in B; try apply x_2_is in G;
      rewrite E in *; cbn [tl] in *; change (nth_heap 0 (x :: l)) with x in *; subst; eexists; (split; [reflexivity|]); auto.
  - intros (m & -> & H). destruct H as [H|[H|H]].
    + left. exists m, (top (x :: l)), x. rewrite t_is, x_1_is, E. tauto.
    + right. left. exists m, (top l), x, (nth_heap 0 l). rewrite t_is, others_is, x_1_is, x_2_is, E. cbn [tl]. intuition.
    + right. right. exists m, (top l). rewrite t_is, others_is, x_1_is, E. cbn [tl]. intuition congruence.
Qed.
Lemma winning_move_misere_is g p x l M : the_heap p = x :: l ->
  (winning_move_misere g p M <-> exists m, M = t_take m /\ greedy_misere_names x l m).
Proof.
  intro E. assert (x_1 := x_1_is g p). assert (x_2 := x_2_is g p). assert (t_1 := t_is g p). assert (o := others_is g p).
  rewrite E in *. cbn [tl] in *. change (nth_heap 0 (x :: l)) with x in *. unfold winning_move_misere, greedy_misere_names. split.
  - intros [(M' & U & <- & W & A & B)|[(S & C & -> & A & B & D & F & G)|[(m & S & U & C & -> & A & B & D & F & G & H & ->)|
      (T & -> & A & B & C)]]].
    + apply (winning_move_is g p x l _ E) in W as (m & -> & W). apply x_2 in A. subst U. exists m. split; [reflexivity|]. left. split; [exact W|]. exact B.
    + apply x_1 in A. apply x_2 in D. apply o in F. symmetry in D. subst. exists x. auto 7.
    + apply x_1 in A. apply x_2 in D. apply o in G. subst. exists (x - 1). auto 12.
    + apply x_1 in A. apply t_1 in B. subst. exists 1. auto 12.
  - intros (m & -> & [[W U]|[(X & U & C & ->)|[(X & U & C & ->)|(-> & T & ->)]]]).
    + left. exists (t_take m), (nth_heap 0 l). rewrite x_2, (winning_move_is g p x l _ E). eauto 6.
    + right. left. exists x, (top l). rewrite x_1, x_2, o. auto 7.
    + right. right. left. exists (x - 1), x, (nth_heap 0 l), (top l). rewrite x_1, x_2, o. auto 9.
    + right. right. right. exists (top (1 :: l)). rewrite x_1, t_1. auto.
Qed.

Lemma all_proved : theorem /\ strategy.
Proof.
  unfold theorem, strategy. apply (both legal). intros g p L. revert p L.
  apply (largest_strategy the_heap Position (fun l => eq_refl) (legal g) (theorem_5 g) t_take (move g) (winning_move_misere g)
    (fun p M i s => after g p M (t_heap i s)) True (fun x m => 1 <= m <= x) greedy_misere greedy_misere_names).
  - apply legal_is.
  - intros p _. apply theorem_5_is.
  - apply move_is.
  - apply after_is.
  - intros p x l M _. apply winning_move_misere_is.
  - auto.
  - intros x L. lia.
  - intro l. unfold greedy_misere. lia.
  - left. split; [exact I|]. unfold greedy_misere. cbn. lia.
  - apply greedy_misere_independent.
  - apply greedy_misere_named.
  - apply greedy_misere_good.
Qed.
Theorem strategy_wins : strategy.
Proof. apply all_proved. Qed.
Print Assumptions strategy_wins.
Theorem proved : theorem.
Proof. apply all_proved. Qed.
Print Assumptions proved.
