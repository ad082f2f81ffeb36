"""Measures that the moves of a game are seen to lower: steps that it has, and tuples of entries that all lower.

What is seen suggests a measure and proves none: that every move lowers it is checked where positions are judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from bouton.core.position import Counter, Fluent, Heaps, Measure, Position
from bouton.ground.game import Game

if TYPE_CHECKING:
    from bouton.ground.graph import Grounder

EXPLORED, _ENTRIES = 500, 3
"""Positions that are looked at, and the most entries of a measure."""
_COUNTERS = 5
"""The most counters of which every sum is looked at; of more than these those of two, and of all."""


@dataclass(frozen=True)
class SeenMove:
    """A move from one position to another, by the name that the rules give it."""

    before: Position
    move: str
    after: Position

    def text(self, game: Game) -> str:
        """It as people read it: `merge(1,2) from heap 1:1 to heap 2`."""
        return f"{self.move} from {game.text(self.before)} to {game.text(self.after)}"


def steps(grounder: Grounder, starts: Iterable[Position]) -> list[SeenMove]:
    """The moves from these positions and from a few hundred that they lead to; InputError where one is at fault."""
    found: list[SeenMove] = []
    frontier = list(dict.fromkeys(starts))
    seen = {*frontier}
    while frontier and len(seen) < EXPLORED:
        nodes = list(grounder.nodes(frontier))
        found += [SeenMove(node.position, str(move), move.to) for node in nodes for move in node.moves]
        frontier = [to for to in dict.fromkeys(move.to for node in nodes for move in node.moves) if to not in seen]
        seen |= {*frontier}
    return found


def raising(measure: Measure, seen: Sequence[SeenMove]) -> SeenMove | None:
    """The first step that does not lower the measure; None where all do."""
    return next((one for one in seen if measure.of(one.after) >= measure.of(one.before)), None)


def entries(fluents: Sequence[Fluent]) -> list[str]:
    """What a measure can be made of: the stones, the heaps and how often these can be split, and each counter."""
    heaps = [name for name in ("stones", "heaps", "splits") if any(isinstance(one, Heaps) for one in fluents)]
    added = ["stones"] if sum(isinstance(one, Counter) and one.stones for one in fluents) > 1 else []
    return [*dict.fromkeys([*heaps, *added, *(one.name for one in fluents if isinstance(one, Counter))])]


def lowered(fluents: tuple[Fluent, ...], seen: Sequence[SeenMove]) -> Measure | None:
    """The shortest measure that every step lowers, of at most three entries; None where there is none.

    Where none is of the fluents as they are, counters are added up: those of the measure's own fluents that count as
    stones.
    """
    return next((one for one in _measures(fluents) if raising(one, seen) is None), None)


def _measures(fluents: tuple[Fluent, ...]) -> Iterator[Measure]:
    for length in range(1, _ENTRIES + 1):
        yield from (Measure(fluents, one) for one in permutations(entries(fluents), length))
    for length in range(1, _ENTRIES + 1):
        for added in _added(fluents):
            yield from (Measure(added, one) for one in permutations(entries(added), length) if "stones" in one)


def _added(fluents: tuple[Fluent, ...]) -> Iterator[tuple[Fluent, ...]]:
    """The fluents with other counters that count as stones, the fewest first, so that there is something to add up."""
    counters = [one.name for one in fluents if isinstance(one, Counter)]
    least = 1 if len(counters) < len(fluents) else 2
    lengths = range(least, len(counters) + 1)
    for length in lengths if len(counters) <= _COUNTERS else sorted({2, len(counters)}):
        for chosen in combinations(counters, length):
            made = tuple(
                replace(one, stones=one.name in (*chosen, "stones")) if isinstance(one, Counter) else one
                for one in fluents
            )
            if made != fluents:
                yield made


def against(game: Game, seen: Sequence[SeenMove]) -> str:
    """Of each entry a move that does not lower it, where no measure of up to three is lowered by all."""
    single = [Measure(game.fluents, (name,)) for name in entries(game.fluents)]
    every = [Measure(added, ("stones",)) for added in [*_added(game.fluents)][-1:]]
    found = ((one.names[0], raising(one, seen)) for one in (*single, *every))
    return "; ".join(f"{name} not by {step.text(game)}" for name, step in found if step is not None)
