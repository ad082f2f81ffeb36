(* Block Nim. Claim proposition-4-one-shift: Survivor Nim with N counters and misère play with N + (m+1)n+n-1
   have the same zero positions, 1..n and n..2n-1 mod (m+1)n. So Proposition 4 is true for every n and m:
   this j is positive. *)
(* Here for every n from 1 on; every m from 1 on; extra = 0; every c from 1 on. *)
(* Printed from block_nim/rules.lp, block_nim/theorems.lp, block_nim/lemmas.lp: each predicate is what its
   rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_n : Z; the_m : Z; the_extra : Z }.
Record position := Position { the_c : Z }.

Definition c (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_c p).
(* Proposition 4, n players against n: the zero positions of both games, by Corollary 5 as corrected and by
   `zero` of theorems.lp. They agree for every N where J mod (m+1)n = n-1; else they differ at N = n or at N
   = n+R, R = (n-1-J) mod (m+1)n. *)
Definition period (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (((the_m g) + 1) * (the_n g)).
Definition zero_survivor (g : parameters) (p : position) : Prop := (exists N : Z, (exists P : Z, (exists R :
  Z, c g p N /\ period g p P /\ P <> 0 /\ R = (Z.rem N P) /\ 1 <= R /\ R <= (the_n g)))).
(* The same of the shift (m+1)n+n-1, which is positive for every n and m. *)
Definition shifted_block (g : parameters) (p : position) : Prop := (exists N : Z, (exists P : Z, (exists R :
  Z, c g p N /\ period g p P /\ P <> 0 /\ R = (Z.rem (((N + P) + (the_n g)) - 1) P) /\ (the_n g) <= R /\ R <
  (2 * (the_n g))))).
(* % one_shift/0: with c counters Survivor Nim and misère play with c+(m+1)n+n-1 are both zero positions, or
   neither is. *)
Definition one_shift (g : parameters) (p : position) : Prop := (zero_survivor g p /\ shifted_block g p) \/
  (exists A1 : Z, c g p A1 /\ ~ (zero_survivor g p) /\ ~ (shifted_block g p)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_n g /\ 1 <= the_m g /\ 0 <= the_extra g <= 0.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_c p.

Definition theorem : Prop := forall g p, legal g p -> one_shift g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Theorem proved : theorem.
Proof.
  intros g [N] ((B & M & _) & C). cbn [the_c] in C. set (n := the_n g) in *. set (P := (the_m g + 1) * n).
  assert (2 * n <= P) as W by (unfold P; nia).
  pose proof (Z.div_mod N P ltac:(lia)) as E. pose proof (Z.mod_pos_bound N P ltac:(lia)) as R.
  pose proof (Z.div_pos N P ltac:(lia) ltac:(lia)) as Q. set (r := N mod P) in *. set (q := N / P) in *.
  assert (zero_survivor g (Position N) <-> 1 <= r <= n) as S.
  { unfold zero_survivor, c, period. cbn [the_c]. fold n P. split.
    - intros (N' & P' & R' & -> & -> & _ & -> & H). rewrite Z.rem_mod_nonneg in H by lia. exact H.
    - intro H. exists N, P, r. unfold r. rewrite Z.rem_mod_nonneg by lia. repeat split; lia. }
  assert (shifted_block g (Position N) <-> 1 <= r <= n) as T.
  { unfold shifted_block, c, period. cbn [the_c]. fold n P.
    assert (1 <= r <= n <-> n <= (N + P + n - 1) mod P < 2 * n) as H.
    { destruct (Z.lt_ge_cases (r + n - 1) P) as [L|L].
      - rewrite <- (Z.mod_unique_pos (N + P + n - 1) P (q + 1) (r + n - 1)); lia.
      - rewrite <- (Z.mod_unique_pos (N + P + n - 1) P (q + 2) (r + n - 1 - P)); lia. }
    rewrite H. split.
    - intros (N' & P' & R' & -> & -> & _ & -> & A). rewrite Z.rem_mod_nonneg in A by lia. exact A.
    - intro A. exists N, P, ((N + P + n - 1) mod P). rewrite Z.rem_mod_nonneg by lia. repeat split; lia. }
  assert (1 <= r <= n \/ ~ 1 <= r <= n) as [H|H] by lia.
  - left. rewrite S, T. auto.
  - right. exists N. rewrite S, T. split; [reflexivity|auto].
Qed.
Print Assumptions proved.
