(* Survivor Nim. Claim corollary-14-lists-corrected: The lists are 3, 4, 5 and more than 6; 1, 5, 6 and more
   than 8; 2, 3, 6, 7, 8 and more than 9. *)
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
(* % three_players/0: n = 1. *)
Definition three_players (g : parameters) (p : position) : Prop := (the_n g) = 1 /\ counters g p.
Definition safe_corrected (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists N : Z, X1 = 0
  /\ X2 = N /\ pile g p N /\ 3 <= N <= 5) \/ (exists N : Z, X1 = 0 /\ X2 = N /\ pile g p N /\ N > 6) \/
  (exists N : Z, X1 = 1 /\ X2 = N /\ pile g p N /\ N = 1) \/ (exists N : Z, X1 = 1 /\ X2 = N /\ pile g p N /\
  N = 5) \/ (exists N : Z, X1 = 1 /\ X2 = N /\ pile g p N /\ N = 6) \/ (exists N : Z, X1 = 1 /\ X2 = N /\
  pile g p N /\ N > 8) \/ (exists N : Z, X1 = 2 /\ X2 = N /\ pile g p N /\ N = 2) \/ (exists N : Z, X1 = 2 /\
  X2 = N /\ pile g p N /\ N = 3) \/ (exists N : Z, X1 = 2 /\ X2 = N /\ pile g p N /\ N = 6) \/ (exists N : Z,
  X1 = 2 /\ X2 = N /\ pile g p N /\ N = 7) \/ (exists N : Z, X1 = 2 /\ X2 = N /\ pile g p N /\ N = 8) \/
  (exists N : Z, X1 = 2 /\ X2 = N /\ pile g p N /\ N > 9).
Definition listed_corrected (g : parameters) (p : position) (X1 : Z) : Prop := (exists K : Z, (exists A1 : Z,
  X1 = 1 /\ as_ g p K /\ safe_corrected g p K A1)) \/ (exists K : Z, X1 = 2 /\ as_ g p K /\ ~ ((exists A1 :
  Z, safe_corrected g p K A1))).

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

Definition theorem : Prop := forall g p, legal g p -> three_players g p -> forall A, (wins position (moves g)
  (fun A p => side g p A) (fun A p => winner g p A) A p <-> listed_corrected g p A).

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
Definition listed (K N : Z) : Prop :=
  K = 0 /\ 3 <= N <= 5 \/ K = 0 /\ N > 6 \/ K = 1 /\ N = 1 \/ K = 1 /\ N = 5 \/ K = 1 /\ N = 6 \/ K = 1 /\ N > 8 \/
  K = 2 /\ N = 2 \/ K = 2 /\ N = 3 \/ K = 2 /\ N = 6 \/ K = 2 /\ N = 7 \/ K = 2 /\ N = 8 \/ K = 2 /\ N > 9.
Lemma safe_is g p K : (exists X, safe_corrected g p K X) <-> listed K (the_pile p).
Proof.
  unfold safe_corrected, pile, listed. split.
  - intros [X H]. repeat destruct H as [H|H]; destruct H as (N & -> & -> & -> & H); tauto.
  - intro H. exists (the_pile p).
    repeat (destruct H as [H|H]; [left; exists (the_pile p); tauto|right]). exists (the_pile p). tauto.
Qed.
Lemma loses_is g p K : legal g p -> three_players g p -> as_ g p K -> (~ loses g p <-> listed K (the_pile p)).
Proof.
  intros L (n1 & N' & -> & P) K0. apply as_is in K0; [|exact L]. pose proof (within g p L) as R. unfold loses, loses_at.
  unfold legal, asked in L. assert (the_m g = 2 /\ the_extra g = 1) as [M E] by lia. rewrite M, E, n1 in *.
  set (N := the_pile p) in *. assert (seat_of g p = 0 \/ seat_of g p = 1 \/ seat_of g p = 2) as [S|[S|S]] by lia;
    rewrite S in *; cbn in K0; subst K; unfold listed; cbn [Z.ltb Z.compare Z.add Pos.add Pos.compare Pos.compare_cont];
    unfold first_loses, second_wins, later, shorter; split.
  - intro H. destruct (Z_le_gt_dec N 2); [destruct H; exists (-1); lia|]. destruct (Z.eq_dec N 6); [destruct H; exists 0; lia|lia].
  - intros H [q Q]. assert (q = -1 \/ q = 0 \/ q = 1) as [-> | [-> | ->]] by lia; lia.
  - intro H. destruct (Z_le_gt_dec N 1); [destruct H; exists (-1); lia|]. destruct (Z.eq_dec N 9); [destruct H; exists 1; lia|].
    assert (~ (4 <= N <= 5)) by (intro; destruct H; exists 0; lia). lia.
  - intros H [q Q]. assert (q = -1 \/ q = 0 \/ q = 1) as [-> | [-> | ->]] by lia; lia.
  - intro H. assert (~ (2 <= N <= 4)) by (intro; destruct H; exists 0; lia).
    assert (~ (7 <= N <= 8)) by (intro; destruct H; exists 1; lia). lia.
  - intros H [q Q]. assert (q = -1 \/ q = 0 \/ q = 1) as [-> | [-> | ->]] by lia; lia.
Qed.

Theorem proved : theorem.
Proof.
  intros g p L W A. rewrite (won g p A L). destruct (decided g p L) as [D|D].
  - split.
    + intros [[-> _]|[_ B]]; [|contradiction]. right.
      assert (exists K, as_ g p K) as [K B] by (eexists; apply as_is; [exact L|reflexivity]). exists K.
      split; [reflexivity|]. split; [exact B|]. rewrite safe_is. intro C. revert D. apply (loses_is g p K L W B). exact C.
    + intros [(K & X & -> & B & C)|(K & -> & _)]; [|auto]. exfalso. revert D. apply (loses_is g p K L W B).
      apply (proj1 (safe_is g p K)). exists X. exact C.
  - split.
    + intros [[_ B]|[-> _]]; [contradiction|]. left.
      assert (exists K, as_ g p K) as [K B] by (eexists; apply as_is; [exact L|reflexivity]).
      pose proof (proj1 (loses_is g p K L W B) D) as C. apply (proj2 (safe_is g p K)) in C as [X C]. exists K, X. auto.
    + intros [(K & X & -> & _)|(K & -> & B & C)]; [auto|]. destruct C. apply (proj2 (safe_is g p K)). apply (loses_is g p K L W B). exact D.
Qed.
Print Assumptions proved.
