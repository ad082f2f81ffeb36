(* Wythoff's Nim. Claim formula-3-irrational: phi is no fraction c/n, c^2 - cn - n^2 is never 0; by descent
   from c, n to n, c-n. *)
(* Here for every c from 1 on; every index from 1 on. *)
(* Printed from wythoff/rules.lp, wythoff/theorems.lp, wythoff/sequences.lp, wythoff/lemmas.lp,
   wythoff/beliefs.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_c : Z; the_index : Z }.

Definition c (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_c p).
Definition index (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_index p).
(* phi is no fraction: from c, n > 0 with c^2 - c*n - n^2 = 0 would come the smaller n, c-n. % no_fraction/0:
   phi is not c/n. *)
Definition no_fraction (g : parameters) (p : position) : Prop := (exists C : Z, (exists N : Z, c g p C /\
  index g p N /\ (((C * C) - (C * N)) - (N * N)) <> 0)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_c p /\ 1 <= the_index p.

Definition theorem : Prop := forall g p, legal g p -> no_fraction g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors.

Theorem proved : theorem.
Proof.
  intros g [k n] (_ & K & N). cbn [the_c the_index] in *. exists k, n. split; [reflexivity|]. split; [reflexivity|].
  pose proof (never_equal 1 ltac:(lia) k n K N) as E. unfold side_of in E. lia.
Qed.
Print Assumptions proved.
