"""Ranges of ranks and what was found in them.

The ranks 0, 1, 2, ... of a job number its positions in the order of the minimal counterexample, so that the
least violating rank is the smallest counterexample.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from bouton.core.errors import Disagreement


class RangedWork(Protocol):
    """Work over ranks 0..size-1, the same wherever it is done; it is pickled to get there.

    `key` names it: two jobs with equal keys have the same spans, in whatever process or year they run.
    """

    @property
    def key(self) -> str:
        """Names everything that the spans depend on."""

    @property
    def size(self) -> int:
        """How many ranks there are."""


@dataclass(frozen=True, order=True)
class RankSpan:
    """What was found in the ranks start..stop-1.

    `judged` counts the positions the claim speaks of, up to `first` (without it) where there is a violation;
    `moves` says whether any has a move; `first` is the least violating rank.
    """

    start: int
    stop: int
    judged: int
    moves: bool
    first: int | None = None


@dataclass
class SpanTally:
    """The spans of a job of `size` ranks as they come in, in any order.

    Everything below `frontier` is done and added up. What lies beyond it waits in `ahead`, which holds no more
    spans than are worked on at once (and those that an earlier run has left).
    """

    size: int
    frontier: int = 0
    judged: int = 0
    moves: bool = False
    first: int | None = None
    """The least violating rank, once all ranks below it are done."""
    bound: int = field(init=False)
    """No rank from here on can matter: it is the size, or a violation is known below."""
    done: int = 0
    """How many ranks are done, wherever they are."""
    ahead: list[RankSpan] = field(default_factory=list)
    fault: tuple[int, Exception] | None = None
    """The rules are at fault in the range that begins there, the least such."""

    def __post_init__(self) -> None:
        self.bound = self.size

    def add(self, span: RankSpan) -> None:
        """Take in a span that overlaps none before it."""
        if span.start < self.frontier:
            raise Disagreement(f"ranks from {span.start} on were done twice")
        self.done += span.stop - span.start
        if span.first is not None:
            self.bound = min(self.bound, span.start)
        heapq.heappush(self.ahead, span)
        while self.first is None and self.ahead and self.ahead[0].start == self.frontier:
            next_ = heapq.heappop(self.ahead)
            self.judged += next_.judged
            self.moves = self.moves or next_.moves
            self.frontier = next_.stop
            self.first = next_.first

    def fail(self, start: int, error: Exception) -> None:
        """The rules are at fault in the range that begins there: that counts where no violation lies below."""
        if start < self.bound:
            self.bound, self.fault = start, (start, error)

    @property
    def settled(self) -> bool:
        """Whether the answer is certain: all is done, or all below the least violation.

        Raises the fault of the rules where nothing below it is in doubt.
        """
        if self.first is None and self.fault is not None and self.fault[0] == self.frontier:
            raise self.fault[1]
        return self.first is not None or self.frontier == self.size

    @property
    def suspected(self) -> bool:
        """Whether a violation is known that may not be the least."""
        return self.first is None and any(span.first is not None for span in self.ahead)


def gaps(spans: Iterable[RankSpan], size: int) -> list[tuple[int, int]]:
    """The ranges of 0..size-1 that no span covers, least first."""
    found: list[tuple[int, int]] = []
    reached = 0
    for span in sorted(spans):
        if span.start > reached:
            found.append((reached, span.start))
        reached = max(reached, span.stop)
    if reached < size:
        found.append((reached, size))
    return found


def tiles(spans: Iterable[RankSpan], size: int) -> bool:
    """Whether spans lie in 0..size-1, overlap nowhere, and count no more positions than they have."""
    reached = 0
    for span in sorted(spans, key=lambda span: span.start):
        end = span.stop if span.first is None else span.first
        if not (reached <= span.start <= end <= span.stop <= size and span.start < span.stop):
            return False
        if end == span.stop and span.first is not None:
            return False
        if not 0 <= span.judged <= end - span.start:
            return False
        reached = span.stop
    return True
