"""Games by the evaluator: positions, moves, options, outcomes, winners and values.

Everything is as the documentation states it; nothing of Bouton or clingo is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

from tests.oracle.evaluator import Evaluator
from tests.oracle.parser import Program, parse
from tests.oracle.terms import Row, Signature, Value, text

Entry: TypeAlias = "int | tuple[int, ...]"
Position: TypeAlias = tuple[Entry, ...]
Parameters: TypeAlias = Mapping[str, Entry]
Case: TypeAlias = tuple[dict[str, Entry], Position]


@dataclass(frozen=True)
class Heaps:
    """A heaps fluent with its order: ascending, descending or none."""

    name: str
    order: str = "ascending"

    def canonical(self, sizes: Iterable[int]) -> tuple[int, ...]:
        """The heaps that are left, in order."""
        left = [size for size in sizes if size != 0]
        return tuple(left if self.order == "none" else sorted(left, reverse=self.order == "descending"))


@dataclass(frozen=True)
class Counter:
    """A counter; `stones` says that it counts in the default measure."""

    name: str
    stones: bool = False


class Illegal(Exception):
    """The rules describe no game here: the reason says where."""


@dataclass
class Game:
    """A game with its parameters fixed. `counters` are the ranges that counters must stay in."""

    rules: str | Program
    fluents: tuple[Heaps | Counter, ...]
    parameters: Parameters = field(default_factory=dict)
    counters: Mapping[str, range] = field(default_factory=dict)
    measured: tuple[str, ...] = ()
    """The entries of the measure; by default the stones, then the counters that are none."""
    cycles: bool = False
    """Whether positions may come back."""
    _rows: dict[Position, Mapping[Signature, set[Row]]] = field(default_factory=dict)
    _options: dict[Position, dict[str, Position]] = field(default_factory=dict)
    _known: dict[tuple[str, Position], int | str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        program = parse(self.rules) if isinstance(self.rules, str) else self.rules
        numbers = {name: value for name, value in self.parameters.items() if isinstance(value, int)}
        sets = {
            (name.lower(), 1): [(n,) for n in value]
            for name, value in self.parameters.items()
            if isinstance(value, tuple)
        }
        given = [(fluent.name, 2 if isinstance(fluent, Heaps) else 1) for fluent in self.fluents]
        self.evaluator = Evaluator(program, numbers, given, sets)
        others = (f.name for f in self.fluents if isinstance(f, Counter) and not f.stones)
        self.measured = self.measured or ("stones", *others)

    def rows(self, position: Position) -> Mapping[Signature, set[Row]]:
        """Everything that holds at a position, the position's own facts too."""
        if position not in self._rows:
            given: dict[Signature, list[Row]] = {}
            for fluent, entry in zip(self.fluents, position, strict=True):
                if isinstance(entry, tuple):
                    given[fluent.name, 2] = list(enumerate(entry, 1))
                else:
                    given[fluent.name, 1] = [(entry,)]
            self._rows[position] = self.evaluator.facts(given)
        return self._rows[position]

    def holds(self, name: str, position: Position) -> bool:
        """Whether a predicate without arguments holds."""
        return (name, 0) in self.rows(position)

    def values(self, name: str, position: Position) -> list[Value]:
        """What a predicate of one argument holds of."""
        return [row[0] for row in self.rows(position).get((name, 1), ())]

    def measure(self, position: Position) -> tuple[int, ...]:
        """What every move lowers."""
        known = {"stones": 0, "heaps": 0, "splits": 0}
        for fluent, entry in zip(self.fluents, position, strict=True):
            if isinstance(entry, tuple):
                known["stones"] += sum(entry)
                known["heaps"] += len(entry)
                known["splits"] += sum(entry) - len(entry)  # how often heaps can be split
            else:
                known[fluent.name] = entry
                known["stones"] += entry if isinstance(fluent, Counter) and fluent.stones else 0
        for name in self.measured:
            if name not in known:
                ((number,),) = self.rows(position)[name, 1]
                assert isinstance(number, int)
                known[name] = number
        return tuple(known[name] for name in self.measured)

    def moves(self, position: Position) -> dict[str, Position]:
        """Each move and where it leads; Illegal where one is no move of a game that ends."""
        if position not in self._options:
            found: dict[str, Position] = {}
            effects: dict[Value, list[Value]] = {}
            for move, effect in self.rows(position).get(("after", 2), ()):
                effects.setdefault(move, []).append(effect)
            for (move,) in self.rows(position).get(("move", 1), ()):
                found[text(move)] = self._after(position, effects.get(move, []), text(move))
            self._options[position] = found
        return self._options[position]

    def _after(self, position: Position, effects: Sequence[Value], move: str) -> Position:
        changes: list[dict[int, int]] = [{} for _ in self.fluents]
        for effect in effects:
            for place, fluent in enumerate(self.fluents):
                width = 2 if isinstance(fluent, Heaps) else 1
                if not isinstance(effect, int) and (effect.name, effect.arity) == (fluent.name, width):
                    *heap, value = effect.arguments
                    at = heap[0] if heap else 0
                    if not isinstance(at, int) or not isinstance(value, int):
                        raise Illegal(f"{move}: {text(effect)} has no numbers")
                    if changes[place].setdefault(at, value) != value:
                        raise Illegal(f"{move}: two values for {fluent.name} at {position}")
                    break
            else:
                raise Illegal(f"{move}: {text(effect)} is no fluent")
        after: list[Entry] = []
        for fluent, entry, change in zip(self.fluents, position, changes, strict=True):
            if isinstance(entry, tuple):
                if any(at < 1 or size < 0 for at, size in change.items()):
                    raise Illegal(f"{move}: a heap below 1 or a negative size at {position}")
                sizes = dict(enumerate(entry, 1)) | change
                assert isinstance(fluent, Heaps)
                after.append(fluent.canonical(sizes[at] for at in sorted(sizes)))
            else:
                value = change.get(0, entry)
                if 0 in change and fluent.name in self.counters and value not in self.counters[fluent.name]:
                    raise Illegal(f"{move}: {fluent.name} = {value} leaves its range at {position}")
                after.append(value)
        if not self.cycles and self.measure(tuple(after)) >= self.measure(position):
            raise Illegal(f"{move}: the measure does not fall from {position} to {tuple(after)}")
        return tuple(after)

    def options(self, position: Position) -> set[Position]:
        """Where the moves lead."""
        return set(self.moves(position).values())

    def outcome(self, play: str, position: Position) -> str:
        """P or N."""
        return "P" if self.grundy(play, position) == 0 else "N"

    def grundy(self, play: str, position: Position) -> int:
        """The Sprague-Grundy value: the least natural number that no option has; at the end 0 or 1."""
        known = self._known.get((play, position))
        if known is None:
            options = {self.grundy(play, option) for option in self.options(position)}
            if self.moves(position):
                known = next(number for number in range(len(options) + 1) if number not in options)
            else:
                known = 0 if self._previous_has_won(play, position) else 1
            self._known[play, position] = known
        assert isinstance(known, int)
        return known

    def _previous_has_won(self, play: str, position: Position) -> bool:
        if all(rule.head.signature != ("winner", 1) for rule in self.evaluator.program.rules):
            return play == "normal"
        said = [text(value) for value in self.values("winner", position)]
        if said not in (["next"], ["previous"]):
            raise Illegal(f"winner at {position} is {said}")
        return said == ["previous"]

    def side(self, name: str, position: Position) -> str:
        """The one side that `side` or `winner` names."""
        found = [text(value) for value in self.values(name, position)]
        if len(found) != 1:
            raise Illegal(f"{name} at {position} is {found}")
        return found[0]

    def winner(self, position: Position) -> str:
        """The side that wins a position of a game of alliances."""
        known = self._known.get(("side", position))
        if known is None:
            mover = self.side("side", position)
            won = {self.winner(option) for option in self.options(position)}
            known = self.side("winner", position) if not won else mover if mover in won else won.pop()
            self._known["side", position] = known
        assert isinstance(known, str)
        return known


def positions(fluents: Sequence[Heaps | Counter], box: Mapping[str, tuple[range, range] | range]) -> Iterator[Position]:
    """The positions of a box: for heaps how many and how large, for a counter its values."""
    entries: list[list[Entry]] = []
    for fluent in fluents:
        ranges = box[fluent.name]
        if isinstance(ranges, range):
            entries.append(list(ranges))
        else:
            assert isinstance(fluent, Heaps)
            counts, sizes = ranges
            lists = (product(sizes, repeat=count) for count in counts)
            entries.append(sorted({fluent.canonical(each) for every in lists for each in every}))
    yield from product(*entries)
