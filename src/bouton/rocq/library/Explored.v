(* The kernel goes through all that is derived from a formula of [Places.v] by the digits of all numbers; that each holds
   of zeros proves that it holds of all numbers. *)
Require Import ZArith Lia List Bool FMapPositive Places.
Import ListNotations.
Open Scope Z_scope.

Section Base.
Variable b : N.
Hypothesis big : (1 < b)%N.
Local Notation holds := (holds b).
Local Notation derived := (derived b).
Local Notation accepted := (accepted b).
Local Notation steady := (steady b).
Local Notation fine := (fine b).
Local Notation step := (step b).
Local Notation all_digits := (all_digits b).
Let fine_nil := fine_nil b big.
Let derived_is := derived_is b big.
Let halved := halved b big.

(* What is 0 need not be there. *)
Definition alike (e d : list N) : Prop := forall i, nth i e 0%N = nth i d 0%N.
Lemma alike_hd e d : alike e d -> hd 0%N e = hd 0%N d.
Proof. intro A. specialize (A 0%nat). destruct e, d; exact A. Qed.
Lemma alike_tl e d : alike e d -> alike (tl e) (tl d).
Proof. intros A i. rewrite <- !nth_tl. apply A. Qed.
Lemma alike_cons x e d : alike e d -> alike (x :: e) (x :: d).
Proof. intros A [|i]; [reflexivity | exact (A i)]. Qed.
Lemma dot_alike c : forall e d, alike e d -> dot c e = dot c d.
Proof.
  induction c as [|a c IH]; intros e d A; cbn [dot]; [reflexivity|].
  rewrite (alike_hd e d A), (IH _ _ (alike_tl e d A)). reflexivity.
Qed.
Lemma holds_alike f : forall e d, alike e d -> holds f e <-> holds f d.
Proof.
  induction f; intros e d' L; cbn [holds]; rewrite ?(dot_alike _ e d' L), ?(L p), ?(L i), ?(IHf e d' L),
    ?(IHf1 e d' L), ?(IHf2 e d' L); try reflexivity.
  - rewrite (map_ext _ _ L). reflexivity.
  - split; intros [x H]; exists x; apply (IHf (x :: e) (x :: d') (alike_cons x e d' L)); exact H.
Qed.
Lemma alike_zeros n : alike (repeat 0%N n) [].
Proof. intro i. revert n. induction i as [|i IH]; intros [|n]; try reflexivity. cbn. rewrite IH. destruct i; reflexivity. Qed.
Lemma fine_alike a : Forall (fun d => (d < b)%N) a -> fine a.
Proof. intro A. induction A; [exact fine_nil | apply fine_cons; assumption]. Qed.

(* Formulas are found by a number of theirs; no two need have different ones. *)
Definition mixed (a : positive) (n : Z) : positive :=
  match (Zpos a * 31 + 2 * n) mod 1048573 with Zpos q => q | _ => 1%positive end.
Fixpoint number (f : formula) (a : positive) : positive :=
  match f with
  | Cst d => mixed a (if d then 1 else 2)
  | Le _ k => mixed (mixed a 3) k
  | Eq _ k => mixed (mixed a 4) k
  | Pow _ r _ => mixed (mixed a 5) (Z.of_N r)
  | Dig d _ _ => mixed (mixed a 6) (Z.of_N d)
  | Run _ q _ => mixed (mixed a 11) (Z.of_nat q)
  | Imp f g => number g (number f (mixed a 7))
  | And f g => number g (number f (mixed a 8))
  | Or f g => number g (number f (mixed a 9))
  | Ex f => number f (mixed a 10)
  end.
Definition table := PositiveMap.t (list formula).
Definition bucket (k : positive) (t : table) := match PositiveMap.find k t with Some l => l | None => [] end.
Definition member (f : formula) (t : table) : bool := existsb (same f) (bucket (number f 1) t).
Definition put (f : formula) (t : table) : table :=
  PositiveMap.add (number f 1) (f :: bucket (number f 1) t) t.
Definition made (l : list formula) : table := fold_right put (PositiveMap.empty _) l.
Lemma in_bucket l k f : In f (bucket k (made l)) -> In f l.
Proof.
  revert k. induction l as [|g l IH]; intros k; cbn [made fold_right].
  - unfold bucket. rewrite PositiveMap.gempty. intros [].
  - unfold put, bucket at 1. destruct (Pos.eq_dec k (number g 1)) as [-> | N].
    + rewrite PositiveMap.gss. intros [-> | I]; [left; reflexivity | right; exact (IH _ I)].
    + rewrite PositiveMap.gso by exact N. intro I. right. exact (IH k I).
Qed.
Lemma member_in f l : member f (made l) = true -> In f l.
Proof.
  unfold member. rewrite existsb_exists. intros (g & I & E). apply same_is in E. subst g. exact (in_bucket l _ f I).
Qed.

(* All that is derived from a formula by some letters; those of [todo] are still to be derived from. *)
Section Closure.
Variable letters : list (list N).
Inductive reached (f : formula) : formula -> Prop :=
| itself : reached f f
| after g a : reached f g -> In a letters -> reached f (derived a g).
Fixpoint added (new todo seen : list formula) (t : table) : list formula * list formula * table :=
  match new with
  | [] => (todo, seen, t)
  | g :: new => if member g t then added new todo seen t else added new (g :: todo) (g :: seen) (put g t)
  end.
Fixpoint explored (fuel : nat) (todo seen : list formula) (t : table) : option (list formula) :=
  match todo with
  | [] => Some seen
  | g :: todo =>
      match fuel with
      | O => None
      | S fuel =>
          let '(todo, seen, t) := added (map (fun a => derived a g) letters) todo seen t in explored fuel todo seen t
      end
  end.
Definition closure (fuel : nat) (f : formula) : option (list formula) := explored fuel [f] [f] (made [f]).
Lemma added_is new : forall todo seen todo' seen' t', added new todo seen (made seen) = (todo', seen', t') ->
  t' = made seen' /\ incl seen seen' /\ incl new seen' /\ incl todo todo' /\
  (forall g, In g seen' -> In g seen \/ In g new /\ In g todo') /\ (forall g, In g todo' -> In g todo \/ In g seen').
Proof.
  induction new as [|g new IH]; intros todo seen todo' seen' t' E; cbn [added] in E.
  - injection E as <- <- <-. repeat split; auto using incl_refl, incl_nil_l.
  - destruct (member g (made seen)) eqn:M.
    + apply member_in in M. destruct (IH _ _ _ _ _ E) as (T & I & N & D & A & B). repeat split; auto.
      * intros x [<- | X]; auto.
      * intros x X. destruct (A x X) as [Y | [Y Z]]; [left | right; split; [right|]]; assumption.
    + change (put g (made seen)) with (made (g :: seen)) in E. destruct (IH _ _ _ _ _ E) as (T & I & N & D & A & B).
      repeat split; auto.
      * intros x X. apply I. right. exact X.
      * intros x [<- | X]; [apply I; left; reflexivity | auto].
      * intros x X. apply D. right. exact X.
      * intros x X. destruct (A x X) as [[<- | Y] | [Y Z]]; auto.
        -- right. split; [left; reflexivity | apply D; left; reflexivity].
        -- right. split; [right|]; assumption.
      * intros x X. destruct (B x X) as [[<- | Y] | Y]; auto. right. apply I. left. reflexivity.
Qed.
Lemma explored_is f fuel : forall todo seen l, explored fuel todo seen (made seen) = Some l -> In f seen ->
  incl todo seen -> (forall g, In g seen -> reached f g) ->
  (forall g a, In g seen -> ~ In g todo -> In a letters -> In (derived a g) seen) ->
  In f l /\ (forall g a, In g l -> In a letters -> In (derived a g) l) /\ (forall g, In g l -> reached f g).
Proof.
  induction fuel as [|fuel IH]; intros [|g todo] seen l E F I R C; cbn [explored] in E; try discriminate E.
  1, 2: injection E as <-; auto.
  destruct (added _ todo seen (made seen)) as [[todo' seen'] t'] eqn:A.
  destruct (added_is _ _ _ _ _ _ A) as (-> & J & N & D & P & Q).
  apply (IH todo' seen' l E); auto.
  - intros x X. destruct (Q x X) as [Y | Y]; [|exact Y]. apply J, I. right. exact Y.
  - intros x X. destruct (P x X) as [Y | [Y _]]; [exact (R x Y)|]. apply in_map_iff in Y.
    destruct Y as (a & <- & Y). apply after; [|exact Y]. apply R, I. left. reflexivity.
  - intros x a X T L. destruct (P x X) as [Y | [_ Y]]; [|destruct (T Y)]. destruct (order x g) eqn:O; [apply order_is in O; subst x| |].
    + apply N, in_map_iff. exists a. auto.
    + apply J, C; [exact Y | | exact L]. intros [-> | Z]; [rewrite order_same in O; discriminate O | apply T, D, Z].
    + apply J, C; [exact Y | | exact L]. intros [-> | Z]; [rewrite order_same in O; discriminate O | apply T, D, Z].
Qed.
Lemma closure_is fuel f l : closure fuel f = Some l ->
  In f l /\ (forall g a, In g l -> In a letters -> In (derived a g) l) /\ (forall g, In g l -> reached f g).
Proof.
  intro E. apply (explored_is f fuel [f] [f] l E); [left; reflexivity | apply incl_refl | |].
  - intros g [<- | []]. apply itself.
  - intros g a [<- | []] T. destruct T. left. reflexivity.
Qed.
End Closure.

(* Whether a formula holds of zeros; one that seeks a number holds where one of its derivatives does, by the digits of
   that number alone. *)
Definition both (o : bool -> bool -> bool) (a c : option bool) : option bool :=
  match a, c with Some a, Some c => Some (o a c) | _, _ => None end.
Fixpoint any (f : formula -> option bool) (l : list formula) : option bool :=
  match l with
  | [] => Some false
  | g :: l => match f g with Some true => Some true | Some false => any f l | None => None end
  end.
Definition single : list (list N) := map (fun d => [d]) all_digits.
Fixpoint of_zeros (depth fuel : nat) : formula -> option bool :=
  fix go (f : formula) : option bool :=
    match f with
    | Cst d => Some d
    | Le _ k => Some (0 <=? k)
    | Eq _ k => Some (k =? 0)
    | Pow _ _ _ | Dig _ _ _ => Some false
    | Run A q l => Some (steady (length l) A && ends A q)
    | Imp f g => both implb (go f) (go g)
    | And f g => both andb (go f) (go g)
    | Or f g => both orb (go f) (go g)
    | Ex f =>
        match depth with
        | O => None
        | S depth =>
            match closure single fuel f with Some l => any (of_zeros depth fuel) l | None => None end
        end
    end.
Lemma dot_nil c : dot c [] = 0.
Proof. induction c as [|a c IH]; cbn [dot hd tl]; [reflexivity | rewrite IH; cbn; lia]. Qed.
Lemma any_is z l v : any z l = Some v ->
  if v then exists g, In g l /\ z g = Some true else forall g, In g l -> z g = Some false.
Proof.
  induction l as [|g l IH]; cbn [any]; [intro E; injection E as <-; intros g []|].
  destruct (z g) as [[]|] eqn:G; [intro E; injection E as <-; exists g; cbn; auto | | discriminate].
  intro E. apply IH in E. destruct v.
  - destruct E as (h & H & T). exists h. cbn. auto.
  - intros h [<- | H]; auto.
Qed.
Lemma no_power j : (0 <> b ^ j)%N.
Proof. intro E. symmetry in E. apply N.pow_nonzero in E; lia. Qed.
Lemma reached_holds f g : reached single f g -> (exists x, holds g [x]) -> exists x, holds f [x].
Proof.
  intro R. induction R as [|g a R IH A]; [auto|]. intros [x X]. apply IH. apply in_map_iff in A.
  destruct A as (d & <- & D). apply digits_are in D. apply derived_is in X; [eauto|].
  apply fine_cons; [exact D | exact fine_nil].
Qed.
Theorem of_zeros_is depth fuel : forall f v, of_zeros depth fuel f = Some v -> (holds f [] <-> v = true).
Proof.
  assert (forall p (e : N), nth p [] e = e) as nil by (intros [] e; reflexivity).
  assert (forall l, map (fun i => nth i [] 0%N) l = repeat 0%N (length l)) as nils.
  { intro l. induction l as [|i l IH]; cbn [map length repeat]; rewrite ?nil, ?IH; reflexivity. }
  induction depth as [|depth D]; induction f as [a | c k | c k | m r p | d p i | A q l | f F g G | f F g G | f F g G | f F];
    intros v E;
    lazymatch type of E with
    | of_zeros ?d ?u (And ?f ?g) = _ => change (both andb (of_zeros d u f) (of_zeros d u g) = Some v) in E
    | of_zeros ?d ?u (Or ?f ?g) = _ => change (both orb (of_zeros d u f) (of_zeros d u g) = Some v) in E
    | of_zeros ?d ?u (Imp ?f ?g) = _ => change (both implb (of_zeros d u f) (of_zeros d u g) = Some v) in E
    | _ => cbn in E; try discriminate E
    end;
    lazymatch type of E with
    | both _ ?a ?b = _ =>
        destruct a as [u|]; [|discriminate E]; destruct b as [w|]; [|discriminate E]; injection E as <-; cbn [holds];
        rewrite (F u eq_refl), (G w eq_refl); destruct u, w; cbn; intuition discriminate
    | Some _ = _ =>
        injection E as <-; cbn [holds]; rewrite ?dot_nil, ?nil, ?nils, ?accepted_zeros, ?Z.leb_le, ?Z.eqb_eq;
        try (intuition congruence);
        (split; [intros (j & J & _); destruct (no_power j J) | discriminate])
    | _ => idtac
    end.
  destruct (closure _ fuel f) as [l|] eqn:C; [|discriminate E]. apply closure_is in C. destruct C as (I & S & R).
  apply any_is in E. cbn [holds]. destruct v; (split; [|try discriminate]).
  - reflexivity.
  - intros _. destruct E as (g & G & T). apply (reached_holds f g (R g G)). exists 0%N.
    apply (holds_alike g [0%N] [] (alike_zeros 1)), (D g true T). reflexivity.
  - intros [x X]. exfalso. revert f I S R X F. enough (forall f, In f l ->
      (forall g a, In g l -> In a single -> In (derived a g) l) -> holds f [x] -> False) as N by (intros; eapply N; eassumption).
    induction x as [x IH] using (well_founded_induction N.lt_wf_0). intros f I S X.
    destruct (N.eq_dec x 0) as [-> | N].
    + apply (holds_alike f [0%N] [] (alike_zeros 1)), (D f false (E f I)) in X. discriminate X.
    + destruct (halved x) as (d & y & L & ->). change (holds f (step [d] [y])) in X.
      apply derived_is in X; [|apply fine_cons; [exact L | exact fine_nil]].
      refine (IH y _ _ (S f [d] I _) S X); [nia|]. apply in_map_iff. exists d. split; [reflexivity|]. apply digits_are, L.
Qed.

(* The decision: of formulas on so many numbers. *)
Fixpoint letters (n : nat) : list (list N) :=
  match n with O => [[]] | S n => flat_map (fun a => map (fun d => d :: a) all_digits) (letters n) end.
Definition decided (n depth fuel : nat) (f : formula) : bool :=
  match closure (letters n) fuel f with
  | Some l => forallb (fun g => match of_zeros depth fuel g with Some true => true | _ => false end) l
  | None => false
  end.
Lemma a_letter e : exists a d, In a (letters (length e)) /\ fine a /\ length d = length e /\ e = step a d /\
  (fold_right N.add 0 d <= fold_right N.add 0 e)%N /\
  (fold_right N.add 0 d = fold_right N.add 0 e -> fold_right N.add 0 e = 0)%N.
Proof.
  induction e as [|x e (a & d & A & F & L & E & S & Z)]; [exists [], []; cbn; auto 7 using N.le_refl, fine_nil|].
  destruct (halved x) as (c & y & C & ->). exists (c :: a), (y :: d). cbn [letters length fold_right]. split.
  - apply in_flat_map. exists a. split; [exact A|]. apply in_map_iff. exists c. split; [reflexivity|].
    apply digits_are, C.
  - split; [apply fine_cons; assumption|]. split; [congruence|]. split; [cbn [step hd tl]; congruence|]. nia.
Qed.
Theorem decided_is n depth fuel f : decided n depth fuel f = true -> forall e, length e = n -> holds f e.
Proof.
  unfold decided. destruct (closure (letters n) fuel f) as [l|] eqn:C; [|discriminate]. intros A e.
  apply closure_is in C. destruct C as (I & S & _). rewrite forallb_forall in A. revert f I.
  remember (N.to_nat (fold_right N.add 0%N e)) as m eqn:M. revert e M.
  induction m as [m IH] using lt_wf_ind. intros e M f I L. destruct (a_letter e) as (a & d & B & F & L' & E & W & Z).
  destruct (N.eq_dec (fold_right N.add 0%N e) 0) as [Y | N].
  - assert (alike e []) as Q.
    { replace e with (repeat 0%N (length e)); [apply alike_zeros|]. clear - Y. induction e as [|x e IH]; [reflexivity|].
      cbn in *. rewrite IH by lia. f_equal. lia. }
    apply (holds_alike f e [] Q). specialize (A f I).
    destruct (of_zeros depth fuel f) as [[]|] eqn:O; try discriminate A.
    apply (of_zeros_is depth fuel f true O). reflexivity.
  - rewrite E. apply derived_is; [exact F|]. apply (IH (N.to_nat (fold_right N.add 0%N d))); [lia | reflexivity | | lia].
    apply S; [exact I | rewrite <- L; exact B].
Qed.
End Base.
