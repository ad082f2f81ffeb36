"""Cases of a strategy learnt from positions: each a move with conditions under which it wins at all of them.

Sequential covering (Clark and Niblett, The CN2 induction algorithm, 1989) with the gain of FOIL (Quinlan 1990): what is
found holds at the positions that were given, and has to be checked at others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2

import numpy as np
from numpy.typing import NDArray

from bouton.discover.learn import greedy

Table = NDArray[np.bool_]
_MOST_CONDITIONS = 5
_BEAM = 3
"""First conditions that a case is grown from."""
_MOST_CASES = 60


@dataclass(frozen=True)
class Case:
    """A move with conditions under which it is made: the indices of both in the tables of `Learner`."""

    move: int
    conditions: tuple[int, ...]


@dataclass(frozen=True)
class Learner:
    """What is known of N-positions, in tables with a column for each position.

    `right[m]` tells where move m is offered and wins, whichever moves its term names there, `wrong[m]` where it is
    offered and some of these do not win, `holds[c]` where condition c holds.
    """

    right: Table
    wrong: Table
    holds: Table
    weights: NDArray[np.float64]
    """How much of what a condition tells counts: less where it may not hold of other positions."""

    def cases(self) -> tuple[Case, ...] | None:
        """Cases that together name a move at every position, and only winning moves; None where none are found."""
        left = np.ones(self.right.shape[1], dtype=bool)
        found: list[Case] = []
        while left.any():
            best = max(self._each(left), key=lambda one: one[:2], default=None)
            if best is None or not best[0] or len(found) == _MOST_CASES:
                return None
            found.append(best[2])
            left &= ~self._covered(best[2])
        return tuple(self._needed(found))

    def moves(self) -> tuple[int, ...]:
        """Moves chosen greedily until, at each position where some move is right, one that is right has been chosen.

        The next one is always right at most of the positions that are left.
        """
        return tuple(greedy(self.right, np.ones(len(self.right), dtype=np.int64)))

    def _each(self, left: Table) -> Iterator[tuple[int, int, Case]]:
        """Good cases of each move, with how many of the positions left each covers, and minus its number of conditions.

        The greater these two are, in this order, the better the case.
        """
        for move in range(len(self.right)):
            if not (self.right[move] & left).any():
                continue
            for start in range(_BEAM):
                case = self._grown(move, left, start)
                if case is not None:
                    yield int((self._covered(case) & left).sum()), -len(case.conditions), case
                if case is None or not case.conditions:
                    break

    def _grown(self, move: int, left: Table, start: int) -> Case | None:
        """A case of the move, grown by the condition of greatest gain until the move is wrong at no covered position.

        The first condition is instead the one of rank `start` by gain, 0 being the best. None where this fails.
        """
        good, bad = self.right[move] & left, self.wrong[move].copy()
        chosen: list[int] = []
        while bad.any():
            before = int(good.sum())
            if len(chosen) == _MOST_CONDITIONS or not before:
                return None
            goods, bads = self.holds[:, good].sum(axis=1), self.holds[:, bad].sum(axis=1)
            base = log2(before / (before + int(bad.sum())))
            with np.errstate(divide="ignore", invalid="ignore"):
                gain = np.where(goods > 0, self.weights * goods * (np.log2(goods / (goods + bads)) - base), -np.inf)
            order = np.argsort(-gain, kind="stable")
            best = int(order[min(start, len(order) - 1) if not chosen else 0])
            if gain[best] <= 0:
                return None
            chosen.append(best)
            good, bad = good & self.holds[best], bad & self.holds[best]
        return Case(move, self._shortened(move, chosen)) if good.any() else None

    def _shortened(self, move: int, chosen: list[int]) -> tuple[int, ...]:
        """The conditions of a case without superfluous ones, which are dropped in the order of their adding."""
        kept = list(chosen)
        for one in chosen:
            others = [other for other in kept if other != one]
            if not (self.wrong[move] & self.holds[others].all(axis=0)).any():
                kept = others
        return tuple(kept)

    def _covered(self, case: Case) -> Table:
        found: Table = self.right[case.move].copy()
        for one in case.conditions:
            found &= self.holds[one]
        return found

    def _needed(self, cases: list[Case]) -> list[Case]:
        """The cases without those whose positions the other cases cover; the last ones are dropped first."""
        kept = list(cases)
        for case in reversed(cases):
            others = [self._covered(one) for one in kept if one is not case]
            if others and np.logical_or.reduce(others).all():
                kept.remove(case)
        return kept
