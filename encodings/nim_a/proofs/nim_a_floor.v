(* Fraenkel's NIM(a). Claim formula-5-floor: There is floor(n*alpha), the v with v <= n*alpha < v+1, for
   every n and a; by induction on n. *)
(* Here for every a from 1 on; every index from 0 on. *)
(* Printed from nim_a/rules.lp, nim_a/theorems.lp, nim_a/sequences.lp, nim_a/lemmas.lp, nim_a/beatty.lp,
   nim_a/floors.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_a : Z }.
Record position := Position { the_index : Z }.

Definition index (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_index p).
(* (5) floor_of(V): V = x_n = floor(n*alpha), where V <= n*alpha < V+1, and 1 < alpha < 2. *)
Definition floor_of (g : parameters) (p : position) (X1 : Z) : Prop := (exists V : Z, (exists N : Z, X1 = V
  /\ index g p N /\ N <= V <= (2 * N) /\ (((V * V) + ((((the_a g) - 2) * V) * N)) - (((the_a g) * N) * N)) <=
  0 /\ ((((V + 1) * (V + 1)) + ((((the_a g) - 2) * (V + 1)) * N)) - (((the_a g) * N) * N)) > 0)).
(* % has_floor/0: there is floor(n*alpha). *)
Definition has_floor (g : parameters) (p : position) : Prop := (exists A1 : Z, floor_of g p A1).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_a g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_index p.

Definition theorem : Prop := forall g p, legal g p -> has_floor g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors.

Theorem proved : theorem.
Proof.
  intros g [n] [A N]. cbn in N. destruct (floor_exists _ A n N) as (v & V & F).
  exists v, v, n. unfold floor_is, side_of in F. unfold index. cbn [the_index]. tauto || lia.
Qed.
Print Assumptions proved.
