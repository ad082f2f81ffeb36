"""The way that proves claims for given numbers of heaps, or for counters and other numbers, by induction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bouton.claims.parts import LEMMAS
from bouton.claims.way import Described
from bouton.core.logic.expression import Formula
from bouton.core.stated import Images
from bouton.proof import lemmas
from bouton.proof.compared.comparison import HeldReading, Seen, consistent, nearness
from bouton.proof.goal import Goal
from bouton.proof.obligations.kernel import lemma, obligations
from bouton.proof.theorem import Counts, Reading
from bouton.proof.way import EachCount, Posed, Read, Validated
from bouton.proof.ways.counted import images


@dataclass(frozen=True)
class ByCounts(Read):
    """A theorem read for each number of heaps, and the other game, where it is about images in one."""

    reading: Reading
    beside: images.OtherGame | None
    _given: dict[Counts, tuple[Formula, ...]] = field(default_factory=dict)

    def check(self) -> None:
        """Read each number of heaps, and the moves."""
        self.reading.check()

    def given(self, goal: Goal, counts: Counts) -> tuple[Formula, ...]:
        """What the statements that the claim uses say of positions of so many heaps."""
        if goal.claim.using and counts not in self._given:
            here = self.reading.at(counts)
            self._given[counts] = lemmas.assumptions(goal.spec, goal.claim, goal.parameters, here)
        return self._given.get(counts, ())

    def compared(self, goal: Goal) -> Iterator[Validated]:
        """The reading held against clingo for each number of heaps, and what statements say too."""
        comparisons: list[HeldReading] = []
        setting, here = goal.setting, goal.here
        for counts in setting.counts:
            about = (goal.spec, goal.rules, setting, here.parameters, here.facts, self.reading, counts)
            comparison = HeldReading(*about, goal.share * len(setting.counts), goal.is_near)
            comparisons.append(comparison)
            for seen in comparison.run():
                yield Validated(setting, counts, seen)
            if self.beside is not None:
                for seen in images.compared(comparison, self.beside):
                    yield Validated(setting, counts, seen)
            if goal.claim.using:
                assumed, itself = (*here.facts, *self.given(goal, counts)), goal.claim.id in dict(goal.claim.using)
                game = self.reading.at(counts).game
                if consistent(game, assumed, here.parameters, comparison.shown, proved=not itself):
                    yield Validated(setting, counts, Seen(0, frozenset({LEMMAS})))
        for counts, seen in nearness(comparisons):
            yield Validated(setting, counts, seen)

    def posed(self, goal: Goal) -> Iterator[Posed]:
        """The problems of each number of heaps."""
        if self.beside is not None:
            several = images.problems(goal.claim, self.reading, self.beside)
        else:
            several = lemma(self.reading) if self.reading.theorem.stated.alone else obligations(self.reading)
        for counts, problem in several:
            yield Posed(problem, goal.setting, counts, given=self.given(goal, counts))


class CountByCount(EachCount):
    """Claims for each number of heaps by itself, or of games without heaps, or of numbers."""

    about = Described(
        "for each number of heaps by itself",
        "A predicate that is independent and absorbing holds at the P-positions alone, by induction along a measure.",
        (),
        "the-check-is-the-induction.md",
    )

    def read(self, goal: Goal) -> Read:
        """The theorem, of which each number of heaps is read when it is first asked for."""
        beside = images.beside(goal.claim, goal.setting) if isinstance(goal.theorem.stated, Images) else None
        return ByCounts(Reading(goal.theorem, frozenset(goal.setting.counts)), beside)
