(* Nim. Claim section-1-5-2-unique: The nim-sum becomes 0 if y > 0 is subtracted from V for one y alone, V
   less the nim-sum of the others. *)
(* Here for every value from 0 on; every other from 0 on; every lesser from 0 on. *)
(* Printed from nim/rules.lp, nim/theorems.lp, nim/lemmas.lp, nim/summands.lp, nim/mex.lp: each predicate is
   what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_value : Z; the_other : Z; the_lesser : Z }.

Definition value (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_value p).
Definition other (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_other p).
Definition lesser (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_lesser p).
(* % reduced_to_0/0, by_the_rest/0: of a summand, the others and y > 0: with V-y in place of V the nim-sum is
   0; y is V less % the nim-sum of the others. *)
Definition reduced_to_0 (g : parameters) (p : position) : Prop := (exists V : Z, (exists T : Z, (exists Y :
  Z, value g p V /\ other g p T /\ lesser g p Y /\ 0 < Y /\ (Z.lxor (V - Y) T) = 0))).
Definition by_the_rest (g : parameters) (p : position) : Prop := (exists V : Z, (exists T : Z, (exists Y : Z,
  value g p V /\ other g p T /\ lesser g p Y /\ Y = (V - T) /\ 0 < Y))).
Definition reduced_to_0_iff_by_the_rest (g : parameters) (p : position) : Prop := (reduced_to_0 g p /\
  by_the_rest g p) \/ (~ (reduced_to_0 g p) /\ ~ (by_the_rest g p)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_value p /\ 0 <= the_other p /\
  0 <= the_lesser p.

Definition theorem : Prop := forall g p, legal g p -> reduced_to_0_iff_by_the_rest g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Theorem proved : theorem.
Proof.
  intros g p L. assert (reduced_to_0 g p <-> by_the_rest g p) as E.
  { unfold reduced_to_0, by_the_rest, value, other, lesser. split.
    - intros (V & T & Y & -> & -> & -> & P & X). apply Z.lxor_eq in X. repeat eexists; lia.
    - intros (V & T & Y & -> & -> & -> & D & P). do 3 eexists. do 3 (split; [reflexivity|]). split; [exact P|].
      replace (the_value p - the_lesser p) with (the_other p) by lia. apply Z.lxor_nilpotent. }
  assert (by_the_rest g p \/ ~ by_the_rest g p) as [A|A].
  { destruct (Z.eq_dec (the_lesser p) (the_value p - the_other p)) as [D|D], (Z.lt_ge_cases 0 (the_lesser p)) as [P|P].
    1: left; do 3 eexists; repeat split; assumption. all: right; intros (V & T & Y & -> & -> & -> & D' & P'); lia. }
  - left. rewrite E. auto.
  - right. rewrite E. auto.
Qed.
Print Assumptions proved.
