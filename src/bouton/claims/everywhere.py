"""Kind `everywhere`: a predicate holds at every position (of `where`); a lemma about moves, say.

With `same` two predicates hold at the same positions.
"""

from __future__ import annotations

from collections.abc import Callable

from bouton.claims.kind import Finding, Kind, Wanted, nodewise, numbers, wanted
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Everywhere
from bouton.ground.graph import Node
from bouton.ground.layers import Layer


def _wrong(claim: Claim, node: Node, _layer: Layer) -> Finding | None:
    """That the predicate fails, or that one holds and the other does not."""
    match odd(claim, node.holds):
        case (fails,):
            return Finding(node, "holds", "fails", None, f"{fails} does not hold here")
        case (does, fails):
            return Finding(node, "holds", "fails", None, f"{does} holds here, and {fails} does not")
    return None


def odd(claim: Claim, holds: Callable[[str], bool]) -> tuple[str, ...]:
    """Nothing where the claim is right; else the predicate that fails, of two that should agree after the other."""
    both = claim.agreement
    if both is None:
        assert claim.iff is not None
        return () if holds(claim.iff) else (claim.iff,)
    does, fails = sorted((both.first, both.second), key=holds, reverse=True)
    return () if holds(does) is holds(fails) else (does, fails)


def _needs(spec: Spec, claim: Claim) -> list[Wanted]:
    return [*wanted(claim, iff=0, same=0, where=0), *numbers(spec, claim)]


KIND = Kind(
    "everywhere",
    _needs,
    lambda _claim: (),
    lambda _claim: False,
    nodewise(_wrong),
    program="everywhere",
    states=lambda _claim: Everywhere(),
)
