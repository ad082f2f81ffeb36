"""A theorem read for positions of any number of heaps: how many levels its predicates see, and its moves.

A position has fewer different sizes than `depth`, each number of them a case of its own, or at least so many. The
predicates are read with `seen` levels told apart, for the positions that moves lead to; a position from which moves
lead is read with more, since a move can empty a level. That no rule looks below the levels is an obligation.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bouton.core.errors import Unreadable
from bouton.core.logic.expression import FALSE
from bouton.core.logic.formulas import negate
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.walk import unknowns
from bouton.proof.theorem import Characterisation, MoveCase, Theorem
from bouton.reading.levels.game import LevelGame, heaps_of, read
from bouton.reading.levels.merge import Merged, merged
from bouton.reading.levels.moves import LevelMove
from bouton.reading.levels.position import LevelShape, shape


@dataclass
class LevelReading:
    """A theorem read with `seen` levels told apart after a move, and `depth` levels before it."""

    theorem: Theorem
    seen: int
    depth: int
    _at: dict[tuple[int, bool], Characterisation[LevelGame]] = field(default_factory=dict)
    _cases: dict[int, tuple[LevelMove, list[MoveCase]]] = field(default_factory=dict)
    _after: dict[int, tuple[LevelMove, list[Merged]]] = field(default_factory=dict)
    """By the identity of the move, which is kept beside, so that no other can have it."""

    @property
    def range(self) -> range:
        """The numbers of levels that a position is read with, the last of them standing for more too."""
        return range(self.depth + 1)

    def shape(self, known: int, *, more: bool) -> LevelShape:
        """The shape of positions with so many levels or, with `more`, with at least so many."""
        return shape(heaps_of(self.theorem.rules), known, more=more)

    def here(self, known: int) -> LevelShape:
        """Positions with heaps of so many different sizes, before a move; for `depth` sizes those with more, too."""
        return self.shape(known, more=known == self.depth)

    def at(self, known: int, *, more: bool) -> Characterisation[LevelGame]:
        """The theorem for positions of a shape; Unreadable where the rules have no symbolic meaning."""
        if (known, more) not in self._at:
            levels = self.shape(known, more=more).levels
            # a strategy may look deeper than the theorem, and is read where a move begins only
            theorem = replace(self.theorem, strategy=None) if more and known == self.seen else self.theorem
            game = read(
                theorem.rules,
                theorem.parameters,
                levels,
                theorem.wanted,
                depth=max(self.seen, 2),
                strategy=theorem.strategy,
            )
            self._at[known, more] = Characterisation(theorem, game)
        return self._at[known, more]

    def after(self, here: LevelGame, move: LevelMove) -> list[Merged]:
        """The positions that a move of this game can lead to, with `seen` levels told apart."""
        if id(move) not in self._after:
            found = merged(here.levels, move.taken, move.added, self.seen, move.guard, move.hidden, move.below)
            self._after[id(move)] = move, list(found)
        return self._after[id(move)][1]

    def cases(self, here: Characterisation[LevelGame], move: LevelMove) -> list[MoveCase]:
        """The positions that a move can lead to, each with what the theorem says of it."""
        if id(move) not in self._cases:
            self._cases[id(move)] = move, [self._case(one) for one in self.after(here.game, move)]
        return self._cases[id(move)][1]

    def _case(self, found: Merged) -> MoveCase:
        known = len(found.levels.known)
        there = self.at(known, more=known == self.seen)
        about = self.shape(known, more=known == self.seen)
        strays = negate(there.covered) if self.theorem.stated.hereditary else FALSE
        illegal = negate(there.exists)
        spoken = {*unknowns(there.claimed), *unknowns(strays), *unknowns(illegal)}
        if found.levels.stones is None and about.stones in spoken:
            raise Unreadable("any number of heaps at once: a move leaves a number of stones that is not known")
        put = Substitution(about.values(found.levels)).formula
        return MoveCase(found.guard, (), (), put(there.claimed), put(strays), put(illegal))
