(* How scripts go through many cases where all is divided by numbers. Each unknown is a multiple and a rest, so that each
   remainder is a number; what numbers or arithmetic are against goes at once, before it is multiplied by the rest; and
   of the alternatives of what is sought the first that holds is taken, comparison by comparison. *)
Require Import ZArith Lia Bouton Scripts.
Open Scope Z_scope.

(* Whether a formula is so, or is not, as its numbers say. *)
Ltac number a := lazymatch a with Z0 => idtac | Zpos _ => idtac | Zneg _ => idtac end.
Ltac yes c := lazymatch c with true => idtac end.
Ltac closed_true A :=
  lazymatch A with
  | ~ ?B => closed_false B
  | True => idtac
  | ?a = ?b => number a; number b; let c := eval compute in (a =? b) in yes c
  | ?a <= ?b => number a; number b; let c := eval compute in (a <=? b) in yes c
  | ?a < ?b => number a; number b; let c := eval compute in (a <? b) in yes c
  | ?a >= ?b => number a; number b; let c := eval compute in (b <=? a) in yes c
  | ?a > ?b => number a; number b; let c := eval compute in (b <? a) in yes c
  | ?B /\ ?C => closed_true B; closed_true C
  | ?B \/ ?C => first [closed_true B | closed_true C]
  end
with closed_false A :=
  lazymatch A with
  | ~ ?B => closed_true B
  | False => idtac
  | ?a = ?b => number a; number b; let c := eval compute in (negb (a =? b)) in yes c
  | ?a > ?b => number a; number b; let c := eval compute in (a <=? b) in yes c
  | ?a >= ?b => number a; number b; let c := eval compute in (a <? b) in yes c
  | ?a < ?b => number a; number b; let c := eval compute in (b <=? a) in yes c
  | ?a <= ?b => number a; number b; let c := eval compute in (b <? a) in yes c
  | ?B /\ ?C => first [closed_false B | closed_false C]
  | ?B \/ ?C => closed_false B; closed_false C
  end.
(* Whether it is so, or is not, by arithmetic, one comparison at a time. *)
Ltac so A :=
  lazymatch A with
  | ~ ?B => not_so B
  | True => idtac
  | False => fail
  | ?B /\ ?C => so B; so C
  | ?B \/ ?C => first [so B | so C]
  | _ => first [closed_true A | assert_succeeds (assert A by lia)]
  end
with not_so A :=
  lazymatch A with
  | ~ ?B => so B
  | True => fail
  | False => idtac
  | ?B /\ ?C => first [not_so B | not_so C]
  | ?B \/ ?C => not_so B; not_so C
  | _ => first [closed_false A | assert_succeeds (assert (~ A) by lia)]
  end.

(* A remainder of sums of multiples is what it is of the rests alone: what is left where each unknown is 0. *)
Ltac at_zero a :=
  lazymatch a with
  | ?b + ?c => let u := at_zero b in let v := at_zero c in constr:(u + v)
  | ?b - ?c => let u := at_zero b in let v := at_zero c in constr:(u - v)
  | ?b * ?c => let u := at_zero b in let v := at_zero c in constr:(u * v)
  | - ?b => let u := at_zero b in constr:(- u)
  | Z0 => a
  | Zpos _ => a
  | Zneg _ => a
  | _ => constr:(0)
  end.
Ltac number_natural a b N :=
  let c := at_zero a in let k := eval vm_compute in (c mod b) in
  let d := fresh "d" in let r := fresh "r" in let E := fresh "E" in let F := fresh "F" in
  let R := fresh "R" in let Q := fresh "Q" in
  first [
    lazymatch goal with
    | _ : context [Z.quot a b] |- _ => fail
    | |- context [Z.quot a b] => fail
    | _ => assert (Z.rem a b = k) as R
        by (clear - N; destruct (divided a b eq_refl N) as (d & r & E & F & _ & R & _); rewrite R; clear - E F; lia)
    end; rewrite R in *; clear R N
  | destruct (divided a b eq_refl N) as (d & r & E & F & ? & R & Q); rewrite ?R, ?Q in *; clear R Q N;
    try (let S := fresh "S" in assert (r = k) as S by (clear - E F; lia); subst r; clear F) ].
Ltac number_below a b N :=
  let d := fresh "d" in let r := fresh "r" in let E := fresh "E" in let F := fresh "F" in
  let R := fresh "R" in let Q := fresh "Q" in
  destruct (divided_of_any_sign a b eq_refl) as (d & r & E & R & Q & F); rewrite ?R, ?Q in *; clear R Q;
  assert (- b < r <= 0 /\ d <= 0) as [? ?] by (clear - N F; lia); clear F.
Ltac one_number a b :=
  let N := fresh "N" in
  first [ assert (0 <= a) as N by lia; number_natural a b N
        | assert (a < 0) as N by lia; number_below a b N
        | destruct (Z_lt_le_dec a 0) as [N|N]; [number_below a b N | number_natural a b N] ].

(* [x] is [b] times some number and [k], for each [k] in turn; [multiple] is one of all by which [x] is divided. *)
Definition whole (d : Z) : Prop := True.
Ltac each_rest x d r b k :=
  let more := eval compute in (k <? b) in
  lazymatch more with
  | false => exfalso; lia
  | true =>
      destruct (Z.eq_dec r k) as [?|?];
      [ subst r; try subst x; try (exfalso; lia) | let m := eval compute in (k + 1) in each_rest x d r b m ]
  end.
Ltac by_rests x b :=
  let N := fresh "N" in let d := fresh "d" in let r := fresh "r" in
  assert (0 <= x) as N by lia; destruct (divided x b eq_refl N) as (d & r & ? & ? & ? & _ & _); clear N;
  assert (whole d) by exact I; each_rest x d r b 0.
Ltac more x a b l :=
  match a with context [x] => let c := eval compute in (negb (l mod Zpos b =? 0)) in
    lazymatch c with true => let m := eval compute in (Z.lcm l (Zpos b)) in constr:(m) end end.
Ltac multiple x l :=
  match goal with
  | _ : context [Z.rem ?a (Zpos ?b)] |- _ => let m := more x a b l in multiple x m
  | _ : context [Z.quot ?a (Zpos ?b)] |- _ => let m := more x a b l in multiple x m
  | |- context [Z.rem ?a (Zpos ?b)] => let m := more x a b l in multiple x m
  | |- context [Z.quot ?a (Zpos ?b)] => let m := more x a b l in multiple x m
  | _ => constr:(l)
  end.
Ltac each_between x k m :=
  let more := eval compute in (k <? m) in
  lazymatch more with
  | false => exfalso; lia
  | true =>
      destruct (Z.eq_dec x k) as [?|?];
      [ subst x; try (exfalso; lia) | let n := eval compute in (k + 1) in each_between x n m ]
  end.
Ltac unknown a :=
  match a with context [?x] =>
    let _ := match goal with
      | _ => is_var x; tryif (match goal with _ : whole x |- _ => idtac end) then fail else idtac end in
    constr:(x)
  end.
Ltac divided_by a b :=
  tryif (let x := unknown a in
    first [ match goal with _ : 0 <= x < Zpos ?m |- _ => each_between x 0 (Zpos m) end
          | let l := multiple x 1 in by_rests x l ]) then idtac
  else one_number a b.
Ltac is_plain a := match goal with _ => plain a end.
Ltac known_division :=
  match goal with
  | _ : context [Z.rem ?a (Zpos ?b)] |- _ => let _ := is_plain a in constr:((a, Zpos b))
  | _ : context [Z.quot ?a (Zpos ?b)] |- _ => let _ := is_plain a in constr:((a, Zpos b))
  end.
Ltac sought_division :=
  match goal with
  | |- context [Z.rem ?a (Zpos ?b)] => let _ := is_plain a in constr:((a, Zpos b))
  | |- context [Z.quot ?a (Zpos ?b)] => let _ := is_plain a in constr:((a, Zpos b))
  end.
Ltac known_numbers :=
  repeat (let ab := known_division in lazymatch ab with (?a, ?b) => divided_by a b end; subst; try (exfalso; lia)).
Ltac sought_numbers :=
  repeat (let ab := sought_division in lazymatch ab with (?a, ?b) => divided_by a b end; subst; try (exfalso; lia)).

(* What is known: each choice in it is hidden from arithmetic until it is its turn, first those of which numbers leave
   one alternative. *)
Definition hidden (A : Prop) : Prop := A.
Ltac laid_out :=
  repeat match goal with
  | H : exists _, _ |- _ => destruct H
  | H : ?A |- _ => closed_true A; clear H
  | H : False |- _ => destruct H
  | H : _ /\ _ |- _ => destruct H
  | H : ~ (?A \/ ?B) |- _ => apply Decidable.not_or in H
  | H : ~ ~ ?A |- _ =>
      let P := fresh "P" in assert (A \/ ~ A) as P by decide_it; assert A by (clear - P H; tauto); clear H P
  | H : ~ (?A /\ ?B) |- _ =>
      let P := fresh "P" in assert (A \/ ~ A) as P by decide_it;
      assert (~ A \/ ~ B) by (clear - P H; tauto); clear H P
  | H : ?A \/ ?B |- _ => change (hidden (A \/ B)) in H
  | H : ?a = ?b |- _ =>
      lazymatch type of a with Z => fail | _ => first [discriminate H | injection H; clear H; intros; subst] end
  end; subst.
Ltac opened_one :=
  match goal with
  | H : hidden (?A \/ ?B) |- _ =>
      first [ closed_true A; clear H | closed_true B; clear H
            | closed_false A; destruct H as [H|H]; [exfalso; clear - H; lia|]
            | closed_false B; destruct H as [H|H]; [|exfalso; clear - H; lia] ]
  | H : hidden (?A \/ ?B) |- _ => destruct H as [H|H]
  end.
Ltac in_cases tac :=
  laid_out; tryif (exfalso; lia) then idtac else tryif once opened_one then in_cases tac else tac.

(* The first alternative that holds. A comparison of which neither is known is taken both ways. *)
Ltac shown :=
  lazymatch goal with
  | |- _ /\ _ => split; [shown | shown]
  | |- ?B \/ ?C => tryif so B then (left; shown) else (right; shown)
  | |- _ => lia
  end.
Ltac either_way A :=
  lazymatch A with
  | ?B /\ ?C => first [either_way B | either_way C]
  | ?B \/ ?C => first [either_way B | either_way C]
  | ~ ?B => either_way B
  | _ =>
      tryif first [so A | not_so A] then fail
      else (let H := fresh "H" in assert (A \/ ~ A) as H by (clear; lia); destruct H as [H|H])
  end.
Ltac alternative :=
  lazymatch goal with
  | |- ?A \/ ?B =>
      tryif first [closed_false A | not_so A] then (right; alternative)
      else tryif so A then (left; shown)
      else tryif first [closed_false B | not_so B] then (left; alternative)
      else (either_way A; alternative)
  | |- _ /\ _ => split; [alternative | alternative]
  | |- _ => lia
  end.
(* Where there is but one, whatever the remainders are is often plain; where no alternative is found, [pick] may do. *)
Ltac alone := lazymatch goal with |- _ \/ _ => fail | |- _ => timeout 10 (solve [divided_out]) end.
Ltac by_residues :=
  first [ alone | solve [intros; in_cases ltac:(known_numbers; in_cases ltac:(sought_numbers; alternative))] | pick ].
(* What is known says it, word for word, but for comparisons of numbers. *)
Ltac said_there :=
  lazymatch goal with
  | |- _ /\ _ => split; [said_there | said_there]
  | |- _ \/ _ => first [solve [left; said_there] | right; said_there]
  | |- ?A => first [assumption | closed_true A; lia]
  end.
Ltac repeated :=
  repeat match goal with H : _ /\ _ |- _ => destruct H | H : _ \/ _ |- _ => destruct H end; said_there.

(* The scripts' tactics: what is given is split up so that what is impossible goes at once. *)
Ltac Bouton.give sizes ::=
  repeat match goal with
  | |- _ /\ _ => split
  | |- exists c : Z, _ => sizes
  end; first [reflexivity | assumption | solve [repeated] | solve [intros; in_cases alternative] | arith].
Ltac Bouton.pull ::=
  repeat match goal with
  | H : exists _, _ |- _ => destruct H
  | H : _ /\ _ |- _ => destruct H
  | H : False |- _ => destruct H
  | H : ?a = ?b |- _ =>
      lazymatch type of a with
      | Z => number a; number b; first [discriminate H | clear H]
      | _ => first [discriminate H | injection H; clear H; intros; subst]
      end
  end; subst.
Ltac impossible := solve [exfalso; repeat match goal with H : _ \/ _ |- _ => clear H end; lia].
Ltac Bouton.split_all ::=
  pull; repeat (match goal with H : _ \/ _ |- _ => destruct H end; pull; try impossible).

(* That a predicate is its solved form, where both have many alternatives: one by one, in their order. *)
Lemma either_of (A B C D : Prop) : (A <-> C) -> (B <-> D) -> (A \/ B <-> C \/ D).
Proof. tauto. Qed.
Lemma both_of (A B C D : Prop) : (A <-> C) -> (B <-> D) -> (A /\ B <-> C /\ D).
Proof. tauto. Qed.
Ltac one_by_one tac :=
  lazymatch goal with
  | |- ?A <-> ?A => reflexivity
  | |- (_ \/ _) <-> (_ \/ _) => first [ solve [apply either_of; one_by_one tac] | tac ]
  | |- ((_ \/ _) /\ _) <-> ((_ \/ _) /\ _) => first [ solve [apply both_of; one_by_one tac] | tac ]
  | |- _ => tac
  end.
Ltac Bouton.solved known sought ::=
  first [ reflexivity | solve [sought; tidy; one_by_one ltac:(solve [by_parts known sought])]
    | solve [sought; tidy; timeout 5 lia] | by_parts known sought ].
