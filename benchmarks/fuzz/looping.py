"""One random case after the other until the time is up, what differs from plain Python, and what was compared."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol, TypeVar


class Case(Protocol):
    """Rules, a spec about them, and the constructs that they are made of."""

    @property
    def rules(self) -> str:
        """The text of the rules file, `case.lp`."""

    @property
    def spec(self) -> str:
        """The text of the spec."""

    @property
    def used(self) -> Iterable[str]:
        """The names of what it is made of."""


Made = TypeVar("Made", bound=Case)


def loop(
    name: str,
    purpose: str,
    made: Callable[[int, int], Made],
    compared: Callable[[Made, int, Counter[str], Path], list[str]],
) -> int:
    """Run `made(seed, number)` and `compared(case, number, tally, folder)`; 1 where they differ."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=purpose)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--cases", type=int, default=10**9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    asked = parser.parse_args()
    tally, used, differences = Counter[str](), Counter[str](), 0
    end, number = time.monotonic() + 60 * asked.minutes, asked.first
    while number < asked.cases and time.monotonic() < end:
        case = made(asked.seed, number)
        with tempfile.TemporaryDirectory() as folder:
            for words in compared(case, number, tally, Path(folder)):
                differences += 1
                print(f"case {number}: {words}\n{case.rules}\n{case.spec}", file=sys.stderr)
        used.update(set(case.used))
        number += 1
    many, seconds = number - asked.first, time.process_time()
    print(f"seed {asked.seed}: {many} cases, {differences} differences, {seconds:.0f} s of processor time")
    for counts in (used, tally):
        print()
        print("\n".join(f"{one:60} {count:8}" for one, count in sorted(counts.items())))
    return 1 if differences else 0
