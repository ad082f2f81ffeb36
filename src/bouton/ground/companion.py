"""A second game, solved wherever the first one asks: for claims that compare two games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from clingo import Symbol, SymbolType

from bouton.core.errors import Disagreement, fault
from bouton.core.position import Counter, Heaps, Position
from bouton.core.spec import Play
from bouton.ground.alliances import Alliances
from bouton.ground.box import CounterBox, GroundBox, HeapBox
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, expand, legal_ones
from bouton.ground.kernel import kernel, terminals
from bouton.ground.layers import grounder_of
from bouton.ground.values import add_values

ENDLESS = 2**30
"""Where the range of a counter ends that has no greatest value, about as far as clingo's numbers go."""
_LEAST = 50
"""Grounders are made for counters of so much at least, so that they need not be made anew."""


class NoImageError(ValueError):
    """Terms that are no position of the game; `str()` says why."""


@dataclass
class Companion:
    """Outcomes and options of the positions asked for, and of what they reach; with `values` these too."""

    game: Game
    play: Play
    lost: dict[Position, bool] = field(default_factory=dict)
    options: dict[Position, frozenset[Position]] = field(default_factory=dict)
    values: dict[Position, int] | None = None
    known: Callable[[Position], bool] | None = None
    """Whether who is to move loses, where that was found elsewhere: then clingo takes a single step from a position."""
    _reference: dict[Position, int] = field(default_factory=dict)
    _grounder: Grounder | None = None
    _hull: GroundBox | None = None
    _alliances: Alliances | None = None

    def solve(self, positions: Iterable[Position]) -> None:
        """Make sure that these positions are solved; InputError where a move of theirs is in error."""
        new = [position for position in dict.fromkeys(positions) if position not in self.lost]
        if not new:
            return
        grounder = self._grounding(new)
        legal = self.game.rules.legal
        missing = legal is not None and set(new).difference(legal_ones(self.game, grounder.program.extents, new))
        if legal is not None and missing:
            message = f"the image {self.game.text(min(missing))} does not exist in the other game: `{legal.name}` fails"
            raise fault(message, at=legal.place, expected="images that do")
        if self.known is not None:
            self.lost |= {move.to: self.known(move.to) for node in grounder.nodes(new) for move in node.moves}
        graph = expand(self.game, grounder, new, self.lost.__contains__)
        if self.game.rules.alliances:
            self._alliances = self._alliances or Alliances(self.game)
            lost = self._alliances.solve(graph)
        else:
            lost = kernel(graph, self.lost.__getitem__, terminals(self.game, self.play))
            if self.values is not None:
                add_values(self.values, graph, terminals(self.game, self.play), lost, self._reference)
        for position, node in graph.items():
            self.lost[position] = position in lost
            if self.known is not None and self.known(position) != self.lost[position]:
                raise Disagreement(f"the other game at {self.game.text(position)} is not what its moves lead to")
            self.options[position] = frozenset(move.to for move in node.moves)

    def outcome(self, position: Position) -> str:
        """P where the player, or the side, to move at a solved position loses, else N."""
        return "P" if self.lost[position] else "N"

    def widen(self, positions: Collection[Position]) -> None:
        """Let counters go as far up as these positions have them, and further, so that it is seldom done."""
        counters = dict(self.game.counters)
        for place, fluent in enumerate(self.game.fluents):
            most = max((value for at in positions if isinstance(value := at[place], int)), default=0)
            if fluent.name in counters and most >= counters[fluent.name].stop:
                counters[fluent.name] = range(counters[fluent.name].start, 2 * most + 1)
        if counters != self.game.counters:
            self.game, self._grounder = replace(self.game, counters=counters), None

    def _grounding(self, positions: Collection[Position]) -> Grounder:
        """A grounder whose rules are safe for these positions; made anew for a larger hull at least twice as large."""
        if self._grounder is None or self._hull is None or not all(at in self._hull for at in positions):
            self._hull = self._around(positions)
            self._grounder = grounder_of(self.game, self._hull)
        return self._grounder

    def _around(self, positions: Collection[Position]) -> GroundBox:
        parts: list[HeapBox | CounterBox] = []
        for place, fluent in enumerate(self.game.fluents):
            if isinstance(fluent, Heaps):
                lists = [position[place] for position in positions]
                counts = max(len(sizes) for sizes in lists if isinstance(sizes, tuple))
                largest = max((size for sizes in lists if isinstance(sizes, tuple) for size in sizes), default=1)
                parts.append(HeapBox(fluent, range(2 * counts + 1), range(1, 2 * largest + 1)))
            elif isinstance(fluent, Counter):
                declared = self.game.counters[fluent.name]
                largest = max(value for position in positions if isinstance(value := position[place], int))
                end = max(declared.start, 2 * max(largest, _LEAST)) + 1
                parts.append(CounterBox(fluent, range(declared.start, min(declared.stop, end))))
        return GroundBox(tuple(parts))


def position_of(game: Game, terms: Sequence[Symbol], whose: str = "the other game") -> Position:
    """The position of the game that has these fluents, such as `pile(3)` or `heap(1,2)`; NoImageError for none.

    The error says `whose` fluents they should be.
    """
    found: dict[str, dict[int, int]] = {fluent.name: {} for fluent in game.fluents}
    for term in sorted(terms):
        numbers = [argument.number for argument in term.arguments if argument.type is SymbolType.Number]
        named = term.type is SymbolType.Function and term.name in found and len(numbers) == len(term.arguments)
        heaps = any(isinstance(fluent, Heaps) and named and fluent.name == term.name for fluent in game.fluents)
        if not named or len(numbers) != (2 if heaps else 1):
            raise NoImageError(f"{term} is no fluent of {whose}")
        place, value = (numbers[0], numbers[1]) if heaps else (0, numbers[0])
        if found[term.name].setdefault(place, value) != value:
            raise NoImageError(f"two values for {term.name}: {found[term.name][place]} and {value}")
    position: list[int | tuple[int, ...]] = []
    for fluent in game.fluents:
        values = found[fluent.name]
        if isinstance(fluent, Heaps):
            if any(size < 0 for size in values.values()):
                raise NoImageError(f"a {fluent.name} of fewer than 0 stones")
            position.append(fluent.canonical([size for _, size in sorted(values.items())]))
        elif not values:
            raise NoImageError(f"no value for {fluent.name}")
        elif values[0] not in (allowed := game.counters[fluent.name]):
            end = f"outside {allowed.start}..{allowed.stop - 1}" if allowed.stop < ENDLESS else f"below {allowed.start}"
            raise NoImageError(f"{fluent.name} = {values[0]} is {end}")
        else:
            position.append(values[0])
    return tuple(position)


def image_fault(game: Game, predicate: str, position: Position, error: NoImageError) -> Exception:
    """The error of a rule that gives a position no image in the other game."""
    at = game.place(predicate, None)
    return fault(
        f"{predicate} at {game.text(position)} gives no position of the other game: {error}",
        at=at,
        expected="each fluent of the other game once",
    )
