"""One position solved: outcomes, values and moves, as text and as an object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bouton.core.counterexample import reaching
from bouton.core.position import Parameters, Position, named
from bouton.core.spec import Play, Spec
from bouton.show import words

if TYPE_CHECKING:
    from bouton.run.position import Analysis, MoveLine

PLAYS: dict[Play, str] = {"normal": "normal play", "misere": "misère play"}


def solved(spec: Spec, parameters: Parameters, position: Position, analysis: Analysis) -> str:
    """The outcome, the value and the winning moves, in normal and in misère play."""
    place = words.at(parameters, named(spec.fluents, position))
    lines = [f"{words.visible(spec.game)} at {place}"]
    for play, name in PLAYS.items():
        label, value = _outcome(analysis, play)
        if label is None:
            lines.append(f"  {name}: not known, as it splits into too many positions, and not into tame heaps alone")
            continue
        lines.append(f"  {name}: {label}-position, Sprague-Grundy value {value}")
        wins = [move for move in analysis.moves if _outcome(move, play)[0] == "P"]
        if wins:
            lines.append(f"    winning moves, {len(wins)} of {len(analysis.moves)}:")
            lines += [f"      {reaching(move.move, move.to)}" for move in wins]
        else:
            lines.append("    no winning move" if analysis.moves else "    no move: the game is over")
    return "\n".join(lines)


def all_moves(analysis: Analysis, play: Play) -> str:
    """Every move, where it leads, and the outcome there."""
    if not analysis.moves:
        return f"      no move: the game is over, and in {PLAYS[play]} the {_winner(analysis, play)} player has won"
    rows = [(reaching(move.move, move.to), *_outcome(move, play)) for move in analysis.moves]
    width = max(len(move) for move, *_ in rows)
    lines = [
        f"        {move.ljust(width)}  {'not known' if label is None else f'{label}-position, value {value}'}"
        for move, label, value in rows
    ]
    return "\n".join([f"      every move, in {PLAYS[play]}:", *lines])


def _winner(analysis: Analysis, play: Play) -> str:
    return "previous" if _outcome(analysis, play)[0] == "P" else "next"


def solved_object(spec: Spec, parameters: Parameters, position: Position, analysis: Analysis) -> dict[str, Any]:
    """What `solve --json` prints."""
    return {
        "schema": 1,
        "spec": spec.file,
        "parameters": dict(parameters),
        "position": named(spec.fluents, position),
        **_values(analysis),
        "moves": objects(analysis),
    }


def objects(analysis: Analysis) -> list[dict[str, Any]]:
    """Every move as an object."""
    return [{"move": move.move, "to": move.to, **_values(move)} for move in analysis.moves]


def _values(of: Analysis | MoveLine) -> dict[str, Any]:
    return {play: {"outcome": label, "value": value} for play in PLAYS for label, value in [_outcome(of, play)]}


def _outcome(of: Analysis | MoveLine, play: Play) -> tuple[str | None, int | None]:
    return (of.normal, of.value) if play == "normal" else (of.misere, of.misere_value)
