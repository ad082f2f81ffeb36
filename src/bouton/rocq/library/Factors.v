(* How scripts reason of statements about products of unknown numbers. Two products by one number are compared as
   quotients are; of two bounds of one number, with factors before it, each is multiplied by what stands in the other. *)
Require Import ZArith Lia Bouton Scripts.
Open Scope Z_scope.

Lemma once b d : 0 < b -> 0 < d -> b <= b * d.
Proof. nia. Qed.
Lemma difference_times a b u w : a <= b -> 0 < u -> 0 < w -> 0 <= (b - a) * (u * w).
Proof. intros. apply Z.mul_nonneg_nonneg; nia. Qed.

(* What is against the goal, as comparisons of one form. *)
Ltac opposed :=
  lazymatch goal with
  | |- False => idtac
  | |- ?G => let P := fresh "P" in assert (G \/ ~ G) as P by decide_it; destruct P as [P|P]; [exact P | exfalso]
  end;
  repeat match goal with
  | H : ~ (_ \/ _) |- _ => apply Decidable.not_or in H; destruct H
  | H : ~ (?a <= ?b) |- _ => apply Z.nle_gt in H
  | H : ~ (?a < ?b) |- _ => apply Z.nlt_ge in H
  | H : ~ (?a > ?b) |- _ => assert (a <= b) by (clear - H; lia); clear H
  | H : ~ (?a >= ?b) |- _ => assert (a < b) by (clear - H; lia); clear H
  | H : _ >= _ |- _ => apply Z.ge_le in H
  | H : _ > _ |- _ => apply Z.gt_lt in H
  end.
(* A number that is divided with a quotient above 0 is no less than the divisor. *)
Ltac no_less :=
  repeat match goal with
  | Q : quotient ?b ?d, E : ?a = ?b * ?d + ?r |- _ =>
      clear Q; try (let N := fresh "N" in let B := fresh "B" in
        assert (0 < b) as B by lia; assert (d <> 0) as N by (intro N; rewrite N in E; lia);
        assert (b <= a - r) by (pose proof (once b d B ltac:(lia)); lia))
  end.

Definition positive (u : Z) : Prop := 0 < u.
Ltac positives :=
  repeat match goal with u : Z |- _ =>
    lazymatch goal with _ : positive u |- _ => fail | _ => assert (positive u) by (unfold positive; lia) end end.
(* [bound] is of products, [linear] of two unknown numbers: each is multiplied once by each number, or by each two. *)
Definition bound (A : Prop) : Prop := A.
Definition linear (A : Prop) : Prop := A.
Definition times (a b u : Z) : Prop := True.
Ltac once_more a b u :=
  lazymatch goal with _ : times a b u |- _ => fail | _ => assert (times a b u) by exact I end.
Ltac sorted :=
  repeat match goal with
  | H : ?A |- _ =>
      lazymatch A with ?a <= ?b => idtac | ?a < ?b => idtac end;
      lazymatch A with context [_ * _] => change (bound A) in H | _ => change (linear A) in H end
  end.
Ltac of_two A :=
  match A with context [?x] =>
    is_var x; match A with context [?y] => is_var y; lazymatch y with x => fail | _ => idtac end end
  end.
Ltac multiplied :=
  repeat match goal with
  | H : bound (?a <= ?b), U : positive ?u |- _ => once_more a b u; pose proof (Zmult_le_compat_r a b u H (Z.lt_le_incl 0 u U))
  | H : bound (?a < ?b), U : positive ?u |- _ => once_more a b u; pose proof (Zmult_lt_compat_r a b u U H)
  | H : linear (?a <= ?b), U : positive ?u, W : positive ?w |- _ =>
      of_two (a <= b); once_more a b (u * w); once_more a b (w * u); pose proof (difference_times a b u w H U W)
  | H : linear (?a < ?b), U : positive ?u, W : positive ?w |- _ =>
      of_two (a < b); once_more a b (u * w); once_more a b (w * u); pose proof (difference_times a b u w (Z.lt_le_incl a b H) U W)
  end;
  unfold bound, linear, positive in *.
Ltac crossed :=
  opposed; divide; no_less; positives; sorted;
  lazymatch goal with _ : bound (_ < _) |- _ => idtac | _ : bound (_ <= _) |- _ => idtac end; multiplied; lia.

(* Multiples of one number. *)
Ltac multiples :=
  repeat match goal with
  | _ : context [?b * ?d], _ : context [?b * ?e] |- _ =>
      is_var b; is_var d; is_var e; lazymatch d with e => fail | _ => idtac end;
      lazymatch goal with _ : quotient b d, _ : quotient b e |- _ => fail | _ => idtac end;
      assert (quotient b d /\ quotient b e) as [? ?] by (split; exact I)
  end.
Ltac compared := opposed; multiples; compare_quotients 4%nat.
Ltac of_products := intros; split_all; first [timeout 10 (solve [crossed]) | timeout 10 (solve [compared])].

Ltac Bouton.arith ::=
  first [ lia | solve [divided_out] | solve [intros; split_all; divided_out] | timeout 2 nia | solve [of_products]
  | timeout 10 nia | solve [intros; divide; timeout 10 nia]
  | solve [assert by_euclid by exact I; first [timeout 10 lia | timeout 20 nia]]
  | timeout 20 (solve [intros; by_factors]) ].
