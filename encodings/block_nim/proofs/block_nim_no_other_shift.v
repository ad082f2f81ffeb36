(* Block Nim. Claim proposition-4-no-other-shift: By any other j the two differ, at N = n or at N = n +
   ((n-1-j) mod (m+1)n). *)
(* Here for every n from 1 on; every m from 1 on; extra = 0; every index from 1 on. *)
(* Printed from block_nim/rules.lp, block_nim/theorems.lp, block_nim/lemmas.lp: each predicate is what its
   rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_n : Z; the_m : Z; the_extra : Z }.
Record position := Position { the_index : Z }.

Definition index (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_index p).
(* Proposition 4, n players against n: the zero positions of both games, by Corollary 5 as corrected and by
   `zero` of theorems.lp. They agree for every N where J mod (m+1)n = n-1; else they differ at N = n or at N
   = n+R, R = (n-1-J) mod (m+1)n. *)
Definition period (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (((the_m g) + 1) * (the_n g)).
Definition turned (g : parameters) (p : position) (X1 : Z) : Prop := (exists R : Z, (exists J : Z, (exists P
  : Z, X1 = R /\ index g p J /\ period g p P /\ P <> 0 /\ P <> 0 /\ R = (Z.rem (((P + (the_n g)) - 1) -
  (Z.rem J P)) P)))).
(* % fits/0: the shift j, `index`, fulfils j mod (m+1)n = n-1. *)
Definition fits (g : parameters) (p : position) : Prop := turned g p 0.
(* % does_not_fit/0: the shift j, `index`, does not fulfil j mod (m+1)n = n-1. *)
Definition does_not_fit (g : parameters) (p : position) : Prop := ~ (fits g p).
Definition probe (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_n g) \/ (exists R : Z, turned g
  p R /\ X1 = ((the_n g) + R)).
Definition probe_survivor (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, (exists P : Z,
  (exists R : Z, X1 = N /\ probe g p N /\ period g p P /\ P <> 0 /\ R = (Z.rem N P) /\ 1 <= R /\ R <= (the_n
  g)))).
Definition probe_block (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, (exists J : Z,
  (exists P : Z, (exists R : Z, X1 = N /\ probe g p N /\ index g p J /\ period g p P /\ P <> 0 /\ R = (Z.rem
  (N + J) P) /\ (the_n g) <= R /\ R < (2 * (the_n g)))))).
(* % differs/0: with n counters, or with n+R, one of Survivor Nim and misère play with j more is a zero
   position and % the other is not. *)
Definition differs (g : parameters) (p : position) : Prop := (exists N : Z, probe g p N /\ probe_survivor g p
  N /\ ~ (probe_block g p N)) \/ (exists N : Z, probe g p N /\ probe_block g p N /\ ~ (probe_survivor g p N)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_n g /\ 1 <= the_m g /\ 0 <= the_extra g <= 0.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 1 <= the_index p.

Definition theorem : Prop := forall g p, legal g p -> does_not_fit g p -> differs g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Theorem proved : theorem.
Proof.
  intros g [J] ((B & M & _) & L) F. cbn [the_index] in L. set (n := the_n g) in *. set (P := (the_m g + 1) * n).
  assert (2 * n <= P) as W by (unfold P; nia).
  pose proof (Z.div_mod J P ltac:(lia)) as E. pose proof (Z.mod_pos_bound J P ltac:(lia)) as R.
  set (j := J mod P) in *. set (q := J / P) in *. assert (Z.rem J P = j) as Z1 by (apply Z.rem_mod_nonneg; lia).
  assert (forall r, turned g (Position J) r <-> r = (P + n - 1 - j) mod P) as T.
  { intro r. unfold turned, index, period. cbn [the_index]. fold n P. split.
    - intros (r' & J' & P' & -> & -> & -> & _ & _ & ->). rewrite Z1. apply Z.rem_mod_nonneg; lia.
    - intros ->. exists ((P + n - 1 - j) mod P), J, P. rewrite Z1, Z.rem_mod_nonneg by lia. repeat split; lia. }
  assert (forall N, 0 <= N -> probe_survivor g (Position J) N <-> probe g (Position J) N /\ 1 <= N mod P <= n) as S.
  { intros N H. unfold probe_survivor, period. fold n P. split.
    - intros (N' & P' & R' & -> & A & -> & _ & -> & D). rewrite Z.rem_mod_nonneg in D by lia. auto.
    - intros (A & D). exists N, P, (N mod P). rewrite Z.rem_mod_nonneg by lia. repeat split; auto; lia. }
  assert (forall N, 0 <= N -> probe_block g (Position J) N <-> probe g (Position J) N /\ n <= (N + J) mod P < 2 * n) as K.
  { intros N H. unfold probe_block, index, period. cbn [the_index]. fold n P. split.
    - intros (N' & J' & P' & R' & -> & A & -> & -> & _ & -> & D). rewrite Z.rem_mod_nonneg in D by lia. auto.
    - intros (A & D). exists N, J, P, ((N + J) mod P). rewrite Z.rem_mod_nonneg by lia. repeat split; auto; lia. }
  assert (probe g (Position J) n) as A by (left; reflexivity).
  destruct (Z.lt_ge_cases j n) as [C|C].
  - assert (j <> n - 1) as D.
    { intro D. apply F. apply T. rewrite D. replace (P + n - 1 - (n - 1)) with P by lia. rewrite Z.mod_same; lia. }
    right. exists (2 * n - 1 - j). assert (probe g (Position J) (2 * n - 1 - j)) as G.
    { right. exists (n - 1 - j). split; [|fold n; lia]. apply T. apply (Z.mod_unique_pos _ _ 1); lia. }
    split; [exact G|]. rewrite S, K by lia. split.
    + split; [exact G|]. rewrite <- (Z.mod_unique_pos (2 * n - 1 - j + J) P q (2 * n - 1)); lia.
    + intros (_ & H). rewrite Z.mod_small in H by lia. lia.
  - left. exists n. split; [exact A|]. rewrite S, K by lia. split.
    + split; [exact A|]. rewrite Z.mod_small by lia. lia.
    + intros (_ & H). destruct (Z.lt_ge_cases (n + j) P) as [I|I].
      * rewrite <- (Z.mod_unique_pos (n + J) P q (n + j)) in H; lia.
      * rewrite <- (Z.mod_unique_pos (n + J) P (q + 1) (n + j - P)) in H; lia.
Qed.
Print Assumptions proved.
