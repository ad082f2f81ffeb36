"""Jobs whose answers are known: rank r is spoken of where r % 3 != 1, has a move where r > 0, fails where it is bad."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from bouton.core.errors import fault
from bouton.schedule.ranges import RankSpan


@dataclass(frozen=True)
class Made:
    """`seconds` is what a rank takes, `log` where the ranges are written that were done."""

    size: int
    bad: tuple[int, ...] = ()
    seconds: float = 0.0
    log: Path | None = None
    poison: int | None = None
    """At this rank the process kills itself ..."""
    cure: Path | None = None
    """... once, where a file is named: it is made before."""
    faulty: tuple[int, ...] = ()
    """At these ranks the rules are at fault."""
    key: str = "made"

    @property
    def outcome(self) -> RankSpan:
        """What judging it must come to."""
        first = min((rank for rank in self.bad if rank % 3 != 1), default=None)
        judged = spoken(0, self.size if first is None else first)
        return RankSpan(0, self.size if first is None else first + 1, judged, self.size > 1, first)


def spoken(start: int, stop: int) -> int:
    """How many of these ranks are spoken of."""
    return (stop - start) - ((stop + 1) // 3 - (start + 1) // 3)


def judge_range(job: Made, start: int, stop: int) -> RankSpan:
    """Judge a range."""
    if job.poison is not None and start <= job.poison < stop and not (job.cure is not None and job.cure.exists()):
        if job.cure is not None:
            job.cure.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    for rank in job.faulty:
        if start <= rank < stop:
            raise fault(f"the rules are wrong at rank {rank}")
    if job.seconds:
        time.sleep(job.seconds * (stop - start))
    if job.log is not None:
        with open(job.log, "a", encoding="ascii") as log:
            log.write(f"{start} {stop} {os.getpid()}\n")
    first = min((rank for rank in job.bad if start <= rank < stop and rank % 3 != 1), default=None)
    last = stop if first is None else first
    return RankSpan(start, stop, spoken(start, last), stop > 1, first)


def hoard(_job: Made, _start: int, _stop: int) -> RankSpan:
    """Take memory without end."""
    kept = []
    while True:
        kept.append(bytearray(1 << 20))


def spin(_job: Made, _start: int, _stop: int) -> RankSpan:
    """Never end."""
    while True:
        pass


def misread(_job: Made, _start: int, _stop: int) -> RankSpan:
    """Find a fault in the rules."""
    raise fault("a move leaves the range", file="rules.lp", line=3)


def stumble(_job: Made, _start: int, _stop: int) -> RankSpan:
    """Fail as nobody thought of."""
    raise ZeroDivisionError("of ours")


def short(_job: Made, start: int, stop: int) -> RankSpan:
    """Answer less than was asked for."""
    return RankSpan(start, stop - 1, 0, False)


def done(log: Path) -> list[tuple[int, int]]:
    """The ranges in a log, in order."""
    lines = log.read_text(encoding="ascii").splitlines() if log.exists() else []
    return sorted((int(line.split()[0]), int(line.split()[1])) for line in lines)
