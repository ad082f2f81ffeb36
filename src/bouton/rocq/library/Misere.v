(* Misere play of sums whose heaps are as those of Nim: the P-positions are those of value 0 where a heap is worth more
   than 1, and those of value 1 elsewhere. Nothing here has to be read: Rocq checks it, and no statement rests on it. *)
Require Import ZArith Lia List Permutation Bouton Sums.
Import ListNotations.
Open Scope Z_scope.

Definition small (G : Z -> Z) (l : list Z) : Prop := Forall (fun s => G s <= 1) l.
Definition tame (G : Z -> Z) (l : list Z) : Prop := ~ small G l /\ worth G l = 0 \/ small G l /\ worth G l = 1.
Lemma small_or G l : small G l \/ exists a s b, l = a ++ s :: b /\ 2 <= G s.
Proof.
  induction l as [|s l [IH|(a & t & b & -> & T)]]; [left; constructor| |right; exists (s :: a), t, b; auto].
  destruct (Z.le_gt_cases (G s) 1); [left; constructor; assumption|right; exists [], s, l; split; [reflexivity|lia]].
Qed.
Lemma not_small G a s b : 2 <= G s -> ~ small G (a ++ s :: b).
Proof. intros S H. apply Forall_app in H as [_ H]. pose proof (Forall_inv H). cbn in *. lia. Qed.
Lemma tame_decided G l : tame G l \/ ~ tame G l.
Proof.
  unfold tame. destruct (small_or G l) as [S|(a & s & b & -> & T)].
  - destruct (Z.eq_dec (worth G l) 1); tauto.
  - pose proof (not_small G a s b T). destruct (Z.eq_dec (worth G (a ++ s :: b)) 0); tauto.
Qed.
Lemma small_worth G l : (forall s, 0 <= G s) -> small G l -> 0 <= worth G l <= 1.
Proof.
  intros N S. induction S as [|s l A _ IH]; cbn [worth]; [lia|]. specialize (N s).
  assert (G s = 0 \/ G s = 1) as [-> | ->] by lia; assert (worth G l = 0 \/ worth G l = 1) as [-> | ->] by lia; cbn;
      lia.
Qed.

Section Misere.
Variable position : Type.
Variable moves : position -> position -> Prop.
Variable heaps_of : position -> list Z.
Variable option : Z -> list Z -> Prop.
Variable G : Z -> Z.
Hypothesis not_negative : forall s, 0 <= G s.
Hypothesis worth_something : forall s, 1 <= s -> 1 <= G s.
Hypothesis smaller : forall s r, 1 <= s -> option s r -> standing r /\ weight r < 2 * s - 1.
Hypothesis by_options : forall s, 1 <= s -> valued option G s.
Hypothesis from_small : forall s r, 1 <= s -> option s r -> G s = 1 -> small G r \/ 2 <= worth G r.
Hypothesis to_small : forall s m, 1 <= s -> 0 <= m <= 1 -> m < G s -> exists r, option s r /\ worth G r = m /\ small
    G r.
Hypothesis sound : forall p q, standing (heaps_of p) -> moves p q ->
  exists a s b r, heaps_of p = a ++ s :: b /\ option s r /\ Permutation (heaps_of q) (r ++ a ++ b).
Hypothesis complete : forall p a s b r, standing (heaps_of p) -> heaps_of p = a ++ s :: b -> option s r ->
  exists q, moves p q /\ Permutation (heaps_of q) (r ++ a ++ b).

Lemma standing_parts p a s b : standing (heaps_of p) -> heaps_of p = a ++ s :: b -> standing (a ++ b) /\ 1 <= s.
Proof.
  unfold standing. intros S E. rewrite E, Forall_app in S. destruct S as [A B]. rewrite Forall_app.
  split; [split; [exact A|exact (Forall_inv_tail B)]|exact (Forall_inv B)].
Qed.
Lemma led p q a s b r : standing (heaps_of p) -> heaps_of p = a ++ s :: b -> option s r ->
  Permutation (heaps_of q) (r ++ a ++ b) -> standing (heaps_of q) /\ weight (heaps_of q) < weight (heaps_of p)
  /\ (small G (heaps_of q) <-> small G r /\ small G (a ++ b))
  /\ worth G (heaps_of q) = Z.lxor (worth G r) (worth G (a ++ b)) /\ worth G r <> G s.
Proof.
  intros S E O Q. destruct (standing_parts p a s b S E) as [A B]. destruct (smaller s r B O) as [C D].
  split; [apply (Permutation_Forall (Permutation_sym Q)), Forall_app; auto|]. split; [|split; [|split]].
  - rewrite (weight_same _ _ Q), E, !weight_app. cbn [weight]. lia.
  - unfold small. rewrite <- Forall_app. split; apply Permutation_Forall; [exact Q|exact (Permutation_sym Q)].
  - rewrite (worth_same G _ _ Q). apply worth_app.
  - exact (proj1 (by_options s B) r O).
Qed.
Lemma large_is p a s b : heaps_of p = a ++ s :: b -> (small G (heaps_of p) <-> G s <= 1 /\ small G (a ++ b)).
Proof.
  intro E. rewrite E. unfold small. rewrite !Forall_app. split.
  - intros [A B]. pose proof (Forall_inv B). pose proof (Forall_inv_tail B). auto.
  - intros (A & B & C). auto.
Qed.
Lemma independent p q : standing (heaps_of p) -> tame G (heaps_of p) -> moves p q -> ~ tame G (heaps_of q).
Proof.
  intros S T M. destruct (sound p q S M) as (a & s & b & r & E & O & Q).
  destruct (standing_parts p a s b S E) as [_ B]. destruct (led p q a s b r S E O Q) as (_ & _ & C & D & F).
  pose proof (large_is p a s b E) as L. assert (worth G (heaps_of p) = Z.lxor (G s) (worth G (a ++ b))) as W.
  { rewrite E. apply worth_between. }
  unfold tame in *. rewrite C, D. rewrite L, W in T. intros [[X Y]|[X Y]]; destruct T as [[T U]|[T U]].
  - apply Z.lxor_eq in Y, U. congruence.
  - destruct T as [T V]. pose proof (worth_something s B). destruct (from_small s r B O ltac:(lia)) as [K|K];
      [tauto|].
    apply Z.lxor_eq in Y. pose proof (small_worth G _ not_negative V). lia.
  - apply Z.lxor_eq in U. destruct X as [X V]. pose proof (small_worth G _ not_negative V). apply T. split;
      [lia|exact V].
  - apply F. rewrite <- U in Y. apply (f_equal (fun x => Z.lxor x (worth G (a ++ b)))) in Y.
    rewrite !Z.lxor_assoc, Z.lxor_nilpotent, !Z.lxor_0_r in Y. exact Y.
Qed.
Lemma absorbing p : standing (heaps_of p) -> ~ tame G (heaps_of p) ->
  (exists q, moves p q /\ tame G (heaps_of q)) \/ (True /\ forall q, ~ moves p q).
Proof.
  intros S T. pose proof (worth_not_negative G (heaps_of p) not_negative) as N. unfold tame in *.
  destruct (small_or G (heaps_of p)) as [A|(a & s & b & E & L)].
  - destruct (heaps_of p) as [|s l] eqn:E.
    + right. split; [exact I|]. intros q M. rewrite <- E in S. destruct (sound p q S M) as (a & s & b & r & F & _).
      rewrite E in F. destruct a; discriminate.
    + left. rewrite <- E in S. change (s :: l) with ([] ++ s :: l) in E.
      destruct (standing_parts p [] s l S E) as [_ B]. pose proof (worth_something s B) as W1.
          pose proof (Forall_inv A) as W2. cbn in W2.
      destruct (to_small s 0 B ltac:(lia) ltac:(lia)) as (r & O & W & R).
          destruct (complete p [] s l r S E O) as (q & M & Q).
      destruct (led p q [] s l r S E O Q) as (_ & _ & C & D & _). exists q. split; [exact M|]. right.
          rewrite C, D, W, Z.lxor_0_l.
      pose proof (Forall_inv_tail A) as K. split; [split; [exact R|exact K]|]. cbn [app worth] in *.
      assert (G s = 1) as J by lia. rewrite J in *. pose proof (small_worth G l not_negative K).
      assert (worth G l = 0 \/ worth G l = 1) as [V|V] by lia; [|exact V]. exfalso. apply T. right. split;
          [exact A|]. rewrite V. reflexivity.
  - left. assert (~ small G (heaps_of p)) as X by (rewrite E; apply not_small; exact L).
    assert (worth G (heaps_of p) <> 0) as Y by tauto. clear a s b E L.
    destruct (less_by_one G (heaps_of p) 0 not_negative ltac:(lia)) as (a & s & b & E & L). rewrite Z.lxor_0_l in L.
    destruct (standing_parts p a s b S E) as [_ B]. destruct (proj2 (by_options s B) _ L) as (r & O & W).
    destruct (complete p a s b r S E O) as (q & M & Q). destruct (led p q a s b r S E O Q) as (_ & _ & C & D & _).
    destruct (small_or G (heaps_of q)) as [V|(c & t & d & V & U)].
    + apply C in V as [_ V]. assert (2 <= G s) as K by (apply Z.nlt_ge; intro K; apply X, (large_is p a s b E);
        split; [lia|exact V]).
      pose proof (small_worth G _ not_negative V) as Z. assert (exists m, 0 <= m <= 1 /\ Z.lxor m (worth G (a ++ b))
          = 1) as (m & J & H).
      { assert (worth G (a ++ b) = 0 \/ worth G (a ++ b) = 1) as [-> | ->] by lia; [exists 1|exists 0]; (split;
          [lia|reflexivity]). }
      destruct (to_small s m B J ltac:(lia)) as (r' & O' & W' & R).
          destruct (complete p a s b r' S E O') as (q' & M' & Q').
      destruct (led p q' a s b r' S E O' Q') as (_ & _ & C' & D' & _). exists q'. split; [exact M'|]. right.
          rewrite C', D', W'. auto.
    + exists q. split; [exact M|]. left. split; [rewrite V; apply not_small; exact U|]. rewrite D, W.
        apply Z.lxor_nilpotent.
Qed.
Theorem misere_sum : forall p, standing (heaps_of p) -> (P_position position moves True p <-> tame G (heaps_of p)).
Proof.
  apply (kernel position (fun p => standing (heaps_of p)) moves True (fun p => Z.to_nat (weight (heaps_of p))) (fun
      p => tame G (heaps_of p))).
  - intros p _. apply tame_decided.
  - intros p q S M. destruct (sound p q S M) as (a & s & b & r & E & O & Q). apply (led p q a s b r S E O Q).
  - intros p q S M. destruct (sound p q S M) as (a & s & b & r & E & O & Q).
      destruct (led p q a s b r S E O Q) as (A & B & _).
    pose proof (weight_not_negative _ A). lia.
  - exact independent.
  - intros _ p S T. assert (exists a s b, heaps_of p = a ++ s :: b) as (a & s & b & E).
    { destruct (heaps_of p) as [|s l]; [|exists [], s, l; reflexivity]. destruct T as [[T _]|[_ T]]; [destruct T;
        constructor|discriminate]. }
    destruct (standing_parts p a s b S E) as [_ B]. pose proof (worth_something s B).
    destruct (to_small s 0 B ltac:(lia) ltac:(lia)) as (r & O & _).
        destruct (complete p a s b r S E O) as (q & M & _). eauto.
  - exact absorbing.
Qed.
End Misere.

(* Where no heap is worth more than 1 the nim-sum tells whether the heaps are odd in number. *)
Lemma small_odd G l : standing l -> (forall s, 1 <= s -> 1 <= G s) -> small G l ->
  worth G l = 1 <-> Z.rem (Z.of_nat (length l)) 2 = 1.
Proof.
  intros S W. rewrite Z.rem_mod_nonneg by lia. assert (small G l -> worth G l = Z.of_nat (length l) mod 2) as A.
  { induction S as [|s l P _ IH]; intro M; [reflexivity|]. pose proof (Forall_inv M) as X. cbn in X.
      specialize (W s P).
    cbn [worth length]. rewrite (IH (Forall_inv_tail M)). replace (G s) with 1 by lia. rewrite Nat2Z.inj_succ.
    pose proof (Z.div_mod (Z.of_nat (length l)) 2 ltac:(lia)).
        pose proof (Z.mod_pos_bound (Z.of_nat (length l)) 2 ltac:(lia)).
    pose proof (Z.div_mod (Z.succ (Z.of_nat (length l))) 2 ltac:(lia)).
    pose proof (Z.mod_pos_bound (Z.succ (Z.of_nat (length l))) 2 ltac:(lia)).
    assert (Z.of_nat (length l) mod 2 = 0 \/ Z.of_nat (length l) mod 2 = 1) as [E|E] by lia; rewrite E; cbn; lia. }
  intro M. rewrite (A M). reflexivity.
Qed.
Lemma small_one G t : 0 <= t -> G t <= 1 -> small G (left_over [t]).
Proof. intros T L. unfold small, left_over. cbn. destruct (0 <? t); repeat constructor; exact L. Qed.
