(* Moves that leave more heaps than there were: what is said of further heaps is said of heaps of size 0. *)
Require Import ZArith Lia List Bool Bouton Computed.
Import ListNotations.
Open Scope Z_scope.

(* The heaps, with as many empty ones behind as are spoken of. *)
Definition most (said : list (Z * Z)) : Z := fold_right (fun one => Z.max (fst one)) 0 said.
Definition wide (said : list (Z * Z)) (heaps : list Z) : list Z :=
  heaps ++ repeat 0 (Z.to_nat (most said - Z.of_nat (length heaps))).
Lemma within_most said i s : In (i, s) said -> i <= most said.
Proof.
  unfold most. induction said as [|one said IH]; [intros []|]. intros [-> | I]; cbn [fold_right fst]; [lia|].
  specialize (IH I). lia.
Qed.
Lemma wide_there said heaps : places_there said (wide said heaps) = true.
Proof.
  unfold places_there. apply forallb_forall. intros [i s] I. apply within_most in I. apply Z.leb_le. cbn [fst].
  unfold wide. rewrite app_length, repeat_length. lia.
Qed.
Lemma size_of_wide said heaps i : size_of i (wide said heaps) = size_of i heaps.
Proof.
  unfold size_of, wide. destruct (Nat.lt_ge_cases (Z.to_nat (i - 1)) (length heaps)) as [L | G].
  - apply app_nth1, L.
  - rewrite app_nth2 by exact G. rewrite nth_repeat, nth_overflow by exact G. reflexivity.
Qed.
Definition heaps_next (order : list Z -> list Z) (said : list (Z * Z)) (heaps : list Z) : list (list Z) :=
  Computed.heaps_next order said (wide said heaps).
Section Heaps.
Variable said : Z -> Z -> Prop.
Variable l : list (Z * Z).
Hypothesis listed : forall i s, said i s <-> In (i, s) l.
Lemma heaps_next_is order heaps after : In after (heaps_next order l heaps) <-> heaps_after order said heaps after.
Proof.
  unfold heaps_next. rewrite (Computed.heaps_next_is said l listed order _ _ (wide_there l heaps)).
  unfold heaps_after. split; intros (sizes & H & E); exists sizes; (split; [|exact E]); intros i I;
    specialize (H i I); rewrite size_of_wide in *; exact H.
Qed.
End Heaps.
