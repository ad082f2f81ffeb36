"""What repeats in a table of one counter or of single heaps: periods as they are seen, of which nothing is proved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from bouton.core.position import as_argument
from bouton.show import words

if TYPE_CHECKING:
    from bouton.run.position import Row

_PLAYS = ("normal", "misère")
_SEEN = 3
"""Whole periods that must be seen, or nothing repeats: what a line grows by is read off two of them."""


@dataclass(frozen=True)
class Repeat:
    """`what`, such as the outcomes, at `name`=n+period is that at n, and `rise` more, from `start` to the last one.

    `seen` is how many whole periods that are; the least sum of start and period is told.
    """

    parameters: Mapping[str, Any]
    what: str
    name: str
    start: int
    period: int
    rise: int
    seen: int

    def __str__(self) -> str:
        """`k=2: the outcomes repeat from pile 0 on with period 3 (seen 10 times; not proved)`."""
        where = f"{as_argument(self.parameters, {})}: " if self.parameters else ""
        rise = f", and grow by {self.rise} each time" if self.rise else ""
        seen = words.count(self.seen, "time")
        return (
            f"{where}the {self.what} repeat from {self.name} {self.start} on with period {self.period}{rise} "
            f"(seen {seen}; not proved)"
        )

    def as_json(self) -> dict[str, Any]:
        """The object that `bouton table --json` has."""
        return {
            "parameters": dict(self.parameters),
            "of": self.what,
            "at": self.name,
            "from": self.start,
            "period": self.period,
            "rise": self.rise,
            "seen": self.seen,
        }


def repeats(rows: Iterable[Row]) -> Iterator[Repeat]:
    """What repeats for each value of the parameters, where one counter or the size of a single heap alone varies."""
    for _, group in groupby(rows, key=lambda row: row.parameters):
        line = _line(list(group))
        if line is None:
            continue
        name, first, along = line
        parameters = along[0].parameters
        lines: list[tuple[str, Sequence[Any]]] = [("outcomes", [row.outcome for row in along])]
        if along[0].values is not None:
            pairs = [row.values for row in along if row.values is not None]
            lines = [(f"values of {play} play", [pair[at] for pair in pairs]) for at, play in enumerate(_PLAYS)]
        for what, values in lines:
            if None in values:  # not known
                continue
            found = period(values) or (period(values, rising=True) if along[0].values is not None else None)
            if found is not None:
                start, length, rise, seen = found
                if what == "outcomes" and len({*values[start:]}) == 1 and 2 * start >= len(values):
                    continue  # the next P-position may be as far away as all those before
                yield Repeat(parameters, what, name, first + start, length, rise, seen)


def _line(rows: Sequence[Row]) -> tuple[str, int, list[Row]] | None:
    """The one fluent that varies, its least value, and the rows in its order; None where that is not so."""
    places = []
    for row in rows:
        sizes = {name: value if isinstance(value, list) else [value] for name, value in row.position.items()}
        if any(len(value) > 1 for value in sizes.values()):
            return None
        places.append({name: value[0] if value else 0 for name, value in sizes.items()})
    varied = [name for name in places[0] if len({place[name] for place in places}) > 1]
    if len(varied) != 1:
        return None
    (name,) = varied
    along = sorted(zip((place[name] for place in places), range(len(rows)), strict=True))
    values = [value for value, _ in along]
    whole = values == list(range(values[0], values[0] + len(values)))
    return (name, values[0], [rows[at] for _, at in along]) if whole else None


def period(line: Sequence[Any], *, rising: bool = False) -> tuple[int, int, int, int] | None:
    """Where the line begins to repeat, its period, how much it grows each time, and how many whole periods there are.

    It grows by nothing unless `rising`, and then by the same positive number each time. The least sum of start and
    period is given; None where too few whole periods follow.
    """
    best: tuple[int, int, int, int] | None = None
    for length in range(1, len(line) // _SEEN + 1):
        if best is not None and best[0] + best[1] <= length:
            break
        rise = line[-1] - line[-1 - length] if rising else 0
        if rising and rise <= 0:
            continue
        start = len(line) - length
        while start > 0 and line[start - 1 + length] == (line[start - 1] + rise if rise else line[start - 1]):
            start -= 1
        seen = (len(line) - start) // length
        if seen >= _SEEN and (best is None or start + length < best[0] + best[1]):
            best = start, length, rise, seen
    return best
