"""Claims about sums of heaps by programs: the rules say what is claimed, the values of the heaps what is true.

Of named positions with much below them a program solves that, and clingo says what is asked of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from bouton.claims.passes import Pass, obstacle, single
from bouton.claims.refutation import refuted
from bouton.claims.registry import kind_of
from bouton.compiled.endings import Endings
from bouton.compiled.judge import Compiled, ready, through
from bouton.compiled.listed import Kept, lister
from bouton.compiled.prepare import of_sum
from bouton.compiled.summed import HeapSum
from bouton.compiled.validate import whole
from bouton.core.errors import Disagreement, InputError, Misfit, Unreadable
from bouton.core.news import Apart, Ended, Left, Progress, Reached
from bouton.core.position import Position
from bouton.core.spec import Claim, Play, Spec
from bouton.ground.layers import Layer, Mark
from bouton.process.guard import patience
from bouton.process.limits import Emit, Limits
from bouton.run import ground
from bouton.run.heaps import ByFunction, Layered, layers, timed


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
        prepared = of_sum(spec, claim, item.game, item.region, HeapSum(*known))
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
    kind, alone = kind_of(claim).judged.judge(spec, claim, item.game), single(spec, item, claim)
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


_PATIENCE = 2.0
"""Seconds of processor time in which clingo may solve all that the positions lead to."""


@dataclass(frozen=True)
class AtPoints:
    """Judges by clingo for a moment, then by a program all claims that are left, or none of them."""

    limits: Limits

    def judge(self, emit: Emit, spec: Spec, item: Pass) -> Sequence[Left]:
        """Judge the claims; they are left where there is no program for the game."""
        started = time.monotonic()
        heard: list[Any] = []  # nothing is said from within, where it might break off
        with suppress(Unreadable), patience(_PATIENCE):
            ground.Ground(_PATIENCE).judge(heard.append, spec, item)
        ended = {news.claim for news in heard if isinstance(news, Ended)}
        for news in heard:
            emit(news)
        left = [claim for claim in item.claims if claim.id not in ended]
        if not left:
            return ()
        emit(Progress((), 0, item.region.size(), doing="compiling the rules"))
        try:
            values = self._values(item)
        except (Unreadable, Misfit, InputError) as error:
            return [Left(claim.id, str(error)) for claim in left]
        known = {play: ByFunction(value) for play, (value, _) in values.items()}
        engine = next(name for _, name in values.values())

        def coming(_marks: Sequence[Mark]) -> Iterator[Layer]:
            found = layers(item.sought, known, (), moves=True)
            # of outcomes the numbers say no more than which of them are 0
            return found if item.values else (replace(layer, values={}) for layer in found)

        for claim in left:
            ground.upward(timed(emit, started), spec, single(spec, item, claim), coming, engine)
        return ()

    def _values(self, item: Pass) -> dict[Play, tuple[Callable[[Position], int | None], str]]:
        """What gives the values of positions in each play, or numbers of which the 0 are P; and the program's name."""
        found: dict[Play, tuple[Callable[[Position], int | None], str]] = {}
        for play in item.plays:
            kind: Kept = "alone" if item.values else ""
            made = lister(item.game, item.region, play, values=kind, memory=self.limits.memory)
            made.solve(made.readied.job.size)
            found[play] = made.value, made.engine.machine.name
        return found
