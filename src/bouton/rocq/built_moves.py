"""The moves of a game, whatever the number of its heaps, by the names of the terms that they are built with."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Generic, TypeVar

from bouton.core.errors import Unreadable
from bouton.rocq import tree as t
from bouton.rocq.counted import Counts
from bouton.rocq.solved import FALSE, TRUE
from bouton.rocq.statement import Statement
from bouton.rocq.tree import anew, replaced

Shape = TypeVar("Shape")


class BuiltMoves(ABC, Generic[Shape]):
    """The moves of a statement's game; Unreadable where one is built of terms in terms.

    `names` are what predicates are called in the file, by their signatures.
    """

    about: Statement
    solver: Counts
    names: Mapping[tuple[str, int], str]

    @cached_property
    def shapes(self) -> dict[str, Shape | None]:
        """The moves by their names, in the order of the terms' constructors; None of what is no move."""
        found: dict[str, Shape | None] = {}
        for name, sorts in self.about.whole.functions:
            unknowns = tuple(f"T{at}" for at in range(len(sorts)))
            term = t.Built(name, tuple(map(t.Variable, unknowns)))
            guard = self.solver.holds(self.names["move", 1], term)
            found[name] = None if guard == FALSE else self._shape(name, unknowns, term, guard)
            if guard != FALSE and set(sorts) - {"Z"}:
                raise Unreadable("moves are built of terms in terms")
        return found

    @property
    def live(self) -> list[Shape]:
        """Those that can be moves."""
        return [one for one in self.shapes.values() if one is not None]

    @abstractmethod
    def _shape(self, name: str, unknowns: tuple[str, ...], term: t.Built, guard: t.Formula) -> Shape:
        """The moves that are built with a name."""

    def _left_by(self, term: t.Built, there: t.Built) -> t.Formula:
        """That something holds after a move of the game."""
        (one,) = (one for one in self.about.whole.definitions if one.signature == ("after", 2))
        move = self.names["move", 1]

        def known(each: t.Formula) -> t.Formula:
            if isinstance(each, t.Holds) and each.name == move:
                return TRUE
            return anew(each, lambda inner: inner if isinstance(inner, t.Term) else known(inner))

        values = {**self.solver.values, t.Variable("X1"): term, t.Variable("X2"): there}
        return self.solver.solve(replaced(known(one.body), values))
