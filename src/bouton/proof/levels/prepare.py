"""What is to be solved for a claim about any number of heaps, and its reading held against clingo."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import TypeGuard

from bouton.core.logic.expression import Formula, Unknown
from bouton.core.logic.terms import Unreadable
from bouton.core.position import Heaps, Measure, Position, Value, as_argument, named
from bouton.core.spec import Spec
from bouton.ground.box import GroundBox, HeapBox, among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.proof.comparison import Seen, assignments, looked_at, met_by, numbers_of
from bouton.proof.levels.depth import deep_enough
from bouton.proof.levels.reading import LevelReading
from bouton.proof.levels.validate import crowds, positions, validate
from bouton.proof.said import Said
from bouton.proof.setting import Setting
from bouton.proof.spots import constants
from bouton.proof.theorem import Theorem
from bouton.reading.levels.game import heaps_of
from bouton.rules.file import Rules

_HEAPS, _SIZES = 5, 4
"""Every position of so many heaps at most, each of so many stones at most, is compared."""


def read(theorem: Theorem, facts: tuple[Formula, ...], measure: Measure) -> LevelReading:
    """The theorem for any number of heaps; Unreadable where levels do not reach."""
    if theorem.winners or theorem.values:
        raise Unreadable("any number of heaps at once: only for claims of kind p-positions")
    if measure.entries != ("stones",):
        raise Unreadable("any number of heaps at once: only where the measure is the stones")
    heaps_of(theorem.rules)
    return deep_enough(theorem, facts)


def compared(
    spec: Spec, rules: Rules, setting: Setting, unknowns: Mapping[str, Unknown], reading: LevelReading
) -> Iterator[Seen]:
    """Hold the reading against clingo, for small and some greater values of unknown parameters."""
    fluent = heaps_of(rules)
    wanted = frozenset(reading.theorem.wanted)
    for number, (parameters, least) in enumerate(assignments(setting)):
        game = Game(rules, spec.measure, parameters, {})
        numbers = constants(rules, wanted | {("move", 1), ("after", 2)}, filter(_is_number, parameters.values()))
        # where parameters are greater there may be far more moves from a position
        more = () if not least else positions(fluent) if number else [*positions(fluent), *crowds(fluent, numbers)]
        places = list(dict.fromkeys([*_small(fluent, spec.measure), *more]))
        hull = among(game.fluents, tuple(places)).hull
        grounder = Grounder(game, game.program(hull, wanted | {("move", 1), ("after", 2)}), wanted)
        nodes = list(grounder.nodes(places))
        known = {node.position: node for node in nodes}
        options = {move.to: None for node in nodes for move in looked_at(node) if move.to not in known}
        known |= {node.position: node for node in grounder.nodes(options)}
        said = Said(reading.theorem, known)
        count = validate(reading, nodes, numbers_of(unknowns, parameters), said)
        failing = next((node for node in nodes if _fails(reading, said, node)), None)
        where = None if failing is None else as_argument(parameters, named(game.fluents, failing.position))
        yield Seen(count, frozenset(met_by(said, nodes)), where)


def _fails(reading: LevelReading, said: Said, node: Node) -> bool:
    """Whether a local condition fails by clingo alone, where all options are known."""
    if reading.theorem.alone:
        return any(not node.holds(member.iff) for member in said.covering(node))
    return all(move.to in said.nodes for move in node.moves) and said.failing(node) is not None


def _is_number(value: Value) -> TypeGuard[int]:
    return isinstance(value, int)


def _small(fluent: Heaps, measure: Measure) -> Iterator[Position]:
    box = GroundBox((HeapBox(fluent, range(_HEAPS + 1), range(1, _SIZES + 1)),))
    return itertools.chain.from_iterable(box.layers(measure))
