(* Dawson's Chess. Claim ten-thousand-rows: The values of rows of up to 10,000 files have period 34 from 52
   on, and for ever. *)
(* Here for single heaps of every size. *)
(* Printed from octal-0.137.lp, dawsons_chess/named.lp: each predicate is what its rules say, one disjunct
   for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_heap : list Z }.
Inductive term := t_heap (_ : Z) (_ : Z) | t_take (_ : Z) (_ : Z) (_ : Z).

Definition heap (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := heap_at (the_heap p) X1 X2.
(* The octal game 0.137: leaves(K,J) says that a move may take K stones of a heap and leave J heaps of the
   rest; take(I,K,L) takes K of heap I and leaves L on the smaller side, which are a heap of their own. *)
Definition leaves (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (X1 = 1 /\ X2 = 0) \/ (X1 = 2
  /\ X2 = 0) \/ (X1 = 2 /\ X2 = 1) \/ (X1 = 3 /\ X2 = 0) \/ (X1 = 3 /\ X2 = 1) \/ (X1 = 3 /\ X2 = 2).
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists I : Z, (exists K : Z, X1 =
  (t_take I K 0) /\ heap g p I K /\ leaves g p K 0)) \/ (exists I : Z, (exists K : Z, (exists S : Z, X1 =
  (t_take I K 0) /\ heap g p I S /\ leaves g p K 1 /\ K < S))) \/ (exists I : Z, (exists K : Z, (exists L :
  Z, (exists S : Z, X1 = (t_take I K L) /\ heap g p I S /\ leaves g p K 2 /\ K < S /\ 1 <= L <= (Z.quot (S -
  K) 2))))).
Definition heaps_elements1 (g : parameters) (p : position) (X1 : list Z) : Prop := (exists I : Z, (exists A1
  : Z, X1 = [I] /\ heap g p I A1)).
Definition heaps (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, X1 = N /\ counted
  (heaps_elements1 g p) N).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists I : Z, (exists K :
  Z, (exists L : Z, (exists S : Z, X1 = (t_take I K L) /\ X2 = (t_heap I ((S - K) - L)) /\ move g p (t_take I
  K L) /\ heap g p I S)))) \/ (exists I : Z, (exists K : Z, (exists L : Z, (exists N : Z, X1 = (t_take I K L)
  /\ X2 = (t_heap (N + 1) L) /\ move g p (t_take I K L) /\ heaps g p N)))).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ heaps_after
  ascending (fun I S => after g p M (t_heap I S)) (the_heap p) (the_heap q).
Definition single (n : Z) : position := Position (left_over [n]).

Definition theorem : Prop := forall g, asked g -> periodic (moves g) single 52 34 0 /\ first_values (moves g)
  single [0; 1; 1; 2; 0; 3; 1; 1; 0; 3; 3; 2; 2; 4; 0; 5; 2; 2; 3; 3; 0; 1; 1; 3; 0; 2; 1; 1; 0; 4; 5; 2; 7;
  4; 0; 1; 1; 2; 0; 3; 1; 1; 0; 3; 3; 2; 2; 4; 4; 5; 5; 2; 3; 3; 0; 1; 1; 3; 0; 2; 1; 1; 0; 4; 5; 3; 7; 4; 8;
  1; 1; 2; 0; 3; 1; 1; 0; 3; 3; 2; 2; 4; 4; 5; 5; 9].

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Permutation Sums Octal.

Ltac pairs_in P := lazymatch P with
  | (_ = ?k /\ _ = ?j) \/ ?Q => let rest := pairs_in Q in constr:((k, j) :: rest)
  | _ = ?k /\ _ = ?j => constr:([(k, j)]) end.
Definition code (g : parameters) : list (Z * Z) := ltac:(
  let P := eval cbv beta delta [leaves] in (leaves g (Position []) 0 0) in let found := pairs_in P in exact
      found).
Lemma leaves_is g p K J : leaves g p K J <-> coded (code g) K J.
Proof.
  unfold leaves, coded, code. cbn [In]. split.
  - intro H. repeat (destruct H as [H|H]; [destruct H as [-> ->]; auto 12|]). destruct H as [-> ->]. auto 12.
  - intro H. repeat (destruct H as [H|H]; [injection H as <- <-; tauto|]). destruct H.
Qed.
Lemma heaps_are g p N : heaps g p N <-> N = Z.of_nat (length (the_heap p)).
Proof.
  unfold heaps. rewrite <- (heaps_counted (heaps_elements1 g p) (the_heap p)); [|reflexivity].
  split; [intros (n & -> & H); exact H|eauto].
Qed.

(* What a move makes of the heap that it takes from. *)
Definition made g p s K L := (L = 0 /\ s = K /\ leaves g p K 0) \/ (L = 0 /\ leaves g p K 1 /\ K < s)
  \/ (leaves g p K 2 /\ 1 <= L /\ 2 * L <= s - K).
Lemma place_is g p a s b t : the_heap p = a ++ s :: b -> heap g p (Z.of_nat (length a) + 1) t <-> t = s.
Proof.
  intro H. unfold heap, heap_at, size_of. rewrite H, app_length. cbn [length].
  replace (Z.to_nat (Z.of_nat (length a) + 1 - 1)) with (length a) by lia. rewrite nth_middle. lia.
Qed.
Lemma half s K L : K < s -> 1 <= L -> L <= Z.quot (s - K) 2 <-> 2 * L <= s - K.
Proof.
  intros A B. destruct (divided (s - K) 2) as (d & r & E & R & D & _ & Q); [lia|lia|]. rewrite Q. lia.
Qed.
Lemma move_is g p a s b K L : the_heap p = a ++ s :: b ->
  move g p (t_take (Z.of_nat (length a) + 1) K L) <-> made g p s K L.
Proof.
  intro H. pose proof (fun t => place_is g p a s b t H) as P. unfold move, made. split.
  - intros [(I & K' & E & T & C)|[(I & K' & S & E & T & C & D)|(I & K' & L' & S & E & T & C & D & F)]];
      injection E; intros; subst; apply P in T; subst; [left; auto|right; left; auto|right; right].
    split; [exact C|]. split; [lia|]. apply half; tauto.
  - set (i := Z.of_nat (length a) + 1) in *. intros [(-> & <- & C)|[(-> & C & D)|(C & D & F)]]; [left|right;
      left|right; right].
    + exists i, s. rewrite P. auto.
    + exists i, K, s. rewrite P. auto.
    + exists i, K, L, s. rewrite P. repeat split; auto; try lia. apply half; lia.
Qed.
Lemma after_is g p a s b K L i t : the_heap p = a ++ s :: b -> made g p s K L ->
  after g p (t_take (Z.of_nat (length a) + 1) K L) (t_heap i t) <->
  i = Z.of_nat (length a) + 1 /\ t = s - K - L \/ i = Z.of_nat (length (a ++ s :: b)) + 1 /\ t = L.
Proof.
  intros H M. apply (move_is g p a s b K L H) in M. pose proof (fun t => place_is g p a s b t H) as P. unfold after.
      split.
  - intros [(I & K' & L' & S & E & F & _ & T)|(I & K' & L' & N & E & F & _ & T)]; injection E; injection F; intros;
      subst.
    + apply P in T. left. lia.
    + apply heaps_are in T. rewrite H in T. right. lia.
  - intros [[-> ->]|[-> ->]]; [left; exists (Z.of_nat (length a) + 1), K, L, s|
      right; exists (Z.of_nat (length a) + 1), K, L, (Z.of_nat (length (a ++ s :: b)))].
    + rewrite P. auto.
    + rewrite heaps_are, H. auto.
Qed.
Lemma made_is g p s r : 1 <= s -> takes (coded (code g)) s r <-> exists K L, made g p s K L /\ r = left_over [s - K - L;
    L].
Proof.
  intro S. unfold takes, made, left_over. cbn [filter]. split.
  - intros [[C ->]|[(K & C & L & ->)|(K & L & C & L1 & L2 & ->)]]; apply (leaves_is g p) in C.
    + exists s, 0. rewrite Z.sub_0_r, Z.sub_diag. split; [left; auto|reflexivity].
    + exists K, 0. rewrite Z.sub_0_r. destruct (Z.ltb_spec 0 (s - K)); [|lia]. split; [right; left; auto|reflexivity].
    + exists K, L. destruct (Z.ltb_spec 0 (s - K - L)); [|lia]. destruct (Z.ltb_spec 0 L); [|lia].
      split; [right; right; auto|reflexivity].
  - intros (K & L & [(-> & <- & C)|[(-> & C & D)|(C & D & F)]] & ->); apply leaves_is in C.
    + rewrite Z.sub_0_r, Z.sub_diag. left. auto.
    + rewrite Z.sub_0_r. destruct (Z.ltb_spec 0 (s - K)); [|lia]. right. left. exists K. auto.
    + destruct (Z.ltb_spec 0 (s - K - L)); [|lia]. destruct (Z.ltb_spec 0 L); [|lia].
      right. right. exists K, L. tauto.
Qed.
Lemma sound g p q : standing (the_heap p) -> moves g p q ->
  exists a s b r, the_heap p = a ++ s :: b /\ takes (coded (code g)) s r /\ Permutation (the_heap q) (r ++ a ++ b).
Proof.
  intros S (M & V & A). assert (exists I K L s, M = t_take I K L /\ heap g p I s) as (I & K & L & s & -> & T).
  { destruct V as [(I & K & E & T & _)|[(I & K & s & E & T & _)|(I & K & L & s & E & T & _)]]; do 4 eexists; eauto. }
  apply heap_at_is in T as (a & b & H & ->). apply (move_is g p a s b) in V; [|exact H].
  pose proof S as S'. rewrite H in S'. apply Forall_app in S' as [S1 S2]. inversion S2; subst.
  exists a, s, b, (left_over [s - K - L; L]). split; [exact H|]. split; [apply (made_is g p); eauto|].
  rewrite H in A. apply (parted _ _ a b s (s - K - L) L) in A; [|intros i t; apply after_is; assumption].
  rewrite A. apply left_over_parted. apply Forall_app. auto.
Qed.
Lemma complete g p a s b r : standing (the_heap p) -> the_heap p = a ++ s :: b -> takes (coded (code g)) s r ->
  exists q, moves g p q /\ Permutation (the_heap q) (r ++ a ++ b).
Proof.
  intros S H T. pose proof S as S'. rewrite H in S'. apply Forall_app in S' as [S1 S2]. inversion S2; subst.
  apply (made_is g p) in T as (K & L & M & ->); [|assumption].
  exists (Position (ascending (left_over (a ++ (s - K - L) :: b ++ [L])))). split.
  - exists (t_take (Z.of_nat (length a) + 1) K L). split; [apply (move_is g p a s b); assumption|]. cbn [the_heap].
    rewrite H. apply <- (parted ascending); [reflexivity|].
    intros i t. apply after_is; assumption.
  - cbn [the_heap]. apply left_over_parted. apply Forall_app. auto.
Qed.

Theorem proved : theorem.
Proof.
  intros g _.
  lazymatch goal with |- context [periodic _ _ ?e ?p _] =>
    assert (0 <= e) as E by lia; assert (0 < p) as P by lia;
    assert (periodic_here (code g) e p = true) as H by (vm_cast_no_check (eq_refl true));
    pose proof (octal_period (code g) e p E P H position _ the_heap single (sound g) (complete g) (fun n => eq_refl)) as
        V;
    pose proof (octal_values (code g) e p E P H position _ the_heap single (sound g) (complete g) (fun n => eq_refl)) as W
  end.
  lazymatch goal with |- _ /\ _ => split; [exact V|apply W; vm_compute; reflexivity] | _ => exact V end.
Qed.
Print Assumptions proved.
