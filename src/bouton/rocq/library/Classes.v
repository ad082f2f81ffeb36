(* Values of misere play, and the classes of games and of positions that are defined by the values of both plays (Gurvich,
   On tame, pet, miserable, and strongly miserable impartial games, RRR 18-2012). Then what the kernel computes of them. *)
Require Import ZArith Lia List Bool Bouton Computed.
Import ListNotations.
Open Scope Z_scope.

Section Both.
Variable position : Type.
Variable moves : position -> position -> Prop.

(* Values of misere play, by their definition: 1 where there is no move, else the least number, from 0 on, that no
   option has. *)
Inductive has_misere_value : position -> Z -> Prop :=
| last p : (forall q, ~ moves p q) -> has_misere_value p 1
| least_left p V : (exists q, moves p q) -> 0 <= V ->
    (forall q, moves p q -> exists W, W <> V /\ has_misere_value q W) ->
    (forall W, 0 <= W < V -> exists q, moves p q /\ has_misere_value q W) -> has_misere_value p V.
(* The values of normal and of misere play. *)
Definition has_pair (p : position) (a b : Z) : Prop := has_value moves p a /\ has_misere_value p b.
Definition option_has (p : position) (a b : Z) : Prop := exists q, moves p q /\ has_pair q a b.
Inductive reached : position -> position -> Prop :=
| itself p : reached p p
| beyond p q r : moves p q -> reached q r -> reached p r.
(* A notion is a condition on the values of a position, and on which values its options have. *)
Definition is_at (notion : Z -> Z -> (Z -> Z -> Prop) -> Prop) (p : position) : Prop :=
  exists a b, has_pair p a b /\ notion a b (option_has p).
(* The game that begins at p: the condition is met by all positions that are reached. *)
Definition is_game (notion : Z -> Z -> (Z -> Z -> Prop) -> Prop) (p : position) : Prop :=
  forall q, reached p q -> is_at notion q.
(* The outcomes of normal and of misere play differ. *)
Definition swapped (p : position) : Prop := ~ (P_position position moves False p <-> P_position position moves True p).
End Both.
Arguments has_misere_value {position}.
Arguments is_at {position}.
Arguments swapped {position}.
Arguments is_game {position}.

Definition swap (a b : Z) (option : Z -> Z -> Prop) : Prop := (a = 0 /\ b = 1) \/ (a = 1 /\ b = 0).
Definition tame_position (a b : Z) (option : Z -> Z -> Prop) : Prop := ~ swap a b option.
Definition critical (a b : Z) (option : Z -> Z -> Prop) : Prop := ~ swap a b option /\ (option 0 1 \/ option 1 0).
Definition minion (least a b : Z) (option : Z -> Z -> Prop) : Prop := swap a b option \/ (a = b /\ least <= a).
Definition miserable (a b : Z) (option : Z -> Z -> Prop) : Prop := swap a b option \/ (option 0 1 <-> option 1 0).
Definition tame (a b : Z) (option : Z -> Z -> Prop) : Prop :=
  (option 0 1 <-> option 1 0) \/ (~ option 0 0 /\ ~ option 1 1).
(* Pet games, which are the strongly miserable ones; then other conditions of the paper's Theorem 3. *)
Definition pet (a b : Z) (option : Z -> Z -> Prop) : Prop := (a = 0 <-> b = 1) /\ (a = 1 <-> b = 0).
Definition miserable_without (a b : Z) (option : Z -> Z -> Prop) : Prop :=
  ~ (a = 0 /\ b = 0) /\ ~ (a = 1 /\ b = 1) /\ miserable a b option.
Definition disjoint (a b : Z) (option : Z -> Z -> Prop) : Prop := ~ (a = 0 /\ b = 0).
Definition ferguson (a b : Z) (option : Z -> Z -> Prop) : Prop :=
  a = 0 -> (exists x y, option x y) -> exists y, option 1 y.
Definition ferguson_misere (a b : Z) (option : Z -> Z -> Prop) : Prop := b = 0 -> exists x, option x 1.

(* The conditions, computed from the list of the options' values. *)
Definition has (x y : Z) (l : list (Z * Z)) : bool := existsb (fun c => (fst c =? x) && (snd c =? y)) l.
Definition swap_in (a b : Z) (l : list (Z * Z)) : bool := (a =? 0) && (b =? 1) || (a =? 1) && (b =? 0).
Definition tame_position_in a b l : bool := negb (swap_in a b l).
Definition critical_in a b l : bool := negb (swap_in a b l) && (has 0 1 l || has 1 0 l).
Definition minion_in least a b l : bool := swap_in a b l || (a =? b) && (least <=? a).
Definition miserable_in a b l : bool := swap_in a b l || Bool.eqb (has 0 1 l) (has 1 0 l).
Definition tame_in (a b : Z) l : bool := Bool.eqb (has 0 1 l) (has 1 0 l) || negb (has 0 0 l) && negb (has 1 1 l).
Definition pet_in (a b : Z) (l : list (Z * Z)) : bool := Bool.eqb (a =? 0) (b =? 1) && Bool.eqb (a =? 1) (b =? 0).
Definition miserable_without_in a b l : bool :=
  negb ((a =? 0) && (b =? 0)) && (negb ((a =? 1) && (b =? 1)) && miserable_in a b l).
Definition disjoint_in (a b : Z) (l : list (Z * Z)) : bool := negb ((a =? 0) && (b =? 0)).
Definition ferguson_in (a b : Z) (l : list (Z * Z)) : bool :=
  negb (a =? 0) || nothing l || existsb (fun c => fst c =? 1) l.
Definition ferguson_misere_in (a b : Z) (l : list (Z * Z)) : bool := negb (b =? 0) || existsb (fun c => snd c =? 1) l.

Section Decided.
Variables a b : Z.
Variable option : Z -> Z -> Prop.
Variable l : list (Z * Z).
Hypothesis listed : forall x y, option x y <-> In (x, y) l.
Lemma has_is x y : has x y l = true <-> option x y.
Proof using listed.
  rewrite listed. unfold has. rewrite existsb_exists. split.
  - intros ([u v] & I & E). cbn in E. apply andb_true_iff in E. destruct E as [E F].
    apply Z.eqb_eq in E, F. subst. exact I.
  - intro I. exists (x, y). cbn. rewrite !Z.eqb_refl. auto.
Qed.
Lemma eqb_iff (x y : bool) : Bool.eqb x y = true <-> (x = true <-> y = true).
Proof. destruct x, y; cbn; intuition congruence. Qed.
Lemma negb_iff (x : bool) : negb x = true <-> ~ x = true.
Proof. destruct x; cbn; intuition congruence. Qed.
Ltac decided := repeat first [rewrite orb_true_iff | rewrite andb_true_iff | rewrite eqb_iff | rewrite negb_iff
  | rewrite has_is | rewrite Z.eqb_eq | rewrite Z.leb_le]; tauto.
Lemma swap_is : swap_in a b l = true <-> swap a b option.
Proof using listed. unfold swap_in, swap. decided. Qed.
Lemma tame_position_is : tame_position_in a b l = true <-> tame_position a b option.
Proof using listed. unfold tame_position_in, tame_position, swap_in, swap. decided. Qed.
Lemma critical_is : critical_in a b l = true <-> critical a b option.
Proof using listed. unfold critical_in, critical, swap_in, swap. decided. Qed.
Lemma minion_is least : minion_in least a b l = true <-> minion least a b option.
Proof using listed. unfold minion_in, minion, swap_in, swap. decided. Qed.
Lemma miserable_is : miserable_in a b l = true <-> miserable a b option.
Proof using listed. unfold miserable_in, miserable, swap_in, swap. decided. Qed.
Lemma tame_is : tame_in a b l = true <-> tame a b option.
Proof using listed. unfold tame_in, tame. decided. Qed.
Lemma pet_is : pet_in a b l = true <-> pet a b option.
Proof using listed. unfold pet_in, pet. decided. Qed.
Lemma miserable_without_is : miserable_without_in a b l = true <-> miserable_without a b option.
Proof using listed. unfold miserable_without_in, miserable_without, miserable_in, miserable, swap_in, swap. decided. Qed.
Lemma disjoint_is : disjoint_in a b l = true <-> disjoint a b option.
Proof using listed. unfold disjoint_in, disjoint. decided. Qed.
Lemma ferguson_is : ferguson_in a b l = true <-> ferguson a b option.
Proof using listed.
  unfold ferguson_in, ferguson. rewrite !orb_true_iff, negb_iff, Z.eqb_eq, existsb_exists. split.
  - intros [[N | N] | ([x y] & I & E)] Z (u & v & O).
    + contradiction.
    + apply listed in O. destruct l; [destruct O | discriminate N].
    + cbn in E. apply Z.eqb_eq in E. subst x. exists y. apply listed, I.
  - intro H. destruct (Z.eq_dec a 0) as [Z | N]; [|tauto]. destruct l as [|[u v] l'] eqn:L; [tauto|].
    destruct (H Z) as (y & O); [exists u, v; apply listed; left; reflexivity|]. right. exists (1, y).
    split; [apply listed, O | reflexivity].
Qed.
Lemma ferguson_misere_is : ferguson_misere_in a b l = true <-> ferguson_misere a b option.
Proof using listed.
  unfold ferguson_misere_in, ferguson_misere. rewrite orb_true_iff, negb_iff, Z.eqb_eq, existsb_exists. split.
  - intros [N | ([x y] & I & E)] Z; [contradiction|]. cbn in E. apply Z.eqb_eq in E. subst y. exists x. apply listed, I.
  - intro H. destruct (Z.eq_dec b 0) as [Z | N]; [|tauto]. destruct (H Z) as (x & O). right. exists (x, 1).
    split; [apply listed, O | reflexivity].
Qed.
End Decided.

Section Computing.
Variable position : Type.
Variable moves : position -> position -> Prop.
Fixpoint one_misere_value p V (H : has_misere_value moves p V) {struct H} : forall W, has_misere_value moves p W -> V = W.
Proof.
  destruct H as [p N | p V E A B C]; intros W H; destruct H as [p N' | p W E' A' B' C'].
  - reflexivity.
  - destruct E' as [q M]. destruct (N q M).
  - destruct E as [q M]. destruct (N' q M).
  - destruct (Z.lt_trichotomy V W) as [L | [L | L]]; [exfalso | exact L | exfalso].
    + destruct (C' V (conj A L)) as (q & M & H). destruct (B q M) as (V' & N & H').
      exact (N (one_misere_value q V' H' V H)).
    + destruct (C W (conj A' L)) as (q & M & H). destruct (B' q M) as (W' & N & H'). apply N. symmetry.
      exact (one_misere_value q W H W' H').
Qed.
Lemma one_pair p a b c d : has_pair position moves p a b -> has_pair position moves p c d -> a = c /\ b = d.
Proof.
  intros [A B] [C D]. split; [exact (one_value position moves p a A c C) | exact (one_misere_value p b B d D)].
Qed.
Lemma value_of_is l v : value_of l = Some v ->
  0 <= v /\ (forall w, In w l -> w <> v) /\ forall W, 0 <= W < v -> In W l.
Proof.
  unfold value_of. generalize (mex_from 0 (length l) l). intros u E.
  destruct (_ && _ && _) eqn:T in E; [|discriminate E]. injection E as <-.
  apply andb_true_iff in T. destruct T as [T C]. apply andb_true_iff in T. destruct T as [A B].
  rewrite forallb_forall in A, B. apply Z.leb_le in C. split; [exact C|]. split.
  - intros w I. apply t_ne, A, I.
  - intros W I. apply t_member, B, in_range. lia.
Qed.
Lemma of_option {K} (good : position -> K -> Prop) qs l : Forall2 good qs l ->
  forall q, In q qs -> exists k, In k l /\ good q k.
Proof.
  intro F. induction F as [|r k qs l G F IH]; intros q I; [destruct I|]. destruct I as [-> | I].
  - exists k. split; [left; reflexivity | exact G].
  - destruct (IH q I) as (m & M & H). exists m. split; [right; exact M | exact H].
Qed.
Lemma of_known {K} (good : position -> K -> Prop) qs l : Forall2 good qs l ->
  forall k, In k l -> exists q, In q qs /\ good q k.
Proof.
  intro F. induction F as [|r k qs l G F IH]; intros m I; [destruct I|]. destruct I as [-> | I].
  - exists r. split; [left; reflexivity | exact G].
  - destruct (IH m I) as (q & Q & H). exists q. split; [right; exact Q | exact H].
Qed.
Variable options : position -> option (list position).
Hypothesis told : forall p qs, options p = Some qs -> forall q, moves p q <-> In q qs.
Definition misere_value_of (l : list Z) : option Z := match l with [] => Some 1 | _ => value_of l end.
Lemma misere_step p qs l a : options p = Some qs -> Forall2 (has_misere_value moves) qs l ->
  misere_value_of l = Some a -> has_misere_value moves p a.
Proof.
  intros O F E. pose proof (told p qs O) as M. destruct l as [|v l].
  - inversion F; subst. injection E as <-. apply last. intros q Q. apply M in Q. exact Q.
  - destruct qs as [|r qs]; [inversion F|]. destruct (value_of_is _ _ E) as (A & B & C). apply least_left; auto.
    + exists r. apply M. left. reflexivity.
    + intros q Q. apply M in Q. destruct (of_option _ _ _ F q Q) as (w & I & G). exists w. split; [apply B, I | exact G].
    + intros W I. destruct (of_known _ _ _ F W (C W I)) as (q & Q & G). exists q. split; [apply M, Q | exact G].
Qed.
Lemma misere_value_differs p v l (what : Z -> Prop) : has_misere_value moves p v -> (forall x, In x l <-> what x) ->
  negb (only v l) = true -> ~ (exists V, has_misere_value moves p V /\ forall X, what X <-> X = V).
Proof.
  intros G L X (w & W & A). rewrite (one_misere_value p w W v G) in A. apply negb_true_iff in X.
  enough (only v l = true) by congruence. apply only_is. intro x. rewrite L. apply A.
Qed.
Lemma misere_value_agrees p v l (what : Z -> Prop) : has_misere_value moves p v -> (forall x, In x l <-> what x) ->
  only v l = true -> exists V, has_misere_value moves p V /\ forall X, what X <-> X = V.
Proof. intros G L X. exists v. split; [exact G|]. intro x. rewrite <- L. revert x. apply only_is, X. Qed.

Lemma mapped {K L} (f : K -> L) (one : position -> K -> Prop) (other : position -> L -> Prop) qs l :
  (forall q k, one q k -> other q (f k)) -> Forall2 one qs l -> Forall2 other qs (map f l).
Proof. intros H F. induction F; cbn; constructor; auto. Qed.

(* The outcomes of both plays. *)
Definition lost_both (p : position) (k : bool * bool) : Prop :=
  lost_is position moves False p (fst k) /\ lost_is position moves True p (snd k).
Definition outcomes_of (l : list (bool * bool)) : option (bool * bool) :=
  match outcome_of false (map fst l), outcome_of true (map snd l) with Some a, Some b => Some (a, b) | _, _ => None end.
Lemma outcomes_step p qs l k : options p = Some qs -> Forall2 lost_both qs l -> outcomes_of l = Some k -> lost_both p k.
Proof.
  intros O F E. unfold outcomes_of in E. destruct (outcome_of false _) as [a|] eqn:A in E; [|discriminate E].
  destruct (outcome_of true _) as [b|] eqn:B in E; [|discriminate E]. injection E as <-. split.
  - refine (outcome_step position moves False false plays_normal options told p qs _ a O _ A).
    refine (mapped _ _ _ _ _ _ F). intros q k G. apply G.
  - refine (outcome_step position moves True true plays_misere options told p qs _ b O _ B).
    refine (mapped _ _ _ _ _ _ F). intros q k G. apply G.
Qed.
Lemma swapped_is p k : lost_both p k -> (xorb (fst k) (snd k) = true <-> swapped moves p).
Proof. destruct k as [[|] [|]]; unfold lost_both, lost_is, swapped; cbn; intuition discriminate. Qed.
Lemma swapped_agrees p k l (what : Prop) : lost_both p k -> (In tt l <-> what) ->
  Bool.eqb (xorb (fst k) (snd k)) (negb (nothing l)) = true -> (swapped moves p <-> what).
Proof. intros G L E. rewrite <- (swapped_is p k G), <- L, <- is_some. apply eqb_iff, E. Qed.
Lemma swapped_differs p k l (what : Prop) : lost_both p k -> (In tt l <-> what) ->
  negb (Bool.eqb (xorb (fst k) (snd k)) (negb (nothing l))) = true -> ~ (swapped moves p <-> what).
Proof.
  intros G L E H. rewrite <- (swapped_is p k G), <- L, <- is_some, <- eqb_iff in H. rewrite H in E. discriminate E.
Qed.

(* The values of both plays with whether a condition is met: at the position, or by all that is reached, too. *)
Variable notion : Z -> Z -> (Z -> Z -> Prop) -> Prop.
Variable decides : Z -> Z -> list (Z * Z) -> bool.
Hypothesis decided : forall a b o l, (forall x y, o x y <-> In (x, y) l) -> decides a b l = true <-> notion a b o.
Definition known : Type := Z * Z * bool.
Definition good (all : bool) (p : position) (k : known) : Prop := has_pair position moves p (fst (fst k)) (snd (fst k)) /\
  (snd k = true <-> if all then is_game moves notion p else is_at moves notion p).
Definition step (all : bool) (l : list known) : option known :=
  match value_of (map (fun k => fst (fst k)) l), misere_value_of (map (fun k => snd (fst k)) l) with
  | Some a, Some b => Some (a, b, decides a b (map fst l) && (if all then forallb snd l else true))
  | _, _ => None
  end.
Lemma pair_step all p qs l k : options p = Some qs -> Forall2 (good all) qs l -> step all l = Some k -> good all p k.
Proof.
  intros O F E. pose proof (told p qs O) as M. unfold step in E.
  destruct (value_of _) as [a|] eqn:A in E; [|discriminate E].
  destruct (misere_value_of _) as [b|] eqn:B in E; [|discriminate E]. injection E as <-.
  assert (has_pair position moves p a b) as P.
  { split.
    - refine (value_step position moves options told p qs _ a O _ A). refine (mapped _ _ _ _ _ _ F). intros q k G. apply G.
    - refine (misere_step p qs _ b O _ B). refine (mapped _ _ _ _ _ _ F). intros q k G. apply G. }
  assert (forall x y, option_has position moves p x y <-> In (x, y) (map fst l)) as L.
  { intros x y. rewrite in_map_iff. split.
    - intros (q & Q & H). apply M in Q. destruct (of_option _ _ _ F q Q) as (k & I & [G _]). exists k. split; [|exact I].
      destruct (one_pair _ _ _ _ _ G H) as [<- <-]. destruct k as [[u v] w]. reflexivity.
    - intros (k & E & I). destruct k as [c w]. cbn in E. subst c. destruct (of_known _ _ _ F _ I) as (q & Q & [G _]). exists q.
      split; [apply M, Q|]. exact G. }
  assert (decides a b (map fst l) = true <-> is_at moves notion p) as D.
  { rewrite (decided a b _ _ L). split.
    - intro N. exists a, b. split; assumption.
    - intros (c & d & H & N). destruct (one_pair _ _ _ _ _ P H) as [<- <-]. exact N. }
  split; [exact P|]. cbn [snd fst]. rewrite andb_true_iff, D. destruct all; [|intuition reflexivity].
  rewrite forallb_forall. split.
  - intros [N H] q R. destruct R as [q | p' q r S R]; [exact N|]. apply M in S.
    destruct (of_option _ _ _ F q S) as (k & I & [_ G]). apply G in R; [exact R|]. apply H, I.
  - intro H. split; [apply H, itself|]. intros k I. destruct (of_known _ _ _ F k I) as (q & Q & [_ G]). apply G.
    intros r R. apply H. apply (beyond _ _ p q r); [apply M, Q | exact R].
Qed.
Lemma game_differs p k : good true p k -> negb (snd k) = true -> ~ is_game moves notion p.
Proof. intros [_ G] N H. apply G in H. rewrite H in N. discriminate N. Qed.
Lemma game_agrees p k : good true p k -> snd k = true -> is_game moves notion p.
Proof. intros [_ G] H. apply G, H. Qed.
Lemma at_agrees p k l (what : Prop) : good false p k -> (In tt l <-> what) ->
  Bool.eqb (snd k) (negb (nothing l)) = true -> (is_at moves notion p <-> what).
Proof. intros [_ G] L E. rewrite <- G, <- L, <- is_some. apply eqb_iff, E. Qed.
Lemma at_differs p k l (what : Prop) : good false p k -> (In tt l <-> what) ->
  negb (Bool.eqb (snd k) (negb (nothing l))) = true -> ~ (is_at moves notion p <-> what).
Proof. intros [_ G] L E H. rewrite <- G, <- L, <- is_some, <- eqb_iff in H. rewrite H in E. discriminate E. Qed.
End Computing.
