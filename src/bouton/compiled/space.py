"""The positions of a box closed under taking: numbered in the order of judging, and each with a place in a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod

from bouton.core.errors import fault
from bouton.core.logic.terms import Unreadable
from bouton.core.position import Counter, Fluent, Heaps, Measure, Members, Position, has_sets
from bouton.ground.box import CounterBox, GroundBox, HeapBox

MOST = 2**63
"""Ranks and places are counted in 64 bits."""
CUBE = 1 << 25
"""Bytes that a table with places for lists in any order may take."""
STONES = 1_000_000
"""How many lists of heaps there are with so many stones is part of a program, for each number of stones."""


@dataclass(frozen=True)
class Space:
    """At most `most` heaps of at most `largest` stones each (None where there are no heaps), and counters.

    In the measure's order, and among equals in lexicographic order, every position has a number. In the
    table, heaps in ascending order h_1 <= ... <= h_most, empty ones first, have the sum of `weights[i][h_i]`
    as their place, the largest heap with stride 1. In a cube all weights are linear; else no place is unused.
    `asked` says that there is no table: what a position is is what the claim says of it (see `bouton.compiled.asked`).
    """

    fluents: tuple[Heaps | Counter, ...]
    measure: Measure
    counters: tuple[tuple[int, int], ...]
    most: int = 0
    largest: int = 0
    cube: bool = False
    asked: bool = False

    @property
    def heaps(self) -> Heaps | None:
        """The heaps fluent."""
        return next((fluent for fluent in self.fluents if isinstance(fluent, Heaps)), None)

    @cached_property
    def weights(self) -> tuple[tuple[int, ...], ...]:
        """What a heap of each size adds to the place, for each rank of the heap."""
        n, m = self.most, self.largest
        if self.cube:
            return tuple(tuple((m + 1) ** (n - at) * size for size in range(m + 1)) for at in range(1, n + 1))
        full = [comb(m + n - at, n - at + 1) for at in range(1, n + 1)]
        return tuple(
            tuple(full[at - 1] - comb(m - size + n - at, n - at + 1) for size in range(m + 1)) for at in range(1, n + 1)
        )

    @property
    def lists(self) -> int:
        """How many places the heaps alone need."""
        return (self.largest + 1) ** self.most if self.cube else comb(self.largest + self.most, self.most)

    @property
    def places(self) -> int:
        """How many places the table has."""
        return self.lists * prod(high - low + 1 for low, high in self.counters)

    @property
    def size(self) -> int:
        """How many positions there are."""
        return comb(self.largest + self.most, self.most) * prod(high - low + 1 for low, high in self.counters)

    @property
    def strides(self) -> tuple[int, ...]:
        """What each counter's value, counted from its least, is multiplied with in the place."""
        found, stride = [], self.lists
        for low, high in reversed(self.counters):
            found.append(stride)
            stride *= high - low + 1
        return tuple(reversed(found))

    @cached_property
    def of_total(self) -> tuple[int, ...]:
        """How many heap lists there are with 0, 1, 2, ... stones (a Gaussian binomial coefficient)."""
        top = self.most * self.largest
        found = [1] + [0] * top
        for at in range(1, self.most + 1):
            for total in range(top, self.largest + at - 1, -1):
                found[total] -= found[total - self.largest - at]
            for total in range(at, top + 1):
                found[total] += found[total - at]
        return tuple(found)

    def place(self, position: Position) -> int:
        """The place of a position in the table."""
        values = [value for value in position if isinstance(value, int)]
        found = sum(s * (v - low) for s, v, (low, _) in zip(self.strides, values, self.counters, strict=True))
        for value in position:
            if isinstance(value, tuple):
                padded = [0] * (self.most - len(value)) + sorted(value)
                found += sum(weight[size] for weight, size in zip(self.weights, padded, strict=True))
        return found

    @property
    def free(self) -> tuple[int, ...]:
        """The counters that the measure does not fix, by number."""
        return tuple(at for at in range(len(self.counters)) if at not in dict(self.entries).values())

    @property
    def entries(self) -> tuple[tuple[str, int | None], ...]:
        """What each entry of the measure fixes: the number of a counter, or None for the stones in the heaps."""
        names = [fluent for fluent in self.fluents if isinstance(fluent, Counter)]
        found: list[tuple[str, int | None]] = []
        for entry in self.measure.entries:
            if entry == "stones" and self.heaps is not None:
                found.append((entry, None))
            else:
                found.append(
                    (
                        entry,
                        next(at for at, c in enumerate(names) if (c.stones if entry == "stones" else c.name == entry)),
                    )
                )
        return tuple(found)


def space(fluents: Sequence[Fluent], measure: Measure, hull: GroundBox) -> Space:
    """The space of a hull; Unreadable where positions of such a shape are not compiled, InputError beyond 64 bits."""
    if has_sets(fluents):
        raise Unreadable("positions with sets are not compiled here")
    heaps = [part for part in hull.parts if isinstance(part, HeapBox)]
    counters = [part for part in hull.parts if isinstance(part, CounterBox)]
    adding = len(heaps) + sum(part.fluent.stones for part in counters)
    if len(heaps) > 1 or (adding > 1 and "stones" in measure.entries):
        raise Unreadable("positions with stones in several fluents are not compiled")
    if measure.predicates:
        raise Unreadable("a measure that the rules derive is not compiled")
    if measure.counts_heaps:
        raise Unreadable("a measure that counts heaps is not compiled")
    if heaps and "stones" not in measure.entries:
        raise Unreadable("heaps whose stones are not part of the measure are not compiled")
    if adding == 0 and "stones" in measure.entries:
        raise Unreadable("a measure of stones where there are none is not compiled")
    if any(not part.values for part in counters):
        raise Unreadable("the box is empty")
    most = heaps[0].counts[-1] if heaps and heaps[0].counts else 0
    largest = heaps[0].sizes[-1] if heaps and heaps[0].sizes else 0
    if largest == 0:
        most = 0
    if most * largest > STONES:
        raise Unreadable(f"heaps of more than {STONES} stones together are not compiled")
    plain = tuple(one for one in fluents if not isinstance(one, Members))
    found = Space(plain, measure, tuple((p.values[0], p.values[-1]) for p in counters), most, largest)
    if len({at for _, at in found.entries}) < len(found.entries):
        raise Unreadable("a measure that names a counter twice is not compiled")
    if found.size >= MOST:
        raise fault(f"the box has {found.size} positions, and their numbers pass 64 bits", expected="a smaller box")
    return found


@dataclass(frozen=True)
class Places:
    """Sums that give places; heaps, from the smallest on, and counters are named by expressions."""

    space: Space

    def plain(self, rank: int) -> bool:
        """Whether the place of the heap of that rank is its size times a number."""
        return self.space.cube or rank == self.space.most - 1

    def stride(self, rank: int) -> int:
        """That number."""
        return 1 if rank == self.space.most - 1 else self.space.weights[rank][1]

    def weight(self, rank: int, size: str) -> str:
        """What a heap adds as the one of that rank, counted from the smallest of as many as there can be."""
        if not self.plain(rank):
            return f"W{rank}[{size}]"
        return size if self.stride(rank) == 1 else f"{self.stride(rank)} * {size}"

    def of_sorted(self, count: int, rising: Sequence[str], counters: Sequence[str]) -> str:
        """The place of a position with so many heaps, given from the smallest on."""
        space = self.space
        parts = [
            f"{stride} * ({name} - {low})" if low else f"{stride} * {name}"
            for stride, name, (low, _) in zip(space.strides, counters, space.counters, strict=True)
        ]
        parts += [self.weight(space.most - count + at, name) for at, name in enumerate(rising)]
        return " + ".join(parts) or "0"

    def of(self, count: int, heaps: Sequence[str], counters: Sequence[str]) -> str:
        """The same with the heaps in the game's order."""
        falling = self.space.heaps is not None and self.space.heaps.order == "descending"
        return self.of_sorted(count, heaps[::-1] if falling else heaps, counters)
