"""A claim over one box as a piece of work that can be cut into ranges and sent to other processes or machines.

Positions are numbered in the order in which they are judged: by measure, then by the fluents in declared
order. So the least number at which a claim fails is that of its smallest counterexample.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from mmap import mmap
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bouton.compiled.engine import Engine


FILL, LOCAL, KERNEL, EVERYWHERE, SWAP, SIDES, VALUES = range(7)
LOOK, SILENT = 7, 8
"""What a program does (see `bouton.compiled.program`)."""
BEYOND = 8
"""Bytes of a table after its last place: programs look at eight at once."""
PIECES = 64
"""Pieces of a table, so many that processes which mark it together end at about the same time."""


@dataclass(frozen=True)
class Job:
    """Everything that is needed to judge a range of positions anywhere.

    `key` is a digest of all the rest. `c` and `python` are the same program twice; `mode` is one of those in
    this module, `most` the greatest number of heaps, `counters` how many counters there are. `size`
    is how many positions there are, those that are solved but not judged among them. `table` is the memory in
    bytes that a process needs for it in C. Where `independent` is false, a range needs the positions below it solved
    first: `run` does that, so such a job is best run in one process, upward.
    """

    key: str
    mode: int
    most: int
    counters: int
    c: str
    python: str
    size: int
    table: int
    independent: bool


@dataclass(frozen=True)
class Span:
    """What judging the numbers from `start` up to `stop` (exclusive) found.

    `judged` counts the positions that the claim speaks of: all of them where nothing failed, else those below
    `first`, the least number at which the claim fails. `moves` says whether any position looked at has a move.
    """

    start: int
    stop: int
    judged: int
    moves: bool
    first: int | None


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
    if job.mode != LOCAL:
        yield
        return
    _shared[job.key] = mmap(-1, job.table + BEYOND + PIECES)
    try:
        yield
    finally:
        del _shared[job.key]


def run(job: Job, start: int, stop: int) -> Span:
    """Judge a range; the program is compiled, or found in the cache, when a process first needs it.

    Misfit where the rules break their own bounds at some position, which the ground engine explains.
    """
    return engine(job).run(start, stop)


def engine(job: Job, language: str | None = None) -> Engine:
    """The program of a job loaded in this process: `language` "C" or "Python", or C where that is possible."""
    from bouton.compiled.engine import load  # noqa: PLC0415 (a job can be named where nothing is compiled)

    key = f"{job.key} {language}"
    with _lock:  # a worker of a cluster may have several threads
        found = _engines.get(key)
        if found is None:
            _engines.clear()  # its table may be large
            found = _engines[key] = load(job, language, _shared.get(job.key))
        return found
