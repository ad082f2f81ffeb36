(* Survivor Nim. Claim corollary-11-corrected: Corollary 11 with 1 <= j <= n and N > 3n^2+2n+1+2k. *)
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
(* Corollaries 11 and 13 with the range of j and the largest lost game corrected. *)
Definition safe_by_11_corrected (g : parameters) (p : position) : Prop := (exists N : Z, (exists K : Z, pile
  g p N /\ as_ g p K /\ N <= K)) \/ (exists N : Z, (exists K : Z, (exists J : Z, pile g p N /\ as_ g p K /\ 1
  <= J <= (the_n g) /\ ((((((3 * J) * (the_n g)) + (2 * K)) + J) - (2 * (the_n g))) + 1) <= N /\ N <= ((((3 *
  J) * (the_n g)) + K) + (2 * J))))) \/ (exists N : Z, (exists K : Z, pile g p N /\ as_ g p K /\ N > (((((3 *
  (the_n g)) * (the_n g)) + (2 * (the_n g))) + 1) + (2 * K)))).
(* % corollary_11_corrected/1, corollary_13_corrected/1: the winner by Corollary 11, by Corollary 13,
   corrected. *)
Definition corollary_11_corrected (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = 1 /\
  safe_by_11_corrected g p) \/ (X1 = 2 /\ ~ (safe_by_11_corrected g p)).

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
  (fun A p => side g p A) (fun A p => winner g p A) A p <-> corollary_11_corrected g p A).

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
Lemma decided g p : legal g p -> loses g p \/ ~ loses g p.
Proof.
  intro L. pose proof L as [A _]. apply given in A.
  apply loses_at_or_not; [lia|lia|lia|exact (within g p L)].
Qed.
Lemma safe_is g p : legal g p -> speaks_10 g p -> (~ loses g p <-> safe_by_11_corrected g p).
Proof.
  intros L (K & (N' & -> & P) & K0 & K1 & K2). assert (forall k, as_ g p k <-> k = K) as as_K.
  { intro k. rewrite (as_is g p k L). rewrite (as_is g p K L) in K0. rewrite K0. reflexivity. }
  apply as_is in K0; [|exact L]. pose proof (within g p L) as R. unfold loses, loses_at.
  unfold legal, asked in L. assert (the_m g = 2 /\ the_extra g = 1) as [M E] by lia. rewrite M, E in *.
  destruct (Z.eqb_spec (seat_of g p) 0) as [S|S]; [lia|]. destruct (Z.ltb_spec (seat_of g p) (the_n g + 1)) as [T|T]; [lia|].
  replace (the_n g + 1 + the_n g - seat_of g p) with K by lia.
  unfold safe_by_11_corrected, pile. set (N := the_pile p) in *. set (n := the_n g) in *.
  assert (1 <= n) as O by (unfold n; lia). split.
  - intro H. apply second_between in H as (q & Q & B & C); [|lia|lia|lia|lia|lia]. unfold later, shorter in B, C.
    assert (q = -1 \/ (0 <= q /\ q + 1 <= n) \/ n <= q) as [->|[D|D]] by lia.
    + left. exists N, K. rewrite as_K. lia.
    + right. left. exists N, K, (q + 1). rewrite as_K. lia.
    + right. right. exists N, K. rewrite as_K. split; [reflexivity|]. split; [reflexivity|].
      assert (q = n \/ n + 1 <= q) as [->|F] by lia; [lia|]. nia.
  - intros [(N' & k & -> & G & A)|[(N' & k & J & -> & G & A & B & C)|(N' & k & -> & G & A)]] [q H]; apply as_K in G; subst k.
    + assert (q = -1) as -> by (apply (second_round (n + 1) n 2) with (L := K) (N := N);
        [lia|lia|lia|lia|exact H|unfold later; lia]).
      unfold second_wins, later, shorter in H. lia.
    + assert (q = J - 1) as -> by (apply (second_round (n + 1) n 2) with (L := K) (N := N);
        [lia|lia|lia|lia|exact H|unfold later; lia]).
      unfold second_wins, later, shorter in H. lia.
    + unfold second_wins, later, shorter in H. destruct H as (Q & Q' & U & V). assert (q <= n) as W by lia. nia.
Qed.

Theorem proved : theorem.
Proof.
  intros g p L W A. rewrite (won g p A L). unfold corollary_11_corrected. rewrite <- (safe_is g p L W).
  destruct (decided g p L); tauto.
Qed.
Print Assumptions proved.
