(* Wythoff's Nim. Claim formula-3-covering: Each c >= 1 is floor(phi*n) or floor(phi*n) + n for some n >= 1;
   by induction on c. *)
(* Here for every c from 1 on. *)
(* Printed from wythoff/rules.lp, wythoff/theorems.lp, wythoff/sequences.lp, wythoff/lemmas.lp,
   wythoff/beliefs.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_c : Z }.

Definition c (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_c p).
(* lower_of(N): c = floor(phi*N). upper_of(N): c = floor(phi*N) + N. *)
Definition lower_of (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, (exists C : Z, X1 = N
  /\ c g p C /\ 1 <= N <= C /\ (((C * C) - (C * N)) - (N * N)) <= 0 /\ ((((C + 1) * (C + 1)) - ((C + 1) * N))
  - (N * N)) > 0)).
Definition upper_of (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, (exists C : Z, (exists
  V : Z, X1 = N /\ c g p C /\ 1 <= N <= C /\ V = (C - N) /\ V > 0 /\ (((V * V) - (V * N)) - (N * N)) <= 0 /\
  ((((V + 1) * (V + 1)) - ((V + 1) * N)) - (N * N)) > 0))).
(* % covered/0: c is floor(phi*n) or floor(phi*n) + n for some n >= 1. *)
Definition covered (g : parameters) (p : position) : Prop := (exists A1 : Z, lower_of g p A1) \/ (exists A1 :
  Z, upper_of g p A1).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_c p.

Definition theorem : Prop := forall g p, legal g p -> covered g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors.

Theorem proved : theorem.
Proof.
  intros g [k] [_ K]. cbn in K. destruct (covering 1 ltac:(lia) k K) as (n & N & [F | [P F]]).
  - left. exists n, n, k. unfold floor_is, side_of in F. unfold c. cbn [the_c]. lia.
  - right. exists n, n, k, (k - n). replace (k - 1 * n) with (k - n) in * by ring.
    unfold floor_is, side_of in F. unfold c. cbn [the_c]. lia.
Qed.
Print Assumptions proved.
