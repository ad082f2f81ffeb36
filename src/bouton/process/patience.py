"""An end to work that takes longer than it is worth, where something else can be done instead."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from bouton.core.errors import Unreadable

_AGAIN = 0.05
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
            signal.setitimer(signal.ITIMER_VIRTUAL, _AGAIN)
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
