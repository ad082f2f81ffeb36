"""The steps through a box reach every position of it once, and what is missing is found without going through it."""

from __future__ import annotations

import itertools
from collections import Counter as Tally
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.position import Counter, Heaps, Measure, Order, Position
from bouton.ground.box import CounterBox, GroundBox, HeapBox, of_numbers
from bouton.ground.steps import above, missing

ORDERS: tuple[Order, ...] = ("ascending", "descending", "none")


@st.composite
def boxes(draw: st.DrawFn) -> GroundBox:
    parts: list[HeapBox | CounterBox] = []
    for name in draw(st.sampled_from(["h", "c", "hc", "ch", "cc"])):
        low, more = draw(st.integers(1, 3)), draw(st.integers(-1, 2))
        if name == "h":
            few, many = draw(st.integers(0, 2)), draw(st.integers(0, 1))
            fluent = Heaps(f"h{len(parts)}", draw(st.sampled_from(ORDERS)))
            parts.append(HeapBox(fluent, range(few, few + many + 1), range(low, low + more + 1)))
        else:
            counter = Counter(f"c{len(parts)}", draw(st.booleans()))
            parts.append(CounterBox(counter, range(low - 2, low + more - 1)))
    return GroundBox(tuple(parts))


def listed(box: GroundBox) -> list[Position]:
    """Every position, found without steps."""
    values: list[list[Any]] = []
    for part in map(of_numbers, box.parts):
        if isinstance(part, CounterBox):
            values.append(list(part.values))
        else:
            lists = (one for count in part.counts for one in itertools.product(part.sizes, repeat=count))
            values.append(sorted({part.fluent.canonical(one) for one in lists}))
    return list(itertools.product(*values))


def measures(box: GroundBox) -> list[Measure]:
    fluents = tuple(part.fluent for part in box.parts)
    counters = [fluent.name for fluent in fluents if isinstance(fluent, Counter)]
    ways = [["stones", *counters], [*counters, "stones"], counters, ["stones"]]
    return [Measure(fluents, tuple(way)) for way in ways]


@settings(deadline=None)
@given(boxes())
def test_each_position_but_the_least_is_a_step_above_one_other(box: GroundBox) -> None:
    positions = listed(box)
    assert len(positions) == box.size()
    reached = Tally(step for at in positions for steps in above(box, at) for step in steps)
    assert reached == Tally(sorted(positions)[1:])


@settings(max_examples=200, deadline=None)
@given(boxes(), st.data())
def test_what_is_missing_is_found(box: GroundBox, data: st.DataObject) -> None:
    positions = listed(box)
    measure = data.draw(st.sampled_from(measures(box)))

    def order(at: Position) -> tuple[tuple[int, ...], Position]:
        return measure.of(at), at

    assert missing(box, positions, order) is None
    if positions:
        last = data.draw(st.sampled_from(positions))
        below = {at for at in positions if order(at) <= order(last)}
        assert missing(box, below, order, last) is None
        gap = data.draw(st.sampled_from(sorted(below)))
        assert missing(box, below - {gap}, order, last) == gap
        found = missing(box, below - {gap}, order)
        assert found is not None
        assert found not in below - {gap}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    ("counts", "sizes"),
    [((0, 10**9), (1, 1)), ((0, 10**9), (1, 10**9)), ((10**9, 10**9), (1, 2)), ((2, 10**9), (1, 10**9))],
)
def test_a_box_that_cannot_be_gone_through_costs_nothing(
    order: Order, counts: tuple[int, int], sizes: tuple[int, int]
) -> None:
    fluent = Heaps("heap", order)
    box = GroundBox((HeapBox(fluent, range(counts[0], counts[1] + 1), range(sizes[0], sizes[1] + 1)),))
    measure = Measure.default((fluent,))
    there: set[Position] = {((1,) * counts[0],)} if counts[0] < 10 else {((1, 1),)}
    found = missing(box, there, lambda at: (measure.of(at), at))
    assert found is not None
    assert found not in there
    if counts[0] < 10:
        (last,) = there
        assert missing(box, there, lambda at: (measure.of(at), at), last) is None


def test_the_least_position_has_all_its_heaps() -> None:
    fluent = Heaps("heap")
    box = GroundBox((HeapBox(fluent, range(120, 121), range(1, 2)),))
    measure = Measure.default((fluent,))
    assert missing(box, [((1,) * 120,)], lambda at: (measure.of(at), at)) is None
