"""What is claimed of a game, where it is wrong, and the least position at which it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tests.oracle.game import Game, Position
from tests.oracle.terms import Value, text


@dataclass(frozen=True)
class Claim:
    """What is claimed. `members` are (iff, where) of the claims taken together; one claim is its own member."""

    kind: str
    members: tuple[tuple[str, str | None], ...]
    play: str = "normal"
    strategy: str | None = None
    where: str | None = None
    """Which positions the whole claim speaks of."""


def claimed(game: Game, claim: Claim, position: Position) -> str | int | None:
    """What the claim says of a position: an outcome, a side or a value; None for nothing, `both` for several."""
    said: set[str | int | None] = set()
    for iff, where in claim.members:
        if where is None or game.holds(where, position):
            if claim.kind in ("p-positions", "swap-positions", "everywhere"):
                said.add("P" if game.holds(iff, position) else "N")
            else:
                found = game.values(iff, position)
                said.add(None if not found else "both" if len(found) > 1 else _label(claim, found[0]))
    if not said and not game.moves(position):
        return true_label(game, claim, position)
    return said.pop() if len(said) == 1 else "both" if said else None


def _label(claim: Claim, value: Value) -> str | int:
    return text(value) if claim.kind == "winners" or not isinstance(value, int) else value


def true_label(game: Game, claim: Claim, position: Position) -> str | int:
    if claim.kind == "p-positions":
        return game.outcome(claim.play, position)
    if claim.kind == "winners":
        return game.winner(position)
    if claim.kind == "swap-positions":
        return "P" if game.outcome("normal", position) != game.outcome("misere", position) else "N"
    return game.grundy(claim.play, position) if claim.kind == "grundy" else "P"


def wrong(game: Game, claim: Claim, position: Position) -> bool:
    """Whether the claim fails at a position."""
    if claim.where is not None and not game.holds(claim.where, position):
        return False
    if claim.kind != "strategy" and claimed(game, claim, position) != true_label(game, claim, position):
        return True
    if claim.strategy is None or not game.moves(position):
        return False
    named = {text(value) for value in game.values(claim.strategy, position)}
    if claim.kind == "winners":
        mover = game.side("side", position)
        won = {move for move, option in game.moves(position).items() if game.winner(option) == mover}
    else:
        won = {move for move, option in game.moves(position).items() if game.outcome(claim.play, option) == "P"}
    return bool(won) and not (named and named <= won)


def least(game: Game, claim: Claim, box: Iterable[Position]) -> Position | None:
    """The least position of the box at which the claim fails: by the measure, then in the order of the fluents."""
    return next((p for p in sorted(box, key=lambda p: (game.measure(p), p)) if wrong(game, claim, p)), None)
