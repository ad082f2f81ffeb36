"""One position of a game of alliances solved: who moves, who wins, and the moves, as text and as an object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bouton.core.counterexample import reaching
from bouton.core.position import Parameters, Position, named
from bouton.core.spec import Spec
from bouton.show import words

if TYPE_CHECKING:
    from bouton.run.position import Alignment


def solved(spec: Spec, parameters: Parameters, position: Position, alignment: Alignment) -> str:
    """The side that moves, the side that wins, and the winning moves."""
    place = words.at(parameters, named(spec.fluents, position))
    lines = [
        f"{words.visible(spec.game)} at {place}",
        f"  side {alignment.mover} is to move, side {alignment.winner} wins",
    ]
    wins = [move for move in alignment.moves if move.winner == alignment.mover]
    if wins:
        lines.append(f"    winning moves, {len(wins)} of {len(alignment.moves)}:")
        lines += [f"      {reaching(move.move, move.to)}" for move in wins]
    else:
        lines.append("    no winning move" if alignment.moves else "    no move: the game is over")
    return "\n".join(lines)


def all_moves(alignment: Alignment) -> str:
    """Every move, where it leads, and the side that wins there."""
    if not alignment.moves:
        return f"      no move: the game is over, and side {alignment.winner} has won"
    rows = [(reaching(move.move, move.to), move.winner) for move in alignment.moves]
    width = max(len(move) for move, _ in rows)
    lines = [f"        {move.ljust(width)}  side {winner} wins" for move, winner in rows]
    return "\n".join([f"      every move of side {alignment.mover}:", *lines])


def solved_object(spec: Spec, parameters: Parameters, position: Position, alignment: Alignment) -> dict[str, Any]:
    """What `solve --json` prints."""
    return {
        "schema": 1,
        "spec": spec.file,
        "parameters": dict(parameters),
        "position": named(spec.fluents, position),
        "side": alignment.mover,
        "winner": alignment.winner,
        "moves": objects(alignment),
    }


def objects(alignment: Alignment) -> list[dict[str, Any]]:
    """Every move as an object."""
    return [{"move": move.move, "to": move.to, "winner": move.winner} for move in alignment.moves]
