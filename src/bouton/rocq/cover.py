"""Few of the moves that may win, so many that one of them wins at each of a number of small positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
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
    wanted = truth(asked)
    left = [values for values in positions(ranges) if wanted(values)]
    return few_at([one for one in each if left and not free(one[1]) - ranges.keys()], left)


def few_at(each: Sequence[tuple[Kept, t.Formula]], left: Sequence[Mapping[str, int]]) -> list[Kept]:
    """The fewest that one finds of those whose conditions hold, together, wherever the condition of any does."""
    found: list[Kept] = []
    remaining = list(each)
    tests = [truth(one) for _, one in remaining]
    counted = [{at for at, values in enumerate(left) if test(values)} for test in tests]
    while remaining:
        best = max(range(len(remaining)), key=lambda at: (len(counted[at]), -len(text(remaining[at][1]))))
        gone = counted.pop(best)
        if not gone:
            break
        found.append(remaining.pop(best)[0])
        counted = [one - gone for one in counted]
    return found


def some(asked: t.Formula, ranges: Mapping[str, tuple[int, int | None]]) -> bool:
    """Whether the formula holds at one of the small positions."""
    return any(true_at(asked, one) for one in positions(ranges))


def positions(ranges: Mapping[str, tuple[int, int | None]]) -> Iterable[Mapping[str, int]]:
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
    return truth(formula)(values)


def value_at(term: t.Term, values: Mapping[str, int]) -> int | None:
    """The value of a term; None where it has none."""
    return _value(term)(values)


def truth(formula: t.Formula) -> Callable[[Mapping[str, int]], bool]:
    """The same as a function of the values, where there are many: the formula is looked through once."""
    if isinstance(formula, t.And | t.Or):
        parts, ends = [truth(one) for one in formula.parts], isinstance(formula, t.Or)

        def together(values: Mapping[str, int]) -> bool:
            for one in parts:  # a generator takes twice as long
                if one(values) is ends:
                    return ends
            return not ends

        return together
    if isinstance(formula, t.Not):
        body = truth(formula.body)
        return lambda values: not body(values)
    if isinstance(formula, t.Between):
        low, high = (t.Compared("<=", *both) for both in ((formula.low, formula.term), (formula.term, formula.high)))
        return truth(t.And((low, high)))
    if not isinstance(formula, t.Compared):
        return lambda _values: False
    relation, left, right = formula.relation, _value(formula.left), _value(formula.right)

    def compared(values: Mapping[str, int]) -> bool:
        one, other = left(values), right(values)
        return one is not None and other is not None and related(relation, one, other)

    return compared


def _value(term: t.Term) -> Callable[[Mapping[str, int]], int | None]:
    """The value of a term as a function of the values."""
    if isinstance(term, t.Number):
        return lambda _values, value=term.value: value  # type: ignore[misc]
    if isinstance(term, t.Variable):
        return lambda values, name=term.name: values.get(name)  # type: ignore[misc]
    if not isinstance(term, t.Operation):
        return lambda _values: None
    operator, left, right = term.operator, _value(term.left), _value(term.right)

    def operated(values: Mapping[str, int]) -> int | None:
        one, other = left(values), right(values)
        return None if one is None or other is None else calculated(operator, one, other)

    return operated
