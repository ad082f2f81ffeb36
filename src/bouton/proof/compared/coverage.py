"""Which cases of a reading were met by the positions that it was held against clingo at, and positions for the others.

A case is the guard of one row of a predicate or of one move, one of the positions that a move can lead to, or one
branch of a case distinction, as minima, remainders and aggregates have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bouton.core.logic.batch import Batch
from bouton.core.logic.elimination import speaks_of_digits
from bouton.core.logic.expression import FALSE, TRUE, Formula, Ite, Linear, LogicNode, Unknown
from bouton.core.logic.formulas import conj, negate
from bouton.core.logic.problem import Problem
from bouton.core.logic.smtlib import smtlib, symbols
from bouton.core.logic.terms import numbers
from bouton.core.logic.walk import parts, unknowns
from bouton.core.position import Heaps, Position
from bouton.proof.theorem import MoveCase
from bouton.reading.canonical import Successor
from bouton.reading.command import GuardedCommand, SymbolicGame
from bouton.reading.relation import Row

_LARGEST, _PARAMETER = (40, 200, 1000, 10_000), 6
"""Sizes up to which a position for a case is looked for, one after the other, and parameters.

A solver takes any size that is allowed, and what is far out may be too large to be compared.
"""
_WORK = 10_000_000
"""What z3 may do for one question, in its own units: about a second's work."""
_MOST = 4000
"""Branches of one reading that are watched."""


@dataclass(frozen=True)
class Open:
    """A case that no position has met: what it is, and when it applies."""

    what: str
    formula: Formula


class Coverage:
    """Is told what the positions meet, and keeps the cases that none has met."""

    def __init__(
        self,
        game: SymbolicGame,
        moves: Sequence[tuple[GuardedCommand, Sequence[MoveCase | Successor]]],
        hypotheses: Iterable[Open] = (),
    ) -> None:
        self._open: dict[tuple[int, bool], Open] = {}
        self._kept: list[object] = []
        self._given = frozenset(game.unknowns)
        self._branches: dict[int, list[Formula]] = {}
        self._needs: dict[Formula, frozenset[Unknown]] = {}
        self.compared: Sequence[int] = ()
        """The numbers of those positions, of all that were told last, that were compared and not passed over."""
        for one in hypotheses:
            if one.formula is not TRUE and one.formula is not FALSE:
                self._open[_key(one.formula, True)] = one
        for (name, arity), rows in game.relations.items():
            line, _ = game.places.get((name, arity), (0, 0))
            for found in rows:
                what = f"{name}/{arity} ({game.sources.line(line)})"
                self._watch(found, f"a row of {what}", found.guard)
                self._watch_branches(found, f"a branch in {what}", found.guard, *numbers(found.arguments))
        for move, cases in moves:
            self._watch(move, f"the move {move.name}", move.guard)
            self._watch_branches(move, f"a branch in the move {move.name}", move.guard)
            for case in cases:
                self._watch(case, f"a position after {move.name}", conj((move.guard, case.guard)))

    def _watch(self, one: object, what: str, formula: Formula) -> None:
        if formula is not FALSE:
            self._kept.append(one)  # so that no other object has its identity
            self._open[id(one), True] = Open(what, formula)

    def _watch_branches(self, one: object, what: str, *values: Formula | Linear) -> None:
        conditions = [node.condition for node in parts(*values) if isinstance(node, Ite)]
        self._branches[id(one)] = conditions
        for condition in conditions[: max(0, _MOST - len(self._open))]:
            for holds in (True, False):
                formula = condition if holds else negate(condition)
                self._open.setdefault(_key(condition, holds), Open(what, formula))

    def step(self, move: GuardedCommand, cases: Sequence[MoveCase | Successor], places: Batch) -> None:
        """Note that at these places, if there are any, the move is possible and leads into each of these cases."""
        if places.origins:
            for one in (move, *cases):
                self._open.pop((id(one), True), None)
            self._decided(move, (move.guard,), places)

    def row(self, found: Row, places: Batch) -> None:
        """Note that at these places, if there are any, the row of a predicate holds."""
        if places.origins:
            self._open.pop((id(found), True), None)
            self._decided(found, (found.guard, *numbers(found.arguments)), places)

    def positions(self, places: Batch) -> None:
        """Note that these positions were compared, and so met the branches that a position alone decides."""
        known, self.compared = places.known, tuple(places.origins)
        for key, one in list(self._open.items()):
            if key[0] < 0 and self._needed(one.formula) <= known and any(places.holds(one.formula)):
                del self._open[key]

    def _decided(self, one: object, values: Sequence[Formula | Linear], places: Batch) -> None:
        """Branches in a move or a row that more decides than the position: those that count there."""
        left = [
            condition
            for condition in self._branches.get(id(one), ())
            if any(_key(condition, holds) in self._open for holds in (True, False))
            and not self._needed(condition) <= self._given
        ]
        if left:
            for condition, holds in places.asked(values, left):
                self._open.pop(_key(condition, holds), None)

    def _needed(self, formula: Formula) -> frozenset[Unknown]:
        found = self._needs.get(formula)
        if found is None:
            found = self._needs[formula] = frozenset(unknowns(formula))
        return found

    @property
    def open(self) -> list[Open]:
        """The cases that no position has met."""
        return list(self._open.values())


def _key(condition: LogicNode, holds: bool) -> tuple[int, bool]:
    return -id(condition), holds


def positions(
    game: SymbolicGame,
    found: Sequence[Open],
    facts: Sequence[Formula],
    parameters: Mapping[str, Unknown],
    work: int = _WORK,
) -> Iterator[tuple[Open, dict[str, int] | None, Position | None]]:
    """For each case the parameters and a position at which it applies; None where none was found.

    A case that applies nowhere is dead, and left out.
    """
    found = [one for one in found if not any(map(_has_no_value, unknowns(one.formula)))]  # these are dead
    yield from ((one, None, None) for one in found if speaks_of_digits(one.formula))
    found = [one for one in found if not speaks_of_digits(one.formula)]
    # a solver finds models of formulas that are linear and have no quantifier alone, not among others
    linear = [Problem("case", "it does not apply", (one.formula,)).logic == "QF_LIA" for one in found]
    for asked in (True, False):
        some = [one for one, is_linear in zip(found, linear, strict=True) if is_linear is asked]
        yield from _modelled(game, some, facts, parameters, work)


def _modelled(
    game: SymbolicGame,
    found: Sequence[Open],
    facts: Sequence[Formula],
    parameters: Mapping[str, Unknown],
    work: int,
) -> Iterator[tuple[Open, dict[str, int] | None, Position | None]]:
    if not found:
        return
    models = Models(facts, [one.formula for one in found], work)
    nearest, *further = (
        {one: _PARAMETER if one in parameters.values() else largest for one in models.free} for largest in _LARGEST
    )
    near = models.of_each(range(len(found)), nearest)
    alive = models.of_each([at for at in range(len(found)) if at not in near], {})
    for at, one in enumerate(found):
        model = near.get(at)
        if at in alive:
            farther = (models.of_each([at], bounds).get(at) for bounds in further)
            model = next((met for met in farther if met is not None), None)
        if model:
            chosen = {name: model.get(unknown.name, unknown.low or 0) for name, unknown in parameters.items()}
            yield one, chosen, _position(game, model)
        elif at in near or at in alive:
            yield one, None, None


def _has_no_value(one: Unknown) -> bool:
    """Whether no number is within its bounds: beside it no other case would have a model."""
    return one.low is not None and one.high is not None and one.low > one.high


class Models:
    """z3's models of facts, by themselves or with one of several cases: these are read once, and asked about often."""

    def __init__(self, facts: Sequence[Formula], cases: Sequence[Formula] = (), work: int = _WORK) -> None:
        import z3  # type: ignore[import-untyped]  # noqa: PLC0415 (only a child may pay for it)

        self._work = work
        problem = Problem("cases", "no case applies", (*cases, *facts))
        names = symbols(problem)
        self._unknowns = {one: z3.Int(names[one]) for one in problem.free}
        said = list(z3.parse_smt2_string(smtlib(problem)))
        begins = len(said) - len(cases) - len(facts)  # before the cases stand the bounds of the unknowns
        self._cases, self._said = said[begins : begins + len(cases)], said[:begins] + said[begins + len(cases) :]
        # what is not linear takes z3's preparations, which are made for a solver that is asked only once
        self._lasting = self._made() if problem.logic == "QF_LIA" else None

    @property
    def free(self) -> list[Unknown]:
        """The unknowns of a position, and the parameters."""
        return [one for one in self._unknowns if not one.local]

    def _made(self) -> Any:
        import z3  # noqa: PLC0415 (as above)

        solver = z3.Solver()
        solver.set("rlimit", self._work)
        solver.set("random_seed", 0)
        solver.add(self._said)
        return solver

    def of_each(self, cases: Sequence[int], bounds: Mapping[Unknown, int]) -> dict[int, dict[str, int]]:
        """For each case that applies where no unknown is above its bound, a model; an empty one where it is not known.

        Most apply nowhere, so that all are asked about together.
        """
        found: dict[int, dict[str, int]] = {}
        left = list(cases)
        while left:
            model, met = self._within(bounds, left)
            if model is None:
                break
            if not met and len(left) > 1:  # which of them it is not known
                return found | {at: one for each in left for at, one in self.of_each([each], bounds).items()}
            found |= dict.fromkeys(met or left, model)
            left = [at for at in left if at not in found]
        return found

    @property
    def some(self) -> dict[str, int] | None:
        """A model of the facts; None where there is none, an empty one where it is not known."""
        return self._within({}, ())[0]

    def _within(
        self, bounds: Mapping[Unknown, int], cases: Sequence[int]
    ) -> tuple[dict[str, int] | None, Sequence[int]]:
        """A model in which one of the cases applies, as above, and which of them do there."""
        import z3  # noqa: PLC0415 (as above)

        solver = self._lasting if self._lasting is not None else self._made()
        solver.push()
        # one that is never so small belongs to other cases
        solver.add([self._unknowns[one] <= max(most, one.low or 0) for one, most in bounds.items()])
        if cases:
            solver.add(z3.Or([self._cases[at] for at in cases]))
        answer = str(solver.check())
        model = solver.model() if answer == "sat" else None
        solver.pop()
        if model is None:
            return (None if answer == "unsat" else {}), ()
        free = [(one.name, number) for one, number in self._unknowns.items() if not one.local]
        said = {"": 0} | {name: model.eval(number, model_completion=True).as_long() for name, number in free}
        return said, [at for at in cases if z3.is_true(model.eval(self._cases[at], model_completion=True))]


def _position(game: SymbolicGame, model: Mapping[str, int]) -> Position:
    """The position of a model; what it leaves open is as small as it can be."""
    found: list[int | tuple[int, ...]] = []
    for fluent, entry in zip(game.fluents, game.position, strict=True):
        if isinstance(entry, tuple) and isinstance(fluent, Heaps):
            found.append(_sizes(fluent, entry, model))
        else:
            assert isinstance(entry, Linear)
            found.append(_value(entry, model, 0))
    return tuple(found)


def _sizes(fluent: Heaps, entry: Sequence[Linear], model: Mapping[str, int]) -> tuple[int, ...]:
    ascending = reversed(entry) if fluent.order == "descending" else entry
    found: list[int] = []
    for size in ascending:
        least = found[-1] if found and fluent.order != "none" else 1
        found.append(_value(size, model, least))
    return tuple(found[::-1] if fluent.order == "descending" else found)


def _value(entry: Linear, model: Mapping[str, int], least: int) -> int:
    if entry.number is not None:
        return entry.number
    ((one, _),) = entry.terms
    assert isinstance(one, Unknown)
    return model.get(one.name, max(least, one.low or least))
