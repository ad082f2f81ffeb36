"""What a claim's theorem asks of one position and its moves alone, by the evaluator: no kernel is computed.

A claim about all positions is right everywhere iff it meets these conditions everywhere. So one position that does
not meet them refutes it, however many lie below.
"""

from __future__ import annotations

from tests.oracle.claims import Claim, claimed, true_label, wrong
from tests.oracle.game import Game, Position
from tests.oracle.terms import text


def fault(game: Game, claim: Claim, position: Position) -> str | None:
    """Which condition the position does not meet; None where it meets all."""
    if claim.kind in ("everywhere", "swap-positions", "strategy"):  # these say nothing of the options
        return "the predicate fails" if wrong(game, claim, position) else None
    said, moves = claimed(game, claim, position), game.moves(position)
    if said in (None, "both"):
        return "coverage" if said is None else "agreement"
    if not moves:
        return None if said == true_label(game, claim, position) else "terminal"
    options = {move: claimed(game, claim, option) for move, option in moves.items()}
    if claim.kind == "grundy":
        least = next(number for number in range(len(options) + 1) if number not in options.values())
        return None if said == least else "independence" if said in options.values() else "absorption"
    wins = "P" if claim.kind == "p-positions" else game.side("side", position)
    if claim.kind == "winners" and len({said, wins, *options.values()} - {None, "both"}) > 2:
        return "a third side"
    won = {move for move, label in options.items() if label == wins}
    if (said == "P") if claim.kind == "p-positions" else (said != wins):
        return "independence" if won else None
    if not won:
        return "absorption"
    if claim.strategy is None:
        return None
    named = {text(value) for value in game.values(claim.strategy, position)}
    return None if named and named <= won else "strategy"
