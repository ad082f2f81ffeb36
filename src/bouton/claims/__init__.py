"""The kinds of claim, one module each."""

from __future__ import annotations

from bouton.claims import (
    everywhere,
    example,
    grundy,
    p_positions,
    same_game,
    statement,
    strategy,
    swap_positions,
    winners,
)
from bouton.claims.kind import Kind
from bouton.spec.model import Claim

KINDS: dict[str, Kind] = {
    module.KIND.name: module.KIND
    for module in (p_positions, winners, grundy, strategy, swap_positions, same_game, everywhere, statement, example)
}


def stands_alone(claim: Claim) -> bool:
    """Whether the claim can be judged at any one position: an example has its own, and a comparison needs several."""
    return claim.at is None and not KINDS[claim.kind].compares(claim)
