(* What proofs by hand use of Survivor Nim: who wins, in one closed form, as the player to move sees the table. Nothing
   here has to be read: Rocq checks it, and no statement rests on it. *)
Require Import ZArith Lia Bouton.
Open Scope Z_scope.

(* A quotient, by its multiples. *)
Lemma quotient_is c N q D : 0 < D -> 0 <= q -> q * D + c < N <= (q + 1) * D + c -> Z.quot (N - c - 1) D = q.
Proof.
  intros A Q B. rewrite Z.quot_div_nonneg; [|nia|lia]. symmetry. apply (Z.div_unique _ _ q (N - c - 1 - D * q)); lia.
Qed.
Lemma quotient_spans c N D : 0 < D -> c < N -> 0 <= Z.quot (N - c - 1) D /\
  Z.quot (N - c - 1) D * D + c < N <= (Z.quot (N - c - 1) D + 1) * D + c.
Proof.
  intros A B. rewrite Z.quot_div_nonneg by lia. pose proof (Z.div_mod (N - c - 1) D ltac:(lia)).
  pose proof (Z.mod_pos_bound (N - c - 1) D A). pose proof (Z.div_pos (N - c - 1) D). lia.
Qed.

(* Alliances of a and of b <= a players sit in a row each, and a move takes 1, ..., m counters. *)
Section Rounds.
Variables a b m : Z.
Hypothesis small : 1 <= b.
Hypothesis large : b <= a.
Hypothesis some : 1 <= m.

Definition later : Z := a * m + b.
Definition shorter : Z := (a - b) * (m - 1).
(* With L players of alliance 1 left to move, alliance 1 loses these piles in round q, and with L of alliance 2 those. *)
Definition first_loses (L N q : Z) : Prop :=
  -1 <= q /\ q * shorter < a /\ q * later + b + L * m < N <= q * later + a - q * shorter + b * m + L.
Definition second_wins (L N q : Z) : Prop :=
  -1 <= q /\ q * shorter < a /\ q * later + L < N <= q * later + a - q * shorter + L * m.

Lemma shorter_is : shorter = a * m - a - b * m + b.
Proof. unfold shorter. ring. Qed.
Lemma not_longer : 0 <= shorter.
Proof. unfold shorter. nia. Qed.
Lemma products : 1 <= m * b /\ a <= a * m /\ b <= b * m.
Proof. nia. Qed.
Lemma later_by q r : q + 1 <= r -> q * later + later <= r * later.
Proof. pose proof products. assert (0 < later) by (unfold later; lia). nia. Qed.
Lemma shorter_by q r : q <= r -> q * shorter <= r * shorter.
Proof. pose proof not_longer. nia. Qed.
Lemma from_first q : -1 <= q -> - shorter <= q * shorter.
Proof. pose proof not_longer. nia. Qed.
Lemma taken_by_all L : 0 <= L -> L <= L * m.
Proof. nia. Qed.
Ltac facts := pose proof shorter_is as F1; pose proof not_longer as F2; pose proof products as F3.

(* A round ends before the next one begins. *)
Lemma first_ends L q : 0 <= L -> -1 <= q ->
  q * later + a - q * shorter + b * m + L < (q + 1) * later + b + L * m.
Proof.
  intros A B. facts. pose proof (from_first q B). pose proof (taken_by_all L A).
  rewrite Z.mul_add_distr_r, Z.mul_1_l. unfold later at 3. lia.
Qed.
Lemma second_ends L q : 0 <= L <= b -> -1 <= q ->
  q * later + a - q * shorter + L * m <= (q + 1) * later + L.
Proof.
  intros A B. facts. pose proof (from_first q B). assert (L * m <= b * m) by nia.
  rewrite Z.mul_add_distr_r, Z.mul_1_l. unfold later at 3. lia.
Qed.

(* The round in which a pile may lie: the last that begins below it. *)
Lemma last_begun c N : exists q, q * later + c < N <= (q + 1) * later + c.
Proof.
  facts. assert (0 < later) by (unfold later; lia). exists ((N - c - 1) / later).
  pose proof (Z.div_mod (N - c - 1) later). pose proof (Z.mod_pos_bound (N - c - 1) later). lia.
Qed.
Lemma begun_before c N q r : q * later + c < N -> N <= (r + 1) * later + c -> q <= r.
Proof.
  intros A B. destruct (Z_le_gt_dec q r) as [H|H]; [exact H|].
  assert (r + 1 = q \/ r + 1 + 1 <= q) as [E|E] by lia.
  - rewrite E in B. lia.
  - facts. pose proof (later_by _ _ E). assert (0 < later) by (unfold later; lia). lia.
Qed.
Lemma begins_in_order q r : q <= r -> q * later <= r * later.
Proof.
  intro A. assert (q = r \/ q + 1 <= r) as [->|E] by lia; [lia|]. pose proof (later_by _ _ E).
  facts. unfold later in *. lia.
Qed.

(* Every pile lies in one round, or between two. *)
Lemma first_round L N q r : 0 <= L -> first_loses L N q -> r * later + b + L * m < N <= (r + 1) * later + b + L * m -> q = r.
Proof.
  intros A (D & D' & F & G) B. assert (q <= r) by (apply (begun_before (b + L * m) N); lia).
  destruct (Z.eq_dec q r) as [E|E]; [exact E|]. pose proof (first_ends L q A D).
  pose proof (begins_in_order (q + 1) r ltac:(lia)). lia.
Qed.
Lemma second_round L N q r : 0 <= L <= b -> second_wins L N q -> r * later + L < N <= (r + 1) * later + L -> q = r.
Proof.
  intros A (D & D' & F & G) B. assert (q <= r) by (apply (begun_before L N); lia).
  destruct (Z.eq_dec q r) as [E|E]; [exact E|]. pose proof (second_ends L q A D).
  pose proof (begins_in_order (q + 1) r ltac:(lia)). lia.
Qed.
Lemma first_between L N : 0 <= L <= a -> 1 <= N -> ~ (exists q, first_loses L N q) ->
  exists q, -1 <= q /\ q * later + b + L * m < N <= (q + 1) * later + b + L * m /\
    (a <= q * shorter \/ q * later + a - q * shorter + b * m + L < N).
Proof.
  intros A P H. facts. destruct (last_begun (b + L * m) N) as (q & B & C). exists q.
  assert (-1 <= q) as Q.
  { destruct (Z_le_gt_dec (-1) q) as [Q|Q]; [exact Q|]. pose proof (begins_in_order (q + 1) (-1)).
    assert (L * m <= a * m) by nia. assert (-1 * later = - (a * m) - b) by (unfold later; ring). lia. }
  split; [exact Q|]. split; [lia|]. destruct (Z_lt_le_dec (q * shorter) a) as [D|D]; [right|left; exact D].
  destruct (Z_lt_le_dec (q * later + a - q * shorter + b * m + L) N) as [F|F]; [exact F|]. destruct H. exists q.
  unfold first_loses. lia.
Qed.
Lemma second_between L N : 0 <= L <= b -> 1 <= N -> ~ (exists q, second_wins L N q) ->
  exists q, -1 <= q /\ q * later + L < N <= (q + 1) * later + L /\
    (a <= q * shorter \/ q * later + a - q * shorter + L * m < N).
Proof.
  intros A P H. facts. destruct (last_begun L N) as (q & B & C). exists q.
  assert (-1 <= q) as Q.
  { destruct (Z_le_gt_dec (-1) q) as [Q|Q]; [exact Q|]. pose proof (begins_in_order (q + 1) (-1)).
    assert (-1 * later = - (a * m) - b) by (unfold later; ring). lia. }
  split; [exact Q|]. split; [lia|]. destruct (Z_lt_le_dec (q * shorter) a) as [D|D]; [right|left; exact D].
  destruct (Z_lt_le_dec (q * later + a - q * shorter + L * m) N) as [F|F]; [exact F|]. destruct H. exists q.
  unfold second_wins. lia.
Qed.

(* The round of a pile as a quotient, and the piles before round 0. *)
Lemma first_quotient L N q : 0 <= L -> first_loses L N q -> 0 <= q ->
  b + L * m < N /\ Z.quot (N - b - L * m - 1) later = q.
Proof.
  intros A H Q. pose proof H as (_ & _ & B & C). pose proof (first_ends L q A ltac:(lia)). facts.
  pose proof (begins_in_order 0 q Q). split; [lia|].
  rewrite <- (quotient_is (b + L * m) N q later); [f_equal; lia|unfold later; lia|lia|lia].
Qed.
Lemma second_quotient L N q : 0 <= L <= b -> second_wins L N q -> 0 <= q -> L < N /\ Z.quot (N - L - 1) later = q.
Proof.
  intros A H Q. pose proof H as (_ & _ & B & C). pose proof (second_ends L q A ltac:(lia)). facts.
  pose proof (begins_in_order 0 q Q). split; [lia|].
  apply quotient_is; [unfold later; lia|lia|lia].
Qed.
Lemma first_begins L N : L <= a -> (first_loses L N (-1) <-> (L - a) * m < N <= L).
Proof. intro A. facts. unfold first_loses. assert (-1 * later = - (a * m) - b) by (unfold later; ring). lia. Qed.
Lemma second_begins L N : second_wins L N (-1) <-> L - a * m - b < N <= (L - b) * m.
Proof. facts. unfold second_wins. assert (-1 * later = - (a * m) - b) by (unfold later; ring). lia. Qed.

(* All moves of alliance 1 out of a pile that it loses lose, and one out of each other pile does not. *)
Lemma first_stays L N q t : first_loses L N q -> 1 <= t <= m -> first_loses (L - 1) (N - t) q.
Proof. unfold first_loses. rewrite Z.mul_sub_distr_r, Z.mul_1_l. lia. Qed.
Lemma first_escapes L N : 1 <= L <= a -> 1 <= N -> (forall q, ~ first_loses L N q) ->
  exists t, 1 <= t <= m /\ t <= N /\ forall q, ~ first_loses (L - 1) (N - t) q.
Proof.
  intros A B C. facts. destruct (last_begun (b + L * m) N) as (r & R & S).
  assert (-1 <= r) as R'.
  { destruct (Z_le_gt_dec (-1) r) as [H|H]; [exact H|]. pose proof (begins_in_order (r + 1) (-1)).
    assert (L * m <= a * m) by nia. assert (-1 * later = - (a * m) - b) by (unfold later; ring). lia. }
  pose proof (begins_in_order 0 (r + 1)). rewrite Z.mul_0_l in *. assert (0 <= L * m - m) by nia.
  destruct (Z_le_gt_dec N ((r + 1) * later + b + L * m - m + 1)) as [H1|H1].
  - exists 1. split; [lia|]. split; [lia|]. intros q (Q & Q' & T & U). rewrite Z.mul_sub_distr_r, Z.mul_1_l in T.
    assert (q <= r) as V by (apply (begun_before (b + L * m - m) (N - 1)); lia).
    assert (q = r \/ q + 1 <= r) as [->|W] by lia.
    + apply (C r). unfold first_loses. lia.
    + pose proof (first_ends (L - 1) q ltac:(lia) Q) as X. rewrite Z.mul_sub_distr_r, Z.mul_1_l in X.
      pose proof (begins_in_order _ _ W). lia.
  - exists (N - ((r + 1) * later + b + L * m - m)). split; [lia|]. split; [lia|].
    intros q (Q & Q' & T & U). rewrite Z.mul_sub_distr_r, Z.mul_1_l in T.
    replace (N - (N - ((r + 1) * later + b + L * m - m))) with ((r + 1) * later + b + L * m - m) in * by lia.
    assert (q <= r) as V by (apply (begun_before (b + L * m - m) ((r + 1) * later + b + L * m - m)); lia).
    pose proof (first_ends (L - 1) q ltac:(lia) Q) as X. rewrite Z.mul_sub_distr_r, Z.mul_1_l in X.
    pose proof (begins_in_order (q + 1) (r + 1) ltac:(lia)). lia.
Qed.
(* Some move of alliance 2 out of a pile that it wins wins, and none out of another. *)
Lemma second_moves L N q : 1 <= L <= b -> 1 <= N -> second_wins L N q ->
  0 <= q /\ exists t, 1 <= t <= m /\ t <= N /\ second_wins (L - 1) (N - t) q.
Proof.
  intros A B (Q & Q' & T & U). facts. assert (L <= L * m /\ L * m <= b * m /\ L - 1 <= L * m - m) as (M1 & M2 & M3) by nia.
  assert (0 <= q) as R.
  { destruct (Z_le_gt_dec 0 q) as [H|H]; [exact H|]. assert (q = -1) as -> by lia.
    assert (-1 * later = - (a * m) - b) by (unfold later; ring). lia. }
  split; [exact R|]. pose proof (begins_in_order 0 q R). rewrite Z.mul_0_l in *. unfold second_wins.
  rewrite Z.mul_sub_distr_r, Z.mul_1_l.
  destruct (Z_le_gt_dec N (q * later + a - q * shorter + L * m - m + 1)) as [H1|H1].
  - exists 1. lia.
  - exists (N - (q * later + a - q * shorter + L * m - m)). lia.
Qed.
Lemma second_misses L N q t : 1 <= t <= m -> second_wins (L - 1) (N - t) q -> second_wins L N q.
Proof. unfold second_wins. rewrite Z.mul_sub_distr_r, Z.mul_1_l. lia. Qed.
(* After the last player of an alliance the other one moves. *)
Lemma first_to_second N q : first_loses 0 N q <-> second_wins b N q.
Proof. unfold first_loses, second_wins. rewrite Z.mul_0_l. lia. Qed.
Lemma next_round q : q * later + b + a * m = (q + 1) * later.
Proof. unfold later. ring. Qed.
Lemma next_end q : q * later + a - q * shorter + b * m + a = (q + 1) * later + a - (q + 1) * shorter.
Proof. unfold later, shorter. ring. Qed.
Lemma second_to_first N q : 0 <= q -> second_wins 0 N q -> first_loses a N (q - 1).
Proof.
  unfold first_loses, second_wins. intros Q (A & B & C). rewrite Z.mul_0_l in C. pose proof not_longer.
  pose proof (shorter_by (q - 1) q ltac:(lia)).
  pose proof (next_round (q - 1)) as E. pose proof (next_end (q - 1)) as F. replace (q - 1 + 1) with q in * by lia. lia.
Qed.
Lemma first_to_none N q : first_loses a N q -> second_wins 0 N (q + 1).
Proof.
  unfold first_loses, second_wins. intros (A & B & C). rewrite Z.mul_0_l.
  pose proof (next_round q) as E. pose proof (next_end q) as F. lia.
Qed.

(* Seats are counted from that of the first player of alliance 1. *)
Definition whose (s : Z) : Z := if s <? a then 1 else 2.
Definition in_a_row (s : Z) : Z := if s <? a then a - s else a + b - s.
Definition seat_after (s : Z) : Z := if s =? a + b - 1 then 0 else s + 1.
Definition loses_at (s N : Z) : Prop :=
  exists q, if s <? a then first_loses (a - s) N q else second_wins (a + b - s) N q.
(* Where no counter is left, the one who sat before has lost. *)
Definition ends (s : Z) : Z := if andb (1 <=? s) (s <=? a) then 2 else 1.

Lemma loses_at_or_not s N : 0 <= s < a + b -> loses_at s N \/ ~ loses_at s N.
Proof.
  intro R. unfold loses_at. destruct (Z.ltb_spec s a) as [A|A].
  - destruct (last_begun (b + (a - s) * m) N) as (q & B & C).
    assert (forall r, first_loses (a - s) N r -> r = q) as U
      by (intros r D; apply (first_round (a - s) N); [lia|exact D|lia]).
    assert (first_loses (a - s) N q \/ ~ first_loses (a - s) N q) as [D|D] by (unfold first_loses; lia).
    + left. exists q. exact D.
    + right. intros [r F]. apply D. rewrite <- (U r F). exact F.
  - destruct (last_begun (a + b - s) N) as (q & B & C).
    assert (forall r, second_wins (a + b - s) N r -> r = q) as U
      by (intros r D; apply (second_round (a + b - s) N); [lia|exact D|lia]).
    assert (second_wins (a + b - s) N q \/ ~ second_wins (a + b - s) N q) as [D|D] by (unfold second_wins; lia).
    + left. exists q. exact D.
    + right. intros [r F]. apply D. rewrite <- (U r F). exact F.
Qed.
Lemma lost_at_end s : 0 <= s < a + b -> (loses_at s 0 <-> ends s = 2).
Proof.
  intro R. facts. assert (-1 * later = - (a * m) - b) as M by (unfold later; ring).
  assert (forall q, 0 <= q -> 0 <= q * later) as Z0.
  { intros q Q. pose proof (begins_in_order 0 q Q). lia. }
  unfold loses_at, ends. destruct (Z.ltb_spec s a) as [A|A].
  - assert (0 < a - s) by lia. assert (0 <= (a - s) * m) by nia. assert (a - s <= (a - s) * m) by nia.
    destruct (Z.leb_spec 1 s); destruct (Z.leb_spec s a); cbn; split; try lia.
    + intros _. exists (-1). unfold first_loses. assert ((a - s) * m < a * m) by nia. lia.
    + intros [q (Q & Q' & T & U)]. assert (q = -1 \/ 0 <= q) as [->|V] by lia.
      * assert (s = 0) by lia. subst s. rewrite Z.sub_0_r in *. lia.
      * pose proof (Z0 q V). lia.
  - assert ((a + b - s) * m <= b * m) by nia.
    destruct (Z.leb_spec 1 s); destruct (Z.leb_spec s a); cbn; split; try lia.
    + intros _. assert (s = a) by lia. subst s. exists (-1). unfold second_wins. replace (a + b - a) with b by lia. lia.
    + intros [q (Q & Q' & T & U)]. assert (q = -1 \/ 0 <= q) as [->|V] by lia.
      * assert ((a + b - s) * m <= b * m - m) by nia. lia.
      * pose proof (Z0 q V). lia.
Qed.
Lemma leaves_lost s N t : 0 <= s < a -> loses_at s N -> 1 <= t <= m -> loses_at (seat_after s) (N - t).
Proof.
  intros R [q H] T. destruct (Z.ltb_spec s a) as [_|]; [|lia]. apply (first_stays _ _ _ t) in H; [|exact T].
  unfold loses_at, seat_after. destruct (Z.eqb_spec s (a + b - 1)); [lia|]. exists q.
  destruct (Z.ltb_spec (s + 1) a).
  - replace (a - (s + 1)) with (a - s - 1) by lia. exact H.
  - replace (a - s - 1) with 0 in H by lia. apply first_to_second in H. replace (a + b - (s + 1)) with b by lia. exact H.
Qed.
Lemma leaves_not_lost s N : 0 <= s < a -> 1 <= N -> ~ loses_at s N ->
  exists t, 1 <= t <= m /\ t <= N /\ ~ loses_at (seat_after s) (N - t).
Proof.
  intros R P H. destruct (first_escapes (a - s) N) as (t & T & U & V); [lia|exact P| |].
  { intros q Q. apply H. exists q. destruct (Z.ltb_spec s a); [exact Q|lia]. }
  exists t. split; [exact T|]. split; [exact U|]. intros [q Q]. apply (V q).
  unfold seat_after in Q. destruct (Z.eqb_spec s (a + b - 1)); [lia|]. destruct (Z.ltb_spec (s + 1) a).
  - replace (a - (s + 1)) with (a - s - 1) in Q by lia. exact Q.
  - replace (a - s - 1) with 0 by lia. apply first_to_second. replace (a + b - (s + 1)) with b in Q by lia. exact Q.
Qed.
Lemma makes_lost s N : a <= s < a + b -> 1 <= N -> loses_at s N ->
  exists t, 1 <= t <= m /\ t <= N /\ loses_at (seat_after s) (N - t).
Proof.
  intros R P [q H]. destruct (Z.ltb_spec s a) as [|_]; [lia|].
  destruct (second_moves (a + b - s) N q) as (Q & t & T & U & V); [lia|exact P|exact H|].
  exists t. split; [exact T|]. split; [exact U|]. unfold seat_after, loses_at. destruct (Z.eqb_spec s (a + b - 1)) as [E|E].
  - exists (q - 1). destruct (Z.ltb_spec 0 a); [|lia]. rewrite Z.sub_0_r. apply second_to_first; [exact Q|].
    replace (a + b - s - 1) with 0 in V by lia. exact V.
  - exists q. destruct (Z.ltb_spec (s + 1) a); [lia|]. replace (a + b - (s + 1)) with (a + b - s - 1) by lia. exact V.
Qed.
Lemma makes_none_lost s N t : a <= s < a + b -> ~ loses_at s N -> 1 <= t <= m -> ~ loses_at (seat_after s) (N - t).
Proof.
  intros R H T [q Q]. apply H. unfold seat_after in Q. destruct (Z.eqb_spec s (a + b - 1)) as [E|E].
  - destruct (Z.ltb_spec 0 a); [|lia]. rewrite Z.sub_0_r in Q. exists (q + 1). destruct (Z.ltb_spec s a); [lia|].
    apply (second_misses _ _ _ t T). replace (a + b - s - 1) with 0 by lia. apply first_to_none. exact Q.
  - exists q. destruct (Z.ltb_spec (s + 1) a); [lia|]. destruct (Z.ltb_spec s a); [lia|].
    apply (second_misses _ _ _ t T). replace (a + b - s - 1) with (a + b - (s + 1)) by lia. exact Q.
Qed.

(* The game: what is to be shown of its printed rules. *)
Section Game.
Variable position : Type.
Variable legal : position -> Prop.
Variable moves : position -> position -> Prop.
Variables side winner : Z -> position -> Prop.
Variables pile seat : position -> Z.
Hypothesis ranges : forall p, legal p -> 0 <= pile p /\ 0 <= seat p < a + b.
Hypothesis closed : forall p q, legal p -> moves p q -> legal q.
Hypothesis moved_by : forall p q, legal p -> moves p q ->
  exists t, 1 <= t <= m /\ t <= pile p /\ pile q = pile p - t /\ seat q = seat_after (seat p).
Hypothesis may_move : forall p t, legal p -> 1 <= t <= m -> t <= pile p ->
  exists q, moves p q /\ pile q = pile p - t /\ seat q = seat_after (seat p).
Hypothesis side_is : forall p A, legal p -> (side A p <-> A = whose (seat p)).
Hypothesis winner_is : forall p A, legal p -> pile p = 0 -> (winner A p <-> A = ends (seat p)).

Definition named (A : Z) (p : position) : Prop :=
  A = 2 /\ loses_at (seat p) (pile p) \/ A = 1 /\ ~ loses_at (seat p) (pile p).

Theorem survivor : forall p A, legal p -> (wins position moves side winner A p <-> named A p).
Proof.
  assert (forall p A, legal p -> side A p -> (A = 1 /\ seat p < a) \/ (A = 2 /\ a <= seat p)) as sides.
  { intros p A L S. apply side_is in S; [|exact L]. unfold whose in S. destruct (Z.ltb_spec (seat p) a); lia. }
  assert (forall p, legal p -> (forall q, ~ moves p q) -> pile p = 0) as stuck.
  { intros p L H. pose proof (ranges p L). destruct (Z.eq_dec (pile p) 0) as [E|E]; [exact E|].
    destruct (may_move p 1 L) as (q & M & _); [lia|lia|]. destruct (H q M). }
  apply (alliances position legal moves side winner (fun p => Z.to_nat (pile p)) named).
  - intros p L. pose proof (ranges p L). assert (pile p = 0 \/ 1 <= pile p) as [E|E] by lia.
    + right. intros q M. apply moved_by in M as (t & T & U & _); [lia|exact L].
    + left. destruct (may_move p 1 L) as (q & M & _); [lia|lia|]. exists q. exact M.
  - exact closed.
  - intros p q L M. pose proof (ranges p L). apply moved_by in M as (t & T & U & V & _); [lia|exact L].
  - intros p L. exists (whose (seat p)). split; [apply side_is; auto|]. intros B S. apply side_is; auto.
  - intros p L. pose proof (ranges p L) as [_ R]. destruct (loses_at_or_not (seat p) (pile p) R) as [H|H].
    + exists 2. split; [left; auto|]. intros B [[E _]|[_ C]]; [exact E|contradiction].
    + exists 1. split; [right; auto|]. intros B [[_ C]|[E _]]; [contradiction|exact E].
  - intros p A L H. pose proof (ranges p L) as [_ R]. apply stuck in H; [|exact L]. rewrite (winner_is p A L H). unfold named.
    rewrite H. rewrite (lost_at_end _ R). unfold ends. destruct (andb _ _); lia.
  - intros p A L S C [q M]. pose proof (ranges p L) as [_ R]. pose proof (moved_by p q L M) as (u & U & U' & _).
    destruct (sides p A L S) as [[-> K]|[-> K]].
    + destruct C as [[E _]|[_ C]]; [lia|].
      destruct (leaves_not_lost (seat p) (pile p)) as (t & T & T' & H); [lia|lia|exact C|].
      destruct (may_move p t L T T') as (r & N & X & Y). exists r. split; [exact N|]. right. rewrite X, Y. auto.
    + destruct C as [[_ C]|[E _]]; [|lia].
      destruct (makes_lost (seat p) (pile p)) as (t & T & T' & H); [lia|lia|exact C|].
      destruct (may_move p t L T T') as (r & N & X & Y). exists r. split; [exact N|]. left. rewrite X, Y. auto.
  - intros p q A B L S C N M. pose proof (ranges p L) as [_ R]. pose proof (moved_by p q L M) as (t & T & T' & X & Y).
    unfold named. rewrite X, Y. destruct (sides p A L S) as [[-> K]|[-> K]].
    + destruct C as [[-> C]|[-> _]]; [|lia]. left. split; [reflexivity|]. apply leaves_lost; [lia|exact C|exact T].
    + destruct C as [[-> _]|[-> C]]; [lia|]. right. split; [reflexivity|]. apply makes_none_lost; [lia|exact C|exact T].
Qed.
End Game.
End Rounds.

(* The rules as they are printed: what is shown of them here holds of every file in which they stand. *)
Module Printed.
Section Printed.
Variables position term : Type.
Variables n k m extra alternating : Z.
Variables t_pile t_player t_take : Z -> term.
Variables the_pile the_player : position -> Z.
Variable placed : Z -> Z -> position.
Hypothesis placed_pile : forall N I, the_pile (placed N I) = N.
Hypothesis placed_player : forall N I, the_player (placed N I) = I.
Hypothesis one_take : forall x y, t_take x = t_take y -> x = y.
Hypothesis one_pile : forall x y, t_pile x = t_pile y -> x = y.
Hypothesis one_player : forall x y, t_player x = t_player y -> x = y.
Hypothesis no_player : forall x y, t_pile x <> t_player y.
Hypothesis asked : 1 <= n /\ 0 <= k < 2 * n + extra /\ 1 <= m /\ 0 <= extra /\ alternating = 0.
Variable legal : position -> Prop.
Hypothesis legal_is : forall p, legal p <-> 0 <= the_pile p /\ 1 <= the_player p <= 2 * n + extra.

Definition pile (p : position) (X1 : Z) : Prop := X1 = the_pile p.
Definition player (p : position) (X1 : Z) : Prop := X1 = the_player p.
Definition players (p : position) (X1 : Z) : Prop := X1 = ((2 * n) + extra).
Definition move (p : position) (X1 : term) : Prop := (exists T : Z, (exists N : Z, X1 =
  (t_take T) /\ pile p N /\ 1 <= T <= m /\ T <= N)).
Definition after (p : position) (X1 : term) (X2 : term) : Prop := (exists T : Z, (exists N :
  Z, X1 = (t_take T) /\ X2 = (t_pile (N - T)) /\ pile p N /\ 1 <= T <= m /\ T <= N)) \/ (exists T :
  Z, (exists I : Z, (exists P : Z, X1 = (t_take T) /\ X2 = (t_player (I + 1)) /\ move p (t_take T) /\
  player p I /\ players p P /\ I < P))) \/ (exists T : Z, (exists P : Z, X1 = (t_take T) /\ X2 =
  (t_player 1) /\ move p (t_take T) /\ player p P /\ players p P)).
Definition seat (p : position) (X1 : Z) : Prop := (exists I : Z, player p I /\ I > k /\ X1 = ((I - k) - 1)) \/
  (exists I : Z, (exists P : Z, player p I /\ I <= k /\ players p P /\ X1 = (((I - k) - 1) + P))).
Definition before (p : position) (X1 : Z) : Prop := (exists S : Z, seat p S /\ S > 0 /\ X1
  = (S - 1)) \/ (exists P : Z, seat p 0 /\ players p P /\ X1 = (P - 1)).
Definition side (p : position) (X1 : Z) : Prop := (exists S : Z, X1 = 1 /\ alternating = 0 /\ seat p S /\
  S < (n + extra)) \/ (exists S : Z, X1 = 2 /\ alternating = 0 /\ seat p S /\ S >= (n + extra)) \/
  (exists I : Z, X1 = 1 /\ alternating = 1 /\ player p I /\ (Z.rem I 2) = 1) \/
  (exists I : Z, X1 = 2 /\ alternating = 1 /\ player p I /\ (Z.rem I 2) = 0).
Definition winner (p : position) (X1 : Z) : Prop := (exists S : Z, X1 = 2 /\ alternating = 0 /\ pile p 0 /\
  before p S /\ S < (n + extra)) \/ (exists S : Z, X1 = 1 /\ alternating = 0 /\ pile p 0 /\ before p S /\
  S >= (n + extra)) \/ (exists A : Z, X1 = A /\ alternating = 1 /\ pile p 0 /\ side p A).
Definition moves (p q : position) : Prop := exists M : term, move p M /\ (after p M
  (t_pile (the_pile q)) \/ (~ (exists V : Z, after p M (t_pile V)) /\ the_pile q = the_pile p)) /\ (after
  p M (t_player (the_player q)) \/ (~ (exists V : Z, after p M (t_player V)) /\ the_player q = the_player p)).
Definition as_ (p : position) (X1 : Z) : Prop := (X1 = 0 /\ seat p 0) \/ (exists P : Z,
  (exists S : Z, seat p S /\ S > 0 /\ players p P /\ X1 = (P - S))).

Definition seated (p : position) : Z :=
  if k <? the_player p then the_player p - k - 1 else the_player p - k - 1 + (2 * n + extra).
Definition follows (i : Z) : Z := if i <? 2 * n + extra then i + 1 else 1.

Lemma seat_is p s : seat p s <-> s = seated p.
Proof.
  unfold seat, player, players, seated. destruct (Z.ltb_spec k (the_player p)) as [A|A]; split.
  - intros [(I & -> & _ & ->)|(I & P & -> & B & _)]; [reflexivity|lia].
  - intros ->. left. exists (the_player p). lia.
  - intros [(I & -> & B & _)|(I & P & -> & _ & -> & ->)]; [lia|reflexivity].
  - intros ->. right. exists (the_player p), (2 * n + extra). lia.
Qed.
Lemma seated_within p : legal p -> 0 <= seated p < n + extra + n.
Proof. intro L. apply legal_is in L. unfold seated. destruct (Z.ltb_spec k (the_player p)); lia. Qed.
Lemma as_is p K : legal p -> (as_ p K <-> K = if seated p =? 0 then 0 else 2 * n + extra - seated p).
Proof.
  intro L. apply seated_within in L. unfold as_, players. destruct (Z.eqb_spec (seated p) 0) as [A|A]; split.
  - intros [[-> _]|(P & S & H & B & _)]; [reflexivity|]. apply seat_is in H. lia.
  - intros ->. left. split; [reflexivity|]. apply seat_is. auto.
  - intros [[_ H]|(P & S & H & B & -> & ->)]; apply seat_is in H; [lia|subst S; reflexivity].
  - intros ->. right. exists (2 * n + extra), (seated p). split; [apply seat_is; reflexivity|lia].
Qed.
Lemma move_is p t : move p (t_take t) <-> 1 <= t <= m /\ t <= the_pile p.
Proof.
  unfold move, pile. split.
  - intros (T & N & E & -> & A). apply one_take in E. subst T. lia.
  - intros A. exists t, (the_pile p). auto.
Qed.
Lemma after_pile p t v : after p (t_take t) (t_pile v) <-> 1 <= t <= m /\ t <= the_pile p /\ v = the_pile p - t.
Proof.
  unfold after, pile. split.
  - intros [(T & N & E & F & -> & A)|[(T & I & P & _ & F & _)|(T & P & _ & F & _)]].
    + apply one_take in E. apply one_pile in F. subst. lia.
    + apply no_player in F. destruct F.
    + apply no_player in F. destruct F.
  - intros (A & B & ->). left. exists t, (the_pile p). auto.
Qed.
Lemma after_player p t v : legal p ->
  (after p (t_take t) (t_player v) <-> 1 <= t <= m /\ t <= the_pile p /\ v = follows (the_player p)).
Proof.
  intro L. apply legal_is in L. unfold after, player, players, follows. split.
  - intros [(T & N & _ & F & _)|[(T & I & P & E & F & A & -> & -> & B)|(T & P & E & F & A & -> & B)]].
    + symmetry in F. apply no_player in F. destruct F.
    + apply one_take in E. apply one_player in F. subst T. apply move_is in A.
      destruct (Z.ltb_spec (the_player p) (2 * n + extra)); lia.
    + apply one_take in E. apply one_player in F. subst T. apply move_is in A.
      destruct (Z.ltb_spec (the_player p) (2 * n + extra)); lia.
  - intros (A & B & ->). destruct (Z.ltb_spec (the_player p) (2 * n + extra)); right; [left|right].
    + exists t, (the_player p), (2 * n + extra). rewrite move_is. repeat split; lia.
    + exists t, (the_player p). rewrite move_is. split; [reflexivity|]. split; [reflexivity|]. lia.
Qed.
Lemma moves_are p q : legal p -> (moves p q <-> exists t, 1 <= t <= m /\ t <= the_pile p /\
  the_pile q = the_pile p - t /\ the_player q = follows (the_player p)).
Proof.
  intro L. unfold moves. split.
  - intros (M & H & A & B). pose proof H as (t & N & -> & _). apply move_is in H. exists t.
    split; [lia|]. split; [lia|]. split.
    + destruct A as [A|[A _]]; [apply after_pile in A; lia|]. destruct A. exists (the_pile p - t). apply after_pile. lia.
    + destruct B as [B|[B _]]; [apply after_player in B; [lia|exact L]|]. destruct B.
      exists (follows (the_player p)). apply after_player; [exact L|lia].
  - intros (t & A & B & C & D). exists (t_take t). split; [apply move_is; auto|]. split; left.
    + apply after_pile. auto.
    + apply after_player; auto.
Qed.
Lemma seated_after p q : legal p -> the_player q = follows (the_player p) ->
  seated q = seat_after (n + extra) n (seated p).
Proof.
  intros L E. apply legal_is in L. unfold seated, seat_after. rewrite E. unfold follows.
  destruct (Z.ltb_spec (the_player p) (2 * n + extra)); destruct (Z.ltb_spec k (the_player p));
    match goal with |- context [k <? ?x] => destruct (Z.ltb_spec k x) end;
    match goal with |- context [?x =? ?y] => destruct (Z.eqb_spec x y) end; lia.
Qed.
Lemma sides p A : legal p -> (side p A <-> A = whose (n + extra) (seated p)).
Proof.
  intro L. apply seated_within in L. unfold side, whose. destruct (Z.ltb_spec (seated p) (n + extra)) as [C|C]; split.
  - intros [(S & -> & _)|[(S & _ & _ & H & B)|[(I & _ & B & _)|(I & _ & B & _)]]]; [reflexivity| |lia|lia].
    apply seat_is in H. lia.
  - intros ->. left. exists (seated p). rewrite seat_is. lia.
  - intros [(S & _ & _ & H & B)|[(S & -> & _)|[(I & _ & B & _)|(I & _ & B & _)]]]; [|reflexivity|lia|lia].
    apply seat_is in H. lia.
  - intros ->. right. left. exists (seated p). rewrite seat_is. lia.
Qed.
Lemma before_is p s : legal p -> (before p s <-> s = if seated p =? 0 then 2 * n + extra - 1 else seated p - 1).
Proof.
  intro L. apply seated_within in L. unfold before, players. destruct (Z.eqb_spec (seated p) 0) as [A|A]; split.
  - intros [(S & H & B & _)|(P & _ & -> & ->)]; [apply seat_is in H; lia|reflexivity].
  - intros ->. right. exists (2 * n + extra). rewrite seat_is. lia.
  - intros [(S & H & _ & ->)|(P & H & _)]; apply seat_is in H; lia.
  - intros ->. left. exists (seated p). rewrite seat_is. lia.
Qed.
Lemma winners p A : legal p -> the_pile p = 0 -> (winner p A <-> A = ends (n + extra) (seated p)).
Proof.
  intros L N. pose proof (before_is p) as B. pose proof (seated_within p L) as R. unfold winner, pile, ends. split.
  - intros [(S & -> & _ & _ & H & C)|[(S & -> & _ & _ & H & C)|(X & _ & C & _)]]; [| |lia];
      apply B in H; auto; destruct (Z.eqb_spec (seated p) 0);
      destruct (Z.leb_spec 1 (seated p)); destruct (Z.leb_spec (seated p) (n + extra)); cbn; lia.
  - destruct (Z.leb_spec 1 (seated p)) as [C|C]; destruct (Z.leb_spec (seated p) (n + extra)) as [D|D]; cbn; intros ->;
      [left; exists (seated p - 1) | right; left; exists (seated p - 1) | right; left; exists (2 * n + extra - 1) | lia];
      rewrite (B _ L); destruct (Z.eqb_spec (seated p) 0); lia.
Qed.

Theorem played p A : legal p ->
  (wins position moves (fun A p => side p A) (fun A p => winner p A) A p <->
    named (n + extra) n m position the_pile seated A p).
Proof.
  apply (survivor (n + extra) n m ltac:(lia) ltac:(lia) ltac:(lia) position legal).
  - intros q L. pose proof (seated_within q L). apply legal_is in L. lia.
  - intros q r L M. pose proof L as R. apply moves_are in M as (t & T & U & V & W); [|exact L].
    apply legal_is in R. apply legal_is. rewrite V, W. unfold follows.
    destruct (Z.ltb_spec (the_player q) (2 * n + extra)); lia.
  - intros q r L M. apply moves_are in M as (t & T & U & V & W); [|exact L]. exists t. repeat split; try lia.
    apply seated_after; assumption.
  - intros q t L T U. exists (placed (the_pile q - t) (follows (the_player q))). split.
    + apply moves_are; [exact L|]. exists t. rewrite placed_pile, placed_player. auto.
    + rewrite placed_pile. split; [reflexivity|]. apply seated_after; [exact L|apply placed_player].
  - intros q B L. apply sides, L.
  - intros q B L N. apply winners; assumption.
Qed.
End Printed.
End Printed.
