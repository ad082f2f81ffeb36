(* Nim. Claim heap-values: A heap is worth as many as it has stones, so that the values of single heaps rise
   by one with each stone. *)
(* Here for single heaps of every size. *)
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

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).
Definition single (n : Z) : position := Position (left_over [n]).

Definition theorem : Prop := forall g, asked g -> periodic (moves g) single 0 1 1.

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
Theorem proved : theorem.
Proof.
  assert (forall g n, 0 <= n -> has_value (moves g) (single n) n) as A.
  { intros g n N. pose proof (worth_one Z.abs n N eq_refl) as W. rewrite Z.abs_eq in W by exact N.
    rewrite <- W at 2. apply value_is. unfold single, left_over, standing. cbn [the_heap filter].
    destruct (Z.ltb_spec 0 n); repeat constructor. lia. }
  intros g _ n N. exists n. split; apply A; lia.
Qed.
Print Assumptions proved.
