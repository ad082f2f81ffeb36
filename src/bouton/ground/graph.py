"""The game graph over a batch of positions and everything below it that is not yet solved."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clingo import Symbol

from bouton.errors import fault
from bouton.ground.game import Game, check_extents
from bouton.ground.grounding import extent, ground, position_facts, static_rows
from bouton.ground.moves import Move, read_moves
from bouton.ground.sentinels import report
from bouton.language.lift import Program
from bouton.language.rules import Signature
from bouton.position import Position

_FEW, _MANY = 64, 20_000
"""Positions in the first batch, and in the largest."""
_ATOMS = 200_000
"""Moves that one grounding should yield, so that its memory stays small."""


@dataclass(frozen=True)
class Node:
    """A position, the rows there of the predicates that were asked for, and its moves where they were read."""

    position: Position
    measure: tuple[int, ...]
    terminal: bool
    moves: tuple[Move, ...]
    rows: Mapping[Signature, Sequence[tuple[Symbol, ...]]]

    def holds(self, name: str) -> bool:
        """Whether the predicate of that name and arity 0 holds here."""
        return bool(self.rows[name, 0])


@dataclass
class Grounder:
    """Grounds batches of positions; the batch grows with what earlier ones cost."""

    game: Game
    program: Program
    wanted: Collection[Signature]
    moves: bool = True
    batch: int = _FEW

    def nodes(self, positions: Iterable[Position]) -> Iterator[Node]:
        """A node per position, in the order given."""
        waiting = list(positions)
        while waiting:
            now, waiting = waiting[: self.batch], waiting[self.batch :]
            found = self._ground(now)
            yield from found
            cost = 1 + sum(len(node.moves) for node in found) / len(found)
            self.batch = max(1, min(_MANY, 4 * self.batch, int(_ATOMS / cost)))

    def _ground(self, positions: Sequence[Position]) -> list[Node]:
        check_extents(self.game, positions)
        control = ground(self.program.text, position_facts(self.game.fluents, positions))
        report(self.game, self.program, control, positions)
        moves = read_moves(self.game, control, positions) if self.moves else [[] for _ in positions]
        rows: dict[Signature, Sequence[Sequence[tuple[Symbol, ...]]]] = {}
        for name, arity in self.wanted:
            if (name, arity) in self.game.rules.dependent:
                rows[name, arity] = extent(control, name, arity, len(positions))
            else:
                rows[name, arity] = [static_rows(control, name, arity)] * len(positions)
        return [
            Node(
                position,
                self.game.measure.of(position),
                not moves[index],
                tuple(moves[index]),
                {signature: found[index] for signature, found in rows.items()},
            )
            for index, position in enumerate(positions)
        ]


def expand(
    game: Game, grounder: Grounder, positions: Iterable[Position], known: Callable[[Position], bool]
) -> dict[Position, Node]:
    """The nodes of `positions` and of all they reach that is not `known`.

    InputError where a move does not lower the measure, with the moves of the cycle where there
    is one: so the graph is acyclic and every position is ranked by its measure.
    """
    graph: dict[Position, Node] = {}
    frontier = list(positions)
    while frontier:
        unseen: dict[Position, None] = {}
        for node in grounder.nodes(frontier):
            graph[node.position] = node
            for move in node.moves:
                if game.measure.of(move.to) >= node.measure:
                    raise _not_decreasing(game, grounder, node, move)
                unseen[move.to] = None
        frontier = [position for position in unseen if position not in graph and not known(position)]
    return graph


def _not_decreasing(game: Game, grounder: Grounder, node: Node, move: Move) -> Exception:
    line, column = game.place("move", move.term)
    names = " then ".join(game.measure.entries)
    path = _way_back(grounder, move.to, node.position)
    if path is not None:
        steps = [f"{game.text(node.position)} -[{move}]-> {game.text(move.to)}"]
        steps += [f"-[{step}]-> {game.text(step.to)}" for step in path]
        message = "the moves form a cycle: " + " ".join(steps)
        expected = "a game that ends: no position may come back"
    else:
        before, after = node.measure, game.measure.of(move.to)
        message = (
            f"move {move} from {game.text(node.position)} to {game.text(move.to)} does not lower the measure "
            f"({names}): {_numbers(before)} to {_numbers(after)}"
        )
        expected = "a `measure:` in the spec that every move lowers"
    return fault(message, file=str(game.rules.file), line=line, column=column, expected=expected)


def _numbers(measure: tuple[int, ...]) -> str:
    return ", ".join(map(str, measure))


def _way_back(grounder: Grounder, start: Position, goal: Position) -> list[Move] | None:
    """Moves that lead from `start` to `goal`, looked for among a few hundred positions."""
    came: dict[Position, tuple[Position, Move]] = {}
    frontier, seen = [start], {start}
    while frontier and len(seen) < 500:
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
