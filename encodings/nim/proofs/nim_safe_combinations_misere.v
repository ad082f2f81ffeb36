(* Nim. Claim safe-combinations-misere: When the last stone loses, the same, except that heaps of one stone
   each form a P-position iff they are odd in number. *)
(* Here for every list of heaps. *)
(* Printed from nim/rules.lp, nim/theorems.lp, nim/beliefs.lp: each predicate is what its rules say, one
   disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_lower (_ : Z) (_ : Z).

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists I : Z, (exists T : Z, (exists S
  : Z, X1 = (t_lower I T) /\ heap g p I S /\ 0 <= T <= (S - 1)))).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists I : Z, (exists T :
  Z, X1 = (t_lower I T) /\ X2 = (t_heap I T) /\ move g p (t_lower I T))).
Definition heaps_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists A1
  : Z, X1 = [I] /\ heap g p I A1)).
(* The nim-sum: the heap sizes added in binary without carrying. *)
Definition heaps (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = N /\ counted
  (heaps_elements1 g p) N).
Inductive sum (g : parameters) (p : position) : Z -> Z -> Prop :=
| sum_by_1 (X1 : Z) (X2 : Z) : (X1 = 0) -> (X2 = 0) -> sum g p X1 X2
| sum_by_2 (X1 : Z) (X2 : Z) (I : Z) (X : Z) (S : Z) : (X1 = I) -> (sum g p (I - 1) X) -> (heap g p I S) ->
  (X2 = (Z.lxor X S)) -> sum g p X1 X2.
(* % nim_sum/1: the nim-sum of the heaps, the value of normal play. *)
Definition nim_sum (g : parameters) (p : position) (X1 : Z) : Prop := (exists X : Z, (exists N : Z, X1 = X /\
  heaps g p N /\ sum g p N X)).
(* When the last stone loses they are the same, except in the singular positions, whose heaps are single
   stones (or none): there an odd number of heaps is safe and an even number is not. *)
Definition large (g : parameters) (p : position) : Prop := (exists A1 : Z, (exists S : Z, heap g p A1 S /\ S
  > 1)).
(* % singular/0: no heap has more than one stone. *)
Definition singular (g : parameters) (p : position) : Prop := ~ (large g p).
(* % safe_misere/0: the P-positions of misère play. *)
Definition safe_misere (g : parameters) (p : position) : Prop := (large g p /\ nim_sum g p 0) \/ (exists N :
  Z, singular g p /\ heaps g p N /\ (Z.rem N 2) = 1).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.le (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) True p <-> safe_misere g
  p).

(* The strategy of the claim: winning_move_misere names moves. *)
(* The winning moves: lower a heap S to S^X, X being the nim-sum, where that is less than S. %
   winning_move/1: the winning moves of normal play. *)
Definition winning_move (g : parameters) (p : position) (X1 : term) : Prop := (exists I : Z, (exists S : Z,
  (exists X : Z, X1 = (t_lower I (Z.lxor S X)) /\ nim_sum g p X /\ heap g p I S /\ (Z.lxor S X) < S))).
Definition large_heaps_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z,
  (exists S : Z, X1 = [I] /\ heap g p I S /\ S > 1)).
(* When the last stone loses: the same as long as two heaps are large, else leave an odd number of single
   stones. *)
Definition large_heaps (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = N /\ counted
  (large_heaps_elements1 g p) N).
(* % winning_move_misere/1: the winning moves of misère play. *)
Definition winning_move_misere (g : parameters) (p : position) (X1 : term) : Prop := (exists M_ : term,
  (exists L : Z, X1 = M_ /\ large_heaps g p L /\ L >= 2 /\ winning_move g p M_)) \/ (exists I : Z, (exists T
  : Z, (exists S : Z, (exists N : Z, X1 = (t_lower I T) /\ large_heaps g p 1 /\ heap g p I S /\ S > 1 /\
  heaps g p N /\ T = (Z.rem N 2))))) \/ (exists I : Z, X1 = (t_lower I 0) /\ large_heaps g p 0 /\ heap g p I
  1).
Definition strategy_moves (g : parameters) (p q : position) : Prop := exists M : term, winning_move_misere g
  p M /\ heaps_after ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).
(* Where the player to move wins and can move, it names moves, all of the game, and each leads to a
   P-position. *)
Definition strategy : Prop := forall g p, legal g p -> ~ P_position position (moves g) True p -> (exists q,
  moves g p q) -> (exists q, strategy_moves g p q) /\ (forall q, strategy_moves g p q -> P_position position
  (moves g) True q) /\ (forall M, winning_move_misere g p M -> move g p M).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Permutation Sums Misere.

Lemma place_is g p a s b t : the_heap p = a ++ s :: b -> heap g p (Z.of_nat (length a) + 1) t <-> t = s.
Proof.
  intro H. unfold heap, heap_at, size_of. rewrite H, app_length. cbn [length].
  replace (Z.to_nat (Z.of_nat (length a) + 1 - 1)) with (length a) by lia. rewrite nth_middle. lia.
Qed.
Lemma move_is g p a s b T : the_heap p = a ++ s :: b -> move g p (t_lower (Z.of_nat (length a) + 1) T) <-> 0 <= T < s.
Proof.
  intro H. pose proof (fun t => place_is g p a s b t H) as P. unfold move. split.
  - intros (I & U & S & E & F & L). injection E; intros; subst. apply P in F. lia.
  - intro L. eexists _, _, s. split; [reflexivity|]. rewrite P. lia.
Qed.
Lemma after_is g p a s b T i t : the_heap p = a ++ s :: b -> 0 <= T < s ->
  after g p (t_lower (Z.of_nat (length a) + 1) T) (t_heap i t) <-> i = Z.of_nat (length a) + 1 /\ t = T.
Proof.
  intros H L. apply (move_is g p a s b T H) in L. unfold after. split.
  - intros (I & U & E & F & _). injection E; injection F; intros; subst. auto.
  - intros [-> ->]. eauto.
Qed.
Lemma sound g p q : standing (the_heap p) -> moves g p q ->
  exists a s b r, the_heap p = a ++ s :: b /\ lowers s r /\ Permutation (the_heap q) (r ++ a ++ b).
Proof.
  intros S (M & V & A). pose proof V as (I & T & s & -> & F & _). apply heap_at_is in F as (a & b & H & ->).
  apply (move_is g p a s b) in V; [|exact H]. pose proof S as S'. rewrite H in S'.
  apply Forall_app in S' as [S1 S2]. inversion S2; subst.
  exists a, s, b, (left_over [T]). split; [exact H|]. split; [exists T; auto|]. rewrite H in A.
  apply (lowered _ _ a b s T) in A; [|intros i t; apply (after_is g p a s b); assumption].
  rewrite A. apply left_over_lowered. apply Forall_app. auto.
Qed.
Lemma complete g p a s b r : standing (the_heap p) -> the_heap p = a ++ s :: b -> lowers s r ->
  exists q, moves g p q /\ Permutation (the_heap q) (r ++ a ++ b).
Proof.
  intros S H (T & L & ->). pose proof S as S'. rewrite H in S'. apply Forall_app in S' as [S1 S2]. inversion S2;
      subst.
  exists (Position (ascending (left_over (a ++ T :: b)))). split.
  - exists (t_lower (Z.of_nat (length a) + 1) T). split; [apply (move_is g p a s b); assumption|]. cbn [the_heap].
    rewrite H. apply <- (lowered ascending); [reflexivity|]. intros i t. apply (after_is g p a s b); assumption.
  - cbn [the_heap]. apply left_over_lowered. apply Forall_app. auto.
Qed.
Lemma heaps_are g p N : heaps g p N <-> N = Z.of_nat (length (the_heap p)).
Proof.
  unfold heaps. rewrite <- (heaps_counted (heaps_elements1 g p) (the_heap p)); [|reflexivity].
  split; [intros (n & -> & H); exact H|eauto].
Qed.
Lemma nim_sum_is_worth g p X : standing (the_heap p) -> nim_sum g p X <-> X = worth Z.abs (the_heap p).
Proof.
  intro S. rewrite (worth_alike _ (fun s => s) _ S) by lia.
  rewrite <- (nim_sum_is (fun s => s) (the_heap p) (sum g p) (heap g p)).
  - unfold nim_sum. split; [intros (Y & N & -> & H & I); apply heaps_are in H; subst N; exact I|].
    intro H. exists X, (Z.of_nat (length (the_heap p))). rewrite heaps_are. auto.
  - intros i v. unfold heap. split; [eauto|]. intros (s & H & ->). exact H.
  - intros i x. split.
    + intros [X1 X2 -> ->|X1 X2 I Y s -> H V ->]; [auto|]. right. exists Y, s. auto.
    + intros [[-> ->]|(y & v & H & V & ->)]; [apply sum_by_1; reflexivity|eapply sum_by_2; eauto].
Qed.
Lemma outcome_is g p : standing (the_heap p) -> P_position position (moves g) True p <-> tame Z.abs (the_heap p).
Proof.
  apply (misere_sum _ _ _ lowers).
  - exact Z.abs_nonneg.
  - lia.
  - exact lowers_less.
  - exact lowers_valued.
  - intros s r S (T & L & ->) O. left. apply small_one; lia.
  - intros s m S M L. exists (left_over [m]). split; [exists m; split; [lia|reflexivity]|].
    split; [rewrite worth_one; lia|apply small_one; lia].
  - exact (sound g).
  - exact (complete g).
Qed.
Lemma large_is g p : standing (the_heap p) -> large g p <-> ~ small Z.abs (the_heap p).
Proof.
  intro S. unfold large. split.
  - intros (i & s & H & L). apply heap_at_is in H as (a & b & -> & _). apply not_small. lia.
  - intro N. destruct (small_or Z.abs (the_heap p)) as [M|(a & s & b & E & L)]; [tauto|].
    exists (Z.of_nat (length a) + 1), s. rewrite E in S. apply Forall_app in S as [_ S]. pose proof (Forall_inv S).
        cbn in H.
    split; [apply (place_is g p a s b s E); reflexivity|lia].
Qed.
Lemma small_decided l : small Z.abs l \/ ~ small Z.abs l.
Proof. destruct (small_or Z.abs l) as [S|(a & s & b & -> & L)]; [auto|right; apply not_small; exact L]. Qed.
Lemma safe_misere_is g p : standing (the_heap p) -> safe_misere g p <-> tame Z.abs (the_heap p).
Proof.
  intro L. unfold safe_misere, singular, tame. pose proof (large_is g p L) as A. rewrite nim_sum_is_worth by exact L.
  pose proof (small_odd Z.abs (the_heap p) L ltac:(lia)) as O. destruct (small_decided (the_heap p)) as [D|D].
  - split.
    + intros [[H _]|(N & _ & H & R)]; [tauto|]. apply heaps_are in H. subst N. right. split; [exact D|]. apply O;
        assumption.
    + intros [[H _]|[_ W]]; [tauto|]. right. exists (Z.of_nat (length (the_heap p))). split; [tauto|].
      split; [apply heaps_are; reflexivity|]. apply O; assumption.
  - split.
    + intros [[_ W]|(N & H & _)]; [left; split; [exact D|congruence]|tauto].
    + intros [[_ W]|[H _]]; [left; split; [tauto|congruence]|tauto].
Qed.
(* How many heaps have more than one stone. *)
Definition big (l : list Z) : nat := length (filter (fun s => 1 <? s) l).
Lemma big_places l : length (filter (fun k => 1 <? nth k l 0) (seq 0 (length l))) = big l.
Proof.
  unfold big. induction l as [|s l IH]; [reflexivity|]. cbn [length seq filter nth]. rewrite <- seq_shift.
  assert (forall (f : nat -> bool) r, length (filter f (map S r)) = length (filter (fun k => f (S k)) r)) as A.
  { intros f r. induction r as [|k r J]; [reflexivity|]. cbn. destruct (f (S k)); cbn; congruence. }
  destruct (1 <? s); cbn [length]; rewrite A, <- IH; reflexivity.
Qed.
Lemma large_heaps_are g p n : large_heaps g p n <-> n = Z.of_nat (big (the_heap p)).
Proof.
  assert (forall m, counted (large_heaps_elements1 g p) m <-> m = Z.of_nat (big (the_heap p))) as A.
  { intro m. rewrite (counted_is _ (map (fun k => [Z.of_nat k + 1]) (filter (fun k => 1 <? nth k (the_heap p) 0)
      (seq 0 (length (the_heap p)))))).
    - rewrite map_length, big_places. reflexivity.
    - apply FinFun.Injective_map_NoDup; [|apply NoDup_filter, seq_NoDup]. intros a b E. injection E. lia.
    - intro t. unfold large_heaps_elements1, heap, heap_at, size_of. rewrite in_map_iff. split.
      + intros (i & s & -> & [H ->] & L). exists (Z.to_nat (i - 1)). split; [f_equal; lia|]. apply filter_In.
        split; [apply in_seq; lia|]. apply Z.ltb_lt. lia.
      + intros (k & <- & K). apply filter_In in K as [K L]. apply in_seq in K. apply Z.ltb_lt in L.
        exists (Z.of_nat k + 1), (nth k (the_heap p) 0). split; [reflexivity|].
        replace (Z.to_nat (Z.of_nat k + 1 - 1)) with k by lia. split; [split; [lia|reflexivity]|lia]. }
  unfold large_heaps. split; [intros (N & -> & H); apply A; exact H|]. intros ->. eexists. split; [reflexivity|].
      apply A. reflexivity.
Qed.
Lemma big_between a s b : big (a ++ s :: b) = ((if (1 <? s)%Z then 1 else 0) + big (a ++ b))%nat.
Proof. unfold big. rewrite !filter_app, !app_length. cbn [filter]. destruct (1 <? s); cbn [length]; lia. Qed.
Lemma big_small l : standing l -> big l = 0%nat <-> small Z.abs l.
Proof.
  intro S. unfold big, small. induction S as [|s l L _ IH]; [split; [constructor|reflexivity]|]. cbn [filter].
  rewrite Forall_cons_iff, <- IH. destruct (Z.ltb_spec 1 s); cbn [length]; [|intuition lia]. split;
      [discriminate|lia].
Qed.
Lemma left_by g p a s b T : standing (the_heap p) -> the_heap p = a ++ s :: b -> 0 <= T < s ->
  move g p (t_lower (Z.of_nat (length a) + 1) T) /\ (forall q, heaps_after ascending
    (fun I S => after g p (t_lower (Z.of_nat (length a) + 1) T) (t_heap I S)) (the_heap p) (the_heap q) <->
    the_heap q = ascending (left_over (a ++ T :: b))) /\ standing (a ++ b) /\ forall q, the_heap q = ascending
        (left_over (a ++ T :: b)) ->
    standing (the_heap q) /\ worth Z.abs (the_heap q) = Z.lxor T (worth Z.abs (a ++ b)) /\ (small Z.abs (the_heap q)
        <-> T <= 1 /\ small Z.abs (a ++ b)).
Proof.
  intros S H L. split; [apply (move_is g p a s b T H); exact L|]. split.
  { intro q. rewrite H. apply lowered. intros i t. apply (after_is g p a s b); assumption. }
  assert (standing (a ++ b)) as R.
  { rewrite H in S. apply Forall_app in S as [A B]. apply Forall_app. split; [exact A|exact (Forall_inv_tail B)]. }
  split; [exact R|]. intros q E. assert (Permutation (the_heap q) (left_over [T] ++ a ++ b)) as Q.
  { rewrite E. apply left_over_lowered. exact R. }
  split; [|split].
  - apply (Permutation_Forall (Permutation_sym Q)), Forall_app. split; [apply rows_standing|exact R].
  - rewrite (worth_same _ _ _ Q), worth_app, worth_one, Z.abs_eq by lia. reflexivity.
  - assert (small Z.abs (the_heap q) <-> small Z.abs (left_over [T] ++ a ++ b)) as C.
    { unfold small. split; apply Permutation_Forall; [exact Q|exact (Permutation_sym Q)]. }
    rewrite C. unfold small. rewrite Forall_app. unfold left_over. cbn [filter]. destruct (Z.ltb_spec 0 T).
    + split; [intros [A B]; pose proof (Forall_inv A) as X; cbn in X; split; [lia|exact B]|intros [A B]; split;
        [repeat constructor; lia|exact B]].
    + split; [intros [_ B]; split; [lia|exact B]|intros [_ B]; split; [constructor|exact B]].
Qed.
Lemma winning_is g p a s b T : standing (the_heap p) -> the_heap p = a ++ s :: b ->
  winning_move g p (t_lower (Z.of_nat (length a) + 1) T) <-> T = worth Z.abs (a ++ b) /\ T < s.
Proof.
  intros S H. pose proof S as S'. rewrite H in S'. apply Forall_app in S' as [S1 S2].
      pose proof (Forall_inv S2) as S3. cbn in S3.
  assert (Z.lxor s (worth Z.abs (the_heap p)) = worth Z.abs (a ++ b)) as E.
  { rewrite H, worth_between, Z.abs_eq, <- Z.lxor_assoc, Z.lxor_nilpotent by lia. apply Z.lxor_0_l. }
  unfold winning_move. split.
  - intros (I & t & X & F & N & P & L). injection F; intros; subst. apply (place_is g p a s b _ H) in P. subst t.
    apply nim_sum_is_worth in N; [|exact S]. subst X. rewrite E in *. auto.
  - intros [-> L]. exists (Z.of_nat (length a) + 1), s, (worth Z.abs (the_heap p)). rewrite E.
    split; [reflexivity|]. split; [apply nim_sum_is_worth; auto|]. split; [apply (place_is g p a s b _ H);
        reflexivity|exact L].
Qed.
(* The three cases of the strategy, by the heap that is lowered. *)
Definition lowers_to (l a : list Z) (s : Z) (b : list Z) (T : Z) : Prop :=
  (2 <= big l)%nat /\ T = worth Z.abs (a ++ b) /\ T < s \/ big l = 1%nat /\ 1 < s /\ T = Z.rem (Z.of_nat (length l)) 2
  \/ big l = 0%nat /\ s = 1 /\ T = 0.
Lemma named_is g p a s b T : standing (the_heap p) -> the_heap p = a ++ s :: b ->
  winning_move_misere g p (t_lower (Z.of_nat (length a) + 1) T) <-> lowers_to (the_heap p) a s b T.
Proof.
  intros S H. pose proof (fun t => place_is g p a s b t H) as P. unfold winning_move_misere, lowers_to. split.
  - intros [(M & L & <- & N & B & W)|[(I & U & t & N & E & B & F & L & C & ->)|(I & E & B & F)]].
    + apply large_heaps_are in N. apply (winning_is g p a s b T S H) in W. left. split; [lia|exact W].
    + injection E; intros; subst. apply large_heaps_are in B. apply P in F. apply heaps_are in C. subst. right. left.
      split; [lia|]. split; [lia|reflexivity].
    + injection E; intros; subst. apply large_heaps_are in B. apply P in F. right. right. split; [lia|].
      split; [congruence|reflexivity].
  - intros [(B & W)|[(B & L & ->)|(B & -> & ->)]].
    + left. eexists _, (Z.of_nat (big (the_heap p))). split; [reflexivity|]. split; [apply large_heaps_are;
        reflexivity|].
      split; [lia|]. apply (winning_is g p a s b T S H). exact W.
    + right. left. eexists _, _, s, _. split; [reflexivity|]. split; [apply large_heaps_are; lia|]. split; [apply P;
        reflexivity|].
      split; [lia|]. split; [apply heaps_are; reflexivity|reflexivity].
    + right. right. eexists. split; [reflexivity|]. split; [apply large_heaps_are; lia|]. apply P. reflexivity.
Qed.
Lemma named_at g p M : winning_move_misere g p M -> exists a s b T, M = t_lower (Z.of_nat (length a) + 1) T /\
    the_heap p = a ++ s :: b.
Proof.
  intro W. assert (exists I T s, M = t_lower I T /\ heap g p I s) as (I & T & s & -> & H).
  { destruct W as [(N & L & -> & _ & _ & (I & s & X & -> & _ & H & _))|[(I & T & s & N & -> & _ & H & _)|(I & -> & _
      & H)]]; eauto. }
  apply heap_at_is in H as (a & b & H & ->). exists a, s, b, T. auto.
Qed.
Lemma within l a s b T : standing l -> l = a ++ s :: b -> lowers_to l a s b T -> 0 <= T < s.
Proof.
  intros S E [(_ & -> & L)|[(_ & L & ->)|(_ & -> & ->)]]; [|pose proof (Z.rem_bound_pos (Z.of_nat (length l)) 2);
      lia|lia].
  split; [apply worth_not_negative; exact Z.abs_nonneg|exact L].
Qed.
Lemma tame_after (g : parameters) p a s b T : standing (the_heap p) -> the_heap p = a ++ s :: b -> ~ tame Z.abs
    (the_heap p) ->
  lowers_to (the_heap p) a s b T -> forall q, the_heap q = ascending (left_over (a ++ T :: b)) -> tame Z.abs
      (the_heap q).
Proof.
  intros S E N W q Q. pose proof (within _ a s b T S E W) as L.
      destruct (left_by g p a s b T S E L) as (_ & _ & R & D).
  destruct (D q Q) as (_ & X & Y). unfold tame. rewrite X, Y. pose proof (big_small (a ++ b) R) as Z.
  assert (1 <= s) as S1. { rewrite E in S. apply Forall_app in S as [_ S]. exact (Forall_inv S). }
  pose proof (big_between a s b) as B. rewrite <- E in B. destruct (Z.ltb_spec 1 s) as [F|F].
  - destruct W as [(C & -> & _)|[(C & _ & ->)|(C & _)]]; [left|right|lia].
    + split; [intros [_ K]; apply Z in K; lia|apply Z.lxor_nilpotent].
    + assert (small Z.abs (a ++ b)) as K by (apply Z; lia). pose proof (Z.rem_bound_pos (Z.of_nat (length (the_heap
        p))) 2 ltac:(lia) ltac:(lia)).
      split; [split; [lia|exact K]|]. pose proof (small_odd Z.abs (a ++ b) R ltac:(lia) K) as O.
      pose proof (small_worth Z.abs _ Z.abs_nonneg K). rewrite E, app_length in *. cbn [length] in *.
          rewrite ?app_length in O.
      pose proof (Z.quot_rem' (Z.of_nat (length a + Datatypes.S (length b))) 2).
          pose proof (Z.quot_rem' (Z.of_nat (length a + length b)) 2).
      pose proof (Z.rem_bound_pos (Z.of_nat (length a + length b)) 2 ltac:(lia) ltac:(lia)).
      assert (worth Z.abs (a ++ b) = 0 \/ worth Z.abs (a ++ b) = 1) as [V|V] by lia; rewrite V in *.
      * rewrite Z.lxor_0_r. lia.
      * replace (Z.rem (Z.of_nat (length a + Datatypes.S (length b))) 2) with 0 by lia. reflexivity.
  - assert (s = 1) as -> by lia. destruct W as [(C & -> & U)|[(C & U & _)|(C & _ & ->)]]; [|lia|].
    + left. split; [intros [_ K]; apply Z in K; lia|apply Z.lxor_nilpotent].
    + assert (small Z.abs (a ++ b)) as K by (apply Z; lia). right. split; [split; [lia|exact K]|]. rewrite Z.lxor_0_l.
      pose proof (small_worth Z.abs _ Z.abs_nonneg K). assert (worth Z.abs (a ++ b) = 0 \/ worth Z.abs (a ++ b) = 1)
          as [V|V] by lia; [|exact V].
      destruct N. right. split; [apply big_small; [exact S|exact C]|]. rewrite E, worth_between, V. reflexivity.
Qed.
Theorem strategy_wins : strategy.
Proof.
  intros g p [_ L] N V. apply ordered_standing in L. rewrite outcome_is in N by exact L.
  assert (forall M, winning_move_misere g p M -> exists a s b T, M = t_lower (Z.of_nat (length a) + 1) T
    /\ the_heap p = a ++ s :: b /\ lowers_to (the_heap p) a s b T /\ 0 <= T < s) as A.
  { intros M W. destruct (named_at g p M W) as (a & s & b & T & -> & E). exists a, s, b, T.
      apply (named_is g p a s b T L E) in W.
    pose proof (within _ a s b T L E W). auto. }
  split; [|split].
  - assert (exists a s b T, the_heap p = a ++ s :: b /\ lowers_to (the_heap p) a s b T) as (a & s & b & T & E & W).
    { destruct (Nat.le_gt_cases 2 (big (the_heap p))) as [B|B].
      - destruct (less_by_one Z.abs (the_heap p) 0 Z.abs_nonneg) as (a & s & b & E & D).
        { pose proof (worth_not_negative Z.abs (the_heap p) Z.abs_nonneg). assert (worth Z.abs (the_heap p) <> 0);
            [|lia].
          intro X. apply N. left. split; [|exact X]. intro K. apply (big_small _ L) in K. lia. }
        rewrite Z.lxor_0_l in D. pose proof L as S. rewrite E in S. apply Forall_app in S as [_ S].
            pose proof (Forall_inv S) as S1. cbn in S1.
        exists a, s, b, (worth Z.abs (a ++ b)). split; [exact E|]. left. split; [exact B|]. split; [reflexivity|lia].
      - destruct (small_or Z.abs (the_heap p)) as [K|(a & s & b & E & K)].
        + pose proof (proj2 (big_small _ L) K) as Z. destruct V as [q (M & (I & T & s & _ & H & _) & _)].
          apply heap_at_is in H as (a & b & E & _). exists a, s, b, 0. split; [exact E|]. right. right. split;
              [exact Z|].
          pose proof K as K'. rewrite E in K', L. apply Forall_app in K' as [_ K']. apply Forall_app in L as [_ L].
          pose proof (Forall_inv K') as X. pose proof (Forall_inv L). cbn in X. split; [lia|reflexivity].
        + exists a, s, b, (Z.rem (Z.of_nat (length (the_heap p))) 2). split; [exact E|]. right. left.
          pose proof L as S. rewrite E in S. apply Forall_app in S as [_ S]. pose proof (Forall_inv S) as S1.
              cbn in S1.
          split; [|split; [lia|reflexivity]]. assert (big (the_heap p) <> 0%nat); [|lia]. intro Z.
              apply (big_small _ L) in Z.
          revert Z. rewrite E. apply not_small. exact K. }
    pose proof (within _ a s b T L E W) as U. destruct (left_by g p a s b T L E U) as (_ & Q & _).
    exists (Position (ascending (left_over (a ++ T :: b)))), (t_lower (Z.of_nat (length a) + 1) T).
    split; [apply (named_is g p a s b T L E); exact W|apply Q; reflexivity].
  - intros q (M & W & Q). destruct (A M W) as (a & s & b & T & -> & E & X & U).
    destruct (left_by g p a s b T L E U) as (_ & Y & _ & D). apply Y in Q. apply outcome_is; [apply (D q Q)|].
    exact (tame_after g p a s b T L E N X q Q).
  - intros M W. destruct (A M W) as (a & s & b & T & -> & E & X & U). apply (left_by g p a s b T L E U).
Qed.
Print Assumptions strategy_wins.

Theorem proved : theorem.
Proof.
  intros g p [_ L]. apply ordered_standing in L. rewrite outcome_is, safe_misere_is by exact L. reflexivity.
Qed.
Print Assumptions proved.
