(* Octal games: the values of single heaps are computed, and periods that are seen for long enough are proved. Nothing here
   has to be read: Rocq checks it, and no statement rests on it. *)
Require Import ZArith Lia List Permutation FMapPositive Bouton Sums.
Import ListNotations.
Open Scope Z_scope.

(* A code: the pairs K, J such that a move may take K stones and leave J heaps of the rest. *)
Definition takes (leaves : Z -> Z -> Prop) (s : Z) (r : list Z) : Prop :=
  (leaves s 0 /\ r = []) \/ (exists K, leaves K 1 /\ K < s /\ r = [s - K])
  \/ exists K L, leaves K 2 /\ 1 <= L /\ 2 * L <= s - K /\ r = [s - K - L; L].
Definition coded (code : list (Z * Z)) (K J : Z) : Prop := In (K, J) code.

Fixpoint upto (k : nat) (n : Z) : list Z := match k with O => [] | S k => n :: upto k (n + 1) end.
Lemma upto_is k : forall n m, In m (upto k n) <-> n <= m < n + Z.of_nat k.
Proof.
  induction k as [|k IH]; intros n m; [cbn; lia|]. cbn [upto In]. rewrite IH. lia.
Qed.

(* The values of the options of a heap, by those of smaller ones. *)
Definition some_options (G : Z -> Z) (s : Z) (one : Z * Z) : list Z :=
  let (K, J) := one in
  if J =? 0 then (if s =? K then [0] else [])
  else if J =? 1 then (if K <? s then [Z.lxor (G (s - K)) 0] else [])
  else if J =? 2 then map (fun L => Z.lxor (G (s - K - L)) (Z.lxor (G L) 0)) (upto (Z.to_nat ((s - K) / 2)) 1)
  else [].
Definition options (code : list (Z * Z)) (G : Z -> Z) (s : Z) : list Z := flat_map (some_options G s) code.
Lemma options_are code G s v : In v (options code G s) <-> exists r, takes (coded code) s r /\ worth G r = v.
Proof.
  unfold options, takes, coded. rewrite in_flat_map. split.
  - intros ([K J] & C & I). unfold some_options in I.
    destruct (Z.eqb_spec J 0) as [->|J0]; [|destruct (Z.eqb_spec J 1) as [->|J1];
        [|destruct (Z.eqb_spec J 2) as [->|J2]; [|destruct I]]].
    + destruct (Z.eqb_spec s K) as [->|]; [|destruct I]. destruct I as [<-|[]]. exists []. split; [|reflexivity].
      left. auto.
    + destruct (Z.ltb_spec K s); [|destruct I]. destruct I as [<-|[]]. exists [s - K]. split; [|reflexivity].
      right. left. eauto.
    + apply in_map_iff in I as (L & <- & I). apply upto_is in I. exists [s - K - L; L]. split; [|reflexivity].
      right. right. exists K, L. repeat split; auto; try lia.
      pose proof (Z.mul_div_le (s - K) 2 ltac:(lia)). destruct (Z.le_gt_cases 0 ((s - K) / 2)); lia.
  - intros (r & [[C ->]|[(K & C & L & ->)|(K & L & C & L1 & L2 & ->)]] & <-).
    + exists (s, 0). split; [exact C|]. cbn. rewrite Z.eqb_refl. left. reflexivity.
    + exists (K, 1). split; [exact C|]. cbn. destruct (Z.ltb_spec K s); [|lia]. left. reflexivity.
    + exists (K, 2). split; [exact C|]. cbn. apply in_map_iff. exists L. split; [reflexivity|]. apply upto_is.
      pose proof (Z.div_le_lower_bound (s - K) 2 L ltac:(lia) ltac:(lia)). lia.
Qed.
Definition valued_here (code : list (Z * Z)) (G : Z -> Z) (s : Z) : bool :=
  let v := G s in
  let o := options code G s in
  forallb (fun w => negb (w =? v)) o && forallb (fun m => existsb (Z.eqb m) o) (upto (Z.to_nat v) 0).
Lemma valued_here_is code G s : valued_here code G s = true -> valued (takes (coded code)) G s.
Proof.
  unfold valued_here, valued. intro H. apply andb_prop in H as [A B]. rewrite forallb_forall in A, B. split.
  - intros r T E. assert (In (worth G r) (options code G s)) as I by (apply options_are; eauto).
    specialize (A _ I). rewrite E, Z.eqb_refl in A. discriminate.
  - intros m M. assert (In m (upto (Z.to_nat (G s)) 0)) as I by (apply upto_is; lia).
    specialize (B m I). apply existsb_exists in B as (w & W & E). apply Z.eqb_eq in E. subst w.
    apply options_are in W. exact W.
Qed.

(* A table of values, whichever it is: that they are values is checked. What is not in it has the value 0. *)
Definition look (t : PositiveMap.t Z) (s : Z) : Z :=
  match s with Zpos n => match PositiveMap.find n t with Some v => Z.abs v | None => 0 end | _ => 0 end.
Fixpoint least_not_in (o : list Z) (tries : nat) (m : Z) : Z :=
  match tries with O => m | S k => if existsb (Z.eqb m) o then least_not_in o k (m + 1) else m end.
Fixpoint table (code : list (Z * Z)) (k : nat) (s : Z) (t : PositiveMap.t Z) : PositiveMap.t Z :=
  match k with
  | O => t
  | S k =>
      let o := options code (look t) s in
      table code k (s + 1) (PositiveMap.add (Z.to_pos s) (least_not_in o (length o) 0) t)
  end.
(* Continued with its period. *)
Definition continued (t : PositiveMap.t Z) (e p s : Z) : Z :=
  if s <? e + p then look t s else look t (e + (s - e) mod p).
Definition computed (code : list (Z * Z)) (e p : Z) : Z -> Z :=
  let t := table code (Z.to_nat (e + p - 1)) 1 (PositiveMap.empty Z) in continued t e p.

Lemma look_not_negative t s : 0 <= look t s.
Proof. destruct s as [|n|n]; cbn; [lia| |lia]. destruct (PositiveMap.find n t); lia. Qed.
Lemma computed_not_negative code e p s : 0 <= computed code e p s.
Proof. unfold computed, continued. destruct (s <? e + p); apply look_not_negative. Qed.
Lemma computed_0 code e p : 0 <= e -> 0 < p -> computed code e p 0 = 0.
Proof. intros E P. unfold computed, continued. destruct (Z.ltb_spec 0 (e + p)); [reflexivity|lia]. Qed.
Lemma computed_again code e p s : 0 < p -> e <= s -> computed code e p (s + p) = computed code e p s.
Proof.
  intros P S. unfold computed, continued. destruct (Z.ltb_spec (s + p) (e + p)); [lia|].
  replace (s + p - e) with (s - e + 1 * p) by lia. rewrite Z.mod_add by lia.
  destruct (Z.ltb_spec s (e + p)); [|reflexivity]. rewrite Z.mod_small by lia. f_equal. lia.
Qed.

(* Guy and Smith: for so many heaps it is checked, and from there on each heap has the options of the one a period before. *)
Definition most (code : list (Z * Z)) : Z := fold_right (fun c => Z.max (fst c)) 0 code.
Definition periodic_here (code : list (Z * Z)) (e p : Z) : bool :=
  let G := computed code e p in
  forallb (fun c => 1 <=? fst c) code && forallb (valued_here code G) (upto (Z.to_nat (2 * (e + p + 1) + most code))
      1).
Lemma within_most code K J : coded code K J -> K <= most code.
Proof.
  unfold coded, most. induction code as [|c code IH]; [intros []|]. intros [->|I]; cbn [fold_right fst]; [lia|].
  specialize (IH I). lia.
Qed.
Section Period.
Variable code : list (Z * Z).
Variables e p : Z.
Hypothesis at_least_0 : 0 <= e.
Hypothesis positive_period : 0 < p.
Hypothesis here : periodic_here code e p = true.
Notation G := (computed code e p).

Lemma taken K J : coded code K J -> 1 <= K.
Proof.
  intro C. unfold periodic_here in here. apply andb_prop in here as [A _]. rewrite forallb_forall in A.
  specialize (A _ C). apply Z.leb_le in A. exact A.
Qed.
(* Two heaps in whichever order are those of an option. *)
Lemma parts_in s K a b : coded code K 2 -> 1 <= a -> 1 <= b -> a + b = s - K ->
  exists r, takes (coded code) s r /\ worth G r = Z.lxor (G a) (G b).
Proof.
  intros C A B E. destruct (Z.le_gt_cases b a).
  - exists [s - K - b; b]. split; [right; right; exists K, b; repeat split; auto; lia|].
    cbn. rewrite Z.lxor_0_r. do 2 f_equal. lia.
  - exists [s - K - a; a]. split; [right; right; exists K, a; repeat split; auto; lia|].
    cbn. rewrite Z.lxor_0_r, Z.lxor_comm. do 2 f_equal. lia.
Qed.
Lemma options_before s r : 2 * (e + p + 1) + most code <= s -> takes (coded code) s r ->
  exists r', takes (coded code) (s - p) r' /\ worth G r' = worth G r.
Proof.
  intros S [[C ->]|[(K & C & L & ->)|(K & L & C & L1 & L2 & ->)]]; pose proof (within_most _ _ _ C).
  - lia.
  - exists [s - p - K]. split; [right; left; exists K; repeat split; auto; lia|]. cbn. rewrite !Z.lxor_0_r.
    rewrite <- (computed_again code e p (s - p - K)) by lia. f_equal. lia.
  - destruct (parts_in (s - p) K (s - K - L - p) L) as (r & T & E); auto; try lia. exists r. split; [exact T|].
    rewrite E. cbn. rewrite Z.lxor_0_r. f_equal. rewrite <- (computed_again code e p) by lia. f_equal. lia.
Qed.
Lemma options_after s r : 2 * (e + p + 1) + most code <= s -> takes (coded code) (s - p) r ->
  exists r', takes (coded code) s r' /\ worth G r' = worth G r.
Proof.
  intros S [[C ->]|[(K & C & L & ->)|(K & L & C & L1 & L2 & ->)]]; pose proof (within_most _ _ _ C).
  - lia.
  - exists [s - K]. split; [right; left; exists K; repeat split; auto; lia|]. cbn. rewrite !Z.lxor_0_r.
    rewrite <- (computed_again code e p (s - p - K)) by lia. f_equal. lia.
  - destruct (parts_in s K (s - K - L) L) as (r & T & E); auto; try lia. exists r. split; [exact T|].
    rewrite E. cbn. rewrite Z.lxor_0_r. f_equal. rewrite <- (computed_again code e p (s - p - K - L)) by lia.
    f_equal. lia.
Qed.
Theorem values_by_code s : 1 <= s -> valued (takes (coded code)) G s.
Proof.
  intro S. assert (0 <= s) as N by lia. revert S. pattern s. revert s N. apply Z_lt_induction. intros s IH S.
  destruct (Z.lt_ge_cases s (2 * (e + p + 1) + most code)) as [L|L].
  - apply valued_here_is. unfold periodic_here in here. apply andb_prop in here as [_ A].
    rewrite forallb_forall in A. apply A. apply upto_is. lia.
  - assert (0 <= most code) as M by (unfold most; clear; induction code; cbn [fold_right]; lia).
    destruct (IH (s - p)) as [A B]; [lia|lia|].
    assert (G s = G (s - p)) as E.
    { rewrite <- (computed_again code e p (s - p)) by lia. f_equal. lia. }
    split.
    + intros r T F. destruct (options_before s r L T) as (r' & T' & F'). apply (A r' T'). congruence.
    + intros m I. rewrite E in I. destruct (B m I) as (r & T & F). destruct (options_after s r L T) as (r' & T' & F').
      exists r'. split; [exact T'|congruence].
Qed.
End Period.

(* What it says of a game whose heaps become what the code allows. *)
Section Game.
Variable code : list (Z * Z).
Variables e p : Z.
Hypothesis at_least_0 : 0 <= e.
Hypothesis positive_period : 0 < p.
Hypothesis here : periodic_here code e p = true.
Variable position : Type.
Variable moves : position -> position -> Prop.
Variable heaps_of : position -> list Z.
Variable single : Z -> position.
Hypothesis sound : forall p q, standing (heaps_of p) -> moves p q ->
  exists a s b r, heaps_of p = a ++ s :: b /\ takes (coded code) s r /\ Permutation (heaps_of q) (r ++ a ++ b).
Hypothesis complete : forall p a s b r, standing (heaps_of p) -> heaps_of p = a ++ s :: b -> takes (coded code) s r ->
  exists q, moves p q /\ Permutation (heaps_of q) (r ++ a ++ b).
Hypothesis alone : forall n, heaps_of (single n) = left_over [n].

Lemma taken_less s r : 1 <= s -> takes (coded code) s r -> standing r /\ weight r < 2 * s - 1.
Proof.
  unfold standing.
  intros S [[C ->]|[(K & C & L & ->)|(K & L & C & L1 & L2 & ->)]]; pose proof (taken code e p here _ _ C);
    (split; [repeat constructor; lia|cbn [weight]; lia]).
Qed.
Lemma single_value n : 0 <= n -> has_value moves (single n) (computed code e p n).
Proof.
  intro N. assert (standing (left_over [n]) /\ worth (computed code e p) (left_over [n]) = computed code e p n) as
      [S W].
  { unfold left_over, standing. cbn [filter]. destruct (Z.ltb_spec 0 n).
    - split; [repeat constructor; lia|]. cbn. apply Z.lxor_0_r.
    - split; [constructor|]. replace n with 0 by lia. symmetry. apply computed_0; assumption. }
  rewrite <- W, <- alone. rewrite <- alone in S. revert S.
  apply (value_of_sum _ moves heaps_of (takes (coded code))); auto.
  - apply computed_not_negative.
  - exact taken_less.
  - intros s S. apply values_by_code; assumption.
Qed.
Theorem octal_period : periodic moves single e p 0.
Proof.
  intros n N. exists (computed code e p n). split; [apply single_value; lia|].
  rewrite Z.add_0_r, <- (computed_again code e p n) by lia. apply single_value. lia.
Qed.
Theorem octal_values values : map (computed code e p) (upto (length values) 0) = values -> first_values moves single
    values.
Proof.
  intros E n V H. assert (nth_error (upto (length values) 0) n = Some (Z.of_nat n)) as U.
  { assert (n < length values)%nat as L by (apply nth_error_Some; congruence). clear E H. revert L.
    assert (forall k n m, (n < k)%nat -> nth_error (upto k m) n = Some (m + Z.of_nat n)) as A.
    { induction k as [|k IH]; intros [|i] m L; try lia; cbn [upto nth_error]; [f_equal; lia|].
      rewrite IH by lia. f_equal. lia. }
    intro L. rewrite A by exact L. reflexivity. }
  rewrite <- E in H. rewrite (map_nth_error _ _ _ U) in H. injection H as <-. apply single_value. lia.
Qed.
End Game.

(* The values of all heaps, by the table up to each of them; no period is known. *)
Section Plain.
Variable code : list (Z * Z).
Hypothesis each : forallb (fun c => 1 <=? fst c) code = true.
Definition plain (s : Z) : Z := look (table code (Z.to_nat s) 1 (PositiveMap.empty Z)) s.

Lemma least_not_in_is o k : forall m, 0 <= m -> (forall i, 0 <= i < m -> In i o) -> (length o <= k + Z.to_nat m)%nat ->
  m <= least_not_in o k m /\ ~ In (least_not_in o k m) o /\ forall i, 0 <= i < least_not_in o k m -> In i o.
Proof.
  induction k as [|k IH]; intros m M A L; cbn [least_not_in].
  - split; [lia|]. split; [|exact A]. intro I.
    assert (NoDup (upto (Z.to_nat m + 1) 0)) as D.
    { clear. generalize 0. induction (Z.to_nat m + 1)%nat as [|n IH]; intro z; constructor; [|apply IH].
      rewrite upto_is. lia. }
    apply NoDup_incl_length with (l' := o) in D.
    + assert (forall n z, length (upto n z) = n) as E by (clear; induction n; intro z; cbn; [|rewrite IHn]; lia).
      rewrite E in D. lia.
    + intros i J. apply upto_is in J. destruct (Z.eq_dec i m) as [-> | N]; [exact I | apply A; lia].
  - destruct (existsb (Z.eqb m) o) eqn:E.
    + apply existsb_exists in E. destruct E as (i & I & E). apply Z.eqb_eq in E. subst i.
      destruct (IH (m + 1)) as (B & C); [lia | | lia | split; [lia | exact C]].
      intros i J. destruct (Z.eq_dec i m) as [-> | N]; [exact I | apply A; lia].
    + split; [lia|]. split; [|exact A]. intro I. assert (existsb (Z.eqb m) o = true); [|congruence].
      apply existsb_exists. exists m. split; [exact I | apply Z.eqb_refl].
Qed.
Lemma one_or_more K J : In (K, J) code -> 1 <= K.
Proof. intro C. rewrite forallb_forall in each. apply Z.leb_le, (each _ C). Qed.
Lemma same_options G H s : (forall m, m < s -> G m = H m) -> options code G s = options code H s.
Proof.
  intro A. unfold options. assert (forall c, In c code -> some_options G s c = some_options H s c) as B.
  { intros [K J] C. apply one_or_more in C. unfold some_options. rewrite A by lia.
    destruct (J =? 0), (J =? 1), (J =? 2); try reflexivity. apply map_ext_in. intros L I. apply upto_is in I.
    pose proof (Z.mul_div_le (s - K) 2 ltac:(lia)). rewrite !A by lia. reflexivity. }
  revert B. generalize code as l. induction l as [|c l IH]; intro B; [reflexivity|]. cbn [flat_map].
  rewrite B by (left; reflexivity). rewrite IH; [reflexivity|]. intros d D. apply B. right. exact D.
Qed.
Lemma look_added t s v m : 0 < s -> 0 <= v -> look (PositiveMap.add (Z.to_pos s) v t) m = if m =? s then v else look t m.
Proof.
  intros S V. destruct (Z.eqb_spec m s) as [-> | N]; destruct s as [|s|s]; try lia; cbn.
  - rewrite PositiveMap.gss. apply Z.abs_eq, V.
  - destruct m as [|m|m]; cbn; try reflexivity. rewrite PositiveMap.gso by congruence. reflexivity.
Qed.
Notation next G s := (let o := options code G s in least_not_in o (length o) 0).
Lemma next_is G s : let v := next G s in 0 <= v /\ ~ In v (options code G s) /\ forall i, 0 <= i < v -> In i (options code G s).
Proof. cbv zeta. apply least_not_in_is; lia. Qed.
Lemma table_at k : forall s t, 0 < s -> (forall m, m < s -> look (table code k s t) m = look t m) /\
  forall m, s <= m < s + Z.of_nat k -> look (table code k s t) m = next (look (table code k s t)) m.
Proof.
  induction k as [|k IH]; intros s t S; [split; [reflexivity | lia]|]. cbn [table]. cbv zeta.
  match goal with |- context [PositiveMap.add ?n ?v ?t] => set (u := PositiveMap.add n v t) end.
  destruct (IH (s + 1) u) as [A B]; [lia|].
  assert (forall m, look u m = if m =? s then next (look t) s else look t m) as U.
  { intro m. apply look_added; [exact S | apply next_is]. }
  assert (forall m, m < s -> look (table code k (s + 1) u) m = look t m) as C.
  { intros m M. rewrite A, U by lia. destruct (Z.eqb_spec m s); [lia | reflexivity]. }
  split; [exact C|]. intros m M. destruct (Z.eq_dec m s) as [-> | N]; [|apply B; lia].
  rewrite A, U, Z.eqb_refl by lia. cbv zeta. rewrite (same_options _ _ s C). reflexivity.
Qed.
Lemma plain_in k m : m <= Z.of_nat k -> look (table code k 1 (PositiveMap.empty Z)) m = plain m.
Proof.
  destruct (Z.lt_ge_cases m 1) as [M | M].
  - intros _. unfold plain. destruct m; [reflexivity | lia | reflexivity].
  - assert (0 <= m) as N by lia. revert k M. pattern m. revert m N. apply Z_lt_induction. intros m IH k M L.
    unfold plain. rewrite (proj2 (table_at k 1 _ ltac:(lia))), (proj2 (table_at (Z.to_nat m) 1 _ ltac:(lia))) by lia.
    cbv zeta. rewrite (same_options (look (table code k 1 (PositiveMap.empty Z)))
      (look (table code (Z.to_nat m) 1 (PositiveMap.empty Z))) m); [reflexivity|].
    intros i I. destruct (Z.lt_ge_cases i 1) as [J | J]; [destruct i; [reflexivity | lia | reflexivity]|].
    rewrite (IH i), (IH i) by lia. reflexivity.
Qed.
Lemma plain_valued s : 1 <= s -> valued (takes (coded code)) plain s.
Proof.
  intro S. assert (plain s = next plain s) as E.
  { unfold plain at 1. rewrite (proj2 (table_at (Z.to_nat s) 1 _ ltac:(lia))) by lia. cbv zeta.
    rewrite (same_options _ plain s); [reflexivity|]. intros m M. apply plain_in. lia. }
  destruct (next_is plain s) as (_ & A & B). rewrite <- E in A, B. split.
  - intros r T F. apply A. apply options_are. exists r. split; [exact T | exact F].
  - intros m M. apply options_are, B, M.
Qed.

Variable position : Type.
Variable moves : position -> position -> Prop.
Variable heaps_of : position -> list Z.
Variable single : Z -> position.
Hypothesis sound : forall p q, standing (heaps_of p) -> moves p q ->
  exists a s b r, heaps_of p = a ++ s :: b /\ takes (coded code) s r /\ Permutation (heaps_of q) (r ++ a ++ b).
Hypothesis complete : forall p a s b r, standing (heaps_of p) -> heaps_of p = a ++ s :: b -> takes (coded code) s r ->
  exists q, moves p q /\ Permutation (heaps_of q) (r ++ a ++ b).
Hypothesis alone : forall n, heaps_of (single n) = left_over [n].
Lemma plain_value n : has_value moves (single n) (plain n).
Proof.
  assert (standing (left_over [n]) /\ worth plain (left_over [n]) = plain n) as [S W].
  { unfold left_over, standing. cbn [filter]. destruct (Z.ltb_spec 0 n).
    - split; [repeat constructor; lia|]. cbn. apply Z.lxor_0_r.
    - split; [constructor|]. destruct n; [reflexivity | lia | reflexivity]. }
  rewrite <- W, <- alone. rewrite <- alone in S. revert S.
  apply (value_of_sum _ moves heaps_of (takes (coded code))); auto using plain_valued.
  - intro s. apply look_not_negative.
  - intros s r L T. unfold standing.
    destruct T as [[C ->]|[(K & C & T & ->)|(K & M & C & T & U & ->)]]; apply one_or_more in C;
      (split; [repeat constructor; lia|cbn [weight]; lia]).
Qed.
(* A period that heaps of n and n+p refute, and a value that one of n does. *)
Theorem not_periodic e p s n : ((e <=? n) && negb (plain (n + p) =? plain n + s))%bool = true ->
  ~ periodic moves single e p s.
Proof.
  intros H T. apply Bool.andb_true_iff in H. destruct H as [E D]. apply Z.leb_le in E.
  apply Bool.negb_true_iff, Z.eqb_neq in D. destruct (T n E) as (V & A & B). apply D.
  rewrite (one_value _ _ _ _ (plain_value n) _ A). symmetry. exact (one_value _ _ _ _ B _ (plain_value (n + p))).
Qed.
Theorem periodic_before e p s n : forallb (fun k => plain (k + p) =? plain k + s) (upto (Z.to_nat (n - e)) e) = true ->
  forall k, e <= k -> k < n -> exists V, has_value moves (single k) V /\ has_value moves (single (k + p)) (V + s).
Proof.
  intros H k K L. exists (plain k). split; [apply plain_value|]. rewrite forallb_forall in H.
  specialize (H k). rewrite upto_is, Z.eqb_eq in H. rewrite <- H by lia. apply plain_value.
Qed.
Theorem not_first values n : match nth_error values n with Some V => negb (plain (Z.of_nat n) =? V) | None => false end = true ->
  ~ first_values moves single values.
Proof.
  intros H T. destruct (nth_error values n) as [V|] eqn:E; [|discriminate H]. apply Bool.negb_true_iff, Z.eqb_neq in H.
  apply H. exact (one_value _ _ _ _ (plain_value _) _ (T n V E)).
Qed.
End Plain.

(* The digits of a code, each the sum of some of 1, 2 and 4. *)
Fixpoint code_of (digits : list Z) (K : Z) : list (Z * Z) :=
  match digits with
  | [] => []
  | d :: rest => map (fun J => (K, J)) (filter (fun J => Z.rem (Z.quot d (2 ^ J)) 2 =? 1) [0; 1;
      2]) ++ code_of rest (K + 1)
  end.
