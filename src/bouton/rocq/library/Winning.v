(* Games of alliances that the kernel computes: the list of those that win at a position, from those of its options,
   from the alliances that move there, and from those that have won where there is no move. *)
Require Import ZArith Lia List Bool Bouton Computed.
Import ListNotations.
Open Scope Z_scope.

Lemma some_is {A} (a b : A) : Some a = Some b -> a = b.
Proof. intro E. injection E as ->. reflexivity. Qed.
Definition among (a : Z) (l : list Z) : bool := existsb (Z.eqb a) l.
(* Two lists of the same numbers. *)
Definition alike (l k : list Z) : bool := forallb (fun a => among a k) l && forallb (fun a => among a l) k.
Lemma alike_is l k : alike l k = true <-> forall a, In a l <-> In a k.
Proof.
  unfold alike, among. rewrite andb_true_iff, !forallb_forall. split.
  - intros [A B] a. split; intro I; apply t_member; [apply A, I | apply B, I].
  - intro H. split; intros a I; apply t_member, H, I.
Qed.

Section Winning.
Variable position : Type.
Variable moves : position -> position -> Prop.
Variables side winner : Z -> position -> Prop.
Variables sides winners : position -> list Z.
Hypothesis side_is : forall p a, In a (sides p) <-> side a p.
Hypothesis winner_is : forall p a, In a (winners p) <-> winner a p.
Definition won_by (p : position) (l : list Z) : Prop := forall a, In a l <-> wins position moves side winner a p.
(* No longer than the alliances that move and what is known of an option, so that lists do not grow from move to move. *)
Definition winning_of (p : position) (known : list (list Z)) : list Z :=
  match known with
  | [] => winners p
  | l :: _ =>
      filter (fun a => existsb (among a) known) (sides p)
      ++ filter (fun a => negb (among a (sides p)) && forallb (among a) known) l
  end.
Lemma some_won qs known : Forall2 won_by qs known -> forall a,
  existsb (among a) known = true <-> exists q, In q qs /\ wins position moves side winner a q.
Proof.
  intro F. induction F as [|q l qs known W F IH]; intro a; cbn [existsb].
  - split; [discriminate | intros (q & [] & _)].
  - rewrite orb_true_iff, (IH a). unfold among. rewrite t_member, (W a). split.
    + intros [H | (r & R & H)]; [exists q | exists r]; cbn; auto.
    + intros (r & [<- | R] & H); [left; exact H | right; exists r; auto].
Qed.
Lemma all_won qs known : Forall2 won_by qs known -> forall a,
  forallb (among a) known = true <-> forall q, In q qs -> wins position moves side winner a q.
Proof.
  intro F. induction F as [|q l qs known W F IH]; intro a; cbn [forallb].
  - split; [intros _ q [] | reflexivity].
  - rewrite andb_true_iff, (IH a). unfold among. rewrite t_member, (W a). split.
    + intros [H K] r [<- | R]; [exact H | apply K, R].
    + intro H. split; [apply H; left; reflexivity | intros r R; apply H; right; exact R].
Qed.
Lemma winning_step p qs known : (forall q, moves p q <-> In q qs) -> Forall2 won_by qs known ->
  won_by p (winning_of p known).
Proof.
  intros M F a. unfold winning_of. pose proof (some_won qs known F a) as S. pose proof (all_won qs known F a) as A.
  destruct F as [|q l qs known W F].
  - rewrite winner_is. split.
    + intro H. apply ended; [|exact H]. intros q Q. apply M in Q. exact Q.
    + intro H. destruct H as [p _ H | p q _ Q _ | p _ [q Q] _]; [exact H | |]; apply M in Q; destruct Q.
  - rewrite in_app_iff, !filter_In, S, andb_true_iff, negb_true_iff, A. unfold among.
    rewrite <- not_true_iff_false, !t_member, side_is, (W a). split.
    + intros [[D (r & R & H)] | [_ [D H]]].
      * apply (moved _ _ _ _ _ p r D); [apply M, R | exact H].
      * apply awaited; [exact D | exists q; apply M; left; reflexivity | intros r R; apply H, M, R].
    + intro H. destruct H as [p N _ | p r D R H | p D _ H].
      * destruct (N q). apply M. left. reflexivity.
      * left. split; [exact D | exists r; split; [apply M, R | exact H]].
      * right. split; [apply H, M; left; reflexivity|]. split; [exact D | intros r R; apply H, M, R].
Qed.
End Winning.

(* What is computed of a list of positions, each after its options, by a step that looks at the position too. *)
Section Judged.
Variable position : Type.
Variable same : forall p q : position, {p = q} + {p <> q}.
Variable key : position -> positive.
Variable known : Type.
Variable good : position -> known -> Prop.
Variable options : position -> option (list position).
Variable step : position -> list known -> known.
Hypothesis stepped : forall p qs l, options p = Some qs -> Forall2 good qs l -> good p (step p l).
Fixpoint filled (ps : list position) (t : table position known) : option (table position known) :=
  match ps with
  | [] => Some t
  | p :: rest =>
      match options p with
      | Some qs =>
          match all_found position same key known qs t with
          | Some l => filled rest (put position key known p (step p l) t)
          | None => None
          end
      | None => None
      end
  end.
Lemma filled_sound ps : forall t u, sound position same key known good t -> filled ps t = Some u ->
  sound position same key known good u.
Proof.
  induction ps as [|p ps IH]; cbn; intros t u S E.
  - injection E as <-. exact S.
  - destruct (options p) as [qs|] eqn:O; [|discriminate E].
    destruct (all_found position same key known qs t) as [l|] eqn:F; [|discriminate E].
    apply (IH (put position key known p (step p l) t)); [|exact E]. apply sound_put; [exact S|].
    exact (stepped p qs l O (all_found_are position same key known good qs t S l F)).
Qed.
Definition judged (ps : list position) (right : position -> known -> bool) (these : list position) : bool :=
  match filled ps (empty position known) with
  | Some t =>
      forallb (fun p => match found position same key known p t with Some a => right p a | None => false end) these
  | None => false
  end.
Theorem judged_right ps right these : judged ps right these = true ->
  forall p, In p these -> exists a, good p a /\ right p a = true.
Proof.
  unfold judged. destruct (filled ps (empty position known)) as [t|] eqn:F; [|discriminate]. intros H p I.
  rewrite forallb_forall in H. specialize (H p I).
  destruct (found position same key known p t) as [a|] eqn:E; [|discriminate H]. exists a. split; [|exact H].
  exact (filled_sound ps _ t (sound_empty position same key known good) F p a E).
Qed.
End Judged.

(* Every position of some lists, one for each of the parameters, is right. *)
Section Boxes.
Variables parameters position known : Type.
Variable same : forall p q : position, {p = q} + {p <> q}.
Variable key : position -> positive.
Variable options : parameters -> position -> option (list position).
Variable step : parameters -> position -> list known -> known.
Variable good : parameters -> position -> known -> Prop.
Hypothesis stepped : forall g p qs l, options g p = Some qs -> Forall2 (good g) qs l -> good g p (step g p l).
Variable right : parameters -> position -> known -> bool.
Variables order these : parameters -> list position.
Definition boxes_judged (every : list parameters) : bool :=
  forallb (fun g => judged position same key known (options g) (step g) (order g) (right g) (these g)) every.
Theorem boxes_right every g p : boxes_judged every = true -> In g every -> In p (these g) ->
  exists a, good g p a /\ right g p a = true.
Proof.
  intros J G P. unfold boxes_judged in J. rewrite forallb_forall in J. specialize (J g G).
  exact (judged_right position same key known (good g) (options g) (step g) (stepped g) (order g) (right g) (these g)
    J p P).
Qed.
End Boxes.

(* What is claimed of the alliances that win, held against what is computed. *)
Section Claimed.
Variable position : Type.
Variable moves : position -> position -> Prop.
Variables side winner : Z -> position -> Prop.
Lemma winning_differs p l k (what : Z -> Prop) : won_by position moves side winner p l ->
  (forall x, In x k <-> what x) ->
  negb (alike l k) = true -> ~ (forall A, wins position moves side winner A p <-> what A).
Proof.
  intros W K X H. apply negb_true_iff in X. enough (alike l k = true) by congruence. apply alike_is. intro a.
  rewrite (W a), K. apply H.
Qed.
Lemma winning_agrees p l k (what : Z -> Prop) : won_by position moves side winner p l ->
  (forall x, In x k <-> what x) ->
  alike l k = true -> forall A, wins position moves side winner A p <-> what A.
Proof. intros W K X a. rewrite <- (W a), <- K. revert a. apply alike_is, X. Qed.
End Claimed.
