"""A false claim about digit places, or sums of heaps: from a problem's model to a position that is to be replayed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bouton.claims.parts import strategy_part
from bouton.core.errors import Disagreement, LimitReached
from bouton.core.position import Heaps, as_argument, named
from bouton.core.proof import claim_part
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Counterexample
from bouton.process.limits import alone
from bouton.proof.prepare import lesser
from bouton.proof.prove import Asked, Attempt, Candidate, Near
from bouton.proof.suspects import suspect
from bouton.proof.ways.sums import at_numbers as summands
from bouton.rules.file import Rules
from bouton.solving.solve import Decision, decide


def refuted(spec: Spec, claim: Claim, rules: Rules, attempt: Attempt, asked: Asked) -> Attempt:
    """The attempt, refuted where a position is found at which a claim about digit places fails as it was read."""
    near = attempt.near
    if near is None or not near.read or attempt.proof.verdict != "unknown":
        return attempt
    try:
        found = alone(suspect, claim, rules, near.setting, near.models, limits=asked.limits)
    except LimitReached:
        return attempt
    if found is None:
        return attempt
    parameters, heaps = found
    (fluent,) = spec.fluents
    assert isinstance(fluent, Heaps)
    order = [parameter.name for parameter in spec.box.parameters]
    candidate = Candidate({name: parameters[name] for name in order}, (fluent.canonical(heaps),), "columns")
    return at(spec, claim, rules, attempt, candidate, asked)


def of_sum(spec: Spec, claim: Claim, rules: Rules, attempt: Attempt, asked: Asked) -> Attempt:
    """The attempt, refuted where heaps are found at which a claim about their sum fails as it was read."""
    near = attempt.at_heaps
    if near is None or attempt.proof.verdict == "proved":
        return attempt
    try:
        found = alone(summands.suspect, spec, claim, rules, near.setting, near.models, limits=asked.limits)
    except LimitReached:
        return attempt
    if found is None:
        return attempt
    (fluent,) = spec.fluents
    assert isinstance(fluent, Heaps)
    order = [parameter.name for parameter in spec.box.parameters]
    position = (fluent.canonical(found.heaps),)
    part = strategy_part(claim.strategy) if found.loses else claim_part(claim.id)
    candidate = Candidate({name: found.parameters[name] for name in order}, position, part)
    where = as_argument(candidate.parameters, named(spec.fluents, position))
    proof = replace(attempt.proof, verdict="refuted", reason=f"{attempt.proof.reason}: so at {where}")
    certified = found.least and near.first and not near.setting.unknown
    return replace(attempt, proof=proof, candidates=(candidate,), certified=certified)


def at(spec: Spec, claim: Claim, rules: Rules, attempt: Attempt, candidate: Candidate, asked: Asked) -> Attempt:
    """The attempt, refuted at a position, which is certified where solvers show that all below is right."""
    assert attempt.near is not None
    where = as_argument(candidate.parameters, named(spec.fluents, candidate.position))
    proof = replace(attempt.proof, verdict="refuted", reason=f"{attempt.proof.reason}: so at {where}")
    certified = least(spec, claim, rules, attempt.near, candidate, asked)
    return replace(attempt, proof=proof, candidates=(candidate,), certified=certified)


def least(spec: Spec, claim: Claim, rules: Rules, near: Near, candidate: Candidate, asked: Asked) -> bool:
    """Whether solvers show that such a claim is right at lesser parameters, and where there are fewer stones.

    The measure must be the number of stones.
    """
    if not near.first or spec.measure.entries[0] != "stones":
        return False
    (heaps,) = candidate.position
    assert isinstance(heaps, tuple)
    try:
        questions = alone(
            lesser, spec, claim, rules, near.setting, candidate.parameters, sum(heaps), limits=asked.limits
        )
    except LimitReached:
        return False
    decided: Mapping[int, Decision] = dict(decide(questions, asked.limits, asked.jobs))
    return all(at in decided and decided[at].verdict == "unsat" for at in range(len(questions)))


def agrees(about: Spec, found: Counterexample, candidate: Candidate) -> None:
    """Disagreement where the ground engine's least counterexample is not as small as the solver's, or smaller."""
    measures = [about.measure.of(position) for position in (found.at[1], candidate.position)]
    if found.parameters != candidate.parameters or measures[0] != measures[1]:
        places = [
            as_argument(found.parameters, found.position),
            as_argument(candidate.parameters, named(about.fluents, candidate.position)),
        ]
        raise Disagreement(f"the least counterexample is at {places[0]} by clingo, at {places[1]} by a solver")
