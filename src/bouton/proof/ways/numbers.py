"""Claims read as claims about numbers that no one position has: how many heaps have a digit 1, how many are lowered.

A problem's model has such numbers alone. Positions of these numbers are looked at, with few stones first. That one has
the fewest is shown by the problems of the proof itself, once these speak of the numbers alone that positions with fewer
stones have.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from bouton.claims.parts import KERNEL, LOWERED, VALUES, needs_at
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.logic.arithmetic import add, atom, number
from bouton.core.logic.expression import Formula, Linear, Unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less
from bouton.core.logic.problem import Problem
from bouton.core.position import Parameters, Position, Value, one_list, sizes_of
from bouton.core.proof import Need, ProofPlace
from bouton.core.spec import Claim
from bouton.core.stated import Values
from bouton.ground.graph import Node
from bouton.proof.compared import held
from bouton.proof.compared.comparison import Seen, numbers_of
from bouton.proof.goal import Goal
from bouton.proof.setting import Setting
from bouton.proof.way import Near, Posed, Read, Suspect, Validated, Way

_ASSIGNMENTS = 16
"""Assignments of the parameters, least first, at which positions are looked at besides those of the models."""


Said: TypeAlias = frozenset[int]
"""The values that are claimed of a position; of a claim about P-positions {0}, or no value."""


def lost(claimed: bool) -> Said:
    """What is said of a position by a claim about P-positions."""
    return frozenset([0] if claimed else [])


class AtNumbers(ABC):
    """What was read of a claim, with values in place of the unknown parameters."""

    @abstractmethod
    def options(self, heaps: Sequence[int]) -> Iterable[tuple[int, ...]]:
        """The heaps that each move leaves."""

    @abstractmethod
    def said(self, heaps: Sequence[int]) -> Said:
        """The values that are claimed of a position."""

    @abstractmethod
    def made(self, heaps: Sequence[int], value: int) -> tuple[int, ...] | None:
        """The heaps after the move by which the theorem makes the value this lesser one; None if none is seen.

        Of a claim about P-positions the value is 0: the move makes a position that is claimed.
        """

    @abstractmethod
    def positions(self, most: int) -> Iterable[tuple[int, ...]]:
        """Positions that are looked at, with numbers up to `most`: those with few stones first."""

    def aims(self, heaps: Sequence[int], said: Said) -> Sequence[int]:
        """The values that moves from a position of which this is claimed must lead to, if the claim is right."""
        return () if said or not heaps else (0,)

    def differs(self, said: Said, below: Iterable[Said], _ended: bool) -> bool:
        """Whether what is claimed of a position does not fit what is claimed of its options, or that the game ended."""
        return bool(said) is any(below)

    def fails(self, heaps: Sequence[int]) -> bool:
        """Whether a local condition of the claim fails there: a counterexample, where all below is as claimed."""
        return self.differs(self.said(heaps), map(self.said, self.options(heaps)), not heaps)

    def failing(self, most: int) -> tuple[int, ...] | None:
        """A position at which the claim fails, with few stones and numbers up to `most`; None if none are seen."""
        return next(filter(self.fails, self.positions(most)), None)


def few_first(several: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Positions, each once, by their stones and their heaps."""
    return sorted(set(several), key=lambda heaps: (sum(heaps), len(heaps), heaps))


@dataclass(frozen=True)
class CheckedAtNumbers(held.Checked):
    """What was read, at numbers, to be held against positions as clingo has them, of all of which this is claimed."""

    read: AtNumbers
    claimed: Mapping[Position, Said]
    makes: str
    """Who makes the moves that the proof needs: `the columns make`."""

    def wrong(self, node: Node) -> Iterator[str]:
        """What is not as it was read at this position: `the moves`, say."""
        heaps, claimed = sizes_of(node.position), self.claimed[node.position]
        options = {move.to for move in node.moves}
        if options != {(self.fluent.canonical(one),) for one in self.read.options(heaps)}:
            yield "the moves"
        if claimed != self.read.said(heaps):
            yield "what is claimed"
        for value in self.read.aims(heaps, claimed):
            made = self.read.made(heaps, value)
            to = None if made is None else (self.fluent.canonical(made),)
            if to is not None and not (to in options and value in self.claimed[to]):
                yield f"the move that {self.makes}, and the options,"

    def fails(self, node: Node) -> bool:
        """Whether a local condition of the claim fails by clingo alone."""
        below = (self.claimed[move.to] for move in node.moves)
        return self.read.differs(self.claimed[node.position], below, node.terminal)


class OfNumbers(Read):
    """A claim whose problems are about numbers."""

    within: ClassVar[frozenset[Unknown]]
    """The unknowns of the problems that are never greater than the number of stones, whatever the rules say."""
    together: ClassVar[tuple[Unknown, ...]] = ()
    """Those of these unknowns whose sum is never greater than the number of stones."""
    by: ClassVar[str]
    """By what it is read, as errors say it: `columns`."""
    makes: ClassVar[str]
    """Who makes the moves that the proof needs: `the columns make`."""
    where: ClassVar[held.Where]
    """The positions that are held against clingo."""

    @abstractmethod
    def at(self, numbers: Mapping[Unknown, int]) -> AtNumbers:
        """What was read, where the unknown parameters have these values."""

    @abstractmethod
    def form(self) -> Iterator[Problem]:
        """That the rules say what they were read to say."""

    @abstractmethod
    def solved(self) -> Iterator[Problem]:
        """That what they say makes the claim right."""

    @property
    def arity(self) -> int:
        """How many arguments the predicate has that is claimed: one where it names values."""
        return 0

    def problems(self, claim: Claim) -> Iterator[Problem]:
        """All problems: that the rules were read right (`form`), and that the claim then follows (`solved`)."""
        for problem in (*self.form(), *self.solved()):
            yield replace(problem, about="rules", speaks=(claim.id,))

    def held(self, goal: Goal) -> Iterator[Seen]:
        """Hold what was read against clingo at small positions; Disagreement where they differ."""
        iff, fluent = goal.claim.iff or "", one_list(goal.rules.fluents)

        def said(node: Node) -> Said:
            return frozenset(row[0].number for row in node.rows[iff, 1]) if self.arity else lost(node.holds(iff))

        def checked(numbers: Mapping[Unknown, int], nodes: Mapping[Position, Node]) -> CheckedAtNumbers:
            claimed = {at: said(node) for at, node in nodes.items()}
            return CheckedAtNumbers(goal.claim, fluent, self.at(numbers), claimed, self.makes)

        read = held.ReadForm(self.by, frozenset({(iff, self.arity)}), checked, tuple(self.form()))
        return held.compared(goal, read, self.where)

    def compared(self, goal: Goal) -> Iterator[Validated]:
        """Hold what was read against clingo (see `held`), at the values of the parameters of this setting."""
        return (Validated(_places(goal), (), seen) for seen in self.held(goal))

    def posed(self, goal: Goal) -> Iterator[Posed]:
        """Every problem of the proof, as problems about numbers in the setting."""
        return (Posed(problem, _places(goal), of_numbers=True) for problem in self.problems(goal.claim))

    def suspect(self, goal: Goal, near: Near) -> Suspect | None:
        """Heaps at which the claim fails, for the least parameters, with numbers up to those of the models.

        What the rules were read to say must have been proved.
        """
        most = 1 + max((value for model in near.models for value in model.values()), default=0)
        for parameters in assignments(goal.setting, near.models) if near.read else ():
            heaps = self.at(numbers_of(goal.here.parameters, parameters)).failing(most)
            if heaps is not None:
                return Suspect(parameters, heaps, "columns")
        return None

    def below(self, goal: Goal, parameters: Parameters, stones: int) -> Iterator[Problem]:
        """The problems of the proof, confined to lesser parameters, or to these and fewer stones."""
        at = {one: number(value) for one, value in numbers_of(goal.here.parameters, parameters).items()}
        before = disj(_before(list(at.items())))
        here = conj(equal(atom(one), value) for one, value in at.items())
        for problem in self.problems(goal.claim):
            few = [at_most(atom(one), number(stones - 1)) for one in problem.free if one in self.within]
            if self.together and {*self.together} <= {*problem.free}:
                few.append(at_most(add(*map(atom, self.together)), number(stones - 1)))
            yield replace(problem, assertions=(*problem.assertions, disj((before, conj((here, *few))))))


@dataclass(frozen=True)
class ByNumbers(Way):
    """A way that reads claims as claims about numbers, and the form that the rules must have for it."""

    about: Described
    form: str
    """The part of the claim that says that the rules say what they were read to say (see `claims.parts`)."""
    reads: Callable[[Goal], OfNumbers]
    suspicious: frozenset[str] = frozenset({"sat"})

    def read(self, goal: Goal) -> OfNumbers:
        """The claim as one about numbers."""
        return self.reads(goal)

    def needs(self, goal: Goal, _made: Collection[ProofPlace]) -> Iterator[Need]:
        """The form of the rules, what moves do, and what is solved of both."""
        values = VALUES[:3] if isinstance(stated(goal.claim), Values) else ()
        return needs_at(dict.fromkeys((LOWERED, self.form, *values, *KERNEL), (goal.claim.id,)), [goal.place])


def _places(goal: Goal) -> Setting:
    return replace(goal.setting, levels=False)


def assignments(setting: Setting, models: Sequence[Mapping[str, int]]) -> Iterator[dict[str, Value]]:
    """The least assignments of the parameters, up to those of the models; and those of the models."""
    ends = [setting.of_model(model) for model in models]
    most = 1 + max((value for one in ends for value in one.values() if isinstance(value, int)), default=0)
    least = list(itertools.islice(setting.assignments(most), _ASSIGNMENTS))
    yield from (one for one in least if any(_key(one) <= _key(end) for end in ends))
    yield from sorted((one for one in ends if one not in least), key=_key)


def _key(parameters: Parameters) -> tuple[Value, ...]:
    return tuple(parameters.values())


def _before(at: Sequence[tuple[Unknown, Linear]]) -> Iterator[Formula]:
    """That the parameters come before these values."""
    for place, (one, value) in enumerate(at):
        yield conj((*(equal(atom(other), same) for other, same in at[:place]), less(atom(one), value)))
