"""Swap positions: those whose outcome differs in normal and misère play."""

from __future__ import annotations

from bouton.core.verdict import Verdict

from .conftest import Judge, found

SWAP = """\
two :- heap(_,S), S \\ 3 = 2.
swap :- not two.
"""


def test_true(judge: Judge) -> None:
    """Misère differs exactly where all nim-values are 0 or 1."""
    result = judge("kind: swap-positions, iff: swap", rules=SWAP)
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 56)


def test_false(judge: Judge) -> None:
    result = judge("kind: swap-positions, iff: two", rules=SWAP)
    assert found(result) == ({"heap": []}, "same", "swap", 0)
    assert result.counterexample is not None
    sentence = "claimed no swap position, but its outcome is P in normal and N in misere play"
    assert result.counterexample.sentence == sentence
    other = judge("kind: swap-positions, where: single, iff: single", rules=SWAP)
    assert found(other) == ({"heap": [2]}, "swap", "same", 1)


def test_where(judge: Judge) -> None:
    assert judge("kind: swap-positions, where: two, iff: zero", rules=SWAP).verdict is Verdict.REFUTED
    assert judge("kind: swap-positions, where: two, iff: many", rules=SWAP).verdict is Verdict.HOLDS
    assert judge("kind: swap-positions, where: many, iff: zero", rules=SWAP).verdict is Verdict.VACUOUS


def test_where_the_rules_name_the_winner_no_position_is_one(judge: Judge) -> None:
    rules = SWAP + "winner(previous).\n"
    assert judge("kind: swap-positions, iff: many", rules=rules).verdict is Verdict.HOLDS
