(* Fraenkel's NIM(a). Claim section-3-3-irrational: alpha is no fraction c/n, so that Lemma 9 speaks of it;
   by descent from c, n to n - (a-1)(c-n), c-n. *)
(* Here for every a from 1 on; every c from 1 on; every index from 1 on. *)
(* Printed from nim_a/rules.lp, nim_a/theorems.lp, nim_a/sequences.lp, nim_a/lemmas.lp, nim_a/beatty.lp,
   nim_a/floors.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_a : Z }.
Record position := Position { the_c : Z; the_index : Z }.

Definition c (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_c p).
Definition index (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_index p).
(* alpha is the root z > 0 of z^2 + (a-2)z - a = 0. For z = c/n, times n^2, the polynomial is at most 0 where
   c/n <= alpha. *)
Definition polynomial (g : parameters) (p : position) (X1 : Z) : Prop := (exists C : Z, (exists N : Z, c g p
  C /\ index g p N /\ X1 = (((C * C) + ((((the_a g) - 2) * C) * N)) - (((the_a g) * N) * N)))).
(* % irrational/0: c/n is not alpha. *)
Definition irrational (g : parameters) (p : position) : Prop := (exists V : Z, polynomial g p V /\ V <> 0).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_a g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_c p /\ 1 <= the_index p.

Definition theorem : Prop := forall g p, legal g p -> irrational g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors.

Theorem proved : theorem.
Proof.
  intros g [k n] (A & K & N). cbn [the_c the_index] in *. exists (side_of (the_a g) k n). split.
  - exists k, n. split; [reflexivity|]. split; reflexivity.
  - exact (never_equal _ A k n K N).
Qed.
Print Assumptions proved.
