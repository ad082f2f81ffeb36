(* Euclid. Claim formula-9-independence-as-many: Nor have they both where r < x and q = v. *)
(* Here for every small from 1 on; every rest from 1 on; every times from 1 on; every value from 0 on. *)
(* Printed from euclid/rules.lp, euclid/theorems.lp, euclid/multiples.lp, euclid/ranked.lp,
   euclid/fibonacci.lp, euclid/forced.lp, euclid/lemmas.lp, euclid/nivasch.lp, euclid/beliefs.lp: each
   predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_small : Z; the_rest : Z; the_times : Z; the_value : Z }.

Definition small (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_small p).
Definition rest (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_rest p).
Definition times (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_times p).
Definition value (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_value p).
(* For a, b > 0: floor(|a/b - b/a|) = v iff v*a*b <= |a^2 - b^2| < (v+1)*a*b. *)
Definition is_after (g : parameters) (p : position) : Prop := (exists X : Z, (exists R : Z, (exists Q : Z,
  (exists V : Z, (exists Y : Z, small g p X /\ rest g p R /\ times g p Q /\ value g p V /\ Y = (R + (Q * X))
  /\ ((V * X) * Y) <= ((Y * Y) - (X * X)) /\ ((Y * Y) - (X * X)) < (((V + 1) * X) * Y)))))).
Definition is_below (g : parameters) (p : position) : Prop := (exists X : Z, (exists R : Z, (exists V : Z,
  small g p X /\ rest g p R /\ value g p V /\ R > 0 /\ R < X /\ ((V * X) * R) <= ((X * X) - (R * R)) /\ ((X *
  X) - (R * R)) < (((V + 1) * X) * R)))).
Definition both_below (g : parameters) (p : position) : Prop := is_below g p /\ is_after g p.
Definition apart_below (g : parameters) (p : position) : Prop := ~ (both_below g p).
Definition as_many (g : parameters) (p : position) : Prop := (exists Q : Z, (exists V : Z, times g p Q /\
  value g p V /\ Q = V)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_small p /\ 1 <= the_rest p /\
  1 <= the_times p /\ 0 <= the_value p.

Definition theorem : Prop := forall g p, legal g p -> as_many g p -> apart_below g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors Nivasch.

Theorem proved : theorem.
Proof.
  intros g [x r q v] (_ & X & R & Q & V) _
    [(x1 & r1 & v1 & EX & ER & EV & B & A) (x2 & r2 & q2 & v2 & y & EX2 & ER2 & EQ2 & EV2 & -> & C)].
  unfold small, rest, times, value in *. cbn [the_small the_rest the_times the_value] in *. subst x1 r1 v1 x2 r2 q2 v2.
  apply (apart_from_below v x r q); try lia; unfold value_below, value_above, down, from; lia.
Qed.
Print Assumptions proved.
