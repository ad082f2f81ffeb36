(* Fraenkel's NIM(a). Claim lemma-9-disjoint: No c >= 1 is both floor(n*alpha) and floor(m*(alpha+a)), n, m
   >= 1, for any a. *)
(* Here for every a from 1 on; every c from 1 on; every index from 1 on; every other from 1 on. *)
(* Printed from nim_a/rules.lp, nim_a/theorems.lp, nim_a/sequences.lp, nim_a/lemmas.lp, nim_a/beatty.lp,
   nim_a/floors.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_a : Z }.
Record position := Position { the_c : Z; the_index : Z; the_other : Z }.

Definition c (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_c p).
Definition index (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_index p).
Definition other (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_other p).
(* Lemma 9: A = {floor(n*alpha)} and B = {floor(n*beta)}, n >= 1, partition the positive integers. By (5)
   floor(n*beta) is floor(n*alpha) + an. in_a(N): c = floor(N*alpha); in_b(N): c = floor(N*beta). *)
Definition in_a (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, (exists C : Z, X1 = N /\ c
  g p C /\ 1 <= N <= C /\ (((C * C) + ((((the_a g) - 2) * C) * N)) - (((the_a g) * N) * N)) <= 0 /\ ((((C +
  1) * (C + 1)) + ((((the_a g) - 2) * (C + 1)) * N)) - (((the_a g) * N) * N)) > 0)).
Definition in_b (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, (exists C : Z, (exists V :
  Z, X1 = N /\ c g p C /\ 1 <= N <= C /\ V = (C - ((the_a g) * N)) /\ V > 0 /\ (((V * V) + ((((the_a g) - 2)
  * V) * N)) - (((the_a g) * N) * N)) <= 0 /\ ((((V + 1) * (V + 1)) + ((((the_a g) - 2) * (V + 1)) * N)) -
  (((the_a g) * N) * N)) > 0))).
(* No c is in both, as floor(n*alpha) and floor(m*beta): c < n+m < c+1 would follow, so that m = c-n-d is too
   small, and m = c+1-n+d too great. *)
Definition in_a_by_n (g : parameters) (p : position) : Prop := (exists N : Z, index g p N /\ in_a g p N).
Definition in_b_by_m (g : parameters) (p : position) : Prop := (exists M_ : Z, other g p M_ /\ in_b g p M_).
Definition both (g : parameters) (p : position) : Prop := in_a_by_n g p /\ in_b_by_m g p.
(* % apart/0, apart_short/0, apart_long/0: Lemma 9: c is not in both, by n and m; where n+m <= c; where n+m
   >= c+1. *)
Definition apart (g : parameters) (p : position) : Prop := ~ (both g p).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_a g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_c p /\ 1 <= the_index p /\ 1
  <= the_other p.

Definition theorem : Prop := forall g p, legal g p -> apart g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors.

Theorem proved : theorem.
Proof.
  intros g [k n m] (A & K & N & M) [(n' & N' & i & k' & E & C & L) (m' & M' & j & k'' & v & F & D & U)].
  unfold index, other, c in *. cbn [the_c the_index the_other] in *. subst n' i k' m' j k''.
  destruct U as (B & -> & U). apply (disjoint _ A k m n); try lia; unfold floor_is, side_of; lia.
Qed.
Print Assumptions proved.
