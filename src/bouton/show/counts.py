"""How many positions there are, as a table and as sequences that can be looked up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bouton.core.position import as_argument
from bouton.run.counting import Asking, PositionCount
from bouton.show import table
from bouton.show.table import ShownTable


@dataclass(frozen=True)
class Counted:
    """What was counted, and how: the numbers for each value of the parameters in order."""

    asking: Asking
    numbers: tuple[PositionCount, ...]

    def __iter__(self) -> Iterator[PositionCount]:
        return iter(self.numbers)

    @property
    def table(self) -> ShownTable:
        """A row for each number."""
        return made(self.asking, self.numbers)

    @property
    def sequences(self) -> tuple[Terms, ...]:
        """The numbers one after the other, for each value of the other parameters; none where nothing is counted by."""
        return tuple(sequences(self.asking, self.numbers))

    def __str__(self) -> str:
        """The table, and below it the sequences, each in one line."""
        return "\n".join([table.text(self.table), *map(str, self.sequences)])

    __repr__ = __str__

    def objects(self) -> list[dict[str, Any]]:
        """One object per row, by column."""
        return table.objects(self.table)


@dataclass(frozen=True)
class Terms:
    """The terms of `what`, count or sum, from `start` of `by` on."""

    parameters: dict[str, Any]
    what: str
    by: str
    start: int
    terms: tuple[int, ...]

    def __str__(self) -> str:
        """`k=2: count from stones 0 on: 1, 0, 0, 1`."""
        where = f"{as_argument(self.parameters, {})}: " if self.parameters else ""
        return f"{where}{self.what} from {self.by} {self.start} on: {', '.join(map(str, self.terms))}"

    def as_json(self) -> dict[str, Any]:
        """The object that `bouton table --count --json` has."""
        return {
            "parameters": self.parameters,
            "of": self.what,
            "by": self.by,
            "from": self.start,
            "terms": list(self.terms),
        }


def made(asking: Asking, numbers: Sequence[PositionCount]) -> ShownTable:
    """The table of these numbers."""
    named = [*numbers[0].parameters] if numbers else []
    columns = (*named, *([asking.by] if asking.by else []), "count", *(["sum"] if asking.sum else []))
    rows = (
        (
            *one.parameters.values(),
            *([] if one.at is None else [one.at]),
            one.count,
            *([] if one.sum is None else [one.sum]),
        )
        for one in numbers
    )
    return ShownTable(columns, tuple(rows))


def sequences(asking: Asking, numbers: Sequence[PositionCount]) -> Iterator[Terms]:
    """The sequences of these numbers."""
    if asking.by is None:
        return
    groups: dict[str, list[PositionCount]] = {}
    for one in numbers:
        groups.setdefault(as_argument(one.parameters, {}), []).append(one)
    for along in groups.values():
        start = along[0].at
        if start is None or [one.at for one in along] != list(range(start, start + len(along))):
            continue
        parameters = dict(along[0].parameters)
        yield Terms(parameters, "count", asking.by, start, tuple(one.count for one in along))
        if asking.sum is not None:
            yield Terms(parameters, "sum", asking.by, start, tuple(one.sum or 0 for one in along))
