(* Ostrowski's numeration with partial quotient a, which for a = 1 is Zeckendorf's. Its weights are 1, a+1, and so on, each
   a times the one before and the one before that. The digits come by greed, the highest first. *)
Require Import ZArith Lia List Bool.
Import ListNotations.
Open Scope Z_scope.

(* The weight of a place, and the next one. *)
Fixpoint weights (a : Z) (J : nat) : Z * Z :=
  match J with O => (1, a + 1) | S K => let (v, w) := weights a K in (w, a * w + v) end.
Definition weight (a : Z) (J : nat) : Z := fst (weights a J).
(* What is left of N after the digits of so many places, of which J is the lowest. *)
Fixpoint rest (a N : Z) (J places : nat) : Z :=
  match places with O => N | S more => rest a N (S J) more mod weight a J end.
(* A weight is at least twice the one two places below it: from place 2 log2 N + 2 on weights are above N, and digits 0. *)
Definition places (N : Z) : nat := Z.to_nat (2 * Z.log2 N + 2).
(* D is the digit of N at place J, from 0 up to that of the highest digit, which is not 0. *)
Definition digit (a N J D : Z) : Prop := 1 <= a /\ 1 <= N /\ 0 <= J /\ weight a (Z.to_nat J) <= N /\
  D = rest a N (S (Z.to_nat J)) (places N) / weight a (Z.to_nat J).

(* Nothing below has to be read: Rocq checks it. All digits of a number, as a list. *)
Lemma doubled a k : 1 <= a -> 2 ^ Z.of_nat k <= weight a (2 * k) /\ 2 ^ Z.of_nat k <= weight a (S (2 * k)).
Proof.
  intro A. induction k as [|k [B C]]; [cbn; lia|].
  replace (2 * S k)%nat with (S (S (2 * k))) by lia. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia.
  assert (0 < 2 ^ Z.of_nat k) by (apply Z.pow_pos_nonneg; lia).
  assert (forall n, weight a (S (S n)) = a * weight a (S n) + weight a n) as E.
  { intro n. unfold weight. cbn [weights]. destruct (weights a n). reflexivity. }
  rewrite !E. nia.
Qed.
Lemma in_places a n k : 1 <= a -> 1 <= n -> weight a k <= n -> (k < places n)%nat.
Proof.
  intros A N W. unfold places. pose proof (Z.log2_nonneg n) as P.
  destruct (Nat.lt_ge_cases k (Z.to_nat (2 * Z.log2 n + 2))) as [L | L]; [exact L|]. exfalso.
  pose proof (Z.log2_spec n ltac:(lia)) as [_ B]. rewrite <- Z.add_1_r in B.
  pose proof (Nat.div_mod k 2 ltac:(lia)) as E. pose proof (Nat.mod_upper_bound k 2 ltac:(lia)) as M.
  set (h := (k / 2)%nat) in *.
  assert (2 ^ (Z.log2 n + 1) <= 2 ^ Z.of_nat h) by (apply Z.pow_le_mono_r; lia).
  destruct (doubled a h A) as [C D].
  assert (k = 2 * h \/ k = S (2 * h))%nat as [F | F] by lia; rewrite F in W; lia.
Qed.
Definition listed (a n : Z) : list (Z * Z) :=
  if ((1 <=? a) && (1 <=? n))%bool then
    map (fun k => (Z.of_nat k, rest a n (S k) (places n) / weight a k))
      (filter (fun k => weight a k <=? n) (seq 0 (places n)))
  else [].
Lemma listed_is a n j d : In (j, d) (listed a n) <-> digit a n j d.
Proof.
  unfold listed, digit. destruct (Z.leb_spec 1 a) as [A | A], (Z.leb_spec 1 n) as [N | N]; cbn [andb In]; try lia.
  rewrite in_map_iff. split.
  - intros (k & E & I). injection E as <- <-. apply filter_In in I. destruct I as [_ W]. apply Z.leb_le in W.
    rewrite Nat2Z.id. repeat split; auto; lia.
  - intros (_ & _ & J & W & ->). exists (Z.to_nat j). rewrite Z2Nat.id by exact J. split; [reflexivity|].
    apply filter_In. split; [apply in_seq; pose proof (in_places a n _ A N W); lia | apply Z.leb_le, W].
Qed.
