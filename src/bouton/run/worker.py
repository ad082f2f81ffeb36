"""One pass over a region for several claims at once, in a child process."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from math import inf
from typing import Literal, TypeAlias

from bouton.claims.kind import Judge
from bouton.claims.news import Apart, Doing, Judged, Reached, Surveyed, refuted
from bouton.claims.passes import WORTH, Pass, fits, obstacle, single, too_large
from bouton.claims.registry import KINDS
from bouton.compiled.fusion import fuse
from bouton.core.errors import InputError
from bouton.core.logic.terms import Unreadable
from bouton.core.spec import Claim, Spec
from bouton.ground.box import GroundBox
from bouton.ground.fused import Fused
from bouton.ground.game import Game
from bouton.ground.layers import BATCH, Fuse, NotFused, layers
from bouton.process.limits import Emit, Limits
from bouton.process.patience import patience
from bouton.run.heaps import ENGINE, Solved, by_heaps, suits

Engine: TypeAlias = Literal["auto", "compiled", "ground"]
_TELL = 0.05
"""Seconds from one word of progress to the next."""
_FIRST = 256
"""Layers of which each is told of: the one after any of them may take for ever."""
_AT_ONCE = 512
"""Positions that clingo solves at once in a first look: few enough to stop in time."""
_PART, _LEAST, _RATE = 1 / 3, 15.0, 2000
"""The part of the time limit that reading the rules symbolically may take; and where clingo could judge the box, how
many seconds are enough for a small one, and how many positions clingo judges in one more."""


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
    beside: bool = False,
) -> None:
    """Judge every claim of a pass over its region; emits `Judged`, `Doing`, and one `Surveyed` or `Parted` per claim.

    What `engine` leaves to clingo must fit into the memory of the limits; where clingo judges the pass `beside` this
    process, nothing more is done of it.
    """
    if engine == "auto" and (found := by_heaps(spec, item, limits or Limits())) is not None:
        _survey(emit, spec, item, lists=True, solved=found)
        return
    large = item.region.size() >= WORTH or (limits is not None and too_large(item.region, limits))
    if engine == "compiled" or (engine == "auto" and large):
        from bouton.compiled.judge import judge  # noqa: PLC0415 (a small check needs none of it)

        left = judge(emit, spec, item, apart, inf if engine == "compiled" else _patience(item, limits))
        if not left:
            return
        emit(Doing(f"clingo judges alone, as {left[0].reason}"))
        if beside:
            return
        if limits is not None and item.region.position is None:
            fits(left[0].claim.id, left[0].claim.place, item.region, item.parameters, limits, left[0].reason)
        claims = tuple(one.claim for one in left)
        item = single(spec, item, claims[0]) if len(claims) == 1 else replace(item, claims=claims)
    seconds = inf if limits is None else _PART * limits.seconds

    def fused(game: Game, box: GroundBox) -> Fused | None:
        try:
            with patience(seconds) if seconds < inf else nullcontext():
                return fuse(game, box)
        except Unreadable:
            return None

    try:
        _survey(emit, spec, item, item.lists, fused)
    except NotFused:
        _survey(emit, spec, item, lists=True)


def compiles(item: Pass, engine: Engine, limits: Limits) -> bool:
    """Whether a program is made for a pass, which clingo could judge too."""
    large = engine == "auto" and item.region.position is None and item.region.size() >= WORTH
    wanted = any(obstacle(claim) is None for claim in item.claims)
    return large and wanted and not too_large(item.region, limits) and suits(item) is None


def head(emit: Emit, spec: Spec, item: Pass, seconds: float) -> None:
    """Judge the least positions of a pass, for so long: `Judged`, and `Surveyed` of the claims that end.

    By clingo alone, in small steps, so that no claim waits for a counterexample that it finds at once. Where the rules
    are at fault nothing is said: `survey` comes to the same place, or never needs it.
    """
    if suits(item) is not None:
        return  # by the values of heaps it is judged at once
    with suppress(InputError):
        _survey(emit, spec, item, lists=True, most=_AT_ONCE, seconds=seconds)


def _patience(item: Pass, limits: Limits | None) -> float:
    """How long the rules may be read symbolically before clingo judges a box, where it can."""
    if limits is None:
        return inf
    part = _PART * limits.seconds
    return part if too_large(item.region, limits) else min(part, _LEAST + item.region.size() / _RATE)


def _survey(
    emit: Emit,
    spec: Spec,
    item: Pass,
    lists: bool,
    fuse: Fuse | None = None,
    most: int = BATCH,
    seconds: float = inf,
    solved: Solved | None = None,
) -> None:
    """Judge upward by clingo, or stop after so many seconds of processor time, saying no more."""
    started = told = time.monotonic()
    ends = time.process_time() + seconds
    tell_each = _FIRST if seconds == inf else 0  # what a first look does not come to is judged once more
    waiting = seen = 0
    reach: Mapping[str, tuple[int, int]] = {}
    kinds = [KINDS[claim.kind] for claim in item.claims]
    running = [
        _Running(claim, kind.judge(spec, claim, item.game), moves=claim.moveless)
        for claim, kind in zip(item.claims, kinds, strict=True)
    ]
    marks = [one.judge.mark for one in running if one.judge.mark is not None]
    asked = item.game, item.region, item.predicates, item.plays, marks
    if solved is None:
        coming, engine = layers(*asked, lists=lists, values=item.values, fuse=fuse, most=most), "clingo"
    else:
        coming, engine = solved.layers(item), ENGINE
    for number, layer in enumerate(coming):
        for one in list(running):
            count, finding = one.judge.judge(layer)
            one.moves = one.moves or not all(node.terminal for node in layer.nodes)
            if finding is not None:
                running.remove(one)
                emit(refuted(item, one.claim, one.positions, layer, finding, started, engine))
            one.positions += count
        if not running:
            return
        waiting, seen, reach = waiting + len(layer.nodes), seen + len(layer.nodes), layer.reach
        over = time.process_time() > ends
        if over or number < tell_each or time.monotonic() - told > _TELL:
            emit(Judged(waiting, Reached(seen, layer.nodes[0].measure)))
            waiting, told = 0, time.monotonic()
        if over and seen < item.region.size():
            return
    emit(Judged(waiting))
    for one in running:
        seconds = time.monotonic() - started
        emit(Surveyed(one.claim.id, one.positions, one.moves, seconds, None, engine, seen=seen, reach=reach))
