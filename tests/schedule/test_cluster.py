"""A real scheduler with two workers, one of which is killed; and schedulers that do not answer."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bouton import __version__
from bouton.claims.passes import Pass
from bouton.compiled import judge as compiled
from bouton.core.errors import InputError, LimitReached
from bouton.core.news import Parted
from bouton.core.shipped import folder
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run import ranges
from bouton.run.check import check
from bouton.run.options import Options
from bouton.schedule import run
from bouton.schedule.cluster import cluster
from bouton.schedule.means import Means
from bouton.schedule.run import Pace, judge
from tests.schedule.jobs import Made, judge_range, misread

LIMITS = Limits(600.0, 300 << 20)
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def distributed() -> ModuleType:
    """Dask's package, an extra: it is large, so that only the process that runs these tests loads it."""
    module: ModuleType = pytest.importorskip("distributed")
    return module


def dask(*arguments: str) -> subprocess.Popen[bytes]:
    """A process of Dask that can import the jobs of these tests."""
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


class Dask:
    """A scheduler and its workers."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._file = folder / "scheduler.json"
        where = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        self.scheduler = dask("scheduler", *where, "--scheduler-file", str(self._file))
        self.workers = [self._worker(folder / f"worker{number}") for number in range(workers)]

    def _worker(self, folder: Path) -> subprocess.Popen[bytes]:
        folder.mkdir()
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder)]
        return dask("worker", "--scheduler-file", str(self._file), *options)

    @property
    def address(self) -> str:
        """Where the scheduler listens, once it does."""
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline:
            try:
                address = json.loads(self._file.read_text(encoding="utf-8"))["address"]
                assert isinstance(address, str)
                return address
            except (FileNotFoundError, json.JSONDecodeError):
                time.sleep(0.05)
        raise AssertionError("no scheduler")

    def close(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Dask]:
    with closing(Dask(tmp_path, workers=2)) as made:
        yield made


@pytest.mark.slow
def test_one_of_two_workers_is_killed_in_mid_run(two: Dask, tmp_path: Path) -> None:
    job = Made(12_000, (11_999, 11_998), seconds=2e-4, log=tmp_path / "log")
    with cluster(two.address) as crew:
        deadline = time.monotonic() + 300
        while crew.width() < 2:
            time.sleep(0.1)
            assert time.monotonic() < deadline
        coming = judge(job, judge_range, crew, LIMITS, pace=Pace(longest=200))
        while next(coming).done < 3000:
            pass
        two.workers[0].kill()
        with pytest.raises(StopIteration) as end:
            while True:
                next(coming)
    assert end.value.value == job.outcome
    pids = {int(line.split()[2]) for line in (tmp_path / "log").read_text(encoding="ascii").splitlines()}
    assert pids == {worker.pid for worker in two.workers}


@pytest.mark.slow
def test_a_fault_that_a_worker_finds_and_a_worker_of_another_version(
    two: Dask, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cluster(two.address) as crew:
        with pytest.raises(InputError, match=re.escape("rules.lp:3: a move leaves the range")):
            list(judge(Made(10), misread, crew, LIMITS))
        monkeypatch.setattr(run, "__version__", "0.0.7")
        with pytest.raises(InputError, match=f"a worker has version {__version__} of Bouton; this is 0.0.7"):
            list(judge(Made(10), judge_range, crew, LIMITS))


@pytest.mark.slow
def test_a_scheduler_that_goes_away(two: Dask) -> None:
    job = Made(12_000, (11_999,), seconds=2e-4)
    with cluster(two.address) as crew, pytest.raises(LimitReached, match=r"no worker was left|is gone"):
        for advance in judge(job, judge_range, crew, Limits(600.0), pace=Pace(longest=200, deserted=1.0)):
            if advance.done > 1000:
                two.scheduler.kill()


def refused(address: str, said: str) -> None:
    """That there is one message."""
    with pytest.raises(InputError, match=f"^the scheduler at {address} {said}"), cluster(address):
        pass


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bouton.schedule.cluster._ANSWER", 0.2)
    monkeypatch.setattr("bouton.schedule.cluster.Limits", lambda _seconds, memory: Limits(0.4, memory))


def test_a_scheduler_without_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, distributed: ModuleType) -> None:
    monkeypatch.setattr("bouton.schedule.cluster._ANSWER", 20.0)  # in which it must have answered
    waited = distributed.Client.wait_for_workers

    def briefly(client: Any, number: int, timeout: float) -> None:  # noqa: ARG001
        waited(client, number, timeout=0.5)

    monkeypatch.setattr(distributed.Client, "wait_for_workers", briefly)
    with closing(Dask(tmp_path, workers=0)) as lonely:
        refused(lonely.address, "has no worker; expected")


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize("address", ["nowhere", "ftp://127.0.0.1:1", "tcp://127.0.0.1", "tcp://127.0.0.1:0"])
def test_no_address(address: str) -> None:
    refused(address, "(cannot be reached: |does not answer; expected)")


@pytest.mark.slow
@pytest.mark.usefixtures("_impatient")
def test_nobody_answers() -> None:
    """A port that is closed, and one that keeps silent."""
    with ExitStack() as stack:
        silent = stack.enter_context(socket.socket())
        silent.bind(("127.0.0.1", 0))
        silent.listen(1)
        closed = stack.enter_context(socket.socket())
        closed.bind(("127.0.0.1", 0))
        for one in (silent, closed):
            address = f"tcp://127.0.0.1:{one.getsockname()[1]}"
            refused(address, "does not answer; expected")


def test_dask_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = r"^Dask is not installed.*pip install 'bouton\[distributed\]'"
    with pytest.raises(InputError, match=said), cluster("tcp://127.0.0.1:1"):
        pass


FAR = """
far :- heap(1,60), heap(2,S), S >= 59, heap(4,T), T >= 57.
wrong :- theorem_3, not far.    wrong :- far, not theorem_3.
"""
BOUNDED = """
game: false far away
rules: [rules.lp, theorems.lp, far.lp]
parameters: {k: 3}
position: {heap: {count: 0..4, size: 1..60, order: descending}}
claims:
  - {id: far, says: A., kind: p-positions, play: misere, iff: wrong}
  - {id: right, says: A., kind: p-positions, play: misere, iff: theorem_3}
"""


@pytest.mark.slow
def test_a_large_box_without_a_table_is_judged_by_workers(
    two: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("rules", "theorems"):
        text = (folder("encodings") / "bounded_greedy_nim" / f"{name}.lp").read_text(encoding="utf-8")
        (tmp_path / f"{name}.lp").write_text(text, encoding="utf-8")
    (tmp_path / "far.lp").write_text(FAR)
    (tmp_path / "spec.yaml").write_text(BOUNDED)
    spec = load(tmp_path / "spec.yaml")
    monkeypatch.setattr(compiled, "_TABLE", 1)
    sent = list[Any]()

    def note(spec: Spec, item: Pass, claim: Claim, work: Parted, means: Means) -> Any:
        sent.append((claim.id, work.job.free, means.scheduler))
        return whole(spec, item, claim, work, means)

    whole = ranges.judge
    monkeypatch.setattr(ranges, "judge", note)
    there = list(check(spec, Options(scheduler=two.address), lambda _progress: None))
    assert sent == [("far", True, two.address), ("right", True, two.address)]
    here = list(check(spec, Options(), lambda _progress: None))
    assert [(one.verdict, one.positions, one.counterexample) for one in there] == [
        (one.verdict, one.positions, one.counterexample) for one in here
    ]
    (false, true) = there
    assert false.counterexample is not None and false.counterexample.position == {"heap": [60, 59, 57, 57]}
    assert true.verdict is Verdict.HOLDS and true.positions == 635_376
