"""An end to reading rules symbolically where that takes too long: clingo may ground them in a moment."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from bouton.core.logic.terms import Unreadable


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Unreadable once what is done inside takes longer; only the main thread of a process is interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def late(_signal: int, _frame: FrameType | None) -> None:
        raise Unreadable(f"reading the rules symbolically takes more than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, late)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, left)
        signal.signal(signal.SIGALRM, before)
