(* Survivor Nim. Claim theorem-10-corrected: Theorem 10 with rounds for 1 <= j <= n+1, not k+1: the number of
   consecutive losses is n+k-j+2, and the last round still has k+1 of them. *)
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
(* % counters/0: some counter is left. *)
Definition counters (g : parameters) (p : position) : Prop := (exists N : Z, pile g p N /\ N >= 1).
Definition speaks_10 (g : parameters) (p : position) : Prop := (exists K : Z, counters g p /\ as_ g p K /\ 1
  <= K /\ K <= (the_n g)).
(* Theorem 10, 1 <= K <= n: alliance 2 starts, with K players. As printed its rounds end with j = K+1; they
   end with j = n+1. *)
Definition end_10 (g : parameters) (p : position) (X1 : Z) (X2 : Z) (X3 : Z) : Prop := (exists K : Z, X1 = 2
  /\ X2 = 0 /\ X3 = K /\ as_ g p K) \/ (exists J : Z, (exists K : Z, X1 = 1 /\ X2 = J /\ as_ g p K /\ 1 <= J
  <= ((the_n g) + 1) /\ X3 = (((2 * K) + (J * ((the_n g) + 1))) + (((J - 1) * 2) * (the_n g))))) \/ (exists J
  : Z, (exists K : Z, X1 = 2 /\ X2 = J /\ as_ g p K /\ 1 <= J <= (the_n g) /\ X3 = ((K + ((J * 2) * ((the_n
  g) + 1))) + (J * (the_n g))))).
Definition lost_round_10 (g : parameters) (p : position) (X1 : Z) : Prop := (exists J : Z, (exists N : Z,
  (exists L : Z, (exists H : Z, X1 = J /\ pile g p N /\ end_10 g p 2 (J - 1) L /\ end_10 g p 1 J H /\ L < N
  /\ N <= H)))).
(* % theorem_10_corrected/1: the winner by Theorem 10, corrected. *)
Definition theorem_10_corrected (g : parameters) (p : position) (X1 : Z) : Prop := (exists A1 : Z, X1 = 2 /\
  lost_round_10 g p A1) \/ (X1 = 1 /\ ~ ((exists A1 : Z, lost_round_10 g p A1))).

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

Definition theorem : Prop := forall g p, legal g p -> speaks_10 g p -> forall A, (wins position (moves g)
  (fun A p => side g p A) (fun A p => winner g p A) A p <-> theorem_10_corrected g p A).

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
Lemma loses_is g p : legal g p -> speaks_10 g p -> (loses g p <-> exists J, lost_round_10 g p J).
Proof.
  intros L (K & P & K0 & K1 & K2). assert (forall k, as_ g p k <-> k = K) as as_K.
  { intro k. rewrite (as_is g p k L). rewrite (as_is g p K L) in K0. rewrite K0. reflexivity. }
  apply as_is in K0; [|exact L]. pose proof (within g p L) as R. unfold loses, loses_at.
  unfold legal, asked in L. assert (the_m g = 2 /\ the_extra g = 1) as [M E] by lia. rewrite M, E in *.
  destruct (Z.eqb_spec (seat_of g p) 0) as [S|S]; [lia|]. destruct (Z.ltb_spec (seat_of g p) (the_n g + 1)) as [T|T]; [lia|].
  replace (the_n g + 1 + the_n g - seat_of g p) with K by lia.
  unfold lost_round_10, end_10, pile, second_wins, later, shorter. split.
  - intros (q & A & B & C). assert (q = -1 \/ 0 <= q) as [->|D] by lia.
    + exfalso. destruct P as (N & -> & P). lia.
    + exists (q + 1), (q + 1), (the_pile p), (K + (q * 2) * (the_n g + 1) + q * the_n g),
        (2 * K + (q + 1) * (the_n g + 1) + q * 2 * the_n g). split; [reflexivity|]. split; [reflexivity|]. split.
      * assert (q = 0 \/ 1 <= q) as [->|F] by lia; [left; exists K; rewrite as_K; lia|].
        right. right. exists q, K. rewrite as_K. lia.
      * split; [right; left; exists (q + 1), K; rewrite as_K; lia|lia].
  - intros (X & J & N & L' & H & _ & -> & B & [(k & F & _)|[(J' & k & _ & -> & C & D & ->)|(J' & k & F & _)]] & U); [lia| |lia].
    apply as_K in C. subst k. exists (J' - 1).
    destruct B as [(k & _ & G & -> & C)|[(J'' & k & F & _)|(J'' & k & _ & <- & C & G & ->)]]; [|lia|]; apply as_K in C; subst k.
    + assert (J' = 1) as -> by lia. lia.
    + lia.
Qed.

Theorem proved : theorem.
Proof.
  intros g p L W A. rewrite (won g p A L), (loses_is g p L W). unfold theorem_10_corrected. split.
  - intros [[-> [J H]]|[-> H]]; [left; exists J; auto|right; auto].
  - intros [[J [-> H]]|[-> H]]; [left; split; [reflexivity|exists J; exact H]|right; auto].
Qed.
Print Assumptions proved.
