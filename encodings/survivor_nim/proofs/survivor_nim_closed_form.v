(* Survivor Nim. Claim closed-form: Alliances of a and b <= a players in a row, any m: with i of its players
   left to move alliance 1 loses N <= i and qD+b+im < N <= qD+a-qe+bm+i, and alliance 2 wins qD+i < N <=
   qD+a-qe+im, where D = am+b, e = (a-b)(m-1) and qe < a. So every player of the cycle has his formula, and
   the larger alliance wins all large games if a > b and m >= 2. *)
(* Here for every n from 1 on; k = 0..n; every m from 1 on; every extra from 0 on; alternating = 0; every
   pile from 0 on; player = 1..2*n+extra. *)
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
Definition asked (g : parameters) : Prop := 1 <= the_n g /\ 0 <= the_k g <= (the_n g) /\ 1 <= the_m g /\ 0 <=
  the_extra g /\ 0 <= the_alternating g <= 0.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_pile p /\ 1 <= the_player p <=
  ((2 * (the_n g)) + (the_extra g)).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ (after g p M
  (t_pile (the_pile q)) \/ (~ (exists V : Z, after g p M (t_pile V)) /\ the_pile q = the_pile p)) /\ (after g
  p M (t_player (the_player q)) \/ (~ (exists V : Z, after g p M (t_player V)) /\ the_player q = the_player
  p)).

Definition theorem : Prop := forall g p, legal g p -> forall A, (wins position (moves g) (fun A p => side g p
  A) (fun A p => winner g p A) A p <-> closed_form g p A).

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

Theorem proved : theorem.
Proof. intros g p L A. rewrite (won g p A L), (lost_is g p L). unfold closed_form. tauto. Qed.
Print Assumptions proved.
