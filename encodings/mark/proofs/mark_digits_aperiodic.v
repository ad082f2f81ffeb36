(* Mark, by digits. Claim section-3-8-aperiodic-every: The SG function of Mark is not periodic; its zeros,
   the P-positions, have no period p, from no s on. *)
(* Here for every period from 1 on; every number from 0 on. *)
(* Printed from mark/rules.lp, mark/digits.lp: each predicate is what its rules say, one disjunct for each
   rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_period : Z; the_number : Z }.

Definition period (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_period p).
Definition number (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_number p).
Definition digit (g : parameters) (p : position) (X1 : Z) (X2 : Z) (X3 : Z) : Prop := 1 <= X1 /\ 0 <= X2 /\
  (2 ^ X2) <= X1 /\ X3 = (Z.rem (Z.quot X1 (2 ^ X2)) 2).
(* The P-positions have no period p, from no number s on: of numbers n with k and with k+1 zeros at their
   end, 2^k > p, one is no P-position where n+p is one, or the other way round. Such numbers are among s,
   ..., s+8p. *)
Definition far (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, (exists P : Z, (exists S :
  Z, X1 = N /\ period g p P /\ number g p S /\ S <= N <= (S + (8 * P))))).
Definition far_or_beyond (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = N /\ far g p
  N) \/ (exists N : Z, (exists P : Z, far g p N /\ period g p P /\ X1 = (N + P))).
Definition below_in (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists N : Z, (exists J : Z,
  (exists K : Z, X1 = N /\ X2 = J /\ far_or_beyond g p N /\ digit g p N J 1 /\ digit g p N K 1 /\ K < J))).
Definition dopey_number (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = 0 /\ far_or_beyond g p 0) \/
  (exists N : Z, (exists J : Z, X1 = N /\ far_or_beyond g p N /\ digit g p N J 1 /\ ~ (below_in g p N J) /\
  (Z.rem J 2) = 1)).
(* % no_period/0: of p and s: some n >= s is P where n+p is N, or the other way round. *)
Definition no_period (g : parameters) (p : position) : Prop := (exists N : Z, (exists P : Z, far g p N /\
  period g p P /\ dopey_number g p N /\ ~ (dopey_number g p (N + P)))) \/ (exists N : Z, (exists P : Z, far g
  p N /\ period g p P /\ ~ (dopey_number g p N) /\ dopey_number g p (N + P))).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_period p /\ 0 <= the_number p.

Definition theorem : Prop := forall g p, legal g p -> no_period g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Zeros.

Lemma dopey_is p n v m : far_or_beyond Parameters p n -> 0 <= v -> 0 <= m -> n = 2 ^ v * (2 * m + 1) ->
  dopey_number Parameters p n <-> Z.rem v 2 = 1.
Proof.
  intros H V M E. pose proof (Z.pow_pos_nonneg 2 v ltac:(lia) V). pose proof (fun J => last_one_is n v m J V M E) as F.
  unfold dopey_number, below_in. split.
  - intros [[-> _]|(N & J & <- & _ & A & B & O)]; [nia|].
    assert (J = v) as ->; [|exact O]. apply F. split; [exact A|]. intros (K & W & L). apply B. exists n, J, K. auto 10.
  - intro O. right. destruct (proj2 (F v) eq_refl) as [A B]. exists n, v. do 3 (split; [first [reflexivity|assumption]|]).
    split; [|exact O]. intros (N & J & K & <- & <- & _ & _ & W & L). apply B. exists K. auto.
Qed.
(* Among any 4b numbers in turn one is b(4j+r). *)
Lemma among_four b s r : 1 <= b -> 0 <= s -> 1 <= r <= 2 -> exists j, 0 <= j /\ s <= b * (4 * j + r) <= s + 4 * b - 1.
Proof.
  intros B S R. exists ((s + (4 - r) * b - 1) / (4 * b)).
  pose proof (Z.div_mod (s + (4 - r) * b - 1) (4 * b) ltac:(lia)) as E.
  pose proof (Z.mod_pos_bound (s + (4 - r) * b - 1) (4 * b) ltac:(lia)).
  split; [apply Z.div_pos; nia|]. set (j := (s + (4 - r) * b - 1) / (4 * b)) in *. nia.
Qed.
Theorem proved : theorem.
Proof.
  intros [] [P s] (_ & P1 & S). cbn [the_period the_number] in *.
  destruct (Z.log2_spec P ltac:(lia)) as [L1 L2]. pose proof (Z.log2_nonneg P) as K0.
  rewrite Z.pow_succ_r in L2 by exact K0.
  set (k := Z.log2 P + 1) in *. assert (2 ^ k = 2 * 2 ^ Z.log2 P) as B by (unfold k; rewrite Z.pow_add_r by lia; lia).
  destruct (odd_part P P1) as (v & m & V & M & E).
  assert (v < k) as W.
  { apply (Z.pow_lt_mono_r_iff 2); [lia|unfold k; lia|]. pose proof (Z.pow_pos_nonneg 2 v ltac:(lia) V). nia. }
  assert (forall x, 0 <= x -> 2 ^ k * x + P = 2 ^ v * (2 * (m + 2 ^ (k - v - 1) * x) + 1)) as A.
  { intros x X. replace (2 ^ k) with (2 ^ v * (2 * 2 ^ (k - v - 1))); [rewrite E at 1; ring|].
    rewrite <- Z.pow_succ_r, <- Z.pow_add_r by lia. f_equal. lia. }
  assert (forall x, 0 <= x -> 0 <= m + 2 ^ (k - v - 1) * x) as X.
  { intros x X. pose proof (Z.pow_pos_nonneg 2 (k - v - 1) ltac:(lia) ltac:(lia)). nia. }
  pose (q := Position P s).
  assert (forall n, s <= n <= s + 8 * P -> far Parameters q n) as F by (intros n N; exists n, P, s; repeat split; apply N).
  destruct (among_four (2 ^ k) s 1) as (i & I & N1); [lia|exact S|lia|].
  destruct (among_four (2 ^ k) s 2) as (j & J & N2); [lia|exact S|lia|].
  assert (far Parameters q (2 ^ k * (4 * i + 1))) as F1 by (apply F; lia).
  assert (far Parameters q (2 ^ k * (4 * j + 2))) as F2 by (apply F; lia).
  assert (forall n, far Parameters q n -> far_or_beyond Parameters q n /\ far_or_beyond Parameters q (n + P)) as G.
  { intros n N. split; [left; exists n; auto|]. right. exists n, P. repeat split. exact N. }
  assert (0 <= k) as K by (unfold k; lia).
  pose proof (dopey_is q _ k (2 * i) (proj1 (G _ F1)) K ltac:(lia) ltac:(ring)) as D1.
  pose proof (dopey_is q _ (k + 1) j (proj1 (G _ F2)) ltac:(lia) J
    ltac:(rewrite Z.pow_add_r by lia; change (2 ^ 1) with 2; ring)) as D2.
  pose proof (dopey_is q _ v _ (proj2 (G _ F1)) V (X (4 * i + 1) ltac:(lia)) (A (4 * i + 1) ltac:(lia))) as D3.
  pose proof (dopey_is q _ v _ (proj2 (G _ F2)) V (X (4 * j + 2) ltac:(lia)) (A (4 * j + 2) ltac:(lia))) as D4.
  rewrite (one_zero_more k K) in D2. fold q. unfold no_period.
  destruct (Z.eq_dec (Z.rem k 2) 1) as [O|O], (Z.eq_dec (Z.rem v 2) 1) as [U|U].
  - right. exists (2 ^ k * (4 * j + 2)), P. rewrite D2, D4. repeat split; auto.
  - left. exists (2 ^ k * (4 * i + 1)), P. rewrite D1, D3. repeat split; auto.
  - right. exists (2 ^ k * (4 * i + 1)), P. rewrite D1, D3. repeat split; auto.
  - left. exists (2 ^ k * (4 * j + 2)), P. rewrite D2, D4. repeat split; auto.
Qed.
Print Assumptions proved.
