(* Nim. Claim section-1-5-2-odd: Where S has a 1, the nim-sum of two numbers has it iff just one of them has;
   so the summands that have a 1 in the leading place of the nim-sum S of all are odd in number. *)
(* Here for every value from 0 on; every other from 0 on; every number from 1 on. *)
(* Printed from nim/rules.lp, nim/theorems.lp, nim/lemmas.lp, nim/summands.lp, nim/mex.lp: each predicate is
   what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_value : Z; the_other : Z; the_number : Z }.

Definition value (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_value p).
Definition other (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_other p).
Definition number (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_number p).
Definition digit (g : parameters) (p : position) (X1 : Z) (X2 : Z) (X3 : Z) : Prop := 1 <= X1 /\ 0 <= X2 /\
  (2 ^ X2) <= X1 /\ X3 = (Z.rem (Z.quot X1 (2 ^ X2)) 2).
(* % one_of_two/0, in_the_sum/0: of two numbers just one has a 1 in a place where S has; their nim-sum has. *)
Definition one_of_two (g : parameters) (p : position) : Prop := (exists V : Z, (exists T : Z, (exists S : Z,
  (exists J : Z, value g p V /\ other g p T /\ number g p S /\ digit g p S J 1 /\ digit g p V J 1 /\ ~ (digit
  g p T J 1))))) \/ (exists V : Z, (exists T : Z, (exists S : Z, (exists J : Z, value g p V /\ other g p T /\
  number g p S /\ digit g p S J 1 /\ digit g p T J 1 /\ ~ (digit g p V J 1))))).
Definition in_the_sum (g : parameters) (p : position) : Prop := (exists V : Z, (exists T : Z, (exists S : Z,
  (exists J : Z, value g p V /\ other g p T /\ number g p S /\ digit g p S J 1 /\ digit g p (Z.lxor V T) J
  1)))).
Definition one_of_two_iff_in_the_sum (g : parameters) (p : position) : Prop := (one_of_two g p /\ in_the_sum
  g p) \/ (~ (one_of_two g p) /\ ~ (in_the_sum g p)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_value p /\ 0 <= the_other p /\
  1 <= the_number p.

Definition theorem : Prop := forall g p, legal g p -> one_of_two_iff_in_the_sum g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Bool Zeros.

Definition both (p : position) (J : Z) : Prop :=
  1 <= the_number p /\ 0 <= J /\ Z.testbit (the_number p) J = true
    /\ xorb (Z.testbit (the_value p) J) (Z.testbit (the_other p) J) = true.
Lemma bit_counts n J : 0 <= n -> 0 <= J -> one_at n J <-> Z.testbit n J = true.
Proof.
  intros N H. rewrite one_at_bit. split; [tauto|]. intro T. split; [|auto].
  destruct (Z.eq_dec n 0) as [->|]; [rewrite Z.testbit_0_l in T; discriminate|lia].
Qed.
Lemma of_two g p : legal g p -> one_of_two g p <-> exists J, both p J.
Proof.
  intros (_ & V & T & S). unfold one_of_two, value, other, number, both. split.
  - intros [(v & t & s & J & -> & -> & -> & A & B & C)|(v & t & s & J & -> & -> & -> & A & B & C)]; exists J;
      change (one_at (the_number p) J) in A; pose proof A as (_ & H & _); apply bit_counts in A; try lia;
      [change (one_at (the_value p) J) in B; change (~ one_at (the_other p) J) in C
      |change (one_at (the_other p) J) in B; change (~ one_at (the_value p) J) in C];
      rewrite bit_counts in B, C by lia; rewrite B; apply not_true_is_false in C; rewrite C; auto.
  - intros (J & _ & H & A & X). apply bit_counts in A; [|lia|exact H].
    destruct (Z.testbit (the_value p) J) eqn:B, (Z.testbit (the_other p) J) eqn:C; try discriminate X; [left|right];
      do 4 eexists; do 3 (split; [reflexivity|]); (split; [exact A|]); (split; [apply bit_counts; eassumption|]);
      intro F; apply bit_counts in F; try assumption; congruence.
Qed.
Lemma of_sum g p : legal g p -> in_the_sum g p <-> exists J, both p J.
Proof.
  intros (_ & V & T & S). assert (0 <= Z.lxor (the_value p) (the_other p)) as X by (apply Z.lxor_nonneg; lia).
  unfold in_the_sum, value, other, number, both. split.
  - intros (v & t & s & J & -> & -> & -> & A & B). exists J. pose proof A as (_ & H & _).
    apply bit_counts in A; [|lia|exact H]. apply bit_counts in B; [|exact X|exact H]. rewrite Z.lxor_spec in B. auto.
  - intros (J & _ & H & A & B). rewrite <- Z.lxor_spec in B. do 4 eexists. do 3 (split; [reflexivity|]).
    split; apply bit_counts; eassumption || lia.
Qed.
Theorem proved : theorem.
Proof.
  intros g p L. unfold one_of_two_iff_in_the_sum. rewrite (of_two g p L), (of_sum g p L).
  destruct L as (_ & V & T & S). assert (0 <= Z.lxor (the_value p) (the_other p)) as X by (apply Z.lxor_nonneg; lia).
  set (W := Z.land (the_number p) (Z.lxor (the_value p) (the_other p))).
  assert (0 <= W) as P by (apply Z.land_nonneg; left; lia).
  assert (forall J, 0 <= J -> both p J <-> Z.testbit W J = true) as B.
  { intros J H. unfold both, W. rewrite Z.land_spec, Z.lxor_spec, andb_true_iff. intuition. }
  destruct (Z.eq_dec W 0) as [Z0|N].
  - right. split; intros (J & H); pose proof H as (_ & K & _); apply B in H; try exact K; rewrite Z0, Z.testbit_0_l in H; discriminate.
  - left. pose proof (Z.log2_nonneg W) as H. assert (exists J, both p J); [|auto].
    exists (Z.log2 W). apply B; [exact H|]. apply Z.bit_log2. lia.
Qed.
Print Assumptions proved.
