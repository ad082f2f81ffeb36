"""Subtraction games against a table filled from below."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

Where: TypeAlias = tuple[dict[str, object], dict[str, object]]

SETS = ((1, 2), (1, 3), (2, 3), (1, 4), (2, 5), (3, 4), (1, 6), (2, 7), (3, 8), (2, 11))


@cache
def p_positions(numbers: tuple[int, ...], misere: bool) -> set[int]:
    """The P-positions of 0..200."""
    found: set[int] = set()
    for pile in range(201):
        options = [pile - number for number in numbers if number <= pile]
        if found.isdisjoint(options) and (options or not misere):
            found.add(pile)
    return found


def least(claimed: Callable[[int, int, int], bool], misere: bool, piles: range) -> Where:
    numbers, pile = next(
        (s, pile) for s in SETS for pile in piles if claimed(*s, pile) != (pile in p_positions(s, misere))
    )
    return {"S": numbers}, {"pile": pile}


def two_numbers(a: int, b: int, pile: int) -> bool:
    return pile % (a + b) < b and pile % (a + b) % (2 * a) < a


def test_outcomes(outcomes: Callable[[str, str], object]) -> None:
    for play in ("normal", "misere"):
        expected = {(s,): {(x,): x in p_positions(s, play == "misere") for x in range(201)} for s in SETS}
        assert outcomes("subtraction.yaml", play) == expected


def test_claims(verdicts: Callable[[str, dict[str, Where]], None]) -> None:
    smallest = {
        "first-places": least(lambda a, b, x: x % (a + b) < a, misere=False, piles=range(201)),
        "misere-is-normal": least(two_numbers, misere=True, piles=range(1, 201)),
    }
    verdicts("subtraction.yaml", smallest)


def test_two_numbers_for_every_pair_up_to_twelve() -> None:
    for b in range(2, 13):
        for a in range(1, b):
            assert {x for x in range(201) if two_numbers(a, b, x)} == p_positions((a, b), False)
