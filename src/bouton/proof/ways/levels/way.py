"""The way that proves claims about any number of heaps by telling the heaps of the few greatest sizes apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from bouton.claims.parts import DEPTH, EVERYWHERE, SEEN, needs_at, parts_of
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


class Levels(Way):
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
        """Every part of the claim for each number of levels, as far as these were told apart, and for any more.

        How many are told apart is seen from where problems were `made`: that they are enough, before a move and after
        it, is a part of its own, so that fewer would not do.
        """
        needed, none = parts_of(goal.claim, goal.rules), {SEEN: frozenset[str]()}
        depth = max((place.counts[0] for place in made if place.counts), default=0)
        before = {part: about for part, about in needed.items() if part != "closed"}  # nothing leaves such a range
        if EVERYWHERE not in needed:
            before[DEPTH] = frozenset()
        yield from needs_at({**before, **none}, [replace(goal.place, counts=(depth,), more=True)])
        yield from needs_at(before, [replace(goal.place, counts=(known,)) for known in range(depth)])
        below = {place.counts[0] for place in made if place.counts and place.more} - {depth}
        if EVERYWHERE not in needed and len(below) != 1:  # moves lead to positions that are read with fewer levels
            yield Need(SEEN, replace(goal.place, more=True))
        yield from needs_at(none, [replace(goal.place, counts=(known,), more=known in below) for known in range(depth)])
