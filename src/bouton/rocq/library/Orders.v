(* How scripts choose one of several moves where heaps may stand in any order: numbers are compared one by one, what
   leads to nothing is left out at once, and in each case that remains one of the alternatives is plain. *)
Require Import ZArith Lia Bouton Scripts.
Open Scope Z_scope.

(* Quotients by one divisor that have to be equal are one, and those of natural numbers have products that are none less. *)
Ltac same_quotients :=
  repeat match goal with
  | _ : quotient ?b ?d, H : quotient ?b ?e |- _ =>
      lazymatch d with e => fail | _ => idtac end;
      let S := fresh "S" in assert (e = d) as S by (compare_two b e d; lia); try subst e; clear H
  end;
  repeat match goal with
  | _ : quotient ?b ?d |- _ =>
      lazymatch goal with _ : 0 <= b * d |- _ => fail | _ => assert (0 <= b * d) by (apply Z.mul_nonneg_nonneg; lia) end
  end.

(* Each comparison of the goal, but those of remainders, is known to hold or not, and where all are, [tac] goes on. *)
Ltac in_each_order tac :=
  first [ match goal with
  | |- context [?a <= ?b] =>
      plain a; plain b; lazymatch goal with _ : a <= b |- _ => fail | _ : b < a |- _ => fail | _ => idtac end;
      destruct (Z_le_gt_dec a b) as [?|?%Z.gt_lt]; first [exfalso; lia | in_each_order tac]
  | |- context [?a >= ?b] =>
      plain a; plain b; lazymatch goal with _ : b <= a |- _ => fail | _ : a < b |- _ => fail | _ => idtac end;
      destruct (Z_le_gt_dec b a) as [?|?%Z.gt_lt]; first [exfalso; lia | in_each_order tac]
  | |- context [?a = 0] =>
      plain a; lazymatch goal with _ : a = 0 |- _ => fail | _ : a <> 0 |- _ => fail | _ => idtac end;
      destruct (Z.eq_dec a 0); first [exfalso; lia | in_each_order tac]
  end | tac ].

(* The first alternative of which nothing is known to be false, and that holds. *)
Ltac possible :=
  try lia;
  lazymatch goal with
  | |- ?a = ?b => tryif (assert (a <> b) by lia) then fail else idtac
  | |- _ \/ _ => idtac
  | |- _ => fail
  end.
Ltac alternative :=
  lazymatch goal with
  | |- _ \/ _ => first [solve [left; alternative] | right; alternative]
  | |- _ => (repeat match goal with |- _ /\ _ => split end; possible);
      lazymatch goal with |- _ \/ _ => alternative | |- _ => divide; same_quotients; first [lia | compare_quotients 4%nat] end
  end.
Ltac pick_in_order :=
  first [ timeout 3 lia
    | timeout 100 (solve [intros; split_all; divide_given; same_quotients;
        in_each_order ltac:(first [exfalso; lia | residues ltac:(first [exfalso; lia | alternative])])])
    | pick ].
