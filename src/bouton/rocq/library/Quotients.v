(* How scripts reason of quotients of remainders by unknown numbers: each quotient is one of few numbers, or next to one
   by the same number that is known, or neither is taken to be so; then of the alternatives one is there. *)
Require Import ZArith Lia Bouton Scripts Cases.
Open Scope Z_scope.

Lemma at_least b d k : 0 < b -> k <= d -> b * k <= b * d.
Proof. nia. Qed.
(* [tac] is for each of the numbers below 5, where it is below 5. *)
Ltac few b d :=
  let B := fresh "B" in let W := fresh "W" in let S := fresh "S" in
  assert (0 < b) as B by first [lia | nia];
  assert (d < 5) as W by
    (destruct (Z_lt_le_dec d 5) as [W|W]; [exact W | exfalso; pose proof (at_least b d 5 B W); lia]);
  assert (d = 0 \/ d = 1 \/ d = 2 \/ d = 3 \/ d = 4) as S by lia; clear B W;
  destruct S as [S|[S|[S|[S|S]]]]; subst d; try (exfalso; lia).
Ltac next_to b d e :=
  let B := fresh "B" in let W := fresh "W" in let V := fresh "V" in let S := fresh "S" in
  assert (0 < b) as B by first [lia | nia];
  assert (d <= e + 1) as W by
    (destruct (Z_le_gt_dec d (e + 1)) as [W|W]; [exact W | exfalso; pose proof (far_above b e d B ltac:(lia)); lia]);
  assert (e <= d + 1) as V by
    (destruct (Z_le_gt_dec e (d + 1)) as [V|V]; [exact V | exfalso; pose proof (far_above b d e B ltac:(lia)); lia]);
  assert (d = e - 1 \/ d = e \/ d = e + 1) as S by lia; clear B W V;
  destruct S as [S|[S|S]]; subst d; try (exfalso; lia).
Ltac settle b d :=
  first [ few b d
        | match goal with _ : quotient b ?e |- _ => next_to b d e end
        | let N := fresh "N" in
          destruct (Z.eq_dec d 0) as [N|N];
          [ subst d | pose proof (at_least b d 1 ltac:(lia) ltac:(lia)); assert (quotient b d) by exact I ];
          try (exfalso; lia) ].
Ltac divide_natural a b N :=
  let B := fresh "B" in let d := fresh "d" in let r := fresh "r" in let E := fresh "E" in let F := fresh "F" in
  let R := fresh "R" in let Q := fresh "Q" in
  assert (0 < b) as B by first [lia | nia];
  destruct (divided a b B N) as (d & r & E & F & ? & R & Q); rewrite ?R, ?Q in *; clear R Q B; settle b d.
Ltac divide_below a b :=
  let B := fresh "B" in let d := fresh "d" in let r := fresh "r" in let E := fresh "E" in let F := fresh "F" in
  let R := fresh "R" in let Q := fresh "Q" in
  assert (0 < b) as B by first [lia | nia];
  destruct (divided_of_any_sign a b B) as (d & r & E & R & Q & F); rewrite ?R, ?Q in *; clear R Q.
Ltac divided_at a b :=
  let N := fresh "N" in
  first [ assert (0 <= a) as N by lia; divide_natural a b N
        | assert (a < 0) as N by lia; divide_below a b
        | destruct (Z_lt_le_dec a 0) as [N|N]; [divide_below a b | divide_natural a b N] ].
Ltac known_one :=
  match goal with
  | _ : context [Z.rem ?a ?b] |- _ => let _ := is_plain a in constr:((a, b))
  | _ : context [Z.quot ?a ?b] |- _ => let _ := is_plain a in constr:((a, b))
  end.
Ltac sought_one :=
  match goal with
  | |- context [Z.rem ?a ?b] => let _ := is_plain a in constr:((a, b))
  | |- context [Z.quot ?a ?b] => let _ := is_plain a in constr:((a, b))
  end.
Ltac known_quotients :=
  repeat (let ab := known_one in lazymatch ab with (?a, ?b) => divided_at a b end; try (exfalso; lia)).
Ltac sought_quotients :=
  repeat (let ab := sought_one in lazymatch ab with (?a, ?b) => divided_at a b end; try (exfalso; lia)).
(* A number that is multiplied as a quotient is takes its place among these. *)
Ltac noted_multiple b x :=
  is_var x;
  lazymatch goal with
  | _ : quotient b x |- _ => fail
  | _ : quotient b ?e |- _ =>
      let B := fresh "B" in
      assert (0 < b) as B by first [lia | nia];
      first [ let W := fresh "W" in assert (x + 1 <= e) as W by lia; pose proof (above b x e B W); clear W
            | let W := fresh "W" in assert (e + 1 <= x) as W by lia; pose proof (above b e x B W); clear W
            | idtac ];
      let N := fresh "N" in
      destruct (Z.eq_dec x 0) as [N|N];
      [ subst x
      | let W := fresh "W" in
        first [ assert (1 <= x) as W by lia; pose proof (at_least b x 1 B W); clear W | idtac ];
        assert (quotient b x) by exact I ]; clear B; try (exfalso; lia)
  end.
Ltac noted_multiples :=
  repeat match goal with
  | _ : quotient ?b _ |- context [?x * ?b] => noted_multiple b x
  | _ : quotient ?b _ |- context [?b * ?x] => noted_multiple b x
  end.
Ltac by_quotients :=
  intros; in_cases ltac:(known_quotients; in_cases ltac:(noted_multiples; sought_quotients; alternative)).

(* Arithmetic, where what is known or sought is of such quotients. *)
Ltac of_quotients :=
  match goal with
  | |- context [Z.quot (Z.rem _ _) _] => idtac
  | _ : context [Z.quot (Z.rem _ _) _] |- _ => idtac
  end.
Ltac Bouton.arith ::=
  first [ lia | solve [divided_out] | solve [intros; split_all; divided_out]
  | of_quotients; timeout 30 (solve [by_quotients])
  | timeout 10 nia | solve [intros; divide; timeout 10 nia]
  | solve [assert by_euclid by exact I; first [timeout 10 lia | timeout 20 nia]]
  | timeout 20 (solve [intros; by_factors]) ].
