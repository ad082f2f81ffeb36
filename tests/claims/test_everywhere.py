"""Facts that hold at every position, or at every one that meets `where`."""

from __future__ import annotations

from bouton.core.verdict import Verdict

from .conftest import Judge, found


def test_true(judge: Judge) -> None:
    result = judge("kind: everywhere, iff: fine", rules="fine :- heaps(N), N <= 3.\n")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 56)


def test_false(judge: Judge) -> None:
    result = judge("kind: everywhere, iff: fine", rules="large :- heap(_,4).\nfine :- not large.\n")
    position, _, _, below = found(result)
    assert (position, below) == ({"heap": [4]}, 10)
    assert result.counterexample is not None
    assert (result.counterexample.winning, "fine does not hold here" in result.counterexample.sentence) == (None, True)


def test_where(judge: Judge) -> None:
    result = judge("kind: everywhere, where: several, iff: some")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 50)
    assert found(judge("kind: everywhere, where: several, iff: zero"))[0] == {"heap": [1, 1, 1]}
    assert judge("kind: everywhere, where: many, iff: zero").verdict is Verdict.VACUOUS
