"""Claims about some positions, proved of all positions: what holds of all holds of those.

By itself such a claim is proved where no move leaves its positions. Where one does, or where no way reads these
positions, the same said of every position may still be provable, and it is more than is claimed. Where it is not
proved nothing follows; where it is false, it may be so at a position of the claim, which is then replayed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bouton.claims.parts import HEREDITARY
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.proof import Need, Proof, claim_part, rests_on
from bouton.core.spec import Claim
from bouton.document.entry import Boxed
from bouton.proof.attempt import Attempt
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay


def _read(goal: Whole) -> Iterator[ReadWhole]:
    """As the claim about all positions."""
    whole = of_all(goal.claim)
    yield ReadWhole([Need(claim_part(goal.claim.id))], partial(_told, goal, whole), restated=(whole, goal.game))


def _told(goal: Whole, whole: Claim) -> Iterator[Told | Attempt]:
    """The proof of the claim about all positions; or where it fails, which may be a position of the claim."""
    attempt = goal.proofs.direct(whole)
    proof = attempt.proof
    if proof.verdict == "refuted" and attempt.candidates:
        yield replace(attempt, certified=False, supposed=True)
    if proof.verdict != "proved":
        raise Unreadable(proof.reason or "it is not proved")
    part = claim_part(goal.claim.id)
    yield Told([rests_on(goal.claim.id, proof, part, part)], [proof], reason="as of all positions")


def of_all(claim: Claim) -> Claim:
    """The claim without its `where`: about every position that exists."""
    return replace(claim, said=claim.by(Boxed).model_copy(update={"where": None}), both=None)


def rests_on_all(claim: Claim, proof: Proof) -> bool:
    """Whether a claim about some positions was proved of all, so that no move need stay among these."""
    apart = _concerns(claim) and proof.through is None
    return apart and all(one.part != HEREDITARY for one in proof.needs)


def _concerns(claim: Claim) -> bool:
    return getattr(claim.said, "where", None) is not None and stated(claim).hereditary


def leaves(proof: Proof) -> bool:
    """Whether it is open if moves leave the positions: if they do not, all positions are no way out."""
    known = [one.verdict for one in proof.obligations if one.part == HEREDITARY]
    return not known or any(verdict != "proved" for verdict in known)


OF_ALL = WholeWay(
    Described(
        "of all positions",
        "What holds of every position holds of those that the claim speaks of, whether moves leave them or not.",
        (),
        "what-proved-rests-on.md#some-positions",
    ),
    lambda goal: _concerns(goal.claim),
    _read,
    when="after",
)
"""The way to prove a claim about some positions as one about all of them."""
