"""The order after a move, whatever the sizes: held against `Heaps.canonical` at numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bouton.core.logic.arithmetic import add, atom, number, scale
from bouton.core.logic.expression import TRUE, Linear, unknown
from bouton.core.logic.formulas import at_most
from bouton.core.logic.substitution import Evaluation
from bouton.core.position import Counter, Heaps, Order
from bouton.reading.canonical import exactly, successors

ORDERS: tuple[Order, ...] = ("ascending", "descending", "none")
FREE = [unknown(f"free{at}", 0) for at in range(4)]


@st.composite
def left_by_a_move(draw: st.DrawFn) -> tuple[Order, list[int], list[tuple[str, int]]]:
    """An order, the heaps before, and what becomes of each place: kept, lowered, or new."""
    order = draw(st.sampled_from(ORDERS))
    sizes = draw(st.lists(st.integers(1, 6), max_size=4))
    if order != "none":
        sizes.sort(reverse=order == "descending")
    changes = [draw(st.one_of(st.just(("kept", 0)), st.tuples(st.just("set"), st.integers(0, 6)))) for _ in sizes]
    return order, sizes, changes + draw(st.lists(st.tuples(st.just("set"), st.integers(0, 6)), max_size=2))


@given(left_by_a_move())
def test_exactly_one_successor_is_the_canonical_position(case: tuple[Order, list[int], list[tuple[str, int]]]) -> None:
    order, sizes, changes = case
    fluent = Heaps("heap", order)
    count = len(sizes)
    chain = "" if order == "none" else "heap"
    before = [
        unknown(f"heap.{at}", 1, chain=chain, rank=(count - at if order == "descending" else at) if chain else 0)
        for at in range(1, count + 1)
    ]
    values = dict(zip(before, sizes, strict=True))
    after: list[Linear] = []
    expected = []
    for at, (kind, value) in enumerate(changes):
        if kind == "kept":
            after.append(atom(before[at]))
            expected.append(sizes[at])
        else:
            free = unknown(f"T${at}", local=True)
            values[free] = value
            after.append(atom(free))
            expected.append(value)
    evaluation = Evaluation(values)
    found = [
        tuple(map(evaluation, entry))
        for successor in successors([fluent], (tuple(after),))
        if evaluation(successor.guard)
        for entry in successor.position
        if isinstance(entry, tuple)
    ]
    assert found == [fluent.canonical(expected)]


def test_heaps_that_stay_positive_give_one_case() -> None:
    sizes = tuple(atom(unknown(f"heap.{at}", 1, chain="heap", rank=at)) for at in (1, 2, 3))
    (only,) = successors([Heaps("heap")], (sizes,))
    assert only.guard is TRUE
    assert only.position == (sizes,)


def test_a_counter_stays_as_it_is() -> None:
    value = add(scale(2, atom(FREE[0])), number(-1))
    (only,) = successors([Counter("pile")], (value,))
    assert only.position == (value,)


@pytest.mark.parametrize("count", range(-1, 6))
def test_exactly_so_many(count: int) -> None:
    formulas = [at_most(atom(one), number(2)) for one in FREE]
    for chosen in range(16):
        values = {one: 0 if chosen >> at & 1 else 5 for at, one in enumerate(FREE)}
        assert Evaluation(values)(exactly(count, formulas)) == (chosen.bit_count() == count)
