(* What proofs by hand use of games in which stones are taken from a largest heap. Nothing here has to be read: Rocq
   checks it, and no statement rests on it. *)
Require Import ZArith Lia List Permutation Bouton Heaps.
Import ListNotations.
Open Scope Z_scope.

Definition heaps_legal (l : list Z) : Prop := positive l /\ falling l.
(* The heaps after the first, where all are in order. *)
Lemma heaps_legal_cons x l : heaps_legal (x :: l) <-> 1 <= x /\ heaps_legal l /\ forall s, In s l -> s <= x.
Proof.
  unfold heaps_legal, positive. rewrite falling_cons. split.
  - intros (A & B & D). repeat split; auto; [apply A; left; reflexivity|]. intros s I. apply A. right. exact I.
  - intros (A & (B & D) & F). repeat split; auto. intros s [->|I]; [exact A|auto].
Qed.
Lemma put_legal s l : heaps_legal l -> 0 <= s -> heaps_legal (put s l).
Proof. intros [A B] S. split; [apply put_positive; auto|apply put_falling; exact B]. Qed.

Lemma next_legal x l m : heaps_legal (x :: l) -> 1 <= m <= x -> heaps_legal (put (x - m) l).
Proof. intros L M. apply heaps_legal_cons in L as (_ & L & _). apply put_legal; [exact L|lia]. Qed.

(* A move that takes stones from the first heap. *)
Section Taking.
Variables position term : Type.
Variable heaps : position -> list Z.
Variable legal : position -> Prop.
Variable take : Z -> term.
Variable said : position -> term -> Z -> Z -> Prop.
Variable may : Z -> Z -> Prop.
Hypothesis legal_is : forall p, legal p -> heaps_legal (heaps p).
Hypothesis taken : forall x m, may x m -> 1 <= m <= x.
Hypothesis said_is : forall p x l m, heaps p = x :: l -> may x m ->
  forall i s, said p (take m) i s <-> i = 1 /\ s = x - m.
Lemma taking_leads p x l m q : legal p -> heaps p = x :: l -> may x m ->
  (heaps_after descending (said p (take m)) (heaps p) (heaps q) <-> heaps q = put (x - m) l).
Proof.
  intros L E M. apply legal_is in L. rewrite E in *. apply heaps_legal_cons in L as (_ & [A B] & _).
  apply first_becomes; [exact A|exact B|apply taken in M; lia|exact (said_is p x l m E M)].
Qed.
Variable move : position -> term -> Prop.
Hypothesis move_is : forall p M, move p M <-> exists x l m, heaps p = x :: l /\ may x m /\ M = take m.
Lemma taking p q : legal p -> ((exists M, move p M /\ heaps_after descending (said p M) (heaps p) (heaps q)) <->
  exists x l m, heaps p = x :: l /\ may x m /\ heaps q = put (x - m) l).
Proof.
  intro L. split.
  - intros (M & I & R). apply move_is in I as (x & l & m & E & I & ->). exists x, l, m.
    apply (taking_leads p x l m q L E I) in R. auto.
  - intros (x & l & m & E & I & R). exists (take m). split; [apply move_is; eauto 6|].
    apply (taking_leads p x l m q L E I). exact R.
Qed.
End Taking.
Arguments taking {position term}.

(* Games in which a move takes stones from the first heap, a largest one: what is left to show of a claim about
  them. *)
Section Largest.
Variable position : Type.
Variable heaps : position -> list Z.
Variable of_heaps : list Z -> position.
Hypothesis heaps_of : forall l, heaps (of_heaps l) = l.
Variables legal claimed : position -> Prop.
Variable moves : position -> position -> Prop.
Variable misere : Prop.
Variable may : Z -> Z -> Prop.
Variable C : list Z -> Prop.
Hypothesis legal_is : forall p, legal p <-> heaps_legal (heaps p).
Hypothesis claimed_is : forall p, legal p -> (claimed p <-> C (heaps p)).
Hypothesis moves_is : forall p q, legal p ->
  (moves p q <-> exists x l m, heaps p = x :: l /\ may x m /\ heaps q = put (x - m) l).
Hypothesis taken : forall x m, may x m -> 1 <= m <= x.
Hypothesis some : forall x, 1 <= x -> may x 1.
Hypothesis decided : forall l, C l \/ ~ C l.
Hypothesis terminal : (misere /\ ~ C []) \/ (~ misere /\ C []).
Hypothesis independent : forall x l m, heaps_legal (x :: l) -> C (x :: l) -> may x m -> ~ C (put (x - m) l).
Hypothesis absorbing : forall x l, heaps_legal (x :: l) -> ~ C (x :: l) -> exists m, may x m /\ C (put (x - m) l).

Theorem largest : forall p, legal p -> (P_position position moves misere p <-> claimed p).
Proof.
  apply (kernel position legal moves misere (fun p => Z.to_nat (sum (heaps p))) claimed).
  - intros p L. rewrite (claimed_is p L). apply decided.
  - intros p q L M. apply moves_is in M as (x & l & m & E & M & F); [|exact L].
    apply legal_is. apply legal_is in L. rewrite F. rewrite E in L. exact (next_legal x l m L (taken x m M)).
  - intros p q L M. apply moves_is in M as (x & l & m & E & M & F); [|exact L]. apply legal_is in L.
    rewrite F, E, put_sum. rewrite E in L. pose proof (next_legal x l m L (taken x m M)) as [A _].
    apply sum_positive in A. rewrite put_sum in A. apply taken in M. cbn. lia.
  - intros p q L D M. pose proof M as N. apply moves_is in M as (x & l & m & E & M & F); [|exact L].
    apply claimed_is in D; [|exact L]. apply legal_is in L. rewrite E in *. intro H.
    apply claimed_is in H.
    + rewrite F in H. exact (independent x l m L D M H).
    + apply legal_is. rewrite F. exact (next_legal x l m L (taken x m M)).
  - intros mis p L D. apply claimed_is in D; [|exact L]. destruct terminal as [[_ T]|[T _]]; [|contradiction].
    destruct (heaps p) as [|x l] eqn:E; [contradiction|]. exists (of_heaps (put (x - 1) l)).
    apply moves_is; [exact L|]. exists x, l, 1. rewrite heaps_of. repeat split; [exact E|].
    apply some. apply legal_is in L as [A _]. apply A. rewrite E. left. reflexivity.
  - intros p L D. rewrite (claimed_is p L) in D. destruct (heaps p) as [|x l] eqn:E.
    + right. destruct terminal as [[T _]|[_ T]]; [|contradiction]. split; [exact T|]. intros q M.
      apply moves_is in M as (x & l & m & F & _); [|exact L]. congruence.
    + left. pose proof L as H. apply legal_is in H. rewrite E in H. destruct (absorbing x l H D) as (m & M & Q).
      exists (of_heaps (put (x - m) l)). split.
      * apply moves_is; [exact L|]. exists x, l, m. rewrite heaps_of. auto.
      * apply claimed_is; [|rewrite heaps_of; exact Q]. apply legal_is. rewrite heaps_of. 
        exact (next_legal x l m H (taken x m M)).
Qed.
End Largest.
Arguments largest {position}.

(* The same where a strategy names the numbers of stones to take, and what is then left to show of both. *)
Section Strategy.
Variables position term : Type.
Variable heaps : position -> list Z.
Variable of_heaps : list Z -> position.
Hypothesis heaps_of : forall l, heaps (of_heaps l) = l.
Variables legal claimed : position -> Prop.
Variable take : Z -> term.
Variables move wins : position -> term -> Prop.
Variable said : position -> term -> Z -> Z -> Prop.
Variable misere : Prop.
Variable may : Z -> Z -> Prop.
Variable C : list Z -> Prop.
Variable names : Z -> list Z -> Z -> Prop.
Let moves (p q : position) : Prop := exists M, move p M /\ heaps_after descending (said p M) (heaps p) (heaps q).
Let named (p q : position) : Prop := exists M, wins p M /\ heaps_after descending (said p M) (heaps p) (heaps q).
Let P : position -> Prop := P_position position moves misere.
Hypothesis legal_is : forall p, legal p <-> heaps_legal (heaps p).
Hypothesis claimed_is : forall p, legal p -> (claimed p <-> C (heaps p)).
Hypothesis move_is : forall p M, move p M <-> exists x l m, heaps p = x :: l /\ may x m /\ M = take m.
Hypothesis said_is : forall p x l m, heaps p = x :: l -> may x m ->
  forall i s, said p (take m) i s <-> i = 1 /\ s = x - m.
Hypothesis wins_is : forall p x l M, legal p -> heaps p = x :: l ->
  (wins p M <-> exists m, M = take m /\ names x l m).
Hypothesis taken : forall x m, may x m -> 1 <= m <= x.
Hypothesis some : forall x, 1 <= x -> may x 1.
Hypothesis decided : forall l, C l \/ ~ C l.
Hypothesis terminal : (misere /\ ~ C []) \/ (~ misere /\ C []).
Hypothesis independent : forall x l m, heaps_legal (x :: l) -> C (x :: l) -> may x m -> ~ C (put (x - m) l).
Hypothesis one_named : forall x l, heaps_legal (x :: l) -> ~ C (x :: l) -> exists m, names x l m.
Hypothesis good : forall x l m, heaps_legal (x :: l) -> ~ C (x :: l) -> names x l m -> may x m /\ C (put (x - m) l).
Lemma largest_solved p : legal p -> (P p <-> claimed p).
Proof.
  apply (largest heaps of_heaps heaps_of legal claimed moves misere may C); auto.
  - intros p' q L. apply (taking heaps legal take said may); auto. intro r. apply legal_is.
  - intros x l L N. destruct (one_named x l L N) as [m M]. exists m. exact (good x l m L N M).
Qed.
Theorem largest_strategy p : legal p -> (P p <-> claimed p) /\
  (~ P p -> (exists q, moves p q) ->
    (exists q, named p q) /\ (forall q, named p q -> P q) /\ (forall M, wins p M -> move p M)).
Proof.
  intro L. split; [exact (largest_solved p L)|]. intros N (q & M & I & _).
  rewrite (largest_solved p L), (claimed_is p L) in N. apply move_is in I as (x & l & m & E & _).
  pose proof (wins_is p x l) as W. pose proof L as H. apply legal_is in H. rewrite E in N, H.
  assert (forall n r, may x n ->
    (heaps_after descending (said p (take n)) (heaps p) (heaps r) <-> heaps r = put (x - n) l)) as R.
  { intros n r. apply (taking_leads position term heaps legal take said may); auto. intro p'. apply legal_is. }
  split; [|split].
  - destruct (one_named x l H N) as [n I]. destruct (good x l n H N I) as [B _].
    exists (of_heaps (put (x - n) l)), (take n). split; [apply W; eauto|]. apply R; [exact B|apply heaps_of].
  - intros r (O & I & F). apply W in I as (n & -> & I); [|exact L|exact E]. destruct (good x l n H N I) as [B D].
    apply R in F; [|exact B].
    assert (legal r) as K by (apply legal_is; rewrite F; exact (next_legal x l n H (taken x n B))).
    apply largest_solved; [exact K|]. apply claimed_is; [exact K|]. rewrite F. exact D.
  - intros O I. apply W in I as (n & -> & I); [|exact L|exact E]. apply move_is. exists x, l, n.
    split; [exact E|]. split; [apply (good x l n H N I)|reflexivity].
Qed.
End Strategy.
Arguments largest_strategy {position term}.

(* The heap after the first, and where another goes. *)
Lemma top_or_less x l : heaps_legal (x :: l) ->
  (exists r, l = x :: r) \/ (occ x l = 0 /\ (l = [] \/ exists y r, l = y :: r /\ 1 <= y < x)).
Proof.
  intro H. apply heaps_legal_cons in H as (A & H & B). destruct l as [|y r]; [right; auto|].
  apply heaps_legal_cons in H as (D & H & F). pose proof (B y (or_introl eq_refl)).
  destruct (Z.eq_dec y x) as [->|N]; [left; exists r; reflexivity|]. right. split; [|right; exists y, r; auto with
    zarith].
  apply occ_none. intros s [->|I]; [exact N|]. specialize (F s I). lia.
Qed.
Lemma put_less x l s : falling (x :: l) -> 0 <= s < x -> put s (x :: l) = x :: put s l.
Proof.
  intros D L. unfold put. destruct (Z.eqb_spec s 0); [reflexivity|]. cbn. destruct (Z.leb_spec x s);
    [lia|reflexivity].
Qed.
Lemma put_more l s : 1 <= s -> (forall t, In t l -> t <= s) -> put s l = s :: l.
Proof.
  intros L H. unfold put. destruct (Z.eqb_spec s 0); [lia|]. destruct l as [|y l]; [reflexivity|]. cbn.
  specialize (H y (or_introl eq_refl)). destruct (Z.leb_spec y s); [reflexivity|lia].
Qed.

(* The number of largest heaps. *)
Definition top (l : list Z) : Z := occ (nth_heap 0 l) l.
Lemma top_first x l : top (x :: l) = 1 + occ x l.
Proof. unfold top, nth_heap. cbn [nth occ]. rewrite Z.eqb_refl. reflexivity. Qed.
Lemma top_not_negative l : 0 <= top l.
Proof. apply occ_not_negative. Qed.

(* In misere play the outcome is that of normal play with one stone more, as a heap of its own. *)
Lemma legal_more l : heaps_legal l -> heaps_legal (l ++ [1]).
Proof.
  induction l as [|x l IH]; cbn; intro H.
  - apply heaps_legal_cons. repeat split; [lia|intros s []|constructor|intros s []].
  - apply heaps_legal_cons in H as (A & B & D). apply heaps_legal_cons. split; [exact A|]. split; [auto|].
    intros s I. apply in_app_or in I as [I|[<-|[]]]; auto.
Qed.
Lemma put_end s l : 0 <= s -> put s (l ++ [1]) = put s l ++ [1].
Proof.
  intro S. unfold put. destruct (Z.eqb_spec s 0); [reflexivity|]. induction l as [|x l IH]; cbn.
  - destruct s; try reflexivity; try lia. destruct p; reflexivity.
  - destruct (x <=? s); cbn; [reflexivity|]. f_equal. exact IH.
Qed.
