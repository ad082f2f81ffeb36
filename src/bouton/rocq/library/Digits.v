(* Scripts decide what is said of natural numbers, and of those whose digits come from theirs in each place, by the
   automata of [Binary.v]. *)
Require Import ZArith Lia List Bool Bouton Binary.
Import ListNotations.
Open Scope Z_scope.

(* What is said in Z of natural numbers: comparisons of sums, and a number that is made of others digit by digit. *)
Inductive num :=
| V (i : nat)
| K (n : Z)
| Plus (s t : num)
| Minus (s t : num)
| Opp (s : num)
| Times (n : Z) (s : num).
Inductive relation := REq | RNe | RLe | RLt | RGe | RGt.
Inductive said :=
| True_
| False_
| Rel (r : relation) (s t : num)
| Sum (i : nat) (s : tree)
| Both (s t : said)
| Either (s t : said)
| If (s t : said).
Fixpoint value (t : num) (e : list Z) : Z :=
  match t with
  | V i => nth i e 0
  | K n => n
  | Plus s t => value s e + value t e
  | Minus s t => value s e - value t e
  | Opp s => - value s e
  | Times n s => n * value s e
  end.
Fixpoint summed (t : tree) (e : list Z) : Z :=
  match t with
  | Leaf i => nth i e 0
  | Xor s t => Z.lxor (summed s e) (summed t e)
  | Land s t => Z.land (summed s e) (summed t e)
  | Lor s t => Z.lor (summed s e) (summed t e)
  end.
Definition related (r : relation) (a b : Z) : Prop :=
  match r with REq => a = b | RNe => a <> b | RLe => a <= b | RLt => a < b | RGe => a >= b | RGt => a > b end.
Fixpoint means (s : said) (e : list Z) : Prop :=
  match s with
  | True_ => True
  | False_ => False
  | Rel r s t => related r (value s e) (value t e)
  | Sum i s => nth i e 0 = summed s e
  | Both s t => means s e /\ means t e
  | Either s t => means s e \/ means t e
  | If s t => means s e -> means t e
  end.

(* As formulas. *)
Fixpoint unit_at (i : nat) : list Z := match i with O => [1] | S i => 0 :: unit_at i end.
Fixpoint plus (c d : list Z) : list Z :=
  match c, d with [], _ => d | _, [] => c | a :: c, b :: d => (a + b) :: plus c d end.
Fixpoint linear (t : num) : list Z * Z :=
  match t with
  | V i => (unit_at i, 0)
  | K n => ([], n)
  | Plus s t => let (c, k) := linear s in let (d, l) := linear t in (plus c d, k + l)
  | Minus s t => let (c, k) := linear s in let (d, l) := linear t in (plus c (map Z.opp d), k - l)
  | Opp s => let (c, k) := linear s in (map Z.opp c, - k)
  | Times n s => let (c, k) := linear s in (map (Z.mul n) c, n * k)
  end.
Definition compared (r : relation) (c : list Z) (k : Z) : formula :=
  match r with
  | REq => Eq c k
  | RNe => Imp (Eq c k) (Cst false)
  | RLe => Le c k
  | RLt => Le c (k - 1)
  | RGe => Le (map Z.opp c) (- k)
  | RGt => Le (map Z.opp c) (- k - 1)
  end.
Fixpoint formula_of (s : said) : formula :=
  match s with
  | True_ => Cst true
  | False_ => Cst false
  | Rel r s t => let (c, k) := linear (Minus s t) in compared r c (- k)
  | Sum i s => Zero (Xor (Leaf i) s)
  | Both s t => And (formula_of s) (formula_of t)
  | Either s t => Or (formula_of s) (formula_of t)
  | If s t => Imp (formula_of s) (formula_of t)
  end.
Definition naturals (e : list Z) : list N := map Z.to_N e.
Definition fine (e : list Z) : Prop := Forall (fun x => 0 <= x) e.
Lemma dot_unit i : forall e, fine e -> dot (unit_at i) (naturals e) = nth i e 0.
Proof.
  induction i as [|i IH]; intros [|x e] F; cbn [unit_at dot naturals map hd tl nth]; try (inversion F; subst).
  - reflexivity.
  - rewrite Z2N.id by assumption. lia.
  - pose proof (IH [] F) as E. cbn [naturals map] in E. rewrite E. destruct i; reflexivity.
  - pose proof (IH e ltac:(assumption)) as E. unfold naturals in E. rewrite E. lia.
Qed.
Lemma dot_plus c : forall d e, dot (plus c d) e = dot c e + dot d e.
Proof. induction c as [|a c IH]; intros [|b d] e; cbn [plus dot]; rewrite ?IH; lia. Qed.
Lemma dot_opp c : forall e, dot (map Z.opp c) e = - dot c e.
Proof. induction c as [|a c IH]; intro e; cbn [map dot]; rewrite ?IH; lia. Qed.
Lemma dot_times n c : forall e, dot (map (Z.mul n) c) e = n * dot c e.
Proof. induction c as [|a c IH]; intro e; cbn [map dot]; rewrite ?IH; lia. Qed.
Lemma linear_is t e : fine e -> value t e = dot (fst (linear t)) (naturals e) + snd (linear t).
Proof.
  intro F. induction t; cbn [value linear]; try destruct (linear t1), (linear t2); try destruct (linear t);
    cbn [fst snd] in *; rewrite ?dot_plus, ?dot_opp, ?dot_times, ?dot_unit by assumption; cbn [dot]; nia.
Qed.
Lemma joined_is t e : fine e -> Z.of_N (joined t (naturals e)) = summed t e.
Proof.
  intro F. induction t as [i | s S t T | s S t T | s S t T]; cbn [joined summed].
  - revert e F. induction i as [|i IH]; intros [|x e] F; try reflexivity; inversion F; subst; cbn;
      [apply Z2N.id; assumption | apply IH; assumption].
  - rewrite <- S, <- T. destruct (joined s _), (joined t _); reflexivity.
  - rewrite <- S, <- T. destruct (joined s _), (joined t _); reflexivity.
  - rewrite <- S, <- T. destruct (joined s _), (joined t _); reflexivity.
Qed.
Lemma compared_is r c k e : holds (compared r c k) e <-> related r (dot c e) k.
Proof. destruct r; cbn [compared holds related]; rewrite ?dot_opp; try lia; intuition discriminate. Qed.
Lemma formula_of_is s e : fine e -> means s e <-> holds (formula_of s) (naturals e).
Proof.
  intro F. induction s; cbn [means formula_of].
  - cbn. intuition.
  - cbn. intuition discriminate.
  - destruct (linear (Minus s t)) as [c k] eqn:L. pose proof (linear_is (Minus s t) e F) as E. rewrite L in E.
    cbn [value fst snd] in E. rewrite compared_is. destruct r; cbn [related]; lia.
  - pose proof (joined_is (Leaf i) e F) as I. cbn [summed] in I. rewrite <- I, <- (joined_is s e F).
    cbn [holds]. change (joined (Xor (Leaf i) s) ?d) with (N.lxor (joined (Leaf i) d) (joined s d)).
    rewrite N.lxor_eq_0_iff. split; [apply N2Z.inj | intros ->; reflexivity].
  - cbn [holds]. rewrite IHs1, IHs2. reflexivity.
  - cbn [holds]. rewrite IHs1, IHs2. reflexivity.
  - cbn [holds]. rewrite IHs1, IHs2. reflexivity.
Qed.
Theorem said_is s e : fine e -> decided (length e) 0 (Z.to_nat 20000) (formula_of s) = true -> means s e.
Proof.
  intros F D. apply (formula_of_is s e F). apply (decided_is _ _ _ _ D). unfold naturals. apply map_length.
Qed.

(* The tactic: all numbers are variables that are no less than 0, what is made digit by digit is named, and what is known
   and what is to be shown is read as a formula. *)
Ltac natural :=
  first [assumption | lia | apply Z.lxor_nonneg; split; intros _; natural | apply Z.land_nonneg; left; natural
    | apply Z.lor_nonneg; split; natural].
Ltac by_digits t := lazymatch t with Z.lxor _ _ => idtac | Z.land _ _ => idtac | Z.lor _ _ => idtac end.
Ltac named t := let y := fresh "y" in let E := fresh "E" in assert (0 <= t) by natural; remember t as y eqn:E.
Ltac leaf_named t :=
  lazymatch t with
  | Z.lxor ?a ?b => first [leaf_named a | leaf_named b]
  | Z.land ?a ?b => first [leaf_named a | leaf_named b]
  | Z.lor ?a ?b => first [leaf_named a | leaf_named b]
  | _ => tryif is_var t then fail else named t
  end.
Ltac digits_named :=
  repeat match goal with
  | |- context [?t] => by_digits t; first [leaf_named t | named t]
  | _ : ?P |- _ =>
      lazymatch type of P with Prop => idtac end;
      match P with
      | context [?t] =>
          by_digits t;
          first [leaf_named t
            | lazymatch P with ?y = t => tryif is_var y then fail 2 else named t | _ => named t end]
      end
  end.
Ltac place x e :=
  lazymatch e with
  | x :: _ => constr:(O)
  | _ :: ?e => let i := place x e in constr:(S i)
  end.
Ltac read_tree t e :=
  lazymatch t with
  | Z.lxor ?a ?b => let s := read_tree a e in let u := read_tree b e in constr:(Xor s u)
  | Z.land ?a ?b => let s := read_tree a e in let u := read_tree b e in constr:(Land s u)
  | Z.lor ?a ?b => let s := read_tree a e in let u := read_tree b e in constr:(Lor s u)
  | _ => let i := place t e in constr:(Leaf i)
  end.
Ltac is_number n :=
  lazymatch n with
  | Z0 => idtac | Zpos ?p => is_number p | Zneg ?p => is_number p
  | xH => idtac | xO ?p => is_number p | xI ?p => is_number p
  end.
Ltac read_num t e :=
  lazymatch t with
  | ?a + ?b => let s := read_num a e in let u := read_num b e in constr:(Plus s u)
  | ?a - ?b => let s := read_num a e in let u := read_num b e in constr:(Minus s u)
  | - ?a => let s := read_num a e in constr:(Opp s)
  | ?n * ?a => let _ := match goal with _ => is_number n end in let s := read_num a e in constr:(Times n s)
  | _ =>
      match goal with
      | _ => let _ := match goal with _ => is_number t end in constr:(K t)
      | _ => let i := place t e in constr:(V i)
      end
  end.
Ltac read_rel r a b e := let s := read_num a e in let u := read_num b e in constr:(Rel r s u).
Ltac read_said P e :=
  lazymatch P with
  | True => constr:(True_)
  | False => constr:(False_)
  | ?x = Z.lxor ?a ?b => let i := place x e in let s := read_tree (Z.lxor a b) e in constr:(Sum i s)
  | ?x = Z.land ?a ?b => let i := place x e in let s := read_tree (Z.land a b) e in constr:(Sum i s)
  | ?x = Z.lor ?a ?b => let i := place x e in let s := read_tree (Z.lor a b) e in constr:(Sum i s)
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
(* What speaks of numbers alone is taken along; the rest is left out. *)
Ltac about_numbers P :=
  lazymatch P with
  | True => idtac | False => idtac
  | @eq Z _ _ => idtac
  | _ <= _ => idtac | _ < _ => idtac | _ >= _ => idtac | _ > _ => idtac
  | ?p /\ ?q => about_numbers p; about_numbers q
  | ?p \/ ?q => about_numbers p; about_numbers q
  | ~ ?p => about_numbers p
  | ?p -> ?q => about_numbers p; about_numbers q
  end.
Ltac variables e :=
  match goal with
  | _ : 0 <= ?x |- _ =>
      let _ := match goal with _ => is_var x; lazymatch e with context [x] => fail | _ => idtac end end in
      variables (x :: e)
  | _ => constr:(e)
  end.
Ltac all_fine := unfold fine; repeat first [apply Forall_nil | apply Forall_cons; [assumption|]].
Ltac no_digits P :=
  lazymatch P with
  | context [Z.quot _ _] => idtac | context [Z.rem _ _] => idtac | context [Z.pow _ _] => idtac
  end.
Ltac taken_along :=
  repeat match goal with
  | H : ?P |- _ =>
      lazymatch P with 0 <= ?x => is_var x; fail | _ => idtac end; about_numbers P;
      tryif no_digits P then fail else revert H
  end.
Ltac binary :=
  intros; lazymatch goal with |- ?G => first [about_numbers G | exfalso] end;
  repeat match goal with
  | x : Z |- _ => lazymatch goal with _ : 0 <= x |- _ => fail | _ => assert (0 <= x) by lia end
  end;
  digits_named; taken_along;
  let e := variables (@nil Z) in
  lazymatch goal with
  | |- ?P => let s := read_said P e in change (means s e); apply said_is; [all_fine | vm_compute; reflexivity]
  end.

(* Scripts about such numbers ask it first. *)
Ltac of_digits :=
  match goal with
  | |- context [?t] => by_digits t
  | _ : ?P |- _ => match P with context [?t] => by_digits t end
  end; solve [intros; split_all; first [binary | divide; binary]].
Ltac arith ::=
  first [ of_digits | lia | solve [divided_out] | solve [intros; split_all; divided_out]
  | timeout 10 nia | solve [intros; divide; timeout 10 nia]
  | solve [assert by_euclid by exact I; first [timeout 10 lia | timeout 20 nia]]
  | timeout 20 (solve [intros; by_factors]) ].
Ltac light ::= first [of_digits | lia | solve [divided_out] | solve [intros; split_all; divided_out]].
Ltac pick_one ::=
  first [of_digits | lazymatch goal with |- _ \/ _ => first [solve [left; fits] | right; pick_one] | |- _ => fits end].
