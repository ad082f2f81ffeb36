(* Nim. Claim safe-combinations: A position is a P-position iff the nim-sum of its heaps is zero. *)
(* Here for every list of heaps. *)
(* Printed from nim/rules.lp, nim/theorems.lp, nim/beliefs.lp: each predicate is what its rules say, one
   disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_lower (_ : Z) (_ : Z).

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists I : Z, (exists T : Z, (exists S
  : Z, X1 = (t_lower I T) /\ heap g p I S /\ 0 <= T <= (S - 1)))).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists I : Z, (exists T :
  Z, X1 = (t_lower I T) /\ X2 = (t_heap I T) /\ move g p (t_lower I T))).
Definition heaps_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists A1
  : Z, X1 = [I] /\ heap g p I A1)).
(* The nim-sum: the heap sizes added in binary without carrying. *)
Definition heaps (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = N /\ counted
  (heaps_elements1 g p) N).
Inductive sum (g : parameters) (p : position) : Z -> Z -> Prop :=
| sum_by_1 (X1 : Z) (X2 : Z) : (X1 = 0) -> (X2 = 0) -> sum g p X1 X2
| sum_by_2 (X1 : Z) (X2 : Z) (I : Z) (X : Z) (S : Z) : (X1 = I) -> (sum g p (I - 1) X) -> (heap g p I S) ->
  (X2 = (Z.lxor X S)) -> sum g p X1 X2.
(* % nim_sum/1: the nim-sum of the heaps, the value of normal play. *)
Definition nim_sum (g : parameters) (p : position) (X1 : Z) : Prop := (exists X : Z, (exists N : Z, X1 = X /\
  heaps g p N /\ sum g p N X)).
(* Bouton's safe combinations are the positions of nim-sum zero. % safe/0: the P-positions of normal play,
   Bouton's safe combinations. *)
Definition safe (g : parameters) (p : position) : Prop := nim_sum g p 0.

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.le (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) False p <-> safe g p).

(* The strategy of the claim: winning_move names moves. *)
(* The winning moves: lower a heap S to S^X, X being the nim-sum, where that is less than S. %
   winning_move/1: the winning moves of normal play. *)
Definition winning_move (g : parameters) (p : position) (X1 : term) : Prop := (exists I : Z, (exists S : Z,
  (exists X : Z, X1 = (t_lower I (Z.lxor S X)) /\ nim_sum g p X /\ heap g p I S /\ (Z.lxor S X) < S))).
Definition strategy_moves (g : parameters) (p q : position) : Prop := exists M : term, winning_move g p M /\
  heaps_after ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).
(* Where the player to move wins and can move, it names moves, all of the game, and each leads to a
   P-position. *)
Definition strategy : Prop := forall g p, legal g p -> ~ P_position position (moves g) False p -> (exists q,
  moves g p q) -> (exists q, strategy_moves g p q) /\ (forall q, strategy_moves g p q -> P_position position
  (moves g) False q) /\ (forall M, winning_move g p M -> move g p M).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Permutation Sums.

Lemma place_is g p a s b t : the_heap p = a ++ s :: b -> heap g p (Z.of_nat (length a) + 1) t <-> t = s.
Proof.
  intro H. unfold heap, heap_at, size_of. rewrite H, app_length. cbn [length].
  replace (Z.to_nat (Z.of_nat (length a) + 1 - 1)) with (length a) by lia. rewrite nth_middle. lia.
Qed.
Lemma move_is g p a s b T : the_heap p = a ++ s :: b -> move g p (t_lower (Z.of_nat (length a) + 1) T) <-> 0 <= T < s.
Proof.
  intro H. pose proof (fun t => place_is g p a s b t H) as P. unfold move. split.
  - intros (I & U & S & E & F & L). injection E; intros; subst. apply P in F. lia.
  - intro L. eexists _, _, s. split; [reflexivity|]. rewrite P. lia.
Qed.
Lemma after_is g p a s b T i t : the_heap p = a ++ s :: b -> 0 <= T < s ->
  after g p (t_lower (Z.of_nat (length a) + 1) T) (t_heap i t) <-> i = Z.of_nat (length a) + 1 /\ t = T.
Proof.
  intros H L. apply (move_is g p a s b T H) in L. unfold after. split.
  - intros (I & U & E & F & _). injection E; injection F; intros; subst. auto.
  - intros [-> ->]. eauto.
Qed.
Lemma sound g p q : standing (the_heap p) -> moves g p q ->
  exists a s b r, the_heap p = a ++ s :: b /\ lowers s r /\ Permutation (the_heap q) (r ++ a ++ b).
Proof.
  intros S (M & V & A). pose proof V as (I & T & s & -> & F & _). apply heap_at_is in F as (a & b & H & ->).
  apply (move_is g p a s b) in V; [|exact H]. pose proof S as S'. rewrite H in S'.
  apply Forall_app in S' as [S1 S2]. inversion S2; subst.
  exists a, s, b, (left_over [T]). split; [exact H|]. split; [exists T; auto|]. rewrite H in A.
  apply (lowered _ _ a b s T) in A; [|intros i t; apply (after_is g p a s b); assumption].
  rewrite A. apply left_over_lowered. apply Forall_app. auto.
Qed.
Lemma complete g p a s b r : standing (the_heap p) -> the_heap p = a ++ s :: b -> lowers s r ->
  exists q, moves g p q /\ Permutation (the_heap q) (r ++ a ++ b).
Proof.
  intros S H (T & L & ->). pose proof S as S'. rewrite H in S'. apply Forall_app in S' as [S1 S2]. inversion S2;
      subst.
  exists (Position (ascending (left_over (a ++ T :: b)))). split.
  - exists (t_lower (Z.of_nat (length a) + 1) T). split; [apply (move_is g p a s b); assumption|]. cbn [the_heap].
    rewrite H. apply <- (lowered ascending); [reflexivity|]. intros i t. apply (after_is g p a s b); assumption.
  - cbn [the_heap]. apply left_over_lowered. apply Forall_app. auto.
Qed.
Lemma value_is g p : standing (the_heap p) -> has_value (moves g) p (worth Z.abs (the_heap p)).
Proof.
  apply (value_of_sum _ _ _ lowers).
  - exact Z.abs_nonneg.
  - exact lowers_less.
  - exact lowers_valued.
  - exact (sound g).
  - exact (complete g).
Qed.
Lemma heaps_are g p N : heaps g p N <-> N = Z.of_nat (length (the_heap p)).
Proof.
  unfold heaps. rewrite <- (heaps_counted (heaps_elements1 g p) (the_heap p)); [|reflexivity].
  split; [intros (n & -> & H); exact H|eauto].
Qed.
Lemma nim_sum_is_worth g p X : standing (the_heap p) -> nim_sum g p X <-> X = worth Z.abs (the_heap p).
Proof.
  intro S. rewrite (worth_alike _ (fun s => s) _ S) by lia.
  rewrite <- (nim_sum_is (fun s => s) (the_heap p) (sum g p) (heap g p)).
  - unfold nim_sum. split; [intros (Y & N & -> & H & I); apply heaps_are in H; subst N; exact I|].
    intro H. exists X, (Z.of_nat (length (the_heap p))). rewrite heaps_are. auto.
  - intros i v. unfold heap. split; [eauto|]. intros (s & H & ->). exact H.
  - intros i x. split.
    + intros [X1 X2 -> ->|X1 X2 I Y s -> H V ->]; [auto|]. right. exists Y, s. auto.
    + intros [[-> ->]|(y & v & H & V & ->)]; [apply sum_by_1; reflexivity|eapply sum_by_2; eauto].
Qed.
Lemma outcome_is g p : standing (the_heap p) -> P_position position (moves g) False p <-> worth Z.abs (the_heap p) =
    0.
Proof. intro S. apply outcome_by_value. apply value_is. exact S. Qed.

Lemma winning_is g p a s b T : standing (the_heap p) -> the_heap p = a ++ s :: b ->
  winning_move g p (t_lower (Z.of_nat (length a) + 1) T) <-> T = worth Z.abs (a ++ b) /\ T < s.
Proof.
  intros S H. pose proof S as S'. rewrite H in S'. apply Forall_app in S' as [S1 S2]. inversion S2; subst.
  assert (Z.lxor s (worth Z.abs (the_heap p)) = worth Z.abs (a ++ b)) as E.
  { rewrite H, worth_between, Z.abs_eq, <- Z.lxor_assoc, Z.lxor_nilpotent by lia. apply Z.lxor_0_l. }
  unfold winning_move. split.
  - intros (I & t & X & F & N & P & L). injection F; intros; subst. apply (place_is g p a s b _ H) in P. subst t.
    apply nim_sum_is_worth in N; [|exact S]. subst X. rewrite E in *. auto.
  - intros [-> L]. exists (Z.of_nat (length a) + 1), s, (worth Z.abs (the_heap p)). rewrite E.
    split; [reflexivity|]. split; [apply nim_sum_is_worth; auto|]. split; [apply (place_is g p a s b _ H);
        reflexivity|exact L].
Qed.
Lemma winning_at g p M : winning_move g p M -> exists a s b T, M = t_lower (Z.of_nat (length a) + 1) T
  /\ the_heap p = a ++ s :: b.
Proof.
  intros (I & s & X & -> & _ & P & _). apply heap_at_is in P as (a & b & H & ->). exists a, s, b. eauto.
Qed.
Lemma fair g p M : standing (the_heap p) -> winning_move g p M -> move g p M.
Proof.
  intros S W. destruct (winning_at g p M W) as (a & s & b & T & -> & H).
      destruct (proj1 (winning_is g p a s b T S H) W) as [E D].
  subst T. apply (move_is g p a s b); [exact H|]. split; [|exact D]. apply worth_not_negative. exact Z.abs_nonneg.
Qed.
Theorem strategy_wins : strategy.
Proof.
  intros g p [_ L] N _. apply ordered_standing in L. rewrite outcome_is in N by exact L.
  split; [|split; [|intros M W; apply fair; assumption]].
  - destruct (less_by_one Z.abs (the_heap p) 0 Z.abs_nonneg) as (a & s & b & H & D).
    { pose proof (worth_not_negative Z.abs (the_heap p) Z.abs_nonneg). lia. }
    rewrite Z.lxor_0_l in D. pose proof L as S'. rewrite H in S'. apply Forall_app in S' as [S1 S2]. inversion S2;
        subst.
    exists (Position (ascending (left_over (a ++ worth Z.abs (a ++ b) :: b)))), (t_lower (Z.of_nat (length a) + 1)
        (worth Z.abs (a ++ b))).
    split; [apply (winning_is g p a s b); auto; split; [reflexivity|lia]|].
    cbn [the_heap]. rewrite H. apply <- (lowered ascending); [reflexivity|].
    intros i t. apply (after_is g p a s b); [exact H|lia].
  - intros q (M & W & A). pose proof (fair g p M L W) as V. destruct (winning_at g p M W) as (a & s & b & T & -> & H).
    destruct (proj1 (winning_is g p a s b T L H) W) as [E D]. apply (move_is g p a s b T H) in V.
    pose proof L as S'. rewrite H in S'. apply Forall_app in S' as [S1 S2]. inversion S2; subst.
    rewrite H in A. apply (lowered _ _ a b s (worth Z.abs (a ++ b))) in A; [|intros i t; apply (after_is g p a s b);
        assumption].
    assert (Permutation (the_heap q) (left_over [worth Z.abs (a ++ b)] ++ a ++ b)) as Q.
    { rewrite A. apply left_over_lowered. apply Forall_app. auto. }
    apply outcome_is.
    + apply (Permutation_Forall (Permutation_sym Q)). apply Forall_app. split; [|apply Forall_app; auto].
      apply (lowers_less s); [assumption|]. exists (worth Z.abs (a ++ b)). auto.
    + rewrite (worth_same _ _ _ Q), worth_app, worth_one by lia. rewrite Z.abs_eq by lia. apply Z.lxor_nilpotent.
Qed.
Print Assumptions strategy_wins.

Theorem proved : theorem.
Proof.
  intros g p [_ L]. apply ordered_standing in L. rewrite outcome_is by exact L. unfold safe.
  rewrite nim_sum_is_worth by exact L. split; congruence.
Qed.
Print Assumptions proved.
