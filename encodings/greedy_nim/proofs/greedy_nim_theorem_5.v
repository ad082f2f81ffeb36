(* Greedy Nim. Claim theorem-5: A position is a P-position in misère play iff x_1 <= 1 and t is odd, or x_1
   >= 2 and t is even. *)
(* Here for every list of heaps. *)
(* Printed from greedy_nim/rules.lp, greedy_nim/theorems.lp, greedy_nim/values.lp, greedy_nim/lemmas.lp,
   greedy_nim/beliefs.lp: each predicate is what its rules say, one disjunct for each rule. *)
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

(* What the rules say is what the library says of the heaps. *)
Lemma take_one m n : t_take m = t_take n -> m = n.
Proof. intro E. injection E as ->. reflexivity. Qed.
Lemma heap_one i s j t : t_heap i s = t_heap j t -> i = j /\ s = t.
Proof. intro E. injection E as -> ->. auto. Qed.

Lemma all_proved : theorem /\ strategy.
Proof.
  unfold theorem, strategy. apply (both legal). intros g p L. revert p L.
  apply (largest_strategy the_heap Position (fun l => eq_refl) (legal g) (theorem_5 g) t_take (move g) (winning_move_misere g)
    (fun p M i s => after g p M (t_heap i s)) True (fun x m => 1 <= m <= x) greedy_misere greedy_misere_names).
  - intro p. unfold legal, asked. rewrite in_order_is. unfold heaps_legal. tauto.
  - intros p _. exact (GreedyRules.theorem_5_is (the_heap p)).
  - intro p. exact (GreedyRules.move_is term t_take (the_heap p)).
  - intro p. exact (GreedyRules.after_is term t_take t_heap take_one heap_one (the_heap p)).
  - intros p x l M _. exact (GreedyRules.winning_move_misere_is term t_take (the_heap p) x l M).
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
