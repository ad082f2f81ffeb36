"""The smallest counterexample in the terms of the game: one step that anyone can check by hand.

Imports no solver.
"""

from __future__ import annotations

from collections.abc import Sequence

from bouton.core.position import Counter, Fluent, NamedPosition, Parameters, Position, as_argument, named
from bouton.core.verdict import Counterexample, Label, Option

_AN = {"P": "a P-position", "N": "an N-position"}


def wording(fluents: Sequence[Fluent], position: Position, changed: Sequence[tuple[tuple[int, int], int]]) -> str:
    """A move in words: `take 1 from heap 3`, `pass goes from 1 to 0`.

    `changed` lists ((fluent's place, heap's place before the move or 0), new value).
    """
    parts: list[str] = []
    for (place, heap), value in changed:
        fluent, old = fluents[place], position[place]
        if isinstance(fluent, Counter):
            if value != old:
                parts.append(_counter(fluent, old, value))
        elif isinstance(old, tuple) and heap <= len(old):
            if value != old[heap - 1]:
                parts.append(_heap(fluent.name, heap, old[heap - 1], value))
        elif value:
            parts.append(f"make a new {fluent.name} of {value}")
    return _joined(parts)


def _counter(fluent: Counter, old: object, value: int) -> str:
    if fluent.stones and isinstance(old, int) and value < old:
        return f"take {old - value} from {fluent.name}"
    return f"{fluent.name} goes from {old} to {value}"


def _heap(name: str, heap: int, old: int, value: int) -> str:
    if value > old:
        return f"add {value - old} to {name} {heap}"
    return f"take {old - value} from {name} {heap}"


def _joined(parts: Sequence[str]) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def short(position: NamedPosition) -> str:
    """A position in a sentence: `1:1:2`, with the names of the fluents where there are several."""
    if len(position) > 1:
        return as_argument({}, position)
    (value,) = position.values()
    return "the empty position" if value == [] else as_argument({}, position).partition("=")[2]


def explain(
    fluents: Sequence[Fluent],
    parameters: Parameters,
    position: Position,
    claimed: Label,
    actual: Label,
    note: str,
    moves: Sequence[tuple[str, Position, Label]],
    mover: Label = None,
) -> Counterexample:
    """Where a claim fails, from the position's own moves as (wording, follower, outcome).

    Outcomes are P and N, or the sides that win where `mover` is the side to move in a game of alliances. Other
    labels are left to the note. With outcomes, the least winning move shows that the player to move wins and
    all moves show that he loses; without them (None) the note alone speaks.
    """
    options = _distinct(fluents, moves)
    goal = "P" if mover is None else mover
    winning = next((option for option in options if option.outcome == goal), None)
    known = all(option.outcome is not None for option in options)
    sides = set() if mover is None else _sides(options, claimed, actual)
    explained = known and actual in {"P", "N", *sides}
    parts = [note]
    if explained:
        parts = [_heading(claimed, actual) if mover is None else _heading_of_sides(claimed, actual), note]
    if known and winning is not None:
        reached = "a P-position" if mover is None else f"which {_side(mover)} wins"
        parts.append(f"{winning.move} -> {short(winning.to)}, {reached}")
    elif explained:
        parts.append(_losing(options, actual) if mover is None else _losing_of_sides(options, mover))
    return Counterexample(
        dict(parameters),
        named(fluents, position),
        claimed,
        actual,
        winning,
        () if winning is not None or not known else tuple(options),
        ": ".join(part for part in parts if part),
        0,
    )


def _sides(options: Sequence[Option], claimed: Label, actual: Label) -> set[Label]:
    """The labels that can be sides: those that win an option, and at a terminal what is said of it."""
    return {option.outcome for option in options} if options else {claimed, actual}


def _heading(claimed: Label, actual: Label) -> str:
    said = "two things at once" if claimed == "both" else "nothing" if claimed is None else claimed
    return f"claimed {said}, but it is {_AN[str(actual)]}"


def _side(side: Label) -> str:
    return f"side {side}"


def _heading_of_sides(claimed: Label, actual: Label) -> str:
    if actual in ("P", "N"):
        return f"the side to move {'loses' if actual == 'P' else 'wins'}"
    if claimed in (None, "both"):
        return f"{_side(actual)} wins"
    return f"claimed that {_side(claimed)} wins, but {_side(actual)} does"


def _losing(options: Sequence[Option], actual: Label) -> str:
    if not options:
        who = "previous" if actual == "P" else "next"
        return f"no move is left, and the {who} player has won"
    return f"every move reaches an N-position: {_each(options)}"


def _losing_of_sides(options: Sequence[Option], mover: Label) -> str:
    if not options:
        return "no move is left"
    return f"{_side(mover)} is to move, and {_side(options[0].outcome)} wins whatever it does: {_each(options)}"


def _each(options: Sequence[Option]) -> str:
    return ", ".join(f"{option.move} -> {short(option.to)}" for option in options)


def _distinct(fluents: Sequence[Fluent], moves: Sequence[tuple[str, Position, Label]]) -> list[Option]:
    """One option per follower, in the followers' order."""
    first: dict[Position, tuple[str, Label]] = {}
    for text, to, outcome in moves:
        first.setdefault(to, (text, outcome))
    return [Option(text, named(fluents, to), outcome) for to, (text, outcome) in sorted(first.items())]
