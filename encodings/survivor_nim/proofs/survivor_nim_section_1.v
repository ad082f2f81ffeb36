(* Survivor Nim. Claim section-1: In one-pile misère Nim for two players with maximum move m, K is a losing
   position for the first player iff K mod (m+1) = 1. *)
(* Here for n = 1; k = 0; every m from 1 on; extra = 0; alternating = 0; every pile from 0 on; player =
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
(* A zero position: the player who starts must lose. *)
Definition other (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = 1 /\ side g p 2) \/ (X1 = 2 /\ side
  g p 1).
(* Two-player misère Nim, and Proposition 2: K is a losing position for the first player iff K mod (m+1) = 1.
   *)
Definition zero (g : parameters) (p : position) : Prop := (exists N : Z, pile g p N /\ ((the_m g) + 1) <> 0
  /\ (Z.rem N ((the_m g) + 1)) = 1).
(* % two_player/1: the winner by N mod (m+1) = 1. *)
Definition two_player (g : parameters) (p : position) (X1 : Z) : Prop := (exists A : Z, X1 = A /\ zero g p /\
  other g p A) \/ (exists A : Z, X1 = A /\ ~ (zero g p) /\ side g p A).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_n g <= 1 /\ 0 <= the_k g <= 0 /\ 1 <= the_m g /\ 0 <=
  the_extra g <= 0 /\ 0 <= the_alternating g <= 0.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_pile p /\ 1 <= the_player p <=
  ((2 * (the_n g)) + (the_extra g)).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ (after g p M
  (t_pile (the_pile q)) \/ (~ (exists V : Z, after g p M (t_pile V)) /\ the_pile q = the_pile p)) /\ (after g
  p M (t_player (the_player q)) \/ (~ (exists V : Z, after g p M (t_player V)) /\ the_player q = the_player
  p)).

Definition theorem : Prop := forall g p, legal g p -> forall A, (wins position (moves g) (fun A p => side g p
  A) (fun A p => winner g p A) A p <-> two_player g p A).

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
Lemma zero_is g p : legal g p -> (zero g p <-> exists q, 0 <= q /\ the_pile p = q * (the_m g + 1) + 1).
Proof.
  intro L. unfold legal, asked in L. unfold zero, pile. set (m := the_m g) in *. set (N := the_pile p) in *. split.
  - intros (N' & -> & _ & H). exists (Z.quot N (m + 1)). split; [apply Z.quot_pos; lia|].
    pose proof (Z.quot_rem' N (m + 1)). lia.
  - intros (q & Q & H). exists N. split; [reflexivity|]. split; [lia|]. rewrite Z.rem_mod_nonneg by lia.
    symmetry. apply (Z.mod_unique _ _ q); lia.
Qed.
Lemma loses_is g p : legal g p -> (loses g p <-> side g p 1 /\ zero g p \/ side g p 2 /\ ~ zero g p).
Proof.
  intro L. rewrite (zero_is g p L), !(side_is g p _ L). pose proof (within g p L) as R.
  pose proof (Z.quot_rem' (the_pile p) (the_m g + 1)) as D. unfold legal, asked in L.
  pose proof (Z.rem_bound_pos (the_pile p) (the_m g + 1) ltac:(lia) ltac:(lia)) as B.
  pose proof (Z.quot_pos (the_pile p) (the_m g + 1) ltac:(lia) ltac:(lia)) as C.
  unfold loses, loses_at, whose. assert (the_n g = 1 /\ the_extra g = 0) as [n1 E] by lia. rewrite n1, E in *.
  set (m := the_m g) in *. set (N := the_pile p) in *. set (d := Z.quot N (m + 1)) in *. set (r := Z.rem N (m + 1)) in *.
  destruct (Z.ltb_spec (seat_of g p) (1 + 0)) as [T|T].
  - assert (seat_of g p = 0) as -> by lia. unfold first_loses, later, shorter. split.
    + intros (q & Q & _ & U & V). left. split; [reflexivity|]. exists (q + 1). lia.
    + intros [[_ (q & Q & H)]|[H _]]; [|lia]. exists (q - 1). lia.
  - assert (seat_of g p = 1) as -> by lia. unfold second_wins, later, shorter. split.
    + intros (q & Q & _ & U & V). right. split; [reflexivity|]. intros (r' & F & G).
      assert (r' <= q \/ q + 1 <= r') as [W|W] by lia; nia.
    + intros [[H _]|[_ H]]; [lia|]. assert (r = 0 \/ r = 1 \/ 2 <= r) as [F|[F|F]] by lia.
      * exists (d - 1). lia.
      * destruct H. exists d. lia.
      * exists d. lia.
Qed.

Theorem proved : theorem.
Proof.
  intros g p L A. rewrite (won g p A L), (loses_is g p L). unfold two_player, other.
  assert (zero g p \/ ~ zero g p) as Z0.
  { unfold zero, pile. pose proof (Z.eq_dec (Z.rem (the_pile p) (the_m g + 1)) 1) as [E|E].
    - left. exists (the_pile p). unfold legal, asked in L. lia.
    - right. intros (N & -> & _ & H). auto. }
  pose proof (side_is g p 1 L) as S1. pose proof (side_is g p 2 L) as S2. pose proof (side_is g p A L) as SA.
  unfold whose in *. destruct (Z.ltb_spec (seat_of g p) (the_n g + the_extra g)) as [T|T].
  - assert (side g p 1) as B1 by tauto. assert (~ side g p 2) as B2 by (rewrite S2; lia). split.
    + intros [[-> [[_ H]|[H _]]]|[-> H]]; [left; exists 2; auto|contradiction|right; exists 1; tauto].
    + intros [(X & <- & H & [[_ F]|[-> _]])|(X & <- & H & F)]; [contradiction|left; auto|].
      apply SA in F. subst A. right. tauto.
  - assert (side g p 2) as B1 by tauto. assert (~ side g p 1) as B2 by (rewrite S1; lia). split.
    + intros [[-> [[H _]|[_ H]]]|[-> H]]; [contradiction|right; exists 2; auto|left; exists 1; tauto].
    + intros [(X & <- & H & [[-> _]|[_ F]])|(X & <- & H & F)]; [right; tauto|contradiction|].
      apply SA in F. subst A. left. tauto.
Qed.
Print Assumptions proved.
