"""Whole processes, timed in turns, so that a busy machine is equally busy for all of them."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass
from statistics import median
from typing import TypeAlias

from bouton.run.kept import FRESH

Command: TypeAlias = Sequence[str]
ANEW = "each verdict is found anew, and none is told that an earlier run has kept"
"""What a table says that `run` and `said` made."""


@dataclass(frozen=True)
class Run:
    """What one process and its children took: wall and processor seconds, and the largest one's peak of bytes.

    One that was not waited for has infinite times.
    """

    wall: float
    processor: float
    memory: float


def anew() -> dict[str, str]:
    """The environment in which no verdict is told that an earlier run has kept, in a process or in its children."""
    return {**os.environ, FRESH: "1"}


def said(command: Command) -> str:
    """What a command prints, whatever its exit status; no verdict in it was kept."""
    return subprocess.run(command, capture_output=True, text=True, check=False, env=anew()).stdout


def run(command: Command, patience: float | None = None) -> Run:
    """Run a command to its end or for so many seconds, without its output; SystemExit where it fails.

    No verdict that an earlier turn has kept is told in place of being found.
    """
    silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    started = time.perf_counter()
    process = os.posix_spawn(command[0], list(command), anew(), file_actions=silent)
    late = threading.Timer(patience or 1e6, os.kill, (process, signal.SIGKILL))
    late.daemon = True
    late.start()
    _, status, usage = os.wait4(process, 0)
    late.cancel()
    wall = time.perf_counter() - started
    unit = 1 if sys.platform == "darwin" else 1024
    if patience is not None and wall >= patience and status == signal.SIGKILL:
        return Run(math.inf, math.inf, usage.ru_maxrss * unit)
    if status:
        raise SystemExit(f"exit status {os.waitstatus_to_exitcode(status)} of {' '.join(command)}")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)


def in_turns(
    commands: Mapping[str, Command],
    runs: int,
    patience: float | Callable[[], float] | None = None,
    idle: int = 1,
) -> dict[str, list[Run]]:
    """A B C A B C ..., after `idle` turns that fill caches and do not count.

    What takes longer than `patience` is not tried again; a function is asked for it before each run.
    """
    found: dict[str, list[Run]] = {name: [] for name in commands}
    endless: dict[str, Run] = {}
    for turn in range(idle + runs):
        for name, command in commands.items():
            one = endless.get(name) or run(command, patience() if callable(patience) else patience)
            if one.wall == math.inf:
                endless[name] = one
            if turn >= idle:
                found[name].append(one)
    return found


def middle(runs: Sequence[Run]) -> Run:
    """The median of each number."""
    return Run(*map(median, zip(*map(astuple, runs), strict=True)))


def ratios(runs: Sequence[Run], to: Sequence[Run]) -> Run:
    """For each number the median of the ratios of runs of the same turn."""
    return middle(
        [
            Run(one.wall / other.wall, one.processor / other.processor, one.memory / other.memory)
            for one, other in zip(runs, to, strict=True)
        ]
    )
