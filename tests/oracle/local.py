"""What a claim's theorem asks of one position and its moves alone, by the evaluator: no kernel is computed.

A claim that is true meets these conditions at every position of its range, so that one position that does not meets
them not refutes it, however many positions lie below.
"""

from __future__ import annotations

from tests.oracle.evaluator import text
from tests.oracle.game import Claim, Game, Position, claimed


def fault(game: Game, claim: Claim, position: Position) -> str | None:
    """Which condition the position does not meet; None where it meets all."""
    said = claimed(game, claim, position)
    if claim.kind == "everywhere":
        return "the predicate fails" if said == "N" else None
    moves = game.moves(position)
    if said in (None, "both"):
        return "coverage" if said is None else "agreement"
    if not moves:
        last = game.outcome(claim.play, position) if claim.kind == "p-positions" else game.side("winner", position)
        return None if said == last else "terminal"
    wins = "P" if claim.kind == "p-positions" else game.side("side", position)
    won = {move for move, option in moves.items() if claimed(game, claim, option) == wins}
    if (said == "P") if claim.kind == "p-positions" else (said != wins):
        return "independence" if won else None
    if not won:
        return "absorption"
    if claim.strategy is None:
        return None
    named = {text(value) for value in game.values(claim.strategy, position)}
    return None if named and named <= won else "strategy"
