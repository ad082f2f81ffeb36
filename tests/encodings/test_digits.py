"""Wythoff, NIM(a), Mark and Fibonacci Nim by digits, against digits and P-positions in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from tests.encodings.conftest import Where
from tests.encodings.test_nim_a import game
from tests.encodings.test_wythoff import heaps, table
from tests.samples import small_or_whole

Pair = tuple[int, int]
Claimed = Callable[[int, int], bool]


def digits(number: int, a: int) -> list[int]:
    """The digits by the weights 1, a+1, a(a+1)+1, ..., the last one first, by greed."""
    weights = [1, a + 1]
    while weights[-1] <= number:
        weights.append(a * weights[-1] + weights[-2])
    found = []
    for weight in reversed(weights):
        found.append(number // weight)
        number %= weight
    while found and not found[0]:
        found.pop(0)
    return found[::-1]


def zeros(number: int, a: int) -> int:
    """How many zeros a number ends in."""
    return next(at for at, digit in enumerate(digits(number, a)) if digit)


def shifted(x: int, y: int, a: int) -> bool:
    return digits(y, a) == [0, *digits(x, a)]


def pairs(a: int, zeros_of: Callable[[int], bool], most: int) -> set[Pair]:
    """The pairs with one more zero that end in as many as wanted, and (0,0)."""
    every = ((x, y) for y in range(most + 1) for x in range(1, y + 1))
    return {(0, 0)} | {(x, y) for x, y in every if shifted(x, y, a) and zeros_of(zeros(x, a))}


def test_digits_are_greedy() -> None:
    assert [digits(n, 1) for n in range(6)] == [[], [1], [0, 1], [0, 0, 1], [1, 0, 1], [0, 0, 0, 1]]
    assert [digits(n, 2) for n in range(8)] == [[], [1], [2], [0, 1], [1, 1], [2, 1], [0, 2], [0, 0, 1]]


def test_the_theorem_of_wythoffs_nim() -> None:
    assert pairs(1, lambda zero: zero % 2 == 0, 40) == table(False)
    exchanged = table(False) - {(0, 0), (1, 2)} | {(0, 1), (2, 2)}
    assert exchanged == table(True)


def test_the_theorem_of_nim_a() -> None:
    for a in range(1, 5):
        p_positions = {one for one in game(a).p_positions(False) if one[0] <= one[1] <= 16}
        assert pairs(a, lambda zero: zero % 2 == 0, 16) == p_positions


def least(claimed: set[Pair], p_positions: set[Pair]) -> list[int]:
    """The least position that is claimed and no P-position, or the other way round."""
    wrong = min(claimed ^ p_positions, key=lambda pair: (sum(pair), heaps(pair)))
    return list(heaps(wrong))


@pytest.mark.slow
def test_claims_on_wythoff(verdicts: Callable[..., None]) -> None:
    even = pairs(1, lambda zero: zero % 2 == 0, 40)
    few = pairs(1, lambda zero: zero % 2 == 0 and zero < 5, 40)
    two = {(0, 0)} | {
        (x, y) for y in range(41) for x in range(1, y + 1)
        if digits(y, 1) == [0, 0, *digits(x, 1)] and zeros(x, 1) % 2 == 0
    }  # fmt: skip
    verdicts(
        "wythoff_digits.yaml",
        {
            "zeckendorf-odd": ({}, {"heap": least(pairs(1, lambda zero: zero % 2 == 1, 40), even)}),
            "zeckendorf-any": ({}, {"heap": least(pairs(1, lambda _: True, 40), even)}),
            "zeckendorf-two-places": ({}, {"heap": least(two, even)}),
            "zeckendorf-five-places": ({}, {"heap": least(few, even)}),
        },
    )


def fibonacci_nim(most: int) -> set[Pair]:
    """The P-positions (pile, limit), from below."""
    found: set[Pair] = set()
    for pile in range(most + 1):
        for limit in range(2 * most + 1):
            if not any((pile - t, 2 * t) in found for t in range(1, min(pile, limit) + 1)):
                found.add((pile, limit))
    return found


def whinihan(most: int) -> Iterator[Pair]:
    """Where the least Fibonacci number of the pile is more than may be taken."""
    for pile in range(most + 1):
        part = [1, 2, 3, 5, 8, 13, 21, 34, 55][zeros(pile, 1)] if pile else 0
        yield from ((pile, limit) for limit in range(2 * most + 1) if not pile or limit < part)


def test_the_theorem_of_fibonacci_nim(verdicts: Callable[..., None]) -> None:
    assert set(whinihan(20)) == fibonacci_nim(20)
    verdicts(
        "fibonacci_nim.yaml",
        {
            "fibonacci-only": ({}, {"pile": 4, "limit": 0}),
            "next-place": ({}, {"pile": 1, "limit": 1}),
        },
    )


@pytest.mark.parametrize("most", small_or_whole({"pile": 600}, {}), ids=["small", "whole"])
def test_claims_on_mark(verdicts: Callable[..., None], most: dict[str, int]) -> None:
    """Without the statement about every period, which takes clingo seconds in its box, but in the slow tests."""
    smallest: dict[str, Where] = {"dopey-or-two-zeros": ({}, {"pile": 4}), "dopey-few-zeros": ({}, {"pile": 512})}
    verdicts("mark_digits.yaml", smallest, most)


def ended(t: int, most: int) -> set[Pair]:
    """The P-positions of Wythoff's Nim that also ends at (t,1), from below."""
    found: set[Pair] = set()
    every = sorted(((x, y) for y in range(most + 1) for x in range(y + 1)), key=sum)
    for x, y in every:
        options = {(u, y) for u in range(x)} | {(x, v) for v in range(y)}
        options |= {(x - d, y - d) for d in range(1, x + 1)}
        if (x, y) == (t, 1) or not any((min(one), max(one)) in found for one in options):
            found.add((x, y))
    return found


@pytest.mark.slow
def test_wythoffs_nim_that_also_ends_elsewhere(
    verdicts: Callable[..., None], outcomes: Callable[[str, str], object]
) -> None:
    for t in (0, 1):
        shift = 2 * t - 1
        moved = {(x + shift, y + shift) for x, y in table(False) if x + shift >= 0 and y + shift <= 30}
        assert {(0, 0)} | moved == ended(t, 30)
    every = [(x, y) for y in range(21) for x in range(y + 1)]
    assert outcomes("wythoff_terminal.yaml", "normal") == {
        (t,): {(heaps(pair),): pair in ended(t, 20) for pair in every} for t in (0, 1)
    }
    verdicts("wythoff_terminal.yaml", {"unchanged": ({"t": 0}, {"heap": least(table(False) | {(0, 1)}, ended(0, 40))})})


def nim_rows(most: int, misere: bool) -> set[tuple[int, ...]]:
    """The P-positions of four rows of so many stones at most, each position by its moves."""
    found: set[tuple[int, ...]] = set()
    for rows in product(range(most + 1), repeat=4):  # in the order of their first rows, so that options come before
        options = [(*rows[:at], left, *rows[at + 1 :]) for at in range(4) for left in range(rows[at])]
        if (not options and not misere) or (options and not any(one in found for one in options)):
            found.add(rows)
    return found


def test_nim_in_rows(verdicts: Callable[..., None]) -> None:
    for misere in (False, True):
        sums = {rows: rows[0] ^ rows[1] ^ rows[2] ^ rows[3] for rows in product(range(5), repeat=4)}
        claimed = {rows for rows, one in sums.items() if one == (misere and max(rows) <= 1)}
        assert nim_rows(4, misere) == claimed
    lost = nim_rows(4, misere=False)
    for a, b, c, d in product(range(5), repeat=4):
        alike = (a == b) + (c == d)
        assert (a, b, c, d) in lost or alike < 2
        assert (a, b, c, d) not in lost or alike != 1
    none = {"a": 0, "b": 0, "c": 0, "d": 0}
    verdicts(
        "nim_rows.yaml",
        {
            "one-pair-enough": ({}, {**none, "d": 1}),
            "row-forgotten": ({}, {**none, "d": 1}),
            "first-digits-only": ({}, {**none, "d": 1}),
            "six-digits": ({}, {**none, "a": 64}),
            "none-common": ({}, {**none, "b": 1}),
            "pairs-misere": ({}, none),  # who is to move there has won
            "one-pair-wins": ({}, none),
            "any-digit": ({}, {**none, "a": 1, "b": 1}),
            "one-stone-too-many": ({}, {**none, "a": 1, "b": 2}),
        },
    )
