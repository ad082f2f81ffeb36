"""What is common to the ways to prove a period of the values of single heaps, at given values of the parameters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bouton.claims.parts import PERIOD
from bouton.claims.periodic import repeats
from bouton.core.errors import Unreadable
from bouton.core.position import Counter, Fluent, Heaps, Parameters, Value, as_argument
from bouton.core.proof import Obligation, Proof, ProofPlace
from bouton.core.spec import Claim
from bouton.document.entries import Periodic
from bouton.proof.attempt import Attempt, Candidate
from bouton.proof.setting import Setting, fixed
from bouton.proof.ways.sums.form import form
from bouton.proof.whole import Whole


def asks_for_rows(goal: Whole) -> bool:
    """Whether a period is one of rows, of some positions alone, or of outcomes."""
    claim = goal.claim
    said = claim.by(Periodic)
    return len(goal.spec.fluents) > 1 or claim.where is not None or said.of == "outcome" or bool(said.beside)


def unproved(goal: Whole) -> Unreadable | None:
    """Why a proof of the claim cannot be tried, whatever code the game has; None where it can."""
    (fluent, *others) = goal.spec.fluents
    assert goal.claim.prove is not None
    if others:
        return Unreadable("a period is proved of the values of single heaps")
    if isinstance(fluent, Counter):
        low = goal.claim.prove.counters[fluent.name].low.text
        if fluent.name not in goal.claim.prove.unbounded:
            return Unreadable(f"a period is proved for every size: prove: {{{fluent.name}: all}}")
        if low != "0":
            return Unreadable(f"{fluent.name} begins at {low}, and a period is proved of values from 0 on")
    try:
        form(goal.rules)
    except Unreadable as error:
        return error
    return None


def given(goal: Whole) -> list[Setting]:
    """The values of the parameters; Unreadable where the range of the proof is none for a period."""
    if goal.spec.measure.predicates:
        raise Unreadable("the rules derive the measure, which no proof of a period reads")
    ranges = goal.settings()
    if any(one.unknown for one in ranges):
        raise Unreadable("a period is proved for given values of the parameters")
    return ranges


def every_size(goal: Whole) -> Mapping[str, Any]:
    """What is fixed in a proof of a period, and that heaps have any size."""
    assert goal.claim.prove is not None
    return {"fixed": fixed(goal.spec, goal.claim.prove, goal.settings()), "unbounded": (goal.spec.fluents[0].name,)}


def refuted_at(fluent: Fluent, parameters: Mapping[str, Value], size: int) -> Attempt:
    """The refutation of a period at the least heap, of so many stones, that has another value than is claimed."""
    position = (((size,) if size else ()) if isinstance(fluent, Heaps) else size,)
    reason = f"the value of {size} is another, at {fluent.name}={size}"
    return Attempt(Proof("refuted", reason=reason), (Candidate(dict(parameters), position, PERIOD),), certified=True)


def where_of(parameters: Parameters) -> str:
    """The values of parameters, after a comma, for the end of a sentence."""
    return "".join(f", {name}={value}" for name, value in parameters.items())


def follows(claim: Claim, parameters: Parameters) -> Obligation:
    """That the period follows from a formula, at the heap with no stones too."""
    said, what, where = repeats(claim, parameters), claim.by(Periodic).of, where_of(parameters)
    repeated = f"g(n+{said.period}) = g(n) + {said.saltus}"
    if what == "outcome":
        repeated = f"n+{said.period} has the outcome of n"
    below = said.preperiod + said.period
    meaning = f"by the formula {repeated} for n >= {said.preperiod}, and the {what}s below {below} are those worked out"
    at = ProofPlace(as_argument(parameters, {}))
    return Obligation(f"{PERIOD}{where}", meaning, "proved", 0.0, "evaluation", None, PERIOD, at, about=(claim.id,))
