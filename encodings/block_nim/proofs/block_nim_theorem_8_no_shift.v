(* Block Nim. Claim theorem-8-no-shift: No two zero positions of alliance 1 in misère play are n counters
   apart. In Survivor Nim 1 and n+1 are zero positions (Theorem 8), and n+2L+1 and 2n+2L+1 where alliance 1
   starts with L = k-n players (Theorem 12). So no j reduces them. *)
(* Here for every n from 1 on; m = 2; extra = 1; every index from 0 on. *)
(* Printed from block_nim/rules.lp, block_nim/theorems.lp, block_nim/lemmas.lp: each predicate is what its
   rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_n : Z; the_m : Z; the_extra : Z }.
Record position := Position { the_index : Z }.

Definition index (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_index p).
(* Theorems 8 and 12, n+1 players against n and two counters at most: no two zero positions of alliance 1 in
   misère play are n piles apart, while Survivor Nim has 1 and n+1, or n+2L+1 and 2n+2L+1 where alliance 1
   starts with L = k-n players. *)
Definition lost_at (g : parameters) (p : position) (X1 : Z) : Prop := (exists K : Z, (exists J : Z, (exists D
  : Z, X1 = K /\ index g p J /\ K = (J + ((the_n g) * D)) /\ 0 <= D <= 1 /\ ((the_n g) + 1) <= K /\ K <= (2 *
  (the_n g))))) \/ (exists K : Z, (exists J : Z, (exists D : Z, (exists Q : Z, X1 = K /\ index g p J /\ K =
  (J + ((the_n g) * D)) /\ 0 <= D <= 1 /\ K >= ((4 * (the_n g)) + 3) /\ ((3 * (the_n g)) + 2) <> 0 /\ Q =
  (Z.quot ((K - (4 * (the_n g))) - 3) ((3 * (the_n g)) + 2)) /\ Q < (the_n g) /\ K < ((((Q * ((3 * (the_n g))
  + 2)) + (5 * (the_n g))) + 2) - Q))))).
Definition n_apart (g : parameters) (p : position) : Prop := (exists J : Z, index g p J /\ lost_at g p J /\
  lost_at g p (J + (the_n g))).
(* % not_n_apart/0: in misère play j and j+n are not both zero positions of alliance 1. *)
Definition not_n_apart (g : parameters) (p : position) : Prop := ~ (n_apart g p).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_n g /\ 2 <= the_m g <= 2 /\ 1 <= the_extra g <= 1.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_index p.

Definition theorem : Prop := forall g p, legal g p -> not_n_apart g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Theorem proved : theorem.
Proof.
  intros g [j] ((B & _ & _) & L) (J & -> & H & K). cbn [the_index] in *.
  destruct H as [(k & J' & D & <- & _ & _ & _ & H)|(k & J' & D & q & <- & _ & _ & _ & H & _ & Q & U & V)],
    K as [(l & J'' & D' & <- & _ & _ & _ & K)|(l & J'' & D' & q' & <- & _ & _ & _ & K & _ & Q' & U' & V')];
    set (n := the_n g) in *; try lia.
  rewrite Z.quot_div_nonneg in Q, Q' by lia.
  pose proof (Z.div_mod (j - 4 * n - 3) (3 * n + 2) ltac:(lia)) as E.
  pose proof (Z.mod_pos_bound (j - 4 * n - 3) (3 * n + 2) ltac:(lia)) as R. rewrite <- Q in E.
  pose proof (Z.div_pos (j - 4 * n - 3) (3 * n + 2) ltac:(lia) ltac:(lia)) as P. rewrite <- Q in P.
  assert (q' = q) as ->; [|lia].
  rewrite Q'. symmetry. apply (Z.div_unique_pos _ _ _ ((j - 4 * n - 3) mod (3 * n + 2) + n)); lia.
Qed.
Print Assumptions proved.
