"""Small positions of any number of heaps, as clingo has them, held against what was read of the rules."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from bouton.claims.parts import MOVE, TERMINAL
from bouton.core.errors import Disagreement, InputError
from bouton.core.logic.expression import FALSE, TRUE, Formula, Unknown
from bouton.core.logic.formulas import disj
from bouton.core.logic.problem import Problem
from bouton.core.logic.terms import Unreadable
from bouton.core.position import Heaps, Parameters, Position, as_argument, named, one_list, sizes_of
from bouton.core.proof import claim_part
from bouton.ground.box import GroundBox, HeapBox, among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.proof.compared.comparison import Seen, allowed, assignments, numbers_of
from bouton.proof.compared.coverage import Models
from bouton.proof.compared.crowds import crowds
from bouton.proof.compared.near import Watch
from bouton.proof.compared.several import Compared, nearness
from bouton.proof.compared.spots import constants
from bouton.proof.goal import Goal
from bouton.proof.setting import Setting, ranged
from bouton.proof.theorem import Theorem
from bouton.rules.file import Signature

Nodes: TypeAlias = Callable[[Sequence[Position]], Iterator[Node]]
_MOVES = (("move", 1), ("after", 2))
_NEAR, _FAR = 60, 150
"""Positions near the numbers of the rules that are compared, and the most stones of one."""


@dataclass(frozen=True)
class Where:
    """What is compared: all positions of so many heaps and stones at most, and the far ones, at so many assignments."""

    heaps: int
    stones: int
    far: Sequence[tuple[int, ...]]
    assignments: int


class Checked(Protocol):
    """What was read, with numbers for its unknowns, to be held against positions as clingo has them."""

    def wrong(self, node: Node) -> Iterator[str]:
        """What is not as it was read at this position, in the words of the error: `the moves`, say."""

    def fails(self, node: Node) -> bool:
        """Whether a local condition of the claim fails by clingo alone."""


@dataclass(frozen=True)
class Read:
    """What a way has read of a claim: the way's name, the predicate that is claimed, and the problems `form`.

    These say that the rules say what they were read to say.
    """

    way: str
    claimed: Signature
    form: Sequence[Problem]
    checked: Callable[[Heaps, Mapping[Unknown, int], Mapping[Position, Node]], Checked]
    """Makes what is held against clingo of the unknown parameters' values, and of all positions with their options."""


def compared(goal: Goal, read: Read, where: Where) -> Iterator[Seen]:
    """Hold small positions against what was read, and the induction against them; Disagreement where they differ.

    Where they differ and an obligation says that the rules are not of the form that was read, nothing more is told;
    Unreadable where it is not known whether one does.
    """
    rules, setting = goal.rules, goal.setting
    fluent = one_list(rules.fluents)
    held = _Held(goal, read)
    box = GroundBox((HeapBox(fluent, range(where.heaps + 1), range(1, where.stones + 1)),))
    small = itertools.chain.from_iterable(box.layers(goal.spec.measure))
    places: list[Position] = [one for one in small if sum(sizes_of(one)) <= where.stones]
    places += [(fluent.canonical(heaps),) for heaps in where.far]
    try:
        for at, (parameters, _) in enumerate(itertools.islice(assignments(setting), where.assignments)):
            yield from held.at(parameters, places)
            if at == 0:
                yield from held.further(parameters, held.near(parameters))
        watch = Watch(rules, frozenset({read.claimed, *_MOVES}))
        theorem = Theorem(rules, goal.parameters, goal.here.counters, goal.spec.measure, goal.claim.play, ())
        yield from nearness(watch, theorem, setting, held.compared, held.further)
    except _OfOtherForm:
        return  # what the rules were read to say is not so, as an obligation will say


class _OfOtherForm(Exception):
    """The rules do not say what they were read to say."""


@dataclass(frozen=True)
class _Held:
    """What was read of a claim, and which positions were compared."""

    goal: Goal
    read: Read
    compared: Compared = field(default_factory=list)

    def near(self, parameters: Parameters) -> list[Position]:
        """Positions near the numbers of the rules."""
        fluent = one_list(self.goal.rules.fluents)
        values = (value for value in parameters.values() if isinstance(value, int))
        numbers = constants(self.goal.rules, {self.read.claimed, *_MOVES}, values)
        return [one for one in crowds(fluent, numbers, 4) if sum(sizes_of(one)) <= _FAR][:_NEAR]

    def further(self, parameters: Parameters, places: Sequence[Position]) -> Iterator[Seen]:
        """Further positions, as far as the rules are right there, and clingo's numbers large enough."""
        with suppress(InputError):
            yield from self.at(parameters, places, allowed)

    def at(
        self,
        parameters: Parameters,
        places: Sequence[Position],
        ask: Callable[[Nodes, Sequence[Position]], Iterator[Node]] | None = None,
    ) -> Iterator[Seen]:
        """Compare these positions."""
        if not places:
            return
        fluent = one_list(self.goal.rules.fluents)
        wanted, rules = {self.read.claimed}, self.goal.rules
        game = Game(rules, self.goal.spec.measure, parameters, {})
        grounder = Grounder(game, game.program(among(game.fluents, tuple(places)).hull, {*wanted, *_MOVES}), wanted)
        found = grounder.nodes(places) if ask is None else ask(grounder.nodes, places)
        nodes = {node.position: node for node in found}
        further = sorted({move.to for node in nodes.values() for move in node.moves} - nodes.keys())
        options = grounder.nodes(further) if ask is None else ask(grounder.nodes, further)
        every = nodes | {node.position: node for node in options}
        checked = self.read.checked(fluent, numbers_of(self.goal.here.parameters, parameters), every)
        for node in nodes.values():
            wrong = next(checked.wrong(node), None)
            if wrong is not None and not _has_form(self.read.form, self.goal.setting):
                raise _OfOtherForm
            if wrong is not None:
                at = as_argument(parameters, named(rules.fluents, node.position))
                raise Disagreement(f"{wrong} at {at} differ between the {self.read.way} and clingo")
        self.compared.append((game, list(nodes)))
        failing = next((node for node in nodes.values() if checked.fails(node)), None)
        at_ = None if failing is None else as_argument(parameters, named(rules.fluents, failing.position))
        met = {TERMINAL if node.terminal else MOVE for node in nodes.values()} | {claim_part(self.goal.claim.id)}
        yield Seen(len(nodes), frozenset(met), at_)


def _has_form(form: Iterable[Problem], setting: Setting) -> bool:
    """Whether the rules say what they were read to say, so that clingo must say it too."""
    wrong = disj(one for problem in form for one in problem.assertions if isinstance(one, Formula))
    if wrong in (FALSE, TRUE):
        return wrong is FALSE
    model = Models((wrong, *ranged(setting).facts)).some
    if model is not None and not model:
        raise Unreadable("it is not known whether the rules say what they were read to say")
    return model is None
