(* Survivor Nim, any placement. Claim every-size: `one-cycle` and `eventually` for every larger alliance,
   smaller one, placement, m and pile: who wins, and that the larger alliance wins with enough counters.
   (Proved by hand; Rocq checks that proof, as in docs/how-to/rocq.md.) *)
(* Here for every n from 1 on; every extra from 1 on; every m from 2 on; the sets A below; every pile from 0
   on; player = 1..2*n+extra. *)
(* Printed from survivor_nim_placements/rules.lp, survivor_nim_placements/theorems.lp,
   survivor_nim_placements/consequences.lp, survivor_nim_placements/table.lp: each predicate is what its
   rules say, one disjunct for each rule. *)
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.

Record parameters := Parameters { the_n : Z; the_extra : Z; the_m : Z; the_A : list Z }.
Record position := Position { the_pile : Z; the_player : Z }.
Inductive term := t_pile (_ : Z) | t_player (_ : Z) | t_take (_ : Z).

Definition pile (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_pile p).
Definition player (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (the_player p).
Definition a (g : parameters) (p : position) (X1 : Z) : Prop := In X1 (the_A g).
Definition players (g : parameters) (p : position) (X1 : Z) : Prop := X1 = ((2 * (the_n g)) + (the_extra g)).
Definition seat (g : parameters) (p : position) (X1 : Z) : Prop := (exists I1 : Z, 1 <= I1 <= ((2 * (the_n
  g)) + (the_extra g)) /\ X1 = I1).
Definition before (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists P : Z, X1 = 1 /\ X2 = P
  /\ players g p P) \/ (exists I : Z, X1 = I /\ seat g p I /\ I > 1 /\ X2 = (I - 1)).
Definition move (g : parameters) (p : position) (X1 : term) : Prop := (exists T : Z, (exists N : Z, X1 =
  (t_take T) /\ pile g p N /\ 1 <= T <= (the_m g) /\ T <= N)).
Definition after (g : parameters) (p : position) (X1 : term) (X2 : term) : Prop := (exists T : Z, (exists N :
  Z, X1 = (t_take T) /\ X2 = (t_pile (N - T)) /\ pile g p N /\ 1 <= T <= (the_m g) /\ T <= N)) \/ (exists T :
  Z, (exists J : Z, (exists I : Z, X1 = (t_take T) /\ X2 = (t_player J) /\ move g p (t_take T) /\ player g p
  I /\ before g p J I))).
Definition side (g : parameters) (p : position) (X1 : Z) : Prop := (exists I : Z, X1 = 1 /\ player g p I /\ a
  g p I) \/ (exists I : Z, X1 = 2 /\ player g p I /\ ~ (a g p I)).
(* The last counter was taken by the player before. *)
Definition winner (g : parameters) (p : position) (X1 : Z) : Prop := (exists I : Z, (exists J : Z, X1 = 2 /\
  pile g p 0 /\ player g p I /\ before g p I J /\ a g p J)) \/ (exists I : Z, (exists J : Z, X1 = 1 /\ pile g
  p 0 /\ player g p I /\ before g p I J /\ ~ (a g p J))).
(* The margin at player I: how many more of A than of B there are among players 1..I. The hinge is the next
   player of B after the first of the greatest margins: A has the majority among the K players before him,
   whatever K is. Topped is a margin with a greater one anywhere, or with one as great before. *)
Inductive margin (g : parameters) (p : position) : Z -> Z -> Prop :=
| margin_by_1 (X1 : Z) (X2 : Z) : (X1 = 0) -> (X2 = 0) -> margin g p X1 X2
| margin_by_2 (X1 : Z) (X2 : Z) (I : Z) (D : Z) : (X1 = I) -> (margin g p (I - 1) D) -> (seat g p I) -> (a g
  p I) -> (X2 = (D + 1)) -> margin g p X1 X2
| margin_by_3 (X1 : Z) (X2 : Z) (I : Z) (D : Z) : (X1 = I) -> (margin g p (I - 1) D) -> (seat g p I) -> (~ (a
  g p I)) -> (X2 = (D - 1)) -> margin g p X1 X2.
Definition topped (g : parameters) (p : position) (X1 : Z) : Prop := (exists I : Z, (exists D : Z, (exists A1
  : Z, (exists C : Z, X1 = I /\ margin g p I D /\ margin g p A1 C /\ C > D)))) \/ (exists I : Z, (exists D :
  Z, (exists J : Z, X1 = I /\ margin g p I D /\ margin g p J D /\ J < I))).
Definition first (g : parameters) (p : position) (X1 : Z) : Prop := (exists F : Z, (exists A1 : Z, X1 = F /\
  margin g p F A1 /\ ~ (topped g p F))).
Inductive after_first (g : parameters) (p : position) : Z -> Prop :=
| after_first_by_1 (X1 : Z) (J : Z) (F : Z) : (X1 = J) -> (first g p F) -> (before g p J F) -> after_first g
  p X1
| after_first_by_2 (X1 : Z) (J : Z) (I : Z) : (X1 = J) -> (after_first g p I) -> (a g p I) -> (before g p J
  I) -> after_first g p X1.
Definition hinge (g : parameters) (p : position) (X1 : Z) : Prop := (exists J : Z, X1 = J /\ after_first g p
  J /\ ~ (a g p J)).
(* With K players to move before the hinge, J the first of them, X are in A and Y in B. The K-th lead is the
   greatest X-Y of up to K players. *)
Inductive rest (g : parameters) (p : position) : Z -> Z -> Z -> Z -> Prop :=
| rest_by_1 (X1 : Z) (X2 : Z) (X3 : Z) (X4 : Z) (H : Z) : (X1 = 0) -> (X2 = H) -> (X3 = 0) -> (X4 = 0) ->
  (hinge g p H) -> rest g p X1 X2 X3 X4
| rest_by_2 (X1 : Z) (X2 : Z) (X3 : Z) (X4 : Z) (K : Z) (J : Z) (X : Z) (Y : Z) (I : Z) (P : Z) : (X2 = J) ->
  (X4 = Y) -> (rest g p K I X Y) -> (before g p I J) -> (a g p J) -> (players g p P) -> (K < P) -> (X1 = (K +
  1)) -> (X3 = (X + 1)) -> rest g p X1 X2 X3 X4
| rest_by_3 (X1 : Z) (X2 : Z) (X3 : Z) (X4 : Z) (K : Z) (J : Z) (X : Z) (Y : Z) (I : Z) (P : Z) : (X2 = J) ->
  (X3 = X) -> (rest g p K I X Y) -> (before g p I J) -> (~ (a g p J)) -> (players g p P) -> (K < P) -> (X1 =
  (K + 1)) -> (X4 = (Y + 1)) -> rest g p X1 X2 X3 X4.
Inductive lead (g : parameters) (p : position) : Z -> Z -> Prop :=
| lead_by_1 (X1 : Z) (X2 : Z) : (X1 = 0) -> (X2 = 0) -> lead g p X1 X2
| lead_by_2 (X1 : Z) (X2 : Z) (K : Z) (C : Z) (A1 : Z) (X : Z) (Y : Z) : (X1 = K) -> (X2 = C) -> (lead g p (K
  - 1) C) -> (rest g p K A1 X Y) -> ((X - Y) <= C) -> lead g p X1 X2
| lead_by_3 (X1 : Z) (X2 : Z) (K : Z) (X : Z) (Y : Z) (C : Z) (A1 : Z) : (X1 = K) -> (lead g p (K - 1) C) ->
  (rest g p K A1 X Y) -> ((X - Y) > C) -> (X2 = (X - Y)) -> lead g p X1 X2.
(* The piles N <= X+mY, which may be used up before the hinge moves: A loses `early` where one of B can leave
   the next a pile that A loses, or where one of A must. What is used up by B's player counts as no loss of
   A, by A's as one. must(K, N, T): A loses N if one of A takes any of 1, ..., T counters, or (T = m) if one
   of B takes the right number. *)
Inductive must (g : parameters) (p : position) : Z -> Z -> Z -> Prop :=
| must_by_1 (X1 : Z) (X2 : Z) (X3 : Z) (K : Z) (N : Z) (T : Z) (J : Z) (A1 : Z) (A2 : Z) : (X3 = (the_m g))
  -> (must g p K N (the_m g)) -> (1 <= T <= (the_m g)) -> (rest g p (K + 1) J A1 A2) -> (~ (a g p J)) -> (X1
  = (K + 1)) -> (X2 = (N + T)) -> must g p X1 X2 X3
| must_by_2 (X1 : Z) (X2 : Z) (X3 : Z) (K : Z) (N : Z) (J : Z) (X : Z) (Y : Z) : (X1 = K) -> (X2 = N) -> (X3
  = 0) -> (rest g p K J X Y) -> (K >= 1) -> (a g p J) -> (1 <= N <= (X + ((the_m g) * Y))) -> must g p X1 X2
  X3
| must_by_3 (X1 : Z) (X2 : Z) (X3 : Z) (K : Z) (N : Z) (T : Z) : (X1 = K) -> (X2 = N) -> (must g p K N T) ->
  (T < (the_m g)) -> (must g p (K - 1) ((N - T) - 1) (the_m g)) -> (X3 = (T + 1)) -> must g p X1 X2 X3
| must_by_4 (X1 : Z) (X2 : Z) (X3 : Z) (K : Z) (N : Z) (T : Z) : (X1 = K) -> (X2 = N) -> (must g p K N T) ->
  (T < (the_m g)) -> ((T + 1) >= N) -> (X3 = (T + 1)) -> must g p X1 X2 X3.
Definition early (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists K : Z, (exists N : Z, X1
  = K /\ X2 = N /\ must g p K N (the_m g))).
(* The rounds of these: A loses the piles V < N <= U, and neither V nor U+1. One that opens at V has ended
   before U if another closes between. *)
Definition opens (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, (exists P : Z, players g p
  P /\ early g p P N /\ ~ (early g p P (N - 1)) /\ X1 = (N - 1))).
Definition closes (g : parameters) (p : position) (X1 : Z) : Prop := (exists N : Z, (exists P : Z, X1 = N /\
  players g p P /\ early g p P N /\ ~ (early g p P (N + 1)))).
Definition ended (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists V : Z, (exists U : Z,
  (exists W : Z, X1 = V /\ X2 = U /\ opens g p V /\ closes g p U /\ closes g p W /\ V < W /\ W < U))).
Definition round (g : parameters) (p : position) (X1 : Z) (X2 : Z) : Prop := (exists V : Z, (exists U : Z, X1
  = V /\ X2 = U /\ opens g p V /\ closes g p U /\ V < U /\ ~ (ended g p V U))).
(* Every round at the hinge comes back there in later cycles, the Q-th time shorter by (m-1)Q*extra, as long
   as nothing in between, which is shorter still, swallows it. *)
Definition returns (g : parameters) (p : position) (X1 : Z) (X2 : Z) (X3 : Z) : Prop := (exists V : Z,
  (exists U : Z, X1 = V /\ X2 = U /\ X3 = 0 /\ round g p V U)) \/ (exists V : Z, (exists U : Z, (exists Q :
  Z, (exists P : Z, (exists C : Z, X1 = V /\ X2 = U /\ X3 = Q /\ round g p V U /\ players g p P /\ lead g p P
  C /\ 1 <= Q <= U /\ (U - V) > (((the_m g) - 1) * (((Q - 1) * (the_extra g)) + C))))))).
(* loses(J, V, U): with J to move, A loses the piles V < N <= U. At the hinge these are the rounds that came
   back; with K players to move before him, the early rounds, and those at the hinge, that many turns before.
   *)
Definition loses (g : parameters) (p : position) (X1 : Z) (X2 : Z) (X3 : Z) : Prop := (exists J : Z, (exists
  V : Z, (exists Q : Z, (exists U : Z, X1 = J /\ hinge g p J /\ returns g p V U Q /\ X2 = (V + (Q * ((the_n
  g) + ((the_m g) * ((the_n g) + (the_extra g)))))) /\ X3 = (U + (Q * (((the_n g) + (the_extra g)) + ((the_m
  g) * (the_n g))))))))) \/ (exists J : Z, (exists N : Z, (exists K : Z, (exists A1 : Z, (exists A2 : Z,
  (exists P : Z, X1 = J /\ X3 = N /\ rest g p K J A1 A2 /\ players g p P /\ K < P /\ early g p K N /\ X2 = (N
  - 1))))))) \/ (exists J : Z, (exists V : Z, (exists Q : Z, (exists Y : Z, (exists X : Z, (exists U : Z,
  (exists K : Z, (exists P : Z, (exists C : Z, X1 = J /\ rest g p K J X Y /\ K >= 1 /\ players g p P /\ K < P
  /\ lead g p K C /\ returns g p V U Q /\ (U - V) > (((the_m g) - 1) * ((Q * (the_extra g)) + C)) /\ X2 =
  (((V + (Q * ((the_n g) + ((the_m g) * ((the_n g) + (the_extra g)))))) + Y) + ((the_m g) * X)) /\ X3 = (((U
  + (Q * (((the_n g) + (the_extra g)) + ((the_m g) * (the_n g))))) + X) + ((the_m g) * Y))))))))))).
Definition lost (g : parameters) (p : position) : Prop := (exists N : Z, (exists J : Z, (exists V : Z,
  (exists U : Z, pile g p N /\ player g p J /\ loses g p J V U /\ V < N /\ N <= U)))) \/ winner g p 2.
(* % theorem/1: the winner for every placement, by one cycle of the game. *)
Definition theorem_ (g : parameters) (p : position) (X1 : Z) : Prop := (X1 = 2 /\ lost g p) \/ (X1 = 1 /\ ~
  (lost g p)).
(* % larger/1, smaller/1: the larger, the smaller alliance wins. *)
Definition larger (g : parameters) (p : position) (X1 : Z) : Prop := X1 = 1.
(* D is what a cycle takes at most if A's players take one counter each. *)
Definition cycle (g : parameters) (p : position) (X1 : Z) : Prop := X1 = (((the_n g) + (the_extra g)) +
  ((the_m g) * (the_n g))).
(* A wins every pile above this bound, whoever starts. % eventually/0: the pile is above the bound from which
   the larger alliance wins, whoever starts. *)
Definition eventually (g : parameters) (p : position) : Prop := (exists N : Z, (exists D : Z, pile g p N /\
  cycle g p D /\ (the_m g) >= 2 /\ (the_extra g) >= 1 /\ (((the_m g) - 1) * (the_extra g)) <> 0 /\ N > (D *
  (2 + (Z.quot (D - 2) (((the_m g) - 1) * (the_extra g))))))).

(* The parameters and the positions that the claim is about. *)
Definition asked (g : parameters) : Prop := 1 <= the_n g /\ 1 <= the_extra g /\ 2 <= the_m g /\ NoDup (the_A
  g) /\ Forall (fun s => 1 <= s <= ((2 * (the_n g)) + (the_extra g))) (the_A g) /\ ((the_n g) + (the_extra
  g)) <= Z.of_nat (length (the_A g)) <= ((the_n g) + (the_extra g)).
Definition legal (g : parameters) (p : position) : Prop := asked g /\ 0 <= the_pile p /\ 1 <= the_player p <=
  ((2 * (the_n g)) + (the_extra g)).
(* A move leads to q: what is said to hold after it does, and what is not spoken of stays. *)
Definition moves (g : parameters) (p q : position) : Prop := exists M : term, move g p M /\ (after g p M
  (t_pile (the_pile q)) \/ (~ (exists V : Z, after g p M (t_pile V)) /\ the_pile q = the_pile p)) /\ (after g
  p M (t_player (the_player q)) \/ (~ (exists V : Z, after g p M (t_player V)) /\ the_player q = the_player
  p)).

Definition theorem : Prop := forall g p, legal g p -> (forall A, (wins position (moves g) (fun A p => side g
  p A) (fun A p => winner g p A) A p <-> theorem_ g p A)) /\ (eventually g p -> forall A, (wins position
  (moves g) (fun A p => side g p A) (fun A p => winner g p A) A p <-> larger g p A)).

(* The proof. Nothing below has to be read: Rocq checks it. *)
Require Import Placements.

Section Given.
Variable g : parameters.
Hypothesis given : asked g.
Definition round_the_table : Z := 2 * the_n g + the_extra g.
Definition of_A (z : Z) : bool := if in_dec Z.eq_dec z (the_A g) then true else false.
Notation P := (around round_the_table).
Notation seat_of := (seat_at round_the_table).
Notation W := (Placements.W round_the_table of_A).
Notation m := (the_m g).

Lemma numbers : 1 <= the_n g /\ 1 <= the_extra g /\ 2 <= m /\ 1 <= round_the_table /\ Z.of_nat P = round_the_table /\
  round_the_table = 2 * the_n g + the_extra g.
Proof. unfold asked in given. unfold around, round_the_table. lia. Qed.
Lemma table : 1 <= round_the_table.
Proof. apply numbers. Qed.
Lemma of_A_is p z : a g p z <-> of_A z = true.
Proof. unfold a, of_A. destruct (in_dec Z.eq_dec z (the_A g)); intuition discriminate. Qed.
Lemma not_of_A p z : ~ a g p z <-> of_A z = false.
Proof. unfold a, of_A. destruct (in_dec Z.eq_dec z (the_A g)); intuition discriminate. Qed.

(* There are n+extra of A at the table, so that the last margin is extra, and others are there. *)
Definition those (k : nat) : list Z := filter of_A (map Z.of_nat (seq 1 k)).
Lemma W_counts k : (k <= P)%nat -> W k = 2 * Z.of_nat (length (those k)) - Z.of_nat k.
Proof.
  pose proof numbers as N. induction k as [|k IH]; intro K; [reflexivity|]. unfold those in *.
  rewrite seq_S, map_app, filter_app, app_length. cbn [Placements.W map filter]. rewrite IH by lia.
  rewrite seat_is by lia. replace (1 + k)%nat with (S k) by lia. destruct (of_A (Z.of_nat (S k))); cbn [length]; lia.
Qed.
Lemma those_all : Z.of_nat (length (those P)) = the_n g + the_extra g.
Proof.
  pose proof numbers as N. destruct given as (_ & _ & _ & D & B & L). rewrite Forall_forall in B.
  assert (forall z, In z (those P) <-> In z (the_A g)) as same.
  { intro z. unfold those. rewrite filter_In, in_map_iff, <- (of_A_is (Position 0 0)). unfold a. split; [tauto|]. intro I.
    specialize (B z I). fold round_the_table in B. split; [|exact I]. exists (Z.to_nat z). rewrite in_seq. lia. }
  assert (NoDup (those P)) as E.
  { apply NoDup_filter, FinFun.Injective_map_NoDup; [|apply seq_NoDup]. intros i j. apply Nat2Z.inj. }
  pose proof (NoDup_incl_length E (fun z => proj1 (same z))). pose proof (NoDup_incl_length D (fun z => proj2 (same z))). lia.
Qed.
Lemma last_margin : W P = the_extra g.
Proof. pose proof numbers as N. rewrite W_counts, those_all by lia. lia. Qed.
Lemma some_other : exists z, 1 <= z <= round_the_table /\ of_A z = false.
Proof.
  pose proof numbers as N. pose proof those_all as T.
  assert (forall n, (n <= P)%nat -> length (those n) = n \/ exists z, 1 <= z <= round_the_table /\ of_A z = false) as each.
  { induction n as [|n IH]; intro I; [left; reflexivity|]. destruct (IH ltac:(lia)) as [H|H]; [|right; exact H].
    destruct (of_A (Z.of_nat (S n))) eqn:B; [left|right; exists (Z.of_nat (S n)); split; [lia|exact B]]. unfold those in *.
    rewrite seq_S, map_app, filter_app, app_length, H. cbn [map filter]. replace (1 + n)%nat with (S n) by lia. rewrite B.
    cbn [length]. lia. }
  destruct (each P ltac:(lia)) as [H|H]; [|exact H]. lia.
Qed.

Variables f t : nat.
Hypothesis f_first : is_first round_the_table of_A f.
Hypothesis t_hinge : is_hinge round_the_table of_A f t.
Notation h := (Placements.h round_the_table f t).
Notation A := (seen round_the_table of_A f t).
Notation F := (Placements.F m P A).
Notation E := (Placements.E m A).

Lemma more_of_A : 1 <= W P.
Proof. rewrite last_margin. apply numbers. Qed.
Lemma t_some : (1 <= f)%nat /\ (1 <= t)%nat /\ (f <= P)%nat /\ h = (P + f + t)%nat.
Proof.
  pose proof (first_some _ _ more_of_A f f_first). destruct t_hinge, f_first. unfold Placements.h. tauto.
Qed.
Lemma P_some : (1 <= P)%nat.
Proof. pose proof numbers. lia. Qed.
Lemma all_seen : X A P = the_n g + the_extra g /\ Y A P = the_n g.
Proof.
  pose proof (seen_all _ _ table more_of_A f t f_first t_hinge) as [S T].
  rewrite last_margin in S. pose proof numbers. lia.
Qed.
Lemma majority k : (1 <= k <= P)%nat -> Y A k < X A k.
Proof. apply (seen_majority _ _ table more_of_A f t f_first t_hinge). Qed.
Lemma hinge_not_A : A P = false.
Proof. apply (seen_hinge _ _ f t t_hinge). Qed.
Lemma extra_is : e P A = the_extra g.
Proof. unfold e. pose proof all_seen. lia. Qed.

(* What the predicates say. *)
Lemma before_is p I J : before g p I J <-> I = 1 /\ J = round_the_table \/ 1 < I <= round_the_table /\ J = I - 1.
Proof.
  unfold before, players, seat. fold round_the_table. split.
  - intros [(Q & -> & -> & ->)|(I' & -> & (I1 & B & ->) & L & ->)]; lia.
  - intros [[-> ->]|[B ->]]; [left; exists round_the_table; tauto|right; exists I]. repeat split; [|lia]. exists I. split; [lia|reflexivity].
Qed.
Lemma before_seat p j J : before g p (seat_of (S j)) J <-> J = seat_of j.
Proof.
  rewrite before_is. pose proof numbers. pose proof (seat_next round_the_table ltac:(lia) j) as [[-> ->]|[B ->]]; [lia|].
  pose proof (seat_within round_the_table ltac:(lia) j). lia.
Qed.
Lemma seat_after p j I : before g p I (seat_of j) <-> I = seat_of (S j).
Proof.
  rewrite before_is. pose proof numbers. pose proof (seat_within round_the_table ltac:(lia) j).
  pose proof (seat_next round_the_table ltac:(lia) j) as [[-> ->]|[B ->]]; lia.
Qed.
Lemma W_next j : (j < P)%nat -> W (S j) = W j + (if of_A (Z.of_nat (S j)) then 1 else -1).
Proof. intro J. pose proof numbers. cbn [Placements.W]. rewrite seat_is by lia. reflexivity. Qed.
Lemma margin_is p I D : margin g p I D <-> exists j, (j <= P)%nat /\ I = Z.of_nat j /\ D = W j.
Proof.
  pose proof numbers as N. split.
  - intro H. induction H as [I D -> ->|I D I' D' -> _ (j & J & K & ->) (S1 & B & C) a' ->|I D I' D' -> _ (j & J & K & ->) (S1 & B & C) a' ->].
    + exists O. repeat split. lia.
    + fold round_the_table in B. replace I' with (Z.of_nat (S j)) in * by lia. exists (S j). rewrite W_next by lia.
      apply of_A_is in a'. rewrite a'. lia.
    + fold round_the_table in B. replace I' with (Z.of_nat (S j)) in * by lia. exists (S j). rewrite W_next by lia.
      apply not_of_A in a'. rewrite a'. lia.
  - intros (j & J & -> & ->). induction j as [|j IH]; [apply margin_by_1; reflexivity|]. specialize (IH ltac:(lia)).
    assert (seat g p (Z.of_nat (S j))) as S1 by (exists (Z.of_nat (S j)); fold round_the_table; lia).
    replace (Z.of_nat j) with (Z.of_nat (S j) - 1) in IH by lia. rewrite W_next by lia. destruct (of_A (Z.of_nat (S j))) eqn:B.
    + apply (of_A_is p) in B. apply (margin_by_2 g p _ _ (Z.of_nat (S j)) (W j)); (assumption || reflexivity).
    + apply (not_of_A p) in B. apply (margin_by_3 g p _ _ (Z.of_nat (S j)) (W j)); (assumption || reflexivity || lia).
Qed.
Lemma first_is p z : first g p z <-> z = Z.of_nat f.
Proof.
  pose proof f_first as (F1 & F2 & F3). split.
  - intros (z' & D & -> & M & T). apply margin_is in M as (j & J & -> & ->). f_equal.
    apply (first_one round_the_table of_A); [|exact f_first]. split; [exact J|]. split.
    + intros i I. destruct (Z_le_gt_dec (W i) (W j)) as [L|L]; [exact L|]. destruct T. left.
      exists (Z.of_nat j), (W j), (Z.of_nat i), (W i). rewrite !margin_is. repeat split; [eauto|eauto|lia].
    + intros i I. destruct (Z_lt_le_dec (W i) (W j)) as [L|L]; [exact L|]. destruct T.
      destruct (Z.eq_dec (W i) (W j)) as [B|B].
      * right. exists (Z.of_nat j), (W j), (Z.of_nat i). rewrite !margin_is. repeat split; [eauto| |lia]. exists i. repeat split; [lia|congruence].
      * left. exists (Z.of_nat j), (W j), (Z.of_nat i), (W i). rewrite !margin_is. repeat split; [eauto| |lia]. exists i. repeat split. lia.
  - intros ->. exists (Z.of_nat f), (W f). rewrite margin_is. repeat split; [eauto|].
    intros [(z & D & i & D' & <- & M & M' & I)|(z & D & i & <- & M & M' & I)].
    + apply margin_is in M as (j & J & B & ->), M' as (j' & J' & B' & ->). apply Nat2Z.inj in B. subst j. specialize (F2 j' J'). lia.
    + apply margin_is in M as (j & J & B & ->), M' as (j' & J' & B' & C). apply Nat2Z.inj in B. subst j.
      specialize (F3 j' ltac:(lia)). lia.
Qed.
Lemma after_first_is p z : after_first g p z <-> exists s, (1 <= s <= t)%nat /\ z = seat_of (f + s).
Proof.
  pose proof numbers as N. pose proof t_some as T. assert (Z.of_nat f = seat_of f) as S1 by (rewrite seat_is by lia; reflexivity). split.
  - intro H. induction H as [z J i -> B C|z J i -> _ (s & I & ->) B C].
    + apply first_is in B. subst i. rewrite S1 in C. apply seat_after in C. exists 1%nat. split; [lia|].
      replace (f + 1)%nat with (S f) by lia. exact C.
    + apply seat_after in C. destruct (Nat.eq_dec s t) as [->|D].
      * apply of_A_is in B. destruct t_hinge as (_ & H & _). congruence.
      * exists (S s). split; [lia|]. replace (f + S s)%nat with (S (f + s)) by lia. exact C.
  - intros (s & I & ->). destruct s as [|s]; [lia|]. induction s as [|s IH].
    + apply (after_first_by_1 g p _ (seat_of (f + 1)) (Z.of_nat f)); [reflexivity|apply first_is; reflexivity|].
      rewrite S1. apply seat_after. f_equal. lia.
    + apply (after_first_by_2 g p _ (seat_of (f + S (S s))) (seat_of (f + S s))); [reflexivity|apply IH; lia| |].
      * apply of_A_is. apply t_hinge. lia.
      * apply seat_after. f_equal. lia.
Qed.
Lemma hinge_is p z : hinge g p z <-> z = seat_of h.
Proof.
  pose proof t_some as (f1 & t1 & fP & hh). pose proof numbers as N.
  assert (seat_of h = seat_of (f + t)) as -> by (rewrite hh; replace (P + f + t)%nat with (f + t + P)%nat by lia; apply seat_again; lia). split.
  - intros (J & -> & H & B). apply after_first_is in H as (s & I & ->). destruct (Nat.eq_dec s t) as [->|D]; [reflexivity|].
    destruct B. apply of_A_is. apply t_hinge. lia.
  - intros ->. exists (seat_of (f + t)). repeat split; [apply after_first_is; exists t; split; [lia|reflexivity]|].
    apply not_of_A. apply t_hinge.
Qed.
Lemma seen_is k : A k = of_A (seat_of (h - k)).
Proof. reflexivity. Qed.
Lemma rest_is p K J V U : rest g p K J V U <->
  exists k, (k <= P)%nat /\ K = Z.of_nat k /\ J = seat_of (h - k) /\ V = X A k /\ U = Y A k.
Proof.
  pose proof t_some as (f1 & t1 & fP & hh). pose proof numbers as N. split.
  - intro H. induction H as [K J V U z -> -> -> -> H|K J V U K' J' V' U' z Q -> -> _ (k & I & -> & -> & -> & ->) B a' -> L -> ->|K J V U K' J' V' U' z Q -> -> _ (k & I & -> & -> & -> & ->) B a' -> L -> ->].
    + exists O. rewrite Nat.sub_0_r. apply hinge_is in H. repeat split; (lia || exact H).
    + fold round_the_table in L. replace (h - k)%nat with (S (h - S k)) in B by lia. apply before_seat in B. subst J'.
      apply of_A_is in a'. rewrite <- seen_is in a'. exists (S k). cbn [X Y]. rewrite a'. repeat split; lia.
    + fold round_the_table in L. replace (h - k)%nat with (S (h - S k)) in B by lia. apply before_seat in B. subst J'.
      apply not_of_A in a'. rewrite <- seen_is in a'. exists (S k). cbn [X Y]. rewrite a'. repeat split; lia.
  - intros (k & I & -> & -> & -> & ->). induction k as [|k IH].
    + rewrite Nat.sub_0_r. apply (rest_by_1 g p _ _ _ _ (seat_of h)); try reflexivity. apply hinge_is. reflexivity.
    + specialize (IH ltac:(lia)). assert (before g p (seat_of (h - k)) (seat_of (h - S k))) as B.
      { replace (h - k)%nat with (S (h - S k)) by lia. apply before_seat. reflexivity. }
      cbn [X Y]. rewrite seen_is. destruct (of_A (seat_of (h - S k))) eqn:C.
      * apply (of_A_is p) in C. rewrite Z.add_0_r. apply (rest_by_2 g p _ _ _ _ (Z.of_nat k) (seat_of (h - S k)) (X A k) (Y A k) (seat_of (h - k)) round_the_table);
          (assumption || reflexivity || lia).
      * apply (not_of_A p) in C. rewrite Z.add_0_r. apply (rest_by_3 g p _ _ _ _ (Z.of_nat k) (seat_of (h - S k)) (X A k) (Y A k) (seat_of (h - k)) round_the_table);
          (assumption || reflexivity || lia).
Qed.
Lemma lead_is p K c : lead g p K c <-> exists k, (k <= P)%nat /\ K = Z.of_nat k /\ c = C A k.
Proof.
  split.
  - intro H. induction H as [K c -> ->|K c K' c' J V U -> -> _ (k & I & B & ->) R L|K c K' V U c' J -> _ (k & I & B & ->) R L ->].
    + exists O. repeat split. lia.
    + apply rest_is in R as (k' & I' & -> & _ & -> & ->). replace k' with (S k) in * by lia. exists (S k). cbn [C]. lia.
    + apply rest_is in R as (k' & I' & -> & _ & -> & ->). replace k' with (S k) in * by lia. exists (S k). cbn [C]. lia.
  - intros (k & I & -> & ->). induction k as [|k IH]; [apply lead_by_1; reflexivity|]. specialize (IH ltac:(lia)).
    assert (rest g p (Z.of_nat (S k)) (seat_of (h - S k)) (X A (S k)) (Y A (S k))) as R.
    { apply rest_is. exists (S k). tauto. }
    replace (Z.of_nat k) with (Z.of_nat (S k) - 1) in IH by lia.
    destruct (Z_le_gt_dec (X A (S k) - Y A (S k)) (C A k)) as [L|L].
    + replace (C A (S k)) with (C A k) by (cbn [C]; lia). apply (lead_by_2 g p _ _ (Z.of_nat (S k)) (C A k) (seat_of (h - S k)) (X A (S k)) (Y A (S k)));
        (assumption || reflexivity).
    + replace (C A (S k)) with (X A (S k) - Y A (S k)) by (cbn [C]; lia).
      apply (lead_by_3 g p _ _ (Z.of_nat (S k)) (X A (S k)) (Y A (S k)) (C A k) (seat_of (h - S k))); (assumption || reflexivity).
Qed.
Lemma must_says p K N T : must g p K N T -> exists k, (k <= P)%nat /\ K = Z.of_nat k /\
  (A k = false /\ T = m /\ E k N \/ k <> O /\ A k = true /\ 0 <= T <= m /\ 1 <= N <= X A k + m * Y A k /\
   forall i, 1 <= i <= T -> i >= N \/ E (pred k) (N - i)).
Proof.
  pose proof numbers as G. pose proof hinge_not_A as P0. intro H.
  induction H as [K N T K' N' i J V U -> _ (k & I & -> & B) R Q a' -> ->|K N T K' N' J V U -> -> -> Q R a' L|K N T K' N' T' -> -> M (k & I & B & C) L M' (k' & I' & B' & C') ->|K N T K' N' T' -> -> M (k & I & B & C) L M' ->].
  - apply rest_is in Q as (k' & I' & D & -> & _). replace k' with (S k) in * by lia. exists (S k). split; [exact I'|].
    split; [lia|]. left. apply not_of_A in a'. rewrite <- seen_is in a'. split; [exact a'|]. split; [reflexivity|].
    cbn [Placements.E]. rewrite a'. exists i. split; [exact R|]. replace (N' + i - i) with N' by lia.
    destruct B as [(_ & _ & B)|(k0 & a0 & _ & B & C)]; [exact B|]. destruct k as [|k]; [congruence|]. cbn [Placements.E].
    rewrite a0. split; [exact B|exact C].
  - apply rest_is in Q as (k & I & -> & -> & -> & ->). exists k. split; [exact I|]. split; [reflexivity|]. right.
    apply of_A_is in a'. rewrite <- seen_is in a'. repeat split; (assumption || lia).
  - exists k. split; [exact I|]. split; [exact B|]. destruct C as [(_ & -> & _)|(k0 & a0 & D & F1 & F2)]; [lia|]. right.
    split; [exact k0|]. split; [exact a0|]. split; [lia|]. split; [exact F1|]. intros i J.
    destruct (Z.eq_dec i (T' + 1)) as [->|n]; [right|apply F2; lia]. replace (pred k) with k' by lia.
    replace (N' - (T' + 1)) with (N' - T' - 1) by lia.
    destruct C' as [(_ & _ & C')|(k1 & a1 & _ & C1 & C2)]; [exact C'|]. destruct k' as [|k']; [congruence|].
    cbn [Placements.E]. rewrite a1. split; [exact C1|exact C2].
  - exists k. split; [exact I|]. split; [exact B|]. destruct C as [(_ & -> & _)|(k0 & a0 & D & F1 & F2)]; [lia|]. right.
    split; [exact k0|]. split; [exact a0|]. split; [lia|]. split; [exact F1|]. intros i J.
    destruct (Z.eq_dec i (T' + 1)) as [->|n]; [left; lia|apply F2; lia].
Qed.
Lemma must_all p k : forall N, (k <= P)%nat -> E k N -> must g p (Z.of_nat k) N m.
Proof.
  pose proof numbers as G. induction k as [|k IH]; intros N I H; [contradiction|]. cbn [Placements.E] in H.
  assert (rest g p (Z.of_nat (S k)) (seat_of (h - S k)) (X A (S k)) (Y A (S k))) as R by (apply rest_is; exists (S k); tauto).
  destruct (A (S k)) eqn:B.
  - destruct H as [L H]. pose proof B as C. rewrite seen_is in C. apply (of_A_is p) in C.
    assert (forall i, (Z.of_nat i <= m) -> must g p (Z.of_nat (S k)) N (Z.of_nat i)) as each.
    { induction i as [|i IHi]; intro J.
      - apply (must_by_2 g p _ _ _ (Z.of_nat (S k)) N (seat_of (h - S k)) (X A (S k)) (Y A (S k))); (assumption || reflexivity || lia).
      - specialize (IHi ltac:(lia)). destruct (H (Z.of_nat (S i)) ltac:(lia)) as [D|D].
        + apply (must_by_4 g p _ _ _ (Z.of_nat (S k)) N (Z.of_nat i)); (assumption || reflexivity || lia).
        + apply IH in D; [|lia]. apply (must_by_3 g p _ _ _ (Z.of_nat (S k)) N (Z.of_nat i)); try (assumption || reflexivity || lia).
          replace (Z.of_nat (S k) - 1) with (Z.of_nat k) by lia. replace (N - Z.of_nat i - 1) with (N - Z.of_nat (S i)) by lia. exact D. }
    specialize (each (Z.to_nat m)). rewrite Z2Nat.id in each by lia. apply each. lia.
  - destruct H as (i & J & H). apply IH in H; [|lia]. pose proof B as C. rewrite seen_is in C. apply (not_of_A p) in C.
    replace (Z.of_nat (S k)) with (Z.of_nat k + 1) in * by lia.
    apply (must_by_1 g p _ _ _ (Z.of_nat k) (N - i) i (seat_of (h - S k)) (X A (S k)) (Y A (S k)));
      (assumption || reflexivity || lia).
Qed.
Lemma early_is p k N : (k <= P)%nat -> (early g p (Z.of_nat k) N <-> E k N).
Proof.
  intro I. split.
  - intros (K & N' & <- & <- & H). apply must_says in H as (k' & I' & B & C). apply Nat2Z.inj in B. subst k'.
    destruct C as [(_ & _ & C)|(k0 & a0 & _ & C & D)]; [exact C|]. destruct k as [|k]; [congruence|]. cbn [Placements.E].
    rewrite a0. split; [exact C|exact D].
  - intro H. exists (Z.of_nat k), N. split; [reflexivity|]. split; [reflexivity|]. apply must_all; assumption.
Qed.
Lemma early_all p N : early g p round_the_table N <-> E P N.
Proof. pose proof numbers as G. replace round_the_table with (Z.of_nat P) at 1 by lia. apply early_is. lia. Qed.
Lemma opens_is p V : opens g p V <-> E P (V + 1) /\ ~ E P V.
Proof.
  split.
  - intros (N & Q & -> & H & B & ->). fold round_the_table in H, B. rewrite early_all in H, B. rewrite Z.sub_add. tauto.
  - intros [H B]. exists (V + 1), round_the_table. rewrite !early_all, Z.add_simpl_r. repeat split; assumption.
Qed.
Lemma closes_is p U : closes g p U <-> E P U /\ ~ E P (U + 1).
Proof.
  split.
  - intros (N & Q & -> & -> & H & B). fold round_the_table in H, B. rewrite early_all in H, B. tauto.
  - intros [H B]. exists U, round_the_table. rewrite !early_all. repeat split; assumption.
Qed.
Lemma round_is p V U : round g p V U <-> R m P A V U.
Proof.
  split.
  - intros (V' & U' & <- & <- & O & B & L & N). apply opens_is in O as [O O']. apply closes_is in B as [B B'].
    split; [exact L|]. split; [|tauto]. intros i I. destruct (E_dec m P A P_some P i) as [D|D]; [exact D|]. destruct N.
    destruct (stretch_up (E P) (E_dec m P A P_some P) (Z.to_nat (i - V - 1)) (V + 1) O) as (b & J & K & M).
    { replace (V + 1 + Z.of_nat (Z.to_nat (i - V - 1))) with i by lia. exact D. }
    exists V, U, b. rewrite opens_is, !closes_is. repeat split; try assumption; try lia. apply K. lia.
  - intros (L & H & O & B). exists V, U. rewrite opens_is, closes_is. repeat split; try assumption; try (apply H; lia).
    intros (V' & U' & w & <- & <- & _ & _ & D & I & J). apply closes_is in D as [_ D]. apply D, H. lia.
Qed.
Lemma returns_is p V U Q : returns g p V U Q <-> comes m P A V U Q.
Proof.
  pose proof numbers as G. pose proof extra_is as X1. unfold comes. rewrite <- (round_is p). split.
  - intros [(V' & U' & <- & <- & -> & H)|(V' & U' & Q' & K & c & <- & <- & <- & H & -> & L & I & B)]; [tauto|].
    split; [exact H|]. right. fold round_the_table in L. apply lead_is in L as (k & J & D & ->). replace k with P in * by lia.
    rewrite X1. split; [lia|exact B].
  - intros [H [->|[I B]]]; [left; exists V, U; tauto|]. right. exists V, U, Q, round_the_table, (C A P). rewrite X1 in B.
    repeat split; try assumption.
    + apply lead_is. exists P. repeat split; lia.
    + apply round_is in H. apply R_begins in H; [|exact P_some|exact hinge_not_A]. pose proof (leads P A P_some P) as [c1 c2].
      fold (e P A) in c2. rewrite X1 in c2. assert (1 * ((Q - 1) * the_extra g + C A P) <= (m - 1) * ((Q - 1) * the_extra g + C A P)) by (apply Z.mul_le_mono_nonneg_r; nia). nia.
Qed.
Lemma comes_alive V U Q : comes m P A V U Q <-> alive m P A O V U Q.
Proof.
  pose proof numbers as G. pose proof extra_is as X1. pose proof (leads P A P_some P) as [_ c]. fold (e P A) in c. rewrite X1 in c.
  unfold alive. split; [|tauto]. intro H. split; [exact H|]. destruct H as [(L & _) [->|[I B]]]; cbn [C]; rewrite X1 in *; [lia|nia].
Qed.
Lemma loses_is p k N : (k < P)%nat -> ((exists V U, loses g p (seat_of (h - k)) V U /\ V < N <= U) <-> F k N).
Proof.
  intro K. pose proof numbers as G. pose proof all_seen as [XP YP]. pose proof extra_is as X1.
  assert (forall k', (k' < P)%nat -> seat_of (h - k) = seat_of (h - k') -> k' = k) as one.
  { intros k' K' H. symmetry. apply (seen_once _ _ table f t t_hinge); assumption. } split.
  - intros (V & U & [(J & V' & Q & U' & <- & H & B & -> & ->)|[(J & N' & K' & V' & U' & Q & <- & <- & H & -> & L & B & ->)|(J & V' & Q & Y' & X' & U' & K' & Q' & c & <- & H & I & -> & L & M & B & D & -> & ->)]] & S1).
    + apply hinge_is in H. assert (k = O) as -> by (symmetry; apply one; [lia|rewrite Nat.sub_0_r; exact H]).
      right. apply returns_is in B. exists V', U', Q. split; [apply comes_alive, B|]. unfold lo, hi. cbn [X Y]. rewrite XP, YP. lia.
    + apply rest_is in H as (k' & I & -> & H & _). fold round_the_table in L. apply one in H; [|lia]. subst k'.
      replace U with N in * by lia. left. apply (early_is p k N ltac:(lia)), B.
    + apply rest_is in H as (k' & I' & -> & H & -> & ->). fold round_the_table in L. apply one in H; [|lia]. subst k'.
      apply lead_is in M as (k' & J' & W1 & ->). apply Nat2Z.inj in W1. subst k'. apply returns_is in B.
      right. exists V', U', Q. split; [split; [exact B|rewrite X1; exact D]|]. unfold lo, hi. rewrite XP, YP. lia.
  - intros [H|(V & U & Q & H & I)].
    + exists (N - 1), N. split; [|lia]. right. left. exists (seat_of (h - k)), N, (Z.of_nat k), (X A k), (Y A k), round_the_table.
      rewrite rest_is. repeat split; [|lia|apply early_is; [lia|exact H]]. exists k. repeat split. lia.
    + exists (lo m P A k V Q), (hi m P A k U Q). split; [|exact I]. unfold lo, hi. rewrite XP, YP. destruct k as [|k].
      * left. apply comes_alive in H. rewrite Nat.sub_0_r. exists (seat_of h), V, Q, U. rewrite hinge_is, returns_is. cbn [X Y].
        split; [reflexivity|]. split; [reflexivity|]. split; [exact H|]. lia.
      * right. right. destruct H as [H B]. exists (seat_of (h - S k)), V, Q, (Y A (S k)), (X A (S k)), U, (Z.of_nat (S k)), round_the_table, (C A (S k)).
        rewrite rest_is, lead_is, returns_is. rewrite X1 in B.
        split; [reflexivity|]. split; [exists (S k); repeat split; lia|]. split; [lia|]. split; [reflexivity|]. split; [lia|].
        split; [exists (S k); repeat split; lia|]. split; [exact H|]. split; [exact B|]. lia.
Qed.
Lemma lost_is p k : legal g p -> (k < P)%nat -> the_player p = seat_of (h - k) -> (lost g p <-> L m P A k (the_pile p)).
Proof.
  intros (_ & n & _) K H. pose proof t_some as T.
  assert (h - k = S (h - S k))%nat as S1 by lia. unfold L. split.
  - intros [(N & J & V & U & -> & -> & B & I)|[(I & J & _ & Z0 & -> & B & D)|(I & J & B & _)]]; [| |discriminate].
    + left. rewrite H in B. assert (F k (the_pile p)) as D by (apply (loses_is p); [exact K|]; exists V, U; tauto).
      split; [|exact D]. apply F_above in D; [exact D|apply numbers|exact P_some|exact majority|exact hinge_not_A|lia].
    + right. split; [symmetry; exact Z0|]. rewrite H, S1 in B. apply before_seat in B. subst J. apply of_A_is in D. exact D.
  - intros [[_ D]|[Z0 D]].
    + left. apply (loses_is p) in D as (V & U & D & I); [|exact K]. exists (the_pile p), (seat_of (h - k)), V, U.
      split; [reflexivity|]. split; [symmetry; exact H|]. split; [exact D|exact I].
    + right. left. exists (seat_of (h - k)), (seat_of (h - S k)). split; [reflexivity|]. split; [symmetry; exact Z0|].
      split; [symmetry; exact H|]. split; [rewrite S1; apply before_seat; reflexivity|]. apply of_A_is. exact D.
Qed.
Lemma next_seat k : (k < P)%nat -> seat_of (S (h - k)) = seat_of (h - next P k).
Proof.
  intro K. pose proof t_some as T. destruct k as [|k]; cbn [next].
  - rewrite Nat.sub_0_r. replace (S h) with (h - pred P + P)%nat by lia. apply seat_again, table.
  - f_equal. lia.
Qed.
Lemma mover k : (k < P)%nat -> A (S (next P k)) = of_A (seat_of (h - k)).
Proof.
  intro K. pose proof t_some as T. rewrite seen_is. f_equal. destruct k as [|k]; cbn [next]; [|reflexivity].
  rewrite Nat.sub_0_r. replace (S (pred P)) with P by lia. transitivity (seat_of (h - P + P)); [symmetry; apply seat_again, table|].
  f_equal. lia.
Qed.
Lemma moves_is p q k : (k < P)%nat -> the_player p = seat_of (h - k) -> (moves g p q <->
  exists T, 1 <= T <= m /\ T <= the_pile p /\ the_pile q = the_pile p - T /\ the_player q = seat_of (h - next P k)).
Proof.
  intros K H. rewrite <- (next_seat k K). split.
  - intros (M & (T & N & -> & -> & I & J) & B & D). exists T. split; [exact I|]. split; [exact J|]. split.
    + destruct B as [[(T' & N' & V & W1 & -> & _)|(T' & J' & I' & _ & W1 & _)]|[B _]]; [congruence|discriminate|].
      destruct B. exists (the_pile p - T). left. exists T, (the_pile p). repeat split; (exact J || lia).
    + apply (seat_after p). rewrite <- H. destruct D as [[(T' & N' & _ & W1 & _)|(T' & J' & I' & _ & V & _ & -> & D)]|[D _]];
        [discriminate|congruence|].
      destruct D. exists (seat_of (S (h - k))). right. exists T, (seat_of (S (h - k))), (the_player p).
      split; [reflexivity|]. split; [reflexivity|]. split; [exists T, (the_pile p); repeat split; (exact J || lia)|].
      split; [reflexivity|]. rewrite H. apply seat_after. reflexivity.
  - intros (T & I & J & B & D). exists (t_take T). assert (move g p (t_take T)) as M by (exists T, (the_pile p); repeat split; (exact J || lia)).
    split; [exact M|]. split; left.
    + left. exists T, (the_pile p). rewrite B. repeat split; (exact J || lia).
    + right. exists T, (the_player q), (the_player p). split; [reflexivity|]. split; [reflexivity|]. split; [exact M|].
      split; [reflexivity|]. rewrite H, D. apply seat_after. reflexivity.
Qed.
Lemma side_is p B : side g p B <-> B = if of_A (the_player p) then 1 else 2.
Proof.
  unfold side, player. split.
  - intros [(I & -> & -> & H)|(I & -> & -> & H)]; [apply of_A_is in H|apply not_of_A in H]; rewrite H; reflexivity.
  - intros ->. destruct (of_A (the_player p)) eqn:H; [left|right]; exists (the_player p).
    + apply (of_A_is p) in H. tauto.
    + apply (not_of_A p) in H. tauto.
Qed.
Lemma seen_player p : legal g p -> exists k, (k < P)%nat /\ the_player p = seat_of (h - k).
Proof. intros (_ & _ & I). apply (seen_from _ of_A table f t t_hinge). exact I. Qed.
Lemma closed p q : legal g p -> moves g p q -> legal g q.
Proof.
  intros H M. destruct (seen_player p H) as (k & K & B). destruct (proj1 (moves_is p q k K B) M) as (T & I & J & D & F1).
  split; [exact given|]. rewrite F1. pose proof (seat_within round_the_table table (h - next P k)). pose proof numbers. lia.
Qed.
Lemma lost_or_not p : legal g p -> lost g p \/ ~ lost g p.
Proof.
  intro H. destruct (seen_player p H) as (k & K & B). rewrite (lost_is p k H K B).
  apply (L_dec m P A ltac:(apply numbers) P_some majority hinge_not_A (Z.to_nat (the_pile p))); [exact K|]. destruct H. lia.
Qed.
Lemma lost_by_A p k : legal g p -> (k < P)%nat -> the_player p = seat_of (h - k) -> 1 <= the_pile p -> of_A (the_player p) = true ->
  (lost g p <-> forall q, moves g p q -> lost g q).
Proof.
  intros H K B n a'. rewrite (lost_is p k H K B), (L_A m P A ltac:(apply numbers) P_some majority hinge_not_A k _ K n)
    by (rewrite mover, <- B by exact K; exact a').
  assert (next P k < P)%nat as K' by (pose proof (next_within P P_some k K); lia). split.
  - intros D q M. pose proof (closed p q H M) as H'. destruct (proj1 (moves_is p q k K B) M) as (T & I & J & Q & R).
    rewrite (lost_is q (next P k) H' K' R), Q. apply D; assumption.
  - intros D T I J. set (q := Position (the_pile p - T) (seat_of (h - next P k))).
    assert (moves g p q) as M by (apply (moves_is p q k K B); exists T; repeat split; (exact J || lia)).
    specialize (D q M). apply (lost_is q (next P k) (closed p q H M) K' eq_refl) in D. exact D.
Qed.
Lemma lost_by_B p k : legal g p -> (k < P)%nat -> the_player p = seat_of (h - k) -> 1 <= the_pile p -> of_A (the_player p) = false ->
  (lost g p <-> exists q, moves g p q /\ lost g q).
Proof.
  intros H K B n a'. rewrite (lost_is p k H K B), (L_B m P A ltac:(apply numbers) P_some majority hinge_not_A k _ K n)
    by (rewrite mover, <- B by exact K; exact a').
  assert (next P k < P)%nat as K' by (pose proof (next_within P P_some k K); lia). split.
  - intros (T & I & J & D). set (q := Position (the_pile p - T) (seat_of (h - next P k))).
    assert (moves g p q) as M by (apply (moves_is p q k K B); exists T; repeat split; (exact J || lia)).
    exists q. split; [exact M|]. apply (lost_is q (next P k) (closed p q H M) K' eq_refl). exact D.
  - intros (q & M & D). pose proof (closed p q H M) as H'. destruct (proj1 (moves_is p q k K B) M) as (T & I & J & Q & R).
    exists T. split; [exact I|]. split; [exact J|]. rewrite <- Q. apply (lost_is q (next P k) H' K' R), D.
Qed.
Lemma L_or_one p k : legal g p -> (k < P)%nat -> the_player p = seat_of (h - k) ->
  (forall q, moves g p q -> lost g q) \/ exists q, moves g p q /\ theorem_ g q 1.
Proof.
  intros H K B. set (q T := Position (the_pile p - T) (seat_of (h - next P k))).
  assert (forall T, 1 <= T <= m -> T <= the_pile p -> moves g p (q T)) as each.
  { intros T I J. apply (moves_is p _ k K B). exists T. repeat split; (exact J || lia). }
  destruct (all_or_one (fun T => T > the_pile p \/ T < 1 \/ T > m \/ lost g (q T))) with (a := 1) (b := m) as [D|(T & I & D)].
  - intro T. destruct (Z_le_gt_dec T (the_pile p)), (Z_le_gt_dec 1 T), (Z_le_gt_dec T m); try (left; lia).
    destruct (lost_or_not (q T)) as [D|D]; [apply (closed p _ H), each; lia|tauto|right; intros [J|[J|[J|J]]]; (lia || tauto)].
  - left. intros [N J] M. destruct (proj1 (moves_is p _ k K B) M) as (T & I & L & Q & R). cbn in Q, R. subst. destruct (D T I) as [J|[J|[J|J]]]; (lia || exact J).
  - right. destruct (Z_le_gt_dec T (the_pile p)) as [J|J]; [|tauto]. exists (q T). split; [apply each; assumption|].
    right. split; [reflexivity|]. tauto.
Qed.
Lemma moves_or_not p : legal g p -> (1 <= the_pile p /\ exists q, moves g p q) \/ (the_pile p = 0 /\ forall q, ~ moves g p q).
Proof.
  intro H. pose proof H as (_ & n & _). pose proof numbers as G. destruct (seen_player p H) as (k & K & B).
  destruct (Z.eq_dec (the_pile p) 0) as [Z0|Z0].
  - right. split; [exact Z0|]. intros q M. destruct (proj1 (moves_is p q k K B) M) as (T & I & J & _). lia.
  - left. split; [lia|]. exists (Position (the_pile p - 1) (seat_of (h - next P k))). apply (moves_is p _ k K B).
    exists 1. repeat split; lia.
Qed.
Lemma won p B : legal g p -> (wins position (moves g) (fun B p => side g p B) (fun B p => winner g p B) B p <-> theorem_ g p B).
Proof.
  apply (alliances position (legal g) (moves g) _ _ (fun p => Z.to_nat (the_pile p)) (fun B p => theorem_ g p B)).
  - intros q H. destruct (moves_or_not q H); tauto.
  - exact closed.
  - intros q r H M. destruct (seen_player q H) as (k & K & D). destruct (proj1 (moves_is q r k K D) M) as (T & I & J & Q & _).
    destruct H. lia.
  - intros q H. eexists. split; [apply side_is; reflexivity|]. intros c. apply side_is.
  - intros q H. destruct (lost_or_not q H) as [D|D]; [exists 2|exists 1]; (split; [unfold theorem_; tauto|]);
      intros c [[-> I]|[-> I]]; tauto.
  - intros q c H M. destruct (moves_or_not q H) as [[_ [r R]]|[Z0 _]]; [destruct (M r R)|]. clear M.
    destruct (seen_player q H) as (k & K & D). pose proof (lost_is q k H K D) as S1. unfold theorem_. rewrite S1. unfold L. rewrite Z0.
    assert (before g q (the_player q) (seat_of (h - S k))) as S2.
    { pose proof t_some. rewrite D. replace (h - k)%nat with (S (h - S k)) by lia. apply before_seat. reflexivity. }
    unfold winner, pile, player. rewrite Z0. split.
    + intros [[-> [I|[_ I]]]|[-> I]]; [lia| |].
      * left. exists (the_player q), (seat_of (h - S k)). rewrite of_A_is. tauto.
      * right. exists (the_player q), (seat_of (h - S k)). rewrite not_of_A. rewrite seen_is in I.
        repeat split; [exact S2|]. destruct (of_A (seat_of (h - S k))); [tauto|reflexivity].
    + intros [(i & j & -> & _ & -> & S3 & I)|(i & j & -> & _ & -> & S3 & I)];
        (assert (j = seat_of (h - S k)) as -> by (pose proof t_some; rewrite D in S3; replace (h - k)%nat with (S (h - S k)) in S3 by lia; apply before_seat in S3; exact S3)).
      * left. split; [reflexivity|]. right. split; [reflexivity|]. apply of_A_is in I. exact I.
      * right. split; [reflexivity|]. apply not_of_A in I. intros [J|[_ J]]; [lia|]. rewrite seen_is in J. congruence.
  - intros q c H S1 Q M. apply side_is in S1. destruct (moves_or_not q H) as [[n _]|[_ N]]; [|destruct M as [r R]; destruct (N r R)].
    destruct (seen_player q H) as (k & K & D). destruct (of_A (the_player q)) eqn:a'; subst c.
    + destruct Q as [[Q _]|[_ Q]]; [discriminate|]. pose proof (lost_by_A q k H K D n a') as S2.
      destruct (L_or_one q k H K D) as [Y1|Y1]; [|exact Y1]. destruct Q. apply S2. exact Y1.
    + destruct Q as [[_ Q]|[Q _]]; [|discriminate]. apply (lost_by_B q k H K D n a') in Q as (r & R & Q). exists r. split; [exact R|]. left. tauto.
  - intros q r c b H S1 Q N M. apply side_is in S1. destruct (moves_or_not q H) as [[n _]|[_ O]]; [|destruct (O r M)].
    destruct (seen_player q H) as (k & K & D). destruct (of_A (the_player q)) eqn:a'; subst c.
    + destruct Q as [[-> Q]|[-> Q]]; [|congruence]. left. split; [reflexivity|]. exact (proj1 (lost_by_A q k H K D n a') Q r M).
    + destruct Q as [[-> Q]|[-> Q]]; [congruence|]. right. split; [reflexivity|]. intro I. apply Q. apply (lost_by_B q k H K D n a'). exists r. tauto.
Qed.
(* With enough counters no round is left. *)
Lemma never_lost p : legal g p -> eventually g p -> ~ lost g p.
Proof.
  intros H B. destruct (seen_player p H) as (k & K & S1). rewrite (lost_is p k H K S1).
  destruct B as (N & D & -> & D1 & _ & _ & _ & B). hnf in D1. pose proof numbers as G. pose proof all_seen as [XP YP].
  replace D with (X A P + m * Y A P) in B by (rewrite XP, YP; lia). rewrite <- extra_is in B.
  intros [[_ F1]|[Z0 _]].
  - apply F_below in F1; [lia|apply numbers|exact P_some|exact majority|exact hinge_not_A|lia].
  - rewrite Z0 in B. assert (2 <= X A P + m * Y A P) as D2 by (rewrite XP, YP; nia). rewrite extra_is in B.
    destruct (quotient_bounds _ ((m - 1) * the_extra g) 0 D2) as [_ q]; [nia|lia|lia|nia].
Qed.
End Given.

Theorem proved : theorem.
Proof.
  intros g p L. pose proof L as [given _].
  destruct (first_there (round_the_table g) (of_A g)) as (f & F1).
  destruct (hinge_there _ _ (table g given) (some_other g given) f F1) as (t & T1).
  split; [intro B; exact (won g given f t F1 T1 p B L)|]. intros E B.
  rewrite (won g given f t F1 T1 p B L). pose proof (never_lost g given f t F1 T1 p L E) as N.
  unfold theorem_, larger. tauto.
Qed.
Print Assumptions proved.
