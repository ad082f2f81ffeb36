"""One position in full, with how it ends where it may go on for ever: `solve`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from bouton.claims.judge import game_of
from bouton.claims.passes import in_range
from bouton.claims.subject import rules_of
from bouton.compiled.listed import Kept, lister
from bouton.compiled.validate import parts
from bouton.core.errors import InputError, Misfit, Unreadable
from bouton.core.position import NamedPosition, Parameters, Position, named
from bouton.core.spec import PLAYS, Box, Play, Spec
from bouton.core.tuning import TUNING
from bouton.ground.alliances import SIDE, WINNER, Alliances, Side
from bouton.ground.box import around
from bouton.ground.domains import placed
from bouton.ground.game import Game, hull
from bouton.ground.graph import Grounder, Node, expand
from bouton.ground.layers import Sought, existing, grounder_of, layers, values_of
from bouton.ground.loops import ranked, reached
from bouton.ground.words import options
from bouton.process.guard import patience
from bouton.process.limits import Limits, alone
from bouton.run.heaps import HalfKnown, pair_by_heaps
from bouton.run.measures import following

_PATIENCE = 2.0
"""Seconds of processor time in which clingo may solve all that a position leads to, where that may be much."""


@dataclass(frozen=True)
class Prospect:
    """How a position stands in one play: its outcome, and what number it has.

    The outcome is "P", "N" or "draw", or the side that wins. The number is its Sprague-Grundy value, or in how many
    moves it ends, None of a draw. Both are None where they are not known: in misère play of a position that splits into
    too many others, not all tame.
    """

    outcome: Side | None
    number: int | None = None


Prospects: TypeAlias = Mapping[Play, Prospect]
"""How a position stands in each play; in a game of alliances in the one that there is, by the name of normal play."""


@dataclass(frozen=True)
class MoveLine:
    """A move of an analysed position: in words, where it leads, and how that stands."""

    move: str
    to: NamedPosition
    plays: Prospects


@dataclass(frozen=True)
class Analysis:
    """How a position stands in each play, with all its moves; in a game of alliances which side moves.

    Its numbers are Sprague-Grundy values, which games of alliances have not. Where it is told in how many moves the
    game ends the numbers are these; the winner hastens and the loser delays. `lines` are then how play goes on, each a
    text: the shortest win, or a loop that both sides keep to.
    """

    plays: Prospects
    moves: tuple[MoveLine, ...]
    mover: Side | None = None
    counted: bool = False
    """Whether the numbers are those of moves."""
    lines: Mapping[Play, str] = field(default_factory=dict)

    def wins(self, move: MoveLine, play: Play) -> bool:
        """Whether a move wins, for the player or for the side that makes it."""
        return move.plays[play].outcome == ("P" if self.mover is None else self.mover)


def analyse(
    spec: Spec,
    parameters: Parameters,
    position: Position,
    limits: Limits,
    box: Box | None = None,
    *,
    remoteness: bool = False,
) -> Analysis:
    """Outcomes and values of one position, by mex over its own game graph, computed in a limited child.

    Where a game splits into too many positions they come from its single heaps (`bouton.run.heaps`). In a game of
    alliances, which has no values, the side that wins. The misere value has mex too, with 1 at terminals; a position's
    value is 0 exactly where it is P, and that is held against clingo's kernel. Counters may take the values of the
    game's box and of `box`. Where positions come back, or with `remoteness`, it is said in how many moves it ends.
    """

    def analysed(about: Spec) -> Analysis:
        game = game_of(about, rules_of(about), box or spec.box, parameters)
        at = placed(about.box.fluents, parameters, position, None)
        in_range(about, game.counters, at, None)
        followed = remoteness or game.cycles == "followed"
        found: Analysis = alone(_ended if followed else _analyse, game, at, limits, limits=limits)
        return found

    return following(spec, analysed)


def _analyse(game: Game, position: Position, limits: Limits) -> Analysis:
    region = around(game.fluents, position)
    grounder = grounder_of(game, region.hull)
    existing(game, region)([position])
    by_heaps = pair_by_heaps(game, region, "normal", limits)
    if by_heaps is not None:
        (node,) = grounder.nodes([position])
        return _valued(game, node, by_heaps)
    if game.cycles == "ends":
        return _by_graph(game, position, ranked(game, reached(game, grounder, [position], region.hull)))
    whole = hull(game, region.hull)
    much = whole is not None and whole.size() >= TUNING.compile_from
    with suppress(Unreadable), patience(_PATIENCE) if much else nullcontext():
        return _by_graph(game, position, expand(game, grounder, [position], lambda _position: False))
    with suppress(Unreadable, Misfit, InputError):  # clingo will tell what is wrong
        return _by_program(game, position, grounder, limits)
    return _by_graph(game, position, expand(game, grounder, [position], lambda _position: False))


def _by_program(game: Game, position: Position, grounder: Grounder, limits: Limits) -> Analysis:
    """The same by a program that solves all that may lie below; Unreadable, Misfit or InputError if there is none."""
    values: Kept = "" if game.rules.alliances else "both"
    made = lister(game, around(game.fluents, position), "normal", values=values, memory=limits.memory)
    made.solve(made.readied.job.size)
    (node,) = grounder.nodes([position])
    if values:
        return _valued(game, node, made.pair)
    mover = made.readied.saying.names[made.engine.machine.side(*parts(position))]
    return _aligned(game, node, mover, lambda at: made.at(at).outcome)


def _by_graph(game: Game, position: Position, graph: Mapping[Position, Node]) -> Analysis:
    """The same where all that it leads to is known."""
    if game.rules.alliances:
        alliances = Alliances(game)
        alliances.solve(graph)
        return _aligned(game, graph[position], alliances.mover(graph[position]), alliances.won.__getitem__)
    normal, misere = (values_of(game, play, graph) for play in PLAYS)
    return _valued(game, graph[position], lambda at: (normal[at], misere[at]))


def _valued(game: Game, node: Node, values: Callable[[Position], HalfKnown]) -> Analysis:
    """A position by its values and those of its options: it is P exactly where its value is 0."""

    def stands(at: Position) -> Prospects:
        return {
            play: Prospect(None if value is None else "N" if value else "P", value)
            for play, value in zip(PLAYS, values(at), strict=True)
        }

    return Analysis(stands(node.position), _moves(game, node, stands))


def _aligned(game: Game, node: Node, mover: Side, winner: Callable[[Position], Side]) -> Analysis:
    """A position of a game of alliances by who wins there, and at its options."""

    def stands(at: Position) -> Prospects:
        return {"normal": Prospect(winner(at))}

    return Analysis(stands(node.position), _moves(game, node, stands), mover)


def _ended(game: Game, position: Position, _limits: Limits) -> Analysis:
    """How one position ends, by all that it reaches."""
    plays: tuple[Play, ...] = ("normal",) if game.rules.alliances else PLAYS
    wanted = frozenset({SIDE, WINNER} & game.rules.defined)
    (layer,) = layers(Sought(game, around(game.fluents, position), wanted, plays, remote=True))
    (node,) = layer.nodes

    def stands(at: Position) -> Prospects:
        return {play: Prospect(layer.option_outcome(play, at), layer.ends[play].remoteness(at)) for play in plays}

    ways = {play: layer.line(play, position) for play in plays}
    texts = {play: way.text(game) for play, way in ways.items() if way.moves}
    mover = None if layer.alliances is None else layer.alliances.mover(node)
    return Analysis(stands(position), _moves(game, node, stands), mover, counted=True, lines=texts)


def _moves(game: Game, node: Node, stands: Callable[[Position], Prospects]) -> tuple[MoveLine, ...]:
    every = options(game, node.position, node.moves)
    return tuple(MoveLine(text, named(game.fluents, to), stands(to)) for text, to in every)
