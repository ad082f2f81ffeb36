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
