"""A game that is solved once for many claims: what is asked of it after that is only what their predicates say.

Rules that differ in what no move, side or winner rests on are those of one game: its graph, its kernel and its values
are the same, and the rows of a predicate are ground by its own rules alone.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from bouton.core.tuning import TUNING, GroundTuning
from bouton.ground.graph import Grounder
from bouton.ground.layers import Layer, LayerBatch, Mark, Sought, graphs, outputs
from bouton.rules.depend import closure
from bouton.rules.file import MOVES, Rules
from bouton.rules.mirror import of_node
from bouton.rules.syntax import defines


@dataclass(frozen=True)
class SolvedOnce:
    """The graphs of games over regions that are solved to their end, each by what makes it the same one."""

    tuning: GroundTuning = field(default_factory=lambda: replace(TUNING.ground, batch=_AT_ONCE))
    _known: dict[Hashable, Sequence[LayerBatch]] = field(default_factory=dict)

    def solve(self, sought: Sought, seconds: float = inf) -> bool:
        """Solve a region and keep it; whether that was done within so many seconds of processor time.

        Nothing is kept where the rules say what a measure is: what else they derive may change that.
        """
        if sought.game.measure.predicates:
            return True
        ends, batches = time.process_time() + seconds, list[LayerBatch]()
        for batch in graphs(replace(sought, wanted=frozenset()), self.tuning):
            batches.append(batch)
            if time.process_time() > ends:
                return False
        self._known[_key(sought)] = batches
        return True

    def __reduce__(self) -> tuple[type[SolvedOnce], tuple[GroundTuning]]:
        """Elsewhere nothing is known: terms mean something in this process alone, and in those forked from it."""
        return SolvedOnce, (self.tuning,)

    def layers(self, sought: Sought, marks: Sequence[Mark] = ()) -> Iterator[Layer]:
        """What `bouton.ground.layers.layers` yields, with nothing solved anew of what is known."""
        known = self._known.get(_key(sought))
        if known is None or sought.game.measure.predicates:
            batches = graphs(sought, self.tuning)
        else:
            batches = _asked(sought, known)
        for batch in batches:
            yield from batch.told(marks)


_AT_ONCE = 512
"""Positions that are solved, or asked, at once: most claims that fail do so early."""


def _asked(sought: Sought, known: Sequence[LayerBatch]) -> Iterator[LayerBatch]:
    """The batches with the rows of these predicates."""
    signatures = {*sought.wanted, *outputs(sought.game.rules)} - MOVES
    grounder = Grounder(sought.game, sought.game.program(sought.region.hull, signatures), signatures)
    for batch in known:
        positions = list(batch.nodes)
        yield batch.with_rows(dict(zip(positions, grounder.rows(positions), strict=True)))


def _key(sought: Sought) -> Hashable:
    """What is the same of two games wherever all of their graphs, outcomes and values are."""
    game = sought.game
    given = tuple(sorted(game.parameters.items())), tuple(sorted((n, r) for n, r in game.counters.items()))
    about = _text(game.rules), game.fluents, game.measure.entries, game.open, game.room
    return about, given, sought.region, tuple(sought.plays), sought.values


@of_node(16)
def _text(rules: Rules) -> str:
    """The rules that the game rests on, and the constants."""
    kept = closure(rules.playing, rules.statements)
    constants = [f"#const {name}={value}." for name, value in rules.constants]
    return "\n".join([*constants, *(str(rule) for rule in rules.statements if defines(rule) in kept)])
