"""Worked examples: an outcome, or the extent of a predicate, at one position."""

from __future__ import annotations

import pytest

from bouton.core.exits import Exit
from bouton.core.verdict import Verdict

from .conftest import Judge, found


@pytest.mark.parametrize(
    ("heaps", "play", "outcome"),
    [
        ([1, 2, 2], "normal", "N"),
        ([2, 5], "normal", "P"),
        ([], "normal", "P"),
        ([], "misere", "N"),
        ([1], "misere", "P"),
    ],
)
def test_outcomes(judge: Judge, heaps: list[int], play: str, outcome: str) -> None:
    claim = f"kind: example, at: {{heap: {heaps}}}, play: {play}"
    right = judge(f"{claim}, outcome: {outcome}")
    assert (right.verdict, right.positions, right.exit) == (Verdict.HOLDS, 1, Exit.OK)
    other = "N" if outcome == "P" else "P"
    wrong = judge(f"{claim}, outcome: {other}")
    assert found(wrong) == ({"heap": heaps}, other, outcome, 0)
    assert wrong.exit is Exit.CONTRARY


def test_a_position_far_from_the_box(judge: Judge) -> None:
    """40 leaves 1 and 41 leaves 2 when divided by 3."""
    assert judge("kind: example, at: {heap: [40]}, outcome: N").verdict is Verdict.HOLDS
    assert judge("kind: example, at: {heap: [42]}, outcome: P").verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    ("predicate", "value", "holds"),
    [
        ("nim_sum", "value: 3", True),
        ("nim_sum", "value: 2", False),
        ("nim_sum", "value: 0", False),
        ("value", "value: [[1, 1], [2, 2]]", True),
        ("value", "value: [[1, 1]]", False),
        ("value", "value: [[1, 1], [2, 2], [3, 0]]", False),
        ("value", "value: [1, 1]", False),
        ("last", "value: [2, 5]", True),
        ("several", "value: true", True),
        ("several", "value: false", False),
        ("single", "value: false", True),
        ("single", "value: true", False),
        ("several", "", True),
        ("single", "", False),
    ],
)
def test_predicates(judge: Judge, predicate: str, value: str, holds: bool) -> None:
    claim = f"kind: example, at: {{heap: [5, 1]}}, predicate: {predicate}" + (f", {value}" if value else "")
    result = judge(claim, rules="last(I,S) :- heaps(I), heap(I,S).\n")
    assert result.verdict is (Verdict.HOLDS if holds else Verdict.REFUTED)


def test_what_the_predicate_says_instead(judge: Judge) -> None:
    result = judge("kind: example, at: {heap: [5, 1]}, predicate: value, value: [[1, 2]]")
    assert found(result) == ({"heap": [1, 5]}, "value(1,2)", "value(1,1) value(2,2)", 0)
    result = judge("kind: example, at: {heap: []}, predicate: value, value: [[1, 2]]")
    assert found(result) == ({"heap": []}, "value(1,2)", "not value", 0)


def test_a_terminal_is_no_vacuous_example(judge: Judge) -> None:
    assert judge("kind: example, at: {heap: []}, outcome: P").verdict is Verdict.HOLDS
