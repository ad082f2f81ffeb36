(* What Bouton's files rest on, proved once. A game is a type of positions, those that are legal, and its moves.
   In normal play who cannot move has lost; in misere play, where [misere] is True, that player has won. *)
Require Import ZArith Lia Wf_nat List Permutation.

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

(* Games of alliances: who moves at a position, and who has won where there is no move. *)
Section Alliances.
Variable position : Type.
Variable legal : position -> Prop.
Variable moves : position -> position -> Prop.
Variables side winner : Z -> position -> Prop.

(* The alliance wins, by its definition: it has won, it moves so that it wins, or others move and it wins whatever they do. *)
Inductive wins (a : Z) : position -> Prop :=
| ended p : (forall q, ~ moves p q) -> winner a p -> wins a p
| moved p q : side a p -> moves p q -> wins a q -> wins a p
| awaited p : ~ side a p -> (exists q, moves p q) -> (forall q, moves p q -> wins a q) -> wins a p.

Variable size : position -> nat.
Variable claimed : Z -> position -> Prop.
Hypothesis terminal_or_not : forall p, legal p -> (exists q, moves p q) \/ (forall q, ~ moves p q).
Hypothesis closed : forall p q, legal p -> moves p q -> legal q.
Hypothesis lowered : forall p q, legal p -> moves p q -> (size q < size p)%nat.
Hypothesis one_moves : forall p, legal p -> exists a, side a p /\ forall b, side b p -> b = a.
Hypothesis one_claimed : forall p, legal p -> exists a, claimed a p /\ forall b, claimed b p -> b = a.
Hypothesis at_end : forall p a, legal p -> (forall q, ~ moves p q) -> (claimed a p <-> winner a p).
Hypothesis winning : forall p a, legal p -> side a p -> claimed a p -> (exists q, moves p q) -> exists q, moves p q /\ claimed a q.
Hypothesis losing : forall p q a b, legal p -> side a p -> claimed b p -> b <> a -> moves p q -> claimed b q.

Theorem alliances : forall p a, legal p -> (wins a p <-> claimed a p).
Proof.
  intro p. remember (size p) as n eqn:E. revert p E.
  induction n as [n IH] using lt_wf_ind. intros p E a L.
  assert (forall q b, moves p q -> (wins b q <-> claimed b q)) as I.
  { intros q b M. apply (IH (size q)); [subst; eauto | reflexivity | eauto]. }
  assert (forall q b c, moves p q -> claimed b q -> claimed c q -> b = c) as U.
  { intros q b c M B C. destruct (one_claimed q) as [d [_ D]]; [eauto|]. rewrite (D b B), (D c C). reflexivity. }
  destruct (one_moves p L) as [s [S T]]. destruct (one_claimed p L) as [c [C D]]. split; intro H.
  - destruct H as [p N W | p q S' M W | p S' [q M] W].
    + apply at_end; assumption.
    + apply I in W; [|exact M]. destruct (Z.eq_dec c a) as [-> | N]; [exact C|].
      exfalso. apply N. apply (U q); [exact M | | exact W]. apply (losing p q a c); assumption.
    + destruct (Z.eq_dec c a) as [-> | N]; [exact C|]. exfalso. apply N.
      destruct (Z.eq_dec c s) as [-> | N'].
      * destruct (winning p s L S C) as (r & R & K); [exists q; exact M|].
        apply (U r); [exact R | exact K |]. apply I; [exact R|]. apply W, R.
      * apply (U q); [exact M | |].
        -- apply (losing p q s c); assumption.
        -- apply I; [exact M|]. apply W, M.
  - rewrite (D a H) in *. clear H. destruct (terminal_or_not p L) as [M | N].
    + destruct (Z.eq_dec c s) as [-> | N].
      * destruct (winning p s L S C M) as (q & Q & K). apply (moved s p q S Q). apply I; assumption.
      * apply awaited; [intro X; apply N, T, X | exact M |]. intros q Q. apply I; [exact Q|].
        apply (losing p q s c); assumption.
    + apply ended; [exact N|]. apply at_end; assumption.
Qed.
End Alliances.

Open Scope Z_scope.
Import ListNotations.

(* Sprague-Grundy values of normal play, by their definition: the least number, from 0 on, that no option has. *)
Section Values.
Variable position : Type.
Variable moves : position -> position -> Prop.

Inductive has_value : position -> Z -> Prop :=
| mex p V : 0 <= V -> (forall q, moves p q -> exists W, W <> V /\ has_value q W) ->
    (forall W, 0 <= W < V -> exists q, moves p q /\ has_value q W) -> has_value p V.

(* No position has two. *)
Fixpoint one_value p V (H : has_value p V) {struct H} : forall W, has_value p W -> V = W.
Proof.
  destruct H as [p V A B C]. intros W H. destruct H as [p W A' B' C'].
  destruct (Z.lt_trichotomy V W) as [L | [L | L]]; [exfalso | exact L | exfalso].
  - destruct (C' V (conj A L)) as (q & M & H). destruct (B q M) as (V' & N & H'). exact (N (one_value q V' H' V H)).
  - destruct (C W (conj A' L)) as (q & M & H). destruct (B' q M) as (W' & N & H'). apply N. symmetry.
    exact (one_value q W H W' H').
Qed.

(* [single n]: the position of n stones in one heap, or of one counter that is n. From the preperiod on the values of
   these repeat after each period, or rise by the saltus. *)
Definition periodic (single : Z -> position) (preperiod period saltus : Z) : Prop :=
  forall n, preperiod <= n -> exists V, has_value (single n) V /\ has_value (single (n + period)) (V + saltus).
(* The values of 0, 1, 2, ... in this order. *)
Definition first_values (single : Z -> position) (values : list Z) : Prop :=
  forall n V, nth_error values n = Some V -> has_value (single (Z.of_nat n)) V.
End Values.
Arguments has_value {position}.
Arguments periodic {position}.
Arguments first_values {position}.

(* Heaps are the list of their sizes: heap i is the one at place i, counted from 1, and where there is none its size is 0. *)
Definition size_of (i : Z) (heaps : list Z) : Z := nth (Z.to_nat (i - 1)) heaps 0.
Definition heap_at (heaps : list Z) (i s : Z) : Prop := 1 <= i <= Z.of_nat (length heaps) /\ s = size_of i heaps.
(* No heap is empty, and they stand in the order that the game says. *)
Fixpoint in_order (before : Z -> Z -> Prop) (heaps : list Z) : Prop :=
  match heaps with
  | [] => True
  | s :: rest => 0 < s /\ match rest with [] => True | t :: _ => before s t end /\ in_order before rest
  end.
(* What a move leaves: empty heaps go, and the others are put in order. *)
Definition left_over (heaps : list Z) : list Z := filter (fun s => 0 <? s) heaps.
Fixpoint put_in (before : Z -> Z -> bool) (s : Z) (heaps : list Z) : list Z :=
  match heaps with
  | [] => [s]
  | t :: rest => if before s t then s :: heaps else t :: put_in before s rest
  end.
Definition ascending (heaps : list Z) : list Z := fold_right (put_in Z.leb) [] heaps.
Definition descending (heaps : list Z) : list Z := fold_right (put_in Z.geb) [] heaps.
Definition in_place (heaps : list Z) : list Z := heaps.
(* [said i s]: heap i is said to have s stones afterwards. A heap of which nothing is said keeps its size. *)
Definition heaps_after (order : list Z -> list Z) (said : Z -> Z -> Prop) (heaps after : list Z) : Prop :=
  exists sizes, (forall i, 1 <= i -> said i (size_of i sizes) \/ (~ (exists s, said i s) /\ size_of i sizes = size_of i heaps))
    /\ after = order (left_over sizes).

(* Aggregates over the tuples of which [these] holds: how many there are, the sum of their first entries, the greatest
   and the least first entry. *)
Definition counted (these : list Z -> Prop) (n : Z) : Prop :=
  exists l, NoDup l /\ (forall t, In t l <-> these t) /\ n = Z.of_nat (length l).
Definition summed (these : list Z -> Prop) (n : Z) : Prop :=
  exists l, NoDup l /\ (forall t, In t l <-> these t) /\ n = fold_right Z.add 0 (map (hd 0) l).
Definition greatest (these : list Z -> Prop) (n : Z) : Prop :=
  (exists t, these t /\ n = hd 0 t) /\ forall t, these t -> hd 0 t <= n.
Definition least (these : list Z -> Prop) (n : Z) : Prop :=
  (exists t, these t /\ n = hd 0 t) /\ forall t, these t -> n <= hd 0 t.

Lemma counted_is these l n : NoDup l -> (forall t, these t <-> In t l) -> counted these n <-> n = Z.of_nat (length l).
Proof.
  intros D T. split.
  - intros (k & K & H & ->). f_equal. apply Nat.le_antisymm; apply NoDup_incl_length; auto; intros t I.
    + apply T, H, I.
    + apply H, T, I.
  - intros ->. exists l. split; [exact D|]. split; [|reflexivity]. intro t. rewrite T. reflexivity.
Qed.
Lemma summed_is these l n : NoDup l -> (forall t, these t <-> In t l) ->
  summed these n <-> n = fold_right Z.add 0 (map (hd 0) l).
Proof.
  intros D T. split.
  - intros (k & K & H & ->). assert (Permutation k l) as P.
    { apply NoDup_Permutation; auto. intro t. rewrite H, T. reflexivity. }
    clear - P. induction P; cbn; lia.
  - intros ->. exists l. split; [exact D|]. split; [|reflexivity]. intro t. rewrite T. reflexivity.
Qed.
Definition every (these : Z -> Prop) (l : list Z) : Prop := fold_right and True (map these l).
Lemma every_is these l : every these l <-> forall n, In n l -> these n.
Proof.
  unfold every. induction l as [|m l IH]; cbn; [tauto|]. rewrite IH. split.
  - intros [A B] n [-> | I]; auto.
  - intro H. auto.
Qed.
Lemma greatest_is these l n : NoDup l -> (forall t, these t <-> In t l) ->
  greatest these n <-> In n (map (hd 0) l) /\ every (fun m => m <= n) (map (hd 0) l).
Proof.
  intros _ T. rewrite every_is. unfold greatest. split.
  - intros [(t & I & ->) H]. split; [apply in_map, T, I|]. intros m M. apply in_map_iff in M.
    destruct M as (u & <- & U). apply H, T, U.
  - intros [I H]. split.
    + apply in_map_iff in I. destruct I as (t & <- & J). exists t. split; [apply T, J | reflexivity].
    + intros t K. apply H, in_map, T, K.
Qed.
Lemma least_is these l n : NoDup l -> (forall t, these t <-> In t l) ->
  least these n <-> In n (map (hd 0) l) /\ every (fun m => n <= m) (map (hd 0) l).
Proof.
  intros _ T. rewrite every_is. unfold least. split.
  - intros [(t & I & ->) H]. split; [apply in_map, T, I|]. intros m M. apply in_map_iff in M.
    destruct M as (u & <- & U). apply H, T, U.
  - intros [I H]. split.
    + apply in_map_iff in I. destruct I as (t & <- & J). exists t. split; [apply T, J | reflexivity].
    + intros t K. apply H, in_map, T, K.
Qed.

(* Where nothing is said of further heaps, what is said of each of these decides. *)
Fixpoint each (said : Z -> Z -> Prop) (i : Z) (heaps sizes : list Z) : Prop :=
  match heaps, sizes with
  | [], [] => True
  | s :: heaps', t :: sizes' => (said i t \/ (~ (exists V, said i V) /\ t = s)) /\ each said (i + 1) heaps' sizes'
  | _, _ => False
  end.
Lemma only_zeros sizes : (forall k, nth k sizes 0 = 0) -> left_over sizes = [].
Proof.
  induction sizes as [|a l IH]; intro H; [reflexivity|]. cbn. pose proof (H 0%nat) as A. cbn in A. subst a. cbn.
  apply IH. intro k. exact (H (S k)).
Qed.
Lemma each_of (said : Z -> Z -> Prop) heaps : forall i sizes,
  (forall k, (k < length heaps)%nat -> said (i + Z.of_nat k) (nth k sizes 0)
    \/ (~ (exists V, said (i + Z.of_nat k) V) /\ nth k sizes 0 = nth k heaps 0)) ->
  (forall k, (length heaps <= k)%nat -> nth k sizes 0 = 0) ->
  exists small, each said i heaps small /\ left_over sizes = left_over small.
Proof.
  induction heaps as [|s heaps IH]; intros i sizes A B.
  - exists []. split; [exact I|]. apply only_zeros. intro k. apply B. cbn. lia.
  - destruct (IH (i + 1) (tl sizes)) as (small & E & F).
    + intros k K. pose proof (A (S k)) as A'. replace (i + 1 + Z.of_nat k) with (i + Z.of_nat (S k)) by lia.
      destruct sizes as [|t sizes]; cbn [nth tl length] in *.
      * specialize (A' ltac:(lia)). destruct k; exact A'.
      * apply A'. lia.
    + intros k K. pose proof (B (S k)) as B'. destruct sizes as [|t sizes]; cbn [nth tl length] in *.
      * destruct k; reflexivity.
      * apply B'. lia.
    + exists (nth 0 sizes 0 :: small). split.
      * cbn. split; [|exact E]. pose proof (A 0%nat) as A'. rewrite Z.add_0_r in A'. apply A'. cbn. lia.
      * destruct sizes as [|t sizes]; cbn [nth tl] in *; [cbn; exact F|].
        unfold left_over in *. cbn. destruct (0 <? t); [f_equal|]; exact F.
Qed.
Lemma of_each (said : Z -> Z -> Prop) heaps : forall i small, each said i heaps small -> length small = length heaps
  /\ forall k, (k < length heaps)%nat -> said (i + Z.of_nat k) (nth k small 0)
    \/ (~ (exists V, said (i + Z.of_nat k) V) /\ nth k small 0 = nth k heaps 0).
Proof.
  induction heaps as [|s heaps IH]; intros i [|t small] E; try contradiction; cbn in *.
  - split; [reflexivity|]. intros k K. lia.
  - destruct E as [E F]. destruct (IH _ _ F) as [L G]. split; [congruence|]. intros [|k] K; cbn [nth].
    + rewrite Z.add_0_r. exact E.
    + replace (i + Z.of_nat (S k)) with (i + 1 + Z.of_nat k) by lia. apply G. lia.
Qed.
Theorem heaps_after_is order (said : Z -> Z -> Prop) heaps after : (forall i s, said i s -> i <= Z.of_nat (length heaps)) ->
  heaps_after order said heaps after <-> exists small, each said 1 heaps small /\ after = order (left_over small).
Proof.
  intro few. split.
  - intros (sizes & A & ->). destruct (each_of said heaps 1 sizes) as (small & E & F).
    + intros k K. pose proof (A (1 + Z.of_nat k) ltac:(lia)) as B. unfold size_of in B.
      replace (Z.to_nat (1 + Z.of_nat k - 1)) with k in B by lia. exact B.
    + intros k K. pose proof (A (1 + Z.of_nat k) ltac:(lia)) as B. unfold size_of in B.
      replace (Z.to_nat (1 + Z.of_nat k - 1)) with k in B by lia. destruct B as [B | [_ B]].
      * apply few in B. lia.
      * rewrite B. apply nth_overflow. exact K.
    + exists small. rewrite F. split; [exact E | reflexivity].
  - intros (small & E & ->). destruct (of_each _ _ _ _ E) as [L G]. exists small. split; [|reflexivity].
    intros i I. unfold size_of. destruct (Nat.lt_ge_cases (Z.to_nat (i - 1)) (length heaps)) as [K | K].
    + pose proof (G _ K) as B. replace (1 + Z.of_nat (Z.to_nat (i - 1))) with i in B by lia. exact B.
    + right. split.
      * intros [s S]. apply few in S. lia.
      * rewrite !nth_overflow by lia. reflexivity.
Qed.

(* How the scripts of Bouton's files reason: what is a definition is opened, and the rest is arithmetic. *)
Lemma divided a b : 0 < b -> 0 <= a ->
  exists d r, a = b * d + r /\ 0 <= r < b /\ 0 <= d /\ Z.rem a b = r /\ Z.quot a b = d.
Proof.
  intros B A. exists (Z.quot a b), (Z.rem a b).
  pose proof (Z.quot_rem' a b). pose proof (Z.rem_bound_pos a b A B). pose proof (Z.quot_pos a b A B). lia.
Qed.
Lemma divided_of_any_sign a b : 0 < b -> exists d r, a = b * d + r /\ Z.rem a b = r /\ Z.quot a b = d
  /\ (a >= 0 /\ 0 <= r < b /\ 0 <= d \/ a < 0 /\ - b < r <= 0 /\ d <= 0).
Proof.
  intros B. destruct (Z_lt_le_dec a 0) as [N | N].
  - destruct (divided (- a) b) as (d & r & E & F & G & R & Q); try lia. exists (- d), (- r).
    rewrite Z.rem_opp_l in R by lia. rewrite Z.quot_opp_l in Q by lia. lia.
  - destruct (divided a b B N) as (d & r & E & F & G & R & Q). exists d, r. lia.
Qed.
(* Divisions: each as quotient and remainder, and the quotients by one unknown divisor compared two by two. *)
Definition quotient (b d : Z) : Prop := True.
Ltac plain a := lazymatch a with context [Z.rem _ _] => fail | context [Z.quot _ _] => fail | _ => idtac end.
Ltac noted b d := match goal with
  | _ => let v := eval compute in b in lazymatch v with Zpos _ => idtac end
  | _ => assert (quotient b d) by exact I end.
Ltac divide_one a b :=
  plain a; plain b;
  let B := fresh "B" in
  assert (0 < b) as B by first [lia | nia];
  let d := fresh "d" in let r := fresh "r" in let E := fresh "E" in let F := fresh "F" in
  let G := fresh "G" in let R := fresh "R" in let Q := fresh "Q" in
  first [
    let A := fresh "A" in assert (0 <= a) as A by lia;
    destruct (divided a b B A) as (d & r & E & F & G & R & Q); clear A
  | destruct (divided_of_any_sign a b B) as (d & r & E & R & Q & F) ];
  rewrite ?R, ?Q in *; clear R Q;
  first [
    match goal with
    | _ : quotient ?c _ |- _ =>
        let S := fresh "S" in assert (b = c) as S by lia; first [constr_eq b c | rewrite S in E, F]; clear S; noted c d
    end
  | noted b d ].
Ltac divide :=
  repeat match goal with
  | _ : context [Z.rem ?a ?b] |- _ => divide_one a b
  | _ : context [Z.quot ?a ?b] |- _ => divide_one a b
  | |- context [Z.rem ?a ?b] => divide_one a b
  | |- context [Z.quot ?a ?b] => divide_one a b
  end.
Lemma above b d e : 0 < b -> d + 1 <= e -> b * d + b <= b * e.
Proof. nia. Qed.
Lemma far_above b d e : 0 < b -> d + 2 <= e -> b * d + 2 * b <= b * e.
Proof. nia. Qed.
Ltac compare_two b d e :=
  let B := fresh "B" in let W := fresh "W" in
  assert (0 < b) as B by first [lia | nia];
  assert (d + 2 <= e \/ d + 1 = e \/ d = e \/ d = e + 1 \/ e + 2 <= d) as W by lia;
  destruct W as [W|[W|[W|[W|W]]]];
  [ pose proof (far_above b d e B W) | try subst e | try subst e; try subst d | try subst d | pose proof (far_above b e d B W) ];
  clear B.
Ltac compare_quotients n :=
  first [ lia |
    lazymatch n with
    | O => fail
    | S ?m =>
        match goal with
        | A : quotient ?b ?d, B : quotient ?b ?e |- _ =>
            lazymatch d with e => fail | _ => idtac end; clear A; compare_two b d e; compare_quotients m
        end
    end ].
Ltac pull :=
  repeat match goal with
  | H : exists _, _ |- _ => destruct H
  | H : _ /\ _ |- _ => destruct H
  | H : False |- _ => destruct H
  | H : ?a = ?b |- _ =>
      lazymatch type of a with Z => fail | _ => first [discriminate H | injection H; clear H; intros; subst] end
  end; subst.
Ltac split_all := pull; repeat (match goal with H : _ \/ _ |- _ => destruct H end; pull).
(* Where nothing else helps, the divisions are what their definition says. *)
Definition by_euclid : Prop := True.
Ltac Zify.zify_post_hook ::= lazymatch goal with _ : by_euclid |- _ => Z.to_euclidean_division_equations | _ => idtac end.
Ltac divided_out := intros; divide; first [lia | compare_quotients 4%nat].
(* A product is a number: one factor is 0, 1 or larger than that in absolute value. *)
Ltac by_factors :=
  match goal with
  | _ : context [?a * ?b] |- _ =>
      let W := fresh "W" in assert (b <= -1 \/ b = 0 \/ b = 1 \/ b >= 2) as W by lia;
      destruct W as [W|[W|[W|W]]]; try rewrite W in *; first [lia | timeout 5 nia]
  | |- context [?a * ?b] =>
      let W := fresh "W" in assert (b <= -1 \/ b = 0 \/ b = 1 \/ b >= 2) as W by lia;
      destruct W as [W|[W|[W|W]]]; try rewrite W in *; first [lia | timeout 5 nia]
  end.
Ltac arith :=
  first [ lia | solve [divided_out] | solve [intros; split_all; divided_out]
  | timeout 10 nia | solve [intros; divide; timeout 10 nia]
  | solve [assert by_euclid by exact I; first [timeout 10 lia | timeout 20 nia]]
  | timeout 20 (solve [intros; by_factors]) ].
(* Whether a formula without quantifiers holds is decided by its parts. *)
Ltac decide_it :=
  lazymatch goal with
  | |- (?A /\ ?B) \/ _ =>
      let P := fresh "P" in let Q := fresh "Q" in
      assert (A \/ ~ A) as P by decide_it; assert (B \/ ~ B) as Q by decide_it; clear - P Q; tauto
  | |- (?A \/ ?B) \/ _ =>
      let P := fresh "P" in let Q := fresh "Q" in
      assert (A \/ ~ A) as P by decide_it; assert (B \/ ~ B) as Q by decide_it; clear - P Q; tauto
  | |- (~ ?A) \/ _ =>
      let P := fresh "P" in assert (A \/ ~ A) as P by decide_it; clear - P; tauto
  | |- True \/ _ => left; exact I
  | |- False \/ _ => right; intros []
  | |- _ => clear; lia
  end.
Ltac tuples :=
  first [ reflexivity | apply (f_equal2 (@cons Z)); cycle 1; [tuples | first [reflexivity | arith]] ].
(* What is sought: the values that equations give first, and then each part for itself. *)
Ltac plain_goal := lazymatch goal with |- ?G => tryif has_evar G then fail else idtac end.
Lemma moved_plus a b c : a - c = b -> a = b + c.
Proof. lia. Qed.
Lemma moved_plus_left a b c : a - b = c -> a = b + c.
Proof. lia. Qed.
Lemma moved_minus a b c : a + c = b -> a = b - c.
Proof. lia. Qed.
Lemma moved_minus_left a b c : b - a = c -> a = b - c.
Proof. lia. Qed.
Ltac known_term t := tryif has_evar t then fail else idtac.
(* An equation in one unknown that sums alone enclose: everything else goes to the other side. *)
Ltac isolated :=
  lazymatch goal with
  | |- ?a = ?r => known_term a; lazymatch r with
    | ?b + ?c => first [ known_term c; apply moved_plus; isolated | known_term b; apply moved_plus_left; isolated ]
    | ?b - ?c => first [ known_term c; apply moved_minus; isolated | known_term b; apply moved_minus_left; isolated ]
    | _ => is_evar r; reflexivity
    end
  end.
Ltac given :=
  lazymatch goal with
  | |- _ :: _ = _ :: _ => tuples
  | |- _ = _ =>
      first [ reflexivity
        | isolated | symmetry; isolated
        | lazymatch goal with |- @eq Z _ _ => fail | _ => solve [f_equal; given] end
        | plain_goal; lia
        | eassumption ]
  end.
Ltac leaves := repeat lazymatch goal with |- exists _, _ => eexists | |- _ /\ _ => split end.
Ltac light := first [lia | solve [divided_out] | solve [intros; split_all; divided_out]].
Ltac search known :=
  lazymatch goal with
  | |- _ \/ _ => first [plain_goal; light | left; search known | right; search known]
  | |- _ =>
      leaves; try given; try (known; leaves; try given); try given;
      lazymatch goal with
      | |- True => exact I
      | |- _ \/ _ => search known
      | |- _ => first [plain_goal; first [assumption | light] | eassumption
          | intro; known; split_all; known; split_all; light | progress known; search known]
      end
  end.
(* [known] puts the solved forms in the places of the predicates. *)
Ltac tidy :=
  rewrite ?Z.mul_1_r, ?Z.mul_1_l, ?Z.mul_0_r, ?Z.mul_0_l, ?Z.add_0_r, ?Z.add_0_l, ?Z.sub_0_r, ?Z.sub_diag,
    ?Z.rem_1_r, ?Z.quot_1_r in *.
Ltac finish sought := tidy; first [solve [sought; tidy; tauto] | search sought | arith].
Ltac by_parts known sought :=
  split; intro; [split_all; known; tidy; split_all; subst; finish sought | split_all; finish sought].
Ltac solved known sought := first [ reflexivity | solve [sought; tidy; timeout 5 lia] | by_parts known sought ].
(* The heaps that a move leaves, as a list of so many. *)
Ltac seen :=
  repeat match goal with |- context [Z.to_nat ?e] => let k := eval compute in (Z.to_nat e) in change (Z.to_nat e) with k end;
  cbn [nth].
Ltac count_up i a :=
  first [ exfalso; lia | let E := fresh "E" in destruct (Z.eq_dec i a) as [E|E]; [subst i; seen; lia | let b := eval compute in (a + 1) in count_up i b] ].
Ltac placed :=
  unfold heap_at, size_of; cbn [length]; split;
  [ let L := fresh "L" in intros [L ->]; match type of L with 1 <= ?i <= _ => count_up i 1 end
  | intro; split_all; seen; lia ].
Ltac canonical :=
  unfold ascending, descending, in_place, left_over in *; cbn [filter fold_right put_in] in *;
  repeat (match goal with
  | |- context [Z.ltb ?a ?b] => destruct (Z.ltb_spec a b); try lia
  | |- context [Z.leb ?a ?b] => destruct (Z.leb_spec a b); try lia
  | |- context [Z.geb ?a ?b] => rewrite (Z.geb_leb a b); destruct (Z.leb_spec b a); try lia
  | _ : context [Z.ltb ?a ?b] |- _ => destruct (Z.ltb_spec a b); try lia
  | _ : context [Z.leb ?a ?b] |- _ => destruct (Z.leb_spec a b); try lia
  | _ : context [Z.geb ?a ?b] |- _ => rewrite (Z.geb_leb a b) in *; destruct (Z.leb_spec b a); try lia
  end; cbn [filter fold_right put_in] in * ).
(* One of several moves: each case of what is given, and each remainder by a number, for itself. *)
Ltac divide_given :=
  repeat match goal with
  | _ : context [Z.rem ?a ?b] |- _ => divide_one a b
  | _ : context [Z.quot ?a ?b] |- _ => divide_one a b
  end.
Ltac each_residue r k tac :=
  first [ exfalso; lia
    | destruct (Z.eq_dec r k) as [?|?];
      [ subst r; tac | let m := eval compute in (k + 1) in each_residue r m tac ] ].
Ltac residues tac :=
  first [ match goal with F : 0 <= ?r < Zpos ?b |- _ => is_var r; each_residue r 0 ltac:(residues tac) end | tac ].
Ltac fits := repeat match goal with |- _ /\ _ => split end; light.
Ltac pick_one := lazymatch goal with |- _ \/ _ => first [solve [left; fits] | right; pick_one] | |- _ => fits end.
Ltac pick :=
  first [ timeout 3 lia | timeout 10 (solve [divided_out])
    | solve [intros; split_all; first [exfalso; light | divide_given; residues ltac:(first [exfalso; lia | pick_one])]]
    | arith ].
Ltac different := repeat constructor; cbn; intuition congruence.
Ltac those known :=
  let t := fresh "t" in intro t; known; cbn; split; intro; split_all; subst; first [tauto | congruence | search known].
Ltac listed := first [reflexivity | left; reflexivity | right; listed].
Ltac within := repeat match goal with |- _ /\ _ => split end; first [arith | listed | exact I].
(* That a move is there, its values given; [sizes] names those that it leaves. *)
Ltac give sizes :=
  repeat match goal with
  | |- _ /\ _ => split
  | |- exists c : Z, _ => sizes
  end; first [reflexivity | arith].
