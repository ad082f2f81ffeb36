(* What proofs by hand use of floor(alpha*n), where alpha > 1 is the root of z^2 + (a-2)z - a, the golden section for
   a = 1. Nothing here has to be read: Rocq checks it, and no statement rests on it. *)
Require Import ZArith Lia.
Open Scope Z_scope.

(* Between 0 and alpha*n this is negative, and positive above: it says on which side of alpha a fraction v/n lies. *)
Definition side_of (a v n : Z) : Z := v * v + (a - 2) * v * n - a * n * n.
Definition floor_is (a n v : Z) : Prop := side_of a v n <= 0 /\ 0 < side_of a (v + 1) n.

Lemma product_not_negative x y : 0 <= x -> 0 <= y -> 0 <= x * y.
Proof. nia. Qed.
Lemma positive_factor x y : 0 < x -> 0 < x * y -> 0 < y.
Proof. nia. Qed.
Lemma not_positive_factor x y : 0 < x -> x * y <= 0 -> y <= 0.
Proof. nia. Qed.

(* A function that is not positive here and positive there changes its sign between. *)
Lemma changes (f : Z -> Z) k : forall low, f low <= 0 -> 0 < f (low + Z.of_nat k) ->
  exists v, low <= v < low + Z.of_nat k /\ f v <= 0 /\ 0 < f (v + 1).
Proof.
  induction k as [|k IH]; intros low L H.
  - rewrite Z.add_0_r in H. lia.
  - destruct (Z_lt_le_dec 0 (f (low + 1))) as [P | P].
    + exists low. split; [lia|]. split; assumption.
    + destruct (IH (low + 1) P) as (v & V & R).
      * replace (low + 1 + Z.of_nat k) with (low + Z.of_nat (S k)) by lia. exact H.
      * exists v. split; [lia | exact R].
Qed.
Lemma changes_between (f : Z -> Z) low high : low < high -> f low <= 0 -> 0 < f high ->
  exists v, low <= v < high /\ f v <= 0 /\ 0 < f (v + 1).
Proof.
  intros B L H. destruct (changes f (Z.to_nat (high - low)) low L) as (v & V & R).
  - replace (low + Z.of_nat (Z.to_nat (high - low))) with high by lia. exact H.
  - exists v. split; [lia | exact R].
Qed.

Section Floors.
Variable a : Z.
Hypothesis positive : 1 <= a.
Local Notation side := (side_of a).
Local Notation floor := (floor_is a).

Lemma side_up u v n : 0 <= u <= v -> 0 < side u n -> 0 < side v n.
Proof.
  intros B H. assert (0 < u) as U.
  { destruct (Z.eq_dec u 0) as [-> | N]; [|lia]. unfold side_of in H.
    pose proof (product_not_negative a (n * n) ltac:(lia) ltac:(nia)). lia. }
  apply (positive_factor u); [exact U|].
  assert (u * side v n = v * side u n + (v - u) * (u * v + a * (n * n))) as -> by (unfold side_of; ring).
  pose proof (product_not_negative a (n * n) ltac:(lia) ltac:(nia)).
  pose proof (product_not_negative u v ltac:(lia) ltac:(lia)).
  pose proof (product_not_negative (v - u) (u * v + a * (n * n)) ltac:(lia) ltac:(lia)).
  assert (0 < v * side u n) by (apply Z.mul_pos_pos; lia). lia.
Qed.
Lemma side_down v m n : 0 <= v -> 1 <= m <= n -> side v m <= 0 -> side v n <= 0.
Proof.
  intros V B H. apply (not_positive_factor m); [lia|].
  assert (m * side v n = n * side v m - (n - m) * (v * v + a * (m * n))) as -> by (unfold side_of; ring).
  pose proof (product_not_negative a (m * n) ltac:(lia) ltac:(nia)).
  pose proof (product_not_negative (n - m) (v * v + a * (m * n)) ltac:(lia) ltac:(nia)).
  pose proof (product_not_negative n (- side v m) ltac:(lia) ltac:(lia)). lia.
Qed.
Lemma side_of_sum n d : side (n + d) n = d * d + a * (d * n) - n * n.
Proof. unfold side_of. ring. Qed.
Lemma side_at_equal n : side n n = - (n * n).
Proof. unfold side_of. ring. Qed.

Theorem floor_exists n : 0 <= n -> exists v, n <= v <= 2 * n /\ floor n v.
Proof.
  intro N. destruct (changes_between (fun v => side v n) n (2 * n + 1)) as (v & V & R).
  - lia.
  - rewrite side_at_equal. nia.
  - replace (2 * n + 1) with (n + (n + 1)) by ring. rewrite side_of_sum.
    pose proof (product_not_negative a ((n + 1) * n) ltac:(lia) ltac:(nia)). nia.
  - exists v. split; [lia | exact R].
Qed.
Lemma floor_at_most n v w : 0 <= v -> 0 <= w -> floor n v -> floor n w -> w <= v.
Proof.
  intros V W [_ A] [B _]. destruct (Z_lt_le_dec v w) as [L | L]; [|exact L].
  pose proof (side_up (v + 1) w n ltac:(lia) A). lia.
Qed.
Theorem floor_unique n v w : 0 <= v -> 0 <= w -> floor n v -> floor n w -> v = w.
Proof.
  intros V W A B. pose proof (floor_at_most n v w V W A B). pose proof (floor_at_most n w v W V B A). lia.
Qed.
Lemma floor_not_below n v : 0 <= n -> 0 <= v -> floor n v -> n <= v.
Proof. intros N V F. destruct (floor_exists n N) as (w & W & G). rewrite (floor_unique n v w); lia || assumption. Qed.
Lemma floor_of_nothing v : 0 <= v -> floor 0 v -> v = 0.
Proof. intros V F. destruct (floor_exists 0 ltac:(lia)) as (w & W & G). rewrite (floor_unique 0 v w); lia || assumption. Qed.

(* alpha > 1, so that the floors grow. *)
Theorem floor_grows m n v w : 0 <= m < n -> 0 <= v -> 0 <= w -> floor m v -> floor n w -> v < w.
Proof.
  intros B V W F G. destruct (Z_lt_le_dec v w) as [L | L]; [exact L|]. exfalso.
  assert (side (v + 1) (m + 1) <= 0) as S.
  { pose proof (floor_not_below m v ltac:(lia) V F) as P. destruct F as [F _].
    replace v with (m + (v - m)) in F by ring. rewrite side_of_sum in F.
    replace (v + 1) with (m + 1 + (v - m)) by ring. rewrite side_of_sum.
    remember (v - m) as d eqn:D. assert (0 <= d) by lia.
    destruct (Z.eq_dec m 0) as [-> | M].
    - assert (d = 0) as -> by nia. lia.
    - assert (a * d <= m) by (apply Z.mul_le_mono_pos_r with (p := m); nia). nia. }
  pose proof (side_down (v + 1) (m + 1) n ltac:(lia) ltac:(lia) S).
  destruct G as [_ G]. pose proof (side_up (w + 1) (v + 1) n ltac:(lia) G). lia.
Qed.

(* alpha is no fraction: from (n + d)/n would come one with the smaller d in the place of n. *)
Lemma no_difference k : forall n d, 1 <= n -> 1 <= d -> n + d <= Z.of_nat k -> d * d + a * (d * n) - n * n <> 0.
Proof.
  induction k as [|k IH]; intros n d N D K E; [lia|].
  assert (n * (n - a * d) = d * d) as F by lia.
  assert (0 < n - a * d) as P by (apply (positive_factor n); nia).
  assert (n - a * d + d <= n) by nia.
  apply (IH d (n - a * d)); [lia | lia | lia |]. lia.
Qed.
Theorem never_equal c n : 1 <= c -> 1 <= n -> side c n <> 0.
Proof.
  intros C N E. destruct (Z_lt_le_dec n c) as [L | L].
  - replace c with (n + (c - n)) in E by ring. rewrite side_of_sum in E.
    apply (no_difference (Z.to_nat c) n (c - n)); lia.
  - pose proof (product_not_negative a (n * (n - c)) ltac:(lia) ltac:(nia)).
    unfold side_of in E. nia.
Qed.

(* The identity of Lemma 9: the signs of the two decide that of c - m - n. *)
Lemma identity c m n :
  (c - m) * side c n + n * side (c - a * m) m = (c - m - n) * (a * (n * (c - m)) + c * c).
Proof. unfold side_of. ring. Qed.
Lemma below_both c m n : 1 <= n -> 1 <= m < c -> side c n < 0 -> side (c - a * m) m < 0 -> c < m + n.
Proof.
  intros N M P Q. destruct (Z_lt_le_dec c (m + n)) as [L | L]; [exact L|]. exfalso.
  pose proof (identity c m n) as I. pose proof (product_not_negative a (n * (c - m)) ltac:(lia) ltac:(nia)).
  pose proof (product_not_negative (c - m - n) (a * (n * (c - m)) + c * c) ltac:(lia) ltac:(nia)).
  assert ((c - m) * side c n < 0) by (apply Z.mul_pos_neg; lia).
  assert (n * side (c - a * m) m < 0) by (apply Z.mul_pos_neg; lia). lia.
Qed.
Lemma above_both c m n : 1 <= n -> 1 <= m < c -> 0 < side c n -> 0 < side (c - a * m) m -> m + n < c.
Proof.
  intros N M P Q. destruct (Z_lt_le_dec (m + n) c) as [L | L]; [exact L|]. exfalso.
  pose proof (identity c m n) as I. pose proof (product_not_negative a (n * (c - m)) ltac:(lia) ltac:(nia)).
  pose proof (product_not_negative (m + n - c) (a * (n * (c - m)) + c * c) ltac:(lia) ltac:(nia)).
  assert (0 < (c - m) * side c n) by (apply Z.mul_pos_pos; lia).
  assert (0 < n * side (c - a * m) m) by (apply Z.mul_pos_pos; lia). lia.
Qed.
Theorem disjoint c m n : 1 <= n -> 1 <= m -> 1 <= c - a * m -> floor n c -> floor m (c - a * m) -> False.
Proof.
  intros N M V [A B] [C D]. assert (m < c) by nia.
  pose proof (never_equal c n ltac:(nia) N). pose proof (never_equal (c - a * m) m V M).
  pose proof (below_both c m n N ltac:(lia) ltac:(lia) ltac:(lia)).
  replace (c - a * m + 1) with (c + 1 - a * m) in D by ring.
  pose proof (above_both (c + 1) m n N ltac:(lia) B D). lia.
Qed.

(* Each c > 0 is floor(alpha*n), or that + a*n, for some n: n for the last n with alpha*n < c+1, or c-n. *)
Lemma side_beside c n : side (c - a * (c - n)) (c - n) = - side c n.
Proof. unfold side_of. ring. Qed.
Theorem covering c : 1 <= c ->
  exists n, 1 <= n <= c /\ (floor n c \/ 1 <= c - a * n /\ floor n (c - a * n)).
Proof.
  intro C. destruct (changes_between (fun n => - side (c + 1) n) 0 (c + 1)) as (n & N & A & B).
  - lia.
  - unfold side_of. nia.
  - rewrite side_at_equal. nia.
  - assert (0 < side (c + 1) n) as A'.
    { destruct (Z.eq_dec n 0) as [-> | E]; [unfold side_of; nia|].
      pose proof (never_equal (c + 1) n ltac:(lia) ltac:(lia)). lia. }
    destruct (Z_lt_le_dec 0 (side c n)) as [P | P].
    + assert (n < c) as L.
      { destruct (Z_lt_le_dec n c) as [L | L]; [exact L|].
        pose proof (side_up c n n ltac:(lia) P) as Q. rewrite side_at_equal in Q. nia. }
      exists (c - n). split; [lia|]. right.
      assert (floor (c - n) (c - a * (c - n))) as F.
      { split; [rewrite side_beside; lia|].
        replace (c - a * (c - n) + 1) with (c + 1 - a * (c + 1 - (n + 1))) by ring.
        replace (c - n) with (c + 1 - (n + 1)) at 1 by ring. rewrite side_beside. lia. }
      split; [|exact F]. replace (c + 1) with (n + 1 + (c - n)) in B by ring. rewrite side_of_sum in B.
      remember (c - n) as m eqn:M. assert (0 < n + 1 - a * m).
      { apply (positive_factor (n + 1)); nia. }
      lia.
    + assert (1 <= n).
      { destruct (Z.eq_dec n 0) as [-> | E]; [|lia]. unfold side_of in P. nia. }
      exists n. split; [lia|]. left. split; lia.
Qed.
End Floors.
