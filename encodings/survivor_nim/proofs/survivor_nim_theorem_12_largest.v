(* Survivor Nim. Claim theorem-12-largest-corrected: The largest game that alliance 1 loses is with
   3n^2+3n+1+k counters. *)
(* Here for n = 1..20; k = 0; m = 2; extra = 1; alternating = 0; every pile from 0 on; player = 1..2*n+extra.
   *)
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
(* The three theorems: n+1 players against n, 1 or 2 counters a turn. They are one statement about the game
   as it is seen by the player to move, who calls himself player 1: alliance 1 has the players K+1, ...,
   K+n+1 for him. Round j of alliance 1 is the piles N_(j-1)2 < N <= N_j1, which it loses; round j of
   alliance 2 is N_j1 < N <= N_j2. *)
Definition as_ (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = 0 /\ seat g p 0) \/ (exists P : Z,
  (exists S : Z, seat g p S /\ S > 0 /\ players g p P /\ X1 = (P - S))).
Definition largest_lost_12_corrected (g : parameters) (p : position) (X1 : Z) : Prop := (exists K : Z, as_ g
  p K /\ (the_n g) < K /\ X1 = (((((3 * (the_n g)) * (the_n g)) + (3 * (the_n g))) + 1) + K)).
Definition from_12_corrected (g : parameters) (p : position) : Prop := (exists N : Z, (exists T : Z, pile g p
  N /\ largest_lost_12_corrected g p T /\ N >= T)).
Definition largest_12_corrected (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = 2 /\
  pile g p N /\ largest_lost_12_corrected g p N) \/ (exists N : Z, (exists T : Z, X1 = 1 /\ pile g p N /\
  largest_lost_12_corrected g p T /\ N <> T)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_n g <= 20 /\ 0 <= the_k g <= 0 /\ 2 <= the_m g <= 2 /\ 1
  <= the_extra g <= 1 /\ 0 <= the_alternating g <= 0.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_pile p /\ 1 <= the_player p <=
  ((2 * (the_n g)) + (the_extra g)).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ (after g p M
  (t_pile (the_pile q)) \/ (~ (exists V : Z, after g p M (t_pile V)) /\ the_pile q = the_pile p)) /\ (after g
  p M (t_player (the_player q)) \/ (~ (exists V : Z, after g p M (t_player V)) /\ the_player q = the_player
  p)).

Definition theorem : Prop := forall g p, legal g p -> from_12_corrected g p -> forall A, (wins position
  (moves g) (fun A p => side g p A) (fun A p => winner g p A) A p <-> largest_12_corrected g p A).

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
Lemma as_is g p K : legal g p ->
  (as_ g p K <-> K = if seat_of g p =? 0 then 0 else 2 * the_n g + the_extra g - seat_of g p).
Proof.
  intro L. pose proof L as [A _]. exact (Printed.as_is position _ _ (the_m g) _ (the_alternating g) the_pile the_player
    (given g A) (legal g) (legal_is g A) p K L).
Qed.
Lemma won g p A : legal g p -> (wins position (moves g) (fun A p => side g p A) (fun A p => winner g p A) A p <->
  A = 2 /\ loses g p \/ A = 1 /\ ~ loses g p).
Proof.
  intro L. pose proof L as [B _]. refine (Printed.played position term (the_n g) (the_k g) (the_m g) (the_extra g)
    (the_alternating g) t_pile t_player t_take the_pile the_player Position _ _ _ _ _ _ (given g B) (legal g)
    (legal_is g B) p A L); intros; first [reflexivity | congruence].
Qed.
Lemma loses_is g p : legal g p -> from_12_corrected g p ->
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

Theorem proved : theorem.
Proof.
  intros g p L W A. rewrite (won g p A L). destruct (loses_is g p L W) as (top & T & H). unfold largest_12_corrected, pile.
  split.
  - intros [[-> B]|[-> B]]; [left; exists (the_pile p)|right; exists (the_pile p), top]; rewrite T; tauto.
  - intros [(N & -> & -> & B)|(N & t & -> & -> & B & C)]; rewrite T in B; [left|right]; split; auto; rewrite H; congruence.
Qed.
Print Assumptions proved.
