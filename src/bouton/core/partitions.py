"""Partitions of a number: how stones can be divided into heaps, and how many such positions there are."""

from __future__ import annotations

from collections.abc import Iterator


def partitions(total: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """The ways to write `total` as a sum of numbers from 1 to `most`, each from the greatest on, the greatest first.

    These are the positions of so many stones whose heaps have no more than `most`.
    """
    if total == 0:
        yield ()
    for first in range(min(total, total if most is None else most), 0, -1):
        for rest in partitions(total - first, first):
            yield (first, *rest)


def positions_of(stones: int) -> int:
    """How many positions have at most so many stones, where a position is one list of heaps in order."""
    lists = [1] + [0] * stones
    for size in range(1, stones + 1):
        for total in range(size, stones + 1):
            lists[total] += lists[total - size]
    return sum(lists)
