"""Greedy Nim_k in plain Python, from the paper's rules alone; shares nothing with Bouton."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

Heaps = tuple[int, ...]
"""Sizes in non-decreasing order, no zeros."""


def options(k: int, heaps: Heaps) -> set[Heaps]:
    """Every position that one move leads to: one to k heaps of maximum size lose a stone or more."""
    if not heaps:
        return set()
    top = heaps[-1]
    found: set[Heaps] = set()
    for lowered in range(1, min(k, heaps.count(top)) + 1):
        for sizes in combinations_with_replacement(range(top), lowered):
            found.add(tuple(sorted(size for size in (*heaps[:-lowered], *sizes) if size)))
    return found


@cache
def is_p(k: int, heaps: Heaps) -> bool:
    """Whether the player who just moved wins in normal play."""
    return not any(is_p(k, option) for option in options(k, heaps))


@cache
def is_misere_p(k: int, heaps: Heaps) -> bool:
    """Whether the player who just moved wins in misère play."""
    return bool(heaps) and not any(is_misere_p(k, option) for option in options(k, heaps))


def positions(counts: range, sizes: range) -> Iterator[Heaps]:
    """Every position of such a number of heaps of such sizes."""
    for count in counts:
        yield from combinations_with_replacement(sizes, count)


def order(k: int, heaps: Heaps) -> tuple[int, int, Heaps]:
    """The order of the smallest counterexample: k, then stones, then lexicographic."""
    return k, sum(heaps), heaps
