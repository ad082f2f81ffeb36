(* What proofs by hand use of heaps that are a list, of any length. Nothing here has to be read: Rocq checks it, and no
   statement rests on it. *)
Require Import ZArith Lia List Permutation Sorted Bouton.
Import ListNotations.
Open Scope Z_scope.
Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

Notation place := heap_at.
Definition positive (l : list Z) : Prop := forall s, In s l -> 1 <= s.
Definition falling (l : list Z) : Prop := Sorted Z.ge l.

(* The stones in a place, 0 beyond the last, and how many heaps have this size. *)
Definition nth_heap (i : nat) (l : list Z) : Z := nth i l 0.
Fixpoint occ (v : Z) (l : list Z) : Z := match l with [] => 0 | x :: r => (if x =? v then 1 else 0) + occ v r end.
Fixpoint sum (l : list Z) : Z := match l with [] => 0 | x :: r => x + sum r end.

Lemma occ_not_negative v l : 0 <= occ v l.
Proof. induction l as [|x l IH]; cbn; [|destruct (x =? v)]; lia. Qed.
Lemma occ_none v l : (forall s, In s l -> s <> v) -> occ v l = 0.
Proof.
  induction l as [|x l IH]; cbn; intro H; [reflexivity|]. rewrite IH by (intros s I; apply H; tauto).
  destruct (Z.eqb_spec x v); [destruct (H x); tauto | reflexivity].
Qed.

(* What a rule says of a place: the stones there, or 0 where there is no heap. *)
Lemma place_is l i s : place l (Z.of_nat (S i)) s <-> nth_error l i = Some s.
Proof.
  unfold heap_at, size_of. replace (Z.to_nat (Z.of_nat (S i) - 1)) with i by lia. split.
  - intros [H ->]. apply nth_error_nth'. lia.
  - intro H. assert (nth_error l i <> None) as N by congruence. apply nth_error_Some in N. split; [lia|].
    symmetry. apply nth_error_nth. exact H.
Qed.
Lemma place_from l i s : place l i s <-> exists n, i = Z.of_nat (S n) /\ nth_error l n = Some s.
Proof.
  split.
  - intro H. assert (i = Z.of_nat (S (Z.to_nat (i - 1)))) as E by (destruct H; lia). rewrite E in H.
    apply place_is in H. eauto.
  - intros [n [-> E]]. apply place_is. exact E.
Qed.
Lemma nth_heap_is l i s :
  place l (Z.of_nat (S i)) s \/ (s = 0 /\ ~ exists a, place l (Z.of_nat (S i)) a) <-> s = nth_heap i l.
Proof.
  rewrite place_is. unfold nth_heap. destruct (nth_error l i) as [v|] eqn:E.
  - rewrite (nth_error_nth l i 0 E). split.
    + intros [H|[_ H]]; [congruence|]. destruct H. exists v. apply place_is. exact E.
    + intros ->. left. reflexivity.
  - rewrite nth_overflow by (apply nth_error_None; exact E). split; [intros [H|[H _]]; congruence|].
    intros ->. right. split; [reflexivity|]. intros [a H]. apply place_is in H. congruence.
Qed.

(* Counting: whatever is counted in whatever order, the number is the same. *)
Definition count {T : Type} (holds : T -> Prop) (n : Z) : Prop :=
  exists l, NoDup l /\ (forall x, In x l <-> holds x) /\ n = Z.of_nat (length l).
Lemma count_unique (T : Type) (P : T -> Prop) m n : count P m -> count P n -> m = n.
Proof.
  intros (a & A & IA & ->) (b & B & IB & ->). f_equal. apply Permutation_length.
  apply NoDup_Permutation; [exact A|exact B|]. intro t. rewrite IA, IB. tauto.
Qed.
Fixpoint places (v i : Z) (l : list Z) : list Z :=
  match l with [] => [] | x :: r => if x =? v then i :: places v (i + 1) r else places v (i + 1) r end.
Lemma places_in v l : forall i j, In j (places v i l) <-> exists n, j = i + Z.of_nat n /\ nth_error l n = Some v.
Proof.
  induction l as [|x l IH]; intros i j; cbn.
  - split; [tauto|]. intros [n [_ H]]. destruct n; discriminate.
  - assert (forall P : Prop, (P \/ exists n, j = i + 1 + Z.of_nat n /\ nth_error l n = Some v) <->
      (P \/ exists n, j = i + Z.of_nat (S n) /\ nth_error l n = Some v)) as E.
    { intro P. split; intros [H|[n [H G]]]; [tauto| |tauto|]; right; exists n; (split; [lia|exact G]). }
    assert ((exists n, j = i + Z.of_nat n /\ nth_error (x :: l) n = Some v) <->
      ((j = i /\ x = v) \/ exists n, j = i + Z.of_nat (S n) /\ nth_error l n = Some v)) as F.
    { split.
      - intros [[|n] [H G]]; cbn in G; [left; split; [lia|congruence]|right; exists n; auto].
      - intros [[H G]|[n [H G]]]; [exists 0%nat; split; [lia|cbn; congruence]|exists (S n); auto]. }
    rewrite F. destruct (Z.eqb_spec x v) as [->|N]; cbn; rewrite IH.
    + rewrite E. intuition.
    + rewrite <- E. intuition.
Qed.
Lemma places_once v l : forall i, NoDup (places v i l).
Proof.
  induction l as [|x l IH]; intro i; cbn; [constructor|]. destruct (x =? v); [constructor|]; auto.
  rewrite places_in. intros [n [H _]]. lia.
Qed.
Lemma places_many v l : forall i, Z.of_nat (length (places v i l)) = occ v l.
Proof. induction l as [|x l IH]; intro i; cbn; [|rewrite <- (IH (i + 1)); destruct (x =? v)]; cbn [length]; lia. Qed.
Lemma nth_error_after (l : list Z) m : forall n, nth_error (skipn m l) n = nth_error l (m + n).
Proof. revert l. induction m as [|m IH]; intros [|x l] n; cbn; auto. destruct n; reflexivity. Qed.

(* The number of places after the m-th that have a heap of this size. *)
Lemma count_places (P : Z -> Prop) m v l n :
  (forall i, P i <-> place l i v /\ Z.of_nat m < i) -> (count P n <-> n = occ v (skipn m l)).
Proof.
  intro E. assert (count P (occ v (skipn m l))) as C.
  - exists (places v (Z.of_nat (S m)) (skipn m l)). split; [apply places_once|]. split; [|symmetry; apply
      places_many].
    intro j. rewrite places_in, E, place_from. split.
    + intros [k [-> H]]. rewrite nth_error_after in H. split; [|lia]. exists (m + k)%nat. split; [lia|exact H].
    + intros [[k [-> H]] L]. exists (k - m)%nat. split; [lia|]. rewrite nth_error_after. rewrite <- H. f_equal. lia.
  - split; [intro H; exact (count_unique _ _ _ _ H C)|intros ->; exact C].
Qed.

(* The number of heaps. *)
Lemma count_heaps (P : Z -> Prop) l n :
  (forall i, P i <-> exists s, place l i s) -> (count P n <-> n = Z.of_nat (length l)).
Proof.
  intro E. assert (count P (Z.of_nat (length l))) as C.
  - exists (map (fun k => Z.of_nat (S k)) (seq 0 (length l))). split; [|split].
    + apply FinFun.Injective_map_NoDup; [intros a b; lia|apply seq_NoDup].
    + intro i. rewrite in_map_iff, E. split.
      * intros [k [<- I]]. apply in_seq in I. destruct (nth_error l k) as [s|] eqn:F.
        -- exists s. apply place_is. exact F.
        -- apply nth_error_None in F. lia.
      * intros [s H]. apply place_from in H as [k [-> H]]. exists k. split; [reflexivity|]. apply in_seq.
        assert (nth_error l k <> None) as F by congruence. apply nth_error_Some in F. lia.
    + rewrite map_length, seq_length. reflexivity.
  - split; [intro H; exact (count_unique _ _ _ _ H C)|intros ->; exact C].
Qed.

(* The number of stones, as the sum over the pairs of a heap's stones and its place. *)
Definition total {T : Type} (weight : T -> Z) (holds : T -> Prop) (n : Z) : Prop :=
  exists l, NoDup l /\ (forall x, In x l <-> holds x) /\ n = fold_right Z.add 0 (map weight l).
Lemma total_unique (T : Type) (w : T -> Z) (P : T -> Prop) m n : total w P m -> total w P n -> m = n.
Proof.
  intros (a & A & IA & ->) (b & B & IB & ->). assert (Permutation a b) as E.
  { apply NoDup_Permutation; [exact A|exact B|]. intro t. rewrite IA, IB. tauto. }
  clear - E. induction E; cbn; lia.
Qed.
Fixpoint pairs (i : Z) (l : list Z) : list (Z * Z) := match l with [] => [] | x :: r => (x, i) :: pairs (i + 1) r end.
Lemma pairs_in l : forall i s j, In (s, j) (pairs i l) <-> exists n, j = i + Z.of_nat n /\ nth_error l n = Some s.
Proof.
  induction l as [|x l IH]; intros i s j; cbn.
  - split; [tauto|]. intros [n [_ H]]. destruct n; discriminate.
  - rewrite IH. split.
    + intros [H|[n [H G]]]; [exists 0%nat; injection H as <- <-; split; [lia|reflexivity]|]. exists (S n). split;
        [lia|exact G].
    + intros [[|n] [H G]]; cbn in G; [left; f_equal; [congruence|lia]|right]. exists n. split; [lia|exact G].
Qed.
Lemma pairs_once l : forall i, NoDup (pairs i l).
Proof.
  induction l as [|x l IH]; intro i; cbn; constructor; auto. rewrite pairs_in. intros [n [H _]]. lia.
Qed.
Lemma total_places (w : Z * Z -> Z) (P : Z * Z -> Prop) l n :
  (forall s i, w (s, i) = s) -> (forall s i, P (s, i) <-> place l i s) -> (total w P n <-> n = sum l).
Proof.
  intros W E. assert (total w P (sum l)) as C.
  - exists (pairs 1 l). split; [apply pairs_once|]. split.
    + intros [s i]. rewrite pairs_in, E, place_from. split; intros [k [-> H]]; exists k; (split; [lia|exact H]).
    + clear E. generalize 1 as i. induction l as [|x l IH]; intro i; cbn; [reflexivity|]. rewrite W, <- IH.
        reflexivity.
  - split; [intro H; exact (total_unique _ _ _ _ _ H C)|intros ->; exact C].
Qed.

(* The aggregates of the rules, whose tuples are lists. *)
Lemma counted_count (these : list Z -> Prop) (P : Z -> Prop) n :
  (forall t, these t <-> exists i, t = [i] /\ P i) -> count P n -> counted these n.
Proof.
  intros E (l & A & B & ->). exists (map (fun i => [i]) l). split; [|split].
  - apply FinFun.Injective_map_NoDup; [intros a b H; congruence|exact A].
  - intro t. rewrite in_map_iff, E. split.
    + intros [i [<- I]]. exists i. split; [reflexivity|]. apply B. exact I.
    + intros [i [-> I]]. exists i. split; [reflexivity|]. apply B. exact I.
  - rewrite map_length. reflexivity.
Qed.
Lemma counted_unique these m n : counted these m -> counted these n -> m = n.
Proof. exact (count_unique _ these m n). Qed.
Lemma counted_places (these : list Z -> Prop) (P : Z -> Prop) m v l n :
  (forall i, P i <-> place l i v /\ Z.of_nat m < i) -> (forall t, these t <-> exists i, t = [i] /\ P i) ->
  (counted these n <-> n = occ v (skipn m l)).
Proof.
  intros E F. pose proof (counted_count these P _ F (proj2 (count_places P m v l _ E) eq_refl)) as C.
  split; [intro H; exact (counted_unique _ _ _ H C)|intros ->; exact C].
Qed.
Lemma counted_heaps (these : list Z -> Prop) (P : Z -> Prop) l n :
  (forall i, P i <-> exists s, place l i s) -> (forall t, these t <-> exists i, t = [i] /\ P i) ->
  (counted these n <-> n = Z.of_nat (length l)).
Proof.
  intros E F. pose proof (counted_count these P _ F (proj2 (count_heaps P l _ E) eq_refl)) as C.
  split; [intro H; exact (counted_unique _ _ _ H C)|intros ->; exact C].
Qed.
Lemma summed_places (these : list Z -> Prop) l n :
  (forall t, these t <-> exists s i, t = [s; i] /\ place l i s) -> (summed these n <-> n = sum l).
Proof.
  intro F. assert (total (fun e => fst e) (fun e : Z * Z => place l (snd e) (fst e)) (sum l)) as (q & A & B & C).
  { apply (total_places _ _ l); [reflexivity|intros s i; reflexivity|reflexivity]. }
  assert (summed these (sum l)) as D.
  { exists (map (fun e => [fst e; snd e]) q). split; [|split].
    - apply FinFun.Injective_map_NoDup; [intros [a b] [c d] H; cbn in H; congruence|exact A].
    - intro t. rewrite in_map_iff, F. split.
      + intros [[s i] [<- I]]. exists s, i. split; [reflexivity|]. apply (B (s, i)). exact I.
      + intros (s & i & -> & I). exists (s, i). split; [reflexivity|]. apply (B (s, i)). exact I.
    - rewrite map_map, C. reflexivity. }
  split; [|intros ->; exact D]. destruct D as (u & U & V & ->). intros (w & W & X & ->).
  assert (Permutation w u) as E by (apply NoDup_Permutation; [exact W|exact U|intro t; rewrite X, V; tauto]).
  clear - E. induction E; cbn; lia.
Qed.
Ltac one_entry :=
  intro; split; [intros (I & S & -> & H); exists I; split; [reflexivity|exists S; exact H] |
    intros (I & -> & S & H); exists I, S; split; [reflexivity|exact H]].

(* Of each position two things are shown at once. *)
Lemma both {G T : Type} (legal A B : G -> T -> Prop) : (forall g p, legal g p -> A g p /\ B g p) ->
  (forall g p, legal g p -> A g p) /\ (forall g p, legal g p -> B g p).
Proof. intro H. split; intros g p L; apply (H g p L). Qed.

(* A list in order is what any list with its heaps becomes. *)
Lemma falling_cons x l : falling (x :: l) <-> falling l /\ forall s, In s l -> s <= x.
Proof.
  assert (Relations_1.Transitive Z.ge) as T by (intros a b c; lia).
  unfold falling. split.
  - intro H. apply Sorted_StronglySorted in H; [|exact T]. apply StronglySorted_inv in H as [A B].
    split; [apply StronglySorted_Sorted; exact A|]. intros s I. rewrite Forall_forall in B. specialize (B s I). lia.
  - intros [A B]. constructor; [exact A|]. destruct l as [|y l]; constructor. specialize (B y (or_introl eq_refl)).
      lia.
Qed.
Lemma falling_unique a : forall b, falling a -> falling b -> Permutation a b -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] A B E.
  - reflexivity.
  - apply Permutation_nil in E. discriminate.
  - apply Permutation_sym, Permutation_nil in E. discriminate.
  - apply falling_cons in A as [A1 A2]. apply falling_cons in B as [B1 B2].
    assert (x = y) as ->.
    { assert (In x (y :: b)) as I by (apply (Permutation_in x E); left; reflexivity).
      assert (In y (x :: a)) as J by (apply (Permutation_in y (Permutation_sym E)); left; reflexivity).
      destruct I as [I|I]; [auto|]. destruct J as [J|J]; [auto|]. specialize (A2 y J). specialize (B2 x I). lia. }
    f_equal. apply IH; auto. exact (Permutation_cons_inv E).
Qed.
Fixpoint insert (s : Z) (l : list Z) : list Z :=
  match l with [] => [s] | x :: r => if x <=? s then s :: l else x :: insert s r end.
Definition put (s : Z) (l : list Z) : list Z := if s =? 0 then l else insert s l.
Lemma insert_same s l : Permutation (insert s l) (s :: l).
Proof.
  induction l as [|x l IH]; cbn; [reflexivity|]. destruct (x <=? s); [reflexivity|]. rewrite IH. apply perm_swap.
Qed.
Lemma insert_in s l t : In t (insert s l) <-> t = s \/ In t l.
Proof.
  split; intro H.
  - apply (Permutation_in t (insert_same s l)) in H. destruct H; auto.
  - apply (Permutation_in t (Permutation_sym (insert_same s l))). destruct H; [left|right]; auto.
Qed.
Lemma insert_falling s l : falling l -> falling (insert s l).
Proof.
  induction l as [|x l IH]; cbn; intro H; [repeat constructor|]. destruct (Z.leb_spec x s) as [L|L].
  - apply falling_cons. split; [exact H|]. apply falling_cons in H as [_ H].
    intros t [->|I]; [lia|]. specialize (H t I). lia.
  - apply falling_cons in H as [A B]. apply falling_cons. split; [auto|]. intros t I.
    apply insert_in in I as [->|I]; [lia|auto].
Qed.
Lemma insert_occ v s l : occ v (insert s l) = (if s =? v then 1 else 0) + occ v l.
Proof. induction l as [|x l IH]; cbn; [reflexivity|]. destruct (x <=? s); cbn; [reflexivity|]. rewrite IH. lia. Qed.
Lemma insert_sum s l : sum (insert s l) = s + sum l.
Proof. induction l as [|x l IH]; cbn; [reflexivity|]. destruct (x <=? s); cbn; [reflexivity|]. rewrite IH. lia. Qed.
Lemma put_sum s l : sum (put s l) = s + sum l.
Proof. unfold put. destruct (Z.eqb_spec s 0); [lia|]. apply insert_sum. Qed.
Lemma put_occ v s l : v <> 0 -> occ v (put s l) = (if s =? v then 1 else 0) + occ v l.
Proof.
  intro V. unfold put. destruct (Z.eqb_spec s 0) as [->|N]; [|apply insert_occ].
  destruct (Z.eqb_spec 0 v); [lia|reflexivity].
Qed.
Lemma put_falling s l : falling l -> falling (put s l).
Proof. unfold put. destruct (s =? 0); [auto|apply insert_falling]. Qed.
Lemma put_positive s l : 0 <= s -> positive l -> positive (put s l).
Proof.
  unfold put, positive. intros L H t. destruct (Z.eqb_spec s 0); [auto|]. intro I.
  apply insert_in in I as [->|I]; [lia|auto].
Qed.
Lemma sum_positive l : positive l -> 0 <= sum l.
Proof.
  unfold positive. induction l as [|x l IH]; cbn; intro H; [lia|].
  assert (0 <= sum l) by (apply IH; intros s I; apply H; tauto). specialize (H x (or_introl eq_refl)). lia.
Qed.

(* A move that says of the first heap alone what it becomes. *)
Lemma in_order_is l : in_order Z.ge l <-> positive l /\ falling l.
Proof.
  unfold positive. induction l as [|s l IH]; cbn [in_order].
  - split; [intros _; split; [intros s []|constructor]|auto].
  - rewrite IH, falling_cons. split.
    + intros (A & B & D & E). split; [intros t [<-|I]; [lia|auto]|]. split; [exact E|]. destruct l as [|u l]; [intros t []|].
      apply falling_cons in E as [_ E]. intros t [<-|I]; [lia|]. specialize (E t I). lia.
    + intros (A & B & D). split; [specialize (A s (or_introl eq_refl)); lia|]. split.
      * destruct l as [|u l]; [exact I|]. specialize (D u (or_introl eq_refl)). lia.
      * split; [intros t I; apply A; right; exact I|exact B].
Qed.
Lemma put_in_is s l : put_in Z.geb s l = insert s l.
Proof. induction l as [|x l IH]; cbn; [reflexivity|]. rewrite Z.geb_leb, IH. reflexivity. Qed.
Lemma descending_is l : falling l -> descending l = l.
Proof.
  induction l as [|x l IH]; intro H; [reflexivity|]. apply falling_cons in H as [A B]. cbn. fold (descending l).
  rewrite (IH A), put_in_is. destruct l as [|y l]; [reflexivity|]. cbn. specialize (B y (or_introl eq_refl)).
  destruct (Z.leb_spec y x); [reflexivity|lia].
Qed.
Lemma left_over_longer r : forall l, (forall n, nth n r 0 = nth n l 0) -> left_over r = left_over l.
Proof.
  unfold left_over. induction r as [|x r IH]; intros l H.
  - induction l as [|y l IL]; [reflexivity|]. pose proof (H 0%nat) as E. cbn in E. subst y. cbn. apply IL.
    intro n. specialize (H (S n)). cbn in H. destruct n; exact H.
  - destruct l as [|y l].
    + pose proof (H 0%nat) as E. cbn in E. subst x. cbn. apply (IH []). intro n. specialize (H (S n)). cbn in H.
      destruct n; exact H.
    + pose proof (H 0%nat) as E. cbn in E. subst y. cbn. rewrite (IH l); [reflexivity|]. intro n. exact (H (S n)).
Qed.
Lemma left_over_positive l : positive l -> left_over l = l.
Proof.
  unfold positive, left_over. induction l as [|x l IH]; cbn; intro H; [reflexivity|].
  pose proof (H x (or_introl eq_refl)). destruct (Z.ltb_spec 0 x); [|lia]. f_equal. apply IH. intros s I. apply H. tauto.
Qed.
Lemma first_becomes said x l v q : positive l -> falling l -> 0 <= v ->
  (forall i s, said i s <-> i = 1 /\ s = v) ->
  (heaps_after descending said (x :: l) q <-> q = put v l).
Proof.
  intros P D V W. assert (descending (left_over (v :: l)) = put v l) as N.
  { unfold left_over. cbn [filter]. fold (left_over l). rewrite (left_over_positive l P). unfold put.
    destruct (Z.ltb_spec 0 v), (Z.eqb_spec v 0); try lia; [|apply descending_is; exact D].
    cbn. fold (descending l). rewrite (descending_is l D). apply put_in_is. }
  rewrite <- N. unfold heaps_after, size_of. split.
  - intros (r & H & ->). f_equal. apply left_over_longer. intro n.
    specialize (H (1 + Z.of_nat n) ltac:(lia)). replace (Z.to_nat (1 + Z.of_nat n - 1)) with n in H by lia.
    destruct n as [|n].
    + destruct H as [H|[H _]]; [apply W in H; cbn; lia|]. destruct H. exists v. apply W. split; [lia|reflexivity].
    + destruct H as [H|[_ H]]; [apply W in H; lia|]. exact H.
  - intros ->. exists (v :: l). split; [|reflexivity]. intros i I. destruct (Z.eq_dec i 1) as [->|M].
    + left. apply W. split; reflexivity.
    + right. split; [intros [s S]; apply W in S; lia|]. replace (Z.to_nat (i - 1)) with (S (Z.to_nat (i - 2))) by lia.
      reflexivity.
Qed.
