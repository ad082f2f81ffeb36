"""Limits of what this process itself does: reading and planning (`bouton.process.limits` has those of solving).

And an end to work that takes longer than it is worth, where something else can be done instead (`patience`).
"""

from __future__ import annotations

import importlib
import resource
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from bouton.core.errors import LimitReached, Unreadable
from bouton.process.limits import Limits, in_words, memory_of_this_process

_LEAST = 256 << 20
"""Bytes that reading may have however small the limit of memory: what libraries take to begin with is among them."""
_LEAST_SECONDS = 1.0
"""Seconds that reading may have however small the limit of time: a claim that is not read has no verdict."""
_AGAIN = 0.1
"""Seconds from one alarm to the next: one that rings while an object is being destroyed is not heard."""
_MORE = 1.0
"""Seconds beyond the limit that reading may have on a busy machine, and code in C, which hears no alarm, before it is
ended with its process."""


@contextmanager
def reading(limits: Limits) -> Iterator[None]:
    """LimitReached where what is done inside takes more wall time, or more memory, than the limits allow."""
    with _memory(max(limits.memory, _LEAST)), _time(max(limits.seconds, _LEAST_SECONDS)):
        yield


@contextmanager
def _memory(most: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_AS)
    limit = memory_of_this_process() + most
    bounds = [limit, *(bound for bound in before if bound != resource.RLIM_INFINITY)]
    resource.setrlimit(resource.RLIMIT_AS, (min(bounds), before[1]))
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        if isinstance(error, MemoryError) or "bad_alloc" in str(error):
            raise LimitReached(f"memory limit of {in_words(most)} reached while reading") from None
        raise
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@contextmanager
def _time(seconds: float) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():  # only that one hears alarms
        yield
        return
    importlib.import_module("bouton.rules.read")  # to import clingo is not to read
    said, started, worked = False, time.monotonic(), time.process_time()

    def late(_signal: int, _frame: FrameType | None) -> None:
        nonlocal said
        busy = time.process_time() - worked < seconds / 2  # the machine, with other things
        if not said and (not busy or time.monotonic() - started > seconds + _MORE):
            said = True
            raise LimitReached(f"time limit of {seconds:g} s reached while reading")

    def unheard(what: Any) -> None:
        nonlocal said
        if isinstance(what.exc_value, LimitReached):
            said = False
        elif not said:  # an object that the alarm left half made may complain when it goes
            hook(what)

    hook, sys.unraisablehook = sys.unraisablehook, unheard
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_PROF, seconds + _MORE)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    try:
        yield
    finally:
        said = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = hook


_UNHEARD = 0.05
"""Seconds after which it rings again where it was not heard, as in a destructor."""


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Unreadable once what is done inside takes more processor time; only a process's main thread is interrupted.

    Of one inside another, the sooner end counts.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(_signal: int, _frame: FrameType | None) -> None:
        raise Unreadable(f"reading the rules symbolically takes more than {seconds:.3g} s of processor time")

    def unheard(what: Any) -> None:
        if isinstance(what.exc_value, Unreadable):
            signal.setitimer(signal.ITIMER_VIRTUAL, _UNHEARD)
        else:
            hook(what)

    hook, sys.unraisablehook = sys.unraisablehook, unheard
    before = signal.signal(signal.SIGVTALRM, late)
    left, _ = signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    if 0 < left < seconds:
        signal.signal(signal.SIGVTALRM, before)
        signal.setitimer(signal.ITIMER_VIRTUAL, left)
    try:
        yield
    finally:
        sys.unraisablehook = hook
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_VIRTUAL, left)
