(* Fraenkel's NIM(a). Claim lemma-9-covering: Each c >= 1 is floor(n*alpha) or floor(n*(alpha+a)) for some n
   >= 1, for every a; by induction on c. *)
(* Here for every a from 1 on; every c from 1 on. *)
(* Printed from nim_a/rules.lp, nim_a/theorems.lp, nim_a/sequences.lp, nim_a/lemmas.lp, nim_a/beatty.lp,
   nim_a/floors.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_a : Z }.
Record position := Position { the_c : Z }.

Definition c (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_c p).
(* Lemma 9: A = {floor(n*alpha)} and B = {floor(n*beta)}, n >= 1, partition the positive integers. By (5)
   floor(n*beta) is floor(n*alpha) + an. in_a(N): c = floor(N*alpha); in_b(N): c = floor(N*beta). *)
Definition in_a (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, (exists C : Z, X1 = N /\ c
  g p C /\ 1 <= N <= C /\ (((C * C) + ((((the_a g) - 2) * C) * N)) - (((the_a g) * N) * N)) <= 0 /\ ((((C +
  1) * (C + 1)) + ((((the_a g) - 2) * (C + 1)) * N)) - (((the_a g) * N) * N)) > 0)).
Definition in_b (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, (exists C : Z, (exists V :
  Z, X1 = N /\ c g p C /\ 1 <= N <= C /\ V = (C - ((the_a g) * N)) /\ V > 0 /\ (((V * V) + ((((the_a g) - 2)
  * V) * N)) - (((the_a g) * N) * N)) <= 0 /\ ((((V + 1) * (V + 1)) + ((((the_a g) - 2) * (V + 1)) * N)) -
  (((the_a g) * N) * N)) > 0))).
(* % covered/0: Lemma 9: c is in A or in B. *)
Definition covered (g : parameters) (p : position) : Prop := (exists A1 : Z, in_a g p A1) \/ (exists A1 : Z,
  in_b g p A1).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_a g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_c p.

Definition theorem : Prop := forall g p, legal g p -> covered g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Floors.

Theorem proved : theorem.
Proof.
  intros g [k] [A K]. cbn in K. destruct (covering _ A k K) as (n & N & [F | [P F]]).
  - left. exists n, n, k. unfold floor_is, side_of in F. unfold c. cbn [the_c]. lia.
  - right. exists n, n, k, (k - the_a g * n). unfold floor_is, side_of in F. unfold c. cbn [the_c]. lia.
Qed.
Print Assumptions proved.
