"""Characterisations of the P-positions: with `where`, `together`, `strategy`, in both plays."""

from __future__ import annotations

import pytest

from bouton.core.errors import Disagreement
from bouton.core.verdict import Verdict
from bouton.ground.layers import Layer

from .conftest import Judge, found

CLAIM = "kind: p-positions"
MEMBERS = (
    "id: none, kind: p-positions, where: none, iff: none",
    "id: one, kind: p-positions, where: single, iff: zero",
    "id: more, kind: p-positions, where: several, iff: zero",
    "id: any, kind: p-positions, where: some, iff: zero",
    "id: odd, kind: p-positions, where: several, iff: single",
)
NONE = "none :- heaps(0).\n"


def test_true(judge: Judge) -> None:
    result = judge(f"{CLAIM}, iff: zero")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 56)
    assert result.over == {"heap": {"count": [0, 3], "size": [1, 5]}}


def test_false_claimed_n(judge: Judge) -> None:
    """3 is the first heap of a multiple of 3."""
    result = judge(f"{CLAIM}, where: single, iff: none", rules=NONE)
    assert found(result) == ({"heap": [3]}, "N", "P", 2)
    assert result.counterexample is not None
    assert result.counterexample.winning is None
    assert [(option.move, option.to, option.outcome) for option in result.counterexample.options] == [
        ("take 2 from heap 1", {"heap": [1]}, "N"),
        ("take 1 from heap 1", {"heap": [2]}, "N"),
    ]


def test_false_claimed_p(judge: Judge) -> None:
    result = judge(f"{CLAIM}, iff: even", rules="even :- heaps(N), N \\ 2 = 0.\n")
    assert found(result) == ({"heap": [1, 2]}, "P", "N", 5)
    assert result.counterexample is not None
    assert result.counterexample.winning is not None
    assert result.counterexample.winning.to == {"heap": [1, 1]}
    assert result.counterexample.winning.move == "take 1 from heap 2"
    assert result.counterexample.options == ()


def test_misere(judge: Judge) -> None:
    """Misère, the last stone loses: a single heap is P iff its size is 1 mod 3."""
    rules = "misere :- heap(1,S), S \\ 3 = 1.\n"
    result = judge(f"{CLAIM}, play: misere, where: single, iff: misere", rules=rules)
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 5)
    assert found(judge(f"{CLAIM}, play: misere, iff: zero")) == ({"heap": []}, "P", "N", 0)


def test_where_narrows_what_is_judged(judge: Judge) -> None:
    """Below several heaps everything counts as it is."""
    result = judge(f"{CLAIM}, where: several, iff: zero")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 50)
    rules = "equal :- heap(1,S), heap(2,S), not heap(3,_).\n"
    assert found(judge(f"{CLAIM}, where: several, iff: equal", rules=rules)) == ({"heap": [1, 1, 3]}, "N", "P", 6)


def test_where_that_nothing_meets_is_vacuous(judge: Judge) -> None:
    result = judge(f"{CLAIM}, where: many, iff: zero")
    assert (result.verdict, result.positions) == (Verdict.VACUOUS, 0)
    assert result.reason == "no position of the box meets `where`"


def test_a_box_without_a_move_is_vacuous(judge: Judge) -> None:
    result = judge(f"{CLAIM}, iff: zero, over: {{heap: {{count: 0}}}}")
    assert (result.verdict, result.positions) == (Verdict.VACUOUS, 1)
    assert result.reason == "no position of the box has a move"


@pytest.mark.parametrize("over", ["{heap: {count: 2..3}}", "{heap: {size: 3..5}}", "{heap: {count: 1, size: 5}}"])
def test_positions_outside_the_box_are_as_the_rules_have_them(judge: Judge, over: str) -> None:
    assert judge(f"{CLAIM}, iff: zero, over: {over}").verdict is Verdict.HOLDS


def test_the_least_in_its_layer(judge: Judge) -> None:
    """Both 1:4 and 2:3 have five stones and are claimed wrong."""
    rules = "two(A,B) :- heaps(2), heap(1,A), heap(2,B).\nwrong :- two(2,3).\nwrong :- zero, not two(1,4).\n"
    assert found(judge(f"{CLAIM}, iff: wrong", rules=rules))[0] == {"heap": [1, 4]}


def test_together_covering_all(judge: Judge) -> None:
    result = judge(f"{CLAIM}, together: [none, one, more]", *MEMBERS, rules=NONE)
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 56)


def test_together_agreeing_where_they_overlap(judge: Judge) -> None:
    assert judge(f"{CLAIM}, together: [none, any, more]", *MEMBERS, rules=NONE).verdict is Verdict.HOLDS


def test_together_uncovered(judge: Judge) -> None:
    result = judge(f"{CLAIM}, together: [none, one]", *MEMBERS, rules=NONE)
    assert found(result) == ({"heap": [1, 1]}, None, "P", 2)
    assert result.counterexample is not None
    assert "none of the theorems taken together covers it" in result.counterexample.sentence


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_together_an_uncovered_terminal_takes_the_value_of_play(judge: Judge, play: str) -> None:
    members = (
        f"id: one, kind: p-positions, play: {play}, where: single, iff: right",
        f"id: more, kind: p-positions, play: {play}, where: several, iff: right",
    )
    rules = "right :- zero.\n" if play == "normal" else "right :- nim_sum(1).\n"
    over = "" if play == "normal" else ", over: {heap: {count: 0..1}}"
    assert judge(f"{CLAIM}, play: {play}, together: [one, more]{over}", *members, rules=rules).verdict is Verdict.HOLDS


def test_together_a_covered_terminal_does_not(judge: Judge) -> None:
    members = ("id: empty, kind: p-positions, where: none, iff: single", *MEMBERS)
    result = judge(f"{CLAIM}, together: [empty, any]", *members, rules=NONE)
    assert found(result) == ({"heap": []}, "N", "P", 0)
    assert result.counterexample is not None
    assert "no move is left, and the previous player has won" in result.counterexample.sentence


def test_together_contradicting(judge: Judge) -> None:
    """For several heaps one says zero, one says never: they differ where the nim-sum is zero."""
    result = judge(f"{CLAIM}, together: [none, any, odd]", *MEMBERS, rules=NONE)
    assert found(result) == ({"heap": [1, 1]}, "both", "P", 2)
    assert result.counterexample is not None
    assert "two of the theorems taken together disagree" in result.counterexample.sentence


def test_together_ignores_the_boxes_of_its_members(judge: Judge) -> None:
    members = (
        "id: one, kind: p-positions, iff: zero, where: some, over: {heap: {count: 1}}",
        "id: none, kind: p-positions, where: none, iff: none",
    )
    assert judge(f"{CLAIM}, together: [one, none]", *members, rules=NONE).positions == 56


def test_with_a_strategy(judge: Judge) -> None:
    """To nim-sum zero; named in P-positions as well, which does not matter."""
    rules = "best(t(I,D)) :- move(t(I,D)), heap(I,S), sum_without(I,X), (S-D) \\ 3 = X.\n"
    rules += "sum_without(I,X^V) :- nim_sum(X), value(I,V).\nbest(t(9,9)) :- zero.\n"
    assert judge(f"{CLAIM}, iff: zero, strategy: best", rules=rules).verdict is Verdict.HOLDS
    lazy = judge(f"{CLAIM}, iff: zero, strategy: lazy", rules="lazy(t(1,1)) :- heap(1,_).\n")
    # 1 and 1:1 are well; from 2 both stones should be taken
    assert found(lazy) == ({"heap": [2]}, "a winning move", "a losing move", 3)


def test_the_least_position_counts_whether_claim_or_strategy_fails(judge: Judge) -> None:
    """With three stones the claim fails at 3, the strategy already at 1:2."""
    rules = "wrong :- zero, not heap(1,3).\n"
    rules += "wise(t(1,S)) :- heap(1,S), heaps(1), S < 3.\nwise(t(2,1)) :- heap(1,1), heap(2,1).\n"
    result = judge(f"{CLAIM}, iff: wrong, strategy: wise", rules=rules)
    assert found(result) == ({"heap": [1, 2]}, "a winning move", "no move named", 5)


def test_two_checks_that_differ_are_a_disagreement(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    """The local conditions are looked at apart from the kernel."""
    right = Layer.outcome

    def wrong(layer: Layer, play: str, position: tuple[object, ...]) -> str:
        flipped = position == ((1, 3),)
        return right(layer, play, position) if not flipped else "P"  # type: ignore[arg-type]

    monkeypatch.setattr(Layer, "outcome", wrong)
    with pytest.raises(Disagreement, match="judged: kernel and local conditions differ"):
        judge(f"{CLAIM}, iff: zero")
