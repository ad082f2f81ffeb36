(* What proofs by hand use of Survivor Nim with any placement: one cycle of the table decides who wins. Nothing here has to
   be read: Rocq checks it, and no statement rests on it. *)
Require Import ZArith Lia Wf_nat.
Open Scope Z_scope.

(* What is decided number by number is decided of a range. *)
Lemma each_or_not (Q : Z -> Prop) (dec : forall x, Q x \/ ~ Q x) n a :
  (forall x, a <= x < a + Z.of_nat n -> Q x) \/ exists x, a <= x < a + Z.of_nat n /\ ~ Q x.
Proof.
  induction n as [|n [IH|(x & I & H)]]; [left; lia| |right; exists x; split; [lia|exact H]].
  destruct (dec (a + Z.of_nat n)) as [D|D].
  - left. intros x I. destruct (Z.eq_dec x (a + Z.of_nat n)) as [->|N]; [exact D|]. apply IH. lia.
  - right. exists (a + Z.of_nat n). split; [lia|exact D].
Qed.
Lemma all_or_one (Q : Z -> Prop) (dec : forall x, Q x \/ ~ Q x) a b :
  (forall x, a <= x <= b -> Q x) \/ exists x, a <= x <= b /\ ~ Q x.
Proof.
  destruct (each_or_not Q dec (Z.to_nat (b - a + 1)) a) as [H|(x & I & H)].
  - left. intros x I. apply H. lia.
  - right. exists x. split; [lia|exact H].
Qed.
(* The last number of a stretch, and the number before its first. *)
Lemma stretch_up (Q : Z -> Prop) (dec : forall x, Q x \/ ~ Q x) n : forall a, Q a -> ~ Q (a + Z.of_nat n) ->
  exists b, a <= b < a + Z.of_nat n /\ (forall x, a <= x <= b -> Q x) /\ ~ Q (b + 1).
Proof.
  induction n as [|n IH]; intros a H N; [rewrite Z.add_0_r in N; tauto|].
  destruct (dec (a + 1)) as [D|D].
  - destruct (IH (a + 1) D) as (b & I & J & K); [replace (a + 1 + Z.of_nat n) with (a + Z.of_nat (S n)) by lia; exact N|].
    exists b. split; [lia|]. split; [|exact K]. intros x L. destruct (Z.eq_dec x a) as [->|E]; [exact H|]. apply J. lia.
  - exists a. split; [lia|]. split; [|exact D]. intros x L. replace x with a by lia. exact H.
Qed.
Lemma stretch_down (Q : Z -> Prop) (dec : forall x, Q x \/ ~ Q x) n : forall a, Q a -> ~ Q (a - Z.of_nat n) ->
  exists b, a - Z.of_nat n <= b < a /\ (forall x, b < x <= a -> Q x) /\ ~ Q b.
Proof.
  intros a H N. destruct (stretch_up (fun x => Q (- x)) (fun x => dec (- x)) n (- a)) as (b & I & J & K).
  - rewrite Z.opp_involutive. exact H.
  - replace (- (- a + Z.of_nat n)) with (a - Z.of_nat n) by lia. exact N.
  - exists (- (b + 1)). split; [lia|]. split; [|exact K]. intros x L. rewrite <- (Z.opp_involutive x). apply J. lia.
Qed.

Lemma quotient_bounds D d q : 2 <= D -> 0 < d -> 0 <= q -> q * d <= D - 2 -> 0 <= q <= Z.quot (D - 2) d.
Proof.
  intros L p Q H. rewrite Z.quot_div_nonneg by lia. split; [exact Q|]. apply Z.div_le_lower_bound; lia.
Qed.

(* The table as it is seen from the hinge: [A k] says whether the k-th player before it is of alliance A, and the
   player after P others is the hinge again. *)
Section Table.
Variables (m : Z) (P : nat) (A : nat -> bool).
Fixpoint X (k : nat) : Z := match k with O => 0 | S j => X j + if A k then 1 else 0 end.
Fixpoint Y (k : nat) : Z := match k with O => 0 | S j => Y j + if A k then 0 else 1 end.
Fixpoint C (k : nat) : Z := match k with O => 0 | S j => Z.max (C j) (X k - Y k) end.
Definition e : Z := X P - Y P.
Hypothesis m2 : 2 <= m.
Hypothesis players : (1 <= P)%nat.
Hypothesis majority : forall k, (1 <= k <= P)%nat -> Y k < X k.
Hypothesis hinge : A P = false.

(* The piles that A loses, of those that may be used up before the hinge moves. *)
Fixpoint E (k : nat) (N : Z) : Prop :=
  match k with
  | O => False
  | S j => if A k then 1 <= N <= X k + m * Y k /\ forall T, 1 <= T <= m -> T >= N \/ E j (N - T)
    else exists T, 1 <= T <= m /\ E j (N - T)
  end.
Definition R (V U : Z) : Prop := V < U /\ (forall N, V < N <= U -> E P N) /\ ~ E P V /\ ~ E P (U + 1).
Definition comes (V U Q : Z) : Prop := R V U /\ (Q = 0 \/ 1 <= Q /\ U - V > (m - 1) * ((Q - 1) * e + C P)).
Definition lo (k : nat) (V Q : Z) : Z := V + Q * (Y P + m * X P) + Y k + m * X k.
Definition hi (k : nat) (U Q : Z) : Z := U + Q * (X P + m * Y P) + X k + m * Y k.
Definition alive (k : nat) (V U Q : Z) : Prop := comes V U Q /\ U - V > (m - 1) * (Q * e + C k).
Definition F (k : nat) (N : Z) : Prop := E k N \/ exists V U Q, alive k V U Q /\ lo k V Q < N <= hi k U Q.

Lemma natural k : 0 <= X k /\ 0 <= Y k.
Proof. induction k as [|k IH]; [simpl; lia|]. cbn [X Y]. destruct (A (S k)); lia. Qed.
Lemma ahead k : (k <= P)%nat -> Y k <= X k /\ (k <> O -> Y k < X k).
Proof. intro K. destruct k; [simpl; lia|]. pose proof (majority (S k) ltac:(lia)) as M. split; intros; lia. Qed.
Lemma some : 1 <= e.
Proof. unfold e. pose proof (majority P ltac:(lia)). lia. Qed.
Lemma leads k : 0 <= C k /\ X k - Y k <= C k.
Proof. induction k as [|k IH]; [simpl; lia|]. cbn [C]. lia. Qed.
Lemma E_within k : forall N, E k N -> 1 <= N <= X k + m * Y k.
Proof.
  induction k as [|k IH]; intros N H; [contradiction|]. cbn [E X Y] in *. destruct (A (S k)).
  - lia.
  - destruct H as (T & I & H). apply IH in H. lia.
Qed.
Lemma E_above k N : A k = false -> E k N -> 2 <= N.
Proof.
  destruct k as [|k]; [contradiction|]. intros a H. cbn [E] in H. rewrite a in H. destruct H as (T & I & H).
  apply E_within in H. lia.
Qed.
Lemma E_dec k : forall N, E k N \/ ~ E k N.
Proof.
  induction k as [|k IH]; intro N; [right; exact (fun f => f)|]. cbn [E]. destruct (A (S k)).
  - destruct (Z_le_gt_dec 1 N) as [L|L], (Z_le_gt_dec N (X (S k) + m * Y (S k))) as [U|U]; try (right; lia).
    destruct (all_or_one (fun T => T >= N \/ E k (N - T))) with (a := 1) (b := m) as [H|(T & I & H)].
    + intro T. destruct (Z_le_gt_dec N T); [left; lia|]. destruct (IH (N - T)); [tauto|right; intros [J|J]; [lia|tauto]].
    + left. split; [lia|exact H].
    + right. intros [_ J]. exact (H (J T I)).
  - destruct (all_or_one (fun T => ~ E k (N - T))) with (a := 1) (b := m) as [H|(T & I & H)].
    + intro T. destruct (IH (N - T)); tauto.
    + right. intros (T & I & J). exact (H T I J).
    + left. exists T. split; [exact I|]. destruct (IH (N - T)); tauto.
Qed.

(* A round begins above pile 1, as the hinge is not of A, and ends before the next one begins. *)
Lemma R_begins V U : R V U -> 1 <= V /\ U <= X P + m * Y P.
Proof.
  intros (L & H & _). pose proof (E_within P U (H U ltac:(lia))). split; [|lia].
  apply (E_above P (V + 1) hinge) in H; lia.
Qed.
Lemma R_apart V U V' U' : R V U -> R V' U' -> V = V' /\ U = U' \/ U < V' \/ U' < V.
Proof.
  intros (L & H & B & D) (L' & H' & B' & D').
  destruct (Z_le_gt_dec (V' + 1) U) as [I|I].
  - destruct (Z_le_gt_dec (V + 1) U') as [J|J].
    + left. assert (V = V') as ->.
      { destruct (Z_lt_le_dec V V') as [K|K]; [destruct B'; apply H; lia|].
        destruct (Z_lt_le_dec V' V) as [M|M]; [destruct B; apply H'; lia|lia]. }
      split; [reflexivity|]. destruct (Z_lt_le_dec U U') as [K|K]; [destruct D; apply H'; lia|].
      destruct (Z_lt_le_dec U' U) as [M|M]; [destruct D'; apply H; lia|lia].
    + right. right. destruct (Z.eq_dec U' V) as [<-|K]; [|lia]. destruct B. apply H'. lia.
  - right. left. destruct (Z.eq_dec U V') as [<-|K]; [|lia]. destruct B'. apply H. lia.
Qed.
Lemma R_around N : E P N -> exists V U, R V U /\ V < N <= U.
Proof.
  intro H. pose proof (E_within P N H) as W.
  destruct (stretch_up (E P) (E_dec P) (Z.to_nat (X P + m * Y P - N + 1)) N H) as (U & I & J & K).
  { intro B. apply E_within in B. lia. }
  destruct (stretch_down (E P) (E_dec P) (Z.to_nat N) N H) as (V & I' & J' & K').
  { intro B. apply E_within in B. lia. }
  exists V, U. split; [|lia]. split; [lia|]. split; [|tauto].
  intros x L. destruct (Z_le_gt_dec x N); [apply J'; lia|apply J; lia].
Qed.

(* Rounds stay apart, from each other and from what may be used up. *)
Lemma cycle_longer : X P + m * Y P + 1 <= Y P + m * X P.
Proof. pose proof some. unfold e in *. nia. Qed.
Lemma apart_same k U V' Q : (k <= P)%nat -> 0 <= Q -> U < V' -> hi k U Q < lo k V' Q.
Proof.
  intros K q H. unfold hi, lo. pose proof cycle_longer. pose proof (ahead k K).
  assert (Q * (X P + m * Y P) <= Q * (Y P + m * X P)) by nia. nia.
Qed.
Lemma apart_later k V U V' U' Q Q' : (k <= P)%nat -> 0 <= Q -> Q + 1 <= Q' -> R V U -> R V' U' -> hi k U Q < lo k V' Q'.
Proof.
  intros K q H r r'. unfold hi, lo. pose proof cycle_longer. pose proof (ahead k K).
  apply R_begins in r, r'. pose proof (natural P).
  assert (Q * (X P + m * Y P) <= Q * (Y P + m * X P)) by nia.
  assert ((Q + 1) * (Y P + m * X P) <= Q' * (Y P + m * X P)) by nia. nia.
Qed.
Lemma alive_natural k V U Q : alive k V U Q -> R V U /\ 0 <= Q.
Proof. intros ((r & [->|q]) & _); split; (exact r || lia). Qed.
Lemma apart k V U Q V' U' Q' : (k <= P)%nat -> alive k V U Q -> alive k V' U' Q' ->
  V = V' /\ U = U' /\ Q = Q' \/ hi k U Q < lo k V' Q' \/ hi k U' Q' < lo k V Q.
Proof.
  intros K a a'. apply alive_natural in a as [r q], a' as [r' q'].
  destruct (Z_lt_le_dec Q Q') as [H|H]; [right; left; apply (apart_later k V U V' U'); (assumption || lia)|].
  destruct (Z_lt_le_dec Q' Q) as [H'|H']; [right; right; apply (apart_later k V' U' V U); (assumption || lia)|].
  replace Q' with Q in * by lia.
  destruct (R_apart V U V' U' r r') as [[-> ->]|[I|I]]; [tauto| |].
  - right. left. apply apart_same; assumption.
  - right. right. apply apart_same; assumption.
Qed.
Lemma begins_above k V U Q : (k <= P)%nat -> alive k V U Q -> 1 <= lo k V Q /\ X k + m * Y k < lo k V Q.
Proof.
  intros K a. apply alive_natural in a as [r q]. apply R_begins in r. unfold lo. pose proof (ahead k K).
  pose proof (natural k). pose proof (natural P). assert (0 <= Q * (Y P + m * X P)) by nia. nia.
Qed.
Lemma nonempty k V U Q : alive k V U Q -> lo k V Q < hi k U Q.
Proof.
  intros [_ a]. unfold lo, hi. pose proof (leads k). unfold e in *.
  assert ((m - 1) * (Q * (X P - Y P) + (X k - Y k)) <= (m - 1) * (Q * (X P - Y P) + C k)) by nia. nia.
Qed.
Lemma alive_before k V U Q : alive (S k) V U Q -> alive k V U Q.
Proof. intros [c a]. split; [exact c|]. cbn [C] in a. nia. Qed.
Lemma alive_next k V U Q : alive k V U Q -> lo (S k) V Q < hi (S k) U Q -> alive (S k) V U Q.
Proof.
  intros [c a] H. split; [exact c|]. unfold lo, hi in H. cbn [C]. unfold e in *. destruct (Z.max_spec (C k) (X (S k) - Y (S k))) as [[_ ->]|[_ ->]]; [nia|exact a].
Qed.
Lemma F_above k N : (k <= P)%nat -> F k N -> 1 <= N.
Proof.
  intros K [H|(V & U & Q & a & H)]; [apply E_within in H; lia|]. pose proof (begins_above k V U Q K a). lia.
Qed.

(* One player further from the hinge. *)
Lemma step_A k N : (S k <= P)%nat -> A (S k) = true -> 1 <= N ->
  (F (S k) N <-> forall T, 1 <= T <= m -> T >= N \/ F k (N - T)).
Proof.
  intros K a n. split.
  - intros [H|(V & U & Q & l & H)] T I.
    + cbn [E] in H. rewrite a in H. destruct H as [_ H]. destruct (H T I); [tauto|]. right. left. assumption.
    + right. right. exists V, U, Q. split; [apply alive_before, l|]. unfold lo, hi in *. cbn [X Y] in H. rewrite a in H. lia.
  - intro H. destruct (Z_le_gt_dec N (X (S k) + m * Y (S k))) as [L|L].
    + left. cbn [E]. rewrite a. split; [lia|]. intros T I. destruct (H T I) as [B|[B|(V & U & Q & l & B)]]; [tauto|tauto|].
      pose proof (begins_above k V U Q ltac:(lia) l). cbn [X Y] in L. rewrite a in L. lia.
    + right. cbn [X Y] in L. rewrite a in L. pose proof (natural k).
      destruct (H 1 ltac:(lia)) as [B|[B|(V & U & Q & l & B)]]; [nia|apply E_within in B; lia|].
      exists V, U, Q. assert (lo k V Q + m < N) as M.
      { destruct (Z_lt_le_dec (lo k V Q + m) N) as [M|M]; [exact M|exfalso].
        pose proof (begins_above k V U Q ltac:(lia) l).
        destruct (H (N - lo k V Q) ltac:(lia)) as [D|[D|(V' & U' & Q' & l' & D)]].
        - lia.
        - apply E_within in D. lia.
        - destruct (apart k V U Q V' U' Q' ltac:(lia) l l') as [(-> & -> & ->)|[G|G]]; lia. }
      assert (lo (S k) V Q < N <= hi (S k) U Q) as W by (unfold lo, hi in *; cbn [X Y]; rewrite a; lia).
      split; [|exact W]. apply alive_next; [exact l|lia].
Qed.
Lemma step_B k N : (S k <= P)%nat -> A (S k) = false ->
  (F (S k) N <-> exists T, 1 <= T <= m /\ F k (N - T)).
Proof.
  intros K a. split.
  - intros [H|(V & U & Q & l & H)].
    + cbn [E] in H. rewrite a in H. destruct H as (T & I & H). exists T. split; [exact I|]. left. exact H.
    + apply alive_before in l. pose proof (nonempty k V U Q l). exists (Z.max 1 (N - hi k U Q)).
      unfold lo, hi in *. cbn [X Y] in H. rewrite a in H. split; [lia|]. right. exists V, U, Q. split; [exact l|]. unfold lo, hi. lia.
  - intros (T & I & [H|(V & U & Q & l & H)]).
    + left. cbn [E]. rewrite a. exists T. split; assumption.
    + right. exists V, U, Q. assert (lo (S k) V Q < N <= hi (S k) U Q) as W by (unfold lo, hi in *; cbn [X Y]; rewrite a; lia).
      split; [|exact W]. apply alive_next; [exact l|lia].
Qed.

(* After a cycle the hinge moves again. *)
Lemma after_a_cycle N : F P N <-> F O N.
Proof.
  pose proof some as s. pose proof (leads P) as [_ c]. fold e in c. split.
  - intros [H|(V & U & Q & [[r q] a] & H)].
    + destruct (R_around N H) as (V & U & r & I). right. exists V, U, 0. split; [|unfold lo, hi; simpl; lia].
      split; [split; tauto|]. cbn [C]. destruct r. lia.
    + right. exists V, U, (Q + 1). split; [|unfold lo, hi in *; simpl X in *; simpl Y in *; nia].
      assert (0 <= Q) by (destruct q; lia).
      split; [split; [exact r|right; split; [lia|]]; rewrite Z.add_simpl_r; exact a|]. cbn [C]. nia.
  - intros [H|(V & U & Q & [[r q] a] & H)]; [contradiction|]. unfold lo, hi in H. simpl X in H. simpl Y in H.
    destruct (Z.eq_dec Q 0) as [->|N0].
    + left. destruct r as (_ & r & _). apply r. lia.
    + destruct q as [q|[q b]]; [lia|]. right. exists V, U, (Q - 1). split; [|unfold lo, hi; nia].
      split; [|exact b]. split; [exact r|]. destruct (Z.eq_dec Q 1) as [->|N1]; [left; reflexivity|right].
      split; [lia|]. nia.
Qed.

(* No round is there above a bound: each lasts fewer cycles than it has piles. *)
Lemma growing k : (k <= P)%nat -> X k <= X P /\ Y k <= Y P.
Proof.
  intro K. replace P with (k + (P - k))%nat by lia. generalize (P - k)%nat as j. clear K. induction j as [|j [I J]].
  - rewrite Nat.add_0_r. lia.
  - rewrite <- plus_n_Sm. cbn [X Y]. destruct (A (S (k + j))); lia.
Qed.
Lemma B_some k : k <> O -> A k = false -> 1 <= Y k.
Proof. destruct k as [|k]; [tauto|]. intros _ a. cbn [Y]. rewrite a. pose proof (natural k). lia. Qed.
Lemma F_below k N : (k <= P)%nat -> F k N ->
  N <= (X P + m * Y P) * (2 + Z.quot (X P + m * Y P - 2) ((m - 1) * e)).
Proof.
  intros K H. pose proof some as s. pose proof (growing k K) as g. pose proof (leads k) as [c _].
  pose proof (B_some P ltac:(lia) hinge) as y. pose proof (majority P ltac:(lia)) as x.
  assert (X k + m * Y k <= X P + m * Y P /\ 2 <= X P + m * Y P) as [B D2] by nia.
  assert (0 < (m - 1) * e) as p by nia.
  destruct H as [H|(V & U & Q & a & H)].
  - pose proof (E_within k N H) as W. destruct (quotient_bounds _ _ 0 D2 p) as [_ q]; [lia|lia|].
    generalize dependent (X P + m * Y P). intros D I J L. nia.
  - pose proof (alive_natural k V U Q a) as [r q]. destruct a as [_ a]. apply R_begins in r. unfold hi in H.
    generalize dependent (X P + m * Y P). intros D I J L M.
    assert ((m - 1) * (Q * e) <= (m - 1) * (Q * e + C k)) as T by nia.
    assert (Q * ((m - 1) * e) <= D - 2) as W by lia.
    destruct (quotient_bounds _ _ Q L p q W) as [_ V1].
    assert (Q * D <= Z.quot (D - 2) ((m - 1) * e) * D) by nia. lia.
Qed.
End Table.

(* Who wins: with k players to move before the hinge, the first of them to move now, and N counters. *)
Section Played.
Variables (m : Z) (P : nat) (A : nat -> bool).
Hypothesis m2 : 2 <= m.
Hypothesis players : (1 <= P)%nat.
Hypothesis majority : forall k, (1 <= k <= P)%nat -> Y A k < X A k.
Hypothesis hinge : A P = false.
Definition L (k : nat) (N : Z) : Prop := 1 <= N /\ F m P A k N \/ N = 0 /\ A (S k) = true.
(* The player who moves next, seen from the hinge. *)
Definition next (k : nat) : nat := match k with O => pred P | S j => j end.

Lemma next_within k : (k < P)%nat -> (S (next k) <= P)%nat.
Proof. destruct k; cbn [next]; lia. Qed.
Lemma F_next k N : (k < P)%nat -> (F m P A k N <-> F m P A (S (next k)) N).
Proof.
  intro K. destruct k; [|reflexivity]. cbn [next]. replace (S (pred P)) with P by lia. symmetry. apply after_a_cycle; assumption.
Qed.
Lemma L_A k N : (k < P)%nat -> 1 <= N -> A (S (next k)) = true ->
  (L k N <-> forall T, 1 <= T <= m -> T <= N -> L (next k) (N - T)).
Proof.
  intros K n a. pose proof (next_within k K) as W. unfold L at 1. rewrite F_next, step_A by assumption. split.
  - intros [[_ H]|H] T I J; [|lia]. destruct (Z.eq_dec T N) as [->|D]; [right; split; [lia|exact a]|].
    left. destruct (H T I); [lia|]. split; [lia|assumption].
  - intro H. left. split; [exact n|]. intros T I. destruct (Z_le_gt_dec N T) as [D|D]; [left; lia|right].
    destruct (H T I ltac:(lia)) as [B|B]; [apply B|lia].
Qed.
Lemma L_B k N : (k < P)%nat -> 1 <= N -> A (S (next k)) = false ->
  (L k N <-> exists T, 1 <= T <= m /\ T <= N /\ L (next k) (N - T)).
Proof.
  intros K n a. pose proof (next_within k K) as W. unfold L at 1. rewrite F_next, step_B by assumption. split.
  - intros [[_ (T & I & H)]|H]; [|lia]. pose proof (F_above m P A m2 players majority hinge (next k) (N - T) ltac:(lia) H).
    exists T. split; [exact I|]. split; [lia|]. left. split; assumption.
  - intros (T & I & J & [H|[_ H]]); [|congruence]. left. split; [exact n|]. exists T. split; [exact I|apply H].
Qed.
Lemma L_dec c : forall k N, (k < P)%nat -> N <= Z.of_nat c -> L k N \/ ~ L k N.
Proof.
  induction c as [c IH] using lt_wf_ind. intros k N K n.
  destruct (Z_le_gt_dec N 0) as [D|D].
  - unfold L. destruct (Z.eq_dec N 0) as [->|B]; [|right; lia].
    destruct (A (S k)); [left|right; intros [B|[_ B]]; [lia|discriminate]]. right. split; reflexivity.
  - pose proof (next_within k K) as W.
    assert (forall T, 1 <= T -> T <= N -> L (next k) (N - T) \/ ~ L (next k) (N - T)) as each.
    { intros T I J. apply (IH (pred c)); lia. }
    destruct (A (S (next k))) eqn:a.
    + rewrite (L_A k N) by (assumption || lia).
      destruct (all_or_one (fun T => 1 <= T -> T <= N -> L (next k) (N - T))) with (a := 1) (b := m) as [H|(T & I & H)].
      * intro T. destruct (Z_le_gt_dec 1 T), (Z_le_gt_dec T N); try (left; lia). destruct (each T); tauto.
      * left. intros T I. apply H; lia.
      * right. intro B. apply H. intros. apply B; assumption.
    + rewrite (L_B k N) by (assumption || lia).
      destruct (all_or_one (fun T => ~ (T <= N /\ 1 <= T /\ L (next k) (N - T)))) with (a := 1) (b := m) as [H|(T & I & H)].
      * intro T. destruct (Z_le_gt_dec 1 T), (Z_le_gt_dec T N); try (left; lia). destruct (each T); tauto.
      * right. intros (T & I & J & B). apply (H T I). repeat split; (exact J || exact B || lia).
      * left. exists T. destruct (Z_le_gt_dec T N); [|destruct H; lia]. destruct (each T ltac:(lia) ltac:(lia)) as [B|B]; [tauto|].
        destruct H. tauto.
Qed.
End Played.

(* A table with P seats, of which [a] tells those of A: the hinge is there, and A is ahead of it. *)
Section Seats.
Variables (P : Z) (a : Z -> bool).
Hypothesis seats : 1 <= P.
Definition around : nat := Z.to_nat P.
Definition seat_at (j : nat) : Z := (Z.of_nat j - 1) mod P + 1.
Fixpoint W (j : nat) : Z := match j with O => 0 | S i => W i + if a (seat_at j) then 1 else -1 end.

Lemma seat_within j : 1 <= seat_at j <= P.
Proof. unfold seat_at. pose proof (Z.mod_pos_bound (Z.of_nat j - 1) P). lia. Qed.
Lemma seat_is j : 1 <= Z.of_nat j <= P -> seat_at j = Z.of_nat j.
Proof. intro H. unfold seat_at. rewrite Z.mod_small; lia. Qed.
Lemma seat_again j : seat_at (j + around) = seat_at j.
Proof.
  unfold seat_at, around. replace (Z.of_nat (j + Z.to_nat P) - 1) with (Z.of_nat j - 1 + 1 * P) by lia.
  rewrite Z.mod_add by lia. reflexivity.
Qed.
Lemma seat_next j : seat_at j = P /\ seat_at (S j) = 1 \/ seat_at j < P /\ seat_at (S j) = seat_at j + 1.
Proof.
  unfold seat_at. pose proof (Z.mod_pos_bound (Z.of_nat j - 1) P ltac:(lia)) as B.
  replace (Z.of_nat (S j) - 1) with (Z.of_nat j - 1 + 1) by lia. rewrite <- (Z.add_mod_idemp_l (Z.of_nat j - 1) 1) by lia.
  destruct (Z.eq_dec ((Z.of_nat j - 1) mod P) (P - 1)) as [->|N].
  - left. replace (P - 1 + 1) with P by lia. rewrite Z.mod_same by lia. lia.
  - right. rewrite (Z.mod_small ((Z.of_nat j - 1) mod P + 1)) by lia. lia.
Qed.
Lemma seat_one i j : (i <= j < i + around)%nat -> seat_at i = seat_at j -> i = j.
Proof.
  unfold seat_at, around. intros I H. pose proof (Z.div_mod (Z.of_nat i - 1) P). pose proof (Z.div_mod (Z.of_nat j - 1) P).
  assert ((Z.of_nat i - 1) / P <= (Z.of_nat j - 1) / P) by (apply Z.div_le_mono; lia).
  assert ((Z.of_nat i - 1) / P = (Z.of_nat j - 1) / P \/ (Z.of_nat i - 1) / P + 1 <= (Z.of_nat j - 1) / P) as [G|G] by lia; [nia|].
  assert (P * ((Z.of_nat i - 1) / P + 1) <= P * ((Z.of_nat j - 1) / P)) by nia. lia.
Qed.
Lemma W_again j : W (j + around) = W j + W around.
Proof. induction j as [|j IH]; [reflexivity|]. cbn [Nat.add W]. rewrite IH, <- (seat_again (S j)). cbn [Nat.add]. lia. Qed.

Hypothesis larger : 1 <= W around.
Hypothesis other : exists z, 1 <= z <= P /\ a z = false.

Definition is_first (f : nat) : Prop :=
  (f <= around)%nat /\ (forall j, (j <= around)%nat -> W j <= W f) /\ forall j, (j < f)%nat -> W j < W f.
Lemma first_there : exists f, is_first f.
Proof.
  unfold is_first. generalize around as k. induction k as [|k IH].
  - exists O. repeat split; [lia| |lia]. intros j L. replace j with O by lia. lia.
  - destruct IH as (f & I & H & J). destruct (Z_lt_le_dec (W f) (W (S k))) as [D|D].
    + exists (S k). repeat split; [lia| |]; intros j L.
      * destruct (Nat.eq_dec j (S k)) as [->|N]; [lia|]. specialize (H j ltac:(lia)). lia.
      * specialize (H j ltac:(lia)). lia.
    + exists f. repeat split; [lia| |exact J]. intros j L. destruct (Nat.eq_dec j (S k)) as [->|N]; [lia|]. apply H. lia.
Qed.
Lemma first_one f f' : is_first f -> is_first f' -> f = f'.
Proof.
  intros (I & H & J) (I' & H' & J'). destruct (Nat.lt_trichotomy f f') as [D|[D|D]]; [|exact D|].
  - specialize (J' f D). specialize (H f' I'). lia.
  - specialize (J f' D). specialize (H' f I). lia.
Qed.
Lemma first_some f : is_first f -> (1 <= f)%nat.
Proof. intros (_ & H & _). destruct f; [|lia]. specialize (H around ltac:(lia)). simpl W in H. lia. Qed.
Lemma least_there (Q : nat -> bool) n : Q n = true -> exists t, (t <= n)%nat /\ Q t = true /\ forall s, (s < t)%nat -> Q s = false.
Proof.
  induction n as [n IH] using lt_wf_ind. intro H.
  assert ((exists s, (s < n)%nat /\ Q s = true) \/ forall s, (s < n)%nat -> Q s = false) as [(s & I & B)|B].
  { clear. induction n as [|n [(s & I & B)|B]]; [right; lia|left; exists s; split; [lia|exact B]|].
    destruct (Q n) eqn:q; [left; exists n; split; [lia|exact q]|]. right. intros s I.
    destruct (Nat.eq_dec s n) as [->|N]; [exact q|apply B; lia]. }
  - destruct (IH s I B) as (t & J & K). exists t. split; [lia|exact K].
  - exists n. split; [lia|]. split; assumption.
Qed.
(* The hinge sits t seats after the first of the greatest margins, and those between are of A. *)
Definition is_hinge (f t : nat) : Prop :=
  (1 <= t)%nat /\ a (seat_at (f + t)) = false /\ forall s, (1 <= s < t)%nat -> a (seat_at (f + s)) = true.
Lemma hinge_there f : is_first f -> exists t, is_hinge f t.
Proof.
  intro I. destruct other as (z & Z & B). pose proof I as (I' & _).
  destruct (least_there (fun t => negb (a (seat_at (f + S t)))) (around + Z.to_nat z - f - 1)) as (t & _ & H & J).
  { replace (f + S (around + Z.to_nat z - f - 1))%nat with (Z.to_nat z + around)%nat by lia.
    rewrite seat_again, seat_is, Z2Nat.id, B by lia. reflexivity. }
  exists (S t). split; [lia|]. split; [apply Bool.negb_true_iff, H|]. intros s L.
  specialize (J (pred s) ltac:(lia)). apply Bool.negb_false_iff in J. replace (f + s)%nat with (f + S (pred s))%nat by lia. exact J.
Qed.

Variables f t : nat.
Hypothesis f_first : is_first f.
Hypothesis t_hinge : is_hinge f t.
Definition h : nat := around + f + t.
Definition seen (k : nat) : bool := a (seat_at (h - k)).

Lemma W_run s : (1 <= s <= t)%nat -> W (around + f + pred s) = W (around + f) + Z.of_nat (pred s).
Proof.
  destruct s as [|s]; [lia|]. cbn [pred]. induction s as [|s IH]; intro I; [rewrite Nat.add_0_r; lia|].
  replace (around + f + S s)%nat with (S (around + f + s)) by lia. cbn [W]. rewrite IH by lia.
  replace (S (around + f + s)) with (f + S s + around)%nat by lia. rewrite seat_again.
  destruct t_hinge as (_ & _ & H). rewrite H by lia. lia.
Qed.
Lemma X_Y k : (k < h)%nat -> X seen k - Y seen k = W (pred h) - W (pred h - k) /\ X seen k + Y seen k = Z.of_nat k.
Proof.
  induction k as [|k IH]; intro K; [rewrite Nat.sub_0_r; simpl; lia|]. specialize (IH ltac:(lia)). cbn [X Y].
  replace (pred h - k)%nat with (S (pred h - S k)) in IH by lia. cbn [W] in IH. unfold seen at 2 4 6 8.
  replace (S (pred h - S k)) with (h - S k)%nat in IH by lia. destruct (a (seat_at (h - S k))); lia.
Qed.
Lemma W_highest j : (f + t - 1 <= j < pred h)%nat -> W j < W (pred h).
Proof.
  intro I. destruct f_first as (F1 & F2 & F3). pose proof t_hinge as (T1 & _). pose proof (W_again f) as G.
  replace (pred h) with (around + f + pred t)%nat by (unfold h; lia). rewrite W_run by lia.
  replace (f + around)%nat with (around + f)%nat in G by lia.
  destruct (Nat.le_gt_cases (around + f) j) as [D|D].
  - replace j with (around + f + pred (S (j - around - f)))%nat by lia. rewrite W_run by (unfold h in I; lia). unfold h in I. lia.
  - destruct (Nat.le_gt_cases around j) as [B|B].
    + replace j with (j - around + around)%nat by lia. rewrite W_again. specialize (F3 (j - around)%nat ltac:(lia)). lia.
    + specialize (F2 j ltac:(lia)). lia.
Qed.
Lemma around_some : (1 <= around)%nat.
Proof. unfold around. lia. Qed.
Lemma seen_majority k : (1 <= k <= around)%nat -> Y seen k < X seen k.
Proof.
  intro K. pose proof t_hinge as (T1 & _). pose proof (first_some f f_first).
  pose proof (X_Y k ltac:(unfold h; lia)) as [G _]. pose proof (W_highest (pred h - k) ltac:(unfold h; lia)). lia.
Qed.
Lemma seen_hinge : seen around = false.
Proof. unfold seen, h. replace (around + f + t - around)%nat with (f + t)%nat by lia. apply t_hinge. Qed.
Lemma seen_again k : (k <= f + t)%nat -> seat_at (h - k) = seat_at (f + t - k).
Proof. intro K. unfold h. replace (around + f + t - k)%nat with (f + t - k + around)%nat by lia. apply seat_again. Qed.
Lemma seen_all : X seen around - Y seen around = W around /\ X seen around + Y seen around = P.
Proof.
  pose proof t_hinge as (T1 & _). pose proof (first_some f f_first) as f1.
  destruct (X_Y around) as [G G']; [unfold h; lia|]. rewrite G, G'. split; [|unfold around; lia].
  unfold h. replace (pred (around + f + t) - around)%nat with (f + t - 1)%nat by lia.
  replace (pred (around + f + t)) with (f + t - 1 + around)%nat by lia. rewrite W_again. lia.
Qed.
(* Every seat is seen from the hinge. *)
Lemma seen_from z : 1 <= z <= P -> exists k, (k < around)%nat /\ z = seat_at (h - k).
Proof.
  intro I. exists (Z.to_nat ((Z.of_nat h - z) mod P)). pose proof (Z.mod_pos_bound (Z.of_nat h - z) P ltac:(lia)) as B.
  split; [unfold around; lia|]. unfold seat_at. pose proof t_hinge as (T1 & _).
  assert (forall r, r < P -> (Z.to_nat r < h)%nat) as R by (intros; unfold h, around; lia).
  specialize (R ((Z.of_nat h - z) mod P) ltac:(lia)).
  pose proof (Z.div_mod (Z.of_nat h - z) P ltac:(lia)) as D. rewrite Nat2Z.inj_sub, Z2Nat.id by lia.
  replace (Z.of_nat h - (Z.of_nat h - z) mod P - 1) with (z - 1 + (Z.of_nat h - z) / P * P) by lia.
  rewrite Z.mod_add, Z.mod_small by lia. lia.
Qed.
Lemma seen_once k k' : (k < around)%nat -> (k' < around)%nat -> seat_at (h - k) = seat_at (h - k') -> k = k'.
Proof.
  intros K K' H. pose proof t_hinge as (T1 & _). assert (around < h)%nat by (unfold h; lia).
  destruct (Nat.le_ge_cases k k') as [D|D].
  - assert (h - k' = h - k)%nat; [|lia]. apply seat_one; [lia|symmetry; exact H].
  - assert (h - k = h - k')%nat; [|lia]. apply seat_one; [lia|exact H].
Qed.
End Seats.
