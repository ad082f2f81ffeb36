"""Keys: positions with equal extents of the key have equal outcomes."""

from __future__ import annotations

from bouton.core.verdict import Verdict

from .conftest import Judge, found


def test_true(judge: Judge) -> None:
    result = judge("kind: same-game, key: nim_sum")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 56)


def test_false(judge: Judge) -> None:
    """1:1 is a P-position, 2 is not; the number of stones is the same."""
    result = judge("kind: same-game, key: stones", rules="stones(N) :- N = #sum { S,I : heap(I,S) }.\n")
    assert found(result) == ({"heap": [2]}, "P", "N", 3)
    assert result.counterexample is not None
    assert "heap=1:1 has the same stones and is a P-position" in result.counterexample.sentence
    assert result.counterexample.winning is not None
    assert result.counterexample.winning.to == {"heap": []}


def test_the_extent_is_compared_as_a_set(judge: Judge) -> None:
    """The sizes without their number: 1:1 is like 1, but a P-position."""
    assert found(judge("kind: same-game, key: size", rules="size(S) :- heap(_,S).\n"))[0] == {"heap": [1, 1]}


def test_all_arities_of_the_key_count(judge: Judge) -> None:
    rules = "key(X) :- X = 0, heaps(_).\nkey(X,0) :- nim_sum(X).\n"
    assert judge("kind: same-game, key: key", rules=rules).verdict is Verdict.HOLDS


def test_a_key_that_never_holds_is_the_same_everywhere(judge: Judge) -> None:
    assert found(judge("kind: same-game, key: key", rules="key(1) :- many.\n")) == ({"heap": [1]}, "P", "N", 1)


def test_where_and_play(judge: Judge) -> None:
    """In misère play 1:1 and 2:2 have the nim-sum zero, but the first is an N-position, as the empty one."""
    claim = "kind: same-game, key: value, play: misere"
    assert judge(f"{claim}, where: single").verdict is Verdict.HOLDS
    empty = "kind: same-game, key: nim_sum, play: misere, over: {heap: {count: 0..1}}"
    assert judge(empty).verdict is Verdict.HOLDS
    assert found(judge("kind: same-game, key: nim_sum, play: misere"))[0] == {"heap": [2, 2]}
    assert judge("kind: same-game, key: nim_sum, where: many").verdict is Verdict.VACUOUS
