"""The positions of a box closed under taking: numbered in the order of judging, and each with a place in a table.

Programs take and give a position as the number of its shape, the heaps of each kind, and the counters.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import accumulate, product
from math import comb, prod
from typing import Any, TypeAlias

from bouton.core.errors import Unreadable, fault
from bouton.core.position import Counter, Fluent, Heaps, Measure, Members, Position, has_sets
from bouton.ground.box import CounterBox, GroundBox, HeapBox

MOST = 2**63
"""Ranks and places are counted in 64 bits."""
CUBE = 1 << 25
"""Bytes that a table with places for lists in any order may take."""
STONES = 1_000_000
"""How many lists of heaps there are with so many stones is part of a program, for each number of stones."""
SHAPES = 256
"""For so many numbers of heaps, of several kinds, the rules are read and printed."""

SORTED = 1 << 25
"""Positions that are listed in memory, where they must be sorted by their measure."""

LOOSE = 100
"""The least size that heaps are read with as their largest: a recursion may end where sizes do, and small ranges would
be gone through value by value."""


@dataclass(frozen=True)
class HeapKind:
    """The heaps of one fluent: at most `most` of them, of at most `largest` stones each."""

    fluent: Heaps
    most: int
    largest: int

    @property
    def falling(self) -> bool:
        """Whether the game has the largest heap first."""
        return self.fluent.order == "descending"

    @property
    def loose(self) -> bool:
        """Whether heaps keep their places, gaps being closed."""
        return self.fluent.order == "none"

    @property
    def size(self) -> int:
        """How many lists of such heaps there are."""
        if self.loose:
            return sum(self.largest**count for count in range(self.most + 1))
        return comb(self.largest + self.most, self.most)

    def places(self, cube: bool) -> int:
        """How many places they need."""
        return (self.largest + 1) ** self.most if cube or self.loose else self.size

    def weights(self, cube: bool) -> list[list[int]]:
        """What a heap of each size adds to the place of its list, for each rank of the heap."""
        n, m = self.most, self.largest
        if cube or self.loose:
            return [[(m + 1) ** (n - at) * size for size in range(m + 1)] for at in range(1, n + 1)]
        full = [comb(m + n - at, n - at + 1) for at in range(1, n + 1)]
        return [[full[at - 1] - comb(m - size + n - at, n - at + 1) for size in range(m + 1)] for at in range(1, n + 1)]

    @property
    def of_total(self) -> list[int]:
        """How many lists there are with 0, 1, 2, ... stones (a Gaussian binomial coefficient)."""
        top = self.most * self.largest
        found = [1] + [0] * top
        for at in range(1, self.most + 1):
            for total in range(top, self.largest + at - 1, -1):
                found[total] -= found[total - self.largest - at]
            for total in range(at, top + 1):
                found[total] += found[total - at]
        return found


Shape: TypeAlias = tuple[int, ...]
"""How many heaps of each kind a position has."""


@dataclass(frozen=True)
class Space:
    """Heaps of some kinds, and counters between two ends.

    In the measure's order, and among equals in lexicographic order, every position has a number. Where loops do not go
    through positions in that order they are `sorted` in memory. In the table, the heaps of a kind in ascending order
    h_1 <= ... <= h_most, empty ones first, have the sum of `weights[i][h_i]` as their place, the largest heap of the
    last kind with stride 1. In a cube all weights are linear; else no place is unused. Ranks go on from kind to kind.
    Heaps that keep their places are in a cube, in order, empty ones last. In C a table of marks may have `bits` in
    place of bytes. `asked` says that there is no table: what a position is is what the claim says of it (see
    `bouton.compiled.labels`).
    """

    fluents: tuple[Heaps | Counter, ...]
    measure: Measure
    counters: tuple[tuple[int, int], ...]
    kinds: tuple[HeapKind, ...] = ()
    cube: bool = False
    asked: bool = False
    sorted: bool = False
    bits: bool = False

    @property
    def most(self) -> int:
        """How many heaps there can be at once."""
        return sum(kind.most for kind in self.kinds)

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """All of them; programs know each by its number, which for one kind is how many heaps there are."""
        return tuple(product(*(range(kind.most + 1) for kind in self.kinds)))

    def ranks(self, shape: Shape) -> list[int]:
        """The ranks of the heaps of a position, those of each kind from the smallest on."""
        found, end = list[int](), 0
        for kind, count in zip(self.kinds, shape, strict=True):
            first, end = end, end + kind.most
            found += range(first, first + count) if kind.loose else range(end - count, end)
        return found

    def rising(self, shape: Shape, heaps: Sequence[str]) -> list[str]:
        """The heaps of a position, given in the game's order, those of each kind from the smallest on; or back."""
        found, at = list[str](), 0
        for kind, count in zip(self.kinds, shape, strict=True):
            own = heaps[at : at + count]
            found += own[::-1] if kind.falling else own
            at += count
        return found

    @cached_property
    def weights(self) -> tuple[tuple[int, ...], ...]:
        """What a heap of each size adds to the place, for each rank of the heap."""
        found, stride = list[tuple[int, ...]](), 1
        for kind in reversed(self.kinds):
            found[:0] = [tuple(stride * one for one in row) for row in kind.weights(self.cube)]
            stride *= kind.places(self.cube)
        return tuple(found)

    @property
    def lists(self) -> int:
        """How many places the heaps alone need."""
        return prod(kind.places(self.cube) for kind in self.kinds)

    @property
    def places(self) -> int:
        """How many places the table has."""
        return self.lists * prod(high - low + 1 for low, high in self.counters)

    @property
    def size(self) -> int:
        """How many positions there are."""
        return prod(kind.size for kind in self.kinds) * prod(high - low + 1 for low, high in self.counters)

    @property
    def strides(self) -> tuple[int, ...]:
        """What each counter's value, counted from its least, is multiplied with in the place."""
        found, stride = [], self.lists
        for low, high in reversed(self.counters):
            found.append(stride)
            stride *= high - low + 1
        return tuple(reversed(found))

    @cached_property
    def bearing(self) -> tuple[int, ...]:
        """The counters that count as stones beside others, by number."""
        names = [fluent for fluent in self.fluents if isinstance(fluent, Counter)]
        counting = tuple(at for at, counter in enumerate(names) if counter.stones)
        return counting if len(self.kinds) + len(counting) > 1 else ()

    def of_total(self, counters: Collection[int]) -> list[int]:
        """How many heaps, with values of some counters, there are that make 0, 1, 2, ... stones."""
        parts = [kind.of_total for kind in self.kinds]
        parts += [[0] * low + [1] * (high - low + 1) for low, high in (self.counters[at] for at in counters)]
        return reduce(_both, parts, [1])

    def place(self, position: Position) -> int:
        """The place of a position in the table."""
        values = [value for value in position if isinstance(value, int)]
        heaps = [value for value in position if isinstance(value, tuple)]
        found = sum(s * (v - low) for s, v, (low, _) in zip(self.strides, values, self.counters, strict=True))
        kinds = zip(self.kinds, heaps, strict=True)
        sizes = [size for kind, one in kinds for size in (one if kind.loose else sorted(one))]
        ranks = self.ranks(tuple(map(len, heaps)))
        return found + sum(self.weights[rank][size] for rank, size in zip(ranks, sizes, strict=True))

    @property
    def free(self) -> tuple[int, ...]:
        """The counters that the measure does not fix, by number."""
        return tuple(at for at in range(len(self.counters)) if at not in dict(self.entries).values())

    @property
    def entries(self) -> tuple[tuple[str, int | None], ...]:
        """What each entry of the measure fixes: the number of a counter, or None for all stones together.

        Where positions are sorted there are no loops that fix any.
        """
        if self.sorted:
            return ()
        names = [fluent for fluent in self.fluents if isinstance(fluent, Counter)]
        found: list[tuple[str, int | None]] = []
        for entry in self.measure.entries:
            if entry == "stones" and (self.kinds or self.bearing):
                found.append((entry, None))
            else:
                found.append(
                    (
                        entry,
                        next(at for at, c in enumerate(names) if (c.stones if entry == "stones" else c.name == entry)),
                    )
                )
        return tuple(found)

    @property
    def longest(self) -> int:
        """More moves than this are not made, as each lowers the measure."""
        if self.sorted:
            return self.size
        stones = len(self.of_total(self.bearing))
        sizes = [high - low + 1 for low, high in self.counters]
        return prod(stones if at is None else sizes[at] for _, at in self.entries) - 1


def space(fluents: Sequence[Fluent], measure: Measure, hull: GroundBox) -> Space:
    """The space of a hull; Unreadable where positions of such a shape are not compiled, InputError beyond 64 bits."""
    if has_sets(fluents):
        raise Unreadable("positions with sets are not compiled here")
    heaps = [part for part in hull.parts if isinstance(part, HeapBox)]
    counters = [part for part in hull.parts if isinstance(part, CounterBox)]
    adding = len(heaps) + sum(part.fluent.stones for part in counters)
    if any(not part.values for part in counters):
        raise Unreadable("the box is empty")
    stones = "stones" in measure.entries
    sorted_ = (
        bool(measure.predicates)
        or measure.counts_heaps
        or len({*measure.entries}) < len(measure.entries)
        or (bool(heaps) and not stones)
        or (adding == 0 and stones)
        or (adding > 1 and any(part.values[0] < 0 for part in counters if part.fluent.stones))
        or any(part.fluent.order == "none" for part in heaps)
    )
    kinds = tuple(HeapKind(part.fluent, *_ends(part)) for part in heaps)
    if sum(kind.most * kind.largest for kind in kinds) > STONES:
        raise Unreadable(f"heaps of more than {STONES} stones together are not compiled")
    if prod(kind.most + 1 for kind in kinds) > SHAPES and len(kinds) > 1:
        raise Unreadable(f"more than {SHAPES} numbers of heaps of all kinds are not compiled")
    plain = tuple(one for one in fluents if not isinstance(one, Members))
    found = Space(plain, measure, tuple((p.values[0], p.values[-1]) for p in counters), kinds, sorted=sorted_)
    if not sorted_ and len({at for _, at in found.entries}) < len(found.entries):
        found = replace(found, sorted=True)
    if found.sorted and found.size > SORTED:
        raise Unreadable(f"more than {SORTED:,} positions that must be sorted by their measure are not compiled")
    if found.size >= MOST:
        raise fault(f"the box has {found.size} positions, and their numbers pass 64 bits", expected="a smaller box")
    return found


def _both(one: list[int], other: list[int]) -> list[int]:
    """How many there are for each sum: the product of polynomials, as one of numbers with 64 bits for a coefficient."""
    packed = [int.from_bytes(b"".join(many.to_bytes(8, "little") for many in each), "little") for each in (one, other)]
    found = (packed[0] * packed[1]).to_bytes(8 * (len(one) + len(other)), "little")
    return [int.from_bytes(found[8 * at : 8 * at + 8], "little") for at in range(len(one) + len(other) - 1)]


def _ends(part: HeapBox) -> tuple[int, int]:
    """How many heaps there are at most, and how large; no heaps where these would have no stones."""
    largest = part.sizes[-1] if part.sizes else 0
    return (part.counts[-1] if part.counts and largest else 0), largest


@dataclass(frozen=True)
class SumsOfPlaces:
    """Sums that give places; heaps, from the smallest on, and counters are named by expressions."""

    space: Space
    weights: str = "W"
    """What the names of its tables begin with."""

    def plain(self, rank: int) -> bool:
        """Whether the place of the heap of that rank is its size times a number."""
        ends = list(accumulate(kind.most for kind in self.space.kinds))
        kind = self.space.kinds[next(at for at, end in enumerate(ends) if rank < end)]
        return self.space.cube or kind.loose or rank + 1 in ends

    def stride(self, rank: int) -> int:
        """That number."""
        return self.space.weights[rank][1]

    def weight(self, rank: int, size: str) -> str:
        """What a heap adds as the one of that rank."""
        if not self.plain(rank):
            return f"{self.weights}{rank}[{size}]"
        return size if self.stride(rank) == 1 else f"{self.stride(rank)} * {size}"

    def of_sorted(self, shape: Shape, rising: Sequence[str], counters: Sequence[str]) -> str:
        """The place of a position with so many heaps, those of each kind given from the smallest on."""
        space = self.space
        parts = [
            f"{stride} * ({name} - {low})" if low else f"{stride} * {name}"
            for stride, name, (low, _) in zip(space.strides, counters, space.counters, strict=True)
        ]
        parts += [self.weight(rank, name) for rank, name in zip(space.ranks(shape), rising, strict=True)]
        return " + ".join(parts) or "0"

    def of(self, shape: Shape, heaps: Sequence[str], counters: Sequence[str]) -> str:
        """The same with the heaps in the game's order."""
        return self.of_sorted(shape, self.space.rising(shape, heaps), counters)


Lists: TypeAlias = tuple[tuple[int, ...], ...]
"""The heaps of each kind."""


def held(mosts: Sequence[int], shape: int, heaps: Sequence[int], *, room: bool = True) -> Lists:
    """The lists of heaps of a position, by its shape's number; as C holds them there is `room` for the most of each."""
    if len(mosts) == 1:
        return (tuple(heaps[:shape]),)
    found, end = list[tuple[int, ...]](), len(heaps)
    for most in reversed(mosts):
        shape, count = divmod(shape, most + 1)
        end -= most if room else count
        found.append(tuple(heaps[end : end + count]))
    return tuple(reversed(found))


def numbers_of(mosts: Sequence[int], heaps: Lists, counters: Sequence[int]) -> list[int]:
    """The number of a position's shape, its heaps with room for the most of each kind, and its counters."""
    padded = [one for own, most in zip(heaps, mosts, strict=True) for one in (*own, *[0] * (most - len(own)))]
    return [number_of(heaps, mosts), *padded, *counters]


def arrays(mosts: Sequence[int], heaps: Lists, counters: Sequence[int]) -> tuple[Any, ctypes.c_int64, Any]:
    """A position as C holds it."""
    shape, *padded = numbers_of(mosts, heaps, ())
    return (
        (ctypes.c_int64 * (len(padded) + 1))(*padded),
        ctypes.c_int64(shape),
        (ctypes.c_int64 * (len(counters) + 1))(*counters),
    )


def number_of(heaps: Lists, mosts: Sequence[int]) -> int:
    """The number of a position's shape (see `bouton.compiled.space`)."""
    found = 0
    for own, most in zip(heaps, mosts, strict=True):
        found = found * (most + 1) + len(own)
    return found
