"""One position solved: its outcomes and values, or who moves and who wins, and the moves, as text and as an object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bouton.core.counterexample import reaching
from bouton.core.position import Parameters, Position, named
from bouton.core.spec import Play, Spec
from bouton.ground.loops import DRAW
from bouton.run.position import Analysis, Prospect, Prospects
from bouton.show import words

PLAYS: dict[Play, str] = {"normal": "normal play", "misere": "misère play"}


def solved(spec: Spec, parameters: Parameters, position: Position, analysis: Analysis) -> str:
    """Outcome and value with the winning moves, in normal and in misère play; or the side that moves, and that wins."""
    heading = f"{words.visible(spec.game)} at {words.at(parameters, named(spec.fluents, position))}"
    return "\n".join([heading, *(line for play in analysis.plays for line in _in_play(analysis, play))])


def _in_play(analysis: Analysis, play: Play) -> Iterator[str]:
    here, mover = analysis.plays[play], analysis.mover
    name = PLAYS[play] if mover is None else f"side {mover} is to move"
    if here.outcome is None:
        yield f"  {name}: not known, as it splits into too many positions, and not into tame heaps alone"
        return
    colon = ":" if mover is None or analysis.counted else ","
    yield f"  {name}{colon} {_stands(here, analysis, 'Sprague-Grundy value')}"
    draw, many = here.outcome == DRAW, len(analysis.moves)
    wins = [one for one in analysis.moves if analysis.wins(one, play) or (draw and one.plays[play].outcome == DRAW)]
    if wins:
        what = "no winning move; moves that keep the draw" if draw else "winning moves"
        yield f"    {what}, {len(wins)} of {many}:"
    else:
        yield "    no winning move" if many else "    no move: the game is over"
    if analysis.counted:
        wins.sort(key=lambda one: one.plays[play].number or 0)  # in the order of positions where equal
    for one in wins:
        after = f", {_stands(one.plays[play], analysis)}" if analysis.counted else ""
        yield f"      {reaching(one.move, one.to)}{after}"
    if play in analysis.lines:
        yield f"    {'a loop that holds it' if draw else 'how it goes on'}: {analysis.lines[play]}"


def _stands(one: Prospect, analysis: Analysis, value: str = "value") -> str:
    """As `P-position, value 0`, `side 2 wins`, `N-position, over in 3 moves`, or `side 2 wins in 1 move`."""
    if one.outcome is None:
        return "not known"
    if not analysis.counted:
        return f"{one.outcome}-position, {value} {one.number}" if analysis.mover is None else f"side {one.outcome} wins"
    if one.number is None:
        return "a draw"
    moves = f"in {words.count(one.number, 'move')}"
    return f"{one.outcome}-position, over {moves}" if analysis.mover is None else f"side {one.outcome} wins {moves}"


def all_moves(analysis: Analysis, plays: Sequence[Play]) -> list[str]:
    """Every move, where it leads, and the outcome there in each of these plays, or the side that wins there."""
    return [_listed(analysis, play) for play in (plays if analysis.mover is None else analysis.plays)]


def _listed(analysis: Analysis, play: Play) -> str:
    here, mover = analysis.plays[play], analysis.mover
    rows = [(reaching(move.move, move.to), _stands(move.plays[play], analysis)) for move in analysis.moves]
    if rows:
        heading = f"every move, in {PLAYS[play]}" if mover is None else f"every move of side {mover}"
        width = max(len(move) for move, _ in rows)
        return "\n".join([f"      {heading}:", *(f"        {move.ljust(width)}  {said}" for move, said in rows)])
    over = f"in {PLAYS[play]} the {'previous' if here.outcome == 'P' else 'next'} player has won"
    over = over if mover is None else f"side {here.outcome} has won"
    return f"      no move: the game is over, and {_stands(here, analysis) if analysis.counted else over}"


def solved_object(spec: Spec, parameters: Parameters, position: Position, analysis: Analysis) -> dict[str, Any]:
    """What `solve --json` prints."""
    told = _object(analysis, analysis.plays)
    for play in analysis.plays if analysis.counted else ():
        told[play]["line"] = analysis.lines.get(play)
    return {
        "schema": 1,
        "spec": spec.file,
        "parameters": dict(parameters),
        "position": named(spec.fluents, position),
        **({} if analysis.mover is None else {"side": analysis.mover}),
        **told,
        "moves": objects(analysis),
    }


def objects(analysis: Analysis) -> list[dict[str, Any]]:
    """Every move as an object."""
    return [{"move": one.move, "to": one.to, **_object(analysis, one.plays)} for one in analysis.moves]


def _object(analysis: Analysis, plays: Prospects) -> dict[str, Any]:
    if analysis.mover is not None and not analysis.counted:
        return {"winner": plays["normal"].outcome}
    number = "remoteness" if analysis.counted else "value"
    return {play: {"outcome": one.outcome, number: one.number} for play, one in plays.items()}
