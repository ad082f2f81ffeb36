"""What a move or a row chooses: bounds by what is known before it, and how many ways are tried at a position."""

from __future__ import annotations

import pytest

from bouton.core.logic.arithmetic import add, atom, multiply, number, scale, subtract
from bouton.core.logic.batch import Batch
from bouton.core.logic.expression import TRUE, Formula, unknown
from bouton.core.logic.formulas import at_most, conj, equal, less
from bouton.reading.choices import Choice, ChoicesLeft, NotBounded, choices, solutions

SIZE = unknown("size", 1)
S = atom(SIZE)
FIRST, SECOND = unknown("X$1", local=True), unknown("Y$2", local=True)
X, Y = atom(FIRST), atom(SECOND)


def between(low: int, value: object, high: object) -> Formula:
    return conj((at_most(number(low), value), at_most(value, high)))  # type: ignore[arg-type]


def test_bounds_are_told_by_what_comes_before() -> None:
    guard = conj((between(0, X, subtract(S, number(1))), at_most(X, number(9)), between(1, Y, X)))
    assert choices((SECOND, FIRST), guard) == (
        Choice(FIRST, (number(0),), (subtract(S, number(1)), number(9))),
        Choice(SECOND, (number(1),), (X,)),
    )


def test_a_bound_with_a_factor_is_none() -> None:
    guard = conj((at_most(number(0), X), at_most(scale(2, X), add(S, Y)), between(0, Y, S)))
    with pytest.raises(NotBounded) as found:
        choices((FIRST, SECOND), guard)
    assert (found.value.unknown, str(found.value)) == (FIRST, "X")
    both = conj((at_most(X, Y), at_most(Y, X), at_most(number(0), X)))
    with pytest.raises(NotBounded):
        choices((FIRST, SECOND), both)
    with pytest.raises(NotBounded):
        choices((FIRST,), conj((at_most(number(0), X), equal(multiply(X, X), S))))


def found(most: int | None, *sizes: int, guard: Formula = TRUE) -> tuple[list[tuple[int, int, int]], frozenset[int]]:
    """The places at positions of these sizes where X is from 1 to the size, and Y from X to 3; the positions kept."""
    chosen = (Choice(FIRST, (number(1),), (S,)), Choice(SECOND, (X,), (number(3),)))
    budget = ChoicesLeft.of(len(sizes), most)
    places = solutions(chosen, guard, Batch.of([{SIZE: size} for size in sizes]), budget)
    rows = [places.place(at) for at in range(len(places.origins))]
    return [(one[SIZE], one[FIRST], one[SECOND]) for one in rows], budget.kept


TWO = [(2, 1, 1), (2, 1, 2), (2, 1, 3), (2, 2, 2), (2, 2, 3)]
ONE = [(1, 1, 1), (1, 1, 2), (1, 1, 3)]


@pytest.mark.parametrize("most", [None, 6, 5])
def test_all_ways_to_choose(most: int | None) -> None:
    assert found(most, 2, 1) == (TWO + ONE, frozenset({0, 1}))
    assert found(most, 2, 1, guard=less(X, Y)) == (
        [(2, 1, 2), (2, 1, 3), (2, 2, 3), (1, 1, 2), (1, 1, 3)],
        frozenset({0, 1}),
    )


def test_no_way_is_tried_where_there_are_more_than_may_be() -> None:
    """Of the first choices none counts; with those of the second a position of two stones has five ways."""
    assert found(4, 2, 1)[1] == {1}
    assert found(3, 2, 1)[1] == {1}
    assert [row for row in found(3, 2, 1)[0] if row[0] == 1] == ONE
    assert found(2, 2, 1)[1] == frozenset()
    assert found(0, 2, 1) == ([], frozenset())


def test_what_was_tried_counts_together() -> None:
    budget = ChoicesLeft.of(3, 5)
    assert budget.allowed((0, 2), (range(3), range(2)), tried=True) == [range(3), range(2)]
    assert budget.left == [2, 5, 3]
    assert budget.allowed((0, 2), (range(9), range(9)), tried=False) == [range(9), range(9)]
    assert budget.left == [2, 5, 3]
    assert budget.allowed((0, 2), (range(3), range(3)), tried=True) == [range(0), range(3)]
    assert (budget.left, budget.kept) == ([-1, 5, 0], frozenset({1, 2}))
    assert budget.allowed((0, 2), (range(1), range(1)), tried=False) == [range(0), range(1)]


def test_a_place_without_choices_is_one_way() -> None:
    places = Batch.of([{SIZE: 1}, {SIZE: 2}, {SIZE: 3}])
    guard = less(S, number(3))
    budget = ChoicesLeft([1, 0, 5])
    assert list(solutions((), guard, places, budget).origins) == [0]
    assert (budget.left, budget.kept) == ([0, -1, 4], frozenset({0, 2}))
    assert list(solutions((), guard, places).origins) == [0, 1]
    assert list(solutions((), guard, places, ChoicesLeft.of(3, None)).origins) == [0, 1]
