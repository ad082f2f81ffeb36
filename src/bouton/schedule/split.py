"""How the ranks that are left are cut: small ranges at first, then such that each takes about a second."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

_FIRST = 2048
"""Ranks of the first ranges, before anything is known of how long they take."""
_SECONDS = 0.5
"""What a range should take: short enough to be lost, long enough to be worth sending."""
_GROWTH = 8
_EVEN = 4
"""So many ranges for each worker out of what is left, that all end at about the same time."""


@dataclass(frozen=True)
class Range:
    """Ranks start..stop-1, and how often a worker has died of them."""

    start: int
    stop: int
    deaths: int = 0


class Cut:
    """Hands out the free ranks, least first; what was lost comes again before anything else."""

    def __init__(self, free: Iterable[tuple[int, int]], longest: int | None = None) -> None:
        self._free = deque(free)
        self._left = sum(stop - start for start, stop in self._free)
        self._lost: list[Range] = []
        self._longest = longest
        self._length = _FIRST

    def next(self, bound: int, width: int) -> Range | None:
        """The next range to work on that begins below `bound`, for so many workers; None where none is left."""
        if self._lost:
            again = min(self._lost, key=lambda lost: lost.start)
            self._lost.remove(again)
            return again if again.start < bound else self.next(bound, width)
        if not self._free or self._free[0][0] >= bound:
            return None
        start, end = self._free.popleft()
        length = self._length if width < 2 else min(self._length, max(_FIRST, self._left // (_EVEN * width)))
        if self._longest is not None:
            length = min(length, self._longest)
        stop = min(start + length, end)
        if stop < end:
            self._free.appendleft((stop, end))
        self._left -= stop - start
        return Range(start, stop)

    def lost(self, range_: Range) -> None:
        """Hand the range out again: its worker died."""
        self._lost.append(Range(range_.start, range_.stop, range_.deaths + 1))

    def took(self, ranks: int, seconds: float) -> None:
        """Learn from a range that is done how long the next ones should be."""
        wished = int(ranks * _SECONDS / max(seconds, 1e-6))
        self._length = max(1, min(wished, max(self._length, ranks * _GROWTH)))
