"""Claims about sums of heaps by programs: the rules say what is claimed, the values of the heaps what is true."""

from __future__ import annotations

import time
from collections.abc import Sequence

from bouton.claims.passes import Pass, obstacle, single
from bouton.claims.refutation import refuted
from bouton.claims.registry import KINDS
from bouton.compiled.endings import Endings
from bouton.compiled.judge import Compiled, ready, through
from bouton.compiled.prepare import of_sum
from bouton.compiled.summed import Summed
from bouton.compiled.validate import whole
from bouton.core.errors import Disagreement, Misfit, Unreadable
from bouton.core.news import Apart, Ended, Progress, Reached
from bouton.core.spec import Claim, Spec
from bouton.process.limits import Emit, Limits
from bouton.run.heaps import Layered


def compiled(limits: Limits | None, apart: Apart, seconds: float, language: str | None) -> Compiled:
    """The engine of all other programs."""
    return Compiled(limits, apart, seconds, language)


def judged(
    emit: Emit,
    spec: Spec,
    item: Pass,
    claim: Claim,
    known: tuple[Sequence[int], Sequence[bool]],
    layers_of: Layered,
) -> bool:
    """Judge a claim of normal play over a box; False where there is no program for it.

    `known` are the values of the heaps, and which have no move; `layers_of` gives the layers of positions, among which
    one fails, with all that is known of them. Disagreement where none does, or the values are not those of the moves
    that clingo derives.
    """
    started, size = time.monotonic(), item.region.size()
    if obstacle(claim) is not None or claim.strategy is not None:
        return False
    try:
        prepared = of_sum(spec, claim, item.game, item.region, Summed(*known))
        engine = ready(prepared)
    except (Unreadable, Misfit):
        return False

    def tell(part: float, reached: Reached | None) -> None:
        emit(Progress((claim.id,), int(part * size), size, reached=reached))

    count, moves, first = through(prepared, engine, tell)
    if first is None:
        seconds = time.monotonic() - started
        emit(Ended(claim.id, count, moves, seconds, None, engine.machine.name, engine.note, size))
        return True
    # the program goes by stones alone: the least failure is that of the layers with so many
    position = whole(prepared.space, *engine.machine.position(first))
    stones = prepared.space.measure.of(position)
    start = sum(prepared.space.of_total(())[: stones[0]])
    kind, alone = KINDS[claim.kind].judge(spec, claim, item.game), single(spec, item, claim)
    count = engine.run(0, start).judged
    every = item.region.layers(prepared.space.measure)
    for layer in layers_of(alone, next(one for one in every if prepared.space.measure.of(one[0]) == stones)):
        seen, finding = kind.judge(layer)
        if finding is not None:
            emit(refuted(alone, claim, count, layer, finding, started, engine.machine.name, engine.note))
            return True
        count += seen
    where = item.game.text(position)
    raise Disagreement(f"{claim.id}: compiled rules refute it at {where}, the values of heaps do not")


def backwards(limits: Limits) -> Endings:
    """What judges by programs that solve a game from its ends."""
    return Endings(limits)
