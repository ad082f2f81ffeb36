(* Euclid. Claim section-3-5-absorption: From every other position a move leads to one of them: for 0 <= r <
   x, q > 0 and x, r+qx more than phi wide, either x, r or x, r+x with q > 1 is less. (Where x^2 - xr - r^2
   is not 0; it never is.) *)
(* Here for every small from 1 on; every rest from 0 on; every times from 1 on. *)
(* Printed from euclid/rules.lp, euclid/theorems.lp, euclid/multiples.lp, euclid/ranked.lp,
   euclid/fibonacci.lp, euclid/forced.lp, euclid/lemmas.lp, euclid/nivasch.lp, euclid/beliefs.lp: each
   predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_small : Z; the_rest : Z; the_times : Z }.

Definition small (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_small p).
Definition rest (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_rest p).
Definition times (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_times p).
(* Cole and Davie's theorem for all heaps, in numbers: x, r < x or any r, and q >= 1, for y = r + q*x.
   gold(X,R): the quotient of the heaps X and R is below phi. Independence: no move joins two such positions.
   *)
Definition gold (g : parameters) (p : position) (X1 : Z) : Prop := (exists R : Z, (exists X : Z, X1 = R /\
  small g p X /\ rest g p R /\ R > 0 /\ (((R * R) - (X * R)) - (X * X)) < 0 /\ (((X * X) - (X * R)) - (R *
  R)) < 0)).
Definition gold_after (g : parameters) (p : position) (X1 : Z) : Prop := (exists Y : Z, (exists X : Z,
  (exists R : Z, (exists Q : Z, X1 = Y /\ small g p X /\ rest g p R /\ times g p Q /\ Y = (R + (Q * X)) /\
  (((Y * Y) - (X * Y)) - (X * X)) < 0)))).
(* Absorption: from (x, r+q*x), r < x, that is not golden there is a move to (x,r) or to (x, r+x), which is.
   It needs that x^2 - x*r - r^2 is not 0. % never_equal/0: of x and r: x^2 - xr - r^2 is not 0. *)
Definition never_equal (g : parameters) (p : position) : Prop := (exists X : Z, (exists R : Z, small g p X /\
  rest g p R /\ (((X * X) - (X * R)) - (R * R)) <> 0)).
(* % assumed/0: of x, r and q: (x, r+qx) is no P-position, r < x, and x^2 - xr - r^2 is not 0. *)
Definition assumed (g : parameters) (p : position) : Prop := (exists X : Z, (exists R : Z, small g p X /\
  rest g p R /\ R < X /\ never_equal g p /\ ~ ((exists A1 : Z, gold_after g p A1)))).
Definition to_rest (g : parameters) (p : position) : Prop := (exists A1 : Z, gold g p A1).
Definition to_more (g : parameters) (p : position) : Prop := (exists X : Z, (exists R : Z, (exists Q : Z,
  small g p X /\ rest g p R /\ times g p Q /\ Q > 1 /\ ((((R + X) * (R + X)) - (X * (R + X))) - (X * X)) <
  0))).
(* % absorbed/0: of x, r and q: (x, r) is a P-position, or a move leads to (x, r+x), and that is one. *)
Definition absorbed (g : parameters) (p : position) : Prop := to_rest g p \/ to_more g p.

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_small p /\ 0 <= the_rest p /\
  1 <= the_times p.

Definition theorem : Prop := forall g p, legal g p -> assumed g p -> absorbed g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Theorem proved : theorem.
Proof.
  intros g [x r q] (_ & X & R & Q) (x' & r' & EX & ER & L & (x2 & r2 & EX2 & ER2 & N) & F).
  unfold small, rest in *. cbn [the_small the_rest the_times] in *. subst x' r' x2 r2.
  assert (0 <= (r + q * x) * (r + q * x) - x * (r + q * x) - x * x) as P.
  { destruct (Z_lt_le_dec ((r + q * x) * (r + q * x) - x * (r + q * x) - x * x) 0) as [H | H]; [|exact H].
    destruct F. exists (r + q * x), (r + q * x), x, r, q. unfold small, rest, times. cbn [the_small the_rest the_times].
    auto 8. }
  destruct (Z_lt_le_dec (x * x - x * r - r * r) 0) as [H | H].
  - left. exists r, r, x. unfold small, rest. cbn [the_small the_rest]. split; [reflexivity|]. split; [reflexivity|].
    split; [reflexivity|]. nia.
  - right. exists x, r, q. unfold small, rest, times. cbn [the_small the_rest the_times].
    split; [reflexivity|]. split; [reflexivity|]. split; [reflexivity|].
    assert ((r + x) * (r + x) - x * (r + x) - x * x < 0) as S by lia. split; [|exact S].
    destruct (Z.eq_dec q 1) as [-> | D]; [|lia]. rewrite Z.mul_1_l in P. lia.
Qed.
Print Assumptions proved.
