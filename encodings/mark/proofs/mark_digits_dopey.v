(* Mark, by digits. Claim dopey: The P-positions are 0 and the dopey numbers, those with an odd number of
   binary zeros at their end. *)
(* Here for every pile from 0 on. *)
(* Printed from mark/rules.lp, mark/digits.lp: each predicate is what its rules say, one disjunct for each
   rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_pile : Z }.
Inductive term := t_half | t_one | t_pile (_ : Z).

Definition pile (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_pile p).
Definition digit (g : parameters) (p : position) (X1 : Z) (X2 : Z) (X3 : Z) : Prop := 1 <= X1 /\ 0 <= X2 /\
  (2 ^ X2) <= X1 /\ X3 = (Z.rem (Z.quot X1 (2 ^ X2)) 2).
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists N : Z, X1 = t_one /\ pile g p N
  /\ N > 0) \/ (exists N : Z, X1 = t_half /\ pile g p N /\ N > 0).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists N : Z, X1 = t_one
  /\ X2 = (t_pile (N - 1)) /\ pile g p N /\ N > 0) \/ (exists N : Z, X1 = t_half /\ X2 = (t_pile (Z.quot N
  2)) /\ pile g p N /\ N > 0).
(* The last 1 of n. *)
Definition one_below (g : parameters) (p : position) (X1 : Z) : Prop := (exists J : Z, (exists N : Z, (exists
  K : Z, X1 = J /\ pile g p N /\ digit g p N J 1 /\ digit g p N K 1 /\ K < J))).
Definition last_one (g : parameters) (p : position) (X1 : Z) : Prop := (exists J : Z, (exists N : Z, X1 = J
  /\ pile g p N /\ digit g p N J 1 /\ ~ (one_below g p J))).
(* % ends_in_odd_zeros/0: n is dopey, an odd number of zeros at its end, or 0. *)
Definition ends_in_odd_zeros (g : parameters) (p : position) : Prop := pile g p 0 \/ (exists J : Z, last_one
  g p J /\ (Z.rem J 2) = 1).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_pile p.
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ (after g p M
  (t_pile (the_pile q)) \/ (~ (exists V : Z, after g p M (t_pile V)) /\ the_pile q = the_pile p)).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) False p <->
  ends_in_odd_zeros g p).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Zeros.

Lemma dopey_is p v m : 0 <= v -> 0 <= m -> the_pile p = 2 ^ v * (2 * m + 1) ->
  ends_in_odd_zeros Parameters p <-> Z.rem v 2 = 1.
Proof.
  intros V M E. pose proof (Z.pow_pos_nonneg 2 v ltac:(lia) V). pose proof (fun J => last_one_is _ v m J V M E) as F.
  unfold ends_in_odd_zeros, last_one, one_below, pile. split.
  - intros [Z0|(J & (K & N & -> & -> & A & B) & O)]; [nia|].
    assert (K = v) as ->; [|exact O]. apply F. split; [exact A|]. intros (J & W & L). apply B.
    exists K, (the_pile p), J. auto.
  - intro O. right. exists v. split; [|exact O]. destruct (proj2 (F v) eq_refl) as [A B].
    exists v, (the_pile p). repeat split; try apply A. intros (J & N & K & <- & -> & _ & W & L). apply B. exists K. auto.
Qed.
Notation D n := (ends_in_odd_zeros Parameters (Position n)).
Lemma at_0 : D 0.
Proof. left. reflexivity. Qed.
Lemma at_odd k : 0 <= k -> ~ D (2 * k + 1).
Proof. intro K. rewrite (dopey_is _ 0 k); [discriminate|lia|exact K|]. cbn [the_pile]. change (2 ^ 0) with 1. lia. Qed.
Lemma known n : 0 <= n -> D n \/ ~ D n.
Proof.
  intro N. destruct (Z.eq_dec n 0) as [->|P]; [left; exact at_0|].
  destruct (odd_part n) as (v & m & V & M & E); [lia|]. rewrite (dopey_is (Position n) v m V M E).
  destruct (Z.eq_dec (Z.rem v 2) 1); [left|right]; assumption.
Qed.
Lemma at_double k : 1 <= k -> D (2 * k) <-> ~ D k.
Proof.
  intro K. destruct (odd_part k K) as (v & m & V & M & E). rewrite (dopey_is (Position k) v m V M E).
  rewrite (dopey_is (Position (2 * k)) (v + 1) m); [|lia|exact M|].
  - exact (one_zero_more v V).
  - cbn [the_pile]. rewrite Z.pow_add_r by lia. change (2 ^ 1) with 2. lia.
Qed.
Lemma moves_are n q : 0 <= n -> moves Parameters (Position n) q <-> 1 <= n /\ (q = Position (n - 1) \/ q = Position (n / 2)).
Proof.
  intro N. destruct q as [r]. unfold moves, move, after, pile. cbn [the_pile]. split.
  - intros (M & A & B).
    assert (M = t_one \/ M = t_half) as [->| ->] by (destruct A as [(? & -> & _)|(? & -> & _)]; auto);
      destruct A as [(x & F & -> & L)|(x & F & -> & L)]; try discriminate F; (split; [lia|]);
      (destruct B as [[(y & F' & G & -> & _)|(y & F' & G & -> & _)]|[B _]]; try discriminate F');
      try (injection G as ->; rewrite ?Z.quot_div_nonneg by lia; auto); destruct B; eauto 10.
  - intros (L & [E|E]); injection E as ->.
    + exists t_one. split; [left; exists n; repeat split; lia|]. left. left. exists n. repeat split; lia.
    + exists t_half. split; [right; exists n; repeat split; lia|]. left. right. exists n.
      rewrite Z.quot_div_nonneg by lia. repeat split; lia.
Qed.
Theorem proved : theorem.
Proof.
  intros []. intro p. revert p.
  apply (kernel position (legal Parameters) (moves Parameters) False (fun p => Z.to_nat (the_pile p))
    (ends_in_odd_zeros Parameters)).
  - intros [n] [_ N]. exact (known n N).
  - intros [n] q [_ N] M. cbn [the_pile] in N. apply moves_are in M as [L [-> | ->]]; [| |exact N];
      (split; [exact I|]); cbn [the_pile]; [lia|]. apply Z.div_pos; lia.
  - intros [n] q [_ N] M. cbn [the_pile] in *. apply moves_are in M as [L [-> | ->]]; [| |exact N]; cbn [the_pile]; [lia|].
    pose proof (Z.div_lt n 2). pose proof (Z.div_pos n 2). lia.
  - intros [n] q [_ N] C M. cbn [the_pile] in N. apply moves_are in M as [L M]; [|exact N].
    pose proof (Z.div_mod n 2 ltac:(lia)) as E. pose proof (Z.mod_pos_bound n 2 ltac:(lia)).
    destruct (Z.eq_dec (n mod 2) 0) as [Z0|Z1].
    + rewrite Z0, Z.add_0_r in E. destruct M as [-> | ->].
      * replace (n - 1) with (2 * (n / 2 - 1) + 1) by lia. apply at_odd. lia.
      * rewrite E in C. apply at_double in C; [exact C|lia].
    + destruct (at_odd (n / 2)); [lia|]. replace (2 * (n / 2) + 1) with n by lia. exact C.
  - intros [].
  - intros [n] [_ N] C. cbn [the_pile] in N. left.
    assert (1 <= n) as L. { destruct (Z.eq_dec n 0) as [->|]; [destruct (C at_0)|lia]. }
    pose proof (Z.div_mod n 2 ltac:(lia)) as E. pose proof (Z.mod_pos_bound n 2 ltac:(lia)).
    pose proof (Z.div_pos n 2 N ltac:(lia)) as P.
    destruct (known (n / 2) P) as [G|G].
    + exists (Position (n / 2)). split; [apply moves_are; auto|exact G].
    + assert (1 <= n / 2) as K. { destruct (Z.eq_dec (n / 2) 0) as [Q|]; [rewrite Q in G; destruct (G at_0)|lia]. }
      assert (n mod 2 <> 0) as O. { intro Z0. apply C. rewrite E, Z0, Z.add_0_r. apply at_double; assumption. }
      exists (Position (n - 1)). split; [apply moves_are; auto|].
      replace (n - 1) with (2 * (n / 2)) by lia. apply at_double; assumption.
Qed.
Print Assumptions proved.
