(* What proofs by hand use of k-Bounded Greedy Nim, where at most k stones are taken from a largest heap. Nothing here
   has to be read: Rocq checks it, and no statement rests on it. *)
Require Import ZArith Lia List Permutation Bouton Heaps Largest.
Import ListNotations.
Open Scope Z_scope.

(* Here k >= 2. What decides is the remainder of x_1 - x_2, which the other heaps ask for. *)
Section Bounded.
Variable k : Z.
Hypothesis k_is : 2 <= k.
Definition r (a : Z) : Z := Z.rem a (k + 1).
Definition after_good (a : Z) : Z := if a =? 0 then k else if a =? k then 1 else 0.
Definition wanted (l : list Z) : Z :=
  if Z.rem (top (tl l)) 2 =? 0 then 0 else after_good (r (nth_heap 0 l - nth_heap 0 (tl l))).
Definition bounded (l : list Z) : Prop := r (nth_heap 0 l - nth_heap 0 (tl l)) = wanted (tl l).

Lemma r_step a d : 0 <= a -> 0 <= d <= k ->
  0 <= r a <= k /\ 0 <= r (a + d) <= k /\ (r (a + d) = r a + d \/ r (a + d) = r a + d - k - 1).
Proof.
  intros A D. unfold r. pose proof (Z.rem_bound_pos a (k + 1) A ltac:(lia)) as R.
  pose proof (Z.quot_rem' a (k + 1)) as E. set (q := Z.quot a (k + 1)) in *. set (u := Z.rem a (k + 1)) in *.
  clearbody q u. destruct (Z_le_gt_dec (u + d) k) as [H|H].
  - rewrite <- (Z.rem_unique (a + d) (k + 1) q (u + d)) by lia. lia.
  - rewrite <- (Z.rem_unique (a + d) (k + 1) (q + 1) (u + d - k - 1)) by lia. lia.
Qed.
Lemma r_small a : 0 <= a <= k -> r a = a.
Proof. intro A. apply Z.rem_small. lia. Qed.
Lemma r_at_most a : 0 <= a -> r a <= a.
Proof. intro A. apply Z.rem_le; lia. Qed.
Lemma after_good_is a : (a = 0 /\ after_good a = k) \/ (a = k /\ after_good a = 1) \/
  (a <> 0 /\ a <> k /\ after_good a = 0).
Proof. unfold after_good. destruct (Z.eqb_spec a 0); [auto|]. destruct (Z.eqb_spec a k); auto. Qed.
Lemma wanted_is l :
  (Z.rem (top (tl l)) 2 = 0 /\ wanted l = 0) \/
  (Z.rem (top (tl l)) 2 = 1 /\ wanted l = after_good (r (nth_heap 0 l - nth_heap 0 (tl l)))).
Proof.
  unfold wanted. pose proof (top_not_negative (tl l)). destruct (Z.eqb_spec (Z.rem (top (tl l)) 2) 0); [auto|].
  right. split; [lia|reflexivity].
Qed.

(* Where a heap of s stones goes. *)
Lemma first_not_negative l : heaps_legal l -> 0 <= nth_heap 0 l.
Proof. intro L. destruct l; cbn; [lia|]. apply heaps_legal_cons in L. lia. Qed.
Lemma put_first s l : heaps_legal l -> 0 <= s -> nth_heap 0 l <= s -> nth_heap 0 (put s l) = s /\ tl (put s l) = l.
Proof.
  intros L S H. unfold put. destruct (Z.eqb_spec s 0).
  - destruct l as [|x l]; [cbn; auto|]. apply heaps_legal_cons in L. cbn in H. lia.
  - destruct l as [|x l]; [cbn; auto|]. cbn in *. destruct (Z.leb_spec x s); [cbn; auto|lia].
Qed.
Lemma put_top s l : heaps_legal l -> 0 <= s -> nth_heap 0 (put s l) = Z.max s (nth_heap 0 l).
Proof.
  intros L S. unfold put. destruct (Z.eqb_spec s 0).
  - pose proof (first_not_negative l L). lia.
  - destruct l as [|x l]; cbn; [lia|]. destruct (Z.leb_spec x s); cbn; lia.
Qed.

(* A position after a move, by where what is left of the first heap goes. *)
Inductive goes (s : Z) (l : list Z) : Prop :=
| second : nth_heap 0 l <= s -> nth_heap 0 (put s l) = s -> tl (put s l) = l -> goes s l
| among t : l = nth_heap 0 l :: t -> s < nth_heap 0 l -> nth_heap 0 (put s l) = nth_heap 0 l ->
    nth_heap 0 (tl (put s l)) = nth_heap 0 l -> top (tl (put s l)) = top l - 1 -> 2 <= top l -> goes s l
| apart e : s < nth_heap 0 l -> nth_heap 0 (put s l) = nth_heap 0 l -> nth_heap 0 (tl (put s l)) = e ->
    s <= e < nth_heap 0 l -> top l = 1 -> e = Z.max s (nth_heap 0 (tl l)) -> goes s l.
Lemma where_goes s l : heaps_legal l -> 0 <= s -> goes s l.
Proof.
  intros L S. destruct (Z_le_gt_dec (nth_heap 0 l) s) as [H|H].
  - destruct (put_first s l L S H). apply second; auto.
  - destruct l as [|c l]; [cbn in H; lia|]. change (nth_heap 0 (c :: l)) with c in H.
    assert (put s (c :: l) = c :: put s l) as E by (apply put_less; [apply L|lia]).
    pose proof L as M. apply heaps_legal_cons in M as (P & Q & B). destruct (top_or_less c l L) as [[t ->]|[N U]].
    + apply (among s (c :: c :: t) (c :: t)); try rewrite E; try reflexivity.
      * change (nth_heap 0 (c :: c :: t)) with c. lia.
      * cbn [tl]. rewrite put_top by (auto; lia). change (nth_heap 0 (c :: t)) with c.
        change (nth_heap 0 (c :: c :: t)) with c. lia.
      * cbn [tl]. rewrite put_less by (try apply Q; lia). rewrite !top_first. cbn [occ].
        rewrite Z.eqb_refl, put_occ by lia. destruct (Z.eqb_spec s c); lia.
      * rewrite top_first. cbn [occ]. rewrite Z.eqb_refl. pose proof (occ_not_negative c t). lia.
    + apply (apart s (c :: l) (nth_heap 0 (put s l))); try rewrite E; try reflexivity.
      * change (nth_heap 0 (c :: l)) with c. lia.
      * rewrite put_top by (auto; lia). change (nth_heap 0 (c :: l)) with c.
        destruct U as [->|(y & t & -> & Y)]; cbn; lia.
      * rewrite top_first. lia.
      * rewrite put_top by (auto; lia). reflexivity.
Qed.

(* No move joins two of these positions. *)
Theorem bounded_independent a l m :
  heaps_legal (a :: l) -> bounded (a :: l) -> 1 <= m <= k /\ m <= a -> ~ bounded (put (a - m) l).
Proof.
  intros L C M D. pose proof L as H. apply heaps_legal_cons in H as (P & Q & B).
  unfold bounded in C. change (nth_heap 0 (a :: l)) with a in C. cbn [tl] in C.
  destruct (Z_le_gt_dec (nth_heap 0 l) (a - m)) as [S|S].
  - destruct (put_first (a - m) l Q ltac:(lia) S) as [E F]. unfold bounded in D. rewrite E, F in D.
    pose proof (r_step (a - m - nth_heap 0 l) m ltac:(lia) ltac:(lia)) as R.
    replace (a - m - nth_heap 0 l + m) with (a - nth_heap 0 l) in R by lia. lia.
  - destruct l as [|b t]; [cbn in S; lia|]. change (nth_heap 0 (b :: t)) with b in *.
    pose proof (B b (or_introl eq_refl)) as N. set (s := a - m) in *. assert (0 <= s < b /\ b - s <= k) as I by lia.
    rewrite put_less in D by (try apply Q; lia). unfold bounded in D. cbn [tl] in D.
    change (nth_heap 0 (b :: put s t)) with b in D. rewrite (r_small (a - b)) in C by lia.
    pose proof (wanted_is (b :: t)) as W. pose proof (wanted_is (put s t)) as V. cbn [tl] in W.
    change (nth_heap 0 (b :: t)) with b in W. rewrite <- C in W. rewrite <- D in V.
    apply heaps_legal_cons in Q as (_ & Q & _). pose proof (top_not_negative t).
    destruct (where_goes s t Q ltac:(lia)) as [G E F|u E G F K J T|e G F K J T _].
    + rewrite E, F in V. rewrite (r_small (b - s)) in V by lia.
      pose proof (r_step (s - nth_heap 0 t) (b - s) ltac:(lia) ltac:(lia)) as R.
      replace (s - nth_heap 0 t + (b - s)) with (b - nth_heap 0 t) in R by lia.
      pose proof (after_good_is (r (s - nth_heap 0 t))). pose proof (after_good_is (r (b - nth_heap 0 t))). lia.
    + rewrite F, K, J, Z.sub_diag, (r_small 0) in V by lia.
      assert (nth_heap 0 t <= b) as O by (apply heaps_legal_cons in L as (_ & L & _);
        apply heaps_legal_cons in L as (_ & _ & L); apply L; rewrite E; left; reflexivity).
      rewrite (r_small (b - nth_heap 0 t)) in * by lia. pose proof (after_good_is 0).
      pose proof (after_good_is (b - nth_heap 0 t)). lia.
    + rewrite F, K in V.
      assert (nth_heap 0 t <= b) as O.
      { destruct t as [|c t]; [cbn in *; lia|]. apply heaps_legal_cons in L as (_ & L & _).
        apply heaps_legal_cons in L as (_ & _ & L). apply L. left. reflexivity. }
      rewrite (r_small (b - nth_heap 0 t)), (r_small (nth_heap 0 t - e)) in * by lia.
      pose proof (after_good_is (nth_heap 0 t - e)). pose proof (after_good_is (b - nth_heap 0 t)). lia.
Qed.
(* From each other position of stones one number of stones leads to one of these, by its remainder. *)
Definition asks (u w m : Z) : Prop := 1 <= m <= k /\ (m = u - w \/ m = u - w + k + 1).
Lemma asks_0 u m : 0 <= u <= k -> (asks u 0 m <-> m = u /\ u <> 0).
Proof. unfold asks. lia. Qed.
Lemma asks_k u m : 0 <= u <= k -> (asks u k m <-> m = u + 1 /\ u <> k).
Proof. unfold asks. lia. Qed.
Lemma asks_1 u m : 0 <= u <= k -> (asks u 1 m <-> m = r (u + k) /\ u <> 1).
Proof.
  intro U. unfold asks. destruct (Z.eq_dec u 0) as [->|N]; [rewrite (r_small (0 + k)) by lia; lia|].
  unfold r. rewrite <- (Z.rem_unique (u + k) (k + 1) 1 (u - 1)) by lia. lia.
Qed.
Definition bounded_names (a : Z) (l : list Z) (m : Z) : Prop := asks (r (a - nth_heap 0 l)) (wanted l) m.
Lemma wanted_between l : 0 <= wanted l <= k.
Proof. pose proof (wanted_is l). pose proof (after_good_is (r (nth_heap 0 l - nth_heap 0 (tl l)))). lia. Qed.
Lemma second_at_most a l : heaps_legal (a :: l) -> 0 <= nth_heap 0 l <= a.
Proof.
  intro L. apply heaps_legal_cons in L as (P & Q & B). pose proof (first_not_negative l Q).
  destruct l as [|b l]; [change (nth_heap 0 []) with 0; lia|]. pose proof (B b (or_introl eq_refl)).
  change (nth_heap 0 (b :: l)) with b in *. lia.
Qed.
Lemma bounded_named a l : heaps_legal (a :: l) -> ~ bounded (a :: l) -> exists m, bounded_names a l m.
Proof.
  intros L C. unfold bounded in C. change (nth_heap 0 (a :: l)) with a in C. cbn [tl] in C.
  pose proof (wanted_between l). pose proof (second_at_most a l L).
  pose proof (r_step (a - nth_heap 0 l) 0 ltac:(lia) ltac:(lia)) as [U _]. unfold bounded_names, asks.
  set (u := r (a - nth_heap 0 l)) in *. destruct (Z_lt_le_dec (wanted l) u); eexists (u - wanted l + _).
  - instantiate (1 := 0). lia.
  - instantiate (1 := k + 1). lia.
Qed.
Theorem bounded_good a l d :
  heaps_legal (a :: l) -> bounded_names a l d -> (1 <= d <= k /\ d <= a) /\ bounded (put (a - d) l).
Proof.
  intros L [D E]. pose proof L as H. apply heaps_legal_cons in H as (P & Q & B).
  pose proof (second_at_most a l L) as [O A]. set (b := nth_heap 0 l) in *.
  assert (b = nth_heap 0 l) as Y by reflexivity. clearbody b.
  pose proof (r_step (a - b) 0 ltac:(lia) ltac:(lia)) as [U _]. pose proof (r_at_most (a - b) ltac:(lia)) as V.
  pose proof (wanted_is l) as W. rewrite <- Y in W.
  pose proof (after_good_is (r (b - nth_heap 0 (tl l)))) as G. set (u := r (a - b)) in *. set (w := wanted l) in *.
  destruct (Z_le_gt_dec d (a - b)) as [S|S].
  - split; [lia|]. destruct (put_first (a - d) l Q ltac:(lia) ltac:(lia)) as [F K].
    unfold bounded. rewrite F, K, <- Y. fold w. pose proof (r_step (a - d - b) d ltac:(lia) ltac:(lia)) as R.
    replace (a - d - b + d) with (a - b) in R by lia. fold u in R. lia.
  - assert (u = a - b) as N by (apply r_small; lia).
    destruct l as [|b' t]; [exfalso; assert (w = 0) by reflexivity; lia|]. cbn in Y. subst b'.
    cbn [tl] in W, G.
    apply heaps_legal_cons in Q as (Q1 & Q & Q2). pose proof (first_not_negative t Q) as T.
    assert (nth_heap 0 t <= b) as M by (destruct t; [cbn; lia|apply Q2; left; reflexivity]).
    assert (falling (b :: t)) as DD by (apply heaps_legal_cons in L as (_ & [_ L] & _); exact L).
    destruct W as [W|[W1 W2]]; [lia|]. assert ((w = k /\ r (b - nth_heap 0 t) = 0) \/
      (w = 1 /\ u = 0 /\ r (b - nth_heap 0 t) = k)) as [[F K]|(F & J & K)] by lia.
    + assert (d = a - b + 1) as -> by lia. split; [lia|]. replace (a - (a - b + 1)) with (b - 1) by lia.
      rewrite put_less by (exact DD || lia). unfold bounded. cbn [tl].
      change (nth_heap 0 (b :: put (b - 1) t)) with b. pose proof (wanted_is (put (b - 1) t)) as X.
      destruct (where_goes (b - 1) t Q ltac:(lia)) as [H I J|v H I J Y Z1 Z2|e H I J Y Z1 _].
      * rewrite I, J in *. replace (b - (b - 1)) with 1 by lia. rewrite r_small by lia.
        pose proof (r_step (b - 1 - nth_heap 0 t) 1 ltac:(lia) ltac:(lia)) as R.
        replace (b - 1 - nth_heap 0 t + 1) with (b - nth_heap 0 t) in R by lia.
        pose proof (after_good_is (r (b - 1 - nth_heap 0 t))). lia.
      * rewrite J, Y, Z1 in X. rewrite J, K. clear - X W1 Z2. lia.
      * rewrite I, J in X. rewrite I. replace (nth_heap 0 t - e) with 1 in X by lia. rewrite (r_small 1) in X by lia.
        pose proof (after_good_is 1). lia.
    + assert (d = k) as -> by lia. pose proof (r_at_most (b - nth_heap 0 t) ltac:(lia)). split; [lia|].
      replace (a - k) with (b - k) by lia.
      rewrite put_less by (exact DD || lia). unfold bounded. cbn [tl].
      change (nth_heap 0 (b :: put (b - k) t)) with b. pose proof (wanted_is (put (b - k) t)) as X.
      destruct (put_first (b - k) t Q ltac:(lia) ltac:(lia)) as [I Y]. rewrite I, Y in *.
      replace (b - (b - k)) with k by lia. rewrite r_small by lia.
      pose proof (r_step (b - k - nth_heap 0 t) k ltac:(lia) ltac:(lia)) as R.
      replace (b - k - nth_heap 0 t + k) with (b - nth_heap 0 t) in R by lia.
      pose proof (after_good_is (r (b - k - nth_heap 0 t))). lia.
Qed.
Theorem bounded_absorbing a l :
  heaps_legal (a :: l) -> ~ bounded (a :: l) -> exists m, (1 <= m <= k /\ m <= a) /\ bounded (put (a - m) l).
Proof. intros L C. destruct (bounded_named a l L C) as [m M]. exists m. exact (bounded_good a l m L M). Qed.

(* The same with a stone more, as a heap of its own: what is then said of the heaps without it. *)
Definition nice_remainders (r12 r2 : Z) : Prop := (r12 = k /\ r2 = 1) \/ (r12 = 0 /\ r2 <> 0 /\ r2 <> 1) \/ (r12 = 1
  /\ r2 = 0).
Lemma occ_end v l : occ v (l ++ [1]) = occ v l + (if 1 =? v then 1 else 0).
Proof. induction l as [|x l IH]; cbn [app occ]; [lia|]. rewrite IH. lia. Qed.
Lemma top_end l : heaps_legal l ->
  (nth_heap 0 l <= 1 /\ nth_heap 0 (l ++ [1]) = 1 /\ top (l ++ [1]) = top l + 1) \/
  (nth_heap 0 l >= 2 /\ nth_heap 0 (l ++ [1]) = nth_heap 0 l /\ top (l ++ [1]) = top l).
Proof.
  intro L. destruct l as [|c l]; [left; cbn; lia|]. apply heaps_legal_cons in L as (P & _).
  change ((c :: l) ++ [1]) with (c :: l ++ [1]). rewrite !top_first, occ_end.
  change (nth_heap 0 (c :: l)) with c. change (nth_heap 0 (c :: l ++ [1])) with c.
  destruct (Z.eqb_spec 1 c); [left|right]; lia.
Qed.
Definition wanted_misere (l : list Z) : Z :=
  if nth_heap 0 (tl l) <=? 1 then
    if Z.rem (top (tl l)) 2 =? 0 then
      if r (nth_heap 0 l) =? 1 then k else if r (nth_heap 0 l) =? 0 then 1 else 0
    else 0
  else wanted l.
Lemma wanted_misere_is l :
  let b := nth_heap 0 l in let c := nth_heap 0 (tl l) in let n := top (tl l) in let w := wanted_misere l in
  (c <= 1 /\ Z.rem n 2 = 0 /\ ((r b = 1 /\ w = k) \/ (r b = 0 /\ w = 1) \/ (r b <> 0 /\ r b <> 1 /\ w = 0))) \/
  (c <= 1 /\ Z.rem n 2 = 1 /\ w = 0) \/ (c >= 2 /\ Z.rem n 2 = 0 /\ w = 0) \/
  (c >= 2 /\ Z.rem n 2 = 1 /\ w = after_good (r (b - c))).
Proof.
  cbn zeta. unfold wanted_misere. pose proof (top_not_negative (tl l)). pose proof (wanted_is l).
  destruct (Z.leb_spec (nth_heap 0 (tl l)) 1); [|lia]. destruct (Z.eqb_spec (Z.rem (top (tl l)) 2) 0); [|lia].
  destruct (Z.eqb_spec (r (nth_heap 0 l)) 1); [lia|]. destruct (Z.eqb_spec (r (nth_heap 0 l)) 0); lia.
Qed.
(* What is asked for with that stone and without differ as the remainders do. *)
Lemma wanted_more a l : heaps_legal (a :: l) ->
  let d := r (a - nth_heap 0 l) - wanted_misere l - (r (a - nth_heap 0 (l ++ [1])) - wanted (l ++ [1])) in
  d = 0 \/ d = k + 1 \/ d = - k - 1.
Proof.
  intro L. pose proof (second_at_most a l L) as [_ A]. apply heaps_legal_cons in L as (P & L & _).
  pose proof (wanted_misere_is l) as M. cbn zeta in *. set (w := wanted_misere l) in *. clearbody w.
  destruct l as [|b t].
  - cbn [app]. change (wanted [1]) with 0. change (nth_heap 0 [1]) with 1. cbn [tl] in M.
    change (nth_heap 0 []) with 0 in *. change (top []) with 0 in M. rewrite (r_small 0) in M by lia.
    rewrite Z.sub_0_r. pose proof (r_step (a - 1) 1 ltac:(lia) ltac:(lia)) as R.
    replace (a - 1 + 1) with a in R by lia. change (Z.rem 0 2) with 0 in M. lia.
  - cbn [app tl] in *. change (nth_heap 0 (b :: t ++ [1])) with b. change (nth_heap 0 (b :: t)) with b in *.
    apply heaps_legal_cons in L as (Q & L & _). pose proof (wanted_is (b :: t ++ [1])) as W. cbn [tl] in W.
    change (nth_heap 0 (b :: t ++ [1])) with b in W. pose proof (top_not_negative t) as N.
    set (v := wanted (b :: t ++ [1])) in *. set (u := r (a - b)) in *. clearbody u v.
    destruct (top_end t L) as [(E & F & G)|(E & F & G)]; rewrite F, G in W.
    + pose proof (r_step (b - 1) 1 ltac:(lia) ltac:(lia)) as R. replace (b - 1 + 1) with b in R by lia.
      pose proof (after_good_is (r (b - 1))) as X. set (y := after_good (r (b - 1))) in *. set (rb := r b) in *.
      set (x := r (b - 1)) in *. set (n := top t) in *. clearbody y rb x n.
      set (z := after_good (r (b - nth_heap 0 t))) in *. clearbody z.
      assert ((Z.rem n 2 = 0 /\ Z.rem (n + 1) 2 = 1) \/ (Z.rem n 2 = 1 /\ Z.rem (n + 1) 2 = 0)) as O by lia.
      set (e := Z.rem n 2) in *. set (o := Z.rem (n + 1) 2) in *. clearbody e o. lia.
    + set (z := after_good (r (b - nth_heap 0 t))) in *. clearbody z. set (e := Z.rem (top t) 2) in *. clearbody e. lia.
Qed.
Lemma bounded_more l : heaps_legal l ->
  let a := nth_heap 0 l in let b := nth_heap 0 (tl l) in let c := nth_heap 0 (tl (tl l)) in
  let n := top (tl (tl l)) in
  (bounded (l ++ [1]) <->
   (c <= 1 /\ Z.rem n 2 = 0 /\ nice_remainders (r (a - b)) (r b)) \/ (c <= 1 /\ Z.rem n 2 = 1 /\ r (a - b) = 0) \/
   (c >= 2 /\ Z.rem n 2 = 0 /\ r (a - b) = 0) \/ (c >= 2 /\ Z.rem n 2 = 1 /\ r (a - b) = after_good (r (b - c)))).
Proof.
  intro L. cbn zeta. unfold nice_remainders. pose proof (wanted_misere_is (tl l)) as M. cbn zeta in M.
  destruct l as [|a l].
  - unfold bounded. change (nth_heap 0 ([] ++ [1])) with 1. change (nth_heap 0 (tl ([] ++ [1]))) with 0.
    change (wanted (tl ([] ++ [1]))) with 0. cbn [tl]. change (nth_heap 0 []) with 0.
    change (top []) with 0. rewrite !Z.sub_0_r, (r_small 1), (r_small 0) by lia. lia.
  - pose proof (wanted_more a l L) as W. cbn zeta in W. pose proof (second_at_most a l L).
    pose proof (second_at_most a (l ++ [1]) (legal_more _ L)) as B. unfold bounded.
    cbn [app tl] in *. change (nth_heap 0 (a :: l ++ [1])) with a. change (nth_heap 0 (a :: l)) with a.
    pose proof (r_step (a - nth_heap 0 l) 0 ltac:(lia) ltac:(lia)) as [U _].
    pose proof (r_step (a - nth_heap 0 (l ++ [1])) 0 ltac:(lia) ltac:(lia)) as [V _].
    pose proof (wanted_between (l ++ [1])). pose proof (after_good_is (r (nth_heap 0 l - nth_heap 0 (tl l)))).
    set (w := wanted_misere l) in *. set (w' := wanted (l ++ [1])) in *. set (c := nth_heap 0 (tl l)) in *.
    set (g := after_good (r (nth_heap 0 l - c))) in *. set (n := Z.rem (top (tl l)) 2) in *.
    set (b := nth_heap 0 l) in *. set (u := r (a - b)) in *. set (u' := r (a - nth_heap 0 (l ++ [1]))) in *. set (rb := r b) in *.
    clearbody w w' c g n u u' rb.
    assert (u' = w' <-> u = w) as -> by (clear - k_is M W U V H0 H1; lia). clear - k_is M.
    destruct M as [(A & B & [[C ->]|[[C ->]|(C & D & ->)]])|[(A & B & ->)|[(A & B & ->)|(A & B & ->)]]];
      split; intro H; lia.
Qed.
Definition bounded_misere_names (a : Z) (l : list Z) (m : Z) : Prop := asks (r (a - nth_heap 0 l)) (wanted_misere l) m.
Lemma bounded_misere_names_is a l m :
  heaps_legal (a :: l) -> (bounded_misere_names a l m <-> bounded_names a (l ++ [1]) m).
Proof.
  intro L. pose proof (wanted_more a l L) as W. cbn zeta in W. pose proof (second_at_most a l L).
  pose proof (second_at_most a (l ++ [1]) (legal_more _ L)) as B.
  pose proof (r_step (a - nth_heap 0 l) 0 ltac:(lia) ltac:(lia)) as [U _].
  pose proof (r_step (a - nth_heap 0 (l ++ [1])) 0 ltac:(lia) ltac:(lia)) as [V _].
  pose proof (wanted_between (l ++ [1])). pose proof (wanted_misere_is l) as M. cbn zeta in M.
  pose proof (after_good_is (r (nth_heap 0 l - nth_heap 0 (tl l)))).
  unfold bounded_misere_names, bounded_names, asks. set (w := wanted_misere l) in *. set (w' := wanted (l ++ [1])) in *.
  set (u := r (a - nth_heap 0 l)) in *. set (u' := r (a - nth_heap 0 (l ++ [1]))) in *.
  assert (0 <= w <= k) as X by lia. clearbody w w' u u'. clear - k_is W U V X H0. lia.
Qed.
Lemma third_positive l : heaps_legal l ->
  0 <= nth_heap 0 (tl (tl l)) /\ (nth_heap 0 (tl (tl l)) = 0 -> top (tl (tl l)) = 0).
Proof.
  intro L. assert (heaps_legal (tl (tl l))) as H.
  { assert (forall m, heaps_legal m -> heaps_legal (tl m)) as E; [|auto].
    intros [|x m] M; [exact M|]. apply heaps_legal_cons in M. apply M. }
  split; [exact (first_not_negative _ H)|]. destruct (tl (tl l)) as [|c t]; [reflexivity|]. intro F. cbn in F.
  apply heaps_legal_cons in H. lia.
Qed.
Lemma r_plus a b : 0 <= a -> 0 <= b -> r (a + b) = r a + r b \/ r (a + b) = r a + r b - k - 1.
Proof.
  intros A B. pose proof (r_step b 0 B ltac:(lia)) as [R _]. pose proof (r_step a (r b) A R) as (_ & _ & S).
  replace (r (a + b)) with (r (a + r b)); [lia|]. clear S. unfold r in *.
  pose proof (Z.quot_rem' b (k + 1)) as E. pose proof (Z.quot_pos b (k + 1) B ltac:(lia)) as Q.
  set (u := Z.rem b (k + 1)) in *. set (q := Z.quot b (k + 1)) in *. clearbody u q.
  replace (a + b) with (a + u + q * (k + 1)) by (rewrite E; ring). symmetry.
  apply Z.rem_add; [lia|]. replace (a + u + q * (k + 1)) with (a + b) by (rewrite E; ring).
  apply Z.mul_nonneg_nonneg; lia.
Qed.
(* That heap changes the outcome where x_1 and x_2 leave remainders of at most 1, and x_3 is at most 1. *)
Lemma bounded_singular l : heaps_legal l ->
  let singular := r (nth_heap 0 l) <= 1 /\ r (nth_heap 0 (tl l)) <= 1 /\ nth_heap 0 (tl (tl l)) <= 1 in
  (bounded (l ++ [1]) <-> (bounded l /\ ~ singular) \/ (~ bounded l /\ singular)).
Proof.
  intro L. pose proof (bounded_more l L) as E. cbn zeta in *. rewrite E. clear E. unfold nice_remainders, bounded.
  pose proof (wanted_is (tl l)) as W. pose proof (first_not_negative l L) as A.
  assert (0 <= nth_heap 0 (tl (tl l)) <= nth_heap 0 (tl l) /\ nth_heap 0 (tl l) <= nth_heap 0 l) as B.
  { destruct l as [|a l]; [cbn; lia|]. cbn [tl]. change (nth_heap 0 (a :: l)) with a in *.
    apply heaps_legal_cons in L as (P & L & B). destruct l as [|b l]; [cbn; lia|]. cbn [tl].
    change (nth_heap 0 (b :: l)) with b. pose proof (B b (or_introl eq_refl)).
    apply heaps_legal_cons in L as (Q & L & D). pose proof (first_not_negative l L).
    destruct l as [|c l]; [cbn in *; lia|]. change (nth_heap 0 (c :: l)) with c in *.
    pose proof (D c (or_introl eq_refl)). lia. }
  pose proof (top_not_negative (tl (tl l))) as N.
  pose proof (proj2 (third_positive l L)) as Z0.
  set (a := nth_heap 0 l) in *. set (b := nth_heap 0 (tl l)) in *. set (c := nth_heap 0 (tl (tl l))) in *.
  set (n := top (tl (tl l))) in *. set (w := wanted (tl l)) in *. clearbody a b c n w. clear L.
  pose proof (after_good_is (r (b - c))) as G. pose proof (r_step (a - b) 0 ltac:(lia) ltac:(lia)) as [U _].
  pose proof (r_step b 0 ltac:(lia) ltac:(lia)) as [V _].
  pose proof (r_step (b - c) 0 ltac:(lia) ltac:(lia)) as [X _].
  pose proof (r_step a 0 ltac:(lia) ltac:(lia)) as [Y _].
  pose proof (r_plus (a - b) b ltac:(lia) ltac:(lia)) as R. replace (a - b + b) with a in R by lia.
  assert (c >= 2 \/ (c = 1 /\ (r b = r (b - c) + 1 \/ r b = r (b - c) + 1 - k - 1)) \/ (c = 0 /\ Z.rem n 2 = 0 /\ r
    (b - c) = r b))
    as [C|[C|C]].
  { destruct (Z_lt_le_dec c 2); [|lia]. destruct (Z.eq_dec c 1) as [->|].
    - pose proof (r_step (b - 1) 1 ltac:(lia) ltac:(lia)) as S. replace (b - 1 + 1) with b in S by lia. lia.
    - right. right. assert (c = 0) as O by lia. rewrite (Z0 O), O, Z.sub_0_r. auto. }
  all: set (ra := r a) in *; set (rb := r b) in *; set (u := r (a - b)) in *; set (v := r (b - c)) in *;
    set (g := after_good v) in *; clearbody ra rb u v g; set (o := Z.rem n 2) in *; clearbody o;
    destruct W as [[-> ->]|[-> ->]]; destruct G as [[G ->]|[[G ->]|[G [G' ->]]]]; destruct R as [R|R]; lia.
Qed.
(* Where no heap has more than k stones the outcome is that of Greedy Nim. *)
Lemma bounded_small l : heaps_legal l -> nth_heap 0 l <= k -> (bounded l <-> Z.rem (top l) 2 = 0).
Proof.
  intros L K. destruct l as [|a [|b t]].
  - split; [reflexivity|]. intros _. exact (r_small 0 ltac:(lia)).
  - apply heaps_legal_cons in L as (A & _). unfold bounded. change (nth_heap 0 [a]) with a in *.
    change (r (a - 0) = 0 <-> Z.rem (top [a]) 2 = 0). rewrite top_first. rewrite (r_small (a - 0)) by lia.
    change (occ a []) with 0. lia.
  - pose proof (third_positive _ L) as [C N]. unfold bounded. pose proof (wanted_is (b :: t)) as W.
    change (nth_heap 0 (a :: b :: t)) with a in *. cbn [tl] in *. change (nth_heap 0 (b :: t)) with b in *.
    apply heaps_legal_cons in L as (A & L & AB). pose proof (AB b (or_introl eq_refl)).
    apply heaps_legal_cons in L as (B & L & BC).
    assert (nth_heap 0 t <= b /\ ((b = nth_heap 0 t /\ occ b t = top t) \/ (nth_heap 0 t < b /\ occ b t = 0))) as [D O].
    { destruct t as [|c t]; [cbn; lia|]. change (nth_heap 0 (c :: t)) with c in *.
      pose proof (BC c (or_introl eq_refl)). split; [lia|]. apply heaps_legal_cons in L as (_ & _ & CD).
      destruct (Z.eq_dec c b) as [->|E]; [left|right; split; [lia|]].
      - split; [reflexivity|]. rewrite top_first. cbn [occ]. rewrite Z.eqb_refl. reflexivity.
      - apply occ_none. intros s [->|S]; [exact E|]. specialize (CD s S). lia. }
    assert (a = b /\ top (a :: b :: t) = 2 + occ b t \/ b < a /\ top (a :: b :: t) = 1) as T.
    { rewrite top_first. destruct (Z.eq_dec a b) as [->|E]; [left|right; split; [lia|]].
      - cbn [occ]. rewrite Z.eqb_refl. lia.
      - rewrite occ_none; [reflexivity|]. intros s [->|S]; [lia|]. specialize (BC s S). lia. }
    pose proof (after_good_is (r (b - nth_heap 0 t))) as G. rewrite (r_small (b - nth_heap 0 t)) in * by lia.
    rewrite r_small by lia. pose proof (top_not_negative t).
    set (g := after_good (b - nth_heap 0 t)) in *. clearbody g. lia.
Qed.
End Bounded.
