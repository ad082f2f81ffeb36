"""Templates that suffice, as far as a quick solver can tell: those of a sample, then of its counterexamples too.

To be called in a child of limited time and memory. What comes out is a problem without quantifiers: `unsat` of
it says the same of the problem it was made of, `sat` only that other moves win somewhere, or none.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from bouton.core.logic.expression import Unknown
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.smtlib import smtlib, symbols
from bouton.solving.budget import Budget
from bouton.solving.residues import reduced
from bouton.solving.samples import Samples, around, samples
from bouton.solving.templates import Template, cover, instantiated
from bouton.solving.tuning import TUNING
from bouton.solving.z3 import numbers_of

Point: TypeAlias = tuple[tuple[Unknown, int], ...]


@dataclass(frozen=True)
class Witnesses:
    """Templates for a problem's quantifiers: one wins at every sampled position but some, of which `missed` are a few.

    `sufficient` says that z3 found the problem with these templates unsatisfiable within a short time; templates that
    its answer did not need are left out. Otherwise the templates may or may not suffice.
    """

    problem: Problem
    templates: tuple[Template, ...]
    sufficient: bool
    missed: tuple[Point, ...] = ()

    @property
    def instances(self) -> Problem:
        """The problem with the templates in place of its quantifiers."""
        return instantiated(self.problem, self.templates)


@dataclass(frozen=True)
class _Answer:
    """What the solver said of an instantiated problem, with a model, or which of the templates it needed."""

    verdict: Literal["unsat", "sat", "unknown"]
    model: dict[Unknown, int]
    needed: tuple[int, ...] = ()


def witnesses(problem: Problem) -> Witnesses | None:
    """Templates for the problem's quantifiers; None where it has none, or no position was found."""
    if not any(isinstance(assertion, ForAll) for assertion in problem.assertions):
        return None
    looked_at = samples(problem, TUNING.witness_positions)
    if not looked_at.length:
        answer = _ask(instantiated(problem, ()), 0)
        looked_at = around(problem, answer.model, TUNING.witness_positions) if answer.verdict == "sat" else looked_at
    for _ in range(TUNING.witness_rounds):
        found = cover(problem, looked_at)
        if not looked_at.length:
            return None
        if found.missed:
            return Witnesses(problem, found.templates, sufficient=False, missed=_few(looked_at, found.missed))
        answer = _ask(instantiated(problem, found.templates), len(found.templates))
        if answer.verdict == "unsat":
            needed = tuple(found.templates[at] for at in answer.needed)
            return Witnesses(problem, needed, sufficient=True)
        before = looked_at.length
        if answer.verdict == "sat":
            looked_at = around(problem, answer.model, TUNING.witness_positions_near).joined(looked_at)
        if looked_at.length == before:
            # no answer, or a model that is no position: one of linear remainders, or beyond what is sampled
            break
    return Witnesses(problem, found.templates, sufficient=False)


def _few(looked_at: Samples, missed: Sequence[int]) -> tuple[Point, ...]:
    points = [tuple((one, int(column[at])) for one, column in looked_at.values.items()) for at in missed]
    return tuple(sorted(points, key=lambda point: sum(abs(value) for _, value in point))[: TUNING.witness_missed])


def _ask(problem: Problem, templates: int) -> _Answer:
    """z3's answer, with remainders made linear where they are not; the last assertions are those of templates."""
    problem = reduced(problem) or problem
    z3: Any = importlib.import_module("z3")
    parsed = list(z3.parse_smt2_string(smtlib(problem)))
    first = len(parsed) - templates
    solver = z3.Solver()
    solver.set("rlimit", TUNING.witness_work_nonlinear if problem.logic.endswith("NIA") else TUNING.witness_work)
    solver.set("random_seed", 0)
    solver.add(*parsed[:first])
    for at, assertion in enumerate(parsed[first:]):
        solver.assert_and_track(assertion, f"template!{at}")
    try:
        verdict = Budget.of(TUNING.witness_seconds).check(solver)
    except z3.Z3Exception:
        return _Answer("unknown", {})
    if verdict == "unsat":
        core = {str(one) for one in solver.unsat_core()}
        return _Answer("unsat", {}, tuple(at for at in range(templates) if f"template!{at}" in core))
    if verdict == "sat":
        values = numbers_of(solver.model())
        return _Answer("sat", {one: values[name] for one, name in symbols(problem).items() if name in values})
    return _Answer("unknown", {})
