"""z3: its solvers, with fixed seeds, and two ways to look for a model where a problem is not linear."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from bouton.core.logic.question import Question
from bouton.solving.budget import Budget
from bouton.solving.solver import SolverAnswer
from bouton.solving.tuning import TUNING

_REASONS = {"canceled": "the limit of work was reached"}


@dataclass(frozen=True)
class Z3:
    """z3, by its solver for the question's logic or, with `smt`, by its tactic `smt`; Gröbner bases may be left out."""

    name: str = "z3"
    models: bool = True
    smt: bool = False
    bases: bool = True

    def solve(self, question: Question, seconds: float) -> SolverAnswer:
        """z3's answer to the question; in a model the unknowns of `question.small` have a small sum."""
        budget = Budget.of(seconds)
        return _guarded(lambda z3, context: self._solve(z3, context, question, seconds, budget))

    def _solve(self, z3: Any, context: Any, question: Question, seconds: float, budget: Budget) -> SolverAnswer:
        quantified = not question.logic.startswith("QF_")
        if self.smt:
            solver = z3.Solver(ctx=context) if quantified else z3.Tactic("smt", context).solver()
        else:
            solver = z3.SolverFor(question.logic, context) if quantified else z3.Solver(ctx=context)
        if not self.bases:
            solver.set("smt.arith.nl.grobner", False)
        solver.set("rlimit", int(min(TUNING.work_per_second * seconds, 4_000_000_000)))
        solver.set("random_seed", 1 if self.smt else 0)
        answer = _checked(solver, list(z3.parse_smt2_string(question.text, ctx=context)), question.staged, budget)
        if answer == "sat":
            return SolverAnswer("sat", _small_model(z3, solver, question.small, budget))
        if answer == "unsat":
            return SolverAnswer("unsat")
        if budget.spent:
            return SolverAnswer("unknown", reason=f"no answer within {seconds:g} s of processor time")
        reason = solver.reason_unknown()
        return SolverAnswer("unknown", reason=_REASONS.get(_enough(reason), reason))


@dataclass(frozen=True)
class Briefly:
    """z3 for a moment by its tactic `smt`, which decides most linear problems in half the time, then by its solver."""

    name: str = "z3"
    models: bool = True

    def solve(self, question: Question, seconds: float) -> SolverAnswer:
        """The first of the two answers that is one."""
        budget = Budget.of(seconds)
        if question.logic == "QF_LIA":
            answer = Z3(smt=True).solve(question, min(seconds, TUNING.brief_seconds))
            if answer.verdict != "unknown":
                return answer
        return Z3().solve(question, budget.left)


@dataclass(frozen=True)
class ModelSearch:
    """Looks for a model in one way: `sat` with one, or `unknown`, where `none` says why there may still be others."""

    name: str
    found: Callable[[Any, Any, Question, Budget], dict[str, int] | None]
    none: str
    models: bool = True

    def solve(self, question: Question, seconds: float) -> SolverAnswer:
        """`sat` with a model, or `unknown`."""
        budget = Budget.of(seconds)

        def solved(z3: Any, context: Any) -> SolverAnswer:
            model = self.found(z3, context, question, budget)
            return SolverAnswer("unknown", reason=self.none) if model is None else SolverAnswer("sat", model)

        return _guarded(solved)


_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
"""What glibc calls the memory from which on it gives back what is free, and the size from which on each piece is the
system's own."""
_CONTEXT = 1 << 25
"""Bytes that are more than any piece of a new context has; the most that glibc takes for the second of these."""


def load() -> None:
    """Import z3, and make the context that models are looked for in (`bouton.proof.compared.coverage`).

    So children, which are forked, need not each do it: that takes longer than to fork.
    """
    import z3  # type: ignore[import-untyped]  # noqa: PLC0415 (a small check needs none of it)

    _keep_memory()
    z3.main_ctx()


@cache
def _keep_memory() -> None:
    """Let a context take the memory that the one before it had: each has 17 MB, which the system takes 7 ms to give.

    Only glibc gives what is so large back at once, and can be told not to.
    """
    if sys.platform != "linux":
        return
    with suppress(AttributeError):  # another library of C
        tune = ctypes.CDLL(None).mallopt
        tune(_M_MMAP_THRESHOLD, _CONTEXT)
        tune(_M_TRIM_THRESHOLD, 2 * _CONTEXT)


def _guarded(solved: Callable[[Any, Any], SolverAnswer]) -> SolverAnswer:
    """An answer by z3 in a context of its own, so that it is the same whatever was solved here before."""
    import z3  # noqa: PLC0415 (only a child may pay for it, and crash with it)

    try:
        return solved(z3, z3.Context())
    except z3.Z3Exception as error:
        return SolverAnswer("unknown", reason=f"z3 failed: {_enough(str(error))}")


def _enough(reason: str) -> str:
    """What z3 says; MemoryError where it is that memory ran out."""
    if "memory" in reason or "memout" in reason:
        raise MemoryError
    return reason


def _checked(solver: Any, parts: Sequence[Any], staged: bool, budget: Budget) -> str:
    """The solver's answer; where the last of many assertions are lemmas, first with some of them, as fewer may do."""
    starts = TUNING.staged_shares if staged and len(parts) > TUNING.staged_from_assertions else ()
    done = 0
    for share in starts:
        upto = int(share * len(parts))
        solver.add(*parts[done:upto])
        done = upto
        if budget.check(solver) == "unsat":
            return "unsat"
    solver.add(*parts[done:])
    return budget.check(solver)


def _by_parameters(z3: Any, context: Any, question: Question, budget: Budget) -> dict[str, int] | None:
    """Look for a model with the values to try, then with those of models of the linear problem."""
    for some in question.tries:
        model = _fixed(z3, context, question, dict(some), budget)
        if model is not None:
            return model
    solver = z3.Solver(ctx=context)
    solver.add(z3.parse_smt2_string(question.linear, ctx=context))
    names = [name for name, _ in question.tries[0]] if question.tries else []
    while names and budget.check(solver) == "sat":
        found = solver.model()
        values = {name: found.eval(z3.Int(name, context), model_completion=True).as_long() for name in names}
        model = _fixed(z3, context, question, values, budget)
        if model is not None:
            return model
        solver.add(z3.Or(*(z3.Int(name, context) != value for name, value in values.items())))
    return None


def _fixed(z3: Any, context: Any, question: Question, values: dict[str, int], whole: Budget) -> dict[str, int] | None:
    """A model with these values, if one is found soon: with numbers for what it multiplies a problem is linear."""
    if whole.spent:
        return None
    known = [(z3.Int(name, context), z3.IntVal(value, context)) for name, value in values.items()]
    solver = z3.Solver(ctx=context) if question.logic.startswith("QF_") else z3.SolverFor("LIA", context)
    solver.add(*(z3.simplify(z3.substitute(part, *known)) for part in z3.parse_smt2_string(question.text, ctx=context)))
    solver.add(*(one == value for one, value in known))
    budget = whole.part(TUNING.assignment_seconds)
    return _small_model(z3, solver, question.small, budget) if budget.check(solver) == "sat" else None


def _by_samples(z3: Any, context: Any, question: Question, budget: Budget) -> dict[str, int] | None:
    """Look for a model at one of the sampled positions where no template wins (`question.missed`)."""
    models = (_fixed(z3, context, question, dict(some), budget) for some in question.missed)
    return next((model for model in models if model is not None), None)


BY_PARAMETERS = ModelSearch("z3 by parameters", _by_parameters, "no model was met")
"""A model of a nonlinear problem with values to try (`tries`), then with those in linear models."""
BY_SAMPLES = ModelSearch("z3 by samples", _by_samples, "some move wins at each of them")
"""Whether at one of the sampled positions no move at all wins."""


def _small_model(z3: Any, solver: Any, small: Sequence[str], budget: Budget) -> dict[str, int]:
    """A model in which the small unknowns have a small sum: the first bound that admits one, doubling."""
    model = solver.model()
    total = z3.Sum([z3.Int(name, solver.ctx) for name in small] or [z3.IntVal(0, solver.ctx)])
    best = model.eval(total, model_completion=True).as_long()
    bound = len(small)
    while 0 < bound < best:
        solver.push()
        solver.add(total <= bound)
        if budget.check(solver) == "sat":
            model = solver.model()
            break
        solver.pop()
        bound *= 2
    return numbers_of(model)


def numbers_of(model: Any) -> dict[str, int]:
    """The numbers of a model of z3, by the names of the unknowns."""
    import z3  # noqa: PLC0415 (only a child may pay for it)

    return {one.name(): model[one].as_long() for one in model.decls() if z3.is_int_value(model[one])}
