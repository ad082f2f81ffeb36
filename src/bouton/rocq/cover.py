"""Few of the moves that may win, so many that one of them wins at each of a number of small positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, product
from typing import TypeVar

from bouton.rocq import tree as t
from bouton.rocq.evaluate import related
from bouton.rocq.tree import calculated, free, text

_POSITIONS = 3000
_MOST = 60
"""Sizes and numbers that are looked at, where there is one unknown only."""

Kept = TypeVar("Kept")


def few_of(
    each: Sequence[tuple[Kept, t.Formula]], asked: t.Formula, ranges: Mapping[str, tuple[int, int | None]]
) -> list[Kept]:
    """The fewest that one finds of those whose conditions hold, together, where the formula that is asked does.

    `ranges` has the least value of each unknown, and its greatest where it has one. Where
    some position has none of them, what it lacks is no concern here.
    """
    left: list[Mapping[str, int]] = [one for one in _positions(ranges) if true_at(asked, one)]
    found: list[Kept] = []
    remaining = [one for one in each if not free(one[1]) - ranges.keys()]
    while left and remaining:
        counted = [[at for at, values in enumerate(left) if true_at(one, values)] for _, one in remaining]
        best = max(range(len(remaining)), key=lambda at: (len(counted[at]), -len(text(remaining[at][1]))))
        if not counted[best]:
            break
        found.append(remaining[best][0])
        gone = set(counted[best])
        left = [values for at, values in enumerate(left) if at not in gone]
        del remaining[best]
    return found


def _positions(ranges: Mapping[str, tuple[int, int | None]]) -> Iterable[Mapping[str, int]]:
    """Small values of the unknowns: all where there is a last one, else as many as there is room for."""
    room = _POSITIONS
    unbounded = 0
    for low, high in ranges.values():
        if high is None:
            unbounded += 1
        else:
            room //= max(1, high - low + 1)
    most = min(_MOST, max(3, int(room ** (1 / max(1, unbounded)))))
    each = [range(low, (low + most if high is None else high + 1)) for low, high in ranges.values()]
    return (dict(zip(ranges, values, strict=True)) for values in islice(product(*each), 4 * _POSITIONS))


def true_at(formula: t.Formula, values: Mapping[str, int]) -> bool:
    """Whether a formula without quantifiers holds for these values; not where it has none."""
    if isinstance(formula, t.And):
        return all(true_at(one, values) for one in formula.parts)
    if isinstance(formula, t.Or):
        return any(true_at(one, values) for one in formula.parts)
    if isinstance(formula, t.Not):
        return not true_at(formula.body, values)
    if isinstance(formula, t.Between):
        low, one, high = (value_at(each, values) for each in (formula.low, formula.term, formula.high))
        return low is not None and one is not None and high is not None and low <= one <= high
    if not isinstance(formula, t.Compared):
        return False
    left, right = value_at(formula.left, values), value_at(formula.right, values)
    return left is not None and right is not None and related(formula.relation, left, right)


def value_at(term: t.Term, values: Mapping[str, int]) -> int | None:
    """The value of a term; None where it has none."""
    if isinstance(term, t.Number):
        return term.value
    if isinstance(term, t.Variable):
        return values.get(term.name)
    if isinstance(term, t.Operation):
        left, right = value_at(term.left, values), value_at(term.right, values)
        return None if left is None or right is None else calculated(term.operator, left, right)
    return None
