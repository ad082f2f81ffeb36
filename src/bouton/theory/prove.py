"""Proofs of statements about all games: one problem for the solvers, in which a counterexample has any size."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bouton.claims.parts import claim_part
from bouton.core.errors import Disagreement
from bouton.core.logic.question import Question
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Obligation, Part, Proof
from bouton.document.entries import Theory as Entry
from bouton.solving.cvc5 import has_cvc5
from bouton.solving.request import Request
from bouton.solving.solve import decide
from bouton.theory import instances, nim_sums
from bouton.theory.formula import Signature, Theory

_CONSISTENT = 5.0
"""The most seconds to look for a contradiction where there must be none."""
_UNBOUNDED = ("finite acyclic game",)


def unprovable(claim: Claim, theory: Theory) -> str | None:
    """Why the claim cannot be proved; None where it can be tried."""
    return instances.unread(theory.needed(*predicates(claim, theory)))


def prove(spec: Spec, claim: Claim, theory: Theory, request: Request) -> Proof:
    """Try to prove a claim for all finite acyclic games.

    A solver's model need not be a finite game, so that it refutes nothing: the proof is then unknown.
    """
    if request.crosscheck and not has_cvc5():
        return Proof("unknown", reason="cvc5 is not installed: pip install 'bouton[crosscheck]'")
    crosscheck = has_cvc5() if request.crosscheck is None else request.crosscheck
    needed = theory.needed(*predicates(claim, theory))
    reason = instances.unread(needed)
    if reason is not None:
        return Proof("skipped" if claim.prove is None else "unknown", reason=reason)
    said = claim.by(Entry)
    lemmas = nim_sums.obligations() if needed.says_nim_sum else ()
    undone = next((one for one in lemmas if one.verdict != "proved"), None)
    if undone is not None:
        return Proof("unknown", {}, _UNBOUNDED, lemmas, f"{undone.name}: {undone.reason}")
    steps: list[Obligation] = []
    name, meaning = _step(claim, needed)
    for level in instances.levels(needed):
        text = instances.problem(needed, said.iff, said.given, said.induction, level)
        if request.smtlib is not None:
            _write(request.smtlib / Path(spec.file).stem / f"{claim.id}_{level}.smt2", text)
        ((_, decision),) = decide([Question(text, instances.LOGIC)], request.limits, request.jobs, crosscheck)
        proved = decision.verdict == "unsat"
        why = None if proved else _why(decision.verdict, decision.reason, claim)
        solver = " and ".join(decision.solvers) or "none"
        steps.append(Obligation(name, meaning, "proved" if proved else "unknown", decision.seconds, solver, why))
        if proved:
            _consistent(claim, needed, level, request)
            parts = (Part(claim_part(claim.id), (*(one.name for one in lemmas), name)),)
            return Proof("proved", {}, _UNBOUNDED, (*lemmas, steps[-1]), parts=parts)
    return Proof("unknown", {}, _UNBOUNDED, (*lemmas, *steps), steps[-1].reason)


def _consistent(claim: Claim, theory: Theory, level: int, request: Request) -> None:
    """Disagreement where the same facts exclude the games too for which the statement is right."""
    said = claim.by(Entry)
    text = instances.problem(theory, said.iff, said.given, said.induction, level, holds=True)
    limits = replace(request.limits, seconds=min(request.limits.seconds, _CONSISTENT), until=None)
    ((_, decision),) = decide([Question(text, instances.LOGIC)], limits, request.jobs)
    if decision.verdict == "unsat":
        raise Disagreement(f"{claim.id}: the facts of the proof contradict each other in every game")


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def predicates(claim: Claim, theory: Theory) -> list[Signature]:
    """What the problem speaks of."""
    said = claim.by(Entry)
    found = [(name, 0) for name in (said.iff, said.given) if name is not None]
    return found if said.induction is None else [*found, (said.induction, theory.arity(said.induction))]


def _step(claim: Claim, theory: Theory) -> tuple[str, str]:
    induction = claim.by(Entry).induction
    if induction is None:
        return "statement", "it follows from the definitions of the values at each position"
    if theory.arity(induction) == 2:
        return "induction step", f"at a sum of two positions with {induction}, no option of which has it"
    return "induction step", f"at a position with {induction}, no option of which has it"


def _why(verdict: str, reason: str | None, claim: Claim) -> str:
    if verdict == "sat":
        hint = "" if claim.by(Entry).induction else "; `induction:` may name a predicate to go by"
        return f"the facts that were taken do not suffice: a solver has a structure in which it fails{hint}"
    return str(reason)
