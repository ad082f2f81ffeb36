"""A figure of speed that a document quotes, the programs that take turns to give it, and the ratio that comes of it."""

from __future__ import annotations

import importlib.util
import math
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

from benchmarks.measure import Command, Run, in_turns

_ENDLESS = 1e6
"""Seconds: for as long as that a program is waited for at most."""
_LEAST = 1e-3
"""Seconds: what is less is the noise of starting a process."""
Turns: TypeAlias = Mapping[tuple[str, ...], Sequence[Run]]


@dataclass(frozen=True)
class Quote:
    """The words of a document, seen from the root of the checkout, that quote the figure."""

    document: str
    words: str


@dataclass(frozen=True)
class Side:
    """One of the programs that take turns.

    `command` is asked when it is time, as it may have to be compiled. `start` is the same program with next to nothing
    to do, whose time is taken off. Where the sides do jobs of different sizes, `positions` makes them comparable.
    `needs` are commands, or modules of Python with a dot at the end, without which the side is left out.
    """

    name: str
    command: Callable[[], Command]
    start: Callable[[], Command] | None = None
    processes: int = 1
    positions: int = 1
    needs: tuple[str, ...] = ()

    @property
    def missing(self) -> str:
        """What of its needs is not there, the first of them."""
        return next((name.rstrip(".") for name in self.needs if not _there(name)), "")


@dataclass(frozen=True)
class Match:
    """Programs that do one job in the same turns, and which of them is told beside which.

    `runs` are turns that count and `idle` those before that do not; with None the command line says how many.
    What takes longer than `patience` seconds is killed, and only bounded.
    """

    what: str
    sides: tuple[Side, ...]
    pairs: tuple[tuple[str, str], ...]
    runs: int | None = None
    idle: int = 1
    patience: float | None = None


@dataclass(frozen=True)
class Figure:
    """Where a speed is quoted, and the matches that give it: small ones for a quick table, and else the whole."""

    quotes: tuple[Quote, ...]
    quick: tuple[Match, ...]
    whole: tuple[Match, ...]


@dataclass(frozen=True)
class Row:
    """A side beside a peer: net seconds of the clock, medians of the turns, and the ratios of the same turns.

    Infinite seconds were not waited for. `lacking` says why nothing was measured.
    """

    what: str
    own: Side
    peer: Side
    seconds: float = math.nan
    beside: float = math.nan
    wall: float = math.nan
    processor: float = math.nan
    patience: float = math.inf
    lacking: str = ""

    def __str__(self) -> str:
        who = f"  {self.what:<46} {_who(self.own):<31} {_who(self.peer):<33}"
        if self.lacking:
            return f"{who} not measured: {self.lacking}"
        times = f"{self._time(self.seconds)} {self._time(self.beside)}"
        if math.inf in (self.seconds, self.beside):
            return f"{who} {times} {self._bound():>8}"
        return f"{who} {times} {self.wall:8.3g} {self.processor:8.3g}"

    def _time(self, seconds: float) -> str:
        return f"{f'> {self.patience:.0f}' if seconds == math.inf else f'{seconds:.3f}':>8}"

    def _bound(self) -> str:
        """What the ratio is more or less than, where one of both was not waited for."""
        if self.seconds == self.beside:
            return "-"
        own, peer = min(self.seconds, self.patience), min(self.beside, self.patience)
        sign = ">" if self.seconds == math.inf else "<"
        return f"{sign} {own / self.own.positions / (peer / self.peer.positions):.2g}"


HEADING = (
    f"  {'what':<46} {'program, its processes':<31} {'beside, its processes':<33}"
    f" {'net s':>8} {'beside':>8} {'x wall':>8} {'x CPU':>8}"
)


def measured(match: Match, runs: int, left: Callable[[], float] = lambda: math.inf) -> list[Row]:
    """Let the sides of a match take turns, none for longer than there are seconds left, and tell each pair."""
    there = [side for side in match.sides if not side.missing]
    commands = {side.name: tuple(side.command()) for side in there}
    starts = {side.name: tuple(side.start()) for side in there if side.start}
    every = dict.fromkeys([*starts.values(), *commands.values()])
    turns = in_turns(
        {str(number): command for number, command in enumerate(every)},
        match.runs or runs,
        lambda: min(match.patience or _ENDLESS, max(left(), _LEAST)),
        match.idle,
    )
    found = dict(zip(every, turns.values(), strict=True))
    nets = {side.name: _net(found, commands[side.name], starts.get(side.name)) for side in there}
    return [_row(match, own, peer, nets) for own, peer in _sides(match)]


def unmeasured(match: Match, why: str) -> list[Row]:
    """The pairs of a match that was not tried, or that failed."""
    return [Row(match.what, own, peer, lacking=why) for own, peer in _sides(match)]


def _sides(match: Match) -> list[tuple[Side, Side]]:
    named = {side.name: side for side in match.sides}
    return [(named[own], named[peer]) for own, peer in match.pairs]


def _net(found: Turns, command: tuple[str, ...], start: tuple[str, ...] | None) -> list[tuple[float, float]]:
    """Of each turn the wall and the processor seconds beyond those of the start, which is a median."""
    least = found[start] if start else []
    wall = median([one.wall for one in least]) if least else 0.0
    processor = median([one.processor for one in least]) if least else 0.0
    if wall == math.inf:  # nothing is known of what is beyond it
        return [(math.nan, math.nan) for _ in found[command]]
    return [(max(one.wall - wall, _LEAST), max(one.processor - processor, _LEAST)) for one in found[command]]


def _row(match: Match, own: Side, peer: Side, nets: Mapping[str, Sequence[tuple[float, float]]]) -> Row:
    lacking = own.missing or peer.missing
    if lacking:
        return Row(match.what, own, peer, lacking=f"no {lacking}")
    if any(math.isnan(one) for side in (own, peer) for turn in nets[side.name] for one in turn):
        return Row(match.what, own, peer, lacking="a start took too long")
    size = own.positions / peer.positions
    turns = list(zip(nets[own.name], nets[peer.name], strict=True))
    walls = [mine[0] / other[0] / size if math.inf not in (*mine, *other) else math.nan for mine, other in turns]
    processors = [mine[1] / other[1] / size if math.inf not in (*mine, *other) else math.nan for mine, other in turns]
    return Row(
        match.what,
        own,
        peer,
        median(mine[0] for mine, _ in turns),
        median(other[0] for _, other in turns),
        median(walls),
        median(processors),
        match.patience or math.inf,
    )


def _who(side: Side) -> str:
    return f"{side.name}, {side.processes}"


def _there(name: str) -> bool:
    """Whether a command is found, or a module of Python, whose name ends in a dot."""
    return importlib.util.find_spec(name[:-1]) is not None if name.endswith(".") else shutil.which(name) is not None
