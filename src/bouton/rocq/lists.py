"""Positions whose heaps are a list of any length: their type, which are legal, and what a move makes of them."""

from __future__ import annotations

from bouton.core.logic.terms import Unreadable
from bouton.core.position import Counter, Fluent, Heaps
from bouton.core.spec import ProofRange, Spec

LIBRARIES = ("Heaps.v", "Largest.v", "Bounded.v")
"""What is to be read of lists, and what proofs by hand use: each rests on those before it."""


def of_any_length(spec: Spec, prove: ProofRange) -> bool:
    """Whether the positions have heaps, and each proof is asked for any number of them."""
    heaps = [one.name for one in spec.fluents if isinstance(one, Heaps)]
    unbounded = [name for name in heaps if f"{name}.count" in prove.unbounded]
    if unbounded and len(unbounded) < len(heaps):
        raise Unreadable("fixed numbers of heaps beside any number of others are not printed for Rocq yet")
    return bool(unbounded)


def type_of(fluent: Fluent) -> str:
    """What a position says of a fluent."""
    return "Z" if isinstance(fluent, Counter) else "list Z"


def legal(heaps: Heaps) -> str:
    """That a list is one of heaps as the position has them: in their order, and none without a stone."""
    own = f"the_{heaps.name} p"
    return f"positive ({own})" + ("" if heaps.order == "none" else f" /\\ {heaps.order} ({own})")


def after(heaps: Heaps, holds: str) -> str:
    """What a move `M` makes of the heaps; `holds` is the atom of `after` without the heap's place and its stones."""
    said = f"(fun I S : Z => {holds} I S))"
    left = f"leaves {said} (the_{heaps.name} p) l"
    if heaps.order == "none":
        order = f"the_{heaps.name} q = nonempty l"
    else:
        order = f"{heaps.order} (the_{heaps.name} q) /\\ Permutation (the_{heaps.name} q) (nonempty l)"
    return f"(exists l : list Z, {left} /\\ {order})"
