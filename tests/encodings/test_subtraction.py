"""Subtraction games against a table filled from below."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

import pytest

from bouton.core.verdict import Verdict
from tests.encodings.changed import changed
from tests.oracle.pairs import Pairs
from tests.samples import small_or_whole

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


REPEATING: list[tuple[int, ...]] = [
    *((1,), (3,), (1, 2), (2, 3), (2, 5), (1, 3, 4), (2, 4, 7), (3, 4, 6), (1, 4, 9)),
    *((2, 3, 5, 7), (2, 6, 7, 10), (1, 2, 4, 8), (3, 5, 6, 9, 10)),
]


@cache
def game(numbers: tuple[int, ...]) -> Pairs:
    return Pairs(((x,) for x in range(201)), lambda place: {(place[0] - s,) for s in numbers if s <= place[0]})


def begin_and_period(numbers: tuple[int, ...]) -> tuple[int, int]:
    """From where on the values repeat, and how often; the largest number many in a row settle the rest."""
    values = [normal for normal, _ in game(numbers).pair.values()]
    row = max(numbers)
    return next(
        (begin, period)
        for begin in range(100)
        for period in range(1, 50)
        if values[begin : begin + row] == values[begin + period : begin + period + row]
    )


def least(claimed: Callable[[int, int, int], bool], misere: bool, piles: range) -> Where:
    numbers, pile = next(
        (s, pile) for s in SETS for pile in piles if claimed(*s, pile) != (pile in p_positions(s, misere))
    )
    return {"S": numbers}, {"pile": pile}


def two_numbers(a: int, b: int, pile: int) -> bool:
    return pile % (a + b) < b and pile % (a + b) % (2 * a) < a


@pytest.mark.slow
def test_outcomes(outcomes: Callable[[str, str], object]) -> None:
    for play in ("normal", "misere"):
        expected = {(s,): {(x,): x in p_positions(s, play == "misere") for x in range(201)} for s in SETS}
        assert outcomes("subtraction.yaml", play) == expected


@pytest.mark.parametrize("most", small_or_whole({"pile": 20, "x": 11}, {}), ids=["small", "whole"])
def test_claims(verdicts: Callable[..., None], most: dict[str, int]) -> None:
    early, pile = next(
        (s, x)
        for s in SETS
        for x in range(150)
        if (x in p_positions(s, False)) != (x + 2 * s[0] in p_positions(s, False))
    )
    lost_misere = p_positions((1, 3, 4), True)
    values = [normal for normal, _ in game((2, 6)).pair.values()]
    swapped = next(
        (s, x)
        for s in SETS
        for x in range(0, 201, 2)
        if two_numbers(*s, x) is not ((x in p_positions(s, False)) is not (x in p_positions(s, True)))
    )
    smallest: dict[str, Where] = {
        "first-places": least(lambda a, b, x: x % (a + b) < a, misere=False, piles=range(201)),
        "misere-is-normal": least(two_numbers, misere=True, piles=range(1, 201)),
        "two-numbers-early-period": ({"S": early}, {"pile": pile}),
        "section-3-8-periodic": ({"S": next(s for s in REPEATING if begin_and_period(s)[0])}, {"last": 60}),
        "outcomes-misere-early": (
            {"S": (1, 3, 4)},
            {"pile": next(x for x in range(5, 150) if (x in lost_misere) != (x - 5 in lost_misere))},
        ),
        "swapped-are-lost": ({"S": swapped[0]}, {"pile": swapped[1]}),
        "least-period-twice": ({"S": (1, 3, 4)}, {"pile": 20}),  # of 0..13 alone the values do not tell
        "even-piles-early": ({"S": (2, 6)}, {"pile": next(x for x in range(2, 150, 2) if values[x] != values[x - 2])}),
    }
    verdicts("subtraction.yaml", smallest, most)


def test_two_numbers_for_every_pair_up_to_twelve() -> None:
    for b in range(2, 13):
        for a in range(1, b):
            assert {x for x in range(201) if two_numbers(a, b, x)} == p_positions((a, b), False)


def test_ferguson() -> None:
    """Lemma 19 and Proposition 6 for every set of numbers up to 7."""
    for size in range(1, 8):
        for numbers in combinations(range(1, 8), size):
            solved = game(numbers)
            value = [normal for normal, _ in solved.pair.values()]
            for x in range(201 - numbers[0]):
                assert (value[x] == 0) == (value[x + numbers[0]] == 1)
            for place, options in solved.options.items():
                if value[place[0]] == 0 and options:
                    assert any(value[option[0]] == 1 for option in options)
            assert solved.not_pet() == solved.not_minion() == []


@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        (
            "section-3-7-values",
            "g(X,V)           :- climbs(X,V), avoids(X,V,M), most(M).",
            "g(X,V)           :- climbs(X,V), avoids(X,V,M), least(M).",
        ),
        ("lemma-19", "up_19(X,K)       :- g(X,0), least(K).", "up_19(X,K)       :- g(X,0), most(K)."),
        ("proposition-6", "pile(X), D <= X.\nafter", "pile(X), D <= X, X-D != 3.\nafter"),
        ("section-3-7-zeros", "zero_at(148,(0;1;6;9))", "zero_at(148,(0;1;6;8))"),
        ("section-3-7-ones", "cycle(148,8,3)", "cycle(148,5,3)"),
        ("proposition-6-disjoint", "one_at(26,(1;3))", "one_at(26,(0;1;3))"),
        ("section-3-8-periodic-corrected", "P > 0, in_range(L+M-1+P)", "P > 0, P < 17, in_range(L+M-1+P)"),
    ],
)
@pytest.mark.sample(9)
def test_mutants(tmp_path: Path, claim: str, old: str, new: str) -> None:
    assert changed(tmp_path, "subtraction", claim, old, new).verdict is Verdict.REFUTED
