"""Sums of games: a move in a sum is a move in one summand, which leaves the others as they are.

A position of a sum is a position of each summand, one after the other. Its graph is composed of theirs and solved as
any other: kernels by clingo, values by mex, held against each other and, where low, against clingo's values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import TypeAlias

from bouton.core.game_classes import Pair
from bouton.core.position import Position
from bouton.core.spec import Play
from bouton.ground.box import Region
from bouton.ground.game import Game
from bouton.ground.graph import Node, Rows
from bouton.ground.kernel import kernel
from bouton.ground.layers import graphs
from bouton.ground.moves import Move
from bouton.ground.values import add_values

Parts: TypeAlias = tuple[Position, ...]
"""A position of a sum: one of each summand."""

PLAYS: tuple[Play, ...] = ("normal", "misere")


@dataclass
class Summand:
    """A game as far as it was looked at: positions with all they reach, their pairs of values (g, g-), and depths.

    The depth of a position is the length of the longest play from it.
    """

    game: Game
    nodes: dict[Position, Node] = field(default_factory=dict)
    pairs: dict[Position, Pair] = field(default_factory=dict)
    depths: dict[Position, int] = field(default_factory=dict)

    def add(self, node: Node, pair: Pair) -> None:
        """Add a position, all options of which were added."""
        self.nodes[node.position] = node
        self.pairs[node.position] = pair
        self.depths[node.position] = 1 + max((self.depths[move.to] for move in node.moves), default=-1)


def summand(game: Game, region: Region) -> tuple[Summand, list[Position]]:
    """A game solved over a region and all below it; the region's positions, least measure first."""
    found, listed = Summand(game), list[Position]()
    for batch in graphs(game, region, frozenset(), PLAYS, values=True):
        values = batch.layers[-1].values
        for node in sorted(batch.nodes.values(), key=lambda node: (node.measure, node.position)):
            found.add(node, (values["normal"][node.position], values["misere"][node.position]))
        listed += [node.position for layer in batch.layers for node in layer.nodes]
    return found, listed


@dataclass
class Sum:
    """The sum of a game that grows from below and of others that are there in full."""

    first: Summand
    others: tuple[Summand, ...]
    values: dict[Play, dict[Position, int]] = field(default_factory=lambda: {play: {} for play in PLAYS})
    _reference: dict[Play, dict[Position, int]] = field(default_factory=lambda: {play: {} for play in PLAYS})

    @cached_property
    def rests(self) -> Sequence[Parts]:
        """Every choice of a position of each of the others."""
        return list(product(*(sorted(other.nodes) for other in self.others)))

    def pair(self, parts: Parts) -> Pair:
        """The values (g, g-) of a solved position."""
        key = joined(parts)
        return self.values["normal"][key], self.values["misere"][key]

    def pairs(self, parts: Parts) -> tuple[Pair, ...]:
        """The values of the summands' positions."""
        return tuple(game.pairs[part] for game, part in zip((self.first, *self.others), parts, strict=True))

    def options(self, parts: Parts) -> Iterator[Parts]:
        """The options, by moves in the first summand, then in the second, and so on."""
        for place, (game, part) in enumerate(zip((self.first, *self.others), parts, strict=True)):
            for to in sorted({move.to for move in game.nodes[part].moves}):
                yield (*parts[:place], to, *parts[place + 1 :])

    def solve(self, positions: Sequence[Position]) -> list[Parts]:
        """Solve the sums of these positions of the first game, least depth first, which those below them must be."""
        whole = [(position, *rest) for position in positions for rest in self.rests]
        whole.sort(key=lambda parts: (self.depth(parts), parts))
        graph = {joined(parts): self._node(parts) for parts in whole}
        for play in PLAYS:
            known = self.values[play]
            found = kernel(graph, _lost(known), _TERMINAL_IS_P[play])
            add_values(known, graph, _TERMINAL_IS_P[play], found, self._reference[play])
        return whole

    def depth(self, parts: Parts) -> int:
        """The length of the longest play from a position: every move lowers it."""
        return sum(game.depths[part] for game, part in zip((self.first, *self.others), parts, strict=True))

    def _node(self, parts: Parts) -> Node:
        moves: list[Move] = []
        for place, (game, part) in enumerate(zip((self.first, *self.others), parts, strict=True)):
            for move in game.nodes[part].moves:
                moves.append(Move(move.term, joined((*parts[:place], move.to, *parts[place + 1 :]))))
        return Node(joined(parts), (self.depth(parts),), not moves, tuple(moves), _NO_ROWS)


_NO_ROWS: Rows = {}
_TERMINAL_IS_P: dict[Play, Callable[[Node], bool]] = {"normal": lambda _node: True, "misere": lambda _node: False}


def _lost(values: Mapping[Position, int]) -> Callable[[Position], bool]:
    return lambda position: values[position] == 0


def joined(parts: Parts) -> Position:
    """The values of all fluents of the summands, one after the other."""
    return tuple(value for part in parts for value in part)
