"""A box of positions by steps: each but the least is one step above another, which comes before it.

So that some positions are the whole box, or all of it up to one of them, is seen from the steps out of each: that
takes no more work than there are positions, however large the box is said to be. Imports no solver.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator
from typing import Any

from bouton.core.position import Position
from bouton.ground.box import CounterBox, GroundBox, HeapBox, of_numbers

_TOLD = 100
"""Heaps of a missing position that are told, where no position that is there has so many."""


def missing(
    box: GroundBox,
    there: Collection[Position],
    order: Callable[[Position], Any],
    last: Position | None = None,
) -> Position | None:
    """A position of the box that is not `there`, up to `last` in that order where one is given; None if all are.

    The order is that of a measure, then of the positions; `there` has positions of the box only, and so is `last`.
    """
    if not box.parts or not box.size():
        return None
    longest = max((len(part) for at in there for part in at if isinstance(part, tuple)), default=0)
    bottom = tuple(_least(of_numbers(part), max(longest + 1, _TOLD)) for part in box.parts)
    if bottom not in there:
        return bottom
    bound = None if last is None else order(last)
    return next((gap for at in there for steps in above(box, at) if (gap := _gap(steps, there, order, bound))), None)


def _gap(
    steps: Iterator[Position], there: Container[Position], order: Callable[[Position], Any], bound: Any
) -> Position | None:
    for step in steps:
        if bound is not None and order(step) > bound:
            return None
        if step not in there:
            return step
    return None


def above(box: GroundBox, at: Position) -> Iterator[Iterator[Position]]:
    """The positions of the box one step above another, in several sequences, each in order.

    One step below a position its last fluent goes down that can: a counter by one; of heaps the last with a stone
    to lose (of heaps in order, the smallest), and where there is none, one heap goes away.
    """
    for place in reversed(range(len(box.parts))):
        part, value = of_numbers(box.parts[place]), at[place]
        for values in _raised(part, value):
            yield ((*at[:place], one, *at[place + 1 :]) for one in values)
        if value != _least(part, len(value) + 1 if isinstance(value, tuple) else 0):
            return


def _least(part: HeapBox | CounterBox, most: int) -> int | tuple[int, ...]:
    """The least value, with `most` heaps at most: that many heaps are more than any position to compare it with has."""
    if isinstance(part, CounterBox):
        return part.values[0]
    return (part.sizes[0],) * min(most, part.counts[0]) if part.sizes else ()


def _raised(part: HeapBox | CounterBox, value: int | tuple[int, ...]) -> Iterator[Iterator[int | tuple[int, ...]]]:
    if isinstance(part, CounterBox):
        assert isinstance(value, int)
        yield (one for one in (value + 1,) if one in part.values)
        return
    assert isinstance(value, tuple)
    if not part.sizes:
        return
    low, high = part.sizes[0], part.sizes[-1]
    falling = value[::-1] if part.fluent.order == "ascending" else value
    lowest = next((place for place in reversed(range(len(falling))) if falling[place] > low), None)
    first = lowest or 0
    if part.fluent.order == "none":
        yield (_one_more(value, place) for place in reversed(range(first, len(value))) if value[place] < high)
    else:
        for place in (first + 1, first):
            if place < len(falling) and falling[place] < (falling[place - 1] if place else high):
                more = _one_more(falling, place)
                yield iter([more[::-1] if part.fluent.order == "ascending" else more])
    if lowest is None and len(value) + 1 in part.counts:
        yield iter([(*value, low)])


def _one_more(heaps: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*heaps[:place], heaps[place] + 1, *heaps[place + 1 :])
