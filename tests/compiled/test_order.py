"""Positions have their numbers in the order in which clingo's engine judges them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.compiled.engine import load as load_program
from bouton.compiled.space import Space, space
from bouton.compiled.validate import whole
from bouton.core.errors import InputError
from bouton.core.position import Counter, Fluent, Heaps, Measure
from bouton.document.load import load
from bouton.ground.box import CounterBox, GroundBox, HeapBox
from tests.compiled.engines import LANGUAGES, judged, prepared

RULES = """
move(take(I)) :- heap(I,_).    after(take(I), heap(I,S-1)) :- move(take(I)), heap(I,S).
holds :- heap(1,_).            uses :- coin(_).    uses :- ticks(_).
"""
SPEC = """
game: one by one
rules: rules.lp
measure: [{measure}]
position: {{{position}}}
claims: [{{id: all, says: All., kind: everywhere, iff: holds}}]
"""
CASES = [
    ("stones, coin, ticks", "ticks: 0..2, heap: {count: 0..4, size: 1..3}, coin: 1..2"),
    ("stones, ticks", "coin: 0..1, heap: {count: 0..3, size: 1..4, order: descending}, ticks: 0..2"),
    ("coin, stones", "heap: {count: 0..5, size: 1..4}, ticks: 0..1, coin: 0..1"),
    ("stones, coin, ticks", "heap: {count: 0..6, size: 1..2, order: descending}, coin: 0, ticks: 0"),
    ("stones, coin, ticks", "heap: {count: 0..1, size: 1..9}, coin: 0, ticks: 0"),
    ("stones, coin, ticks", "heap: {count: 0..4, size: 1}, coin: 0, ticks: 0"),
    ("stones, coin, ticks", "heap: {count: 0..3, size: 1..12}, coin: 0, ticks: 0"),
]


@pytest.mark.parametrize(("measure", "position"), CASES)
@pytest.mark.sample(5)
def test_numbers_go_with_the_order_of_judging(measure: str, position: str, tmp_path: Path) -> None:
    (tmp_path / "rules.lp").write_text(RULES)
    (tmp_path / "spec.yaml").write_text(SPEC.format(measure=measure, position=position))
    spec = load(tmp_path / "spec.yaml")
    ((item, claim),) = judged(spec)
    program = prepared(spec, item, claim)
    assert program is not None
    expected = [one for layer in item.region.layers(spec.measure) for one in layer]
    assert program.job.size == len(expected)
    for language in LANGUAGES:
        machine = load_program(program.job, language).machine
        assert [whole(program.space, *machine.position(rank)) for rank in range(len(expected))] == expected


def _space(fluents: tuple[Fluent, ...], *parts: HeapBox | CounterBox, entries: tuple[str, ...] = ()) -> Space:
    measure = Measure(fluents, entries) if entries else Measure.default(fluents)
    return space(fluents, measure, GroundBox(parts))


@pytest.mark.parametrize("order", ["ascending", "descending"])
def test_places_are_all_different_and_none_is_left_over(order: str) -> None:
    heap, coin = Heaps("heap", order), Counter("coin")  # type: ignore[arg-type]
    box = GroundBox((CounterBox(coin, range(2, 5)), HeapBox(heap, range(5), range(1, 5))))
    there = space((coin, heap), Measure.default((coin, heap)), box)
    places = [there.place(one) for layer in box.layers(there.measure) for one in layer]
    assert sorted(places) == list(range(there.places))
    assert there.size == len(places)


def test_ranks_beyond_64_bits_are_refused() -> None:
    heap = Heaps("heap")
    with pytest.raises(InputError, match="64 bits") as error:
        _space((heap,), HeapBox(heap, range(9), range(1, 100_000)))
    assert len(error.value.diagnostics) == 1
    assert _space((heap,), HeapBox(heap, range(5), range(1, 100_000))).size < 2**63


def test_several_kinds_and_what_must_be_sorted() -> None:
    one, other, pile = Heaps("one"), Heaps("other"), Counter("pile", stones=True)
    box = HeapBox(one, range(3), range(1, 4))
    assert _space((one, other), box, HeapBox(other, range(3), range(1, 5))).size == 10 * 15
    assert _space((one, pile), box, CounterBox(pile, range(3))).size == 10 * 3
    assert not _space((one, pile), box, CounterBox(pile, range(3))).sorted
    assert _space((one, pile), box, CounterBox(pile, range(3)), entries=("pile",)).sorted
