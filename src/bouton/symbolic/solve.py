"""The one gateway to the solvers: a text goes in, unsat, sat or unknown comes out, never anything else.

Each problem is solved in child processes that are killed at their time limit. z3 climbs a fixed
ladder of solvers with fixed seeds; cvc5, where it is asked for, is given the same text.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from bouton.errors import Disagreement
from bouton.limits import Emit, Limits, Task, run

_WORK_PER_SECOND = 10_000_000
"""z3's own count of work, above what it does in a second: a limit that does not depend on the machine."""
_FIRST = 10.0
_LADDER = (("z3", 0.05, _FIRST), ("z3 smt", 0.05, _FIRST), ("z3", 0.45, inf), ("z3 smt", 0.45, inf))
"""Which of z3's solvers, its share of the time, and the most seconds it gets: what one cannot do the other may."""
_CVC5 = ("cvc5", 0.25, 30.0)
_LEAST = 1.0
_REASONS = {"timeout": "the time limit was reached", "canceled": "the limit of work was reached"}


@dataclass(frozen=True)
class Question:
    """A problem as SMT-LIB text. `small` are the names whose sum a model should keep small."""

    text: str
    logic: str
    small: tuple[str, ...] = ()


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


def has_cvc5() -> bool:
    """Whether cvc5 is installed (the extra `crosscheck`)."""
    return importlib.util.find_spec("cvc5") is not None


def decide(
    questions: Sequence[Question], limits: Limits, jobs: int = 1, crosscheck: bool = False
) -> Generator[tuple[int, Decision]]:
    """Decide the problems, at most `jobs` at once; yields each one's number and decision as they come.

    Once one is satisfiable, those that are not easy are left unknown. Disagreement where two solvers
    contradict each other. `crosscheck` needs cvc5.
    """
    _load(crosscheck)
    waiting = list(range(len(questions)))
    spent = [0.0] * len(questions)
    remarks: list[dict[str, str]] = [{} for _ in questions]
    answers: list[list[Decision]] = [[] for _ in questions]
    failed = False
    for at_rung, rung in enumerate(_LADDER):
        solvers = (rung, _CVC5) if crosscheck and at_rung == 0 else (rung,)
        asked = [(at, solver) for at in waiting if not failed for solver in solvers]
        tasks = [_task(questions[at], solver, limits) for at, solver in asked]
        missing = dict.fromkeys(waiting, len(solvers))
        for task, answer in _answers(tasks, [solver[0] for _, solver in asked], jobs):
            at = asked[task][0]
            answers[at].append(answer)
            spent[at] += answer.seconds
            if answer.verdict == "unknown":
                remarks[at][answer.solvers[0]] = f"{answer.solvers[0]}: {answer.reason}"
            missing[at] -= 1
            if missing[at]:
                continue
            decided = [one for one in answers[at] if one.verdict != "unknown"]
            if decided and not _lacks_model(decided):
                decision = _agreed(decided, spent[at], tuple(remarks[at].values()))
                failed |= decision.verdict == "sat"
                waiting.remove(at)
                yield at, decision
    for at in waiting:
        yield at, Decision("unknown", spent[at], reason="; ".join(remarks[at].values()))


def _lacks_model(decided: Sequence[Decision]) -> bool:
    """A lone `sat` of cvc5 counts for nothing: there is no model to replay."""
    return all(one.verdict == "sat" and one.solvers == ("cvc5",) for one in decided)


def _load(crosscheck: bool) -> None:
    """Import the solvers here, so that the children, which are forked, need not each do it."""
    for name in ("z3", "cvc5") if crosscheck else ("z3",):
        importlib.import_module(name)


def _agreed(decided: Sequence[Decision], seconds: float, remarks: tuple[str, ...]) -> Decision:
    names = tuple(sorted((one.solvers[0] for one in decided), key=lambda name: name == "cvc5"))
    if len({one.verdict for one in decided}) > 1:
        said = ", ".join(f"{one.solvers[0]} says {one.verdict}" for one in decided)
        raise Disagreement(f"the solvers contradict each other: {said}")
    model = next((one.model for one in decided if one.model), {})
    return Decision(decided[0].verdict, seconds, names, model, remarks=remarks)


def _task(question: Question, solver: tuple[str, float, float], limits: Limits) -> Task:
    name, part, most = solver
    share = Limits(max(_LEAST, min(part * limits.seconds, most)), limits.memory)
    if name == "cvc5":
        return Task(_cvc5, (question, share.seconds), share)
    return Task(_z3, (question, name, share.seconds), share)


def _answers(tasks: Sequence[Task], solvers: Sequence[str], jobs: int) -> Generator[tuple[int, Decision]]:
    """Each task's answer; unknown where it was killed or crashed."""
    found: dict[int, Any] = {}
    for event in run(tasks, jobs):
        if not event.ended:
            found[event.task] = event.value
            continue
        name = (solvers[event.task],)
        if event.task in found:
            verdict, model, reason = found[event.task]
        else:
            verdict, model, reason = "unknown", {}, str(event.error or "it ended without an answer")
        yield event.task, Decision(verdict, event.seconds, name, model, reason)


def _z3(emit: Emit, question: Question, name: str, seconds: float) -> None:
    import z3  # type: ignore[import-untyped]  # noqa: PLC0415 (only a child may pay for it, and crash with it)

    try:
        quantified = not question.logic.startswith("QF_")
        if name == "z3":
            solver = z3.SolverFor(question.logic) if quantified else z3.Solver()
        else:
            solver = z3.Solver() if quantified else z3.Tactic("smt").solver()
        solver.set("timeout", int(1000 * seconds))
        solver.set("rlimit", int(min(_WORK_PER_SECOND * seconds, 4_000_000_000)))
        solver.set("random_seed", 0 if name == "z3" else 1)
        solver.add(z3.parse_smt2_string(question.text))
        answer = str(solver.check())
        if answer == "sat":
            emit(("sat", _small_model(z3, solver, question.small), None))
        else:
            reason = solver.reason_unknown() if answer == "unknown" else None
            emit((answer, {}, _REASONS.get(reason or "", reason)))
    except z3.Z3Exception as error:
        emit(("unknown", {}, f"z3 failed: {error}"))


def _small_model(z3: Any, solver: Any, small: Sequence[str]) -> dict[str, int]:
    """A model in which the small unknowns have a small sum: the first bound that admits one, doubling."""
    model = solver.model()
    total = z3.Sum([z3.Int(name) for name in small] or [z3.IntVal(0)])
    best = model.eval(total, model_completion=True).as_long()
    bound = len(small)
    while 0 < bound < best:
        solver.push()
        solver.add(total <= bound)
        if str(solver.check()) == "sat":
            model = solver.model()
            break
        solver.pop()
        bound *= 2
    return {d.name(): model[d].as_long() for d in model.decls() if d.arity() == 0 and z3.is_int_value(model[d])}


def _cvc5(emit: Emit, question: Question, seconds: float) -> None:
    import cvc5  # type: ignore[import-untyped]  # noqa: PLC0415 (an optional extra)

    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    solver.setOption("tlimit-per", str(int(1000 * seconds)))
    solver.setOption("seed", "0")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, question.text, "problem")
    names = parser.getSymbolManager()
    said = ""
    try:
        while not (command := parser.nextCommand()).isNull():
            said = command.invoke(solver, names).strip() or said
    except RuntimeError as error:
        emit(("unknown", {}, f"cvc5 failed: {error}"))
        return
    if said in ("sat", "unsat"):
        emit((said, {}, None))
    else:
        emit(("unknown", {}, f"no answer within {seconds:g} s" if said == "unknown" else said))
