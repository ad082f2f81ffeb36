"""The gateway to the solvers: problems go in, each with a decision of all the solvers that were asked comes out.

Each problem climbs its ladder (see `bouton.solving.ladder`) in child processes. What a solver is given is processor
time, so that a busy machine gives the same answers later; all of it ends at the wall time of the limits.
"""

from __future__ import annotations

import importlib
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

from bouton.core.errors import Disagreement
from bouton.core.logic.question import Question, Weaker
from bouton.process.limits import Emit, Limits, Task, run
from bouton.solving import z3
from bouton.solving.ladder import BRIEFLY, SAMPLES, SolverTurn, ladder_of
from bouton.solving.solver import Solver, SolverAnswer
from bouton.solving.tuning import TUNING


@dataclass(frozen=True)
class Decision:
    """How a problem ended: `unsat`, `sat` with a model, or `unknown` with the reason.

    `solvers` are those that said so; `remarks` what others said instead of an answer.
    """

    verdict: str
    seconds: float
    solvers: tuple[str, ...] = ()
    model: dict[str, int] = field(default_factory=dict)
    reason: str | None = None
    remarks: tuple[str, ...] = ()


Known: TypeAlias = dict[tuple[Question, bool], Decision]
"""Problems that are known to have no model, each with whether cvc5 was asked as well, and with the decision."""


def is_small(question: Question) -> bool:
    """Whether to solve the problem most often takes less time than to start a process."""
    return question.linear is None


class _Said(NamedTuple):
    """What came of an attempt; `weaker` where it says that a weaker problem has a model, which settles nothing."""

    attempt: SolverTurn
    answer: SolverAnswer
    seconds: float
    weaker: bool = False


def decide(
    questions: Sequence[Question],
    limits: Limits,
    jobs: int = 1,
    crosscheck: bool = False,
    known: Known | None = None,
) -> Generator[tuple[int, Decision]]:
    """Decide the problems, at most `jobs` at once; yields each one's number and decision as they come.

    Once one is satisfiable, those that are not easy are left unknown. `crosscheck` asks cvc5 too, which must be
    installed. What is `known` is not asked again, and what is found is added; problems that differ in comments alone
    are asked once. Raises Disagreement where two solvers contradict each other.
    """
    _load(crosscheck)
    kept = {} if known is None else known
    keys = [(question.bare, crosscheck) for question in questions]
    given = {at: kept[one] for at, one in enumerate(keys) if one in kept}
    yield from given.items()
    alike: dict[tuple[Question, bool], list[int]] = {}
    for at, one in enumerate(keys):
        if at not in given:
            alike.setdefault(one, []).append(at)
    asked = [several[0] for several in alike.values()]
    for at, decision in _decided([questions[at] for at in asked], limits, jobs, crosscheck):
        if decision.verdict == "unsat":
            kept[keys[asked[at]]] = decision
        yield from ((other, decision) for other in alike[keys[asked[at]]])


def contradict(question: Question, limits: Limits) -> bool:
    """Whether facts that should have a model are seen to have none, looked at briefly."""
    fewer = replace(limits, processor=TUNING.contradiction_seconds, until=None)
    ((_, decision),) = decide([question], fewer)
    return decision.verdict == "unsat"


def _decided(
    questions: Sequence[Question], limits: Limits, jobs: int, crosscheck: bool
) -> Generator[tuple[int, Decision]]:
    """The decisions of problems that are all different."""
    waiting = list(range(len(questions)))
    spent = [0.0] * len(questions)
    remarks: list[dict[str, str]] = [{} for _ in questions]
    said: list[list[_Said]] = [[] for _ in questions]
    failed, sampled = False, False
    ladders = [ladder_of(question, crosscheck) for question in questions]
    for rung in range(max(map(len, ladders), default=0)):
        failed |= sampled and rung > 1  # a position of a sample is found before the others had their first rungs
        attempts = {at: ladders[at][rung] if rung < len(ladders[at]) and not failed else () for at in waiting}
        # those with the limits of one solver side by side, so that small ones share a process
        asked = sorted(
            ((at, attempt) for at, several in attempts.items() for attempt in several), key=lambda pair: pair[1].name
        )
        missing = {at: len(several) for at, several in attempts.items()}
        for at, one in _answers([(questions[at], attempt, at) for at, attempt in asked], limits, jobs):
            said[at].append(one)
            spent[at] += one.seconds
            if one.answer.verdict == "unknown":
                remarks[at][one.attempt.name] = f"{one.attempt.name}: {one.answer.reason}"
            missing[at] -= 1
            if missing[at]:
                continue
            _consistent(said[at])
            decided = [other for other in said[at] if other.answer.verdict != "unknown"]
            if any(other.answer.verdict == "unsat" or other.attempt.solver.models for other in decided):
                decision = _agreed(decided, spent[at], tuple(remarks[at].values()))
                sample = [other.attempt for other in decided] == [SAMPLES]
                sampled |= sample
                failed |= decision.verdict == "sat" and not sample
                waiting.remove(at)
                yield at, decision
    for at in waiting:
        yield at, Decision("unknown", spent[at], reason="; ".join(remarks[at].values()))


def _load(crosscheck: bool) -> None:
    """Import the solvers here, so that the children, which are forked, need not each do it."""
    z3.load()
    if crosscheck:
        importlib.import_module("cvc5")


def _consistent(said: Sequence[_Said]) -> None:
    """Disagreement where of one weaker problem a solver says that it has a model, and another that it has none."""
    for one in said:
        for other in said:
            if one.weaker and one.attempt.made == other.attempt.made and other.answer.verdict == "unsat":
                words = f"{one.attempt.name} says sat, {other.attempt.name} says unsat"
                raise Disagreement(f"the solvers contradict each other: {words}")


def _agreed(decided: Sequence[_Said], seconds: float, remarks: tuple[str, ...]) -> Decision:
    names = tuple(one.attempt.name for one in sorted(decided, key=lambda one: not one.attempt.solver.models))
    if len({one.answer.verdict for one in decided}) > 1:
        words = ", ".join(f"{one.attempt.name} says {one.answer.verdict}" for one in decided)
        raise Disagreement(f"the solvers contradict each other: {words}")
    model = next((one.answer.model for one in decided if one.answer.model), {})
    return Decision(decided[0].answer.verdict, seconds, names, model, remarks=remarks)


def _answers(
    asked: Sequence[tuple[Question, SolverTurn, int]], limits: Limits, jobs: int
) -> Generator[tuple[int, _Said]]:
    """What comes of each attempt, with its number; unknown where it was killed or crashed."""
    tasks = [_task(question, attempt, limits) for question, attempt, _ in asked]
    found: dict[int, SolverAnswer] = {}
    for event in run(tasks, jobs):
        if not event.ended:
            found[event.task] = event.value
            continue
        question, attempt, at = asked[event.task]
        lost = SolverAnswer("unknown", reason=str(event.error or "it ended without an answer"))
        answer = found.get(event.task, lost)
        weaker = answer.verdict == "sat" and isinstance(attempt.problem(question), Weaker)
        if weaker:
            answer = SolverAnswer("unknown", reason="the linear problem it was made into has a model")
        yield at, _Said(attempt, answer, event.seconds, weaker)


def _task(question: Question, attempt: SolverTurn, limits: Limits) -> Task:
    problem = attempt.problem(question)
    given = problem.question if isinstance(problem, Weaker) else problem
    seconds = min(attempt.share * limits.budget, attempt.most)
    seconds = max(TUNING.attempt_least_seconds, seconds)
    within = replace(limits, processor=seconds + TUNING.attempt_more_seconds)
    return Task(_solve, (attempt.solver, given, seconds), within, is_small(question) or attempt.solver == BRIEFLY)


def _solve(emit: Emit, solver: Solver, question: Question, seconds: float) -> None:
    emit(solver.solve(question, seconds))
