(* Wythoff's Nim. Claim formula-3-floor: There is floor(phi*n), the v with v <= phi*n < v+1, for every n; by
   induction on n. *)
(* Here for every index from 0 on. *)
(* Printed from wythoff/rules.lp, wythoff/theorems.lp, wythoff/sequences.lp, wythoff/lemmas.lp,
   wythoff/beliefs.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_index : Z }.

Definition index (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_index p).
(* For a number n >= 0 there is floor(phi*n); and each c >= 1 is floor(phi*n), or that + n, for some n >= 1:
   from n for c-1 comes n+1, or c-n, for c. *)
Definition floor_of (g : parameters) (p : position) (X1 : Z) : Prop := (exists V : Z, (exists N : Z, X1 = V
  /\ index g p N /\ N <= V <= (2 * N) /\ (((V * V) - (V * N)) - (N * N)) <= 0 /\ ((((V + 1) * (V + 1)) - ((V
  + 1) * N)) - (N * N)) > 0)).
(* % has_floor/0: there is floor(phi*n). *)
Definition has_floor (g : parameters) (p : position) : Prop := (exists A1 : Z, floor_of g p A1).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_index p.

Definition theorem : Prop := forall g p, legal g p -> has_floor g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors.

Theorem proved : theorem.
Proof.
  intros g [n] [_ N]. cbn in N. destruct (floor_exists 1 ltac:(lia) n N) as (v & V & F).
  exists v, v, n. unfold floor_is, side_of in F. unfold index. cbn [the_index]. lia.
Qed.
Print Assumptions proved.
