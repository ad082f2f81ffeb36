(* What is said of numbers, of their digits in a base and of the places of these, as formulas: the text of a file is read
   as such an expression, which means that text word for word. What is sought becomes an automaton at once. *)
Require Import ZArith Lia List Bool Places Least.
Import ListNotations.
Open Scope Z_scope.

Inductive num :=
| V (i : nat)
| K (n : Z)
| Plus (s t : num)
| Minus (s t : num)
| Times (s t : num)
| Quot (s t : num)
| Rem (s t : num).
Inductive relation := REq | RNe | RLe | RLt | RGe | RGt.
Inductive said :=
| True_
| False_
| Rel (r : relation) (s t : num)
| Digit (b n j d : num)
| Known (A : automaton) (q : nat) (l : list nat)
| Both (s t : said)
| Either (s t : said)
| If (s t : said)
| Some_ (s : said).
Fixpoint value (t : num) (e : list Z) : Z :=
  match t with
  | V i => nth i e 0
  | K n => n
  | Plus s t => value s e + value t e
  | Minus s t => value s e - value t e
  | Times s t => value s e * value t e
  | Quot s t => Z.quot (value s e) (value t e)
  | Rem s t => Z.rem (value s e) (value t e)
  end.
Definition related (r : relation) (a b : Z) : Prop :=
  match r with REq => a = b | RNe => a <> b | RLe => a <= b | RLt => a < b | RGe => a >= b | RGt => a > b end.
Definition has_digit (b n j d : Z) : Prop := 1 <= n /\ 0 <= j /\ b ^ j <= n /\ d = Z.rem (Z.quot n (b ^ j)) b.

(* Sums. *)
Fixpoint plus (c d : list Z) : list Z :=
  match c, d with [], _ => d | _, [] => c | x :: c, y :: d => (x + y) :: plus c d end.
Definition opp (c : list Z) : list Z := map Z.opp c.
Lemma dot_plus c : forall d e, dot (plus c d) e = dot c e + dot d e.
Proof. induction c as [|x c IH]; intros [|y d] e; cbn [plus dot]; rewrite ?IH; lia. Qed.
Lemma dot_opp c : forall e, dot (opp c) e = - dot c e.
Proof. unfold opp. induction c as [|x c IH]; intro e; cbn [map dot]; rewrite ?IH; lia. Qed.
Lemma dot_times n c : forall e, dot (map (Z.mul n) c) e = n * dot c e.
Proof. induction c as [|x c IH]; intro e; cbn [map dot]; rewrite ?IH; lia. Qed.
Definition zeros_then (n : nat) (c : list Z) : list Z := match c with [] => [] | _ => repeat 0 n ++ c end.
Lemma dot_later new : forall c d, dot (zeros_then (length new) c) (new ++ d) = dot c d.
Proof.
  intros [|z c] d; [reflexivity|]. unfold zeros_then. revert d.
  induction new as [|x new IH]; intro d; [reflexivity|]. cbn [length repeat app dot tl] in *. rewrite IH. lia.
Qed.
Lemma nth_later {A} (new : list A) i (d : list A) (x : A) : nth (length new + i) (new ++ d) x = nth i d x.
Proof. rewrite app_nth2, Nat.add_comm, Nat.add_sub by lia. reflexivity. Qed.
Lemma some_eq {A} (x y : A) : Some x = Some y -> y = x.
Proof. intro E. injection E as E. symmetry. exact E. Qed.

Section Base.
Variable b : N.
Hypothesis big : (1 < b)%N.
(* What an automaton says of natural numbers. *)
Definition known (A : automaton) (q : nat) (l : list Z) : Prop :=
  accepted b A q (map Z.to_N l) /\ Forall (fun x => 0 <= x) l.
Fixpoint means (s : said) (e : list Z) : Prop :=
  match s with
  | True_ => True
  | False_ => False
  | Rel r s t => related r (value s e) (value t e)
  | Digit b n j d => has_digit (value b e) (value n e) (value j e) (value d e)
  | Known A q l => known A q (map (fun i => nth i e 0) l)
  | Both s t => means s e /\ means t e
  | Either s t => means s e \/ means t e
  | If s t => means s e -> means t e
  | Some_ s => exists x, means s (x :: e)
  end.

(* The variable k of an expression: by which other it is given, whether it is the place of a digit, a digit, or no less
   than 0. *)
Fixpoint mentions (k : nat) (t : num) : bool :=
  match t with
  | V i => Nat.eqb i k
  | K _ => false
  | Plus s t | Minus s t | Times s t | Quot s t | Rem s t => mentions k s || mentions k t
  end.
Fixpoint lowered (k : nat) (t : num) : option num :=
  match t with
  | V i => if (k <? i)%nat then Some (V (i - S k)) else None
  | K n => Some (K n)
  | Plus s t => match lowered k s, lowered k t with Some s, Some t => Some (Plus s t) | _, _ => None end
  | Minus s t => match lowered k s, lowered k t with Some s, Some t => Some (Minus s t) | _, _ => None end
  | Times s t => match lowered k s, lowered k t with Some s, Some t => Some (Times s t) | _, _ => None end
  | Quot s t => match lowered k s, lowered k t with Some s, Some t => Some (Quot s t) | _, _ => None end
  | Rem s t => match lowered k s, lowered k t with Some s, Some t => Some (Rem s t) | _, _ => None end
  end.
Definition is_var (k : nat) (t : num) : bool := match t with V i => Nat.eqb i k | _ => false end.
Fixpoint point (k : nat) (s : said) : option num :=
  match s with
  | Rel REq s t =>
      match (if is_var k s then lowered k t else None) with
      | Some u => Some u
      | None => if is_var k t then lowered k s else None
      end
  | Both s t => match point k s with Some u => Some u | None => point k t end
  | Some_ s => point (S k) s
  | _ => None
  end.
Definition other (k : nat) (o : option num) : bool := match o with Some t => is_var k t | None => false end.
Fixpoint placed (k : nat) (s : said) : bool :=
  match s with
  | Digit _ _ j _ => mentions k j
  | Both s t | Either s t | If s t => placed k s || placed k t
  | Some_ s => placed (S k) s || match point 0 s with Some t => mentions k t && placed 0 s | None => false end
  | _ => false
  end.
Fixpoint digital (k : nat) (s : said) : bool :=
  match s with
  | Digit (K c) _ _ d => is_var k d && (c =? Z.of_N b)
  | Both s t => digital k s || digital k t
  | Either s t => digital k s && digital k t
  | Some_ s => digital (S k) s || other k (point 0 s) && digital 0 s
  | _ => false
  end.
Fixpoint no_less_than_0 (k : nat) (s : said) : bool :=
  match s with
  | Rel RLe (K c) t | Rel RGe t (K c) => (0 <=? c) && is_var k t
  | Rel RLt (K c) t | Rel RGt t (K c) => (-1 <=? c) && is_var k t
  | Digit _ n j _ => is_var k n || is_var k j
  | Known _ _ l => existsb (Nat.eqb k) l
  | Both s t => no_less_than_0 k s || no_less_than_0 k t
  | Either s t => no_less_than_0 k s && no_less_than_0 k t
  | Some_ s => no_less_than_0 (S k) s || other k (point 0 s) && no_less_than_0 0 s
  | _ => false
  end.
Lemma is_var_is k t e : is_var k t = true -> value t e = nth k e 0.
Proof. destruct t; try discriminate. cbn. intro H. apply Nat.eqb_eq in H. subst i. reflexivity. Qed.
Lemma lowered_is k t : forall u l e, lowered k t = Some u -> length l = S k -> value t (l ++ e) = value u e.
Proof.
  induction t; intros u l e E L; cbn [lowered] in E;
    try (destruct (lowered k t1) as [u1|] eqn:E1; [|discriminate E]; destruct (lowered k t2) as [u2|] eqn:E2; [|discriminate E];
      injection E as <-; cbn [value]; rewrite (IHt1 u1 l e eq_refl L), (IHt2 u2 l e eq_refl L); reflexivity).
  - destruct (Nat.ltb_spec k i); [|discriminate E]. injection E as <-. cbn [value].
    rewrite app_nth2 by lia. rewrite L. reflexivity.
  - injection E as <-. reflexivity.
Qed.
Lemma point_is s : forall k t l x e, point k s = Some t -> length l = k -> means s (l ++ x :: e) -> x = value t e.
Proof.
  assert (forall k (l : list Z) x e, length l = k -> nth k (l ++ x :: e) 0 = x) as at_k.
  { intros k l x e <-. rewrite app_nth2, Nat.sub_diag by lia. reflexivity. }
  assert (forall k t u l x e, lowered k t = Some u -> length l = k -> value t (l ++ x :: e) = value u e) as low.
  { intros k t u l x e E L. change (x :: e) with ([x] ++ e). rewrite app_assoc. apply (lowered_is k t u); [exact E|].
    rewrite app_length. cbn. lia. }
  induction s; intros k u l' x e P L M; cbn [point] in P; try discriminate P.
  - destruct r; try discriminate P. cbn [means related] in M. destruct (is_var k s) eqn:S.
    + destruct (lowered k t) as [w|] eqn:E.
      * injection P as <-. rewrite (is_var_is k s _ S), at_k, (low _ _ _ _ _ _ E L) in M by exact L. exact M.
      * destruct (is_var k t) eqn:T; [|discriminate P].
        rewrite (is_var_is k t _ T), at_k, (low _ _ _ _ _ _ P L) in M by exact L. symmetry. exact M.
    + destruct (is_var k t) eqn:T; [|discriminate P].
      rewrite (is_var_is k t _ T), at_k, (low _ _ _ _ _ _ P L) in M by exact L. symmetry. exact M.
  - destruct M as [M N]. destruct (point k s1) as [w|] eqn:E.
    + injection P as <-. exact (IHs1 k w l' x e E L M).
    + exact (IHs2 k u l' x e P L N).
  - destruct M as [y M]. exact (IHs (S k) u (y :: l') x e P ltac:(cbn; congruence) M).
Qed.
Lemma other_is k s e x : other k (point 0 s) = true -> means s (x :: e) -> x = nth k e 0.
Proof.
  destruct (point 0 s) as [t|] eqn:P; [|discriminate]. intros V M. rewrite <- (is_var_is k t e V).
  exact (point_is s 0 t [] x e P eq_refl M).
Qed.
Lemma digital_is s : forall k e, digital k s = true -> means s e -> 0 <= nth k e 0 < Z.of_N b.
Proof.
  induction s; intros k e D M; cbn [digital] in D; try discriminate D.
  - destruct b0; try discriminate D. apply andb_true_iff in D. destruct D as [D B]. apply Z.eqb_eq in B. subst n0.
    cbn [means value] in M. rewrite <- (is_var_is k d e D). destruct M as (N & J & P & ->).
    apply Z.rem_bound_pos; [|lia]. apply Z.quot_pos; [lia|]. apply Z.pow_pos_nonneg; lia.
  - destruct M as [M N]. apply orb_true_iff in D. destruct D; auto.
  - apply andb_true_iff in D. destruct D, M; auto.
  - destruct M as [x M]. apply orb_true_iff in D. destruct D as [D | D]; [exact (IHs (S k) (x :: e) D M)|].
    apply andb_true_iff in D. destruct D as [P D]. rewrite <- (other_is k s e x P M). exact (IHs 0%nat (x :: e) D M).
Qed.
Lemma no_less_than_0_is s : forall k e, no_less_than_0 k s = true -> means s e -> 0 <= nth k e 0.
Proof.
  induction s; intros k e D M; cbn [no_less_than_0] in D; try discriminate D.
  - destruct r; try discriminate D;
      match type of D with match ?u with _ => _ end = true => destruct u as [|c|?|?|?|?|?]; try discriminate D end;
      apply andb_true_iff in D; destruct D as [C D]; apply Z.leb_le in C; apply (is_var_is k _ e) in D;
      cbn [means related value] in M; rewrite D in M; lia.
  - cbn [means] in M. destruct M as (N & J & _). apply orb_true_iff in D.
    destruct D as [D | D]; apply (is_var_is k _ e) in D; rewrite D in *; lia.
  - destruct M as [_ M]. apply existsb_exists in D. destruct D as (i & I & E). apply Nat.eqb_eq in E. subst i.
    rewrite Forall_forall in M. apply M, in_map_iff. exists k. auto.
  - destruct M as [M N]. apply orb_true_iff in D. destruct D; auto.
  - apply andb_true_iff in D. destruct D, M; auto.
  - destruct M as [x M]. apply orb_true_iff in D. destruct D as [D | D]; [exact (IHs (S k) (x :: e) D M)|].
    apply andb_true_iff in D. destruct D as [P D]. rewrite <- (other_is k s e x P M). exact (IHs 0%nat (x :: e) D M).
Qed.

(* What the variables of an expression are in a formula: a number of it, a sum of these, or a place and so many more. *)
Inductive val := Track (i : nat) | Sum (c : list Z) (k : Z) | Place (p : nat) (k : Z) | Lost.
Definition is (d : list N) (v : val) (z : Z) : Prop :=
  match v with
  | Track i => z = Z.of_N (nth i d 0%N)
  | Sum c k => z = dot c d + k
  | Place p k => exists j, nth p d 0%N = (b ^ j)%N /\ z = Z.of_N j + k
  | Lost => True
  end.
Definition lift (n : nat) (v : val) : val :=
  match v with
  | Track i => Track (n + i)
  | Sum c k => Sum (zeros_then n c) k
  | Place p k => Place (n + p) k
  | Lost => Lost
  end.
Lemma lift_is d v z new : is d v z -> is (new ++ d) (lift (length new) v) z.
Proof. destruct v; cbn [lift is]; rewrite ?nth_later, ?dot_later; auto. Qed.
Notation env_is d := (Forall2 (is d)).
Lemma lifted d env e new : env_is d env e -> env_is (new ++ d) (map (lift (length new)) env) e.
Proof. intro F. induction F; constructor; [apply lift_is|]; assumption. Qed.
Lemma lifted_one d env e x : env_is d env e -> env_is (x :: d) (map (lift 1) env) e.
Proof. exact (lifted d env e [x]). Qed.
Lemma at_env d env e i : env_is d env e -> is d (nth i env Lost) (nth i e 0).
Proof. intro F. revert i. induction F; intros [|i]; cbn [nth]; try exact I; [assumption | apply IHF]. Qed.

(* Terms, as sums; quotients are sought. *)
Definition then_ := nat -> list Z -> Z -> option formula.
Definition divided (quotient : bool) (a : Z) (n : nat) (c : list Z) (z : Z) (k : then_) : option formula :=
  let up f := Ex (and_ (Le (a :: opp c) z) (and_ (Le (- a :: c) (a - 1 - z)) f)) in
  let down f := Ex (and_ (Le (a :: c) (- z)) (and_ (Le (- a :: opp c) (a - 1 + z)) f)) in
  let first := if quotient then k (S n) [1] 0 else k (S n) (- a :: c) z in
  let second := if quotient then k (S n) [-1] 0 else k (S n) (a :: c) z in
  if no_less c && (0 <=? z) then option_map up first
  else match first, second with Some f, Some g => Some (or_ (up f) (down g)) | _, _ => None end.
Fixpoint term_ (env : list val) (t : num) (k : then_) : option formula :=
  match t with
  | V i => match nth i env Lost with Track i => k O (unit_at i) 0 | Sum c z => k O c z | _ => None end
  | K n => k O [] n
  | Plus s t =>
      term_ env s (fun n c z => term_ (map (lift n) env) t (fun m d y => k (m + n)%nat (plus (zeros_then m c) d) (z + y)))
  | Minus s t =>
      term_ env s (fun n c z => term_ (map (lift n) env) t (fun m d y => k (m + n)%nat (plus (zeros_then m c) (opp d)) (z - y)))
  | Times (K a) t => term_ env t (fun n c z => k n (map (Z.mul a) c) (a * z))
  | Times s (K a) => term_ env s (fun n c z => k n (map (Z.mul a) c) (a * z))
  | Quot s (K a) => if 0 <? a then term_ env s (fun n c z => divided true a n c z k) else None
  | Rem s (K a) => if 0 <? a then term_ env s (fun n c z => divided false a n c z k) else None
  | _ => None
  end.
Definition good (d : list N) (z : Z) (P : Prop) (k : then_) : Prop :=
  forall new c n f, k (length new) c n = Some f -> dot c (new ++ d) + n = z -> (holds b f (new ++ d) <-> P).
Lemma divided_is (quotient : bool) a d z P k f new c n : 0 < a -> good d (if quotient then Z.quot z a else Z.rem z a) P k ->
  divided quotient a (length new) c n k = Some f -> dot c (new ++ d) + n = z -> (holds b f (new ++ d) <-> P).
Proof.
  intros A G E D. set (e := new ++ d) in *.
  assert (forall f, (if quotient then k (S (length new)) [1] 0 else k (S (length new)) (- a :: c) n) = Some f ->
    (holds b (Ex (and_ (Le (a :: opp c) n) (and_ (Le (- a :: c) (a - 1 - n)) f))) e <-> 0 <= z /\ P)) as U.
  { intros g E1. assert (0 <= z -> Z.quot z a = z / a /\ Z.rem z a = z - a * (z / a)) as Q.
    { intro Z. rewrite Z.quot_div_nonneg, Z.rem_mod_nonneg by lia. pose proof (Z.div_mod z a ltac:(lia)). lia. }
    assert (forall x, Z.of_N x = z / a -> 0 <= z -> holds b g (x :: e) <-> P) as X.
    { intros x X Z. apply (G (x :: new) (if quotient then [1] else - a :: c) (if quotient then 0 else n) g).
      - destruct quotient; exact E1.
      - destruct (Q Z) as [Q1 Q2]. destruct quotient; cbn [app dot hd tl]; fold e; lia. }
    cbn [holds]. split.
    - intros [x H]. rewrite !and_is in H. cbn [holds dot hd tl] in H. rewrite dot_opp in H. destruct H as (L & M & H).
      assert (0 <= z) as Z by lia. split; [exact Z|]. apply (X x); [|exact Z|exact H].
      apply (Z.div_unique z a (Z.of_N x) (z - a * Z.of_N x)); lia.
    - intros [Z H]. exists (Z.to_N (z / a)). pose proof (Z.div_pos z a Z A). rewrite !and_is. cbn [holds dot hd tl].
      rewrite dot_opp, Z2N.id by lia. pose proof (Z.mul_div_le z a A). pose proof (Z.mul_succ_div_gt z a A).
      split; [lia|]. split; [lia|]. apply X; [apply Z2N.id; lia | exact Z | exact H]. }
  assert (forall f, (if quotient then k (S (length new)) [-1] 0 else k (S (length new)) (a :: c) n) = Some f ->
    (holds b (Ex (and_ (Le (a :: c) (- n)) (and_ (Le (- a :: opp c) (a - 1 + n)) f))) e <-> z <= 0 /\ P)) as W.
  { intros g E1. assert (z <= 0 -> Z.quot z a = - (- z / a) /\ Z.rem z a = z + a * (- z / a)) as Q.
    { intro Z. pose proof (Z.quot_rem z a ltac:(lia)). pose proof (Z.quot_opp_l z a ltac:(lia)) as O.
      rewrite Z.quot_div_nonneg in O by lia. lia. }
    assert (forall x, Z.of_N x = - z / a -> z <= 0 -> holds b g (x :: e) <-> P) as X.
    { intros x X Z. apply (G (x :: new) (if quotient then [-1] else a :: c) (if quotient then 0 else n) g).
      - destruct quotient; exact E1.
      - destruct (Q Z) as [Q1 Q2]. destruct quotient; cbn [app dot hd tl]; fold e; lia. }
    cbn [holds]. split.
    - intros [x H]. rewrite !and_is in H. cbn [holds dot hd tl] in H. rewrite dot_opp in H. destruct H as (L & M & H).
      assert (z <= 0) as Z by lia. split; [exact Z|]. apply (X x); [|exact Z|exact H].
      apply (Z.div_unique (- z) a (Z.of_N x) (- z - a * Z.of_N x)); lia.
    - intros [Z H]. exists (Z.to_N (- z / a)). pose proof (Z.div_pos (- z) a ltac:(lia) A). rewrite !and_is.
      cbn [holds dot hd tl]. rewrite dot_opp, Z2N.id by lia. pose proof (Z.mul_div_le (- z) a A).
      pose proof (Z.mul_succ_div_gt (- z) a A). split; [lia|]. split; [lia|].
      apply X; [apply Z2N.id; lia | exact Z | exact H]. }
  unfold divided in E. cbv zeta in E. destruct (no_less c && (0 <=? n)) eqn:S.
  - apply andb_true_iff in S. destruct S as [S T]. apply Z.leb_le in T. pose proof (no_less_is c S e).
    match type of E with option_map _ ?x = _ => destruct x as [g|] eqn:E1; [|discriminate E] end. injection E as <-.
    rewrite (U g eq_refl). intuition lia.
  - match type of E with match ?x with _ => _ end = _ => destruct x as [g|] eqn:E1; [|discriminate E] end.
    match type of E with match ?x with _ => _ end = _ => destruct x as [h|] eqn:E2; [|discriminate E] end.
    apply some_eq in E. subst f. rewrite or_is, (U g eq_refl), (W h eq_refl). pose proof (Z.le_ge_cases 0 z). intuition lia.
Qed.
Lemma term_is t : forall env d e P k f, env_is d env e -> good d (value t e) P k -> term_ env t k = Some f ->
  (holds b f d <-> P).
Proof.
  assert (forall env u d e P a k f, (forall k f, env_is d env e -> good d (value u e) P k -> term_ env u k = Some f -> (holds b f d <-> P)) ->
    env_is d env e -> good d (a * value u e) P k -> term_ env u (fun n c z => k n (map (Z.mul a) c) (a * z)) = Some f ->
    (holds b f d <-> P)) as T.
  { intros env u d e P a k f IH I G E. refine (IH _ f I _ E). intros new c n g F D. apply (G new _ _ g F).
    rewrite dot_times. lia. }
  induction t; intros env d e P k f I G E; cbn [term_ value] in *.
  - pose proof (at_env d env e i I) as A. destruct (nth i env Lost); try discriminate E; cbn [is] in A;
      apply (G [] _ _ f E); cbn [app]; rewrite ?dot_unit; lia.
  - apply (G [] _ _ f E). reflexivity.
  - refine (IHt1 env d e P _ f I _ E). intros new c n g F D.
    refine (IHt2 _ (new ++ d) e P _ g (lifted d env e new I) _ F). intros more c' n' h F' D'.
    rewrite app_assoc in *. apply (G (more ++ new) (plus (zeros_then (length more) c) c') (n + n')).
    + rewrite app_length. exact F'.
    + rewrite dot_plus, <- app_assoc, dot_later, app_assoc. lia.
  - refine (IHt1 env d e P _ f I _ E). intros new c n g F D.
    refine (IHt2 _ (new ++ d) e P _ g (lifted d env e new I) _ F). intros more c' n' h F' D'.
    rewrite app_assoc in *. apply (G (more ++ new) (plus (zeros_then (length more) c) (opp c')) (n - n')).
    + rewrite app_length. exact F'.
    + rewrite dot_plus, dot_opp, <- app_assoc, dot_later, app_assoc. lia.
  - destruct t1; destruct t2; try discriminate E;
      first [ refine (T env _ d e P _ k f _ I _ E); [intros; eapply IHt2; eassumption | exact G]
        | refine (T env _ d e P _ k f _ I _ E); [intros; eapply IHt1; eassumption |]; rewrite Z.mul_comm; exact G ].
  - destruct t2; try discriminate E. destruct (Z.ltb_spec 0 n); [|discriminate E].
    refine (IHt1 env d e P _ f I _ E). intros new c m g F D. exact (divided_is true n d _ P k g new c m H G F D).
  - destruct t2; try discriminate E. destruct (Z.ltb_spec 0 n); [|discriminate E].
    refine (IHt1 env d e P _ f I _ E). intros new c m g F D. exact (divided_is false n d _ P k g new c m H G F D).
Qed.
End Base.
