"""The unknowns that a move or a derived row chooses: their bounds, and all their values at a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bouton.core.logic.arithmetic import atom, linear, scale, subtract
from bouton.core.logic.expression import Formula, Le, Linear, Unknown
from bouton.core.logic.formulas import conjuncts
from bouton.core.logic.substitution import Evaluation
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
    """No bounds are known for an unknown; carries it."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(unknown.name.partition("$")[0])
        self.unknown = unknown


def choices(chosen: Sequence[Unknown], guard: Formula) -> tuple[Choice, ...]:
    """The unknowns in an order in which each one's bounds speak of those before it; or NotBounded."""
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
        if not isinstance(part, Le):
            continue
        coefficient = dict(part.left.terms).get(one, 0)
        rest = linear(part.left.constant, {a: c for a, c in part.left.terms if a is not one})
        if abs(coefficient) != 1 or {one, *later} & unknowns(rest).keys():
            continue
        if coefficient > 0:
            highs.append(scale(-1, rest))
        else:
            lows.append(subtract(part.left, atom(one, coefficient)))
    return tuple(lows), tuple(highs)


class Exhausted(Exception):
    """There are more ways to choose than may be tried."""


@dataclass
class Budget:
    """How many ways to choose may still be tried."""

    left: int

    def spend(self) -> None:
        """One more is tried; or Exhausted."""
        self.left -= 1
        if self.left < 0:
            raise Exhausted


def solutions(
    chosen: Sequence[Choice], guard: Formula, position: Evaluation, budget: Budget | None = None
) -> Iterator[Evaluation]:
    """The evaluations at a position in which the guard holds, one for each way to choose; of none, the position itself.

    Exhausted where these are more than the budget allows.
    """
    for evaluation in _assignments(chosen, position):
        if budget is not None:
            budget.spend()
        if evaluation(guard):
            yield evaluation


def _assignments(chosen: Sequence[Choice], position: Evaluation) -> Iterator[Evaluation]:
    if not chosen:
        yield position
        return
    first, *rest = chosen
    for value in range(max(map(position, first.lows)), min(map(position, first.highs)) + 1):
        yield from _assignments(rest, position.having(first.unknown, value))
