(* Block Nim. Claim theorem-10-no-shift: Where alliance 2 starts with c = k <= n players, Survivor Nim has
   the zero positions k and 2k+n+2, but not k+1, 2k+n+1 and n(3n+2)+k+1 (Theorem 10 as corrected). By no j is
   misère play like it at these five. So no j reduces it. *)
(* Here for every n from 1 on; m = 2; extra = 1; every index from 0 on; c = 1..n. *)
(* Printed from block_nim/rules.lp, block_nim/theorems.lp, block_nim/lemmas.lp: each predicate is what its
   rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_n : Z; the_m : Z; the_extra : Z }.
Record position := Position { the_index : Z; the_c : Z }.

Definition index (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_index p).
Definition c (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_c p).
Definition near (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists J : Z, (exists K : Z, X1
  = J /\ X2 = K /\ index g p J /\ c g p K)) \/ (exists J : Z, (exists K : Z, X1 = J /\ index g p J /\ c g p K
  /\ X2 = (K + 1))) \/ (exists J : Z, (exists K : Z, X1 = J /\ index g p J /\ c g p K /\ X2 = (((2 * K) +
  (the_n g)) + 1))) \/ (exists J : Z, (exists K : Z, X1 = J /\ index g p J /\ c g p K /\ X2 = (((2 * K) +
  (the_n g)) + 2))) \/ (exists J : Z, (exists K : Z, X1 = J /\ index g p J /\ c g p K /\ X2 = ((((the_n g) *
  ((3 * (the_n g)) + 2)) + K) + 1))).
(* Theorem 10: alliance 2 starts, with c = k of its n players. In Survivor Nim the zero positions are k and
   2k+n+2, but not k+1, 2k+n+1 and n(3n+2)+k+1; in misère play, where alliance 2 starts with all its players,
   no five piles so far apart are alike. *)
Definition wins_at (g : parameters) (p : position) (X1 : Z) : Prop := (exists J : Z, (exists K : Z, near g p
  J K /\ (J + K) < (the_n g) /\ X1 = (J + K))) \/ (exists J : Z, (exists K : Z, (exists N : Z, (exists Q : Z,
  near g p J K /\ N = (J + K) /\ N >= ((2 * (the_n g)) + 1) /\ ((3 * (the_n g)) + 2) <> 0 /\ Q = (Z.quot ((N
  - (2 * (the_n g))) - 1) ((3 * (the_n g)) + 2)) /\ Q < (the_n g) /\ N < ((((Q * ((3 * (the_n g)) + 2)) + (4
  * (the_n g))) + 1) - Q) /\ X1 = (J + K))))).
Definition as_survivor_10 (g : parameters) (p : position) : Prop := (exists J : Z, (exists K : Z, index g p J
  /\ c g p K /\ ~ (wins_at g p (J + K)) /\ wins_at g p ((J + K) + 1) /\ wins_at g p (((J + (2 * K)) + (the_n
  g)) + 1) /\ ~ (wins_at g p (((J + (2 * K)) + (the_n g)) + 2)) /\ wins_at g p (((J + ((the_n g) * ((3 *
  (the_n g)) + 2))) + K) + 1))).
(* % not_as_survivor_10/0: the five piles c, c+1, 2c+n+1, 2c+n+2 and n(3n+2)+c+1, with j more in misère play,
   are not % won and lost as in Survivor Nim. *)
Definition not_as_survivor_10 (g : parameters) (p : position) : Prop := ~ (as_survivor_10 g p).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_n g /\ 2 <= the_m g <= 2 /\ 1 <= the_extra g <= 1.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_index p /\ 1 <= the_c p <=
  (the_n g).

Definition theorem : Prop := forall g p, legal g p -> not_as_survivor_10 g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
(* Where misère play is won, by the number of counters. *)
Definition won (n N : Z) : Prop := N < n \/ exists q r, 0 <= q < n /\ 0 <= r < 2 * n - q /\ N = 2 * n + 1 + q * (3 * n + 2) + r.
Lemma wins_is g p N : legal g p -> (exists K, near g p (the_index p) K /\ N = the_index p + K) -> wins_at g p N <-> won (the_n g) N.
Proof.
  intros ((B & _ & _) & J & C) (K & W & E). unfold won.
  assert (forall a b, near g p a b -> a = the_index p) as I.
  { intros a b H. unfold near, index in H. decompose [ex and or] H; congruence. }
  split.
  - intros [(a & b & F & L & X)|(a & b & M & q & F & G & L & _ & Q & U & V & X)]; [left; lia|right].
    set (n := the_n g) in *.
    rewrite Z.quot_div_nonneg in Q by lia.
    pose proof (Z.div_mod (M - 2 * n - 1) (3 * n + 2) ltac:(lia)) as D.
    pose proof (Z.mod_pos_bound (M - 2 * n - 1) (3 * n + 2) ltac:(lia)) as R. rewrite <- Q in D.
    pose proof (Z.div_pos (M - 2 * n - 1) (3 * n + 2) ltac:(lia) ltac:(lia)) as P. rewrite <- Q in P.
    exists q, ((M - 2 * n - 1) mod (3 * n + 2)). lia.
  - intros [L|(q & r & Q & R & X)]; [left; exists (the_index p), K|right; exists (the_index p), K, N, q];
    set (n := the_n g) in *.
    + split; [exact W|]. split; [lia|exact E].
    + split; [exact W|]. split; [exact E|]. split; [nia|]. split; [lia|]. split; [|split; [lia|split; [lia|exact E]]].
      rewrite Z.quot_div_nonneg by nia. apply (Z.div_unique_pos _ _ _ r); lia.
Qed.
Theorem proved : theorem.
Proof.
  intros g p L (J & K & -> & -> & A & A1 & _ & _ & E). pose proof L as ((B & _ & _) & I & C).
  rewrite wins_is in A, A1, E; try exact L.
  - set (n := the_n g) in *. destruct A1 as [F|(q & r & Q & R & X)]; [apply A; left; lia|].
    destruct (Z.eq_dec r 0) as [->|N]; [|apply A; right; exists q, (r - 1); lia].
    destruct E as [F|(q' & r' & Q' & R' & X')]; [nia|]. assert (q' = q + n) by nia. lia.
  - exists (the_n g * (3 * the_n g + 2) + the_c p + 1). split; [|lia]. unfold near, index, c.
    right. right. right. right. exists (the_index p), (the_c p). auto.
  - exists (the_c p + 1). split; [|lia]. right. left. exists (the_index p), (the_c p). repeat split.
  - exists (the_c p). split; [|lia]. left. exists (the_index p), (the_c p). repeat split.
Qed.
Print Assumptions proved.
