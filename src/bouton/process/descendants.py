"""The processes below a process: told by the system, and ended with all that they have started."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable
from contextlib import suppress


def below(*roots: int) -> set[int]:
    """Every process below these; none where the system has no `/proc` to tell them by."""
    started = _started if os.path.exists("/proc/thread-self/children") else _by_parents()
    found: set[int] = set()
    level = set(roots)
    while level:
        level = {child for pid in level for child in started(pid)} - found
        found |= level
    return found


def end(*roots: int) -> None:
    """Kill processes and everything below them."""
    found, stopped = set(roots), set[int]()
    while found:  # what is stopped starts nothing, so that in the end none is missed
        for pid in found:
            _tell(pid, signal.SIGSTOP)
        stopped |= found
        found = below(*stopped) - stopped
    for pid in stopped:
        _tell(pid, signal.SIGKILL)


def _tell(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)


def _started(pid: int) -> list[int]:
    """What the threads of a process have started that is still there."""
    found: list[int] = []
    with suppress(OSError):  # it has ended
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError), open(f"/proc/{pid}/task/{thread}/children", "rb") as children:
                found += map(int, children.read().split())
    return found


def _by_parents() -> Callable[[int], Iterable[int]]:
    """The same where the system does not tell it: all its processes are gone through for their parents."""
    found: dict[int, list[int]] = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if name.isdecimal():
            with suppress(OSError, ValueError, IndexError), open(f"/proc/{name}/stat", "rb") as stat:
                parent = int(stat.read().rpartition(b")")[2].split()[1])
                found.setdefault(parent, []).append(int(name))
    return lambda pid: found.get(pid, ())
