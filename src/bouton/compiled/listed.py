"""The positions of a region in the order of a table, with what a compiled program finds of each."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias

from bouton.compiled.engine import Engine, Tallied, load
from bouton.compiled.found import FoundAt, FoundRows, RowForm
from bouton.compiled.job import EVERYWHERE, LIST, LOST, SAID, VALUES
from bouton.compiled.labels import UNJUDGED, YES, Saying
from bouton.compiled.prepare import Readied, of_outcomes, of_saying, of_values
from bouton.compiled.space import Lists, numbers_of
from bouton.compiled.summed import HeapSum
from bouton.compiled.validate import parts, validate, whole
from bouton.core.errors import Disagreement, Unreadable
from bouton.core.game_classes import Pair
from bouton.core.position import Position
from bouton.core.spec import Play
from bouton.ground.box import Region
from bouton.ground.counted import Tally
from bouton.ground.game import Game

Kept: TypeAlias = Literal["", "alone", "both"]
"""Whether values are asked for, of the play alone or of both."""
_PART = 3 / 4
"""Of the memory a process may have, what a table may take."""
_FIRST, _TELL = 4096, 0.4
"""Positions that are listed first, and seconds after which there are no more of them at once."""


class ListedPart(NamedTuple):
    """Some positions of a region in their order: how many were looked at, and those of them that were asked for.

    With them all have come that lie `up_to` a measure, or else below it; it is None where there are no others.
    """

    looked_at: int
    told: Sequence[FoundAt]
    measure: tuple[int, ...] | None
    up_to: bool = True


@dataclass(frozen=True)
class Lister:
    """A program that solves the positions of a region from the least on, held against clingo as that of any claim."""

    game: Game
    region: Region
    readied: Readied
    engine: Engine
    play: Play

    def parts(self, *, lost: bool) -> Iterator[ListedPart]:
        """The positions of the region, or those of them where the player or the side to move loses.

        Misfit where a move is not of the form that the program is made for, which clingo can tell.
        """
        if self.region.listed or self.region.position is not None:
            self.engine.solve(self.readied.job.size)
            layers = self.region.layers(self.game.measure)
            found = [self.at(position) for layer in layers for position in layer if self._exists(position)]
            yield ListedPart(len(found), [one for one in found if one.lost or not lost], None)
            return
        own = self.readied.job.mode
        mode = SAID if own == EVERYWHERE else LOST if lost and own != VALUES else LIST
        for looked_at, rows, below in listed(self.readied, self.engine, mode):
            told = FoundRows(self.form, rows)
            yield ListedPart(looked_at, told.lost() if lost else told, below, up_to=False)

    def tallies(self, wanted: Tally) -> Iterator[Tallied] | None:
        """How many positions are lost, or of which the claim says YES; None where they must be listed."""
        everywhere, size = self.readied.job.mode == EVERYWHERE, self.readied.job.size
        counting = self.engine.machine.tallies(SAID if everywhere else LOST, size, wanted)
        if self.region.listed or self.region.position is not None or counting is None:
            return None
        every = None if self.readied.saying.legal is not None else self.region.size()
        halves = (one._replace(part=(1 + one.part) / 2, looked_at=every or one.looked_at) for one in counting)
        return chain((Tallied(part / 2) for part in self.engine.solving()), halves)

    def at(self, position: Position) -> FoundAt:
        """The same of one position that is solved already."""
        machine, here = self.engine.machine, parts(position)
        if self.readied.job.entries is not None:
            code = machine.entry(*here)
        elif self.readied.job.mode == EVERYWHERE:
            code = int(machine.label(*here) == YES)
        elif self.readied.saying.sides:
            won = int(machine.marked(*here, table=1))
            code = won | (won != machine.side(*here)) << 1
        else:
            code = int(machine.marked(*here))
        return self._told(code, *here)

    def pair(self, position: Position) -> Pair:
        """The values of both plays at a position that is solved already."""
        assert self.readied.job.entries is not None
        return self.readied.job.entries.pair(self.engine.machine.entry(*parts(position)))

    def value(self, position: Position) -> int:
        """The value of a position that is solved already; of outcomes a number that is 0 where it is P."""
        entries = self.readied.job.entries
        if entries is None:
            return int(not self.at(position).lost)
        return entries.value(self.engine.machine.entry(*parts(position)), self.play)

    def _exists(self, position: Position) -> bool:
        """Whether a position exists, of those that rules say so of."""
        legal = self.readied.saying.legal
        return legal is None or self.engine.machine.label(*parts(position)) != UNJUDGED

    def solve(self, positions: int) -> None:
        """Solve so many of the least positions of the space."""
        self.engine.solve(min(self.readied.job.size, positions))

    @cached_property
    def form(self) -> RowForm:
        """What the numbers mean that its program lists."""
        saying, job = self.readied.saying, self.readied.job
        return RowForm(self.readied.space.fluents, job.mosts, self.play, saying.names, job.entries)

    def _told(self, code: int, heaps: Lists, counters: tuple[int, ...]) -> FoundAt:
        (found,) = FoundRows(self.form, array("q", [code, *numbers_of(self.readied.job.mosts, heaps, counters)]))
        return found


def lister(
    game: Game,
    region: Region,
    play: Play,
    *,
    values: Kept,
    memory: int,
    saying: Saying | None = None,
    summed: HeapSum | None = None,
) -> Lister:
    """The program that solves a region, or finds where a claim says that it is so, in C or else in Python.

    Unreadable where there is none, or its table does not fit; Misfit or Disagreement where it differs from clingo.
    """
    if saying is not None:
        readied = of_saying(game, region, saying)
    else:
        plays = None if values == "both" else play
        readied = of_values(game, region, plays) if values else of_outcomes(game, region, play, _PART * memory, summed)
    if readied.job.mode != EVERYWHERE and readied.job.memory > _PART * memory:
        raise Unreadable(f"its table takes {readied.job.memory / 2**30:.1f} GB")
    engine = load(readied.job)
    validate(readied.game, readied, engine.machine)
    return Lister(game, region, readied, engine, play)


def listed(readied: Readied, engine: Engine, mode: int) -> Iterator[tuple[int, array[int], tuple[int, ...] | None]]:
    """Solve and list piece by piece: how many positions were looked at, the rows, and what they all lie below."""
    size, start, step = readied.job.size, 0, _FIRST
    while start < size:
        began, stop = time.monotonic(), min(size, start + step)
        engine.solve(stop)
        while start < stop:
            end, looked_at, rows = engine.machine.listed(mode, start, stop)
            if end <= start:
                raise Disagreement(f"the program listed nothing from {start} on, where {stop} was asked for")
            start = end
            following = whole(readied.space, *engine.machine.position(start)) if start < size else None
            yield looked_at, rows, None if following is None else readied.game.measure.of(following)
        if time.monotonic() - began < _TELL:
            step *= 2
