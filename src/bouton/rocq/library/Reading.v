(* What is to be shown of numbers, and what is known of them, is read as an expression of [Printed.v], each number as its
   place in a list of variables; tactics let the kernel decide it. *)
Require Import ZArith Lia List Places Printed Compiled.
Import ListNotations.
Open Scope Z_scope.

Ltac place x e :=
  lazymatch e with
  | x :: _ => constr:(O)
  | _ :: ?e => let i := place x e in constr:(S i)
  end.
Ltac places l e :=
  lazymatch l with
  | nil => constr:(@nil nat)
  | ?x :: ?l => let i := place x e in let m := places l e in constr:(i :: m)
  end.
Ltac is_literal n :=
  lazymatch n with
  | Z0 => idtac | Zpos ?p => is_literal p | Zneg ?p => is_literal p
  | xH => idtac | xO ?p => is_literal p | xI ?p => is_literal p
  end.
Ltac literal n := let _ := match goal with _ => is_literal n end in constr:(K n).
Ltac read_num t e :=
  lazymatch t with
  | ?a + ?b => let s := read_num a e in let u := read_num b e in constr:(Plus s u)
  | ?a - ?b => let s := read_num a e in let u := read_num b e in constr:(Minus s u)
  | ?a * ?b => let s := read_num a e in let u := read_num b e in
      lazymatch constr:((s, u)) with (K _, _) => constr:(Times s u) | (_, K _) => constr:(Times s u) end
  | Z.quot ?a ?b => let s := read_num a e in let u := literal b in constr:(Quot s u)
  | Z.rem ?a ?b => let s := read_num a e in let u := literal b in constr:(Rem s u)
  | _ => match goal with _ => literal t | _ => let i := place t e in constr:(V i) end
  end.
Ltac read_rel r a b e := let s := read_num a e in let u := read_num b e in constr:(Rel r s u).
Ltac read_said P e :=
  lazymatch P with
  | True => constr:(True_)
  | False => constr:(False_)
  | 1 <= ?n /\ 0 <= ?j /\ ?b ^ ?j <= ?n /\ ?d = Z.rem (Z.quot ?n (?b ^ ?j)) ?b =>
      let b := literal b in let n := read_num n e in let j := read_num j e in let d := read_num d e in
      constr:(Digit b n j d)
  | known _ ?A ?q ?l => let m := places l e in constr:(Known A q m)
  | @ex Z ?Q =>
      let y := fresh "y" in
      let s := constr:(fun y : Z => ltac:(let P := eval cbv beta in (Q y) in let e := constr:(y :: e) in
        let r := read_said P e in exact r)) in
      lazymatch s with fun _ => ?r => constr:(Some_ r) end
  | ?a = ?b => read_rel REq a b e
  | ?a <> ?b => read_rel RNe a b e
  | ?a <= ?b => read_rel RLe a b e
  | ?a < ?b => read_rel RLt a b e
  | ?a >= ?b => read_rel RGe a b e
  | ?a > ?b => read_rel RGt a b e
  | ?p /\ ?q => let s := read_said p e in let u := read_said q e in constr:(Both s u)
  | ?p \/ ?q => let s := read_said p e in let u := read_said q e in constr:(Either s u)
  | ~ ?p => let s := read_said p e in constr:(If s False_)
  | ?p -> ?q => let s := read_said p e in let u := read_said q e in constr:(If s u)
  end.
Ltac spoken_of x :=
  match goal with
  | |- context [x] => idtac
  | _ : ?P |- _ => lazymatch P with 0 <= x => fail | context [x] => lazymatch type of P with Prop => idtac end end
  end.
Ltac numbers e :=
  match goal with
  | _ : 0 <= ?x |- _ =>
      let _ := match goal with _ => is_var x; lazymatch e with context [x] => fail | _ => spoken_of x end end in
      numbers (x :: e)
  | _ => constr:(e)
  end.
Ltac natural := first [assumption | lia | apply Z.quot_pos; lia].
(* What an automaton is said to accept has a name. *)
Ltac accepted_named :=
  repeat match goal with
  | |- context [known _ _ _ ?l] => not_named l
  | _ : context [known _ _ _ ?l] |- _ => not_named l
  end
with not_named l :=
  lazymatch l with
  | ?x :: ?l => tryif is_var x then not_named l else
      (let y := fresh "y" in let E := fresh "E" in assert (0 <= x) by natural; remember x as y eqn:E)
  end.
Ltac all_natural := repeat first [apply Forall_nil | apply Forall_cons; [assumption|]].
Ltac fuel := constr:(Z.to_nat 20000).
(* What speaks of numbers is taken along; the rest is left out. *)
Ltac taken e :=
  repeat match goal with
  | H : ?P |- _ =>
      lazymatch type of P with Prop => idtac end; lazymatch P with 0 <= ?x => is_var x; fail | _ => idtac end;
      let s := read_said P e in revert H
  end.
(* An integer is a natural number, or less than 0 by one. *)
Lemma apart (x : Z) : 0 <= x \/ exists y, 0 <= y /\ x = - 1 - y.
Proof. destruct (Z.lt_ge_cases x 0); [right; exists (- 1 - x) | left]; lia. Qed.
Ltac set_apart :=
  repeat match goal with
  | x : Z |- _ =>
      lazymatch goal with _ : 0 <= x |- _ => fail | _ => spoken_of x end;
      let y := fresh "y" in let E := fresh "E" in destruct (apart x) as [? | (y & ? & E)]; [|subst x]
  end.
Ltac at_places b done :=
  intros; accepted_named;
  repeat match goal with
  | x : Z |- _ => lazymatch goal with _ : 0 <= x |- _ => fail | _ => assert (0 <= x) by lia end
  end;
  set_apart;
  let e := numbers (@nil Z) in
  lazymatch goal with |- ?G => first [let s := read_said G e in idtac | exfalso] end;
  taken e;
  lazymatch goal with
  | |- ?P => let s := read_said P e in let f := fuel in change (means b s e); apply (said_is b eq_refl 9 f s e);
      [all_natural | done]
  end.
(* The kernel computes once, at the end of the proof; or the tactic does, and fails where what is said is false. *)
Ltac by_places b := at_places b ltac:(vm_cast_no_check (eq_refl true)).
Ltac tried_by_places b := at_places b ltac:(vm_compute; reflexivity).
(* What a predicate says, of which the kernel computes the automaton. *)
Ltac read_as P e := let s := read_said P e in instantiate (1 := s); reflexivity.
