"""Proofs of statements about all games: one problem for the solvers, in which a counterexample has any size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from bouton.claims.parts import STATEMENT, STEP, induction_part, needs_of_all_games
from bouton.claims.way import Described
from bouton.core.errors import Disagreement
from bouton.core.logic.question import Question
from bouton.core.proof import Need, Obligation, Proof, proved
from bouton.core.spec import Claim, Spec
from bouton.document.entries import Theory as Entry
from bouton.solving.cvc5 import has_cvc5, required
from bouton.solving.request import Request
from bouton.solving.solve import Decision, decide
from bouton.theory import instances, nim_sums
from bouton.theory.formula import Signature, Theory

_CONSISTENT = 5.0
"""The most seconds of processor time to look for a contradiction where there must be none."""
_UNBOUNDED = ("finite acyclic game",)
Key: TypeAlias = tuple[str | int | None, ...]
"""What a problem is about: what is given, and the predicates of the induction; or a claim."""

ALL_GAMES = Described(
    "for all games",
    "A statement that fails in some finite game fails at a position none of whose options it fails at.",
    (),
    "sums.md#the-theorems-themselves",
)
"""What is told of this way."""


def unprovable(claim: Claim, theory: Theory) -> str | None:
    """Why the claim cannot be proved; None where it can be tried."""
    return instances.unread(theory.needed(*predicates(claim, theory)))


def prove(spec: Spec, claim: Claim, theory: Theory, request: Request, known: dict[Key, Decision]) -> Proof:
    """Try to prove a claim for all finite acyclic games.

    A solver's model need not be a finite game, so that it refutes nothing: the proof is then unknown. `known` are the
    inductions that have been proved for other claims about the same theory; those of this one are noted there.
    """
    if request.crosscheck:
        required()
    crosscheck = has_cvc5() if request.crosscheck is None else request.crosscheck
    needed = theory.needed(*predicates(claim, theory))
    reason = instances.unread(needed)
    if reason is not None:
        return Proof("skipped" if claim.prove is None else "unknown", reason=reason)
    lemmas = nim_sums.obligations() if needed.says_nim_sum else ()
    undone = next((one for one in lemmas if one.verdict != "proved"), None)
    if undone is not None:
        return Proof("unknown", {}, _UNBOUNDED, lemmas, f"{undone.name}: {undone.reason}")
    steps: list[Obligation] = []
    for level in instances.levels(needed):
        tried: list[Obligation] = []
        for step in _steps(claim, theory, level):
            decision = known.get(step.key)
            if decision is None or request.smtlib is not None:
                text = step.text(holds=False)
            if request.smtlib is not None:
                _write(request.smtlib / Path(spec.file).stem / f"{step.file}.smt2", text)
            if decision is None:
                ((_, decision),) = decide([Question(text, instances.LOGIC)], request.limits, request.jobs, crosscheck)
            tried.append(_obligation(step, decision, claim))
            if tried[-1].verdict != "proved":
                break
            if step.key not in known:
                known[step.key] = decision
                _consistent(claim, step, request)
        else:
            return proved(claim.id, _needs(claim, theory), (*lemmas, *tried), unbounded=_UNBOUNDED)
        steps += tried
    return Proof("unknown", {}, _UNBOUNDED, (*lemmas, *steps), steps[-1].reason)


def _needs(claim: Claim, theory: Theory) -> Iterator[Need]:
    """What a proof of the claim must discharge."""
    inductions = claim.by(Entry).inductions
    lemmas = nim_sums.LEMMAS if theory.needed(*predicates(claim, theory)).says_nim_sum else ()
    at_once = instances.at_once(theory, inductions)
    return needs_of_all_games(claim, inductions, [one.name for one in lemmas], at_once=at_once)


@dataclass(frozen=True)
class _Step:
    """One problem that must have no model; with `holds` its text is one that must have a model."""

    name: str
    meaning: str
    file: str
    key: Key
    text: Callable[..., str]


def _steps(claim: Claim, theory: Theory, level: int) -> Iterator[_Step]:
    """The problems of a proof: that each predicate of its inductions holds nowhere, and then the statement itself."""
    said = claim.by(Entry)
    inductions = said.inductions
    needed = theory.needed(*predicates(claim, theory))
    named, meaning = STATEMENT, "it follows from the definitions of the values at each position"
    if instances.at_once(theory, inductions):
        named, meaning = STEP, f"at a position with {inductions[0]}, no option of which has it"
    elif inductions:
        meaning = f"it follows where {_listed(inductions)} {'holds' if len(inductions) == 1 else 'hold'} nowhere"
        for at, name in enumerate(inductions, 1):
            arity = theory.arity(name)
            of = [(given, 0) for given in (said.given,) if given is not None]
            own = theory.needed(*of, *((one, theory.arity(one)) for one in inductions[:at]))
            least = "a position" if arity == 1 else "a sum of two positions"
            yield _Step(
                induction_part(name),
                f"at {least} with {name}, no option of which has it",
                f"{claim.id}_{level}_{name}",
                (said.given, *inductions[:at], level),
                partial(instances.step, own, said.given, inductions[:at], level),
            )
    text = partial(instances.problem, needed, claim.iff or "", said.given, inductions, level)
    yield _Step(named, meaning, f"{claim.id}_{level}", (claim.id, level), text)


def _obligation(step: _Step, decision: Decision, claim: Claim) -> Obligation:
    why = None if decision.verdict == "unsat" else _why(decision.verdict, decision.reason, claim)
    solver = " and ".join(decision.solvers) or "none"
    verdict = "unknown" if decision.verdict != "unsat" else "proved"
    return Obligation(step.name, step.meaning, verdict, decision.seconds, solver, why, about=(claim.id,))


def _consistent(claim: Claim, step: _Step, request: Request) -> None:
    """Disagreement where the same facts exclude the games too for which the statement is right."""
    limits = replace(request.limits, processor=_CONSISTENT, until=None)
    ((_, decision),) = decide([Question(step.text(holds=True), instances.LOGIC)], limits, request.jobs)
    if decision.verdict == "unsat":
        raise Disagreement(f"{claim.id}: the facts of the proof contradict each other in every game")


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def predicates(claim: Claim, theory: Theory) -> list[Signature]:
    """What the problems speak of."""
    said = claim.by(Entry)
    named = [(name, 0) for name in (claim.iff, claim.where) if name is not None]
    return [*named, *((name, theory.arity(name)) for name in said.inductions)]


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _why(verdict: str, reason: str | None, claim: Claim) -> str:
    if verdict == "sat":
        hint = "" if claim.by(Entry).induction else "; `induction:` may name a predicate to go by"
        return f"the facts that were taken do not suffice: a solver has a structure in which it fails{hint}"
    return str(reason)
