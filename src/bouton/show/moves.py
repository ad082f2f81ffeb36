"""One position solved: its outcomes and values, or who moves and who wins, and the moves, as text and as an object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from bouton.core.counterexample import reaching
from bouton.core.position import Parameters, Position, named
from bouton.core.spec import Play, Spec
from bouton.ground.loops import DRAW
from bouton.run.position import Alignment, Analysis, Ending, Endings, MoveLine
from bouton.show import words

Solved: TypeAlias = Analysis | Alignment | Endings
PLAYS: dict[Play, str] = {"normal": "normal play", "misere": "misère play"}


def solved(spec: Spec, parameters: Parameters, position: Position, analysis: Solved) -> str:
    """Outcome and value with the winning moves, in normal and in misère play; or the side that moves, and that wins."""
    heading = f"{words.visible(spec.game)} at {words.at(parameters, named(spec.fluents, position))}"
    return "\n".join([heading, *_solved(analysis)])


def _solved(analysis: Solved) -> Iterator[str]:
    if isinstance(analysis, Endings):
        yield from _ended(analysis)
        return
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


def _ended(analysis: Endings) -> Iterator[str]:
    for play, here in analysis.ends.items():
        name = PLAYS[play] if analysis.mover is None else f"side {analysis.mover} is to move"
        yield f"  {name}: {_ends(here, analysis)}"
        draw = here.outcome == DRAW
        wins = [
            (f"{reaching(move.move, move.to)}, {_ends(move.ends[play], analysis)}", move)
            for move in analysis.moves
            if move.wins[play] or (draw and move.ends[play].outcome == DRAW)
        ]
        what = "no winning move; moves that keep the draw" if draw else "winning moves"
        if wins:
            yield f"    {what}, {len(wins)} of {len(analysis.moves)}:"
            quick = sorted(wins, key=lambda one: one[1].ends[play].moves or 0)  # in the order of positions where equal
            yield from (f"      {text}" for text, _ in quick)
        else:
            yield from _winning((), len(analysis.moves))
        if play in analysis.lines:
            yield f"    {'a loop that holds it' if draw else 'how it goes on'}: {analysis.lines[play]}"


def _ends(ending: Ending, analysis: Endings) -> str:
    """As `N-position, over in 3 moves`, or `side 2 wins in 1 move`."""
    if ending.moves is None:
        return "a draw"
    moves = f"in {words.count(ending.moves, 'move')}"
    return (
        f"{ending.outcome}-position, over {moves}" if analysis.mover is None else f"side {ending.outcome} wins {moves}"
    )


def _winning(wins: Sequence[tuple[str, Any]], many: int) -> Iterator[str]:
    """Those of so many moves that win."""
    if not wins:
        yield "    no winning move" if many else "    no move: the game is over"
        return
    yield f"    winning moves, {len(wins)} of {many}:"
    yield from (f"      {reaching(*one)}" for one in wins)


def all_moves(analysis: Solved, plays: Sequence[Play]) -> list[str]:
    """Every move, where it leads, and the outcome there in each of these plays, or the side that wins there."""
    if isinstance(analysis, Endings):
        return [_in_each(analysis, play) for play in plays if play in analysis.ends]
    if isinstance(analysis, Alignment):
        over = f"side {analysis.winner} has won"
        rows = [(reaching(move.move, move.to), f"side {move.winner} wins") for move in analysis.moves]
        return [_listed(rows, f"every move of side {analysis.mover}", over)]
    return [_in_play(analysis, play) for play in plays]


def _in_each(analysis: Endings, play: Play) -> str:
    rows = [(reaching(move.move, move.to), _ends(move.ends[play], analysis)) for move in analysis.moves]
    heading = f"every move, in {PLAYS[play]}" if analysis.mover is None else f"every move of side {analysis.mover}"
    return _listed(rows, heading, _ends(analysis.ends[play], analysis))


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


def solved_object(spec: Spec, parameters: Parameters, position: Position, analysis: Solved) -> dict[str, Any]:
    """What `solve --json` prints."""
    if isinstance(analysis, Endings):
        told: dict[str, Any] = {} if analysis.mover is None else {"side": analysis.mover}
        told |= {play: {**_ending(one), "line": analysis.lines.get(play)} for play, one in analysis.ends.items()}
    elif isinstance(analysis, Alignment):
        told = {"side": analysis.mover, "winner": analysis.winner}
    else:
        told = _values(analysis)
    return {
        "schema": 1,
        "spec": spec.file,
        "parameters": dict(parameters),
        "position": named(spec.fluents, position),
        **told,
        "moves": objects(analysis),
    }


def _ending(ending: Ending) -> dict[str, Any]:
    return {"outcome": ending.outcome, "remoteness": ending.moves}


def objects(analysis: Solved) -> list[dict[str, Any]]:
    """Every move as an object."""
    if isinstance(analysis, Endings):
        return [
            {"move": move.move, "to": move.to, **{play: _ending(one) for play, one in move.ends.items()}}
            for move in analysis.moves
        ]
    if isinstance(analysis, Alignment):
        return [{"move": move.move, "to": move.to, "winner": move.winner} for move in analysis.moves]
    return [{"move": move.move, "to": move.to, **_values(move)} for move in analysis.moves]


def _values(of: Analysis | MoveLine) -> dict[str, Any]:
    return {play: {"outcome": label, "value": value} for play in PLAYS for label, value in [_outcome(of, play)]}


def _outcome(of: Analysis | MoveLine, play: Play) -> tuple[str | None, int | None]:
    return (of.normal, of.value) if play == "normal" else (of.misere, of.misere_value)
