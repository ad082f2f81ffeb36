"""Proofs of statements about all games: one problem for the solvers, in which a counterexample has any size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from bouton.claims.parts import STATEMENT, STEP, induction_part, needs_at
from bouton.claims.way import Described
from bouton.core.errors import Disagreement, Unreadable, listed
from bouton.core.logic.question import Question
from bouton.core.proof import WHOLE, Obligation
from bouton.core.spec import Claim
from bouton.document.entries import Theory as Entry
from bouton.proof.attempt import ProofRequest
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay
from bouton.solving.cvc5 import required
from bouton.solving.solve import Decision, contradict, decide
from bouton.theory import instances, nim_sums
from bouton.theory.formula import Theory
from bouton.theory.instances import predicates
from bouton.theory.read import read

_theory = lru_cache(maxsize=1)(read)
"""The theory of a rules file, read once for all its claims."""


def _read(goal: Whole) -> Iterator[ReadWhole | Unreadable]:
    """As formulas about the options of a position, where its rules are of that form.

    The laws of nim-sums where it says any are needed, each induction, and the statement.
    """
    theory = _theory(goal.rules)
    needed = theory.needed(*predicates(goal.claim, theory))
    reason = instances.unread(needed)
    inductions = goal.claim.by(Entry).inductions
    lemmas = [one.name for one in nim_sums.LEMMAS] if needed.says_nim_sum else []
    steps = (STEP,) if instances.at_once(theory, inductions) else (*map(induction_part, inductions), STATEMENT)
    needs = needs_at(dict.fromkeys(lemmas, ()) | dict.fromkeys(steps, (goal.claim.id,)), [WHOLE])
    reach = {"unbounded": ("finite acyclic game",)}
    yield ReadWhole([*needs], partial(_told, goal, theory), reach=reach) if reason is None else Unreadable(reason)


def _told(goal: Whole, theory: Theory) -> Iterator[Told]:
    """How the problems end, with more and more instances of what is assumed.

    A solver's model need not be a finite game, so that it refutes nothing. An induction that was proved for another
    claim of the theory is not solved again.
    """
    if goal.asked.crosscheck:
        required()
    needed = theory.needed(*predicates(goal.claim, theory))
    lemmas = nim_sums.obligations() if needed.says_nim_sum else ()
    yield Told(lemmas)
    undone = next((one for one in lemmas if one.verdict != "proved"), None)
    if undone is not None:
        raise Unreadable(f"{undone.name}: {undone.reason}")
    steps: list[Obligation] = []
    for level in instances.levels(needed):
        tried: list[Obligation] = []
        for step in _steps(goal.claim, theory, level):
            tried.append(_solved(step, goal.claim, goal.asked))
            if tried[-1].verdict != "proved":
                break
        else:
            yield Told(tried)
            return
        steps += tried
    yield Told(steps)
    raise Unreadable(str(steps[-1].reason))


ALL_GAMES = WholeWay(
    Described(
        "for all games",
        "A statement that fails in some finite game fails at a position none of whose options it fails at.",
        (),
        "sums.md#the-theorems-themselves",
    ),
    lambda goal: goal.spec.all_games,
    _read,
    nothing="its rules are not of the form",
)
"""The way to prove a statement about all games."""


@dataclass(frozen=True)
class _Step:
    """One problem that must have no model; with `holds` its text is one that must have a model."""

    name: str
    meaning: str
    file: str
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
        meaning = f"it follows where {listed(inductions)} {'holds' if len(inductions) == 1 else 'hold'} nowhere"
        for at, name in enumerate(inductions, 1):
            arity = theory.arity(name)
            of = [(given, 0) for given in (said.given,) if given is not None]
            own = theory.needed(*of, *((one, theory.arity(one)) for one in inductions[:at]))
            least = "a position" if arity == 1 else "a sum of two positions"
            yield _Step(
                induction_part(name),
                f"at {least} with {name}, no option of which has it",
                f"{claim.id}_{level}_{name}",
                partial(instances.step, own, said.given, inductions[:at], level),
            )
    text = partial(instances.problem, needed, claim.iff or "", said.given, inductions, level)
    yield _Step(named, meaning, f"{claim.id}_{level}", text)


def _solved(step: _Step, claim: Claim, asked: ProofRequest) -> Obligation:
    """How a problem ends; it is written where that is asked for.

    Disagreement where the same facts exclude the games too for which the statement is right.
    """
    question = Question(step.text(holds=False), instances.LOGIC)
    asked.write(f"{step.file}.smt2", question.text)
    known = {} if asked.known is None else asked.known
    is_new = (question.bare, asked.crosschecks) not in known
    ((_, decision),) = decide([question], asked.limits, asked.jobs, asked.crosschecks, known)
    proves = decision.verdict == "unsat" and is_new
    if proves and contradict(Question(step.text(holds=True), instances.LOGIC), asked.limits):
        raise Disagreement(f"{claim.id}: the facts of the proof contradict each other in every game")
    why = None if decision.verdict == "unsat" else _why(decision, claim)
    verdict = "unknown" if decision.verdict != "unsat" else "proved"
    solver = " and ".join(decision.solvers) or "none"
    return Obligation(step.name, step.meaning, verdict, decision.seconds, solver, why, about=(claim.id,))


def _why(decision: Decision, claim: Claim) -> str:
    if decision.verdict == "sat":
        hint = "" if claim.by(Entry).induction else "; `induction:` may name a predicate to go by"
        return f"the facts that were taken do not suffice: a solver has a structure in which it fails{hint}"
    return str(decision.reason)
