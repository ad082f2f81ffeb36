"""What is to be solved for a claim about any number of heaps, and its reading held against clingo."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from bouton.ground.box import GroundBox, HeapBox
from bouton.ground.game import Game
from bouton.ground.graph import Grounder
from bouton.language.rules import Rules
from bouton.position import Measure, Position
from bouton.spec.model import Spec
from bouton.symbolic.expression import Formula, Unknown
from bouton.symbolic.levels.depth import deep_enough
from bouton.symbolic.levels.game import heaps_of
from bouton.symbolic.levels.reading import LevelReading
from bouton.symbolic.levels.validate import LARGEST, MOST_HEAPS, positions, validate
from bouton.symbolic.setting import Setting
from bouton.symbolic.terms import Unreadable
from bouton.symbolic.theorem import Theorem

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
    spec: Spec, rules: Rules, setting: Setting, unknowns: Mapping[str, Unknown], reading: LevelReading, steps: int
) -> Iterator[tuple[int, bool]]:
    """Hold the reading against clingo, for the least values of unknown parameters: positions, and whether any moves."""
    fluent = heaps_of(rules)
    for parameters in setting.assignments(steps):
        game = Game(rules, spec.measure, parameters, {})
        small = GroundBox((HeapBox(fluent, range(_HEAPS + 1), range(1, _SIZES + 1)),))
        large = GroundBox((HeapBox(fluent, range(MOST_HEAPS + 1), range(1, LARGEST + 1)),))
        wanted = frozenset(reading.theorem.wanted)
        grounder = Grounder(game, game.program(large, wanted | {("move", 1), ("after", 2)}), wanted)
        every: Iterator[Position] = itertools.chain.from_iterable(small.layers(spec.measure))
        nodes = list(grounder.nodes(itertools.chain(every, positions(fluent))))
        here = {one: value for name, one in unknowns.items() if isinstance(value := parameters[name], int)}
        yield validate(reading, nodes, here), any(not node.terminal for node in nodes)
