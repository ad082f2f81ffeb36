"""The proof of a claim that held in its box, and what is found beyond the box by the way: one attempt for each claim.

A check that proves nothing imports none of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from bouton.core.position import has_sets
from bouton.core.proof import Proof
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Result
from bouton.proof import prove
from bouton.run.options import Options
from bouton.run.proofs import Prover
from bouton.run.proofs import of_all_games as whole_proof
from bouton.run.result import Ledger
from bouton.run.search import CounterexampleSearch, FoundBeyond, Judge
from bouton.solving.request import Request
from bouton.theory import check as theory

__all__ = ["Prover", "Proving", "load", "of_all_games"]

_NEAR, _NEARER, _FAR = 300, 2000, 20_000
"""The least positions of a proof's range beyond the box that are judged before the proof, before one for any number of
heaps, and where none is found."""


def of_all_games(
    spec: Spec, claims: Sequence[Claim], request: Request, progress: Callable[[str, int, int], None], *, suspend: bool
) -> Iterator[Result]:
    """The verdict of each claim about all games (see `bouton.theory.check.check`)."""
    prove = partial(whole_proof, spec, theory.rules_of(spec.rules, spec.agreements), request)
    return theory.check(spec, claims, request, progress, prove, suspend=suspend)


def load() -> None:
    """Import what proofs need, so that the children, which are forked, need not each do it."""
    prove.load()


@dataclass(frozen=True)
class Proving:
    """Proves claims of a spec, and judges by `judge`, without a proof, what a search for counterexamples comes to."""

    spec: Spec
    options: Options
    prover: Prover
    judge: Judge
    known: dict[str, FoundBeyond | None] = field(default_factory=dict)
    """What a search of one claim has found of others (see `bouton.run.search.CounterexampleSearch`)."""

    def result(self, ledger: Ledger, others: Sequence[Claim]) -> Result:
        """The result with a proof attempt; one that is refuted gives the least counterexample beyond the box.

        The `others` are claims whose proofs are asked for later.
        """
        suspend, claim = self.options.suspend, ledger.claim
        sets = has_sets(self.spec.fluents)
        if (self.spec.cycles == "followed" or sets) and claim.about == "positions":
            return ledger.result(suspend, point=False, proof=self.prover.attempt(claim).proof)
        started = time.monotonic()
        alike = [one for one in others if _near(one) == _near(claim)]
        search = CounterexampleSearch(
            self.spec, claim, self.options, self.prover, self.judge, started, alike, self.known
        )
        beside = search.outside(_near(claim), self.options.limits)
        if beside is not None:
            return self._outside(ledger, beside, Proof("unknown"))
        attempt = self.prover.attempt(claim)
        if attempt.near is not None and attempt.near.of_numbers and attempt.proof.verdict == "unknown":
            attempt = search.around(attempt)
        found, doubt = None, attempt.doubt
        if attempt.proof.verdict == "refuted":
            found, doubt = search.below(attempt)
            if found is None and attempt.supposed:
                attempt = replace(attempt, proof=replace(attempt.proof, verdict="unknown"))
        if attempt.proof.verdict == "unknown" or (doubt is not None and not attempt.certified):
            beside = search.outside(_FAR, search.limits, shared=True)
            if beside is not None:
                told = self._outside(ledger, beside, attempt.proof)
                return replace(told, seconds=told.seconds + time.monotonic() - started)
        seconds = time.monotonic() - started
        result = ledger.result(suspend, point=False, proof=attempt.proof, beyond=found, doubt=doubt)
        return replace(result, seconds=result.seconds + seconds)

    def _outside(self, ledger: Ledger, found: FoundBeyond, proof: Proof) -> Result:
        """The claim refuted outside of its box, with what came of the attempt at a proof."""
        refuted = replace(proof, verdict="refuted", reason="a position of its range refutes the claim")
        beyond, doubt = found.counterexample, found.doubt
        told = ledger.result(self.options.suspend, point=False, proof=refuted, beyond=beyond, doubt=doubt)
        return replace(told, seconds=told.seconds + found.seconds)


def _near(claim: Claim) -> int:
    """How many positions of a proof's range are judged before it."""
    every = claim.prove is not None and any(one.endswith(".count") for one in claim.prove.unbounded)
    return _NEARER if every else _NEAR
