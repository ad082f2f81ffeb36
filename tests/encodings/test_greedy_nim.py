"""Greedy Nim against a memoised solver, and the values of two heaps against their definition."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.oracle.bounded_greedy_nim import Heaps, is_p, positions
from tests.samples import small_or_whole

BOX = list(positions(6, 8))


def repetitions(heaps: Heaps) -> int:
    return heaps.count(max(heaps, default=0))


def theorem_5(heaps: Heaps, exceptions: int = 1) -> bool:
    return repetitions(heaps) % 2 == (1 if max(heaps, default=0) <= exceptions else 0)


def least(wrong: Callable[[Heaps], bool]) -> Any:
    return {}, {"heap": list(next(heaps for heaps in BOX if wrong(heaps)))}


@pytest.mark.parametrize("size", small_or_whole(5, 99), ids=["small", "whole"])
def test_outcomes(outcomes: Any, size: int) -> None:
    box = [heaps for heaps in BOX if max(heaps, default=0) <= size]
    for play in ("normal", "misere"):
        assert outcomes("greedy_nim.yaml", play, {"heap.size": size}) == {
            (): {(heaps,): is_p(None, play == "misere", heaps) for heaps in box}
        }


@pytest.mark.parametrize("most", small_or_whole({"heap.size": 5}, {}), ids=["small", "whole"])
def test_claims(verdicts: Any, most: dict[str, int]) -> None:
    verdicts("greedy_nim.yaml", {"even-heaps": least(lambda h: (len(h) % 2 == 0) != is_p(None, False, h))}, most)


def normal_move_loses_misere(heaps: Heaps) -> bool:
    """The normal winning moves: any where three or more heaps are largest; else down to the second, or away."""
    if not heaps or is_p(None, True, heaps):
        return False
    largest, *others = heaps
    if repetitions(heaps) % 2 == 0:
        return True
    down = others[0] if repetitions(tuple(others)) % 2 else 0
    left = range(largest) if repetitions(heaps) > 1 else range(down, down + 1)
    followers = [tuple(sorted(filter(None, (*others, size)), reverse=True)) for size in left]
    return not all(is_p(None, True, follower) for follower in followers)


def test_known_false(verdicts: Any) -> None:
    smallest = {
        "theorem-4-misere": least(lambda h: (repetitions(h) % 2 == 0) != is_p(None, True, h)),
        "theorem-5-normal": least(lambda h: theorem_5(h) != is_p(None, False, h)),
        "theorem-5-two": least(lambda h: theorem_5(h, exceptions=2) != is_p(None, True, h)),
        "theorem-5-moves-normal": least(normal_move_loses_misere),
        "section-5-2-difference": least_of_two(lambda x, y: x - y),
        "section-5-2-nim-sum": least_of_two(lambda x, y: x ^ y),
        "section-5-2-two-early": least_of_two(lambda x, y: block(2, 1, y) if x - y == 2 and y >= 1 else None),
        "section-5-2-five": least_of_two(lambda x, y: block(5, 37, y) if x - y == 5 and y >= 37 else None),
    }
    verdicts("known_false/greedy_nim.yaml", smallest)


# ------------------------------------------------------------------------------------------------- values of two heaps


@cache
def value(x: int, y: int, misere: bool = False) -> int:
    """The value of the heaps x >= y by its definition; a heap of 0 is none."""
    if x == 0:
        return int(misere)
    reached = {value(max(left, y), min(left, y), misere) for left in range(x)}
    return next(number for number in range(x + y + 2) if number not in reached)


PAIRS = sorted(((x, y) for x in range(49) for y in range(x + 1)), key=lambda pair: (sum(pair), pair))
SETTLED = {1: 0, 2: 5, 3: 7, 4: 27}


def block(d: int, start: int, y: int) -> int:
    return 2 * d - 1 + (y - start) // d % 2


def least_of_two(claimed: Callable[[int, int], int | None]) -> Any:
    wrong = ((x, y) for x, y in PAIRS if claimed(x, y) not in (None, value(x, y)))
    return {}, {"heap": [size for size in next(wrong) if size]}


def test_two_heaps_near_each_other() -> None:
    """What the spec says of d = 1, ..., 4 holds further than its box, and from no lesser y on."""
    for d, start in SETTLED.items():
        ys = range(start, 90)
        assert [value(y + d, y) for y in ys] == [block(d, start, y) for y in ys]
        assert start == 0 or value(start - 1 + d, start - 1) not in (2 * d - 1, 2 * d)


def test_two_heaps_far_from_each_other() -> None:
    fewer = [0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 3, 4, 5]
    for y, less in enumerate(fewer):
        assert all(value(x, y) == x - less for x in range(2 * y, 60))
        assert y - less == len({value(y, other) for other in range(y)})


def test_misere_values_differ_at_singular_positions_alone() -> None:
    differ = {(x, y) for x, y in PAIRS if value(x, y) != value(x, y, misere=True)}
    assert differ == {(0, 0), (1, 0), (1, 1)}
