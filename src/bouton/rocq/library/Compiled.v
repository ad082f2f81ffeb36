(* What is printed becomes a formula of [Places.v]: relations between places, digits, and what is sought, which speaks of
   few numbers, and of these alone is an automaton at once. What is said of natural numbers is decided. *)
Require Import ZArith Lia List Bool Places Explored Least Printed.
Import ListNotations.
Open Scope Z_scope.

Section Base.
Variable b : N.
Hypothesis big : (1 < b)%N.
Local Notation is := (is b).
Local Notation env_is d := (Forall2 (is d)).
Local Notation means := (means b).
Local Notation known := (known b).
Local Notation digital := (digital b).
Let at_env := at_env b.
Let lifted := lifted b.
Let lifted_one := lifted_one b.
Let term_is := term_is b big.
Let point_is := point_is b big.
Let digital_is := digital_is b big.
Let no_less_than_0_is := no_less_than_0_is b big.
(* Places, each a power of the base, and so many more; or a number that is known. *)
Fixpoint place_ (env : list val) (t : num) : option (option nat * Z) :=
  match t with
  | V i => match nth i env Lost with Place p k => Some (Some p, k) | Sum [] k => Some (None, k) | _ => None end
  | K n => Some (None, n)
  | Plus s t =>
      match place_ env s, place_ env t with
      | Some (p, k), Some (None, l) | Some (None, l), Some (p, k) => Some (p, k + l)
      | _, _ => None
      end
  | Minus s t =>
      match place_ env s, place_ env t with Some (p, k), Some (None, l) => Some (p, k - l) | _, _ => None end
  | _ => None
  end.
Definition lies (d : list N) (p : option nat) (k z : Z) : Prop :=
  match p with Some p => exists j, nth p d 0%N = (b ^ j)%N /\ z = Z.of_N j + k | None => z = k end.
Lemma place_is d env e t : env_is d env e -> forall p k, place_ env t = Some (p, k) -> lies d p k (value t e).
Proof.
  intro I. induction t; intros p k E; cbn [place_ value] in *; try discriminate E.
  - pose proof (at_env d env e i I) as A. destruct (nth i env Lost) as [?|[|? ?] ?|? ?|]; try discriminate E;
      injection E as <- <-; cbn [is] in A; [cbn in A; rewrite A; reflexivity | exact A].
  - injection E as <- <-. reflexivity.
  - destruct (place_ env t1) as [[[x|] l]|] eqn:E1; destruct (place_ env t2) as [[[y|] m]|] eqn:E2; try discriminate E;
      injection E as <- <-; specialize (IHt1 _ _ eq_refl); specialize (IHt2 _ _ eq_refl); cbn [lies] in *; try lia;
      [destruct IHt1 as (j & J & H) | destruct IHt2 as (j & J & H)]; exists j; (split; [exact J | lia]).
  - destruct (place_ env t1) as [[[x|] l]|] eqn:E1; destruct (place_ env t2) as [[[y|] m]|] eqn:E2; try discriminate E;
      injection E as <- <-; specialize (IHt1 _ _ eq_refl); specialize (IHt2 _ _ eq_refl); cbn [lies] in *; try lia.
    destruct IHt1 as (j & J & H). exists j. split; [exact J | lia].
Qed.
Definition compared (r : relation) (c : list Z) (k : Z) : formula :=
  match r with
  | REq => eq_ c k
  | RNe => imp_ (eq_ c k) (Cst false)
  | RLe => le_ c k
  | RLt => le_ c (k - 1)
  | RGe => le_ (opp c) (- k)
  | RGt => le_ (opp c) (- k - 1)
  end.
Lemma compared_is r c k d : holds b (compared r c k) d <-> related r (dot c d) k.
Proof.
  destruct r; cbn [compared related]; rewrite ?imp_is, ?le_is, ?eq_is, ?dot_opp; try lia. cbn [holds]. intuition discriminate.
Qed.
Definition turned (r : relation) : relation :=
  match r with RLe => RGe | RLt => RGt | RGe => RLe | RGt => RLt | r => r end.
Lemma turned_is r x y : related (turned r) x y <-> related r y x.
Proof. destruct r; cbn; intuition lia. Qed.
Definition decide (r : relation) (x y : Z) : bool :=
  match r with
  | REq => x =? y | RNe => negb (x =? y) | RLe => x <=? y | RLt => x <? y | RGe => y <=? x | RGt => y <? x
  end.
Lemma decide_is r x y : decide r x y = true <-> related r x y.
Proof.
  destruct r; cbn; rewrite ?negb_true_iff, ?Z.eqb_eq, ?Z.eqb_neq, ?Z.leb_le, ?Z.ltb_lt; lia.
Qed.
Definition base : Z := Z.of_N b.
Lemma base_big : 1 < base.
Proof. unfold base. lia. Qed.
Lemma powers r i j : 0 <= i -> 0 <= j -> related r i j <-> related r (base ^ i) (base ^ j).
Proof.
  intros I J. pose proof base_big. pose proof (Z.pow_lt_mono_r_iff base i j). pose proof (Z.pow_lt_mono_r_iff base j i).
  destruct r; cbn [related]; intuition (try lia); destruct (Z.lt_trichotomy i j) as [|[|]]; subst; intuition lia.
Qed.
Lemma powered j : Z.of_N (b ^ j) = base ^ Z.of_N j.
Proof. apply N2Z.inj_pow. Qed.
Definition at_places (r : relation) (p q : nat) (m : Z) : formula :=
  if 0 <=? m then compared r (plus (unit_at p) (map (Z.mul (- base ^ m)) (unit_at q))) 0
  else compared r (plus (map (Z.mul (base ^ (- m))) (unit_at p)) (opp (unit_at q))) 0.
Lemma related_0 r x y : related r (x - y) 0 <-> related r x y.
Proof. destruct r; cbn; lia. Qed.
Lemma at_places_is r p q m d i j : nth p d 0%N = (b ^ i)%N -> nth q d 0%N = (b ^ j)%N ->
  holds b (at_places r p q m) d <-> related r (Z.of_N i) (Z.of_N j + m).
Proof.
  intros P Q. unfold at_places. destruct (Z.leb_spec 0 m); rewrite compared_is, dot_plus, ?dot_opp, ?dot_times, !dot_unit, P, Q,
    !powered.
  - replace (_ + _) with (base ^ Z.of_N i - base ^ (Z.of_N j + m)) by (rewrite Z.pow_add_r by lia; lia).
    rewrite related_0, <- powers by lia. reflexivity.
  - replace (_ + _) with (base ^ (Z.of_N i - m) - base ^ Z.of_N j) by (unfold Z.sub; rewrite Z.pow_add_r by lia; lia).
    rewrite related_0, <- powers by lia. destruct r; cbn; lia.
Qed.
Definition at_place (r : relation) (p : nat) (m : Z) : formula :=
  if 0 <=? m then compared r (unit_at p) (base ^ m)
  else Cst (match r with RNe | RGe | RGt => true | _ => false end).
Lemma at_place_is r p m d i : nth p d 0%N = (b ^ i)%N -> holds b (at_place r p m) d <-> related r (Z.of_N i) m.
Proof.
  intro P. unfold at_place. destruct (Z.leb_spec 0 m).
  - rewrite compared_is, dot_unit, P, powered, <- powers by lia. reflexivity.
  - destruct r; cbn; intuition (try discriminate; lia).
Qed.
Definition numbers_below (m : Z) : list N := map N.of_nat (seq 0 (Z.to_nat m)).
Definition remainders (r : relation) (p : nat) (k m c : Z) : formula :=
  some (fun i => if decide r ((Z.of_N i + k) mod m) c then Pow (Z.to_N m) i p else Cst false) (numbers_below m).
Lemma remainders_is r p k m c d i : 0 < m -> 0 <= k -> nth p d 0%N = (b ^ i)%N ->
  holds b (remainders r p k m c) d <-> related r (Z.rem (Z.of_N i + k) m) c.
Proof.
  intros M L P. unfold remainders. rewrite some_is, Z.rem_mod_nonneg by lia.
  assert (forall j, (i mod Z.to_N m = j)%N -> (Z.of_N j + k) mod m = (Z.of_N i + k) mod m) as R.
  { intros j <-. rewrite N2Z.inj_mod, Z2N.id by lia. apply Z.add_mod_idemp_l. lia. }
  split.
  - intros (j & _ & H). destruct (decide r _ c) eqn:D; [|discriminate H]. apply decide_is in D.
    destruct H as (h & E & H & _). rewrite P in E. apply N.pow_inj_r in E; [|exact big]. subst h. rewrite (R j H) in D. exact D.
  - intro H. exists (i mod Z.to_N m)%N. pose proof (N.mod_lt i (Z.to_N m) ltac:(lia)) as H0. split.
    + apply in_map_iff. exists (N.to_nat (i mod Z.to_N m)). split; [generalize (i mod Z.to_N m)%N; lia|]. apply in_seq. clear - H0.
      revert H0. generalize (i mod Z.to_N m)%N. lia.
    + rewrite (R _ eq_refl). apply decide_is in H. rewrite H. exists i. auto.
Qed.
Definition remainder_ (env : list val) (t : num) : option (nat * Z * Z) :=
  match t with
  | Rem u (K m) =>
      match place_ env u with Some (Some p, k) => if (0 <? m) && (0 <=? k) then Some (p, k, m) else None | _ => None end
  | _ => None
  end.
Lemma remainder_is d env e t p k m r c : env_is d env e -> remainder_ env t = Some (p, k, m) ->
  holds b (remainders r p k m c) d <-> related r (value t e) c.
Proof.
  intros I E. destruct t; try discriminate E. destruct t2; try discriminate E. cbn [remainder_] in E.
  destruct (place_ env t1) as [[[x|] l]|] eqn:P; try discriminate E.
  destruct ((0 <? n) && (0 <=? l)) eqn:C; [|discriminate E]. injection E as <- <- <-. apply andb_true_iff in C.
  destruct C as [M L]. apply Z.ltb_lt in M. apply Z.leb_le in L. destruct (place_is d env e t1 I _ _ P) as (j & J & H).
  cbn [value]. rewrite H. apply remainders_is; assumption.
Qed.
Definition relation_ (env : list val) (r : relation) (s t : num) : option formula :=
  match place_ env s, place_ env t with
  | Some (Some p, k), Some (Some q, l) => Some (at_places r p q (l - k))
  | Some (Some p, k), Some (None, l) => Some (at_place r p (l - k))
  | Some (None, k), Some (Some p, l) => Some (at_place (turned r) p (k - l))
  | _, _ =>
      match remainder_ env s, place_ env t, place_ env s, remainder_ env t with
      | Some (p, k, m), Some (None, c), _, _ => Some (remainders r p k m c)
      | _, _, Some (None, c), Some (p, k, m) => Some (remainders (turned r) p k m c)
      | _, _, _, _ =>
          term_ env s (fun n c z =>
            term_ (map (lift n) env) t (fun m d y => Some (compared r (plus (zeros_then m c) (opp d)) (y - z))))
      end
  end.
Lemma relation_is d env e r s t f : env_is d env e -> relation_ env r s t = Some f ->
  (holds b f d <-> related r (value s e) (value t e)).
Proof.
  intro I. unfold relation_.
  assert (term_ env s (fun n c z =>
    term_ (map (lift n) env) t (fun m d y => Some (compared r (plus (zeros_then m c) (opp d)) (y - z)))) = Some f ->
    (holds b f d <-> related r (value s e) (value t e))) as T.
  { intro E. refine (term_is s env d e _ _ f I _ E). intros new c n g F D.
    refine (term_is t _ (new ++ d) e _ _ g (lifted d env e new I) _ F). intros more c' n' h F' D'.
    injection F' as <-. rewrite compared_is, dot_plus, dot_opp, dot_later, <- D, <- D'. destruct r; cbn; lia. }
  pose proof (place_is d env e s I) as S. pose proof (place_is d env e t I) as U.
  pose proof (fun p k m r c => remainder_is d env e s p k m r c I) as RS.
  pose proof (fun p k m r c => remainder_is d env e t p k m r c I) as RT.
  destruct (place_ env s) as [[[p|] k]|]; destruct (place_ env t) as [[[q|] l]|];
    try (destruct (S _ _ eq_refl) as (i & P & X)); try (destruct (U _ _ eq_refl) as (j & Q & Y));
    try (pose proof (S _ _ eq_refl) as X'); try (pose proof (U _ _ eq_refl) as Y'); cbn [lies] in *.
  - intro E. injection E as <-. rewrite (at_places_is r p q _ d i j P Q), X, Y. destruct r; cbn; lia.
  - intro E. injection E as <-. rewrite (at_place_is r p _ d i P), X, Y'. destruct r; cbn; lia.
  - destruct (remainder_ env s) as [[[? ?] ?]|]; exact T.
  - intro E. injection E as <-. rewrite (at_place_is _ q _ d j Q), turned_is, X', Y. destruct r; cbn; lia.
  - destruct (remainder_ env s) as [[[? ?] ?]|]; [intro E; injection E as <-; rewrite Y'; apply RS; reflexivity|].
    destruct (remainder_ env t) as [[[? ?] ?]|]; [|exact T]. intro E. injection E as <-. rewrite X', <- turned_is.
    apply RT. reflexivity.
  - destruct (remainder_ env s) as [[[? ?] ?]|]; destruct (remainder_ env t) as [[[? ?] ?]|]; try exact T;
      intro E; injection E as <-; rewrite X', <- turned_is; apply RT; reflexivity.
  - destruct (remainder_ env s) as [[[? ?] ?]|]; exact T.
  - destruct (remainder_ env s) as [[[? ?] ?]|]; [|exact T]. intro E. injection E as <-. rewrite Y'. apply RS. reflexivity.
  - destruct (remainder_ env s) as [[[? ?] ?]|]; exact T.
Qed.

(* The digit of a number at a place. *)
Definition track_of (env : list val) (t : num) : option nat :=
  match t with V i => match nth i env Lost with Track i => Some i | _ => None end | _ => None end.
Lemma track_is d env e t i : env_is d env e -> track_of env t = Some i -> value t e = Z.of_N (nth i d 0%N).
Proof.
  intros I E. destruct t; try discriminate E. cbn [track_of value] in *. pose proof (at_env d env e i0 I) as A.
  destruct (nth i0 env Lost); try discriminate E. injection E as <-. exact A.
Qed.
Lemma digit_is n j z : has_digit base (Z.of_N n) (Z.of_N j) z <-> (b ^ j <= n)%N /\ Z.of_N ((n / b ^ j) mod b) = z.
Proof.
  pose proof base_big. unfold has_digit. rewrite <- powered. pose proof (N.pow_nonzero b j ltac:(lia)) as P.
  generalize dependent (b ^ j)%N. intros w P. rewrite Z.quot_div_nonneg, <- N2Z.inj_div by lia. unfold base. rewrite Z.rem_mod_nonneg, <- N2Z.inj_mod by (try apply N2Z.is_nonneg; lia).
  generalize ((n / w) mod b)%N. intro x. intuition lia.
Qed.
Definition the_digit (env : list val) (p i : nat) (t : num) : option formula :=
  term_ env t (fun m c z => Some (and_ (le_ (plus (unit_at (m + p)) (opp (unit_at (m + i)))) 0)
    (some (fun x => and_ (Dig x (m + p) (m + i)) (eq_ c (Z.of_N x - z))) (all_digits b)))).
Lemma the_digit_is d env e p i t f j : env_is d env e -> nth p d 0%N = (b ^ j)%N -> the_digit env p i t = Some f ->
  (holds b f d <-> has_digit base (Z.of_N (nth i d 0%N)) (Z.of_N j) (value t e)).
Proof.
  intros I P E. refine (term_is t env d e _ _ f I _ E). intros new c n g F D. apply some_eq in F. subst g.
  rewrite and_is, le_is, dot_plus, dot_opp, !dot_unit, !nth_later, P, some_is, digit_is. split.
  - intros (L & x & _ & H). split; [lia|]. rewrite and_is, eq_is in H. destruct H as [H V]. cbn [holds] in H.
    rewrite !nth_later, P in H. destruct H as (h & E1 & H). apply N.pow_inj_r in E1; [|exact big]. subst h. rewrite H. lia.
  - intros [L V]. split; [lia|]. exists ((nth i d 0 / b ^ j) mod b)%N. split; [apply digits_are, N.mod_lt; lia|].
    rewrite and_is, eq_is. split; [|lia]. cbn [holds]. exists j. rewrite !nth_later, P. auto.
Qed.
Definition of_number (env : list val) (p : nat) (n t : num) : option formula :=
  match track_of env n with
  | Some i => the_digit env p i t
  | None =>
      term_ env n (fun m c z =>
        option_map (fun f => Ex (and_ (Eq (1 :: opp c) z) f)) (the_digit (map (lift (S m)) env) (S m + p) O t))
  end.
Lemma of_number_is d env e p n t f j : env_is d env e -> nth p d 0%N = (b ^ j)%N -> of_number env p n t = Some f ->
  (holds b f d <-> has_digit base (value n e) (Z.of_N j) (value t e)).
Proof.
  intros I P. unfold of_number. destruct (track_of env n) as [i|] eqn:T.
  - rewrite (track_is d env e n i I T). apply the_digit_is; assumption.
  - intro E. refine (term_is n env d e _ _ f I _ E). intros new c z g F D.
    destruct (the_digit _ _ _ _) as [h|] eqn:H; [|discriminate F]. cbn [option_map] in F. apply some_eq in F. subst g. cbn [holds].
    assert (forall x, holds b h (x :: new ++ d) <-> has_digit base (Z.of_N x) (Z.of_N j) (value t e)) as X.
    { intro x. refine (the_digit_is (x :: new ++ d) _ e (S (length new) + p) O t h j _ _ H).
      - exact (lifted d env e (x :: new) I).
      - change (S (length new)) with (length (x :: new)). rewrite app_comm_cons, nth_later. exact P. }
    split.
    + intros [x Y]. rewrite and_is in Y. destruct Y as [Y W]. cbn [holds dot hd tl] in Y. rewrite dot_opp in Y.
      apply X in W. replace (value n e) with (Z.of_N x) by lia. exact W.
    + intro W. exists (Z.to_N (value n e)). assert (0 <= value n e) as N by (destruct W; lia). rewrite and_is. split.
      * cbn [holds dot hd tl]. rewrite dot_opp, Z2N.id by lia. lia.
      * apply X. rewrite Z2N.id by lia. exact W.
Qed.
Definition digit_ (env : list val) (n j t : num) : option formula :=
  match place_ env j with
  | Some (Some p, k) =>
      if k =? 0 then of_number env p n t
      else option_map (fun f => Ex (and_ (at_places REq O (S p) k) (and_ (Pow 1 0 O) f))) (of_number (map (lift 1) env) O n t)
  | Some (None, k) =>
      if k <? 0 then Some (Cst false)
      else option_map (fun f => Ex (and_ (at_place REq O k) (and_ (Pow 1 0 O) f))) (of_number (map (lift 1) env) O n t)
  | None => None
  end.
Lemma a_place d x : holds b (Pow 1 0 O) (x :: d) <-> exists j, x = (b ^ j)%N.
Proof.
  cbn [holds nth]. split; intros (j & H); exists j; [apply H|]. rewrite N.mod_1_r. split; [exact H|]. split; [reflexivity | lia].
Qed.
Lemma sought_place d env e n t f (at_ : formula) z : env_is d env e ->
  (forall i, holds b at_ ((b ^ i)%N :: d) <-> Z.of_N i = z) -> of_number (map (lift 1) env) O n t = Some f ->
  (holds b (Ex (and_ at_ (and_ (Pow 1 0 O) f))) d <-> has_digit base (value n e) z (value t e)).
Proof.
  intros I A E. cbn [holds].
  assert (forall i, holds b f ((b ^ i)%N :: d) <-> has_digit base (value n e) (Z.of_N i) (value t e)) as X.
  { intro i. apply (of_number_is _ _ e O n t f i (lifted_one d env e _ I) eq_refl E). }
  split.
  - intros [x H]. rewrite !and_is, a_place in H. destruct H as (H & (i & ->) & F). apply A in H. subst z. apply X, F.
  - intro H. assert (0 <= z) as Z by (destruct H as (_ & H & _); exact H). exists (b ^ Z.to_N z)%N. rewrite !and_is, a_place.
    split; [apply A; lia|]. split; [eauto|]. apply X. rewrite Z2N.id by exact Z. exact H.
Qed.
Lemma of_digit d env e n j t f : env_is d env e -> digit_ env n j t = Some f ->
  (holds b f d <-> has_digit base (value n e) (value j e) (value t e)).
Proof.
  intros I. unfold digit_. pose proof (place_is d env e j I) as P. destruct (place_ env j) as [[[p|] k]|]; [| |discriminate].
  - destruct (P _ _ eq_refl) as (i & Q & ->). destruct (Z.eqb_spec k 0) as [-> | _].
    + rewrite Z.add_0_r. apply of_number_is; assumption.
    + destruct (of_number _ _ _ _) as [g|] eqn:E; [|discriminate]. cbn [option_map]. intro H. apply some_eq in H. subst f.
      apply (sought_place d env e n t g); [exact I | | exact E]. intro h.
      rewrite (at_places_is REq O (S p) k _ h i) by (reflexivity || exact Q). reflexivity.
  - pose proof (P _ _ eq_refl) as Q. cbn [lies] in Q. rewrite Q. destruct (Z.ltb_spec k 0) as [L | L].
    + intro E. injection E as <-. cbn [holds]. split; [discriminate|]. intros (_ & H & _). lia.
    + destruct (of_number _ _ _ _) as [g|] eqn:E; [|discriminate]. cbn [option_map]. intro H. apply some_eq in H. subst f.
      apply (sought_place d env e n t g); [exact I | | exact E]. intro h.
      rewrite (at_place_is REq O k _ h) by reflexivity. reflexivity.
Qed.

(* What is sought speaks of few numbers: of these alone it is an automaton. *)
Variables depth fuel : nat.
Fixpoint index (i : nat) (l : list nat) : option nat :=
  match l with
  | [] => None
  | j :: l => if Nat.eqb i j then Some O else option_map S (index i l)
  end.
Definition local (l : list nat) (v : val) : val :=
  match v with
  | Track i => match index i l with Some n => Track n | None => Lost end
  | Sum [] k => v
  | Place p k => match index p l with Some n => Place n k | None => Lost end
  | _ => Lost
  end.
Definition at_all (d : list N) (l : list nat) : list N := map (fun i => nth i d 0%N) l.
Lemma index_is d i l : forall n, index i l = Some n -> nth n (at_all d l) 0%N = nth i d 0%N.
Proof.
  induction l as [|j l IH]; intros n E; cbn [index] in E; [discriminate|]. destruct (Nat.eqb_spec i j) as [-> | _].
  - injection E as <-. reflexivity.
  - destruct (index i l) as [m|]; [|discriminate E]. injection E as <-. exact (IH m eq_refl).
Qed.
Lemma local_is d l env e : env_is d env e -> env_is (at_all d l) (map (local l) env) e.
Proof.
  intro F. induction F as [|v z env e H F IH]; constructor; [|exact IH].
  destruct v as [i|[|? ?] k|p k|]; cbn [local is] in *; try exact I; try exact H.
  - destruct (index i l) as [n|] eqn:E; [|exact I]. cbn [is]. rewrite (index_is d i l n E). exact H.
  - destruct (index p l) as [n|] eqn:E; [|exact I]. cbn [is]. rewrite (index_is d p l n E). exact H.
Qed.
Fixpoint variables (t : num) : list nat :=
  match t with
  | V i => [i]
  | K _ => []
  | Plus s t | Minus s t | Times s t | Quot s t | Rem s t => variables s ++ variables t
  end.
Fixpoint free (s : said) : list nat :=
  match s with
  | True_ | False_ => []
  | Rel _ s t => variables s ++ variables t
  | Digit b n j d => variables n ++ variables j ++ variables d
  | Known _ _ l => l
  | Both s t | Either s t | If s t => free s ++ free t
  | Some_ s => flat_map (fun i => match i with O => [] | S i => [i] end) (free s)
  end.
Definition tracks (env : list val) (s : said) : list nat :=
  nodup Nat.eq_dec (flat_map (fun i => match nth i env Lost with Track i | Place i _ => [i] | _ => [] end) (free s)).
Definition run_of (l : list nat) (f : option formula) : option formula :=
  match f with
  | Some f => match least b depth fuel (length l) f with Some (A, q) => Some (Run A q l) | None => None end
  | None => None
  end.
Definition two (o : formula -> formula -> formula) (f g : option formula) : option formula :=
  match f, g with Some f, Some g => Some (o f g) | _, _ => None end.
Fixpoint compile (env : list val) (s : said) : option formula :=
  match s with
  | True_ => Some (Cst true)
  | False_ => Some (Cst false)
  | Rel r s t => relation_ env r s t
  | Digit c n j d => match c with K c => if c =? base then digit_ env n j d else None | _ => None end
  | Known A q l => option_map (Run A q) (every (fun i => track_of env (V i)) l)
  | Both s t => two and_ (compile env s) (compile env t)
  | Either s t => two or_ (compile env s) (compile env t)
  | If s t => two imp_ (compile env s) (compile env t)
  | Some_ s =>
      match point 0 s with
      | Some t =>
          match place_ env t, track_of env t with
          | Some (Some p, k), _ => compile (Place p k :: env) s
          | Some (None, k), _ => compile (Sum [] k :: env) s
          | None, Some i => compile (Track i :: env) s
          | None, None =>
              if no_less_than_0 0 s then
                term_ env t (fun n c z =>
                  option_map (fun f => Ex (and_ (Eq (1 :: opp c) z) f)) (compile (Track O :: map (lift (S n)) env) s))
              else term_ env t (fun n c z => compile (Sum c z :: map (lift n) env) s)
          end
      | None =>
          let l := tracks env (Some_ s) in
          let own := map (local l) env in
          let more := map (lift 1) own in
          run_of l
            (if placed 0 s then
               if no_less_than_0 0 s then option_map (fun f => Ex (and_ (Pow 1 0 O) f)) (compile (Place O 0 :: more) s) else None
             else if digital 0 s then
               option_map (fun fs => some (fun f => f) fs) (every (fun x => compile (Sum [] (Z.of_N x) :: own) s) (all_digits b))
             else if no_less_than_0 0 s then option_map Ex (compile (Track O :: more) s)
             else two (fun f g => or_ (Ex f) (Ex g)) (compile (Track O :: more) s) (compile (Sum [-1] (-1) :: more) s))
      end
  end.

Lemma run_of_is l o f d P : run_of l o = Some f ->
  (forall g, o = Some g -> holds b g (at_all d l) <-> P) -> (holds b f d <-> P).
Proof.
  unfold run_of. destruct o as [g|]; [|discriminate]. destruct (least _ _ _ _ _) as [[A q]|] eqn:L; [|discriminate].
  intros E H. apply some_eq in E. subst f. rewrite <- (H g eq_refl). symmetry.
  apply (least_is b big depth fuel (length l) g A q L). unfold at_all. apply map_length.
Qed.
Lemma every_in {A B} (f : A -> option B) l m : every f l = Some m ->
  (forall x, In x l -> exists y, f x = Some y /\ In y m) /\ (forall y, In y m -> exists x, In x l /\ f x = Some y).
Proof.
  revert m. induction l as [|x l IH]; intros m E; cbn [every] in E.
  - injection E as <-. split; intros ? [].
  - destruct (f x) as [y|] eqn:F; [|discriminate E]. destruct (every f l) as [n|]; [|discriminate E].
    injection E as <-. destruct (IH n eq_refl) as [U W]. split.
    + intros z [<- | Z]; [exists y; cbn; auto|]. destruct (U z Z) as (w & G & H). exists w. cbn. auto.
    + intros z [<- | Z]; [exists x; cbn; auto|]. destruct (W z Z) as (w & G & H). exists w. cbn. auto.
Qed.
Lemma two_is o f g h (P Q R : Prop) d : two o f g = Some h ->
  (forall f g, (holds b f d <-> P) -> (holds b g d <-> Q) -> holds b (o f g) d <-> R) ->
  (forall x, f = Some x -> holds b x d <-> P) -> (forall x, g = Some x -> holds b x d <-> Q) -> (holds b h d <-> R).
Proof.
  intros E H F G. destruct f as [f|]; [|discriminate E]. destruct g as [g|]; [|discriminate E]. cbn [two] in E.
  apply some_eq in E. subst h. apply H; auto.
Qed.
Theorem compile_is s : forall env d e f, env_is d env e -> compile env s = Some f -> (holds b f d <-> means s e).
Proof.
  induction s; intros env d' e f I E; cbn [compile means] in *.
  - injection E as <-. cbn. tauto.
  - injection E as <-. cbn. intuition discriminate.
  - exact (relation_is d' env e r s t f I E).
  - destruct b0 as [|c|?|?|?|?|?]; try discriminate E. destruct (Z.eqb_spec c base) as [-> | _]; [|discriminate E].
    exact (of_digit d' env e n j d f I E).
  - destruct (every _ l) as [m|] eqn:Y; [|discriminate E]. cbn [option_map] in E. apply some_eq in E. subst f. cbn [holds].
    unfold known. assert (map (fun i => nth i d' 0%N) m = map Z.to_N (map (fun i => nth i e 0) l) /\
      Forall (fun x => 0 <= x) (map (fun i => nth i e 0) l)) as [-> F]; [|tauto].
    revert m Y. induction l as [|i l IH]; intros m Y; cbn [every map] in *; [injection Y as <-; split; constructor|].
    destruct (track_of env (V i)) as [j|] eqn:T; [|discriminate Y]. destruct (every _ l) as [n|] eqn:W; [|discriminate Y].
    injection Y as <-. destruct (IH n eq_refl) as [X F]. apply (track_is d' env e (V i) j I) in T. cbn [value] in T.
    rewrite T, N2Z.id. cbn [map]. rewrite X. split; [reflexivity|]. constructor; [lia | exact F].
  - refine (two_is _ _ _ _ _ _ _ _ E _ (fun x X => IHs1 env d' e x I X) (fun x X => IHs2 env d' e x I X)).
    intros g h G H. rewrite and_is, G, H. reflexivity.
  - refine (two_is _ _ _ _ _ _ _ _ E _ (fun x X => IHs1 env d' e x I X) (fun x X => IHs2 env d' e x I X)).
    intros g h G H. rewrite or_is, G, H. reflexivity.
  - refine (two_is _ _ _ _ _ _ _ _ E _ (fun x X => IHs1 env d' e x I X) (fun x X => IHs2 env d' e x I X)).
    intros g h G H. rewrite imp_is, G, H. reflexivity.
  - destruct (point 0 s) as [t|] eqn:P.
    + assert ((exists x, means s (x :: e)) <-> means s (value t e :: e)) as ->.
      { split; [|eauto]. intros [x M]. rewrite <- (point_is s 0 t [] x e P eq_refl M). exact M. }
      pose proof (place_is d' env e t I) as L. pose proof (fun i => track_is d' env e t i I) as T.
      destruct (place_ env t) as [[[p|] k]|]; [| |destruct (track_of env t) as [i|]].
      * apply (IHs _ d' (value t e :: e) f) in E; [exact E|]. constructor; [exact (L _ _ eq_refl) | exact I].
      * apply (IHs _ d' (value t e :: e) f) in E; [exact E|]. constructor; [exact (L _ _ eq_refl) | exact I].
      * apply (IHs _ d' (value t e :: e) f) in E; [exact E|]. constructor; [exact (T i eq_refl) | exact I].
      * destruct (no_less_than_0 0 s) eqn:N; refine (term_is t env d' e _ _ f I _ E); intros new c z g F D.
        -- destruct (compile _ s) as [h|] eqn:C; [|discriminate F]. cbn [option_map] in F. apply some_eq in F. subst g.
           assert (forall x, holds b h (x :: new ++ d') <-> means s (Z.of_N x :: e)) as X.
           { intro x. refine (IHs _ (x :: new ++ d') (Z.of_N x :: e) h _ C). constructor; [reflexivity|].
             exact (lifted d' env e (x :: new) I). }
           cbn [holds]. split.
           ++ intros [x H]. rewrite and_is in H. destruct H as [H M]. cbn [holds dot hd tl] in H. rewrite dot_opp in H.
              apply X in M. replace (value t e) with (Z.of_N x) by lia. exact M.
           ++ intro M. pose proof (no_less_than_0_is s 0 _ N M) as L0. cbn [nth] in L0. exists (Z.to_N (value t e)).
              rewrite and_is. split; [cbn [holds dot hd tl]; rewrite dot_opp, Z2N.id by lia; lia|].
              apply X. rewrite Z2N.id by lia. exact M.
        -- refine (IHs _ (new ++ d') (value t e :: e) g _ F). constructor; [cbn [is]; lia|].
           exact (lifted d' env e new I).
    + apply (run_of_is _ _ _ d' _ E). clear E. set (l := tracks env (Some_ s)). intros g G.
      pose proof (local_is d' l env e I) as J. set (o := map (local l) env) in *. set (d := at_all d' l) in *. clearbody o d l.
      assert (forall h x, compile (Track 0 :: map (lift 1) o) s = Some h -> holds b h (x :: d) <-> means s (Z.of_N x :: e)) as U.
      { intros h x C. refine (IHs _ (x :: d) (Z.of_N x :: e) h _ C). constructor; [reflexivity|].
        exact (lifted_one d o e x J). }
      destruct (placed 0 s); [|destruct (digital 0 s) eqn:D; [|]]; [| |destruct (no_less_than_0 0 s) eqn:N].
      * destruct (no_less_than_0 0 s) eqn:N; [|discriminate G]. destruct (compile _ s) as [h|] eqn:C; [|discriminate G].
        cbn [option_map] in G. apply some_eq in G. subst g. cbn [holds].
        assert (forall i, holds b h ((b ^ i)%N :: d) <-> means s (Z.of_N i :: e)) as X.
        { intro i. refine (IHs _ ((b ^ i)%N :: d) (Z.of_N i :: e) h _ C).
          constructor; [exists i; cbn [nth]; split; [reflexivity | lia] | exact (lifted_one d o e _ J)]. }
        split.
        -- intros [x H]. rewrite and_is, a_place in H. destruct H as [(i & ->) H]. exists (Z.of_N i). apply X, H.
        -- intros [z M]. pose proof (no_less_than_0_is s 0 _ N M) as L0. cbn [nth] in L0. exists (b ^ Z.to_N z)%N.
           rewrite and_is, a_place. split; [eauto|]. apply X. rewrite Z2N.id by lia. exact M.
      * destruct (every _ (all_digits b)) as [m|] eqn:V; [|discriminate G]. cbn [option_map] in G. apply some_eq in G.
        subst g. rewrite some_is. apply every_in in V. destruct V as [V W].
        assert (forall x h, compile (Sum [] (Z.of_N x) :: o) s = Some h -> holds b h d <-> means s (Z.of_N x :: e)) as X.
        { intros x h C. refine (IHs _ d (Z.of_N x :: e) h _ C). constructor; [reflexivity | exact J]. }
        split.
        -- intros (h & H & M). destruct (W h H) as (x & _ & C). exists (Z.of_N x). apply (X x h C), M.
        -- intros [z M]. pose proof (digital_is s 0 _ D M) as L0. cbn [nth] in L0.
           destruct (V (Z.to_N z)) as (h & C & H); [apply digits_are; lia|]. exists h. split; [exact H|].
           apply (X _ h C). rewrite Z2N.id by lia. exact M.
      * destruct (compile _ s) as [h|] eqn:C; [|discriminate G]. cbn [option_map] in G. apply some_eq in G. subst g.
        cbn [holds]. split.
        -- intros [x H]. exists (Z.of_N x). apply (U h x eq_refl), H.
        -- intros [z M]. pose proof (no_less_than_0_is s 0 _ N M) as L0. cbn [nth] in L0. exists (Z.to_N z).
           apply (U h _ eq_refl). rewrite Z2N.id by lia. exact M.
      * destruct (compile (Track 0 :: _) s) as [h|] eqn:C; [|discriminate G].
        destruct (compile (Sum _ _ :: _) s) as [m|] eqn:C'; [|discriminate G]. cbn [two] in G. apply some_eq in G. subst g.
        assert (forall x, holds b m (x :: d) <-> means s (- Z.of_N x - 1 :: e)) as W.
        { intro x. refine (IHs _ (x :: d) (- Z.of_N x - 1 :: e) m _ C').
          constructor; [cbn [is dot hd tl]; lia | exact (lifted_one d o e x J)]. }
        rewrite or_is. cbn [holds]. split.
        -- intros [[x H] | [x H]]; [exists (Z.of_N x); apply (U h x eq_refl), H | exists (- Z.of_N x - 1); apply W, H].
        -- intros [z M]. destruct (Z.le_gt_cases 0 z); [left; exists (Z.to_N z); apply (U h _ eq_refl) | right; exists (Z.to_N (- z - 1)); apply W];
             rewrite Z2N.id by lia; [exact M|]. replace (- (- z - 1) - 1) with z by lia. exact M.
Qed.

(* The automaton of a predicate, and the decision of what is said of natural numbers. *)
Definition all_tracks (n : nat) : list val := map Track (seq 0 n).
Lemma all_tracks_are e : Forall (fun x => 0 <= x) e -> env_is (map Z.to_N e) (all_tracks (length e)) e.
Proof.
  unfold all_tracks. intro F.
  assert (forall e k d, Forall (fun x => 0 <= x) e -> (forall i, nth (k + i) d 0%N = nth i (map Z.to_N e) 0%N) ->
    env_is d (map Track (seq k (length e))) e) as G; [|apply G; auto].
  clear e F. induction e as [|x e IH]; intros k d F H; cbn [length seq map]; constructor.
  - specialize (H 0%nat). rewrite Nat.add_0_r in H. cbn [map nth] in H. cbn [is]. rewrite H, Z2N.id; [reflexivity|].
    inversion F. assumption.
  - apply IH; [inversion F; assumption|]. intro i. replace (S k + i)%nat with (k + S i)%nat by lia. exact (H (S i)).
Qed.
Definition automaton_of (n : nat) (s : said) : option (automaton * nat) :=
  match compile (all_tracks n) s with Some f => least b depth fuel n f | None => None end.
Theorem automaton_is s n A q : automaton_of n s = Some (A, q) -> forall e, length e = n -> Forall (fun x => 0 <= x) e ->
  (means s e <-> known A q e).
Proof.
  unfold automaton_of. destruct (compile _ s) as [f|] eqn:C; [|discriminate]. intros E e L F. unfold known.
  rewrite <- (least_is b big depth fuel n f A q E) by (rewrite map_length; exact L).
  rewrite (compile_is s (all_tracks n) (map Z.to_N e) e f); [tauto | rewrite <- L; apply all_tracks_are, F | exact C].
Qed.
Definition decides (n : nat) (s : said) : bool :=
  match compile (all_tracks n) s with Some f => decided b n depth fuel f | None => false end.
Theorem said_is s e : Forall (fun x => 0 <= x) e -> decides (length e) s = true -> means s e.
Proof.
  unfold decides. destruct (compile _ s) as [f|] eqn:C; [|discriminate]. intros F D.
  apply (compile_is s (all_tracks (length e)) (map Z.to_N e) e f (all_tracks_are e F) C). apply (decided_is b big _ depth fuel f D), map_length.
Qed.
End Base.
Definition automaton_or_none (b : N) (fuel n : nat) (s : said) : automaton * nat :=
  match automaton_of b 9 fuel n s with Some A => A | None => ([], O) end.
