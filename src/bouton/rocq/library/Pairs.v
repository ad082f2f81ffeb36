(* What proofs by hand use of positions with at most two heaps, in ascending order: they are the pairs x <= y, where a
   heap that is gone counts as 0. Nothing here has to be read: Rocq checks it, and no statement rests on it. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Definition two (x y : Z) : list Z := ascending (left_over [x; y]).

Lemma two_none : two 0 0 = [].
Proof. reflexivity. Qed.
Lemma two_one y : 0 < y -> two 0 y = [y].
Proof. intro Y. unfold two. canonical. reflexivity. Qed.
Lemma two_both x y : 0 < x <= y -> two x y = [x; y].
Proof. intro H. unfold two. canonical; reflexivity. Qed.
Lemma two_swapped x y : two x y = two y x.
Proof. unfold two. canonical; try reflexivity. f_equal; [lia | f_equal; lia]. Qed.
Lemma two_of_one y : ascending (left_over [y]) = two 0 y.
Proof. unfold two. canonical; reflexivity. Qed.

(* Each position that is legal is a pair, and only one. *)
Lemma pair_of l : Z.of_nat (length l) <= 2 -> in_order Z.le l -> exists x y, 0 <= x <= y /\ l = two x y.
Proof.
  intros C O. destruct l as [|x [|y [|z l]]]; cbn [in_order] in O.
  - exists 0, 0. split; [lia | reflexivity].
  - exists 0, x. split; [lia|]. rewrite two_one by lia. reflexivity.
  - exists x, y. split; [lia|]. rewrite two_both by lia. reflexivity.
  - cbn [length] in C. lia.
Qed.
Lemma two_legal x y : 0 <= x -> 0 <= y -> (0 <= Z.of_nat (length (two x y)) <= 2) /\ in_order Z.le (two x y).
Proof. intros X Y. unfold two. canonical; cbn [length in_order]; lia. Qed.
Ltac as_pair x y :=
  let X := fresh "X" in let Y := fresh "Y" in
  destruct (Z.eq_dec x 0) as [X | X];
  [ destruct (Z.eq_dec y 0) as [Y | Y]; [ rewrite ?X, ?Y, ?two_none in * | rewrite ?X, ?(two_one y) in * by lia ]
  | rewrite ?(two_both x y) in * by lia ].

(* What the places of a list hold, and how many there are. *)
Lemma heap_of_two x y i s : heap_at [x; y] i s <-> i = 1 /\ s = x \/ i = 2 /\ s = y.
Proof. placed. Qed.
Lemma heap_of_one y i s : heap_at [y] i s <-> i = 1 /\ s = y.
Proof. placed. Qed.
Lemma heap_of_none i s : ~ heap_at [] i s.
Proof. unfold heap_at. cbn [length]. lia. Qed.
Lemma heaps_counted (these : list Z -> Prop) l n : (forall t, these t <-> exists i s, t = [i] /\ heap_at l i s) ->
  counted these n <-> n = Z.of_nat (length l).
Proof.
  intro T. rewrite (counted_is these (map (fun k => [Z.of_nat k]) (seq 1 (length l)))).
  - rewrite map_length, seq_length. reflexivity.
  - apply FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros a b E. injection E as E. lia.
  - intro t. rewrite T, in_map_iff. unfold heap_at. split.
    + intros (i & s & -> & I & _). exists (Z.to_nat i). split; [f_equal; lia|]. apply in_seq. lia.
    + intros (k & <- & K). apply in_seq in K. eexists; eexists. split; [reflexivity|]. split; [lia | reflexivity].
Qed.


(* The pair that the rules of such games read off their heaps, as it is printed. *)
Definition as_many (l : list Z) (n : Z) : Prop :=
  exists N, n = N /\ counted (fun t => exists i s, t = [i] /\ heap_at l i s) N.
Definition paired (l : list Z) (a b : Z) : Prop := (a = 0 /\ b = 0 /\ as_many l 0)
  \/ (exists Y, a = 0 /\ b = Y /\ as_many l 1 /\ heap_at l 1 Y)
  \/ (exists X Y, a = X /\ b = Y /\ as_many l 2 /\ heap_at l 1 X /\ heap_at l 2 Y).
Lemma as_many_is l n : as_many l n <-> n = Z.of_nat (length l).
Proof.
  unfold as_many. split.
  - intros (N & -> & H). apply (heaps_counted _ l) in H; [exact H|]. intro t. reflexivity.
  - intros ->. eexists. split; [reflexivity|]. apply (heaps_counted _ l); [|reflexivity]. intro t. reflexivity.
Qed.
Lemma paired_is x y a b : 0 <= x <= y -> (paired (two x y) a b <-> a = x /\ b = y).
Proof.
  intro B. unfold paired. as_pair x y; split; intro K; split_all; subst;
    repeat match goal with
    | A : as_many _ _ |- _ => apply as_many_is in A; cbn [length] in A
    | A : heap_at [] _ _ |- _ => apply heap_of_none in A; destruct A
    | A : heap_at [_] _ _ |- _ => apply heap_of_one in A
    | A : heap_at [_; _] _ _ |- _ => apply heap_of_two in A end; try lia.
  - left. rewrite as_many_is. auto.
  - right. left. exists y. rewrite as_many_is, heap_of_one. auto.
  - right. right. exists x, y. rewrite as_many_is, !heap_of_two. cbn [length]. lia.
Qed.

(* What a move leaves, from what is said of each heap. *)
Lemma after_two (said : Z -> Z -> Prop) x y after : (forall i s, said i s -> i <= 2) ->
  heaps_after ascending said [x; y] after <-> exists u v, (said 1 u \/ ~ (exists V, said 1 V) /\ u = x)
    /\ (said 2 v \/ ~ (exists V, said 2 V) /\ v = y) /\ after = two u v.
Proof.
  intro few. rewrite heaps_after_is by exact few. split.
  - intros ([|u [|v [|w l]]] & E & ->); cbn [each] in E; try tauto. exists u, v. unfold two. tauto.
  - intros (u & v & A & B & ->). exists [u; v]. cbn [each]. unfold two. tauto.
Qed.
Lemma after_one (said : Z -> Z -> Prop) y after : (forall i s, said i s -> i <= 1) ->
  heaps_after ascending said [y] after <->
  exists v, (said 1 v \/ ~ (exists V, said 1 V) /\ v = y) /\ after = two 0 v.
Proof.
  intro few. rewrite heaps_after_is by exact few. split.
  - intros ([|v [|w l]] & E & ->); cbn [each] in E; try tauto. exists v. rewrite two_of_one. tauto.
  - intros (v & A & ->). exists [v]. cbn [each]. rewrite two_of_one. tauto.
Qed.
(* The first loses D and the second E, where the second is the last of the heaps. *)
Lemma after_taking (said : Z -> Z -> Prop) x y D E after : 0 <= x <= y -> 0 <= D <= x -> 0 <= E <= y -> 0 < D + E ->
  (forall i s, said i s <-> Z.of_nat (length (two x y)) = 2 /\ i = 1 /\ s = x - D
    \/ i = Z.of_nat (length (two x y)) /\ s = y - E) ->
  heaps_after ascending said (two x y) after <-> after = two (x - D) (y - E).
Proof.
  intros B F G P S. as_pair x y; cbn [length] in S.
  - lia.
  - rewrite after_one by (intros i s M; apply S in M; lia). replace (0 - D) with 0 by lia. split.
    + intros (v & [A | [N _]] & ->); [apply S in A; f_equal; lia|]. destruct N. exists (y - E). apply S. lia.
    + intros ->. exists (y - E). split; [|reflexivity]. left. apply S. lia.
  - rewrite after_two by (intros i s M; apply S in M; lia). split.
    + intros (u & v & A & C & ->). destruct A as [A | [N _]]; [|destruct N; exists (x - D); apply S; lia].
      destruct C as [C | [N _]]; [|destruct N; exists (y - E); apply S; lia].
      apply S in A. apply S in C. f_equal; lia.
    + intros ->. exists (x - D), (y - E). split; [|split; [|reflexivity]]; left; apply S; lia.
Qed.

(* How many stones there are: each move leaves fewer. *)
Definition stones (l : list Z) : nat := Z.to_nat (fold_right Z.add 0 l).
Lemma stones_of_two u v : 0 <= u -> 0 <= v -> stones (two u v) = Z.to_nat (u + v).
Proof. intros U V. unfold stones, two. canonical; cbn [fold_right]; lia. Qed.

(* A strategy names moves: what is left to show of it where the P-positions are known. *)
Section Named.
Variables position term : Type.
Variables legal claimed : position -> Prop.
Variables move wins : position -> term -> Prop.
Variable leads : position -> term -> position -> Prop.
Variable misere : Prop.
Let moves (p q : position) : Prop := exists M, move p M /\ leads p M q.
Let named (p q : position) : Prop := exists M, wins p M /\ leads p M q.
Let P : position -> Prop := P_position position moves misere.
Hypothesis solved : forall p, legal p -> (P p <-> claimed p).
Hypothesis closed : forall p q, legal p -> moves p q -> legal q.
Hypothesis some : forall p, legal p -> ~ claimed p -> (exists q, moves p q) -> exists q M, wins p M /\ leads p M q.
Hypothesis fair : forall p M, legal p -> ~ claimed p -> wins p M -> move p M.
Hypothesis good : forall p M q, legal p -> ~ claimed p -> wins p M -> leads p M q -> claimed q.
Theorem strategy_by p : legal p -> ~ P p -> (exists q, moves p q) ->
  (exists q, named p q) /\ (forall q, named p q -> P q) /\ (forall M, wins p M -> move p M).
Proof.
  intros L N S. assert (~ claimed p) as C by (intro C; apply N, solved; assumption).
  split; [exact (some p L C S)|]. split.
  - intros q (M & W & R). apply solved; [|exact (good p M q L C W R)].
    apply (closed p q L). exists M. split; [exact (fair p M L C W)|exact R].
  - intros M W. exact (fair p M L C W).
Qed.
End Named.
Arguments strategy_by {position term}.
