"""A game whose moves take stones from heaps, and a claim about quotients and their remainders, at one assignment."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from typing import TypeAlias

from bouton.core.logic.arithmetic import number
from bouton.core.logic.expression import Unknown
from bouton.core.logic.substitution import Evaluation
from bouton.core.partitions import partitions
from bouton.proof.ways.numbers import AtNumbers, Said
from bouton.proof.ways.remainders.form import NIM_SUM, TOTAL, Sums, Taking

Sizes: TypeAlias = tuple[int, ...]
"""Sizes of heaps, none of them 0, in the order in which they stand."""

_ALL, _PAIRS, _ONE, _ALIKE = 12, 40, 240, 3
"""Every position of so many stones is looked at, every one of two heaps, and every one of one heap or two alike."""


@dataclass(frozen=True)
class Quotients(AtNumbers):
    """What a move takes, and what is claimed, with these values for the parameters."""

    taking: Taking
    sums: Sums
    values: bool
    numbers: Mapping[Unknown, int]
    _known: dict[object, object] = field(default_factory=dict)

    @property
    def divisor(self) -> int:
        """The number that sizes are divided by."""
        return Evaluation(self.numbers)(self.sums.divisor)

    def allows(self, taken: int) -> bool:
        """Whether a move may take so many stones from several heaps together."""
        if taken not in self._known:
            self._known[taken] = Evaluation(self.numbers)(self.taking.allowed(number(taken)))
        return bool(self._known[taken])

    def options(self, heaps: Sequence[int]) -> set[Sizes]:
        """The heaps that each move leaves."""
        found = {_left((*heaps[:at], left, *heaps[at + 1 :])) for at, size in enumerate(heaps) for left in range(size)}
        states: set[tuple[Sizes, int, int]] = {((), 0, 0)}  # what is left, of how many heaps how much is taken
        for size in heaps:
            states = {
                (_left((*left, size - taken)), count + (taken > 0), total + taken)
                for left, count, total in states
                for taken in range(size + 1)
                if not (taken and count) or self.allows(total + taken)
            }
        return found | {left for left, count, _ in states if count > 1}

    def said(self, heaps: Sequence[int]) -> Said:
        """The values that are claimed of a position."""
        return self.of(reduce(xor, (self._quotient(size) for size in heaps), 0), sum(heaps))

    def of(self, nim_sum: int, total: int) -> Said:
        """The values that are claimed where the quotients have this nim-sum, and all heaps together so many stones."""
        if (nim_sum, total) not in self._known:
            holds = Evaluation(self.numbers)
            both = number(nim_sum), number(total)
            terms = [number(0)] if not self.values else self.sums.named
            at = Evaluation({**self.numbers, NIM_SUM: nim_sum, TOTAL: total})
            values = [at(one) for one in terms]
            said = frozenset(one for one in values if holds(self.sums.said(*both, number(one))))
            self._known[nim_sum, total] = said
        return self._known[nim_sum, total]  # type: ignore[return-value]

    def differs(self, said: Said, below: Iterable[Said], _ended: bool) -> bool:
        """Whether what is claimed of a position does not fit what is claimed of its options."""
        return differs(said, below, values=self.values)

    def aims(self, heaps: Sequence[int], said: Said) -> Sequence[int]:
        """The values that moves must lead to, if the claim is right."""
        return range(min(said, default=0)) if self.values else super().aims(heaps, said)

    def made(self, heaps: Sequence[int], value: int) -> Sizes | None:
        """The heaps after the move of the induction, unless the claim is seen to be false there."""
        made = self._made(heaps, value)
        return None if made is None or value not in self.said(made) else made

    def _made(self, heaps: Sequence[int], value: int) -> Sizes | None:
        m = self.divisor
        quotients = list(map(self._quotient, heaps))
        nim_sum, (target, rest) = reduce(xor, quotients, 0), divmod(value, m)
        if nim_sum == target:
            for taken in range(1, sum(heaps) % m + 1):
                if self._right(target, sum(heaps) - taken, rest) and (taken == 1 or self.allows(taken)):
                    return _without(heaps, taken, m)
            return None
        lowered = (at for at, one in enumerate(quotients) if one ^ nim_sum ^ target < one)
        for at, free in itertools.product(lowered, range(m)):
            left = m * (quotients[at] ^ nim_sum ^ target) + free
            if self._right(target, sum(heaps) - heaps[at] + left, rest):
                return _left((*heaps[:at], left, *heaps[at + 1 :]))
        return None

    def positions(self, most: int) -> Iterator[Sizes]:
        """All small positions, and further ones of few heaps."""
        return _positions(most)

    def _right(self, nim_sum: int, total: int, rest: int) -> bool:
        return total % self.divisor == rest if self.values else bool(self.of(nim_sum, total))

    def _quotient(self, size: int) -> int:
        return size // self.divisor


def differs(said: Said, below: Iterable[Said], *, values: bool) -> bool:
    """Whether what is claimed of a position does not fit what is claimed of its options."""
    reached = {one for option in below for one in option}
    if not values:
        return bool(said) is bool(reached)
    return said != {next(one for one in itertools.count() if one not in reached)}


def _without(heaps: Sequence[int], taken: int, divisor: int) -> Sizes:
    """So many stones taken from the remainders of the heaps."""
    left = []
    for size in heaps:
        some = min(taken, size % divisor)
        taken -= some
        left.append(size - some)
    return _left(left)


def _left(heaps: Sequence[int]) -> Sizes:
    return tuple(filter(None, heaps))


def _positions(most: int) -> Iterator[Sizes]:
    """Positions that are looked at, those with few stones first."""
    for total in range(min(most, _ONE) + 1):
        if total <= _ALL:
            yield from sorted(one[::-1] for one in partitions(total))
        else:
            yield (total,)
            least = 1 if total <= _PAIRS else total // 2 - _ALIKE
            yield from ((one, total - one) for one in range(least, total // 2 + 1))
