"""The engine that judges by the values of single heaps, in place of the graph of all sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bouton.claims.passes import Pass
from bouton.claims.registry import KINDS
from bouton.core.errors import InputError
from bouton.core.logic.terms import Unreadable
from bouton.core.news import Left
from bouton.core.spec import Spec
from bouton.ground.box import CounterBox
from bouton.ground.summands import layers
from bouton.process.limits import Emit, Limits
from bouton.proof.heapcode import form, heap_values
from bouton.run.ground import upward

ENGINE = "sum of heaps"
"""What is said to have judged such a pass."""

_SUMS = 32
"""From so many stones on a position that splits has more than 8000 positions below it."""


@dataclass(frozen=True)
class ByHeaps:
    """Judges in normal play, by the values of heaps: all claims of a pass, or none.

    Claims about periods it judges wherever the game is seen to be the sum of its heaps; those about P-positions and
    values where moves split heaps so large that their sums are too many.
    """

    limits: Limits

    def judge(self, emit: Emit, spec: Spec, item: Pass) -> Sequence[Left]:
        """Judge the claims; they are all left where the game is not known to be a sum of such heaps."""
        most = suits(item)
        if most is None:
            return _left(item, "they are no claims about large sums of heaps")
        try:
            found = heap_values(item.game.rules, spec.measure, item.parameters, most, self.limits)
        except (Unreadable, InputError) as error:  # the rules may not be meant for positions that the box has not
            return _left(item, str(error))
        # moves are derived unless only values are spoken of
        moves = any(KINDS[claim.kind].proof != "period" for claim in item.claims)
        asked = item.game, item.region, item.predicates, found.values, found.ended
        upward(emit, spec, item, lambda _marks: layers(*asked, moves=moves), ENGINE)
        return ()


def _left(item: Pass, reason: str) -> Sequence[Left]:
    return [Left(claim.id, reason) for claim in item.claims]


def suits(item: Pass) -> int | None:
    """The greatest heap whose value is needed, where by the form of the rules a pass may be judged so."""
    by_values = all(KINDS[claim.kind].heaps for claim in item.claims)
    if item.plays != ("normal",) or not by_values or len(item.game.fluents) != 1 or item.game.measure.predicates:
        return None
    (part,) = item.region.hull.parts
    sizes = part.values if isinstance(part, CounterBox) else part.sizes
    if not sizes or (isinstance(part, CounterBox) and item.game.counters[part.fluent.name].start != 0):
        return None
    try:
        more = form(item.game.rules)
    except Unreadable:
        return None
    largest = sizes[-1] if isinstance(part, CounterBox) else sizes[-1] * part.counts[-1]
    periods = all(KINDS[claim.kind].proof == "period" for claim in item.claims)
    return sizes[-1] if periods or (more > 0 and largest >= _SUMS) else None
