(* Games in which a move changes one heap, which may become two, by a code: what a script shows of such a step, and that the
   values of single heaps have the period that is computed. Nothing here has to be read: Rocq checks it, and no statement
   rests on it. *)
Require Import ZArith Lia List Permutation Bouton Sums Octal.
Import ListNotations.
Open Scope Z_scope.

(* Of the two sizes that a step leaves so many are heaps. *)
Definition heaps_left (J u v : Z) : Prop :=
  match J with
  | 0 => u = 0 /\ v = 0
  | 1 => 0 < u /\ v = 0 \/ u = 0 /\ 0 < v
  | 2 => 0 < u /\ 0 < v
  | _ => False
  end.
Fixpoint allowed (code : list (Z * Z)) (s u v : Z) : Prop :=
  match code with [] => False | (K, J) :: rest => s = K + u + v /\ heaps_left J u v \/ allowed rest s u v end.
Definition either (step : Z -> Z -> Z -> Prop) (s u v : Z) : Prop := step s u v \/ step s v u.
Definition made (step : Z -> Z -> Z -> Prop) (one : Z * Z) : Prop :=
  let (K, J) := one in
  match J with
  | 0 => step K 0 0
  | 1 => forall u, 1 <= u -> either step (K + u) u 0
  | 2 => forall u v, 1 <= v <= u -> either step (K + u + v) u v
  | _ => False
  end.

Lemma allowed_by code s u v : allowed code s u v -> exists K J, coded code K J /\ s = K + u + v /\ heaps_left J u v.
Proof.
  induction code as [|[K J] code IH]; [intros []|]. intros [[E H] | H].
  - exists K, J. split; [left; reflexivity|]. auto.
  - destruct (IH H) as (L & M & I & F). exists L, M. split; [right; exact I | exact F].
Qed.
Lemma left_of_one s : 0 < s -> left_over [s] = [s].
Proof. intro S. unfold left_over. cbn. destruct (Z.ltb_spec 0 s); [reflexivity | lia]. Qed.
Lemma allowed_takes code s u v : allowed code s u v ->
  exists r, takes (coded code) s r /\ Permutation (left_over [u; v]) r.
Proof.
  intro A. apply allowed_by in A as (K & J & C & E & H). change [u; v] with ([u] ++ [v]). rewrite left_over_app.
  unfold heaps_left in H. destruct J as [|[|J|]|]; try destruct H.
  - subst u v. exists []. split; [left; split; [|reflexivity]; replace s with K by lia; exact C | reflexivity].
  - destruct J; try destruct H. destruct (Z.le_gt_cases v u) as [L|L].
    + exists [s - K - v; v]. split; [right; right; exists K, v; repeat split; auto; lia|].
      rewrite !left_of_one by lia. replace (s - K - v) with u by lia. reflexivity.
    + exists [s - K - u; u]. split; [right; right; exists K, u; repeat split; auto; lia|].
      rewrite !left_of_one by lia. replace (s - K - u) with v by lia. apply perm_swap.
  - exists [s - K]. split; [right; left; exists K; repeat split; auto; lia|].
    destruct H as [U ->]. rewrite (left_of_one u) by lia. replace (s - K) with u by lia. reflexivity.
  - exists [s - K]. split; [right; left; exists K; repeat split; auto; lia|].
    destruct H as [-> V]. rewrite (left_of_one v) by lia. replace (s - K) with v by lia. reflexivity.
Qed.
Lemma takes_made code step s r : Forall (made step) code -> takes (coded code) s r ->
  exists u v, step s u v /\ Permutation (left_over [u; v]) r.
Proof.
  intros A T. rewrite Forall_forall in A. destruct T as [[C ->]|[(K & C & L & ->)|(K & M & C & L1 & L2 & ->)]];
    specialize (A _ C); cbn in A.
  - exists 0, 0. split; [exact A | reflexivity].
  - specialize (A (s - K) ltac:(lia)). replace (K + (s - K)) with s in A by lia. destruct A as [A | A].
    + exists (s - K), 0. split; [exact A|]. change [s - K; 0] with ([s - K] ++ [0]). rewrite left_over_app, left_of_one by lia.
      reflexivity.
    + exists 0, (s - K). split; [exact A|]. change [0; s - K] with ([0] ++ [s - K]). rewrite left_over_app.
      rewrite (left_of_one (s - K)) by lia. reflexivity.
  - specialize (A (s - K - M) M ltac:(lia)). replace (K + (s - K - M) + M) with s in A by lia. destruct A as [A | A].
    + exists (s - K - M), M. split; [exact A|]. change [s - K - M; M] with ([s - K - M] ++ [M]).
      rewrite left_over_app, !left_of_one by lia. reflexivity.
    + exists M, (s - K - M). split; [exact A|]. change [M; s - K - M] with ([M] ++ [s - K - M]).
      rewrite left_over_app, !left_of_one by lia. apply perm_swap.
Qed.
Lemma order_parted order a b u v : (forall l, Permutation (order l) l) -> standing (a ++ b) ->
  Permutation (order (left_over (a ++ u :: b ++ [v]))) (left_over [u; v] ++ a ++ b).
Proof. intros O S. rewrite O, <- (ascending_same (left_over _)). apply left_over_parted, S. Qed.
Lemma nothing_beside a b u : left_over (a ++ u :: b ++ [0]) = left_over (a ++ u :: b).
Proof. change (u :: b ++ [0]) with ((u :: b) ++ [0]). rewrite app_assoc, left_over_app. apply app_nil_r. Qed.
(* A counter is one heap, or none. *)
Lemma only_one n a s b : left_over [n] = a ++ s :: b -> a = [] /\ b = [] /\ n = s.
Proof.
  unfold left_over. cbn. destruct (0 <? n); intro E; [|destruct a; discriminate].
  destruct a as [|x a]; cbn in E; [injection E as -> <-; auto|]. injection E as _ E. destruct a; discriminate.
Qed.

Section Parted.
Variable position : Type.
Variable moves : position -> position -> Prop.
Variable heaps_of : position -> list Z.
Variable order : list Z -> list Z.
Variable step : Z -> Z -> Z -> Prop.
Variable code : list (Z * Z).
Hypothesis ordered : forall l, Permutation (order l) l.
Hypothesis there : forall p q, moves p q -> exists a s b u v,
  heaps_of p = a ++ s :: b /\ step s u v /\ heaps_of q = order (left_over (a ++ u :: b ++ [v])).
Hypothesis back : forall p a s b u v, heaps_of p = a ++ s :: b -> step s u v ->
  exists q, moves p q /\ heaps_of q = order (left_over (a ++ u :: b ++ [v])).
Hypothesis fits : forall s u v, 1 <= s -> step s u v -> allowed code s u v.
Hypothesis complete : Forall (made step) code.

Lemma apart p a s b : standing (heaps_of p) -> heaps_of p = a ++ s :: b -> standing (a ++ b) /\ 1 <= s.
Proof.
  unfold standing. intros S E. rewrite E, Forall_app in S. destruct S as [A B]. inversion B; subst.
  rewrite Forall_app. auto.
Qed.
Lemma by_code p q : standing (heaps_of p) -> moves p q -> exists a s b r,
  heaps_of p = a ++ s :: b /\ takes (coded code) s r /\ Permutation (heaps_of q) (r ++ a ++ b).
Proof.
  intros S M. destruct (there p q M) as (a & s & b & u & v & E & D & Q). destruct (apart p a s b S E) as [A L].
  destruct (allowed_takes code s u v (fits s u v L D)) as (r & T & F). exists a, s, b, r. split; [exact E|].
  split; [exact T|]. rewrite Q, (order_parted order a b u v ordered A). apply Permutation_app_tail. exact F.
Qed.
Lemma of_code p a s b r : standing (heaps_of p) -> heaps_of p = a ++ s :: b -> takes (coded code) s r ->
  exists q, moves p q /\ Permutation (heaps_of q) (r ++ a ++ b).
Proof.
  intros S E T. destruct (apart p a s b S E) as [A _]. destruct (takes_made code step s r complete T) as (u & v & D & F).
  destruct (back p a s b u v E D) as (q & M & Q). exists q. split; [exact M|].
  rewrite Q, (order_parted order a b u v ordered A). apply Permutation_app_tail. exact F.
Qed.

Variable single : Z -> position.
Hypothesis alone : forall n, heaps_of (single n) = left_over [n].
Variables e p : Z.
Hypothesis at_least_0 : 0 <= e.
Hypothesis positive_period : 0 < p.
Hypothesis here : periodic_here code e p = true.
Theorem period_by_code : periodic moves single e p 0.
Proof. exact (octal_period code e p at_least_0 positive_period here position moves heaps_of single by_code of_code alone). Qed.
Theorem values_by_code values : map (computed code e p) (upto (length values) 0) = values -> first_values moves single values.
Proof.
  exact (octal_values code e p at_least_0 positive_period here position moves heaps_of single by_code of_code alone values).
Qed.
End Parted.
