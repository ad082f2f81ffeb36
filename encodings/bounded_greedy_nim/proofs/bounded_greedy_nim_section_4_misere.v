(* k-Bounded Greedy Nim. Claim section-4-misere-agrees: Where no heap has more than k stones, Theorem 5 says
   what Theorem 3 says, which solves the game. *)
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
Definition r2 (g : parameters) (p : position) (X1 : Z) : Prop := (exists B : Z, x g p 2 B /\ ((the_k g) + 1)
  <> 0 /\ X1 = (Z.rem B ((the_k g) + 1))).
(* Definition 3. The triple (x_1, x_2, x_3) is k-good, where the numbers are those of the winning moves
   below: (1) r(x_1 - x_2) = k, since every move from there is stable (arrow 12 of section 3.2.4); (2) r(x_1
   - x_2) = 0, since removing r(x_1 - x_2) stones leads there (arrow 7), for the other r(x_2 - x_3); (3)
   r(x_1 - x_2) = 1 and r(x_2 - x_3) = k, since from (1)'s r(x_2 - x_3) = 0 a move that leaves x_2 - 1 leads
   there (arrow 3). *)
Definition good (g : parameters) (p : position) : Prop := (r12 g p (the_k g) /\ r23 g p 0) \/ (exists B : Z,
  r12 g p 0 /\ r23 g p B /\ B <> 0 /\ B <> (the_k g)) \/ (r12 g p 1 /\ r23 g p (the_k g)).
(* Definition 4. The pair (x_1, x_2) is k-nice, as the triple (x_1, x_2, 1) is k-good: the three moves are
   the same. The position of one stone satisfies (3) and the empty one nothing (section 3.2.1); x_2 is a
   multiple of k+1 at arrow 7 of section 3.2.3, so r(x_2) = 0 in (3), and k stones less leave r(y_2) = 1 for
   (1). *)
Definition nice (g : parameters) (p : position) : Prop := (r12 g p (the_k g) /\ r2 g p 1) \/ (exists B : Z,
  r12 g p 0 /\ r2 g p B /\ B <> 0 /\ B <> 1) \/ (r12 g p 1 /\ r2 g p 0).
(* The two halves of the proof, sections 3.2.3 and 3.2.4. It is x_3 again: in 3.2.3 x_2 may exceed 1 (arrow
   2). % low/0, high/0: the two halves of the proof of Theorem 3, x_3 <= 1 and x_3 >= 2. *)
Definition low (g : parameters) (p : position) : Prop := (exists C : Z, x g p 3 C /\ C <= 1).
Definition high (g : parameters) (p : position) : Prop := (exists C : Z, x g p 3 C /\ C >= 2).
(* Theorem 3, misère play. % theorem_3/0: the P-positions of misère play. *)
Definition theorem_3 (g : parameters) (p : position) : Prop := (low g p /\ even g p /\ nice g p) \/ (low g p
  /\ odd g p /\ r12 g p 0) \/ (high g p /\ even g p /\ r12 g p 0) \/ (high g p /\ odd g p /\ good g p).
(* % within_k/0: no heap has more than k stones. *)
Definition within_k (g : parameters) (p : position) : Prop := (exists S : Z, x g p 1 S /\ S <= (the_k g)).
Definition t_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists S : Z,
  X1 = [I] /\ heap g p I S /\ x g p 1 S)).
(* Definition 6. t: the number of repetitions of the value of x_1. *)
Definition t (g : parameters) (p : position) (X1 : Z) : Prop := (exists T : Z, X1 = T /\ counted (t_elements1
  g p) T).
Definition theorem_5 (g : parameters) (p : position) : Prop := (exists S : Z, (exists T : Z, x g p 1 S /\ S
  <= 1 /\ t g p T /\ (Z.rem T 2) = 1)) \/ (exists S : Z, (exists T : Z, x g p 1 S /\ S >= 2 /\ t g p T /\
  (Z.rem T 2) = 0)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 2 <= the_k g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.ge (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  descending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) True p <-> theorem_3 g
  p) /\ (within_k g p -> (P_position position (moves g) True p <-> theorem_5 g p)).

(* The strategy of the claim: winning_move_misere names moves. *)
(* To r(y_1 - y_2) = 0: section 3.2.3, Case 2 (8); section 3.2.4, Case 1 (1). *)
Definition to_zero (g : parameters) (p : position) (X1 : term) : Prop := (exists R : Z, X1 = (t_take R) /\
  r12 g p R /\ R <> 0).
(* To a k-nice pair: section 3.2.3, Case 1. *)
Definition to_nice (g : parameters) (p : position) (X1 : term) : Prop := (exists R : Z, X1 = (t_take (R + 1))
  /\ r2 g p 1 /\ r12 g p R /\ R <> (the_k g)) \/ (exists R : Z, (exists B : Z, X1 = (t_take R) /\ r2 g p B /\
  B <> 0 /\ B <> 1 /\ r12 g p R /\ R <> 0)) \/ (exists M_ : Z, (exists R : Z, (exists A1 : Z, X1 = (t_take
  M_) /\ r2 g p 0 /\ r12 g p R /\ R <> 1 /\ ((the_k g) + 1) <> 0 /\ M_ = (Z.rem (R + (the_k g)) ((the_k g) +
  1)) /\ heap g p 1 A1))).
(* To a k-good triple: section 3.2.4, Case 2. *)
Definition to_good (g : parameters) (p : position) (X1 : term) : Prop := (exists R : Z, X1 = (t_take (R + 1))
  /\ r23 g p 0 /\ r12 g p R /\ R <> (the_k g)) \/ (exists R : Z, (exists B : Z, X1 = (t_take R) /\ r23 g p B
  /\ B <> 0 /\ B <> (the_k g) /\ r12 g p R /\ R <> 0)) \/ (exists M_ : Z, (exists R : Z, X1 = (t_take M_) /\
  r23 g p (the_k g) /\ r12 g p R /\ R <> 1 /\ ((the_k g) + 1) <> 0 /\ M_ = (Z.rem (R + (the_k g)) ((the_k g)
  + 1)))).
(* % winning_move_misere/1: the winning moves of misère play. *)
Definition winning_move_misere (g : parameters) (p : position) (X1 : term) : Prop := (exists M_ : term, X1 =
  M_ /\ low g p /\ even g p /\ to_nice g p M_) \/ (exists M_ : term, X1 = M_ /\ low g p /\ odd g p /\ to_zero
  g p M_) \/ (exists M_ : term, X1 = M_ /\ high g p /\ even g p /\ to_zero g p M_) \/ (exists M_ : term, X1 =
  M_ /\ high g p /\ odd g p /\ to_good g p M_).
Definition strategy_moves (g : parameters) (p q : position) : Prop := exists M : term, winning_move_misere g
  p M /\ heaps_after descending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).
(* Where the player to move wins and can move, it names moves, all of the game, and each leads to a
   P-position. *)
Definition strategy : Prop := forall g p, legal g p -> ~ P_position position (moves g) True p -> (exists q,
  moves g p q) -> (exists q, strategy_moves g p q) /\ (forall q, strategy_moves g p q -> P_position position
  (moves g) True q) /\ (forall M, winning_move_misere g p M -> move g p M).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Heaps Largest Bounded Remainders.

(* What the rules say is what the library says of the heaps. *)
Lemma take_one m n : t_take m = t_take n -> m = n.
Proof. intro E. injection E as ->. reflexivity. Qed.
Lemma heap_one i s j t : t_heap i s = t_heap j t -> i = j /\ s = t.
Proof. intro E. injection E as -> ->. auto. Qed.
Lemma theorem_3_is g p : legal g p -> (theorem_3 g p <-> bounded (the_k g) (the_heap p ++ [1])).
Proof. exact (Rules.theorem_3_is (the_k g) (the_heap p)). Qed.
Lemma theorem_5_is g p : legal g p -> within_k g p -> (theorem_5 g p <-> bounded (the_k g) (the_heap p ++ [1])).
Proof. exact (Rules.theorem_5_is (the_k g) (the_heap p)). Qed.

(* Of all positions, whatever the sizes of their heaps. *)
Definition whole : Prop := forall g p, legal g p -> (P_position position (moves g) True p <-> theorem_3 g p).
Lemma all_proved : whole /\ strategy.
Proof.
  unfold whole, strategy. apply (both legal). intros g p L. pose proof (proj1 L) as K. revert p L.
  apply (largest_strategy the_heap Position (fun l => eq_refl) (legal g) (theorem_3 g) t_take (move g) (winning_move_misere g)
    (fun p M i s => after g p M (t_heap i s)) True (fun x m => 1 <= m <= the_k g /\ m <= x)
    (fun l => bounded (the_k g) (l ++ [1])) (bounded_misere_names (the_k g))).
  - intro p. unfold legal. rewrite in_order_is. unfold heaps_legal. tauto.
  - intros p L. apply theorem_3_is. exact L.
  - intro p. exact (Rules.move_is (the_k g) term t_take (the_heap p)).
  - intro p. exact (Rules.after_is (the_k g) term t_take t_heap take_one heap_one (the_heap p)).
  - intro p. exact (Rules.winning_move_misere_is (the_k g) term t_take t_heap take_one heap_one (the_heap p)).
  - intros x m M. lia.
  - intros x X. unfold asked in K. lia.
  - intro l. unfold bounded. lia.
  - left. split; [exact I|]. unfold bounded. change (r (the_k g) (1 - 0) <> 0). rewrite r_small; unfold asked in K; lia.
  - intros x l m L C M. rewrite <- put_end by lia. apply bounded_independent; auto. exact (legal_more _ L).
  - intros x l L C. destruct (bounded_named (the_k g) K x (l ++ [1]) (legal_more _ L) C) as [m M]. exists m.
    apply bounded_misere_names_is; auto.
  - intros x l m L _ N. apply bounded_misere_names_is in N; [|exact K|exact L].
    destruct (bounded_good (the_k g) K x (l ++ [1]) m (legal_more _ L) N) as [M D]. split; [exact M|].
    rewrite <- put_end by lia. exact D.
Qed.
Theorem strategy_wins : strategy.
Proof. apply all_proved. Qed.
Print Assumptions strategy_wins.
Theorem proved : theorem.
Proof.
  intros g p L. rewrite (proj1 all_proved g p L). split; [reflexivity|]. intro W.
  rewrite (theorem_5_is g p L W), theorem_3_is by exact L. reflexivity.
Qed.
Print Assumptions proved.
