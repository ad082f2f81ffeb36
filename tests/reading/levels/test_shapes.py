"""What is said of a shape holds where there are such heaps, and nowhere else."""

from __future__ import annotations

from itertools import product

import pytest

from bouton.core.logic.arithmetic import number
from bouton.core.logic.substitution import Evaluation
from bouton.core.position import Heaps
from bouton.reading.levels.position import Level, Levels, LevelShape, shape

FLUENT = Heaps("heap", "descending")


def values(one: LevelShape, steps: tuple[int, ...], times: tuple[int, ...], rest: int, stones: int) -> Evaluation:
    lower = {} if one.rest is None else {one.rest: rest}
    pairs = (*zip(one.steps, steps, strict=True), *zip(one.times, times, strict=True))
    return Evaluation({**dict(pairs), **lower, one.stones: stones})


@pytest.mark.parametrize("known", [1, 2, 3])
def test_lower_heaps_need_a_last_level_of_two_stones(known: int) -> None:
    """Whatever the levels above it: a heap has at least one stone."""
    several, alone = shape(FLUENT, known, more=True), shape(FLUENT, known, more=False)
    for steps in product((1, 2, 3), repeat=known):
        for rest in (0, 1, 4):
            holds = values(several, steps, (1,) * known, rest, 0)(several.facts)
            assert holds is (rest == 0 or steps[-1] >= 2)
        assert values(alone, steps, (1,) * known, 0, 0)(alone.facts) is True


def test_without_levels_there_are_no_lower_heaps() -> None:
    none, several = shape(FLUENT, 0, more=False), shape(FLUENT, 0, more=True)
    assert [values(several, (), (), rest, 9)(several.facts) for rest in (0, 1)] == [True, False]
    assert values(none, (), (), 0, 9)(none.facts) is True
    # every heap is a lower one, and may be of any size
    assert [values(several, (), (), 3, stones)(several.weight) for stones in (2, 3, 4, 99)] == [False, True, True, True]
    assert [values(none, (), (), 0, stones)(none.weight) for stones in (0, 1)] == [True, False]
    assert several.sizes({"heap.rest": 3}) == (1, 1, 1)
    assert several.sizes({"heap.rest": 3, "heap.stones": 8}) == (6, 1, 1)
    assert none.sizes({}) == ()


def test_stones_are_those_of_the_levels_and_of_the_lower_heaps() -> None:
    """Sizes 5 and 3, twice and once: 13 stones, and two lower heaps of 1 or 2."""
    several, alone = shape(FLUENT, 2, more=True), shape(FLUENT, 2, more=False)
    found = [stones for stones in range(30) if values(several, (2, 3), (2, 1), 2, stones)(several.weight)]
    assert found == [15, 16, 17]
    assert [stones for stones in range(30) if values(several, (2, 3), (2, 1), 0, stones)(several.weight)] == [13]
    assert [stones for stones in range(30) if values(alone, (2, 3), (2, 1), 0, stones)(alone.weight)] == [13]


def test_the_heaps_of_a_model() -> None:
    """What it leaves open is as small as it can be."""
    several = shape(FLUENT, 2, more=True)
    assert several.sizes({}) == (2, 1)
    said = {"heap.step.1": 2, "heap.step.2": 3, "heap.times.1": 2, "heap.rest": 2}
    assert several.sizes(said) == (5, 5, 3, 1, 1)
    assert several.sizes({**said, "heap.stones": 16}) == (5, 5, 3, 2, 1)
    assert several.sizes({**said, "heap.stones": 17}) == (5, 5, 3, 2, 2)
    assert shape(FLUENT, 2, more=False).sizes(said) == (5, 5, 3)


def test_levels_that_are_not_told_apart_are_lower_heaps() -> None:
    levels = Levels(tuple(Level(number(size), number(heaps)) for size, heaps in ((7, 2), (4, 1), (2, 5))), number(3))
    assert levels.heaps is number(11)
    assert levels.starts() == [number(0), number(2), number(3), number(8)]
    assert levels.top(1) == Levels(levels.known[:1], number(9))
    assert levels.top(3) == levels
    assert shape(FLUENT, 3, more=True).unknowns[-2:] == (shape(FLUENT, 3, more=True).rest, levels_stones())
    assert len(shape(FLUENT, 3, more=False).unknowns) == 7


def levels_stones() -> object:
    return shape(FLUENT, 1, more=False).stones
