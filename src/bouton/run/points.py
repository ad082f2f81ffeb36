"""The engine of named positions with much below them: a program solves that, and clingo says what is asked of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from bouton.claims.passes import Pass, single
from bouton.compiled.listed import Kept, lister
from bouton.core.errors import InputError, Misfit, Unreadable
from bouton.core.news import Ended, Left, Progress
from bouton.core.position import Position
from bouton.core.spec import Play, Spec
from bouton.ground.layers import Layer, Mark
from bouton.process.limits import Emit, Limits
from bouton.process.patience import patience
from bouton.run import ground
from bouton.run.heaps import Values, layers

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
        asked = item.game, item.region, item.predicates, {play: Values(value) for play, (value, _) in values.items()}
        engine = next(name for _, name in values.values())

        def coming(_marks: Sequence[Mark]) -> Iterator[Layer]:
            found = layers(*asked, (), moves=True)
            # of outcomes the numbers say no more than which of them are 0
            return found if item.values else (replace(layer, values={}) for layer in found)

        def said(news: object) -> None:
            emit(replace(news, seconds=time.monotonic() - started) if isinstance(news, Ended) else news)

        for claim in left:
            ground.upward(said, spec, single(spec, item, claim), coming, engine)
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
