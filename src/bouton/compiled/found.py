"""What a program has found of many positions, as numbers side by side: each position is made where it is asked for.

Millions of rows go through here, from one process to another, so that nothing is done for one that can be done for all.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from math import prod
from typing import Any, NamedTuple, TypeAlias, overload

from bouton.compiled.job import Entries
from bouton.core.position import Counter, Heaps, Position
from bouton.core.spec import Play
from bouton.ground.alliances import Side

Values: TypeAlias = tuple[int, int | None] | tuple[int]
"""The Sprague-Grundy values of both plays, the latter None where it is not known; or that of one."""


class FoundAt(NamedTuple):
    """A position, its outcome, "P" or "N" or the side that wins, whether who moves loses, and its values if known.

    Of a claim it is what that says, P and lost where it says so.
    """

    position: Position
    outcome: Side
    lost: bool
    values: Values | None = None
    left: int | None = None
    """In how many moves it ends, where that was asked for and it is no draw."""


class FoundColumns(NamedTuple):
    """The same of many positions: a column for each fluent, outcomes, who loses, and one of values for each play."""

    fluents: Sequence[Sequence[Any]]
    outcomes: Sequence[Side]
    lost: Sequence[bool]
    values: Sequence[Sequence[int | None]]


@dataclass(frozen=True)
class RowForm:
    """What the numbers of a row mean: a code, the shape's number, room for the `mosts` of heaps, and counters.

    The code is the entry of a table of values, by which the outcome is that of the `play`; in games of alliances the
    number of the side that wins, with a bit more where the side to move is another; else whether it is P, or what a
    claim says.
    """

    fluents: Sequence[Heaps | Counter]
    mosts: Sequence[int]
    play: Play
    sides: Sequence[Side] = ()
    entries: Entries | None = None

    @cached_property
    def width(self) -> int:
        """The numbers of a row."""
        return 2 + sum(self.mosts) + sum(isinstance(one, Counter) for one in self.fluents)


@dataclass(frozen=True, eq=False)
class FoundRows(Sequence[FoundAt]):
    """Rows of that form, all numbers one after the other."""

    form: RowForm
    numbers: array[int]

    def __len__(self) -> int:
        return len(self.numbers) // self.form.width

    def __iter__(self) -> Iterator[FoundAt]:
        fluents, outcomes, lost, values = self.columns()
        known = zip(*values, strict=True) if values else repeat(None)
        return map(FoundAt, zip(*fluents, strict=True), outcomes, lost, known)

    @overload
    def __getitem__(self, at: int) -> FoundAt: ...
    @overload
    def __getitem__(self, at: slice) -> FoundRows: ...
    def __getitem__(self, at: int | slice) -> FoundAt | FoundRows:
        width = self.form.width
        if isinstance(at, int):
            place = range(len(self))[at]
            (one,) = self[place : place + 1]
            return one
        start, stop, step = at.indices(len(self))
        assert step == 1, "rows that stand side by side"
        return FoundRows(self.form, self.numbers[width * start : width * stop])

    def lost(self) -> Sequence[FoundAt]:
        """Those of which the player, or the side, to move loses."""
        return self if all(self.columns().lost) else [one for one in self if one.lost]

    def columns(self) -> FoundColumns:
        """All that is known of them, by what it is."""
        form = self.form
        codes, entries = self.numbers[:: form.width], form.entries
        if entries is not None:
            values = [[entries.value(code, play) for code in codes] for play in entries.plays]
            own = values[entries.plays.index(form.play)]
            return FoundColumns(self._fluents(), ["N" if one else "P" for one in own], [not one for one in own], values)
        if form.sides:
            won = [form.sides[code & 1] for code in codes]
            return FoundColumns(self._fluents(), won, [code > 1 for code in codes], ())
        return FoundColumns(self._fluents(), ["P" if code else "N" for code in codes], [*map(bool, codes)], ())

    def _fluents(self) -> list[Sequence[Any]]:
        form, width = self.form, self.form.width
        shapes, first, found = self.numbers[1::width], 2, list[Sequence[Any]]()
        mosts, counters = iter(form.mosts), 2 + sum(form.mosts)
        rest = prod(most + 1 for most in form.mosts)
        for fluent in form.fluents:
            if isinstance(fluent, Counter):
                found.append(self.numbers[counters::width].tolist())
                counters += 1
                continue
            most = next(mosts)
            rest //= most + 1
            counts = shapes if len(form.mosts) == 1 else [shape // rest % (most + 1) for shape in shapes]
            held = zip(*(self.numbers[at::width] for at in range(first, first + most)), strict=True)
            found.append([one[:count] for one, count in zip(held, counts, strict=True)] if most else [()] * len(self))
            first += most
        return found
