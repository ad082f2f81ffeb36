"""Proofs for any number of heaps, for tests: which of their obligations fail at a position, by evaluation alone.

An obligation is evaluated at a real position: what it quantifies over are the choices of the moves there, and
these are enumerated, so that no solver takes part in saying that it fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import z3  # type: ignore[import-untyped]

from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.expression import Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, equal
from bouton.core.logic.problem import Assertion, ForAll, Problem, settled
from bouton.core.logic.smtlib import smtlib, symbols
from bouton.core.logic.substitution import Evaluation
from bouton.core.logic.substitution import replace as replaced
from bouton.core.logic.walk import unknowns
from bouton.core.position import Heaps as Fluent
from bouton.core.position import Measure, Order
from bouton.core.spec import Play
from bouton.ground.box import GroundBox, HeapBox
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.proof.theorem import MemberClaim, Theorem
from bouton.proof.ways.levels.obligations import obligations
from bouton.proof.ways.levels.reading import LevelReading
from bouton.proof.ways.levels.validate import seen
from bouton.reading.levels.game import LevelGame
from bouton.reading.levels.position import LevelShape
from bouton.rules.file import Rules, Signature
from bouton.solving.instances import instantiated
from bouton.solving.products import linearised
from bouton.solving.residues import reduced
from bouton.solving.witnesses import witnesses
from tests.mutants.proofs import rules_of
from tests.reading.levels.ways import every_way

Heaps = tuple[int, ...]
K = unknown("k.N", 2)
"""The k of the papers: 2 or more."""


def theorem(
    lines: Sequence[str], order: Order, k: Unknown | None, play: Play, members: Sequence[MemberClaim], workplace: Path
) -> Theorem:
    """A theorem about these rules for any number of heaps, and any k."""
    names = {} if k is None else {"k": k}
    rules = rules_of(lines, order, dict.fromkeys(names, 2), workplace)
    return Theorem(rules, names, {}, Measure.default(rules.fluents), play, tuple(members))


def nodes(rules: Rules, k: int | None, box: Sequence[Heaps], wanted: Sequence[Signature]) -> list[Node]:
    """These positions as clingo has them, with what the predicates say."""
    (fluent,) = rules.fluents
    assert isinstance(fluent, Fluent)
    game = Game(rules, Measure.default(rules.fluents), {} if k is None else {"k": k}, {})
    largest = max(max(heaps, default=1) for heaps in box)
    around = GroundBox((HeapBox(fluent, range(max(map(len, box)) + 1), range(1, largest + 1)),))
    grounder = Grounder(game, game.program(around, {*wanted, ("move", 1), ("after", 2)}), frozenset(wanted))
    return list(grounder.nodes((heaps,) for heaps in box))


@dataclass(frozen=True)
class Violated:
    """An obligation that fails at a position: the unknowns' values there."""

    problem: Problem
    shape: LevelShape
    values: Mapping[Unknown, int]

    def at(self, k: Unknown | None) -> Problem:
        """The problem with k replaced by its value here, and no more stones and heaps of any size than here."""
        few = tuple(at_most(atom(one), number(max(self.values.values()))) for one in self.shape.unknowns)
        if k is None:
            return replace(self.problem, assertions=(*self.problem.assertions, *few))
        put = {k: number(self.values[k])}
        given = [_assertion(one, put) for one in self.problem.assertions]
        return replace(self.problem, assertions=(*given, *few))

    def here(self) -> Problem:
        """The problem at this very position."""
        fixed = tuple(equal(atom(one), number(value)) for one, value in self.values.items())
        return replace(self.problem, assertions=(*self.problem.assertions, *fixed))


def _assertion(value: Assertion, put: Mapping[Unknown, Linear]) -> Assertion:
    if isinstance(value, Formula):
        return replaced(put, value)
    formula = replaced(put, value.formula)
    bound = tuple(one for one in value.bound if one in unknowns(formula))
    return ForAll(bound, formula) if bound else formula


def violated(reading: LevelReading, heaps: Heaps, k: Mapping[Unknown, int]) -> Iterator[Violated]:
    """The obligations of the proof, as positions before a move, that fail at the position."""
    levels, _ = seen(heaps, reading.depth)
    for known, more, problem in obligations(reading):
        if known == len(levels) and more == (known == reading.depth) and not settled(problem):
            here = reading.here(known)
            values = {**k, **here.at(heaps)}
            if fails(problem, reading.at(known, more=more).game, values):
                yield Violated(problem, here, values)


def fails(problem: Problem, game: LevelGame, values: Mapping[Unknown, int]) -> bool:
    """Whether the problem has a model at the position: its other unknowns are what a move chooses."""
    open_ = dict.fromkeys((one for one in problem.free if one not in values), 0)
    given = [one for one in problem.assertions if isinstance(one, ForAll)]
    plain = [one for one in problem.assertions if isinstance(one, Formula)]
    if not all(_always(one, game, values) for one in given):
        return False
    ways = [Evaluation({**open_, **values})]
    for move in game.moves:
        for evaluation in every_way(move, values):
            chosen = {one: evaluation(atom(one)) for one in move.unknowns}
            ways.append(Evaluation({**open_, **values, **chosen}))
    return any(all(map(way, plain)) for way in ways)


def _always(assertion: ForAll, game: LevelGame, values: Mapping[Unknown, int]) -> bool:
    """Whether it holds for all choices of the move that it is about; there is nothing to show outside the guard."""
    moves = [move for move in game.moves if set(assertion.bound) <= set(move.unknowns)]
    assert moves
    return all(evaluation(assertion.formula) for move in moves for evaluation in every_way(move, values))


def answer(problem: Problem, milliseconds: int) -> tuple[str, dict[str, int]]:
    """What z3 says within a time, and the values of its model by the unknowns' names."""
    if settled(problem):
        return "unsat", {}
    solver = z3.SolverFor(problem.logic)
    solver.set("timeout", milliseconds)
    solver.from_string(smtlib(problem))
    said = str(solver.check())
    if said != "sat":
        return said, {}
    model, names = solver.model(), symbols(problem)
    return said, {one.name: model.eval(z3.Int(names[one]), model_completion=True).as_long() for one in problem.free}


def answers(found: Violated, milliseconds: int, *, thorough: bool) -> set[str]:
    """What z3 says of the problem as it is, and of what is made of it to prove it: no k and no position is fixed."""
    return {answer(one, milliseconds)[0] for one in made(found.problem, thorough=thorough)}


def made(problem: Problem, *, thorough: bool) -> Iterator[Problem]:
    """The problem and those whose `unsat` says the same of it; where they are asked for, those made in other ways."""
    found = [problem]
    if thorough and problem.quantified:
        found.append(instantiated(problem))
        won = witnesses(problem)
        if won is not None:
            found.append(won.instances)
    for one in found:
        others = (reduced(one), linearised(one) if thorough else None)
        yield from (one, *(other for other in others if other is not None))
