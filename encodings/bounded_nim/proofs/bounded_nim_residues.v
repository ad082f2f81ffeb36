(* Bounded Nim. Claim residues: A position is a P-position iff the nim-sum of the heaps' residues modulo k+1
   is zero. *)
(* Here for every k from 1 on; every list of heaps. *)
(* Printed from bounded_nim/rules.lp, bounded_nim/theorems.lp, bounded_nim/beliefs.lp: each predicate is what
   its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_k : Z }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_take (_ : Z) (_ : Z).

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists I : Z, (exists N : Z, (exists S
  : Z, X1 = (t_take I N) /\ heap g p I S /\ 1 <= N <= (the_k g) /\ N <= S))).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists I : Z, (exists N :
  Z, (exists S : Z, X1 = (t_take I N) /\ X2 = (t_heap I (S - N)) /\ move g p (t_take I N) /\ heap g p I S))).
Definition heaps_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists A1
  : Z, X1 = [I] /\ heap g p I A1)).
Definition heaps (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = N /\ counted
  (heaps_elements1 g p) N).
Definition residue (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists I : Z, (exists S : Z,
  X1 = I /\ heap g p I S /\ ((the_k g) + 1) <> 0 /\ X2 = (Z.rem S ((the_k g) + 1)))).
Inductive sum (g : parameters) (p : position) : Z -> Z -> Prop :=
| sum_by_1 (X1 : Z) (X2 : Z) : (X1 = 0) -> (X2 = 0) -> sum g p X1 X2
| sum_by_2 (X1 : Z) (X2 : Z) (I : Z) (X : Z) (R : Z) : (X1 = I) -> (sum g p (I - 1) X) -> (residue g p I R)
  -> (X2 = (Z.lxor X R)) -> sum g p X1 X2.
(* % nim_sum/1: the Sprague-Grundy value, the nim-sum of the residues of the heaps modulo k+1. *)
Definition nim_sum (g : parameters) (p : position) (X1 : Z) : Prop := (exists X : Z, (exists N : Z, X1 = X /\
  heaps g p N /\ sum g p N X)).
(* % safe/0: the P-positions of normal play: the nim-sum of the residues is 0. *)
Definition safe (g : parameters) (p : position) : Prop := nim_sum g p 0.

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_k g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.le (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) False p <-> safe g p).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Permutation Sums.

Definition takes (k s : Z) (r : list Z) : Prop := exists N, 1 <= N <= k /\ N <= s /\ r = left_over [s - N].
Definition G (k s : Z) : Z := Z.abs s mod (k + 1).
Lemma takes_less k s r : 1 <= s -> takes k s r -> standing r /\ weight r < 2 * s - 1.
Proof. intros S (N & L & B & ->). apply lowers_less; [exact S|]. exists (s - N). split; [lia|reflexivity]. Qed.
Lemma takes_valued k s : 1 <= k -> 1 <= s -> valued (takes k) (G k) s.
Proof.
  intros K S. assert (forall t, 0 <= t -> worth (G k) (left_over [t]) = t mod (k + 1)) as W.
  { intros t T. rewrite worth_one; [unfold G; rewrite Z.abs_eq; auto|exact T|apply Z.mod_0_l; lia]. }
  unfold valued, G. rewrite Z.abs_eq by lia. pose proof (Z.div_mod s (k + 1) ltac:(lia)).
      pose proof (Z.mod_pos_bound s (k + 1) ltac:(lia)).
  split.
  - intros r (N & L & B & ->). fold (G k). rewrite W by lia. intro E.
    pose proof (Z.div_mod (s - N) (k + 1) ltac:(lia)) as F. rewrite E in F.
    assert (N = (k + 1) * (s / (k + 1) - (s - N) / (k + 1))) as Q by lia.
    set (x := s / (k + 1) - (s - N) / (k + 1)) in Q. clear - L Q. assert (x <= 0 \/ 1 <= x) as [X|X] by lia; nia.
  - intros m M. exists (left_over [s - (s mod (k + 1) - m)]). split.
    + pose proof (Z.mod_le s (k + 1) ltac:(lia) ltac:(lia)). exists (s mod (k + 1) - m). split; [lia|]. split;
        [lia|reflexivity].
    + fold (G k). pose proof (Z.mod_le s (k + 1) ltac:(lia) ltac:(lia)). rewrite W by lia. symmetry.
        apply (Z.mod_unique_pos _ _ (s / (k + 1))); lia.
Qed.
Lemma place_is g p a s b t : the_heap p = a ++ s :: b -> heap g p (Z.of_nat (length a) + 1) t <-> t = s.
Proof.
  intro H. unfold heap, heap_at, size_of. rewrite H, app_length. cbn [length].
  replace (Z.to_nat (Z.of_nat (length a) + 1 - 1)) with (length a) by lia. rewrite nth_middle. lia.
Qed.
Lemma heaps_are g p N : heaps g p N <-> N = Z.of_nat (length (the_heap p)).
Proof.
  unfold heaps. rewrite <- (heaps_counted (heaps_elements1 g p) (the_heap p)); [|reflexivity].
  split; [intros (n & -> & H); exact H|eauto].
Qed.
Lemma move_is g p a s b N : the_heap p = a ++ s :: b ->
  move g p (t_take (Z.of_nat (length a) + 1) N) <-> 1 <= N <= the_k g /\ N <= s.
Proof.
  intro H. pose proof (fun t => place_is g p a s b t H) as P. unfold move. split.
  - intros (I & U & S & E & F & L). injection E; intros; subst. apply P in F. subst. exact L.
  - intro L. exists (Z.of_nat (length a) + 1), N, s. rewrite P. auto.
Qed.
Lemma after_is g p a s b N i t : the_heap p = a ++ s :: b -> 1 <= N <= the_k g /\ N <= s ->
  after g p (t_take (Z.of_nat (length a) + 1) N) (t_heap i t) <-> i = Z.of_nat (length a) + 1 /\ t = s - N.
Proof.
  intros H L. apply (move_is g p a s b N H) in L. pose proof (fun t => place_is g p a s b t H) as P. unfold after.
      split.
  - intros (I & U & S & E & F & _ & V). injection E; injection F; intros; subst. apply P in V. subst. auto.
  - intros [-> ->]. exists (Z.of_nat (length a) + 1), N, s. rewrite P. auto.
Qed.
Lemma sound g p q : standing (the_heap p) -> moves g p q ->
  exists a s b r, the_heap p = a ++ s :: b /\ takes (the_k g) s r /\ Permutation (the_heap q) (r ++ a ++ b).
Proof.
  intros S (M & V & A). pose proof V as (I & N & s & -> & F & _). apply heap_at_is in F as (a & b & H & ->).
  apply (move_is g p a s b) in V; [|exact H]. pose proof S as S'. rewrite H in S', A.
      apply Forall_app in S' as [S1 S2].
  exists a, s, b, (left_over [s - N]). split; [exact H|]. split; [exists N; tauto|].
  apply (lowered _ _ a b s (s - N)) in A; [|intros i t; apply (after_is g p a s b); assumption].
  rewrite A. apply left_over_lowered. apply Forall_app. split; [exact S1|exact (Forall_inv_tail S2)].
Qed.
Lemma complete g p a s b r : standing (the_heap p) -> the_heap p = a ++ s :: b -> takes (the_k g) s r ->
  exists q, moves g p q /\ Permutation (the_heap q) (r ++ a ++ b).
Proof.
  intros S H (N & L & B & ->). pose proof S as S'. rewrite H in S'. apply Forall_app in S' as [S1 S2].
  exists (Position (ascending (left_over (a ++ (s - N) :: b)))). split.
  - exists (t_take (Z.of_nat (length a) + 1) N). split; [apply (move_is g p a s b); auto|]. cbn [the_heap].
    rewrite H. apply <- (lowered ascending); [reflexivity|]. intros i t. apply (after_is g p a s b); auto.
  - cbn [the_heap]. apply left_over_lowered. apply Forall_app. split; [exact S1|exact (Forall_inv_tail S2)].
Qed.
Lemma value_is g p : 1 <= the_k g -> standing (the_heap p) -> has_value (moves g) p (worth (G (the_k g)) (the_heap
    p)).
Proof.
  intro K. apply (value_of_sum _ _ _ (takes (the_k g))).
  - intro s. apply Z.mod_pos_bound. lia.
  - exact (takes_less (the_k g)).
  - intros s. apply takes_valued. exact K.
  - exact (sound g).
  - exact (complete g).
Qed.
Lemma nim_sum_is_worth g p X : 1 <= the_k g -> standing (the_heap p) ->
  nim_sum g p X <-> X = worth (G (the_k g)) (the_heap p).
Proof.
  intros K S. rewrite <- (nim_sum_is (G (the_k g)) (the_heap p) (sum g p) (residue g p)).
  - unfold nim_sum. split; [intros (Y & N & -> & H & I); apply heaps_are in H; subst N; exact I|].
    intro H. exists X, (Z.of_nat (length (the_heap p))). rewrite heaps_are. auto.
  - assert (forall i s, heap g p i s -> G (the_k g) s = Z.rem s (the_k g + 1)) as Q.
    { intros i s A. apply heap_at_is in A as (a & b & E & _). rewrite E in S. apply Forall_app in S as [_ S].
      pose proof (Forall_inv S). unfold G. rewrite Z.abs_eq, Z.rem_mod_nonneg by lia. reflexivity. }
    intros i v. unfold residue. split.
    + intros (I & s & -> & A & _ & ->). exists s. split; [exact A|]. symmetry. exact (Q _ _ A).
    + intros (s & A & ->). exists i, s. split; [reflexivity|]. split; [exact A|]. split; [lia|]. exact (Q _ _ A).
  - intros i x. split.
    + intros [X1 X2 -> ->|X1 X2 I Y v -> A V ->]; [auto|]. right. exists Y, v. auto.
    + intros [[-> ->]|(y & v & A & V & ->)]; [apply sum_by_1; reflexivity|eapply sum_by_2; eauto].
Qed.
Theorem proved : theorem.
Proof.
  intros g p [K L]. apply ordered_standing in L. unfold asked in K. unfold safe.
      rewrite nim_sum_is_worth by assumption.
  rewrite (outcome_by_value _ _ _ _ (value_is g p K L)). split; congruence.
Qed.
Print Assumptions proved.
