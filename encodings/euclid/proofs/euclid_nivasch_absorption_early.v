(* Euclid. Claim formula-9-absorption-early: From (x, r+qx) of the value v, r < x, to each w < v a move
   leads: where r(r+(w+1)x) < x^2. *)
(* Here for every small from 1 on; every rest from 0 on; every times from 1 on; every value from 0 on; every
   lesser from 0 on. *)
(* Printed from euclid/rules.lp, euclid/theorems.lp, euclid/multiples.lp, euclid/ranked.lp,
   euclid/fibonacci.lp, euclid/forced.lp, euclid/lemmas.lp, euclid/nivasch.lp, euclid/beliefs.lp: each
   predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_small : Z; the_rest : Z; the_times : Z; the_value : Z; the_lesser : Z }.

Definition small (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_small p).
Definition rest (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_rest p).
Definition times (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_times p).
Definition value (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_value p).
Definition lesser (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_lesser p).
(* For a, b > 0: floor(|a/b - b/a|) = v iff v*a*b <= |a^2 - b^2| < (v+1)*a*b. *)
Definition is_after (g : parameters) (p : position) : Prop := (exists X : Z, (exists R : Z, (exists Q : Z,
  (exists V : Z, (exists Y : Z, small g p X /\ rest g p R /\ times g p Q /\ value g p V /\ Y = (R + (Q * X))
  /\ ((V * X) * Y) <= ((Y * Y) - (X * X)) /\ ((Y * Y) - (X * X)) < (((V + 1) * X) * Y)))))).
(* Absorption: for w < v, the value of (x, r+qx), a move leads to one of the value w: (x, r+(w+1)x), (x,
   r+wx) or (x, r). % asked/0: of x, r, q, v and w: r < x, (x, r+qx) has the value v, and w < v. *)
Definition asked_ (g : parameters) (p : position) : Prop := (exists X : Z, (exists R : Z, (exists V : Z,
  (exists W : Z, small g p X /\ rest g p R /\ R < X /\ is_after g p /\ value g p V /\ lesser g p W /\ W <
  V)))).
(* % early/0, late/0, between/0: the cases of this: r(r+(w+1)x) < x^2; w > 0 and r(r+wx) >= x^2; neither. *)
Definition early (g : parameters) (p : position) : Prop := (exists X : Z, (exists R : Z, (exists W : Z,
  asked_ g p /\ small g p X /\ rest g p R /\ lesser g p W /\ (R * (R + ((W + 1) * X))) < (X * X)))).
Definition to (g : parameters) (p : position) (X1 : Z) : Prop := (exists R : Z, (exists W : Z, (exists X : Z,
  (exists Q : Z, small g p X /\ rest g p R /\ times g p Q /\ lesser g p W /\ (W + 1) < Q /\ X1 = (R + ((W +
  1) * X)))))) \/ (exists R : Z, (exists W : Z, (exists X : Z, (exists Q : Z, small g p X /\ rest g p R /\
  times g p Q /\ lesser g p W /\ W > 0 /\ W < Q /\ X1 = (R + (W * X)))))).
(* % reached/0: of x, r, q, v and w: one of these moves leads to a position of the value w. *)
Definition reached (g : parameters) (p : position) : Prop := (exists Y : Z, (exists X : Z, (exists W : Z, to
  g p Y /\ small g p X /\ lesser g p W /\ ((W * X) * Y) <= ((Y * Y) - (X * X)) /\ ((Y * Y) - (X * X)) < (((W
  + 1) * X) * Y)))) \/ (exists X : Z, (exists R : Z, (exists W : Z, small g p X /\ rest g p R /\ R > 0 /\
  lesser g p W /\ ((W * X) * R) <= ((X * X) - (R * R)) /\ ((X * X) - (R * R)) < (((W + 1) * X) * R)))).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_small p /\ 0 <= the_rest p /\
  1 <= the_times p /\ 0 <= the_value p /\ 0 <= the_lesser p.

Definition theorem : Prop := forall g p, legal g p -> early g p -> reached g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors Nivasch.

Theorem proved : theorem.
Proof.
  intros g [x r q v w] (_ & X & R & Q & V & W) G. cbn [the_small the_rest the_times the_value the_lesser] in *.
  assert (asked_ g (Position x r q v w)) as (x1 & r1 & v1 & w1 & EX & ER & L & A & EV & EW & S) by (destruct G as (? & ? & ? & A & _); exact A).
  destruct A as (x2 & r2 & q2 & v2 & y & EX2 & ER2 & EQ2 & EV2 & -> & C).
  unfold small, rest, times, value, lesser in *. cbn [the_small the_rest the_times the_value the_lesser] in *.
  subst x1 r1 v1 w1 x2 r2 q2 v2.
  destruct (reaches w v x r q) as [[B K] | [[B K] | [B K]]]; try lia; [unfold from; lia | left | left | right].
  - exists (r + (w + 1) * x), x, w. unfold value_above, from in K. split; [|repeat split; lia].
    left. exists r, w, x, q. repeat split; lia.
  - exists (r + w * x), x, w. unfold value_above, from in K. split; [|repeat split; lia].
    right. exists r, w, x, q. repeat split; lia.
  - exists x, r, w. unfold value_below, down in K. repeat split; lia.
Qed.
Print Assumptions proved.
