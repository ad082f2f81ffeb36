"""Levels of a position: shapes, what they stand for, and the levels after a move."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.expression import TRUE, Unknown, unknown
from bouton.core.logic.substitution import Evaluation
from bouton.core.position import Heaps
from bouton.proof.ways.levels.validate import seen
from bouton.reading.levels.merge import merged
from bouton.reading.levels.position import Level, Levels, rows, shape
from bouton.reading.marks import possible, sure
from tests.samples import small_or_whole

HEAPS = st.lists(st.integers(1, 7), max_size=9)
FLUENT = Heaps("heap", "descending")


def concrete(levels: Levels, evaluation: Evaluation) -> tuple[tuple[tuple[int, int], ...], int]:
    """The levels as numbers."""
    return tuple((evaluation(one.size), evaluation(one.heaps)) for one in levels.known), evaluation(levels.rest)


@given(HEAPS, st.integers(1, 4))
def test_a_shape_at_a_position_has_its_levels(heaps: list[int], depth: int) -> None:
    levels, rest = seen(heaps, depth)
    one = shape(FLUENT, len(levels), more=len(levels) == depth)
    values = one.at(heaps)
    assert concrete(one.levels, Evaluation(values)) == (levels, rest)
    assert Evaluation(values)(one.facts)
    assert Evaluation(values)(one.weight)
    assert all(unknown.low is not None and value >= unknown.low for unknown, value in values.items())
    model = {unknown.name: value for unknown, value in values.items()}
    assert seen(one.sizes(model), depth) == (levels, rest)
    assert sum(one.sizes(model)) == sum(heaps)


@given(HEAPS, st.integers(1, 3), st.integers(0, 60))
def test_a_shape_has_a_position_with_so_many_stones_where_its_facts_say_so(
    heaps: list[int], depth: int, stones: int
) -> None:
    """Other numbers of stones with the same levels: those that some position has, and no others."""
    levels, rest = seen(heaps, depth)
    one = shape(FLUENT, len(levels), more=len(levels) == depth)
    values = {**one.at(heaps), one.stones: stones}
    known = sum(size * times for size, times in levels)
    lowest = levels[-1][0] if levels else 0
    possible = known + rest <= stones <= known + rest * (lowest - 1) if rest else stones == known
    assert Evaluation(values)(one.weight) == possible
    if possible:
        found = one.sizes({unknown.name: value for unknown, value in values.items()})
        assert seen(found, depth) == (levels, rest)
        assert sum(found) == stones


@given(HEAPS, st.integers(1, 3))
def test_one_position_in_place_of_another(heaps: list[int], depth: int) -> None:
    levels, rest = seen(heaps, depth)
    one = shape(FLUENT, len(levels), more=len(levels) == depth)
    other = Levels(
        tuple(Level(number(size), number(times)) for size, times in levels), number(rest), number(sum(heaps))
    )
    put = one.values(other)
    assert {unknown: value.number for unknown, value in put.items()} == one.at(heaps)
    assert one.stones not in one.values(Levels(other.known, other.rest))


@pytest.mark.parametrize("examples", small_or_whole(10, 40))
def test_each_heap_has_its_place(examples: int) -> None:
    settings(max_examples=examples)(POSITIONS(placed))()


POSITIONS = given(HEAPS, st.integers(1, 4), st.sampled_from(["ascending", "descending"]))


def placed(heaps: list[int], depth: int, order: str) -> None:
    """The rows of `heap(I,S)` are the known heaps; the hidden row holds where a lower one may be, and no more."""
    fluent = Heaps("heap", "ascending" if order == "ascending" else "descending")
    levels, _ = seen(heaps, depth)
    one = shape(fluent, len(levels), more=len(levels) == depth)
    values = one.at(heaps)
    there_are = list(enumerate(sorted(heaps, reverse=order == "descending"), 1))
    lowest = levels[-1][0] if levels else 0
    for place in range(-1, len(heaps) + 3):
        for size in range(9):
            found = {"sure": False, "possible": False}
            for row in rows(fluent, one.levels):
                own: dict[Unknown, int] = {}
                for argument, value in zip(row.arguments, (place, size), strict=True):
                    ((part, _),) = argument.terms if len(argument.terms) == 1 else ((None, 0),)  # type: ignore[union-attr]
                    if isinstance(part, Unknown) and part.local:
                        own[part] = value
                evaluation = Evaluation({**values, **own})
                if not all(
                    evaluation(argument) == value  # type: ignore[arg-type]
                    for argument, value in zip(row.arguments, (place, size), strict=True)
                ):
                    continue
                found["sure"] |= evaluation(sure(row.guard))
                found["possible"] |= evaluation(possible(row.guard))
            there = (place, size) in there_are
            if there and any(size == level for level, _ in levels):
                assert found["sure"]
            assert found["possible"] or not there
            assert not found["sure"] or there
            assert not found["possible"] or there or (0 < size < lowest)


@given(HEAPS.filter(bool), st.data(), st.integers(1, 3))
def test_the_levels_after_a_move_are_those_of_the_heaps(heaps: list[int], data: st.DataObject, depth: int) -> None:
    """One of the highest heaps becomes one or two others: exactly one case holds, and it is what sorting gives."""
    levels, rest = seen(heaps, depth + 1)
    one = shape(FLUENT, len(levels), more=len(levels) == depth + 1)
    sizes = data.draw(st.lists(st.integers(0, levels[0][0]), min_size=1, max_size=2))
    names = [unknown(f"T{at}", 0, local=True) for at in range(len(sizes))]
    added = [Level(atom(name), number(1)) for name in names]
    taken = [number(1), *[number(0)] * (len(levels) - 1)]
    values = {**one.at(heaps), **dict(zip(names, sizes, strict=True))}
    evaluation = Evaluation(values)
    cases = [case for case in merged(one.levels, taken, added, depth, TRUE) if evaluation(case.guard)]
    assert len(cases) == 1
    left = Counter(heaps)
    left[levels[0][0]] -= 1
    left.update(size for size in sizes if size)
    after = [size for size, times in left.items() for _ in range(times)]
    if evaluation(cases[0].shallow):
        assert rest, "only where there is a rest too little may be known"
    else:
        assert concrete(cases[0].levels, evaluation) == seen(after, depth)
    stones = cases[0].levels.stones
    assert stones is not None
    assert evaluation(stones) == sum(after)
