"""The workers that judge ranges, behind one seam: a `concurrent.futures.Executor`.

Processes of this machine are here, with the limits of every solving process (see `bouton.process.limits`);
`bouton.schedule.cluster` has those of other machines.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Collection, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Protocol

from bouton.core.interrupts import uninterrupted
from bouton.process import descendants
from bouton.process.limits import Limits, confine, in_words


class Crew(Protocol):
    """An executor, with what an `Executor` does not tell."""

    @property
    def executor(self) -> Executor:
        """Where work is submitted now."""

    @property
    def hint(self) -> str:
        """What a worker that dies may have died of, in words."""

    def width(self) -> int:
        """How many ranges can be worked on at once; 0 where no worker is left."""

    def died(self, error: BaseException) -> bool:
        """Whether the error says that a worker was lost, not that its work failed."""

    def renew(self) -> bool:
        """Make good the loss of a worker; whether everything that was submitted is lost with it."""

    def drop(self, futures: Collection[Future[Any]]) -> None:
        """Nothing more is wanted of these, which is all that was submitted and has not been taken back."""


class Processes:
    """Child processes with the limits of memory; they die with this process, and hear no Ctrl-C."""

    def __init__(self, jobs: int, limits: Limits) -> None:
        self._jobs = jobs
        self._limits = limits
        self._others = set(multiprocessing.active_children())
        self._executor: ProcessPoolExecutor | None = self._open()

    @property
    def executor(self) -> Executor:
        """The pool that is alive now, a new one where the last was closed."""
        if self._executor is None:
            self._executor = self._open()
        return self._executor

    @property
    def hint(self) -> str:
        """The limit of memory."""
        return f"the memory limit is {in_words(self._limits.memory)}"

    def width(self) -> int:
        """One for each process."""
        return self._jobs

    def died(self, error: BaseException) -> bool:
        """A pool is broken as a whole by the death of any process."""
        return isinstance(error, BrokenProcessPool)

    def renew(self) -> bool:
        """Start anew with as many processes."""
        self.close()
        return True

    def drop(self, futures: Collection[Future[Any]]) -> None:
        """End the processes where they have work: new ones come with what is submitted next.

        Nothing is cancelled: the thread of a pool fails on what was cancelled when it tells of the death of a process.
        """
        if futures:
            self.close()

    def close(self) -> None:
        """Kill them, whatever they do: a range that runs away hears nothing else."""
        if self._executor is None:
            return
        children = set(multiprocessing.active_children()) - self._others
        descendants.end(*(child.pid for child in children if child.pid is not None))
        for child in children:
            child.kill()
        _abandon(self._executor)
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._executor = None

    def _open(self) -> ProcessPoolExecutor:
        # fork keeps the imports; elsewhere (macOS, Windows) spawn is the safe one
        context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
        made = ProcessPoolExecutor(self._jobs, context, _begin, (self._limits,))
        with uninterrupted():  # all are forked here, before anything is submitted, and inherit that
            made.submit(int)
        return made


def _abandon(pool: ProcessPoolExecutor) -> None:
    """See that nobody waits until a process which is dead takes what is being sent to it.

    Before Python 3.11.5 such a pool waits for ever (python/cpython#94777): its own end of the pipe is open, so that
    sending more than the pipe holds neither goes on nor fails. Since then the thread of the pool closes that end when
    it sees the death of a process; closed from here at the same time, its descriptor would be closed twice, the second
    time as that of whatever was opened in between.
    """
    if sys.version_info >= (3, 11, 5):
        return
    queue = getattr(pool, "_call_queue", None)
    reader = getattr(queue, "_reader", None)
    if reader is not None:
        reader.close()


def _begin(limits: Limits) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt ends
    confine(limits)


@contextmanager
def processes(jobs: int, limits: Limits) -> Iterator[Processes]:
    """So many child processes, killed at the end."""
    made = Processes(jobs, limits)
    try:
        yield made
    finally:
        made.close()
