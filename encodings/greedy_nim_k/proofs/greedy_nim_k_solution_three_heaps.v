(* Greedy Nim_k. Claim solution-three-heaps: Theorems 2, 3 and 8 together solve the game of three heaps. *)
(* Here for every k from 2 on; 0..3 heaps of every size. *)
(* Printed from greedy_nim_k/rules.lp, greedy_nim_k/theorems.lp, greedy_nim_k/effective.lp,
   greedy_nim_k/winning_moves.lp: each predicate is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_k : Z }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_l (_ : Z) (_ : Z) (_ : term) | t_nil.

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
Definition heaps_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists A1
  : Z, X1 = [I] /\ heap g p I A1)).
Definition heaps (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = N /\ counted
  (heaps_elements1 g p) N).
Definition maximal (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists I : Z, (exists S : Z,
  (exists N : Z, X1 = I /\ X2 = S /\ heaps g p N /\ heap g p N S /\ heap g p I S /\ I > (N - (the_k g))))).
(* A move is the list of (heap, size it is lowered to), the heaps being the last ones and the sizes in order,
   so that no position is reached twice. What is left of a list without its head is a move too, and a move
   does what its head says and what the rest does. *)
Inductive move (g : parameters) (p : position) : term -> Prop :=
| move_by_1 (X1 : term) (I : Z) (T : Z) (S : Z) : (X1 = (t_l I T t_nil)) -> (heaps g p I) -> (maximal g p I
  S) -> (0 <= T <= (S - 1)) -> move g p X1
| move_by_2 (X1 : term) (I : Z) (T : Z) (U : Z) (L : term) (A1 : Z) : (X1 = (t_l (I - 1) T (t_l I U L))) ->
  (move g p (t_l I U L)) -> (maximal g p (I - 1) A1) -> (0 <= T <= U) -> move g p X1.
Inductive after (g : parameters) (p : position) : term -> term -> Prop :=
| after_by_1 (X1 : term) (X2 : term) (I : Z) (T : Z) (L : term) : (X1 = (t_l I T L)) -> (X2 = (t_heap I T))
  -> (move g p (t_l I T L)) -> after g p X1 X2
| after_by_2 (X1 : term) (X2 : term) (I : Z) (T : Z) (L : term) (F : term) : (X1 = (t_l I T L)) -> (X2 = F)
  -> (move g p (t_l I T L)) -> (after g p L F) -> after g p X1 X2.
(* Theorem 2: n <= 2. (By convention the empty position is a P-position.) % one_or_two_heaps/0: the
   hypothesis of Theorem 2, n <= 2 and not the empty position. *)
Definition one_or_two_heaps (g : parameters) (p : position) : Prop := heaps g p 1 \/ heaps g p 2.
(* % theorem_2/0: the P-positions of at most two heaps. *)
Definition theorem_2 (g : parameters) (p : position) : Prop := (exists X : Z, heaps g p 2 /\ heap g p 1 X /\
  heap g p 2 (X + 1) /\ (Z.rem X 2) = 1).
(* last(A,B,C): n >= 3, and A = x_{n-2}, B = x_{n-1}, C = x_n. % last/3: last(A,B,C): A, B and C are x_{n-2},
   x_{n-1} and x_n. *)
Definition last (g : parameters) (p : position) (X1 : Z) (X2 : Z) (X3 : Z) : Prop := (exists A : Z, (exists B
  : Z, (exists C : Z, (exists N : Z, X1 = A /\ X2 = B /\ X3 = C /\ heaps g p N /\ heap g p (N - 2) A /\ heap
  g p (N - 1) B /\ heap g p N C)))).
Definition r_n (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, heaps g p N /\ ((the_k g) +
  1) <> 0 /\ X1 = (Z.rem N ((the_k g) + 1))).
(* Theorem 3: x_{n-2} = 1. % third_is_one/0: the hypothesis of Theorem 3, x_{n-2} = 1. *)
Definition third_is_one (g : parameters) (p : position) : Prop := (exists A1 : Z, (exists A2 : Z, last g p 1
  A1 A2)).
(* % theorem_3/0: the P-positions with x_{n-2} = 1. *)
Definition theorem_3 (g : parameters) (p : position) : Prop := (last g p 1 1 1 /\ r_n g p 0) \/ (exists R :
  Z, last g p 1 1 2 /\ r_n g p R /\ R >= 2) \/ (exists B : Z, last g p 1 B (B + 1) /\ (Z.rem B 2) = 1 /\ B >=
  3 /\ ~ (r_n g p 1)) \/ (exists B : Z, last g p 1 B (B + 1) /\ (Z.rem B 2) = 0 /\ r_n g p 1).
(* Definition 4: the effective sequence begins at the first heap of size x_{n-2}; it has n_e heaps. %
   third_is_more/0: the hypothesis of Theorem 8, x_{n-2} >= 2. *)
Definition third_is_more (g : parameters) (p : position) : Prop := (exists A : Z, (exists A1 : Z, (exists A2
  : Z, last g p A A1 A2 /\ A >= 2))).
Definition n_e_elements1 (g : parameters) (p : position) (O1 : Z) (X1 : list Z) : Prop := (exists I : Z,
  (exists S : Z, X1 = [I] /\ heap g p I S /\ S >= O1)).
(* % n_e/1: the length of the effective sequence. *)
Definition n_e (g : parameters) (p : position) (X1 : Z) : Prop := (exists E : Z, (exists A : Z, (exists A1 :
  Z, (exists A2 : Z, X1 = E /\ last g p A A1 A2 /\ counted (n_e_elements1 g p A) E)))).
Definition r_e (g : parameters) (p : position) (X1 : Z) : Prop := (exists E : Z, n_e g p E /\ ((the_k g) + 1)
  <> 0 /\ X1 = (Z.rem E ((the_k g) + 1))).
(* Definition 6: (a,b,c) with 2 <= a <= b <= c is good if a and b have the same parity and c = b+1. *)
Definition good_triple (g : parameters) (p : position) : Prop := (exists A : Z, (exists B : Z, last g p A B
  (B + 1) /\ A >= 2 /\ (Z.rem (B - A) 2) = 0)).
(* Definition 7: the four types of positions with x_{n-2} >= 2. *)
Definition type_1 (g : parameters) (p : position) : Prop := (exists A : Z, (exists A1 : Z, good_triple g p /\
  r_e g p 1 /\ last g p A A A1)) \/ (good_triple g p /\ r_e g p 2).
Definition type_2 (g : parameters) (p : position) : Prop := good_triple g p /\ ~ (type_1 g p).
Definition type_3 (g : parameters) (p : position) : Prop := (exists A : Z, third_is_more g p /\ ~
  (good_triple g p) /\ r_e g p 1 /\ last g p A A A) \/ (exists A : Z, (exists B : Z, third_is_more g p /\ ~
  (good_triple g p) /\ r_e g p 2 /\ last g p A B (B + 1) /\ (Z.rem (B - A) 2) = 1)).
(* Theorem 8: x_{n-2} >= 2. % theorem_8/0: the P-positions with x_{n-2} >= 2. *)
Definition theorem_8 (g : parameters) (p : position) : Prop := type_2 g p \/ type_3 g p.

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 2 <= the_k g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= Z.of_nat (length (the_heap p)) <=
  3 /\ in_order Z.le (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> (one_or_two_heaps g p -> (P_position position (moves g)
  False p <-> theorem_2 g p)) /\ (third_is_one g p -> (P_position position (moves g) False p <-> theorem_3 g
  p)) /\ (third_is_more g p -> (P_position position (moves g) False p <-> theorem_8 g p)).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Heaps.

Lemma heaps_is g p n : heaps g p n <-> n = Z.of_nat (length (the_heap p)).
Proof.
  pose proof (counted_heaps (heaps_elements1 g p) (fun i => exists s, heap_at (the_heap p) i s) (the_heap p) n
    ltac:(tauto) ltac:(one_entry)) as C. rewrite <- C. unfold heaps. split; [intros (N & -> & H); exact H|eauto].
Qed.
(* What a list of heaps and sizes says. *)
Fixpoint says (M : term) (i s : Z) : Prop :=
  match M with t_l j T L => (i = j /\ s = T) \/ says L i s | _ => False end.
Lemma after_is g p M i s : move g p M -> (after g p M (t_heap i s) <-> says M i s).
Proof.
  intro H. split.
  - clear H. intro A. remember (t_heap i s) as X eqn:E. revert E.
    induction A as [X1 X2 I T L E1 E2 _|X1 X2 I T L F E1 E2 _ _ IH]; intro E; rewrite E1; cbn;
      [rewrite E2 in E; injection E as -> ->; auto|right; apply IH; congruence].
  - revert H. clear -M. induction M as [a b|I T L IH|]; cbn; [contradiction| |contradiction].
    intros H [[-> ->]|S]; [exact (after_by_1 g p _ _ I T L eq_refl eq_refl H)|].
    refine (after_by_2 g p _ _ I T L _ eq_refl eq_refl H (IH _ S)).
    inversion H as [X I' T' S' E|X I' T' U L' A E M' _ _]; injection E as -> -> ->; [destruct S|exact M'].
Qed.
(* Which heaps may be lowered, of at most three. *)
Lemma maximal_is g p i s : maximal g p i s <-> exists n, n = Z.of_nat (length (the_heap p)) /\
  heap_at (the_heap p) n s /\ heap_at (the_heap p) i s /\ i > n - the_k g.
Proof.
  unfold maximal, heap. split.
  - intros (I & S & N & -> & -> & H & A). apply heaps_is in H. exists N. auto.
  - intros (n & H & A). exists i, s, n. rewrite heaps_is. auto.
Qed.
Lemma heap_1 x i s : heap_at [x] i s <-> i = 1 /\ s = x.
Proof.
  unfold heap_at, size_of. cbn [length]. split; [intros [A ->]; assert (i = 1) as -> by lia; auto|intros [-> ->];
    split; [lia|reflexivity]].
Qed.
Lemma heap_2 x y i s : heap_at [x; y] i s <-> (i = 1 /\ s = x) \/ (i = 2 /\ s = y).
Proof.
  unfold heap_at, size_of. cbn [length]. split.
  - intros [A ->]. assert (i = 1 \/ i = 2) as [-> | ->] by lia; auto.
  - intros [[-> ->]|[-> ->]]; (split; [lia|reflexivity]).
Qed.
Lemma heap_3 x y z i s : heap_at [x; y; z] i s <-> (i = 1 /\ s = x) \/ (i = 2 /\ s = y) \/ (i = 3 /\ s = z).
Proof.
  unfold heap_at, size_of. cbn [length]. split.
  - intros [A ->]. assert (i = 1 \/ i = 2 \/ i = 3) as [-> | [-> | ->]] by lia; auto.
  - intros [[-> ->]|[[-> ->]|[-> ->]]]; (split; [lia|reflexivity]).
Qed.
Lemma move_inv g p M : move g p M <->
  (exists n T S, n = Z.of_nat (length (the_heap p)) /\ M = t_l n T t_nil /\ maximal g p n S /\ 0 <= T < S) \/
  (exists I T U L S, M = t_l I T (t_l (I + 1) U L) /\ move g p (t_l (I + 1) U L) /\ maximal g p I S /\ 0 <= T <= U).
Proof.
  split.
  - intros [X I T S -> H A B|X I T U L S -> A B C].
    + left. apply heaps_is in H. exists I, T, S. repeat split; auto; lia.
    + right. exists (I - 1), T, U, L, S. replace (I - 1 + 1) with I by lia. auto.
  - intros [(n & T & S & H & -> & A & B)|(I & T & U & L & S & -> & A & B & C)].
    + apply (move_by_1 g p _ n T S); auto; [apply heaps_is; exact H|lia].
    + apply (move_by_2 g p _ (I + 1) T U L S); auto; [f_equal; lia|]. replace (I + 1 - 1) with I by lia. exact B.
Qed.
Definition left_in (l : list Z) : list Z := ascending (left_over l).
Definition options (k : Z) (l q : list Z) : Prop :=
  match l with
  | [x] => exists t, 0 <= t < x /\ q = left_in [t]
  | [x; y] => (exists t, 0 <= t < y /\ q = left_in [x; t]) \/
      (x = y /\ exists t u, 0 <= t <= u /\ u < y /\ q = left_in [t; u])
  | [x; y; z] => (exists t, 0 <= t < z /\ q = left_in [x; y; t]) \/
      (y = z /\ exists t u, 0 <= t <= u /\ u < z /\ q = left_in [x; t; u]) \/
      (x = y /\ y = z /\ 3 <= k /\ exists s t u, 0 <= s <= t /\ t <= u < z /\ q = left_in [s; t; u])
  | _ => False
  end.
(* What a list of heaps and sizes makes of the heaps. *)
Lemma each_alike (one other : Z -> Z -> Prop) : (forall i s, one i s <-> other i s) ->
  forall l i r, each one i l r -> each other i l r.
Proof.
  intros A l. induction l as [|a l IH]; intros i [|b r]; cbn; auto. intros [[E|[E D]] G]; (split; [|exact (IH _ _ G)]).
  - left. apply A, E.
  - right. split; [|exact D]. intros [v V]. apply E. exists v. apply A, V.
Qed.
Lemma moved g p q : moves g p q <-> exists M, move g p M /\ exists small, each (says M) 1 (the_heap p) small /\
  the_heap q = left_in small.
Proof.
  assert (forall M, move g p M -> forall i s, says M i s -> i <= Z.of_nat (length (the_heap p))) as F.
  { intros M H i s S. revert i s S. induction H as [X I T S -> H A B|X I T U L S -> A IH B C]; intros i s; cbn [says].
    - apply heaps_is in H. intros [[-> _]|[]]. lia.
    - intros [[-> _]|D]; [|exact (IH _ _ D)]. apply maximal_is in B as (n & _ & _ & [B _] & _). lia. }
  unfold moves. split; intros (M & H & R); exists M; (split; [exact H|]).
  - apply heaps_after_is in R; [|intros i s S; apply after_is in S; [exact (F M H i s S)|exact H]].
    destruct R as (small & E & Q). exists small. split; [|exact Q]. revert E. apply each_alike. intros i s. apply
      after_is, H.
  - apply heaps_after_is; [intros i s S; apply after_is in S; [exact (F M H i s S)|exact H]|].
    destruct R as (small & E & Q). exists small. split; [|exact Q]. revert E. apply each_alike. intros i s.
    symmetry. apply after_is, H.
Qed.
(* A move that goes on has a heap before its own. *)
Lemma no_move_beyond g p i U L S : move g p (t_l (i + 1) U L) -> maximal g p i S -> 1 <= i < Z.of_nat (length
  (the_heap p)).
Proof.
  intros H A. apply maximal_is in A as (n & -> & _ & [A _] & _). split; [lia|].
  apply move_inv in H as [(n & T & S' & -> & E & _)|(j & T & U' & L' & S' & E & _ & B & _)]; injection E as E _ _;
    [lia|].
  apply maximal_is in B as (n & -> & _ & [B _] & _). lia.
Qed.
Lemma one_move g p n T S : n = Z.of_nat (length (the_heap p)) -> maximal g p n S -> 0 <= T < S -> move g p (t_l n T
  t_nil).
Proof. intros E A B. apply move_inv. left. exists n, T, S. auto. Qed.
Lemma more_moves g p i j T U L S : j = i + 1 -> move g p (t_l j U L) -> maximal g p i S -> 0 <= T <= U -> move g p
  (t_l i T (t_l j U L)).
Proof. intros -> A B C. apply move_inv. right. exists i, T, U, L, S. auto. Qed.
(* The last heap is lowered, the last two, or the last three. *)
Lemma moves_are g p q : (length (the_heap p) <= 3)%nat -> 2 <= the_k g -> (moves g p q <-> options (the_k g)
  (the_heap p) (the_heap q)).
Proof.
  intros L K. rewrite moved. pose proof (no_move_beyond g p) as B. pose proof (move_inv g p) as V.
  pose proof (one_move g p) as O1. pose proof (more_moves g p) as O2. pose proof (maximal_is g p) as X.
  destruct (the_heap p) as [|x [|y [|z [|w l]]]] eqn:E; cbn [length] in *; [..|lia].
  - split; [|intros []]. intros (M & H & _). apply V in H as [(n & T & S & -> & _ & A & _)|(i & T & U & L' & S & _ &
    H & A & _)].
    + apply X in A as (n & -> & [A _] & _). cbn in A. lia.
    + specialize (B _ _ _ _ H A). lia.
  - setoid_rewrite heap_1 in X. split.
    + intros (M & H & small & R & Q). apply V in H as [(n & T & S & -> & -> & A & C)|(i & T & U & L' & S & _ & H & A
      & _)];
        [|specialize (B _ _ _ _ H A); lia].
      apply X in A as (n & -> & A & _). exists T. cbn in R. destruct small as [|a [|b small]]; try tauto.
      split; [lia|]. rewrite Q. destruct R as [[[[_ ->]|[]]|[R _]] _]; [reflexivity|]. destruct R. exists T. auto.
    + intros (t & T & ->). exists (t_l 1 t t_nil). split.
      * apply (O1 _ _ x); auto. apply X. exists 1. lia.
      * exists [t]. cbn. split; [tauto|reflexivity].
  - setoid_rewrite heap_2 in X. split.
    + intros (M & H & small & R & Q). cbn in R. destruct small as [|a [|b [|c small]]]; try tauto.
      apply V in H as [(n & T & S & -> & -> & A & C)|(i & T & U & L' & S & -> & H & A & C)].
      * left. apply X in A as (n & -> & A & A' & _). exists T. split; [lia|]. rewrite Q. cbn in R.
        destruct R as (R1 & R2 & _). destruct R1 as [[[R1 _]|[]]|[_ ->]]; [lia|]. destruct R2 as [[[_ ->]|[]]|[R _]];
          [reflexivity|].
        destruct R. exists T. left. split; reflexivity.
      * right. pose proof (B _ _ _ _ H A) as D. assert (i = 1) as -> by lia.
        apply V in H as [(n & T' & S' & -> & F & A' & C')|(i & T' & U' & L2 & S' & F & H & A' & C')];
          [|injection F as F -> ->; specialize (B _ _ _ _ H A'); lia].
        injection F as -> ->. apply X in A as (n & -> & A & A2 & _). apply X in A' as (n & -> & A' & A2' & _).
        split; [lia|]. exists T, T'. split; [lia|]. split; [lia|]. rewrite Q. cbn in R. destruct R as (R1 & R2 & _).
        destruct R1 as [[[_ ->]|[[R1 _]|[]]]|[R _]]; [|lia|destruct R; exists T; left; split; reflexivity].
        destruct R2 as [[[R2 _]|[[_ ->]|[]]]|[R _]]; [lia|reflexivity|destruct R; exists T'; right; left; split;
          reflexivity].
    + intros [(t & T & ->)|(-> & t & u & T & U & ->)].
      * exists (t_l 2 t t_nil). split.
        -- apply (O1 _ _ y); auto. apply X. exists 2. lia.
        -- exists [x; t]. cbn. split; [|reflexivity]. split; [right; split; [intros [v [[A _]|[]]];
          lia|reflexivity]|]. split; [|exact I]. left. left. split; reflexivity.
      * exists (t_l 1 t (t_l 2 u t_nil)). split.
        -- apply (O2 _ _ _ _ _ y); [reflexivity|apply (O1 _ _ y); [auto|apply X; exists 2; lia|lia]|apply X; exists
          2; lia|lia].
        -- exists [t; u]. cbn. split; [|reflexivity]. split; [left; left; split; reflexivity|]. split; [|exact I].
          left. right. left. split; reflexivity.
  - setoid_rewrite heap_3 in X. split.
    + intros (M & H & small & R & Q). cbn in R. destruct small as [|a [|b [|c [|d small]]]]; try tauto.
      apply V in H as [(n & T & S & -> & -> & A & C)|(i & T & U & L' & S & -> & H & A & C)].
      * left. apply X in A as (n & -> & A & A' & _). exists T. split; [lia|]. rewrite Q. cbn in R.
        destruct R as (R1 & R2 & R3 & _). destruct R1 as [[[R1 _]|[]]|[_ ->]]; [lia|]. destruct R2 as [[[R2 _]|[]]|[_
          ->]]; [lia|].
        destruct R3 as [[[_ ->]|[]]|[R _]]; [reflexivity|]. destruct R. exists T. left. split; reflexivity.
      * right. pose proof (B _ _ _ _ H A) as D.
        apply V in H as [(n & T' & S' & -> & F & A' & C')|(j & T' & U' & L2 & S' & F & H & A' & C')].
        -- left. injection F as F -> ->. assert (i = 2) as -> by lia. apply X in A as (n & -> & A & A2 & _). apply X
          in A' as (n & -> & A' & A2' & _).
           split; [lia|]. exists T, T'. split; [lia|]. split; [lia|]. rewrite Q. cbn in R. destruct R as (R1 & R2 &
             R3 & _).
           destruct R1 as [[[R1 _]|[[R1 _]|[]]]|[_ ->]]; [lia|lia|].
           destruct R2 as [[[_ ->]|[[R2 _]|[]]]|[R _]]; [|lia|destruct R; exists T; left; split; reflexivity].
           destruct R3 as [[[R3 _]|[[_ ->]|[]]]|[R _]]; [lia|reflexivity|destruct R; exists T'; right; left; split;
             reflexivity].
        -- right. pose proof (B _ _ _ _ H A') as D'. injection F as F -> ->. assert (i = 1 /\ j = 2) as [-> ->] by lia.
           apply V in H as [(n & T2 & S2 & -> & F2 & A2 & C2)|(j & T2 & U2 & L3 & S2 & F2 & H & A2 & C2)];
             [|injection F2 as F2 -> ->; specialize (B _ _ _ _ H A2); lia].
           injection F2 as -> ->. apply X in A as (n & -> & A & A0 & A1). apply X in A' as (n & -> & A' & A0' & _).
           apply X in A2 as (n & -> & A2 & A02 & _).
           split; [lia|]. split; [lia|]. split; [lia|]. exists T, T', T2. split; [lia|]. split; [lia|]. rewrite Q.
             cbn in R.
           destruct R as (R1 & R2 & R3 & _).
           destruct R1 as [[[_ ->]|[[R1 _]|[[R1 _]|[]]]]|[R _]]; [|lia|lia|destruct R; exists T; left; split;
             reflexivity].
           destruct R2 as [[[R2 _]|[[_ ->]|[[R2 _]|[]]]]|[R _]]; [lia| |lia|destruct R; exists T'; right; left;
             split; reflexivity].
           destruct R3 as [[[R3 _]|[[R3 _]|[[_ ->]|[]]]]|[R _]]; [lia|lia|reflexivity|destruct R; exists T2; right;
             right; left; split; reflexivity].
    + intros [(t & T & ->)|[(-> & t & u & T & U & ->)|(-> & -> & K3 & s & t & u & T & U & ->)]].
      * exists (t_l 3 t t_nil). split; [apply (O1 _ _ z); [auto|apply X; exists 3; lia|lia]|]. exists [x; y; t]. cbn.
        split; [|reflexivity]. split; [right; split; [intros [v [[A _]|[]]]; lia|reflexivity]|].
        split; [right; split; [intros [v [[A _]|[]]]; lia|reflexivity]|]. split; [|exact I]. left. left. split;
          reflexivity.
      * exists (t_l 2 t (t_l 3 u t_nil)). split.
        -- apply (O2 _ _ _ _ _ z); [reflexivity|apply (O1 _ _ z); [auto|apply X; exists 3; lia|lia]|apply X; exists
          3; lia|lia].
        -- exists [x; t; u]. cbn. split; [|reflexivity]. split; [right; split; [intros [v [[A _]|[[A _]|[]]]];
          lia|reflexivity]|].
           split; [left; left; split; reflexivity|]. split; [|exact I]. left. right. left. split; reflexivity.
      * exists (t_l 1 s (t_l 2 t (t_l 3 u t_nil))). split.
        -- apply (O2 _ _ _ _ _ z); [reflexivity| |apply X; exists 3; lia|lia].
           apply (O2 _ _ _ _ _ z); [reflexivity|apply (O1 _ _ z); [auto|apply X; exists 3; lia|lia]|apply X; exists
             3; lia|lia].
        -- exists [s; t; u]. cbn. split; [|reflexivity]. split; [left; left; split; reflexivity|].
           split; [left; right; left; split; reflexivity|]. split; [|exact I]. left. right. right. left. split;
             reflexivity.
Qed.
(* The P-positions of at most three heaps. *)
Definition lost (k : Z) (l : list Z) : Prop :=
  match l with
  | [] => True
  | [x; y] => y = x + 1 /\ Z.rem x 2 = 1
  | [x; y; z] => (z = y + 1 /\ Z.rem (y - x) 2 = 0 /\ ~ (k = 2 /\ x = 1 /\ y = 1)) \/ (k = 2 /\ x = 1 /\ y = 1 /\ z = 1)
  | _ => False
  end.
Definition rising (l : list Z) : Prop :=
  match l with
  | [] => True
  | [x] => 1 <= x
  | [x; y] => 1 <= x <= y
  | [x; y; z] => 1 <= x <= y /\ y <= z
  | _ => False
  end.
Lemma legal_is g p : legal g p <-> 2 <= the_k g /\ rising (the_heap p).
Proof.
  unfold legal, asked. destruct (the_heap p) as [|x [|y [|z [|w l]]]]; cbn [length in_order rising]; try lia.
Qed.
Ltac sort := unfold left_in, left_over; cbn [filter]; repeat match goal with |- context [0 <? ?a] => destruct
  (Z.ltb_spec 0 a) end;
  unfold ascending; cbn [fold_right put_in]; repeat (match goal with |- context [?a <=? ?b] => destruct (Z.leb_spec a
    b) end; cbn [put_in]).
(* What is left is in order, and less. *)
Lemma left_rising k l q : rising l -> options k l q -> rising q /\ sum q < sum l.
Proof.
  destruct l as [|x [|y [|z [|w l]]]]; cbn [rising options]; intros R O; try contradiction.
  - destruct O as (t & T & ->). sort; cbn [rising sum]; lia.
  - destruct O as [(t & T & ->)|(-> & t & u & T & U & ->)]; sort; cbn [rising sum]; lia.
  - destruct O as [(t & T & ->)|[(-> & t & u & T & U & ->)|(-> & -> & K & s & t & u & T & U & ->)]]; sort; cbn
    [rising sum]; lia.
Qed.
(* No move leads from one of them to another, and from all other positions one leads to one. *)
Lemma independent k l q : 2 <= k -> rising l -> lost k l -> options k l q -> ~ lost k q.
Proof.
  intros K. destruct l as [|x [|y [|z [|w l]]]]; cbn [rising options lost]; intros R C O; try contradiction.
  - destruct O as [(t & T & ->)|(-> & t & u & T & U & ->)]; sort; cbn [lost]; lia.
  - destruct O as [(t & T & ->)|[(-> & t & u & T & U & ->)|(-> & -> & K3 & s & t & u & T & U & ->)]]; sort; cbn
    [lost]; lia.
Qed.
Lemma one_of_three k x y z t : 0 <= t < z -> options k [x; y; z] (left_in [x; y; t]).
Proof. intro T. left. exists t. auto. Qed.
Lemma two_of_three k x z t u : 0 <= t <= u -> u < z -> options k [x; z; z] (left_in [x; t; u]).
Proof. intros T U. right. left. split; [reflexivity|]. exists t, u. auto. Qed.
Lemma absorbing k l : 2 <= k -> rising l -> ~ lost k l -> exists q, options k l q /\ lost k q.
Proof.
  intros K. destruct l as [|x [|y [|z [|w l]]]]; cbn [rising]; intros R C; try tauto.
  - exists (left_in [0]). split; [exists 0; auto with zarith|]. exact I.
  - cbn [lost] in C. destruct (Z.eq_dec x y) as [->|N].
    + exists (left_in [0; 0]). split; [right; split; [reflexivity|]; exists 0, 0; repeat split; lia|exact I].
    + assert (Z.rem x 2 = 1 \/ Z.rem x 2 = 0) as [E|E] by lia.
      * exists (left_in [x; x + 1]). split; [left; exists (x + 1); split; [lia|reflexivity]|]. sort; cbn [lost]; lia.
      * exists (left_in [x; x - 1]). split; [left; exists (x - 1); split; [lia|reflexivity]|]. sort; cbn [lost]; lia.
  - cbn [lost] in C. destruct (Z.eq_dec y z) as [->|N]; [destruct (Z.eq_dec x z) as [->|M]|].
    + assert (k = 2 \/ 3 <= k) as [->|K3] by lia.
      * assert (Z.rem z 2 = 0 \/ Z.rem z 2 = 1) as [E|E] by lia.
        -- exists (left_in [z; 0; z - 1]). split; [apply two_of_three; lia|]. sort; cbn [lost]; lia.
        -- exists (left_in [z; z - 1; z - 1]). split; [apply two_of_three; lia|]. sort; cbn [lost]; lia.
      * exists (left_in [0; 0; 0]). split; [|exact I]. right. right. split; [reflexivity|]. split; [reflexivity|].
        split; [exact K3|]. exists 0, 0, 0. repeat split; lia.
    + assert (Z.rem (z - x) 2 = 0 \/ Z.rem (z - x) 2 = 1) as [E|E] by lia; assert (k = 2 /\ x = 1 \/ ~ (k = 2 /\ x =
      1)) as [D|D] by lia.
      * exists (left_in [x; 1; 1]). split; [apply two_of_three; lia|]. sort; cbn [lost]; lia.
      * exists (left_in [x; x; x + 1]). split; [apply two_of_three; lia|]. sort; cbn [lost]; lia.
      * assert (z = 2 \/ z <> 2) as [F|F] by lia.
        -- exists (left_in [x; z; 0]). split; [apply one_of_three; lia|]. sort; cbn [lost]; lia.
        -- exists (left_in [x; z; z - 1]). split; [apply one_of_three; lia|]. sort; cbn [lost]; lia.
      * exists (left_in [x; z; z - 1]). split; [apply one_of_three; lia|]. sort; cbn [lost]; lia.
    + assert (Z.rem (y - x) 2 = 0 \/ Z.rem (y - x) 2 = 1) as [E|E] by lia; assert (k = 2 /\ x = 1 \/ ~ (k = 2 /\ x =
      1)) as [D|D] by lia.
      * assert (y = 1 \/ y <> 1) as [F|F] by lia.
        -- exists (left_in [x; y; 1]). split; [apply one_of_three; lia|]. sort; cbn [lost]; lia.
        -- exists (left_in [x; y; y + 1]). split; [apply one_of_three; lia|]. sort; cbn [lost]; lia.
      * exists (left_in [x; y; y + 1]). split; [apply one_of_three; lia|]. sort; cbn [lost]; lia.
      * assert (y = 2 \/ y <> 2) as [F|F] by lia.
        -- exists (left_in [x; y; 0]). split; [apply one_of_three; lia|]. sort; cbn [lost]; lia.
        -- exists (left_in [x; y; y - 1]). split; [apply one_of_three; lia|]. sort; cbn [lost]; lia.
      * exists (left_in [x; y; y - 1]). split; [apply one_of_three; lia|]. sort; cbn [lost]; lia.
Qed.
Lemma outcome g p : legal g p -> (P_position position (moves g) False p <-> lost (the_k g) (the_heap p)).
Proof.
  assert (forall p, legal g p -> (length (the_heap p) <= 3)%nat) as F.
  { intros r [_ [A _]]. lia. }
  revert p. apply (kernel position (legal g) (moves g) False (fun p => Z.to_nat (sum (the_heap p))) (fun p => lost
    (the_k g) (the_heap p))).
  - intros p L. apply legal_is in L. destruct (the_heap p) as [|x [|y [|z [|w l]]]]; cbn [lost]; lia.
  - intros p q L M. pose proof (F p L). apply legal_is in L as [K R]. apply moves_are in M; auto. apply legal_is.
    split; [exact K|].
    exact (proj1 (left_rising _ _ _ R M)).
  - intros p q L M. pose proof (F p L). apply legal_is in L as [K R]. apply moves_are in M; auto.
    apply left_rising in M as [R' M]; auto. assert (0 <= sum (the_heap q)) as S; [|lia].
    destruct (the_heap q) as [|x [|y [|z [|w l]]]]; cbn [rising sum] in *; lia.
  - intros p q L C M. pose proof (F p L). apply legal_is in L as [K R]. apply moves_are in M; auto. exact
    (independent _ _ _ K R C M).
  - intros [].
  - intros p L C. left. pose proof (F p L). apply legal_is in L as [K R]. destruct (absorbing _ _ K R C) as (l & M & D).
    exists (Position l). split; [apply moves_are; auto|exact D].
Qed.
(* What the theorems say of at most three heaps. *)
Lemma last_is g p a b c : (length (the_heap p) <= 3)%nat -> (last g p a b c <-> the_heap p = [a; b; c]).
Proof.
  intro L. unfold last, heap. split.
  - intros (A & B & C & N & -> & -> & -> & H & X & Y & Z). apply heaps_is in H. subst N.
    destruct (the_heap p) as [|x [|y [|z [|w l]]]]; cbn [length] in *; [destruct X; lia..| |lia].
    apply heap_3 in X, Y, Z. assert (A = x /\ B = y /\ C = z) as (-> & -> & ->) by lia. reflexivity.
  - intros E. exists a, b, c, 3. rewrite heaps_is. rewrite E in *. rewrite !heap_3. cbn [length]. lia.
Qed.
Lemma r_n_is g p r : asked g -> (r_n g p r <-> r = Z.rem (Z.of_nat (length (the_heap p))) (the_k g + 1)).
Proof.
  unfold asked. intro K. unfold r_n. split.
  - intros (N & H & _ & ->). apply heaps_is in H. subst N. reflexivity.
  - intros ->. exists (Z.of_nat (length (the_heap p))). rewrite heaps_is. repeat split; lia.
Qed.
Lemma n_e_is g p x y z e : the_heap p = [x; y; z] -> x <= y <= z -> (n_e g p e <-> e = 3).
Proof.
  intros E R. assert (forall i, (exists s, heap_at (the_heap p) i s /\ s >= x) <-> exists s, heap_at (the_heap p) i
    s) as A.
  { intro i. rewrite E. setoid_rewrite heap_3. split; intros [s S]; exists s; lia. }
  pose proof (counted_heaps (n_e_elements1 g p x) (fun i => exists s, heap_at (the_heap p) i s /\ s >= x) (the_heap
    p) e A
    ltac:(intro; split; [intros (i & s & -> & H); eauto|intros (i & -> & s & H); exists i, s; auto])) as C.
  rewrite E in C. cbn [length] in C. change (Z.of_nat 3) with 3 in C. rewrite <- C. unfold n_e. split.
  - intros (e' & a & b & c & -> & H & D). apply last_is in H; [|rewrite E; cbn; lia]. rewrite E in H. injection H as
    <- _ _. exact D.
  - intro D. exists e, x, y, z. rewrite last_is; [auto|rewrite E; cbn; lia].
Qed.
Lemma third_of_k k : 2 <= k -> (k = 2 /\ Z.rem 3 (k + 1) = 0) \/ (3 <= k /\ Z.rem 3 (k + 1) = 3).
Proof.
  intro K. assert (k = 2 \/ 3 <= k) as [->|H] by lia; [left; split; reflexivity|right; split; [exact H|]]. apply
    Z.rem_small. lia.
Qed.
Lemma r_e_is g p x y z r : asked g -> the_heap p = [x; y; z] -> x <= y <= z -> (r_e g p r <-> r = Z.rem 3 (the_k g +
  1)).
Proof.
  unfold asked. intros K E R. unfold r_e. split.
  - intros (e & H & _ & ->). apply (n_e_is g p x y z) in H; auto. subst e. reflexivity.
  - intros ->. exists 3. rewrite (n_e_is g p x y z) by auto. repeat split; lia.
Qed.
Theorem proved : theorem.
Proof.
  intros g p L. rewrite (outcome g p L). pose proof L as (K & [_ N] & _). assert (length (the_heap p) <= 3)%nat as N'
    by lia.
  pose proof (fun a b c => last_is g p a b c N') as T. pose proof (fun r => r_n_is g p r K) as RN.
  apply legal_is in L as [K' R]. pose proof (third_of_k (the_k g) K') as R3.
  pose proof (fun x y z r => r_e_is g p x y z r K) as RE. pose proof (heaps_is g p) as HN. clear N N' K.
  destruct (the_heap p) as [|x [|y [|z [|w l]]]] eqn:E; cbn [rising length lost] in *; try contradiction.
  - split; [|split].
    + intros [H|H]; apply HN in H; discriminate.
    + intros (a & b & H). apply T in H. discriminate.
    + intros (a & b & c & H & _). apply T in H. discriminate.
  - split; [|split].
    + intros _. split; [intros []|]. intros (X & H & _). apply HN in H. discriminate.
    + intros (a & b & H). apply T in H. discriminate.
    + intros (a & b & c & H & _). apply T in H. discriminate.
  - split; [|split].
    + intros _. unfold theorem_2, heap. rewrite E. split.
      * intros [-> O]. exists x. rewrite HN, !heap_2. lia.
      * intros (X & _ & A & B & O). apply heap_2 in A, B. assert (X = x /\ X + 1 = y) by lia. lia.
    + intros (a & b & H). apply T in H. discriminate.
    + intros (a & b & c & H & _). apply T in H. discriminate.
  - change (Z.of_nat 3) with 3 in *. split; [|split].
    + intros [H|H]; apply HN in H; discriminate.
    + intros (a & b & H). apply T in H. injection H as -> <- <-. unfold theorem_3. setoid_rewrite RN. split.
      * intro C. destruct R3 as [[Q R3]|[Q R3]]; rewrite R3 in *.
        -- destruct C as [(-> & P & D)|(_ & _ & -> & ->)]; [|left; split; [apply T; reflexivity|reflexivity]].
           right. right. left. exists y. rewrite T. repeat split; lia.
        -- assert (z = y + 1 /\ Z.rem (y - 1) 2 = 0) as [-> P] by lia. assert (y = 1 \/ y <> 1) as [->|D] by lia.
           ++ right. left. exists 3. rewrite T. repeat split; lia.
           ++ right. right. left. exists y. rewrite T. repeat split; lia.
      * intros [[A B]|[(r & A & B & C)|[(b & A & B & C & D)|(b & A & B & C)]]]; apply T in A; injection A as -> ->; lia.
    + intros (a & b & c & H & A). apply T in H. injection H as <- <- <-.
      assert (good_triple g p <-> z = y + 1 /\ Z.rem (y - x) 2 = 0) as G.
      { unfold good_triple. split.
        - intros (a & b & H & _ & P). apply T in H. injection H as <- <- ->. auto.
        - intros [-> P]. exists x, y. rewrite T. auto. }
      assert (forall r, r_e g p r <-> r = Z.rem 3 (the_k g + 1)) as RX by (intro r; apply (RE x y z);
        [reflexivity|lia]).
      assert (~ type_1 g p) as T1.
      { unfold type_1. intros [(a & b & _ & H & _)|[_ H]]; apply RX in H; lia. }
      assert (~ type_3 g p) as T3.
      { unfold type_3. intros [(a & _ & _ & H & _)|(a & b & _ & _ & H & _)]; apply RX in H; lia. }
      unfold theorem_8, type_2. rewrite G. clear - A T1 T3. split.
      * intros [(B & C & _)|B]; [left; split; [split; assumption|exact T1]|lia].
      * intros [[[B C] _]|B]; [left; repeat split; [exact B|exact C|lia]|contradiction].
Qed.
Print Assumptions proved.
