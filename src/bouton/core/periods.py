"""Where a sequence begins to repeat, as far as it is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_SEEN = 3
"""Whole periods that must be seen, or nothing repeats: what a line grows by is read off two of them."""


def period(line: Sequence[Any], *, rising: bool = False) -> tuple[int, int, int, int] | None:
    """Where the line begins to repeat, its period, how much it grows each time, and how many whole periods there are.

    It grows by nothing unless `rising`, and then by the same positive number each time. The least sum of start and
    period is given; None where too few whole periods follow.
    """
    best: tuple[int, int, int, int] | None = None
    for length in range(1, len(line) // _SEEN + 1):
        if best is not None and best[0] + best[1] <= length:
            break
        rise = line[-1] - line[-1 - length] if rising else 0
        if rising and rise <= 0:
            continue
        start = len(line) - length
        while start > 0 and line[start - 1 + length] == (line[start - 1] + rise if rise else line[start - 1]):
            start -= 1
        seen = (len(line) - start) // length
        if seen >= _SEEN and (best is None or start + length < best[0] + best[1]):
            best = start, length, rise, seen
    return best
