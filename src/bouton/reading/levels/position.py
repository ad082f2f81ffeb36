"""A position with an unknown number of heaps, and what the rules see of it.

The heaps are levels (size, number of heaps of that size), the highest first, and a rest of so many heaps,
each lower than the last level. The sizes in the rest are not known: a row that depends on them is marked. Only how many
stones all the heaps have together is known, so that a rule may speak of that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from bouton.core.logic.arithmetic import add, atom, multiply, number, subtract
from bouton.core.logic.expression import TRUE, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less
from bouton.core.position import Heaps
from bouton.reading.marks import HIDDEN, SIZE
from bouton.reading.relation import Row

ONE = number(1)
ZERO = number(0)


@dataclass(frozen=True)
class Level:
    """So many heaps of one size."""

    size: Linear
    heaps: Linear


@dataclass(frozen=True)
class Levels:
    """The highest sizes, in descending order, with how many heaps have each; and how many heaps are lower."""

    known: tuple[Level, ...]
    rest: Linear
    stones: Linear | None = None
    """How many stones all the heaps have, where that is known."""

    @property
    def heaps(self) -> Linear:
        """How many heaps there are."""
        return add(self.rest, *(level.heaps for level in self.known))

    def starts(self) -> list[Linear]:
        """For each level, and last for the rest, how many heaps are higher."""
        return list(accumulate((level.heaps for level in self.known), add, initial=ZERO))

    def top(self, depth: int) -> Levels:
        """The same position with at most so many levels told apart."""
        lower = add(self.rest, *(level.heaps for level in self.known[depth:]))
        return Levels(self.known[:depth], lower, self.stones)


@dataclass(frozen=True)
class LevelShape:
    """Any position with exactly so many different sizes or, with `more`, with at least so many.

    A size is the sum of its step and those of the levels below, so that the order of the sizes is plain.
    `steps` and `times` are unknowns of 1 or more, the highest level first.
    """

    steps: tuple[Unknown, ...]
    times: tuple[Unknown, ...]
    rest: Unknown | None
    stones: Unknown

    @property
    def unknowns(self) -> tuple[Unknown, ...]:
        """All unknowns of the shape: steps, times, how many heaps are in the rest, and the stones."""
        return (*self.steps, *self.times, *([] if self.rest is None else [self.rest]), self.stones)

    @property
    def levels(self) -> Levels:
        """Any position of the shape: each different size and how many heaps have it, as expressions in its unknowns."""
        sizes = list(accumulate(map(atom, reversed(self.steps)), add))[::-1]
        known = tuple(Level(size, atom(times)) for size, times in zip(sizes, self.times, strict=True))
        return Levels(known, ZERO if self.rest is None else atom(self.rest), atom(self.stones))

    @property
    def facts(self) -> Formula:
        """What holds of every such position: where there is a rest, the last level is of two stones or more."""
        levels = self.levels
        if self.rest is None or not levels.known:
            return equal(levels.rest, ZERO)
        return disj((equal(levels.rest, ZERO), at_most(number(2), levels.known[-1].size)))

    @property
    def weight(self) -> Formula:
        """How many stones there may be: those of the levels, and in each lower heap 1 or more, below the last level."""
        levels = self.levels
        known = add(ZERO, *(multiply(level.size, level.heaps) for level in levels.known))
        lower = subtract(atom(self.stones), known)
        if self.rest is None or not levels.known:
            return equal(lower, ZERO) if self.rest is None else at_most(levels.rest, lower)
        most = multiply(levels.rest, subtract(levels.known[-1].size, ONE))
        return conj((at_most(levels.rest, lower), at_most(lower, most)))

    def values(self, other: Levels) -> dict[Unknown, Linear]:
        """What to put in place of the unknowns to speak of another position with as many levels.

        Its stones are left out where they are not known.
        """
        sizes = [level.size for level in other.known]
        steps = [subtract(size, lower) for size, lower in zip(sizes, [*sizes[1:], ZERO][: len(sizes)], strict=True)]
        found = dict(zip(self.steps, steps, strict=True))
        found |= dict(zip(self.times, (level.heaps for level in other.known), strict=True))
        found |= {} if self.rest is None else {self.rest: other.rest}
        return found if other.stones is None else {**found, self.stones: other.stones}

    def at(self, heaps: Sequence[int]) -> dict[Unknown, int]:
        """The unknowns' values at the position with these heaps."""
        levels = sorted(Counter(heaps).items(), reverse=True)
        known, rest = levels[: len(self.steps)], sum(times for _, times in levels[len(self.steps) :])
        sizes = [size for size, _ in known]
        steps = [size - lower for size, lower in zip(sizes, [*sizes[1:], 0][: len(sizes)], strict=True)]
        found = dict(zip(self.steps, steps, strict=True)) | dict(zip(self.times, (n for _, n in known), strict=True))
        found |= {} if self.rest is None else {self.rest: rest}
        return {**found, self.stones: sum(heaps)}

    def sizes(self, model: Mapping[str, int]) -> tuple[int, ...]:
        """The heaps of a model, in descending order; what it leaves open is as small as it can be.

        Where it says how many stones there are, the lower heaps have what the levels leave of them.
        """
        found: list[int] = []
        size = 0
        for step, times in zip(reversed(self.steps), reversed(self.times), strict=True):
            size += model.get(step.name, 1)
            found = [size] * model.get(times.name, 1) + found
        lower = [1] * (model.get(self.rest.name, 0) if self.rest is not None else 0)
        more = model.get(self.stones.name, 0) - sum(found) - len(lower)
        for at in range(len(lower)):
            lower[at] += max(0, min(more, found[-1] - 2 if found else more))
            more -= lower[at] - 1
        return (*found, *lower)


def shape(fluent: Heaps, known: int, *, more: bool) -> LevelShape:
    """The shape of the positions with exactly `known` different sizes or, with `more`, with at least so many."""
    places = range(1, known + 1)
    return LevelShape(
        tuple(unknown(f"{fluent.name}.step.{at}", 1) for at in places),
        tuple(unknown(f"{fluent.name}.times.{at}", 1) for at in places),
        unknown(f"{fluent.name}.rest", 0) if more else None,
        unknown(f"{fluent.name}.stones", 0),
    )


def rows(fluent: Heaps, levels: Levels) -> Iterator[Row]:
    """`heap(I,S)`: a row for each level, I in the places that its heaps have; and one for the rest, hidden."""
    total = levels.heaps
    place, size = unknown("I$$1", local=True), unknown(f"{SIZE}$$2", local=True)
    *starts, lower = levels.starts()
    for level, start in zip(levels.known, starts, strict=True):
        first, last = span(fluent, start, level.heaps, total)
        yield Row((atom(place), level.size), conj((at_most(first, atom(place)), at_most(atom(place), last))))
    if levels.rest is not ZERO:
        first, last = span(fluent, lower, levels.rest, total)
        below = less(atom(size), levels.known[-1].size) if levels.known else TRUE
        inside = (at_most(first, atom(place)), at_most(atom(place), last), at_most(ONE, atom(size)), below)
        yield Row((atom(place), atom(size)), conj((*inside, equal(atom(HIDDEN), ONE))))


def span(fluent: Heaps, start: Linear, heaps: Linear, total: Linear) -> tuple[Linear, Linear]:
    """The first and the last place of `heaps` heaps in a row, where `start` of all `total` heaps are higher."""
    if fluent.order == "descending":
        return add(start, ONE), add(start, heaps)
    return add(subtract(total, add(start, heaps)), ONE), subtract(total, start)
