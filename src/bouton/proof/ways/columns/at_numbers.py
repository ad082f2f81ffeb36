"""A game whose moves lower heaps, and a claim about digit places, at one assignment of the parameters.

Whether a move leads to a claimed position is told place by place, from the highest on, without the moves: what counts
is how many heaps are lowered so far, and which others are left.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bouton.core.logic.arithmetic import number
from bouton.core.logic.expression import Formula, Unknown
from bouton.core.logic.substitution import Evaluation
from bouton.core.partitions import partitions
from bouton.proof.ways.columns.form import Digits, Lowering
from bouton.proof.ways.numbers import AtNumbers, Said, few_first, lost

_State: TypeAlias = tuple[int, tuple[int, ...], bool]
"""How many heaps are lowered, how many of each size are not, and whether a digit above is not 0."""

_SMALL = 16
"""Every position of at most so many stones is looked at."""
_ONES = 120
"""Heaps of one stone, or of two, are looked at up to so many."""


@dataclass(frozen=True)
class Places(AtNumbers):
    """What may be at a digit place, and what a move may lower, with these values for the parameters."""

    lowering: Lowering
    digits: Digits
    misere: bool
    numbers: Mapping[Unknown, int]
    _known: dict[tuple[int, bool | None], bool] = field(default_factory=dict)

    def allows(self, heaps: int) -> bool:
        """Whether a move may lower so many heaps."""
        if (heaps, None) not in self._known:
            self._known[heaps, None] = self._holds(self.lowering.allowed(number(heaps)))
        return self._known[heaps, None]

    def may(self, ones: int, higher: bool) -> bool:
        """Whether the claim lets a place have so many ones; `higher` says that some digit above is not 0.

        Of a place that is not the last one `higher` is true.
        """
        if (ones, higher) not in self._known:
            single = None if higher else self.digits.single(number(ones))
            self._known[ones, higher] = self._holds(self.digits.balanced(number(ones)) if single is None else single)
        return self._known[ones, higher]

    @property
    def singles(self) -> bool:
        """Whether the claim says something else of positions in which every heap is a single stone."""
        return self.digits.single(number(0)) is not None

    def claimed(self, heaps: Sequence[int]) -> bool:
        """Whether the position is claimed to be a P-position."""
        if max(heaps, default=0) <= 1 and self.singles:
            return self.may(len(heaps), higher=False)
        places = range(max(heaps, default=0).bit_length())
        return all(self.may(sum(size >> at & 1 for size in heaps), higher=True) for at in places)

    def said(self, heaps: Sequence[int]) -> Said:
        """The same as a value: 0 of a P-position."""
        return lost(self.claimed(heaps))

    def wins(self, heaps: Sequence[int]) -> bool:
        """Whether some move leads to a claimed position."""
        sizes = Counter(heaps)
        classes, states = tuple(sizes), {(0, tuple(sizes.values()), False)}
        for at in reversed(range(max(heaps, default=0).bit_length())):
            ones = [place for place, size in enumerate(classes) if size >> at & 1]
            states = {after for state in states for after in self._after(state, ones, last=at == 0)}
        return any(lowered for lowered, _, _ in states)

    def fails(self, heaps: Sequence[int]) -> bool:
        """Whether a local condition of the claim fails there: a counterexample, where all below is as claimed."""
        won = self.misere if not heaps else self.wins(heaps)
        return self.claimed(heaps) is won

    def differs(self, said: Said, below: Iterable[Said], ended: bool) -> bool:
        """Whether it does not fit; in misère play who is to move has won where the game has ended."""
        return bool(said) is (any(below) or (self.misere and ended))

    def positions(self, most: int) -> list[tuple[int, ...]]:
        """All small positions, and up to `most` heaps of few sizes."""
        return few_first(_positions(min(most, _ONES)))

    def options(self, heaps: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Where the moves lead, as they were read; heaps that are alike are not told apart on the way."""
        allowed = {changed for changed in range(1, len(heaps) + 1) if self.allows(changed)}
        most = max(allowed, default=0)
        reached: set[tuple[int, tuple[int, ...]]] = {(0, ())}
        for size in heaps:
            reached = {
                (changed + (left != size), tuple(sorted((*others, left))))
                for changed, others in reached
                for left in (range(size + 1) if changed < most else (size,))
            }
        yield from (left for changed, left in reached if changed in allowed)

    def made(self, heaps: Sequence[int], _value: int = 0) -> tuple[int, ...] | None:
        """The position that the induction over the places leads to, if it finds its numbers at each."""
        left, lowered = [0] * len(heaps), set[int]()
        for at in reversed(range(max(heaps).bit_length())):
            higher = at > 0 or not self.singles or sum(left) > 0
            left = [2 * size for size in left]
            ones = [heap for heap, size in enumerate(heaps) if size >> at & 1 and heap not in lowered]
            free = sorted(lowered)
            nothing = not free and self.may(len(ones), higher)
            found = (0, 0) if nothing else self._choice(len(ones), len(free), higher)
            if found is None:
                return None
            more, made = found
            lowered |= set(ones[:more])
            for heap in (*ones[more:], *free[:made]):
                left[heap] += 1
        return tuple(left)

    def _choice(self, ones: int, free: int, higher: bool) -> tuple[int, int] | None:
        """How many more heaps are lowered at a place, and how many free digits made 1."""
        several = itertools.product(range(0 if free else 1, ones + 1), range(free + 1))
        may = (one for one in several if self.may(ones - one[0] + one[1], higher))
        return next((one for one in may if self.allows(free + one[0])), None)

    def _after(self, state: _State, ones: Sequence[int], *, last: bool) -> Iterator[_State]:
        """What may come of a place in whose classes `ones` the digit is 1."""
        lowered, left, higher = state
        single = last and self.singles and not higher
        for chosen in itertools.product(*(range(left[place] + 1) for place in ones)):
            if (more := sum(chosen)) and not self.allows(lowered + more):
                continue
            rest = list(left)
            for place, some in zip(ones, chosen, strict=True):
                rest[place] -= some
            kept = sum(rest[place] for place in ones)
            for made in range(lowered + 1):
                if self.may(kept + made, higher=not single):
                    yield lowered + more, tuple(rest), higher or kept + made > 0

    def _holds(self, formula: Formula) -> bool:
        return Evaluation(self.numbers)(formula)


def _positions(most: int) -> Iterator[tuple[int, ...]]:
    """Positions that are looked at, in no order."""
    for stones in range(_SMALL + 1):
        yield from partitions(stones)
    for heaps, size in itertools.product(range(most + 1), (1, 2, 3)):
        yield (size,) * heaps
        yield (*(size,) * heaps, 1)
