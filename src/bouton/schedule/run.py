"""A job judged by a crew: ranges handed out through a window, the least violating rank found with certainty."""

from __future__ import annotations

import pickle
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from bouton import __version__
from bouton.core.errors import Disagreement, InputError, LimitReached, Misfit, fault
from bouton.core.news import Progress
from bouton.core.spec import Spec
from bouton.process.limits import Deadline, Limits, in_words
from bouton.schedule.cluster import cluster, reachable
from bouton.schedule.means import Means
from bouton.schedule.pool import Crew, processes
from bouton.schedule.ranges import RangedWork, RankSpan, SpanTally, gaps
from bouton.schedule.resume import Shelf, about, shelf


@dataclass(frozen=True)
class Pace:
    """How ranges are handed out: numbers that change how soon a job is done, and not what it comes to."""

    ahead: int = 3
    """Ranges submitted for each worker: one it works on, and what it takes next."""
    deaths: int = 3
    """A range is given up when so many workers have died of it."""
    tick: float = 1.0
    """Seconds to wait for a range before the window is looked at again."""
    deserted: float = 30.0
    """Seconds without any worker until the work is given up."""
    longest: int = 1 << 62
    """The most ranks of a range."""
    first: int = 2048
    """Ranks of the first ranges, before anything is known of how long they take."""
    seconds: float = 0.5
    """What a range should take: short enough to be lost, long enough to be worth sending."""
    growth: int = 8
    """How many times as long as the last a range may be."""
    even: int = 4
    """So many ranges for each worker out of what is left, that all end at about the same time."""


PACE = Pace()

Call: TypeAlias = Callable[[Any, int, int], RankSpan]
"""A function of a module, called as `call(job, start, stop)` where the work is done."""


def judge(
    job: RangedWork, call: Call, crew: Crew, limits: Limits, shelf: Shelf | None = None, pace: Pace = PACE
) -> Generator[Progress, None, RankSpan]:
    """Judge every rank of a job, or all up to the least violation: what was found; yields as ranges are finished.

    What the shelf holds is not done again, and what is done is put there. LimitReached where the time or memory
    is up, or workers die again and again; InputError or Misfit where a range ends with one and no violation lies
    below, and Disagreement wherever one is found. `pace` says how the ranges are handed out.
    """
    kept = [] if shelf is None else shelf.spans(job.key, job.size)
    tally = SpanTally(job.size)
    for span in kept:
        tally.add(span)
    packed, cut = pickle.dumps((call, job)), Cut(gaps(kept, job.size), pace)
    flight = _Flight(crew, packed, cut, limits.deadline, limits.memory, pace)
    try:
        yield Progress((), tally.done, job.size)
        while not tally.settled:
            flight.fill(tally.bound)
            for end in flight.landed():
                if isinstance(end, _Faulty):
                    tally.fail(end.start, end.error)
                    continue
                tally.add(end)
                if shelf is not None:
                    shelf.put(job.key, end)
                yield Progress((), tally.done, job.size)
    except LimitReached as error:
        if tally.suspected and not isinstance(error, Misfit):
            raise LimitReached(f"{error}; a violation is known, but not whether it is the smallest") from None
        raise
    finally:
        flight.cancel()
        if shelf is not None:
            shelf.flush()
    if tally.first is None and tally.done != job.size:
        raise Disagreement(f"{tally.done} of {job.size} ranks were done")
    return RankSpan(0, job.size if tally.first is None else tally.first + 1, tally.judged, tally.moves, tally.first)


@dataclass(frozen=True)
class _Faulty:
    """A range in which the rules are at fault."""

    start: int
    error: Exception


@dataclass
class _Flight:
    """The ranges that are out, never more than the window has room for."""

    crew: Crew
    packed: bytes
    cut: Cut
    deadline: Deadline
    memory: int
    pace: Pace
    out: dict[Future[tuple[RankSpan, float]], Range] = field(default_factory=dict)
    back: SimpleQueue[Future[tuple[RankSpan, float]]] = field(default_factory=SimpleQueue)
    bound: int = 0
    deserted: float | None = None

    def fill(self, bound: int) -> None:
        """Send out what the window has room for."""
        self.bound = bound
        width = self._width()
        while len(self.out) < self.pace.ahead * width:
            range_ = self.cut.next(bound, width)
            if range_ is None:
                return
            try:
                future = self.crew.executor.submit(work, __version__, self.packed, range_.start, range_.stop)
            except Exception as error:
                self._lost(range_, error)
                return
            self.out[future] = range_
            future.add_done_callback(self.back.put)

    def landed(self) -> list[RankSpan | _Faulty]:
        """What has come back, at least one where any is on the point of it; waits a moment for that."""
        late = self.deadline.reached()
        if late is not None:
            raise late
        ends: list[RankSpan | _Faulty] = []
        try:
            future = self.back.get(timeout=min(self.pace.tick, max(0.0, self.deadline.at - time.monotonic())))
            while True:
                range_ = self.out.pop(future, None)
                if range_ is not None:  # else it was lost with others
                    ends += self._end(future, range_)
                future = self.back.get_nowait()
        except Empty:
            return ends

    def cancel(self) -> None:
        """Nothing more is wanted."""
        self.crew.drop(self.out.keys())

    def _end(self, future: Future[tuple[RankSpan, float]], range_: Range) -> list[RankSpan | _Faulty]:
        try:
            span, seconds = future.result()
        except (InputError, Misfit) as error:
            return [_Faulty(range_.start, error)]
        except (Disagreement, LimitReached):
            raise
        except MemoryError:
            raise LimitReached(f"memory limit of {in_words(self.memory)} reached") from None
        except (Exception, CancelledError) as error:
            self._lost(range_, error)
            return []
        self.cut.took(span.stop - span.start, seconds)
        return [span]

    def _lost(self, range_: Range, error: BaseException) -> None:
        """Hand a range out again whose worker died, with all that was lost with it; raise any other error."""
        if not self.crew.died(error):
            raise Disagreement("".join(traceback.format_exception(error))) from None
        lost = [range_]
        if self.crew.renew():
            lost += self.out.values()
            self.out.clear()
        for one in lost:
            if one.deaths + 1 >= self.pace.deaths and one.start < self.bound:
                raise LimitReached(f"{self.pace.deaths} workers died of the same range ({self.crew.hint})")
            self.cut.lost(one)

    def _width(self) -> int:
        width = self.crew.width()
        now = time.monotonic()
        if width:
            self.deserted = None
        elif self.deserted is None:
            self.deserted = now
        elif now - self.deserted > self.pace.deserted:
            raise LimitReached(f"no worker was left for {self.pace.deserted:g} s ({self.crew.hint})")
        return width


def work(version: str, packed: bytes, start: int, stop: int) -> tuple[RankSpan, float]:
    """One range, where the work is done: what was found, and the seconds it took.

    InputError where this is another version of Bouton than the one that asks.
    """
    if version != __version__:
        raise fault(f"a worker has version {__version__} of Bouton; this is {version}", expected="the same version")
    started = time.monotonic()
    call, job = _unpacked(packed)
    span = call(job, start, stop)
    if (span.start, span.stop) != (start, stop) or not (span.first is None or start <= span.first < stop):
        raise Disagreement(f"ranks {start}..{stop - 1} were asked for, and {span} came back")
    found = RankSpan(start, stop, span.judged, bool(span.moves), span.first)
    return found, time.monotonic() - started


@lru_cache(maxsize=2)
def _unpacked(packed: bytes) -> tuple[Call, RangedWork]:
    """The same objects for all ranges of a job, so that what they compile is compiled once in each process."""
    call, job = pickle.loads(packed)
    return call, job


# ------------------------------------------------------------------------------------------------- how ranges are cut


@dataclass(frozen=True)
class Range:
    """Ranks start..stop-1, and how often a worker has died of them."""

    start: int
    stop: int
    deaths: int = 0


class Cut:
    """Hands out the free ranks, least first; what was lost comes again before anything else."""

    def __init__(self, free: Iterable[tuple[int, int]], pace: Pace) -> None:
        self._free = deque(free)
        self._left = sum(stop - start for start, stop in self._free)
        self._lost: list[Range] = []
        self._pace = pace
        self._length = pace.first

    def next(self, bound: int, width: int) -> Range | None:
        """The next range to work on that begins below `bound`, for so many workers; None where none is left."""
        if self._lost:
            again = min(self._lost, key=lambda lost: lost.start)
            self._lost.remove(again)
            return again if again.start < bound else self.next(bound, width)
        if not self._free or self._free[0][0] >= bound:
            return None
        start, end = self._free.popleft()
        length = (
            self._length
            if width < 2
            else min(self._length, max(self._pace.first, self._left // (self._pace.even * width)))
        )
        stop = min(start + min(length, self._pace.longest), end)
        if stop < end:
            self._free.appendleft((stop, end))
        self._left -= stop - start
        return Range(start, stop)

    def lost(self, range_: Range) -> None:
        """Hand the range out again: its worker died."""
        self._lost.append(Range(range_.start, range_.stop, range_.deaths + 1))

    def took(self, ranks: int, seconds: float) -> None:
        """Learn from a range that is done how long the next ones should be."""
        wished = int(ranks * self._pace.seconds / max(seconds, 1e-6))
        self._length = max(1, min(wished, max(self._length, ranks * self._pace.growth)))


# ------------------------------------------------------------------------------------------ what there is to judge with


def carried_out(means: Means, job: RangedWork, call: Call, *, independent: bool) -> Generator[Progress, None, RankSpan]:
    """Judge a job by these means (see `judge`); in one process where its ranges build on each other.

    InputError where the scheduler does not answer.
    """
    with _crew(means, independent) as crew:
        return (yield from judge(job, call, crew, means.limits, means.shelf))


@contextmanager
def _crew(means: Means, independent: bool) -> Iterator[Crew]:
    if independent and means.scheduler is not None:
        with cluster(means.scheduler) as many:
            yield many
    else:
        with processes(means.jobs if independent else 1, means.limits) as own:
            yield own


@contextmanager
def prepared(spec: Spec, jobs: int, limits: Limits, scheduler: str | None, resume: str | None) -> Iterator[Means]:
    """The means for one spec; InputError where the scheduler does not answer, or the file is of another run."""
    if scheduler is not None:
        reachable(scheduler)
    if resume is None:
        yield Means(jobs, limits, scheduler)
    else:
        with shelf(resume, about(spec)) as kept:
            yield Means(jobs, limits, scheduler, kept)
