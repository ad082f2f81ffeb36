(* Finite boxes of positions as lists, all of whose outcomes or values the kernel computes; and what is least. *)
Require Import ZArith Lia List Bool Bouton Computed.
Import ListNotations.
Open Scope Z_scope.

(* The order of numbers, of lists of them, and of such lists: entry by entry, and what ends first is less. *)
Fixpoint against (a b : list Z) : comparison :=
  match a, b with
  | [], [] => Eq
  | [], _ => Lt
  | _, [] => Gt
  | x :: a, y :: b => match x ?= y with Eq => against a b | other => other end
  end.
Fixpoint lesser (a b : list (list Z)) : bool :=
  match a, b with
  | x :: a, y :: b => match against x y with Lt => true | Gt => false | Eq => lesser a b end
  | [], _ :: _ => true
  | _, [] => false
  end.

(* All lists of so many numbers between two, in order: [narrow] says between which those after a number are. *)
Section Heaps.
Variable before : Z -> Z -> Prop.
Variable narrow : Z -> Z * Z -> Z * Z.
Hypothesis before_all : forall s t u, before s t -> before t u -> before s u.
Hypothesis narrowed : forall s t low high, before s t -> low <= t <= high ->
  fst (narrow s (low, high)) <= t <= snd (narrow s (low, high)).
Fixpoint lists (n : nat) (ends : Z * Z) : list (list Z) :=
  match n with
  | O => [[]]
  | S n => flat_map (fun s => map (cons s) (lists n (narrow s ends))) (range (fst ends) (snd ends))
  end.
Lemma all_after l : forall s, in_order before (s :: l) -> Forall (before s) l.
Proof.
  induction l as [|t l IH]; intros s O; constructor; cbn in O.
  - exact (proj1 (proj2 O)).
  - apply IH. cbn. destruct O as (A & B & _ & C & D). split; [exact A|].
    split; [destruct l as [|u l]; [exact I | exact (before_all s t u B C)] | exact D].
Qed.
Lemma in_lists l : forall low high, in_order before l -> Forall (fun s => low <= s <= high) l ->
  In l (lists (length l) (low, high)).
Proof.
  induction l as [|s l IH]; intros low high O F; [left; reflexivity|]. cbn [length lists].
  pose proof (Forall_inv F) as B. pose proof (Forall_inv_tail F) as R. apply in_flat_map. exists s.
  split; [apply in_range; exact B|]. apply in_map. pose proof (all_after l s O) as A.
  destruct (narrow s (low, high)) as [low' high'] eqn:E. apply IH; [exact (proj2 (proj2 O))|].
  rewrite Forall_forall in *. intros t T. pose proof (narrowed s t low high (A t T) (R t T)) as N.
  rewrite E in N. exact N.
Qed.
Definition heaps_of (least most low high : Z) : list (list Z) :=
  flat_map (fun n => lists (Z.to_nat n) (low, high)) (range least most).
Lemma in_heaps_of l least most low high : least <= Z.of_nat (length l) <= most -> in_order before l ->
  Forall (fun s => low <= s <= high) l -> In l (heaps_of least most low high).
Proof.
  intros C O F. apply in_flat_map. exists (Z.of_nat (length l)). split; [apply in_range; exact C|].
  rewrite Nat2Z.id. apply in_lists; assumption.
Qed.
End Heaps.
Definition up (s : Z) (ends : Z * Z) : Z * Z := (Z.max s (fst ends), snd ends).
Definition down (s : Z) (ends : Z * Z) : Z * Z := (fst ends, Z.min s (snd ends)).
Definition same (_ : Z) (ends : Z * Z) : Z * Z := ends.
Definition in_ascending := in_heaps_of Z.le up ltac:(lia) ltac:(unfold up; cbn; lia).
Definition in_descending := in_heaps_of Z.ge down ltac:(lia) ltac:(unfold down; cbn; lia).
Definition in_any_order := in_heaps_of (fun _ _ => True) same (fun _ _ _ _ _ => I) ltac:(unfold same; cbn; lia).

(* Sorted by merging; nothing is proved of it, as a list in another order is refused. *)
Section Sorted.
Variable A : Type.
Variable less : A -> A -> bool.
Fixpoint merged (a : list A) : list A -> list A :=
  fix inner (b : list A) : list A :=
    match a, b with
    | [], _ => b
    | _, [] => a
    | x :: a', y :: b' => if less y x then y :: inner b' else x :: merged a' b
    end.
Fixpoint pushed (l : list A) (stack : list (option (list A))) : list (option (list A)) :=
  match stack with
  | [] => [Some l]
  | None :: rest => Some l :: rest
  | Some k :: rest => None :: pushed (merged k l) rest
  end.
Definition sorted (l : list A) : list A :=
  fold_left (fun a one => match one with Some b => merged b a | None => a end)
    (fold_left (fun stack one => pushed [one] stack) l []) [].
End Sorted.
Definition in_turn {A} (rank : A -> list (list Z)) (l : list A) : list A :=
  map snd (sorted _ (fun a b => lesser (fst a) (fst b)) (map (fun one => (rank one, one)) l)).

(* Every position of some lists, one for each of the parameters, is right. *)
Section Boxes.
Variables parameters position known : Type.
Variable equal : forall p q : position, {p = q} + {p <> q}.
Variable key : position -> positive.
Variable options : parameters -> position -> option (list position).
Variable step : list known -> option known.
Variable good : parameters -> position -> known -> Prop.
Hypothesis stepped : forall g p qs l a, options g p = Some qs -> Forall2 (good g) qs l -> step l = Some a -> good g p a.
Variable right : parameters -> position -> known -> bool.
Variables order these : parameters -> list position.
Definition boxes_judged (every : list parameters) : bool :=
  forallb (fun g => judged position equal key known (options g) step (order g) (right g) (these g)) every.
Theorem boxes_right every g p : boxes_judged every = true -> In g every -> In p (these g) ->
  exists a, good g p a /\ right g p a = true.
Proof.
  intros J G P. unfold boxes_judged in J. rewrite forallb_forall in J. specialize (J g G).
  exact (judged_right position equal key known (good g) (options g) step (stepped g) (order g) (right g) (these g) J p P).
Qed.
End Boxes.
