"""Boxes of positions for fixed parameters: counted without listing, streamed layer by layer."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from bouton.core.position import Counter, Fluent, Heaps, Measure, Member, Members, Parameters, Position, Token, flat
from bouton.core.spec import Box, CounterRange, HeapRange, MemberRange

MANY = 10**18
"""No box is counted beyond this; none so large fits in any memory."""


@dataclass(frozen=True)
class HeapBox:
    """Heap lists of `counts` many heaps, each with a size in `sizes`, in the fluent's order."""

    fluent: Heaps
    counts: range
    sizes: range

    def size(self) -> int:
        """How many lists it holds, MANY where there are more."""
        if not self.counts or not self.sizes:
            return int(0 in self.counts)
        up_to = _lists_up_to if self.fluent.order == "none" else _sorted_up_to
        most = up_to(len(self.sizes), self.counts[-1])
        if most == MANY or self.counts[0] == 0:
            return most
        return most - up_to(len(self.sizes), self.counts[0] - 1)

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or len(value) not in self.counts:
            return False
        return not value or (min(value) in self.sizes and max(value) in self.sizes)

    def totals(self) -> range:
        """Every number of stones a list of the box may have (and perhaps some that none has)."""
        if not self.counts or (not self.sizes and 0 not in self.counts):
            return range(0)
        low = self.counts[0] * self.sizes[0] if self.sizes else 0
        high = self.counts[-1] * self.sizes[-1] if self.sizes else 0
        return range(low, high + 1)

    def totals_of(self, count: int) -> range:
        """The same of a list of so many heaps."""
        if not count or not self.sizes:
            return range(0, 1 if count == 0 else 0)
        return range(count * self.sizes[0], count * self.sizes[-1] + 1)

    def of_total(self, total: int, count: int | None = None) -> Iterator[tuple[int, ...]]:
        """The lists with `total` stones, of `count` heaps or of any number, in lexicographic order for each number."""
        for heaps in self.counts if count is None else (count,):
            for sizes in _lists(total, heaps, self.sizes, self.fluent.order != "none"):
                yield sizes[::-1] if self.fluent.order == "descending" else sizes


def _sorted_up_to(sizes: int, count: int) -> int:
    """How many lists in order of at most `count` sizes there are: n out of n + sizes; MANY where more."""
    found, n = 1, count + sizes
    for taken in range(1, min(count, sizes) + 1):
        found = found * (n - taken + 1) // taken
        if found > MANY:
            return MANY
    return found


def _lists_up_to(sizes: int, count: int) -> int:
    """How many lists of at most `count` sizes there are, MANY where more."""
    if sizes == 1:
        return count + 1
    found = 0
    for heaps in range(count + 1):
        found += sizes**heaps
        if found > MANY:
            return MANY
    return found


def _lists(total: int, count: int, sizes: range, ascending: bool) -> Iterator[tuple[int, ...]]:
    if count == 0:
        if total == 0:
            yield ()
        return
    if not sizes:
        return
    if count == 1:
        if total in sizes:
            yield (total,)
        return
    for first in range(max(sizes[0], total - (count - 1) * sizes[-1]), sizes[-1] + 1):
        if first * (count if ascending else 1) > total:
            break
        rest = range(first, sizes[-1] + 1) if ascending else sizes
        for tail in _lists(total - first, count - 1, rest, ascending):
            yield (first, *tail)


@dataclass(frozen=True)
class CounterBox:
    """The values of one counter."""

    fluent: Counter
    values: range

    def size(self) -> int:
        """How many values it holds."""
        return len(self.values)

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and value in self.values


@dataclass(frozen=True)
class MemberBox:
    """All subsets of some members; of a token, each of them."""

    fluent: Members
    members: tuple[Member, ...]

    @property
    def is_token(self) -> bool:
        """Whether its values are single members."""
        return isinstance(self.fluent, Token)

    def size(self) -> int:
        """How many values it holds, MANY where there are more."""
        return len(self.members) if self.is_token else min(MANY, 1 << min(64, len(self.members)))

    def __contains__(self, value: object) -> bool:
        """Members are of the domain, so that moves lead out of no such box."""
        return isinstance(value, Member) if self.is_token else isinstance(value, tuple)

    def counts(self) -> range:
        """How many members the sets may have; 0 for a token, which is no set."""
        return range(1 if self.is_token else len(self.members) + 1) if self.size() else range(0)

    def of_count(self, count: int) -> Iterator[int | tuple[int, ...]]:
        """The sets of so many members, or the members for a token, in order."""
        yield from self.members if self.is_token else itertools.combinations(self.members, count)


Part: TypeAlias = HeapBox | CounterBox | MemberBox


def of_numbers(part: Part) -> HeapBox | CounterBox:
    """The box of heaps or of a counter, where there can be no sets."""
    assert not isinstance(part, MemberBox)
    return part


@dataclass(frozen=True)
class GroundBox:
    """The product of one box per fluent, in declared order."""

    parts: tuple[Part, ...]

    def size(self) -> int:
        """How many positions it holds, MANY where there are more."""
        return min(MANY, math.prod(part.size() for part in self.parts))

    def __contains__(self, position: object) -> bool:
        return isinstance(position, tuple) and all(v in part for v, part in zip(position, self.parts, strict=True))

    def layers(self, measure: Measure) -> Iterator[list[Position]]:
        """The positions with equal measure, least measure first, each layer in lexicographic order."""
        if measure.weigh is not None:  # positions of one shape may differ
            every = itertools.chain.from_iterable(self.layers(replace(measure, weigh=None)))
            yield from _layers(tuple(every), measure)
            return
        # sum by sum of an entry, so that who looks at the least positions of a huge box does not wait for the others
        views = [[_View(part, entry, measure) for part in self.parts] for entry in measure.entries or ("",)]
        parts = next((one for one in views if any(len(part.span) > 1 for part in one)), views[0])
        for total in _sums(parts):
            shapes: dict[tuple[int, ...], list[tuple[Shape, ...]]] = defaultdict(list)
            for shape in _together(parts, total):
                # one list stands for all of its total, or of its total and number of heaps: their measure is the same
                sample = tuple(_sample(part, *one) for part, one in zip(self.parts, shape, strict=True))
                shapes[measure.of(sample)].append(shape)
            for key in sorted(shapes):
                layer: list[Position] = []
                for shape in shapes[key]:
                    choices = (_values(part, *one) for part, one in zip(self.parts, shape, strict=True))
                    layer.extend(itertools.product(*choices))
                if layer:
                    layer.sort()
                    yield layer


def _layers(positions: Sequence[Position], measure: Measure) -> Iterator[list[Position]]:
    """Positions with equal measure, least measure first, in lexicographic order."""
    measure.prepare(positions)
    for _, layer in itertools.groupby(sorted(positions, key=lambda at: (measure.of(at), at)), measure.of):
        yield list(layer)


Shape: TypeAlias = tuple[int, int | None]
"""What a measure sees of a value of a part: stones, and the number of heaps where it is counted."""


class _View:
    """A part by what its values add to one entry of a measure, from the first of `span` to the last."""

    def __init__(self, part: Part, entry: str, measure: Measure) -> None:
        self.part, self.counted = part, measure.counts_heaps
        counters = {fluent.name for fluent in measure.fluents if isinstance(fluent, Counter)}
        if isinstance(part, CounterBox):
            adds = part.fluent.stones if entry == "stones" else part.fluent.name == entry
        elif isinstance(part, MemberBox):
            adds = not part.is_token and (part.fluent.name == entry or (entry == "members" and entry not in counters))
        else:
            adds = entry == "stones" or (entry in ("heaps", "splits") and entry not in counters)
        self.entry = entry if adds else None
        self.span = self._span()

    @cached_property
    def every(self) -> list[Shape]:
        """The shapes of all values."""
        return [*_shapes(self.part, counted=self.counted)]

    def _span(self) -> range:
        part = self.part
        if self.entry is None:
            return range(min(1, part.size()))
        if isinstance(part, CounterBox):
            return part.values
        if isinstance(part, MemberBox):
            return part.counts()
        if self.entry == "heaps":
            return part.counts
        totals = part.totals()
        return totals if self.entry == "stones" else range(totals[-1] + 1 if totals else 0)

    def shapes(self, worth: int) -> Sequence[Shape]:
        """The shapes of the values that add so much."""
        if self.entry is None:
            return self.every
        if not isinstance(self.part, HeapBox) or not self.counted:
            return [(worth, None)]
        if self.entry == "heaps":
            return [(total, worth) for total in self.part.totals_of(worth)]
        totals = [(worth + count if self.entry == "splits" else worth, count) for count in self.part.counts]
        return [(total, count) for total, count in totals if total in self.part.totals_of(count)]


def _shapes(part: Part, *, counted: bool) -> Iterator[Shape]:
    """The shapes of all values."""
    if isinstance(part, CounterBox | MemberBox):
        yield from ((value, None) for value in (part.counts() if isinstance(part, MemberBox) else part.values))
    elif counted:
        yield from ((total, count) for count in part.counts for total in part.totals_of(count))
    else:
        yield from ((total, None) for total in part.totals())


def _sums(parts: Sequence[_View]) -> range:
    """Every sum of what the parts add, least first, and perhaps some that they do not have."""
    if not all(part.span for part in parts):
        return range(0)
    return range(sum(part.span[0] for part in parts), sum(part.span[-1] for part in parts) + 1)


def _together(parts: Sequence[_View], total: int) -> Iterator[tuple[Shape, ...]]:
    """The shapes of all parts that add so much together."""
    if not parts:
        yield ()
        return
    first, *others = parts
    rest = _sums(others)
    for worth in range(max(first.span[0], total - rest[-1]), min(first.span[-1], total - rest[0]) + 1):
        for shape in first.shapes(worth):
            for more in _together(others, total - worth):
                yield shape, *more


def _values(part: Part, total: int, count: int | None) -> Iterator[int | tuple[int, ...]]:
    """The values of a part that have a shape."""
    if isinstance(part, HeapBox):
        return part.of_total(total, count)
    return part.of_count(total) if isinstance(part, MemberBox) else iter((total,))


def _sample(part: Part, total: int, count: int | None) -> int | tuple[int, ...]:
    """A value of a shape, or something that has the same measure."""
    if isinstance(part, HeapBox):
        return _of_shape(total, count)
    return next(part.of_count(total)) if isinstance(part, MemberBox) else total


def _of_shape(total: int, count: int | None) -> tuple[int, ...]:
    """Some list of so many stones, and heaps."""
    if count is None:
        return (total,)
    return (*[1] * (count - 1), total - count + 1) if count else ()


@dataclass(frozen=True)
class Region:
    """The positions that are judged: a box, or one position or listed ones with the least box around them."""

    hull: GroundBox
    position: Position | None = None
    listed: tuple[Position, ...] = ()
    of_box: bool = False
    """Whether what is listed is a part of a box, of which no position was named."""
    reached: bool = False
    """Whether all that is reached from what is listed is judged, too (see `bouton.ground.layers`)."""

    @property
    def named(self) -> bool:
        """Whether each of its positions was named, and must exist."""
        return self.position is not None or (bool(self.listed) and not self.of_box)

    def size(self) -> int:
        """How many positions are judged."""
        return len(self.listed) if self.listed else self.hull.size() if self.position is None else 1

    def layers(self, measure: Measure) -> Iterator[list[Position]]:
        """The judged positions, least measure first."""
        if self.listed:
            yield from _layers(self.listed, measure)
        elif self.position is not None:
            yield [self.position]
        else:
            yield from self.hull.layers(measure)


def around(fluents: tuple[Fluent, ...], position: Position) -> Region:
    """The region of one position alone."""
    return Region(_hull(fluents, (position,)), position)


def among(fluents: tuple[Fluent, ...], positions: tuple[Position, ...], *, of_box: bool = False) -> Region:
    """The region of those positions, which are distinct and at least one; `of_box` as `Region` has it."""
    return Region(_hull(fluents, positions), None, positions, of_box)


def _hull(fluents: tuple[Fluent, ...], positions: tuple[Position, ...]) -> GroundBox:
    """The least box around positions."""
    parts: list[Part] = []
    for place, fluent in enumerate(fluents):
        values = [position[place] for position in positions]
        if isinstance(fluent, Members):
            parts.append(MemberBox(fluent, tuple(sorted(one for one in {*flat(values)} if isinstance(one, Member)))))
            continue
        if isinstance(fluent, Heaps):
            lists = [value for value in values if isinstance(value, tuple)]
            sizes = [size for heaps in lists for size in heaps] or [1]
            counts = [len(heaps) for heaps in lists]
            parts.append(HeapBox(fluent, _between(counts), _between(sizes)))
        else:
            parts.append(CounterBox(fluent, _between([value for value in values if isinstance(value, int)])))
    return GroundBox(tuple(parts))


def _between(numbers: list[int]) -> range:
    return range(min(numbers), max(numbers) + 1)


def ground_box(fluents: tuple[Fluent, ...], box: Box, parameters: Parameters) -> GroundBox:
    """The box for those parameter values; parts may be empty."""
    parts: list[Part] = []
    for fluent, given in zip(fluents, box.fluents, strict=True):
        if isinstance(fluent, Heaps):
            assert isinstance(given, HeapRange)
            parts.append(HeapBox(fluent, given.count.at(parameters), given.size.at(parameters)))
        elif isinstance(fluent, Members):
            assert isinstance(given, MemberRange)
            from bouton.ground.domains import members  # noqa: PLC0415 (certificates, which have no sets, load no clingo)

            parts.append(MemberBox(fluent, members(given, parameters)))
        else:
            assert isinstance(given, CounterRange)
            parts.append(CounterBox(fluent, given.interval.at(parameters)))
    return GroundBox(tuple(parts))
