"""The end of a claim's proof in all ways there are, as tests ask for it."""

from __future__ import annotations

from bouton.claims.subject import rules_of, subject
from bouton.core.spec import Claim, Spec
from bouton.process.limits import Limits
from bouton.proof.attempt import Attempt, ProofRequest
from bouton.proof.whole import Whole
from bouton.run.proofs import Prover
from bouton.solving.request import Request


def prover(spec: Spec, limits: Limits) -> Prover:
    """What proves the claims of a spec, without the second solver."""
    return Prover(spec, rules_of(spec), Request(limits=limits, crosscheck=False), lambda *_: None)


def proved(spec: Spec, claim: str, limits: Limits | None = None) -> Attempt:
    """The end of the proof of a claim."""
    return prover(spec, limits or Limits()).attempt(spec.claim(claim))


def whole(spec: Spec, claim: Claim, limits: Limits | None = None) -> Whole:
    """The claim as a way for a whole range is asked to prove it."""
    within = limits or Limits()
    asked, rules = ProofRequest(limits=within, crosscheck=False), rules_of(subject(spec, claim))
    return Whole(spec, claim, rules, rules_of(spec), asked, prover(spec, within))
