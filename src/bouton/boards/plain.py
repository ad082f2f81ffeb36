"""The searches of `search.c` in plain Python: slower, where there is no C compiler, and to hold the other against.

So are the moves of a table, and its predicates, at one position.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from bouton.boards.cubes import Cube, bits
from bouton.boards.grounded import Term
from bouton.boards.table import Group, MoveRow, MoveTable, Reason, Weighed
from bouton.core.errors import Disagreement, LimitReached
from bouton.ground.values import mex

Mode: TypeAlias = Literal["outcome", "every outcome", "value"]
"""Whether the player to move wins, as soon as that is known or with all that is reached, or Sprague-Grundy values."""
_BYTES = 200
"""Memory that a position takes, about."""


class Cyclic(Exception):
    """A position is reached from itself."""


class GameEnd(NamedTuple):
    """How the game ends from a position: `out` is "P", "N", or "draw", and in how many moves."""

    out: str
    moves: int


class Slotted(NamedTuple):
    """A slot of a word: its first bit, how many bits, whether it is a field, and how many values it has."""

    at: int
    width: int
    field: bool
    size: int


@dataclass(frozen=True)
class Order:
    """Which of two positions is the lesser: by a measure, each entry of which is a sum over some slots, then as tuples.

    A set adds how many members it has, and is the tuple of them in order; a field adds its value, and is it.
    """

    slots: tuple[Slotted, ...]
    entries: tuple[tuple[int, ...], ...]

    def key(self, word: int) -> tuple[object, ...]:
        """What orders positions."""
        parts = [word >> slot.at & (1 << slot.width) - 1 for slot in self.slots]
        worth = [part if slot.field else part.bit_count() for slot, part in zip(self.slots, parts, strict=True)]
        shown = (part if slot.field else [*bits(part)] for slot, part in zip(self.slots, parts, strict=True))
        return tuple(sum(worth[at] for at in entry) for entry in self.entries), [*shown]

    def words(self) -> Iterator[int]:
        """All positions."""
        for parts in product(*(range(slot.size) for slot in self.slots)):
            yield sum(part << slot.at for slot, part in zip(self.slots, parts, strict=True))


Held: TypeAlias = tuple[tuple[str, int], Term]
"""A row of a predicate of `MoveTable.asked`."""
RIGHT, WRONG = -1, -3
"""What is right whatever is so, and what never is."""


@dataclass(frozen=True)
class RowsSaid:
    """What a claim says of a position where a row holds, or nothing: what is told of the one of these rows that holds.

    It is a value (`values`), the number of the side that wins, or 1 where the player to move does and 0 else; RIGHT or
    WRONG. Of two rows that hold none is right.
    """

    where: Held | None
    rows: tuple[tuple[Held, int], ...]
    otherwise: int
    values: bool = False


class Scanned(NamedTuple):
    """How many positions are known, of how many a claim speaks, whether one has a move; and where it is wrong.

    That is the least position, if there is one, and of how many before it the claim speaks.
    """

    known: int
    spoken: int
    moves: bool
    wrong: int | None
    below: int


class Odd(Exception):
    """Not exactly one of two sides moves, or has won, at some position."""


class Plain:
    """The searches of one table, one play and so many bytes: see `bouton.boards.search.BoardSearch`."""

    def __init__(
        self,
        table: MoveTable,
        memory: int,
        *,
        misere: bool = False,
        images: Sequence[Sequence[int]] = (),
        sides: Sequence[Term] = (),
    ) -> None:
        self.table, self.memory, self.misere, self.images, self.sides = table, memory, misere, images, sides
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
            stopped = mode == "outcome" and self._best(at) in found
            other = None if stopped else next(following, None)
            if other is None:
                stack.pop()
                value = self.values[at] = self._settled(at, found, mode)
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

    def _best(self, position: int) -> int:
        """What the player to move likes an option to be."""
        return self.side(position, "side") if self.sides else 0

    def _settled(self, position: int, found: set[int], mode: Mode) -> int:
        if mode == "value":
            return mex(found)
        best = self._best(position)
        return int(best in found) if not self.sides else best if best in found else 1 - best

    def side(self, position: int, name: str) -> int:
        """Which side moves, or has won ("winner"), at a position; Odd where that is not one of two."""
        word = derived(self.table.groups, position)
        cubes = [self.table.asked[name, 1].get(side) for side in self.sides]
        found = [at for at, cube in enumerate(cubes) if cube is not None and word & cube[0] == cube[1]]
        if len(found) != 1:
            raise Odd
        return found[0]

    def whole(self, order: Order, legal: Held | None, mode: Mode) -> None:
        """Search from every position, or every one where a row holds."""
        for word in order.words():
            if self._holds(legal, word):
                self.of(word, mode)

    def scan(self, said: RowsSaid, order: Order, mode: Mode, other: Plain | None = None) -> Scanned:
        """Hold what a claim says against all that is known, or against whether the outcomes here and there differ.

        Disagreement where what is known of a position does not follow from what is known of its options.
        """
        wrong: list[int] = []
        spoken, moves = 0, False
        for word, value in self.every():
            options = self.children(word)
            moves = moves or bool(options)
            if value != self._settled(word, {self.known(one) for one in options} or self._ended(word), mode):
                raise Disagreement("what is known of a position does not follow from its options")
            if self._holds(said.where, word):
                spoken += 1
                labels = [label for row, label in said.rows if self._holds(row, word)]
                label = said.otherwise if not labels else labels[0] if len(labels) == 1 else WRONG
                is_so = value if said.values or self.sides else int(value > 0)
                is_so = is_so if other is None else int((other.known(word) > 0) != (value > 0))
                wrong += [word] if label not in (RIGHT, is_so) else []
        least = min(wrong, key=order.key, default=None)
        before = [] if least is None else [w for w, _ in self.every() if order.key(w) < order.key(least)]
        return Scanned(self.seen, spoken, moves, least, sum(self._holds(said.where, word) for word in before))

    def _holds(self, row: Held | None, word: int) -> bool:
        if row is None:
            return True
        cube = self.table.asked[row[0]].get(row[1])
        return cube is not None and derived(self.table.groups, word) & cube[0] == cube[1]

    def by_parts(self, position: int) -> int:
        """The value of a position by those of its components: see `bouton.boards.table`."""
        value = 0
        for part in components(self.table, position):
            least = self._least(part)
            known = self.values.get(least)
            if known is None:
                self._room()
                known = self.values[least] = mex({self.by_parts(child) for child in self.children(least)})
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
        """Of each position whether it has no move, as the first bit, then which cubes of `MoveTable.asked` hold."""
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

    def endings(self, starts: Sequence[int]) -> dict[int, GameEnd]:
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
        found = {at: GameEnd("N" if self.misere else "P", 0) for at, count in left.items() if not count}
        work = deque(found)
        while work:
            at = work.popleft()
            for one in before[at]:
                left[one] -= 1
                if one not in found and (found[at].out == "P" or not left[one]):
                    found[one] = GameEnd("N" if found[at].out == "P" else "P", found[at].moves + 1)
                    work.append(one)
        return {at: found.get(at, GameEnd("draw", 0)) for at in graph}

    def _opened(self, position: int) -> tuple[int, Iterator[int], set[int]]:
        self._room()
        self.values[position] = None
        following = sorted({self._least(child) for child in self.children(position)})
        return position, iter(following), set() if following else self._ended(position)

    def _ended(self, position: int) -> set[int]:
        """What stands for the options where there are none: who cannot move wins in misère play, as by a move to 0."""
        if self.sides:
            return {self.side(position, "winner")}
        return {0} if self.misere else set()

    def _room(self, more: int = 0) -> None:
        if (self.seen + more) * _BYTES > self.memory:
            raise LimitReached(f"{self.seen + more:,} positions seen, as many as {self.memory >> 20} MB have room for")

    def _least(self, position: int) -> int:
        return min((position, *(moved(position, image) for image in self.images)))


def moved(position: int, image: Sequence[int]) -> int:
    """Where a symmetry takes a position: each bit goes where the image says."""
    return sum(1 << image[at] for at in range(position.bit_length()) if position >> at & 1)


def components(table: MoveTable, position: int) -> list[int]:
    """The parts of a position that no move joins: see `bouton.boards.table`."""
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


class Faulty(Exception):
    """A move of a position does what none may: two values of one fluent, or a member that there is not."""

    def __init__(self, action: int, position: int) -> None:
        super().__init__(action, position)
        self.action, self.position = action, position


def moves(table: MoveTable, position: int) -> list[tuple[int, int]]:
    """The moves of a position as (action, the position it leads to); Faulty where the rules are wrong there."""
    word = derived(table.groups, position)
    found: dict[int, int] = {}
    for row in table.rows:
        if row.action not in found and _holds(row.cube, word):
            found[row.action] = _child(row, position, word)
    return list(found.items())


def holds(table: MoveTable, position: int, cubes: Iterable[Cube]) -> bool:
    """Whether one of the cubes holds at a position."""
    word = derived(table.groups, position)
    return any(_holds(cube, word) for cube in cubes)


def derived(groups: Iterable[Group], word: int) -> int:
    """A word with the bits that are derived from it."""
    for group in groups:
        word &= ~group.mask
        while True:
            before = word
            for bit, reasons in group.derived:
                if any(_reason(reason, word) for reason in reasons):
                    word |= bit
            if not group.loop or word == before:
                break
    return word


def _holds(cube: Cube, word: int) -> bool:
    return word & cube[0] == cube[1]


def _reason(reason: Reason, word: int) -> bool:
    if isinstance(reason, Weighed):
        return sum(weight for weight, bit, set_ in reason.terms if bool(word & bit) is set_) >= reason.least
    return word & reason[0] == reason[1]


def _child(row: MoveRow, position: int, word: int) -> int:
    if row.further:
        word = derived(row.own, word)
    changes = [*row.changes, *(change for cube, change in row.further if _holds(cube, word))]
    gone = put = field = value = 0
    for change in changes:
        twice = change.kind == "set" and field & change.mask and value & change.mask != change.value
        if change.kind == "fault" or twice:
            raise Faulty(row.action, position)
        if change.kind == "gone":
            gone |= change.mask
        elif change.kind == "put":
            put |= change.mask
        else:
            field, value = field | change.mask, value | change.value
    if gone & put:
        raise Faulty(row.action, position)
    return position & ~(gone | field) | put | value
