(* Fraenkel's NIM(a). Claim lemma-9-disjoint-long: The same with n+m >= c+1, where n+m < c+1 would follow;
   here m = c+1-n+d. *)
(* Here for every a from 1 on; every c from 1 on; every index from 1 on; every over from 0 on. *)
(* Printed from nim_a/rules.lp, nim_a/theorems.lp, nim_a/sequences.lp, nim_a/lemmas.lp, nim_a/beatty.lp,
   nim_a/floors.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_a : Z }.
Record position := Position { the_c : Z; the_index : Z; the_over : Z }.

Definition c (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_c p).
Definition index (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_index p).
Definition over (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_over p).
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
Definition in_b_by_long (g : parameters) (p : position) : Prop := (exists C : Z, (exists N : Z, (exists D :
  Z, c g p C /\ index g p N /\ over g p D /\ in_b g p (((C + 1) - N) + D)))).
Definition both_long (g : parameters) (p : position) : Prop := in_a_by_n g p /\ in_b_by_long g p.
Definition apart_long (g : parameters) (p : position) : Prop := ~ (both_long g p).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_a g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_c p /\ 1 <= the_index p /\ 0
  <= the_over p.

Definition theorem : Prop := forall g p, legal g p -> apart_long g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors.

Theorem proved : theorem.
Proof.
  intros g [k n o] (A & K & N & O) [(n' & N' & i & k' & E & C & L) (k'' & n'' & o' & D & D' & D'' & j & k3 & v & F & G & U)].
  unfold index, over, c in *. cbn [the_c the_index the_over] in *. subst n' i k' k'' n'' o' k3.
  destruct U as (B & -> & U). rewrite <- F in *. apply (disjoint _ A k j n); try lia; unfold floor_is, side_of; lia.
Qed.
Print Assumptions proved.
