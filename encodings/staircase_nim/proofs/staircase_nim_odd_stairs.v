(* Staircase Nim. Claim odd-stairs: A position is a P-position iff the nim-sum of the first and the third
   stair is zero. *)
(* Here for every a from 0 on; every b from 0 on; every c from 0 on; every d from 0 on. *)
(* Printed from staircase_nim/rules.lp, staircase_nim/theorems.lp, staircase_nim/beliefs.lp: each predicate
   is what its rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters {  }.
Record position := Position { the_a : Z; the_b : Z; the_c : Z; the_d : Z }.
Inductive term := t_a (_ : Z) | t_b (_ : Z) | t_c (_ : Z) | t_d (_ : Z).

Definition a (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_a p).
Definition b (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_b p).
Definition c (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_c p).
Definition d (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_d p).
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists N : Z, (exists S : Z, X1 = (t_a
  N) /\ a g p S /\ 1 <= N <= S)) \/ (exists N : Z, (exists S : Z, X1 = (t_b N) /\ b g p S /\ 1 <= N <= S)) \/
  (exists N : Z, (exists S : Z, X1 = (t_c N) /\ c g p S /\ 1 <= N <= S)) \/ (exists N : Z, (exists S : Z, X1
  = (t_d N) /\ d g p S /\ 1 <= N <= S)).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists N : Z, (exists S :
  Z, X1 = (t_a N) /\ X2 = (t_a (S - N)) /\ move g p (t_a N) /\ a g p S)) \/ (exists N : Z, (exists S : Z, X1
  = (t_b N) /\ X2 = (t_b (S - N)) /\ move g p (t_b N) /\ b g p S)) \/ (exists N : Z, (exists S : Z, X1 = (t_b
  N) /\ X2 = (t_a (S + N)) /\ move g p (t_b N) /\ a g p S)) \/ (exists N : Z, (exists S : Z, X1 = (t_c N) /\
  X2 = (t_c (S - N)) /\ move g p (t_c N) /\ c g p S)) \/ (exists N : Z, (exists S : Z, X1 = (t_c N) /\ X2 =
  (t_b (S + N)) /\ move g p (t_c N) /\ b g p S)) \/ (exists N : Z, (exists S : Z, X1 = (t_d N) /\ X2 = (t_d
  (S - N)) /\ move g p (t_d N) /\ d g p S)) \/ (exists N : Z, (exists S : Z, X1 = (t_d N) /\ X2 = (t_c (S +
  N)) /\ move g p (t_d N) /\ c g p S)).
(* % safe/0: the P-positions of normal play: the nim-sum of the first and the third stair is 0. *)
Definition safe (g : parameters) (p : position) : Prop := (exists A : Z, (exists C : Z, a g p A /\ c g p C /\
  (Z.lxor A C) = 0)).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := True.
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_a p /\ 0 <= the_b p /\ 0 <=
  the_c p /\ 0 <= the_d p.
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ (after g p M (t_a
  (the_a q)) \/ (~ (exists V : Z, after g p M (t_a V)) /\ the_a q = the_a p)) /\ (after g p M (t_b (the_b q))
  \/ (~ (exists V : Z, after g p M (t_b V)) /\ the_b q = the_b p)) /\ (after g p M (t_c (the_c q)) \/ (~
  (exists V : Z, after g p M (t_c V)) /\ the_c q = the_c p)) /\ (after g p M (t_d (the_d q)) \/ (~ (exists V
  : Z, after g p M (t_d V)) /\ the_d q = the_d p)).

Definition theorem : Prop := forall g p, legal g p -> (P_position position (moves g) False p <-> safe g p).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Definition leads g p M q : Prop := (after g p M (t_a (the_a q)) \/ (~ (exists V : Z, after g p M (t_a V)) /\ the_a q
    = the_a p))
  /\ (after g p M (t_b (the_b q)) \/ (~ (exists V : Z, after g p M (t_b V)) /\ the_b q = the_b p))
  /\ (after g p M (t_c (the_c q)) \/ (~ (exists V : Z, after g p M (t_c V)) /\ the_c q = the_c p))
  /\ (after g p M (t_d (the_d q)) \/ (~ (exists V : Z, after g p M (t_d V)) /\ the_d q = the_d p)).
Lemma said (A : Z -> Prop) x y z : (forall V, A V <-> V = z) -> (A x \/ (~ (exists V, A V)) /\ x = y) <-> x = z.
Proof. intro E. rewrite E. split; [intros [H|[H _]]; [exact H|destruct H; exists z; apply E; reflexivity]|auto]. Qed.
Lemma unsaid (A : Z -> Prop) x y : (forall V, ~ A V) -> (A x \/ (~ (exists V, A V)) /\ x = y) <-> x = y.
Proof. intro E. split; [intros [H|[_ H]]; [destruct (E _ H)|exact H]|intros ->; right; split; [intros [V H];
    exact (E V H)|reflexivity]]. Qed.
Ltac is_said := let V := fresh "V" in intro V; unfold after, a, b, c, d; split;
  [intro X; repeat match goal with H : _ \/ _ |- _ => destruct H | H : exists _, _ |- _ => destruct H | H : _ /\ _
      |- _ => destruct H end;
    try discriminate; repeat match goal with H : t_a _ = _ |- _ => injection H; clear H;
        intros | H : t_b _ = _ |- _ => injection H; clear H; intros
      | H : t_c _ = _ |- _ => injection H; clear H; intros | H : t_d _ = _ |- _ => injection H; clear H; intros end;
          subst; reflexivity
  |intros ->; eauto 20].
Ltac is_unsaid := let V := fresh "V" in intros V X; unfold after, a, b, c, d in X;
  repeat match goal with H : _ \/ _ |- _ => destruct H | H : exists _, _ |- _ => destruct H | H : _ /\ _ |- _ =>
      destruct H end; discriminate.
Lemma by_a g p N q : move g p (t_a N) -> leads g p (t_a N) q <-> q = Position (the_a p - N) (the_b p) (the_c p)
    (the_d p).
Proof.
  intro M. unfold leads.
  pose proof (said (fun V => after g p (t_a N) (t_a V)) (the_a q) (the_a p) (the_a p - N) ltac:(is_said)) as Ea.
  pose proof (unsaid (fun V => after g p (t_a N) (t_b V)) (the_b q) (the_b p) ltac:(is_unsaid)) as Eb.
  pose proof (unsaid (fun V => after g p (t_a N) (t_c V)) (the_c q) (the_c p) ltac:(is_unsaid)) as Ec.
  pose proof (unsaid (fun V => after g p (t_a N) (t_d V)) (the_d q) (the_d p) ltac:(is_unsaid)) as Ed.
  cbv beta in *. rewrite Ea, Eb, Ec, Ed. destruct q; cbn. split; [intros (-> & -> & -> & ->); reflexivity|intro H;
      injection H; auto].
Qed.
Lemma by_b g p N q : move g p (t_b N) -> leads g p (t_b N) q <-> q = Position (the_a p + N) (the_b p - N) (the_c p)
    (the_d p).
Proof.
  intro M. unfold leads.
  pose proof (said (fun V => after g p (t_b N) (t_a V)) (the_a q) (the_a p) (the_a p + N) ltac:(is_said)) as Ea.
  pose proof (said (fun V => after g p (t_b N) (t_b V)) (the_b q) (the_b p) (the_b p - N) ltac:(is_said)) as Eb.
  pose proof (unsaid (fun V => after g p (t_b N) (t_c V)) (the_c q) (the_c p) ltac:(is_unsaid)) as Ec.
  pose proof (unsaid (fun V => after g p (t_b N) (t_d V)) (the_d q) (the_d p) ltac:(is_unsaid)) as Ed.
  cbv beta in *. rewrite Ea, Eb, Ec, Ed. destruct q; cbn. split; [intros (-> & -> & -> & ->); reflexivity|intro H;
      injection H; auto].
Qed.
Lemma by_c g p N q : move g p (t_c N) -> leads g p (t_c N) q <-> q = Position (the_a p) (the_b p + N) (the_c p - N)
    (the_d p).
Proof.
  intro M. unfold leads.
  pose proof (unsaid (fun V => after g p (t_c N) (t_a V)) (the_a q) (the_a p) ltac:(is_unsaid)) as Ea.
  pose proof (said (fun V => after g p (t_c N) (t_b V)) (the_b q) (the_b p) (the_b p + N) ltac:(is_said)) as Eb.
  pose proof (said (fun V => after g p (t_c N) (t_c V)) (the_c q) (the_c p) (the_c p - N) ltac:(is_said)) as Ec.
  pose proof (unsaid (fun V => after g p (t_c N) (t_d V)) (the_d q) (the_d p) ltac:(is_unsaid)) as Ed.
  cbv beta in *. rewrite Ea, Eb, Ec, Ed. destruct q; cbn. split; [intros (-> & -> & -> & ->); reflexivity|intro H;
      injection H; auto].
Qed.
Lemma by_d g p N q : move g p (t_d N) -> leads g p (t_d N) q <-> q = Position (the_a p) (the_b p) (the_c p + N)
    (the_d p - N).
Proof.
  intro M. unfold leads.
  pose proof (unsaid (fun V => after g p (t_d N) (t_a V)) (the_a q) (the_a p) ltac:(is_unsaid)) as Ea.
  pose proof (unsaid (fun V => after g p (t_d N) (t_b V)) (the_b q) (the_b p) ltac:(is_unsaid)) as Eb.
  pose proof (said (fun V => after g p (t_d N) (t_c V)) (the_c q) (the_c p) (the_c p + N) ltac:(is_said)) as Ec.
  pose proof (said (fun V => after g p (t_d N) (t_d V)) (the_d q) (the_d p) (the_d p - N) ltac:(is_said)) as Ed.
  cbv beta in *. rewrite Ea, Eb, Ec, Ed. destruct q; cbn. split; [intros (-> & -> & -> & ->); reflexivity|intro H;
      injection H; auto].
Qed.
Lemma moves_are g p q : moves g p q <-> exists N, 1 <= N /\
  (N <= the_a p /\ q = Position (the_a p - N) (the_b p) (the_c p) (the_d p)
  \/ N <= the_b p /\ q = Position (the_a p + N) (the_b p - N) (the_c p) (the_d p)
  \/ N <= the_c p /\ q = Position (the_a p) (the_b p + N) (the_c p - N) (the_d p)
  \/ N <= the_d p /\ q = Position (the_a p) (the_b p) (the_c p + N) (the_d p - N)).
Proof.
  change (moves g p q) with (exists M : term, move g p M /\ leads g p M q). split.
  - intros (M & V & L). pose proof V as W. unfold move, a, b, c, d in W.
    destruct W as [(N & S & -> & -> & B)|[(N & S & -> & -> & B)|[(N & S & -> & -> & B)|(N & S & -> & -> & B)]]];
        exists N; (split; [lia|]);
      [apply by_a in L|apply by_b in L|apply by_c in L|apply by_d in L]; try exact V; auto 10.
    + left. split; [lia|exact L].
    + right. left. split; [lia|exact L].
    + right. right. left. split; [lia|exact L].
    + right. right. right. split; [lia|exact L].
  - assert (forall N, (1 <= N <= the_a p -> move g p (t_a N)) /\ (1 <= N <= the_b p -> move g p (t_b N))
      /\ (1 <= N <= the_c p -> move g p (t_c N)) /\ (1 <= N <= the_d p -> move g p (t_d N))) as V.
    { intro N. unfold move, a, b, c, d. split; [|split; [|split]]; intro L;
        [left|right; left|right; right; left|right; right; right]; exists N; eexists; (split; [reflexivity|]);
            (split; [reflexivity|exact L]). }
    intros (N & B & [(C & L)|[(C & L)|[(C & L)|(C & L)]]]); destruct (V N) as (X & Y & Z & W).
    + exists (t_a N). split; [apply X; lia|]. apply by_a; [apply X; lia|exact L].
    + exists (t_b N). split; [apply Y; lia|]. apply by_b; [apply Y; lia|exact L].
    + exists (t_c N). split; [apply Z; lia|]. apply by_c; [apply Z; lia|exact L].
    + exists (t_d N). split; [apply W; lia|]. apply by_d; [apply W; lia|exact L].
Qed.
Lemma safe_is g p : safe g p <-> the_a p = the_c p.
Proof.
  unfold safe, a, c. split.
  - intros (x & y & -> & -> & E). apply Z.lxor_eq. exact E.
  - intro E. exists (the_a p), (the_c p). rewrite E, Z.lxor_nilpotent. auto.
Qed.
Theorem proved : theorem.
Proof.
  intro g. unfold theorem. intro p. revert p.
  apply (kernel position (legal g) (moves g) False (fun p => Z.to_nat (the_a p + 2 * the_b p + 3 * the_c p + 4 *
      the_d p)) (safe g)).
  - intros p _. rewrite safe_is. lia.
  - intros p q (_ & A & B & C & D) M. apply moves_are in M as (N & L & M). unfold legal, asked.
    destruct M as [(M & ->)|[(M & ->)|[(M & ->)|(M & ->)]]]; cbn; lia.
  - intros p q (_ & A & B & C & D) M. apply moves_are in M as (N & L & M).
    destruct M as [(M & ->)|[(M & ->)|[(M & ->)|(M & ->)]]]; cbn [the_a the_b the_c the_d]; lia.
  - intros p q _ S M. apply moves_are in M as (N & L & M). rewrite safe_is in *.
    destruct M as [(M & ->)|[(M & ->)|[(M & ->)|(M & ->)]]]; cbn [the_a the_b the_c the_d]; lia.
  - intros [].
  - intros p (_ & A & B & C & D) S. rewrite safe_is in S. left. destruct (Z.lt_ge_cases (the_c p) (the_a p)).
    + eexists. split; [apply moves_are; exists (the_a p - the_c p); split; [lia|left; split; [lia|reflexivity]]|].
        apply safe_is. cbn. lia.
    + eexists. split; [apply moves_are; exists (the_c p - the_a p); split; [lia|right; right; left; split;
        [lia|reflexivity]]|]. apply safe_is. cbn. lia.
Qed.
Print Assumptions proved.
