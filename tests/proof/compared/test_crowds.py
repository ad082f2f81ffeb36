"""Positions near the numbers of the rules: each quantity is below, at and above each number, and not too much is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from bouton.core.position import Heaps, Position
from bouton.proof.compared.crowds import CROWD, LARGEST, crowds, drawn, is_near, lesser, position

ASCENDING, DESCENDING = Heaps("heap", "ascending"), Heaps("heap", "descending")


def levels(found: Position) -> list[tuple[int, int]]:
    (heaps,) = found
    assert isinstance(heaps, tuple)
    return sorted(Counter(heaps).items(), reverse=True)


QUANTITIES: dict[str, Callable[[list[tuple[int, int]]], int | None]] = {
    "heaps": lambda one: sum(count for _, count in one),
    "heaps of two sizes or more": lambda one: sum(count for _, count in one) if len(one) > 1 else None,
    "alike at the first level": lambda one: one[0][1],
    "alike at the first level, others below": lambda one: one[0][1] if len(one) > 1 else None,
    "alike at the second level": lambda one: one[1][1] if len(one) > 1 else None,
    "alike at the third level": lambda one: one[2][1] if len(one) > 2 else None,
    "size of the first level": lambda one: one[0][0],
    "size of the first level, of two heaps": lambda one: one[0][0] if one[0][1] > 1 else None,
    "size of the second level": lambda one: one[1][0] if len(one) > 1 else None,
    "stones": lambda one: sum(size * count for size, count in one),
    "stones of two heaps": lambda one: sum(size for size, _ in one) if len(one) == 2 else None,
}


@pytest.mark.parametrize("fluent", [ASCENDING, DESCENDING])
@pytest.mark.parametrize("number", [17, 50])
@pytest.mark.parametrize("what", QUANTITIES)
@pytest.mark.sample(4)
def test_each_quantity_is_one_less_equal_and_one_more(fluent: Heaps, number: int, what: str) -> None:
    found = {QUANTITIES[what](levels(one)) for one in crowds(fluent, [0, 1, 2, number])}
    assert {number - 1, number, number + 1} <= found


def test_sizes_may_be_far_greater_than_numbers_of_heaps() -> None:
    sizes = {QUANTITIES["size of the first level"](levels(one)) for one in crowds(ASCENDING, [1500])}
    assert {1499, 1500, 1501} <= sizes
    assert all(len(levels(one)) <= 3 for one in crowds(ASCENDING, [1500]))


def test_what_is_near_two_numbers_is_there() -> None:
    """As 16 is, which is one more than 9 + 6, with two heaps of 13."""
    found = {tuple(levels(one)) for one in [*crowds(DESCENDING, [6, 9, 13]), *drawn(DESCENDING, [6, 9, 13], 400)]}
    assert any(top >= 13 and alike == 2 and lower >= 16 for (top, alike), *rest in found for _, lower in rest)


@pytest.mark.parametrize("numbers", [[], [0], [1], [3, 60, 100], [5000], [10**9], list(range(40, 90))])
def test_none_has_too_many_heaps_or_stones_and_each_is_there_once(numbers: list[int]) -> None:
    for found in (crowds(ASCENDING, numbers), drawn(ASCENDING, numbers, 50)):
        assert len({*found}) == len(found) <= 360
        for one in found:
            assert sum(count for _, count in levels(one)) <= CROWD
            assert all(0 < size <= LARGEST for size, _ in levels(one))
            (heaps,) = one
            assert isinstance(heaps, tuple)
            assert (ASCENDING.canonical(heaps),) == one


def test_they_are_fewer_where_many_values_of_parameters_are_compared_and_always_the_same() -> None:
    assert crowds(ASCENDING, [17, 50]) == crowds(ASCENDING, [17, 50])
    assert len(crowds(ASCENDING, [17, 50], 20)) < len(crowds(ASCENDING, [17, 50])) / 4
    assert drawn(ASCENDING, [17, 50], 30) == drawn(ASCENDING, [17, 50], 30)


def test_lesser_positions_have_fewer_stones() -> None:
    found = position(ASCENDING, ((7, 3), (2, 5)))
    smaller = {*lesser(ASCENDING, found)}
    assert position(ASCENDING, ((7, 2), (2, 5))) in smaller
    assert position(ASCENDING, ((7, 3), (1, 5))) in smaller
    assert position(ASCENDING, ((7, 1), (2, 5))) in smaller
    assert all(sum(size * count for size, count in levels(one)) < 31 for one in smaller)
    assert is_near(found) and not is_near(((41,),))
