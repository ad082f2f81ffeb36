"""Which passes are judged by the values of single heaps, in place of the graph of all sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bouton.claims.passes import Pass
from bouton.claims.registry import KINDS
from bouton.core.errors import InputError
from bouton.core.logic.terms import Unreadable
from bouton.core.position import Position
from bouton.core.spec import Spec
from bouton.ground.box import CounterBox, Region
from bouton.ground.game import Game
from bouton.ground.layers import Layer
from bouton.ground.summands import Values, layers
from bouton.process.limits import Limits
from bouton.proof.heapcode import HeapValues, form, heap_values

ENGINE = "sum of heaps"
"""What is said to have judged such a pass."""

_SUMS = 32
"""From so many stones on a position that splits has more than 8000 positions below it."""


@dataclass(frozen=True)
class Solved:
    """The values of the heaps of a game that is their sum."""

    heaps: HeapValues

    def layers(self, item: Pass) -> Iterator[Layer]:
        """The layers of a pass; its moves are derived unless only values are spoken of."""
        moves = any(KINDS[claim.kind].proof != "period" for claim in item.claims)
        found = self.heaps
        yield from layers(item.game, item.region, item.predicates, found.values, found.ended, moves=moves)


def by_heaps(spec: Spec, item: Pass, limits: Limits) -> Solved | None:
    """The values by which a pass is judged, in normal play; None where it is judged as any other.

    Claims about periods are, wherever the game is seen to be the sum of its heaps; those about P-positions and values
    where moves split heaps so large that their sums are too many.
    """
    most = suits(item)
    if most is None:
        return None
    try:
        return Solved(heap_values(item.game.rules, spec.measure, item.parameters, most, limits))
    except (Unreadable, InputError):  # the rules may not be meant for positions that the box has not
        return None


def suits(item: Pass) -> int | None:
    """The greatest heap whose value is needed, where by the form of the rules a pass may be judged so."""
    if item.plays != ("normal",) or not all(KINDS[claim.kind].heaps for claim in item.claims):
        return None
    return _needed(item.game, item.region, always=all(KINDS[claim.kind].proof == "period" for claim in item.claims))


def lost_by_heaps(game: Game, region: Region, limits: Limits) -> Callable[[Position], bool] | None:
    """What says whether positions of a region are P in normal play, by the values of heaps, if these are used."""
    most = _needed(game, region)
    if most is None:
        return None
    try:
        values = Values(heap_values(game.rules, game.measure, game.parameters, most, limits).values)
    except (Unreadable, InputError):
        return None
    return lambda position: values[position] == 0


def _needed(game: Game, region: Region, *, always: bool = False) -> int | None:
    """The greatest heap of a region whose positions split into too many sums, or `always` where the rules say sums."""
    if len(game.fluents) != 1 or game.measure.predicates:
        return None
    (part,) = region.hull.parts
    sizes = part.values if isinstance(part, CounterBox) else part.sizes
    if not sizes or (isinstance(part, CounterBox) and game.counters[part.fluent.name].start != 0):
        return None
    try:
        more = form(game.rules)
    except Unreadable:
        return None
    largest = sizes[-1] if isinstance(part, CounterBox) else sizes[-1] * part.counts[-1]
    return sizes[-1] if always or (more > 0 and largest >= _SUMS) else None
