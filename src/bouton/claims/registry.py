"""The registry: every kind of claim by its name. What tells kinds apart stands in its rows, and nowhere else."""

from __future__ import annotations

from bouton.claims import (
    count,
    everywhere,
    example,
    game_class,
    grundy,
    kernel,
    outcome,
    p_positions,
    periodic,
    remoteness,
    same_game,
    sequence,
    statement,
    strategy,
    sums,
    swap_positions,
    table,
    theory,
    winners,
)
from bouton.claims.kind import Kind
from bouton.core.spec import Claim
from bouton.core.stated import Stated

KINDS: dict[str, Kind] = {
    module.KIND.name: module.KIND
    for module in (
        *(
            p_positions,
            winners,
            grundy,
            periodic,
            outcome,
            strategy,
            remoteness,
            kernel,
            swap_positions,
            same_game,
            game_class,
            sums,
        ),
        *(everywhere, statement, sequence, count, theory, table, example),
    )
}


def kind_of(claim: Claim) -> Kind:
    """The kind of a claim."""
    return KINDS[claim.kind]


def stated(claim: Claim) -> Stated:
    """What the claim states, by which it is proved."""
    return kind_of(claim).proved.states(claim)


def stands_alone(claim: Claim) -> bool:
    """Whether a claim can be judged at any one position: examples and tables have theirs, comparisons need more."""
    return not claim.points and not kind_of(claim).judged.compares(claim)
