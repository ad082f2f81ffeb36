"""One position solved: its outcomes and values, or who moves and who wins, and the moves, as text and as an object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bouton.core.counterexample import reaching
from bouton.core.position import Parameters, Position, named
from bouton.core.spec import Play, Spec
from bouton.run.position import Alignment, Analysis, MoveLine
from bouton.show import words

PLAYS: dict[Play, str] = {"normal": "normal play", "misere": "misère play"}


def solved(spec: Spec, parameters: Parameters, position: Position, analysis: Analysis | Alignment) -> str:
    """Outcome and value with the winning moves, in normal and in misère play; or the side that moves, and that wins."""
    heading = f"{words.visible(spec.game)} at {words.at(parameters, named(spec.fluents, position))}"
    return "\n".join([heading, *_solved(analysis)])


def _solved(analysis: Analysis | Alignment) -> Iterator[str]:
    if isinstance(analysis, Alignment):
        yield f"  side {analysis.mover} is to move, side {analysis.winner} wins"
        wins = [(move.move, move.to) for move in analysis.moves if move.winner == analysis.mover]
        yield from _winning(wins, len(analysis.moves))
        return
    for play, name in PLAYS.items():
        label, value = _outcome(analysis, play)
        if label is None:
            yield f"  {name}: not known, as it splits into too many positions, and not into tame heaps alone"
            continue
        yield f"  {name}: {label}-position, Sprague-Grundy value {value}"
        wins = [(move.move, move.to) for move in analysis.moves if _outcome(move, play)[0] == "P"]
        yield from _winning(wins, len(analysis.moves))


def _winning(wins: Sequence[tuple[str, Any]], many: int) -> Iterator[str]:
    """Those of so many moves that win."""
    if not wins:
        yield "    no winning move" if many else "    no move: the game is over"
        return
    yield f"    winning moves, {len(wins)} of {many}:"
    yield from (f"      {reaching(*one)}" for one in wins)


def all_moves(analysis: Analysis | Alignment, plays: Sequence[Play]) -> list[str]:
    """Every move, where it leads, and the outcome there in each of these plays, or the side that wins there."""
    if isinstance(analysis, Alignment):
        over = f"side {analysis.winner} has won"
        rows = [(reaching(move.move, move.to), f"side {move.winner} wins") for move in analysis.moves]
        return [_listed(rows, f"every move of side {analysis.mover}", over)]
    return [_in_play(analysis, play) for play in plays]


def _in_play(analysis: Analysis, play: Play) -> str:
    winner = "previous" if _outcome(analysis, play)[0] == "P" else "next"
    rows = []
    for move in analysis.moves:
        label, value = _outcome(move, play)
        rows.append(
            (reaching(move.move, move.to), "not known" if label is None else f"{label}-position, value {value}")
        )
    return _listed(rows, f"every move, in {PLAYS[play]}", f"in {PLAYS[play]} the {winner} player has won")


def _listed(rows: Sequence[tuple[str, str]], heading: str, over: str) -> str:
    if not rows:
        return f"      no move: the game is over, and {over}"
    width = max(len(move) for move, _ in rows)
    return "\n".join([f"      {heading}:", *(f"        {move.ljust(width)}  {said}" for move, said in rows)])


def solved_object(
    spec: Spec, parameters: Parameters, position: Position, analysis: Analysis | Alignment
) -> dict[str, Any]:
    """What `solve --json` prints."""
    told = {"side": analysis.mover, "winner": analysis.winner} if isinstance(analysis, Alignment) else _values(analysis)
    return {
        "schema": 1,
        "spec": spec.file,
        "parameters": dict(parameters),
        "position": named(spec.fluents, position),
        **told,
        "moves": objects(analysis),
    }


def objects(analysis: Analysis | Alignment) -> list[dict[str, Any]]:
    """Every move as an object."""
    if isinstance(analysis, Alignment):
        return [{"move": move.move, "to": move.to, "winner": move.winner} for move in analysis.moves]
    return [{"move": move.move, "to": move.to, **_values(move)} for move in analysis.moves]


def _values(of: Analysis | MoveLine) -> dict[str, Any]:
    return {play: {"outcome": label, "value": value} for play in PLAYS for label, value in [_outcome(of, play)]}


def _outcome(of: Analysis | MoveLine, play: Play) -> tuple[str | None, int | None]:
    return (of.normal, of.value) if play == "normal" else (of.misere, of.misere_value)
