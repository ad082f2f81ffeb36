(* Delete Nim. Claim values: The value of the rows x and y is how often 2 divides 1 more than x OR y. *)
(* Here for every a from 0 on; every b from 0 on. *)
(* Printed from delete_nim/rules.lp, delete_nim/theorems.lp, delete_nim/beliefs.lp: each predicate is what
   its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_a : Z; the_b : Z }.
Inductive term := t_a (_ : Z) | t_b (_ : Z) | t_deal (_ : Z) (_ : Z).

Definition a (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_a p).
Definition b (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_b p).
Definition digit (g : parameters) (p : position) (X1 : Z) (X2 : Z) (X3 : Z) : Prop := 1 <= X1 /\ 0 <= X2 /\
  (2 ^ X2) <= X1 /\ X3 = (Z.rem (Z.quot X1 (2 ^ X2)) 2).
Definition row (g : parameters) (p : position) (X1 : Z) : Prop := (exists S : Z, X1 = S /\ a g p S) \/
  (exists S : Z, X1 = S /\ b g p S).
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists N : Z, (exists S : Z, X1 =
  (t_deal N ((S - 1) - N)) /\ row g p S /\ 0 <= N <= (S - 1))).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists N : Z, (exists M_
  : Z, X1 = (t_deal N M_) /\ X2 = (t_a N) /\ move g p (t_deal N M_))) \/ (exists N : Z, (exists M_ : Z, X1 =
  (t_deal N M_) /\ X2 = (t_b M_) /\ move g p (t_deal N M_))).
Definition either (g : parameters) (p : position) (X1 : Z) : Prop := (exists A : Z, (exists B : Z, a g p A /\
  b g p B /\ X1 = ((Z.lor A B) + 1))).
Definition one_below (g : parameters) (p : position) (X1 : Z) : Prop := (exists J : Z, (exists X : Z, (exists
  K : Z, X1 = J /\ either g p X /\ digit g p X J 1 /\ digit g p X K 1 /\ K < J))).
(* % valuation/1: the value of normal play: the place of the last binary digit 1 of X. *)
Definition valuation (g : parameters) (p : position) (X1 : Z) : Prop := (exists J : Z, (exists X : Z, X1 = J
  /\ either g p X /\ digit g p X J 1 /\ ~ (one_below g p J))).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_a p /\ 0 <= the_b p.
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ (after g p M (t_a
  (the_a q)) \/ (~ (exists V : Z, after g p M (t_a V)) /\ the_a q = the_a p)) /\ (after g p M (t_b (the_b q))
  \/ (~ (exists V : Z, after g p M (t_b V)) /\ the_b q = the_b p)).

Definition theorem : Prop := forall g p, legal g p -> exists V, has_value (moves g) p V /\ forall X,
  valuation g p X <-> X = V.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Wf_nat Sums.

(* The lowest place with a binary digit 0. *)
Definition lowest (z j : Z) : Prop := 0 <= j /\ Z.testbit z j = false /\ forall i, 0 <= i < j -> Z.testbit z i = true.
Lemma some_lowest z : 0 <= z -> exists j, lowest z j.
Proof.
  intro N. assert (exists n, Z.to_nat z = n) as [n E] by eauto. revert z N E.
  induction n as [n IH] using lt_wf_ind. intros z N E. destruct (Z.odd z) eqn:O.
  - destruct (IH (Z.to_nat (z / 2))) with (z := z / 2) as (j & J & A & B); [|apply Z.div_pos; lia|reflexivity|].
    + pose proof (Z.div_mod z 2 ltac:(lia)). pose proof (Z.mod_pos_bound z 2 ltac:(lia)).
      assert (z <> 0) by (intros ->; discriminate). lia.
    + assert (z = 2 * (z / 2) + 1) as F.
      { pose proof (Z.div_mod z 2 ltac:(lia)) as D. rewrite Zmod_odd, O in D. exact D. }
      exists (j + 1). unfold lowest. rewrite F. replace (j + 1) with (Z.succ j) by lia.
          rewrite Z.testbit_odd_succ by exact J.
      split; [lia|]. split; [exact A|]. intros i I. destruct (Z.eq_dec i 0) as [->|D]; [apply Z.testbit_odd_0|].
      replace i with (Z.succ (i - 1)) by lia. rewrite Z.testbit_odd_succ by lia. apply B. lia.
  - exists 0. split; [lia|]. split; [rewrite Z.bit0_odd; exact O|]. intros i I. lia.
Qed.
Lemma one_lowest z j k : lowest z j -> lowest z k -> j = k.
Proof.
  intros (A & B & C) (D & E & F). destruct (Z.lt_trichotomy j k) as [L|[L|L]]; [|exact L|].
  - rewrite (F j) in B by lia. discriminate.
  - rewrite (C k) in E by lia. discriminate.
Qed.
Lemma halved z : 0 <= z -> exists h, 0 <= h /\ (z = 2 * h \/ z = 2 * h + 1).
Proof.
  intro N. exists (z / 2). split; [apply Z.div_pos; lia|].
  pose proof (Z.div_mod z 2 ltac:(lia)). pose proof (Z.mod_pos_bound z 2 ltac:(lia)). lia.
Qed.
Lemma next_bit z h i : z = 2 * h \/ z = 2 * h + 1 -> 0 <= i -> Z.testbit z (Z.succ i) = Z.testbit h i.
Proof. intros [-> | ->] I; [apply Z.testbit_even_succ|apply Z.testbit_odd_succ]; exact I. Qed.
Ltac bit_0 := rewrite ?Z.testbit_even_0, ?Z.testbit_odd_0 in *.
Lemma dealt n : forall N M, 0 <= N -> 0 <= M -> lowest (Z.lor N M) (Z.of_nat n) -> Z.testbit (N + M + 1) (Z.of_nat
    n) = true.
Proof.
  induction n as [|n IH]; intros N M A B (_ & C & D); rewrite Z.lor_spec in C;
      apply Bool.orb_false_elim in C as [C E];
    destruct (halved N A) as (h & H & F), (halved M B) as (k & K & G).
  - destruct F as [-> | ->]; [|change (Z.of_nat 0) with 0 in *; bit_0; discriminate].
    destruct G as [-> | ->]; [|change (Z.of_nat 0) with 0 in *; bit_0; discriminate].
    replace (2 * h + 2 * k + 1) with (2 * (h + k) + 1) by lia. apply Z.testbit_odd_0.
  - rewrite Nat2Z.inj_succ in *. assert (Z.testbit N 0 || Z.testbit M 0 = true)%bool as O.
    { rewrite <- Z.lor_spec. apply D. lia. }
    assert (lowest (Z.lor h k) (Z.of_nat n)) as L.
    { split; [lia|]. rewrite Z.lor_spec. rewrite (next_bit N h) in C by (assumption || lia).
      rewrite (next_bit M k) in E by (assumption || lia). split; [rewrite C, E; reflexivity|].
      intros i I. specialize (D (Z.succ i) ltac:(lia)). rewrite Z.lor_spec in D |- *.
      rewrite (next_bit N h), (next_bit M k) in D by (assumption || lia). exact D. }
    specialize (IH h k H K L). destruct F as [-> | ->], G as [-> | ->]; bit_0; try discriminate O.
    + replace (2 * h + (2 * k + 1) + 1) with (2 * (h + k + 1)) by lia. rewrite Z.testbit_even_succ by lia. exact IH.
    + replace (2 * h + 1 + 2 * k + 1) with (2 * (h + k + 1)) by lia. rewrite Z.testbit_even_succ by lia. exact IH.
    + replace (2 * h + 1 + (2 * k + 1) + 1) with (2 * (h + k + 1) + 1) by lia. rewrite Z.testbit_odd_succ by lia.
        exact IH.
Qed.
Lemma deal S j : 0 <= S -> 0 <= j -> Z.testbit S j = true ->
  0 <= Z.ones j <= S - 1 /\ 0 <= S - 2 ^ j /\ lowest (Z.lor (Z.ones j) (S - 2 ^ j)) j.
Proof.
  intros A J T. assert (0 < 2 ^ j) as P by (apply Z.pow_pos_nonneg; lia). rewrite Z.ones_equiv.
  apply Z.testbit_true in T; [|exact J]. assert (2 ^ j <= S) as L.
  { destruct (Z.le_gt_cases (2 ^ j) S) as [L|L]; [exact L|]. rewrite Z.div_small in T by lia. discriminate. }
  split; [lia|]. split; [lia|]. rewrite <- Z.ones_equiv. split; [exact J|]. split.
  - rewrite Z.lor_spec, Z.ones_spec_high by lia. cbn. apply Z.testbit_false; [exact J|].
    replace (S - 2 ^ j) with (S + (-1) * 2 ^ j) by lia. rewrite Z.div_add by lia.
    pose proof (Z.div_mod (S / 2 ^ j) 2 ltac:(lia)). pose proof (Z.div_mod (S / 2 ^ j + -1) 2 ltac:(lia)).
    pose proof (Z.mod_pos_bound (S / 2 ^ j + -1) 2 ltac:(lia)). lia.
  - intros i I. rewrite Z.lor_spec, Z.ones_spec_low by lia. reflexivity.
Qed.

Lemma moves_are g p q : moves g p q <-> exists S N, (S = the_a p \/ S = the_b p) /\ 0 <= N <= S - 1 /\ q = Position
    N (S - 1 - N).
Proof.
  assert (forall M, move g p M <-> exists S N, (S = the_a p \/ S = the_b p) /\ 0 <= N <= S - 1 /\ M = t_deal N (S -
      1 - N)) as V.
  { intro M. unfold move, row, a, b. split.
    - intros (N & S & -> & [(T & -> & ->)|(T & -> & ->)] & L); eauto 8.
    - intros (S & N & [->| ->] & L & ->); exists N; eexists; (split; [reflexivity|]); (split; [|exact L]); eauto. }
  assert (forall N M t, move g p (t_deal N M) -> after g p (t_deal N M) t <-> t = t_a N \/ t = t_b M) as A.
  { intros N M t H. unfold after. split.
    - intros [(n & m & E & -> & _)|(n & m & E & -> & _)]; injection E; intros; subst; auto.
    - intros [->| ->]; eauto 8. }
  unfold moves. split.
  - intros (M & H & X & Y). pose proof H as H'. apply V in H' as (S & N & C & L & ->). exists S, N. split;
      [exact C|]. split; [exact L|].
    destruct q as [qa qb]. cbn [the_a the_b] in *. f_equal.
    + destruct X as [X|[X _]]; [apply (A _ _ _ H) in X; destruct X; congruence|].
      destruct X. exists N. apply (A _ _ _ H). auto.
    + destruct Y as [Y|[Y _]]; [apply (A _ _ _ H) in Y; destruct Y; congruence|].
      destruct Y. exists (S - 1 - N). apply (A _ _ _ H). auto.
  - intros (S & N & C & L & ->). exists (t_deal N (S - 1 - N)).
      assert (move g p (t_deal N (S - 1 - N))) as H by (apply V; eauto 6).
    split; [exact H|]. cbn [the_a the_b]. split; left; apply (A _ _ _ H); auto.
Qed.
Theorem value_is g : forall p v, legal g p -> lowest (Z.lor (the_a p) (the_b p)) v -> has_value (moves g) p v.
Proof.
  intro p. remember (Z.to_nat (the_a p + the_b p)) as n eqn:E. revert p E.
  induction n as [n IH] using lt_wf_ind. intros p E v (_ & A & B) V. constructor.
  - apply V.
  - intros q M. apply moves_are in M as (S & N & C & L & ->).
    destruct (some_lowest (Z.lor N (S - 1 - N))) as [w W]; [apply Z.lor_nonneg; lia|]. exists w. split.
    + intros ->. pose proof W as [W' _]. destruct V as (_ & V & _). rewrite Z.lor_spec in V.
        apply Bool.orb_false_elim in V as [F G].
      rewrite <- (Z2Nat.id v) in W by exact W'. apply dealt in W; [|lia|lia]. rewrite Z2Nat.id in W by exact W'.
      replace (N + (S - 1 - N) + 1) with S in W by lia. destruct C as [->| ->]; congruence.
    + apply (IH (Z.to_nat (N + (S - 1 - N)))); [|reflexivity|unfold legal, asked; cbn; lia|exact W]. destruct C;
        subst S; lia.
  - intros w W. destruct V as (_ & _ & V). specialize (V w W). rewrite Z.lor_spec in V. apply Bool.orb_prop in V.
    assert (exists S, (S = the_a p \/ S = the_b p) /\ Z.testbit S w = true) as (S & C & T) by (destruct V; eauto).
    assert (0 <= S) as P by (destruct C; lia). destruct (deal S w P ltac:(lia) T) as (F & G & H).
    assert (S - 1 - Z.ones w = S - 2 ^ w) as D by (rewrite Z.ones_equiv; lia).
    exists (Position (Z.ones w) (S - 1 - Z.ones w)). split; [apply moves_are; eauto 6|]. rewrite D.
    apply (IH (Z.to_nat (Z.ones w + (S - 2 ^ w)))); [|reflexivity|unfold legal, asked; cbn; lia|exact H].
    destruct C; subst S; lia.
Qed.
Lemma carried n : forall z, 0 <= z -> lowest z (Z.of_nat n) ->
  Z.testbit (z + 1) (Z.of_nat n) = true /\ forall i, 0 <= i < Z.of_nat n -> Z.testbit (z + 1) i = false.
Proof.
  induction n as [|n IH]; intros z Z (_ & A & B); destruct (halved z Z) as (h & H & F).
  - destruct F as [-> | ->]; [|change (Z.of_nat 0) with 0 in A; bit_0; discriminate]. split;
      [apply Z.testbit_odd_0|lia].
  - destruct F as [-> | ->]; [specialize (B 0 ltac:(lia)); bit_0; discriminate|]. rewrite Nat2Z.inj_succ in *.
    destruct (IH h H) as [C D].
    { split; [lia|]. rewrite Z.testbit_odd_succ in A by lia. split; [exact A|]. intros i I.
        specialize (B (Z.succ i) ltac:(lia)).
      rewrite Z.testbit_odd_succ in B by lia. exact B. }
    replace (2 * h + 1 + 1) with (2 * (h + 1)) by lia. rewrite Z.testbit_even_succ by lia. split; [exact C|].
        intros i I.
    destruct (Z.eq_dec i 0) as [->|N]; [apply Z.testbit_even_0|]. replace i with (Z.succ (i - 1)) by lia.
    rewrite Z.testbit_even_succ by lia. apply D. lia.
Qed.
Lemma digit_is g p X J : digit g p X J 1 <-> 1 <= X /\ 0 <= J /\ Z.testbit X J = true.
Proof.
  unfold digit. split.
  - intros (A & B & C & D). split; [exact A|]. split; [exact B|]. apply Z.testbit_true; [exact B|].
    rewrite Z.quot_div_nonneg in D by (try apply Z.pow_pos_nonneg; lia).
    rewrite Z.rem_mod_nonneg in D by (try apply Z.div_pos; try apply Z.pow_pos_nonneg; lia). auto.
  - intros (A & B & T). apply Z.testbit_true in T; [|exact B]. assert (0 < 2 ^ J) as P by (apply Z.pow_pos_nonneg;
      lia).
    split; [exact A|]. split; [exact B|]. split.
    + destruct (Z.le_gt_cases (2 ^ J) X) as [L|L]; [exact L|]. rewrite Z.div_small in T by lia. discriminate.
    + rewrite Z.quot_div_nonneg, Z.rem_mod_nonneg by (try apply Z.div_pos; lia). auto.
Qed.
Lemma valuation_is g p v J : legal g p -> lowest (Z.lor (the_a p) (the_b p)) v -> valuation g p J <-> J = v.
Proof.
  intros (_ & A & B) V. set (z := Z.lor (the_a p) (the_b p)) in *. assert (0 <= z) as Z by (apply Z.lor_nonneg; lia).
  assert (forall X, either g p X <-> X = z + 1) as E.
  { intro X. unfold either, a, b. split; [intros (x & y & -> & -> & ->); reflexivity|intros ->; eauto]. }
  pose proof V as [P _]. rewrite <- (Z2Nat.id v) in V by exact P. apply carried in V as [C D]; [|exact Z].
  rewrite Z2Nat.id in C, D by exact P. unfold valuation. split.
  - intros (j & X & -> & H & T & N). apply E in H. subst X. apply digit_is in T as (_ & T & U).
    destruct (Z.lt_trichotomy j v) as [L|[L|L]]; [rewrite D in U by lia; discriminate|exact L|].
    destruct N. exists j, (z + 1), v. rewrite E, !digit_is. split; [reflexivity|]. split; [reflexivity|].
        repeat split; auto; lia.
  - intros ->. exists v, (z + 1). rewrite E, digit_is. split; [reflexivity|]. split; [reflexivity|]. split;
      [repeat split; auto; lia|].
    intros (j & X & k & -> & H & _ & T & L). apply E in H. subst X. apply digit_is in T as (_ & T & U).
        rewrite D in U by lia.
    discriminate.
Qed.
Theorem proved : theorem.
Proof.
  intros g p L. destruct (some_lowest (Z.lor (the_a p) (the_b p))) as [v V]; [apply Z.lor_nonneg; apply L|].
  exists v. split; [apply value_is; assumption|]. intro X. apply valuation_is; assumption.
Qed.
Print Assumptions proved.
