"""One position in full, and tables of a box: what `solve` and `table` show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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
from bouton.ground.box import Region, around, ground_box
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node, expand
from bouton.ground.kernel import kernel, terminals
from bouton.ground.layers import layers
from bouton.ground.values import add_values
from bouton.ground.words import told
from bouton.process.limits import Emit, Limits, Task, alone, run
from bouton.run.heaps import lost_by_heaps

_PLAYS: tuple[Play, ...] = ("normal", "misere")


@dataclass(frozen=True)
class MoveLine:
    """A move of an analysed position: in words, where it leads, and that position's outcomes and values."""

    move: str
    to: NamedPosition
    normal: str
    misere: str
    value: int
    misere_value: int


@dataclass(frozen=True)
class Analysis:
    """Outcomes ("P" or "N") and Sprague-Grundy values of a position in both plays, with all its moves."""

    normal: str
    misere: str
    value: int
    misere_value: int
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
    values: tuple[int, int] | None = None
    """The Sprague-Grundy values of normal and of misère play, where they were asked for."""


def analyse(
    spec: Spec, parameters: Parameters, position: Position, limits: Limits, box: Box | None = None
) -> Analysis | Alignment:
    """Outcomes and values of one position, by mex over its own game graph, computed in a limited child.

    In a game of alliances, which has no values, the side that wins. The misere value has mex too, with 1 at
    terminals; a position's value is 0 exactly where it is P, and that is held against clingo's kernel. Counters
    may take the values of the game's box and of `box`.
    """
    game = game_of(spec, rules_of(spec), box or spec.box, parameters)
    in_range(spec, game.counters, position, None)
    result = alone(_analyse, game, position, limits=limits)
    assert isinstance(result, Analysis | Alignment)
    return result


def _analyse(game: Game, position: Position) -> Analysis | Alignment:
    region = around(game.fluents, position)
    outputs = {("move", 1), ("after", 2)} | ({SIDE, WINNER} & game.rules.defined)
    grounder = Grounder(game, game.program(region.hull, outputs), outputs - {("move", 1), ("after", 2)})
    graph = expand(game, grounder, [position], lambda _position: False)
    if game.rules.alliances:
        return _aligned(game, position, graph)
    outcomes: dict[Play, set[Position]] = {}
    values: dict[Play, dict[Position, int]] = {}
    for play in _PLAYS:
        terminal_is_p = terminals(game, play)
        outcomes[play] = kernel(graph, lambda _position: False, terminal_is_p)
        values[play] = {}
        add_values(values[play], graph, terminal_is_p, outcomes[play])

    def outcome(play: Play, at: Position) -> str:
        return "P" if at in outcomes[play] else "N"

    lines: dict[Position, MoveLine] = {}
    moves = graph[position].moves
    for text, move in zip(told(game, position, moves), moves, strict=True):
        to = move.to
        line = MoveLine(
            text,
            named(game.fluents, to),
            outcome("normal", to),
            outcome("misere", to),
            values["normal"][to],
            values["misere"][to],
        )
        lines.setdefault(to, line)
    return Analysis(
        outcome("normal", position),
        outcome("misere", position),
        values["normal"][position],
        values["misere"][position],
        tuple(line for _, line in sorted(lines.items())),
    )


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
    tuning: Tuning = TUNING,
) -> Iterator[Row]:
    """Every position of the game's box with its outcome, least parameters and least measure first.

    With `values` their Sprague-Grundy values too; InputError for games of alliances, which have none.
    """
    rules = rules_of(spec)
    if values and rules.alliances:
        raise fault(f"{rules.sources.name} is a game of alliances (side/1), which has no Sprague-Grundy values")
    tasks: list[Task] = []
    total, done = 0, 0
    for parameters in spec.box.assignments():
        region = Region(ground_box(spec.fluents, spec.box, parameters))
        if region.size():
            fits(spec.game, spec.rules_place, region, parameters, limits)
            game = game_of(spec, rules, spec.box, parameters)
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
    lost_by = lost_by_heaps(game, region, limits) if play == "normal" and not values else None
    if lost_by is not None:
        for positions in region.layers(game.measure):
            sums = [(position, lost_by(position)) for position in positions]
            emit([_row(game, position, "P" if is_p else "N", is_p, None) for position, is_p in sums])
        return
    compiled = compiled_pairs(game, region, tuning.compile_from) if values else None
    if compiled is None:
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
        pairs = [compiled(position) for position in positions]
        lost = [pair[_PLAYS.index(play)] == 0 for pair in pairs]
        emit(
            [
                _row(game, position, "P" if is_p else "N", is_p, pair)
                for position, is_p, pair in zip(positions, lost, pairs, strict=True)
            ]
        )


def _row(game: Game, position: Position, outcome: Side, lost: bool, values: tuple[int, int] | None) -> Row:
    return Row(dict(game.parameters), named(game.fluents, position), outcome, lost, values)
