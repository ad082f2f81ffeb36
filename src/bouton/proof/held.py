"""Small positions of any number of heaps, as clingo has them, held against what was read of the rules."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bouton.claims.parts import MOVE, TERMINAL
from bouton.core.errors import Disagreement
from bouton.core.logic.expression import FALSE, TRUE, Formula, Unknown
from bouton.core.logic.formulas import disj
from bouton.core.logic.problem import Problem
from bouton.core.logic.terms import Unreadable
from bouton.core.position import Heaps, Position, as_argument, named
from bouton.core.proof import claim_part
from bouton.core.spec import Claim, Spec
from bouton.ground.box import GroundBox, HeapBox, among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.proof.comparison import Seen, assignments, numbers_of
from bouton.proof.coverage import Models
from bouton.proof.setting import Setting, ranged
from bouton.rules.file import Rules, Signature

_MOVES = (("move", 1), ("after", 2))


@dataclass(frozen=True)
class Where:
    """Every position of so many heaps at most, and so many stones in all, some far ones, at so many assignments."""

    heaps: int
    stones: int
    far: Sequence[tuple[int, ...]]
    assignments: int


class Checked(Protocol):
    """What was read, at numbers, to be held against positions as clingo has them."""

    def wrong(self, node: Node) -> Iterator[str]:
        """What is not as it was read."""

    def fails(self, node: Node) -> bool:
        """Whether a local condition of the claim fails by clingo alone."""


@dataclass(frozen=True)
class Read:
    """What was read of a claim: how, what it asks clingo for, and the problems that say that the rules say that."""

    way: str
    claimed: Signature
    form: Sequence[Problem]
    checked: Callable[[Heaps, Mapping[Unknown, int], Mapping[Position, Node]], Checked]
    """By the values of the unknown parameters, and all positions with their options."""


def compared(
    spec: Spec,
    claim: Claim,
    rules: Rules,
    setting: Setting,
    unknowns: Mapping[str, Unknown],
    read: Read,
    where: Where,
) -> Iterator[Seen]:
    """Hold small positions against what was read, and the induction against them; Disagreement where they differ.

    Nothing more is told where they differ and an obligation will say that the rules are not what they were read to be;
    Unreadable where it is not known whether one will.
    """
    (fluent,) = rules.fluents
    assert isinstance(fluent, Heaps)
    box = GroundBox((HeapBox(fluent, range(where.heaps + 1), range(1, where.stones + 1)),))
    small = itertools.chain.from_iterable(box.layers(spec.measure))
    places: list[Position] = [one for one in small if sum(heaps_of(one)) <= where.stones]
    places += [(fluent.canonical(heaps),) for heaps in where.far]
    wanted = {read.claimed}
    for parameters, _ in itertools.islice(assignments(setting), where.assignments):
        game = Game(rules, spec.measure, parameters, {})
        grounder = Grounder(game, game.program(among(game.fluents, tuple(places)).hull, {*wanted, *_MOVES}), wanted)
        nodes = {node.position: node for node in grounder.nodes(places)}
        further = {move.to for node in nodes.values() for move in node.moves} - nodes.keys()
        every = nodes | {node.position: node for node in grounder.nodes(sorted(further))}
        checked = read.checked(fluent, numbers_of(unknowns, parameters), every)
        for node in nodes.values():
            wrong = next(checked.wrong(node), None)
            if wrong is not None and not _has_form(read.form, setting):
                return  # what the rules were read to say is not so, as an obligation will say
            if wrong is not None:
                at = as_argument(parameters, named(rules.fluents, node.position))
                raise Disagreement(f"{wrong} at {at} differ between the {read.way} and clingo")
        failing = next((node for node in nodes.values() if checked.fails(node)), None)
        at_ = None if failing is None else as_argument(parameters, named(rules.fluents, failing.position))
        met = {TERMINAL if node.terminal else MOVE for node in nodes.values()} | {claim_part(claim.id)}
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


def heaps_of(position: Position) -> tuple[int, ...]:
    """The sizes, where heaps are all that there is."""
    (heaps,) = position
    assert isinstance(heaps, tuple)
    return heaps
