(* Nim. Claim section-1-5-2-leading: The value V of a summand becomes less if it becomes that of the others,
   V^S, iff it has a 1 in the leading place of the nim-sum S > 0 of all. *)
(* Here for every value from 0 on; every number from 1 on. *)
(* Printed from nim/rules.lp, nim/theorems.lp, nim/lemmas.lp, nim/summands.lp, nim/mex.lp: each predicate is
   what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_value : Z; the_number : Z }.

Definition value (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_value p).
Definition number (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_number p).
Definition digit (g : parameters) (p : position) (X1 : Z) (X2 : Z) (X3 : Z) : Prop := 1 <= X1 /\ 0 <= X2 /\
  (2 ^ X2) <= X1 /\ X3 = (Z.rem (Z.quot X1 (2 ^ X2)) 2).
(* The place of the leading 1-bit of the nim-sum of all. *)
Definition above (g : parameters) (p : position) (X1 : Z) : Prop := (exists J : Z, (exists S : Z, (exists K :
  Z, X1 = J /\ number g p S /\ digit g p S J 1 /\ digit g p S K 1 /\ J < K))).
Definition leading (g : parameters) (p : position) (X1 : Z) : Prop := (exists J : Z, (exists S : Z, X1 = J /\
  number g p S /\ digit g p S J 1 /\ ~ (above g p J))).
(* % falls/0, leading_bit/0: of a summand and the nim-sum S of all: V^S < V; V has a 1 in the leading place
   of S. *)
Definition falls (g : parameters) (p : position) : Prop := (exists V : Z, (exists S : Z, value g p V /\
  number g p S /\ (Z.lxor V S) < V)).
Definition leading_bit (g : parameters) (p : position) : Prop := (exists V : Z, (exists J : Z, value g p V /\
  leading g p J /\ digit g p V J 1)).
Definition falls_iff_leading_bit (g : parameters) (p : position) : Prop := (falls g p /\ leading_bit g p) \/
  (~ (falls g p) /\ ~ (leading_bit g p)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_value p /\ 1 <= the_number p.

Definition theorem : Prop := forall g p, legal g p -> falls_iff_leading_bit g p.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Bool Sums Zeros.

Theorem proved : theorem.
Proof.
  intros g [V S] L. pose proof L as (_ & A & B). cbn [the_value the_number] in *. set (k := Z.log2 S).
  assert (0 <= k) as K by apply Z.log2_nonneg. assert (Z.testbit S k = true) as T by (apply Z.bit_log2; lia).
  assert (forall J, k < J -> Z.testbit S J = false) as N by (intros J H; apply Z.bits_above_log2; lia).
  assert (forall J, leading g (Position V S) J <-> J = k) as D.
  { intro J. unfold leading, above, number. cbn [the_number]. split.
    - intros (j & s & -> & -> & O & H). change (one_at S j) in O. destruct (Z.lt_trichotomy j k) as [M|[E|M]]; [|exact E|].
      + destruct H. exists j, S, k. do 3 (split; [first [reflexivity|exact O]|]). split; [apply one_at_bit; auto|exact M].
      + apply one_at_bit in O as (_ & _ & O). rewrite (N j M) in O. discriminate.
    - intros ->. exists k, S. do 2 (split; [reflexivity|]). split; [apply one_at_bit; auto|].
      intros (j & s & j' & <- & -> & _ & O & M). apply one_at_bit in O as (_ & _ & O). rewrite (N j' M) in O. discriminate. }
  assert (leading_bit g (Position V S) <-> Z.testbit V k = true) as E.
  { unfold leading_bit, value. cbn [the_value]. split.
    - intros (v & J & -> & H & O). apply D in H as ->. apply one_at_bit in O. apply O.
    - intro O. exists V, k. split; [reflexivity|]. split; [apply D; reflexivity|]. apply one_at_bit. split; [|auto].
      destruct (Z.eq_dec V 0) as [->|]; [rewrite Z.testbit_0_l in O; discriminate|lia]. }
  assert (falls g (Position V S) <-> Z.lxor V S < V) as F.
  { unfold falls, value, number. cbn [the_value the_number]. split; [intros (v & s & -> & -> & H); exact H|eauto]. }
  assert (forall J, k < J -> Z.testbit (Z.lxor V S) J = Z.testbit V J) as U.
  { intros J M. rewrite Z.lxor_spec, (N J M). apply xorb_false_r. }
  unfold falls_iff_leading_bit. rewrite E, F. destruct (Z.testbit V k) eqn:O; [left|right]; (split; [|reflexivity || discriminate]).
  - apply (less_by_bit _ _ k K U); [rewrite Z.lxor_spec, O, T; reflexivity|exact O].
  - assert (V < Z.lxor V S); [|lia]. apply (less_by_bit _ _ k K (fun J M => eq_sym (U J M)) O).
    rewrite Z.lxor_spec, O, T. reflexivity.
Qed.
Print Assumptions proved.
