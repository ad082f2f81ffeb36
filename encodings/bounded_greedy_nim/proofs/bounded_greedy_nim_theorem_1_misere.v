(* k-Bounded Greedy Nim. Claim theorem-1-misere: With k = 1 a position is a P-position in misère play iff the
   number of all the stones is odd. *)
(* Here for k = 1; every list of heaps. *)
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
Definition stones_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists S : Z, (exists I
  : Z, X1 = [S; I] /\ heap g p I S)).
(* Theorem 1. With k = 1 every move takes one stone: the parity of all the stones decides. *)
Definition stones (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = N /\ summed
  (stones_elements1 g p) N).
Definition theorem_1_misere (g : parameters) (p : position) : Prop := (exists N : Z, stones g p N /\ (Z.rem N
  2) = 1).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_k g <= 1.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.ge (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  descending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) True p <->
  theorem_1_misere g p).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Heaps Largest.

Lemma stones_is g p n : stones g p n <-> n = sum (the_heap p).
Proof.
  assert (forall t, stones_elements1 g p t <-> exists s i, t = [s; i] /\ place (the_heap p) i s) as E.
  { intro t. unfold stones_elements1, heap. split; intros (s & i & H); exists s, i; exact H. }
  unfold stones. split.
  - intros [N [-> H]]. apply (summed_places _ _ _ E). exact H.
  - intro H. exists n. split; [reflexivity|]. apply (summed_places _ _ _ E). exact H.
Qed.
Lemma theorem_1_misere_is g p : theorem_1_misere g p <-> Z.rem (sum (the_heap p)) 2 = 1.
Proof.
  unfold theorem_1_misere. split.
  - intros [N [H E]]. apply stones_is in H. subst N. exact E.
  - intro E. eexists. split; [apply stones_is; reflexivity|exact E].
Qed.
Lemma moves_is g p q : legal g p ->
  (moves g p q <-> exists x l m, the_heap p = x :: l /\ (1 <= m <= the_k g /\ m <= x) /\ the_heap q = put (x - m) l).
Proof.
  intros (_ & O). apply in_order_is in O as [A B]. unfold moves, move, heap. split.
  - intros (M & (m & s & -> & H & L1 & L2) & R). apply (place_is _ 0) in H.
    destruct (the_heap p) as [|x l] eqn:E; [discriminate|]. cbn in H. injection H as ->. exists s, l, m.
    split; [reflexivity|]. split; [split; assumption|]. apply falling_cons in B as [B _].
    eapply first_becomes; [..|exact R]; [|exact B|lia|]. { intros t I. apply A. right. exact I. }
    intros i t. unfold after, heap. rewrite E. split.
    + intros (m' & T & S & E1 & E2 & H & _ & V & _). injection E1 as ->. injection E2 as -> ->.
      apply (place_is _ 0) in H. cbn in H. injection H as ->. auto.
    + intros [-> ->]. exists m, (s - m), s. split; [reflexivity|]. split; [reflexivity|].
      split; [apply (place_is _ 0); reflexivity|lia].
  - intros (s & l & m & E & L & Q). exists (t_take m). split.
    { exists m, s. rewrite E. split; [reflexivity|]. split; [apply (place_is _ 0); reflexivity|lia]. }
    rewrite E in *. apply falling_cons in B as [B _].
    eapply first_becomes; [..|exact Q]; [|exact B|lia|]. { intros t I. apply A. right. exact I. }
    intros i t. unfold after, heap. rewrite E. split.
    + intros (m' & T & S & E1 & E2 & H & _ & V & _). injection E1 as ->. injection E2 as -> ->.
      apply (place_is _ 0) in H. cbn in H. injection H as ->. auto.
    + intros [-> ->]. exists m, (s - m), s. split; [reflexivity|]. split; [reflexivity|].
      split; [apply (place_is _ 0); reflexivity|lia].
Qed.

Theorem proved : theorem.
Proof.
  intros g p L. pose proof (proj1 L) as K. unfold asked in K. revert p L.
  apply (largest the_heap Position (fun l => eq_refl) (legal g) (theorem_1_misere g) (moves g) True
    (fun x m => 1 <= m <= the_k g /\ m <= x) (fun l => Z.rem (sum l) 2 = 1)).
  - intro p. unfold legal, asked. rewrite in_order_is. unfold heaps_legal. tauto.
  - intros p _. apply theorem_1_misere_is.
  - apply moves_is.
  - intros x m M. lia.
  - intros x X. lia.
  - intro l. lia.
  - left. split; [tauto|]. cbn. lia.
  - intros x l m L C M. pose proof (proj1 (heaps_legal_cons x l) L) as (_ & H & _).
    destruct (put_legal (x - m) l H ltac:(lia)) as [P _].
    apply sum_positive in P. rewrite put_sum in *. cbn [sum] in C. lia.
  - intros x l L C. exists 1. pose proof L as H. apply heaps_legal_cons in H as (P & [H _] & _).
    apply sum_positive in H. split; [lia|]. rewrite put_sum. cbn [sum] in C. lia.
Qed.
Print Assumptions proved.
