"""What is done with the places that moves lead to, as code: looked at for a mark, or all that is there gathered.

A sink is asked for one place, for a row of places with a stride, or for those that a table lists.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from bouton.compiled.syntax import ProgramText


class Sink(ABC):
    """Prints what is done with one place, or with those from `base` on for a heap of `low` to `high` stones."""

    @abstractmethod
    def one(self, to: ProgramText, place: str) -> None:
        """A single place."""

    def row(self, to: ProgramText, base: str, low: str, high: str, stride: int) -> None:
        """Places with a stride; none where each is asked for by itself."""
        raise NotImplementedError

    def listed(self, to: ProgramText, base: str, low: str, high: str, weights: str) -> None:
        """Places whose distances from the base are in a table; likewise."""
        raise NotImplementedError


@dataclass(frozen=True)
class Looking(Sink):
    """Is some place marked? Then the function returns, unless it must be `exhaustive` as moves may go wrong."""

    exhaustive: bool
    noted: int | None = None
    """The number of the move for which it is noted in a row (see `Rowed`)."""

    def one(self, to: ProgramText, place: str) -> None:
        """A single place."""
        self._hit(to, f"MARKED({place})" if to.c else f"tab[{place}]")

    def row(self, to: ProgramText, base: str, low: str, high: str, stride: int) -> None:
        """Places with a stride."""
        if to.c and stride == 1:
            self._hit(to, f"marked(tab, {base} + {low}, {high} - {low} + 1, bit)")
        elif to.c:
            self._hit(to, f"spread(tab, {base} + {stride} * {low}, {stride}, {high} - {low} + 1, bit)")
        elif stride == 1:
            self._hit(to, f"tab.find(1, {base} + {low}, {base} + {high} + 1) >= 0")
        else:
            self._hit(to, f"1 in tab[{base} + {stride} * {low} : {base} + {stride} * {high} + 1 : {stride}]")

    def listed(self, to: ProgramText, base: str, low: str, high: str, weights: str) -> None:
        """Places whose distances from the base are in a table."""
        if to.c:
            self._hit(to, f"looked_up(tab, {base}, {weights} + {low}, {high} - {low} + 1, bit)")
        else:
            self._hit(to, f"any([tab[{base} + w] for w in {weights}[{low} : {high} + 1]])")

    def _hit(self, to: ProgramText, condition: str) -> None:
        with to.when(condition):
            if self.noted is not None:
                to.line(f"before[{2 * self.noted + 1}] = 1;")
            if self.exhaustive:
                to.line("found = 2;" if to.c else "found = 2")
            else:
                to.give("2")


class OneByOne(Sink):
    """A sink that does with each place of a row what it does with a single one."""

    def row(self, to: ProgramText, base: str, low: str, high: str, stride: int) -> None:
        """Places with a stride."""
        with to.loop("at", low, high):
            self.one(to, f"{base} + {stride} * at")

    def listed(self, to: ProgramText, base: str, low: str, high: str, weights: str) -> None:
        """Places whose distances from the base are in a table."""
        with to.loop("at", low, high):
            self.one(to, f"{base} + {weights}[at]")


@dataclass(frozen=True)
class Gathering(OneByOne):
    """All that is in the table at the places is added to what has been `seen`."""

    def one(self, to: ProgramText, place: str) -> None:
        """A single place."""
        to.line(f"see(seen, tab[{place}]);" if to.c else f"seen.add(tab[{place}])")

    def row(self, to: ProgramText, base: str, low: str, high: str, stride: int) -> None:
        """Places with a stride."""
        if to.c:
            super().row(to, base, low, high, stride)
        else:
            step = "" if stride == 1 else f" : {stride}"
            to.line(f"seen.update(tab[{base} + {stride} * {low} : {base} + {stride} * {high} + 1{step}])")

    def listed(self, to: ProgramText, base: str, low: str, high: str, weights: str) -> None:
        """Places whose distances from the base are in a table."""
        if to.c:
            super().listed(to, base, low, high, weights)
        else:
            to.line(f"seen.update([tab[{base} + w] for w in {weights}[{low} : {high} + 1]])")


@dataclass(frozen=True)
class MeasureSink(OneByOne):
    """What another sink does, once it is seen that the measure of each place is less than the position's `own` one."""

    sink: Sink

    def one(self, to: ProgramText, place: str) -> None:
        """A single place."""
        with to.when(f"RANKS[{place}] >= own"):
            to.give("-1")
        self.sink.one(to, place)
