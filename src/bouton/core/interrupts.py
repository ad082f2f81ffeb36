"""Moments that no Ctrl-C may cut in two."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits, and so does an alarm: between a child's birth and its entry in the list nobody would kill it.

    The signals are noted, not blocked: the system may give one to any thread, and its handler runs in this one.
    """
    if threading.current_thread() is not threading.main_thread():  # only that one has handlers
        yield
        return
    heard: list[int] = []
    numbers = (signal.SIGINT, signal.SIGUSR1, signal.SIGALRM)
    before = {number: signal.signal(number, lambda one, _frame: heard.append(one)) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        for late in heard:
            signal.raise_signal(late)
