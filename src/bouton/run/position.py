"""One position in full, and tables of a box: what `solve` and `table` show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bouton.claims.kind import game_of
from bouton.claims.passes import fits, in_range
from bouton.claims.subject import rules_of
from bouton.compiled.judge import compiled_pairs
from bouton.core.errors import fault
from bouton.core.news import Progress
from bouton.core.position import NamedPosition, Parameters, Position, Value, named
from bouton.core.spec import Box, Play, Spec
from bouton.core.tuning import TUNING, Tuning
from bouton.ground.alliances import SIDE, WINNER, Alliances, Side
from bouton.ground.box import Region, among, around, ground_box
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node, expand
from bouton.ground.kernel import kernel, terminals
from bouton.ground.layers import layers
from bouton.ground.values import add_values
from bouton.ground.words import told
from bouton.process.limits import Emit, Limits, Task, alone, run
from bouton.run.heaps import HalfKnown, pair_by_heaps

_PLAYS: tuple[Play, ...] = ("normal", "misere")


@dataclass(frozen=True)
class MoveLine:
    """A move of an analysed position: in words, where it leads, and that position's outcomes and values."""

    move: str
    to: NamedPosition
    normal: str
    misere: str | None
    value: int
    misere_value: int | None


@dataclass(frozen=True)
class Analysis:
    """Outcomes ("P" or "N") and Sprague-Grundy values of a position in both plays, with all its moves.

    Those of misère play are None where they are not known: a position that splits into too many others, not all tame.
    """

    normal: str
    misere: str | None
    value: int
    misere_value: int | None
    moves: tuple[MoveLine, ...]


@dataclass(frozen=True)
class SideMove:
    """A move of an analysed position of a game of alliances: in words, where it leads, and which side wins there."""

    move: str
    to: NamedPosition
    winner: Side


@dataclass(frozen=True)
class Alignment:
    """Which side moves and which side wins at a position of a game of alliances, with all its moves."""

    mover: Side
    winner: Side
    moves: tuple[SideMove, ...]


@dataclass(frozen=True)
class Row:
    """A line of a table: a position and its outcome, "P" or "N", or the side that wins it."""

    parameters: dict[str, Value]
    position: NamedPosition
    outcome: Side
    lost: bool
    """Whether the player, or the side, to move loses."""
    values: HalfKnown | None = None
    """The Sprague-Grundy values of normal and of misère play, where they were asked for."""


def analyse(
    spec: Spec, parameters: Parameters, position: Position, limits: Limits, box: Box | None = None
) -> Analysis | Alignment:
    """Outcomes and values of one position, by mex over its own game graph, computed in a limited child.

    Where a game splits into too many positions they come from its single heaps (`bouton.run.heaps`). In a game of
    alliances, which has no values, the side that wins. The misere value has mex too, with 1 at terminals; a position's
    value is 0 exactly where it is P, and that is held against clingo's kernel. Counters may take the values of the
    game's box and of `box`.
    """
    game = game_of(spec, rules_of(spec), box or spec.box, parameters)
    in_range(spec, game.counters, position, None)
    result = alone(_analyse, game, position, limits, limits=limits)
    assert isinstance(result, Analysis | Alignment)
    return result


def _analyse(game: Game, position: Position, limits: Limits) -> Analysis | Alignment:
    region = around(game.fluents, position)
    outputs = {("move", 1), ("after", 2)} | ({SIDE, WINNER} & game.rules.defined)
    grounder = Grounder(game, game.program(region.hull, outputs), outputs - {("move", 1), ("after", 2)})
    by_heaps = pair_by_heaps(game, region, limits)
    if by_heaps is not None:
        (node,) = grounder.nodes([position])
        return _analysis(game, node, by_heaps)
    graph = expand(game, grounder, [position], lambda _position: False)
    if game.rules.alliances:
        return _aligned(game, position, graph)
    values: dict[Play, dict[Position, int]] = {}
    for play in _PLAYS:
        terminal_is_p = terminals(game, play)
        values[play] = {}
        add_values(values[play], graph, terminal_is_p, kernel(graph, lambda _position: False, terminal_is_p))
    return _analysis(game, graph[position], lambda at: (values["normal"][at], values["misere"][at]))


def _analysis(game: Game, node: Node, values: Callable[[Position], HalfKnown]) -> Analysis:
    """A position by its values and those of its options: it is P exactly where its value is 0."""

    def known(at: Position) -> tuple[str, str | None, int, int | None]:
        normal, misere = values(at)
        return _outcome(normal), None if misere is None else _outcome(misere), normal, misere

    lines: dict[Position, MoveLine] = {}
    for text, move in zip(told(game, node.position, node.moves), node.moves, strict=True):
        lines.setdefault(move.to, MoveLine(text, named(game.fluents, move.to), *known(move.to)))
    return Analysis(*known(node.position), tuple(line for _, line in sorted(lines.items())))


def _outcome(value: int | None) -> str:
    assert value is not None, "what is not known is neither P nor N"
    return "N" if value else "P"


def _aligned(game: Game, position: Position, graph: Mapping[Position, Node]) -> Alignment:
    alliances = Alliances(game)
    alliances.solve(graph)
    lines: dict[Position, SideMove] = {}
    moves = graph[position].moves
    for text, move in zip(told(game, position, moves), moves, strict=True):
        lines.setdefault(move.to, SideMove(text, named(game.fluents, move.to), alliances.won[move.to]))
    ordered = tuple(line for _, line in sorted(lines.items()))
    return Alignment(alliances.mover(graph[position]), alliances.won[position], ordered)


def tabulate(
    spec: Spec,
    play: Play,
    limits: Limits,
    progress: Callable[[Progress], None],
    *,
    values: bool = False,
    chosen: Sequence[tuple[Parameters, tuple[Position, ...]]] | None = None,
    tuning: Tuning = TUNING,
) -> Iterator[Row]:
    """Every position of the game's box with its outcome, least parameters and least measure first.

    Where some are `chosen`, each with its parameters, it is these alone; InputError where one is out of range.

    With `values` their Sprague-Grundy values too; InputError for games of alliances, which have none.
    """
    rules = rules_of(spec)
    if values and rules.alliances:
        raise fault(f"{rules.sources.name} is a game of alliances (side/1), which has no Sprague-Grundy values")
    tasks: list[Task] = []
    total, done = 0, 0
    boxes = ((one, Region(ground_box(spec.fluents, spec.box, one))) for one in spec.box.assignments())
    regions = boxes if chosen is None else ((one, among(spec.fluents, positions)) for one, positions in chosen)
    for parameters, region in regions:
        if region.size():
            fits(spec.game, spec.rules_place, region, parameters, limits)
            game = game_of(spec, rules, spec.box, parameters)
            for position in region.listed:
                in_range(spec, game.counters, position, None)
            tasks.append(Task(_tabulate, (game, region, play, values, limits, tuning), limits, work=spec.file))
            total += region.size()
    for event in run(tasks):
        if event.error is not None:
            raise event.error
        if event.value is not None:
            done += len(event.value)
            progress(Progress((), done, total))
            yield from event.value


def _tabulate(emit: Emit, game: Game, region: Region, play: Play, values: bool, limits: Limits, tuning: Tuning) -> None:
    pair_of = pair_by_heaps(game, region, limits, play)
    if pair_of is None and values:
        pair_of = compiled_pairs(game, region, tuning.compile_from)
    if pair_of is None:
        for layer in layers(game, region, frozenset(), _PLAYS if values else (play,), values=values):
            known = layer.values
            emit(
                [
                    _row(
                        game,
                        at.position,
                        layer.option_outcome(play, at.position),
                        layer.outcome(play, at.position) == "P",
                        (known["normal"][at.position], known["misere"][at.position]) if values else None,
                    )
                    for at in layer.nodes
                ]
            )
        return
    for positions in region.layers(game.measure):
        pairs = [(position, pair_of(position)) for position in positions]
        outcomes = [(position, pair, _outcome(pair[_PLAYS.index(play)])) for position, pair in pairs]
        emit(
            [
                _row(game, position, outcome, outcome == "P", pair if values else None)
                for position, pair, outcome in outcomes
            ]
        )


def _row(game: Game, position: Position, outcome: Side, lost: bool, values: HalfKnown | None) -> Row:
    return Row(dict(game.parameters), named(game.fluents, position), outcome, lost, values)
