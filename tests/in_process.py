"""Tasks that are run in the process of the test: what a child of it would do, without a copy of all that it has.

A child that is forked copies the tables of its parent's memory, and each page that it touches, and forgets what it has
read: half the time of a small check. Solvers have children here too, as they do not forget what they were asked; and
the other tests have children as the command has: those of processes, of limits, and of what may not end.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from math import inf
from pathlib import Path
from types import FrameType
from typing import Any

from bouton.core.errors import Disagreement, LimitReached
from bouton.process import limits
from bouton.process.limits import Deadline, Limits, Task

IN_PROCESS = (
    *("certificate/", "claims/", "discover/", "document/", "encodings/", "golden/", "ground/", "interface/"),
    *("mutants/", "page/", "proof/", "run/", "show/"),
)
"""How the places begin of the tests whose tasks are run here: their limits are there for a fault alone ..."""
SIDE_BY_SIDE = ("run/test_abreast", "run/test_busy", "run/test_upward")
"""... but for those in which one task is to end while another goes on ..."""
APART = ("proof/test_problems",)
"""... and those that pin how formulas are written, which depends on those met before; and need more than a limit."""
_FORKED = {
    *("bouton.solving.solve._solve", "bouton.proof.prove._ask", "bouton.run.abreast._check"),
    "tests.run.test_breaking._dying",
}
"""What has a child all the same."""
_SECONDS, _BYTES = 1.0, Limits().memory
"""Lower limits are there to be reached."""
_ALWAYS, _closed = os.pipe()
_NEVER, _open = os.pipe()
"""What can always be read, and what never can."""
os.close(_closed)
_started: list[_Told] = []
"""What was started and has not ended yet."""
_forked = limits._start


def without_children(file: Path) -> bool:
    """Whether the tasks of the tests of a file, from the folder of tests on, are run in the process."""
    return file.as_posix().startswith(IN_PROCESS) and not file.as_posix().startswith((*SIDE_BY_SIDE, *APART))


def start(tasks: Sequence[Task], chosen: list[int], deadline: Deadline) -> limits._Child:
    """In place of `bouton.process.limits._start`: a process, or what stands for one."""
    if not all(_here(tasks[index]) for index in chosen):
        return _forked(tasks, chosen, deadline)
    told: Any = _Told(tasks, chosen)
    within = tasks[chosen[0]].limits
    return limits._Child(told, told, list(chosen), within, len(chosen) > 1, time.monotonic(), deadline)


def _here(task: Task) -> bool:
    within, name = task.limits, f"{task.call.__module__}.{task.call.__qualname__}"
    return within.seconds >= _SECONDS and within.memory >= _BYTES and name not in _FORKED


class _Told:
    """Stands for the process of some tasks and for its pipe: each is run once its first word is asked for.

    One after the other, so that what another task has settled meanwhile is not run at all.
    """

    pid, exitcode = None, 0

    def __init__(self, tasks: Sequence[Task], chosen: Sequence[int]) -> None:
        self._tasks, self._left = tasks, list(chosen)
        self._words: deque[bytes] = deque()
        _started.append(self)

    def fileno(self) -> int:
        """A descriptor that can be read if this is the first of the tasks that are run side by side."""
        return _ALWAYS if next(one for one in _started if one._tasks is self._tasks) is self else _NEVER

    def send(self, word: object) -> None:
        """Keep what a task has to say, as it would come out of a pipe."""
        self._words.append(pickle.dumps(word))

    def recv(self) -> Any:
        """The next word."""
        if not self._words:
            task = self._tasks[self._left.pop(0)]
            with _as_in_a_child(task.limits) as rung:
                error = limits._error(task, self)  # type: ignore[arg-type]
            if rung and isinstance(error, Disagreement):  # where z3 makes an argument ctypes has an error of its own
                error = LimitReached(rung[-1])
            self.send(("end", error))
        return pickle.loads(self._words.popleft())

    def close(self, *_seconds: float) -> None:
        """Nothing more is asked."""
        if self in _started:
            _started.remove(self)

    kill = join = close


@contextmanager
def _as_in_a_child(within: Limits) -> Iterator[list[str]]:
    """No search for cycles, and the limits of time: they end what is not inside of a solver. What has ended it."""
    collects, late, rung = gc.isenabled(), within.deadline, list[str]()
    gc.disable()
    try:
        with (
            _alarm(
                signal.SIGALRM,
                signal.ITIMER_REAL,
                late.at - time.monotonic(),
                f"time limit of {late.seconds:g} s reached",
                rung,
            ),
            _alarm(signal.SIGPROF, signal.ITIMER_PROF, within.processor, "its processor time was used up", rung),
        ):
            yield rung
    finally:
        if collects:
            gc.enable()


@contextmanager
def _alarm(number: signal.Signals, timer: int, seconds: float, words: str, rung: list[str]) -> Iterator[None]:
    """What is done here ends after so many seconds; one that was set before goes on meanwhile."""
    if seconds == inf:
        yield
        return
    before = signal.signal(number, partial(_end, timer, words, rung))
    left, _ = signal.setitimer(timer, max(seconds, 0.001))
    began = _clock(timer)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, before)
        if left:
            signal.setitimer(timer, max(left - (_clock(timer) - began), 0.001))


def _clock(timer: int) -> float:
    return time.monotonic() if timer == signal.ITIMER_REAL else time.process_time()


def _end(timer: int, words: str, rung: list[str], _: int, frame: FrameType | None) -> None:
    while frame is not None:
        if frame.f_code.co_name == "__del__":  # what is raised there is lost
            signal.setitimer(timer, 0.001)
            return
        frame = frame.f_back
    rung.append(words)
    raise LimitReached(words)
