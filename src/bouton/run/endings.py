"""One position of a game that may go on for ever, or whose moves to the end are counted: what `solve` shows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bouton.core.position import NamedPosition, Position, named
from bouton.core.spec import PLAYS, Play
from bouton.ground.alliances import SIDE, WINNER, Side
from bouton.ground.box import around
from bouton.ground.game import Game
from bouton.ground.layers import Layer, layers
from bouton.ground.words import options


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
