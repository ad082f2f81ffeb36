"""Positions beyond the ranges that counters are declared with, where moves lead to such and no `reach` forbids it.

What is judged is a box; how far its moves lead is found while they are followed. The closure of the box is solved as
that of a box with a `reach` so wide would be, as long as it is not too large: then the moves run away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from clingo import Symbol

from bouton.core.errors import fault
from bouton.core.position import Heaps, Position
from bouton.ground.game import Game
from bouton.rules.lift import Domain, Extents

Step: TypeAlias = tuple[Position, Symbol, Position]
"""From where, by which move, to where."""


@dataclass
class Beyond:
    """The positions beyond the declared ranges that moves have led to, and for each counter the step that led furthest.

    InputError where they are more than the game has `room` for.
    """

    game: Game
    positions: set[Position] = field(default_factory=set)
    steps: dict[tuple[str, bool], Step] = field(default_factory=dict)
    """By counter, and whether above its range."""

    def __post_init__(self) -> None:
        """See which counters may leave their ranges."""
        self._open = [
            (place, fluent.name, self.game.counters[fluent.name])
            for place, fluent in enumerate(self.game.fluents)
            if fluent.name in self.game.open
        ]

    def note(self, position: Position, move: Symbol, to: Position) -> None:
        """See where a move leads."""
        for place, name, declared in self._open:
            value = to[place]
            if value in declared:
                continue
            assert isinstance(value, int)
            above = value >= declared.stop
            known = self.steps.get((name, above))
            furthest = None if known is None else known[2][place]
            assert not isinstance(furthest, tuple)
            if furthest is None or (value > furthest if above else value < furthest):
                self.steps[name, above] = position, move, to
            self.positions.add(to)
        if len(self.positions) > self.game.room:
            raise self._runaway()

    @property
    def reach(self) -> dict[str, tuple[int, int]]:
        """The range that counters were found to reach, of those that left theirs."""
        found: dict[str, tuple[int, int]] = {}
        for place, name, declared in self._open:
            ends = [int(step[2][place]) for (of, _), step in self.steps.items() if of == name]  # type: ignore[arg-type]
            if ends:
                found[name] = min(declared.start, *ends), max(declared.stop - 1, *ends)
        return found

    def grown(self, extents: Extents, positions: Sequence[Position]) -> Extents | None:
        """Extents that these positions fit in, where those given are too narrow: at least twice as wide then."""
        wider: dict[str, tuple[tuple[int, int], ...] | Domain] = {}
        for place, name, _ in self._open:
            extent = extents[name]
            assert not isinstance(extent, Domain)
            ((low, high),) = extent
            values = [int(position[place]) for position in positions]  # type: ignore[arg-type]
            if min(values) < low or max(values) > high:
                width = high - low
                lower = min(low - width, *values) if min(values) < low else low
                wider[name] = ((lower, max(high + width, *values) if max(values) > high else high),)
        if self.game.cycles == "followed":  # else no heap outgrows the stones there are, or a bound is set
            wider |= self._heaps(extents, positions)
        return {**extents, **wider} if wider else None

    def _heaps(self, extents: Extents, positions: Sequence[Position]) -> Extents:
        """Extents of heaps that have outgrown theirs, at least twice as wide."""
        heaps = [(at, one.name) for at, one in enumerate(self.game.fluents) if isinstance(one, Heaps)]
        stones = max([sum(map(sum, (position[at] for at, _ in heaps))) for position in positions] or [0])  # type: ignore[arg-type]
        return {
            name: ((1, max(2 * most, stones)),) * 2
            for _, name in heaps
            if isinstance(extent := extents[name], tuple)
            for (_, most) in extent[:1]
            if stones > most
        }

    def _runaway(self) -> Exception:
        """The error of moves that lead ever further: of each counter the step that led furthest."""
        game = self.game
        said = [f"{game.text(start)} -[{move}]-> {game.text(to)}" for start, move, to in self.steps.values()]
        ranges = ", ".join(f"{name} {low}..{high}" for name, (low, high) in self.reach.items())
        at = game.place("move", next(iter(self.steps.values()))[1])
        return fault(
            f"the moves run away: from the box they lead to more than {self.game.room:,} positions beyond the declared "
            f"ranges, as far as {ranges}: {'; '.join(said)}",
            at=at,
            expected="rules that keep the counters in a range, or a `reach:` beside the range in the spec",
        )
