(* Nim in rows. Claim three-rows-values: The Sprague-Grundy value of three rows is their nim-sum. *)
(* Here for every a from 0 on; every b from 0 on; every c from 0 on; d = 0. *)
(* Printed from nim_rows/rules.lp, nim_rows/theorems.lp, nim_rows/beliefs.lp: each predicate is what its
   rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_a : Z; the_b : Z; the_c : Z; the_d : Z }.
Inductive term := t_a (_ : Z) | t_b (_ : Z) | t_c (_ : Z) | t_d (_ : Z).

Definition a (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_a p).
Definition b (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_b p).
Definition c (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_c p).
Definition d (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_d p).
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists T : Z, (exists S : Z, X1 = (t_a
  T) /\ a g p S /\ 0 <= T <= (S - 1))) \/ (exists T : Z, (exists S : Z, X1 = (t_b T) /\ b g p S /\ 0 <= T <=
  (S - 1))) \/ (exists T : Z, (exists S : Z, X1 = (t_c T) /\ c g p S /\ 0 <= T <= (S - 1))) \/ (exists T : Z,
  (exists S : Z, X1 = (t_d T) /\ d g p S /\ 0 <= T <= (S - 1))).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists T : Z, X1 = (t_a
  T) /\ X2 = (t_a T) /\ move g p (t_a T)) \/ (exists T : Z, X1 = (t_b T) /\ X2 = (t_b T) /\ move g p (t_b T))
  \/ (exists T : Z, X1 = (t_c T) /\ X2 = (t_c T) /\ move g p (t_c T)) \/ (exists T : Z, X1 = (t_d T) /\ X2 =
  (t_d T) /\ move g p (t_d T)).
(* % nim_sum/1: the nim-sum of the rows, the value of normal play. *)
Definition nim_sum (g : parameters) (p : position) (X1 : Z) : Prop := (exists A : Z, (exists B : Z, (exists C
  : Z, (exists D : Z, a g p A /\ b g p B /\ c g p C /\ d g p D /\ X1 = (Z.lxor (Z.lxor (Z.lxor A B) C) D))))).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_a p /\ 0 <= the_b p /\ 0 <=
  the_c p /\ 0 <= the_d p <= 0.
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ (after g p M (t_a
  (the_a q)) \/ (~ (exists V : Z, after g p M (t_a V)) /\ the_a q = the_a p)) /\ (after g p M (t_b (the_b q))
  \/ (~ (exists V : Z, after g p M (t_b V)) /\ the_b q = the_b p)) /\ (after g p M (t_c (the_c q)) \/ (~
  (exists V : Z, after g p M (t_c V)) /\ the_c q = the_c p)) /\ (after g p M (t_d (the_d q)) \/ (~ (exists V
  : Z, after g p M (t_d V)) /\ the_d q = the_d p)).

Definition theorem : Prop := forall g p, legal g p -> exists V, has_value (moves g) p V /\ forall X, nim_sum
  g p X <-> X = V.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Permutation Sums.

Definition rows p := [the_a p; the_b p; the_c p; the_d p].
Definition row_move (i : nat) (T : Z) : term := match i with 0%nat => t_a T | 1%nat => t_b T | 2%nat => t_c T | _ =>
    t_d T end.
Definition lowered_to p (i : nat) (T : Z) : position := match i with
  | 0%nat => Position T (the_b p) (the_c p) (the_d p) | 1%nat => Position (the_a p) T (the_c p) (the_d p)
  | 2%nat => Position (the_a p) (the_b p) T (the_d p) | _ => Position (the_a p) (the_b p) (the_c p) T end.
Definition leads g p M q : Prop := (after g p M (t_a
  (the_a q)) \/ (~ (exists V : Z, after g p M (t_a V)) /\ the_a q = the_a p)) /\ (after g p M (t_b (the_b q))
  \/ (~ (exists V : Z, after g p M (t_b V)) /\ the_b q = the_b p)) /\ (after g p M (t_c (the_c q)) \/ (~
  (exists V : Z, after g p M (t_c V)) /\ the_c q = the_c p)) /\ (after g p M (t_d (the_d q)) \/ (~ (exists V
  : Z, after g p M (t_d V)) /\ the_d q = the_d p)).
Lemma after_is g p M N : after g p M N <-> N = M /\ move g p M.
Proof.
  unfold after. split.
  - intros [(T & -> & -> & V)|[(T & -> & -> & V)|[(T & -> & -> & V)|(T & -> & -> & V)]]]; auto.
  - intros [-> V]. destruct M as [T|T|T|T]; eauto 10.
Qed.
Lemma same (N : Z -> term) x y T (V : Prop) : (forall s t, N s = N t -> s = t) -> V ->
  (N x = N T /\ V \/ ~ (exists z, N z = N T) /\ x = y) <-> x = T.
Proof. intros J K. split; [intros [[H _]|[H _]]; [auto|destruct H; eauto]|intros ->; auto]. Qed.
Lemma other (N : Z -> term) M x y (V : Prop) : (forall s, N s <> M) ->
  (N x = M /\ V \/ ~ (exists z, N z = M) /\ x = y) <-> x = y.
Proof. intro J. split; [intros [[H _]|[_ H]]; [destruct (J _ H)|exact H]|intros ->; right; split; [intros [z Z];
    exact (J z Z)|auto]]. Qed.
Lemma leads_is g p i T q : (i < 4)%nat -> move g p (row_move i T) -> leads g p (row_move i T) q <-> q = lowered_to p
    i T.
Proof.
  intros I V. unfold leads. destruct q as [qa qb qc qd]. cbn [the_a the_b the_c the_d].
  assert (forall M : Z -> term, (exists x, after g p (row_move i T) (M x)) <-> exists x, M x = row_move i T) as E.
  { intro M. split; intros [x X]; exists x; [apply after_is in X; tauto|apply after_is; auto]. }
  rewrite !(after_is g p), !E. destruct i as [|[|[|[|i]]]]; [| | | |lia]; cbn [row_move lowered_to] in *.
  - rewrite (same t_a), (other t_b), (other t_c), (other t_d); try congruence. split; [intros (-> & -> & -> & ->);
      reflexivity|].
    intro H. injection H. auto.
  - rewrite (same t_b), (other t_a), (other t_c), (other t_d); try congruence. split; [intros (-> & -> & -> & ->);
      reflexivity|].
    intro H. injection H. auto.
  - rewrite (same t_c), (other t_a), (other t_b), (other t_d); try congruence. split; [intros (-> & -> & -> & ->);
      reflexivity|].
    intro H. injection H. auto.
  - rewrite (same t_d), (other t_a), (other t_b), (other t_c); try congruence. split; [intros (-> & -> & -> & ->);
      reflexivity|].
    intro H. injection H. auto.
Qed.
Lemma move_is g p M : move g p M <-> exists i T, (i < 4)%nat /\ M = row_move i T /\ 0 <= T < nth i (rows p) 0.
Proof.
  unfold move, a, b, c, d, rows. split.
  - intros [(T & S & -> & -> & L)|[(T & S & -> & -> & L)|[(T & S & -> & -> & L)|(T & S & -> & -> & L)]]];
      [exists 0%nat, T|exists 1%nat, T|exists 2%nat, T|exists 3%nat, T]; cbn; (split; [lia|]); (split;
          [reflexivity|lia]).
  - intros (i & T & I & -> & L). destruct i as [|[|[|[|i]]]]; [| | | |lia]; cbn in L |- *;
      [left|right; left|right; right; left|right; right; right]; exists T; eexists; (split; [reflexivity|]);
      (split; [reflexivity|lia]).
Qed.
Lemma rows_after p i T : (i < 4)%nat -> rows (lowered_to p i T) = firstn i (rows p) ++ T :: skipn (S i) (rows p).
Proof. intro I. destruct i as [|[|[|[|i]]]]; [| | | |lia]; reflexivity. Qed.
Lemma rows_before p i : (i < 4)%nat -> rows p = firstn i (rows p) ++ nth i (rows p) 0 :: skipn (S i) (rows p).
Proof. intro I. destruct i as [|[|[|[|i]]]]; [| | | |lia]; reflexivity. Qed.
Lemma sound g p q : standing (left_over (rows p)) -> moves g p q ->
  exists a s b r, left_over (rows p) = a ++ s :: b /\ lowers s r /\ Permutation (left_over (rows q)) (r ++ a ++ b).
Proof.
  intros _ (M & V & A). change (leads g p M q) in A. pose proof V as W. apply move_is in W as (i & T & I & -> & L).
  apply (leads_is g p i T q I V) in A. subst q.
  exists (left_over (firstn i (rows p))), (nth i (rows p) 0), (left_over (skipn (S i) (rows p))), (left_over [T]).
  split; [rewrite <- row_apart by lia; rewrite <- rows_before by exact I; reflexivity|]. split; [exists T; auto|].
  rewrite rows_after by exact I. apply row_lowered.
Qed.
Lemma complete g p a s b r : standing (left_over (rows p)) -> left_over (rows p) = a ++ s :: b -> lowers s r ->
  exists q, moves g p q /\ Permutation (left_over (rows q)) (r ++ a ++ b).
Proof.
  intros _ H (T & L & ->). apply row_of in H as (u & v & E & <- & <-). assert (length u < 4)%nat as I.
  { apply (f_equal (@length Z)) in E. rewrite app_length in E. cbn in E. lia. }
  assert (firstn (length u) (rows p) = u /\ nth (length u) (rows p) 0 = s /\ skipn (S (length u)) (rows p) = v) as
      (X & Y & Z).
  { rewrite E. split; [|split].
    - rewrite firstn_app, firstn_all, Nat.sub_diag. apply app_nil_r.
    - apply nth_middle.
    - rewrite skipn_app, skipn_all2 by lia. replace (S (length u) - length u)%nat with 1%nat by lia. reflexivity. }
  exists (lowered_to p (length u) T). split.
  - exists (row_move (length u) T). assert (move g p (row_move (length u) T)) as V.
    { apply move_is. exists (length u), T. rewrite Y. auto. }
    split; [exact V|]. apply (leads_is g p (length u) T); auto.
  - rewrite rows_after, X, Z by exact I. apply row_lowered.
Qed.
Lemma value_is g p : has_value (moves g) p (worth Z.abs (left_over (rows p))).
Proof.
  apply (value_of_sum _ _ (fun p => left_over (rows p)) lowers).
  - exact Z.abs_nonneg.
  - exact lowers_less.
  - exact lowers_valued.
  - exact (sound g).
  - exact (complete g).
  - apply rows_standing.
Qed.
Lemma nim_sum_is g p X : legal g p -> nim_sum g p X <-> X = worth Z.abs (left_over (rows p)).
Proof.
  intros (_ & A & B & C & D). rewrite worth_rows; [|reflexivity|unfold rows; repeat constructor; lia]. unfold rows.
      cbn [worth].
  rewrite Z.lxor_0_r, !Z.abs_eq, <- !Z.lxor_assoc by lia. unfold nim_sum, a, b, c, d. split.
  - intros (x & y & z & w & -> & -> & -> & -> & ->). reflexivity.
  - intros ->. do 4 eexists. repeat split; reflexivity.
Qed.
Theorem proved : theorem.
Proof.
  intros g p L. exists (worth Z.abs (left_over (rows p))). split; [apply value_is|]. intro X. apply nim_sum_is.
      exact L.
Qed.
Print Assumptions proved.
