"""How many levels are enough for a theorem: tried from few to many, by a solver that is quick to say no.

What this finds is proved after: the obligations of `levels.obligations` are solved as all others are.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace

from bouton.core.logic.expression import Formula
from bouton.core.logic.problem import Problem, settled
from bouton.core.logic.smtlib import smtlib
from bouton.core.logic.terms import Unreadable
from bouton.proof.levels.obligations import shallow
from bouton.proof.levels.reading import LevelReading
from bouton.proof.theorem import Theorem
from bouton.reading.command import Condition

_MOST = 6
_MILLISECONDS = 2000


def deep_enough(theorem: Theorem, facts: tuple[Formula, ...]) -> LevelReading:
    """The theorem read with levels enough.

    Unreadable where no number of levels is enough: with the rule that looks below them.
    """
    obstacle: Unreadable | None = None
    for seen in range(1, _MOST):
        reading = LevelReading(theorem, seen, seen + 1)
        failing = _seen(reading, facts)
        if failing is not None:
            obstacle = failing
            continue
        for depth in range(seen + 1, _MOST + 1):
            reading = replace(reading, depth=depth)
            failing = _deep(reading, facts)
            if failing is None:
                return reading
            obstacle = failing
        break
    assert obstacle is not None
    raise obstacle


def _seen(reading: LevelReading, facts: tuple[Formula, ...]) -> Unreadable | None:
    here = reading.at(reading.seen, more=True)
    return _failing(here.game.unseen, (reading.shape(reading.seen, more=True).facts, *facts))


def _deep(reading: LevelReading, facts: tuple[Formula, ...]) -> Unreadable | None:
    here = reading.at(reading.depth, more=True)
    within = (reading.here(reading.depth).facts, *facts)
    return _failing(itertools.chain(here.game.unseen, shallow(reading, here)), within)


def _failing(conditions: Iterable[Condition], facts: tuple[Formula, ...]) -> Unreadable | None:
    """Why the levels are not enough, if one of the conditions can hold."""
    import z3  # type: ignore[import-untyped]  # noqa: PLC0415 (only a child may pay for it)

    for one in conditions:
        problem = Problem("levels", one.meaning, (one.formula, *facts))
        if settled(problem):
            continue
        solver = z3.Solver()
        solver.set("timeout", _MILLISECONDS)
        solver.add(z3.parse_smt2_string(smtlib(problem)))
        if str(solver.check()) == "sat":
            return Unreadable(f"for any number of heaps at once: {one.meaning}", one.line, one.column)
    return None
