"""A small game graph, solved: every position with its outcome, its values and its moves; or what refutes a claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from bouton.claims.judge import game_of
from bouton.claims.passes import in_range, starting
from bouton.claims.registry import kind_of
from bouton.claims.subject import rules_of
from bouton.core.counterexample import short
from bouton.core.errors import LimitReached, fault
from bouton.core.graph import CHOSEN
from bouton.core.position import Members, NamedPosition, Parameters, Position, as_argument, in_words, named
from bouton.core.spec import PLAYS, Claim, Play, Spec
from bouton.core.verdict import Counterexample, Verdict
from bouton.document.at import parse_at
from bouton.ground.alliances import Side
from bouton.ground.box import Region, among, around, ground_box
from bouton.ground.domains import placed
from bouton.ground.game import Game
from bouton.ground.graph import Node
from bouton.ground.layers import Layer, Sought, graphs, grounder_of, layers
from bouton.ground.loops import DRAW
from bouton.ground.words import told
from bouton.process.limits import Limits, alone
from bouton.run.check import check
from bouton.run.measures import following
from bouton.run.options import Options
from bouton.show import scopes, words
from bouton.show.picture.members import MembersPicture, pictures

MOST = 200
"""The most positions of a graph that is drawn."""
LEFT = ("moves left",)
"""What the measure of a game with cycles is here."""


@dataclass(frozen=True)
class Arrow:
    """A move: in words, to which vertex it leads, and whether it wins for whoever makes it."""

    move: str
    to: int
    wins: bool


@dataclass(frozen=True)
class Vertex:
    """A position: its name, its measure, "P" or "N" or the side that wins, and its moves, one to each option.

    `lost` where the player, or the side, to move loses. `values` are the normal and the misère Sprague-Grundy
    value, and None in games of alliances, where `mover` is the side to move. In a game with cycles there are no values,
    the outcome may be a draw, and the measure is the number of moves that are left, of a draw one more than any.
    """

    name: str
    measure: tuple[int, ...]
    outcome: Side
    lost: bool
    values: tuple[int, int] | None
    mover: Side | None
    arrows: tuple[Arrow, ...]
    position: Position = ()
    """What pictures of sets and tokens show."""

    @property
    def said(self) -> str:
        """What is written below the name: `P (0,1)`, or `1 to move, 2 wins`."""
        if self.mover is not None:
            return words.visible(f"{self.mover} to move, {self.outcome}{'' if self.outcome == DRAW else ' wins'}")
        return str(self.outcome) if self.values is None else f"{self.outcome} ({self.values[0]},{self.values[1]})"


@dataclass(frozen=True)
class DrawnGraph:
    """The vertices, greatest measure first; the title names the game, the play (None for alliances) and the box.

    Every move leads to a lesser measure, but in a game with cycles, whose `measure` is `LEFT`.
    """

    title: str
    play: Play | None
    measure: tuple[str, ...]
    vertices: tuple[Vertex, ...]
    pictures: tuple[MembersPicture, ...] = ()
    """Of a game with sets or tokens: how its members are drawn."""


def game_graph(spec: Spec, at: str | None, play: Play | None, limits: Limits) -> DrawnGraph:
    """The graph of all that a position, or the whole box, reaches, solved in a limited child.

    InputError where it has more than `MOST` positions or a parameter has several values, or the rules are at fault.
    """
    about = spec.followed if spec.cycles == "allowed" else spec
    return following(about, lambda about: _drawn(about, at, play, limits))


def _drawn(spec: Spec, at: str | None, play: Play | None, limits: Limits) -> DrawnGraph:
    rules = rules_of(spec)
    if rules.alliances and play is not None:
        raise fault("in a game of alliances the rules say who wins", file=spec.file, expected="no --play")
    if at is not None:
        chosen, position = parse_at(spec, at)
        parameters: Parameters = chosen
        position = placed(spec.box.fluents, parameters, position, None)
        region = around(spec.fluents, position)
        box = words.at(parameters, named(spec.fluents, position))
    else:
        parameters = _only(spec)
        region = Region(ground_box(spec.fluents, spec.box, parameters))
        if spec.begins is not None:
            region = replace(among(spec.fluents, starting(spec, rules, parameters)), reached=True)
        given = [f"{name}={words.value(value)}" for name, value in parameters.items()]
        box = ", ".join([*given, words.fluents(spec.box) if spec.begins is None else "from where the game begins"])
    game = game_of(spec, rules, spec.box, parameters)
    if region.position is not None:
        in_range(spec, game.counters, region.position, None)
    if not region.size():
        raise fault("the box has no position", file=spec.file, expected="a range that is not empty")
    if region.size() > MOST:
        raise _too_many(spec.file, f"the box has {region.size():,} positions")
    asked = None if rules.alliances else play or "normal"
    looped = game.cycles in ("followed", "ends")
    found = alone(_looped if looped else _solved, spec.file, game, region, asked, limits=limits)
    how = {None: "who wins", "normal": "normal play", "misere": "misère play"}[asked]
    title = f"{words.visible(spec.game)}: game graph, {how}, {box}"
    drawn = alone(pictures, game, rules, limits=limits) if any(isinstance(one, Members) for one in spec.fluents) else ()
    return DrawnGraph(title, asked, LEFT if looped else spec.measure.entries, tuple(found), tuple(drawn))


def _only(spec: Spec) -> Parameters:
    """The only values of the parameters; InputError where there are several."""
    first = next(spec.box.assignments(), None)
    if first is None:
        raise fault("the box has no position", file=spec.file, expected="a range that is not empty")
    for chosen in spec.box.assignments():
        for name, value in first.items():
            if chosen[name] != value:
                said = value if isinstance(value, int) else ":".join(map(str, value))
                raise fault(
                    f"{name} has several values, and each has a graph of its own",
                    file=spec.file,
                    expected=f"one of them, such as --set {name}={said}",
                )
    return first


def _too_many(file: str, said: str) -> Exception:
    return fault(
        f"{said}, and a graph of more than {MOST} cannot be read",
        file=file,
        expected="a smaller position (--at heap=1:2, --at free=0:1) or box (--over heap.size=1..3, --set n=4)",
    )


def _solved(file: str, game: Game, region: Region, play: Play | None) -> list[Vertex]:
    _check_size(file, game, region)
    plays: tuple[Play, ...] = PLAYS if play else ("normal",)
    batches = list(graphs(Sought(game, region, plays=plays, values=play is not None)))
    if not batches or not batches[-1].layers:
        raise game.rules.deserted("of the box")
    nodes = {at: node for batch in batches for at, node in batch.nodes.items()}
    lost = partial(batches[-1].solved.is_p, play or "normal")
    measures = {at: node.measure for at, node in nodes.items()}
    return _vertices(game, batches[-1].layers[-1], nodes, measures, play or "normal", lost)


def _looped(file: str, game: Game, region: Region, play: Play | None) -> list[Vertex]:
    """The vertices of a game in which no measure falls, solved backwards from the ends; with values where it ends."""
    _check_size(file, game, region)
    asked = play or "normal"
    valued = play is not None and game.cycles == "ends"
    layer = next(layers(Sought(game, region, plays=PLAYS if valued else (asked,), values=valued)), None)
    if layer is None:
        raise game.rules.deserted("of the box")
    left = {at: layer.ends[asked].remoteness(at) for at in layer.graph}
    beyond = 1 + max((one for one in left.values() if one is not None), default=-1)
    measures = {at: (beyond if one is None else one,) for at, one in left.items()}
    return _vertices(game, layer, layer.graph, measures, asked, layer.ends[asked].lost.__contains__)


def _vertices(
    game: Game,
    layer: Layer,
    nodes: Mapping[Position, Node],
    measures: Mapping[Position, tuple[int, ...]],
    play: Play,
    lost: Callable[[Position], bool],
) -> list[Vertex]:
    """The vertices of positions that are solved, by a layer that knows all of them."""
    order = sorted(nodes, key=lambda at: (measures[at], at), reverse=True)
    places = {at: number for number, at in enumerate(order)}
    vertices: list[Vertex] = []
    for at in order:
        arrows: dict[Position, Arrow] = {}
        for text, move in zip(told(game, at, nodes[at].moves), nodes[at].moves, strict=True):
            arrows.setdefault(move.to, Arrow(text, places[move.to], layer.wins(play, nodes[at], move.to)))
        place, mover = named(game.fluents, at), layer.alliances.mover(nodes[at]) if layer.alliances else None
        name = short(place) if len(place) == 1 else in_words(place)
        outcome, listed = layer.option_outcome(play, at), tuple(one for _, one in sorted(arrows.items(), reverse=True))
        values = layer.pair(at) if len(layer.values) > 1 else None
        vertices.append(Vertex(name, measures[at], outcome, lost(at), values, mover, listed, at))
    return vertices


def _check_size(file: str, game: Game, region: Region) -> None:
    """InputError as soon as more positions are reached than are drawn."""
    grounder = grounder_of(game, region.hull)
    seen = {position for layer in region.layers(game.measure) for position in layer}
    frontier = sorted(seen)
    while frontier:
        reached = {move.to for node in grounder.nodes(frontier) for move in node.moves} - seen
        seen |= reached
        if len(seen) > MOST:
            start = f"{game.text(region.position)} reaches" if region.position is not None else "the box reaches"
            raise _too_many(file, f"{start} more than {MOST} positions")
        frontier = sorted(reached)


def refuting_graph(spec: Spec, claim: Claim, play: Play | None, limits: Limits) -> DrawnGraph:
    """The graph of a claim's least counterexample.

    InputError where it has none, or one that is no position of the game; LimitReached where that is unknown.
    """
    summands = kind_of(claim).said.summands(claim)
    if summands or claim.about == "numbers":
        what = "a sum of games, which is not drawn" if summands else "numbers, not about positions"
        raise _unfit(claim, f"{claim.id} is about {what}")
    (result,) = check(
        spec, Options(claims=(claim.id,), prove=False, limits=limits, suspend=True), lambda _progress: None
    )
    found = result.counterexample
    if result.verdict is Verdict.UNKNOWN:
        raise LimitReached(f"{claim.id}: {result.reason}")
    if found is None:
        ended = f"{result.verdict.value} {scopes.text(spec, claim, None)}"
        raise _unfit(claim, f"{claim.id} is not refuted ({ended}), so that there is nothing to draw")
    if spec.all_games:
        return _small_game(spec, claim, found, play or "normal")
    which = "the smallest counterexample" if result.reason is None else "a counterexample, perhaps not the smallest,"
    asked = play or (claim.play if "play" in dict(claim.places) else None)
    graph = game_graph(spec, as_argument(found.parameters, found.position), asked, limits)
    return replace(graph, title=f"{graph.title}, {which} to {claim.id}: {_says(claim)}")


def _unfit(claim: Claim, said: str) -> Exception:
    at = claim.place
    expected = "a claim that a position of the game, or a small game, refutes"
    return fault(said, at=at, expected=expected)


def _says(claim: Claim) -> str:
    return f'"{words.visible(claim.says)}"'


def _small_game(spec: Spec, claim: Claim, found: Counterexample, play: Play) -> DrawnGraph:
    """The game in rows of equal height, which is the length of the longest play from a position."""
    rows = _options(found.position)
    chosen = found.position.get(CHOSEN)
    heights: dict[int, int] = {}
    for at, row in rows.items():  # options come first
        heights[at] = 1 + max((heights[to] for to in row), default=-1)
    order = sorted(rows, key=lambda at: (heights[at], at), reverse=True)
    places = {at: place for place, at in enumerate(order)}
    lost = {at: found.values[at - 1][play == "misere"] == 0 for at in rows}
    vertices = tuple(
        Vertex(
            f"{at}, {CHOSEN}" if isinstance(chosen, list) and at in chosen else str(at),
            (heights[at],),
            "P" if lost[at] else "N",
            lost[at],
            found.values[at - 1],
            None,
            tuple(Arrow(f"from {at} to {to}", places[to], lost[to]) for to in reversed(rows[at])),
        )
        for at in order
    )
    how = "normal play" if play == "normal" else "misère play"
    title = f"{words.visible(spec.game)}: the smallest counterexample to {claim.id}, {how}: {_says(claim)}"
    return DrawnGraph(title, play, ("height",), vertices)


def _options(game: NamedPosition) -> dict[int, list[int]]:
    """The options of each position."""
    return {int(name): [*map(int, row)] for name, row in game.items() if name != CHOSEN and isinstance(row, list)}
