(* Formulas on natural numbers that are read digit by digit in base 2, the least digit first, decided by computation.
   An automaton is not kept apart from its formula: its states are formulas. What a formula says of numbers that begin
   with some digits, a letter, its derivative says of what is left of them. So the adder's relation is a linear equation
   with a carry, products are the connectives, and a projection, which is not deterministic, has the disjunction of two
   derivatives. The kernel goes through all derivatives of a formula; that these are all, and that each holds of zeros,
   proves that it holds of all numbers. *)
Require Import ZArith Lia List Bool FMapPositive.
Import ListNotations.
Open Scope Z_scope.

(* Numbers of which each digit comes from those of others in its place. *)
Inductive tree := Leaf (i : nat) | Xor (s t : tree) | Land (s t : tree) | Lor (s t : tree).
Inductive formula :=
| Cst (b : bool)
| Le (c : list Z) (k : Z)
| Eq (c : list Z) (k : Z)
| Zero (t : tree)
| And (f g : formula)
| Or (f g : formula)
| Imp (f g : formula)
| Ex (f : formula).

(* What they say of numbers x_0, x_1, ...; those that are not there are 0. *)
Fixpoint dot (c : list Z) (e : list N) : Z :=
  match c with [] => 0 | a :: c => a * Z.of_N (hd 0%N e) + dot c (tl e) end.
Fixpoint joined (t : tree) (e : list N) : N :=
  match t with
  | Leaf i => nth i e 0%N
  | Xor s t => N.lxor (joined s e) (joined t e)
  | Land s t => N.land (joined s e) (joined t e)
  | Lor s t => N.lor (joined s e) (joined t e)
  end.
Fixpoint holds (f : formula) (e : list N) : Prop :=
  match f with
  | Cst b => b = true
  | Le c k => dot c e <= k
  | Eq c k => dot c e = k
  | Zero t => joined t e = 0%N
  | And f g => holds f e /\ holds g e
  | Or f g => holds f e \/ holds g e
  | Imp f g => holds f e -> holds g e
  | Ex f => exists x, holds f (x :: e)
  end.

(* A letter has a digit of each number; [step b e] are the numbers with these least digits. *)
Definition bit (b : bool) : N := if b then 1%N else 0%N.
Fixpoint step (b : list bool) (e : list N) : list N :=
  match b with [] => map (fun x => (2 * x)%N) e | d :: b => (2 * hd 0%N e + bit d)%N :: step b (tl e) end.
Lemma hd_step b e : hd 0%N (step b e) = (2 * hd 0%N e + bit (hd false b))%N.
Proof. destruct b as [|d b]; [destruct e; cbn [map hd step bit]; lia | reflexivity]. Qed.
Lemma tl_step b e : tl (step b e) = step (tl b) (tl e).
Proof. destruct b as [|d b]; [destruct e; reflexivity | reflexivity]. Qed.
Fixpoint dots (c : list Z) (b : list bool) : Z :=
  match c with [] => 0 | a :: c => (if hd false b then a else 0) + dots c (tl b) end.
Fixpoint digit (t : tree) (b : list bool) : bool :=
  match t with
  | Leaf i => nth i b false
  | Xor s t => xorb (digit s b) (digit t b)
  | Land s t => digit s b && digit t b
  | Lor s t => digit s b || digit t b
  end.
Lemma dot_step c : forall b e, dot c (step b e) = 2 * dot c e + dots c b.
Proof.
  induction c as [|a c IH]; intros b e; cbn [dot dots]; [reflexivity|]. rewrite hd_step, tl_step, IH.
  destruct (hd false b); cbn [bit]; lia.
Qed.
Lemma nth_tl {A} i (l : list A) d : nth (S i) l d = nth i (tl l) d.
Proof. destruct l; [destruct i|]; reflexivity. Qed.
Lemma nth_step i : forall b e, nth i (step b e) 0%N = (2 * nth i e 0 + bit (nth i b false))%N.
Proof.
  induction i as [|i IH]; intros b e; [|rewrite !nth_tl, tl_step; apply IH].
  pose proof (hd_step b e) as H. destruct b, e; exact H.
Qed.
Lemma pair_step x y c d :
  N.lxor (2 * x + bit c) (2 * y + bit d) = (2 * N.lxor x y + bit (xorb c d))%N /\
  N.land (2 * x + bit c) (2 * y + bit d) = (2 * N.land x y + bit (c && d))%N /\
  N.lor (2 * x + bit c) (2 * y + bit d) = (2 * N.lor x y + bit (c || d))%N.
Proof.
  destruct x, y, c, d; cbn; repeat split; try reflexivity;
    first [destruct (Pos.lxor _ _) | destruct (Pos.land _ _)]; reflexivity.
Qed.
Lemma joined_step t b e : joined t (step b e) = (2 * joined t e + bit (digit t b))%N.
Proof.
  induction t as [i | s S t T | s S t T | s S t T]; cbn [joined digit]; [apply nth_step| | |]; rewrite S, T;
    destruct (pair_step (joined s e) (joined t e) (digit s b) (digit t b)) as (X & A & O); assumption.
Qed.

(* Formulas are compared, and put together so that what is settled goes out. *)
Definition same_tree : forall s t : tree, {s = t} + {s <> t}.
Proof. decide equality; apply Nat.eq_dec. Defined.
Definition same_formula : forall f g : formula, {f = g} + {f <> g}.
Proof.
  decide equality; first [apply bool_dec | apply Z.eq_dec | apply same_tree | apply list_eq_dec, Z.eq_dec].
Defined.
Definition is_same (f g : formula) : bool := if same_formula f g then true else false.
Lemma is_same_is f g : is_same f g = true -> f = g.
Proof. unfold is_same. destruct (same_formula f g); [auto | discriminate]. Qed.
Definition and_ (f g : formula) : formula :=
  match f, g with
  | Cst false, _ | _, Cst false => Cst false
  | Cst true, h | h, Cst true => h
  | _, _ => And f g
  end.
Definition imp_ (f g : formula) : formula :=
  match f, g with Cst false, _ | _, Cst true => Cst true | Cst true, _ => g | _, _ => Imp f g end.
(* One more disjunct, where it is none yet; and those of another formula. *)
Fixpoint has (f g : formula) : bool := is_same f g || match g with Or g h => is_same f g || has f h | _ => false end.
Definition or_one (f g : formula) : formula :=
  match f, g with
  | Cst true, _ | _, Cst true => Cst true
  | Cst false, h | h, Cst false => h
  | _, _ => if has f g then g else Or f g
  end.
Fixpoint or_ (f g : formula) : formula := match f with Or f h => or_one f (or_ h g) | _ => or_one f g end.
Definition ex_ (f : formula) : formula := match f with Cst b => Cst b | _ => Ex f end.
Lemma and_is f g e : holds (and_ f g) e <-> holds f e /\ holds g e.
Proof. destruct f as [[]|?|?|?|?|?|?|?], g as [[]|?|?|?|?|?|?|?]; cbn; intuition discriminate. Qed.
Lemma imp_is f g e : holds (imp_ f g) e <-> (holds f e -> holds g e).
Proof. destruct f as [[]|?|?|?|?|?|?|?], g as [[]|?|?|?|?|?|?|?]; cbn; intuition discriminate. Qed.
Lemma has_is f g e : has f g = true -> holds f e -> holds g e.
Proof.
  revert f. induction g; intros h H F; cbn [has] in H; apply orb_true_iff in H; destruct H as [H | H];
    try (apply is_same_is in H; subst h; exact F); try discriminate H.
  apply orb_true_iff in H. destruct H as [H | H]; [apply is_same_is in H; subst h; left; exact F|].
  right. eapply IHg2; eassumption.
Qed.
Lemma or_one_is f g e : holds (or_one f g) e <-> holds f e \/ holds g e.
Proof.
  assert (holds (if has f g then g else Or f g) e <-> holds f e \/ holds g e) as P.
  { destruct (has f g) eqn:H; [|reflexivity]. pose proof (has_is f g e H). tauto. }
  destruct f as [[]|?|?|?|?|?|?|?], g as [[]|?|?|?|?|?|?|?]; first [exact P | cbn; intuition discriminate].
Qed.
Lemma or_is f g e : holds (or_ f g) e <-> holds f e \/ holds g e.
Proof.
  revert g. induction f; intro g; cbn [or_]; rewrite or_one_is; try reflexivity. rewrite IHf2. cbn [holds]. tauto.
Qed.
Lemma ex_is f e : holds (ex_ f) e <-> exists x, holds f (x :: e).
Proof. destruct f; cbn; try reflexivity. split; [exists 0%N; assumption | intros [_ H]; exact H]. Qed.

Fixpoint derived (b : list bool) (f : formula) : formula :=
  match f with
  | Cst d => Cst d
  | Le c k => Le c ((k - dots c b) / 2)
  | Eq c k => let n := k - dots c b in if Z.even n then Eq c (n / 2) else Cst false
  | Zero t => if digit t b then Cst false else Zero t
  | And f g => and_ (derived b f) (derived b g)
  | Or f g => or_ (derived b f) (derived b g)
  | Imp f g => imp_ (derived b f) (derived b g)
  | Ex f => ex_ (or_ (derived (false :: b) f) (derived (true :: b) f))
  end.
Lemma halved x : exists d y, x = (2 * y + bit d)%N.
Proof.
  exists (N.odd x), (N.div2 x). rewrite (N.div2_odd x) at 1. destruct (N.odd x); reflexivity.
Qed.
Theorem derived_is f : forall b e, holds f (step b e) <-> holds (derived b f) e.
Proof.
  induction f; intros b' e; cbn [derived].
  - reflexivity.
  - cbn [holds]. rewrite dot_step. set (n := dots c b'). split; intro H.
    + apply Z.div_le_lower_bound; lia.
    + pose proof (Z.mul_div_le (k - n) 2). lia.
  - cbn [holds]. rewrite dot_step. set (n := dots c b'). destruct (Z.even (k - n)) eqn:E; cbn [holds].
    + apply Z.even_spec in E. destruct E as [q E]. rewrite E, (Z.mul_comm 2 q), Z.div_mul by discriminate. lia.
    + split; [|discriminate]. intro H. exfalso. replace (k - n) with (2 * dot c e) in E by lia.
      rewrite Z.even_mul in E. discriminate E.
  - cbn [holds]. rewrite joined_step. destruct (digit t b'); cbn [holds bit]; [split; [lia | discriminate] | lia].
  - rewrite and_is, <- IHf1, <- IHf2. reflexivity.
  - rewrite or_is, <- IHf1, <- IHf2. reflexivity.
  - rewrite imp_is, <- IHf1, <- IHf2. reflexivity.
  - rewrite ex_is. cbn [holds]. split.
    + intros [x H]. destruct (halved x) as (d & y & ->). exists y. rewrite or_is.
      change (holds f (step (d :: b') (y :: e))) in H. apply IHf in H. destruct d; auto.
    + intros [y H]. rewrite or_is in H. destruct H as [H | H]; apply IHf in H.
      * exists (2 * y + bit false)%N. exact H.
      * exists (2 * y + bit true)%N. exact H.
Qed.

(* What is 0 need not be there. *)
Definition alike (e d : list N) : Prop := forall i, nth i e 0%N = nth i d 0%N.
Lemma alike_hd e d : alike e d -> hd 0%N e = hd 0%N d.
Proof. intro A. specialize (A 0%nat). destruct e, d; exact A. Qed.
Lemma alike_tl e d : alike e d -> alike (tl e) (tl d).
Proof. intros A i. specialize (A (S i)). destruct e, d; cbn in *; try exact A; destruct i; exact A. Qed.
Lemma alike_cons x e d : alike e d -> alike (x :: e) (x :: d).
Proof. intros A [|i]; [reflexivity | exact (A i)]. Qed.
Lemma holds_alike f : forall e d, alike e d -> holds f e <-> holds f d.
Proof.
  assert (forall c e d, alike e d -> dot c e = dot c d) as D.
  { induction c as [|a c IH]; intros e d A; cbn [dot]; [reflexivity|].
    rewrite (alike_hd e d A), (IH _ _ (alike_tl e d A)). reflexivity. }
  assert (forall t e d, alike e d -> joined t e = joined t d) as X.
  { intros t e d A. induction t; cbn [joined]; [apply A | congruence..]. }
  induction f; intros e d A; cbn [holds].
  - reflexivity.
  - rewrite (D c e d A). reflexivity.
  - rewrite (D c e d A). reflexivity.
  - rewrite (X t e d A). reflexivity.
  - rewrite (IHf1 e d A), (IHf2 e d A). reflexivity.
  - rewrite (IHf1 e d A), (IHf2 e d A). reflexivity.
  - rewrite (IHf1 e d A), (IHf2 e d A). reflexivity.
  - split; intros [x H]; exists x; apply (IHf (x :: e) (x :: d) (alike_cons x e d A)); exact H.
Qed.

(* Formulas are found by a number of theirs; no two need have different ones. *)
Definition mixed (a : positive) (n : Z) : positive :=
  match (Zpos a * 31 + 2 * n) mod 1048573 with Zpos q => q | _ => 1%positive end.
Fixpoint number (f : formula) (a : positive) : positive :=
  match f with
  | Cst b => mixed a (if b then 1 else 2)
  | Le _ k => mixed (mixed a 3) k
  | Eq _ k => mixed (mixed a 4) k
  | Zero _ => mixed a 5
  | And f g => number g (number f (mixed a 6))
  | Or f g => number g (number f (mixed a 7))
  | Imp f g => number g (number f (mixed a 8))
  | Ex f => number f (mixed a 9)
  end.
Definition key (f : formula) : positive := number f 1%positive.
Definition table := PositiveMap.t (list formula).
Definition bucket (k : positive) (t : table) := match PositiveMap.find k t with Some l => l | None => [] end.
Definition member (f : formula) (t : table) : bool := existsb (is_same f) (bucket (key f) t).
Definition put (f : formula) (t : table) : table := PositiveMap.add (key f) (f :: bucket (key f) t) t.
Definition made (l : list formula) : table := fold_right put (PositiveMap.empty _) l.
Lemma in_bucket l k f : In f (bucket k (made l)) -> In f l.
Proof.
  revert k. induction l as [|g l IH]; intros k; cbn [made fold_right].
  - unfold bucket. rewrite PositiveMap.gempty. intros [].
  - unfold put, bucket at 1. destruct (Pos.eq_dec k (key g)) as [-> | N].
    + rewrite PositiveMap.gss. intros [-> | I]; [left; reflexivity | right; exact (IH _ I)].
    + rewrite PositiveMap.gso by exact N. intro I. right. exact (IH k I).
Qed.
Lemma member_in f l : member f (made l) = true -> In f l.
Proof.
  unfold member. rewrite existsb_exists. intros (g & I & E). apply is_same_is in E. subst g. exact (in_bucket l _ f I).
Qed.

(* All that is derived from a formula by some letters. *)
Section Closure.
Variable letters : list (list bool).
Inductive reached (f : formula) : formula -> Prop :=
| itself : reached f f
| next g b : reached f g -> In b letters -> reached f (derived b g).
Fixpoint added (new : list formula) (todo seen : list formula) (t : table) : list formula * list formula * table :=
  match new with
  | [] => (todo, seen, t)
  | g :: new => if member g t then added new todo seen t else added new (g :: todo) (g :: seen) (put g t)
  end.
Fixpoint searched (fuel : nat) (todo seen : list formula) (t : table) : list formula :=
  match fuel, todo with
  | S fuel, g :: todo =>
      let '(todo, seen, t) := added (map (fun b => derived b g) letters) todo seen t in searched fuel todo seen t
  | _, _ => seen
  end.
Definition closed (l : list formula) : bool :=
  let t := made l in forallb (fun g => forallb (fun b => member (derived b g) t) letters) l.
Definition closure (fuel : nat) (f : formula) : option (list formula) :=
  let l := searched fuel [f] [f] (put f (PositiveMap.empty _)) in if closed l then Some l else None.
Lemma added_keeps (P : formula -> Prop) new : forall todo seen t, Forall P new -> Forall P todo -> Forall P seen ->
  let '(todo', seen', _) := added new todo seen t in Forall P todo' /\ Forall P seen' /\ incl seen seen'.
Proof.
  induction new as [|g new IH]; intros todo seen t N T S; cbn [added]; [split; [|split]; auto using incl_refl|].
  inversion N; subst. destruct (member g t); [apply IH; assumption|].
  specialize (IH (g :: todo) (g :: seen) (put g t)).
  destruct (added new (g :: todo) (g :: seen) (put g t)) as [[a b] c].
  destruct IH as (A & B & I); auto. split; [exact A|]. split; [exact B|]. intros x X. apply I. right. exact X.
Qed.
Lemma searched_reached f fuel : forall todo seen t, Forall (reached f) todo -> Forall (reached f) seen ->
  Forall (reached f) (searched fuel todo seen t) /\ incl seen (searched fuel todo seen t).
Proof.
  induction fuel as [|fuel IH]; intros todo seen t T S; cbn [searched]; [split; auto using incl_refl|].
  destruct todo as [|g todo]; [split; auto using incl_refl|]. inversion T as [|? ? G T']; subst.
  pose proof (added_keeps (reached f) (map (fun b => derived b g) letters) todo seen t) as K.
  destruct (added _ todo seen t) as [[a b] c]. destruct K as (A & B & I); auto.
  - apply Forall_forall. intros x X. apply in_map_iff in X. destruct X as (d & <- & D). apply next; assumption.
  - destruct (IH a b c A B) as [R J]. split; [exact R|]. intros x X. apply J, I, X.
Qed.
Lemma closure_is fuel f l : closure fuel f = Some l ->
  In f l /\ (forall g b, In g l -> In b letters -> In (derived b g) l) /\ (forall g, In g l -> reached f g).
Proof.
  unfold closure. set (l' := searched _ _ _ _). destruct (closed l') eqn:C; [|discriminate]. intro E. injection E as <-.
  assert (Forall (reached f) [f]) as F by (constructor; [apply itself | constructor]).
  destruct (searched_reached f fuel [f] [f] (put f (PositiveMap.empty _)) F F) as [R I]. fold l' in R, I.
  split; [apply I; left; reflexivity|]. split.
  - intros g b G B. unfold closed in C. rewrite forallb_forall in C. specialize (C g G). rewrite forallb_forall in C.
    apply member_in, C, B.
  - intros g G. rewrite Forall_forall in R. apply R, G.
Qed.
End Closure.

(* Whether a formula holds of zeros; one that seeks a number holds where one of its derivatives does, by the digits of
   that number alone. *)
Definition both (o : bool -> bool -> bool) (a b : option bool) : option bool :=
  match a, b with Some a, Some b => Some (o a b) | _, _ => None end.
Fixpoint of_zeros (depth fuel : nat) : formula -> option bool :=
  fix go (f : formula) : option bool :=
    match f with
    | Cst b => Some b
    | Le _ k => Some (0 <=? k)
    | Eq _ k => Some (k =? 0)
    | Zero _ => Some true
    | And f g => both andb (go f) (go g)
    | Or f g => both orb (go f) (go g)
    | Imp f g => both implb (go f) (go g)
    | Ex f =>
        match depth with
        | O => None
        | S depth =>
            match closure [[false]; [true]] fuel f with
            | Some l => fold_right (fun g a => both orb (of_zeros depth fuel g) a) (Some false) l
            | None => None
            end
        end
    end.
Lemma dot_nil c : dot c [] = 0.
Proof. induction c as [|a c IH]; cbn [dot hd tl]; [reflexivity | rewrite IH; cbn; lia]. Qed.
Lemma joined_nil t : joined t [] = 0%N.
Proof. induction t as [i | s S t T | s S t T | s S t T]; cbn [joined]; [destruct i | rewrite S, T ..]; reflexivity. Qed.
Lemma alike_zero : alike [0%N] [].
Proof. intros [|[|i]]; reflexivity. Qed.
Lemma any_is depth fuel l : forall v,
  fold_right (fun g a => both orb (of_zeros depth fuel g) a) (Some false) l = Some v ->
  (forall g, In g l -> exists w, of_zeros depth fuel g = Some w) /\
  (v = true <-> exists g, In g l /\ of_zeros depth fuel g = Some true).
Proof.
  induction l as [|g l IH]; intros v E; cbn [fold_right] in E.
  - injection E as <-. split; [intros g []|]. split; [discriminate | intros (g & [] & _)].
  - destruct (of_zeros depth fuel g) as [w|] eqn:G; [|discriminate E]. cbn [both] in E.
    destruct (fold_right _ _ l) as [u|]; [|discriminate E]. injection E as <-. destruct (IH u eq_refl) as [A B]. split.
    + intros h [<- | H]; [exists w; exact G | exact (A h H)].
    + rewrite orb_true_iff, B. split.
      * intros [-> | (h & H & T)]; [exists g | exists h]; cbn; auto.
      * intros (h & [<- | H] & T); [left; congruence | right; exists h; auto].
Qed.
Theorem of_zeros_is depth fuel : forall f v, of_zeros depth fuel f = Some v -> (holds f [] <-> v = true).
Proof.
  induction depth as [|depth D]; induction f as [b | c k | c k | t | f F g G | f F g G | f F g G | f F]; intros v E;
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
        injection E as <-; cbn [holds]; rewrite ?dot_nil, ?joined_nil, ?Z.leb_le, ?Z.eqb_eq; intuition congruence
    | _ => idtac
    end.
  destruct (closure _ fuel f) as [l|] eqn:C; [|discriminate E]. apply closure_is in C. destruct C as (I & S & R).
  apply any_is in E. destruct E as [A B]. rewrite B. cbn [holds]. clear B F. split.
  - intros [x H]. revert f I R H. enough (forall f, In f l -> holds f [x] ->
      exists g, In g l /\ of_zeros depth fuel g = Some true) as X by (intros; eapply X; eassumption).
    induction x as [x IH] using (well_founded_induction N.lt_wf_0). intros f I H.
    destruct (N.eq_dec x 0) as [-> | N].
    + exists f. split; [exact I|]. destruct (A f I) as [w W]. rewrite W. f_equal. apply (D f w W).
      apply (holds_alike f _ _ alike_zero), H.
    + destruct (halved x) as (d & y & ->). change (holds f (step [d] [y])) in H. apply derived_is in H.
      apply (IH y) in H; [exact H | destruct d; unfold bit in *; lia |].
      apply S; [exact I | destruct d; cbn; auto].
  - intros (g & G & T). apply R in G. apply D in T. assert (holds g []) as H by (apply T; reflexivity). clear T.
    assert (exists x, holds g [x]) as [x X] by (exists 0%N; apply (holds_alike g _ _ alike_zero); exact H). clear H.
    revert x X. induction G as [|g b G IH B]; intros x X; [exists x; exact X|].
    assert (exists d, b = [d]) as [d ->] by (destruct B as [<- | [<- | []]]; eexists; reflexivity).
    apply derived_is in X. exact (IH _ X).
Qed.

(* The decision: of formulas on so many numbers. *)
Fixpoint letters (n : nat) : list (list bool) :=
  match n with O => [[]] | S n => flat_map (fun b => [false :: b; true :: b]) (letters n) end.
Definition decided (n depth fuel : nat) (f : formula) : bool :=
  match closure (letters n) fuel f with
  | Some l => forallb (fun g => match of_zeros depth fuel g with Some true => true | _ => false end) l
  | None => false
  end.
Lemma a_letter e : exists b d, In b (letters (length e)) /\ length d = length e /\ e = step b d /\
  (fold_right N.add 0 d <= fold_right N.add 0 e)%N /\
  (fold_right N.add 0 d = fold_right N.add 0 e -> fold_right N.add 0 e = 0)%N.
Proof.
  induction e as [|x e (b & d & B & L & E & S & Z)]; [exists [], []; cbn; auto using N.le_refl|].
  destruct (halved x) as (c & y & ->). exists (c :: b), (y :: d). cbn [letters length fold_right]. split.
  - apply in_flat_map. exists b. split; [exact B | destruct c; cbn; auto].
  - split; [congruence|]. split; [cbn [step hd tl]; congruence|]. destruct c; cbn [bit]; lia.
Qed.
Theorem decided_is n depth fuel f : decided n depth fuel f = true -> forall e, length e = n -> holds f e.
Proof.
  unfold decided. destruct (closure (letters n) fuel f) as [l|] eqn:C; [|discriminate]. intros A e.
  apply closure_is in C. destruct C as (I & S & _). rewrite forallb_forall in A. revert f I.
  remember (N.to_nat (fold_right N.add 0%N e)) as m eqn:M. revert e M.
  induction m as [m IH] using lt_wf_ind. intros e M f I L. destruct (a_letter e) as (b & d & B & L' & E & W & Z).
  destruct (N.eq_dec (fold_right N.add 0%N e) 0) as [Y | N].
  - assert (alike e []) as Q.
    { clear - Y. intro i. revert i. induction e as [|x e IH]; intro i; [reflexivity|]. cbn in Y.
      destruct i; cbn; [lia|]. rewrite (IH ltac:(lia) i). destruct i; reflexivity. }
    apply (holds_alike f e [] Q). specialize (A f I).
    destruct (of_zeros depth fuel f) as [[]|] eqn:O; try discriminate A.
    apply (of_zeros_is depth fuel f true O). reflexivity.
  - rewrite E. apply derived_is. apply (IH (N.to_nat (fold_right N.add 0%N d))); [lia | reflexivity | | lia].
    apply S; [exact I | rewrite <- L; exact B].
Qed.
