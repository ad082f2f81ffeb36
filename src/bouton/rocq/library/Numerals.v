(* The digits of a number, as the list of their places with what stands there. *)
Require Import ZArith Lia List Bool Bouton Computed.
Import ListNotations.
Open Scope Z_scope.

Definition digits_in (base n : Z) : list (Z * Z) :=
  guard ((2 <=? base) && (1 <=? n)) (flat_map (fun j => guard (base ^ j <=? n) [(j, Z.rem (Z.quot n (base ^ j)) base)])
    (range 0 (Z.log2 n))).
Lemma digits_in_base base n j d : In (j, d) (digits_in base n) <->
  2 <= base /\ 1 <= n /\ 0 <= j /\ base ^ j <= n /\ d = Z.rem (Z.quot n (base ^ j)) base.
Proof.
  unfold digits_in. rewrite in_guard, andb_true_iff, !Z.leb_le, in_flat_map. split.
  - intros ([B N] & k & R & I). apply in_range in R. apply in_guard in I. destruct I as [P I]. apply Z.leb_le in P.
    apply in_unit in I. injection I as -> <-. repeat split; auto; lia.
  - intros (B & N & J & P & ->). split; [split; assumption|]. exists j. split.
    + apply in_range. split; [exact J|]. apply Z.log2_le_pow2; [lia|].
      apply Z.le_trans with (base ^ j); [|exact P]. apply Z.pow_le_mono_l. lia.
    + apply in_guard. split; [apply Z.leb_le, P | left; reflexivity].
Qed.
Lemma digits_in_two n j d : In (j, d) (digits_in 2 n) <->
  1 <= n /\ 0 <= j /\ 2 ^ j <= n /\ d = Z.rem (Z.quot n (2 ^ j)) 2.
Proof. rewrite digits_in_base. intuition lia. Qed.
