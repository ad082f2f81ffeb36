(* Euclid. Claim section-3-5-never-equal: x^2 - xr - r^2 = 0 for no x, r > 0, so that x/r is never phi. (From
   one solution x, r would come a smaller one, r, x-r.) *)
(* Here for every small from 1 on; every rest from 1 on. *)
(* Printed from euclid/rules.lp, euclid/theorems.lp, euclid/multiples.lp, euclid/ranked.lp,
   euclid/fibonacci.lp, euclid/forced.lp, euclid/lemmas.lp, euclid/nivasch.lp, euclid/beliefs.lp: each
   predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_small : Z; the_rest : Z }.

Definition small (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_small p).
Definition rest (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_rest p).
(* Absorption: from (x, r+q*x), r < x, that is not golden there is a move to (x,r) or to (x, r+x), which is.
   It needs that x^2 - x*r - r^2 is not 0. % never_equal/0: of x and r: x^2 - xr - r^2 is not 0. *)
Definition never_equal (g : parameters) (p : position) : Prop := (exists X : Z, (exists R : Z, small g p X /\
  rest g p R /\ (((X * X) - (X * R)) - (R * R)) <> 0)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_small p /\ 1 <= the_rest p.

Definition theorem : Prop := forall g p, legal g p -> never_equal g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors.

Theorem proved : theorem.
Proof.
  intros g [x r] (_ & X & R). cbn [the_small the_rest] in *. exists x, r. split; [reflexivity|]. split; [reflexivity|].
  pose proof (never_equal 1 ltac:(lia) x r X R) as E. unfold side_of in E. lia.
Qed.
Print Assumptions proved.
