(* Survivor Nim. Claim theorem-10-rounds: Each round of Theorem 10 lies in the closed form. *)
(* Here for every n from 1 on; k = 1..n; m = 2; extra = 1; alternating = 0; j = 1..n+1; c =
   1..3*n*n+2*n+1+2*k. *)
(* Printed from survivor_nim/rules.lp, survivor_nim/theorems.lp, survivor_nim/reductions.lp,
   survivor_nim/lemmas.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_n : Z; the_k : Z; the_m : Z; the_extra : Z; the_alternating : Z }.
Record position := Position { the_j : Z; the_c : Z }.

Definition j (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_j p).
Definition c (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_c p).
(* number_8(I,J,N): N is N_jI of Theorem 8 for j = J; number_10 and number_12 are those of Theorems 10 and
   12. *)
Definition round (g : parameters) (p : position) (X1 : Z) : Prop := (exists J : Z, (exists D : Z, j g p J /\
  (-1) <= D <= 1 /\ X1 = (J + D))).
Definition number_10 (g : parameters) (p : position) (X1 : Z) (X2 : Z) (X3 : Z) : Prop := (exists J : Z, X1 =
  1 /\ X2 = J /\ round g p J /\ X3 = (((2 * (the_k g)) + (J * ((the_n g) + 1))) + (((J - 1) * 2) * (the_n
  g)))) \/ (exists J : Z, X1 = 2 /\ X2 = J /\ round g p J /\ X3 = (((the_k g) + ((J * 2) * ((the_n g) + 1)))
  + (J * (the_n g)))).
(* The same for Theorem 10, where the quotient is that of c-k-1, and for Theorem 12, where it is that of
   c-(2k-n)-1. % in_round_10/0, in_round_12/0: c counters are in round j of alliance 1, by its ends. *)
Definition in_round_10 (g : parameters) (p : position) : Prop := (exists J : Z, (exists N : Z, (exists L : Z,
  (exists H : Z, j g p J /\ c g p N /\ number_10 g p 2 (J - 1) L /\ number_10 g p 1 J H /\ L < N /\ N <=
  H)))).
(* % in_round_10_by_quotient/0, in_round_12_by_quotient/0: c counters are in round j of alliance 1, by a
   quotient. *)
Definition in_round_10_by_quotient (g : parameters) (p : position) : Prop := (exists J : Z, (exists N : Z,
  (exists H : Z, j g p J /\ c g p N /\ N > (the_k g) /\ ((3 * (the_n g)) + 2) <> 0 /\ (Z.quot ((N - (the_k
  g)) - 1) ((3 * (the_n g)) + 2)) = (J - 1) /\ number_10 g p 1 J H /\ N <= H))).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_n g /\ 1 <= the_k g <= (the_n g) /\ 2 <= the_m g <= 2 /\
  1 <= the_extra g <= 1 /\ 0 <= the_alternating g <= 0.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_j p <= ((the_n g) + 1) /\ 1 <=
  the_c p <= (((((3 * (the_n g)) * (the_n g)) + (2 * (the_n g))) + 1) + (2 * (the_k g))).

Definition theorem : Prop := forall g p, legal g p -> in_round_10 g p -> in_round_10_by_quotient g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
(* A remainder below the divisor, and its quotient. *)
Lemma divided_as a b d r : a = b * d + r -> 0 <= r < b -> 0 <= d -> Z.quot a b = d.
Proof.
  intros -> R D. rewrite Z.add_comm, (Z.mul_comm b d). assert (0 <= r + d * b) by nia.
  rewrite Z.quot_add, Z.quot_small by nia. lia.
Qed.

Theorem proved : theorem.
Proof.
  intros g [v w] (A & J & C) (j' & n & l & h & EJ & EC & EL & EH & B).
  unfold j, c in EJ, EC. unfold asked in A. cbn [the_j the_c] in *. subst j' n.
  destruct EL as [(i & E & _) | (i & _ & <- & _ & ->)]; [lia|].
  pose proof EH as H. destruct H as [(i' & _ & <- & _ & ->) | (i' & E & _)]; [|lia].
  exists v, w. eexists. unfold j, c. cbn [the_j the_c]. split; [reflexivity|]. split; [reflexivity|].
  rewrite (divided_as (w - the_k g - 1) (3 * the_n g + 2) (v - 1) (w - the_k g - 1 - (3 * the_n g + 2) * (v - 1)));
    [|ring | nia | lia].
  split; [nia|]. split; [lia|]. split; [lia|]. split; [exact EH | lia].
Qed.
Print Assumptions proved.
