"""Whole processes, timed in turns, so that a busy machine is equally busy for all of them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from statistics import median
from typing import TypeAlias

Command: TypeAlias = Sequence[str]


@dataclass(frozen=True)
class Run:
    """What one process and its children took: wall and processor seconds, and the largest one's peak of bytes."""

    wall: float
    processor: float
    memory: float


def run(command: Command) -> Run:
    """Run a command to its end, without its output; SystemExit where it fails."""
    silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    started = time.perf_counter()
    process = os.posix_spawn(command[0], list(command), os.environ, file_actions=silent)
    _, status, usage = os.wait4(process, 0)
    wall = time.perf_counter() - started
    if status:
        raise SystemExit(f"exit status {os.waitstatus_to_exitcode(status)} of {' '.join(command)}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)


def in_turns(commands: Mapping[str, Command], runs: int) -> dict[str, list[Run]]:
    """A B C A B C ..., after one turn that fills caches and does not count."""
    found: dict[str, list[Run]] = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, command in commands.items():
            one = run(command)
            if turn:
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
