(* Survivor Nim. Claim every-n: For every n and k the theorems agree with the closed form, as do the largest
   lost games. *)
(* Here for every n from 1 on; k = 0..2*n; m = 2; extra = 1; alternating = 0; every pile from 0 on; player =
   1..2*n+extra. *)
(* Printed from survivor_nim/rules.lp, survivor_nim/theorems.lp, survivor_nim/reductions.lp,
   survivor_nim/lemmas.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_n : Z; the_k : Z; the_m : Z; the_extra : Z; the_alternating : Z }.
Record position := Position { the_pile : Z; the_player : Z }.
Inductive term := t_pile (_ : Z) | t_player (_ : Z) | t_take (_ : Z).

Definition pile (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_pile p).
Definition player (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_player p).
Definition players (g : parameters) (p : position) (X1 : Z) : Prop := X1 = ((2 * (the_n g)) + (the_extra g)).
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists T : Z, (exists N : Z, X1 =
  (t_take T) /\ pile g p N /\ 1 <= T <= (the_m g) /\ T <= N)).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists T : Z, (exists N :
  Z, X1 = (t_take T) /\ X2 = (t_pile (N - T)) /\ pile g p N /\ 1 <= T <= (the_m g) /\ T <= N)) \/ (exists T :
  Z, (exists I : Z, (exists P : Z, X1 = (t_take T) /\ X2 = (t_player (I + 1)) /\ move g p (t_take T) /\
  player g p I /\ players g p P /\ I < P))) \/ (exists T : Z, (exists P : Z, X1 = (t_take T) /\ X2 =
  (t_player 1) /\ move g p (t_take T) /\ player g p P /\ players g p P)).
(* Seats are numbered from 0, where alliance 1 begins; the one before seat 0 is the last. *)
Definition seat (g : parameters) (p : position) (X1 : Z) : Prop := (exists I : Z, player g p I /\ I > (the_k
  g) /\ X1 = ((I - (the_k g)) - 1)) \/ (exists I : Z, (exists P : Z, player g p I /\ I <= (the_k g) /\
  players g p P /\ X1 = (((I - (the_k g)) - 1) + P))).
Definition before (g : parameters) (p : position) (X1 : Z) : Prop := (exists S : Z, seat g p S /\ S > 0 /\ X1
  = (S - 1)) \/ (exists P : Z, seat g p 0 /\ players g p P /\ X1 = (P - 1)).
Definition side (g : parameters) (p : position) (X1 : Z) : Prop := (exists S : Z, X1 = 1 /\ (the_alternating
  g) = 0 /\ seat g p S /\ S < ((the_n g) + (the_extra g))) \/ (exists S : Z, X1 = 2 /\ (the_alternating g) =
  0 /\ seat g p S /\ S >= ((the_n g) + (the_extra g))) \/ (exists I : Z, X1 = 1 /\ (the_alternating g) = 1 /\
  player g p I /\ (Z.rem I 2) = 1) \/ (exists I : Z, X1 = 2 /\ (the_alternating g) = 1 /\ player g p I /\
  (Z.rem I 2) = 0).
(* The last counter was taken by the player before. *)
Definition winner (g : parameters) (p : position) (X1 : Z) : Prop := (exists S : Z, X1 = 2 /\
  (the_alternating g) = 0 /\ pile g p 0 /\ before g p S /\ S < ((the_n g) + (the_extra g))) \/ (exists S : Z,
  X1 = 1 /\ (the_alternating g) = 0 /\ pile g p 0 /\ before g p S /\ S >= ((the_n g) + (the_extra g))) \/
  (exists A : Z, X1 = A /\ (the_alternating g) = 1 /\ pile g p 0 /\ side g p A).
Definition left (g : parameters) (p : position) (X1 : Z) : Prop := (exists S : Z, seat g p S /\ S < ((the_n
  g) + (the_extra g)) /\ X1 = (((the_n g) + (the_extra g)) - S)) \/ (exists P : Z, (exists S : Z, seat g p S
  /\ S >= ((the_n g) + (the_extra g)) /\ players g p P /\ X1 = (P - S))).
(* The three theorems: n+1 players against n, 1 or 2 counters a turn. They are one statement about the game
   as it is seen by the player to move, who calls himself player 1: alliance 1 has the players K+1, ...,
   K+n+1 for him. Round j of alliance 1 is the piles N_(j-1)2 < N <= N_j1, which it loses; round j of
   alliance 2 is N_j1 < N <= N_j2. *)
Definition as_ (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = 0 /\ seat g p 0) \/ (exists P : Z,
  (exists S : Z, seat g p S /\ S > 0 /\ players g p P /\ X1 = (P - S))).
(* % counters/0: some counter is left. *)
Definition counters (g : parameters) (p : position) : Prop := (exists N : Z, pile g p N /\ N >= 1).
(* % speaks_8/0, speaks_10/0, speaks_12/0: the positions of which each theorem speaks. *)
Definition speaks_8 (g : parameters) (p : position) : Prop := counters g p /\ as_ g p 0.
Definition speaks_10 (g : parameters) (p : position) : Prop := (exists K : Z, counters g p /\ as_ g p K /\ 1
  <= K /\ K <= (the_n g)).
Definition speaks_12 (g : parameters) (p : position) : Prop := (exists K : Z, counters g p /\ as_ g p K /\
  (the_n g) < K).
(* The three theorems for every n at once: j = Q+1 is the round whose N_(j-1)2 is the last below N. *)
Definition lost_by_quotient_8 (g : parameters) (p : position) : Prop := (exists N : Z, (exists Q : Z, pile g
  p N /\ ((3 * (the_n g)) + 2) <> 0 /\ Q = (Z.quot (N - 1) ((3 * (the_n g)) + 2)) /\ Q <= (the_n g) /\ N <=
  (((Q + 1) * ((the_n g) + 1)) + ((Q * 2) * (the_n g))))).
Definition lost_by_quotient_10 (g : parameters) (p : position) : Prop := (exists N : Z, (exists K : Z,
  (exists Q : Z, pile g p N /\ as_ g p K /\ N > K /\ ((3 * (the_n g)) + 2) <> 0 /\ Q = (Z.quot ((N - K) - 1)
  ((3 * (the_n g)) + 2)) /\ Q <= (the_n g) /\ N <= (((2 * K) + ((Q + 1) * ((the_n g) + 1))) + ((Q * 2) *
  (the_n g)))))).
Definition lost_by_quotient_12 (g : parameters) (p : position) : Prop := (exists N : Z, (exists K : Z, pile g
  p N /\ as_ g p K /\ N <= (K - (the_n g)))) \/ (exists N : Z, (exists K : Z, (exists Q : Z, pile g p N /\
  as_ g p K /\ N > ((2 * K) - (the_n g)) /\ ((3 * (the_n g)) + 2) <> 0 /\ Q = (Z.quot (((N - (2 * K)) +
  (the_n g)) - 1) ((3 * (the_n g)) + 2)) /\ Q <= (the_n g) /\ N <= (((K - (the_n g)) + ((2 * (Q + 1)) *
  (the_n g))) + ((Q + 1) * ((the_n g) + 1)))))).
(* % every_8/1, every_10/1, every_12/1: the winner by each theorem, corrected, with the round as a quotient.
   *)
Definition every_8 (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = 2 /\ lost_by_quotient_8 g p) \/
  (X1 = 1 /\ ~ (lost_by_quotient_8 g p)).
Definition every_10 (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = 2 /\ lost_by_quotient_10 g p) \/
  (X1 = 1 /\ ~ (lost_by_quotient_10 g p)).
Definition every_12 (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = 2 /\ lost_by_quotient_12 g p) \/
  (X1 = 1 /\ ~ (lost_by_quotient_12 g p)).
(* The largest games that alliance 1 loses, by the theorems as printed and as corrected: from that pile on it
   loses this one alone. *)
Definition largest_lost_8 (g : parameters) (p : position) (X1 : Z) : Prop := as_ g p 0 /\ X1 = ((((3 * (the_n
  g)) * (the_n g)) + (2 * (the_n g))) + 1).
Definition largest_lost_10_corrected (g : parameters) (p : position) (X1 : Z) : Prop := (exists K : Z, as_ g
  p K /\ 1 <= K /\ K <= (the_n g) /\ X1 = (((((3 * (the_n g)) * (the_n g)) + (2 * (the_n g))) + 1) + (2 *
  K))).
Definition largest_lost_12_corrected (g : parameters) (p : position) (X1 : Z) : Prop := (exists K : Z, as_ g
  p K /\ (the_n g) < K /\ X1 = (((((3 * (the_n g)) * (the_n g)) + (3 * (the_n g))) + 1) + K)).
(* % from_8/0, from_10/0, from_12/0: the pile is the largest lost one as printed, or larger. *)
Definition from_8 (g : parameters) (p : position) : Prop := (exists N : Z, (exists T : Z, pile g p N /\
  largest_lost_8 g p T /\ N >= T)).
(* % from_10_corrected/0, from_12_corrected/0: the pile is the largest lost one, or larger. *)
Definition from_10_corrected (g : parameters) (p : position) : Prop := (exists N : Z, (exists T : Z, pile g p
  N /\ largest_lost_10_corrected g p T /\ N >= T)).
Definition from_12_corrected (g : parameters) (p : position) : Prop := (exists N : Z, (exists T : Z, pile g p
  N /\ largest_lost_12_corrected g p T /\ N >= T)).
(* % largest_8/1, largest_10/1, largest_12/1: the winner from the largest lost pile on, as printed. *)
Definition largest_8 (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = 2 /\ pile g p N
  /\ largest_lost_8 g p N) \/ (exists N : Z, (exists T : Z, X1 = 1 /\ pile g p N /\ largest_lost_8 g p T /\ N
  <> T)).
(* % largest_10_corrected/1, largest_12_corrected/1: the winner from the largest lost pile on, corrected. *)
Definition largest_10_corrected (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = 2 /\
  pile g p N /\ largest_lost_10_corrected g p N) \/ (exists N : Z, (exists T : Z, X1 = 1 /\ pile g p N /\
  largest_lost_10_corrected g p T /\ N <> T)).
Definition largest_12_corrected (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = 2 /\
  pile g p N /\ largest_lost_12_corrected g p N) \/ (exists N : Z, (exists T : Z, X1 = 1 /\ pile g p N /\
  largest_lost_12_corrected g p T /\ N <> T)).
(* Any n, k and m: one closed form for every player. Of alliance 1, a = n+extra players, and alliance 2, b =
   n <= a players, the one to move has L players left to move in a row, himself included. The rounds are q =
   0, 1, ...; each is e = (a-b)(m-1) piles shorter than the one before and begins D = am+b piles later. *)
Definition d (g : parameters) (p : position) (X1 : Z) : Prop := X1 = ((((the_n g) + (the_extra g)) * (the_m
  g)) + (the_n g)).
Definition e (g : parameters) (p : position) (X1 : Z) : Prop := X1 = ((the_extra g) * ((the_m g) - 1)).
Definition lost (g : parameters) (p : position) : Prop := (exists L : Z, (exists N : Z, side g p 1 /\ left g
  p L /\ pile g p N /\ N >= 1 /\ N <= L)) \/ (exists L : Z, side g p 1 /\ left g p L /\ pile g p 0 /\ L <
  ((the_n g) + (the_extra g))) \/ (exists L : Z, (exists N : Z, (exists D : Z, (exists E : Z, (exists Q : Z,
  side g p 1 /\ left g p L /\ pile g p N /\ d g p D /\ e g p E /\ N > ((the_n g) + (L * (the_m g))) /\ D <> 0
  /\ Q = (Z.quot (((N - (the_n g)) - (L * (the_m g))) - 1) D) /\ (Q * E) < ((the_n g) + (the_extra g)) /\ N
  <= ((((((Q * D) + (the_n g)) + (the_extra g)) - (Q * E)) + ((the_n g) * (the_m g))) + L)))))) \/ (exists L
  : Z, (exists N : Z, (exists D : Z, (exists E : Z, (exists Q : Z, side g p 2 /\ left g p L /\ pile g p N /\
  d g p D /\ e g p E /\ N > L /\ D <> 0 /\ Q = (Z.quot ((N - L) - 1) D) /\ (Q * E) < ((the_n g) + (the_extra
  g)) /\ N <= (((((Q * D) + (the_n g)) + (the_extra g)) - (Q * E)) + (L * (the_m g)))))))) \/ (side g p 2 /\
  left g p (the_n g) /\ pile g p 0).
(* % closed_form/1: the winner for any n, k and m. *)
Definition closed_form (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = 2 /\ lost g p) \/ (X1 = 1 /\
  ~ (lost g p)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_n g /\ 0 <= the_k g <= (2 * (the_n g)) /\ 2 <= the_m g
  <= 2 /\ 1 <= the_extra g <= 1 /\ 0 <= the_alternating g <= 0.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_pile p /\ 1 <= the_player p <=
  ((2 * (the_n g)) + (the_extra g)).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ (after g p M
  (t_pile (the_pile q)) \/ (~ (exists V : Z, after g p M (t_pile V)) /\ the_pile q = the_pile p)) /\ (after g
  p M (t_player (the_player q)) \/ (~ (exists V : Z, after g p M (t_player V)) /\ the_player q = the_player
  p)).

Definition theorem : Prop := forall g p, legal g p -> (forall A, (wins position (moves g) (fun A p => side g
  p A) (fun A p => winner g p A) A p <-> closed_form g p A)) /\ (speaks_8 g p -> forall A, (wins position
  (moves g) (fun A p => side g p A) (fun A p => winner g p A) A p <-> every_8 g p A)) /\ (speaks_10 g p ->
  forall A, (wins position (moves g) (fun A p => side g p A) (fun A p => winner g p A) A p <-> every_10 g p
  A)) /\ (speaks_12 g p -> forall A, (wins position (moves g) (fun A p => side g p A) (fun A p => winner g p
  A) A p <-> every_12 g p A)) /\ (from_8 g p -> forall A, (wins position (moves g) (fun A p => side g p A)
  (fun A p => winner g p A) A p <-> largest_8 g p A)) /\ (from_10_corrected g p -> forall A, (wins position
  (moves g) (fun A p => side g p A) (fun A p => winner g p A) A p <-> largest_10_corrected g p A)) /\
  (from_12_corrected g p -> forall A, (wins position (moves g) (fun A p => side g p A) (fun A p => winner g p
  A) A p <-> largest_12_corrected g p A)).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Survivor.

Lemma given g : asked g -> 1 <= the_n g /\ 0 <= the_k g < 2 * the_n g + the_extra g /\ 1 <= the_m g /\
  0 <= the_extra g /\ the_alternating g = 0.
Proof. unfold asked. lia. Qed.
Lemma legal_is g : asked g -> forall p, legal g p <-> 0 <= the_pile p /\ 1 <= the_player p <= 2 * the_n g + the_extra g.
Proof. intros A p. unfold legal. tauto. Qed.
(* The seat of the player to move, the number that alliance 1 has, and who wins. *)
Definition seat_of (g : parameters) : position -> Z := Printed.seated position (the_n g) (the_k g) (the_extra g) the_player.
Definition loses (g : parameters) (p : position) : Prop :=
  loses_at (the_n g + the_extra g) (the_n g) (the_m g) (seat_of g p) (the_pile p).
Lemma within g p : legal g p -> 0 <= seat_of g p < the_n g + the_extra g + the_n g.
Proof.
  intro L. pose proof L as [A _]. exact (Printed.seated_within _ _ _ (the_m g) _ (the_alternating g) the_pile the_player
    (given g A) (legal g) (legal_is g A) p L).
Qed.
Lemma seat_is g p s : seat g p s <-> s = seat_of g p.
Proof. exact (Printed.seat_is position (the_n g) (the_k g) (the_extra g) the_player p s). Qed.
Lemma side_is g p A : legal g p -> (side g p A <-> A = whose (the_n g + the_extra g) (seat_of g p)).
Proof.
  intro L. pose proof L as [B _]. exact (Printed.sides position _ _ (the_m g) _ _ the_pile the_player (given g B)
    (legal g) (legal_is g B) p A L).
Qed.
Lemma won g p A : legal g p -> (wins position (moves g) (fun A p => side g p A) (fun A p => winner g p A) A p <->
  A = 2 /\ loses g p \/ A = 1 /\ ~ loses g p).
Proof.
  intro L. pose proof L as [B _]. refine (Printed.played position term (the_n g) (the_k g) (the_m g) (the_extra g)
    (the_alternating g) t_pile t_player t_take the_pile the_player Position _ _ _ _ _ _ (given g B) (legal g)
    (legal_is g B) p A L); intros; first [reflexivity | congruence].
Qed.
Lemma as_is g p K : legal g p ->
  (as_ g p K <-> K = if seat_of g p =? 0 then 0 else 2 * the_n g + the_extra g - seat_of g p).
Proof.
  intro L. pose proof L as [A _]. exact (Printed.as_is position _ _ (the_m g) _ (the_alternating g) the_pile the_player
    (given g A) (legal g) (legal_is g A) p K L).
Qed.
Lemma left_is g p l : legal g p -> (left g p l <-> l = in_a_row (the_n g + the_extra g) (the_n g) (seat_of g p)).
Proof.
  intro L. unfold left, in_a_row, players. destruct (Z.ltb_spec (seat_of g p) (the_n g + the_extra g)) as [T|T]; split.
  - intros [(S & H & U & ->)|(P & S & H & U & _)]; apply seat_is in H; lia.
  - intros ->. left. exists (seat_of g p). rewrite seat_is. lia.
  - intros [(S & H & U & ->)|(P & S & H & U & -> & ->)]; apply seat_is in H; lia.
  - intros ->. right. exists (2 * the_n g + the_extra g), (seat_of g p). rewrite seat_is. lia.
Qed.
Lemma lost_is g p : legal g p -> (loses g p <-> lost g p).
Proof.
  intro L. pose proof (within g p L) as R. pose proof (given g (proj1 L)) as (n1 & _ & m1 & e0 & _).
  pose proof (side_is g p 1 L) as S1. pose proof (side_is g p 2 L) as S2. pose proof (fun l => left_is g p l L) as W.
  assert (0 <= the_pile p) as P by (unfold legal in L; tauto). clear L.
  unfold whose, in_a_row in *. unfold loses, loses_at, lost, pile, d, e.
  generalize dependent (the_pile p). intros N P. generalize dependent (seat_of g p). intros s R.
  set (n := the_n g) in *. set (x := the_extra g) in *. set (m := the_m g) in *.
  assert (later (n + x) n m = (n + x) * m + n) as D by reflexivity.
  assert (shorter (n + x) n m = x * (m - 1)) as E by (unfold shorter; f_equal; lia).
  pose proof (products (n + x) n m ltac:(lia) ltac:(lia) ltac:(lia)) as B.
  destruct (Z.ltb_spec s (n + x)) as [T|T]; intros S1 S2 W; (split; [intros [q H]|]).
  - assert (q = -1 \/ 0 <= q) as [->|Q] by (destruct H; lia).
    + apply first_begins in H; [|lia|lia|lia|lia]. assert (1 <= N \/ N = 0) as [O|O] by lia.
      * left. exists (n + x - s), N. rewrite W, S1. repeat split; lia.
      * right. left. exists (n + x - s). rewrite W, S1. repeat split; [lia|]. assert (s <> 0) by nia. lia.
    + right. right. left. pose proof (first_quotient (n + x) n m ltac:(lia) ltac:(lia) ltac:(lia) (n + x - s) N q ltac:(lia) H Q) as [U V].
      destruct H as (_ & H & _ & I). exists (n + x - s), N, ((n + x) * m + n), (x * (m - 1)), q.
      rewrite W, S1, <- D, <- E, V. repeat split; lia.
  - intros [(l & N' & _ & H & -> & I)|[(l & _ & H & <- & I)|[(l & N' & D' & E' & Q & _ & H & -> & -> & -> & I & _ & -> & J)|[(l & N' & D' & E' & Q & K & _)|(K & _)]]]];
      try (apply S2 in K; lia); apply W in H; subst l.
    + exists (-1). apply first_begins; [lia|lia|lia|lia|]. split; [|lia]. nia.
    + exists (-1). apply first_begins; [lia|lia|lia|lia|]. split; [|lia]. nia.
    + exists (Z.quot (N - n - (n + x - s) * m - 1) (later (n + x) n m)). rewrite <- D, <- E in J.
      pose proof (quotient_spans (n + (n + x - s) * m) N (later (n + x) n m) ltac:(lia) ltac:(lia)) as F.
      replace (N - (n + (n + x - s) * m) - 1) with (N - n - (n + x - s) * m - 1) in F by lia. unfold first_loses. lia.
  - assert (q = -1 \/ 0 <= q) as [->|Q] by (destruct H; lia).
    + apply second_begins in H; [|lia|lia|lia]. right. right. right. right. rewrite S2, W.
      assert (n + x + n - s = n) by nia. assert (N = 0) by nia. lia.
    + right. right. right. left. pose proof (second_quotient (n + x) n m ltac:(lia) ltac:(lia) ltac:(lia) (n + x + n - s) N q ltac:(lia) H Q) as [U V].
      destruct H as (_ & H & _ & I). exists (n + x + n - s), N, ((n + x) * m + n), (x * (m - 1)), q.
      rewrite W, S2, <- D, <- E, V. repeat split; lia.
  - intros [(l & N' & K & _)|[(l & K & _)|[(l & N' & D' & E' & Q & K & _)|[(l & N' & D' & E' & Q & _ & H & -> & -> & -> & I & _ & -> & J)|(_ & H & <-)]]]];
      try (apply S1 in K; lia); apply W in H.
    + subst l. exists (Z.quot (N - (n + x + n - s) - 1) (later (n + x) n m)). rewrite <- D, <- E in J.
      pose proof (quotient_spans (n + x + n - s) N (later (n + x) n m) ltac:(lia) ltac:(lia)) as F.
      unfold second_wins. lia.
    + exists (-1). apply second_begins; [lia|lia|lia|]. rewrite <- H. lia.
Qed.
Lemma lost_round_8 g p : legal g p -> speaks_8 g p -> (loses g p <-> lost_by_quotient_8 g p).
Proof.
  intros L [(N' & -> & P) K0].
  apply as_is in K0; [|exact L]. pose proof (within g p L) as R. unfold loses, loses_at.
  unfold legal, asked in L. assert (the_m g = 2 /\ the_extra g = 1) as [M E] by lia. rewrite M, E in *.
  destruct (Z.eqb_spec (seat_of g p) 0) as [S|S]; [|lia]. rewrite S. destruct (Z.ltb_spec 0 (the_n g + 1)) as [T|T]; [|lia].
  unfold lost_by_quotient_8, pile, first_loses, later, shorter. set (N := the_pile p) in *. set (n := the_n g) in *. split.
  - intros (q & Q & Q' & U & V). exists N, (q + 1). assert (q = n \/ q <= n - 1) as [->|W] by lia; [lia|].
    split; [reflexivity|]. split; [lia|]. split; [|lia]. rewrite <- (quotient_is 0 N (q + 1) (3 * n + 2)); [f_equal|..]; lia.
  - intros (N' & Q & -> & _ & -> & A & B). pose proof (quotient_spans 0 N (3 * n + 2) ltac:(lia) ltac:(lia)) as C.
    replace (N - 0 - 1) with (N - 1) in C by lia. set (q := Z.quot (N - 1) (3 * n + 2)) in *. exists (q - 1). lia.
Qed.
Lemma lost_round_10 g p : legal g p -> speaks_10 g p -> (loses g p <-> lost_by_quotient_10 g p).
Proof.
  intros L (K & (N' & -> & P) & K0 & K1 & K2). assert (forall k, as_ g p k <-> k = K) as as_K.
  { intro k. rewrite (as_is g p k L). rewrite (as_is g p K L) in K0. rewrite K0. reflexivity. }
  apply as_is in K0; [|exact L]. pose proof (within g p L) as R. unfold loses, loses_at.
  unfold legal, asked in L. assert (the_m g = 2 /\ the_extra g = 1) as [M E] by lia. rewrite M, E in *.
  destruct (Z.eqb_spec (seat_of g p) 0) as [S|S]; [lia|]. destruct (Z.ltb_spec (seat_of g p) (the_n g + 1)) as [T|T]; [lia|].
  replace (the_n g + 1 + the_n g - seat_of g p) with K by lia.
  unfold lost_by_quotient_10, pile, second_wins, later, shorter. set (N := the_pile p) in *. set (n := the_n g) in *. split.
  - intros (q & Q & Q' & U & V). assert (q = -1 \/ 0 <= q) as [->|W] by lia; [lia|]. exists N, K, q. rewrite as_K.
    split; [reflexivity|]. split; [reflexivity|]. assert (0 <= q * (3 * n + 2)) by nia. split; [lia|]. split; [lia|].
    split; [|lia]. rewrite <- (quotient_is K N q (3 * n + 2)); [f_equal|..]; lia.
  - intros (N' & k & Q & -> & F & I & _ & -> & A & B). apply as_K in F. subst k.
    pose proof (quotient_spans K N (3 * n + 2) ltac:(lia) ltac:(lia)) as C.
    set (q := Z.quot (N - K - 1) (3 * n + 2)) in *. exists q. lia.
Qed.
Lemma lost_round_12 g p : legal g p -> speaks_12 g p -> (loses g p <-> lost_by_quotient_12 g p).
Proof.
  intros L (K & (N' & -> & P) & K0 & K1). assert (forall k, as_ g p k <-> k = K) as as_K.
  { intro k. rewrite (as_is g p k L). rewrite (as_is g p K L) in K0. rewrite K0. reflexivity. }
  apply as_is in K0; [|exact L]. pose proof (within g p L) as R. unfold loses, loses_at.
  unfold legal, asked in L. assert (the_m g = 2 /\ the_extra g = 1) as [M E] by lia. rewrite M, E in *.
  destruct (Z.eqb_spec (seat_of g p) 0) as [S|S]; [lia|]. destruct (Z.ltb_spec (seat_of g p) (the_n g + 1)) as [T|T]; [|lia].
  replace (the_n g + 1 - seat_of g p) with (K - the_n g) by lia.
  unfold lost_by_quotient_12, pile, first_loses, later, shorter. set (N := the_pile p) in *. set (n := the_n g) in *. split.
  - intros (q & Q & Q' & U & V). assert (q = -1 \/ 0 <= q) as [->|W] by lia; [left; exists N, K; rewrite as_K; lia|].
    right. exists N, K, q. rewrite as_K.
    split; [reflexivity|]. split; [reflexivity|]. assert (0 <= q * (3 * n + 2)) by nia. split; [lia|]. split; [lia|].
    split; [|lia]. rewrite <- (quotient_is (2 * K - n) N q (3 * n + 2)); [f_equal|..]; lia.
  - intros [(N' & k & -> & F & I)|(N' & k & Q & -> & F & I & _ & -> & A & B)]; apply as_K in F; subst k.
    { exists (-1). lia. }
    pose proof (quotient_spans (2 * K - n) N (3 * n + 2) ltac:(lia) ltac:(lia)) as C.
    replace (N - (2 * K - n) - 1) with (N - 2 * K + n - 1) in C by lia.
    set (q := Z.quot (N - 2 * K + n - 1) (3 * n + 2)) in *. exists q. lia.
Qed.
Lemma most_8 g p : legal g p -> from_8 g p ->
  exists top, (forall t, largest_lost_8 g p t <-> t = top) /\ (loses g p <-> the_pile p = top).
Proof.
  intros L (N' & t & -> & [K ->] & P). exists (3 * the_n g * the_n g + 2 * the_n g + 1). split.
  { intro t. unfold largest_lost_8. tauto. }
  apply as_is in K; [|exact L]. pose proof (within g p L) as R. unfold loses, loses_at.
  unfold legal, asked in L. assert (the_m g = 2 /\ the_extra g = 1) as [M E] by lia. rewrite M, E in *.
  destruct (Z.eqb_spec (seat_of g p) 0) as [S|S]; [|lia]. rewrite S. destruct (Z.ltb_spec 0 (the_n g + 1)) as [T|T]; [|lia].
  set (N := the_pile p) in *. set (n := the_n g) in *. assert (1 <= n) as O by (unfold n; lia). split.
  - unfold first_loses, later, shorter. intros (q & Q & Q' & U & V). assert (q = n \/ q <= n - 1) as [->|W] by lia; [lia|nia].
  - intro H. exists (n - 1). unfold first_loses, later, shorter. lia.
Qed.
Lemma most_10 g p : legal g p -> from_10_corrected g p ->
  exists top, (forall t, largest_lost_10_corrected g p t <-> t = top) /\ (loses g p <-> the_pile p = top).
Proof.
  intros L (N' & t & -> & (K & K0 & K1 & K2 & ->) & P). assert (forall k, as_ g p k <-> k = K) as as_K.
  { intro k. rewrite (as_is g p k L). rewrite (as_is g p K L) in K0. rewrite K0. reflexivity. }
  exists (3 * the_n g * the_n g + 2 * the_n g + 1 + 2 * K). split.
  { intro t. split; [intros (k & C & _ & _ & ->); apply as_K in C; subst k; reflexivity|].
    intros ->. exists K. rewrite as_K. auto. }
  apply as_is in K0; [|exact L]. pose proof (within g p L) as R. unfold loses, loses_at.
  unfold legal, asked in L. assert (the_m g = 2 /\ the_extra g = 1) as [M E] by lia. rewrite M, E in *.
  destruct (Z.eqb_spec (seat_of g p) 0) as [S|S]; [lia|]. destruct (Z.ltb_spec (seat_of g p) (the_n g + 1)) as [T|T]; [lia|].
  replace (the_n g + 1 + the_n g - seat_of g p) with K by lia.
  set (N := the_pile p) in *. set (n := the_n g) in *. assert (1 <= n) as O by (unfold n; lia). split.
  - unfold second_wins, later, shorter. intros (q & Q & Q' & U & V). assert (q = n \/ q <= n - 1) as [->|W] by lia; [lia|nia].
  - intro H. exists n. unfold second_wins, later, shorter. lia.
Qed.
Lemma most_12 g p : legal g p -> from_12_corrected g p ->
  exists top, (forall t, largest_lost_12_corrected g p t <-> t = top) /\ (loses g p <-> the_pile p = top).
Proof.
  intros L (N' & t & -> & (K & K0 & K1 & ->) & P). assert (forall k, as_ g p k <-> k = K) as as_K.
  { intro k. rewrite (as_is g p k L). rewrite (as_is g p K L) in K0. rewrite K0. reflexivity. }
  exists (3 * the_n g * the_n g + 3 * the_n g + 1 + K). split.
  { intro t. split; [intros (k & C & _ & ->); apply as_K in C; subst k; reflexivity|].
    intros ->. exists K. rewrite as_K. auto. }
  apply as_is in K0; [|exact L]. pose proof (within g p L) as R. unfold loses, loses_at.
  unfold legal, asked in L. assert (the_m g = 2 /\ the_extra g = 1) as [M E] by lia. rewrite M, E in *.
  destruct (Z.eqb_spec (seat_of g p) 0) as [S|S]; [lia|]. destruct (Z.ltb_spec (seat_of g p) (the_n g + 1)) as [T|T]; [|lia].
  replace (the_n g + 1 - seat_of g p) with (K - the_n g) by lia.
  set (N := the_pile p) in *. set (n := the_n g) in *. assert (1 <= n) as O by (unfold n; lia). split.
  - unfold first_loses, later, shorter. intros (q & Q & Q' & U & V). assert (q = n \/ q <= n - 1) as [->|W] by lia; [lia|nia].
  - intro H. exists n. unfold first_loses, later, shorter. lia.
Qed.

(* Who wins from the largest lost game on. *)
Lemma from_largest N top (T : Z -> Prop) (Q : Prop) A : (forall t, T t <-> t = top) -> (Q <-> N = top) ->
  (A = 2 /\ Q \/ A = 1 /\ ~ Q <->
   (exists M, A = 2 /\ M = N /\ T M) \/ (exists M t, A = 1 /\ M = N /\ T t /\ M <> t)).
Proof.
  intros H I. split.
  - intros [[-> B]|[-> B]]; [left; exists N|right; exists N, top]; rewrite H; tauto.
  - intros [(M & -> & -> & B)|(M & t & -> & -> & B & C)]; rewrite H in B; [left|right]; split; auto; rewrite I; congruence.
Qed.

Theorem proved : theorem.
Proof.
  intros g p L. repeat match goal with |- _ /\ _ => split end.
  - intro A. rewrite (won g p A L). rewrite (lost_is g p L). unfold closed_form. tauto.
  - intros W A. rewrite (won g p A L), (lost_round_8 g p L W). unfold every_8. tauto.
  - intros W A. rewrite (won g p A L), (lost_round_10 g p L W). unfold every_10. tauto.
  - intros W A. rewrite (won g p A L), (lost_round_12 g p L W). unfold every_12. tauto.
  - intros W A. rewrite (won g p A L). destruct (most_8 g p L W) as (top & T & H). exact (from_largest _ top _ _ A T H).
  - intros W A. rewrite (won g p A L). destruct (most_10 g p L W) as (top & T & H). exact (from_largest _ top _ _ A T H).
  - intros W A. rewrite (won g p A L). destruct (most_12 g p L W) as (top & T & H). exact (from_largest _ top _ _ A T H).
Qed.
Print Assumptions proved.
