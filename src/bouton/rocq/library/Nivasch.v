(* What proofs by hand use of Nivasch's formula for the values of Euclid. Nothing here has to be read: Rocq checks it, and
   no statement rests on it. *)
Require Import ZArith Lia Floors.
Open Scope Z_scope.

(* Of heaps x and y >= x the value is w at least where the first is not negative, and of x and r <= x the second. *)
Definition from (w x y : Z) : Z := y * y - w * x * y - x * x.
Definition down (w x r : Z) : Z := x * x - w * x * r - r * r.
Definition value_above (w x y : Z) : Prop := 0 <= from w x y /\ from (w + 1) x y < 0.
Definition value_below (w x r : Z) : Prop := 0 <= down w x r /\ down (w + 1) x r < 0.

Lemma from_up w x y z : 1 <= x -> 1 <= y <= z -> 0 <= from w x y -> 0 <= from w x z.
Proof.
  intros X B H. assert (y * from w x z = z * from w x y + (z - y) * (y * z + x * x)) as E by (unfold from; ring).
  pose proof (product_not_negative z (from w x y) ltac:(lia) H).
  pose proof (product_not_negative (z - y) (y * z + x * x) ltac:(lia) ltac:(nia)).
  destruct (Z_lt_le_dec (from w x z) 0) as [L | L]; [|exact L]. nia.
Qed.
Lemma from_sum w x r : from w x (r + w * x) = - down w x r.
Proof. unfold from, down. ring. Qed.
Lemma from_sum_more w x r : from w x (r + (w + 1) * x) = r * r + (w + 2) * (x * r) + w * (x * x).
Proof. unfold from. ring. Qed.
Lemma from_sum_less w x r : from (w + 1) x (r + w * x) = r * r + (w - 1) * (x * r) - (w + 1) * (x * x).
Proof. unfold from. ring. Qed.
Lemma less_is_negative w x r : 1 <= x -> 0 <= r < x -> 1 <= w -> from (w + 1) x (r + w * x) < 0.
Proof.
  intros X R W. rewrite from_sum_less. assert (x * r <= x * x) by nia. assert (r * r < x * x) by nia.
  pose proof (product_not_negative (w - 1) (x * x - x * r) ltac:(lia) ltac:(lia)). lia.
Qed.

Theorem no_square v x r : 1 <= v -> 1 <= x -> 1 <= r -> down v x r <> 0.
Proof.
  intros V X R E. apply (no_difference v V (Z.to_nat (x + r)) x r); [lia | lia | lia |]. unfold down in E. lia.
Qed.

(* No move leads from one position of the value v to another. *)
Theorem apart_from_above v x r q : 1 <= x <= r -> 1 <= q -> 0 <= v -> value_above v x r -> value_above v x (r + q * x) -> False.
Proof.
  intros B Q V [H _] [_ K].
  assert (v * x < r) as L.
  { destruct (Z_lt_le_dec (v * x) r) as [L | L]; [exact L|]. unfold from in H. nia. }
  assert (0 <= from (v + 1) x (r + x)) as P.
  { assert (from (v + 1) x (r + x) = from v x r + x * (r - v * x)) as -> by (unfold from; ring).
    pose proof (product_not_negative x (r - v * x) ltac:(lia) ltac:(lia)). lia. }
  assert (x <= q * x) by nia. pose proof (from_up (v + 1) x (r + x) (r + q * x) ltac:(lia) ltac:(lia) P). lia.
Qed.
Theorem apart_from_below v x r q : 1 <= r < x -> 1 <= q -> 0 <= v -> value_below v x r -> value_above v x (r + q * x) -> False.
Proof.
  intros B Q V [H K] [I J]. assert (q < v \/ q = v \/ v + 1 <= q) as [L | [-> | L]] by lia.
  - pose proof (less_is_negative (v - 1) x r ltac:(lia) ltac:(lia) ltac:(lia)) as N.
    replace (v - 1 + 1) with v in N by ring. assert (q * x <= (v - 1) * x) by nia.
    pose proof (from_up v x (r + q * x) (r + (v - 1) * x) ltac:(lia) ltac:(nia) I). lia.
  - rewrite from_sum in I. pose proof (no_square v x r ltac:(lia) ltac:(lia) ltac:(lia)). lia.
  - assert ((v + 1) * x <= q * x) by nia. pose proof (from_sum (v + 1) x r) as S.
    pose proof (from_up (v + 1) x (r + (v + 1) * x) (r + q * x) ltac:(lia) ltac:(nia) ltac:(lia)). lia.
Qed.

(* From the value v one leads to each w < v: to r + (w+1)x, to r + wx, or to r. *)
Lemma passed w v x r q j : 1 <= x -> 0 <= r -> 1 <= q -> 0 <= j -> w < v -> 0 <= from v x (r + q * x) ->
  1 <= r + j * x -> from (w + 1) x (r + j * x) < 0 -> j < q.
Proof.
  intros X R Q J W H P N. destruct (Z_lt_le_dec j q) as [L | L]; [exact L|]. exfalso.
  assert (0 <= from (w + 1) x (r + q * x)) as K.
  { assert (from (w + 1) x (r + q * x) = from v x (r + q * x) + (v - (w + 1)) * (x * (r + q * x))) as -> by (unfold from; ring).
    pose proof (product_not_negative (v - (w + 1)) (x * (r + q * x)) ltac:(lia) ltac:(nia)). lia. }
  assert (q * x <= j * x) by nia. pose proof (from_up (w + 1) x (r + q * x) (r + j * x) X ltac:(nia) K). lia.
Qed.
Theorem reaches w v x r q : 1 <= x -> 0 <= r < x -> 1 <= q -> 0 <= w < v -> 0 <= from v x (r + q * x) ->
  w + 1 < q /\ value_above w x (r + (w + 1) * x) \/ 0 < w < q /\ value_above w x (r + w * x) \/ 0 < r /\ value_below w x r.
Proof.
  intros X R Q W H. destruct (Z_lt_le_dec 0 (down (w + 1) x r)) as [E | E].
  - left. assert (from (w + 1) x (r + (w + 1) * x) < 0) as N by (rewrite from_sum; lia). split.
    + apply (passed w v x r q (w + 1)); lia || nia || assumption.
    + split; [|exact N]. rewrite from_sum_more. pose proof (product_not_negative x r ltac:(lia) ltac:(lia)). nia.
  - assert (0 < r) as P. { destruct (Z.eq_dec r 0) as [-> | D]; [unfold down in E; nia | lia]. }
    pose proof (no_square (w + 1) x r ltac:(lia) X ltac:(lia)) as N.
    destruct (Z_lt_le_dec (down w x r) 0) as [L | L].
    + right. left. assert (1 <= w). { destruct (Z.eq_dec w 0) as [-> | D]; [unfold down in L; nia | lia]. }
      pose proof (less_is_negative w x r X R ltac:(lia)) as M. split.
      * split; [lia|]. apply (passed w v x r q w); lia || nia || assumption.
      * split; [rewrite from_sum; lia | exact M].
    + right. right. split; [exact P|]. split; [exact L | lia].
Qed.
