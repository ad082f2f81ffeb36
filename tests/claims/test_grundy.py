"""Claims about Sprague-Grundy values."""

from __future__ import annotations

from functools import cache

import pytest

from bouton.core.verdict import Verdict

from .conftest import Judge, found

RULES = """\
value(X) :- nim_sum(X).
small :- heap(1,1), heaps(1).
size(S) :- heap(1,S).
wrong(X) :- nim_sum(X), not small.
several(X) :- nim_sum(X). several(7) :- heap(1,4).
missing(X) :- nim_sum(X), heaps(N), N < 2.
name(x) :- heaps(_).
ones :- heaps(N), N = #count { I : heap(I,1) }.
misere(X) :- nim_sum(X), not single_sizes.
single_sizes :- ones.
misere(1-X) :- single_sizes, nim_sum(X).
"""


@cache
def values(heaps: tuple[int, ...], misere: bool) -> int:
    """The value by its definition, one or two stones a move."""
    if not any(heaps):
        return int(misere)
    options = {
        values((*heaps[:at], size - taken, *heaps[at + 1 :]), misere)
        for at, size in enumerate(heaps)
        for taken in (1, 2)
        if taken <= size
    }
    return next(number for number in range(99) if number not in options)


def test_true(judge: Judge) -> None:
    result = judge("kind: grundy", rules=RULES)
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 56)
    assert all(values((a, b), False) == (a % 3) ^ (b % 3) for a in range(6) for b in range(6))


def test_misere_values_begin_with_one(judge: Judge) -> None:
    """Heaps of one stone swap their values, and so do others: wrong first at a heap of 3."""
    result = judge("kind: grundy, play: misere, iff: misere", rules=RULES)
    position, claimed, actual, below = found(result)
    assert (position, claimed, actual) == ({"heap": [3]}, 0, values((3,), True))
    assert below == 6


@pytest.mark.parametrize(
    ("iff", "position", "claimed", "actual"),
    [("size", {"heap": []}, None, 0), ("wrong", {"heap": [1]}, None, 1), ("several", {"heap": [4]}, "both", 1)],
)
def test_false(judge: Judge, iff: str, position: dict[str, object], claimed: object, actual: int) -> None:
    result = judge(f"kind: grundy, iff: {iff}", rules=RULES)
    assert result.verdict is Verdict.REFUTED
    assert found(result)[:3] == (position, claimed, actual)


def test_the_options_explain_it(judge: Judge) -> None:
    result = judge("kind: grundy, iff: misere", rules=RULES)
    assert result.counterexample is not None
    assert result.counterexample.position == {"heap": []}
    assert result.counterexample.sentence == "claimed value 1, but it is 0: no move is left"
    result = judge("kind: grundy, iff: size, where: single", rules=RULES)
    assert result.counterexample is not None
    assert result.counterexample.position == {"heap": [3]}
    assert result.counterexample.sentence == "claimed value 3, but it is 0: the options have the values 1, 2"
    assert [(option.to, option.outcome) for option in result.counterexample.options] == [
        ({"heap": [1]}, 1),
        ({"heap": [2]}, 2),
    ]


def test_a_name_is_no_value(judge: Judge) -> None:
    assert found(judge("kind: grundy, iff: name", rules=RULES))[1:3] == ("x", 0)


def test_where(judge: Judge) -> None:
    assert judge("kind: grundy, iff: missing, where: single", rules=RULES).positions == 5
    assert found(judge("kind: grundy, iff: missing, where: several", rules=RULES))[0] == {"heap": [1, 1]}
