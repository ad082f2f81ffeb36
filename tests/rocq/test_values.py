"""Files for Rocq on Sprague-Grundy values and their periods: what they say, and that coqc refuses what is false."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import BaseModel

from bouton.core.errors import Unreadable
from bouton.core.spec import Claim, Spec
from bouton.rocq.file import proves, written
from bouton.rocq.hand import by_hand, lacking
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.by_hand import forced, of, text
from tests.rocq.test_files import changed, with_coqc
from tests.rocq.test_lists import derivations, derived, positions
from tests.shipped import named

PERIODS = [one.id for one in named("octal").claims if one.kind == "periodic" and one.expect.verdict != "refuted"]
FALSE = [one.id for one in named("octal").claims if one.kind == "periodic" and one.expect.verdict == "refuted"]
SAID = (
    ("octal", "kayles"),
    ("octal", "code-524"),
    ("dawsons_chess", "ten-thousand-rows"),
    ("lasker_nim", "arithmetic-period"),
    ("lasker_nim", "values"),
    ("nim", "values"),
    ("nim_classes", "section-3-8-all-numbers"),
)


def theorem(spec: str, claim: str) -> str:
    whole = " ".join(text(of(named(spec), named(spec).claim(claim))).split())
    return whole.partition("Definition theorem : Prop := ")[2]


def with_words(name: str, claim: str, **said: object) -> tuple[Spec, Claim]:
    """The claim with other numbers."""
    spec = named(name)
    found = spec.claim(claim)
    assert isinstance(found.said, BaseModel)
    return spec, replace(found, said=found.said.model_copy(update=said))


# ------------------------------------------------------------------------------------------------------- what is said


def test_a_position_has_one_value_and_the_predicate_names_it_alone() -> None:
    expected = "forall g p, legal g p -> exists V, has_value (moves g) p V /\\ forall X, nim_sum g p X <-> X = V."
    assert theorem("nim", "values") == expected


def test_a_period_is_said_of_single_heaps_of_every_size() -> None:
    assert theorem("octal", "kayles") == "forall g, asked g -> periodic (moves g) single 71 12 0."
    values = "/\\ first_values (moves g) single [0; 0; 1; 2; 3]."
    assert theorem("octal", "code-27") == f"forall g, asked g -> periodic (moves g) single 1 4 0 {values}"
    whole = text(of(named("octal"), named("octal").claim("kayles")))
    assert "Definition single (n : Z) : position := Position (left_over [n])." in whole
    assert "7 <= the_d1 g <= 7 /\\ 7 <= the_d2 g <= 7 /\\ 0 <= the_d3 g <= 0." in whole


def test_values_of_misere_play_are_not_written() -> None:
    with pytest.raises(Unreadable, match="no theorem is written for values of misère play yet"):
        written(*with_words("nim", "values", play="misere"))


@pytest.mark.parametrize(("name", "claim"), SAID)
def test_the_printed_definitions_derive_what_clingo_does(name: str, claim: str) -> None:
    about = of(named(name), named(name).claim(claim))
    for parameters, heaps in positions(about, 2, 4):
        assert derivations(about, parameters, heaps) == derived(about, parameters, heaps), (parameters, heaps)


# ---------------------------------------------------------------------------------------------- one proof for periods


def test_all_periods_of_octal_games_have_the_same_proof() -> None:
    spec = named("octal")
    assert {by_hand(text(of(spec, spec.claim(one)))) for one in (*PERIODS, *FALSE)} == {"octal_kayles"}


@pytest.mark.slow
def test_a_changed_rule_has_not_that_proof() -> None:
    """A script is made of it, unless it has no code."""
    without = written(*changed("octal", "kayles", "J = 0..2", "J = 1..2"))
    assert proves(without) and "[(1, 1); (1, 2); (2, 1); (2, 2)]" in without
    assert "Require Import Permutation Sums Octal." not in without
    apart = written(*changed("octal", "kayles", "L = 1..(S-K)/2.", "L = 2..(S-K)/2."))
    assert "no move is found that takes 1 and leaves 2 heaps, as others do" in (lacking(apart) or "")


def test_the_period_of_another_octal_code_has_that_proof() -> None:
    about = text(of(named("dawsons_chess"), named("dawsons_chess").claim("ten-thousand-rows")))
    fewer = re.sub(r"\(X1 = 3\s+/\\\s+X2\s+=\s+0\)\s+\\/\s+", "", about)
    assert fewer != about
    assert by_hand(fewer) == by_hand(about) == "dawsons_chess_ten_thousand_rows"


@pytest.mark.parametrize("other", [{"saltus": 1}, {"preperiod": 70}, {"values": [0] * 83}])
def test_the_numbers_alone_are_left_open(other: dict[str, object]) -> None:
    """Whether the proof computes them is for Rocq to say."""
    assert proves(written(*with_words("octal", "kayles", **other)))


@with_coqc
@pytest.mark.slow
@pytest.mark.parametrize("claim", PERIODS)
def test_coqc_accepts_every_period(claim: str, compiled: Path) -> None:
    ended = coqc(compiled, written(named("octal"), named("octal").claim(claim)))
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@with_coqc
@pytest.mark.parametrize(
    "claim", [one if one == "kayles-early" else pytest.param(one, marks=pytest.mark.slow) for one in FALSE]
)
def test_coqc_refuses_a_false_period(claim: str, compiled: Path) -> None:
    whole = written(named("octal"), named("octal").claim(claim))
    assert proves(whole)
    ended = coqc(compiled, whole)
    assert ended.returncode != 0
    assert CLOSED not in ended.stdout


@with_coqc
@pytest.mark.parametrize(
    ("name", "claim", "other"),
    [
        ("octal", "code-27", {"values": [0, 0, 1, 2, 4]}),
        ("octal", "code-27", {"saltus": 1}),
        ("dawsons_chess", "ten-thousand-rows", {"preperiod": 51, "values": None}),
    ],
)
def test_coqc_refuses_other_numbers(name: str, claim: str, other: dict[str, object], compiled: Path) -> None:
    ended = coqc(compiled, written(*with_words(name, claim, **other)))
    assert ended.returncode != 0
    assert CLOSED not in ended.stdout


@with_coqc
def test_coqc_refuses_the_period_of_a_game_for_another(compiled: Path) -> None:
    """0.76 in the place of 0.77."""
    whole = written(named("octal"), named("octal").claim("kayles"))
    other, count = re.subn(r"7 <=\s+the_d2\s+g <= 7", "6 <= the_d2 g <= 6", whole)
    assert count == 1
    assert coqc(compiled, other).returncode != 0


# ------------------------------------------------------------------------------------------- proofs of changed rules


CHANGED = (
    ("octal", "kayles", "J = 0..2", "J = 1..2", "octal_kayles"),
    ("octal", "kayles", "L = 1..(S-K)/2.", "L = 2..(S-K)/2.", "octal_kayles"),
    ("octal", "kayles", "heap(I,S-K-L))", "heap(I,S-K))", "octal_kayles"),
    ("nim", "values", "sum(I,X^S)", "sum(I,X+S)", "nim_values"),
    ("nim", "values", "T = 0..S-1", "T = 1..S-1", "nim_values"),
    ("nim", "safe-combinations", "safe :- nim_sum(0).", "safe :- nim_sum(1).", "nim_safe_combinations"),
    ("nim", "safe-combinations", "S^X < S.", "S^X <= S.", "nim_safe_combinations"),
    ("lasker_nim", "values", "S \\ 4 = 3.", "S \\ 4 = 1.", "lasker_nim_values"),
    ("lasker_nim", "arithmetic-period", "L = 1..S/2.", "L = 1..S/3.", "lasker_nim_arithmetic_period"),
    ("nim_rows", "three-rows-values", "nim_sum(A^B^C^D)", "nim_sum(A^B^C+D)", "nim_rows_three_rows_values"),
    ("delete_nim", "values", "either((A?B)+1)", "either((A^B)+1)", "delete_nim_values"),
    ("nimhoff", "values", "value(h*X + R \\ h)", "value(h*X + R / h)", "nimhoff_values"),
    ("nimhoff", "values", "D+S-T < h.", "D+S-T <= h.", "nimhoff_values"),
    ("bounded_nim", "residues", "N = 1..k", "N = 1..k+1", "bounded_nim_residues"),
    ("few_or_all", "found", "heap(I,0))", "heap(I,1))", "few_or_all_found"),
    ("kayles", "nim-values", "unusual(70,6)", "unusual(70,7)", "kayles_nim_values"),
    ("nim", "safe-combinations-misere", "N \\ 2 = 1.", "N \\ 2 = 0.", "nim_safe_combinations_misere"),
    ("nim", "safe-combinations-misere", "T = N \\ 2.", "T = 1 - N \\ 2.", "nim_safe_combinations_misere"),
    ("few_or_all", "found-misere", "value(_,V), V > 1.", "value(_,V), V > 2.", "few_or_all_found_misere"),
    ("lasker_nim", "misere", "heap(_,S), S > 1.", "heap(_,S), S > 2.", "lasker_nim_misere"),
    ("nim_rows", "four-rows-misere", "not large, nim_sum(1)", "not large, nim_sum(0)", "nim_rows_four_rows_misere"),
    ("staircase_nim", "odd-stairs", "c(C), A^C = 0.", "c(C), A^C = 1.", "staircase_nim_odd_stairs"),
    ("delete_nim", "both-even", "B \\ 2 = 0.", "B \\ 2 = 1.", "delete_nim_both_even"),
)


@pytest.mark.parametrize(("name", "claim", "before", "after", "proof"), CHANGED)
@pytest.mark.sample(3)
def test_changed_rules_have_no_proof_by_hand(name: str, claim: str, before: str, after: str, proof: str) -> None:
    spec = named(name)
    assert by_hand(text(of(spec, spec.claim(claim)))) == proof
    assert forced(of(*changed(name, claim, before, after)), proof) != forced(of(spec, spec.claim(claim)), proof)


@with_coqc
@pytest.mark.mutants
@pytest.mark.parametrize(("name", "claim", "before", "after", "proof"), CHANGED)
def test_coqc_refuses_that_proof_of_changed_rules(
    name: str, claim: str, before: str, after: str, proof: str, compiled: Path
) -> None:
    ended = coqc(compiled, forced(of(*changed(name, claim, before, after)), proof))
    assert ended.returncode != 0


DEFINITIONS = """
Require Import ZArith Lia List Bouton.
Import ListNotations.
Open Scope Z_scope.
(* From 2 one may go to 1 and to 0, from 1 to 0 alone, and from 5 to 2: the values are 2, 1, 0, and that of 5 is 0. *)
Definition to (p q : Z) : Prop := (p = 2 /\\ (q = 1 \\/ q = 0)) \\/ (p = 1 /\\ q = 0) \\/ (p = 5 /\\ q = 2).
Lemma of_0 : has_value to 0 0.
Proof. constructor; [lia|unfold to; intros; lia|intros; lia]. Qed.
Lemma of_1 : has_value to 1 1.
Proof.
  constructor; [lia| |].
  - intros q M. unfold to in M. assert (q = 0) as -> by lia. exists 0. split; [lia|exact of_0].
  - intros W L. assert (W = 0) as -> by lia. exists 0. split; [unfold to; lia|exact of_0].
Qed.
Lemma of_2 : has_value to 2 2.
Proof.
  constructor; [lia| |].
  - intros q M. unfold to in M. assert (q = 0 \\/ q = 1) as [-> | ->] by lia;
      [exists 0; split; [lia|exact of_0] | exists 1; split; [lia|exact of_1]].
  - intros W L. assert (W = 0 \\/ W = 1) as [-> | ->] by lia;
      [exists 0; split; [unfold to; lia|exact of_0] | exists 1; split; [unfold to; lia|exact of_1]].
Qed.
Goal has_value to 5 0.
Proof.
  constructor; [lia| |intros; lia]. intros q M. unfold to in M. assert (q = 2) as -> by lia.
  exists 2. split; [lia|exact of_2].
Qed.
Goal ~ has_value to 2 1.
Proof. intro H. pose proof (one_value _ _ _ _ H _ of_2). lia. Qed.
Goal first_values to (fun n => n) [0; 1; 2].
Proof.
  intros [|[|[|n]]] V E; cbn in E; try (injection E as <-); [exact of_0|exact of_1|exact of_2|].
  destruct n; discriminate.
Qed.
Goal ~ first_values to (fun n => n) [0; 1; 1].
Proof. intro H. pose proof (one_value _ _ _ _ (H 2%nat 1 eq_refl) _ of_2). lia. Qed.
Goal ~ periodic to (fun n => n) 0 1 0.
Proof.
  intro H. destruct (H 0 ltac:(lia)) as (V & A & B). pose proof (one_value _ _ _ _ A _ of_0).
  pose proof (one_value _ _ _ _ B _ of_1). lia.
Qed.
"""


@with_coqc
def test_values_are_what_their_comments_say(compiled: Path) -> None:
    ended = coqc(compiled, DEFINITIONS)
    assert (ended.returncode, ended.stderr) == (0, "")
