(* Lasker's Nim. Claim values: The value is the nim-sum of the values of the heaps, which are their sizes but
   for 3 and 4, 7 and 8, ..., exchanged. *)
(* Here for every list of heaps. *)
(* Printed from lasker_nim/rules.lp, lasker_nim/theorems.lp, lasker_nim/beliefs.lp: each predicate is what
   its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_lower (_ : Z) (_ : Z) | t_split (_ : Z) (_ : Z).

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition heaps_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists A1
  : Z, X1 = [I] /\ heap g p I A1)).
Definition heaps (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = N /\ counted
  (heaps_elements1 g p) N).
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists I : Z, (exists T : Z, (exists S
  : Z, X1 = (t_lower I T) /\ heap g p I S /\ 0 <= T <= (S - 1)))) \/ (exists I : Z, (exists L : Z, (exists S
  : Z, X1 = (t_split I L) /\ heap g p I S /\ 1 <= L <= (Z.quot S 2)))).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists I : Z, (exists T :
  Z, X1 = (t_lower I T) /\ X2 = (t_heap I T) /\ move g p (t_lower I T))) \/ (exists I : Z, (exists L : Z,
  (exists S : Z, X1 = (t_split I L) /\ X2 = (t_heap I (S - L)) /\ move g p (t_split I L) /\ heap g p I S)))
  \/ (exists I : Z, (exists L : Z, (exists N : Z, X1 = (t_split I L) /\ X2 = (t_heap (N + 1) L) /\ move g p
  (t_split I L) /\ heaps g p N))).
(* The value of a heap is its size, but that of each 4*N+3 and 4*N+4 each has the other's. *)
Definition heap_value (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists I : Z, (exists S :
  Z, X1 = I /\ X2 = S /\ heap g p I S /\ 1 <= (Z.rem S 4) <= 2)) \/ (exists I : Z, (exists S : Z, X1 = I /\
  heap g p I S /\ (Z.rem S 4) = 3 /\ X2 = (S + 1))) \/ (exists I : Z, (exists S : Z, X1 = I /\ heap g p I S
  /\ (Z.rem S 4) = 0 /\ X2 = (S - 1))).
(* A position is the sum of its heaps: its value is the nim-sum of theirs. *)
Inductive sum (g : parameters) (p : position) : Z -> Z -> Prop :=
| sum_by_1 (X1 : Z) (X2 : Z) : (X1 = 0) -> (X2 = 0) -> sum g p X1 X2
| sum_by_2 (X1 : Z) (X2 : Z) (I : Z) (X : Z) (V : Z) : (X1 = I) -> (sum g p (I - 1) X) -> (heap_value g p I
  V) -> (X2 = (Z.lxor X V)) -> sum g p X1 X2.
(* % value/1: the value of normal play. *)
Definition value (g : parameters) (p : position) (X1 : Z) : Prop := (exists X : Z, (exists N : Z, X1 = X /\
  heaps g p N /\ sum g p N X)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.le (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> exists V, has_value (moves g) p V /\ forall X, value g
  p X <-> X = V.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Permutation Sums.

Definition becomes_by (s : Z) (r : list Z) : Prop := lowers s r \/ exists L, 1 <= L /\ 2 * L <= s /\ r = [s - L; L].
Definition G (s : Z) : Z :=
  if s <=? 0 then 0 else if s mod 4 =? 0 then s - 1 else if s mod 4 =? 3 then s + 1 else s.
Lemma G_is s : 1 <= s -> exists q, 0 <= q /\ (s = 4 * q + 1 /\ G s = 4 * q + 1 \/ s = 4 * q + 2 /\ G s = 4 * q + 2
  \/ s = 4 * q + 3 /\ G s = 4 * q + 4 \/ s = 4 * q + 4 /\ G s = 4 * q + 3).
Proof.
  intro S. exists ((s - 1) / 4). pose proof (Z.div_mod (s - 1) 4 ltac:(lia)).
  pose proof (Z.mod_pos_bound (s - 1) 4 ltac:(lia)). pose proof (Z.div_mod s 4 ltac:(lia)).
      pose proof (Z.mod_pos_bound s 4 ltac:(lia)). unfold G.
  destruct (Z.leb_spec s 0); [lia|]. destruct (Z.eqb_spec (s mod 4) 0); [lia|]. destruct (Z.eqb_spec (s mod 4) 3);
      lia.
Qed.
Lemma G_0 s : s <= 0 -> G s = 0.
Proof. intro S. unfold G. destruct (Z.leb_spec s 0); lia. Qed.
Lemma G_not_negative s : 0 <= G s.
Proof. destruct (Z.le_gt_cases s 0) as [L|L]; [rewrite G_0; lia|]. destruct (G_is s) as (q & Q & H); lia. Qed.
Lemma low_bits x y : (Z.lxor x y) mod 4 = Z.lxor (x mod 4) (y mod 4).
Proof.
  change 4 with (2 ^ 2). rewrite <- !Z.land_ones by lia. apply Z.bits_inj'. intros n _.
  rewrite Z.lxor_spec, !Z.land_spec, Z.lxor_spec. destruct (Z.testbit x n), (Z.testbit y n), (Z.testbit (Z.ones 2)
      n); reflexivity.
Qed.
Lemma G_mod s : 1 <= s -> s mod 4 = 1 /\ G s mod 4 = 1 \/ s mod 4 = 2 /\ G s mod 4 = 2 \/ s mod 4 = 3 /\ G s mod 4 = 0
  \/ s mod 4 = 0 /\ G s mod 4 = 3.
Proof.
  intro S. destruct (G_is s S) as (q & Q & H). pose proof (Z.div_mod s 4 ltac:(lia)).
      pose proof (Z.mod_pos_bound s 4 ltac:(lia)).
  pose proof (Z.div_mod (G s) 4 ltac:(lia)). pose proof (Z.mod_pos_bound (G s) 4 ltac:(lia)). lia.
Qed.
Lemma split_apart a b : 1 <= a -> 1 <= b -> Z.lxor (G a) (G b) <> G (a + b).
Proof.
  intros A B E. apply (f_equal (fun x => x mod 4)) in E. rewrite low_bits in E.
  pose proof (Z.add_mod a b 4 ltac:(lia)) as M.
  destruct (G_mod a A) as [[P Q]|[[P Q]|[[P Q]|[P Q]]]], (G_mod b B) as [[R S]|[[R S]|[[R S]|[R S]]]];
    rewrite P, R in M; rewrite Q, S in E; cbn in E; cbn in M;
    destruct (G_mod (a + b) ltac:(lia)) as [[T U]|[[T U]|[[T U]|[T U]]]]; rewrite T in M; rewrite U in E;
        discriminate.
Qed.
Lemma becomes_valued s : 1 <= s -> valued becomes_by G s.
Proof.
  intro S. destruct (G_is s S) as (q & Q & H). split.
  - intros r [(T & L & ->)|(L & L1 & L2 & ->)].
    + rewrite worth_one; [|lia|apply G_0; lia]. destruct (Z.le_gt_cases T 0); [rewrite (G_0 T); lia|].
      destruct (G_is T) as (q' & Q' & H'); lia.
    + cbn [worth]. rewrite Z.lxor_0_r. replace (G s) with (G (s - L + L)) by (f_equal; lia). apply split_apart; lia.
  - intros m M. assert (m = 4 * q + 3 /\ s = 4 * q + 3 \/ exists T, 0 <= T < s /\ G T = m) as [[-> ->]|(T & L & E)].
    { destruct (Z.eq_dec m 0) as [->|N]; [right; exists 0; split; [lia|apply G_0; lia]|].
      assert (1 <= G m) as P by (destruct (G_is m) as (k & K & W); lia).
      destruct (Z.eq_dec m (4 * q + 3)); [destruct (Z.eq_dec s m); [lia|]|]; right; exists (G m);
        destruct (G_is m) as (k & K & W); try lia; destruct (G_is (G m) P) as (j & J & X); lia. }
    + exists [4 * q + 3 - 1; 1]. split; [right; exists 1; repeat split; lia|]. cbn [worth]. rewrite Z.lxor_0_r.
      change (G 1) with 1. replace (G (4 * q + 3 - 1)) with (4 * q + 2) by (destruct (G_is (4 * q + 3 - 1)) as (k &
          K & W); lia).
      rewrite <- Z.add_nocarry_lxor; [lia|]. change 1 with (Z.ones 1). rewrite Z.land_ones by lia.
          change (2 ^ 1) with 2.
      replace (4 * q + 2) with ((2 * q + 1) * 2) by lia. apply Z.mod_mul. lia.
    + exists (left_over [T]). split; [left; exists T; auto|]. rewrite worth_one; [exact E|lia|apply G_0; lia].
Qed.
Lemma becomes_less s r : 1 <= s -> becomes_by s r -> standing r /\ weight r < 2 * s - 1.
Proof.
  intros S [H|(L & L1 & L2 & ->)]; [apply lowers_less; assumption|]. unfold standing. cbn [weight].
  split; [repeat constructor; lia|lia].
Qed.

Lemma place_is g p a s b t : the_heap p = a ++ s :: b -> heap g p (Z.of_nat (length a) + 1) t <-> t = s.
Proof.
  intro H. unfold heap, heap_at, size_of. rewrite H, app_length. cbn [length].
  replace (Z.to_nat (Z.of_nat (length a) + 1 - 1)) with (length a) by lia. rewrite nth_middle. lia.
Qed.
Lemma heaps_are g p N : heaps g p N <-> N = Z.of_nat (length (the_heap p)).
Proof.
  unfold heaps. rewrite <- (heaps_counted (heaps_elements1 g p) (the_heap p)); [|reflexivity].
  split; [intros (n & -> & H); exact H|eauto].
Qed.
Lemma half s L : 1 <= L -> L <= Z.quot s 2 <-> 2 * L <= s.
Proof.
  intro B. destruct (Z.le_gt_cases 0 s).
  - destruct (divided s 2) as (d & r & E & R & D & _ & Q); [lia|lia|]. rewrite Q. lia.
  - pose proof (Z.quot_opp_l s 2 ltac:(lia)). pose proof (Z.quot_pos (- s) 2 ltac:(lia) ltac:(lia)). lia.
Qed.
Lemma lower_is g p a s b T : the_heap p = a ++ s :: b -> move g p (t_lower (Z.of_nat (length a) + 1) T) <-> 0 <= T <
    s.
Proof.
  intro H. pose proof (fun t => place_is g p a s b t H) as P. unfold move. split.
  - intros [(I & U & S & E & F & L)|(I & L & S & E & F & _)]; [|discriminate E]. injection E; intros; subst.
    apply P in F. lia.
  - intro L. left. eexists _, _, s. split; [reflexivity|]. rewrite P. lia.
Qed.
Lemma split_is g p a s b L : the_heap p = a ++ s :: b ->
  move g p (t_split (Z.of_nat (length a) + 1) L) <-> 1 <= L /\ 2 * L <= s.
Proof.
  intro H. pose proof (fun t => place_is g p a s b t H) as P. unfold move. split.
  - intros [(I & U & S & E & F & M)|(I & M & S & E & F & C)]; [discriminate E|]. injection E; intros; subst.
    apply P in F. subst S. split; [lia|]. apply half; lia.
  - intros [A B]. right. eexists _, _, s. split; [reflexivity|]. rewrite P. split; [reflexivity|]. split; [exact A|].
    apply half; assumption.
Qed.
Lemma lowered_is g p a s b T i t : the_heap p = a ++ s :: b -> 0 <= T < s ->
  after g p (t_lower (Z.of_nat (length a) + 1) T) (t_heap i t) <-> i = Z.of_nat (length a) + 1 /\ t = T.
Proof.
  intros H L. apply (lower_is g p a s b T H) in L. unfold after. split.
  - intros [(I & U & E & F & _)|[(I & U & S & E & _)|(I & U & S & E & _)]]; [|discriminate E|discriminate E].
    injection E; injection F; intros; subst. auto.
  - intros [-> ->]. left. eauto.
Qed.
Lemma parted_is g p a s b L i t : the_heap p = a ++ s :: b -> 1 <= L /\ 2 * L <= s ->
  after g p (t_split (Z.of_nat (length a) + 1) L) (t_heap i t) <->
  i = Z.of_nat (length a) + 1 /\ t = s - L \/ i = Z.of_nat (length (a ++ s :: b)) + 1 /\ t = L.
Proof.
  intros H M. apply (split_is g p a s b L H) in M. pose proof (fun t => place_is g p a s b t H) as P. unfold after.
      split.
  - intros [(I & U & E & F & _)|[(I & U & S & E & F & _ & V)|(I & U & N & E & F & _ & V)]]; [discriminate E| |];
      injection E; injection F; intros; subst.
    + apply P in V. left. subst. auto.
    + apply heaps_are in V. rewrite H in V. right. subst. auto.
  - intros [[-> ->]|[-> ->]]; right; [left|right].
    + eexists _, _, s. rewrite P. auto.
    + eexists _, _, _. rewrite heaps_are, H. auto.
Qed.
Lemma sound g p q : standing (the_heap p) -> moves g p q ->
  exists a s b r, the_heap p = a ++ s :: b /\ becomes_by s r /\ Permutation (the_heap q) (r ++ a ++ b).
Proof.
  intros S (M & V & A).
  assert (exists I T s, (M = t_lower I T \/ M = t_split I T) /\ heap g p I s) as (I & T & s & E & F).
  { destruct V as [(I & T & s & E & F & _)|(I & T & s & E & F & _)]; eauto 6. }
  apply heap_at_is in F as (a & b & H & ->). pose proof S as S'. rewrite H in S', A.
  apply Forall_app in S' as [S1 S2]. inversion S2; subst. assert (standing (a ++ b)) as S3 by (apply Forall_app;
      auto).
  destruct E as [-> | ->].
  - apply (lower_is g p a s b T H) in V. exists a, s, b, (left_over [T]). split; [exact H|]. split; [left; exists T;
      auto|].
    apply (lowered _ _ a b s T) in A; [|intros i t; apply (lowered_is g p a s b); assumption].
    rewrite A. apply left_over_lowered. exact S3.
  - apply (split_is g p a s b T H) in V. exists a, s, b, (left_over [s - T; T]). split; [exact H|]. split.
    + right. exists T. split; [tauto|]. split; [tauto|]. apply left_over_standing. repeat constructor; lia.
    + apply (parted _ _ a b s (s - T) T) in A; [|intros i t; apply (parted_is g p a s b); assumption].
      rewrite A. apply left_over_parted. exact S3.
Qed.
Lemma complete g p a s b r : standing (the_heap p) -> the_heap p = a ++ s :: b -> becomes_by s r ->
  exists q, moves g p q /\ Permutation (the_heap q) (r ++ a ++ b).
Proof.
  intros S H B. pose proof S as S'. rewrite H in S'. apply Forall_app in S' as [S1 S2]. inversion S2; subst.
  assert (standing (a ++ b)) as S3 by (apply Forall_app; auto). destruct B as [(T & L & ->)|(L & L1 & L2 & ->)].
  - exists (Position (ascending (left_over (a ++ T :: b)))). split; [|apply left_over_lowered; exact S3].
    exists (t_lower (Z.of_nat (length a) + 1) T). split; [apply (lower_is g p a s b); assumption|]. cbn [the_heap].
    rewrite H. apply <- (lowered ascending); [reflexivity|]. intros i t. apply (lowered_is g p a s b); assumption.
  - exists (Position (ascending (left_over (a ++ (s - L) :: b ++ [L])))). split.
    + exists (t_split (Z.of_nat (length a) + 1) L). split; [apply (split_is g p a s b); auto|]. cbn [the_heap].
      rewrite H. apply <- (parted ascending); [reflexivity|]. intros i t. apply (parted_is g p a s b); auto.
    + cbn [the_heap]. rewrite left_over_parted by exact S3. apply Permutation_app_tail.
      rewrite left_over_standing; [reflexivity|]. repeat constructor; lia.
Qed.
Lemma value_is g p : standing (the_heap p) -> has_value (moves g) p (worth G (the_heap p)).
Proof.
  apply (value_of_sum _ _ _ becomes_by).
  - exact G_not_negative.
  - exact becomes_less.
  - exact becomes_valued.
  - exact (sound g).
  - exact (complete g).
Qed.
Lemma heap_value_is g p i v : standing (the_heap p) -> heap_value g p i v <-> exists s, heap g p i s /\ v = G s.
Proof.
  intro S. assert (forall s, heap g p i s -> 1 <= s) as P.
  { intros s H. apply heap_at_is in H as (a & b & E & _). rewrite E in S. apply Forall_app in S as [_ S].
    inversion S; subst. assumption. }
  assert (forall s, 1 <= s -> Z.rem s 4 = s mod 4) as R by (intros s L; apply Z.rem_mod_nonneg; lia).
  unfold heap_value. split.
  - intros [(I & s & -> & -> & H & C)|[(I & s & -> & H & C & ->)|(I & s & -> & H & C & ->)]]; exists s; (split;
      [exact H|]);
      apply P in H; rewrite (R s H) in C; destruct (G_is s H) as (q & Q & W);
      pose proof (Z.div_mod s 4 ltac:(lia)); pose proof (Z.mod_pos_bound s 4 ltac:(lia)); lia.
  - intros (s & H & ->). pose proof (P s H) as L. specialize (R s L). destruct (G_is s L) as (q & Q & W).
    pose proof (Z.div_mod s 4 ltac:(lia)). pose proof (Z.mod_pos_bound s 4 ltac:(lia)).
    destruct W as [[E F]|[[E F]|[[E F]|[E F]]]]; [left|left|right; left|right; right]; exists i, s;
        repeat first [exact H | split]; lia.
Qed.
Lemma value_is_worth g p X : standing (the_heap p) -> value g p X <-> X = worth G (the_heap p).
Proof.
  intro S. rewrite <- (nim_sum_is G (the_heap p) (sum g p) (heap_value g p)).
  - unfold value. split; [intros (Y & N & -> & H & I); apply heaps_are in H; subst N; exact I|].
    intro H. exists X, (Z.of_nat (length (the_heap p))). rewrite heaps_are. auto.
  - intros i v. apply heap_value_is. exact S.
  - intros i x. split.
    + intros [X1 X2 -> ->|X1 X2 I Y v -> H V ->]; [auto|]. right. exists Y, v. auto.
    + intros [[-> ->]|(y & v & H & V & ->)]; [apply sum_by_1; reflexivity|eapply sum_by_2; eauto].
Qed.
Theorem proved : theorem.
Proof.
  intros g p [_ L]. apply ordered_standing in L. exists (worth G (the_heap p)). split; [apply value_is; exact L|].
  intro X. apply value_is_worth. exact L.
Qed.
Print Assumptions proved.
