"""Conditions as sums of cubes: a cube asks of some bits of a word that they have given values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

Cube: TypeAlias = tuple[int, int]
"""A mask of bits, and the values that they are to have; no other bit is set."""
ALWAYS: Cube = (0, 0)
LIMIT = 64
"""The most cubes that a condition is written out in; else it is a bit of its own, which is derived."""


class TooMany(Exception):
    """A condition has more than the most cubes."""


def meet(one: Cube, other: Cube) -> Cube | None:
    """What holds where both do; None where that is nowhere."""
    if (one[1] ^ other[1]) & one[0] & other[0]:
        return None
    return one[0] | other[0], one[1] | other[1]


def rest(cube: Cube, known: Cube) -> Cube:
    """What a cube asks beyond what is known to hold; the two meet."""
    return cube[0] & ~known[0], cube[1] & ~known[0]


def without(cube: Cube, mask: int) -> Cube:
    """The cube that asks nothing of these bits."""
    return cube[0] & ~mask, cube[1] & ~mask


def absorbed(cubes: Iterable[Cube]) -> list[Cube]:
    """The cubes without those that lie in another; TooMany where too many are left."""
    found: list[Cube] = []
    for mask, value in sorted(set(cubes), key=lambda cube: cube[0].bit_count()):
        if not any(not less & ~mask and value & less == known for less, known in found):
            found.append((mask, value))
            if len(found) > LIMIT:
                raise TooMany
    return found


def product(some: Iterable[Cube], others: Iterable[Cube]) -> list[Cube]:
    """The cubes of what holds where one of each does; TooMany where there are too many."""
    others = tuple(others)
    return absorbed(met for one in some for other in others if (met := meet(one, other)) is not None)


def bits(word: int) -> Iterator[int]:
    """Its bits that are set, each as a word."""
    while word:
        least = word & -word
        yield least
        word ^= least
