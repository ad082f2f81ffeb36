(* From a formula an automaton with few states: its derivatives are the states, and those are taken together that no
   number tells apart. How these are found is not relied upon; what is found is checked. *)
Require Import ZArith Lia List Bool FMapPositive Places Explored.
Import ListNotations.
Open Scope Z_scope.

Section Base.
Variable b : N.
Hypothesis big : (1 < b)%N.
Variables depth fuel : nat.

Definition places := PositiveMap.t (list (formula * nat)).
Definition noted (t : places) (g : formula * nat) : places :=
  let k := number (fst g) 1 in
  PositiveMap.add k (g :: match PositiveMap.find k t with Some l => l | None => [] end) t.
Definition place_in (t : places) (f : formula) : nat :=
  match PositiveMap.find (number f 1) t with
  | Some l => match find (fun g => same f (fst g)) l with Some g => snd g | None => O end
  | None => O
  end.
(* A state: whether it holds of zeros, and for each letter the place of its derivative. *)
Definition state := (bool * list (list N * nat))%type.
Definition state_of (k : nat) (l : list formula) (t : places) (g : formula) : option state :=
  match of_zeros b depth fuel g with
  | Some v =>
      let to := map (fun a => let h := derived b a g in let i := place_in t h in (a, i, same (nth i l (Cst false)) h)) (letters b k) in
      if forallb snd to then Some (v, map fst to) else None
  | None => None
  end.
Fixpoint every {A B} (f : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | x :: l => match f x, every f l with Some y, Some m => Some (y :: m) | _, _ => None end
  end.

(* States are taken together as long as they have the same classes of successors. *)
Definition same_list (x y : list nat) : bool := match lists Nat.compare x y with Datatypes.Eq => true | _ => false end.
Fixpoint class_in (seen : list (list nat * nat)) (x : list nat) : option nat :=
  match seen with
  | [] => None
  | (y, c) :: seen => if same_list x y then Some c else class_in seen x
  end.
Fixpoint classed (seen : list (list nat * nat)) (n : nat) (l : list (list nat)) : list nat * nat :=
  match l with
  | [] => ([], n)
  | x :: l =>
      match class_in seen x with
      | Some c => let (m, k) := classed seen n l in (c :: m, k)
      | None => let (m, k) := classed ((x, n) :: seen) (S n) l in (n :: m, k)
      end
  end.
Definition successors (classes : list nat) (s : state) : list nat := map (fun t => nth (snd t) classes O) (snd s).
Fixpoint refined (rounds n : nat) (l : list state) (classes : list nat) : list nat * nat :=
  match rounds with
  | O => (classes, n)
  | S rounds =>
      let (more, k) := classed [] O (map (fun s => fst s :: successors classes (snd s)) (combine classes l)) in
      if Nat.eqb k n then (classes, n) else refined rounds k l more
  end.
Fixpoint rows (n : nat) (l : list (nat * (list nat * bool))) : automaton :=
  match n with
  | O => []
  | S n => rows n l ++ [match find (fun r => Nat.eqb (fst r) n) l with Some r => snd r | None => ([], false) end]
  end.
Definition least (k : nat) (f : formula) : option (automaton * nat) :=
  match closure b (letters b k) fuel f with
  | Some l =>
      let t := fold_left noted (combine l (seq 0 (length l))) (PositiveMap.empty _) in
      match every (state_of k l t) l with
      | Some states =>
          let (classes, n) := refined (length l) 0 states (map (fun s : state => if fst s then 1 else 0)%nat states) in
          let A := rows n (combine classes (map (fun s => (successors classes s, fst s)) states)) in
          let q := nth (place_in t f) classes O in
          if steady b k A && same (nth (place_in t f) l (Cst false)) f && (place_in t f <? length l)%nat &&
            forallb (fun s : nat * state =>
              Bool.eqb (fst (snd s)) (ends A (fst s)) &&
              forallb (fun a => Nat.eqb (nth (snd a) classes O) (leads b A (fst s) (fst a)) && (snd a <? length l)%nat) (snd (snd s)))
              (combine classes states) && Nat.eqb (length classes) (length l)
          then Some (A, q) else None
      | None => None
      end
  | None => None
  end.

Lemma every_nth {A B} (f : A -> option B) (l : list A) : forall m, every f l = Some m ->
  length m = length l /\ forall i x y, (i < length l)%nat -> f (nth i l x) = Some (nth i m y).
Proof.
  induction l as [|z l IH]; intros m E; cbn [every] in E.
  - injection E as <-. split; [reflexivity|]. intros i x y L. inversion L.
  - destruct (f z) as [u|] eqn:F; [|discriminate E]. destruct (every f l) as [m'|] eqn:G; [|discriminate E].
    injection E as <-. destruct (IH m' eq_refl) as [L H]. split; [cbn; congruence|].
    intros [|i] x y K; cbn [nth]; [exact F | apply H; cbn in K; lia].
Qed.
Lemma stepped a : forall e, length a = length e -> step b a e = map (fun c => (b * snd c + fst c)%N) (combine a e).
Proof.
  induction a as [|d a IH]; intros [|x e] L; try discriminate L; [reflexivity|].
  cbn [step combine map hd tl fst snd]. rewrite IH by (cbn in L; congruence). reflexivity.
Qed.
Theorem least_is k f A q : least k f = Some (A, q) ->
  forall e, length e = k -> holds b f e <-> accepted b A q e.
Proof.
  unfold least. destruct (closure b (letters b k) fuel f) as [l|] eqn:C; [|discriminate].
  set (t := fold_left _ _ _). destruct (every (state_of k l t) l) as [states|] eqn:V; [|discriminate].
  destruct (refined _ _ _ _) as [classes n]. set (B := rows _ _).
  match goal with |- context [if ?c then _ else _] => destruct c eqn:H; [|discriminate] end.
  intro E. injection E as <- <-. rewrite !andb_true_iff in H. destruct H as ((((S & F) & W) & H) & L).
  apply same_is in F. apply Nat.ltb_lt in W. apply Nat.eqb_eq in L. rewrite forallb_forall in H.
  apply every_nth in V. destruct V as [M V].
  enough (forall e, length e = k -> forall i, (i < length l)%nat ->
    holds b (nth i l (Cst false)) e <-> accepted b B (nth i classes O) e) as X.
  { intros e K. rewrite <- F at 1. apply X; assumption. }
  intro e. remember (N.to_nat (fold_right N.add 0%N e)) as m eqn:T. revert e T.
  induction m as [m IH] using lt_wf_ind. intros e T K i I.
  pose proof (V i (Cst false) (false, []) I) as U. unfold state_of in U.
  destruct (of_zeros b depth fuel _) as [v|] eqn:OZ; [|discriminate U].
  match type of U with (if forallb snd ?x then _ else _) = _ => set (to := x) in *; destruct (forallb snd to) eqn:G; [|discriminate U] end.
  injection U as U. rewrite forallb_forall in G.
  assert (In (nth i classes O, nth i states (false, [])) (combine classes states)) as J.
  { rewrite <- (combine_nth classes states) by congruence. apply nth_In. rewrite combine_length. lia. }
  apply H in J. cbn [fst snd] in J. rewrite <- U in J. cbn [fst snd] in J. apply andb_true_iff in J. destruct J as [J Y].
  apply eqb_prop in J. rewrite forallb_forall in Y.
  destruct (a_letter b big e) as (a & d & Q & P & L' & E & R & Z).
  destruct (N.eq_dec (fold_right N.add 0%N e) 0) as [N | N].
  - assert (e = repeat 0%N (length e)) as ->.
    { clear - N. induction e as [|x e IHe]; [reflexivity|]. cbn in *. rewrite <- IHe by lia. f_equal. lia. }
    rewrite (holds_alike b _ _ [] (alike_zeros _)), (of_zeros_is b big depth fuel _ v OZ), accepted_zeros, <- J by exact big.
    rewrite K, S. reflexivity.
  - assert (In (a, place_in t (derived b a (nth i l (Cst false))),
      same (nth (place_in t (derived b a (nth i l (Cst false)))) l (Cst false)) (derived b a (nth i l (Cst false)))) to) as D.
    { subst to. apply in_map_iff. exists a. rewrite K in Q. auto. }
    pose proof (G _ D) as D'. apply same_is in D'. apply (in_map fst) in D. apply Y in D. cbn [fst snd] in D.
    apply andb_true_iff in D. destruct D as [D D2]. apply Nat.eqb_eq in D. apply Nat.ltb_lt in D2.
    assert (length a = length d) as AD.
    { rewrite L'. clear - Q. revert a Q. induction (length e) as [|n IHn]; intros a Q.
      - destruct Q as [<- | []]. reflexivity.
      - cbn [letters] in Q. apply in_flat_map in Q. destruct Q as (c & C & Q). apply in_map_iff in Q.
        destruct Q as (x & <- & _). cbn. rewrite (IHn c C). reflexivity. }
    rewrite E, derived_is by assumption. rewrite <- D', (IH (N.to_nat (fold_right N.add 0%N d))), D by lia.
    rewrite <- (accepted_step b big B (nth i classes O) a d AD).
    + rewrite stepped by exact AD. reflexivity.
    + apply Forall_forall. intros x X. apply In_nth with (d := 0%N) in X. destruct X as (j & _ & <-). apply P.
Qed.
End Base.
