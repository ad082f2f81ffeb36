(* Survivor Nim. Claim corollary-14-corrected: Three players: with more than 9 counters, and not with 9, the
   alliance of two players wins, whoever starts. *)
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
(* % counters/0: some counter is left. *)
Definition counters (g : parameters) (p : position) : Prop := (exists N : Z, pile g p N /\ N >= 1).
Definition beyond_9 (g : parameters) (p : position) : Prop := (exists N : Z, (the_n g) = 1 /\ pile g p N /\ N
  > 9).
(* % pair/1: the two players of three. *)
Definition pair (g : parameters) (p : position) (X1 : Z) : Prop := X1 = 1 /\ counters g p.

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

Definition theorem : Prop := forall g p, legal g p -> beyond_9 g p -> forall A, (wins position (moves g) (fun
  A p => side g p A) (fun A p => winner g p A) A p <-> pair g p A).

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
Lemma won g p A : legal g p -> (wins position (moves g) (fun A p => side g p A) (fun A p => winner g p A) A p <->
  A = 2 /\ loses g p \/ A = 1 /\ ~ loses g p).
Proof.
  intro L. pose proof L as [B _]. refine (Printed.played position term (the_n g) (the_k g) (the_m g) (the_extra g)
    (the_alternating g) t_pile t_player t_take the_pile the_player Position _ _ _ _ _ _ (given g B) (legal g)
    (legal_is g B) p A L); intros; first [reflexivity | congruence].
Qed.
Lemma wins_all g p : legal g p -> beyond_9 g p -> ~ loses g p.
Proof.
  intros L (N & n1 & -> & P). pose proof (within g p L) as R. unfold loses, loses_at.
  unfold legal, asked in L. assert (the_m g = 2 /\ the_extra g = 1) as [M E] by lia. rewrite M, E, n1 in *.
  intros [q H]. destruct (Z.ltb_spec (seat_of g p) (1 + 1)) as [T|T]; unfold first_loses, second_wins, later, shorter in H; lia.
Qed.

Theorem proved : theorem.
Proof.
  intros g p L W A. rewrite (won g p A L). pose proof (wins_all g p L W) as H. destruct W as (N & _ & B & C).
  assert (counters g p) as D by (exists N; split; [exact B|lia]). unfold pair. tauto.
Qed.
Print Assumptions proved.
