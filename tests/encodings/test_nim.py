"""Nim against a memoised solver."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from itertools import combinations_with_replacement
from operator import xor
from typing import TypeAlias

Heaps: TypeAlias = tuple[int, ...]
Where: TypeAlias = tuple[dict[str, object], dict[str, object]]

BOX = sorted((h for n in range(5) for h in combinations_with_replacement(range(1, 9), n)), key=lambda h: (sum(h), h))


@cache
def is_p(heaps: Heaps, misere: bool) -> bool:
    """Whether the player who moved to these heaps wins."""
    if not heaps:
        return not misere
    options = {
        tuple(sorted((*heaps[:at], *heaps[at + 1 :], *([left] if left else []))))
        for at, size in enumerate(heaps)
        for left in range(size)
    }
    return not any(is_p(option, misere) for option in options)


def nim_sum(heaps: Heaps) -> int:
    return reduce(xor, heaps, 0)


def least(claimed: Callable[[Heaps], bool], misere: bool, where: Callable[[Heaps], object] = lambda _: True) -> Where:
    heaps = next(heaps for heaps in BOX if where(heaps) and claimed(heaps) != is_p(heaps, misere))
    return {}, {"heap": list(heaps)}


def test_outcomes(outcomes: Callable[[str, str], object]) -> None:
    for play in ("normal", "misere"):
        assert outcomes("nim.yaml", play) == {(): {(heaps,): is_p(heaps, play == "misere") for heaps in BOX}}


def test_claims(verdicts: Callable[[str, dict[str, Where]], None]) -> None:
    smallest = {
        "even-total": least(lambda h: sum(h) % 2 == 0, misere=False),
        "even-total-loses": least(lambda _: True, misere=False, where=lambda h: sum(h) % 2 == 0),
        "misere-is-nim-sum-zero": least(lambda h: nim_sum(h) == 0, misere=True, where=bool),
        "misere-is-the-reverse": least(lambda h: nim_sum(h) != 0, misere=True),
    }
    verdicts("nim.yaml", smallest)


def test_gurvich_lemma_3_as_printed(verdicts: Callable[[str, dict[str, Where]], None]) -> None:
    smallest = least(lambda h: (1 - (-1) ** len(h)) // 2 == 0, misere=True, where=lambda h: max(h, default=0) < 2)
    verdicts("known_false/nim.yaml", {"lemma-3": smallest})
