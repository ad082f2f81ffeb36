"""Statements about every set of numbers: a least counterexample contradicts what is known of mex."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from bouton.claims.parts import EVERYWHERE, MEX, needs_at
from bouton.claims.way import Described
from bouton.core.proof import WHOLE
from bouton.core.spec import CounterRange
from bouton.document.entries import Statement
from bouton.proof.setting import every_set
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay
from bouton.theory.every_set import problem, shown


def _read(goal: Whole) -> Iterator[ReadWhole]:
    """As it stands: the moves, that it holds, and, of values that rules derive, that they are mex."""
    derived = (MEX,) if isinstance(goal.claim.said, Statement) else ()
    needs = needs_at(dict.fromkeys(("rules", "measure", "closed", EVERYWHERE, *derived), ()), [WHOLE])
    parts = [part for part in goal.claim.box.fluents if isinstance(part, CounterRange)]
    every = {"unbounded": (*goal.game.sets, *(part.name for part in parts))}
    yield ReadWhole([*needs], partial(_told, goal), reach=every)


def _told(goal: Whole) -> Iterator[Told]:
    """How its problems end, where its rules have such a meaning; they are written where that is asked for."""
    about = (goal.spec, goal.claim, goal.game, goal.rules)
    if goal.asked.smtlib is not None:
        goal.asked.write(f"{goal.claim.id}-every-set.smt2", problem(*about))
    yield Told(shown(*about, goal.asked.limits, goal.asked.crosschecks))


EVERY_SET = WholeWay(
    Described(
        "for every set",
        "A statement that fails anywhere fails at a least number, and facts about mex exclude that.",
        (),
        "what-proved-rests-on.md#the-parts",
    ),
    lambda goal: every_set(goal.claim),
    _read,
)
"""The way to prove a statement for every set."""
