(* Kayles. Claim nim-values: A position is a P-position iff the nim-values of its rows, read from the table
   of period 12, have nim-sum zero. *)
(* Here for every list of heaps. *)
(* Printed from kayles/rules.lp, kayles/theorems.lp, kayles/beliefs.lp, kayles/named.lp: each predicate is
   what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_knock (_ : Z) (_ : Z) (_ : Z).

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition heaps_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists A1
  : Z, X1 = [I] /\ heap g p I A1)).
Definition heaps (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = N /\ counted
  (heaps_elements1 g p) N).
(* knock(D,I,L): knock D pins down in row I so that L are left on the shorter side: a new row. *)
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists D : Z, (exists I : Z, (exists L
  : Z, (exists S : Z, X1 = (t_knock D I L) /\ heap g p I S /\ 1 <= D <= 2 /\ D <= S /\ 0 <= L <= (Z.quot (S -
  D) 2))))).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists D : Z, (exists I :
  Z, (exists L : Z, (exists S : Z, X1 = (t_knock D I L) /\ X2 = (t_heap I ((S - D) - L)) /\ move g p (t_knock
  D I L) /\ heap g p I S)))) \/ (exists D : Z, (exists I : Z, (exists L : Z, (exists N : Z, X1 = (t_knock D I
  L) /\ X2 = (t_heap (N + 1) L) /\ move g p (t_knock D I L) /\ heaps g p N)))).
(* The nim-value of a row depends on its length S mod 12, save for fourteen lengths up to 70. *)
Definition usual (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (X1 = 0 /\ X2 = 4) \/ (X1 = 1 /\
  X2 = 1) \/ (X1 = 2 /\ X2 = 2) \/ (X1 = 3 /\ X2 = 8) \/ (X1 = 4 /\ X2 = 1) \/ (X1 = 5 /\ X2 = 4) \/ (X1 = 6
  /\ X2 = 7) \/ (X1 = 7 /\ X2 = 2) \/ (X1 = 8 /\ X2 = 1) \/ (X1 = 9 /\ X2 = 8) \/ (X1 = 10 /\ X2 = 2) \/ (X1
  = 11 /\ X2 = 7).
Definition unusual (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (X1 = 0 /\ X2 = 0) \/ (X1 = 3
  /\ X2 = 3) \/ (X1 = 6 /\ X2 = 3) \/ (X1 = 9 /\ X2 = 4) \/ (X1 = 11 /\ X2 = 6) \/ (X1 = 15 /\ X2 = 7) \/ (X1
  = 18 /\ X2 = 3) \/ (X1 = 21 /\ X2 = 4) \/ (X1 = 22 /\ X2 = 6) \/ (X1 = 28 /\ X2 = 5) \/ (X1 = 34 /\ X2 = 6)
  \/ (X1 = 39 /\ X2 = 3) \/ (X1 = 57 /\ X2 = 4) \/ (X1 = 70 /\ X2 = 6).
Definition row (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists I : Z, (exists V : Z,
  (exists S : Z, X1 = I /\ X2 = V /\ heap g p I S /\ unusual g p S V))) \/ (exists I : Z, (exists V : Z,
  (exists S : Z, X1 = I /\ X2 = V /\ heap g p I S /\ ~ ((exists A1 : Z, unusual g p S A1)) /\ usual g p
  (Z.rem S 12) V))).
(* A position is a sum of rows: its value is the nim-sum of theirs. *)
Inductive sum (g : parameters) (p : position) : Z -> Z -> Prop :=
| sum_by_1 (X1 : Z) (X2 : Z) : (X1 = 0) -> (X2 = 0) -> sum g p X1 X2
| sum_by_2 (X1 : Z) (X2 : Z) (I : Z) (X : Z) (V : Z) : (X1 = I) -> (sum g p (I - 1) X) -> (row g p I V) ->
  (X2 = (Z.lxor X V)) -> sum g p X1 X2.
Definition value (g : parameters) (p : position) (X1 : Z) : Prop := (exists X : Z, (exists N : Z, X1 = X /\
  heaps g p N /\ sum g p N X)).
(* % zero/0: the values of the rows have nim-sum zero. *)
Definition zero (g : parameters) (p : position) : Prop := value g p 0.

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.le (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) False p <-> zero g p).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Permutation Sums Octal.

Definition code : list (Z * Z) := [(1, 0); (1, 1); (1, 2); (2, 0); (2, 1); (2, 2)].
Definition made (s D L : Z) : Prop := 1 <= D <= 2 /\ D <= s /\ 0 <= L /\ 2 * L <= s - D.
Lemma made_is s r : 1 <= s -> takes (coded code) s r <-> exists D L, made s D L /\ r = left_over [s - D - L; L].
Proof.
  intro S. unfold takes, made, left_over. cbn [filter]. split.
  - assert (forall D J, coded code D J -> 1 <= D <= 2) as C.
    { intros D J [E|[E|[E|[E|[E|[E|[]]]]]]]; injection E; lia. }
    intros [[H ->]|[(D & H & L & ->)|(D & L & H & L1 & L2 & ->)]]; apply C in H.
    + exists s, 0. split; [lia|]. rewrite Z.sub_diag. reflexivity.
    + exists D, 0. split; [lia|]. rewrite Z.sub_0_r. destruct (Z.ltb_spec 0 (s - D)); [reflexivity|lia].
    + exists D, L. split; [lia|]. destruct (Z.ltb_spec 0 (s - D - L)); [|lia]. destruct (Z.ltb_spec 0 L);
        [reflexivity|lia].
  - intros (D & L & (A & B & C & E) & ->).
    assert (forall J, 0 <= J <= 2 -> coded code D J) as H.
    { intros J K. unfold coded, code. assert (D = 1 \/ D = 2) as [-> | ->] by lia;
        assert (J = 0 \/ J = 1 \/ J = 2) as [-> | [-> | ->]] by lia; cbn; tauto. }
    destruct (Z.ltb_spec 0 (s - D - L)), (Z.ltb_spec 0 L); try lia.
    + right. right. exists D, L. split; [apply H; lia|]. split; [lia|]. split; [lia|reflexivity].
    + right. left. exists D. replace L with 0 by lia. rewrite Z.sub_0_r. split; [apply H; lia|]. split;
        [lia|reflexivity].
    + left. replace s with D at 1 by lia. split; [apply H; lia|reflexivity].
Qed.
Lemma heaps_are g p N : heaps g p N <-> N = Z.of_nat (length (the_heap p)).
Proof.
  unfold heaps. rewrite <- (heaps_counted (heaps_elements1 g p) (the_heap p)); [|reflexivity].
  split; [intros (n & -> & H); exact H|eauto].
Qed.

Lemma place_is g p a s b t : the_heap p = a ++ s :: b -> heap g p (Z.of_nat (length a) + 1) t <-> t = s.
Proof.
  intro H. unfold heap, heap_at, size_of. rewrite H, app_length. cbn [length].
  replace (Z.to_nat (Z.of_nat (length a) + 1 - 1)) with (length a) by lia. rewrite nth_middle. lia.
Qed.
Lemma half s L : 0 <= s -> L <= Z.quot s 2 <-> 2 * L <= s.
Proof. intro A. destruct (divided s 2) as (d & r & E & R & D & _ & Q); [lia|lia|]. rewrite Q. lia. Qed.
Lemma move_is g p a s b D L : the_heap p = a ++ s :: b -> move g p (t_knock D (Z.of_nat (length a) + 1) L) <-> made
    s D L.
Proof.
  intro H. pose proof (fun t => place_is g p a s b t H) as P. unfold move, made. split.
  - intros (D' & I & L' & S & E & T & A & B & C). injection E; intros; subst. apply P in T. subst.
    split; [exact A|]. split; [exact B|]. split; [lia|]. apply half; lia.
  - intros (A & B & C & E). exists D, (Z.of_nat (length a) + 1), L, s. rewrite P. split; [reflexivity|]. split;
      [reflexivity|].
    split; [exact A|]. split; [exact B|]. split; [exact C|]. apply half; lia.
Qed.
Lemma after_is g p a s b D L i t : the_heap p = a ++ s :: b -> made s D L ->
  after g p (t_knock D (Z.of_nat (length a) + 1) L) (t_heap i t) <->
  i = Z.of_nat (length a) + 1 /\ t = s - D - L \/ i = Z.of_nat (length (a ++ s :: b)) + 1 /\ t = L.
Proof.
  intros H M. apply (move_is g p a s b D L H) in M. pose proof (fun t => place_is g p a s b t H) as P. unfold after.
      split.
  - intros [(D' & I & L' & S & E & F & _ & T)|(D' & I & L' & N & E & F & _ & T)]; injection E; injection F; intros;
      subst.
    + apply P in T. left. lia.
    + apply heaps_are in T. rewrite H in T. right. lia.
  - intros [[-> ->]|[-> ->]]; [left; exists D, (Z.of_nat (length a) + 1), L, s|
      right; exists D, (Z.of_nat (length a) + 1), L, (Z.of_nat (length (a ++ s :: b)))].
    + rewrite P. auto.
    + rewrite heaps_are, H. auto.
Qed.
Lemma sound g p q : standing (the_heap p) -> moves g p q ->
  exists a s b r, the_heap p = a ++ s :: b /\ takes (coded code) s r /\ Permutation (the_heap q) (r ++ a ++ b).
Proof.
  intros S (M & V & A). pose proof V as (D & I & L & s & -> & T & _). apply heap_at_is in T as (a & b & H & ->).
  apply (move_is g p a s b) in V; [|exact H]. pose proof S as S'. rewrite H in S', A.
      apply Forall_app in S' as [S1 S2].
  exists a, s, b, (left_over [s - D - L; L]). split; [exact H|]. split; [apply made_is;
      [exact (Forall_inv S2)|eauto]|].
  apply (parted _ _ a b s (s - D - L) L) in A; [|intros i t; apply (after_is g p a s b); assumption].
  rewrite A. apply left_over_parted. apply Forall_app. split; [exact S1|exact (Forall_inv_tail S2)].
Qed.
Lemma complete g p a s b r : standing (the_heap p) -> the_heap p = a ++ s :: b -> takes (coded code) s r ->
  exists q, moves g p q /\ Permutation (the_heap q) (r ++ a ++ b).
Proof.
  intros S H T. pose proof S as S'. rewrite H in S'. apply Forall_app in S' as [S1 S2].
  apply made_is in T as (D & L & M & ->); [|exact (Forall_inv S2)].
  exists (Position (ascending (left_over (a ++ (s - D - L) :: b ++ [L])))). split.
  - exists (t_knock D (Z.of_nat (length a) + 1) L). split; [apply (move_is g p a s b); assumption|]. cbn [the_heap].
    rewrite H. apply <- (parted ascending); [reflexivity|]. intros i t. apply (after_is g p a s b); assumption.
  - cbn [the_heap]. apply left_over_parted. apply Forall_app. split; [exact S1|exact (Forall_inv_tail S2)].
Qed.
Lemma here : periodic_here code 71 12 = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Definition G : Z -> Z := computed code 71 12.
Lemma value_is g p : standing (the_heap p) -> has_value (moves g) p (worth G (the_heap p)).
Proof.
  apply (value_of_sum _ _ _ (takes (coded code))).
  - exact (computed_not_negative code 71 12).
  - exact (taken_less code 71 12 here).
  - intros s S. apply values_by_code; [lia|lia|exact here|exact S].
  - exact (sound g).
  - exact (complete g).
Qed.

(* The table of the theorem. *)
Definition unusuals : list (Z * Z) :=
  [(0, 0); (3, 3); (6, 3); (9, 4); (11, 6); (15, 7); (18, 3); (21, 4); (22, 6); (28, 5); (34, 6); (39, 3); (57, 4);
      (70, 6)].
Definition usuals : list (Z * Z) :=
  [(0, 4); (1, 1); (2, 2); (3, 8); (4, 1); (5, 4); (6, 7); (7, 2); (8, 1); (9, 8); (10, 2); (11, 7)].
Definition of_row (s : Z) : Z := match find (fun c : Z * Z => fst c =? s) unusuals with
  | Some c => snd c
  | None => match find (fun c : Z * Z => fst c =? s mod 12) usuals with Some c => snd c | None => 0 end end.
Lemma table_is s : 1 <= s -> G s = of_row s.
Proof.
  intro S. assert (0 <= s) as N by lia. revert S. pattern s. revert s N. apply Z_lt_induction. intros s IH S.
  destruct (Z.lt_ge_cases s 95) as [L|L].
  - assert (forallb (fun s => G s =? of_row s) (upto 94 1) = true) as A by (vm_cast_no_check (eq_refl true)).
    rewrite forallb_forall in A. apply Z.eqb_eq, A, upto_is. lia.
  - specialize (IH (s - 12) ltac:(lia) ltac:(lia)). unfold G in *.
    replace s with (s - 12 + 12) by lia. rewrite computed_again by lia. rewrite IH. unfold of_row.
    assert (forall t, 71 <= t -> find (fun c : Z * Z => fst c =? t) unusuals = None) as F.
    { intros t T. unfold unusuals. cbn [find fst].
      repeat match goal with |- context [?a =? t] => destruct (Z.eqb_spec a t); [lia|] end. reflexivity. }
    rewrite !F by lia. replace (s - 12 + 12) with (s - 12 + 1 * 12) by lia. rewrite Z.mod_add by lia. reflexivity.
Qed.
Lemma unusual_is g p s v : unusual g p s v <-> In (s, v) unusuals.
Proof.
  unfold unusual, unusuals. cbn [In]. split.
  - intro H. repeat (destruct H as [H|H]; [destruct H as [-> ->]; auto 20|]). destruct H as [-> ->]. auto 20.
  - intro H. repeat (destruct H as [H|H]; [injection H as <- <-; tauto|]). destruct H.
Qed.
Lemma usual_is g p s v : usual g p s v <-> In (s, v) usuals.
Proof.
  unfold usual, usuals. cbn [In]. split.
  - intro H. repeat (destruct H as [H|H]; [destruct H as [-> ->]; auto 20|]). destruct H as [-> ->]. auto 20.
  - intro H. repeat (destruct H as [H|H]; [injection H as <- <-; tauto|]). destruct H.
Qed.
Lemma found_in l s v : NoDup (map fst l) -> In (s, v) l <-> find (fun c : Z * Z => fst c =? s) l = Some (s, v).
Proof.
  intro N. induction l as [|[a b] l IH]; [split; [intros []|discriminate]|]. cbn [find fst In map] in *.
      inversion N; subst.
  destruct (Z.eqb_spec a s) as [->|D].
  - split; [|intro E; injection E as ->; auto]. intros [E|I]; [rewrite E; reflexivity|]. destruct H1.
    apply in_map_iff. exists (s, v). auto.
  - rewrite <- IH by assumption. split; [intros [E|I]; [congruence|exact I]|auto].
Qed.
Lemma row_is g p i v : standing (the_heap p) -> row g p i v <-> exists s, heap g p i s /\ v = G s.
Proof.
  intro P. assert (forall s, heap g p i s -> 1 <= s) as A.
  { intros s H. apply heap_at_is in H as (a & b & E & _). rewrite E in P. apply Forall_app in P as [_ P].
      exact (Forall_inv P). }
  assert (NoDup (map fst unusuals)) as U by (repeat constructor; cbn; intuition discriminate).
  assert (NoDup (map fst usuals)) as W by (repeat constructor; cbn; intuition discriminate).
  assert (forall s, 1 <= s -> Z.rem s 12 = s mod 12) as R by (intros s L; apply Z.rem_mod_nonneg; lia). unfold row.
      split.
  - intros [(I & V & s & -> & -> & H & T)|(I & V & s & -> & -> & H & N & T)]; exists s; (split; [exact H|]);
      pose proof (A s H) as L; rewrite (table_is s L); unfold of_row.
    + apply unusual_is, (found_in _ _ _ U) in T. rewrite T. reflexivity.
    + destruct (find (fun c : Z * Z => fst c =? s) unusuals) as [[a b]|] eqn:F.
      * destruct N. exists b. apply unusual_is. pose proof (find_some _ _ F) as [I' E]. cbn in E.
          apply Z.eqb_eq in E. subst a. exact I'.
      * apply usual_is, (found_in _ _ _ W) in T. rewrite (R s L) in T. rewrite T. reflexivity.
  - intros (s & H & ->). pose proof (A s H) as L. rewrite (table_is s L). unfold of_row.
    destruct (find (fun c : Z * Z => fst c =? s) unusuals) as [[a b]|] eqn:F.
    + left. exists i, b, s. pose proof (find_some _ _ F) as [I' E]. cbn in E. apply Z.eqb_eq in E. subst a.
      split; [reflexivity|]. split; [reflexivity|]. split; [exact H|]. apply unusual_is. exact I'.
    + right. destruct (find (fun c : Z * Z => fst c =? s mod 12) usuals) as [[a b]|] eqn:E.
      * exists i, b, s. split; [reflexivity|]. split; [reflexivity|]. split; [exact H|]. split.
        -- intros [w I']. apply unusual_is, (found_in _ _ _ U) in I'. congruence.
        -- apply usual_is. rewrite (R s L). pose proof (find_some _ _ E) as [I' D]. cbn in D. apply Z.eqb_eq in D.
            subst a. exact I'.
      * exfalso. pose proof (Z.mod_pos_bound s 12 ltac:(lia)) as B. set (m := s mod 12) in *.
        unfold usuals in E. cbn [find fst] in E.
        repeat match type of E with context [?a =? m] => destruct (Z.eqb_spec a m); [discriminate E|] end. lia.
Qed.
Theorem proved : theorem.
Proof.
  intros g p [_ L]. apply ordered_standing in L. rewrite (outcome_by_value _ _ _ _ (value_is g p L)).
      unfold zero, value.
  pose proof (nim_sum_is G (the_heap p) (sum g p) (row g p)) as N. split.
  - intro E. exists 0, (Z.of_nat (length (the_heap p))). split; [reflexivity|]. split; [apply heaps_are;
      reflexivity|]. apply N; [| |congruence].
    + intros i v. apply row_is. exact L.
    + intros i x. split.
      * intros [X1 X2 -> ->|X1 X2 I Y v -> A V ->]; [auto|]. right. exists Y, v. auto.
      * intros [[-> ->]|(y & v & A & V & ->)]; [apply sum_by_1; reflexivity|eapply sum_by_2; eauto].
  - intros (X & M & <- & H & S). apply heaps_are in H. subst M. apply N in S; [congruence| |].
    + intros i v. apply row_is. exact L.
    + intros i x. split.
      * intros [X1 X2 -> ->|X1 X2 I Y v -> A V ->]; [auto|]. right. exists Y, v. auto.
      * intros [[-> ->]|(y & v & A & V & ->)]; [apply sum_by_1; reflexivity|eapply sum_by_2; eauto].
Qed.
Print Assumptions proved.
