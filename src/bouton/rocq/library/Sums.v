(* Sprague-Grundy values of any number of heaps: the value of several is the nim-sum of theirs. Nothing here has to be
   read: Rocq checks it, and no statement rests on it. *)
Require Import ZArith Lia List Permutation Bouton.
Import ListNotations.
Open Scope Z_scope.

Definition standing (l : list Z) : Prop := Forall (Z.le 1) l.

(* Nim-sums. *)
Fixpoint worth (G : Z -> Z) (l : list Z) : Z := match l with [] => 0 | s :: r => Z.lxor (G s) (worth G r) end.
Lemma worth_app G a b : worth G (a ++ b) = Z.lxor (worth G a) (worth G b).
Proof.
  induction a as [|s a IH]; cbn; [symmetry; apply Z.lxor_0_l|]. rewrite IH, Z.lxor_assoc. reflexivity.
Qed.
Lemma worth_same G a b : Permutation a b -> worth G a = worth G b.
Proof.
  intro E. induction E as [| |s t l|]; cbn; try congruence.
  rewrite <- !Z.lxor_assoc, (Z.lxor_comm (G s)). reflexivity.
Qed.
Lemma worth_not_negative G l : (forall s, 0 <= G s) -> 0 <= worth G l.
Proof. intro H. induction l as [|s l IH]; cbn; [lia|]. apply Z.lxor_nonneg. specialize (H s). tauto. Qed.
Lemma worth_between G a s b : worth G (a ++ s :: b) = Z.lxor (G s) (worth G (a ++ b)).
Proof. rewrite (worth_same G _ (s :: a ++ b)); [reflexivity|]. symmetry. apply Permutation_middle. Qed.

(* Of two numbers with the same bits above one that the first lacks and the second has, the first is less. *)
Lemma less_by_bit a b k : 0 <= k -> (forall j, k < j -> Z.testbit a j = Z.testbit b j) ->
  Z.testbit a k = false -> Z.testbit b k = true -> a < b.
Proof.
  intros K H A B. assert (Z.shiftr a (k + 1) = Z.shiftr b (k + 1)) as E.
  { apply Z.bits_inj'. intros j J. rewrite !Z.shiftr_spec by exact J. apply H. lia. }
  rewrite !Z.shiftr_div_pow2 in E by lia. rewrite Z.pow_add_r in E by lia. change (2 ^ 1) with 2 in E.
  assert (0 < 2 ^ k) as P by (apply Z.pow_pos_nonneg; lia).
  rewrite <- !Z.div_div in E by lia. apply Z.testbit_false in A; [|exact K]. apply Z.testbit_true in B; [|exact K].
  pose proof (Z.div_mod (a / 2 ^ k) 2 ltac:(lia)). pose proof (Z.div_mod (b / 2 ^ k) 2 ltac:(lia)).
  destruct (Z.lt_ge_cases a b) as [L|L]; [exact L|]. pose proof (Z.div_le_mono b a (2 ^ k) P L). lia.
Qed.
Lemma bit_of_one G l k : Z.testbit (worth G l) k = true -> exists a s b, l = a ++ s :: b /\ Z.testbit (G s) k = true.
Proof.
  induction l as [|s l IH]; cbn; [rewrite Z.bits_0; discriminate|]. rewrite Z.lxor_spec.
  destruct (Z.testbit (G s) k) eqn:E; intro H.
  - exists [], s, l. auto.
  - destruct IH as (a & t & b & -> & T); [destruct (Z.testbit (worth G l) k); auto|]. exists (s :: a), t, b. auto.
Qed.
(* Bouton's lemma: to make the nim-sum less, make one of the numbers less. *)
Lemma less_by_one G l m : (forall s, 0 <= G s) -> 0 <= m < worth G l ->
  exists a s b, l = a ++ s :: b /\ 0 <= Z.lxor m (worth G (a ++ b)) < G s.
Proof.
  intros N [M L]. set (d := Z.lxor (worth G l) m). assert (0 <= worth G l) as W by (apply worth_not_negative;
      exact N).
  assert (0 < d) as D.
  { assert (0 <= d) by (apply Z.lxor_nonneg; tauto). destruct (Z.eq_dec d 0) as [E|E]; [|lia].
    apply Z.lxor_eq in E. lia. }
  assert (0 <= Z.log2 d) as K by apply Z.log2_nonneg. pose proof (Z.bit_log2 d D) as T.
  assert (forall j, Z.log2 d < j -> Z.testbit d j = false) as H by (intros j J; apply Z.bits_above_log2; lia).
  assert (Z.testbit (worth G l) (Z.log2 d) = true) as B.
  { destruct (Z.testbit (worth G l) (Z.log2 d)) eqn:E; [reflexivity|]. exfalso. apply (Z.lt_irrefl m).
    apply (Z.lt_trans _ _ _ L). apply (less_by_bit _ _ (Z.log2 d) K); [|exact E|].
    - intros j J. specialize (H j J). unfold d in H. rewrite Z.lxor_spec in H.
      destruct (Z.testbit (worth G l) j), (Z.testbit m j); cbn in H; congruence.
    - unfold d in T at 1. rewrite Z.lxor_spec, E in T. destruct (Z.testbit m (Z.log2 d));
        [reflexivity|discriminate]. }
  destruct (bit_of_one G l _ B) as (a & s & b & -> & S). exists a, s, b. split; [reflexivity|].
  assert (Z.lxor m (worth G (a ++ b)) = Z.lxor (G s) d) as ->.
  { unfold d. rewrite worth_between, !Z.lxor_assoc, <- (Z.lxor_assoc (G s) (G s)), Z.lxor_nilpotent, Z.lxor_0_l.
    apply Z.lxor_comm. }
  split; [apply Z.lxor_nonneg; specialize (N s); lia|].
  apply (less_by_bit _ _ (Z.log2 d) K); [|rewrite Z.lxor_spec, S, T; reflexivity|exact S].
  intros j J. rewrite Z.lxor_spec, (H j J). apply Bool.xorb_false_r.
Qed.

(* What a heap may become, and the values of single heaps by it. *)
Fixpoint weight (l : list Z) : Z := match l with [] => 0 | s :: r => 2 * s - 1 + weight r end.
Lemma weight_app a b : weight (a ++ b) = weight a + weight b.
Proof. induction a as [|s a IH]; cbn [app weight]; [reflexivity|]. rewrite IH. lia. Qed.
Lemma weight_same a b : Permutation a b -> weight a = weight b.
Proof. intro E. induction E; cbn [weight] in *; lia. Qed.
Lemma weight_not_negative l : standing l -> 0 <= weight l.
Proof. intro H. induction H; cbn [weight]; lia. Qed.

Definition valued (option : Z -> list Z -> Prop) (G : Z -> Z) (s : Z) : Prop :=
  (forall r, option s r -> worth G r <> G s) /\ forall m, 0 <= m < G s -> exists r, option s r /\ worth G r = m.

Section Sum.
Variable position : Type.
Variable moves : position -> position -> Prop.
Variable heaps_of : position -> list Z.
Variable option : Z -> list Z -> Prop.
Variable G : Z -> Z.
Hypothesis not_negative : forall s, 0 <= G s.
Hypothesis smaller : forall s r, 1 <= s -> option s r -> standing r /\ weight r < 2 * s - 1.
Hypothesis by_options : forall s, 1 <= s -> valued option G s.
Hypothesis sound : forall p q, standing (heaps_of p) -> moves p q ->
  exists a s b r, heaps_of p = a ++ s :: b /\ option s r /\ Permutation (heaps_of q) (r ++ a ++ b).
Hypothesis complete : forall p a s b r, standing (heaps_of p) -> heaps_of p = a ++ s :: b -> option s r ->
  exists q, moves p q /\ Permutation (heaps_of q) (r ++ a ++ b).

Lemma parts p a s b : standing (heaps_of p) -> heaps_of p = a ++ s :: b -> standing (a ++ b) /\ 1 <= s.
Proof.
  unfold standing. intros S E. rewrite E, Forall_app in S. destruct S as [A B]. inversion B; subst.
      rewrite Forall_app. auto.
Qed.
Theorem value_of_sum : forall p, standing (heaps_of p) -> has_value moves p (worth G (heaps_of p)).
Proof.
  intro p. remember (Z.to_nat (weight (heaps_of p))) as n eqn:E. revert p E.
  induction n as [n IH] using lt_wf_ind. intros p E S.
  assert (forall q a s b r, heaps_of p = a ++ s :: b -> option s r -> Permutation (heaps_of q) (r ++ a ++ b) ->
    has_value moves q (Z.lxor (worth G r) (worth G (a ++ b)))) as V.
  { intros q a s b r H O R. destruct (parts p a s b S H) as [A B]. destruct (smaller s r B O) as [C D].
    rewrite <- worth_app, <- (worth_same G _ _ R). assert (standing (heaps_of q)) as Q.
    { apply (Permutation_Forall (Permutation_sym R)). apply Forall_app. auto. }
    apply (IH (Z.to_nat (weight (heaps_of q)))); [|reflexivity|exact Q]. subst n.
    pose proof (weight_not_negative _ S). pose proof (weight_not_negative _ Q).
    rewrite (weight_same _ _ R) in *. rewrite H in *. rewrite !weight_app in *.
    change (weight (s :: b)) with (2 * s - 1 + weight b) in *. lia. }
  constructor.
  - apply worth_not_negative. exact not_negative.
  - intros q M. destruct (sound p q S M) as (a & s & b & r & H & O & R).
    destruct (parts p a s b S H) as [_ B]. eexists. split; [|exact (V q a s b r H O R)].
    rewrite H, worth_between. intro F. apply (proj1 (by_options s B) r O).
    apply (f_equal (fun x => Z.lxor x (worth G (a ++ b)))) in F.
    rewrite !Z.lxor_assoc, Z.lxor_nilpotent, !Z.lxor_0_r in F. exact F.
  - intros m M. destruct (less_by_one G _ m not_negative M) as (a & s & b & H & L).
    destruct (parts p a s b S H) as [_ B]. destruct (proj2 (by_options s B) _ L) as (r & O & R).
    destruct (complete p a s b r S H O) as (q & Q & T). exists q. split; [exact Q|].
    replace m with (Z.lxor (worth G r) (worth G (a ++ b))); [exact (V q a s b r H O T)|].
    rewrite R, Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_r. reflexivity.
Qed.
End Sum.
(* Heaps as the rules speak of them: in their places, and what a move leaves. *)
Lemma heap_at_is l i s : heap_at l i s <-> exists a b, l = a ++ s :: b /\ i = Z.of_nat (length a) + 1.
Proof.
  unfold heap_at, size_of. split.
  - intros [I ->]. destruct (nth_split l 0 (n := Z.to_nat (i - 1))) as (a & b & E & L); [lia|].
    exists a, b. split; [exact E|lia].
  - intros (a & b & -> & ->). rewrite app_length. cbn [length]. split; [lia|].
    replace (Z.to_nat (Z.of_nat (length a) + 1 - 1)) with (length a) by lia. symmetry. apply nth_middle.
Qed.
Lemma same_left_over r : forall l, (forall n, nth n r 0 = nth n l 0) -> left_over r = left_over l.
Proof.
  induction r as [|x r IH]; intros l H.
  - symmetry. apply only_zeros. intro k. rewrite <- H. destruct k; reflexivity.
  - destruct l as [|y l]; [apply only_zeros; intro k; rewrite H; destruct k; reflexivity|].
    pose proof (H 0%nat) as E. cbn in E. subst y. unfold left_over in *. cbn.
    rewrite (IH l); [reflexivity|]. intro n. exact (H (S n)).
Qed.
Lemma becomes order (said : Z -> Z -> Prop) l r q :
  (forall n t, (said (Z.of_nat n + 1) t \/ (~ (exists V, said (Z.of_nat n + 1) V) /\ t = nth n l 0)) <-> t = nth n r
      0) ->
  (heaps_after order said l q <-> q = order (left_over r)).
Proof.
  intro H. unfold heaps_after, size_of. split.
  - intros (sizes & K & ->). f_equal. apply same_left_over. intro n. specialize (K (Z.of_nat n + 1) ltac:(lia)).
    replace (Z.to_nat (Z.of_nat n + 1 - 1)) with n in K by lia. apply H. exact K.
  - intros ->. exists r. split; [|reflexivity]. intros i I.
    pose proof (proj2 (H (Z.to_nat (i - 1)) _) eq_refl) as K. rewrite Z2Nat.id in K by lia.
    replace (i - 1 + 1) with i in K by lia. exact K.
Qed.
Lemma nth_between (a b : list Z) s n : nth n (a ++ s :: b) 0 =
  if (n <? length a)%nat then nth n a 0 else if (n =? length a)%nat then s else nth (n - length a - 1) b 0.
Proof.
  destruct (Nat.ltb_spec n (length a)); [apply app_nth1; assumption|].
  rewrite app_nth2 by assumption. destruct (Nat.eqb_spec n (length a)) as [->|N].
  - rewrite Nat.sub_diag. reflexivity.
  - replace (n - length a)%nat with (S (n - length a - 1)) by lia. cbn. f_equal. lia.
Qed.
(* The heap s becomes u, and at the end comes v; of either 0 is no heap. *)
Lemma parted order (said : Z -> Z -> Prop) a b s u v q :
  (forall i t, said i t <-> i = Z.of_nat (length a) + 1 /\ t = u \/ i = Z.of_nat (length (a ++ s :: b)) + 1 /\ t =
      v) ->
  (heaps_after order said (a ++ s :: b) q <-> q = order (left_over (a ++ u :: b ++ [v]))).
Proof.
  intro H. apply becomes. intros n t. rewrite !nth_between, H, app_length. cbn [length].
  assert ((exists V, said (Z.of_nat n + 1) V) <-> n = length a \/ n = (length a + S (length b))%nat) as E.
  { split.
    - intros [V S]. apply H in S. rewrite app_length in S. cbn [length] in S. lia.
    - intros [->| ->]; [exists u|exists v]; apply H; rewrite app_length; cbn [length]; [left|right]; (split;
        [lia|reflexivity]). }
  rewrite E. destruct (Nat.ltb_spec n (length a)); [lia|]. destruct (Nat.eqb_spec n (length a)); [lia|].
  destruct (Nat.ltb_spec (n - length a - 1) (length b)); [lia|].
  rewrite (nth_overflow b), (nth_overflow (@nil Z)) by (cbn; lia).
  destruct (Nat.eqb_spec (n - length a - 1) (length b)); lia.
Qed.
Lemma lowered order (said : Z -> Z -> Prop) a b s u q :
  (forall i t, said i t <-> i = Z.of_nat (length a) + 1 /\ t = u) ->
  (heaps_after order said (a ++ s :: b) q <-> q = order (left_over (a ++ u :: b))).
Proof.
  intro H. apply becomes. intros n t. rewrite !nth_between, H.
  assert ((exists V, said (Z.of_nat n + 1) V) <-> n = length a) as E.
  { split; [intros [V S]; apply H in S; lia|]. intros ->. exists u. apply H. split; [lia|reflexivity]. }
  rewrite E. destruct (Nat.ltb_spec n (length a)); [lia|]. destruct (Nat.eqb_spec n (length a)); lia.
Qed.
Lemma put_in_same before s l : Permutation (put_in before s l) (s :: l).
Proof.
  induction l as [|x l IH]; cbn; [reflexivity|]. destruct (before s x); [reflexivity|]. rewrite IH. apply perm_swap.
Qed.
Lemma ascending_same l : Permutation (ascending l) l.
Proof. induction l as [|x l IH]; [reflexivity|]. cbn. rewrite put_in_same. constructor. exact IH. Qed.
Lemma left_over_app a b : left_over (a ++ b) = left_over a ++ left_over b.
Proof. apply filter_app. Qed.
Lemma left_over_standing l : standing l -> left_over l = l.
Proof.
  intro H. induction H as [|x l X _ IH]; [reflexivity|]. unfold left_over in *. cbn. destruct (Z.ltb_spec 0 x);
      [|lia].
  rewrite IH. reflexivity.
Qed.
Lemma left_over_parted a b u v : standing (a ++ b) ->
  Permutation (ascending (left_over (a ++ u :: b ++ [v]))) (left_over [u; v] ++ a ++ b).
Proof.
  intro H. rewrite ascending_same. apply Forall_app in H as [A B]. rewrite left_over_app.
  change (u :: b ++ [v]) with ([u] ++ b ++ [v]). change [u; v] with ([u] ++ [v]). rewrite !left_over_app.
  rewrite (left_over_standing a A), (left_over_standing b B), (Permutation_app_comm b), !app_assoc.
  apply Permutation_app_tail. rewrite <- app_assoc. apply Permutation_app_comm.
Qed.
Lemma left_over_lowered a b u : standing (a ++ b) ->
  Permutation (ascending (left_over (a ++ u :: b))) (left_over [u] ++ a ++ b).
Proof.
  intro H. rewrite ascending_same. apply Forall_app in H as [A B]. rewrite left_over_app.
  change (u :: b) with ([u] ++ b). rewrite left_over_app, (left_over_standing a A), (left_over_standing b B).
  rewrite !app_assoc. apply Permutation_app_tail. apply Permutation_app_comm.
Qed.
Lemma ordered_standing before l : in_order before l -> standing l.
Proof. unfold standing. induction l as [|s l IH]; cbn; [constructor|]. intros (A & _ & C). constructor; [lia|auto].
    Qed.
(* The number of heaps, as the rules count their places. *)
Lemma heaps_counted (these : list Z -> Prop) l n : (forall t, these t <-> exists i s, t = [i] /\ heap_at l i s) ->
  counted these n <-> n = Z.of_nat (length l).
Proof.
  intro T. rewrite (counted_is these (map (fun k => [Z.of_nat k + 1]) (seq 0 (length l)))).
  - rewrite map_length, seq_length. reflexivity.
  - apply FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros a b E. injection E. lia.
  - intro t. rewrite T, in_map_iff. split.
    + intros (i & s & -> & I & _). exists (Z.to_nat (i - 1)). split; [f_equal; lia|]. apply in_seq. lia.
    + intros (k & <- & I). apply in_seq in I. exists (Z.of_nat k + 1), (size_of (Z.of_nat k + 1) l).
      unfold heap_at. split; [reflexivity|]. split; [lia|reflexivity].
Qed.

(* Nim-sums as the rules form them, place after place. *)
Lemma worth_alike F G l : standing l -> (forall s, 1 <= s -> F s = G s) -> worth F l = worth G l.
Proof. intros S E. induction S as [|s l L _ IH]; cbn; [reflexivity|]. rewrite IH, (E s L). reflexivity. Qed.
Lemma worth_firstn G l : forall n, (n < length l)%nat ->
  worth G (firstn (S n) l) = Z.lxor (worth G (firstn n l)) (G (nth n l 0)).
Proof.
  induction l as [|s l IH]; intros n N; cbn [length] in N; [lia|]. destruct n as [|n].
  - cbn. apply Z.lxor_comm.
  - change (firstn (S (S n)) (s :: l)) with (s :: firstn (S n) l).
    change (firstn (S n) (s :: l)) with (s :: firstn n l). change (nth (S n) (s :: l) 0) with (nth n l 0).
    cbn [worth]. rewrite IH by lia.
    symmetry. apply Z.lxor_assoc.
Qed.
Lemma nim_sum_is G l (sum value : Z -> Z -> Prop) :
  (forall i v, value i v <-> exists s, heap_at l i s /\ v = G s) ->
  (forall i x, sum i x <-> (i = 0 /\ x = 0) \/ exists y v, sum (i - 1) y /\ value i v /\ x = Z.lxor y v) ->
  forall x, sum (Z.of_nat (length l)) x <-> x = worth G l.
Proof.
  intros V S. assert (forall n, (n <= length l)%nat -> forall x, sum (Z.of_nat n) x <-> x = worth G (firstn n l)) as
      A.
  - induction n as [|n IH]; intros N x; rewrite S.
    + split; [|intros ->; left; split; reflexivity]. intros [[_ ->]|(y & v & _ & H & _)]; [reflexivity|].
      apply V in H as (s & [H _] & _). lia.
    + replace (Z.of_nat (Datatypes.S n) - 1) with (Z.of_nat n) by lia. rewrite worth_firstn by lia.
      assert (forall v, value (Z.of_nat (Datatypes.S n)) v <-> v = G (nth n l 0)) as E.
      { intro v. rewrite V. unfold heap_at, size_of. replace (Z.to_nat (Z.of_nat (Datatypes.S n) - 1)) with n by lia.
        split; [intros (s & [_ ->] & ->); reflexivity|]. intros ->. exists (nth n l 0). split; [lia|reflexivity]. }
      split.
      * intros [[H _]|(y & v & H & W & ->)]; [lia|]. apply IH in H; [|lia]. apply E in W. subst. reflexivity.
      * intros ->. right. do 2 eexists. split; [apply IH; [lia|reflexivity]|]. split; [apply E;
          reflexivity|reflexivity].
  - intro x. rewrite A by lia. rewrite firstn_all. reflexivity.
Qed.

(* Nim: a heap becomes any smaller one. *)
Definition lowers (s : Z) (r : list Z) : Prop := exists T, 0 <= T < s /\ r = left_over [T].
Lemma worth_one G t : 0 <= t -> G 0 = 0 -> worth G (left_over [t]) = G t.
Proof.
  intros L Z. unfold left_over. cbn. destruct (Z.ltb_spec 0 t); cbn; [apply Z.lxor_0_r|]. replace t with 0 by lia.
  symmetry. exact Z.
Qed.
Lemma lowers_less s r : 1 <= s -> lowers s r -> standing r /\ weight r < 2 * s - 1.
Proof.
  intros S (T & L & ->). unfold left_over, standing. cbn [filter]. destruct (Z.ltb_spec 0 T); cbn [weight]; (split;
      [|lia]);
    repeat constructor; lia.
Qed.
Lemma lowers_valued s : 1 <= s -> valued lowers Z.abs s.
Proof.
  intro S. split.
  - intros r (T & L & ->). rewrite worth_one; lia.
  - intros m M. exists (left_over [m]). split; [exists m; split; [lia|reflexivity]|]. rewrite worth_one; lia.
Qed.

(* Who is to move has lost where the value is 0. *)
Section Outcome.
Variable position : Type.
Variable moves : position -> position -> Prop.
Notation P := (P_position position moves False).
Notation N := (N_position position moves False).
Fixpoint by_value p V (H : has_value moves p V) {struct H} : (V = 0 -> P p) /\ (V <> 0 -> N p).
Proof.
  destruct H as [p V A B C]. split.
  - intros ->. constructor; [|intros []]. intros q M. destruct (B q M) as (W & D & H).
      exact (proj2 (by_value q W H) D).
  - intro D. destruct (C 0 ltac:(lia)) as (q & M & H). exact (next _ _ _ p q M (proj1 (by_value q 0 H) eq_refl)).
Qed.
Fixpoint one_outcome p V (H : has_value moves p V) {struct H} : P p -> N p -> False.
Proof.
  destruct H as [p V A B C]. intros L W. destruct L as [p L _]. destruct W as [p q M L'|p []].
  destruct (B q M) as (W & _ & H). exact (one_outcome q W H L' (L q M)).
Qed.
Theorem outcome_by_value p V : has_value moves p V -> (P p <-> V = 0).
Proof.
  intro H. destruct (by_value p V H) as [A B]. split; [|exact A]. intro L. destruct (Z.eq_dec V 0) as [E|D];
      [exact E|].
  destruct (one_outcome p V H L (B D)).
Qed.
End Outcome.

(* Rows, which may be empty: the heaps are those that are not. *)
Lemma rows_standing l : standing (left_over l).
Proof.
  unfold standing, left_over. apply Forall_forall. intros s I. apply filter_In in I as [_ I]. apply Z.ltb_lt in I.
      lia.
Qed.
Lemma row_apart a s b : 1 <= s -> left_over (a ++ s :: b) = left_over a ++ s :: left_over b.
Proof.
  intro S. rewrite left_over_app. f_equal. unfold left_over. cbn. destruct (Z.ltb_spec 0 s); [reflexivity|lia].
Qed.
Lemma row_of l : forall u s v, left_over l = u ++ s :: v -> exists a b, l = a ++ s :: b /\ left_over a = u /\
    left_over b = v.
Proof.
  induction l as [|x l IH]; intros u s v E; [destruct u; discriminate|]. unfold left_over in E. cbn in E.
  destruct (0 <? x) eqn:X.
  - destruct u as [|y u]; injection E; intros F G; subst.
    + exists [], l. split; [reflexivity|]. split; reflexivity.
    + destruct (IH u s v F) as (a & b & -> & <- & <-). exists (y :: a), b. split; [reflexivity|]. split;
        [|reflexivity].
      unfold left_over. cbn. rewrite X. reflexivity.
  - destruct (IH u s v E) as (a & b & -> & <- & <-). exists (x :: a), b. split; [reflexivity|]. split; [|reflexivity].
    unfold left_over. cbn. rewrite X. reflexivity.
Qed.
Lemma row_lowered a T b : Permutation (left_over (a ++ T :: b)) (left_over [T] ++ left_over a ++ left_over b).
Proof.
  change (T :: b) with ([T] ++ b). rewrite !left_over_app, !app_assoc. apply Permutation_app_tail.
      apply Permutation_app_comm.
Qed.
Lemma worth_rows G l : G 0 = 0 -> Forall (Z.le 0) l -> worth G (left_over l) = worth G l.
Proof.
  intros Z N. induction N as [|s l S _ IH]; [reflexivity|]. unfold left_over in *. cbn. destruct (Z.ltb_spec 0 s);
      cbn.
  - rewrite IH. reflexivity.
  - replace s with 0 by lia. rewrite IH, Z, Z.lxor_0_l. reflexivity.
Qed.
