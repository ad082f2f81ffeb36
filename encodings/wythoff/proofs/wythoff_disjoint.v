(* Wythoff's Nim. Claim formula-3-disjoint: No c >= 1 is both floor(phi*n) and floor(phi*m) + m, n, m >= 1. *)
(* Here for every c from 1 on; every index from 1 on; every other from 1 on. *)
(* Printed from wythoff/rules.lp, wythoff/theorems.lp, wythoff/sequences.lp, wythoff/lemmas.lp,
   wythoff/beliefs.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_c : Z; the_index : Z; the_other : Z }.

Definition c (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_c p).
Definition index (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_index p).
Definition other (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_other p).
(* lower_of(N): c = floor(phi*N). upper_of(N): c = floor(phi*N) + N. *)
Definition lower_of (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, (exists C : Z, X1 = N
  /\ c g p C /\ 1 <= N <= C /\ (((C * C) - (C * N)) - (N * N)) <= 0 /\ ((((C + 1) * (C + 1)) - ((C + 1) * N))
  - (N * N)) > 0)).
Definition upper_of (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, (exists C : Z, (exists
  V : Z, X1 = N /\ c g p C /\ 1 <= N <= C /\ V = (C - N) /\ V > 0 /\ (((V * V) - (V * N)) - (N * N)) <= 0 /\
  ((((V + 1) * (V + 1)) - ((V + 1) * N)) - (N * N)) > 0))).
(* No c is both, for n and m say, as c < n+m < c+1 would follow: m = c-n-d is too small, m = c+1-n+d is too
   great. *)
Definition lower_here (g : parameters) (p : position) : Prop := (exists N : Z, index g p N /\ lower_of g p N).
Definition upper_here (g : parameters) (p : position) : Prop := (exists M_ : Z, other g p M_ /\ upper_of g p
  M_).
Definition both_here (g : parameters) (p : position) : Prop := lower_here g p /\ upper_here g p.
(* % apart/0, apart_short/0, apart_long/0: c is not both, for n and m; for n+m <= c; for n+m >= c+1. *)
Definition apart (g : parameters) (p : position) : Prop := ~ (both_here g p).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_c p /\ 1 <= the_index p /\ 1
  <= the_other p.

Definition theorem : Prop := forall g p, legal g p -> apart g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors.

Theorem proved : theorem.
Proof.
  intros g [k n m] (_ & K & N & M) [(n' & N' & i & k' & E & C & L) (m' & M' & j & k'' & v & F & D & U)].
  unfold index, other, c in *. cbn [the_c the_index the_other] in *. subst n' i k' m' j k''.
  destruct U as (B & -> & U). apply (disjoint 1 ltac:(lia) k m n); try lia;
    replace (k - 1 * m) with (k - m) by ring; unfold floor_is, side_of; lia.
Qed.
Print Assumptions proved.
