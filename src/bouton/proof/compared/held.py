"""Small positions of any number of heaps, as clingo has them, held against what was read of the rules."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from bouton.claims.parts import MOVE, TERMINAL
from bouton.core.errors import Disagreement, InputError, Unreadable
from bouton.core.logic.expression import FALSE, TRUE, Formula, Unknown
from bouton.core.logic.formulas import disj
from bouton.core.logic.problem import Problem
from bouton.core.position import Heaps, Parameters, Position, one_list, sizes_of
from bouton.core.proof import claim_part
from bouton.core.spec import Claim
from bouton.ground.box import GroundBox, HeapBox, among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.proof.compared.comparison import Seen, allowed, assignments, numbers_of, place_of
from bouton.proof.compared.coverage import Models
from bouton.proof.compared.crowds import crowds
from bouton.proof.compared.near import GUESSED, Watch
from bouton.proof.compared.spots import constants
from bouton.proof.goal import Goal
from bouton.proof.setting import Setting, ranged
from bouton.proof.theorem import Theorem
from bouton.rules.file import MOVES, Signature


@dataclass(frozen=True)
class Where:
    """What is compared: all positions of so many heaps and stones at most, and the far ones, at so many assignments.

    `near` says how many positions near the numbers of the rules, and of how many stones at most.
    """

    heaps: int
    stones: int
    far: Sequence[tuple[int, ...]]
    assignments: int
    largest: int | None = None
    """The most stones of a heap, if it is not all of them."""
    near: tuple[int, int] = (60, 150)

    @property
    def size(self) -> int:
        """The greatest heap of a small position."""
        return self.largest or self.stones


@dataclass(frozen=True)
class Checked(ABC):
    """What was read of a claim, with numbers for its unknowns, to be held against positions as clingo has them."""

    claim: Claim
    fluent: Heaps

    @abstractmethod
    def wrong(self, node: Node) -> Iterator[str]:
        """What is not as it was read at this position, in the words of the error: `the moves`, say."""

    @abstractmethod
    def fails(self, node: Node) -> bool:
        """Whether a local condition of the claim fails by clingo alone."""

    def met(self, node: Node) -> Iterator[str]:
        """The hypotheses of the claim that the position meets."""
        yield TERMINAL if node.terminal else MOVE
        yield claim_part(self.claim.id)


@dataclass(frozen=True)
class ReadForm:
    """What a way has read of a claim: by what, in words, the predicates that are compared, and the problems `form`.

    These say that the rules say what they were read to say.
    """

    way: str
    wanted: frozenset[Signature]
    checked: Callable[[Mapping[Unknown, int], Mapping[Position, Node]], Checked]
    """Makes what is held against clingo of the unknown parameters' values, and of all positions with their options."""
    form: Sequence[Problem] = ()
    of_heaps: bool = False
    """Whether further out a position is held against its heaps, each by itself, and not against its options."""


def compared(goal: Goal, read: ReadForm, where: Where) -> Iterator[Seen]:
    """Hold small positions against what was read, and the induction against them; Disagreement where they differ.

    Where they differ and an obligation says that the rules are not of the form that was read, nothing more is told;
    Unreadable where it is not known whether one does.
    """
    rules, setting = goal.rules, goal.setting
    fluent = one_list(rules.fluents)
    held = _Held(goal, read, where)
    box = GroundBox((HeapBox(fluent, range(where.heaps + 1), range(1, where.size + 1)),))
    small = itertools.chain.from_iterable(box.layers(goal.spec.measure))
    places: list[Position] = [one for one in small if sum(sizes_of(one)) <= where.stones]
    places += [(fluent.canonical(heaps),) for heaps in where.far]
    try:
        for at, (parameters, _) in enumerate(itertools.islice(assignments(setting), where.assignments)):
            yield from held.at(parameters, places)
            if at == 0:
                yield from held.further(parameters, held.near(parameters))
        watch = Watch(rules, read.wanted | MOVES)
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
    read: ReadForm
    where: Where
    compared: Compared = field(default_factory=list)

    def near(self, parameters: Parameters) -> list[Position]:
        """Positions near the numbers of the rules."""
        values = (value for value in parameters.values() if isinstance(value, int))
        numbers = constants(self.goal.rules, self.read.wanted | MOVES, values)
        count, most = self.where.near
        found = crowds(one_list(self.goal.rules.fluents), numbers, 4)
        return [one for one in found if sum(sizes_of(one)) <= most][:count]

    def further(self, parameters: Parameters, places: Sequence[Position]) -> Iterator[Seen]:
        """Further positions, as far as the rules are right there, and clingo's numbers large enough."""
        heaps = {((size,),): None for one in places for size in sizes_of(one)} if self.read.of_heaps else {}
        with suppress(InputError):
            yield from self.at(parameters, [*dict.fromkeys([*heaps, *places])], far=True)

    def at(self, parameters: Parameters, places: Sequence[Position], *, far: bool = False) -> Iterator[Seen]:
        """Compare these positions; of those that are `far` out the rules need not be right at all."""
        if not places:
            return
        game = Game(self.goal.rules, self.goal.spec.measure, parameters, {})
        grounder = Grounder.of(game, among(game.fluents, tuple(places)).hull, self.read.wanted)

        def known(several: Sequence[Position]) -> dict[Position, Node]:
            return {one.position: one for one in (allowed(grounder.nodes, several) if far else grounder.nodes(several))}

        nodes = known(places)
        every = dict(nodes)
        if self.read.of_heaps and far:
            nodes = {at: node for at, node in nodes.items() if all(((size,),) in every for size in sizes_of(at))}
        else:
            further = sorted({move.to for node in nodes.values() for move in node.moves} - nodes.keys())
            every |= known(further)
        checked = self.read.checked(numbers_of(self.goal.here.parameters, parameters), every)
        for node in nodes.values():
            wrong = next(checked.wrong(node), None)
            if wrong is not None and not _has_form(self.read.form, self.goal.setting):
                raise _OfOtherForm
            if wrong is not None:
                raise Disagreement(f"{wrong} at {place_of(game, node)} differ between the {self.read.way} and clingo")
        self.compared.append((game, list(nodes)))
        failing = next((node for node in nodes.values() if checked.fails(node)), None)
        yield Seen(
            len(nodes), frozenset(one for node in nodes.values() for one in checked.met(node)), place_of(game, failing)
        )


def _has_form(form: Iterable[Problem], setting: Setting) -> bool:
    """Whether the rules say what they were read to say, so that clingo must say it too."""
    wrong = disj(one for problem in form for one in problem.assertions if isinstance(one, Formula))
    if wrong in (FALSE, TRUE):
        return wrong is FALSE
    model = Models((wrong, *ranged(setting).facts)).some
    if model is not None and not model:
        raise Unreadable("it is not known whether the rules say what they were read to say")
    return model is None


# ---------------------------------------------------------------------------------------------------------- how near


_COUNTS = (1, 2, 3, 4)
"""Numbers of heaps at which positions are looked for."""

Compared: TypeAlias = list[tuple[Game, Sequence[Position]]]
"""Positions that were compared, with their game."""
Further: TypeAlias = Callable[[Parameters, Sequence[Position]], Iterator[Seen]]
"""Compares further positions, and notes which."""


def nearness(watch: Watch, theorem: Theorem, setting: Setting, compared: Compared, further: Further) -> Iterator[Seen]:
    """How near all that was compared came to each number, after some more positions where it came not near.

    That positions of few heaps lack a side shows nothing of more heaps, unless its number is 3 or less, which they
    reach.
    """
    seen = 0

    def observe() -> None:
        nonlocal seen
        for game, places in compared[seen:]:
            watch.observe(game, places)
        seen = len(compared)

    for count in (0, *_COUNTS):
        observe()
        if not compared or not watch.one_sided:
            break
        if count:
            for values, several in watch.sought(theorem, (count,), ranged(setting)).items():
                yield from further({**setting.parameters, **dict(values)}, several)
            for most in GUESSED:
                observe()
                if guessed := watch.guessed((count,), most):
                    yield from further(setting.parameters, guessed)
    observe()
    few, named = max(_COUNTS) - 1, dict(watch.rules.constants)  # a parameter is as small as the values that are tried
    far = {side for side in watch.one_sided if any(named.get(one.name, one.value) > few for one in side.numbers)}
    watch.doubted(far)
    yield Seen(0, frozenset(), near=replace(watch.nearness, of="several"))
