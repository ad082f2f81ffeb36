"""Positions of heaps that split beside counters, or beside heaps of another kind, where each move is made in one heap.

clingo says what each heap may become alone, beside each value of the counters; a program solves what positions lead to
by that (`bouton.compiled.beside`). All positions of few stones are held against clingo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product
from math import prod
from typing import TypeAlias

from bouton.compiled.beside import Becoming, State, Value, positions, values
from bouton.core.errors import Disagreement, Unreadable
from bouton.core.partitions import partitions
from bouton.core.position import Counter, Heaps, Position
from bouton.core.spec import Play
from bouton.ground.box import CounterBox, GroundBox, HeapBox, Region
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.ground.values import mex
from bouton.process.limits import Limits
from bouton.proof.ways.sums.beside import Beside

_WORTH = 8000
"""Positions from which on a program is worth being made."""
_ASKED = 20_000
"""Heaps that clingo is asked for what they may become, at most, each beside each value of the counters."""
_STONES, _STATES = 5, 8
"""Positions of so many stones, beside so many values of the counters, are held against clingo."""
Numbers: TypeAlias = Callable[[Position], int]
"""The value of each position."""


@dataclass(frozen=True)
class Heapwise:
    """A game of that form, in the largest of whose positions there are so many stones."""

    game: Game
    region: Region
    largest: int
    stones: int
    limits: Limits

    def value(self, play: Play) -> Numbers:
        """What gives positions of the region, and below, their values in that play: all are solved, once it is there.

        Unreadable where they are too many, or come back; Disagreement where clingo finds other moves or values.
        """
        found = values(self.becoming, self.stones, play, self.limits.memory)
        self._hold(found, play)
        for layer in self.region.layers(self.game.measure):
            for position in layer:
                found(self.state(position))
        return lambda position: found(self.state(position))

    @cached_property
    def becoming(self) -> Becoming:
        """What heaps become; Unreadable where stones are added, or a counter leaves its range."""
        kinds, numbers, sizes = range(len(self._kinds)), range(len(self._states)), range(self.largest + 1)
        alone = {
            (kind, size, number): self._position([(size,) if size and kind == at else () for at in kinds], number)
            for kind, size, number in product(kinds, sizes, numbers)
        }
        if len(alone) > _ASKED:
            raise Unreadable(f"there are {len(alone)} heaps beside values of the counters")
        found = dict(zip(alone, map(self._options, self._nodes(list(alone.values()))), strict=True))
        for (_, size, _), options in found.items():
            for lists, _ in options:
                if sum(map(sum, lists)) > size or max(chain(*lists), default=0) > self.largest:
                    raise Unreadable(f"a move from a heap of {size} adds stones")
        heaps = [[[found[kind, size, one] for one in numbers] for size in sizes] for kind in kinds]
        return Becoming(heaps, heaps[0][0])

    def state(self, position: Position) -> State:
        """A position as programs have it; Unreadable where a counter leaves its range."""
        lists = tuple(tuple(sorted(part)) for part in position if isinstance(part, tuple))
        number = self._numbers.get(tuple(part for part in position if isinstance(part, int)))
        if number is None:
            raise Unreadable("a counter leaves its range")
        return lists, number

    @cached_property
    def _kinds(self) -> list[Heaps]:
        return [one for one in self.game.fluents if isinstance(one, Heaps)]

    @cached_property
    def _states(self) -> list[tuple[int, ...]]:
        counters = (one for one in self.game.fluents if isinstance(one, Counter))
        return [*product(*(self.game.counters[one.name] for one in counters))]

    @cached_property
    def _numbers(self) -> Mapping[tuple[int, ...], int]:
        return {values: number for number, values in enumerate(self._states)}

    def _position(self, lists: Sequence[tuple[int, ...]], number: int) -> Position:
        heaps, counters = iter(lists), iter(self._states[number])
        fluents = self.game.fluents
        return tuple(one.canonical(next(heaps)) if isinstance(one, Heaps) else next(counters) for one in fluents)

    def _nodes(self, every: list[Position]) -> Iterator[Node]:
        parts: list[HeapBox | CounterBox] = []
        for one in self.game.fluents:
            if isinstance(one, Heaps):
                parts.append(HeapBox(one, range(_STONES + 1), range(1, max(_STONES, self.largest) + 1)))
            elif isinstance(one, Counter):
                parts.append(CounterBox(one, self.game.counters[one.name]))
        program = self.game.program(GroundBox(tuple(parts)), {("move", 1), ("after", 2)})
        return Grounder(self.game, program, ()).nodes(every)

    def _options(self, node: Node) -> frozenset[State]:
        return frozenset(self.state(move.to) for move in node.moves)

    def _hold(self, value: Value, play: Play) -> None:
        """Disagreement where clingo finds other moves or values at a position of few stones."""
        most = min(_STONES, self.stones)
        lists = [one for stones in range(most + 1) for one in partitions(stones, min(self.largest, most))]
        numbers = range(0, len(self._states), -(-len(self._states) // _STATES))
        few = [
            (tuple(one[::-1] for one in several), number)
            for several in product(lists, repeat=len(self._kinds))
            if sum(map(sum, several)) <= most
            for number in numbers
        ]
        for state, node in zip(few, self._nodes([self._position(*state) for state in few]), strict=True):
            options = self._options(node)
            told = mex(map(value, options)) if options else int(play == "misere")
            if options != self.becoming.options(state) or value(state) != told:
                raise Disagreement(
                    f"moves or value at {self.game.text(node.position)} differ between its heaps one by one and clingo"
                )


def heapwise(game: Game, region: Region, limits: Limits) -> Heapwise | None:
    """The game of a region as one of heaps that split beside others; None where it is none, or clingo does it.

    Unreadable where the rules are not seen to be those of such a game.
    """
    kinds = [part for part in region.hull.parts if isinstance(part, HeapBox)]
    if len(game.fluents) < 2 or not kinds or game.cycles != "refused" or game.rules.told:
        return None
    if any(kind.fluent.order == "none" for kind in kinds) or Beside(game.rules).more < 1:
        return None
    largest = max((kind.sizes[-1] for kind in kinds if kind.sizes), default=0)
    stones = sum(kind.sizes[-1] * kind.counts[-1] for kind in kinds if kind.sizes and kind.counts)
    found = Heapwise(game, region, largest, stones, limits)
    states = prod(len(game.counters[one.name]) for one in game.fluents if isinstance(one, Counter))
    return found if largest and positions(largest, len(kinds), states, stones) >= _WORTH else None
