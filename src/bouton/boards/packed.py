"""A table of moves as the arrays that `search.c` reads: numbers of 64 bits, in the order of its structures."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from bouton.boards.cubes import Cube, bits, meet
from bouton.boards.table import Change, Group, MoveRow, MoveTable, Reason, Weighed, base

_WORD = (1 << 64) - 1
_KINDS = {"gone": 0, "put": 1, "set": 2, "fault": 3}
_SINGLE, _LOOP, _REACH = range(3)
_PURE, _RICH, _TESTS, _MORE, _RULES, _TERMS, _GROUPS, _BLANKS, _NODES, _EDGES = range(10)


@dataclass(frozen=True)
class Packed:
    """The arrays, how many rows each has, and the sizes that are no rows."""

    bits: int
    shared: int
    words: int
    longest: int
    counts: tuple[int, ...]
    arrays: tuple[tuple[int, ...], ...]
    asked: tuple[int, ...]
    """Of each cube of the predicates asked for its first test, and the one after its last."""
    never: tuple[int, int]
    """The same of a cube that nowhere holds."""


@dataclass
class Packer:
    """Packs a table for a program whose positions have one word, or two where it is `wide`."""

    table: MoveTable
    wide: bool
    rows: list[list[int]] = field(default_factory=lambda: [[] for _ in range(10)])
    counts: list[int] = field(default_factory=lambda: [0] * 10)
    longest: int = 1

    def packed(self, images: Sequence[Sequence[int]]) -> Packed:
        """The table; an image says of every bit of a position where it goes."""
        self._add(_TESTS, (0, 0, 1))
        shared = self._groups(self.table.groups)[1]
        plain = _plain(self.table)
        rich = [row for row, pure in plain if not pure]
        rows = [row for row, pure in plain if pure]
        rows, picks = self._picked(rows)
        for row in rows:
            gone, put, field_, value = _summed(row.changes)
            self._add(_PURE, [*self._whole(row.cube), gone | field_, put | value], whole=True)
        for at, row in enumerate(rich):
            following = next((n for n in range(at, len(rich)) if rich[n].action != row.action), len(rich))
            self._rich(row, following)
        cubes = [cube for extent in self.table.asked.values() for cube in extent.values()]
        asked = tuple(place for mask, value in cubes for place in self._tests(mask, value))
        size = 128 if self.wide else 64
        moved = tuple(to for image in images for to in (*image, *range(len(image), size)))
        last = max((word // 64 for word in self._positions()), default=0) + 1
        return Packed(
            self.table.width,
            shared,
            max(last, size // 64),
            self.longest,
            (*self.counts, len(images), len(picks)),
            (*map(tuple, self.rows), moved, picks),
            asked,
            (0, 1),
        )

    def _picked(self, rows: list[MoveRow]) -> tuple[list[MoveRow], tuple[int, ...]]:
        """The rows by the values of a field that all of them ask for, with where each value begins; or as they are."""
        for slot, at in zip(self.table.slots, self.table.offsets, strict=True):
            mask = (1 << slot.width) - 1
            if slot.field and mask and rows and all(row.cube[0] >> at & mask == mask for row in rows):
                ordered = sorted(rows, key=lambda row: row.cube[1] >> at & mask)
                values = [row.cube[1] >> at & mask for row in ordered]
                return ordered, (at, mask, *(bisect_left(values, one) for one in range(mask + 2)))
        return rows, ()

    @property
    def _base(self) -> int:
        return base(self.table.width)

    def _positions(self) -> Iterable[int]:
        for group in (*self.table.groups, *(one for row in self.table.rows for one in row.own)):
            yield self._at(group.mask.bit_length() - 1)

    def _at(self, bit: int) -> int:
        """Where a bit lies: positions may have two words in the program where the table has one."""
        return bit + (64 if self.wide and self._base == 64 and bit >= 64 else 0)

    def _add(self, kind: int, numbers: Iterable[int], whole: bool = False) -> int:
        """Add a row; `whole` numbers are positions, of as many words as these have."""
        for number in numbers:
            self.rows[kind] += [number & _WORD, number >> 64] if whole and self.wide else [number]
        self.counts[kind] += 1
        return self.counts[kind]

    def _whole(self, cube: Cube) -> Cube:
        mask = (1 << self._base) - 1
        return cube[0] & mask, cube[1] & mask

    def _tests(self, mask: int, value: int) -> tuple[int, int]:
        """The tests of a cube, from the first to before the last."""
        start = self.counts[_TESTS]
        for word, part, wanted in self._split(mask, value):
            self._add(_TESTS, (word, part, wanted))
        return start, self.counts[_TESTS]

    def _split(self, mask: int, value: int) -> list[tuple[int, int, int]]:
        low = (1 << self._base) - 1
        if self.wide and self._base == 64:
            mask, value = mask & low | mask >> 64 << 128, value & low | value >> 64 << 128
        found = []
        for word in range((mask.bit_length() + 63) // 64):
            if part := mask >> 64 * word & _WORD:
                found.append((word, part, value >> 64 * word & _WORD))
        return found

    def _bit(self, bit: int) -> tuple[int, int]:
        word, mask, _ = self._split(bit, bit)[0]
        return word, mask

    # ------------------------------------------------------------------------------------------------- derived bits

    def _groups(self, groups: Sequence[Group]) -> tuple[int, int]:
        made = []
        for group in groups:
            blanks = self.counts[_BLANKS]
            for word, mask, _ in self._split(group.mask, 0):
                self._add(_BLANKS, (word, mask))
            reach = _reaches(group)
            rules, nodes = self.counts[_RULES], self.counts[_NODES]
            if reach:
                self._reach(group)
            else:
                for bit, reasons in group.derived:
                    for reason in reasons:
                        self._rule(*self._bit(bit), reason)
            kind = _REACH if reach else _LOOP if group.loop else _SINGLE
            ends = blanks, self.counts[_BLANKS], rules, self.counts[_RULES], nodes, self.counts[_NODES] - nodes, 0
            made.append((kind, *ends))
        start = self.counts[_GROUPS]
        for one in made:
            self._add(_GROUPS, one)
        return start, self.counts[_GROUPS]

    def _rule(self, word: int, bit: int, reason: Reason) -> None:
        if isinstance(reason, Weighed):
            if reason.least <= 0:
                self._add(_RULES, (word, bit, 0, 0, 0, 0))
                return
            start = self.counts[_TERMS]
            grouped: dict[tuple[int, int, bool], int] = {}
            for weight, one, positive in reason.terms:
                at, mask = self._bit(one)
                if grouped.get((weight, at, positive), 0) & mask:  # the same bit twice counts twice
                    self._add(_TERMS, (weight, at, mask, positive))
                else:
                    grouped[weight, at, positive] = grouped.get((weight, at, positive), 0) | mask
            for (weight, at, positive), mask in grouped.items():
                self._add(_TERMS, (weight, at, mask, positive))
            self._add(_RULES, (word, bit, 1, reason.least, start, self.counts[_TERMS]))
        else:
            self._add(_RULES, (word, bit, 0, 0, *self._tests(*reason)))

    def _reach(self, group: Group) -> None:
        """Rules that need one bit of the group or none: what holds without, and where each bit leads."""
        number = {bit: self.counts[_NODES] + at for at, (bit, _) in enumerate(group.derived)}
        self.longest = max(self.longest, len(number))
        edges: dict[int, list[tuple[int, int, int]]] = {bit: [] for bit in number}
        for bit, reasons in group.derived:
            for mask, value in reasons:  # type: ignore[misc]
                inner = mask & group.mask
                if inner:
                    edges[inner].append((number[bit], mask & ~inner, value & ~inner))
                else:
                    self._rule(number[bit], 0, (mask, value))
        for bit, leading in edges.items():
            start = self.counts[_EDGES]
            for to, mask, value in leading:
                split = self._split(mask, value) or [(0, 0, 0)]
                tests = self.counts[_TESTS]
                for one in split[1:]:
                    self._add(_TESTS, one)
                self._add(_EDGES, (to, *split[0], tests, self.counts[_TESTS]))
            self._add(_NODES, (*self._bit(bit), start, self.counts[_EDGES]))

    # --------------------------------------------------------------------------------------------------------- rows

    def _rich(self, row: MoveRow, following: int) -> None:
        gone, put, field_, value = _summed(row.changes)
        fault = any(change.kind == "fault" for change in row.changes)
        beyond = row.cube[0] >> self._base << self._base, row.cube[1] >> self._base << self._base
        tests, own = self._tests(*beyond), self._groups(row.own)
        together: dict[tuple[Cube, str, Cube], int] = {}  # what is taken, or added, under one condition is one change
        for cube, change in row.further:
            key = cube, change.kind, (change.mask, change.value) if change.kind == "set" else (0, 0)
            together[key] = together.get(key, 0) | change.mask
        prepared = [(self._tests(*cube), kind, mask, to) for (cube, kind, (_, to)), mask in together.items()]
        start = self.counts[_MORE]
        for asked, kind, mask, to in prepared:
            self._add(_MORE, (*asked, _KINDS[kind], 0))
            for number in (mask, to):
                self.rows[_MORE] += [number & _WORD, number >> 64] if self.wide else [number]
        more = start, self.counts[_MORE]
        for number in (*self._whole(row.cube), gone, put, field_, value):
            self.rows[_RICH] += [number & _WORD, number >> 64] if self.wide else [number]
        self._add(_RICH, (row.action, following, *tests, *own, *more, fault, 0))


def _plain(table: MoveTable) -> list[tuple[MoveRow, bool]]:
    """Each row, and whether all it asks for are bits of the position, and it says alone what its action does there.

    Where all rows are pure, two of one action that meet lead to the same position twice, which is no matter.
    """
    pure = [row.pure and not row.cube[0] >> base(table.width) for row in table.rows]
    if all(pure):
        return [(row, True) for row in table.rows]
    by_action: dict[int, list[MoveRow]] = {}
    for row in table.rows:
        by_action.setdefault(row.action, []).append(row)
    several = {
        action: any(meet(one.cube, other.cube) is not None for one, other in combinations(those, 2))
        for action, those in by_action.items()
    }
    return [(row, is_pure and not several[row.action]) for row, is_pure in zip(table.rows, pure, strict=True)]


def _summed(changes: Sequence[Change]) -> tuple[int, int, int, int]:
    gone = put = field_ = value = 0
    for change in changes:
        if change.kind == "gone":
            gone |= change.mask
        elif change.kind == "put":
            put |= change.mask
        elif change.kind == "set":
            field_, value = field_ | change.mask, value | change.value
    return gone, put, field_, value


def _reaches(group: Group) -> bool:
    """Whether each of its rules needs one bit of the group at most, which is to be set."""
    if not group.loop:
        return False
    for _, reasons in group.derived:
        for reason in reasons:
            if isinstance(reason, Weighed) or len(list(bits(reason[0] & group.mask))) > 1:
                return False
    return True
