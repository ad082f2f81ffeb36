(* Greedy Nim of n heaps, some of them empty. Claim theorem-5-zeros-corrected: The same with t = 0 at the
   position of no stones. *)
(* Here for every n from 1 on; every list of heaps. *)
(* Printed from greedy_nim/rules.lp, greedy_nim/zeros.lp: each predicate is what its rules say, one disjunct
   for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_n : Z }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_take (_ : Z).

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists M_ : Z, (exists S : Z, X1 =
  (t_take M_) /\ heap g p 1 S /\ 1 <= M_ <= S)).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists M_ : Z, (exists T
  : Z, (exists S : Z, X1 = (t_take M_) /\ X2 = (t_heap 1 T) /\ heap g p 1 S /\ 1 <= M_ <= S /\ T = (S -
  M_)))).
Definition heaps_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists A1
  : Z, X1 = [I] /\ heap g p I A1)).
Definition heaps (g : parameters) (p : position) (X1 : Z) : Prop := (exists H : Z, X1 = H /\ counted
  (heaps_elements1 g p) H).
Definition x (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists S : Z, X1 = 1 /\ X2 = S /\
  heap g p 1 S) \/ (X1 = 1 /\ X2 = 0 /\ heaps g p 0).
Definition t_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists S : Z,
  X1 = [I] /\ heap g p I S /\ heap g p 1 S)).
(* Definition 6. The number of repetitions of the value of x_1 in (x_1, ..., x_n): n at the position of n
   zeros. *)
Definition t (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = (the_n g) /\ heaps g p 0) \/ (exists T
  : Z, (exists H : Z, X1 = T /\ heaps g p H /\ H > 0 /\ counted (t_elements1 g p) T)).
(* The same with t = 0 where there are no stones, as Definition 2 has it ('unless'). *)
Definition t_corrected (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = 0 /\ heaps g p 0) \/ (exists
  T : Z, (exists H : Z, X1 = T /\ heaps g p H /\ H > 0 /\ t g p T)).
Definition theorem_5_corrected (g : parameters) (p : position) : Prop := (exists S : Z, (exists T : Z, x g p
  1 S /\ S <= 1 /\ t_corrected g p T /\ (Z.rem T 2) = 1)) \/ (exists S : Z, (exists T : Z, x g p 1 S /\ S >=
  2 /\ t_corrected g p T /\ (Z.rem T 2) = 0)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_n g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.ge (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  descending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) True p <->
  theorem_5_corrected g p).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Heaps Largest.

(* What the theorem says of the list of heaps. *)
Definition C (l : list Z) : Prop :=
  (nth_heap 0 l <= 1 /\ Z.rem (top l) 2 = 1) \/ (nth_heap 0 l >= 2 /\ Z.rem (top l) 2 = 0).

Lemma heaps_is g p h : heaps g p h <-> h = Z.of_nat (length (the_heap p)).
Proof.
  assert (forall i, (exists A1, heap g p i A1) <-> exists s, place (the_heap p) i s) as E by (intro i; unfold heap;
    tauto).
  pose proof (counted_heaps (heaps_elements1 g p) _ _ h E ltac:(one_entry)) as C. unfold heaps. split.
  - intros [H [-> D]]. apply C. exact D.
  - intro D. exists h. split; [reflexivity|]. apply C. exact D.
Qed.
Lemma x_is g p s : x g p 1 s <-> s = nth_heap 0 (the_heap p).
Proof.
  unfold x, heap. rewrite heaps_is. destruct (the_heap p) as [|v l]; split.
  - intros [[S [_ [_ H]]]|[_ [-> _]]]; [apply (place_is _ 0) in H; discriminate|reflexivity].
  - intros ->. right. auto.
  - intros [[S [_ [-> H]]]|[_ [_ H]]]; [apply (place_is _ 0) in H; cbn in *; congruence|cbn [length] in H; lia].
  - intros ->. left. exists v. split; [reflexivity|]. split; [reflexivity|]. apply (place_is _ 0). reflexivity.
Qed.
Lemma t_is g p n : the_heap p <> [] -> (t g p n <-> n = top (the_heap p)).
Proof.
  intro F. unfold t. rewrite heaps_is. destruct (the_heap p) as [|v l] eqn:E; [congruence|].
  assert (forall i, (exists S, heap g p i S /\ heap g p 1 S) <-> place (v :: l) i v /\ Z.of_nat 0 < i) as W.
  { intro i. unfold heap. rewrite E. split.
    - intros [S [H X]]. apply (place_is _ 0) in X. cbn in X. injection X as ->. split; [exact H|]. destruct H. lia.
    - intros [H _]. exists v. split; [exact H|]. apply (place_is _ 0). reflexivity. }
  pose proof (counted_places (t_elements1 g p) _ 0 _ _ n W ltac:(one_entry)) as C. cbn [skipn] in C. unfold top. cbn [nth_heap nth]. split.
  - intros [[_ H]|(T & H & -> & _ & _ & D)]; [cbn [length] in H; lia|]. apply C. exact D.
  - intro H. right. exists n, (Z.of_nat (length (v :: l))). split; [reflexivity|]. split; [apply heaps_is; rewrite
      E; reflexivity|].
    split; [cbn [length]; lia|]. apply C. exact H.
Qed.
Lemma t_corrected_is g p n : t_corrected g p n <-> n = top (the_heap p).
Proof.
  unfold t_corrected. rewrite heaps_is. destruct (the_heap p) as [|v l] eqn:E.
  - split; [|intros ->; left; auto]. intros [[-> _]|(T & H & -> & D & L & _)]; [reflexivity|].
    apply heaps_is in D. rewrite E in D. cbn in D. lia.
  - assert (the_heap p <> []) as F by congruence. split.
    + intros [[_ H]|(T & H & -> & _ & _ & D)]; [cbn [length] in H; lia|]. apply t_is in D; [|exact F]. congruence.
    + intro H. right. exists n, (Z.of_nat (length (v :: l))). split; [reflexivity|].
      split; [apply heaps_is; rewrite E; reflexivity|]. split; [cbn [length]; lia|]. apply t_is; [exact F|congruence].
Qed.
Lemma theorem_5_corrected_is g p : theorem_5_corrected g p <-> C (the_heap p).
Proof.
  unfold theorem_5_corrected, C. split.
  - intros [(S & T & H & L & I & E)|(S & T & H & L & I & E)];
      apply x_is in H; apply t_corrected_is in I; subst; [left|right]; auto.
  - intros [[L E]|[L E]]; [left|right]; exists (nth_heap 0 (the_heap p)), (top (the_heap p));
      (split; [apply x_is; reflexivity|]); (split; [exact L|]); (split; [apply t_corrected_is; reflexivity|exact E]).
Qed.
Lemma moves_is g p q : legal g p ->
  (moves g p q <-> exists x l m, the_heap p = x :: l /\ 1 <= m <= x /\ the_heap q = put (x - m) l).
Proof.
  intros (_ & O). apply in_order_is in O as [A B]. unfold moves, move, heap. split.
  - intros (M & (m & s & -> & H & L) & R). apply (place_is _ 0) in H.
    destruct (the_heap p) as [|x l] eqn:E; [discriminate|]. cbn in H. injection H as ->. exists s, l, m.
    split; [reflexivity|]. split; [exact L|]. apply falling_cons in B as [B _].
    eapply first_becomes; [..|exact R]; [|exact B|lia|]. { intros t I. apply A. right. exact I. }
    intros i t. unfold after, heap. rewrite E. split.
    + intros (m' & T & S & E1 & E2 & H & _ & V). injection E1 as ->. injection E2 as -> ->.
      apply (place_is _ 0) in H. cbn in H. injection H as ->. auto.
    + intros [-> ->]. exists m, (s - m), s. split; [reflexivity|]. split; [reflexivity|].
      split; [apply (place_is _ 0); reflexivity|lia].
  - intros (s & l & m & E & L & Q). exists (t_take m). split.
    { exists m, s. rewrite E. split; [reflexivity|]. split; [apply (place_is _ 0); reflexivity|lia]. }
    rewrite E in *. apply falling_cons in B as [B _].
    eapply first_becomes; [..|exact Q]; [|exact B|lia|]. { intros t I. apply A. right. exact I. }
    intros i t. unfold after, heap. rewrite E. split.
    + intros (m' & T & S & E1 & E2 & H & _ & V). injection E1 as ->. injection E2 as -> ->.
      apply (place_is _ 0) in H. cbn in H. injection H as ->. auto.
    + intros [-> ->]. exists m, (s - m), s. split; [reflexivity|]. split; [reflexivity|].
      split; [apply (place_is _ 0); reflexivity|lia].
Qed.

(* From the claimed positions every move leads to others. Where all heaps are single stones a move takes one of
  them. *)
Lemma independent x l m : heaps_legal (x :: l) -> C (x :: l) -> 1 <= m <= x -> ~ C (put (x - m) l).
Proof.
  intros L D M. pose proof (proj1 (heaps_legal_cons x l) L) as (P & Q & B).
  unfold C at 1 in D. rewrite top_first in D. cbn [nth_heap nth] in D. pose proof (occ_not_negative x l) as N.
  destruct D as [[D E]|[D E]].
  - replace (x - m) with 0 by lia. unfold put. cbn [Z.eqb]. unfold C.
    destruct (top_or_less x l L) as [[r ->]|[Z [->|(y & r & -> & Y)]]]; [|cbn; lia|lia].
    change (nth_heap 0 (x :: r)) with x. rewrite top_first. cbn [occ] in *. rewrite Z.eqb_refl in *. lia.
  - destruct (top_or_less x l L) as [[r ->]|[Z _]]; [|rewrite Z in E; discriminate].
    destruct Q as [_ Q]. rewrite put_less by (auto; lia). unfold C. change (nth_heap 0 (x :: put (x - m) r)) with x.
    cbn [occ] in *. rewrite Z.eqb_refl in *. rewrite top_first, put_occ by lia. destruct (Z.eqb_spec (x - m) x); lia.
Qed.
(* From all others some move leads there: the largest heap goes away, or down to the next, or to one stone. *)
Lemma absorbing x l : heaps_legal (x :: l) -> ~ C (x :: l) -> exists m, 1 <= m <= x /\ C (put (x - m) l).
Proof.
  intros L D. pose proof (proj1 (heaps_legal_cons x l) L) as (P & Q & B).
  pose proof (occ_not_negative x l) as N.
  assert ((x = 1 /\ Z.rem (1 + occ x l) 2 = 0) \/ (2 <= x /\ Z.rem (1 + occ x l) 2 = 1)) as E.
  { unfold C in D. rewrite top_first in D. cbn [nth_heap nth] in D. lia. }
  clear D. destruct (top_or_less x l L) as [[r ->]|[Z [->|(y & r & -> & Y)]]].
  - (* There are more of the largest. *)
    exists x. split; [lia|]. rewrite Z.sub_diag. unfold put. cbn [Z.eqb]. unfold C. rewrite top_first.
    cbn [nth_heap nth]. cbn [occ] in *. rewrite Z.eqb_refl in *. lia.
  - exists (x - 1). replace (x - (x - 1)) with 1 by lia. cbn [occ] in E.
    destruct E as [[-> E]|[X E]]; [cbn in E; lia|]. split; [lia|]. unfold C. cbn. lia.
  - rewrite Z in E. destruct E as [[_ E]|[X _]]; [cbn in E; lia|].
    assert (forall s, In s (y :: r) -> s <= y) as F.
    { destruct Q as [_ Q]. apply falling_cons in Q as [_ Q]. intros s [->|I]; [lia|auto]. }
    pose proof (occ_not_negative y r).
    assert ((y <= 1 /\ Z.rem (1 + occ y r) 2 = 1) \/ (2 <= y /\ Z.rem (1 + occ y r) 2 = 0) \/
      (y <= 1 /\ Z.rem (1 + occ y r) 2 = 0) \/ (2 <= y /\ Z.rem (1 + occ y r) 2 = 1)) as [A|[A|A]] by lia.
    + exists x. split; [lia|]. rewrite Z.sub_diag. unfold put. cbn [Z.eqb]. left. rewrite top_first. exact A.
    + exists x. split; [lia|]. rewrite Z.sub_diag. unfold put. cbn [Z.eqb]. right. rewrite top_first.
      cbn [nth_heap nth]. lia.
    + exists (x - y). split; [lia|]. replace (x - (x - y)) with y by lia. rewrite put_more by (auto; lia).
      unfold C. rewrite top_first. cbn [nth_heap nth occ]. rewrite Z.eqb_refl. lia.
Qed.

Theorem proved : theorem.
Proof.
  intros g p L. pose proof (proj1 L) as A. revert p L.
  apply (largest the_heap Position (fun l => eq_refl) (legal g) (theorem_5_corrected g) (moves g) True (fun x m => 1
    <= m <= x) C).
  - intro p. unfold legal. rewrite in_order_is. unfold heaps_legal. tauto.
  - intros p _. apply theorem_5_corrected_is.
  - apply moves_is.
  - auto.
  - intros x L. lia.
  - intro l. unfold C. lia.
  - left. split; [exact I|]. unfold C. cbn. lia.
  - apply independent.
  - apply absorbing.
Qed.
Print Assumptions proved.
