"""Proofs of changed theorems, in this process: what z3 says of each obligation, and where it fails."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import z3  # type: ignore[import-untyped]

from bouton.core.logic.arithmetic import add, number
from bouton.core.logic.expression import Linear
from bouton.core.logic.formulas import at_most
from bouton.core.logic.problem import Problem, settled
from bouton.core.logic.smtlib import smtlib
from bouton.core.position import Heaps, Measure, Order
from bouton.proof.obligations.kernel import obligations
from bouton.proof.theorem import Characterisation, MemberClaim, Reading, Theorem
from bouton.reading.command import SymbolicGame
from bouton.reading.evaluate import evaluate
from bouton.rules.file import Rules, Signature
from tests.one_position import head
from tests.reading_rules import read

Position = tuple[int, ...]


@dataclass(frozen=True)
class Failure:
    """An obligation that fails, and a position where it does."""

    problem: Problem
    heaps: Position


def rules_of(lines: Sequence[str], order: Order, parameters: Mapping[str, int], workplace: Path) -> Rules:
    """The rules of a game of heaps; InputError where they are none."""
    file = workplace / "mutants.lp"
    file.write_text("\n".join(lines))
    return read(file, [Heaps("heap", order)], list(parameters))


def theorem_of(rules: Rules, parameters: Mapping[str, int], **about: Any) -> Theorem:
    """A theorem about a game of heaps: its `play`, `members` and perhaps `strategy`."""
    return Theorem(rules, parameters, {}, Measure.default(rules.fluents), **about)


def predicates(members: Sequence[MemberClaim]) -> list[Signature]:
    """The predicates that a theorem's members name."""
    return [(name, 0) for one in members for name in (one.iff, one.where) if name is not None]


def touched(rules: Sequence[str], changed: str) -> set[str]:
    """The predicates that a change of one touches: itself, and those that need it."""
    found, before = {changed}, 0
    while len(found) > before:
        before = len(found)
        found |= {head(rule) for rule in rules if found & set(re.findall(r"\w+", rule))}
    return found


def renamed(rule: str, names: Set[str], number: int) -> str:
    """The rule with names of its own for what a change touches."""
    return re.sub(rf"\b({'|'.join(names)})\b", rf"\1_{number}", rule)


class Games:
    """One game, read for each number of heaps once for many theorems about it.

    `wanted` are their predicates, each with the numbers of heaps at which it is needed.
    """

    def __init__(self, rules: Rules, parameters: Mapping[str, int], wanted: Mapping[Signature, range]) -> None:
        self.rules = rules
        self.parameters = parameters
        self._wanted = wanted
        self._at: dict[int, SymbolicGame] = {}

    def reading(self, heaps: int, **about: Any) -> Reading:
        """The theorem's reading for so many heaps and fewer."""
        theorem = theorem_of(self.rules, self.parameters, **about)
        games = {(count,): self._game(count) for count in range(heaps + 1)}
        return Reading(theorem, frozenset(games), {at: Characterisation(theorem, game) for at, game in games.items()})

    def _game(self, count: int) -> SymbolicGame:
        if count not in self._at:
            wanted = [name for name, counts in self._wanted.items() if count in counts]
            self._at[count] = evaluate(self.rules, self.parameters, {"heap": count}, {}, wanted)
        return self._at[count]


def problems(reading: Reading, heaps: int) -> list[Problem]:
    """The obligations about so many heaps."""
    return [problem for _, problem in obligations(reading, {(heaps,)})]


def failures(reading: Reading, heaps: int, stones: int) -> Iterator[Failure]:
    """Each obligation about so many heaps that fails where there are so many stones at most, and where."""
    (sizes,) = reading.at((heaps,)).game.position
    assert isinstance(sizes, tuple)
    few = at_most(add(number(0), *sizes), number(stones))
    for problem in problems(reading, heaps):
        bounded = replace(problem, assertions=(*problem.assertions, few))
        answer, model = solved(bounded)
        assert answer in ("sat", "unsat"), problem.name
        if model is not None:
            yield Failure(problem, tuple(_value(model, size) for size in sizes))


def _value(model: Any, size: Linear) -> int:
    return int(model.eval(z3.Int(repr(size)), model_completion=True).as_long())


def answer(problem: Problem) -> str:
    """What z3 says of it: sat, unsat or unknown."""
    return solved(problem)[0]


def solved(problem: Problem) -> tuple[str, Any]:
    """What z3 says, and its model where it says sat."""
    if settled(problem):
        return "unsat", None
    solver = z3.SolverFor(problem.logic) if problem.quantified else z3.Solver()
    solver.set("timeout", 600_000)
    solver.from_string(smtlib(problem))
    said = str(solver.check())
    return said, solver.model() if said == "sat" else None
