"""What repeats in a table of one counter or of single heaps: periods as they are seen, of which nothing is proved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bouton.core.periods import period
from bouton.core.position import as_argument
from bouton.core.spec import Spec
from bouton.ground.box import GroundBox, HeapBox, ground_box
from bouton.show import words

if TYPE_CHECKING:
    from bouton.run.rows import Row

_PLAYS = ("normal", "misère")


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


@dataclass
class _Line:
    """Rows of some values of the parameters, as long as one counter or the size of a single heap alone varies."""

    parameters: Mapping[str, Any]
    names: Sequence[str]
    places: list[tuple[int, ...]] = field(default_factory=list)
    outcomes: list[Any] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)
    varied: set[int] = field(default_factory=set)

    def add(self, row: Row) -> bool:
        """Add a row; whether they are a line still."""
        sizes = [value if isinstance(value, list) else (value,) for value in row.position.values()]
        if any(len(value) > 1 or not all(isinstance(one, int) for one in value) for value in sizes):
            return False  # more than a heap, or a member of a set that is no number
        place = tuple([value[0] if value else 0 for value in sizes])
        if self.places:
            self.varied |= {
                at for at, (one, first) in enumerate(zip(place, self.places[0], strict=True)) if one != first
            }
        self.places.append(tuple([one for one in place if isinstance(one, int)]))
        self.outcomes.append(row.outcome)
        if row.values is not None:
            self.values.append(row.values)
        return len(self.varied) < 2

    def repeats(self) -> Iterator[Repeat]:
        """What repeats along the line."""
        if len(self.varied) != 1:
            return
        (at,) = self.varied
        along = sorted(range(len(self.places)), key=lambda index: self.places[index][at])
        numbers = [self.places[index][at] for index in along]
        first = numbers[0]
        if numbers != list(range(first, first + len(numbers))):
            return
        lines: list[tuple[str, Sequence[Any]]] = [("outcomes", [self.outcomes[index] for index in along])]
        if self.values:
            pairs = [self.values[index] for index in along]
            plays = _PLAYS if len(pairs[0]) > 1 else ["the"]
            lines = [(f"values of {play} play", [pair[which] for pair in pairs]) for which, play in enumerate(plays)]
        for what, values in lines:
            if None in values:  # not known
                continue
            found = period(values) or (period(values, rising=True) if self.values else None)
            if found is not None:
                start, length, rise, seen = found
                if what == "outcomes" and len({*values[start:]}) == 1 and 2 * start >= len(values):
                    continue  # the next P-position may be as far away as all those before
                yield Repeat(self.parameters, what, self.names[at], first + start, length, rise, seen)


class Lines:
    """Rows as they come, of which no more is kept than what repeats may be told from."""

    def __init__(self) -> None:
        self._of: Mapping[str, Any] | None = None
        self._line: _Line | None = None
        self._found: list[Repeat] = []

    def add(self, rows: Iterable[Row]) -> None:
        """Look at further rows, for one value of the parameters."""
        for row in rows:
            if row.parameters != self._of:
                self._close()
                self._of = row.parameters
                self._line = _Line(row.parameters, [*row.position])
            if self._line is None or not self._line.add(row):
                self._line = None
                return

    def repeats(self) -> Sequence[Repeat]:
        """What repeats in all of them."""
        self._close()
        return self._found

    def _close(self) -> None:
        if self._line is not None:
            self._found += self._line.repeats()
        self._line = None


def repeats(rows: Iterable[Row]) -> Iterator[Repeat]:
    """What repeats for each value of the parameters, where one counter or the size of a single heap alone varies."""
    lines = Lines()
    for row in rows:
        lines.add([row])
    yield from lines.repeats()


def may_repeat(spec: Spec) -> bool:
    """Whether there are values of the parameters for which one counter or the size of a single heap alone varies."""
    return any(_is_line(ground_box(spec.fluents, spec.box, one)) for one in spec.box.assignments())


def _is_line(box: GroundBox) -> bool:
    single = all(
        not (isinstance(part, HeapBox) and part.sizes and max(part.counts, default=0) > 1) for part in box.parts
    )
    return single and box.size() > 0 and sum(part.size() > 1 for part in box.parts) == 1
