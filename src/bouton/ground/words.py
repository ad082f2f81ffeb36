"""Moves in words: by what they take, by the name that the rules give them, or by what `text/2` says of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Symbol, SymbolType

from bouton.core.counterexample import wording
from bouton.core.position import Position
from bouton.ground.game import Game
from bouton.ground.moves import Move
from bouton.ground.replay import alone

TEXT = ("text", 2)
"""`text(M,"...")`: what the rules say of a move, in place of its name."""


def told(game: Game, position: Position, moves: Iterable[Move]) -> list[str]:
    """The moves of one position in words, in the order given."""
    texts = _texts(game, position) if TEXT in game.rules.defined else {}
    return [
        wording(game.fluents, position, move.changed, plain(str(move.term)), texts.get(move.term)) for move in moves
    ]


def options(game: Game, position: Position, moves: Sequence[Move]) -> list[tuple[str, Position]]:
    """Where the moves of one position lead, least first, each with the first of the moves that do so in words."""
    found: dict[Position, str] = {}
    for text, move in zip(told(game, position, moves), moves, strict=True):
        found.setdefault(move.to, text)
    return [(text, to) for to, text in sorted(found.items())]


def _texts(game: Game, position: Position) -> dict[Symbol, str]:
    """What the rules say of each move; of several texts the first in clingo's order."""
    control = alone(game, position, {TEXT})  # its atoms are gone with it
    atoms = control.symbolic_atoms.by_signature(*TEXT)
    found = sorted((tuple(atom.symbol.arguments) for atom in atoms), reverse=True)
    return {move: plain(text.string if text.type == SymbolType.String else str(text)) for move, text in found}


def plain(text: str) -> str:
    """What may stand in a report: no character of a stranger's rules steers the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
