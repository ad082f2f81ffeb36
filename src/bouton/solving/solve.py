"""The one gateway to the solvers: a text goes in, unsat, sat or unknown comes out, never anything else.

Each problem is solved in child processes that are killed at their time limit. z3 climbs a fixed
ladder of solvers with fixed seeds; cvc5, where it is asked for, is given the same text.
"""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bouton.core.errors import Disagreement
from bouton.core.logic.question import Question
from bouton.process.limits import Emit, Limits, Task, run
from bouton.solving.ladder import SAMPLES, WEAKER, ladder_of

_WORK_PER_SECOND = 10_000_000
"""z3's own count of work, above what it does in a second: a limit that does not depend on the machine."""
_MANY = 2000
_STAGES = (0.25, 0.5)
"""Assertions, and shares of them, that a linear problem is tried with first: those left out are lemmas."""
_TRY = 1.0
"""The most seconds for one assignment of parameters."""
_LEAST = 1.0
_REASONS = {"timeout": "the time limit was reached", "canceled": "the limit of work was reached"}


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
    weaker: bool = False
    """Whether a weaker problem was said to have a model, which settles nothing."""


def has_cvc5() -> bool:
    """Whether cvc5 is installed (the extra `crosscheck`)."""
    return importlib.util.find_spec("cvc5") is not None


def is_small(question: Question) -> bool:
    """Whether solving it most often takes less than starting a process does."""
    return question.linear is None


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
    failed, sampled = False, False
    ladders = [ladder_of(question, crosscheck) for question in questions]
    for rung in range(max(map(len, ladders), default=0)):
        failed |= sampled and rung > 1  # a position of a sample is found before the others had their first rungs
        solvers = {at: ladders[at][rung] if rung < len(ladders[at]) and not failed else () for at in waiting}
        asked = [(at, solver) for at, several in solvers.items() for solver in several]
        tasks = [_task(questions[at], solver, limits) for at, solver in asked]
        missing = {at: len(several) for at, several in solvers.items()}
        for task, answer in _answers(tasks, [solver[0] for _, solver in asked], jobs):
            at = asked[task][0]
            answers[at].append(answer)
            spent[at] += answer.seconds
            if answer.verdict == "unknown":
                remarks[at][answer.solvers[0]] = f"{answer.solvers[0]}: {answer.reason}"
            missing[at] -= 1
            if missing[at]:
                continue
            _consistent(answers[at])
            decided = [one for one in answers[at] if one.verdict != "unknown"]
            if decided and not _lacks_model(decided):
                decision = _agreed(decided, spent[at], tuple(remarks[at].values()))
                sampled |= decision.solvers == SAMPLES[:1]
                failed |= decision.verdict == "sat" and decision.solvers != SAMPLES[:1]
                waiting.remove(at)
                yield at, decision
    for at in waiting:
        yield at, Decision("unknown", spent[at], reason="; ".join(remarks[at].values()))


def _lacks_model(decided: Sequence[Decision]) -> bool:
    """A lone `sat` of cvc5 counts for nothing: there is no model to replay."""
    return all(one.verdict == "sat" and _is_cvc5(one.solvers[0]) for one in decided)


def _is_cvc5(name: str) -> bool:
    return name.startswith("cvc5")


def _load(crosscheck: bool) -> None:
    """Import the solvers here, so that the children, which are forked, need not each do it."""
    for name in ("z3", "cvc5") if crosscheck else ("z3",):
        importlib.import_module(name)


def _consistent(answers: Sequence[Decision]) -> None:
    """Disagreement where of one weaker problem a solver says that it has a model, and another that it has none."""
    for one in answers:
        for other in answers:
            same = one.solvers[0].partition(" ")[2] == other.solvers[0].partition(" ")[2]
            if one.weaker and same and other.verdict == "unsat":
                said = f"{one.solvers[0]} says sat, {other.solvers[0]} says unsat"
                raise Disagreement(f"the solvers contradict each other: {said}")


def _agreed(decided: Sequence[Decision], seconds: float, remarks: tuple[str, ...]) -> Decision:
    names = tuple(sorted((one.solvers[0] for one in decided), key=_is_cvc5))
    if len({one.verdict for one in decided}) > 1:
        said = ", ".join(f"{one.solvers[0]} says {one.verdict}" for one in decided)
        raise Disagreement(f"the solvers contradict each other: {said}")
    model = next((one.model for one in decided if one.model), {})
    return Decision(decided[0].verdict, seconds, names, model, remarks=remarks)


def _task(question: Question, solver: tuple[str, float, float], limits: Limits) -> Task:
    name, part, most = solver
    share = replace(limits, seconds=max(_LEAST, min(part * limits.seconds, most)))
    small = is_small(question)
    for one in question.weaker:
        if name.partition(" ")[2] == one.name:
            question = Question(one.text, one.logic)
    if _is_cvc5(name):
        return Task(_cvc5, (question, share.seconds), share, small)
    return Task(_z3, (question, name, share.seconds), share, small)


def _answers(tasks: Sequence[Task], solvers: Sequence[str], jobs: int) -> Generator[tuple[int, Decision]]:
    """Each task's answer; unknown where it was killed or crashed."""
    found: dict[int, Any] = {}
    for event in run(tasks, jobs):
        if not event.ended:
            found[event.task] = event.value
            continue
        name, weaker = (solvers[event.task],), False
        if event.task in found:
            verdict, model, reason = found[event.task]
            if verdict == "sat" and name[0].partition(" ")[2] in WEAKER:
                verdict, model, reason = "unknown", {}, "the linear problem it was made into has a model"
                weaker = True
        else:
            verdict, model, reason = "unknown", {}, str(event.error or "it ended without an answer")
        yield event.task, Decision(verdict, event.seconds, name, model, reason, weaker=weaker)


def ask(question: Question, name: str, seconds: float) -> Decision:
    """What one of the solvers of z3 says, in this process, which must be one that can be killed: limits are soft."""
    said: list[tuple[str, dict[str, int], str | None]] = []
    _z3(said.append, question, name, seconds)
    ((verdict, model, reason),) = said
    return Decision(verdict, 0.0, (name,), model, reason)


def _z3(emit: Emit, question: Question, name: str, seconds: float) -> None:
    import z3  # type: ignore[import-untyped]  # noqa: PLC0415 (only a child may pay for it, and crash with it)

    context = z3.Context()  # of its own, so that the answer is the same whatever was solved here before
    try:
        if name == "z3 by parameters":
            found = _by_parameters(z3, context, question, time.monotonic() + seconds)
            emit(("unknown", {}, "no model was met") if found is None else ("sat", found, None))
            return
        if name == "z3 by samples":
            end = time.monotonic() + seconds
            models = (_fixed(z3, context, question, dict(some), end) for some in question.missed)
            found = next((model for model in models if model is not None), None)
            emit(("unknown", {}, "some move wins at each of them") if found is None else ("sat", found, None))
            return
        quantified = not question.logic.startswith("QF_")
        if name == "z3 smt":
            solver = z3.Solver(ctx=context) if quantified else z3.Tactic("smt", context).solver()
        else:
            solver = z3.SolverFor(question.logic, context) if quantified else z3.Solver(ctx=context)
        if name == "z3 without bases":
            solver.set("smt.arith.nl.grobner", False)
        solver.set("timeout", int(1000 * seconds))
        solver.set("rlimit", int(min(_WORK_PER_SECOND * seconds, 4_000_000_000)))
        solver.set("random_seed", 1 if name == "z3 smt" else 0)
        answer = _checked(solver, list(z3.parse_smt2_string(question.text, ctx=context)), name)
        if answer == "sat":
            emit(("sat", _small_model(z3, solver, question.small), None))
        else:
            reason = solver.reason_unknown() if answer == "unknown" else None
            emit((answer, {}, _REASONS.get(_enough(reason or ""), reason)))
    except z3.Z3Exception as error:
        emit(("unknown", {}, f"z3 failed: {_enough(str(error))}"))


def _enough(reason: str) -> str:
    """What z3 says; MemoryError where it is that memory ran out."""
    if "memory" in reason or "memout" in reason:
        raise MemoryError
    return reason


def _checked(solver: Any, parts: Sequence[Any], name: str) -> str:
    """The solver's answer; of a linear problem first with some of its many lemmas, as fewer may do."""
    starts = _STAGES if name.endswith(" linear") and len(parts) > _MANY else ()
    done = 0
    for share in starts:
        upto = int(share * len(parts))
        solver.add(*parts[done:upto])
        done = upto
        if str(solver.check()) == "unsat":
            return "unsat"
    solver.add(*parts[done:])
    return str(solver.check())


def _by_parameters(z3: Any, context: Any, question: Question, end: float) -> dict[str, int] | None:
    """Look for a model with the values to try, then with those of models of the linear problem."""
    for some in question.tries:
        model = _fixed(z3, context, question, dict(some), end)
        if model is not None:
            return model
    solver = z3.Solver(ctx=context)
    solver.add(z3.parse_smt2_string(question.linear, ctx=context))
    names = [name for name, _ in question.tries[0]] if question.tries else []
    while names and time.monotonic() < end:
        solver.set("timeout", max(1, int(1000 * (end - time.monotonic()))))
        if str(solver.check()) != "sat":
            return None
        found = solver.model()
        values = {name: found.eval(z3.Int(name, context), model_completion=True).as_long() for name in names}
        model = _fixed(z3, context, question, values, end)
        if model is not None:
            return model
        solver.add(z3.Or(*(z3.Int(name, context) != value for name, value in values.items())))
    return None


def _fixed(z3: Any, context: Any, question: Question, values: dict[str, int], end: float) -> dict[str, int] | None:
    """A model with these values, if one is found soon: with numbers for what it multiplies a problem is linear."""
    left = min(_TRY, end - time.monotonic())
    if left <= 0:
        return None
    known = [(z3.Int(name, context), z3.IntVal(value, context)) for name, value in values.items()]
    solver = z3.Solver(ctx=context) if question.logic.startswith("QF_") else z3.SolverFor("LIA", context)
    solver.set("timeout", max(1, int(1000 * left)))
    solver.add(*(z3.simplify(z3.substitute(part, *known)) for part in z3.parse_smt2_string(question.text, ctx=context)))
    solver.add(*(one == value for one, value in known))
    return _small_model(z3, solver, question.small) if str(solver.check()) == "sat" else None


def _small_model(z3: Any, solver: Any, small: Sequence[str]) -> dict[str, int]:
    """A model in which the small unknowns have a small sum: the first bound that admits one, doubling."""
    model = solver.model()
    total = z3.Sum([z3.Int(name, solver.ctx) for name in small] or [z3.IntVal(0, solver.ctx)])
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
