"""One position in full, with how it ends where it may go on for ever, and tables of a box: `solve` and `table`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from typing import NamedTuple, overload

from bouton.claims.judge import game_of
from bouton.claims.passes import MARKED, VALUED, fits, in_range, starting
from bouton.claims.subject import rules_of
from bouton.compiled.found import Told
from bouton.compiled.listed import Kept, Part, lister
from bouton.compiled.validate import parts
from bouton.core.errors import BrokenOff, InputError, LimitReached, Misfit, Unreadable, fault
from bouton.core.news import Progress
from bouton.core.position import Fluent, NamedPosition, Parameters, Position, Value, as_argument, named
from bouton.core.spec import PLAYS, Box, Play, Spec
from bouton.core.tuning import TUNING, Tuning
from bouton.ground.alliances import SIDE, WINNER, Alliances, Side
from bouton.ground.box import Region, among, around, ground_box
from bouton.ground.domains import placed
from bouton.ground.game import Game, hull
from bouton.ground.graph import Grounder, Node, expand
from bouton.ground.layers import Layer, existing, grounder_of, layers, values_of
from bouton.ground.loops import ranked, reached
from bouton.ground.words import options
from bouton.process.guard import patience
from bouton.process.limits import Emit, Limits, Task, alone, run
from bouton.run.heaps import HalfKnown, pair_by_heaps
from bouton.run.listing import Asked, solved
from bouton.run.measures import following, following_on

_PATIENCE = 2.0
"""Seconds of processor time in which clingo may solve all that a position leads to, where that may be much."""


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


class Row(NamedTuple):
    """A line of a table: a position and its outcome, "P" or "N", or the side that wins it.

    It is `lost` where the player, or the side, to move loses. `values` are the Sprague-Grundy values of normal and of
    misère play, or that of one play, where they were asked for. `left` says in how many moves it ends, where that was:
    None of a draw.
    """

    parameters: Mapping[str, Value]
    position: NamedPosition
    outcome: Side
    lost: bool
    values: HalfKnown | tuple[int] | None = None
    left: int | None = None


@dataclass(frozen=True, eq=False)
class Rows(Sequence[Row]):
    """Rows that were found together, for one value of the parameters; each is made where it is asked for."""

    parameters: Mapping[str, Value]
    fluents: Sequence[Fluent]
    told: Sequence[Told]

    def __len__(self) -> int:
        return len(self.told)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> Rows: ...
    def __getitem__(self, at: int | slice) -> Row | Rows:
        return replace(self, told=self.told[at]) if isinstance(at, slice) else self._row(self.told[at])

    def __iter__(self) -> Iterator[Row]:
        return map(self._row, self.told)

    def _row(self, one: Told) -> Row:
        position, outcome, lost, known, left = one
        return Row(self.parameters, named(self.fluents, position), outcome, lost, known, left)


def analyse(
    spec: Spec,
    parameters: Parameters,
    position: Position,
    limits: Limits,
    box: Box | None = None,
    *,
    remoteness: bool = False,
) -> Analysis | Alignment | Endings:
    """Outcomes and values of one position, by mex over its own game graph, computed in a limited child.

    Where a game splits into too many positions they come from its single heaps (`bouton.run.heaps`). In a game of
    alliances, which has no values, the side that wins. The misere value has mex too, with 1 at terminals; a position's
    value is 0 exactly where it is P, and that is held against clingo's kernel. Counters may take the values of the
    game's box and of `box`. Where positions come back, or with `remoteness`, it is said in how many moves it ends.
    """

    def analysed(about: Spec) -> Analysis | Alignment | Endings:
        game = game_of(about, rules_of(about), box or spec.box, parameters)
        at = placed(about.box.fluents, parameters, position, None)
        in_range(about, game.counters, at, None)
        followed = remoteness or game.cycles == "followed"
        found = (
            alone(endings, game, at, limits=limits) if followed else alone(_analyse, game, at, limits, limits=limits)
        )
        assert isinstance(found, Endings if followed else Analysis | Alignment)
        return found

    return following(spec, analysed)


def _analyse(game: Game, position: Position, limits: Limits) -> Analysis | Alignment:
    region = around(game.fluents, position)
    grounder = grounder_of(game, region.hull)
    existing(game, region)([position])
    by_heaps = pair_by_heaps(game, region, "normal", limits)
    if by_heaps is not None:
        (node,) = grounder.nodes([position])
        return _analysis(game, node, by_heaps)
    if game.cycles == "ends":
        return _by_graph(game, position, ranked(game, reached(game, grounder, [position], region.hull)))
    whole = hull(game, region.hull)
    much = whole is not None and whole.size() >= TUNING.compile_from
    with suppress(Unreadable), patience(_PATIENCE) if much else nullcontext():
        return _by_graph(game, position, expand(game, grounder, [position], lambda _position: False))
    with suppress(Unreadable, Misfit, InputError):  # clingo will tell what is wrong
        return _by_program(game, position, grounder, limits)
    return _by_graph(game, position, expand(game, grounder, [position], lambda _position: False))


def _by_program(game: Game, position: Position, grounder: Grounder, limits: Limits) -> Analysis | Alignment:
    """The same by a program that solves all that may lie below; Unreadable, Misfit or InputError if there is none."""
    values: Kept = "" if game.rules.alliances else "both"
    made = lister(game, around(game.fluents, position), "normal", values=values, memory=limits.memory)
    made.solve(made.readied.job.size)
    (node,) = grounder.nodes([position])
    if values:
        return _analysis(game, node, made.pair)
    mover = made.readied.saying.names[made.engine.machine.side(*parts(position))]
    return _aligned(game, node, mover, lambda at: made.at(at).outcome)


def _by_graph(game: Game, position: Position, graph: Mapping[Position, Node]) -> Analysis | Alignment:
    """The same where all that it leads to is known."""
    if game.rules.alliances:
        alliances = Alliances(game)
        alliances.solve(graph)
        return _aligned(game, graph[position], alliances.mover(graph[position]), alliances.won.__getitem__)
    normal, misere = (values_of(game, play, graph) for play in PLAYS)
    return _analysis(game, graph[position], lambda at: (normal[at], misere[at]))


def _analysis(game: Game, node: Node, values: Callable[[Position], HalfKnown]) -> Analysis:
    """A position by its values and those of its options: it is P exactly where its value is 0."""

    def known(at: Position) -> tuple[str, str | None, int, int | None]:
        normal, misere = values(at)
        return _outcome(normal), None if misere is None else _outcome(misere), normal, misere

    every = options(game, node.position, node.moves)
    lines = (MoveLine(text, named(game.fluents, to), *known(to)) for text, to in every)
    return Analysis(*known(node.position), tuple(lines))


def _outcome(value: int | None) -> str:
    assert value is not None, "what is not known is neither P nor N"
    return "N" if value else "P"


def _aligned(game: Game, node: Node, mover: Side, winner: Callable[[Position], Side]) -> Alignment:
    every = options(game, node.position, node.moves)
    moves = tuple(SideMove(text, named(game.fluents, to), winner(to)) for text, to in every)
    return Alignment(mover, winner(node.position), moves)


def in_parts(
    spec: Spec,
    play: Play,
    limits: Limits,
    progress: Callable[[Progress], None],
    *,
    values: bool = False,
    alone: bool = False,
    chosen: Sequence[tuple[Parameters, tuple[Position, ...]]] | None = None,
    lost: bool = False,
    remoteness: bool = False,
    tuning: Tuning = TUNING,
) -> Iterator[Sequence[Row]]:
    """Every position of the game's box with its outcome, least parameters and least measure first, as it is found.

    Rows come together as they are found. Where some positions are `chosen`, each with its parameters, it is these
    alone; InputError where one is out of range. It is those alone that are `lost` for who moves, where these are all
    that is asked for.

    With `values` their Sprague-Grundy values too, of both plays or of the one `alone`; InputError for games of
    alliances, which have none; with `remoteness` in how many moves each ends. BrokenOff, where a limit is reached, says
    up to where there are rows.
    """

    def found(spec: Spec) -> Iterator[Sequence[Row]]:
        rules = rules_of(spec)
        if values and rules.alliances:
            raise fault(f"{rules.sources.name} is a game of alliances (side/1), which has no Sprague-Grundy values")
        tasks: list[Task] = []
        games: list[Game] = []
        total, done = 0, 0
        ends = ""
        regions: Iterable[tuple[Parameters, Region]]
        if chosen is not None:
            parts = spec.box.fluents
            named_ones = ((one, tuple(placed(parts, one, at, None) for at in positions)) for one, positions in chosen)
            regions = ((one, among(spec.fluents, positions)) for one, positions in named_ones)
        elif spec.begins is not None:
            starts = ((one, starting(spec, rules, one)) for one in spec.box.assignments())
            regions = ((one, replace(among(spec.fluents, every), reached=True)) for one, every in starts if every)
        else:
            regions = ((one, Region(ground_box(spec.fluents, spec.box, one))) for one in spec.box.assignments())
        for parameters, region in regions:
            if region.size():
                each = VALUED if values else MARKED
                fits(spec.game, spec.rules_place, region, parameters, limits, each=each)
                game = game_of(spec, rules, spec.box, parameters)
                for position in region.listed:
                    in_range(spec, game.counters, position, None)
                given = game, region, play, values, limits, spec.game, spec.rules_place
                asked = Asked(*given, remote=remoteness, alone=alone)
                tasks.append(Task(_tabulate, (asked, lost, tuning), limits, work=spec.file))
                games.append(game)
                total += region.size()
        for event in run(tasks):
            if isinstance(event.error, LimitReached) and done:
                raise BrokenOff(f"{event.error}; the table ends {ends} ({done:,} of {total:,} positions)")
            if event.error is not None:
                raise event.error
            if isinstance(event.value, Part):
                game, part = games[event.task], event.value
                done += part.looked_at
                ends = end_of(game, part)
                progress(Progress((), done, total))
                yield Rows(dict(game.parameters), game.fluents, part.told)
        if tasks and not done and rules.legal is not None:
            raise rules.deserted("of the box")

    return following_on(spec, found)


def _tabulate(emit: Emit, asked: Asked, lost: bool, tuning: Tuning) -> None:
    for part in solved(asked, lost=lost, tuning=tuning):
        if part.looked_at:
            emit(part)


def end_of(game: Game, part: Part) -> str:
    """Up to where a region is known: `with measure 57 of k=2`."""
    where = as_argument(game.parameters, {})
    if part.measure is None:
        return f"with {where or 'its last row'}"
    measure = part.measure[0] if len(part.measure) == 1 else part.measure
    return f"{'with' if part.up_to else 'below'} measure {measure}{f' of {where}' if where else ''}"


@dataclass(frozen=True)
class Ending:
    """How a position ends in one play: "P", "N" or "draw", or the side that wins; in how many moves, None of a draw.

    The winner hastens and the loser delays.
    """

    outcome: Side
    moves: int | None


@dataclass(frozen=True)
class EndingMove:
    """A move of such a position: in words, where it leads, how that ends in each play, and whether the move wins."""

    move: str
    to: NamedPosition
    ends: Mapping[Play, Ending]
    wins: Mapping[Play, bool]


@dataclass(frozen=True)
class Endings:
    """How a position ends in each play, with all its moves; of alliances the `mover`, and one play for both.

    `lines` are how play goes on, each a text: the shortest win, or a loop that both sides keep to.
    """

    ends: Mapping[Play, Ending]
    lines: Mapping[Play, str]
    moves: tuple[EndingMove, ...]
    mover: Side | None = None


def endings(game: Game, position: Position) -> Endings:
    """How one position ends, by all that it reaches."""
    plays: tuple[Play, ...] = ("normal",) if game.rules.alliances else PLAYS
    wanted = frozenset({SIDE, WINNER} & game.rules.defined)
    (layer,) = layers(game, around(game.fluents, position), wanted, plays, remote=True)
    (node,) = layer.nodes
    moves: list[EndingMove] = []
    for text, to in options(game, position, node.moves):
        after = {play: _ending(layer, play, to) for play in plays}
        wins = {play: layer.wins(play, node, to) for play in plays}
        moves.append(EndingMove(text, named(game.fluents, to), after, wins))
    here = {play: _ending(layer, play, position) for play in plays}
    ways = {play: layer.line(play, position) for play in plays}
    texts = {play: way.text(game) for play, way in ways.items() if way.moves}
    mover = None if layer.alliances is None else layer.alliances.mover(node)
    return Endings(here, texts, tuple(moves), mover)


def _ending(layer: Layer, play: Play, position: Position) -> Ending:
    return Ending(layer.option_outcome(play, position), layer.ends[play].remoteness(position))
