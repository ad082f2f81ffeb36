"""k-Bounded Greedy Nim and Greedy Nim in plain Python, from the rules alone; shares nothing with Bouton."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

Heaps = tuple[int, ...]
"""Sizes in non-increasing order, no zeros."""


def options(k: int | None, heaps: Heaps) -> set[Heaps]:
    """Every position that one move leads to: a largest heap loses 1 to k stones, or any number where k is None."""
    if not heaps:
        return set()
    largest, *others = heaps
    least = 0 if k is None else max(0, largest - k)
    return {tuple(sorted(filter(None, (*others, left)), reverse=True)) for left in range(least, largest)}


@cache
def is_p(k: int | None, misere: bool, heaps: Heaps) -> bool:
    """Whether the player who just moved wins."""
    if not heaps:
        return not misere
    return not any(is_p(k, misere, option) for option in options(k, heaps))


def positions(most_heaps: int, largest: int) -> Iterator[Heaps]:
    """Every position of so many heaps at most, of so many stones at most: by stones, then lexicographic."""
    sizes = range(largest, 0, -1)
    found = (heaps for count in range(most_heaps + 1) for heaps in combinations_with_replacement(sizes, count))
    yield from sorted(found, key=lambda heaps: (sum(heaps), heaps))
