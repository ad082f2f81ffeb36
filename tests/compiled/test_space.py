"""The numbers and the places of positions: each has its own, and none is left over where it need not be."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement, product

import pytest

from bouton.compiled.space import HeapKind, Space, SumsOfPlaces, space
from bouton.core.errors import Unreadable
from bouton.core.position import Counter, Fluent, Heaps, Measure
from bouton.ground.box import CounterBox, GroundBox, HeapBox

HEAP, DOWN = Heaps("heap"), Heaps("heap", "descending")
PASS, PILE, TURN = Counter("pass"), Counter("pile", stones=True), Counter("turn")


def made(*parts: HeapBox | CounterBox, measure: tuple[str, ...] | None = None) -> Space:
    fluents: tuple[Fluent, ...] = tuple(part.fluent for part in parts)
    order = Measure.default(fluents) if measure is None else Measure(fluents, measure)
    return space(fluents, order, GroundBox(parts))


def heaps(most: int, largest: int, fluent: Heaps = HEAP) -> HeapBox:
    return HeapBox(fluent, range(most + 1), range(1, largest + 1))


@pytest.mark.parametrize("cube", [False, True])
@pytest.mark.parametrize(("most", "largest"), [(0, 4), (1, 5), (2, 3), (3, 4), (4, 2)])
def test_each_position_has_a_place_of_its_own(most: int, largest: int, cube: bool) -> None:
    parts = (heaps(most, largest), CounterBox(PASS, range(2, 5)), CounterBox(TURN, range(2)))
    found = made(*parts)
    found = replace(found, cube=cube)
    lists = [one for count in range(most + 1) for one in combinations_with_replacement(range(1, largest + 1), count)]
    places = [found.place((one, first, second)) for one in lists for first, second in product((2, 3, 4), (0, 1))]
    assert len(set(places)) == len(places) == found.size
    assert (min(places), max(places)) == (0, found.places - 1)
    assert cube or found.places == found.size
    totals = [sum(one) for one in lists]
    assert found.of_total(()) == [totals.count(total) for total in range(most * largest + 1)]


@pytest.mark.parametrize("fluent", [HEAP, DOWN])
def test_what_is_printed_is_the_place(fluent: Heaps) -> None:
    for cube in (False, True):
        base = made(heaps(3, 4, fluent), CounterBox(PASS, range(2, 5)), CounterBox(TURN, range(2)))
        found = replace(base, cube=cube)
        weights = {f"W{rank}": row for rank, row in enumerate(found.weights)}
        for count in range(4):
            names = [f"h{at}" for at in range(count)]
            text = SumsOfPlaces(found).of((count,), names, ["k0", "k1"])
            for one in combinations_with_replacement(range(1, 5), count):
                sizes = fluent.canonical(one)
                known = {**dict(zip(names, sizes, strict=True)), "k0": 3, "k1": 1}
                assert eval(text, {}, {**weights, **known}) == found.place((sizes, 3, 1))


def test_spaces() -> None:
    found = made(heaps(3, 4), CounterBox(PASS, range(2, 5)))
    assert (found.kinds, found.counters, found.size) == ((HeapKind(HEAP, 3, 4),), ((2, 4),), 35 * 3)
    assert (found.entries, found.free) == ((("stones", None), ("pass", 0)), ())
    assert made(heaps(3, 4), CounterBox(PASS, range(3)), measure=("stones",)).free == (0,)
    assert made(CounterBox(PILE, range(9)), CounterBox(TURN, range(2))).entries == (("stones", 0), ("turn", 1))
    none = made(HeapBox(HEAP, range(3), range(1, 1)), CounterBox(PASS, range(2)))
    assert (none.kinds, none.size, none.places) == ((HeapKind(HEAP, 0, 0),), 2, 2)
    empty = made(HeapBox(HEAP, range(0), range(1, 5)), CounterBox(PASS, range(2)))
    assert empty.kinds == (HeapKind(HEAP, 0, 4),)


@pytest.mark.parametrize(
    ("parts", "measure"),
    [
        ((heaps(2, 2), CounterBox(PILE, range(-1, 3))), None),
        ((heaps(2, 2),), ("heaps", "stones")),
        ((heaps(2, 2), CounterBox(PASS, range(3))), ("pass",)),
        ((CounterBox(PASS, range(3)),), ("stones", "pass")),
        ((CounterBox(PILE, range(3)),), ("stones", "pile")),
        ((heaps(2, 2, Heaps("heap", "none")),), None),
    ],
)
def test_what_is_sorted(parts: tuple[HeapBox | CounterBox, ...], measure: tuple[str, ...] | None) -> None:
    """No loops go through these positions in the order of their measure."""
    found = made(*parts, measure=measure)
    assert found.sorted
    assert not found.entries
    with pytest.raises(Unreadable, match=r"more than 33,554,432 positions that must be sorted"):
        made(*parts, CounterBox(Counter("other"), range(1 << 25)), measure=(*(measure or ("stones", "pass")), "other"))


@pytest.mark.parametrize(
    ("parts", "measure", "reason"),
    [
        ((heaps(16, 2), heaps(15, 2, Heaps("row"))), None, "more than 256 numbers of heaps of all kinds"),
        ((CounterBox(PASS, range(0)),), ("pass",), "the box is empty"),
        ((heaps(1001, 1000),), None, "heaps of more than 1000000 stones together"),
    ],
)
def test_what_is_not_compiled(
    parts: tuple[HeapBox | CounterBox, ...], measure: tuple[str, ...] | None, reason: str
) -> None:
    with pytest.raises(Unreadable, match=reason):
        made(*parts, measure=measure)
    assert made(heaps(1000, 1)).most == 1000
