(* Euclid. Claim formula-9-no-square: For x, r, v > 0 x^2 - vxr - r^2 is not 0. (From one solution x, r would
   come a smaller one, r, x-vr.) *)
(* Here for every small from 1 on; every rest from 1 on; every value from 1 on. *)
(* Printed from euclid/rules.lp, euclid/theorems.lp, euclid/multiples.lp, euclid/ranked.lp,
   euclid/fibonacci.lp, euclid/forced.lp, euclid/lemmas.lp, euclid/nivasch.lp, euclid/beliefs.lp: each
   predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_small : Z; the_rest : Z; the_value : Z }.

Definition small (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_small p).
Definition rest (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_rest p).
Definition value (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_value p).
(* % no_square/0: of x, r and v: x^2 - v*x*r - r^2 is not 0, for v^2 + 4 is no square where v > 0. *)
Definition no_square (g : parameters) (p : position) : Prop := (exists X : Z, (exists R : Z, (exists V : Z,
  small g p X /\ rest g p R /\ value g p V /\ (((X * X) - ((V * X) * R)) - (R * R)) <> 0))).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_small p /\ 1 <= the_rest p /\
  1 <= the_value p.

Definition theorem : Prop := forall g p, legal g p -> no_square g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors Nivasch.

Theorem proved : theorem.
Proof.
  intros g [x r v] (_ & X & R & V). cbn [the_small the_rest the_value] in *. exists x, r, v.
  split; [reflexivity|]. split; [reflexivity|]. split; [reflexivity|]. exact (no_square v x r V X R).
Qed.
Print Assumptions proved.
