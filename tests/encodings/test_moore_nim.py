"""Moore's Nim_k against a memoised solver."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from operator import xor
from typing import TypeAlias

import pytest

from tests.samples import small_or_whole

Heaps: TypeAlias = tuple[int, ...]
Where: TypeAlias = tuple[dict[str, object], dict[str, object]]

BOX = sorted((h for n in range(5) for h in combinations_with_replacement(range(1, 7), n)), key=lambda h: (sum(h), h))


@cache
def options(heaps: Heaps) -> set[tuple[int, Heaps]]:
    """What can be left: sizes no larger, heap by heap, with how many heaps differ."""
    found = set()
    for left in product(*(range(size + 1) for size in heaps)):
        lowered = sum(a != b for a, b in zip(heaps, left, strict=True))
        if lowered:
            found.add((lowered, tuple(sorted(size for size in left if size))))
    return found


@cache
def is_p(k: int, heaps: Heaps, misere: bool) -> bool:
    """Whether the player who moved to these heaps wins."""
    if not heaps:
        return not misere
    return not any(is_p(k, option, misere) for lowered, option in options(heaps) if lowered <= k)


def least(claimed: Callable[[int, Heaps], bool], ks: tuple[int, ...]) -> Where:
    k, heaps = next((k, heaps) for k in ks for heaps in BOX if claimed(k, heaps) != is_p(k, heaps, False))
    return {"k": k}, {"heap": list(heaps)}


@pytest.mark.parametrize("size", small_or_whole(4, 6))
def test_outcomes(outcomes: Callable[..., object], size: int) -> None:
    box = [heaps for heaps in BOX if max(heaps, default=0) <= size]
    for play in ("normal", "misere"):
        expected = {(k,): {(heaps,): is_p(k, heaps, play == "misere") for heaps in box} for k in (1, 2, 3)}
        assert outcomes("moore_nim.yaml", play, {"heap.size": size}) == expected


@pytest.mark.parametrize("most", small_or_whole({"heap.size": 4}, {}), ids=["small", "whole"])
def test_claims(verdicts: Callable[..., None], most: dict[str, int]) -> None:
    smallest = {
        "divisible-total": least(lambda k, h: sum(h) % (k + 1) == 0, (2, 3)),
        "nim-sum": least(lambda _, h: reduce(xor, h, 0) == 0, (1, 2, 3)),
    }
    verdicts("moore_nim.yaml", smallest, most)
