"""The way that proves claims about any number of heaps by telling the heaps of the few greatest sizes apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from bouton.claims.parts import needs_of_levels
from bouton.claims.way import Described
from bouton.core.proof import Need, Place
from bouton.proof.compared.comparison import Seen
from bouton.proof.goal import Goal
from bouton.proof.way import Posed, Read, Validated, Way
from bouton.proof.ways.levels.obligations import lemma, obligations
from bouton.proof.ways.levels.prepare import compared, read
from bouton.proof.ways.levels.reading import LevelReading


@dataclass(frozen=True)
class _ByLevels(Read):
    """A claim read with so many levels told apart."""

    reading: LevelReading

    def compared(self, goal: Goal) -> Iterator[Validated]:
        """The reading held against clingo; that it could be read is told first."""
        yield Validated(goal.setting, (), Seen(0, frozenset()))
        yield from (Validated(goal.setting, (), seen) for seen in compared(goal, self.reading))

    def posed(self, goal: Goal) -> Iterator[Posed]:
        """The problems of each number of levels."""
        alone = self.reading.theorem.stated.alone
        for known, more, problem in lemma(self.reading) if alone else obligations(self.reading):
            yield Posed(problem, goal.setting, (known,), more)


class _Levels(Way):
    """Claims about any number of heaps whose rules look at the greatest sizes alone (see `obligations`)."""

    about = Described(
        "by levels",
        "Where no rule looks below the few greatest sizes, every position is one of finitely many shapes.",
        (),
        "levels.md",
    )

    def read(self, goal: Goal) -> Read:
        """The claim with levels enough."""
        return _ByLevels(read(goal.theorem, goal.here.facts, goal.spec.measure))

    def needs(self, goal: Goal, made: Collection[Place]) -> Iterator[Need]:
        """Every part of the claim for each number of levels, as far as these were told apart."""
        return needs_of_levels(goal.claim, goal.rules, goal.place, made)


LEVELS = _Levels()
"""The way by levels."""
