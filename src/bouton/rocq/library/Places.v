(* Formulas on natural numbers and on the places of their digits in a base, decided by computation. A place is a power of
   the base. As in [Binary.v] the states of the automaton are formulas: what a formula says of numbers that end in some
   digits, a letter, its derivative says of what is left of them, so that products are the connectives, and a projection
   is the disjunction of the derivatives by all digits of what is sought. Disjunctions and conjunctions are kept in order,
   each part once. *)
Require Import ZArith Lia List Bool.
Import ListNotations.
Open Scope Z_scope.

(* An automaton has for each state its successors, by letters, and whether it ends well there. *)
Definition automaton := list (list nat * bool).
Inductive formula :=
| Cst (a : bool)
| Le (c : list Z) (k : Z)
| Eq (c : list Z) (k : Z)
| Pow (m r : N) (p : nat)
| Dig (d : N) (p i : nat)
| Run (A : automaton) (q : nat) (l : list nat)
| Imp (f g : formula)
| And (f g : formula)
| Or (f g : formula)
| Ex (f : formula).

Fixpoint dot (c : list Z) (e : list N) : Z :=
  match c with [] => 0 | a :: c => a * Z.of_N (hd 0%N e) + dot c (tl e) end.
Fixpoint unit_at (i : nat) : list Z := match i with O => [1] | S i => 0 :: unit_at i end.
Lemma nth_tl {A} i (l : list A) d : nth (S i) l d = nth i (tl l) d.
Proof. destruct l; [destruct i|]; reflexivity. Qed.
Lemma dot_unit i : forall e, dot (unit_at i) e = Z.of_N (nth i e 0%N).
Proof.
  induction i as [|i IH]; intro e; cbn [unit_at dot]; [destruct e; cbn [hd nth]; lia|]. rewrite IH, nth_tl. lia.
Qed.

(* Formulas are compared and put in order. *)
Definition rank (f : formula) : Z :=
  match f with
  | Cst _ => 0 | Le _ _ => 1 | Eq _ _ => 2 | Pow _ _ _ => 3 | Dig _ _ _ => 4 | Run _ _ _ => 5 | Imp _ _ => 6 | And _ _ => 7
  | Or _ _ => 8 | Ex _ => 9
  end.
Definition next (a b : comparison) : comparison := match a with Datatypes.Eq => b | _ => a end.
Fixpoint lists {A} (each : A -> A -> comparison) (c d : list A) : comparison :=
  match c, d with
  | [], [] => Datatypes.Eq
  | [], _ => Lt
  | _, [] => Gt
  | a :: c, b :: d => next (each a b) (lists each c d)
  end.
Definition row (r s : list nat * bool) : comparison :=
  next (Z.compare (Z.b2z (snd r)) (Z.b2z (snd s))) (lists Nat.compare (fst r) (fst s)).
Fixpoint order (f g : formula) : comparison :=
  match f, g with
  | Cst a, Cst b => Z.b2z a ?= Z.b2z b
  | Le c k, Le d l => next (k ?= l) (lists Z.compare c d)
  | Eq c k, Eq d l => next (k ?= l) (lists Z.compare c d)
  | Pow m r p, Pow n s q => next (N.compare m n) (next (N.compare r s) (Nat.compare p q))
  | Dig a p i, Dig b q j => next (N.compare a b) (next (Nat.compare p q) (Nat.compare i j))
  | Run A q l, Run B r m => next (Nat.compare q r) (next (lists Nat.compare l m) (lists row A B))
  | Imp f g, Imp h i => next (order f h) (order g i)
  | And f g, And h i => next (order f h) (order g i)
  | Or f g, Or h i => next (order f h) (order g i)
  | Ex f, Ex g => order f g
  | _, _ => rank f ?= rank g
  end.
Lemma next_is a b : next a b = Datatypes.Eq -> a = Datatypes.Eq /\ b = Datatypes.Eq.
Proof. destruct a; cbn; auto; discriminate. Qed.
Lemma lists_is {A} (each : A -> A -> comparison) : (forall a b, each a b = Datatypes.Eq -> a = b) ->
  forall c d, lists each c d = Datatypes.Eq -> c = d.
Proof.
  intro H. induction c as [|a c IH]; intros [|b d] E; cbn in E; try discriminate; [reflexivity|]. apply next_is in E.
  destruct E as [A' B]. apply H in A'. rewrite A', (IH d B). reflexivity.
Qed.
Lemma row_is r s : row r s = Datatypes.Eq -> r = s.
Proof.
  destruct r as [r a], s as [s b]. unfold row. cbn [fst snd]. intro E. apply next_is in E. destruct E as [A B].
  apply (lists_is _ Nat.compare_eq) in B. subst s. destruct a, b; try discriminate A; reflexivity.
Qed.
Lemma order_is f : forall g, order f g = Datatypes.Eq -> f = g.
Proof.
  induction f; intros [] E; cbn in E; try discriminate E;
    repeat match goal with H : next _ _ = _ |- _ => apply next_is in H; destruct H end;
    repeat match goal with
    | H : (_ ?= _) = _ |- _ => apply Z.compare_eq in H
    | H : N.compare _ _ = _ |- _ => apply N.compare_eq in H
    | H : Nat.compare _ _ = _ |- _ => apply Nat.compare_eq in H
    | H : lists Z.compare _ _ = _ |- _ => apply (lists_is _ Z.compare_eq) in H
    | H : lists Nat.compare _ _ = _ |- _ => apply (lists_is _ Nat.compare_eq) in H
    | H : lists row _ _ = _ |- _ => apply (lists_is _ row_is) in H
    | IH : forall g, order ?f g = _ -> _, H : order ?f _ = _ |- _ => apply IH in H
    end; subst; try reflexivity.
  destruct a, a0; try discriminate; reflexivity.
Qed.
Lemma lists_same {A} (each : A -> A -> comparison) c : (forall a, each a a = Datatypes.Eq) -> lists each c c = Datatypes.Eq.
Proof. intro H. induction c as [|a c IH]; cbn; [reflexivity|]. rewrite H. exact IH. Qed.
Lemma order_same f : order f f = Datatypes.Eq.
Proof.
  assert (forall r, row r r = Datatypes.Eq) as R.
  { intros [r a]. unfold row. cbn [fst snd]. rewrite Z.compare_refl. apply lists_same, Nat.compare_refl. }
  induction f; cbn [order]; rewrite ?Z.compare_refl, ?N.compare_refl, ?Nat.compare_refl, ?IHf, ?IHf1, ?IHf2; cbn [next];
    rewrite ?(lists_same Nat.compare) by exact Nat.compare_refl; cbn [next];
    try (apply lists_same; first [exact Z.compare_refl | exact R]); reflexivity.
Qed.
Definition same (f g : formula) : bool := match order f g with Datatypes.Eq => true | _ => false end.
Lemma same_is f g : same f g = true -> f = g.
Proof. unfold same. destruct (order f g) eqn:E; try discriminate. intros _. apply order_is, E. Qed.

Definition imp_ (f g : formula) : formula :=
  match f, g with Cst false, _ | _, Cst true => Cst true | Cst true, _ => g | _, _ => Imp f g end.
(* One more part, where it is none yet; and those of another formula. *)
Fixpoint one_or (f g : formula) : formula :=
  match g with
  | Or h t => match order f h with Datatypes.Eq => g | Lt => Or f g | Gt => Or h (one_or f t) end
  | _ => match order f g with Datatypes.Eq => g | Lt => Or f g | Gt => Or g f end
  end.
Fixpoint one_and (f g : formula) : formula :=
  match g with
  | And h t => match order f h with Datatypes.Eq => g | Lt => And f g | Gt => And h (one_and f t) end
  | _ => match order f g with Datatypes.Eq => g | Lt => And f g | Gt => And g f end
  end.
Fixpoint all_or (f g : formula) : formula := match f with Or f h => one_or f (all_or h g) | _ => one_or f g end.
Fixpoint all_and (f g : formula) : formula := match f with And f h => one_and f (all_and h g) | _ => one_and f g end.
Definition or_ (f g : formula) : formula :=
  match f, g with
  | Cst true, _ | _, Cst true => Cst true
  | Cst false, h | h, Cst false => h
  | _, _ => all_or f g
  end.
Definition and_ (f g : formula) : formula :=
  match f, g with
  | Cst false, _ | _, Cst false => Cst false
  | Cst true, h | h, Cst true => h
  | _, _ => all_and f g
  end.
Definition ex_ (f : formula) : formula := match f with Cst a => Cst a | _ => Ex f end.
(* What sums of natural numbers cannot be, or are always, is settled. *)
Definition no_less (c : list Z) : bool := forallb (fun a => 0 <=? a) c.
Definition no_more (c : list Z) : bool := forallb (fun a => a <=? 0) c.
Definition le_ (c : list Z) (k : Z) : formula :=
  if (k <? 0) && no_less c then Cst false else if (0 <=? k) && no_more c then Cst true else Le c k.
Definition eq_ (c : list Z) (k : Z) : formula :=
  if match c with [] => k =? 0 | _ => false end then Cst true else if (k <? 0) && no_less c then Cst false else if (0 <? k) && no_more c then Cst false else Eq c k.
Lemma no_less_is c : no_less c = true -> forall e, 0 <= dot c e.
Proof.
  induction c as [|a c IH]; cbn [no_less forallb dot]; intros H e; [lia|]. apply andb_true_iff in H.
  destruct H as [A B]. apply Z.leb_le in A. specialize (IH B (tl e)). nia.
Qed.
Lemma no_more_is c : no_more c = true -> forall e, dot c e <= 0.
Proof.
  induction c as [|a c IH]; cbn [no_more forallb dot]; intros H e; [lia|]. apply andb_true_iff in H.
  destruct H as [A B]. apply Z.leb_le in A. specialize (IH B (tl e)). nia.
Qed.

Section Base.
Variable b : N.

(* A run reads a digit of each number, the last first, until all are 0. *)
Definition ends (A : automaton) (q : nat) : bool := snd (nth q A ([], false)).
Fixpoint letter (l : list N) : nat := match l with [] => 0 | d :: l => N.to_nat d + N.to_nat b * letter l end.
Definition leads (A : automaton) (q : nat) (l : list N) : nat := nth (letter l) (fst (nth q A ([], false))) q.
Definition zeros (l : list N) : bool := forallb (N.eqb 0) l.
Fixpoint accepts (fuel : nat) (A : automaton) (q : nat) (l : list N) : bool :=
  match fuel with
  | O => ends A q
  | S fuel =>
      if zeros l then ends A q
      else accepts fuel A (leads A q (map (fun x => x mod b)%N l)) (map (fun x => x / b)%N l)
  end.
Definition total (l : list N) : nat := N.to_nat (fold_right N.add 0%N l).
(* A zero more before the first digit changes nothing. *)
Definition steady (n : nat) (A : automaton) : bool :=
  forallb (fun q => Bool.eqb (ends A (leads A q (repeat 0%N n))) (ends A q)) (seq 0 (length A)).
Definition accepted (A : automaton) (q : nat) (l : list N) : Prop :=
  steady (length l) A = true /\ accepts (total l) A q l = true.

(* What formulas say of numbers x_0, x_1, ...; those that are not there are 0. *)
Fixpoint holds (f : formula) (e : list N) : Prop :=
  match f with
  | Cst a => a = true
  | Le c k => dot c e <= k
  | Eq c k => dot c e = k
  | Pow m r p => exists j, nth p e 0%N = (b ^ j)%N /\ (j mod m = r /\ r < m)%N
  | Dig d p i => exists j, nth p e 0%N = (b ^ j)%N /\ ((nth i e 0 / b ^ j) mod b = d)%N
  | Run A q l => accepted A q (map (fun i => nth i e 0%N) l)
  | Imp f g => holds f e -> holds g e
  | And f g => holds f e /\ holds g e
  | Or f g => holds f e \/ holds g e
  | Ex f => exists x, holds f (x :: e)
  end.

(* A letter has a digit of each number; [step b e] are the numbers with these last digits. *)
Fixpoint step (a : list N) (e : list N) : list N :=
  match a with [] => map (fun x => (b * x)%N) e | d :: a => (b * hd 0%N e + d)%N :: step a (tl e) end.
Lemma hd_step a e : hd 0%N (step a e) = (b * hd 0%N e + hd 0%N a)%N.
Proof. destruct a as [|d a]; [destruct e; cbn [map hd step]; lia | reflexivity]. Qed.
Lemma tl_step a e : tl (step a e) = step (tl a) (tl e).
Proof. destruct a as [|d a]; [destruct e; reflexivity | reflexivity]. Qed.
Lemma dot_step c : forall a e, dot c (step a e) = Z.of_N b * dot c e + dot c a.
Proof.
  induction c as [|x c IH]; intros a e; cbn [dot]; [lia|]. rewrite hd_step, tl_step, IH. lia.
Qed.
Lemma nth_step i : forall a e, nth i (step a e) 0%N = (b * nth i e 0 + nth i a 0)%N.
Proof.
  induction i as [|i IH]; intros a e; [|rewrite !nth_tl, tl_step; apply IH].
  pose proof (hd_step a e) as H. destruct a, e; exact H.
Qed.
Definition fine (a : list N) : Prop := forall i, (nth i a 0 < b)%N.
Lemma fine_cons d a : (d < b)%N -> fine a -> fine (d :: a).
Proof. intros D A [|i]; [exact D | apply A]. Qed.

Lemma or_one f g e : holds (one_or f g) e <-> holds f e \/ holds g e.
Proof.
  induction g; cbn [one_or];
    match goal with |- context [order ?f ?g] => destruct (order f g) eqn:E end;
    try (apply order_is in E; subst f); cbn [holds]; tauto.
Qed.
Lemma and_one f g e : holds (one_and f g) e <-> holds f e /\ holds g e.
Proof.
  induction g; cbn [one_and];
    match goal with |- context [order ?f ?g] => destruct (order f g) eqn:E end;
    try (apply order_is in E; subst f); cbn [holds]; tauto.
Qed.
Lemma all_or_is f g e : holds (all_or f g) e <-> holds f e \/ holds g e.
Proof. induction f; cbn [all_or]; rewrite or_one; try reflexivity. rewrite IHf2. cbn [holds]. tauto. Qed.
Lemma all_and_is f g e : holds (all_and f g) e <-> holds f e /\ holds g e.
Proof. induction f; cbn [all_and]; rewrite and_one; try reflexivity. rewrite IHf2. cbn [holds]. tauto. Qed.
Lemma or_is f g e : holds (or_ f g) e <-> holds f e \/ holds g e.
Proof.
  pose proof (all_or_is f g e) as P.
  destruct f as [[]|?|?|?|?|?|?|?|?|?], g as [[]|?|?|?|?|?|?|?|?|?]; first [exact P | cbn; intuition discriminate].
Qed.
Lemma and_is f g e : holds (and_ f g) e <-> holds f e /\ holds g e.
Proof.
  pose proof (all_and_is f g e) as P.
  destruct f as [[]|?|?|?|?|?|?|?|?|?], g as [[]|?|?|?|?|?|?|?|?|?]; first [exact P | cbn; intuition discriminate].
Qed.
Lemma ex_is f e : holds (ex_ f) e <-> exists x, holds f (x :: e).
Proof. destruct f; cbn; try reflexivity. split; [exists 0%N; assumption | intros [_ H]; exact H]. Qed.
Lemma le_is c k e : holds (le_ c k) e <-> dot c e <= k.
Proof.
  unfold le_. destruct (_ && no_less c) eqn:A; [|destruct (_ && no_more c) eqn:B]; cbn [holds]; [| |reflexivity].
  - apply andb_true_iff in A. destruct A as [A C]. apply (no_less_is c) with (e := e) in C. split; [discriminate|lia].
  - apply andb_true_iff in B. destruct B as [B C]. apply (no_more_is c) with (e := e) in C. split; [lia|reflexivity].
Qed.
Lemma eq_is c k e : holds (eq_ c k) e <-> dot c e = k.
Proof.
  unfold eq_. destruct (match c with [] => k =? 0 | _ => false end) eqn:O.
  { destruct c; [|discriminate O]. apply Z.eqb_eq in O. subst k. cbn. split; reflexivity. }
  destruct (_ && no_less c) eqn:A; [|destruct (_ && no_more c) eqn:B]; cbn [holds]; [| |reflexivity].
  - apply andb_true_iff in A. destruct A as [A C]. apply (no_less_is c) with (e := e) in C. split; [discriminate|lia].
  - apply andb_true_iff in B. destruct B as [B C]. apply (no_more_is c) with (e := e) in C. split; [discriminate|lia].
Qed.

Definition all_digits : list N := map N.of_nat (seq 0 (N.to_nat b)).
Lemma digits_are d : In d all_digits <-> (d < b)%N.
Proof.
  unfold all_digits. rewrite in_map_iff. split.
  - intros (i & <- & I). apply in_seq in I. lia.
  - intro L. exists (N.to_nat d). split; [lia|]. apply in_seq. lia.
Qed.
Definition some {A} (f : A -> formula) (l : list A) : formula := fold_right (fun d g => or_ (f d) g) (Cst false) l.
Lemma some_is {A} (f : A -> formula) l e : holds (some f l) e <-> exists d, In d l /\ holds (f d) e.
Proof.
  induction l as [|d l IH]; cbn [some fold_right].
  - cbn [holds]. split; [discriminate | intros (d & [] & _)].
  - rewrite or_is. unfold some in IH. rewrite IH. split.
    + intros [H | (x & X & H)]; [exists d | exists x]; cbn; auto.
    + intros (x & [<- | X] & H); [left | right; exists x]; auto.
Qed.
Fixpoint derived (a : list N) (f : formula) : formula :=
  match f with
  | Cst d => Cst d
  | Le c k => le_ c ((k - dot c a) / Z.of_N b)
  | Eq c k => let n := k - dot c a in if n mod Z.of_N b =? 0 then eq_ c (n / Z.of_N b) else Cst false
  | Pow m r p =>
      if (r <? m)%N then
        match nth p a 0%N with
        | 0%N => Pow m ((r + (m - 1)) mod m)%N p
        | 1%N => if (r =? 0)%N then Eq (unit_at p) 0 else Cst false
        | _ => Cst false
        end
      else Cst false
  | Dig d p i =>
      match nth p a 0%N with
      | 0%N => f
      | 1%N => if (nth i a 0 =? d)%N then Eq (unit_at p) 0 else Cst false
      | _ => Cst false
      end
  | Run A q l => Run A (leads A q (map (fun i => nth i a 0%N) l)) l
  | Imp f g => imp_ (derived a f) (derived a g)
  | And f g => and_ (derived a f) (derived a g)
  | Or f g => or_ (derived a f) (derived a g)
  | Ex f => ex_ (some (fun d => derived (d :: a) f) all_digits)
  end.

Hypothesis big : (1 < b)%N.
Lemma fine_nil : fine [].
Proof. intros [|i]; cbn; lia. Qed.
Lemma halved x : exists d y, (d < b)%N /\ x = (b * y + d)%N.
Proof.
  exists (x mod b)%N, (x / b)%N. split; [apply N.mod_lt; lia|]. apply N.div_mod. lia.
Qed.
Lemma a_power x d : (d < b)%N -> forall j, (b * x + d = b ^ j <->
  d = 0 /\ (exists i, j = N.succ i /\ x = b ^ i) \/ d = 1 /\ x = 0 /\ j = 0)%N.
Proof.
  intros D j. destruct (N.eq_dec j 0) as [-> | J].
  - change (b ^ 0)%N with 1%N. split.
    + intro H. destruct (N.eq_dec x 0) as [-> | X]; [right; lia | nia].
    + intros [(_ & i & E & _) | (-> & -> & _)]; lia.
  - destruct (N.succ_pred j J). set (i := N.pred j). rewrite N.pow_succ_r'. split.
    + intro H. left. assert (d = 0)%N as ->.
      { apply (f_equal (fun n => n mod b)%N) in H. rewrite N.add_comm, (N.mul_comm b x), N.mod_add in H by lia.
        rewrite (N.mul_comm b (b ^ i)), N.mod_mul, N.mod_small in H by lia. exact H. }
      split; [reflexivity|]. exists i. split; [reflexivity|]. rewrite N.add_0_r in H. apply N.mul_cancel_l in H; [exact H | lia].
    + intros [(-> & k & E & ->) | (_ & _ & E)]; [|lia]. apply N.succ_inj in E. subst k. lia.
Qed.
Lemma less_one j r m : (r < m -> N.succ j mod m = r <-> j mod m = (r + (m - 1)) mod m)%N.
Proof.
  intro L. assert (0 < m)%N as M by lia. rewrite <- N.add_1_r. split.
  - intros <-. rewrite N.add_mod_idemp_l by lia. replace (j + 1 + (m - 1))%N with (j + 1 * m)%N by lia.
    rewrite N.mod_add by lia. reflexivity.
  - intro E. rewrite <- N.add_mod_idemp_l, E, N.add_mod_idemp_l by lia.
    replace (r + (m - 1) + 1)%N with (r + 1 * m)%N by lia. rewrite N.mod_add by lia. apply N.mod_small, L.
Qed.
Lemma end_of_power (x d : N) (P : N -> Prop) : (d < b)%N ->
  (exists j, (b * x + d = b ^ j)%N /\ P j) <->
  match d with 0%N => exists j, x = (b ^ j)%N /\ P (N.succ j) | 1%N => x = 0%N /\ P 0%N | _ => False end.
Proof.
  intro D. split.
  - intros (j & E & H). apply a_power in E; [|exact D]. destruct E as [(-> & i & -> & X) | (-> & X & ->)]; eauto.
  - intro H. destruct d as [|[]]; try (exfalso; exact H).
    + destruct H as (j & E & H). exists (N.succ j). split; [|exact H]. apply a_power; [exact D|]. left. eauto.
    + destruct H as [X H]. exists 0%N. split; [|exact H]. apply a_power; [exact D|]. auto.
Qed.
Lemma zeros_are l : zeros l = true <-> l = repeat 0%N (length l).
Proof.
  induction l as [|x l IH]; cbn [zeros forallb length repeat]; [split; reflexivity|].
  rewrite andb_true_iff, N.eqb_eq. unfold zeros in IH. rewrite IH. split; [intros [<- <-]; reflexivity|].
  intro E. injection E as -> E. auto.
Qed.
Lemma total_zeros l : total l = 0%nat <-> zeros l = true.
Proof.
  unfold total. induction l as [|x l IH]; cbn [zeros forallb fold_right]; [split; reflexivity|].
  rewrite andb_true_iff, N.eqb_eq. unfold zeros in IH. rewrite <- IH. lia.
Qed.
Lemma total_less l : zeros l = false -> (total (map (fun x => x / b)%N l) < total l)%nat.
Proof.
  assert (forall l, total (map (fun x => x / b)%N l) <= total l)%nat as W.
  { clear l. unfold total. induction l as [|x l IH]; cbn [map fold_right]; [lia|].
    pose proof (N.div_le_upper_bound x b x). nia. }
  induction l as [|x l IH]; cbn [zeros forallb]; [discriminate|]. specialize (W l). unfold total in *. cbn [map fold_right].
  destruct (N.eqb_spec 0 x) as [<- | X]; cbn [andb]; intro Z.
  - apply IH in Z. rewrite N.div_0_l by lia. lia.
  - pose proof (N.div_lt x b). lia.
Qed.
Lemma accepts_enough A fuel : forall more q l, (total l <= fuel)%nat -> (total l <= more)%nat ->
  accepts fuel A q l = accepts more A q l.
Proof.
  induction fuel as [|fuel IH]; intros [|more] q l F M; cbn [accepts]; [reflexivity | | |].
  - assert (total l = 0%nat) as Z by lia. apply total_zeros in Z. rewrite Z. reflexivity.
  - assert (total l = 0%nat) as Z by lia. apply total_zeros in Z. rewrite Z. reflexivity.
  - destruct (zeros l) eqn:Z; [reflexivity|]. apply total_less in Z. apply IH; lia.
Qed.
Lemma steady_is n A q : steady n A = true -> ends A (leads A q (repeat 0%N n)) = ends A q.
Proof.
  unfold steady. rewrite forallb_forall. intro S. destruct (le_lt_dec (length A) q) as [L | L].
  - unfold leads. rewrite (nth_overflow A) by exact L. cbn [fst]. destruct (letter _); reflexivity.
  - apply eqb_prop, S, in_seq. lia.
Qed.
Lemma accepted_step A q a l : length a = length l -> Forall (fun d => (d < b)%N) a ->
  accepted A q (map (fun c => (b * snd c + fst c)%N) (combine a l)) <-> accepted A (leads A q a) l.
Proof.
  intros L F. set (n := map _ _). assert (map (fun x => x mod b)%N n = a /\ map (fun x => x / b)%N n = l) as [M D].
  { subst n. revert l L. induction F as [|d a D F IH]; intros [|x l] L; try discriminate L; [auto|].
    injection L as L. destruct (IH l L) as [M E]. cbn [combine map fst snd]. rewrite M, E.
    rewrite N.add_comm, N.mul_comm, N.mod_add, N.div_add, N.mod_small, N.div_small by lia. auto. }
  assert (length n = length l) as E by (rewrite <- D; symmetry; apply map_length).
  enough (steady (length l) A = true -> accepts (total n) A q n = accepts (total l) A (leads A q a) l) as H.
  { unfold accepted. rewrite E. split; intros [S X]; (split; [exact S|]); [rewrite <- H | rewrite H]; assumption. }
  intro S. destruct (zeros n) eqn:Z.
  - pose proof Z as T. apply total_zeros in T. rewrite T. cbn [accepts]. apply zeros_are in Z.
    assert (a = repeat 0%N (length l) /\ l = repeat 0%N (length l)) as [-> X].
    { rewrite <- E. split; [rewrite <- M at 1 | rewrite <- D at 1]; rewrite Z at 1; generalize (length n); clear - big;
        intro k; induction k as [|k IH]; cbn [repeat map]; try reflexivity; rewrite IH;
        first [rewrite N.mod_0_l by lia | rewrite N.div_0_l by lia]; reflexivity. }
    assert (zeros l = true) as Y by (apply zeros_are; exact X). apply total_zeros in Y. rewrite Y. cbn [accepts].
    symmetry. apply steady_is, S.
  - pose proof (total_less n Z) as T. rewrite D in T. destruct (total n) as [|k] eqn:K; [lia|]. cbn [accepts].
    rewrite Z, M, D. apply accepts_enough; lia.
Qed.
Lemma accepted_zeros A q n : accepted A q (repeat 0%N n) <-> steady n A && ends A q = true.
Proof.
  unfold accepted. rewrite repeat_length, andb_true_iff.
  assert (total (repeat 0%N n) = 0%nat) as -> by (apply total_zeros, zeros_are; rewrite repeat_length; reflexivity).
  reflexivity.
Qed.
Lemma imp_is f g e : holds (imp_ f g) e <-> (holds f e -> holds g e).
Proof. destruct f as [[]|?|?|?|?|?|?|?|?|?], g as [[]|?|?|?|?|?|?|?|?|?]; cbn; intuition discriminate. Qed.
Theorem derived_is f : forall a e, fine a -> holds f (step a e) <-> holds (derived a f) e.
Proof.
  induction f; intros a' e F; cbn [derived].
  - reflexivity.
  - rewrite le_is. cbn [holds]. rewrite dot_step. set (n := dot c a'). split; intro H.
    + apply Z.div_le_lower_bound; lia.
    + pose proof (Z.mul_div_le (k - n) (Z.of_N b)). nia.
  - cbn [holds]. rewrite dot_step. set (n := dot c a'). destruct (Z.eqb_spec ((k - n) mod Z.of_N b) 0) as [E | E].
    + rewrite eq_is. pose proof (Z.div_mod (k - n) (Z.of_N b)). nia.
    + cbn [holds]. split; [|discriminate]. intro H. destruct E. replace (k - n) with (dot c e * Z.of_N b) by lia.
      apply Z.mod_mul. lia.
  - cbn [holds]. rewrite nth_step, end_of_power by apply F. destruct (N.ltb_spec r m) as [L | L].
    + destruct (nth p a' 0%N) as [|[]]; cbn [holds]; try (split; [intros [] | discriminate]).
      * split; intros (j & E & H & _); exists j; (split; [exact E|]); split; [| | |exact L];
          try (apply less_one; assumption). apply N.mod_lt. lia.
      * destruct (N.eqb_spec r 0) as [-> | N]; cbn [holds]; rewrite N.mod_0_l by lia; [rewrite dot_unit; lia|].
        split; [intros (_ & <- & _); destruct N; reflexivity | discriminate].
    + cbn [holds]. split; [|discriminate]. destruct (nth p a' 0%N) as [|[]]; intro H; try destruct H as (? & ? & H); lia.
  - cbn [holds]. rewrite nth_step, end_of_power by apply F.
    destruct (nth p a' 0%N) as [|[]]; cbn [holds]; try (split; [intros [] | discriminate]).
    + rewrite nth_step. split; intros (j & E & H); exists j; (split; [exact E|]); rewrite <- H; f_equal;
        rewrite N.pow_succ_r'; rewrite <- N.div_div by (try apply N.pow_nonzero; lia); f_equal;
        rewrite N.add_comm, N.mul_comm, N.div_add, N.div_small by (try apply F; lia); lia.
    + change (b ^ 0)%N with 1%N. rewrite N.div_1_r, nth_step, N.add_comm, N.mul_comm, N.mod_add, N.mod_small by (try apply F; lia).
      destruct (N.eqb_spec (nth i a' 0%N) d) as [E | E]; cbn [holds]; [rewrite dot_unit; lia|].
      split; [intros [_ H]; destruct (E H) | discriminate].
  - cbn [holds]. rewrite <- (accepted_step A q (map (fun i => nth i a' 0%N) l)); [|rewrite !map_length; reflexivity|].
    + assert (map (fun i => nth i (step a' e) 0%N) l = map (fun c => (b * snd c + fst c)%N)
        (combine (map (fun i => nth i a' 0%N) l) (map (fun i => nth i e 0%N) l))) as ->; [|reflexivity].
      induction l as [|i l IH]; cbn [map combine]; [reflexivity|]. rewrite IH, nth_step. reflexivity.
    + apply Forall_forall. intros d D. apply in_map_iff in D. destruct D as (i & <- & _). apply F.
  - rewrite imp_is, <- IHf1, <- IHf2 by exact F. reflexivity.
  - rewrite and_is, <- IHf1, <- IHf2 by exact F. reflexivity.
  - rewrite or_is, <- IHf1, <- IHf2 by exact F. reflexivity.
  - rewrite ex_is. cbn [holds]. split.
    + intros [x H]. destruct (halved x) as (d & y & D & ->). exists y. apply some_is. exists d.
      split; [apply digits_are, D|]. change (holds f (step (d :: a') (y :: e))) in H. apply IHf in H; [exact H|].
      apply fine_cons; assumption.
    + intros [y H]. apply some_is in H. destruct H as (d & D & H). apply digits_are in D.
      apply IHf in H; [|apply fine_cons; assumption]. exists (b * y + d)%N. exact H.
Qed.
End Base.
