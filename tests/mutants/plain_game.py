"""A game of heaps and what its theorems say of it, by plain clingo and a memoised search, not by Bouton."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo import Symbol

from bouton.core.position import Order
from bouton.proof.theorem import MemberClaim
from tests.one_position import evaluate

Heaps = tuple[int, ...]


class PlainGame:
    """The game that the rules describe, at least on the positions of a box."""

    def __init__(self, rules: Sequence[str], parameters: Mapping[str, int], box: Sequence[Heaps], order: Order):
        self.rules = rules
        self.parameters = parameters
        self._descending = order == "descending"
        self._options: dict[Heaps, set[Heaps] | None] = {}
        self._is_p: dict[tuple[str, Heaps], bool] = {}
        self._look(box)

    def options(self, heaps: Heaps) -> set[Heaps] | None:
        """The positions that moves lead to; None where some move is none or leaves no fewer stones."""
        if heaps not in self._options:
            self._look([heaps])
        return self._options[heaps]

    def is_p(self, play: str, heaps: Heaps) -> bool:
        """Whether the player who just moved wins."""
        key = play, heaps
        if key not in self._is_p:
            options = self.options(heaps)
            assert options is not None
            won = play == "normal" if not options else not any(self.is_p(play, option) for option in options)
            self._is_p[key] = won
        return self._is_p[key]

    def first_fault(self, play: str, members: Sequence[MemberClaim], box: Sequence[Heaps]) -> Heaps | None:
        """The first position with a faulty move, or where the members taken together are wrong."""
        names = {name for member in members for name in (member.iff, member.where) if name}
        found = evaluate(self.rules, self.parameters, box, names)
        for heaps in box:
            options = self.options(heaps)
            if options is None:
                return heaps
            speaking = [m for m in members if m.where is None or found[m.where][heaps]]
            said = {bool(found[member.iff][heaps]) for member in speaking}
            if said != {self.is_p(play, heaps)} and (said or options):
                return heaps
        return None

    def _look(self, box: Sequence[Heaps]) -> None:
        found = evaluate(self.rules, self.parameters, box, ["move", "after"])
        for heaps in box:
            effects: dict[Symbol, set[tuple[int, int]]] = {row.arguments[1]: set() for row in found["move"][heaps]}
            for row in found["after"][heaps]:
                _, move, fluent = row.arguments
                if move in effects:
                    effects[move].add((fluent.arguments[-2].number, fluent.arguments[-1].number))
            self._options[heaps] = self._reached(heaps, effects.values())

    def _reached(self, heaps: Heaps, moves: Iterable[set[tuple[int, int]]]) -> set[Heaps] | None:
        reached: set[Heaps] = set()
        for changes in moves:
            sizes = {**dict(enumerate(heaps, 1)), **dict(changes)}
            after = tuple(sorted(filter(None, sizes.values()), reverse=self._descending))
            two_values = len(dict(changes)) < len(changes)
            if two_values or min(sizes) < 1 or min(sizes.values()) < 0 or sum(after) >= sum(heaps):
                return None
            reached.add(after)
        return reached
