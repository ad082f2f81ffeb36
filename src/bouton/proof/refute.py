"""A false claim about digit places, or sums of heaps: from a problem's model to a position that is to be replayed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bouton.core.errors import Disagreement, LimitReached
from bouton.core.position import as_argument, one_list, sizes_of
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Counterexample
from bouton.process.limits import alone
from bouton.proof.attempt import Attempt, Candidate, ProofRequest
from bouton.proof.goal import Goal
from bouton.proof.prepare import lesser
from bouton.proof.setting import Setting
from bouton.proof.way import Near, Suspect
from bouton.proof.ways.table import read
from bouton.rules.file import Rules
from bouton.solving.solve import Decision, decide


def refuted(spec: Spec, claim: Claim, rules: Rules, attempt: Attempt, asked: ProofRequest) -> Attempt:
    """The attempt, refuted where heaps are found at which the claim, as a way has read it, fails."""
    near = attempt.near
    if near is None or attempt.proof.verdict == "proved":
        return attempt
    goal = Goal(spec, claim, rules, _every(near.setting))
    try:
        found = alone(_suspect, goal, near, limits=asked.limits)
    except LimitReached:
        return attempt
    if found is None:
        return attempt
    fluent = one_list(spec.fluents)
    values = {parameter.name: found.parameters[parameter.name] for parameter in spec.box.parameters}
    candidate = Candidate(values, (fluent.canonical(found.heaps),), found.part)
    if found.least is None:
        return at(spec, claim, rules, attempt, candidate, asked)
    return _refuted(spec, attempt, candidate, found.least and near.first and not near.setting.unknown)


def _suspect(goal: Goal, near: Near) -> Suspect | None:
    return read(goal).suspect(goal, near)


def _every(setting: Setting) -> Setting:
    """The setting as it is read, for any number of heaps: what is solved may be about one of them."""
    return replace(setting, levels=True)


def at(spec: Spec, claim: Claim, rules: Rules, attempt: Attempt, candidate: Candidate, asked: ProofRequest) -> Attempt:
    """The attempt, refuted at the candidate, which is certified as the least where solvers show it."""
    assert attempt.near is not None
    return _refuted(spec, attempt, candidate, least(spec, claim, rules, attempt.near, candidate, asked))


def _refuted(spec: Spec, attempt: Attempt, candidate: Candidate, certified: bool) -> Attempt:
    """The attempt, refuted at a position."""
    reason = f"{attempt.proof.reason}: so at {candidate.told(spec.fluents)}"
    proof = replace(attempt.proof, verdict="refuted", reason=reason)
    return replace(attempt, proof=proof, candidates=(candidate,), certified=certified)


def least(spec: Spec, claim: Claim, rules: Rules, near: Near, candidate: Candidate, asked: ProofRequest) -> bool:
    """Whether solvers show that the claim holds at lesser parameters, and at positions of fewer stones than this.

    False where the measure does not begin with the number of stones.
    """
    if not near.first or spec.measure.entries[0] != "stones":
        return False
    heaps = sizes_of(candidate.position)
    goal = Goal(spec, claim, rules, _every(near.setting))
    try:
        questions = alone(lesser, goal, candidate.parameters, sum(heaps), limits=asked.limits)
    except LimitReached:
        return False
    decided: Mapping[int, Decision] = dict(decide(questions, asked.limits, asked.jobs))
    return all(at in decided and decided[at].verdict == "unsat" for at in range(len(questions)))


def agrees(about: Spec, found: Counterexample, candidate: Candidate) -> None:
    """Disagreement where clingo's least counterexample has other parameters or another measure than the solver's."""
    measures = [about.measure.of(position) for position in (found.at[1], candidate.position)]
    if found.parameters != candidate.parameters or measures[0] != measures[1]:
        places = as_argument(found.parameters, found.position), candidate.told(about.fluents)
        raise Disagreement(f"the least counterexample is at {places[0]} by clingo, at {places[1]} by a solver")
