r"""Claims about the nim-sum of the heaps' quotients by some m, and the remainder of their sum, for any number of heaps.

A move takes any number of stones from one heap, or from several as many in all as are allowed. A heap of S stones is
m*q + r, 0 <= r < m. Let X be the nim-sum of the q, R the sum of the S, and a position be claimed where X is 0 and R is
as is said, or to have the value m*X + R \ m. By induction along the number of stones that is so:

- No move keeps both X and R \ m: if one heap is lowered and X is the same, so is its q, and then R changes by less
  than m; several lose a number of stones that m does not divide.
- To make X some lesser X', a heap is lowered whose quotient q has q^X^X' < q; its remainder is free, so that R can be
  made what it should be. The remainders add up to at least R \ m: to lower that to some r with the same X, R \ m - r
  stones are taken from the remainders, of one heap or of several.

That this is so whatever the sizes are, and that these moves are allowed, are problems about one heap of S stones, the
T stones of the others, and D stones that are taken.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from typing import ClassVar, TypeAlias

from bouton.claims.parts import LOWERED, QUOTIENTS
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, multiply, number, remainder, subtract
from bouton.core.logic.expression import Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, different, disj, equal, less, negate
from bouton.core.logic.problem import Problem, each
from bouton.core.logic.substitution import Evaluation
from bouton.core.partitions import partitions
from bouton.core.stated import Kernel, Values
from bouton.proof.compared import held
from bouton.proof.goal import Goal
from bouton.proof.ways.lists import NEXT, NEXT_LEFT
from bouton.proof.ways.numbers import AtNumbers, ByNumbers, OfNumbers, Said
from bouton.proof.ways.one_step import HEAP
from bouton.proof.ways.one_step import SIZE as STEP_SIZE
from bouton.proof.ways.remainders.form import NIM_SUM, TOTAL, VALUE, QuotientSums, Remainders, Taking
from bouton.proof.ways.remainders.form import TAKEN as TAKEN_IN_ALL
from bouton.reading.command import located
from bouton.rules.file import Sources

CITED = (
    "what holds of the nim-sum of quotients and of the sum holds of the position, by induction along the stones "
    "(docs/explanation/quotients.md)"
)
"""What a proof by quotients and remainders takes from theory."""

SIZE, OTHERS, STONES = unknown("size", 1), unknown("others", 0), unknown("stones", 0)
"""The stones of one heap, of all others, and of all."""
_LEFT, _TAKEN = unknown("left", 0), unknown("taken", 0)
_QUOTIENT, _FREE, _TARGET = unknown("quotient", 0), unknown("free", 0), unknown("remainder", 0)
"""What a quotient becomes, and the heap's remainder; and what the sum's remainder is to become."""
_ZERO, _ONE, _TWO = map(number, range(3))


@dataclass(frozen=True)
class ByRemainders(OfNumbers):
    """A claim read by quotients and remainders: what a move takes, and what is claimed of both sums."""

    taking: Taking
    sums: QuotientSums
    values: bool
    """Whether Sprague-Grundy values are claimed."""
    sources: Sources
    within: ClassVar = frozenset(
        {HEAP, STEP_SIZE, NEXT, NEXT_LEFT, TAKEN_IN_ALL, NIM_SUM, TOTAL}
        | {SIZE, OTHERS, STONES, _LEFT, _TAKEN, _QUOTIENT, _FREE}
    )
    together: ClassVar = (SIZE, OTHERS)
    by: ClassVar = "quotients and remainders"
    makes: ClassVar = "the induction makes"
    # every position of so many heaps and stones, and some with greater quotients, for a greater assignment too
    where: ClassVar = held.Where(4, 9, ((19,), (32,), (7, 12), (9, 18), (5, 6, 7)), assignments=4)

    def at(self, numbers: Mapping[Unknown, int]) -> Quotients:
        """What was read, where the unknown parameters have these values."""
        return Quotients(self.taking, self.sums, self.values, numbers)

    @property
    def arity(self) -> int:
        """One where values are claimed."""
        return int(self.values)

    def form(self) -> Iterator[Problem]:
        """That the rules say what they were read to say."""
        meaning = (
            "by the rules a move takes stones from one heap, or from several some each, as many as they allow in all"
        )
        yield from each(LOWERED, meaning, "rules", located(self.taking.conditions, self.sources))
        meaning = "by the rules the claim speaks of the nim-sum of the heaps' quotients, and of the sum of the heaps"
        yield from each(QUOTIENTS, meaning, "rules", located(self.sums.conditions, self.sources))

    def solved(self) -> Iterator[Problem]:
        """That what is claimed of both sums is that of the P-positions, or of the values."""
        return itertools.chain(_values(self) if self.values else (), _kernel(self))

    def rest(self, total: Linear) -> Linear:
        """The remainder of a sum by the divisor."""
        return remainder(total, self.sums.divisor)

    def right(self, total: Linear) -> Formula:
        """When a sum is as it should be: claimed at nim-sum 0 or, of values, with the remainder that is aimed at."""
        return equal(self.rest(total), atom(_TARGET)) if self.values else self.sums.said(_ZERO, total)


def by_remainders(goal: Goal) -> ByRemainders:
    """The claim as one about quotients and remainders; Unreadable where it, or the game, is not seen to be such."""
    claim, rules = goal.claim, goal.rules
    values = isinstance(stated(claim), Values)
    if not values and not isinstance(stated(claim), Kernel):
        raise Unreadable("by quotients and remainders P-positions are proved, and values")
    if claim.where or claim.together or claim.strategy or claim.using or claim.play == "misere":
        raise Unreadable("what is proved so is proved everywhere, of normal play, without a strategy or a lemma")
    assert claim.iff is not None
    reading = Remainders(rules, goal.parameters)
    taking = reading.taking()
    sums = reading.valued(claim.iff) if values else reading.claimed(claim.iff)
    return ByRemainders(taking, sums, values, rules.sources)


REMAINDERS = ByNumbers(
    Described(
        "by quotients and remainders",
        "What holds of the nim-sum of the heaps' quotients and of the remainder of their sum holds of the position.",
        (CITED,),
        "quotients.md",
    ),
    QUOTIENTS,
    by_remainders,
)
"""The way by quotients and remainders."""


def _values(found: ByRemainders) -> Iterator[Problem]:
    """That one value is claimed, which is the divisor times the nim-sum, and the remainder of the sum."""
    nim_sum, total, value = atom(NIM_SUM), atom(TOTAL), atom(VALUE)
    meant = add(multiply(found.sums.divisor, nim_sum), found.rest(total))
    said = found.sums.said(nim_sum, total)
    meaning = "the value that is meant is claimed: the divisor times the nim-sum, and the remainder"
    yield Problem("some value", meaning, (negate(found.sums.said(nim_sum, total, meant)),))
    yield Problem("one value", "no other value is claimed", (said, different(value, meant)))
    yield Problem("no negative value", "no value is negative", (said, less(value, _ZERO)))


def _kernel(found: ByRemainders) -> Iterator[Problem]:
    """That what is claimed of both sums is that of the P-positions, or of the values."""
    sums, allowed, m = found.sums, found.taking.allowed, found.sums.divisor
    size, left, others, total, taken = map(atom, (SIZE, _LEFT, OTHERS, STONES, _TAKEN))
    target = [less(atom(_TARGET), m)] if found.values else [equal(atom(_TARGET), _ZERO)]

    meaning = "a position without heaps is claimed to be what it is"
    yield Problem("terminals", meaning, (negate(sums.said(_ZERO, _ZERO, _ZERO)),))

    share = 2 if found.values else 3
    kept = (less(left, size), equal(sums.quotient(size), sums.quotient(left)))
    wrong = (*target, *kept, found.right(add(size, others)), found.right(add(left, others)))
    meaning = "a heap that is lowered, and whose quotient is the same, leaves another remainder"
    yield Problem("independence, one heap", meaning, wrong, part="independence", share=(1, share))
    wrong = (*target, at_most(_TWO, taken), at_most(taken, total), allowed(taken))
    wrong = (*wrong, found.right(total), found.right(subtract(total, taken)))
    meaning = "stones that are taken from several heaps together leave another remainder"
    yield Problem("independence, several heaps", meaning, wrong, part="independence", share=(2, share))
    if not found.values:
        other = atom(NIM_SUM)
        wrong = (at_most(_ONE, other), sums.said(other, total))
        meaning = "what is claimed has nim-sum 0"
        yield Problem("independence, quotients", meaning, wrong, part="independence", share=(3, 3))

    share = 3 if found.values else 4
    quotient, free = atom(_QUOTIENT), atom(_FREE)
    made = add(multiply(m, quotient), free)
    good = conj((less(made, size), equal(sums.quotient(made), quotient)))
    wrong = (less(quotient, sums.quotient(size)), less(free, m), negate(good))
    meaning = "a heap can be lowered to any lesser quotient, with any remainder"
    yield Problem("absorption, quotients", meaning, wrong, part="absorption", share=(1, share))
    wrong = (at_most(taken, found.rest(size)), different(sums.quotient(size), sums.quotient(subtract(size, taken))))
    meaning = "stones that are taken from a heap's remainder leave its quotient"
    yield Problem("absorption, kept quotients", meaning, wrong, part="absorption", share=(2, share))
    d = subtract(found.rest(total), atom(_TARGET))
    first = less(atom(_TARGET), found.rest(total)) if found.values else negate(found.right(total))
    good = conj(
        (at_most(_ONE, d), disj((equal(d, _ONE), allowed(d))), equal(found.rest(subtract(total, d)), atom(_TARGET)))
    )
    meaning = "as many stones may be taken, from one heap or several, as make the sum's remainder what it should be"
    yield Problem(
        "absorption, remainders", meaning, (*target, first, negate(good)), part="absorption", share=(3, share)
    )
    if not found.values:
        wrong = (equal(found.rest(total), _ZERO), negate(found.right(total)))
        meaning = "what has nim-sum 0, and a sum that the divisor divides, is claimed"
        yield Problem("absorption, sums", meaning, wrong, part="absorption", share=(4, share))


# -------------------------------------------------------------------------------------------------------- at numbers


Sizes: TypeAlias = tuple[int, ...]
"""Sizes of heaps, none of them 0, in the order in which they stand."""

_ALL, _PAIRS, _SINGLE, _ALIKE = 12, 40, 240, 3
"""Every position of so many stones is looked at, every one of two heaps, and every one of one heap or two alike."""


@dataclass(frozen=True)
class Quotients(AtNumbers):
    """What a move takes, and what is claimed, with these values for the parameters."""

    taking: Taking
    sums: QuotientSums
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
        """All small positions, and further ones of few heaps: those with few stones first."""
        for total in range(min(most, _SINGLE) + 1):
            if total <= _ALL:
                yield from sorted(one[::-1] for one in partitions(total))
            else:
                yield (total,)
                least = 1 if total <= _PAIRS else total // 2 - _ALIKE
                yield from ((one, total - one) for one in range(least, total // 2 + 1))

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
