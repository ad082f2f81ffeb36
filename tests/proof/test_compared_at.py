"""At how many positions and parameters, and at which, a reading is held against clingo: fewer would see less."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bouton.core.logic.expression import unknown
from bouton.core.position import Counter, Fluent, Heaps
from bouton.core.ranges import expression
from bouton.ground.box import GroundBox, HeapBox, of_numbers
from bouton.proof.compared import comparison
from bouton.proof.compared.spots import Spots, near
from bouton.proof.setting import Setting, Span
from bouton.proof.ways.levels import validate as levels

HEAP, DOWN, PILE, TURN = Heaps("heap"), Heaps("heap", "descending"), Counter("pile"), Counter("turn")
FIVE = [Counter(name) for name in "abcde"]


def game(*fluents: Fluent, **counters: range) -> Any:
    return SimpleNamespace(fluents=fluents, counters=counters)


def parts(box: GroundBox) -> list[object]:
    """Numbers and sizes of heaps by their ends, and the values of counters."""
    return [
        (part.counts[0], part.counts[-1], part.sizes[0], part.sizes[-1]) if isinstance(part, HeapBox) else part.values
        for part in map(of_numbers, box.parts)
    ]


@pytest.mark.parametrize(
    ("heaps", "largest", "positions"),
    [(0, 2, 1), (1, 8, 8), (2, 8, 36), (3, 8, 120), (4, 5, 70), (5, 4, 56), (6, 4, 84), (7, 4, 120), (8, 3, 45)],
)
def test_small_positions_of_heaps(heaps: int, largest: int, positions: int) -> None:
    box = comparison.small_box(game(HEAP), (heaps,))
    assert (parts(box), box.size()) == ([(heaps, heaps, 1, largest)], positions)
    assert parts(comparison._stretched(game(HEAP), box)) == [(heaps, heaps, 1, 200)]


def test_many_heaps_have_two_sizes_however_many_positions_these_are() -> None:
    box = comparison.small_box(game(HEAP), (130,))
    assert (parts(box), box.size()) == ([(130, 130, 1, 2)], 131)


@pytest.mark.parametrize(
    ("counters", "values"),
    [
        ((range(100),), [range(12)]),
        ((range(5, 9),), [range(5, 9)]),
        ((range(100), range(1, 3)), [range(10), range(1, 3)]),
        ((range(100), range(1, 100), range(7)), [range(4), range(1, 5), range(4)]),
        ((range(50),) * 5, [range(3)] * 5),
    ],
)
def test_small_positions_of_counters(counters: tuple[range, ...], values: list[range]) -> None:
    fluents = FIVE[: len(counters)]
    named = dict(zip("abcde", counters, strict=False))
    box = comparison.small_box(game(*fluents, **named), ())
    assert parts(box) == values
    stretched = comparison._stretched(game(*fluents, **named), box)
    assert parts(stretched) == [values[:201] for values in counters]


def test_small_positions_of_heaps_and_a_counter() -> None:
    box = comparison.small_box(game(HEAP, PILE, pile=range(300)), (2,))
    assert parts(box) == [(2, 2, 1, 8), range(12)]
    assert parts(comparison._stretched(game(HEAP, PILE, pile=range(300)), box)) == [(2, 2, 1, 200), range(201)]


def setting(**unknown: Span) -> Setting:
    return Setting({"k": 3}, unknown, ((),), {})


def test_the_least_values_of_unknown_parameters_are_all_taken_with_each_other() -> None:
    every = Span(1, None)
    assert list(comparison.assignments(setting())) == [({"k": 3}, True)]
    found = list(comparison.assignments(setting(n=Span(2, None))))
    assert found[:3] == [({"k": 3, "n": n}, True) for n in (2, 3, 4)]
    assert len(found) == 5
    assert all(not least and 2 <= chosen["n"] <= 11 for chosen, least in found[3:])  # type: ignore[operator]
    found = list(comparison.assignments(setting(a=every, b=every, c=every)))
    assert [chosen for chosen, least in found if least] == [
        {"k": 3, "a": a, "b": b, "c": c} for a in (1, 2, 3) for b in (1, 2, 3) for c in (1, 2, 3)
    ]
    assert len(found) == 29


def test_of_many_assignments_the_least_and_others_are_taken() -> None:
    found = list(comparison.assignments(setting(**dict.fromkeys("abcd", Span(1, None)))))
    least = [tuple(chosen[name] for name in "abcd") for chosen, least in found if least]
    assert (len(found), len(least), len(set(least)), least[0]) == (50, 48, 48, (1, 1, 1, 1))
    assert {number for one in least for number in one} == {1, 2, 3}
    further = [[cast(int, chosen[name]) for name in "abcd"] for chosen, least in found if not least]
    assert all(max(several) > 3 for several in zip(*further, strict=True))
    few = list(comparison.assignments(setting(n=Span(2, 3), m=Span(1, 1))))
    assert [chosen for chosen, least in few if least] == [{"k": 3, "n": 2, "m": 1}, {"k": 3, "n": 3, "m": 1}]
    assert len(few) == 4


def test_the_ends_of_a_range() -> None:
    text = expression("k+1")
    assert Span(2, 5).at({}, 9) == range(2, 6)
    assert Span(2, None).at({}, 9) == range(2, 11)
    assert Span(text, expression("2*k")).at({"k": 4}, 9) == range(5, 9)
    assert [one.symbolic for one in (Span(1, 2), Span(1, None), Span(text, 3), Span(1, text))] == [
        *(False, False, True, True),
    ]
    assert [one.texts for one in (Span(1, 2), Span(1, None), Span(text, None))] == [[1, 2], [1], ["k+1"]]


def test_of_many_moves_some_options_are_compared() -> None:
    some = SimpleNamespace(moves=tuple(range(60)))
    many = SimpleNamespace(moves=tuple(range(61)))
    assert comparison.looked_at(cast(Any, some)) == some.moves
    found = cast(list[int], comparison.looked_at(cast(Any, many)))
    assert len(found) == len(set(found)) == 15
    assert set(found) <= set(many.moves)


def test_the_unknown_parameters_are_put_as_numbers() -> None:
    k = unknown("k.N", 1)
    assert comparison.numbers_of({"k": k, "S": unknown("S.N")}, {"k": 4, "S": (1, 2), "m": 7}) == {k: 4}


@pytest.mark.parametrize("fluent", [HEAP, DOWN])
def test_positions_of_many_heaps_of_few_sizes(fluent: Heaps) -> None:
    every = [list(cast(tuple[int, ...], heaps)) for (heaps,) in levels.positions(fluent)]
    assert len(every) == 40
    assert all(heaps == sorted(heaps, reverse=fluent is DOWN) for heaps in every)
    assert (min(map(len, every)), max(map(len, every))) == (1, 14)
    assert (min(map(min, every)), max(map(max, every))) == (1, 12)
    assert {len(set(heaps)) for heaps in every} == {1, 2, 3, 4, 5, 6}
    assert every == [list(cast(tuple[int, ...], heaps)) for (heaps,) in levels.positions(fluent)]


@pytest.mark.parametrize(
    ("atoms", "share", "positions"),
    [(1, 1, 60), (100, 1, 60), (200, 1, 40), (100, 3, 20), (200, 3, 13), (8_000, 1, 3), (100, 50, 3), (9_000, 1, 3)],
)
def test_far_positions_are_fewer_where_they_cost_more_or_are_asked_for_often(
    atoms: int, share: int, positions: int
) -> None:
    rules = SimpleNamespace(statements=(), constants=(("c", 700),))
    about = SimpleNamespace(rules=rules, parameters={"k": 3, "S": (50, 90)}, fluents=(HEAP,), counters={})
    grounder = SimpleNamespace(wanted=frozenset())
    found = Spots(cast(Any, about), (2,), cast(Any, None), cast(Any, grounder), 5000, atoms).drawn(share)
    sizes = [size for (heaps,) in found for size in cast(tuple[int, ...], heaps)]
    assert len(found) == len(set(found)) == positions
    assert all(len(cast(tuple[int, ...], heaps)) == 2 for (heaps,) in found)
    assert 1 <= min(sizes) <= max(sizes) <= 5000
    assert positions < 60 or set(sizes) & {699, 700, 701, 49, 50, 51, 2, 3, 4}


def test_positions_of_a_counter_that_is_always_large() -> None:
    """None of the numbers near those of the rules is among its values: many others are drawn."""
    rules = SimpleNamespace(statements=(), constants=(("c", 700),))
    about = SimpleNamespace(rules=rules, parameters={}, fluents=(PILE,), counters={"pile": range(9000, 90_000)})
    grounder = SimpleNamespace(wanted=frozenset())
    found = Spots(cast(Any, about), (), cast(Any, None), cast(Any, grounder), 5000, 1).drawn(1)
    assert len(found) == len(set(found)) == 60
    assert all(pile in about.counters["pile"] for (pile,) in found)
    assert max(cast(tuple[int], one)[0] for one in found) > 9700


def test_numbers_near_those_of_the_rules() -> None:
    """Twice and three times each, sums and differences, and one more and one less of all these."""
    assert near((3, 10), random.Random(1), 50) == [*range(2, 15), 19, 20, 21, 29, 30, 31]
    assert near((3, 10), random.Random(1), 20) == [*range(2, 15), 19, 20]
    assert near((0,), random.Random(1), 9) == [0, 1]
    assert near((), random.Random(1), 9) == []
    many = near(range(0, 2000, 7), random.Random(1), 50_000)
    assert (len(many), many) == (400, sorted(set(many)))
    forty = near(range(0, 4000, 100), random.Random(1), 500)
    assert forty == sorted(at + more for at in range(0, 600, 100) for more in (-1, 0, 1) if 0 <= at + more <= 500)
