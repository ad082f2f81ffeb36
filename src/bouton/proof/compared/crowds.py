"""Positions of any number of heaps near the numbers of the rules: there alone a rule can change what it says.

A number may be compared with how many heaps there are, how many of them are alike at a level, their size, the place of
one, the length of a list or how many elements are counted beside it, or how many stones there are. Each of these is
made one less than the number, equal, and one more; then sums, differences and small multiples of two numbers are.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import comb

from bouton.core.position import Heaps, Position, sizes_of
from bouton.proof.compared.spots import near

Levels = tuple[tuple[int, int], ...]
"""So many heaps of each size: (size, heaps), the highest first."""

CROWD, LARGEST = 120, 5000
"""The most heaps of a position near the numbers, and the most stones of one of its heaps."""
_LISTS, _ELEMENTS = 5_500, 120_000
"""The most lists of lower sizes that the heaps of the highest level may have, and the most elements of all of them."""
_NEAR = 40
"""Stones of a heap up to which one program serves many heaps."""
_WIDE = 40
"""The most positions with such heaps that one comparison has: they have many moves."""
_ALL, _DERIVED = 360, 24
"""The most positions of one comparison, and how many sums, differences and multiples they are near."""


def crowds(fluent: Heaps, numbers: Sequence[int], share: int = 1) -> list[Position]:
    """Positions near each of the numbers, least first, each once; fewer where `share` such comparisons are made.

    Positions of which there would be very many lists of heaps are left out.
    """
    chance = random.Random(1902)
    beside = sorted({one + more for one in numbers for more in (-1, 0, 1) if 0 < one + more <= LARGEST})
    others = sorted({*near(numbers, chance, LARGEST)} - {*beside, 0})
    few = sorted(chance.sample(others, min(_DERIVED, len(others))))
    pairs = itertools.product([*beside, *few], repeat=2)
    wanted = [*itertools.chain.from_iterable(map(_single, beside)), *itertools.chain.from_iterable(map(_plain, few))]
    mixed = [shape for one, other in pairs for shape in _mixed(one, other)]
    most = max(12, _ALL // share)
    found = _allowed(wanted)
    found = found if len(found) <= most else chance.sample(found, most)
    more = [one for one in _allowed(mixed) if one not in found]
    found += chance.sample(more, min(len(more), max(0, most - len(found)), len(found)))
    wide = [one for one in found if one[0][0] > _NEAR][_WIDE:]
    return [position(fluent, levels) for levels in sorted({*found} - {*wide}, key=_stones)]


def drawn(fluent: Heaps, numbers: Sequence[int], many: int) -> list[Position]:
    """At most so many positions whose numbers of alike heaps and sizes are near those of the rules, or small."""
    chance = random.Random(1903)
    values = [one for one in near(numbers, chance, LARGEST) if one > 0]
    counts, found = [one for one in values if one <= CROWD], set[Levels]()
    for _ in range(6 * many if values and counts else 0):
        sizes = {_one(values, chance) for _ in range(chance.randint(1, 3))}
        alike = [_one(counts, chance) for _ in sizes]
        found |= {*_allowed([tuple(zip(sorted(sizes, reverse=True), alike, strict=True))])}
        if len(found) >= many:
            break
    return [position(fluent, levels) for levels in sorted(found, key=_stones)]


def _one(values: Sequence[int], chance: random.Random) -> int:
    return chance.choice(values) if chance.random() < 0.6 else chance.randint(1, 3)


def position(fluent: Heaps, levels: Levels) -> Position:
    """The position with these levels."""
    return (fluent.canonical([size for size, heaps in levels for _ in range(heaps)]),)


def lesser(fluent: Heaps, found: Position) -> Iterator[Position]:
    """Positions with fewer stones: a heap of one of the levels gone, or half of them, or all of them lower."""
    heaps = sizes_of(found)
    alike = sorted(Counter(heaps).items(), reverse=True)
    for at, (size, count) in enumerate(alike):
        others = [*alike[:at], *alike[at + 1 :]]
        steps = [(size, count // 2), (size, count - 1), (size // 2, count), (size - 1, count)]
        yield from (position(fluent, (*others, step)) for step in steps)


def is_near(found: Position) -> bool:
    """Whether no heap is so large that the program that grounds it would be slow for many small positions."""
    heaps = sizes_of(found)
    return max(heaps, default=1) <= _NEAR


def _single(value: int) -> Iterator[Levels]:
    """One quantity is the value, by one level, by the first of two or by what is below it."""
    yield from _plain(value)
    yield ((2, value),)
    yield (2, 2), (1, value)
    yield (3, value), (1, 1)
    yield (2, value), (1, 2)
    yield (3, 2), (2, 1), (1, value)
    yield (2, 1), (1, value - 1)  # so many heaps
    yield ((value, 2),)
    yield (value, 1), (1, 2)
    yield (value + 1, 2), (value, 1)
    yield (value + 2, 1), (value, 1)
    yield (value - 1, 1), (1, 1)  # so many stones


def _plain(value: int) -> Iterator[Levels]:
    yield ((1, value),)
    yield (2, 1), (1, value)
    yield (2, value), (1, 1)
    yield ((value, 1),)
    yield (value + 1, 1), (value, 1)


def _mixed(one: int, other: int) -> Iterator[Levels]:
    """Two quantities are these values."""
    yield (one, 1), (1, other)
    yield (one, 2), (1, other)
    yield (2, one), (1, other)
    yield (one, 2), (other, 2)
    yield (one, 3), (other, 1)


def _allowed(levels: Iterable[Levels]) -> list[Levels]:
    """Those of these that are levels, with few enough heaps and lists of lower sizes, each once."""
    return [one for one in dict.fromkeys(levels) if _is_levels(one) and _has_few_lists(one)]


def _is_levels(levels: Levels) -> bool:
    sizes = [size for size, _ in levels]
    falls = all(size > lower for size, lower in itertools.pairwise(sizes))
    enough = min(sizes) > 0 and max(sizes) <= LARGEST and all(heaps > 0 for _, heaps in levels)
    return falls and enough and sum(heaps for _, heaps in levels) <= CROWD


def _has_few_lists(levels: Levels) -> bool:
    """Whether there are not too many lists of lower sizes, that do not rise, of the heaps of the highest level."""
    size, heaps = levels[0]
    lists = comb(size + heaps, heaps)
    return lists <= _LISTS and lists * heaps <= _ELEMENTS


def _stones(levels: Levels) -> tuple[int, Levels]:
    return sum(size * heaps for size, heaps in levels), levels
