"""The unknowns that a move or a derived row chooses: their bounds, and all their values at a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from sys import maxsize

from bouton.core.logic.arithmetic import greatest_exponent, linear, scale
from bouton.core.logic.batch import Batch
from bouton.core.logic.expression import Eq, Formula, Le, Linear, Unknown
from bouton.core.logic.formulas import conjuncts
from bouton.core.logic.walk import unknowns


@dataclass(frozen=True)
class Choice:
    """An unknown that a move chooses: at least each of `lows`, at most each of `highs`.

    The bounds are over the position and the choices before it; the guard implies them.
    """

    unknown: Unknown
    lows: tuple[Linear, ...]
    highs: tuple[Linear, ...]


class NotBounded(Exception):
    """Raised where a guard bounds an unknown, which it carries, not from below or not from above."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(unknown.name.partition("$")[0])
        self.unknown = unknown


def choices(chosen: Sequence[Unknown], guard: Formula) -> tuple[Choice, ...]:
    """The unknowns with their bounds by the guard, each in terms of those before it; raises NotBounded."""
    waiting, found = list(chosen), list[Choice]()
    while waiting:
        for one in waiting:
            lows, highs = _bounds(one, guard, [u for u in waiting if u is not one])
            if lows and highs:
                found.append(Choice(one, lows, highs))
                waiting.remove(one)
                break
        else:
            raise NotBounded(waiting[0])
    return tuple(found)


def _bounds(one: Unknown, guard: Formula, later: list[Unknown]) -> tuple[tuple[Linear, ...], tuple[Linear, ...]]:
    """The comparisons of the guard that bound the unknown by what is known before it."""
    lows, highs = [], []
    for part in conjuncts(guard):
        if not isinstance(part, Le | Eq):
            continue
        if (most := greatest_exponent(part, one)) is not None and not {one, *later} & unknowns(most).keys():
            highs.append(most)
        coefficient = dict(part.left.terms).get(one, 0)
        rest = linear(part.left.constant, {a: c for a, c in part.left.terms if a is not one})
        if abs(coefficient) != 1 or {one, *later} & unknowns(rest).keys():
            continue
        end = scale(-coefficient, rest)
        if coefficient > 0 or isinstance(part, Eq):
            highs.append(end)
        if coefficient < 0 or isinstance(part, Eq):
            lows.append(end)
    return tuple(lows), tuple(highs)


@dataclass(frozen=True)
class ChoicesLeft:
    """How many ways to choose may still be tried at each of some positions; where it is below 0, none is any more."""

    left: list[int]

    @classmethod
    def of(cls, positions: int, most: int | None) -> ChoicesLeft:
        """A budget of `most` ways to choose at each of so many positions; None is any number."""
        return cls([maxsize if most is None else most] * positions)

    @property
    def kept(self) -> frozenset[int]:
        """The positions, by their index, that stayed within the budget: there all moves were looked at."""
        return frozenset(at for at, left in enumerate(self.left) if left >= 0)

    def allowed(self, origins: Sequence[int], ways: Sequence[range], *, tried: bool) -> list[range]:
        """The given ways to choose, but none at a place that began as a position with nothing left of the budget.

        `origins` are the numbers of these positions. Ways that are `tried` now count before that is asked.
        """
        for origin, several in zip(origins, ways, strict=True) if tried else ():
            self.left[origin] -= len(several)
        return [several if self.left[origin] >= 0 else range(0) for origin, several in zip(origins, ways, strict=True)]


def solutions(chosen: Sequence[Choice], guard: Formula, positions: Batch, budget: ChoicesLeft | None = None) -> Batch:
    """The places in which the guard holds: a position with a way to choose, or without any choice the position itself.

    With a budget there are none that began as a position at which more ways would have to be tried than it allows.
    """
    places = positions
    if budget is not None and not chosen:
        tried = budget.allowed(places.origins, [range(1)] * len(places.origins), tried=True)
        places = places.where(bytes(map(len, tried)))
    for at, choice in enumerate(chosen, 1):
        lows, highs = (zip(*map(places, ends), strict=True) for ends in (choice.lows, choice.highs))
        ways = [range(max(low), min(high) + 1) for low, high in zip(lows, highs, strict=True)]
        if budget is not None:
            ways = budget.allowed(places.origins, ways, tried=at == len(chosen))
        places = places.each(choice.unknown, ways)
    return places.where(places.holds(guard))
