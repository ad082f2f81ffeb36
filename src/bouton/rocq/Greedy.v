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
