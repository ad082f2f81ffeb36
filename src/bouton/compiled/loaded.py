"""The program that a process has loaded for the job it is at, and the table it shares with others at the same job."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from mmap import mmap
from threading import Lock
from typing import TYPE_CHECKING

from bouton.compiled.job import BEYOND, LOCAL, PIECES, Job
from bouton.schedule.ranges import RankSpan

if TYPE_CHECKING:
    from bouton.compiled.engine import Engine

_engines: dict[str, Engine] = {}
"""The one program that this process has loaded, by the key of its job."""
_shared: dict[str, mmap] = {}
"""The table that this process shares with those forked from the same one, by the key of its job."""
_lock = Lock()


@contextmanager
def sharing(job: Job) -> Iterator[None]:
    """Processes that are forked in this context and `run` ranges of the job mark one table together.

    Without it, each marks one of its own, as on other machines.
    """
    if job.mode != LOCAL or job.free:
        yield
        return
    _shared[job.key] = mmap(-1, job.table + BEYOND + PIECES)
    try:
        yield
    finally:
        del _shared[job.key]


def run(job: Job, start: int, stop: int) -> RankSpan:
    """Judge a range; the program is compiled, or found in the cache, when a process first needs it.

    Misfit where the rules break their own bounds at some position, which the ground engine explains.
    """
    return engine(job).run(start, stop)


def engine(job: Job, language: str | None = None) -> Engine:
    """The program of a job loaded in this process: `language` "C" or "Python", or C where that is possible."""
    from bouton.compiled.engine import load  # noqa: PLC0415 (a check by clingo needs no programs)

    key = f"{job.key} {language}"
    with _lock:  # a worker of a cluster may have several threads
        found = _engines.get(key)
        if found is None:
            _engines.clear()  # its table may be large
            found = _engines[key] = load(job, language, _shared.get(job.key))
        return found
