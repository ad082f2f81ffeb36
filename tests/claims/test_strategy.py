"""Strategies: in every N-position at least one move is named, each of them legal and winning."""

from __future__ import annotations

import pytest

from bouton.core.verdict import Verdict

from .conftest import Judge, found

CLAIM = "kind: strategy, moves: best"
BEST = """\
best(t(I,D)) :- move(t(I,D)), heap(I,S), without(I,X), (S-D) \\ 3 = X.
without(I,X^V) :- nim_sum(X), value(I,V).
"""
NONE = "none :- heaps(0).\n"


def test_true(judge: Judge) -> None:
    result = judge(CLAIM, rules=BEST)
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 56)


def test_one_winning_move_is_enough(judge: Judge) -> None:
    """From equal heaps that are not all even in number the move is named in one of them only."""
    rules = BEST + "first(t(I,D)) :- best(t(I,D)), not earlier(I).\nearlier(I) :- best(t(J,_)), heap(I,_), J < I.\n"
    assert judge("kind: strategy, moves: first", rules=rules).verdict is Verdict.HOLDS


def test_what_is_named_in_a_p_position_is_ignored(judge: Judge) -> None:
    assert judge(CLAIM, rules=BEST + "best(t(9,9)) :- zero.\nbest(nonsense) :- zero.\n").verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    ("best", "where", "actual", "says"),
    [
        ("best(t(1,S)) :- heap(1,S), heaps(1), S < 2.", [2], "no move named", "best names no move in this N-position"),
        ("best(t(1,S)) :- heap(1,S).", [1, 2], "a losing move", "best names t(1,1), which leads to an N-position"),
        (
            "best(t(1,S)) :- heap(1,S), S != 2. best(t(1,3)) :- heap(1,2).",
            [2],
            "an illegal move",
            "names t(1,3), which is no",
        ),
        ("best(M) :- move(M).", [2], "a losing move", "best names t(1,1), which leads to an N-position"),
    ],
)
def test_false(judge: Judge, best: str, where: list[int], actual: str, says: str) -> None:
    result = judge("kind: strategy, moves: best, where: some", rules=best + "\n")
    position, claimed, told, _ = found(result)
    assert (position, claimed, told) == ({"heap": where}, "a winning move", actual)
    assert result.counterexample is not None
    assert says in result.counterexample.sentence
    assert result.counterexample.winning is not None
    assert result.counterexample.winning.outcome == "P"


def test_a_losing_move_beside_a_winning_one_is_wrong(judge: Judge) -> None:
    assert found(judge(CLAIM, rules=BEST + "best(t(1,1)) :- heap(1,5), heaps(1).\n"))[0] == {"heap": [5]}


def test_where(judge: Judge) -> None:
    result = judge(f"{CLAIM}, where: single", rules="best(t(1,S \\ 3)) :- heap(1,S), S \\ 3 > 0.\n")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 5)
    assert judge(f"{CLAIM}, where: many", rules=BEST).verdict is Verdict.VACUOUS


def test_misere_terminals_ask_for_no_move(judge: Judge) -> None:
    """The empty position is an N-position in misère play, and has no move to name."""
    rules = "best(t(1,(S-1) \\ 3)) :- heap(1,S), heaps(1), (S-1) \\ 3 > 0.\n"
    over = "over: {heap: {count: 0..1}}"
    assert judge(f"{CLAIM}, play: misere, {over}", rules=rules).verdict is Verdict.HOLDS
    assert found(judge(f"{CLAIM}, play: normal, {over}", rules=rules))[0] == {"heap": [1]}
