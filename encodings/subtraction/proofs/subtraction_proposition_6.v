(* Subtraction games. Claim proposition-6-disjoint: So no position is a P-position of both plays, condition
   (ii) of Theorem 3. *)
(* Here for the sets S below; every pile from 0 on. *)
(* Printed from subtraction/rules.lp, subtraction/theorems.lp, subtraction/values.lp, subtraction/named.lp,
   subtraction/beliefs.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_S : list Z }.
Record position := Position { the_pile : Z }.

Definition pile (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_pile p).
Definition s (g : parameters) (p : position) (X1 : Z) : Prop := In X1 (the_S g).
Definition code_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists D : Z, X1 = [(2 ^
  D); D] /\ s g p D).
(* So the P-positions for every x, by the begin and the period of the values of some sets, each coded as the
   sum of 2^s: where g is 0, and where it is 1 when the last stone loses. *)
Definition code (g : parameters) (p : position) (X1 : Z) : Prop := (exists K : Z, X1 = K /\ summed
  (code_elements1 g p) K).
Definition cycle (g : parameters) (p : position) (X1 : Z) (X2 : Z) (X3 : Z) : Prop := (X1 = 2 /\ X2 = 0 /\ X3
  = 2) \/ (X1 = 8 /\ X2 = 0 /\ X3 = 6) \/ (X1 = 6 /\ X2 = 0 /\ X3 = 3) \/ (X1 = 12 /\ X2 = 0 /\ X3 = 5) \/
  (X1 = 36 /\ X2 = 0 /\ X3 = 7) \/ (X1 = 26 /\ X2 = 0 /\ X3 = 7) \/ (X1 = 148 /\ X2 = 8 /\ X3 = 3) \/ (X1 =
  88 /\ X2 = 0 /\ X3 = 9) \/ (X1 = 530 /\ X2 = 0 /\ X3 = 5) \/ (X1 = 172 /\ X2 = 0 /\ X3 = 9) \/ (X1 = 1220
  /\ X2 = 0 /\ X3 = 17) \/ (X1 = 278 /\ X2 = 0 /\ X3 = 3) \/ (X1 = 1640 /\ X2 = 0 /\ X3 = 13).
Definition zero_at (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (X1 = 2 /\ X2 = 0) \/ (X1 = 8
  /\ X2 = 0) \/ (X1 = 8 /\ X2 = 1) \/ (X1 = 8 /\ X2 = 2) \/ (X1 = 6 /\ X2 = 0) \/ (X1 = 12 /\ X2 = 0) \/ (X1
  = 12 /\ X2 = 1) \/ (X1 = 36 /\ X2 = 0) \/ (X1 = 36 /\ X2 = 1) \/ (X1 = 36 /\ X2 = 4) \/ (X1 = 26 /\ X2 = 0)
  \/ (X1 = 26 /\ X2 = 2) \/ (X1 = 148 /\ X2 = 0) \/ (X1 = 148 /\ X2 = 1) \/ (X1 = 148 /\ X2 = 6) \/ (X1 = 148
  /\ X2 = 9) \/ (X1 = 88 /\ X2 = 0) \/ (X1 = 88 /\ X2 = 1) \/ (X1 = 88 /\ X2 = 2) \/ (X1 = 530 /\ X2 = 0) \/
  (X1 = 530 /\ X2 = 2) \/ (X1 = 172 /\ X2 = 0) \/ (X1 = 172 /\ X2 = 1) \/ (X1 = 1220 /\ X2 = 0) \/ (X1 = 1220
  /\ X2 = 1) \/ (X1 = 1220 /\ X2 = 4) \/ (X1 = 1220 /\ X2 = 5) \/ (X1 = 1220 /\ X2 = 9) \/ (X1 = 1220 /\ X2 =
  13) \/ (X1 = 278 /\ X2 = 0) \/ (X1 = 1640 /\ X2 = 0) \/ (X1 = 1640 /\ X2 = 1) \/ (X1 = 1640 /\ X2 = 2).
Definition one_at (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (X1 = 2 /\ X2 = 1) \/ (X1 = 8
  /\ X2 = 3) \/ (X1 = 8 /\ X2 = 4) \/ (X1 = 8 /\ X2 = 5) \/ (X1 = 6 /\ X2 = 1) \/ (X1 = 12 /\ X2 = 2) \/ (X1
  = 12 /\ X2 = 3) \/ (X1 = 36 /\ X2 = 2) \/ (X1 = 36 /\ X2 = 3) \/ (X1 = 36 /\ X2 = 6) \/ (X1 = 26 /\ X2 = 1)
  \/ (X1 = 26 /\ X2 = 3) \/ (X1 = 148 /\ X2 = 2) \/ (X1 = 148 /\ X2 = 3) \/ (X1 = 148 /\ X2 = 8) \/ (X1 = 88
  /\ X2 = 3) \/ (X1 = 88 /\ X2 = 4) \/ (X1 = 88 /\ X2 = 5) \/ (X1 = 530 /\ X2 = 1) \/ (X1 = 530 /\ X2 = 3) \/
  (X1 = 172 /\ X2 = 2) \/ (X1 = 172 /\ X2 = 3) \/ (X1 = 1220 /\ X2 = 2) \/ (X1 = 1220 /\ X2 = 3) \/ (X1 =
  1220 /\ X2 = 6) \/ (X1 = 1220 /\ X2 = 7) \/ (X1 = 1220 /\ X2 = 11) \/ (X1 = 1220 /\ X2 = 15) \/ (X1 = 278
  /\ X2 = 1) \/ (X1 = 1640 /\ X2 = 3) \/ (X1 = 1640 /\ X2 = 4) \/ (X1 = 1640 /\ X2 = 5).
(* % zeros/0, ones/0: where g is 0, and where it is 1, for every x. *)
Definition zeros (g : parameters) (p : position) : Prop := (exists X : Z, (exists K : Z, (exists B : Z,
  (exists A1 : Z, pile g p X /\ code g p K /\ cycle g p K B A1 /\ X < B /\ zero_at g p K X)))) \/ (exists X :
  Z, (exists K : Z, (exists B : Z, (exists P : Z, (exists R : Z, pile g p X /\ code g p K /\ cycle g p K B P
  /\ X >= B /\ zero_at g p K (B + R) /\ P <> 0 /\ R = (Z.rem (X - B) P)))))).
Definition ones (g : parameters) (p : position) : Prop := (exists X : Z, (exists K : Z, (exists B : Z,
  (exists A1 : Z, pile g p X /\ code g p K /\ cycle g p K B A1 /\ X < B /\ one_at g p K X)))) \/ (exists X :
  Z, (exists K : Z, (exists B : Z, (exists P : Z, (exists R : Z, pile g p X /\ code g p K /\ cycle g p K B P
  /\ X >= B /\ one_at g p K (B + R) /\ P <> 0 /\ R = (Z.rem (X - B) P)))))).
(* % disjoint/0: g is not both 0 and 1. *)
Definition disjoint (g : parameters) (p : position) : Prop := ~ (zeros g p) \/ ~ (ones g p).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := (the_S g = [1] \/ the_S g = [3] \/ the_S g = [1; 2] \/ the_S g =
  [2; 3] \/ the_S g = [2; 5] \/ the_S g = [1; 3; 4] \/ the_S g = [2; 4; 7] \/ the_S g = [3; 4; 6] \/ the_S g
  = [1; 4; 9] \/ the_S g = [2; 3; 5; 7] \/ the_S g = [2; 6; 7; 10] \/ the_S g = [1; 2; 4; 8] \/ the_S g = [3;
  5; 6; 9; 10]).
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_pile p.

Definition theorem : Prop := forall g p, legal g p -> disjoint g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
(* The code of a set is one number, and some row of the table is its. *)
Lemma code_is g p k : NoDup (the_S g) ->
  (code g p k <-> k = fold_right Z.add 0 (map (fun d => 2 ^ d) (the_S g))).
Proof.
  intro N. unfold code. assert (forall n, summed (code_elements1 g p) n <->
    n = fold_right Z.add 0 (map (hd 0) (map (fun d => [2 ^ d; d]) (the_S g)))) as H.
  { intro n. apply summed_is.
    - apply FinFun.Injective_map_NoDup; [|exact N]. intros a b E. injection E as _ E. exact E.
    - intro t. unfold code_elements1, s. rewrite in_map_iff. split.
      + intros (d & -> & I). exists d. auto.
      + intros (d & <- & I). exists d. auto. }
  rewrite map_map in H. cbn [hd] in H. split.
  - intros (n & -> & C). apply H, C.
  - intros ->. eexists. split; [reflexivity|]. apply H. reflexivity.
Qed.
Lemma cycle_is_one g p k b q b' q' : cycle g p k b q -> cycle g p k b' q' -> b = b' /\ q = q'.
Proof.
  unfold cycle. intros A B. repeat destruct A as [A | A]; destruct A as (-> & -> & ->); clear - B;
    repeat destruct B as [B | B]; destruct B as (E & -> & ->); first [discriminate E | auto].
Qed.
Lemma not_both g p k n : zero_at g p k n -> one_at g p k n -> False.
Proof.
  unfold zero_at, one_at. intros A B. repeat destruct A as [A | A]; destruct A as [-> ->]; clear - B;
    repeat destruct B as [B | B]; destruct B as [E F]; first [discriminate E | discriminate F].
Qed.
Lemma or_decided (A B : Prop) : A \/ ~ A -> B \/ ~ B -> (A \/ B) \/ ~ (A \/ B).
Proof. tauto. Qed.
Lemma row_decided (k i n j : Z) : (k = i /\ n = j) \/ ~ (k = i /\ n = j).
Proof. lia. Qed.
Lemma zero_at_decided g p k n : zero_at g p k n \/ ~ zero_at g p k n.
Proof. unfold zero_at. repeat (apply or_decided; [apply row_decided|]). apply row_decided. Qed.

Lemma here g p k b q : NoDup (the_S g) -> code g p k -> cycle g p k b q -> q <> 0 -> disjoint g p.
Proof.
  intros N C Y Q. assert (forall j, code g p j -> j = k) as U.
  { intros j J. apply code_is in J; [|exact N]. apply code_is in C; [|exact N]. congruence. }
  set (x := the_pile p). set (n := if x <? b then x else b + Z.rem (x - b) q).
  assert (zeros g p -> zero_at g p k n) as Z.
  { intros [(x' & j & b' & q' & X & J & Y' & L & F) | (x' & j & b' & q' & r & X & J & Y' & L & F & _ & R)];
      apply U in J; subst j; destruct (cycle_is_one g p k b q b' q' Y Y') as [<- <-]; unfold pile in X; fold x in X;
      subst; unfold n; destruct (Z.ltb_spec x b); lia || exact F. }
  assert (ones g p -> one_at g p k n) as O.
  { intros [(x' & j & b' & q' & X & J & Y' & L & F) | (x' & j & b' & q' & r & X & J & Y' & L & F & _ & R)];
      apply U in J; subst j; destruct (cycle_is_one g p k b q b' q' Y Y') as [<- <-]; unfold pile in X; fold x in X;
      subst; unfold n; destruct (Z.ltb_spec x b); lia || exact F. }
  destruct (zero_at_decided g p k n) as [D | D]; [right | left]; intro H; [|auto].
  exact (not_both g p k n D (O H)).
Qed.

Ltac listed_row := first [left; repeat split; reflexivity | right; listed_row | repeat split; reflexivity].

Theorem proved : theorem.
Proof.
  intros g p [A _]. assert (NoDup (the_S g)) as N.
  { unfold asked in A. repeat destruct A as [A | A]; rewrite A; repeat constructor; cbn; lia. }
  pose proof (proj2 (code_is g p _ N) eq_refl) as C.
  assert (exists b q, cycle g p (fold_right Z.add 0 (map (fun d => 2 ^ d) (the_S g))) b q /\ q <> 0) as (b & q & Y & Q).
  { unfold asked in A. repeat destruct A as [A | A]; rewrite A; cbn;
      (eexists; eexists; split; [unfold cycle; listed_row | discriminate]). }
  exact (here g p _ b q N C Y Q).
Qed.
Print Assumptions proved.
