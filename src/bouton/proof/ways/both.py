"""Claims on swap positions, of all positions or of some: by the P-positions of both plays.

Where one claim of the spec is proved to name the P-positions of normal play, and another those of misère play, the
outcomes of a position differ just where one of the two predicates holds and the other does not. That this is so just
where the claim says is a lemma about predicates, with no move in it, and need hold only where the claim speaks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product

from bouton.claims.parts import SWAP, lemma_part
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.logic.terms import Unreadable
from bouton.core.proof import Need, claim_part, rests_on
from bouton.core.spec import Claim
from bouton.core.stated import Swaps
from bouton.document.entries import SwapPositions
from bouton.proof.attempt import Attempt
from bouton.proof.ways.among import lemma, named
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay


def _read(goal: Whole) -> Iterator[ReadWhole | Unreadable]:
    """With each two claims on the P-positions of the same range, one of each play."""
    claim = goal.claim
    where = claim.by(SwapPositions).where
    for both in product(*(named(goal, play, where) for play in ("normal", "misere"))):
        needs = [Need(SWAP, about=(claim.id,)), *(Need(lemma_part(one.id)) for one in both)]
        yield ReadWhole(needs, partial(_told, goal, *both))


def _told(goal: Whole, normal: Claim, misere: Claim) -> Iterator[Told | Attempt]:
    """The proofs of both, and that the predicate holds just where one of theirs does and the other does not."""
    claim, steps = goal.claim, []
    for one in (normal, misere):
        proof = goal.proofs.attempt(one).proof
        if proof.verdict != "proved":
            raise Unreadable(f"it rests on the P-positions of {one.id}, which is not proved")
        steps.append(rests_on(one.id, proof, lemma_part(one.id), claim_part(one.id)))
    said, first, second = claim.by(SwapPositions), normal.iff, misere.iff
    differ = [f"{said.iff}, {first}, not {second}", f"{said.iff}, {second}, not {first}"]
    same = [f"not {said.iff}, {first}, {second}", f"not {said.iff}, not {first}, not {second}"]
    found = lemma(goal, [f" :- {one}." for one in (*differ, *same)], said.where)
    reason = f"with the P-positions of {normal.id} and of {misere.id}"
    if found.proof.verdict == "refuted":
        yield replace(found, proof=replace(found.proof, reason=f"{reason}: {found.proof.reason}"), certified=False)
    elif found.proof.verdict != "proved":
        raise Unreadable(f"{reason}: {found.proof.reason}")
    held = replace(rests_on(claim.id, found.proof, SWAP, claim_part(claim.id)), about=(claim.id,))
    yield Told([*steps, held], [found.proof], reason=reason)


BOTH = WholeWay(
    Described(
        "by the P-positions of both plays",
        "The outcomes of two plays differ where one of two predicates of P-positions holds and the other does not.",
        (),
        "what-proved-rests-on.md#the-parts",
    ),
    lambda goal: isinstance(stated(goal.claim), Swaps),
    _read,
    nothing="no two claims of the spec name the P-positions of both plays over the same range",
)
"""The way to prove which positions are swap positions by those that are P-positions."""
