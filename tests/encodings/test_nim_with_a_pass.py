"""Nim with a pass against a memoised solver."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from operator import xor
from typing import TypeAlias

Heaps: TypeAlias = tuple[int, ...]
Where: TypeAlias = tuple[dict[str, object], dict[str, object]]

HEAPS = (h for n in range(4) for h in combinations_with_replacement(range(1, 11), n))
BOX = sorted(((h, passes) for h in HEAPS for passes in (0, 1)), key=lambda p: (sum(p[0]), p[1], p))


@cache
def is_p(heaps: Heaps, passes: int, misere: bool) -> bool:
    """Whether the player who moved to these heaps, with this many passes left, wins."""
    if not heaps:
        return not misere
    options = {
        (tuple(sorted((*heaps[:at], *heaps[at + 1 :], *([left] if left else [])))), passes)
        for at, size in enumerate(heaps)
        for left in range(size)
    }
    if passes:
        options.add((heaps, passes - 1))
    return not any(is_p(*option, misere) for option in options)


def least(claimed: Callable[[Heaps, int], bool], where: Callable[[Heaps], object] = lambda _: True) -> Where:
    heaps, passes = next(p for p in BOX if where(p[0]) and claimed(*p) != is_p(*p, False))
    return {}, {"heap": list(heaps), "pass": passes}


@cache
def value(size: int, passes: int) -> int:
    """The Sprague-Grundy value of one heap."""
    options = {value(left, passes) for left in range(size)} | ({value(size, 0)} if size and passes else set())
    return next(number for number in range(len(options) + 1) if number not in options)


def test_outcomes(outcomes: Callable[[str, str], object]) -> None:
    for play in ("normal", "misere"):
        expected = {position: is_p(*position, play == "misere") for position in BOX}
        assert outcomes("nim_with_a_pass.yaml", play) == {(): expected}


def test_claims(verdicts: Callable[[str, dict[str, Where]], None]) -> None:
    size, passes = next(
        at for at in product(range(2, 9), (0, 1)) if value(*at) != value(at[0] - 1, at[1]) + 1
    )  # fmt: skip
    smallest: dict[str, Where] = {
        "pass-changes-nothing": least(lambda heaps, _: reduce(xor, heaps, 0) == 0),
        "one-heap-by-one": ({}, {"heap": [size], "pass": passes}),
        "one-heap-least": ({}, {"heap": [value(1, 0) + 1], "pass": 0}),
        "pass-is-a-stone": least(lambda heaps, passes: reduce(xor, heaps, 0) == passes, where=bool),
    }
    verdicts("nim_with_a_pass.yaml", smallest)
