(* Games of any number of heaps in which a move lowers one: what rules count of the heaps, their outcomes by that, and
   their values by those of single heaps. Nothing here has to be read: Rocq checks it, and no statement rests on it. *)
Require Import ZArith Lia List Permutation Wf_nat Bouton Sums Misere.
Import ListNotations.
Open Scope Z_scope.

(* What is counted of the heaps, one after the other. *)
Fixpoint tally (f : Z -> Z) (l : list Z) : Z := match l with [] => 0 | s :: r => f s + tally f r end.
Definition one (c : Z -> bool) (s : Z) : Z := if c s then 1 else 0.
Definition standing_only (f : Z -> Z) (t : Z) : Z := if t <=? 0 then 0 else f t.
Lemma tally_same f a b : Permutation a b -> tally f a = tally f b.
Proof. intro E. induction E; cbn [tally] in *; lia. Qed.
Lemma tally_between f a s b : tally f (a ++ s :: b) = f s + tally f (a ++ b).
Proof. rewrite (tally_same f _ (s :: a ++ b)); [reflexivity|]. symmetry. apply Permutation_middle. Qed.
Lemma tally_left_over f l : tally f (left_over l) = tally (standing_only f) l.
Proof.
  unfold left_over, standing_only. induction l as [|s l IH]; [reflexivity|]. cbn [filter tally].
  destruct (Z.ltb_spec 0 s), (Z.leb_spec s 0); cbn [tally]; lia.
Qed.
Lemma tally_standing f l : standing l -> tally (standing_only f) l = tally f l.
Proof. intro H. rewrite <- tally_left_over, left_over_standing by exact H. reflexivity. Qed.
Lemma tally_not_negative f l : standing l -> (forall s, 1 <= s -> 0 <= f s) -> 0 <= tally f l.
Proof. intros S N. induction S as [|s l L _ IH]; cbn [tally]; [lia|]. specialize (N s L). lia. Qed.
Lemma one_not_negative c s : 0 <= one c s.
Proof. unfold one. destruct (c s); lia. Qed.
Lemma tally_some f l : standing l -> 0 < tally f l -> exists a s b, l = a ++ s :: b /\ 1 <= s /\ 0 < f s.
Proof.
  intros S. induction S as [|s l L _ IH]; cbn [tally]; intro H; [lia|]. destruct (Z.lt_ge_cases 0 (f s)) as [P|P].
  - exists [], s, l. auto.
  - destruct IH as (a & t & b & -> & T); [lia|]. exists (s :: a), t, b. auto.
Qed.
Lemma length_is l : tally (one (fun _ => true)) l = Z.of_nat (length l).
Proof. induction l as [|s l IH]; [reflexivity|]. cbn [tally length]. rewrite IH. unfold one. lia. Qed.
Lemma at_place a s b t : heap_at (a ++ s :: b) (Z.of_nat (length a) + 1) t <-> t = s.
Proof.
  unfold heap_at, size_of. rewrite app_length. cbn [length].
  replace (Z.to_nat (Z.of_nat (length a) + 1 - 1)) with (length a) by lia. rewrite nth_middle. lia.
Qed.
Lemma standing_at l i s : standing l -> heap_at l i s -> 1 <= s.
Proof.
  intros S H. apply heap_at_is in H as (a & b & -> & _). apply Forall_app in S as [_ S]. exact (Forall_inv S).
Qed.
Lemma some_is l c (what : Prop) : (what <-> exists i s, heap_at l i s /\ c s = true) ->
  (what <-> 0 < tally (one c) l).
Proof.
  intros ->. split.
  - intros (i & s & H & C). apply heap_at_is in H as (a & b & -> & _). rewrite tally_between. unfold one at 1.
    rewrite C. assert (0 <= tally (one c) (a ++ b)); [|lia]. induction (a ++ b) as [|x l IH]; cbn [tally]; [lia|].
    pose proof (one_not_negative c x). lia.
  - induction l as [|s l IH]; cbn [tally]; intro H; [lia|]. destruct (c s) eqn:C.
    + exists 1, s. split; [apply heap_at_is; exists [], l; split; reflexivity|exact C].
    + unfold one in H at 1. rewrite C in H. destruct IH as (i & t & P & D); [lia|]. exists (i + 1), t.
      split; [|exact D]. apply heap_at_is in P as (a & b & -> & ->). apply heap_at_is. exists (s :: a), b.
      split; [reflexivity|]. cbn [length]. lia.
Qed.

(* Aggregates of one tuple for each heap with what is asked of it. *)
Fixpoint tuples_of (c : Z -> bool) (shape : Z -> Z -> list Z) (i : Z) (l : list Z) : list (list Z) :=
  match l with [] => [] | s :: r => (if c s then [shape i s] else []) ++ tuples_of c shape (i + 1) r end.
Section Tuples.
Variable c : Z -> bool.
Variable shape : Z -> Z -> list Z.
Hypothesis apart : forall i s j t, shape i s = shape j t -> i = j.
Lemma tuples_in l t : forall i, In t (tuples_of c shape i l) <->
  exists n s, nth_error l n = Some s /\ c s = true /\ t = shape (i + Z.of_nat n) s.
Proof.
  induction l as [|x l IH]; intro i; cbn [tuples_of].
  - split; [intros []|]. intros (n & s & E & _). destruct n; discriminate.
  - rewrite in_app_iff, IH. split.
    + intros [H|(n & s & E & C & ->)].
      * destruct (c x) eqn:C; [|destruct H]. destruct H as [<-|[]]. exists 0%nat, x. cbn. rewrite Z.add_0_r. auto.
      * exists (S n), s. split; [exact E|]. split; [exact C|]. f_equal. lia.
    + intros ([|n] & s & E & C & ->); cbn in E.
      * injection E as ->. left. rewrite C. left. f_equal. lia.
      * right. exists n, s. split; [exact E|]. split; [exact C|]. f_equal. lia.
Qed.
Lemma tuples_once l : forall i, NoDup (tuples_of c shape i l).
Proof.
  induction l as [|x l IH]; intro i; cbn [tuples_of]; [constructor|]. destruct (c x); [|apply IH]. constructor; [|apply IH].
  intro H. apply tuples_in in H as (n & s & _ & _ & E). apply apart in E. lia.
Qed.
Lemma heap_nth l i s : heap_at l i s <-> exists n, nth_error l n = Some s /\ i = 1 + Z.of_nat n.
Proof.
  rewrite heap_at_is. split.
  - intros (a & b & -> & ->). exists (length a). split; [|lia]. rewrite nth_error_app2, Nat.sub_diag by lia. reflexivity.
  - intros (n & E & ->). apply nth_error_split in E as (a & b & -> & <-). exists a, b. split; [reflexivity|lia].
Qed.
Variable these : list Z -> Prop.
Variable l : list Z.
Hypothesis these_are : forall t, these t <-> exists i s, heap_at l i s /\ c s = true /\ t = shape i s.
Lemma all_of_them t : these t <-> In t (tuples_of c shape 1 l).
Proof.
  rewrite these_are, tuples_in. split.
  - intros (i & s & H & C & ->). apply heap_nth in H as (n & E & ->). exists n, s. auto.
  - intros (n & s & E & C & ->). exists (1 + Z.of_nat n), s. rewrite heap_nth. eauto.
Qed.
Theorem counted_heaps n : counted these n <-> n = tally (one c) l.
Proof.
  rewrite (counted_is _ (tuples_of c shape 1 l) _ (tuples_once l 1) all_of_them).
  assert (forall i, Z.of_nat (length (tuples_of c shape i l)) = tally (one c) l) as E; [|rewrite E; reflexivity].
  clear. induction l as [|x r IH]; intro i; [reflexivity|]. cbn [tuples_of tally]. rewrite app_length, Nat2Z.inj_add, IH.
  unfold one at 2. destruct (c x); reflexivity.
Qed.
Variable weight : Z -> Z.
Hypothesis first : forall i s, hd 0 (shape i s) = weight s.
Theorem summed_heaps n : summed these n <-> n = tally (fun s => if c s then weight s else 0) l.
Proof.
  rewrite (summed_is _ (tuples_of c shape 1 l) _ (tuples_once l 1) all_of_them).
  assert (forall i, fold_right Z.add 0 (map (hd 0) (tuples_of c shape i l)) = tally (fun s => if c s then weight s else 0) l)
    as E; [|rewrite E; reflexivity].
  clear - first. induction l as [|x r IH]; intro i; [reflexivity|]. cbn [tuples_of tally].
  destruct (c x); cbn [app map fold_right]; rewrite IH; [rewrite first|]; lia.
Qed.
End Tuples.

(* How heaps are put in order. *)
Lemma descending_same l : Permutation (descending l) l.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn. rewrite put_in_same. constructor. exact IH. Qed.
Lemma in_place_same l : Permutation (in_place l) l.
Proof. reflexivity. Qed.

Section Lowering.
Variable position : Type.
Variable moves : position -> position -> Prop.
Variable heaps_of : position -> list Z.
Variable order : list Z -> list Z.
Variable step : Z -> Z -> Prop.
Hypothesis ordered : forall l, Permutation (order l) l.
Hypothesis down : forall s t, 1 <= s -> step s t -> 0 <= t < s.
Hypothesis there : forall p q, moves p q -> exists a s b t,
  heaps_of p = a ++ s :: b /\ step s t /\ heaps_of q = order (left_over (a ++ t :: b)).
Hypothesis back : forall p a s b t, heaps_of p = a ++ s :: b -> step s t ->
  exists q, moves p q /\ heaps_of q = order (left_over (a ++ t :: b)).

Lemma between p a s b : standing (heaps_of p) -> heaps_of p = a ++ s :: b -> standing (a ++ b) /\ 1 <= s.
Proof.
  intros S E. rewrite E in S. apply Forall_app in S as [A B]. split; [apply Forall_app; split|exact (Forall_inv B)].
  - exact A.
  - exact (Forall_inv_tail B).
Qed.
Lemma left_between a b t : standing (a ++ b) -> Permutation (order (left_over (a ++ t :: b))) (left_over [t] ++ a ++ b).
Proof.
  intro H. rewrite ordered. apply Forall_app in H as [A B]. change (t :: b) with ([t] ++ b).
  rewrite !left_over_app, (left_over_standing a A), (left_over_standing b B), !app_assoc.
  apply Permutation_app_tail. apply Permutation_app_comm.
Qed.
Lemma tally_after f a b t : standing (a ++ b) ->
  tally f (order (left_over (a ++ t :: b))) = standing_only f t + tally f (a ++ b).
Proof. intro H. rewrite (tally_same f _ _ (ordered _)), tally_left_over, tally_between, tally_standing by exact H. reflexivity. Qed.
Lemma led p q a s b t : standing (heaps_of p) -> heaps_of p = a ++ s :: b -> step s t ->
  heaps_of q = order (left_over (a ++ t :: b)) -> standing (heaps_of q) /\ weight (heaps_of q) < weight (heaps_of p).
Proof.
  intros S E D Q. destruct (between p a s b S E) as [A B]. destruct (down s t B D) as [T L].
  assert (Permutation (heaps_of q) (left_over [t] ++ a ++ b)) as H by (rewrite Q; apply left_between; exact A). split.
  - apply (Permutation_Forall (Permutation_sym H)), Forall_app. split; [|exact A]. unfold left_over. cbn.
    destruct (Z.ltb_spec 0 t); repeat constructor. lia.
  - rewrite (weight_same _ _ H), E, !weight_app. change (weight (s :: b)) with (2 * s - 1 + weight b).
    assert (weight (left_over [t]) < 2 * s - 1); [|lia]. unfold left_over. cbn [filter].
    destruct (Z.ltb_spec 0 t); [change (weight [t]) with (2 * t - 1 + 0) | change (weight []) with 0]; lia.
Qed.

(* Outcomes by what is counted. *)
Section Counted.
Variable misere : Prop.
Variable claimed : position -> Prop.
Hypothesis decided : forall p, standing (heaps_of p) -> claimed p \/ ~ claimed p.
Hypothesis independent : forall p q a s b t, standing (heaps_of p) -> standing (a ++ b) -> 1 <= s ->
  heaps_of p = a ++ s :: b -> step s t -> heaps_of q = order (left_over (a ++ t :: b)) -> claimed p -> ~ claimed q.
Hypothesis not_terminal : misere -> forall p, standing (heaps_of p) -> claimed p ->
  exists a s b t, heaps_of p = a ++ s :: b /\ step s t.
Hypothesis absorbing : forall p, standing (heaps_of p) -> ~ claimed p ->
  (exists a s b t, heaps_of p = a ++ s :: b /\ step s t /\
    forall q, heaps_of q = order (left_over (a ++ t :: b)) -> claimed q) \/ (misere /\ heaps_of p = []).
Theorem lost_as_counted : forall p, standing (heaps_of p) -> (P_position position moves misere p <-> claimed p).
Proof.
  apply (kernel position (fun p => standing (heaps_of p)) moves misere (fun p => Z.to_nat (weight (heaps_of p))) claimed).
  - exact decided.
  - intros p q S M. destruct (there p q M) as (a & s & b & t & E & D & Q). apply (led p q a s b t S E D Q).
  - intros p q S M. destruct (there p q M) as (a & s & b & t & E & D & Q).
    destruct (led p q a s b t S E D Q) as [A B]. pose proof (weight_not_negative _ A). lia.
  - intros p q S C M. destruct (there p q M) as (a & s & b & t & E & D & Q). destruct (between p a s b S E) as [A B].
    exact (independent p q a s b t S A B E D Q C).
  - intros m p S C. destruct (not_terminal m p S C) as (a & s & b & t & E & D).
    destruct (back p a s b t E D) as (q & M & _). eauto.
  - intros p S C. destruct (absorbing p S C) as [(a & s & b & t & E & D & H)|[m E]].
    + left. destruct (back p a s b t E D) as (q & M & Q). eauto.
    + right. split; [exact m|]. intros q M. destruct (there p q M) as (a & s & b & t & F & _). rewrite E in F.
      destruct a; discriminate.
Qed.
End Counted.

(* Values: the nim-sum of those of the heaps. *)
Section Worth.
Variable G : Z -> Z.
Hypothesis not_negative : forall s, 0 <= G s.
Hypothesis nothing : G 0 = 0.
Hypothesis kept : forall s t, 1 <= s -> step s t -> G t <> G s.
Hypothesis lesser : forall s m, 1 <= s -> 0 <= m < G s -> exists t, step s t /\ G t = m.
Let option (s : Z) (r : list Z) : Prop := exists t, step s t /\ r = left_over [t].
Lemma smaller s r : 1 <= s -> option s r -> standing r /\ weight r < 2 * s - 1.
Proof.
  intros S (t & D & ->). pose proof (down s t S D). unfold left_over, standing. cbn [filter].
  destruct (Z.ltb_spec 0 t); (split; [repeat constructor; lia|]);
    [change (weight [t]) with (2 * t - 1 + 0) | change (weight []) with 0]; lia.
Qed.
Lemma by_options s : 1 <= s -> valued option G s.
Proof.
  intro S. split.
  - intros r (t & D & ->). pose proof (down s t S D). rewrite worth_one by (try exact nothing; lia). exact (kept s t S D).
  - intros m M. destruct (lesser s m S M) as (t & D & E). pose proof (down s t S D). exists (left_over [t]).
    split; [exists t; auto|]. rewrite worth_one by (try exact nothing; lia). exact E.
Qed.
Lemma sound p q : standing (heaps_of p) -> moves p q -> exists a s b r,
  heaps_of p = a ++ s :: b /\ option s r /\ Permutation (heaps_of q) (r ++ a ++ b).
Proof.
  intros S M. destruct (there p q M) as (a & s & b & t & E & D & Q). exists a, s, b, (left_over [t]).
  split; [exact E|]. split; [exists t; auto|]. rewrite Q. apply left_between. apply (between p a s b S E).
Qed.
Lemma complete p a s b r : standing (heaps_of p) -> heaps_of p = a ++ s :: b -> option s r ->
  exists q, moves p q /\ Permutation (heaps_of q) (r ++ a ++ b).
Proof.
  intros S E (t & D & ->). destruct (back p a s b t E D) as (q & M & Q). exists q. split; [exact M|]. rewrite Q.
  apply left_between. apply (between p a s b S E).
Qed.
Theorem value_is_worth : forall p, standing (heaps_of p) -> has_value moves p (worth G (heaps_of p)).
Proof. exact (value_of_sum position moves heaps_of option G not_negative smaller by_options sound complete). Qed.
Theorem lost_where_0 p : standing (heaps_of p) -> (P_position position moves False p <-> worth G (heaps_of p) = 0).
Proof. intro S. apply outcome_by_value, value_is_worth, S. Qed.
Hypothesis worth_something : forall s, 1 <= s -> 1 <= G s.
Theorem lost_in_misere p : standing (heaps_of p) -> (P_position position moves True p <->
  0 < tally (one (fun s => 1 <? G s)) (heaps_of p) /\ worth G (heaps_of p) = 0
  \/ tally (one (fun s => 1 <? G s)) (heaps_of p) <= 0 /\ worth G (heaps_of p) = 1).
Proof.
  intro S. assert (small G (heaps_of p) <-> tally (one (fun s => 1 <? G s)) (heaps_of p) <= 0) as E.
  { rewrite <- Z.nlt_ge. rewrite <- (some_is (heaps_of p) (fun s => 1 <? G s) _ (iff_refl _)). unfold small. split.
    - intros F (i & s & H & C). apply heap_at_is in H as (a & b & E & _). rewrite E in F.
      apply Forall_app in F as [_ F]. pose proof (Forall_inv F). apply Z.ltb_lt in C. cbn in *. lia.
    - intro N. apply Forall_forall. intros s I. destruct (Z.le_gt_cases (G s) 1) as [L|L]; [exact L|]. destruct N.
      apply in_split in I as (a & b & ->). exists (Z.of_nat (length a) + 1), s. split; [apply at_place; reflexivity|].
      apply Z.ltb_lt. lia. }
  rewrite (misere_sum position moves heaps_of option G not_negative worth_something smaller by_options) with (p := p).
  - unfold tame. rewrite E, Z.nle_gt. reflexivity.
  - intros s r L (t & D & ->) _. pose proof (down s t L D). destruct (Z.le_gt_cases (G t) 1) as [M|M].
    + left. apply small_one; lia.
    + right. rewrite worth_one by (try exact nothing; lia). lia.
  - intros s m L M B. destruct (lesser s m L (conj (proj1 M) B)) as (t & D & F). pose proof (down s t L D).
    exists (left_over [t]). split; [exists t; auto|]. rewrite worth_one by (try exact nothing; lia).
    split; [exact F|]. apply small_one; lia.
  - exact sound.
  - exact complete.
  - exact S.
Qed.
End Worth.

(* Where no heap is worth more than 1, and each can be lowered, every move changes the nim-sum: in misere play the player
   before whom it is 1 loses. *)
Section Small.
Variable G : Z -> Z.
Hypothesis not_negative : forall s, 0 <= G s.
Hypothesis nothing : G 0 = 0.
Hypothesis kept : forall s t, 1 <= s -> step s t -> G t <> G s.
Hypothesis at_most_1 : forall s, 1 <= s -> G s <= 1.
Hypothesis never_stuck : forall s, 1 <= s -> exists t, step s t.
Lemma worth_changes p q a s b t : standing (heaps_of p) -> heaps_of p = a ++ s :: b -> step s t ->
  heaps_of q = order (left_over (a ++ t :: b)) -> worth G (heaps_of q) = 1 - worth G (heaps_of p).
Proof.
  intros S E D Q. destruct (between p a s b S E) as [A B]. pose proof (down s t B D). pose proof (kept s t B D) as K.
  rewrite Q, E, (worth_same G _ _ (left_between a b t A)), worth_app, worth_one, worth_between by (try exact nothing; lia).
  assert (small G (a ++ b)) as M by (apply (Forall_impl _ at_most_1 A)).
  pose proof (small_worth G _ not_negative M) as W. pose proof (not_negative s). pose proof (not_negative t).
  pose proof (at_most_1 s B). assert (G t <= 1).
  { destruct (Z.eq_dec t 0) as [->|]; [rewrite nothing; lia | apply at_most_1; lia]. }
  assert (worth G (a ++ b) = 0 \/ worth G (a ++ b) = 1) as [X|X] by lia; rewrite X;
    (assert (G s = 0 /\ G t = 1 \/ G s = 1 /\ G t = 0) as [[Y Z]|[Y Z]] by lia); rewrite Y, Z; reflexivity.
Qed.
Theorem lost_by_parity : forall p, standing (heaps_of p) ->
  (P_position position moves True p <-> worth G (heaps_of p) = 1).
Proof.
  assert (forall p, standing (heaps_of p) -> heaps_of p = [] \/ exists s b t, heaps_of p = [] ++ s :: b /\ step s t) as N.
  { intros p S. destruct (heaps_of p) as [|s b] eqn:E; [left; reflexivity|]. right.
    destruct (never_stuck s (Forall_inv S)) as (t & D). exists s, b, t. auto. }
  apply lost_as_counted.
  - intros p S. destruct (Z.eq_dec (worth G (heaps_of p)) 1); auto.
  - intros p q a s b t S _ _ E D Q C. rewrite (worth_changes p q a s b t S E D Q). lia.
  - intros _ p S C. destruct (N p S) as [E|(s & b & t & E & D)]; [rewrite E in C; discriminate C | exists [], s, b, t; auto].
  - intros p S C. destruct (N p S) as [E|(s & b & t & E & D)]; [auto|]. left. exists [], s, b, t. split; [exact E|].
    split; [exact D|]. intros q Q. rewrite (worth_changes p q [] s b t S E D Q).
    assert (small G (heaps_of p)) as M by (apply (Forall_impl _ at_most_1 S)).
    pose proof (small_worth G _ not_negative M). lia.
Qed.
End Small.
End Lowering.

Lemma standing_apart a s b : standing (a ++ s :: b) -> standing (a ++ b).
Proof. intro S. apply Forall_app in S as [A B]. apply Forall_app. split; [exact A | exact (Forall_inv_tail B)]. Qed.
Lemma nobody l : tally (one (fun _ => true)) l <= 0 -> l = [].
Proof. rewrite length_is. destruct l; [reflexivity|]. cbn [length]. lia. Qed.
Lemma tally_alike f h l : standing l -> (forall s, 1 <= s -> f s = h s) -> tally f l = tally h l.
Proof. intros S E. induction S as [|s l L _ IH]; cbn [tally]; [reflexivity|]. rewrite IH, (E s L). reflexivity. Qed.
(* Where no heap is worth more than 1 the nim-sum is that of their number. *)
Lemma few_are_counted G l : standing l -> (forall s, 0 <= G s) -> (forall s, 1 <= s -> 1 <= G s) ->
  tally (one (fun s => 1 <? G s)) l <= 0 -> worth G l = Z.rem (tally (one (fun _ => true)) l) 2.
Proof.
  intros S N W T. rewrite length_is. assert (small G l) as M.
  { clear N. induction S as [|s l L S' IH]; [constructor|]. cbn [tally] in T. unfold one at 1 in T.
    assert (0 <= tally (one (fun s => 1 <? G s)) l).
    { apply tally_not_negative; [exact S'|]. intros x _. apply one_not_negative. }
    destruct (Z.ltb_spec 1 (G s)); [lia|]. constructor; [lia|]. apply IH. lia. }
  pose proof (small_worth G l N M). pose proof (small_odd G l S W M) as O.
  pose proof (Z.rem_bound_pos (Z.of_nat (length l)) 2). lia.
Qed.

(* What is asked of a heap, as a number, and both cases of it. *)
Ltac booleans :=
  rewrite ?Bool.andb_true_iff, ?Bool.orb_true_iff, ?Bool.negb_true_iff, ?Bool.andb_false_iff, ?Bool.orb_false_iff,
    ?Bool.negb_false_iff, ?Z.eqb_eq, ?Z.ltb_lt, ?Z.leb_le, ?Z.eqb_neq, ?Z.ltb_ge, ?Z.leb_gt in *.
Ltac cases :=
  repeat match goal with
  | |- context [if ?c then _ else _] => let E := fresh "E" in destruct c eqn:E; rewrite ?E in *; cbn iota in *
  | _ : context [if ?c then _ else _] |- _ => let E := fresh "E" in destruct c eqn:E; rewrite ?E in *; cbn iota in *
  end; booleans.
Ltac somewhere :=
  split_all; match goal with P : heap_at _ _ _ |- _ => apply heap_at_is in P; destruct P as (? & ? & ? & ?) end;
  subst; eexists _, _, _; split; reflexivity.
Ltac placed_as := rewrite ?at_place in *.
Ltac placed_so := rewrite ?at_place.
(* The tuples of an aggregate are those of the heaps of which something is asked. *)
Ltac of_heaps :=
  split; intro;
  [ split_all; eexists _, _; split; [eassumption|]; split; [cbv beta; booleans; arith | reflexivity]
  | split_all; cbv beta in *; booleans; split_all; search idtac ].
Ltac of_some :=
  split; intro;
  [ split_all; eexists _, _; split; [eassumption|]; cbv beta; booleans; first [reflexivity | arith]
  | split_all; cbv beta in *; booleans; eexists _, _; first [eassumption | split; [eassumption | arith]] ].
Ltac worth_so standing :=
  split_all;
  match goal with P : heap_at _ _ _ |- _ => pose proof (standing_at _ _ _ standing P) end.
(* A nim-sum goes on with the heap at the next place. *)
Ltac next_place :=
  cbv beta in *; eexists _, _; split; [eassumption|]; split; cycle 1;
  [ first [reflexivity | apply Z.lxor_comm]
  | repeat match goal with |- exists _, _ => eexists | |- _ /\ _ => split end; first [reflexivity | eassumption | arith] ].
Ltac at_next :=
  cbv beta in *; split_all; econstructor 2; first [reflexivity | eassumption | apply Z.lxor_comm | arith].
