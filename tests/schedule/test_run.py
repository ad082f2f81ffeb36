"""Ranges judged in any order, by processes that die: the least violation and the count are those of one loop."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.errors import Disagreement, InputError, LimitReached
from bouton.process.limits import Limits
from bouton.schedule.pool import Crew, Processes, processes
from bouton.schedule.ranges import RankSpan
from bouton.schedule.run import PACE, Pace, judge
from tests.samples import small_or_whole
from tests.schedule.jobs import Made, done, hoard, judge_range, misread, short, spin, spoken, stumble

LIMITS = Limits(600.0, 300 << 20)
HASTE = Pace(tick=0.0)
"""What waits is done when the window is looked at again."""


class Shuffled(Executor):
    """Does what is submitted in any order, some steps later, so that ranges overtake each other."""

    hint = ""

    def __init__(self, seed: int, width: int) -> None:
        self._random = random.Random(seed)
        self._width = width
        self.waiting: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self.most = 0
        self.submitted = 0

    @property
    def executor(self) -> Executor:
        return self

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.submitted += 1
        self.waiting.append((future, fn, args))
        self.most = max(self.most, len(self.waiting))
        if len(self.waiting) == 3 * self._width:
            self.work(self._random.randint(1, len(self.waiting)))
        return future

    def work(self, number: int) -> None:
        for _ in range(number):
            future, fn, args = self.waiting.pop(self._random.randrange(len(self.waiting)))
            try:
                future.set_result(fn(*args))
            except InputError as error:
                future.set_exception(error)

    def width(self) -> int:
        self.work(len(self.waiting))  # asked before the window is filled: what was left over is done
        return self._width

    def died(self, error: BaseException) -> bool:
        raise AssertionError(error)

    def renew(self) -> bool:
        raise AssertionError

    def drop(self, futures: Collection[Future[Any]]) -> None:
        pass


class Prompt(Shuffled):
    """Does what is submitted at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.submitted += 1
        future.set_result(fn(*args))
        return future


def outcome(
    job: Made,
    crew: Crew,
    longest: int | None = None,
    call: Any = judge_range,
    limits: Limits = LIMITS,
    pace: Pace = PACE,
) -> RankSpan:
    coming = judge(job, call, crew, limits, pace=pace if longest is None else replace(pace, longest=longest))
    while True:
        try:
            next(coming)
        except StopIteration as end:
            assert isinstance(end.value, RankSpan)
            return end.value


@settings(deadline=None)
@given(
    st.integers(0, 3000),
    st.lists(st.integers(0, 2999), max_size=4),
    st.integers(1, 400),
    st.integers(1, 4),
    st.integers(0, 99),
)
def test_in_any_order(size: int, bad: list[int], longest: int, width: int, seed: int) -> None:
    job = Made(size, tuple(rank for rank in bad if rank < size))
    crew = Shuffled(seed, width)
    found = outcome(job, crew, longest, pace=HASTE)
    assert (found.judged, found.first) == (job.outcome.judged, job.outcome.first)
    assert found.moves or found.first is not None or size < 2
    assert crew.most <= 3 * width


def test_nothing_above_a_violation_is_begun() -> None:
    crew = Prompt(0, 1)
    assert outcome(Made(10**9, (50,)), crew, longest=10).first == 50
    assert crew.submitted <= 6 + 3


@pytest.mark.parametrize("number", small_or_whole(100_000, 1_000_000))
@pytest.mark.slow
def test_many_ranges_in_bounded_memory(number: int) -> None:
    crew = Prompt(0, 2)
    pages = []
    for advance in judge(Made(number), judge_range, crew, Limits(3600.0), pace=Pace(longest=1)):
        if advance.done % (3 * number // 10) < 6:
            pages.append(int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]))
    assert crew.submitted == number
    assert max(pages[1:]) - pages[1] < 500


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("bad", [(), (77_778,), (150_000, 77_778, 77_779)])
def test_processes(jobs: int, bad: tuple[int, ...], tmp_path: Path) -> None:
    job = Made(200_000, bad, log=tmp_path / "log")
    with processes(jobs, LIMITS) as crew:
        assert outcome(job, crew) == job.outcome
    ranges = done(tmp_path / "log")
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(ranges))


def test_a_worker_that_dies_once(tmp_path: Path) -> None:
    job = Made(50_000, (49_998,), log=tmp_path / "log", poison=30_000, cure=tmp_path / "cured")
    with processes(2, LIMITS) as crew:
        assert outcome(job, crew) == job.outcome
    assert (tmp_path / "cured").exists()


def test_a_worker_that_is_killed_from_outside(tmp_path: Path) -> None:
    job = Made(20_000, (19_998,), seconds=2e-5, log=tmp_path / "log")
    with processes(2, LIMITS) as crew:
        coming = judge(job, judge_range, crew, LIMITS, pace=Pace(longest=500))
        for _ in range(4):
            next(coming)
        victim = int((tmp_path / "log").read_text(encoding="ascii").split()[2])
        os.kill(victim, signal.SIGKILL)
        with pytest.raises(StopIteration) as end:
            while True:
                next(coming)
    assert end.value.value == job.outcome
    pids = {line.split()[2] for line in (tmp_path / "log").read_text(encoding="ascii").splitlines()}
    assert len(pids) > 2


def test_a_range_that_kills_every_worker_is_given_up() -> None:
    """Even where a violation is known above it: it need not be the least."""
    said = r"^3 workers died of the same range \(the memory limit is 300 MB\); a violation is known"
    with processes(2, LIMITS) as crew, pytest.raises(LimitReached, match=said):
        outcome(Made(50_000, (8000,), poison=3000), crew)


def test_a_violation_below_the_range_that_kills_stands() -> None:
    job = Made(50_000, (3,), poison=40_000)
    with processes(1, LIMITS) as crew:
        assert outcome(job, crew).first == 3


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (spin, LimitReached, r"time limit of 0\.2 s reached"),
        (hoard, LimitReached, "memory limit of 300 MB reached"),
        (misread, InputError, "rules.lp:3: a move leaves the range"),
        (stumble, Disagreement, "ZeroDivisionError: of ours"),
        (short, Disagreement, "came back"),
    ],
)
@pytest.mark.sample(4)
def test_how_a_range_ends_the_run(call: Any, error: type[Exception], said: str) -> None:
    with processes(2, LIMITS) as crew, pytest.raises(error, match=said):
        outcome(Made(100), crew, call=call, limits=Limits(0.2 if call is spin else 600.0, 300 << 20))


@pytest.mark.parametrize("width", [1, 3])
@given(seed=st.integers(0, 99))
def test_the_least_of_faults_and_violations_counts(width: int, seed: int) -> None:
    """Whatever is seen first."""
    job = Made(300, (150,), faulty=(100, 101, 200))
    with pytest.raises(InputError, match="rank 100"):
        outcome(job, Shuffled(seed, width), 1, pace=HASTE)
    assert outcome(Made(300, (90,), faulty=(91, 100)), Shuffled(seed, width), 1, pace=HASTE).first == 90


def test_a_large_job_is_ended_without_delay() -> None:
    """What waits in the pipes is more than they hold."""
    job = Made(10**6, key="x" * (1 << 22))
    with processes(2, LIMITS) as crew, pytest.raises(LimitReached):
        outcome(job, crew, call=spin, limits=Limits(0.1, 300 << 20))


@pytest.mark.parametrize("pools", small_or_whole(6, 500))
def test_pools_are_opened_and_closed_with_work_and_without(pools: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a pool opens is closed once: a descriptor closed twice is none, or that of something else."""
    raised: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    before = len(os.listdir("/proc/self/fd")) if sys.platform == "linux" else 0
    for number in range(pools):
        with processes(2, LIMITS) as crew:
            given = [crew.executor.submit(abs, -one) for one in range(number % 4)]
            if number % 2:
                assert [one.result() for one in given] == list(range(number % 4))
    assert not raised
    assert not before or len(os.listdir("/proc/self/fd")) <= before + 2


def test_what_is_being_sent_to_a_process_that_is_killed_keeps_nobody_waiting() -> None:
    """The one process is busy, so that what is sent next stays in the pipe, and the rest of it outside."""
    crew = Processes(1, LIMITS)
    for _ in range(3):
        crew.executor.submit(time.sleep, 60)
        crew.executor.submit(len, "x" * (1 << 22))
    time.sleep(0.5)
    closing = threading.Thread(target=crew.close, daemon=True)
    closing.start()
    closing.join(30)
    assert not closing.is_alive()


def test_a_worker_that_is_lost_after_the_end_of_its_job(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was still waiting then is in nobody's way."""
    raised: list[threading.ExceptHookArgs] = []
    before = set(threading.enumerate())
    monkeypatch.setattr(threading, "excepthook", raised.append)
    with processes(2, LIMITS) as crew:
        with pytest.raises(LimitReached):
            outcome(Made(1000), crew, 1, spin, Limits(0.2, 300 << 20))
        for child in multiprocessing.active_children():
            child.kill()
        for thread in set(threading.enumerate()) - before:
            if not thread.daemon:
                thread.join()
        assert outcome(Made(1000, (500,)), crew) == Made(1000, (500,)).outcome
    assert not raised


def test_no_process_outlives_its_parent(tmp_path: Path) -> None:
    program = (
        "import sys; sys.path.insert(0, '.')\n"
        "from pathlib import Path\n"
        "from bouton.process.limits import Limits\n"
        "from bouton.schedule.pool import processes\n"
        "from bouton.schedule.run import Pace, judge\n"
        "from tests.schedule.jobs import Made, judge_range\n"
        "job = Made(10**6, seconds=1e-4, log=Path(sys.argv[1]))\n"
        "with processes(2, Limits()) as crew:\n"
        "    for _ in judge(job, judge_range, crew, Limits(), pace=Pace(longest=100)):\n"
        "        pass\n"
    )
    root = Path(__file__).resolve().parents[2]
    log = tmp_path / "log"
    with subprocess.Popen([sys.executable, "-c", program, str(log)], cwd=root) as parent:
        while len(done(log)) < 8:
            time.sleep(0.02)
            assert parent.poll() is None
        parent.kill()
    workers = {int(line.split()[2]) for line in log.read_text(encoding="ascii").splitlines()}
    deadline = time.monotonic() + 300
    while any(Path(f"/proc/{pid}/stat").exists() and not zombie(pid) for pid in workers):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_spoken_counts_as_a_loop_does() -> None:
    assert all(spoken(a, b) == sum(rank % 3 != 1 for rank in range(a, b)) for a in range(9) for b in range(a, 12))
