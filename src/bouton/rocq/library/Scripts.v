(* What the scripts of Bouton's files rest on besides: moves that lower a tuple of numbers, entry by entry, and how
   scripts reason where [Bouton.v], on which the proofs by hand rest, does not go far enough. *)
Require Import ZArith Lia Wf_nat List Zwf Bouton.
Import ListNotations.
Open Scope Z_scope.

(* The first entry that differs is less, and no less than 0. *)
Fixpoint lower (a b : list Z) : Prop :=
  match a, b with
  | x :: a', y :: b' => 0 <= x < y /\ length a' = length b' \/ x = y /\ lower a' b'
  | _, _ => False
  end.
Lemma lower_ends : forall b, Acc lower b.
Proof.
  intro b. remember (length b) as n eqn:E. revert b E. induction n as [|n IH]; intros [|y b] E; try discriminate E.
  - constructor. intros [|x a] [].
  - injection E as E. revert b E. induction y as [y IHy] using (well_founded_induction (Zwf_well_founded 0)).
    intros b E. pose proof (IH b E) as A. induction A as [b _ IHb]. constructor. intros [|x a] L; [destruct L|].
    destruct L as [[L M] | [-> L]].
    + apply IHy; [unfold Zwf; lia | congruence].
    + assert (length a = length b) as K.
      { clear - L. revert b L. induction a as [|x a IHa]; intros [|y b] L; cbn in *; try contradiction.
        destruct L as [[_ ->] | [_ L]]; [reflexivity | f_equal; apply IHa, L]. }
      apply IHb; [exact L | congruence].
Qed.

(* The theorems of [Bouton.v] for such a measure. *)
Section Measured.
Variable position : Type.
Variable legal : position -> Prop.
Variable moves : position -> position -> Prop.
Variable size : position -> list Z.
Hypothesis closed : forall p q, legal p -> moves p q -> legal q.
Hypothesis lowered : forall p q, legal p -> moves p q -> lower (size q) (size p).

Lemma by_moves (what : position -> Prop) :
  (forall p, legal p -> (forall q, moves p q -> what q) -> what p) -> forall p, legal p -> what p.
Proof.
  intros step p. remember (size p) as n eqn:E. revert p E. induction (lower_ends n) as [n _ IH]. intros p -> L.
  apply (step p L). intros q M. exact (IH (size q) (lowered p q L M) q eq_refl (closed p q L M)).
Qed.

Section Lost.
Variable misere : Prop.
Variable claimed : position -> Prop.
Hypothesis decided : forall p, legal p -> claimed p \/ ~ claimed p.
Hypothesis independent : forall p q, legal p -> claimed p -> moves p q -> ~ claimed q.
Hypothesis not_terminal : misere -> forall p, legal p -> claimed p -> exists q, moves p q.
Hypothesis absorbing : forall p, legal p -> ~ claimed p ->
  (exists q, moves p q /\ claimed q) \/ (misere /\ forall q, ~ moves p q).

Theorem lost_as_claimed : forall p, legal p -> (P_position position moves misere p <-> claimed p).
Proof.
  assert (forall p, legal p -> (claimed p -> P_position position moves misere p)
    /\ (~ claimed p -> N_position position moves misere p)) as A.
  { apply by_moves. intros p L IH. split; intro H.
    - constructor; [|intro m; exact (not_terminal m p L H)].
      intros q M. apply (IH q M). exact (independent p q L H M).
    - destruct (absorbing p L H) as [[q [M C]] | [m T]].
      + apply (next _ _ _ p q M). apply (IH q M), C.
      + apply stuck; assumption. }
  assert (forall p, legal p -> P_position position moves misere p -> N_position position moves misere p -> False) as B.
  { apply (by_moves (fun p => P_position position moves misere p -> N_position position moves misere p -> False)).
    intros p L IH P N. destruct P as [p P T]. destruct N as [p q M Q | p m S].
    - exact (IH q M Q (P q M)).
    - destruct (T m) as [q M]. exact (S q M). }
  intros p L. split; intro H; [|apply (A p L), H].
  destruct (decided p L) as [C | C]; [exact C|]. destruct (B p L H). apply (A p L), C.
Qed.
End Lost.

Section Sides.
Variables side winner : Z -> position -> Prop.
Variable claimed : Z -> position -> Prop.
Hypothesis terminal_or_not : forall p, legal p -> (exists q, moves p q) \/ (forall q, ~ moves p q).
Hypothesis one_moves : forall p, legal p -> exists a, side a p /\ forall b, side b p -> b = a.
Hypothesis one_claimed : forall p, legal p -> exists a, claimed a p /\ forall b, claimed b p -> b = a.
Hypothesis at_end : forall p a, legal p -> (forall q, ~ moves p q) -> (claimed a p <-> winner a p).
Hypothesis winning : forall p a, legal p -> side a p -> claimed a p -> (exists q, moves p q) ->
  exists q, moves p q /\ claimed a q.
Hypothesis losing : forall p q a b, legal p -> side a p -> claimed b p -> b <> a -> moves p q -> claimed b q.

Theorem won_as_claimed : forall p a, legal p -> (wins position moves side winner a p <-> claimed a p).
Proof.
  intros p a L. revert a. revert p L.
  apply (by_moves (fun p => forall a, wins position moves side winner a p <-> claimed a p)). intros p L IH a.
  assert (forall q b c, moves p q -> claimed b q -> claimed c q -> b = c) as U.
  { intros q b c M B C. destruct (one_claimed q) as [d [_ D]]; [exact (closed p q L M)|].
    rewrite (D b B), (D c C). reflexivity. }
  destruct (one_moves p L) as [s [S T]]. destruct (one_claimed p L) as [c [C D]]. split; intro H.
  - destruct H as [p N W | p q S' M W | p S' [q M] W].
    + apply at_end; assumption.
    + apply (IH q M) in W. destruct (Z.eq_dec c a) as [-> | N]; [exact C|].
      exfalso. apply N. exact (U q c a M (losing p q a c L S' C N M) W).
    + destruct (Z.eq_dec c a) as [-> | N]; [exact C|]. exfalso. apply N. destruct (Z.eq_dec c s) as [-> | N'].
      * destruct (winning p s L S C) as (r & R & K); [exists q; exact M|]. apply (U r s a R K), (IH r R), W, R.
      * apply (U q c a M); [exact (losing p q s c L S C N' M)|]. apply (IH q M), W, M.
  - rewrite (D a H) in *. clear H. destruct (terminal_or_not p L) as [M | N].
    + destruct (Z.eq_dec c s) as [-> | N].
      * destruct (winning p s L S C M) as (q & Q & K). apply (moved _ _ _ _ s p q S Q). apply (IH q Q), K.
      * apply awaited; [intro X; apply N, T, X | exact M |]. intros q Q. apply (IH q Q).
        exact (losing p q s c L S C N Q).
    + apply ended; [exact N|]. apply at_end; assumption.
Qed.
End Sides.
End Measured.
Ltac lowers :=
  cbn [lower length]; first [ left; split; [arith | reflexivity] | right; split; [arith | lowers] ].

(* Quotients are compared with 0, too. *)
Ltac noted_zero := match goal with _ : quotient ?b _ |- _ => assert (quotient b 0) by exact I end.
Ltac divided_out ::=
  intros; divide; first [lia | compare_quotients 4%nat | noted_zero; compare_quotients 3%nat].

(* Names without arguments have no parts, and a value that a hypothesis gives is taken after those that equations do. *)
Ltac same :=
  lazymatch goal with
  | |- @eq Z ?a ?b => first [is_evar a | is_evar b | plain_goal]; reflexivity
  | |- _ => reflexivity
  end.
Ltac plainly :=
  lazymatch goal with
  | |- _ :: _ = _ :: _ => tuples
  | |- _ = _ =>
      first [ same | isolated | symmetry; isolated
        | lazymatch goal with |- @eq Z _ _ => fail | _ => solve [progress f_equal; plainly] end
        | plain_goal; lia ]
  end.
Ltac given ::= first [plainly | lazymatch goal with |- _ = _ => first [reflexivity | eassumption] end].
Ltac search known ::=
  lazymatch goal with
  | |- _ \/ _ => first [plain_goal; light | left; search known | right; search known]
  | |- _ =>
      leaves; try plainly; try (known; leaves; try plainly); try given;
      lazymatch goal with
      | |- True => exact I
      | |- _ \/ _ => search known
      | |- _ => first [plain_goal; first [assumption | light] | eassumption
          | intro; known; split_all; known; split_all; light | progress known; search known]
      end
  end.
(* What is denied of a predicate is a hypothesis, in which its solved form is put as well, or is against what is known. *)
Ltac denied known :=
  intros; split_all; match goal with H : ~ _ |- _ => exfalso; apply H; clear H; search known end.
Ltac ended known sought := first [finish sought | search known | denied known].
Ltac by_parts known sought ::=
  split; intro;
  [ split_all; known; tidy; split_all; subst; ended known sought | split_all; ended known sought ].
