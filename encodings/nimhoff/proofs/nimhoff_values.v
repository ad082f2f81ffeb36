(* Cyclic Nimhoff with any number of rows. Claim values: The Sprague-Grundy value is h times the nim-sum of
   the quotients, plus the number of stones modulo h. *)
(* Here for every h from 1 on; every list of heaps. *)
(* Printed from nimhoff/rules.lp, nimhoff/theorems.lp, nimhoff/beliefs.lp: each predicate is what its rules
   say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_h : Z }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_l (_ : Z) (_ : Z) (_ : term) | t_nil.

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
(* A move is the list of (row, size it is lowered to), first row first; the number of stones it takes is
   counted. Its effects are those of its head and of its tail, which is a move too. *)
Inductive lower (g : parameters) (p : position) : Z -> term -> Prop :=
| lower_by_1 (X1 : Z) (X2 : term) (S : Z) (T : Z) (I : Z) : (X2 = (t_l I T t_nil)) -> (heap g p I S) -> (0 <=
  T <= (S - 1)) -> (X1 = (S - T)) -> lower g p X1 X2
| lower_by_2 (X1 : Z) (X2 : term) (D : Z) (S : Z) (T : Z) (I : Z) (H : Z) (U : Z) (L : term) : (X2 = (t_l I T
  (t_l H U L))) -> (lower g p D (t_l H U L)) -> (heap g p I S) -> (I < H) -> (0 <= T <= (S - 1)) -> (((D + S)
  - T) < (the_h g)) -> (X1 = ((D + S) - T)) -> lower g p X1 X2.
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists L : term, (exists A1 : Z, X1 =
  L /\ lower g p A1 L)).
Inductive after (g : parameters) (p : position) : term -> term -> Prop :=
| after_by_1 (X1 : term) (X2 : term) (I : Z) (T : Z) (L : term) (A1 : Z) : (X1 = (t_l I T L)) -> (X2 =
  (t_heap I T)) -> (lower g p A1 (t_l I T L)) -> after g p X1 X2
| after_by_2 (X1 : term) (X2 : term) (I : Z) (T : Z) (L : term) (F : term) (A1 : Z) : (X1 = (t_l I T L)) ->
  (X2 = F) -> (lower g p A1 (t_l I T L)) -> (after g p L F) -> after g p X1 X2.
Definition heaps_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists A1
  : Z, X1 = [I] /\ heap g p I A1)).
Definition heaps (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = N /\ counted
  (heaps_elements1 g p) N).
Definition quotient (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists I : Z, (exists S : Z,
  X1 = I /\ heap g p I S /\ (the_h g) <> 0 /\ X2 = (Z.quot S (the_h g)))).
Inductive quotients (g : parameters) (p : position) : Z -> Z -> Prop :=
| quotients_by_1 (X1 : Z) (X2 : Z) : (X1 = 0) -> (X2 = 0) -> quotients g p X1 X2
| quotients_by_2 (X1 : Z) (X2 : Z) (I : Z) (X : Z) (Q : Z) : (X1 = I) -> (quotients g p (I - 1) X) ->
  (quotient g p I Q) -> (X2 = (Z.lxor X Q)) -> quotients g p X1 X2.
Definition sum_of_quotients (g : parameters) (p : position) (X1 : Z) : Prop := (exists X : Z, (exists N : Z,
  X1 = X /\ heaps g p N /\ quotients g p N X)).
Definition total_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists S : Z, (exists I :
  Z, X1 = [S; I] /\ heap g p I S)).
Definition total (g : parameters) (p : position) (X1 : Z) : Prop := (exists R : Z, X1 = R /\ summed
  (total_elements1 g p) R).
(* % value/1: the Sprague-Grundy value. *)
Definition value (g : parameters) (p : position) (X1 : Z) : Prop := (exists X : Z, (exists R : Z,
  sum_of_quotients g p X /\ total g p R /\ (the_h g) <> 0 /\ X1 = (((the_h g) * X) + (Z.rem R (the_h g))))).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_h g.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ in_order Z.le (the_heap p).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).

Definition theorem : Prop := forall g p, legal g p -> exists V, has_value (moves g) p V /\ forall X, value g
  p X <-> X = V.

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Permutation Sums.

(* The stones, and the quotients by h. *)
Fixpoint stones (l : list Z) : Z := match l with [] => 0 | s :: r => s + stones r end.
Definition part_of (h s : Z) : Z := Z.abs s / h.
Lemma stones_app a b : stones (a ++ b) = stones a + stones b.
Proof. induction a as [|s a IH]; cbn [app stones]; [reflexivity|]. rewrite IH. lia. Qed.
Lemma stones_same a b : Permutation a b -> stones a = stones b.
Proof. intro E. induction E; cbn [stones] in *; lia. Qed.
Lemma stones_left l : Forall (Z.le 0) l -> stones (left_over l) = stones l.
Proof.
  intro N. induction N as [|s l S _ IH]; [reflexivity|]. unfold left_over in *. cbn [filter].
      destruct (Z.ltb_spec 0 s); cbn [stones]; lia.
Qed.
Lemma stones_not_negative l : Forall (Z.le 0) l -> 0 <= stones l.
Proof. intro N. induction N; cbn [stones]; lia. Qed.
(* What a move leaves: the heaps in its places become what it says. *)
Definition put_at (n : nat) (T : Z) (l : list Z) : list Z := firstn n l ++ T :: skipn (S n) l.
Fixpoint sizes (l : list Z) (M : term) : list Z :=
  match M with t_l i T L => put_at (Z.to_nat (i - 1)) T (sizes l L) | _ => l end.
Lemma put_at_between a s b T : put_at (length a) T (a ++ s :: b) = a ++ T :: b.
Proof.
  unfold put_at. rewrite firstn_app, firstn_all, Nat.sub_diag, app_nil_r. f_equal. f_equal.
  rewrite skipn_app, skipn_all2 by lia. replace (S (length a) - length a)%nat with 1%nat by lia. reflexivity.
Qed.
Lemma put_at_is n T l : (n < length l)%nat -> exists a s b, l = a ++ s :: b /\ length a = n /\ put_at n T l = a ++ T
    :: b.
Proof.
  intro L. destruct (nth_split l 0 L) as (a & b & E & F). exists a, (nth n l 0), b. split; [exact E|]. split;
      [exact F|].
  rewrite <- F at 1. rewrite E at 1. rewrite F. rewrite <- F. apply put_at_between.
Qed.
Lemma put_at_length n T l : (n < length l)%nat -> length (put_at n T l) = length l.
Proof. intro L. destruct (put_at_is n T l L) as (a & s & b & -> & _ & ->). rewrite !app_length. reflexivity. Qed.
Lemma put_at_nth n T l k : (n < length l)%nat -> nth k (put_at n T l) 0 = if (k =? n)%nat then T else nth k l 0.
Proof.
  intro L. destruct (put_at_is n T l L) as (a & s & b & -> & F & ->). rewrite !nth_between, F.
  destruct (Nat.ltb_spec k n), (Nat.eqb_spec k n); try lia; reflexivity.
Qed.

(* Heaps of a position, and what is said of them after a move. *)
Lemma heap_is g p i s : heap g p i s <-> 1 <= i <= Z.of_nat (length (the_heap p)) /\ s = nth (Z.to_nat (i - 1))
    (the_heap p) 0.
Proof. reflexivity. Qed.
Lemma lower_inv g p D M : lower g p D M -> exists I T L S, M = t_l I T L /\ heap g p I S /\ 0 <= T <= S - 1
  /\ (L = t_nil /\ D = S - T \/ exists E H U K, L = t_l H U K /\ lower g p E L /\ I < H /\ E + S - T < the_h g /\ D
      = E + S - T).
Proof.
  intros [X1 X2 S T I -> H A ->|X1 X2 D' S T I H U L -> A B C E F ->].
  - exists I, T, t_nil, S. split; [reflexivity|]. split; [exact H|]. split; [exact A|]. left. auto.
  - exists I, T, (t_l H U L), S. split; [reflexivity|]. split; [exact B|]. split; [exact E|]. right.
      exists D', H, U, L.
    split; [reflexivity|]. split; [exact A|]. split; [exact C|]. lia.
Qed.
Lemma after_inv g p M F : after g p M F -> exists I T L A, M = t_l I T L /\ lower g p A M /\ (F = t_heap I T \/
    after g p L F).
Proof.
  intros [X1 X2 I T L A -> -> W|X1 X2 I T L G A -> -> W V]; exists I, T, L, A; auto.
Qed.
Lemma after_from g p M : forall D, lower g p D M -> forall I T L, M = t_l I T L -> forall i t, after g p M (t_heap i
    t) -> I <= i.
Proof.
  induction M as [| I0 T0 L0 IH |]; intros D W I T L E i t A; try discriminate. injection E as -> -> ->.
  apply after_inv in A as (J & U & K & A & E & _ & F). injection E as <- <- <-.
  destruct F as [F|F]; [injection F as -> _; lia|].
  apply lower_inv in W as (J & U & K & S & E & _ & _ & C). injection E as <- <- <-.
  destruct C as [(-> & _)|(B & H & V & K' & -> & W & N & _)].
  - apply after_inv in F as (J & U & K & A' & E & _). discriminate.
  - specialize (IH B W H V K' eq_refl i t F). lia.
Qed.
Lemma leads_is g p M : forall D, lower g p D M -> length (sizes (the_heap p) M) = length (the_heap p) /\
  forall n t, (after g p M (t_heap (Z.of_nat n + 1) t) \/ (~ (exists V, after g p M (t_heap (Z.of_nat n + 1) V))
    /\ t = nth n (the_heap p) 0)) <-> t = nth n (sizes (the_heap p) M) 0.
Proof.
  induction M as [| I T L IH |]; intros D W; try (apply lower_inv in W as (J & U & K & S & E & _); discriminate).
  pose proof W as W'. apply lower_inv in W' as (J & U & K & S & E & H & B & C). injection E as <- <- <-. cbn [sizes].
  assert (forall F, after g p (t_l I T L) F <-> F = t_heap I T \/ after g p L F) as A.
  { intro F. split.
    - intro G. apply after_inv in G as (J & U & K & A & E & _ & G). injection E as <- <- <-. exact G.
    - intros [->|G]; [eapply after_by_1; eauto|eapply after_by_2; eauto]. }
  assert (length (sizes (the_heap p) L) = length (the_heap p) /\ (forall n t, (after g p L (t_heap (Z.of_nat n + 1) t)
    \/ (~ (exists V, after g p L (t_heap (Z.of_nat n + 1) V)) /\ t = nth n (the_heap p) 0)) <-> t = nth n (sizes
        (the_heap p) L) 0)
    /\ forall t, ~ after g p L (t_heap I t)) as (X & Y & Z).
  { destruct C as [(-> & _)|(E & H' & V & K & -> & W' & N & _)].
    - assert (forall F, ~ after g p t_nil F) as N by (intros F G; apply after_inv in G as (J & U & K & A' & E & _);
        discriminate).
      split; [reflexivity|]. split; [|intros t; apply N]. intros n t. cbn [sizes]. split; [intros [G|[_ G]];
          [destruct (N _ G)|exact G]|].
      intros ->. right. split; [intros [V G]; exact (N _ G)|reflexivity].
    - destruct (IH E W') as [X Y]. split; [exact X|]. split; [exact Y|]. intros t G.
      pose proof (after_from g p _ E W' H' V K eq_refl I t G). lia. }
  apply heap_is in H as [H ->]. assert (Z.to_nat (I - 1) < length (sizes (the_heap p) L))%nat as P by lia.
  split; [rewrite put_at_length; assumption|]. intros n t. rewrite put_at_nth by exact P. rewrite A.
  assert ((exists V, after g p (t_l I T L) (t_heap (Z.of_nat n + 1) V)) <->
    Z.of_nat n + 1 = I \/ exists V, after g p L (t_heap (Z.of_nat n + 1) V)) as Q.
  { split.
    - intros [V G]. apply A in G as [G|G]; [injection G as G _; auto|eauto].
    - intros [<-|[V G]]; [exists T|exists V]; apply A; auto. }
  rewrite Q. destruct (Nat.eqb_spec n (Z.to_nat (I - 1))) as [->|D'].
  - replace (Z.of_nat (Z.to_nat (I - 1)) + 1) with I by lia. split.
    + intros [[G|G]|[G _]]; [injection G; auto|destruct (Z _ G)|destruct G; auto].
    + intros ->. auto.
  - rewrite <- Y. assert (Z.of_nat n + 1 <> I) as R by lia. split.
    + intros [[G|G]|[G F]]; [injection G as G _; contradiction|auto|right; tauto].
    + intros [G|[G F]]; [auto|right; tauto].
Qed.
Lemma moves_are g p q : moves g p q <-> exists D M, lower g p D M /\ the_heap q = ascending (left_over (sizes
    (the_heap p) M)).
Proof.
  unfold moves, move. split.
  - intros (M & (L & D & -> & W) & A). exists D, L. split; [exact W|].
    apply (becomes _ _ _ (sizes (the_heap p) L)) in A; [exact A|]. apply (leads_is g p L D W).
  - intros (D & M & W & E). exists M. split; [exists M, D; auto|].
    apply <- (becomes ascending (fun i s => after g p M (t_heap i s)) (the_heap p) (sizes (the_heap p) M));
        [exact E|].
    apply (leads_is g p M D W).
Qed.
Lemma untouched g p D I T L : lower g p D (t_l I T L) -> forall n, Z.of_nat n + 1 < I ->
  nth n (sizes (the_heap p) (t_l I T L)) 0 = nth n (the_heap p) 0.
Proof.
  intros W n N. symmetry. apply (leads_is g p _ D W). right. split; [|reflexivity]. intros [V G].
  pose proof (after_from g p _ D W I T L eq_refl _ _ G). lia.
Qed.
Lemma lower_facts g p : standing (the_heap p) -> forall M D, lower g p D M ->
  Forall (Z.le 0) (sizes (the_heap p) M) /\ stones (sizes (the_heap p) M) = stones (the_heap p) - D /\ 1 <= D
  /\ (D < the_h g \/ exists a s b T, the_heap p = a ++ s :: b /\ 0 <= T < s /\ sizes (the_heap p) M = a ++ T :: b).
Proof.
  intros P M. induction M as [| I T L IH |]; intros D W; try (apply lower_inv in W as (J & U & K & S & E & _);
      discriminate).
  apply lower_inv in W as (J & U & K & S & E & H & B & C). injection E as <- <- <-. apply heap_is in H as [H ->].
      cbn [sizes].
  destruct C as [(-> & ->)|(E & H' & V & K & -> & W & N & F & ->)].
  - cbn [sizes]. destruct (put_at_is (Z.to_nat (I - 1)) T (the_heap p)) as (a & s & b & X & Y & Z); [lia|]. rewrite Z.
    assert (nth (Z.to_nat (I - 1)) (the_heap p) 0 = s) as R by (rewrite X, <- Y; apply nth_middle). rewrite R in B.
        rewrite R.
    rewrite X in P. unfold standing in P. rewrite Forall_app in P. destruct P as [P1 P2].
        pose proof (Forall_inv P2) as F1; pose proof (Forall_inv_tail P2) as F2.
    split; [|split; [rewrite X, !stones_app; cbn [stones]; lia|split; [lia|right; exists a, s, b, T; split;
        [exact X|split; [lia|reflexivity]]]]].
    apply Forall_app. split; [|constructor; [lia|]]; [revert P1|revert F2]; apply Forall_impl; lia.
  - destruct (IH E W) as (X & Y & Z & _). destruct (leads_is g p _ E W) as [Q _].
    pose proof (untouched g p E H' V K W (Z.to_nat (I - 1)) ltac:(lia)) as R.
    set (r := sizes (the_heap p) (t_l H' V K)) in *.
    destruct (put_at_is (Z.to_nat (I - 1)) T r) as (a & s & b & X' & Y' & Z'); [lia|]. rewrite Z'.
    assert (nth (Z.to_nat (I - 1)) r 0 = s) as R' by (rewrite X', <- Y'; apply nth_middle).
    rewrite X' in X, Y. rewrite Forall_app in X. destruct X as [P1 P2]. pose proof (Forall_inv P2) as F1;
        pose proof (Forall_inv_tail P2) as F2.
    rewrite stones_app in *. cbn [stones] in *. split; [|split; [lia|split; [lia|left; lia]]].
    apply Forall_app. split; [exact P1|]. constructor; [lia|assumption].
Qed.

Definition val (h : Z) (l : list Z) : Z := h * worth (part_of h) l + stones l mod h.
Lemma part_not_negative h s : 1 <= h -> 0 <= part_of h s.
Proof. intro H. apply Z.div_pos; lia. Qed.
Lemma val_after h r : 1 <= h -> Forall (Z.le 0) r -> val h (ascending (left_over r)) = val h r.
Proof.
  intros H N. unfold val. rewrite (worth_same _ _ _ (ascending_same _)), (stones_same _ _ (ascending_same _)).
  rewrite stones_left by exact N. rewrite worth_rows; [reflexivity|apply Z.div_0_l; lia|exact N].
Qed.
Lemma same_digits h A B a b : 1 <= h -> 0 <= a < h -> 0 <= b < h -> h * A + a = h * B + b -> A = B /\ a = b.
Proof. intros H L M E. apply (Z.div_mod_unique h); [left; exact L|left; exact M|exact E]. Qed.
Lemma val_changes g p D M : 1 <= the_h g -> standing (the_heap p) -> lower g p D M ->
  val (the_h g) (sizes (the_heap p) M) <> val (the_h g) (the_heap p).
Proof.
  intros H P W E. destruct (lower_facts g p P M D W) as (_ & S & L & C). set (h := the_h g) in *. unfold val in E.
  apply same_digits in E as [X Y]; [|exact H|apply Z.mod_pos_bound; lia|apply Z.mod_pos_bound; lia]. rewrite S in Y.
  pose proof (Z.div_mod (stones (the_heap p)) h ltac:(lia)) as F.
      pose proof (Z.div_mod (stones (the_heap p) - D) h ltac:(lia)) as G.
  rewrite Y in G. assert (D = h * (stones (the_heap p) / h - (stones (the_heap p) - D) / h)) as K by lia.
  set (k := stones (the_heap p) / h - (stones (the_heap p) - D) / h) in K. assert (1 <= k) by nia.
  destruct C as [C|(a & s & b & T & Q & B & R)]; [nia|]. rewrite R in X, S. rewrite Q in X, S.
  rewrite !worth_between in X. rewrite !stones_app in S. cbn [stones] in S. assert (D = s - T) as V by lia.
  apply (f_equal (fun x => Z.lxor x (worth (part_of h) (a ++ b)))) in X.
      rewrite !Z.lxor_assoc, Z.lxor_nilpotent, !Z.lxor_0_r in X.
  unfold part_of in X. rewrite !Z.abs_eq in X by lia. pose proof (Z.div_mod s h ltac:(lia)).
      pose proof (Z.div_mod T h ltac:(lia)).
  pose proof (Z.mod_pos_bound s h ltac:(lia)). pose proof (Z.mod_pos_bound T h ltac:(lia)). nia.
Qed.

(* To take so many stones without changing a quotient. *)
Fixpoint loose (h : Z) (l : list Z) : Z := match l with [] => 0 | s :: r => s mod h + loose h r end.
Lemma loose_not_negative h l : 1 <= h -> 0 <= loose h l.
Proof. intro H. induction l as [|s l IH]; cbn [loose]; [lia|]. pose proof (Z.mod_pos_bound s h ltac:(lia)). lia. Qed.
Lemma loose_mod h l : 1 <= h -> stones l mod h <= loose h l.
Proof.
  intro H. assert (stones l mod h = loose h l mod h) as ->.
  { induction l as [|s l IH]; [reflexivity|]. cbn [stones loose]. rewrite Z.add_mod, IH by lia.
    rewrite <- Z.add_mod_idemp_l by lia. rewrite (Z.add_mod (s mod h)), Z.mod_mod by lia.
        rewrite Z.add_mod_idemp_l by lia. reflexivity. }
  apply Z.mod_le; [apply loose_not_negative; exact H|lia].
Qed.
Lemma part_same h s t : 1 <= h -> 0 <= s -> 0 <= t <= s mod h -> part_of h (s - t) = part_of h s /\ 0 <= s - t.
Proof.
  intros H S T. pose proof (Z.mod_le s h S ltac:(lia)). unfold part_of. rewrite !Z.abs_eq by lia. split; [|lia].
  pose proof (Z.div_mod s h ltac:(lia)). pose proof (Z.mod_pos_bound s h ltac:(lia)).
  symmetry. apply (Z.div_unique _ _ _ (s mod h - t)); lia.
Qed.
Lemma spread g p : 1 <= the_h g -> standing (the_heap p) -> forall rest pre, the_heap p = pre ++ rest ->
  forall t, 1 <= t < the_h g -> t <= loose (the_h g) rest -> exists I T L r, lower g p t (t_l I T L)
  /\ Z.of_nat (length pre) < I /\ sizes (the_heap p) (t_l I T L) = pre ++ r
  /\ worth (part_of (the_h g)) r = worth (part_of (the_h g)) rest.
Proof.
  intros H P. set (h := the_h g) in *. induction rest as [|s rest IH]; intros pre E t T L; cbn [loose] in L; [lia|].
  pose proof (loose_not_negative h rest H) as N. assert (the_heap p = (pre ++ [s]) ++ rest) as E' by (rewrite <-
      app_assoc; exact E).
  assert (1 <= s) as S. { rewrite E in P. apply Forall_app in P as [_ P]. inversion P; subst. assumption. }
  assert (heap g p (Z.of_nat (length pre) + 1) s) as A.
  { apply heap_is. rewrite E, app_length. cbn [length]. split; [lia|].
    replace (Z.to_nat (Z.of_nat (length pre) + 1 - 1)) with (length pre) by lia. symmetry. apply nth_middle. }
  destruct (Z.le_gt_cases t (loose h rest)) as [C|C].
  - destruct (IH _ E' t T C) as (I & U & K & r & W & B & X & Y). exists I, U, K, (s :: r).
    rewrite app_length in B. cbn [length] in B. split; [exact W|]. split; [lia|]. split; [rewrite X, <- app_assoc;
        reflexivity|].
    cbn [worth]. rewrite Y. reflexivity.
  - destruct (Z.eq_dec (loose h rest) 0) as [Z|Z].
    + destruct (part_same h s t H ltac:(lia) ltac:(lia)) as [Q R].
      exists (Z.of_nat (length pre) + 1), (s - t), t_nil, ((s - t) :: rest). split; [|split; [lia|split]].
      * apply (lower_by_1 g p _ _ s (s - t) (Z.of_nat (length pre) + 1)); [reflexivity|exact A|lia|lia].
      * cbn [sizes]. replace (Z.to_nat (Z.of_nat (length pre) + 1 - 1)) with (length pre) by lia. rewrite E.
          apply put_at_between.
      * cbn [worth]. rewrite Q. reflexivity.
    + destruct (IH _ E' (loose h rest) ltac:(lia) ltac:(lia)) as (I & U & K & r & W & B & X & Y).
      rewrite app_length in B. cbn [length] in B.
      destruct (part_same h s (t - loose h rest) H ltac:(lia) ltac:(lia)) as [Q R].
      exists (Z.of_nat (length pre) + 1), (s - (t - loose h rest)), (t_l I U K), ((s - (t - loose h rest)) :: r).
      split; [|split; [lia|split]].
      * apply (lower_by_2 g p _ _ (loose h rest) s (s - (t - loose h rest)) (Z.of_nat (length pre) + 1) I U K);
          [reflexivity|exact W|exact A|lia|lia|fold h; lia|lia].
      * change (sizes (the_heap p) (t_l (Z.of_nat (length pre) + 1) (s - (t - loose h rest)) (t_l I U K))) with
          (put_at (Z.to_nat (Z.of_nat (length pre) + 1 - 1)) (s - (t - loose h rest)) (sizes (the_heap p) (t_l I U
              K))).
        rewrite X. replace (Z.to_nat (Z.of_nat (length pre) + 1 - 1)) with (length pre) by lia.
        rewrite <- app_assoc. apply put_at_between.
      * cbn [worth]. rewrite Q, Y. reflexivity.
Qed.
Lemma val_reached g p m : 1 <= the_h g -> standing (the_heap p) -> 0 <= m < val (the_h g) (the_heap p) ->
  exists D M, lower g p D M /\ val (the_h g) (sizes (the_heap p) M) = m.
Proof.
  intros H P L. set (h := the_h g) in *. set (l := the_heap p) in *. unfold val in L.
  pose proof (Z.div_mod m h ltac:(lia)) as E. pose proof (Z.mod_pos_bound m h ltac:(lia)) as R.
  pose proof (Z.mod_pos_bound (stones l) h ltac:(lia)) as S. assert (0 <= m / h) as X by (apply Z.div_pos; lia).
  assert (m / h < worth (part_of h) l \/ m / h = worth (part_of h) l /\ m mod h < stones l mod h) as [C|[C C']] by
      nia.
  - destruct (less_by_one (part_of h) l (m / h) (fun s => part_not_negative h s H) (conj X C)) as (a & s & b & F & B).
    assert (1 <= s) as S1. { rewrite F in P. apply Forall_app in P as [_ P]. inversion P; subst. assumption. }
    set (q := Z.lxor (m / h) (worth (part_of h) (a ++ b))) in *.
    pose proof (Z.mod_pos_bound (m - stones (a ++ b)) h ltac:(lia)) as T.
    set (e := (m - stones (a ++ b)) mod h) in *. unfold part_of in B. rewrite Z.abs_eq in B by lia.
    pose proof (Z.div_mod s h ltac:(lia)). pose proof (Z.mod_pos_bound s h ltac:(lia)).
    assert (0 <= h * q + e < s) as V by nia.
    exists (s - (h * q + e)), (t_l (Z.of_nat (length a) + 1) (h * q + e) t_nil). split.
    + apply (lower_by_1 g p _ _ s (h * q + e) (Z.of_nat (length a) + 1)); [reflexivity| |lia|reflexivity].
        apply heap_is. fold l. rewrite F, app_length. cbn [length].
      split; [lia|]. replace (Z.to_nat (Z.of_nat (length a) + 1 - 1)) with (length a) by lia. symmetry.
          apply nth_middle.
    + cbn [sizes]. replace (Z.to_nat (Z.of_nat (length a) + 1 - 1)) with (length a) by lia. rewrite F, put_at_between.
      unfold val. rewrite worth_between, stones_app. cbn [stones]. replace (part_of h (h * q + e)) with q.
      * unfold q at 1. rewrite Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_r.
        replace (stones a + (h * q + e + stones b)) with (e + stones (a ++ b) + q * h) by (rewrite stones_app; lia).
        rewrite Z.mod_add by lia. unfold e. rewrite Z.add_mod_idemp_l by lia.
        replace (m - stones (a ++ b) + stones (a ++ b)) with m by lia. lia.
      * unfold part_of. rewrite Z.abs_eq by lia. apply (Z.div_unique _ _ _ e); lia.
  - pose proof (loose_mod h l H) as B.
    destruct (spread g p H P l [] eq_refl (stones l mod h - m mod h)) as (I & T & K & r & W & _ & Q & Y); [fold h;
        lia|fold h; lia|].
    exists (stones l mod h - m mod h), (t_l I T K). split; [exact W|].
    destruct (lower_facts g p P _ _ W) as (_ & V & _). fold l in Q, V. unfold val. rewrite V. rewrite Q. cbn [app].
        fold h in Y. rewrite Y, <- C.
    rewrite (Z.div_mod (stones l) h) at 1 by lia.
    replace (h * (stones l / h) + stones l mod h - (stones l mod h - m mod h)) with (m mod h + (stones l / h) * h)
        by lia.
    rewrite Z.mod_add, Z.mod_mod by lia. lia.
Qed.
Theorem value_is g : 1 <= the_h g -> forall p, standing (the_heap p) -> has_value (moves g) p (val (the_h g)
    (the_heap p)).
Proof.
  intros H p. remember (Z.to_nat (stones (the_heap p))) as n eqn:E. revert p E.
  induction n as [n IH] using Wf_nat.lt_wf_ind. intros p E P.
  assert (forall D M q, lower g p D M -> the_heap q = ascending (left_over (sizes (the_heap p) M)) ->
    has_value (moves g) q (val (the_h g) (sizes (the_heap p) M))) as V.
  { intros D M q W Q. destruct (lower_facts g p P M D W) as (N & S & L & _). rewrite <- val_after, <- Q by assumption.
    assert (standing (the_heap q)) as R.
    { rewrite Q. apply (Permutation_Forall (Permutation_sym (ascending_same _))). apply rows_standing. }
    apply (IH (Z.to_nat (stones (the_heap q)))); [|reflexivity|exact R].
    rewrite Q, (stones_same _ _ (ascending_same _)), stones_left by exact N. pose proof (stones_not_negative _ N).
        lia. }
  constructor.
  - unfold val. pose proof (Z.mod_pos_bound (stones (the_heap p)) (the_h g) ltac:(lia)).
    pose proof (worth_not_negative (part_of (the_h g)) (the_heap p) (fun s => part_not_negative _ s H)). nia.
  - intros q M. apply moves_are in M as (D & M & W & Q). exists (val (the_h g) (sizes (the_heap p) M)).
    split; [exact (val_changes g p D M H P W)|exact (V D M q W Q)].
  - intros m L. destruct (val_reached g p m H P L) as (D & M & W & <-).
    exists (Position (ascending (left_over (sizes (the_heap p) M)))). split; [apply moves_are; eauto|].
    apply (V D); [exact W|reflexivity].
Qed.
Lemma heaps_are g p N : heaps g p N <-> N = Z.of_nat (length (the_heap p)).
Proof.
  unfold heaps. rewrite <- (heaps_counted (heaps_elements1 g p) (the_heap p)); [|reflexivity].
  split; [intros (n & -> & H); exact H|eauto].
Qed.
Lemma all_places l : map (fun k => nth k l 0) (seq 0 (length l)) = l.
Proof.
  induction l as [|s l IH]; [reflexivity|]. cbn [length seq map]. f_equal. rewrite <- seq_shift, map_map. exact IH.
Qed.
Lemma total_is g p R : total g p R <-> R = stones (the_heap p).
Proof.
  unfold total. assert (forall n, summed (total_elements1 g p) n <-> n = stones (the_heap p)) as A.
  { intro n. rewrite (summed_is _ (map (fun k => [nth k (the_heap p) 0;
      Z.of_nat k + 1]) (seq 0 (length (the_heap p))))).
    - rewrite map_map. cbn [hd]. rewrite all_places. assert (forall l, fold_right Z.add 0 l = stones l) as F.
      { induction l as [|s l IH]; cbn [fold_right stones]; [reflexivity|]. rewrite IH. reflexivity. }
      rewrite F. reflexivity.
    - apply FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros a b E. injection E. lia.
    - intro t. unfold total_elements1. rewrite in_map_iff. split.
      + intros (s & i & -> & H). apply heap_is in H as [H ->]. exists (Z.to_nat (i - 1)). split; [|apply in_seq; lia].
        f_equal. f_equal. lia.
      + intros (k & <- & K). apply in_seq in K. exists (nth k (the_heap p) 0), (Z.of_nat k + 1). split;
          [reflexivity|].
        apply heap_is. split; [lia|]. f_equal. lia. }
  split; [intros (r & -> & H); apply A; exact H|intros ->; exists (stones (the_heap p)); split;
      [reflexivity|apply A; reflexivity]].
Qed.
Lemma sum_of_quotients_is g p X : 1 <= the_h g -> standing (the_heap p) ->
  sum_of_quotients g p X <-> X = worth (part_of (the_h g)) (the_heap p).
Proof.
  intros H S. rewrite <- (nim_sum_is (part_of (the_h g)) (the_heap p) (quotients g p) (quotient g p)).
  - unfold sum_of_quotients. split; [intros (Y & N & -> & A & B); apply heaps_are in A; subst N; exact B|].
    intro B. exists X, (Z.of_nat (length (the_heap p))). rewrite heaps_are. auto.
  - assert (forall i s, heap g p i s -> part_of (the_h g) s = Z.quot s (the_h g)) as Q.
    { intros i s A. apply heap_at_is in A as (a & b & E & _). rewrite E in S. apply Forall_app in S as [_ S].
      pose proof (Forall_inv S). unfold part_of. rewrite Z.abs_eq, Z.quot_div_nonneg by lia. reflexivity. }
    intros i v. unfold quotient. split.
    + intros (I & s & -> & A & _ & ->). exists s. split; [exact A|]. symmetry. exact (Q _ _ A).
    + intros (s & A & ->). exists i, s. split; [reflexivity|]. split; [exact A|]. split; [lia|]. exact (Q _ _ A).
  - intros i x. split.
    + intros [X1 X2 -> ->|X1 X2 I Y v -> A V ->]; [auto|]. right. exists Y, v. auto.
    + intros [[-> ->]|(y & v & A & V & ->)]; [apply quotients_by_1; reflexivity|eapply quotients_by_2; eauto].
Qed.
Lemma rem_is g p : 1 <= the_h g -> standing (the_heap p) -> Z.rem (stones (the_heap p)) (the_h g) = stones (the_heap
    p) mod the_h g.
Proof.
  intros H S. apply Z.rem_mod_nonneg; [|lia]. apply stones_not_negative. revert S. apply Forall_impl. lia.
Qed.
Theorem proved : theorem.
Proof.
  intros g p [H L]. apply ordered_standing in L. unfold asked in H. exists (val (the_h g) (the_heap p)).
  split; [apply value_is; assumption|]. intro X. unfold value, val. rewrite <- rem_is by assumption. split.
  - intros (x & r & A & B & _ & ->). apply sum_of_quotients_is in A; try assumption. apply total_is in B. subst.
      reflexivity.
  - intros ->. eexists _, _. split; [apply sum_of_quotients_is; auto|]. split; [apply total_is; reflexivity|].
      split; [lia|reflexivity].
Qed.
Print Assumptions proved.
