"""Games of alliances: who moves, and who wins, from the kernel of a graph in which allies may follow each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from clingo import Symbol, SymbolType

from bouton.core.errors import fault
from bouton.core.position import Position
from bouton.ground.game import Game
from bouton.ground.graph import Node
from bouton.ground.kernel import kernel
from bouton.ground.loops import DRAW, Ends, Followers, ends
from bouton.rules.grounding import Id

Side: TypeAlias = int | str
"""An alliance, by the name that the rules give it."""

SIDE, WINNER = ("side", 1), ("winner", 1)


class _Labels(dict[Id, Side]):
    """Sides behind ids, each looked up once: they are asked for at every position."""

    def __missing__(self, term: Id) -> Side:
        symbol = Symbol(term)
        side = self[term] = symbol.number if symbol.type is SymbolType.Number else str(symbol)
        return side


_LABELS = _Labels()


def label(term: Symbol) -> Side:
    """A side as people write it: a number, or a name."""
    return _LABELS[term._rep]


@dataclass
class Alliances:
    """The sides seen so far, at most two, and what is solved: the side that moves and the side that wins."""

    game: Game
    sides: list[Side] = field(default_factory=list)
    movers: dict[Position, Side] = field(default_factory=dict)
    won: dict[Position, Side] = field(default_factory=dict)

    def ends(self, graph: Mapping[Position, Node], follow: Followers) -> Ends:
        """How the game ends from each position of a graph that is closed under moves, with the winners, and draws.

        InputError as of `solve`, and where a side has the name of a draw.
        """
        ended = self._ended(graph)
        found = ends(
            follow,
            lambda position: ended[position] != self.movers[position],
            self.allied,
        )
        if DRAW in self.sides:
            raise _fault(self.game, "side", None, f"a side is named {DRAW}, as is what nobody wins", "another name")
        other = {side: next((one for one in self.sides if one != side), side) for side in self.sides}
        for position, node in graph.items():
            mover = self.movers[position]
            known = {"P": other[mover], "N": mover, DRAW: DRAW}[found.outcome(position)]
            self.won[position] = ended[position] if node.terminal else known
        return found

    def _ended(self, graph: Mapping[Position, Node]) -> dict[Position, Side]:
        """The side that has won at each terminal; the sides that move are noted."""
        ended: dict[Position, Side] = {}
        for position, node in graph.items():
            self.movers[position] = self._one(node, "side")
            if node.terminal:
                ended[position] = self._one(node, "winner")
        return ended

    def solve(self, graph: Mapping[Position, Node]) -> set[Position]:
        """Add the winners of a graph whose followers outside are solved; those nodes at which the side to move loses.

        InputError where not exactly one side moves or has won, or there are more than two.
        """
        ended = self._ended(graph)
        lost = kernel(
            graph,
            lambda position: self.won[position] != self.movers[position],
            lambda node: ended[node.position] != self.movers[node.position],
            self.allied,
        )
        for position, node in sorted(graph.items(), key=lambda item: item[1].measure):
            if node.terminal:
                self.won[position] = ended[position]
            elif position in lost:  # then every option has the same winner
                self.won[position] = self.won[node.moves[0].to]
            else:
                self.won[position] = self.movers[position]
        return lost

    def allied(self, position: Position, option: Position) -> bool:
        """Whether the same side moves at a position and at an option of it."""
        return self.movers[position] == self.movers[option]

    def mover(self, node: Node) -> Side:
        """The side to move at a position."""
        return self.movers[node.position]

    def _one(self, node: Node, name: str) -> Side:
        found = sorted(row[0] for row in node.rows[name, 1])
        if len(found) != 1:
            where = self.game.text(node.position)
            what = "to move" if name == "side" else "have won" if found else "has won"
            said = " and ".join(sorted(map(str, found))) if found else "no side"
            expected = f"exactly one {name}(A) at every {'position' if name == 'side' else 'terminal'}"
            raise _fault(self.game, name, found[-1] if found else None, f"{said} {what} at {where}", expected)
        side = label(found[0])
        if side not in self.sides:
            if len(self.sides) == 2:
                where = self.game.text(node.position)
                said = f"more than two alliances: {self.sides[0]}, {self.sides[1]}, and {side} at {where}"
                raise _fault(self.game, name, found[0], said, "at most two sides")
            self.sides.append(side)
        return side


def _fault(game: Game, name: str, side: Symbol | None, message: str, expected: str) -> Exception:
    at = game.place(name, side)
    return fault(message, at=at, expected=expected)
