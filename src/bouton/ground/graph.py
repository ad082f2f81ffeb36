"""The game graph over a batch of positions and everything below it that is not yet solved."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from clingo import Control, Function, Number, Symbol, SymbolType

from bouton.core.errors import InputError, NotLowered, fault, fault_at
from bouton.core.position import Position
from bouton.ground.beyond import Beyond
from bouton.ground.box import GroundBox
from bouton.ground.game import Game, Pair, Told, check_extents
from bouton.ground.measures import EXPLORED, against, lowered, steps
from bouton.ground.moves import Move, read_moves
from bouton.rules.file import MOVES, Signature
from bouton.rules.grounding import (
    NUMBERS,
    Fixed,
    atom_ids,
    atoms,
    atoms_of,
    extent,
    fixed_facts,
    ground,
    position_facts,
    static_rows,
)
from bouton.rules.lift import Extents, LiftedProgram, lift
from bouton.rules.named import AT, of_all_heaps, resting, spoken, symbol_name

_FEW, _MANY = 128, 20_000
"""Positions in the first batch, and in the largest."""
_ATOMS = 200_000
"""Moves that one grounding should yield, so that its memory stays small."""

Rows: TypeAlias = Mapping[Signature, Sequence[tuple[Symbol, ...]]]
"""For each predicate asked for, the argument tuples for which it holds at a position."""


class Node(NamedTuple):
    """A position, the rows there of the predicates that were asked for, and its moves where they were read."""

    position: Position
    measure: tuple[int, ...]
    terminal: bool
    moves: tuple[Move, ...]
    rows: Rows

    def holds(self, name: str) -> bool:
        """Whether the predicate of that name and arity 0 holds here."""
        return bool(self.rows[name, 0])


@dataclass
class Grounder:
    """Grounds batches of positions; the batch grows with what earlier ones cost."""

    game: Game
    program: LiftedProgram
    wanted: Collection[Signature]
    batch: int = _FEW

    @classmethod
    def of(cls, game: Game, box: GroundBox, wanted: Collection[Signature] = ()) -> Grounder:
        """That of the moves in a box, with the rows of the wanted predicates."""
        return cls(game, game.program(box, {*wanted, *MOVES}), wanted)

    def __post_init__(self) -> None:
        """Nothing has left its range so far."""
        self.beyond = Beyond(self.game)
        self._namer: Grounder | None = None
        rules = self.game.rules
        if resting(rules, self.program.wanted):
            self._namer = Grounder(self.game, lift(rules, {AT}, self.game.parameters, self.program.extents), {AT})
        self._exist = set[Position]()

    def nodes(self, positions: Iterable[Position]) -> Iterator[Node]:
        """A node per position, in the order given."""
        for now, control in self._batches(positions):
            measure = self.game.measure.of
            found = [
                Node(position, measure(position), not moves, tuple(moves), rows)
                for position, moves, rows in zip(
                    now, read_moves(self.game, control, now, self.beyond), self._rows(control, len(now)), strict=True
                )
            ]
            self._stay(found)
            yield from found
            self._widen(sum(len(node.moves) for node in found) / len(found))

    def options(self, positions: Iterable[Position]) -> Iterator[Node]:
        """The same without the moves, of which it is read only whether there are any: what is asked of options."""
        for now, control in self._batches(positions):
            moves = Counter(NUMBERS[index] for index, _ in atom_ids(control, "move", 2))
            for index, (position, rows) in enumerate(zip(now, self._rows(control, len(now)), strict=True)):
                yield Node(position, self.game.measure.of(position), not moves[index], (), rows)
            self._widen(moves.total() / len(now))

    def rows(self, positions: Sequence[Position]) -> Iterator[Rows]:
        """The rows at each position, in the order given, without its moves."""
        for now, control in self._batches(positions):
            yield from self._rows(control, len(now))
            self._widen(0)

    def _batches(self, positions: Iterable[Position]) -> Iterator[tuple[list[Position], Control]]:
        """The positions in batches of the size that `_widen` has come to, each with what it grounds to."""
        waiting = list(positions)
        while waiting:
            now, waiting = waiting[: self.batch], waiting[self.batch :]
            yield now, self._ground(now)

    def atoms(self, position: Position) -> int:
        """How many atoms one position grounds to."""
        control = self._ground([position])  # its atoms live as long as it does
        found, known = len(control.symbolic_atoms), self._fixed
        return found if known is None else found + known.every - known.shared - atoms_of(self.program.given)

    def _stay(self, nodes: Sequence[Node]) -> None:
        """InputError where a move leads to a position that does not exist (see `bouton.rules.file.Rules.legal`)."""
        legal = self.game.rules.legal
        if legal is None:
            return
        steps = {move.to: (node, move) for node in reversed(nodes) for move in reversed(node.moves)}
        led = [position for position in steps if position not in self._exist]
        self._exist.update(exist := legal_ones(self.game, self.program.extents, led))
        strays = set(led).difference(exist)
        if strays:
            position = min(strays, key=lambda at: (steps[at][0].measure, steps[at][0].position))
            node, move = steps[position]
            raise fault(
                f"move {move} leads from {self.game.text(node.position)} to {self.game.text(position)}, where "
                f"`{legal.name}` does not hold: positions that exist must have moves to such alone",
                at=self.game.place("move", move.term),
                expected=f"moves that stay where `{legal.name}` holds, or another `legal`",
            )

    def _widen(self, moves: float) -> None:
        self.batch = max(1, min(_MANY, 4 * self.batch, int(_ATOMS / (1 + moves))))

    def _ground(self, positions: Sequence[Position]) -> Control:
        check_extents(self.game, positions)
        wider = self.beyond.grown(self.program.extents, positions)
        if wider is not None:
            self.program = lift(self.game.rules, self.program.wanted, self.game.parameters, wider)
        known, facts = self._fixed, position_facts(self.game.fluents, positions) + self._told(positions)
        if known is None:
            control = ground(self.program.text, facts)
        else:
            control = ground(self.program.given, known.facts, self.program.lifted, facts)
        report(self.game, self.program, control, positions)
        return control

    def _told(self, positions: Sequence[Position]) -> str:
        """What is given of the positions that the rules name at these, as facts; InputError where nobody knows it."""
        if self._namer is None:
            return ""
        rows = [rows[AT] for rows in self._namer.rows(positions)]
        told = told_of(self.game, self.program.wanted, positions, rows)
        return "".join(f"{one}({at},{name},{said})." for at, each in enumerate(told) for one, name, said in each)

    @property
    def _fixed(self) -> Fixed | None:
        """What the rules that do not depend on the position derive, once for all batches; None where there are none."""
        program = self.program
        return fixed_facts(program.given, program.fixed, program.shared) if program.fixed else None

    def _rows(self, control: Control, count: int) -> list[Rows]:
        found: list[dict[Signature, Sequence[tuple[Symbol, ...]]]] = [{} for _ in range(count)]
        for name, arity in self.wanted:
            if (name, arity) in self.game.rules.dependent:
                extents = extent(control, name, arity, count)
            else:
                extents = [static_rows(control, name, arity)] * count
            for rows, of_position in zip(found, extents, strict=True):
                rows[name, arity] = of_position
        return list(found)


@dataclass(frozen=True)
class Nodes(Mapping[Position, Node]):
    """Positions with their moves, each read where it is asked for; those that are known are all that it lists."""

    grounder: Grounder
    known: Mapping[Position, Node] = field(default_factory=dict)

    def __getitem__(self, position: Position) -> Node:
        (found,) = [self.known[position]] if position in self.known else self.grounder.nodes([position])
        return found

    def __iter__(self) -> Iterator[Position]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)


def told_of(
    game: Game, wanted: Collection[Signature], positions: Sequence[Position], rows: Sequence[Sequence[Pair]]
) -> list[list[Told]]:
    """What the wanted predicates are given of the positions that `at/2` names at these; InputError if nothing.

    A name that is given all heaps is that of the position without heaps where there are none.
    """
    rules = game.rules
    if game.beside is None:
        name, arity = min(rules.told)
        message = f"{name}/{arity} is given to claims of the kind everywhere alone"
        raise fault(message, file=rules.sources.at(1).file)
    meant = spoken(rules, wanted)
    none = [(Function(name, []), Function(heap, [Number(0)] * 2)) for name, heap in of_all_heaps(rules).items()]
    asked = [[row for row in (*each, *none) if meant is None or symbol_name(row[0]) in meant] for each in rows]
    return game.beside.told(game, positions, asked)


def legal_ones(game: Game, extents: Extents, positions: Sequence[Position]) -> list[Position]:
    """Those of the positions that exist, in their order; the extents are those of a program for these."""
    legal = game.rules.legal
    if legal is None or not positions:
        return list(positions)
    wanted = frozenset({(legal.name, 0)})
    grounder = Grounder(game, lift(game.rules, wanted, game.parameters, extents), wanted)
    found = zip(positions, grounder.rows(positions), strict=True)
    return [position for position, rows in found if rows[legal.name, 0]]


class Crowded(Exception):
    """More positions are reached than were asked for."""


def expand(
    game: Game,
    grounder: Grounder,
    positions: Iterable[Position],
    known: Callable[[Position], bool],
    most: float = math.inf,
) -> dict[Position, Node]:
    """The nodes of `positions` and of all they reach that is not `known`; Crowded where these are more than `most`.

    NotLowered where a move does not lower the measure, with the moves of the cycle where there
    is one: so the graph is acyclic and every position is ranked by its measure.
    """
    graph: dict[Position, Node] = {}
    frontier = list(positions)
    while frontier:
        unseen: dict[Position, None] = {}
        for node in _weighed(game, grounder.nodes(frontier)):
            graph[node.position] = node
            if len(graph) > most:
                raise Crowded
            descends(game, grounder, node)
            unseen |= dict.fromkeys(move.to for move in node.moves)
        frontier = [position for position in unseen if position not in graph and not known(position)]
    return graph


def descends(game: Game, grounder: Grounder, node: Node) -> None:
    """NotLowered where a move from a position does not lower the measure."""
    for move in node.moves:
        if game.measure.of(move.to) >= node.measure:
            raise _not_decreasing(game, grounder, node, move)


def _weighed(game: Game, nodes: Iterator[Node]) -> Iterator[Node]:
    """The nodes; where the rules say what a measure is, they are asked of all options at once."""
    if game.measure.weigh is None:
        return nodes
    listed = list(nodes)
    game.measure.prepare([move.to for node in listed for move in node.moves])
    return iter(listed)


_RULES = "; the rules may derive one, such as weight(W) for `measure: weight`"


def _not_decreasing(game: Game, grounder: Grounder, node: Node, move: Move) -> NotLowered:
    at = game.place("move", move.term)
    names = " then ".join(game.measure.names) + (", found for other moves" if game.measure.why else "")
    path = _way_back(grounder, move.to, node.position)
    if path is not None:
        said = [f"{game.text(node.position)} -[{move}]-> {game.text(move.to)}"]
        said += [f"-[{step}]-> {game.text(step.to)}" for step in path]
        message = "the moves form a cycle: " + " ".join(said)
        expected = "a game that ends: no position may come back, or `cycles: allowed` in the spec"
        if game.cycles != "refused":
            expected = "no cycle where Sprague-Grundy values are asked for, or what follows none yet"
    else:
        before, after = node.measure, game.measure.of(move.to)
        message = (
            f"move {move} from {game.text(node.position)} to {game.text(move.to)} does not lower the measure "
            f"({names}): {_numbers(before)} to {_numbers(after)}"
        )
        expected = f"a `measure:` in the spec that every move lowers{_advice(game, grounder, node.position)}"
        if game.cycles != "refused":
            expected = "a measure that every move lowers where values are asked for, or what follows no cycle yet"
    return NotLowered([fault_at(at, message, expected)])


def _advice(game: Game, grounder: Grounder, start: Position) -> str:
    """A measure that every move lowers of those that a few hundred positions have, or why there is none."""
    if game.measure.against is not None:
        return f"; none was found: {game.measure.against}{_RULES}"
    try:
        seen = steps(grounder, [start])
    except InputError:  # another fault than the one that is told
        return ""
    found = lowered(game.fluents, seen)
    if found is None:
        return f"; none was found: {against(game, seen)}{_RULES}"
    sums = f", with `stones: true` of {' and '.join(found.counted)}" if found.fluents != game.fluents else ""
    return f", such as [{', '.join(found.entries)}]{sums}"


def _numbers(measure: tuple[int, ...]) -> str:
    return ", ".join(map(str, measure))


def _way_back(grounder: Grounder, start: Position, goal: Position) -> list[Move] | None:
    """Moves that lead from `start` to `goal`, looked for among a few hundred positions."""
    if start == goal:
        return []
    came: dict[Position, tuple[Position, Move]] = {}
    frontier, seen = [start], {start}
    while frontier and len(seen) < EXPLORED:
        following: list[Position] = []
        for node in grounder.nodes(frontier):
            for move in node.moves:
                if move.to == goal:
                    path, at = [move], node.position
                    while at != start:
                        at, step = came[at]
                        path.append(step)
                    return path[::-1]
                if move.to not in seen:
                    seen.add(move.to)
                    came[move.to] = (node.position, move)
                    following.append(move.to)
        frontier = following
    return None


# ---------------------------------------------------------------------------------------------------------- sentinels


def report(game: Game, program: LiftedProgram, control: Control, positions: Sequence[Position]) -> None:
    """Raise InputError, a diagnostic per operation with the first position that shows it."""
    if not program.sites:
        return
    first: dict[int, int] = {}
    for name in ("_undefined", "_overflow"):
        for position, number in atoms(control, name, 2):
            index = position.number if position.type is SymbolType.Number else -1
            first[number.number] = min(first.get(number.number, index), index)
    if not first:
        return
    faults = []
    for at, index in sorted(first.items()):
        site = program.sites[at]
        where = f" at {game.text(positions[index])}" if index >= 0 else ""
        faults.append(site.fault(where))
    raise game.rules.sources.told(faults)
