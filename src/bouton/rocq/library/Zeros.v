(* The places of the ones of a binary number, and the zeros at its end: n = 2^v(2m+1) has v of them, and its last 1 is in
   place v. *)
Require Import ZArith Lia.
Open Scope Z_scope.

Lemma odd_part n : 1 <= n -> exists v m, 0 <= v /\ 0 <= m /\ n = 2 ^ v * (2 * m + 1).
Proof.
  intro L. assert (0 <= n) as N by lia. revert L. pattern n. apply Z_lt_induction; [clear n N|exact N].
  intros n IH L. pose proof (Z.div_mod n 2 ltac:(lia)) as E. pose proof (Z.mod_pos_bound n 2 ltac:(lia)).
  destruct (Z.eq_dec (n mod 2) 0) as [Z0|Z1].
  - destruct (IH (n / 2)) as (v & m & V & M & F); [lia|lia|]. exists (v + 1), m.
    rewrite Z.pow_add_r by lia. split; [lia|]. split; [lia|]. change (2 ^ 1) with 2. lia.
  - exists 0, (n / 2). change (2 ^ 0) with 1. lia.
Qed.
(* There is a 1 in the place J of n. *)
Definition one_at (n J : Z) : Prop := 1 <= n /\ 0 <= J /\ 2 ^ J <= n /\ 1 = Z.rem (Z.quot n (2 ^ J)) 2.
Lemma one_at_is n v m J : 0 <= v -> 0 <= m -> n = 2 ^ v * (2 * m + 1) -> 0 <= J <= v -> one_at n J <-> J = v.
Proof.
  intros V M E L. pose proof (Z.pow_pos_nonneg 2 J ltac:(lia) ltac:(lia)) as P.
  replace (2 ^ v) with (2 ^ (v - J) * 2 ^ J) in E by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  pose proof (Z.pow_pos_nonneg 2 (v - J) ltac:(lia) ltac:(lia)) as R.
  replace (2 ^ (v - J) * 2 ^ J * (2 * m + 1)) with (2 ^ (v - J) * (2 * m + 1) * 2 ^ J) in E by lia.
  unfold one_at. rewrite E, Z.quot_mul by lia. rewrite Z.rem_mod_nonneg by nia.
  destruct (Z.eq_dec J v) as [->|N].
  - rewrite Z.sub_diag in *. change (2 ^ 0) with 1 in *. split; [reflexivity|]. intros _.
    replace (1 * (2 * m + 1)) with (1 + m * 2) by lia. rewrite Z.mod_add by lia.
    assert (0 <= m * 2 ^ v) by (apply Z.mul_nonneg_nonneg; lia). repeat split; try reflexivity; lia.
  - pose proof (Z.pow_add_r 2 (v - J - 1) 1 ltac:(lia) ltac:(lia)) as Q. change (2 ^ 1) with 2 in Q.
    replace (v - J - 1 + 1) with (v - J) in Q by lia. rewrite Q.
    replace (2 ^ (v - J - 1) * 2 * (2 * m + 1)) with (2 ^ (v - J - 1) * (2 * m + 1) * 2) by lia.
    rewrite Z.mod_mul by lia. lia.
Qed.
Lemma last_one_is n v m J : 0 <= v -> 0 <= m -> n = 2 ^ v * (2 * m + 1) ->
  one_at n J /\ ~ (exists K, one_at n K /\ K < J) <-> J = v.
Proof.
  intros V M E. pose proof (fun K => one_at_is n v m K V M E) as D. assert (one_at n v) as A by (apply D; lia). split.
  - intros (H & B). destruct (Z.lt_trichotomy J v) as [L|[->|L]]; [|reflexivity|destruct B; exists v; auto].
    apply D in H; [exact H|]. destruct H as (_ & H & _). lia.
  - intros ->. split; [exact A|]. intros (K & H & L). apply D in H; [lia|]. destruct H as (_ & H & _). lia.
Qed.
Lemma one_zero_more v : 0 <= v -> Z.rem (v + 1) 2 = 1 <-> Z.rem v 2 <> 1.
Proof.
  intro V. rewrite !Z.rem_mod_nonneg by lia. rewrite <- Z.add_mod_idemp_l by lia.
  pose proof (Z.mod_pos_bound v 2 ltac:(lia)). assert (v mod 2 = 0 \/ v mod 2 = 1) as [-> | ->] by lia; cbn; lia.
Qed.
Lemma one_at_bit n J : one_at n J <-> 1 <= n /\ 0 <= J /\ Z.testbit n J = true.
Proof.
  unfold one_at. split.
  - intros (A & B & C & D). split; [exact A|]. split; [exact B|]. apply Z.testbit_true; [exact B|].
    pose proof (Z.pow_pos_nonneg 2 J ltac:(lia) B). rewrite Z.quot_div_nonneg in D by lia.
    rewrite Z.rem_mod_nonneg in D by (try apply Z.div_pos; lia). auto.
  - intros (A & B & T). apply Z.testbit_true in T; [|exact B]. pose proof (Z.pow_pos_nonneg 2 J ltac:(lia) B).
    split; [exact A|]. split; [exact B|]. split.
    + destruct (Z.le_gt_cases (2 ^ J) n) as [L|L]; [exact L|]. rewrite Z.div_small in T by lia. discriminate.
    + rewrite Z.quot_div_nonneg, Z.rem_mod_nonneg by (try apply Z.div_pos; lia). auto.
Qed.
