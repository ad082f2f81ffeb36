"""The least counterexample of a false claim, as z3's upward search finds it, is the one that the ground engine finds.

Of every shipped claim that is refuted at a pinned position, each parameter that is one number is made unknown from its
lower end up. Where the proof then fails, and all below was exhausted by a solver, the position is compared with that
which clingo finds in the claim's box, and with the pinned one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bouton.claims.registry import stated
from bouton.claims.subject import rules_of, subject
from bouton.core.shipped import folder
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Pairs, Period
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import Attempt, ProofRequest
from bouton.proof.prove import prove, unprovable
from bouton.proof.setting import own_range
from bouton.run.check import check
from bouton.run.options import Options

ROOT = folder("specs")
QUICK = (
    "nim_a/lemma-10-proof-a-1",
    "known_false/nim_a/section-3-3-alpha-3",
    "known_false/nim_ab/lemma-13-every-a",
    "one_pile_nim/normal-one-more",
)
"""Claims whose least counterexample both engines find within a second."""


def widened(claim: Claim) -> Claim:
    """The claim with a proof range in which its numbers have no upper ends."""
    own = claim.prove or own_range(claim)
    free = {one.name for one in own.parameters if one.interval is not None and not one.interval.names}
    counters = set(own.counters) if claim.about == "numbers" else set()
    return replace(claim, prove=replace(own, unbounded=own.unbounded | free | counters))


def pinned(file: Path) -> list[tuple[Spec, Claim]]:
    """The claims of a spec that are refuted at a pinned position, and of which a proof can be tried."""
    spec = load(str(file))
    return [
        (spec, claim)
        for claim in spec.claims
        if not spec.all_games
        and claim.expect.refutation is not None
        and not isinstance(stated(claim), Period | Pairs)
        and unprovable(widened(claim)) is None
    ]


def by_solver(spec: Spec, claim: Claim, seconds: float) -> Attempt:
    about = subject(spec, claim)
    return prove(about, widened(claim), rules_of(about), ProofRequest(limits=Limits(seconds), crosscheck=False))


def compared(spec: Spec, claim: Claim, seconds: float) -> bool:
    """Whether a solver has found the least counterexample; it is then that of clingo."""
    attempt = by_solver(spec, claim, seconds)
    if not attempt.certified:
        return False
    options = Options(claims=(claim.id,), prove=False, engine="ground")
    (result,) = check(spec, options, lambda _progress: None)
    found, least = attempt.candidates[0], result.counterexample
    assert least is not None
    assert (found.parameters, found.position) == least.at, claim.id
    assert claim.expect.refutation is not None
    assert least.at == (claim.expect.refutation.parameters, claim.expect.refutation.position)
    return True


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.sample(4)
def test_both_engines_find_the_same_least_counterexample(name: str) -> None:
    file, _, claim = name.rpartition("/")
    spec = load(str(ROOT / f"{file}.yaml"))
    assert compared(spec, spec.claim(claim), 60.0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "files", [sorted(ROOT.glob("*.yaml")), sorted((ROOT / "known_false").glob("*.yaml"))], ids=["specs", "known_false"]
)
def test_both_engines_find_the_same_wherever_both_apply(files: Sequence[Path]) -> None:
    done = [compared(spec, claim, 20.0) for file in files for spec, claim in pinned(file)]
    assert sum(done) >= 8
