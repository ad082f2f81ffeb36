"""Boxes: counted as they are listed, layer by layer in the order of the smallest counterexample."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bouton.core.position import Counter, Heaps, Measure, Order, Position
from bouton.core.ranges import interval
from bouton.core.spec import Box, CounterRange, HeapRange
from bouton.ground.box import MANY, CounterBox, GroundBox, HeapBox, Region, around, ground_box, of_numbers

ORDERS: tuple[Order, ...] = ("ascending", "descending", "none")


@st.composite
def ranges(draw: st.DrawFn, low: int, high: int) -> range:
    first = draw(st.integers(low, high))
    return range(first, draw(st.integers(first, high)) + 1)


@st.composite
def boxes(draw: st.DrawFn) -> GroundBox:
    counter = CounterBox(Counter("pass", draw(st.booleans())), draw(ranges(-2, 2)))
    heaps = [
        HeapBox(Heaps(name, draw(st.sampled_from(ORDERS))), draw(ranges(0, 3)), draw(ranges(1, 4)))
        for name in draw(st.sampled_from([["heap"], ["heap", "row"], []]))
    ]
    parts: list[HeapBox | CounterBox] = [*heaps, counter]
    return GroundBox(tuple(draw(st.permutations(parts))))


def listing(box: GroundBox) -> set[Position]:
    """Every position of the box, by brute force."""
    parts: list[list[int | tuple[int, ...]]] = []
    for part in map(of_numbers, box.parts):
        if isinstance(part, CounterBox):
            parts.append(list(part.values))
        else:
            lists = (sizes for count in part.counts for sizes in itertools.product(part.sizes, repeat=count))
            parts.append(list({part.fluent.canonical(sizes) for sizes in lists}))
    return set(itertools.product(*parts))


@given(boxes(), st.permutations(["stones", "pass", "heaps", "splits"]), st.integers(0, 4))
@example(
    GroundBox(
        (HeapBox(Heaps("heap", "ascending"), range(3), range(1, 3)), CounterBox(Counter("pass", False), range(1)))
    ),
    ["pass", "stones", "heaps", "splits"],
    1,
)
@settings(max_examples=100)
def test_layers_list_the_box_once_in_order(box: GroundBox, entries: list[str], most: int) -> None:
    fluents = tuple(part.fluent for part in box.parts)
    known = [one for one in entries if one in ("stones", "pass") or len(fluents) > 1]
    measure = Measure(fluents, tuple(known[:most])) if most else Measure.default(fluents)
    layers = list(box.layers(measure))
    positions = [position for layer in layers for position in layer]
    assert positions == sorted(listing(box), key=lambda position: (measure.of(position), position))
    assert all(len({measure.of(position) for position in layer}) == 1 for layer in layers)
    assert len({measure.of(layer[0]) for layer in layers}) == len(layers)
    assert box.size() == len(positions)
    assert all(position in box for position in positions)


@given(boxes(), st.lists(st.integers(0, 6), max_size=4), st.integers(-3, 3))
def test_a_box_contains_what_it_lists(box: GroundBox, sizes: list[int], value: int) -> None:
    parts = (part.fluent.canonical(sizes) if isinstance(part, HeapBox) else value for part in box.parts)
    position = tuple(parts)
    assert (position in box) == (position in listing(box))


def test_a_prefix_comes_before_its_continuations_in_a_layer_of_another_measure() -> None:
    fluents = (Heaps("heap"), Counter("pass"))
    box = GroundBox((HeapBox(fluents[0], range(3), range(1, 3)), CounterBox(fluents[1], range(2))))
    first, second = box.layers(Measure(fluents, ("pass",)))
    assert [position[0] for position in first] == [(), (1,), (1, 1), (1, 2), (2,), (2, 2)]
    assert [position[1] for position in first + second] == [0] * 6 + [1] * 6


@pytest.mark.parametrize(
    ("order", "counts", "sizes", "size"),
    [
        ("ascending", range(0, 501), range(1, 10**6 + 1), MANY),
        ("ascending", range(500, 501), range(1, 10**6 + 1), MANY),
        ("none", range(10_000, 10_001), range(1, 11), MANY),
        ("none", range(0, 10**9 + 1), range(1, 3), MANY),
        ("none", range(3, 10**9 + 1), range(1, 2), 10**9 - 2),
        ("descending", range(0, 10**9 + 1), range(5, 6), 10**9 + 1),
        ("ascending", range(7, 10**8 + 1), range(1, 3), 5000000150000001 - 28),
        ("ascending", range(10**9, 10**9 + 1), range(1, 10**9 + 1), MANY),
    ],
)
def test_a_huge_box_is_counted_at_once(order: Order, counts: range, sizes: range, size: int) -> None:
    part = HeapBox(Heaps("heap", order), counts, sizes)
    assert part.size() == size
    assert GroundBox((part, part)).size() == min(MANY, size * size)


def test_the_least_positions_of_a_huge_box_come_at_once() -> None:
    for stones in (False, True):
        pile, turn = Counter("pile", stones), Counter("turn")
        box = GroundBox((CounterBox(pile, range(10**12)), CounterBox(turn, range(1, 3))))
        least = list(itertools.islice(box.layers(Measure.default((pile, turn))), 4))
        assert least == [[(0, 1)], [(0, 2)], [(1, 1)], [(1, 2)]]


def test_an_empty_box_has_no_layers() -> None:
    heaps = Heaps("heap")
    measure = Measure.default((heaps,))
    for counts, sizes in [(range(0), range(1, 3)), (range(1, 3), range(1, 1))]:
        box = GroundBox((HeapBox(heaps, counts, sizes),))
        assert (box.size(), list(box.layers(measure))) == (0, [])
    no_sizes = GroundBox((HeapBox(heaps, range(0, 3), range(1, 1)),))
    assert (no_sizes.size(), list(no_sizes.layers(measure))) == (1, [[((),)]])


@pytest.mark.parametrize("position", [((), 3), ((2, 2, 5), -1), ((7,), 0)])
def test_around_one_position(position: Position) -> None:
    fluents = (Heaps("heap"), Counter("pass"))
    region = around(fluents, position)
    assert region.size() == 1
    assert list(region.layers(Measure.default(fluents))) == [[position]]
    assert position in region.hull


def test_ranges_may_use_parameters() -> None:
    fluents = (Heaps("heap"), Counter("pass"))
    box = Box((), (HeapRange("heap", interval("0..k"), interval("k..2*k")), CounterRange("pass", interval("k-1..1"))))
    assert ground_box(fluents, box, {"k": 2}).parts == (
        HeapBox(fluents[0], range(3), range(2, 5)),
        CounterBox(fluents[1], range(1, 2)),
    )
    assert Region(ground_box(fluents, box, {"k": 3})).size() == 0
