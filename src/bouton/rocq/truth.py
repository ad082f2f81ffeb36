"""What a theorem in a file says at one position, by what the library defines and the moves that the file has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bouton.core.position import Position
from bouton.ground.values import mex
from bouton.rocq.classes import READ, Both, Holds, alike
from bouton.rocq.evaluate import Extent
from bouton.rocq.gallina import Tree, Unread, matched
from bouton.rocq.meaning import At


@dataclass
class Truth:
    """What the text says of outcomes, values and winners, by their definitions and its own moves."""

    options: Mapping[Position, set[Position]]
    texts: Mapping[Position, At]
    notion: Holds | None = None
    """The condition that a class of games or positions is claimed to meet."""

    def rows(self, tree: Tree, at: At) -> Extent:
        """Of what a predicate holds."""
        if tree.said not in at.rows:
            raise Unread(f"the theorem speaks of {tree}, which is no predicate")
        return at.rows[tree.said]

    def __post_init__(self) -> None:
        self._lost: dict[tuple[bool, Position], bool] = {}
        self._values: dict[Position, int] = {}
        self._won: dict[tuple[int, Position], bool] = {}

    def lost(self, place: Position, *, misere: bool) -> bool:
        """Whether it is a P-position; where `misere`, who cannot move has won."""
        key = misere, place
        if key not in self._lost:
            after = self.options[place]
            self._lost[key] = all(not self.lost(to, misere=misere) for to in after) and (bool(after) or not misere)
        return self._lost[key]

    def value(self, place: Position) -> int:
        """The Sprague-Grundy value."""
        if place not in self._values:
            self._values[place] = mex([self.value(to) for to in self.options[place]])
        return self._values[place]

    def wins(self, side: Tree, winner: Tree, alliance: int, place: Position) -> bool:
        """Whether an alliance wins."""
        key = alliance, place
        if key not in self._won:
            after, at = self.options[place], self.texts[place]
            if not after:
                self._won[key] = (alliance,) in self.rows(winner, at)
            else:
                some = any if (alliance,) in self.rows(side, at) else all
                self._won[key] = some(self.wins(side, winner, alliance, to) for to in after)
        return self._won[key]

    def claim(self, tree: Tree, place: Position) -> bool:
        """What a theorem says at a position."""
        at = self.texts[place]
        if tree.kind == "/\\":
            return all(self.claim(one, place) for one in tree.parts)
        if tree.kind == "->":
            where = matched("?where g p", tree.parts[0])
            if where is None:
                raise Unread("a hypothesis of the theorem is not of the form that is printed")
            return not self.rows(where["where"], at) or self.claim(tree.parts[1], place)
        found = matched("P_position position (moves g) ?misere p <-> ?iff g p", tree)
        if found is not None:
            return self.lost(place, misere=_truth(found["misere"])) == bool(self.rows(found["iff"], at))
        found = matched("exists V, has_value (moves g) p V /\\ forall X, ?iff g p X <-> X = V", tree)
        if found is not None:
            return self.rows(found["iff"], at) == {(self.value(place),)}
        sides = "(fun A => fun p => ?side g p A) (fun A => fun p => ?winner g p A)"
        found = matched(f"forall A, wins position (moves g) {sides} A p <-> ?iff g p A", tree)
        if found is not None:
            claimed = {one for (one,) in self.rows(found["iff"], at) if isinstance(one, int)}
            every = {one for text in self.texts.values() for (one,) in self.rows(found["winner"], text)} | claimed
            each = [one for one in every if isinstance(one, int)]
            return all(self.wins(found["side"], found["winner"], one, place) == (one in claimed) for one in each)
        both = self._of_both(tree, place, at)
        if both is not None:
            return both
        found = matched("?iff g p", tree)
        if found is not None and found["iff"].said in at.rows:
            return bool(self.rows(found["iff"], at))
        raise Unread(f"the theorem is not of the form that is printed: {tree}")

    def _of_both(self, tree: Tree, place: Position, at: At) -> bool | None:
        """What a theorem about both plays says; None of every other."""
        found = matched("exists V, Classes.has_misere_value (moves g) p V /\\ forall X, ?iff g p X <-> X = V", tree)
        if found is not None:
            return self.rows(found["iff"], at) == {(self.both.pair(place)[1],)}
        found = matched("Classes.swapped (moves g) p <-> ?iff g p", tree)
        if found is not None:
            swapped = self.lost(place, misere=False) != self.lost(place, misere=True)
            return swapped == bool(self.rows(found["iff"], at))
        found = matched("Classes.is_at (moves g) ?notion p <-> ?iff g p", tree)
        if found is not None:
            return self.both.met(place, self._notion(found["notion"])) == bool(self.rows(found["iff"], at))
        found = matched("Classes.is_game (moves g) ?notion p", tree)
        return None if found is None else self.both.everywhere(place, self._notion(found["notion"]))

    def _notion(self, tree: Tree) -> Holds:
        """The condition of a class that is named, which is to be the claim's whatever the game is."""
        holds = next((holds for name, holds in READ.items() if matched(name, tree) is not None), None)
        if holds is None or (self.notion is not None and not alike(holds, self.notion)):
            raise Unread(f"{tree} is not the condition of the claim's class")
        return holds

    @cached_property
    def both(self) -> Both:
        """The values of both plays."""
        return Both(self.options)

    def strategy(self, tree: Tree, place: Position) -> bool:
        """What is said of a strategy at a position."""
        lost = "P_position position (moves g) ?misere"
        wins = (
            f"~ {lost} p -> (exists q, moves g p q) -> (exists q, strategy_moves g p q) /\\ "
            f"(forall q, strategy_moves g p q -> {lost} q) /\\ (forall M, ?strategy g p M -> ?move g p M)"
        )
        at = self.texts[place]
        found = matched(wins, tree)
        if found is None:
            given = matched(f"?where g p -> {wins}", tree)
            if given is None:
                raise Unread("what is said of the strategy is not of the form that is printed")
            if not self.rows(given["where"], at):
                return True
            found = given
        misere = _truth(found["misere"])
        if self.lost(place, misere=misere) or not self.options[place]:
            return True
        if not self.rows(found["strategy"], at) <= self.rows(found["move"], at):
            return False
        chosen = at.moves("strategy_moves")
        return bool(chosen) and all(self.lost(to, misere=misere) for to in chosen)


def _truth(tree: Tree) -> bool:
    if tree.said not in ("True", "False"):
        raise Unread(f"{tree} is neither True nor False")
    return tree.said == "True"
