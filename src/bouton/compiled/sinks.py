"""What a program does with the places that moves lead to: it looks for a mark, or gathers what is there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bouton.compiled.syntax import Text


class Sink(Protocol):
    """Prints what is done with one place, or with those from `base` on for a heap of `low` to `high` stones."""

    def one(self, to: Text, place: str) -> None:
        """A single place."""

    def row(self, to: Text, base: str, low: str, high: str, stride: int) -> None:
        """Places with a stride."""

    def listed(self, to: Text, base: str, low: str, high: str, weights: str) -> None:
        """Places whose distances from the base are in a table."""


@dataclass(frozen=True)
class Looking:
    """Is some place marked? Then the function returns, unless it must be `exhaustive` as moves may go wrong."""

    exhaustive: bool

    def one(self, to: Text, place: str) -> None:
        """A single place."""
        self._hit(to, f"SET(tab[{place}])" if to.c else f"tab[{place}]")

    def row(self, to: Text, base: str, low: str, high: str, stride: int) -> None:
        """Places with a stride."""
        if to.c and stride == 1:
            self._hit(to, f"marked(tab + {base} + {low}, {high} - {low} + 1, bit)")
        elif to.c:
            self._hit(to, f"spread(tab + {base}, {stride}, {low}, {high} - {low} + 1, bit)")
        elif stride == 1:
            self._hit(to, f"tab.find(1, {base} + {low}, {base} + {high} + 1) >= 0")
        else:
            self._hit(to, f"1 in tab[{base} + {stride} * {low} : {base} + {stride} * {high} + 1 : {stride}]")

    def listed(self, to: Text, base: str, low: str, high: str, weights: str) -> None:
        """Places whose distances from the base are in a table."""
        if to.c:
            self._hit(to, f"looked_up(tab + {base}, {weights} + {low}, {high} - {low} + 1, bit)")
        else:
            self._hit(to, f"any([tab[{base} + w] for w in {weights}[{low} : {high} + 1]])")

    def _hit(self, to: Text, condition: str) -> None:
        with to.when(condition):
            if self.exhaustive:
                to.line("found = 2;" if to.c else "found = 2")
            else:
                to.give("2")


@dataclass(frozen=True)
class Gathering:
    """All that is in the table at the places is added to what has been `seen`."""

    def one(self, to: Text, place: str) -> None:
        """A single place."""
        to.line(f"see(seen, tab[{place}]);" if to.c else f"seen.add(tab[{place}])")

    def row(self, to: Text, base: str, low: str, high: str, stride: int) -> None:
        """Places with a stride."""
        if to.c:
            self._each(to, low, high, f"{base} + {stride} * at")
        else:
            step = "" if stride == 1 else f" : {stride}"
            to.line(f"seen.update(tab[{base} + {stride} * {low} : {base} + {stride} * {high} + 1{step}])")

    def listed(self, to: Text, base: str, low: str, high: str, weights: str) -> None:
        """Places whose distances from the base are in a table."""
        if to.c:
            self._each(to, low, high, f"{base} + {weights}[at]")
        else:
            to.line(f"seen.update([tab[{base} + w] for w in {weights}[{low} : {high} + 1]])")

    def _each(self, to: Text, low: str, high: str, place: str) -> None:
        with to.loop("at", low, high):
            self.one(to, place)
