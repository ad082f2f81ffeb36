"""The searches of `search.c` in plain Python: slower, where there is no C compiler, and to hold the other against."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from bouton.boards.evaluated import derived, moves
from bouton.boards.table import Table
from bouton.core.errors import LimitReached

Mode: TypeAlias = Literal["outcome", "every outcome", "value"]
"""Whether the player to move wins, as soon as that is known or with all that is reached, or Sprague-Grundy values."""
_BYTES = 200
"""Memory that a position takes, about."""


class Cyclic(Exception):
    """A position is reached from itself."""


class Ending(NamedTuple):
    """How the game ends from a position: `out` is "P", "N", or "draw", and in how many moves."""

    out: str
    moves: int


class Plain:
    """The searches of one table, one play and so many bytes: see `bouton.boards.search.Search`."""

    def __init__(
        self, table: Table, memory: int, *, misere: bool = False, images: Sequence[Sequence[int]] = ()
    ) -> None:
        self.table, self.memory, self.misere, self.images = table, memory, misere, images
        self.values: dict[int, int | None] = {}

    def close(self) -> None:
        """Give its memory back."""
        self.values = {}

    @property
    def seen(self) -> int:
        """How many positions are known."""
        return len(self.values)

    def of(self, position: int, mode: Mode) -> int:
        """The outcome of a position, or its value; Cyclic, Faulty or LimitReached."""
        first = self._least(position)
        stack = [] if self.values.get(first) is not None else [self._opened(first)]
        while stack:
            at, following, found = stack[-1]
            stopped = mode == "outcome" and 0 in found
            other = None if stopped else next(following, None)
            if other is None:
                stack.pop()
                value = self.values[at] = _mex(found) if mode == "value" else int(0 in found)
                if stack:
                    stack[-1][2].add(value)
            elif other not in self.values:
                stack.append(self._opened(other))
            else:
                known = self.values[other]
                if known is None:
                    raise Cyclic
                found.add(known)
        known = self.values[first]
        assert known is not None
        return known

    def by_parts(self, position: int) -> int:
        """The value of a position by those of its components: see `bouton.boards.parts`."""
        value = 0
        for part in components(self.table, position):
            least = self._least(part)
            known = self.values.get(least)
            if known is None:
                self._room()
                known = self.values[least] = _mex({self.by_parts(child) for child in self.children(least)})
            value ^= known
        return value

    def known(self, position: int) -> int:
        """What is known of a position; negative where nothing is."""
        value = self.values.get(self._least(position))
        return -1 if value is None else value

    def children(self, position: int) -> list[int]:
        """Where its moves lead."""
        return [to for _, to in moves(self.table, position)]

    def facts(self, positions: Sequence[int]) -> list[int]:
        """Of each position whether it has no move, as the first bit, then which cubes of `Table.asked` hold."""
        cubes = [cube for extent in self.table.asked.values() for cube in extent.values()]
        found = []
        for position in positions:
            word = derived(self.table.groups, position)
            held = sum(1 << at for at, (mask, value) in enumerate(cubes, 1) if word & mask == value)
            found.append(held | (not self.children(position)))
        return found

    def every(self) -> list[tuple[int, int]]:
        """All positions that are known, each with what is known of it."""
        return [(position, value) for position, value in self.values.items() if value is not None]

    def endings(self, starts: Sequence[int]) -> dict[int, Ending]:
        """How the game ends from all that is reached, where positions may come back."""
        graph: dict[int, list[int]] = {}
        queue = list(starts)
        while queue:
            at = queue.pop()
            if at not in graph:
                self._room(len(graph))
                graph[at] = self.children(at)
                queue += graph[at]
        left = {at: len(following) for at, following in graph.items()}
        before: dict[int, list[int]] = {at: [] for at in graph}
        for at, following in graph.items():
            for one in following:
                before[one].append(at)
        found = {at: Ending("N" if self.misere else "P", 0) for at, count in left.items() if not count}
        work = deque(found)
        while work:
            at = work.popleft()
            for one in before[at]:
                left[one] -= 1
                if one not in found and (found[at].out == "P" or not left[one]):
                    found[one] = Ending("N" if found[at].out == "P" else "P", found[at].moves + 1)
                    work.append(one)
        return {at: found.get(at, Ending("draw", 0)) for at in graph}

    def _opened(self, position: int) -> tuple[int, Iterator[int], set[int]]:
        self._room()
        self.values[position] = None
        following = sorted({self._least(child) for child in self.children(position)})
        # who cannot move wins in misere play, as from a position with a move to 0
        return position, iter(following), {0} if self.misere and not following else set()

    def _room(self, more: int = 0) -> None:
        if (self.seen + more) * _BYTES > self.memory:
            raise LimitReached(f"{self.seen + more:,} positions seen, as many as {self.memory >> 20} MB have room for")

    def _least(self, position: int) -> int:
        return min((position, *(moved(position, image) for image in self.images)))


def moved(position: int, image: Sequence[int]) -> int:
    """Where a symmetry takes a position: each bit goes where the image says."""
    return sum(1 << image[at] for at in range(position.bit_length()) if position >> at & 1)


def components(table: Table, position: int) -> list[int]:
    """The parts of a position that no move joins: see `bouton.boards.parts`."""
    found: list[int] = []
    for row in table.rows:
        mask, value = row.cube
        if position & mask == value:
            touched = (mask | sum(change.mask for change in row.changes)) & position
            joined = [one for one in found if one & touched]
            found = [one for one in found if not one & touched]
            for one in joined:
                touched |= one
            found.append(touched)
    return found


def _mex(values: set[int]) -> int:
    return next(value for value in range(len(values) + 1) if value not in values)
