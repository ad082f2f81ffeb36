"""By what play falls in a game whose positions may come back: numbers of a position, compared entry by entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from bouton.core.position import Measure

Entry: TypeAlias = tuple[tuple[str, int], ...]
"""A sum: names of numbers of a position, each with a factor. A counter counts from the low end of its range, and where
the factor is negative down from its high end, so that no part of the sum is below 0."""


@dataclass(frozen=True)
class Rank:
    """Natural numbers of a position, compared entry by entry, as tuples are.

    It falls from one position that the player to move loses to the next one, by the replies of who wins; what is done
    elsewhere need not lower anything. Where a side may move twice running it is `joint`: it is compared at positions
    that are won, too, and no move of who wins may raise it.
    """

    entries: tuple[Entry, ...]
    joint: bool = False

    @classmethod
    def of(cls, measure: Measure, *, joint: bool = False) -> Rank:
        """The measure of a spec as it is."""
        return cls(tuple(((name, 1),) for name in measure.entries), joint)

    @property
    def names(self) -> frozenset[str]:
        """The numbers that it is made of."""
        return frozenset(name for entry in self.entries for name, _ in entry)

    def __str__(self) -> str:
        """As people read it: `a + 2 b, then -c` where c counts down from its greatest value."""
        return ", then ".join(map(_text, self.entries))

    def at(self, numbers: Mapping[str, int], ends: Mapping[str, tuple[int, int]]) -> tuple[int, ...]:
        """Its entries at a position with these numbers, among them counters with these ends."""
        return tuple(sum(_at(numbers, ends, *part) for part in entry) for entry in self.entries)


def _text(entry: Entry) -> str:
    parts = [f"{'-' if many < 0 else ''}{'' if abs(many) == 1 else f'{abs(many)} '}{name}" for name, many in entry]
    return " + ".join(parts).replace("+ -", "- ")


def _at(numbers: Mapping[str, int], ends: Mapping[str, tuple[int, int]], name: str, many: int) -> int:
    low, high = ends.get(name, (0, 0))
    return many * (numbers[name] - low) if many > 0 else -many * (high - numbers[name])
