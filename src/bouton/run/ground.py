"""The ground engine: clingo solves the positions of a pass layer by layer, and the judges look at each layer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from math import inf

from bouton.claims.judge import Judge
from bouton.claims.passes import Pass
from bouton.claims.refutation import refuted
from bouton.claims.registry import kind_of
from bouton.core.errors import InputError, Unreadable
from bouton.core.news import Ended, Left, Progress, Reached
from bouton.core.spec import Claim, Spec
from bouton.core.tuning import TUNING, GroundTuning
from bouton.ground.box import GroundBox
from bouton.ground.fused import Fused
from bouton.ground.game import Game
from bouton.ground.layers import Layer, Mark, NotFused, layers
from bouton.process.guard import patience
from bouton.process.limits import Emit

_TELL = 0.05
"""Seconds from one word of progress to the next."""
_FIRST = 256
"""Layers of which each is told of: the one after any of them may take for ever."""
_AT_ONCE = 512
"""Positions that clingo solves at once in a first look: few enough to stop in time."""


@dataclass(frozen=True)
class Ground:
    """Judges every claim; the rules of a large box are read symbolically for so many seconds, to solve it faster."""

    seconds: float = inf
    tuning: GroundTuning = TUNING.ground

    def judge(self, emit: Emit, spec: Spec, item: Pass) -> Sequence[Left]:
        """Judge every claim of the pass."""

        def fused(game: Game, box: GroundBox) -> Fused | None:
            from bouton.compiled.fusion import fuse  # noqa: PLC0415 (a small box needs none of it)

            try:
                with patience(self.seconds) if self.seconds < inf else nullcontext():
                    return fuse(game, box)
            except Unreadable:
                return None

        try:
            solved = partial(layers, item.sought, lists=item.lists, fuse=fused, tuning=self.tuning)
            upward(emit, spec, item, solved, "clingo")
        except NotFused:
            upward(emit, spec, item, partial(layers, item.sought, tuning=self.tuning), "clingo")
        return ()


def head(emit: Emit, spec: Spec, item: Pass, seconds: float, whole: float = 0.0) -> float:
    """Judge the least positions of a pass, for so long: `Progress`, and `Ended` of the claims that end.

    The seconds that the others would take: 0 where all are judged.

    All of them, while the rest is seen to take no longer than `whole`: what is broken off is begun anew by others.

    By clingo alone, in small steps, so that no claim waits for a counterexample that it finds at once. Where the rules
    are at fault nothing is said: whoever judges the whole pass comes to the same place, or never needs it.
    """
    with suppress(InputError):
        solved = partial(layers, item.sought, tuning=replace(TUNING.ground, batch=_AT_ONCE))
        return upward(emit, spec, item, solved, "clingo", seconds, whole=whole)
    return 0.0


@dataclass
class _Running:
    claim: Claim
    judge: Judge
    positions: int = 0
    moves: bool = False


def upward(
    emit: Emit,
    spec: Spec,
    item: Pass,
    coming: Callable[[Sequence[Mark]], Iterable[Layer]],
    engine: str,
    seconds: float = inf,
    note: str | None = None,
    whole: float = 0.0,
) -> float:
    """Judge layer after layer, or stop when so many seconds of processor time would be over.

    The seconds that the rest would take at the pace of what was solved last, as greater positions take longer: 0 where
    there is none. Where that is no more than `whole` it goes on all the same.

    `coming` solves the layers, least measure first, with the marks of the judges. What is solved together is judged;
    the next ones together take twice as long as those before, about, and are not begun where there is no time for that.
    """
    started = told = time.monotonic()
    begun = time.process_time()
    ends = begun + seconds
    tell_each = _FIRST if seconds == inf else 0  # what a first look does not come to is judged once more
    seen, size, rest = 0, item.region.size(), 0.0
    reach: Mapping[str, tuple[int, int]] = {}
    kinds = [kind_of(claim) for claim in item.claims]
    running = [
        _Running(claim, kind.judged.judge(spec, claim, item.game))
        for claim, kind in zip(item.claims, kinds, strict=True)
    ]
    marks = [one.judge.mark for one in running if one.judge.mark is not None]
    for number, layer in enumerate(coming(marks)):
        for one in list(running):
            count, finding = one.judge.judge(layer)
            one.moves = one.moves or not all(node.terminal for node in layer.nodes)
            if finding is not None:
                running.remove(one)
                emit(refuted(item, one.claim, one.positions, layer, finding, started, engine, note))
            one.positions += count
        if not running:
            return 0.0
        seen, reach = seen + len(layer.nodes), layer.reach
        over, now = False, time.process_time()
        if not layer.together or layer.nodes[-1] is layer.together[-1]:
            rest = (now - begun) * (size - seen) / len(layer.together or layer.nodes)
            over, begun = now + 2 * (now - begun) > ends and rest > whole, now
        over = over and seen < size
        if over or number < tell_each or time.monotonic() - told > _TELL:
            reached = Reached(seen, layer.nodes[0].measure)
            emit(Progress((), seen, size, reached=reached, rest=rest if over else 0.0))
            told = time.monotonic()
        if over:
            return rest
    emit(Progress((), seen, size))
    for one in running:
        seconds = time.monotonic() - started
        emit(Ended(one.claim.id, one.positions, one.moves, seconds, None, engine, note, seen, reach))
    return 0.0
