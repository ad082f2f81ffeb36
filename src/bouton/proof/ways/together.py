"""Claims about some positions: proved through one that takes them together with claims about all others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.position import has_sets
from bouton.core.proof import Need, claim_part, rests_on
from bouton.core.spec import Claim
from bouton.document.entry import Characterised
from bouton.proof.attempt import Attempt
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay

OTHERS = "needs the theorems for the other positions"
"""Why there is no proof of a claim about some positions by itself."""


def needs_others(claim: Claim) -> bool:
    """Whether a claim about some positions can be proved only together with claims about the others."""
    return claim.where is not None and not stated(claim).by_itself


def _read(goal: Whole) -> Iterator[ReadWhole | Unreadable]:
    """Through each claim that takes it together with others, and is proved."""
    for whole in goal.spec.claims:
        asked = goal.claim.id in whole.together and goal.proofs.asked(whole)
        if asked and goal.proofs.attempt(whole).proof.verdict == "proved":
            yield ReadWhole([Need(claim_part(goal.claim.id))], partial(_told, goal, whole))
    if needs_others(goal.claim):
        yield Unreadable(OTHERS)


def _told(goal: Whole, whole: Claim) -> Iterator[Told | Attempt]:
    """The proof of all together, and that of the strategy by itself, if the claim names one."""
    claim, proof, part = goal.claim, goal.proofs.attempt(whole).proof, claim_part(goal.claim.id)
    reason = f"through {whole.id}, which takes it together with the other positions"
    step = rests_on(whole.id, proof, part, part)
    yield Told([step], ranges=proof, reason=reason, through=whole.id)
    if claim.strategy is not None:
        said = whole.by(Characterised).model_copy(update={"where": claim.where, "strategy": claim.strategy})
        attempt = goal.proofs.direct(replace(whole, id=claim.id, says=claim.says, said=said))
        yield attempt if attempt.proof.verdict != "proved" else Told([], [attempt.proof])


def _concerns(goal: Whole) -> bool:
    """Whether it is about some positions, and is not itself what takes others together."""
    some = goal.claim.where is not None and not goal.claim.together
    return some and goal.others is not None and not has_sets(goal.spec.fluents)


TOGETHER = WholeWay(
    Described(
        "together with claims about the other positions",
        "Claims that say of all positions together which are P-positions are each right of their own.",
        (),
        "what-proved-rests-on.md#the-parts",
    ),
    _concerns,
    _read,
    # some are right or wrong whatever is claimed of the others: by themselves, if all together are not proved
    lambda goal: needs_others(goal.claim) or any(isinstance(one, ReadWhole) for one in _read(goal)),
    when="before",
)
"""The way through a claim that takes this one together with others."""
