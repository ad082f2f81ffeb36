(* k-Bounded Greedy Nim. Claim section-4-normal-agrees: Where no heap has more than k stones, Theorem 4 says
   what Theorem 2 says, which solves the game. *)
(* Here for every k from 2 on; every list of heaps. *)
(* Printed from bounded_greedy_nim/rules.lp, bounded_greedy_nim/theorems.lp, bounded_greedy_nim/lemmas.lp:
   each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_k : Z }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_take (_ : Z).

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists M_ : Z, (exists S : Z, X1 =
  (t_take M_) /\ heap g p 1 S /\ 1 <= M_ <= (the_k g) /\ M_ <= S)).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists M_ : Z, (exists T
  : Z, (exists S : Z, X1 = (t_take M_) /\ X2 = (t_heap 1 T) /\ heap g p 1 S /\ 1 <= M_ <= (the_k g) /\ T = (S
  - M_) /\ T >= 0))).
(* x_i, with x_i = 0 beyond the last heap. *)
Definition x (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists I : Z, (exists S : Z, X1 = I
  /\ X2 = S /\ heap g p I S)) \/ (X1 = 1 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap g p 1 A1))) \/ (X1 = 2 /\ X2 =
  0 /\ ~ ((exists A1 : Z, heap g p 2 A1))) \/ (X1 = 3 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap g p 3 A1))).
Definition beta_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists S :
  Z, X1 = [I] /\ heap g p I S /\ I >= 3 /\ x g p 3 S)).
(* Definition 2. beta: the number of repetitions of the value of x_3 in (x_3, ..., x_n), unless x_3 = 0: then
   0. It is x_3 that is counted: beta is even at arrow 3 of section 3.2.3, a position of 'just two non-zero
   heaps', and at the position of one stone (section 3.2.1); with x_2 counted it would be 1 at the first,
   with x_1 at both. *)
Definition beta (g : parameters) (p : position) (X1 : Z) : Prop := (exists B : Z, X1 = B /\ counted
  (beta_elements1 g p) B).
Definition even (g : parameters) (p : position) : Prop := (exists B : Z, beta g p B /\ (Z.rem B 2) = 0).
Definition odd (g : parameters) (p : position) : Prop := (exists B : Z, beta g p B /\ (Z.rem B 2) = 1).
(* r(a), the remainder when a is divided by k+1, of x_1 - x_2, of x_2 - x_3 and of x_2. *)
Definition r12 (g : parameters) (p : position) (X1 : Z) : Prop := (exists A : Z, (exists B : Z, x g p 1 A /\
  x g p 2 B /\ ((the_k g) + 1) <> 0 /\ X1 = (Z.rem (A - B) ((the_k g) + 1)))).
Definition r23 (g : parameters) (p : position) (X1 : Z) : Prop := (exists B : Z, (exists C : Z, x g p 2 B /\
  x g p 3 C /\ ((the_k g) + 1) <> 0 /\ X1 = (Z.rem (B - C) ((the_k g) + 1)))).
(* Definition 3. The triple (x_1, x_2, x_3) is k-good, where the numbers are those of the winning moves
   below: (1) r(x_1 - x_2) = k, since every move from there is stable (arrow 12 of section 3.2.4); (2) r(x_1
   - x_2) = 0, since removing r(x_1 - x_2) stones leads there (arrow 7), for the other r(x_2 - x_3); (3)
   r(x_1 - x_2) = 1 and r(x_2 - x_3) = k, since from (1)'s r(x_2 - x_3) = 0 a move that leaves x_2 - 1 leads
   there (arrow 3). *)
Definition good (g : parameters) (p : position) : Prop := (r12 g p (the_k g) /\ r23 g p 0) \/ (exists B : Z,
  r12 g p 0 /\ r23 g p B /\ B <> 0 /\ B <> (the_k g)) \/ (r12 g p 1 /\ r23 g p (the_k g)).
(* Theorem 2 (Xu and Zhu), normal play. % theorem_2/0: the P-positions of normal play. *)
Definition theorem_2 (g : parameters) (p : position) : Prop := (even g p /\ r12 g p 0) \/ (odd g p /\ good g
  p).
(* % within_k/0: no heap has more than k stones. *)
Definition within_k (g : parameters) (p : position) : Prop := (exists S : Z, x g p 1 S /\ S <= (the_k g)).
Definition t_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists S : Z,
  X1 = [I] /\ heap g p I S /\ x g p 1 S)).
(* Definition 6. t: the number of repetitions of the value of x_1. *)
Definition t (g : parameters) (p : position) (X1 : Z) : Prop := (exists T : Z, X1 = T /\ counted (t_elements1
  g p) T).
(* % theorem_4/0, theorem_5/0: the P-positions of Greedy Nim, in normal and in misère play. *)
Definition theorem_4 (g : parameters) (p : position) : Prop := (exists T : Z, t g p T /\ (Z.rem T 2) = 0).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 2 <= the_k g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.ge (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  descending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) False p <-> theorem_2 g
  p) /\ (within_k g p -> (P_position position (moves g) False p <-> theorem_4 g p)).

(* The strategy of the claim: winning_move names moves. *)
(* To r(y_1 - y_2) = 0: section 3.2.3, Case 2 (8); section 3.2.4, Case 1 (1). *)
Definition to_zero (g : parameters) (p : position) (X1 : term) : Prop := (exists R : Z, X1 = (t_take R) /\
  r12 g p R /\ R <> 0).
(* To a k-good triple: section 3.2.4, Case 2. *)
Definition to_good (g : parameters) (p : position) (X1 : term) : Prop := (exists R : Z, X1 = (t_take (R + 1))
  /\ r23 g p 0 /\ r12 g p R /\ R <> (the_k g)) \/ (exists R : Z, (exists B : Z, X1 = (t_take R) /\ r23 g p B
  /\ B <> 0 /\ B <> (the_k g) /\ r12 g p R /\ R <> 0)) \/ (exists M_ : Z, (exists R : Z, X1 = (t_take M_) /\
  r23 g p (the_k g) /\ r12 g p R /\ R <> 1 /\ ((the_k g) + 1) <> 0 /\ M_ = (Z.rem (R + (the_k g)) ((the_k g)
  + 1)))).
(* The same moves win normal play, without the exception for x_3 <= 1. % winning_move/1: the winning moves of
   normal play. *)
Definition winning_move (g : parameters) (p : position) (X1 : term) : Prop := (exists M_ : term, X1 = M_ /\
  even g p /\ to_zero g p M_) \/ (exists M_ : term, X1 = M_ /\ odd g p /\ to_good g p M_).
Definition strategy_moves (g : parameters) (p q : position) : Prop := exists M : term, winning_move g p M /\
  heaps_after descending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).
(* Where the player to move wins and can move, it names moves, all of the game, and each leads to a
   P-position. *)
Definition strategy : Prop := forall g p, legal g p -> ~ P_position position (moves g) False p -> (exists q,
  moves g p q) -> (exists q, strategy_moves g p q) /\ (forall q, strategy_moves g p q -> P_position position
  (moves g) False q) /\ (forall M, winning_move g p M -> move g p M).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Heaps Largest Bounded Remainders.

(* What the rules say is what the library says of the heaps. *)
Lemma take_one m n : t_take m = t_take n -> m = n.
Proof. intro E. injection E as ->. reflexivity. Qed.
Lemma heap_one i s j t : t_heap i s = t_heap j t -> i = j /\ s = t.
Proof. intro E. injection E as -> ->. auto. Qed.
Lemma theorem_2_is g p : asked g -> (theorem_2 g p <-> bounded (the_k g) (the_heap p)).
Proof. exact (Rules.theorem_2_is (the_k g) (the_heap p)). Qed.
Lemma theorem_4_is g p : legal g p -> within_k g p -> (theorem_4 g p <-> bounded (the_k g) (the_heap p)).
Proof. exact (Rules.theorem_4_is (the_k g) (the_heap p)). Qed.

(* Of all positions, whatever the sizes of their heaps. *)
Definition whole : Prop := forall g p, legal g p -> (P_position position (moves g) False p <-> theorem_2 g p).
Lemma all_proved : whole /\ strategy.
Proof.
  unfold whole, strategy. apply (both legal). intros g p L. pose proof (proj1 L) as K. revert p L.
  apply (largest_strategy the_heap Position (fun l => eq_refl) (legal g) (theorem_2 g) t_take (move g) (winning_move g)
    (fun p M i s => after g p M (t_heap i s)) False (fun x m => 1 <= m <= the_k g /\ m <= x)
    (bounded (the_k g)) (bounded_names (the_k g))).
  - intro p. unfold legal. rewrite in_order_is. unfold heaps_legal. tauto.
  - intros p L. apply theorem_2_is. exact K.
  - intro p. exact (Rules.move_is (the_k g) term t_take (the_heap p)).
  - intro p. exact (Rules.after_is (the_k g) term t_take t_heap take_one heap_one (the_heap p)).
  - intro p. exact (Rules.winning_move_is (the_k g) term t_take t_heap take_one heap_one (the_heap p)).
  - intros x m M. lia.
  - intros x X. unfold asked in K. lia.
  - intro l. unfold bounded. lia.
  - right. split; [tauto|]. apply r_small. unfold asked in K. cbn. lia.
  - apply bounded_independent. exact K.
  - apply bounded_named. exact K.
  - intros x l m L _. apply bounded_good; [exact K|exact L].
Qed.
Theorem strategy_wins : strategy.
Proof. apply all_proved. Qed.
Print Assumptions strategy_wins.
Theorem proved : theorem.
Proof.
  intros g p L. rewrite (proj1 all_proved g p L). split; [reflexivity|]. intro W.
  rewrite (theorem_4_is g p L W), theorem_2_is by apply L. reflexivity.
Qed.
Print Assumptions proved.
