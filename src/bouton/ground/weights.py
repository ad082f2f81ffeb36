"""What the rules say of each position that a measure asks them: predicates such as `weight(W)`, one number each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from clingo import Symbol, SymbolType

from bouton.core.errors import fault
from bouton.core.position import Position
from bouton.ground.box import CounterBox, GroundBox, HeapBox, MemberBox, Part, among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder


@dataclass
class Weights:
    """The numbers that these predicates name at positions of a game, each position asked of clingo once.

    InputError where one names no number, or several, or one below 0: a measure is exactly one natural number.
    """

    game: Game
    predicates: tuple[str, ...]
    _known: dict[Position, tuple[int, ...]] = field(default_factory=dict)
    _grounder: Grounder | None = None
    _hull: GroundBox | None = None

    def __call__(self, positions: Sequence[Position]) -> list[tuple[int, ...]]:
        """The numbers at each position, one for each predicate, in the order of `predicates`."""
        new = [position for position in dict.fromkeys(positions) if position not in self._known]
        if new:
            for position, rows in zip(new, self._grounding(new).rows(new), strict=True):
                self._known[position] = tuple(self._one(position, name, rows[name, 1]) for name in self.predicates)
        return [self._known[position] for position in positions]

    def _one(self, position: Position, name: str, rows: Sequence[tuple[Symbol, ...]]) -> int:
        found = sorted({row[0] for row in rows})
        if len(found) == 1 and found[0].type is SymbolType.Number and found[0].number >= 0:
            return found[0].number
        at = self.game.place(name, None)
        said = " and ".join(map(str, found)) or "nothing"
        raise fault(
            f"the measure {name} is {said} at {self.game.text(position)}",
            at=at,
            expected="exactly one whole number from 0 up at every position",
        )

    def _grounding(self, positions: Sequence[Position]) -> Grounder:
        """A grounder whose rules are safe for these positions; made anew for a hull at least twice as large."""
        if self._grounder is None or self._hull is None or not all(at in self._hull for at in positions):
            parts = among(self.game.fluents, tuple(positions)).hull.parts
            self._hull = GroundBox(tuple(map(_wider, parts)))
            wanted = frozenset((name, 1) for name in self.predicates)
            self._grounder = Grounder(self.game, self.game.program(self._hull, wanted), wanted)
        return self._grounder


def _wider(part: Part) -> Part:
    if isinstance(part, CounterBox):
        return CounterBox(part.fluent, range(2 * min(0, part.values[0]), 2 * max(1, part.values[-1]) + 1))
    if isinstance(part, MemberBox):
        return part
    return HeapBox(part.fluent, range(2 * part.counts[-1] + 2), range(1, 2 * (part.sizes[-1] if part.sizes else 1) + 1))
