(* What proofs by hand use of Greedy Nim, where any number of stones is taken from a largest heap. Nothing here has to be
   read: Rocq checks it, and no statement rests on it. *)
Require Import ZArith Lia List Permutation Bouton Heaps Largest.
Import ListNotations.
Open Scope Z_scope.

(* The largest heaps of those after the first, and where that goes. *)
Lemma greedy_put x l m : heaps_legal (x :: l) -> 1 <= m <= x ->
  (occ x l = top l /\ 1 <= top l /\ nth_heap 0 l = x /\ nth_heap 0 (put (x - m) l) = x /\ top (put (x - m) l) = top l) \/
  (occ x l = 0 /\ nth_heap 0 l < x /\ (m = x -> put (x - m) l = l) /\
    (1 <= x - m -> x - m = nth_heap 0 l -> nth_heap 0 (put (x - m) l) = x - m /\ top (put (x - m) l) = 1 + top l) /\
    (nth_heap 0 l < x - m -> nth_heap 0 (put (x - m) l) = x - m /\ top (put (x - m) l) = 1)).
Proof.
  intros L M. destruct (top_or_less x l L) as [[r ->]|[N U]].
  - left. apply heaps_legal_cons in L as (_ & [_ L] & _). change (occ x (x :: r)) with (top (x :: r)).
    pose proof (occ_not_negative x r). rewrite put_less, !top_first, put_occ by (auto; lia).
    destruct (Z.eqb_spec (x - m) x); [lia|]. change (nth_heap 0 (x :: r)) with x.
    change (nth_heap 0 (x :: put (x - m) r)) with x. lia.
  - right. split; [exact N|]. apply heaps_legal_cons in L as (P & L & B).
    assert (nth_heap 0 l < x /\ forall s, In s l -> s <= nth_heap 0 l) as [A D].
    { destruct U as [->|(y & r & -> & Y)]; [split; [cbn; lia|intros s []]|]. split; [cbn; lia|].
      apply heaps_legal_cons in L as (_ & _ & D). intros s [<-|I]; cbn; [lia|auto]. }
    split; [exact A|]. split; [intros ->; rewrite Z.sub_diag; reflexivity|]. split; [intros R S|intro S].
    + rewrite S in *. rewrite put_more by (auto; lia). split; [reflexivity|]. rewrite top_first. reflexivity.
    + assert (1 <= x - m) by (destruct U as [->|(y & r & -> & Y)]; cbn in S; lia).
      rewrite put_more by (auto; intros s I; specialize (D s I); lia). split; [reflexivity|].
      rewrite top_first, occ_none; [reflexivity|]. intros s I. specialize (D s I). lia.
Qed.
(* There is a largest heap wherever there is one. *)
Lemma greedy_top l : heaps_legal l -> (top l = 0 /\ nth_heap 0 l = 0) \/ (1 <= top l /\ 1 <= nth_heap 0 l).
Proof.
  intro L. destruct l as [|x l]; [left; auto|right]. apply heaps_legal_cons in L as (P & _). rewrite top_first.
  pose proof (occ_not_negative x l). change (nth_heap 0 (x :: l)) with x. lia.
Qed.

(* Normal play: from an even number of largest heaps every move leaves an odd one. *)
Definition greedy (l : list Z) : Prop := Z.rem (top l) 2 = 0.
Lemma greedy_independent x l m : heaps_legal (x :: l) -> greedy (x :: l) -> 1 <= m <= x -> ~ greedy (put (x - m) l).
Proof.
  unfold greedy. rewrite top_first. intros L C M D. pose proof (top_not_negative l).
  destruct (greedy_put x l m L M) as [(E & _ & _ & _ & F)|(E & _)]; rewrite E in C; [rewrite F in D; lia|discriminate].
Qed.
(* The moves that win from an odd one: any while three are largest, else to x_2 or to nothing. *)
Definition greedy_names (x : Z) (l : list Z) (m : Z) : Prop :=
  (top (x :: l) >= 3 /\ Z.rem (top (x :: l)) 2 = 1 /\ 1 <= m <= x) \/
  (top (x :: l) = 1 /\ Z.rem (top l) 2 = 1 /\ m = x - nth_heap 0 l) \/
  (top (x :: l) = 1 /\ Z.rem (top l) 2 = 0 /\ m = x).
Lemma greedy_named x l : heaps_legal (x :: l) -> ~ greedy (x :: l) -> exists m, greedy_names x l m.
Proof.
  intros L C. unfold greedy, greedy_names in *. apply heaps_legal_cons in L as (P & _ & _).
  pose proof (top_not_negative l). pose proof (top_not_negative (x :: l)).
  assert (top (x :: l) >= 3 \/ top (x :: l) = 1) as [T|T] by lia; [exists 1; lia|].
  assert (Z.rem (top l) 2 = 1 \/ Z.rem (top l) 2 = 0) as [E|E] by lia; eexists; right; [left|right]; auto.
Qed.
Lemma greedy_good x l m :
  heaps_legal (x :: l) -> ~ greedy (x :: l) -> greedy_names x l m -> 1 <= m <= x /\ greedy (put (x - m) l).
Proof.
  unfold greedy, greedy_names. rewrite top_first. intros L _ N. pose proof L as H.
  apply heaps_legal_cons in H as (P & H & _). pose proof (greedy_top l H) as T. pose proof (top_not_negative l).
  assert (nth_heap 0 l <= x) as B by (destruct (greedy_put x l 1 L ltac:(lia)); lia).
  assert (1 <= m <= x) as M.
  { destruct N as [N|[N|N]]; [lia| |lia]. destruct (greedy_put x l 1 L ltac:(lia)); lia. }
  split; [exact M|]. destruct (greedy_put x l m L M) as [(E & G & _ & _ & F)|(E & _ & F & G & _)].
  - rewrite F. lia.
  - destruct N as [N|[(_ & N & ->)|(_ & N & ->)]]; [lia| |rewrite F by lia; exact N].
    destruct G as [_ G]; [lia..|]. rewrite G. lia.
Qed.

(* Misere play: an odd number of single stones, or an even number of larger heaps. *)
Definition greedy_misere (l : list Z) : Prop :=
  (nth_heap 0 l <= 1 /\ Z.rem (top l) 2 = 1) \/ (nth_heap 0 l >= 2 /\ Z.rem (top l) 2 = 0).
Lemma greedy_misere_independent x l m :
  heaps_legal (x :: l) -> greedy_misere (x :: l) -> 1 <= m <= x -> ~ greedy_misere (put (x - m) l).
Proof.
  unfold greedy_misere. change (nth_heap 0 (x :: l)) with x. rewrite top_first. intros L C M D.
  pose proof (proj1 (heaps_legal_cons x l) L) as (_ & H & _). pose proof (greedy_top l H) as T.
  destruct (greedy_put x l m L M) as [(E & _ & _ & G & F)|(E & N & F & _)]; rewrite E in C.
  - rewrite F, G in D. lia.
  - destruct C as [[A C]|[_ C]]; [|discriminate]. rewrite F in D by lia. lia.
Qed.
(* The moves that win there: those of normal play while x_2 is at least 2; else the first heap goes away or down to one
   stone, so that an odd number of single stones is left. *)
Definition greedy_misere_names (x : Z) (l : list Z) (m : Z) : Prop :=
  (greedy_names x l m /\ nth_heap 0 l >= 2) \/
  (x >= 2 /\ nth_heap 0 l = 1 /\ Z.rem (top l) 2 = 1 /\ m = x) \/
  (x >= 2 /\ nth_heap 0 l <= 1 /\ Z.rem (top l) 2 = 0 /\ m = x - 1) \/
  (x = 1 /\ Z.rem (top (x :: l)) 2 = 0 /\ m = 1).
Lemma greedy_misere_named x l :
  heaps_legal (x :: l) -> ~ greedy_misere (x :: l) -> exists m, greedy_misere_names x l m.
Proof.
  intros L C. unfold greedy_misere, greedy_misere_names in *. change (nth_heap 0 (x :: l)) with x in C.
  pose proof (proj1 (heaps_legal_cons x l) L) as (P & H & _). pose proof (greedy_top l H) as T.
  pose proof (top_not_negative (x :: l)). assert (nth_heap 0 l <= x) by (destruct (greedy_put x l 1 L ltac:(lia)); lia).
  destruct (Z_lt_le_dec (nth_heap 0 l) 2) as [N|N].
  - destruct (Z.eq_dec x 1) as [->|X]; [exists 1; right; right; right; lia|].
    assert (Z.rem (top l) 2 = 1 \/ Z.rem (top l) 2 = 0) as [E|E] by lia; [exists x|exists (x - 1)]; lia.
  - destruct (greedy_named x l L) as [m M]; [unfold greedy; lia|]. exists m. left. split; [exact M|lia].
Qed.
Lemma greedy_misere_good x l m : heaps_legal (x :: l) -> ~ greedy_misere (x :: l) -> greedy_misere_names x l m ->
  1 <= m <= x /\ greedy_misere (put (x - m) l).
Proof.
  unfold greedy_misere, greedy_misere_names. change (nth_heap 0 (x :: l)) with x. intros L C [[N X]|N].
  - assert (~ greedy (x :: l)) as O.
    { unfold greedy. destruct (greedy_put x l 1 L) as [D|D]; [apply heaps_legal_cons in L; lia| |]; lia. }
    destruct (greedy_good x l m L O N) as [M G]. split; [exact M|]. right. split; [|exact G].
    destruct (greedy_put x l m L M) as [(_ & _ & E & F & _)|(D & E & F & I & _)]; [lia|].
    unfold greedy_names in N. rewrite top_first in N. destruct N as [N|[(_ & _ & ->)|(_ & _ & ->)]]; [lia| |rewrite F by lia; exact X].
    destruct I as [I _]; [lia..|]. rewrite I. lia.
  - rewrite top_first in *. pose proof (proj1 (heaps_legal_cons x l) L) as (P & H & _).
    pose proof (greedy_top l H) as T. assert (1 <= m <= x) as M by lia. split; [exact M|].
    destruct (greedy_put x l m L M) as [(D & _ & E & F & G)|(D & E & F & G & I)].
    + rewrite F, G. lia.
    + destruct N as [(X & Y & Z & ->)|[(X & Y & Z & ->)|(-> & Y & ->)]].
      * rewrite F by lia. lia.
      * assert (nth_heap 0 l = 1 \/ nth_heap 0 l = 0) as [J|J] by lia; [destruct G as [K K1]|destruct I as [K K1]]; try lia;
          rewrite K, K1; lia.
      * rewrite F by lia. rewrite D in *. lia.
Qed.

(* What the rules of Greedy Nim say of a list h of heaps, in the words in which they are printed: the definitions of a
   file are these, of the heaps of its positions. *)
Module GreedyRules.
Section GreedyRules.
Definition x (h : list Z) (X1 : Z) (X2 : Z) : Prop := (exists S : Z, X1 = 1 /\ X2 = S /\ heap_at h 1 S) \/
  (X1 = 1 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap_at h 1 A1))) \/ (exists S : Z, X1 = 2 /\ X2 = S /\ heap_at h 2 S) \/
  (X1 = 2 /\ X2 = 0 /\ ~ ((exists A1 : Z, heap_at h 2 A1))).
Definition t_elements1 (h : list Z) (X1 : list Z) : Prop := (exists I : Z, (exists S : Z, X1 = [I] /\ heap_at h I S /\
  x h 1 S)).
Definition t (h : list Z) (X1 : Z) : Prop := (exists T : Z, X1 = T /\ counted (t_elements1 h) T).
Definition others_elements1 (h : list Z) (X1 : list Z) : Prop := (exists I : Z, (exists S : Z, X1 = [I] /\
  heap_at h I S /\ I >= 2 /\ x h 2 S)).
Definition others (h : list Z) (X1 : Z) : Prop := (exists C : Z, X1 = C /\ counted (others_elements1 h) C).
Definition theorem_4 (h : list Z) : Prop := (exists T : Z, t h T /\ (Z.rem T 2) = 0).
Definition theorem_5 (h : list Z) : Prop := (exists S : Z, (exists T : Z, x h 1 S /\ S <= 1 /\ t h T /\ (Z.rem T 2) =
  1)) \/ (exists S : Z, (exists T : Z, x h 1 S /\ S >= 2 /\ t h T /\ (Z.rem T 2) = 0)).
Definition singular (h : list Z) : Prop := (exists S : Z, x h 1 S /\ S <= 1).
Definition swapped (h : list Z) : Prop := (theorem_4 h /\ ~ (singular h)) \/ (~ (theorem_4 h) /\ singular h).

Lemma x_1_is h s : x h 1 s <-> s = nth_heap 0 h.
Proof.
  rewrite <- nth_heap_is. unfold x. change (Z.of_nat 1) with 1. split.
  - intros [[S [_ [-> H]]]|[[_ [-> H]]|[[S [E _]]|[E _]]]]; [left; exact H|right; auto|lia|lia].
  - intros [H|[-> H]]; [left; exists s; auto|right; left; auto].
Qed.
Lemma x_2_is h s : x h 2 s <-> s = nth_heap 0 (tl h).
Proof.
  transitivity (s = nth_heap 1 h); [|destruct h; reflexivity].
  rewrite <- nth_heap_is. unfold x. change (Z.of_nat 2) with 2. split.
  - intros [[S [E _]]|[[E _]|[[S [_ [-> H]]]|[_ [-> H]]]]]; [lia|lia|left; exact H|right; auto].
  - intros [H|[-> H]]; right; right; [left; exists s; auto|right; auto].
Qed.
Lemma t_is h n : t h n <-> n = top h.
Proof.
  assert (forall i, (exists S, heap_at h i S /\ x h 1 S) <->
    place h i (nth_heap 0 h) /\ Z.of_nat 0 < i) as E.
  { intro i. split.
    - intros [S [H X]]. apply x_1_is in X. subst S. split; [exact H|]. destruct H. lia.
    - intros [H _]. exists (nth_heap 0 h). split; [exact H|]. apply x_1_is. reflexivity. }
  pose proof (counted_places (t_elements1 h) _ 0 _ _ n E ltac:(one_entry)) as C. unfold t, top. cbn [skipn] in C. split.
  - intros [T [-> H]]. apply C. exact H.
  - intro H. exists n. split; [reflexivity|]. apply C. exact H.
Qed.
Lemma others_is h n : others h n <-> n = top (tl h).
Proof.
  assert (forall i, (exists S, heap_at h i S /\ i >= 2 /\ x h 2 S) <->
    place h i (nth_heap 0 (tl h)) /\ Z.of_nat 1 < i) as E.
  { intro i. split.
    - intros (S & H & I & X). apply x_2_is in X. subst S. split; [exact H|lia].
    - intros [H I]. exists (nth_heap 0 (tl h)). split; [exact H|]. split; [lia|]. apply x_2_is. reflexivity. }
  pose proof (counted_places (others_elements1 h) _ 1 _ _ n E ltac:(one_entry)) as C. unfold others, top.
  replace (skipn 1 h) with (tl h) in C by (destruct h; reflexivity). split.
  - intros [T [-> H]]. apply C. exact H.
  - intro H. exists n. split; [reflexivity|]. apply C. exact H.
Qed.
Lemma theorem_4_is h : theorem_4 h <-> greedy h.
Proof.
  unfold theorem_4, greedy. split.
  - intros [T [H E]]. apply t_is in H. subst T. exact E.
  - intro E. exists (top h). split; [apply t_is; reflexivity|exact E].
Qed.
Lemma theorem_5_is h : theorem_5 h <-> greedy_misere h.
Proof.
  unfold theorem_5, greedy_misere. split.
  - intros [(S & T & H & L & I & E)|(S & T & H & L & I & E)];
      apply x_1_is in H; apply t_is in I; subst; [left|right]; auto.
  - intros [[L E]|[L E]]; [left|right]; exists (nth_heap 0 h), (top h);
      (split; [apply x_1_is; reflexivity|]); (split; [exact L|]); (split; [apply t_is; reflexivity|exact E]).
Qed.
Lemma singular_is h : singular h <-> nth_heap 0 h <= 1.
Proof.
  unfold singular. split.
  - intros [S [H L]]. apply x_1_is in H. subst S. exact L.
  - intro L. exists (nth_heap 0 h). split; [apply x_1_is; reflexivity|exact L].
Qed.
Lemma swapped_is h : swapped h <-> greedy_misere h.
Proof.
  unfold swapped, greedy_misere. rewrite theorem_4_is, singular_is. unfold greedy.
  pose proof (occ_not_negative (nth_heap 0 h) h) as N. unfold top. lia.
Qed.

Variable term : Type.
Variable t_take : Z -> term.
Variable t_heap : Z -> Z -> term.
Hypothesis take_one : forall m n, t_take m = t_take n -> m = n.
Hypothesis heap_one : forall i s j t, t_heap i s = t_heap j t -> i = j /\ s = t.

Definition move (h : list Z) (X1 : term) : Prop := (exists M_ : Z, (exists S : Z, X1 = (t_take M_) /\ heap_at h 1 S /\
  1 <= M_ <= S)).
Definition after (h : list Z) (X1 : term) (X2 : term) : Prop := (exists M_ : Z, (exists T : Z, (exists S : Z, X1 =
  (t_take M_) /\ X2 = (t_heap 1 T) /\ heap_at h 1 S /\ 1 <= M_ <= S /\ T = (S - M_)))).
Definition winning_move (h : list Z) (X1 : term) : Prop := (exists M_ : Z, (exists T : Z,
  (exists S : Z, X1 = (t_take M_) /\ t h T /\ T >= 3 /\ (Z.rem T 2) = 1 /\ x h 1 S /\ 1 <= M_ <= S))) \/
  (exists M_ : Z, (exists C : Z, (exists S : Z, (exists U : Z, X1 = (t_take M_) /\ t h 1 /\ others h C /\
  (Z.rem C 2) = 1 /\ x h 1 S /\ x h 2 U /\ M_ = (S - U))))) \/ (exists S : Z, (exists C : Z, X1 = (t_take
  S) /\ t h 1 /\ others h C /\ (Z.rem C 2) = 0 /\ x h 1 S)).
Definition winning_move_misere (h : list Z) (X1 : term) : Prop := (exists M_ : term,
  (exists U : Z, X1 = M_ /\ winning_move h M_ /\ x h 2 U /\ U >= 2)) \/ (exists S : Z, (exists C : Z, X1
  = (t_take S) /\ x h 1 S /\ S >= 2 /\ x h 2 1 /\ others h C /\ (Z.rem C 2) = 1)) \/ (exists M_ : Z,
  (exists S : Z, (exists U : Z, (exists C : Z, X1 = (t_take M_) /\ x h 1 S /\ S >= 2 /\ x h 2 U /\ U <= 1
  /\ others h C /\ (Z.rem C 2) = 0 /\ M_ = (S - 1))))) \/ (exists T : Z, X1 = (t_take 1) /\ x h 1 1 /\ t
  h T /\ (Z.rem T 2) = 0).

Lemma move_is h M : move h M <-> exists x l m, h = x :: l /\ 1 <= m <= x /\ M = t_take m.
Proof.
  unfold move. split.
  - intros (m & s & -> & H & L). apply (place_is _ 0) in H. destruct h as [|x l]; [discriminate|].
    cbn in H. injection H as ->. eauto 6.
  - intros (s & l & m & E & L & ->). exists m, s. rewrite E. split; [reflexivity|]. split; [apply (place_is _ 0); reflexivity|exact L].
Qed.
Lemma after_is h x l m : h = x :: l -> 1 <= m <= x ->
  forall i s, after h (t_take m) (t_heap i s) <-> i = 1 /\ s = x - m.
Proof.
  intros E M i s. unfold after. rewrite E. split.
  - intros (m' & T & S & E1 & E2 & H & _ & V). apply take_one in E1. apply heap_one in E2 as [-> ->]. subst m'.
    apply (place_is _ 0) in H. cbn in H. injection H as ->. auto.
  - intros [-> ->]. exists m, (x - m), x. split; [reflexivity|]. split; [reflexivity|]. split; [apply (place_is _ 0); reflexivity|lia].
Qed.
Lemma winning_move_is h x l M : h = x :: l ->
  (winning_move h M <-> exists m, M = t_take m /\ greedy_names x l m).
Proof.
  intro E. unfold winning_move, greedy_names. split.
  - intros [(m & T & S & -> & A & B & D & F & G)|[(m & C & S & U & -> & A & B & D & F & G & ->)|
      (S & C & -> & A & B & D & F)]]; apply t_is in A; apply x_1_is in F; try apply others_is in B; try apply x_2_is in G;
      rewrite E in *; cbn [tl] in *; change (nth_heap 0 (x :: l)) with x in *; subst; eexists; (split; [reflexivity|]); auto.
  - intros (m & -> & H). destruct H as [H|[H|H]].
    + left. exists m, (top (x :: l)), x. rewrite t_is, x_1_is, E. tauto.
    + right. left. exists m, (top l), x, (nth_heap 0 l). rewrite t_is, others_is, x_1_is, x_2_is, E. cbn [tl]. intuition.
    + right. right. exists m, (top l). rewrite t_is, others_is, x_1_is, E. cbn [tl]. intuition congruence.
Qed.
Lemma winning_move_misere_is h x l M : h = x :: l ->
  (winning_move_misere h M <-> exists m, M = t_take m /\ greedy_misere_names x l m).
Proof.
  clear take_one heap_one. intro E. assert (x_1 := x_1_is h). assert (x_2 := x_2_is h). assert (t_1 := t_is h). assert (o := others_is h).
  rewrite E in *. cbn [tl] in *. change (nth_heap 0 (x :: l)) with x in *. unfold winning_move_misere, greedy_misere_names. split.
  - intros [(M' & U & <- & W & A & B)|[(S & C & -> & A & B & D & F & G)|[(m & S & U & C & -> & A & B & D & F & G & H & ->)|
      (T & -> & A & B & C)]]].
    + apply (winning_move_is (x :: l) x l _ eq_refl) in W as (m & -> & W). apply x_2 in A. subst U. exists m. split; [reflexivity|]. left. split; [exact W|]. exact B.
    + apply x_1 in A. apply x_2 in D. apply o in F. symmetry in D. subst. exists x. auto 7.
    + apply x_1 in A. apply x_2 in D. apply o in G. subst. exists (x - 1). auto 12.
    + apply x_1 in A. apply t_1 in B. subst. exists 1. auto 12.
  - intros (m & -> & [[W U]|[(X & U & C & ->)|[(X & U & C & ->)|(-> & T & ->)]]]).
    + left. exists (t_take m), (nth_heap 0 l). rewrite x_2, (winning_move_is (x :: l) x l _ eq_refl). eauto 6.
    + right. left. exists x, (top l). rewrite x_1, x_2, o. auto 7.
    + right. right. left. exists (x - 1), x, (nth_heap 0 l), (top l). rewrite x_1, x_2, o. auto 9.
    + right. right. right. exists (top (1 :: l)). rewrite x_1, t_1. auto.
Qed.
End GreedyRules.
End GreedyRules.
