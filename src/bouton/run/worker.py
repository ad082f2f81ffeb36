"""One pass over a region for several claims at once, in a child process."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from bouton.claims.kind import Judge
from bouton.claims.news import Apart, Judged, Surveyed, refuted
from bouton.claims.passes import WORTH, Pass, fits, single, too_large
from bouton.claims.registry import KINDS
from bouton.compiled.fusion import fuse
from bouton.core.spec import Claim, Spec
from bouton.ground.layers import NotFused, layers
from bouton.process.limits import Emit, Limits

Engine: TypeAlias = Literal["auto", "compiled", "ground"]
_TELL = 0.05
"""Seconds from one word of progress to the next."""


@dataclass
class _Running:
    claim: Claim
    judge: Judge
    positions: int = 0
    moves: bool = False


def survey(
    emit: Emit,
    spec: Spec,
    item: Pass,
    engine: Engine = "ground",
    limits: Limits | None = None,
    apart: Apart = "never",
) -> None:
    """Judge every claim of a pass over its region; emits `Judged` and one `Surveyed` or `Parted` per claim.

    What `engine` leaves to clingo must fit into the memory of the limits.
    """
    large = item.region.size() >= WORTH or (limits is not None and too_large(item.region, limits))
    if engine == "compiled" or (engine == "auto" and large):
        from bouton.compiled.judge import judge  # noqa: PLC0415 (a small check needs none of it)

        left = judge(emit, spec, item, apart)
        if not left:
            return
        if limits is not None and item.region.position is None:
            fits(left[0].claim.id, left[0].claim.place, item.region, item.parameters, limits, left[0].reason)
        claims = tuple(one.claim for one in left)
        item = single(spec, item, claims[0]) if len(claims) == 1 else replace(item, claims=claims)
    try:
        _survey(emit, spec, item, item.lists)
    except NotFused:
        _survey(emit, spec, item, lists=True)


def _survey(emit: Emit, spec: Spec, item: Pass, lists: bool) -> None:
    started = told = time.monotonic()
    waiting = seen = 0
    kinds = [KINDS[claim.kind] for claim in item.claims]
    running = [
        _Running(claim, kind.judge(spec, claim, item.game), moves=claim.moveless)
        for claim, kind in zip(item.claims, kinds, strict=True)
    ]
    marks = [one.judge.mark for one in running if one.judge.mark is not None]
    asked = item.game, item.region, item.predicates, item.plays, marks
    for layer in layers(*asked, lists=lists, values=item.values, fuse=fuse):
        for one in list(running):
            count, finding = one.judge.judge(layer)
            one.moves = one.moves or not all(node.terminal for node in layer.nodes)
            if finding is not None:
                running.remove(one)
                emit(refuted(item, one.claim, one.positions, layer, finding, started))
            one.positions += count
        if not running:
            return
        waiting, seen = waiting + len(layer.nodes), seen + len(layer.nodes)
        if time.monotonic() - told > _TELL:
            emit(Judged(waiting))
            waiting, told = 0, time.monotonic()
    emit(Judged(waiting))
    for one in running:
        emit(Surveyed(one.claim.id, one.positions, one.moves, time.monotonic() - started, None, seen=seen))
