(* Survivor Nim. Claim corollary-5-corrected: The zero positions of Proposition 4 are N mod ((m+1)n) in {1,
   ..., n}. *)
(* Here for every n from 1 on; k = 0; every m from 1 on; extra = 0; alternating = 0; every pile from 0 on;
   player = 1..2*n+extra. *)
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
(* A zero position: the player who starts must lose. *)
Definition other (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = 1 /\ side g p 2) \/ (X1 = 2 /\ side
  g p 1).
(* share(A,L): alliance A has L players. left(L): L players of the alliance that moves are left to move in a
   row. % start/0: alliance 1 starts. *)
Definition start (g : parameters) (p : position) : Prop := (exists N : Z, seat g p 0 /\ pile g p N /\ N >= 1).
(* Corollary 5, n against n: the zero positions as printed, and corrected. *)
Definition residue (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, pile g p N /\ (((the_m
  g) + 1) * (the_n g)) <> 0 /\ X1 = (Z.rem N (((the_m g) + 1) * (the_n g)))).
Definition zero_corrected (g : parameters) (p : position) : Prop := (exists R : Z, residue g p R /\ R >= 1 /\
  R <= (the_n g)).
(* % corollary_5_corrected/1: the winner by Corollary 5, corrected. *)
Definition corollary_5_corrected (g : parameters) (p : position) (X1 : Z) : Prop := (exists A : Z, X1 = A /\
  zero_corrected g p /\ other g p A) \/ (exists A : Z, X1 = A /\ ~ (zero_corrected g p) /\ side g p A).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_n g /\ 0 <= the_k g <= 0 /\ 1 <= the_m g /\ 0 <=
  the_extra g <= 0 /\ 0 <= the_alternating g <= 0.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_pile p /\ 1 <= the_player p <=
  ((2 * (the_n g)) + (the_extra g)).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ (after g p M
  (t_pile (the_pile q)) \/ (~ (exists V : Z, after g p M (t_pile V)) /\ the_pile q = the_pile p)) /\ (after g
  p M (t_player (the_player q)) \/ (~ (exists V : Z, after g p M (t_player V)) /\ the_player q = the_player
  p)).

Definition theorem : Prop := forall g p, legal g p -> start g p -> forall A, (wins position (moves g) (fun A
  p => side g p A) (fun A p => winner g p A) A p <-> corollary_5_corrected g p A).

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
Lemma loses_is g p : legal g p -> start g p -> (loses g p <-> zero_corrected g p).
Proof.
  intros L (N' & S & -> & P). apply seat_is in S. unfold legal, asked in L.
  unfold loses, loses_at. rewrite <- S. assert (the_extra g = 0) as E by lia. rewrite E.
  destruct (Z.ltb_spec 0 (the_n g + 0)) as [T|T]; [|lia].
  unfold zero_corrected, residue, pile, first_loses, later, shorter. set (N := the_pile p) in *. set (n := the_n g) in *.
  set (m := the_m g) in *. assert (0 < (m + 1) * n) as D by nia. split.
  - intros (q & Q & _ & U & V). exists (N - (q + 1) * ((m + 1) * n)). split; [|lia]. exists N. split; [reflexivity|].
    split; [lia|]. rewrite Z.rem_mod_nonneg by lia. apply (Z.mod_unique _ _ (q + 1)); [left; nia|lia].
  - intros (r & (N' & -> & _ & ->) & A & B). pose proof (Z.quot_rem' N ((m + 1) * n)) as C.
    pose proof (Z.quot_pos N ((m + 1) * n) ltac:(lia) D) as F. exists (Z.quot N ((m + 1) * n) - 1).
    set (q := Z.quot N ((m + 1) * n)) in *. lia.
Qed.

Theorem proved : theorem.
Proof.
  intros g p L W A. rewrite (won g p A L). pose proof (loses_is g p L W) as H. pose proof W as (N & S & _ & _).
  apply seat_is in S. pose proof (side_is g p 1 L) as S1. pose proof (side_is g p 2 L) as S2.
  pose proof (side_is g p A L) as SA. unfold whose in *. rewrite <- S in *. pose proof (given g (proj1 L)) as (n1 & _ & _ & e0 & _).
  destruct (Z.ltb_spec 0 (the_n g + the_extra g)) as [T|T]; [|lia].
  assert (side g p 1) as B1 by tauto. assert (~ side g p 2) as B2 by (rewrite S2; lia).
  unfold corollary_5_corrected, other. rewrite H. split.
  - intros [[-> F]|[-> F]]; [left; exists 2; auto|right; exists 1; auto].
  - intros [(X & <- & F & [[_ G]|[-> _]])|(X & <- & F & G)]; [contradiction|left; auto|]. apply SA in G. subst A. right. auto.
Qed.
Print Assumptions proved.
