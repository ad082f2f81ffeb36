(* Nim. Claim section-3-8-all-numbers: For S = {1, 2, 3, ...}, the game of one pile (section 3.7 allows
   infinite S), g_S(x) = x, so that g_S is not periodic. (Section 3.8 says that those of all subtraction
   games are.) *)
(* Here for 0..1 heaps of every size. *)
(* Printed from nim/rules.lp, nim/theorems.lp, nim/lemmas.lp, nim/summands.lp, nim/mex.lp: each predicate is
   what its rules say, one disjunct for each rule. *)
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
(* Section 3.8: one pile is the subtraction game of all positive integers. % one_heap_value/1: the value of
   at most one heap. *)
Definition one_heap_value (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = 0 /\ heaps g p 0) \/
  (exists S : Z, X1 = S /\ heaps g p 1 /\ heap g p 1 S).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= Z.of_nat (length (the_heap p)) <=
  1 /\ in_order Z.le (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> exists V, has_value (moves g) p V /\ forall X,
  one_heap_value g p X <-> X = V.

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
Theorem proved : theorem.
Proof.
  intros g p (_ & C & L). apply ordered_standing in L. exists (worth Z.abs (the_heap p)). split; [apply value_is;
      exact L|].
  intro X. pose proof (heaps_are g p) as N. pose proof (fun s t => place_is g p [] s [] t) as P.
      cbn [app length] in P.
  unfold one_heap_value. destruct (the_heap p) as [|s [|t l]]; cbn [length worth] in *; [| |lia].
  - split; [|intros ->; left; split; [reflexivity|]; apply N; reflexivity].
    intros [[-> _]|(S & _ & H & _)]; [reflexivity|]. apply N in H. lia.
  - specialize (P s). inversion L; subst. rewrite Z.lxor_0_r, Z.abs_eq by lia. split.
    + intros [[_ H]|(S & -> & _ & H)]; [apply N in H; lia|]. apply P in H; [exact H|reflexivity].
    + intros ->. right. exists s. split; [reflexivity|]. split; [apply N; reflexivity|apply P; reflexivity].
Qed.
Print Assumptions proved.
