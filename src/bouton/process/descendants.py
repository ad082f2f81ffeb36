"""The processes below a process: told by the system, and ended with all that they have started."""

from __future__ import annotations

import os
import signal
from contextlib import suppress


def below(*roots: int) -> set[int]:
    """Every process below these; none where the system has no `/proc` to tell them by."""
    parents = _parents()
    found: set[int] = set()
    level = set(roots)
    while level:
        level = {pid for pid, parent in parents.items() if parent in level} - found
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


def _parents() -> dict[int, int]:
    """Each process of the system with its parent."""
    found: dict[int, int] = {}
    try:
        names = os.listdir("/proc")
    except OSError:
        return found
    for name in names:
        if name.isdecimal():
            with suppress(OSError, ValueError, IndexError), open(f"/proc/{name}/stat", "rb") as stat:
                found[int(name)] = int(stat.read().rpartition(b")")[2].split()[1])
    return found
