(* What Bouton's files rest on, proved once. A game is a type of positions, those that are legal, and its moves.
   In normal play who cannot move has lost; in misere play, where [misere] is True, that player has won. *)
Require Import ZArith Lia Wf_nat.

Section Kernel.
Variable position : Type.
Variable legal : position -> Prop.
Variable moves : position -> position -> Prop.
Variable misere : Prop.

(* The outcomes, by their definition: no strategy, no characterisation. *)
Inductive P_position : position -> Prop :=
| previous p : (forall q, moves p q -> N_position q) -> (misere -> exists q, moves p q) -> P_position p
with N_position : position -> Prop :=
| next p q : moves p q -> P_position q -> N_position p
| stuck p : misere -> (forall q, ~ moves p q) -> N_position p.

Variable size : position -> nat.
Variable claimed : position -> Prop.
Hypothesis decided : forall p, legal p -> claimed p \/ ~ claimed p.
Hypothesis closed : forall p q, legal p -> moves p q -> legal q.
Hypothesis lowered : forall p q, legal p -> moves p q -> (size q < size p)%nat.
Hypothesis independent : forall p q, legal p -> claimed p -> moves p q -> ~ claimed q.
Hypothesis not_terminal : misere -> forall p, legal p -> claimed p -> exists q, moves p q.
Hypothesis absorbing : forall p, legal p -> ~ claimed p ->
  (exists q, moves p q /\ claimed q) \/ (misere /\ forall q, ~ moves p q).

Theorem outcomes : forall p, legal p -> (claimed p -> P_position p) /\ (~ claimed p -> N_position p).
Proof.
  intro p. remember (size p) as n eqn:E. revert p E.
  induction n as [n IH] using lt_wf_ind. intros p E L. split; intro H.
  - constructor.
    + intros q M. apply (IH (size q)); auto. { subst; eauto. } { eauto. } { eapply independent; eauto. }
    + intro mis. eauto.
  - destruct (absorbing p L H) as [[q [M C]] | [mis T]].
    + apply (next p q M). apply (IH (size q)); auto. { subst; eauto. } { eauto. }
    + apply stuck; assumption.
Qed.

(* No legal position has both outcomes, so that what is said of the one decides the other. *)
Lemma not_both : forall p, legal p -> P_position p -> N_position p -> False.
Proof.
  intro p. remember (size p) as n eqn:E. revert p E.
  induction n as [n IH] using lt_wf_ind. intros p E L HP HN.
  destruct HP as [p HP T]. destruct HN as [p q M HQ | p mis S].
  - apply (IH (size q)) with (p := q); auto. { subst; eauto. } { eauto. }
  - destruct (T mis) as [q M]. exact (S q M).
Qed.

Theorem kernel : forall p, legal p -> (P_position p <-> claimed p).
Proof.
  intros p L. split; intro H.
  - destruct (decided p L) as [C | C]; auto. destruct (not_both p L H). apply outcomes; auto.
  - apply outcomes; auto.
Qed.
End Kernel.

Open Scope Z_scope.
(* How the scripts of Bouton's files reason: what is a definition is opened, and the rest is arithmetic. *)
Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.
Lemma divided a b : 0 <= a -> 0 < b -> exists d r, a = b * d + r /\ 0 <= r < b /\ 0 <= d /\ Z.rem a b = r /\ Z.quot a b = d.
Proof.
  intros A B. exists (Z.quot a b), (Z.rem a b).
  pose proof (Z.quot_rem' a b). pose proof (Z.rem_bound_pos a b A B). pose proof (Z.quot_pos a b A B). lia.
Qed.
(* Divisions by something unknown: each as quotient and remainder, and the quotients compared two by two. *)
Definition quotient (d : Z) : Prop := True.
Ltac divide_one a b :=
  let d := fresh "d" in let r := fresh "r" in let E := fresh "E" in let F := fresh "F" in
  let G := fresh "G" in let R := fresh "R" in let Q := fresh "Q" in
  destruct (divided a b) as (d & r & E & F & G & R & Q); [first [lia | nia] | first [lia | nia] | ];
  rewrite ?R, ?Q in *; clear R Q; assert (quotient d) by exact I.
Ltac divide :=
  repeat match goal with
  | _ : context [Z.rem ?a ?b] |- _ => divide_one a b
  | _ : context [Z.quot ?a ?b] |- _ => divide_one a b
  | |- context [Z.rem ?a ?b] => divide_one a b
  | |- context [Z.quot ?a ?b] => divide_one a b
  end.
Ltac compare_quotients :=
  first [
    match goal with
    | A : quotient ?a, B : quotient ?b |- _ =>
        lazymatch a with b => fail | _ => idtac end; clear A;
        let W := fresh "W" in
        assert (a <= b - 1 \/ a = b \/ a = b + 1 \/ a >= b + 2) as W by lia; destruct W as [W|[W|[W|W]]];
        try (subst a); first [lia | nia | compare_quotients]
    end
  | lia | nia ].
Ltac arith := first [lia | nia | solve [intros; divide; first [lia | nia | compare_quotients]]].
Ltac pull :=
  repeat match goal with
  | H : exists _, _ |- _ => destruct H
  | H : _ /\ _ |- _ => destruct H
  | H : False |- _ => destruct H
  | H : ?a = ?b |- _ =>
      lazymatch type of a with Z => fail | _ => first [discriminate H | injection H; clear H; intros; subst] end
  end; subst.
Ltac split_all := pull; repeat (match goal with H : _ \/ _ |- _ => destruct H end; pull).
Ltac search known :=
  lazymatch goal with
  | |- True => exact I
  | |- exists _, _ => eexists; search known
  | |- _ /\ _ => split; [search known | search known]
  | |- _ \/ _ => first [solve [left; search known] | solve [right; search known]]
  | |- _ = _ => first [reflexivity | eassumption | arith]
  | |- _ => first [eassumption | arith | progress known; search known | intro; known; split_all; known; split_all; arith]
  end.
(* [known] puts the solved forms in the places of the predicates. *)
Ltac solved known :=
  split; intro; [split_all; known; split_all; first [arith | search known] | split_all; search known].
