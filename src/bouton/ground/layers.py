"""The judged positions layer by layer, least measure first, with all that claims ask of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from bouton.errors import Disagreement, fault
from bouton.ground.box import Region
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node, expand
from bouton.ground.kernel import kernel
from bouton.language.rules import Signature
from bouton.position import Position
from bouton.spec.model import Play

_BATCH = 4096


@dataclass
class Mark:
    """Positions that count as P-positions for a claim: as claimed, by the kernel where nothing is claimed.

    The judge of the claim adds what it speaks of, layer by layer; the engine adds what is not judged.
    """

    play: Play
    positions: list[Position] = field(default_factory=list)
    members: set[Position] = field(default_factory=set)

    def add(self, position: Position) -> None:
        """Count the position as P from now on."""
        self.positions.append(position)
        self.members.add(position)


@dataclass(frozen=True)
class Layer:
    """Judged positions of one measure, in lexicographic order, solved.

    `p` says for each play which of them are P-positions; `option_is_p` tells the same of a lower one.
    `reaches` gives those that have an option in a mark.
    """

    nodes: Sequence[Node]
    p: dict[Play, frozenset[Position]]
    option_is_p: Callable[[Play, Position], bool]
    reaches: Callable[[Mark], Collection[Position]]

    def outcome(self, play: Play, position: Position) -> str:
        """The outcome of a judged position: P or N."""
        return "P" if position in self.p[play] else "N"


@dataclass
class Solved:
    """The P-positions found so far, in each play; what is solved and not in the set is N."""

    seen: set[Position]
    p: dict[Play, set[Position]]

    def is_p(self, play: Play, position: Position) -> bool:
        """Whether a solved position is a P-position; Disagreement where it is not solved."""
        if position in self.p[play]:
            return True
        if position not in self.seen:
            raise Disagreement(f"{position} was asked for before it was solved")
        return False


def layers(
    game: Game,
    region: Region,
    wanted: Collection[Signature],
    plays: Collection[Play],
    marks: Sequence[Mark] = (),
) -> Iterator[Layer]:
    """Solve the region upward; positions outside it are solved when a move first reaches them."""
    signatures = {*wanted, *_outputs(game)}
    grounder = Grounder(game, game.program(region.hull, signatures), signatures - {("move", 1), ("after", 2)})
    done = Solved(set(), {play: set() for play in plays})
    for batch in _batches(region.layers(game.measure)):
        positions = [position for layer in batch for position in layer]
        if plays:
            graph = expand(game, grounder, positions, done.seen.__contains__)
        else:  # nothing is asked about outcomes, so no follower matters
            graph = {node.position: node for node in grounder.nodes(positions)}
        for play in plays:
            done.p[play] |= kernel(graph, _known(done, play), terminals(game, play))
        done.seen.update(graph)
        for position in graph.keys() - set(positions):
            for mark in marks:
                if position in done.p[mark.play]:
                    mark.add(position)
        for layer in batch:
            nodes = [graph[position] for position in layer]
            p = {play: frozenset(position for position in layer if position in done.p[play]) for play in plays}
            yield Layer(nodes, p, done.is_p, _reaching(nodes))


def _reaching(nodes: Sequence[Node]) -> Callable[[Mark], Collection[Position]]:
    return lambda mark: {node.position for node in nodes if any(move.to in mark.members for move in node.moves)}


def _outputs(game: Game) -> set[Signature]:
    return {("move", 1), ("after", 2)} | ({("winner", 1)} & game.rules.defined)


def _known(done: Solved, play: Play) -> Callable[[Position], bool]:
    return lambda position: done.is_p(play, position)


def terminals(game: Game, play: Play) -> Callable[[Node], bool]:
    """Tells whether the previous player has won at a terminal: by `winner`, else as the play says."""
    if ("winner", 1) not in game.rules.defined:
        return lambda _node: play == "normal"

    def previous_won(node: Node) -> bool:
        winners = {str(row[0]) for row in node.rows["winner", 1]}
        if winners not in ({"next"}, {"previous"}):
            line, column = game.place("winner", 1)
            raise fault(
                f"winner at the terminal {game.text(node.position)} is {' and '.join(sorted(winners)) or 'nobody'}",
                file=str(game.rules.file),
                line=line,
                column=column,
                expected="exactly one of next, previous at every terminal",
            )
        return winners == {"previous"}

    return previous_won


def _batches(stream: Iterator[list[Position]]) -> Iterator[list[list[Position]]]:
    """Consecutive layers gathered until a batch is worth a grounding."""
    batch: list[list[Position]] = []
    size, least = 0, 64
    for layer in stream:
        batch.append(layer)
        size += len(layer)
        if size >= least:
            yield batch
            batch, size, least = [], 0, min(_BATCH, 2 * least)
    if batch:
        yield batch
