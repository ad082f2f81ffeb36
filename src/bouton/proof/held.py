"""Small positions, at which what was read form by form is held against clingo, with the move that a proof makes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bouton.claims.parts import MOVE, TERMINAL, claim_part
from bouton.core.errors import Disagreement
from bouton.core.logic.expression import Formula, Unknown
from bouton.core.logic.formulas import disj
from bouton.core.logic.problem import Problem
from bouton.core.position import Heaps, Position, as_argument, named
from bouton.core.spec import Claim, Spec
from bouton.ground.box import GroundBox, HeapBox, among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.proof.comparison import Seen, assignments, numbers_of
from bouton.proof.coverage import Models
from bouton.proof.setting import Setting, ranged
from bouton.rules.file import Rules

_MOVES = (("move", 1), ("after", 2))


class Checked(Protocol):
    """What was read, to be held against positions as clingo has them."""

    def wrong(self, node: Node) -> Iterator[str]:
        """What is not as it was read."""

    def fails(self, node: Node) -> bool:
        """Whether a local condition of the claim fails by clingo alone."""


@dataclass(frozen=True)
class Small:
    """Every position of so many heaps at most and so many stones in all, and `far` ones; at so many assignments."""

    heaps: int
    stones: int
    far: Sequence[tuple[int, ...]]
    assignments: int


@dataclass(frozen=True)
class Held:
    """What is held against clingo: its name, how it is said at numbers, and what is to be solved of its form."""

    name: str
    at: Callable[[Heaps, Mapping[Unknown, int], Mapping[Position, bool]], Checked]
    form: Callable[[], Iterator[Problem]]


def compared(
    spec: Spec, claim: Claim, rules: Rules, setting: Setting, unknowns: Mapping[str, Unknown], held: Held, small: Small
) -> Iterator[Seen]:
    """Hold small positions against what was read, and the proof against them; Disagreement where they differ."""
    (fluent,) = rules.fluents
    assert isinstance(fluent, Heaps)
    wanted = {(claim.iff or "", 0)}
    box = GroundBox((HeapBox(fluent, range(small.heaps + 1), range(1, small.stones + 1)),))
    every = itertools.chain.from_iterable(box.layers(spec.measure))
    places: list[Position] = [one for one in every if sum(heaps_of(one)) <= small.stones]
    places += [(fluent.canonical(heaps),) for heaps in small.far]
    for parameters, _ in itertools.islice(assignments(setting), small.assignments):
        game = Game(rules, spec.measure, parameters, {})
        grounder = Grounder(game, game.program(among(game.fluents, tuple(places)).hull, {*wanted, *_MOVES}), wanted)
        nodes = {node.position: node for node in grounder.nodes(places)}
        further = {move.to for node in nodes.values() for move in node.moves} - nodes.keys()
        claimed = {at: node.holds(claim.iff or "") for at, node in nodes.items()}
        claimed |= {node.position: node.holds(claim.iff or "") for node in grounder.nodes(sorted(further))}
        checked = held.at(fluent, numbers_of(unknowns, parameters), claimed)
        for node in nodes.values():
            wrong = next(checked.wrong(node), None)
            if wrong is not None and not _has_form(held, setting):
                return  # what the rules were read to say is not so, as an obligation will say
            if wrong is not None:
                at = as_argument(parameters, named(rules.fluents, node.position))
                raise Disagreement(f"{wrong} at {at} differ between {held.name} and clingo")
        failing = next((node for node in nodes.values() if checked.fails(node)), None)
        where = None if failing is None else as_argument(parameters, named(rules.fluents, failing.position))
        met = {TERMINAL if node.terminal else MOVE for node in nodes.values()} | {claim_part(claim.id)}
        yield Seen(len(nodes), frozenset(met), where)


def _has_form(held: Held, setting: Setting) -> bool:
    """Whether the rules say what they were read to say, so that clingo must say it too."""
    wrong = disj(one for problem in held.form() for one in problem.assertions if isinstance(one, Formula))
    return Models((wrong, *ranged(setting).facts)).some is None


def heaps_of(position: Position) -> tuple[int, ...]:
    """The heaps of a position that has these alone."""
    (heaps,) = position
    assert isinstance(heaps, tuple)
    return heaps
