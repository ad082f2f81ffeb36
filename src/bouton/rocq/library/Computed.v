(* What the kernel computes: each predicate of a game as the list of all that it holds of, the moves as the list of
   what they lead to, and outcomes and values from those of the options. Each is proved to be what is printed. *)
Require Import ZArith Lia List Bool FMapPositive Bouton.
Import ListNotations.
Open Scope Z_scope.

(* Tests. *)
Lemma t_eq a b : (a =? b) = true <-> a = b. Proof. apply Z.eqb_eq. Qed.
Lemma t_ne a b : negb (a =? b) = true <-> a <> b.
Proof. rewrite negb_true_iff. apply Z.eqb_neq. Qed.
Lemma t_lt a b : (a <? b) = true <-> a < b. Proof. apply Z.ltb_lt. Qed.
Lemma t_le a b : (a <=? b) = true <-> a <= b. Proof. apply Z.leb_le. Qed.
Lemma t_gt a b : (a >? b) = true <-> a > b. Proof. rewrite Z.gtb_ltb, Z.ltb_lt. lia. Qed.
Lemma t_ge a b : (a >=? b) = true <-> a >= b. Proof. rewrite Z.geb_leb, Z.leb_le. lia. Qed.
Lemma t_member n l : existsb (Z.eqb n) l = true <-> In n l.
Proof.
  rewrite existsb_exists. split.
  - intros (m & I & E). apply Z.eqb_eq in E. subst m. exact I.
  - intro I. exists n. split; [exact I | apply Z.eqb_refl].
Qed.

(* Lists of what a formula holds of. *)
(* No function: the kernel computes what a function is given, and here that is to be where the test is met alone. *)
Notation guard b l := (if b then l else []).
Lemma in_guard {A} (b : bool) (l : list A) x : In x (guard b l) <-> b = true /\ In x l.
Proof. destruct b; cbn; intuition discriminate. Qed.
Lemma in_unit {A} (x y : A) : In x [y] <-> y = x.
Proof. cbn. intuition. Qed.
Lemma in_either {A} (l m : list A) x (this that : Prop) : (In x l <-> this) -> (In x m <-> that) ->
  (In x (l ++ m) <-> this \/ that).
Proof. rewrite in_app_iff. tauto. Qed.
(* What is built with another name is in no list; other hypotheses stay, and what they ask for is not computed. *)
Ltac unlike h := match type of h with In _ [] => destruct h | _ => idtac end.
Definition range (low high : Z) : list Z := map (fun n => low + Z.of_nat n) (seq 0 (Z.to_nat (high - low + 1))).
Lemma in_range low high x : In x (range low high) <-> low <= x <= high.
Proof.
  unfold range. rewrite in_map_iff. split.
  - intros (n & <- & I). apply in_seq in I. lia.
  - intro B. exists (Z.to_nat (x - low)). split; [lia | apply in_seq; lia].
Qed.
Definition nothing {A} (l : list A) : bool := match l with [] => true | _ => false end.
Lemma is_nothing (l : list unit) : nothing l = true <-> ~ In tt l.
Proof. destruct l as [|[] l]; cbn; intuition discriminate. Qed.
Fixpoint placed_from (i : Z) (heaps : list Z) : list (Z * Z) :=
  match heaps with [] => [] | s :: rest => (i, s) :: placed_from (i + 1) rest end.
Lemma in_placed_from heaps : forall k i s, In (i, s) (placed_from k heaps) <->
  k <= i < k + Z.of_nat (length heaps) /\ s = nth (Z.to_nat (i - k)) heaps 0.
Proof.
  induction heaps as [|t heaps IH]; intros k i s; cbn [placed_from In length].
  - split; [intros [] | lia].
  - rewrite IH. split.
    + intros [E | [B ->]].
      * injection E as -> ->. rewrite Z.sub_diag. cbn. lia.
      * replace (Z.to_nat (i - k)) with (S (Z.to_nat (i - (k + 1)))) by lia. cbn [nth]. lia.
    + intros [B ->]. destruct (Z.eq_dec i k) as [-> | N].
      * left. rewrite Z.sub_diag. reflexivity.
      * right. split; [lia|]. replace (Z.to_nat (i - k)) with (S (Z.to_nat (i - (k + 1)))) by lia. reflexivity.
Qed.
Definition placed_in (heaps : list Z) : list (Z * Z) := placed_from 1 heaps.
Lemma in_placed heaps i s : In (i, s) (placed_in heaps) <-> heap_at heaps i s.
Proof. unfold placed_in, heap_at, size_of. rewrite in_placed_from. intuition lia. Qed.

(* Aggregates. *)
Definition once := nodup (list_eq_dec Z.eq_dec).
Definition counted_in (l : list (list Z)) : list Z := [Z.of_nat (length (once l))].
Definition summed_in (l : list (list Z)) : list Z := [fold_right Z.add 0 (map (hd 0) (once l))].
Definition greatest_in (l : list (list Z)) : list Z :=
  match map (hd 0) l with [] => [] | n :: rest => [fold_right Z.max n rest] end.
Definition least_in (l : list (list Z)) : list Z :=
  match map (hd 0) l with [] => [] | n :: rest => [fold_right Z.min n rest] end.
Section Aggregates.
Variable these : list Z -> Prop.
Variable l : list (list Z).
Hypothesis listed : forall t, these t <-> In t l.
Lemma once_is t : these t <-> In t (once l).
Proof. rewrite listed. symmetry. apply nodup_In. Qed.
Lemma in_counted n : In n (counted_in l) <-> counted these n.
Proof.
  unfold counted_in. rewrite in_unit, (counted_is these (once l)); [intuition | apply NoDup_nodup | exact once_is].
Qed.
Lemma in_summed n : In n (summed_in l) <-> summed these n.
Proof.
  unfold summed_in. rewrite in_unit, (summed_is these (once l)); [intuition | apply NoDup_nodup | exact once_is].
Qed.
Lemma in_greatest n : In n (greatest_in l) <-> greatest these n.
Proof.
  unfold greatest, greatest_in.
  assert (forall m, (exists t, these t /\ m = hd 0 t) <-> In m (map (hd 0) l)) as M.
  { intro m. rewrite in_map_iff. split.
    - intros (t & T & ->). exists t. split; [reflexivity | apply listed, T].
    - intros (t & <- & T). exists t. split; [apply listed, T | reflexivity]. }
  assert ((forall t, these t -> hd 0 t <= n) <-> (forall m, In m (map (hd 0) l) -> m <= n)) as B.
  { split.
    - intros H m I. apply M in I. destruct I as (t & T & ->). apply H, T.
    - intros H t T. apply H, M. exists t. split; [exact T | reflexivity]. }
  rewrite B, M. destruct (map (hd 0) l) as [|m rest]; [cbn; tauto|]. rewrite in_unit. clear M B.
  assert (In (fold_right Z.max m rest) (m :: rest)
    /\ forall k, In k (m :: rest) -> k <= fold_right Z.max m rest) as [I U].
  { induction rest as [|k rest [I U]]; cbn; [split; [left; reflexivity | intros ? [<- | []]; lia]|]. split.
    - destruct (Z.max_spec k (fold_right Z.max m rest)) as [[_ ->] | [_ ->]]; [destruct I; auto | auto].
    - intros j [<- | [<- | J]]; [pose proof (U m (or_introl eq_refl)); lia | lia |].
      pose proof (U j (or_intror J)). lia. }
  split; [intros <-; split; [exact I | exact U]|]. intros [J V]. apply Z.le_antisymm; [apply V, I | apply U, J].
Qed.
Lemma in_least n : In n (least_in l) <-> least these n.
Proof.
  unfold least, least_in.
  assert (forall m, (exists t, these t /\ m = hd 0 t) <-> In m (map (hd 0) l)) as M.
  { intro m. rewrite in_map_iff. split.
    - intros (t & T & ->). exists t. split; [reflexivity | apply listed, T].
    - intros (t & <- & T). exists t. split; [apply listed, T | reflexivity]. }
  assert ((forall t, these t -> n <= hd 0 t) <-> (forall m, In m (map (hd 0) l) -> n <= m)) as B.
  { split.
    - intros H m I. apply M in I. destruct I as (t & T & ->). apply H, T.
    - intros H t T. apply H, M. exists t. split; [exact T | reflexivity]. }
  rewrite B, M. destruct (map (hd 0) l) as [|m rest]; [cbn; tauto|]. rewrite in_unit. clear M B.
  assert (In (fold_right Z.min m rest) (m :: rest)
    /\ forall k, In k (m :: rest) -> fold_right Z.min m rest <= k) as [I U].
  { induction rest as [|k rest [I U]]; cbn; [split; [left; reflexivity | intros ? [<- | []]; lia]|]. split.
    - destruct (Z.min_spec k (fold_right Z.min m rest)) as [[_ ->] | [_ ->]]; [auto | destruct I; auto].
    - intros j [<- | [<- | J]]; [pose proof (U m (or_introl eq_refl)); lia | lia |].
      pose proof (U j (or_intror J)). lia. }
  split; [intros <-; split; [exact I | exact U]|]. intros [J V]. apply Z.le_antisymm; [apply U, J | apply V, I].
Qed.
End Aggregates.

(* What holds after a move: what is said, or what was there. *)
Definition next_of (said : list Z) (stays : Z) : list Z := match said with [] => [stays] | _ => said end.
Lemma next_is (said : Z -> Prop) l stays v : (forall V, said V <-> In V l) ->
  In v (next_of l stays) <-> said v \/ (~ (exists V, said V) /\ v = stays).
Proof.
  intro H. unfold next_of. destruct l as [|a l].
  - rewrite in_unit. split; [intros <-; right; split; [|reflexivity]; intros [V S]; apply H in S; exact S|].
    intros [S | [_ ->]]; [destruct (proj1 (H v) S) | reflexivity].
  - rewrite <- H. split; [left; assumption|]. intros [S | [N _]]; [exact S|]. destruct N. exists a. apply H. left. reflexivity.
Qed.
Definition at_place (i : Z) (said : list (Z * Z)) : list Z := map snd (filter (fun one => fst one =? i) said).
Lemma in_at_place i said s : In s (at_place i said) <-> In (i, s) said.
Proof.
  unfold at_place. rewrite in_map_iff. split.
  - intros ((j & t) & <- & I). apply filter_In in I. destruct I as [I E]. cbn in E. apply Z.eqb_eq in E. subst j. exact I.
  - intro I. exists (i, s). split; [reflexivity|]. apply filter_In. split; [exact I | apply Z.eqb_refl].
Qed.
Fixpoint each_in (said : list (Z * Z)) (i : Z) (heaps : list Z) : list (list Z) :=
  match heaps with
  | [] => [[]]
  | s :: rest => flat_map (fun t => map (cons t) (each_in said (i + 1) rest)) (next_of (at_place i said) s)
  end.
Definition heaps_next (order : list Z -> list Z) (said : list (Z * Z)) (heaps : list Z) : list (list Z) :=
  map (fun small => order (left_over small)) (each_in said 1 heaps).
Definition places_there (said : list (Z * Z)) (heaps : list Z) : bool :=
  forallb (fun one => fst one <=? Z.of_nat (length heaps)) said.
Section Heaps.
Variable said : Z -> Z -> Prop.
Variable l : list (Z * Z).
Hypothesis listed : forall i s, said i s <-> In (i, s) l.
Lemma each_is heaps : forall i small, In small (each_in l i heaps) <-> each said i heaps small.
Proof.
  induction heaps as [|s heaps IH]; intros i small; cbn [each_in each].
  - rewrite in_unit. destruct small; cbn; intuition discriminate.
  - rewrite in_flat_map. destruct small as [|t small].
    + cbn. split; [|intros []]. intros (t & _ & M). apply in_map_iff in M. destruct M as (k & E & _). discriminate E.
    + rewrite <- (next_is (said i) (at_place i l)) by (intro V; rewrite in_at_place; apply listed). rewrite <- IH. split.
      * intros (u & U & M). apply in_map_iff in M. destruct M as (k & E & K). injection E as -> ->. split; assumption.
      * intros [T K]. exists t. split; [exact T|]. apply in_map. exact K.
Qed.
Lemma heaps_next_is order heaps after : places_there l heaps = true ->
  In after (heaps_next order l heaps) <-> heaps_after order said heaps after.
Proof.
  intro P. rewrite heaps_after_is.
  - unfold heaps_next. rewrite in_map_iff. split.
    + intros (small & <- & I). exists small. split; [apply each_is, I | reflexivity].
    + intros (small & E & ->). exists small. split; [reflexivity | apply each_is, E].
  - intros i s S. apply listed in S. unfold places_there in P. rewrite forallb_forall in P.
    apply Z.leb_le, (P (i, s) S).
Qed.
End Heaps.

(* Positions with what is known of them, found by a number of theirs; no two need have different numbers. *)
Section Known.
Variable position : Type.
Variable same : forall p q : position, {p = q} + {p <> q}.
Variable key : position -> positive.
Variable known : Type.
Definition table := PositiveMap.t (list (position * known)).
Fixpoint looked_up (p : position) (l : list (position * known)) : option known :=
  match l with [] => None | (q, a) :: rest => if same p q then Some a else looked_up p rest end.
Definition bucket (k : positive) (t : table) := match PositiveMap.find k t with Some l => l | None => [] end.
Definition found (p : position) (t : table) : option known := looked_up p (bucket (key p) t).
Definition put (p : position) (a : known) (t : table) : table :=
  PositiveMap.add (key p) ((p, a) :: bucket (key p) t) t.
Definition empty : table := PositiveMap.empty _.
Variable good : position -> known -> Prop.
Definition sound (t : table) : Prop := forall p a, found p t = Some a -> good p a.
Lemma sound_empty : sound empty.
Proof. intros p a. unfold found, bucket, empty. rewrite PositiveMap.gempty. discriminate. Qed.
Lemma sound_put p a t : sound t -> good p a -> sound (put p a t).
Proof.
  intros S G q b. unfold found, put, bucket at 1. destruct (Pos.eq_dec (key q) (key p)) as [E | N].
  - rewrite E, PositiveMap.gss. cbn [looked_up]. destruct (same q p) as [-> | D].
    + intro H. injection H as <-. exact G.
    + intro H. apply S. unfold found. rewrite E. exact H.
  - rewrite PositiveMap.gso by exact N. intro H. apply S. exact H.
Qed.

(* [options] are all the moves of a position where they can be told, and [step] says what is known by what is of these. *)
Variable options : position -> option (list position).
Variable step : list known -> option known.
Hypothesis stepped : forall p qs l a, options p = Some qs -> Forall2 good qs l -> step l = Some a -> good p a.
Fixpoint all_found (qs : list position) (t : table) : option (list known) :=
  match qs with
  | [] => Some []
  | q :: rest => match found q t, all_found rest t with Some a, Some l => Some (a :: l) | _, _ => None end
  end.
Lemma all_found_are qs t : sound t -> forall l, all_found qs t = Some l -> Forall2 good qs l.
Proof.
  intro S. induction qs as [|q qs IH]; cbn; intros l E.
  - injection E as <-. constructor.
  - destruct (found q t) as [a|] eqn:F; [|discriminate E]. destruct (all_found qs t) as [l'|]; [|discriminate E].
    injection E as <-. constructor; [exact (S q a F) | apply IH; reflexivity].
Qed.
Definition next_known (p : position) (t : table) : option known :=
  match options p with
  | Some qs => match all_found qs t with Some l => step l | None => None end
  | None => None
  end.
Fixpoint filled (ps : list position) (t : table) : option table :=
  match ps with
  | [] => Some t
  | p :: rest => match next_known p t with Some a => filled rest (put p a t) | None => None end
  end.
Lemma filled_sound ps : forall t u, sound t -> filled ps t = Some u -> sound u.
Proof.
  induction ps as [|p ps IH]; cbn; intros t u S E.
  - injection E as <-. exact S.
  - destruct (next_known p t) as [a|] eqn:K; [|discriminate E]. apply (IH (put p a t)); [|exact E].
    apply sound_put; [exact S|]. unfold next_known in K. destruct (options p) as [qs|] eqn:O; [|discriminate K].
    destruct (all_found qs t) as [l|] eqn:F; [|discriminate K].
    exact (stepped p qs l a O (all_found_are qs t S l F) K).
Qed.
(* What is computed of a list of positions, each after its options, is right. *)
Definition judged (ps : list position) (right : position -> known -> bool) (these : list position) : bool :=
  match filled ps empty with
  | Some t => forallb (fun p => match found p t with Some a => right p a | None => false end) these
  | None => false
  end.
Theorem judged_right ps right these : judged ps right these = true ->
  forall p, In p these -> exists a, good p a /\ right p a = true.
Proof.
  unfold judged. destruct (filled ps empty) as [t|] eqn:F; [|discriminate]. intros H p I.
  rewrite forallb_forall in H. specialize (H p I). destruct (found p t) as [a|] eqn:E; [|discriminate H].
  exists a. split; [|exact H]. exact (filled_sound ps empty t sound_empty F p a E).
Qed.
End Known.

(* Outcomes: true of P-positions. *)
Section Outcomes.
Variable position : Type.
Variable moves : position -> position -> Prop.
Variable misere : Prop.
Variable in_misere : bool.
Hypothesis plays : misere <-> in_misere = true.
Variable options : position -> option (list position).
Hypothesis told : forall p qs, options p = Some qs -> forall q, moves p q <-> In q qs.
Definition lost_is (p : position) (lost : bool) : Prop :=
  if lost then P_position position moves misere p /\ ~ N_position position moves misere p
  else N_position position moves misere p /\ ~ P_position position moves misere p.
Definition outcome_of (l : list bool) : option bool :=
  Some (forallb negb l && (if in_misere then negb (nothing l) else true)).
Lemma all_next qs l : Forall2 lost_is qs l -> forallb negb l = true -> forall q, In q qs -> lost_is q false.
Proof.
  intro F. induction F as [|r b qs l R F IH]; intros A q Q; [destruct Q|]. cbn in A. apply andb_true_iff in A.
  destruct A as [A A']. destruct Q as [-> | Q]; [destruct b; [discriminate A | exact R] | apply IH; assumption].
Qed.
Lemma some_lost qs l : Forall2 lost_is qs l -> forallb negb l = false -> exists q, In q qs /\ lost_is q true.
Proof.
  intro F. induction F as [|r b qs l R F IH]; intro A; [discriminate A|]. cbn in A. destruct b.
  - exists r. split; [left; reflexivity | exact R].
  - destruct (IH A) as (q & Q & P). exists q. split; [right; exact Q | exact P].
Qed.
Lemma outcome_step p qs l a : options p = Some qs -> Forall2 lost_is qs l -> outcome_of l = Some a -> lost_is p a.
Proof.
  intros O F E. injection E as <-. pose proof (told p qs O) as M. destruct (forallb negb l) eqn:A; cbn [andb].
  - pose proof (fun q Q => all_next qs l F A q (proj1 (M q) Q)) as B. destruct in_misere eqn:I; [destruct l as [|b l]|].
    + inversion F; subst. cbn. split.
      * apply stuck; [apply plays; reflexivity|]. intros q Q. apply M in Q. exact Q.
      * intro P. destruct P as [p _ T]. destruct (T (proj2 plays eq_refl)) as [q Q]. apply M in Q. exact Q.
    + inversion F as [|q b' qs' l' R F']; subst. cbn. split.
      * constructor; [intros r Q; apply B, Q|]. intros _. exists q. apply M. left. reflexivity.
      * intro N. destruct N as [p r Q P | p m S]; [exact (proj2 (B r Q) P)|]. apply (S q), M. left. reflexivity.
    + cbn. split.
      * constructor; [intros q Q; apply B, Q|]. intro m. apply plays in m. discriminate m.
      * intro N. destruct N as [p q Q P | p m S]; [exact (proj2 (B q Q) P)|]. apply plays in m. discriminate m.
  - destruct (some_lost qs l F A) as (q & Q & P & N). apply M in Q. split; [exact (next _ _ _ p q Q P)|].
    intro P'. destruct P' as [p P' _]. exact (N (P' q Q)).
Qed.
End Outcomes.

(* Values. *)
Fixpoint mex_from (v : Z) (fuel : nat) (l : list Z) : Z :=
  match fuel with O => v | S n => if existsb (Z.eqb v) l then mex_from (v + 1) n l else v end.
Definition value_of (l : list Z) : option Z :=
  let v := mex_from 0 (length l) l in
  if forallb (fun w => negb (w =? v)) l && forallb (fun w => existsb (Z.eqb w) l) (range 0 (v - 1)) && (0 <=? v)
  then Some v else None.
Section Valued.
Variable position : Type.
Variable moves : position -> position -> Prop.
Variable options : position -> option (list position).
Hypothesis told : forall p qs, options p = Some qs -> forall q, moves p q <-> In q qs.
Lemma value_step p qs l a : options p = Some qs -> Forall2 (has_value moves) qs l -> value_of l = Some a ->
  has_value moves p a.
Proof.
  intros O F E. pose proof (told p qs O) as M. unfold value_of in E.
  generalize dependent (mex_from 0 (length l) l). intros v E.
  destruct (_ && _ && _) eqn:T in E; [|discriminate E]. injection E as <-.
  apply andb_true_iff in T. destruct T as [T C]. apply andb_true_iff in T. destruct T as [A B].
  rewrite forallb_forall in A, B. apply Z.leb_le in C. constructor; [exact C | |].
  - intros q Q. apply M in Q. clear - F A Q. induction F as [|r w qs l R F IH]; [destruct Q|]. destruct Q as [-> | Q].
    + exists w. split; [|exact R]. apply t_ne, A. left. reflexivity.
    + apply IH; [intros x X; apply A; right; exact X | exact Q].
  - intros W I. assert (In W l) as J by (apply t_member, B, in_range; lia). clear - F J M.
    assert (exists q, In q qs /\ has_value moves q W) as (q & Q & H).
    { clear M. induction F as [|r w qs l R F IH]; [destruct J|]. destruct J as [-> | J].
      - exists r. split; [left; reflexivity | exact R].
      - destruct (IH J) as (q & Q & H). exists q. split; [right; exact Q | exact H]. }
    exists q. split; [apply M, Q | exact H].
Qed.
End Valued.

(* What is claimed of a position, held against what is computed. *)
Lemma is_some (l : list unit) : negb (nothing l) = true <-> In tt l.
Proof. destruct l as [|[] l]; cbn; intuition discriminate. Qed.
Lemma plays_misere : True <-> true = true. Proof. tauto. Qed.
Lemma plays_normal : False <-> false = true. Proof. split; [tauto | discriminate]. Qed.
Section Claimed.
Variable position : Type.
Variable moves : position -> position -> Prop.
Lemma differs misere p lost l (what : Prop) : lost_is position moves misere p lost -> (In tt l <-> what) ->
  xorb lost (negb (nothing l)) = true -> ~ (P_position position moves misere p <-> what).
Proof.
  intros G L X E. rewrite <- L, <- is_some in E. unfold lost_is in G.
  destruct lost, (negb (nothing l)); cbn in X; try discriminate X; intuition discriminate.
Qed.
Lemma agrees misere p lost l (what : Prop) : lost_is position moves misere p lost -> (In tt l <-> what) ->
  negb (xorb lost (negb (nothing l))) = true -> (P_position position moves misere p <-> what).
Proof.
  intros G L X. rewrite <- L, <- is_some. unfold lost_is in G.
  destruct lost, (negb (nothing l)); cbn in X; try discriminate X; intuition discriminate.
Qed.
Definition only (v : Z) (l : list Z) : bool := negb (nothing l) && forallb (Z.eqb v) l.
Lemma only_is v l : only v l = true <-> forall x, In x l <-> x = v.
Proof.
  unfold only. rewrite andb_true_iff, forallb_forall. split.
  - intros [N A] x. split; [intro I; symmetry; apply Z.eqb_eq, A, I|]. intros ->. destruct l as [|y l]; [discriminate N|].
    left. symmetry. apply Z.eqb_eq, A. left. reflexivity.
  - intro H. split; [|intros x I; apply Z.eqb_eq; symmetry; apply H, I].
    pose proof (proj2 (H v) eq_refl) as I. destruct l; [destruct I | reflexivity].
Qed.
Lemma value_differs p v l (what : Z -> Prop) : has_value moves p v -> (forall x, In x l <-> what x) ->
  negb (only v l) = true -> ~ (exists V, has_value moves p V /\ forall X, what X <-> X = V).
Proof.
  intros G L X (w & W & A). rewrite (one_value position moves p w W v G) in A. apply negb_true_iff in X.
  enough (only v l = true) by congruence. apply only_is. intro x. rewrite L. apply A.
Qed.
Lemma value_agrees p v l (what : Z -> Prop) : has_value moves p v -> (forall x, In x l <-> what x) ->
  only v l = true -> exists V, has_value moves p V /\ forall X, what X <-> X = V.
Proof. intros G L X. exists v. split; [exact G|]. intro x. rewrite <- L. revert x. apply only_is, X. Qed.
End Claimed.
(* A number of a position, by which it is found among others. *)
Definition number_of (l : list Z) : positive := fold_left (fun a z => a * 4099 + Z.to_pos (z + 2))%positive l 1%positive.
