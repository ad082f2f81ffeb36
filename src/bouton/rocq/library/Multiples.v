(* How scripts reason of statements where unknown numbers are divided by sums of products: divisors that are equal are one,
   and so are numbers that nothing parts; quotients are settled anew once more is known of others, or are within 2 of
   them. *)
Require Import ZArith Lia Bouton Scripts Cases Quotients Factors.
Open Scope Z_scope.

Ltac one_value :=
  repeat match goal with
  | H : ?a <= ?x, K : ?x <= ?a |- _ =>
      is_var x; let E := fresh "E" in assert (x = a) as E by (clear - H K; lia); clear H K; subst x
  end.
Ltac one_divisor :=
  repeat match goal with
  | |- context [Z.rem _ ?b] =>
      match goal with |- context [Z.quot _ ?c] =>
        lazymatch c with b => fail | _ => idtac end; replace c with b in * by (clear; lia) end
  end.
(* A product of numbers above 0 is no less than they are. *)
Ltac products_above :=
  repeat match goal with
  | |- context [?a * ?b] =>
      is_var a; is_var b; lazymatch goal with _ : a <= a * b |- _ => fail | _ => idtac end;
      let A := fresh "A" in let B := fresh "B" in
      assert (0 < a) as A by lia; assert (0 < b) as B by lia;
      assert (a <= a * b /\ b <= a * b) as [? ?] by (clear - A B; nia); clear A B
  end.
Ltac within_2 b d e :=
  let B := fresh "B" in let W := fresh "W" in let V := fresh "V" in let S := fresh "S" in
  assert (0 < b) as B by first [lia | nia];
  assert (d <= e + 2) as W by
    (destruct (Z_le_gt_dec d (e + 2)) as [W|W]; [exact W | exfalso; pose proof (at_least b (d - e) 3 B ltac:(lia)); lia]);
  assert (e <= d + 2) as V by
    (destruct (Z_le_gt_dec e (d + 2)) as [V|V]; [exact V | exfalso; pose proof (at_least b (e - d) 3 B ltac:(lia)); lia]);
  assert (d = e - 2 \/ d = e - 1 \/ d = e \/ d = e + 1 \/ d = e + 2) as S by lia; clear B W V;
  destruct S as [S|[S|[S|[S|S]]]]; subst d; try (exfalso; lia).
Ltac settled_anew :=
  repeat match goal with
  | _ : quotient ?b ?d |- _ => is_var d; few b d
  | _ : quotient ?b ?d, _ : quotient ?b ?e |- _ =>
      is_var d; is_var e; lazymatch d with e => fail | _ => idtac end; within_2 b d e
  end.
Ltac by_multiples :=
  intros; pull; one_value; one_divisor; products_above;
  in_cases ltac:(known_quotients; in_cases ltac:(noted_multiples; sought_quotients; settled_anew; Cases.alternative)).

Ltac divides := lazymatch goal with |- context [Z.quot _ _] => idtac | |- context [Z.rem _ _] => idtac end.
Ltac Bouton.arith ::=
  first [ divides; timeout 100 (solve [by_multiples])
  | lia | solve [divided_out] | solve [intros; split_all; divided_out] | timeout 2 nia | solve [of_products]
  | timeout 10 nia | solve [intros; divide; timeout 10 nia]
  | solve [assert by_euclid by exact I; first [timeout 10 lia | timeout 20 nia]]
  | timeout 20 (solve [intros; by_factors]) ].

(* Predicates that are said of one number are their solved forms, word for word: no more is parted than has to be. *)
Ltac word_for_word sought :=
  lazymatch goal with
  | |- exists _, _ => eexists; sought; word_for_word sought
  | |- _ /\ _ => split; [word_for_word sought | word_for_word sought]
  | |- _ \/ _ => first [assumption | solve [left; word_for_word sought] | right; word_for_word sought]
  | |- ?a = ?b => first [is_evar a; reflexivity | is_evar b; reflexivity | constr_eq a b; reflexivity | assumption]
  | |- _ => assumption
  end.
Ltac parted sought :=
  pull;
  first [ solve [word_for_word sought] | match goal with H : _ \/ _ |- _ => destruct H; parted sought end ].
Ltac distributed known sought :=
  lazymatch goal with |- (exists _ : Z, _) <-> _ => idtac end; split; intro; pull; known; parted sought.
Ltac Bouton.solved known sought ::=
  first [ reflexivity | timeout 10 (solve [distributed known sought])
  | solve [sought; tidy; one_by_one ltac:(solve [by_parts known sought])]
  | solve [sought; tidy; timeout 5 lia] | by_parts known sought ].
