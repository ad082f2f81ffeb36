"""Rows of positions: all else staying as it is, a counter goes on, or the greatest heap does.

Which row a position lies in, and where; the body of a rule that says so; and the period that the labels of a row show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bouton.core.errors import Unreadable
from bouton.core.position import Fluent, Heaps, Position
from bouton.core.verdict import Label

ONCE_MORE = 3
"""So many periods are looked at before a proof is tried."""

Row: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The values of all other counters, and the sizes of the other heaps, least first."""


@dataclass(frozen=True)
class RowLayout:
    """How positions lie in rows along the fluent of a place."""

    fluents: tuple[Fluent, ...]
    place: int

    @property
    def along(self) -> Fluent:
        """The counter, or the heaps of which one goes on."""
        return self.fluents[self.place]

    def found(self, position: Position) -> tuple[Row, int]:
        """The row of a position, and its number there: the value of the counter, or the size of the greatest heap."""
        here = position[self.place]
        others = (*position[: self.place], *position[self.place + 1 :])
        rest = tuple(one for one in others if isinstance(one, int))
        if isinstance(here, int):
            return (rest, ()), here
        *less, most = sorted(here) or [0]
        return (rest, tuple(less)), most

    def at(self, row: Row, number: int) -> Position:
        """The position of that number beside what the row has."""
        rest, heaps = row
        here: int | tuple[int, ...] = number
        if isinstance(self.along, Heaps):
            here = self.along.canonical((*heaps, *([number] if number else [])))
        return (*rest[: self.place], here, *rest[self.place :])

    def body(self, row: Row, number: str = "S") -> str:
        """The body of a rule about the positions of a row, whose number is `number`; `0` is that of no heap."""
        rest, heaps = row
        others = [one for at, one in enumerate(self.fluents) if at != self.place]
        name, parts = self.along.name, [f"{one.name}({value})" for one, value in zip(others, rest, strict=True)]
        if not isinstance(self.along, Heaps):
            return ", ".join((f"{name}({number})", *parts))
        if self.along.order == "none" and heaps:
            raise Unreadable("rows of several heaps are read where these are put in order")
        sizes = [*map(str, heaps), *([] if number == "0" else [number])]
        if self.along.order == "descending":
            sizes.reverse()
        held = [f"{name}({at},{size})" for at, size in enumerate(sizes, 1)]
        return ", ".join((*held, f"not {name}({len(sizes) + 1},_)", *parts))


@dataclass(frozen=True)
class Repeated:
    """That the labels of a row repeat from a number on, and by how much they rise."""

    start: int
    period: int
    saltus: int


def shown(labels: Mapping[int, Label], most: int) -> Repeated | None:
    """The least that is listed for a row, of the periods that its labels up to `most` show; None where none is."""
    first = min(labels, default=0)
    found: list[Repeated] = []
    for period in range(1, (most - first) // ONCE_MORE + 1):
        saltus = _rise(labels.get(most), labels.get(most - period))
        start = most - period + 1
        while start > first and _rise(labels.get(start - 1 + period), labels.get(start - 1)) == saltus:
            start -= 1
        if saltus is not None and saltus >= 0 and start + ONCE_MORE * period <= most:
            found.append(Repeated(start, period, saltus))
    return min(found, key=lambda one: (one.start + one.period, one.period), default=None)


def _rise(later: Label, before: Label) -> int | None:
    """By how much a value is greater than another; of outcomes that are the same 0. None where they differ, or fail."""
    if isinstance(later, int) and isinstance(before, int):
        return later - before
    return 0 if later is not None and later == before else None


def told(rows: Sequence[Row], layout: RowLayout) -> str:
    """A few rows, as sentences name them."""
    return " and ".join(layout.body(one) for one in rows[:2])
