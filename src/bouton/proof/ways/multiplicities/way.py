"""Claims that the nim-sum of how many heaps have each of some sizes is 0, for any number of heaps of every size.

A move takes some of the heaps of one size to a lesser one: coins go down a staircase, say. Let v(S) be how many heaps
have size S, where S is a size that counts. If every move changes exactly one of these numbers, the nim-sum of them all
changes, so that no move leads from nim-sum 0 to nim-sum 0. If each of them can be changed to every lesser number while
the others stay, one of them can be changed so that the nim-sum becomes 0 wherever it is not: the one that has a 1 at
the highest binary place of the nim-sum. Moves that make one of the numbers greater do no harm. Sizes get less with
every move, so that games end.

That a move changes exactly one of the numbers, and each can be lessened, are linear problems about the size, how many
heaps have it, how many of these a move takes, and which size they get.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import ClassVar

from bouton.claims.parts import LOWERED, NUMBERS
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.elimination import never
from bouton.core.logic.expression import FALSE, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, equivalent, negate
from bouton.core.logic.problem import Problem, each
from bouton.core.logic.substitution import Evaluation
from bouton.core.partitions import partitions
from bouton.core.stated import Kernel
from bouton.proof.compared import held
from bouton.proof.goal import Goal
from bouton.proof.ways.multiplicities.form import AT_SIZE as NEXT_LEFT
from bouton.proof.ways.multiplicities.form import ONES as COUNTED_ONES
from bouton.proof.ways.multiplicities.form import Multiplicities, Numbers, Resizing
from bouton.proof.ways.numbers import AtNumbers, ByNumbers, OfNumbers, Said, few_first, lost
from bouton.proof.ways.one_step import HEAP
from bouton.proof.ways.one_step import SIZE as STEP_SIZE
from bouton.reading.command import located
from bouton.rules.file import Sources

CITED = (
    "if every move changes exactly one of some numbers, each of which can be changed to any lesser one, "
    "nim-sum 0 is lost (docs/explanation/multiplicities.md)"
)
"""What a proof by multiplicities takes from theory."""

_LOOKED_AT = 12
"""Every position of at most so many stones is looked at where a problem of the proof has a model."""
_FURTHER = 60
"""Sizes, and heaps of one size, are looked at up to so many."""

_SIZE, _NUMBER, _TAKEN, _LEFT = unknown("size", 1), unknown("number", 1), unknown("taken", 1), unknown("left", 0)
_ZERO, _ONE = number(0), number(1)


@dataclass(frozen=True)
class ByMultiplicities(OfNumbers):
    """A claim read by how many heaps have each size: what a move may take, and which sizes count."""

    taking: Resizing
    numbers: Numbers
    sources: Sources
    within: ClassVar = frozenset({HEAP, STEP_SIZE, COUNTED_ONES, NEXT_LEFT, _SIZE, _NUMBER, _TAKEN, _LEFT})
    by: ClassVar = "multiplicities"
    makes: ClassVar = "the theorem makes"
    # every position of so many heaps and stones, and some with greater sizes and more heaps of one size
    where: ClassVar = held.Where(
        5, 10, ((19,), (32,), (5, 19), (1,) * 9, (3,) * 9, (1, 1, 1, 1, 1, 2, 3, 3, 7), (16, 17, 17, 17)), assignments=3
    )

    def at(self, numbers: Mapping[Unknown, int]) -> Sizes:
        """What was read, where the unknown parameters have these values."""
        return Sizes(self.taking, self.numbers, Evaluation(numbers))

    def form(self) -> Iterator[Problem]:
        """That the rules say what they were read to say."""
        meaning = "by the rules a move takes some of the heaps of one size to a lesser one"
        yield from each(LOWERED, meaning, "rules", located(self.taking.conditions, self.sources))
        meaning = "by the rules the claim is that the nim-sum of how many heaps have each size that counts is 0"
        yield from each(NUMBERS, meaning, "rules", located(self.numbers.conditions, self.sources))

    def solved(self) -> Iterator[Problem]:
        """That a move changes exactly one of the numbers, and each of them can be changed to every lesser one."""
        size, among, taken, left = map(atom, (_SIZE, _NUMBER, _TAKEN, _LEFT))
        may = conj((at_most(taken, among), self.taking.allowed(size, among, taken, left)))
        yield Problem("terminals", "a position without heaps, whose nim-sum is 0, is claimed", (FALSE,))
        meaning = "a move changes exactly one of the numbers of heaps that count"
        here, there = self.numbers.counts(size), conj((at_most(_ONE, left), self.numbers.counts(left)))
        yield Problem("independence", meaning, (may, equivalent(here, there)))
        meaning = "each number of heaps that counts can be changed to every lesser one, and no other with it"
        chosen = unknown("chosen", 0, local=True)
        alone = disj((equal(atom(chosen), _ZERO), negate(self.numbers.counts(atom(chosen)))))
        some = conj((at_most(_ZERO, atom(chosen)), self.taking.allowed(size, among, taken, atom(chosen)), alone))
        yield Problem("absorption", meaning, (here, at_most(taken, among), never((chosen,), some)))


def by_multiplicities(goal: Goal) -> ByMultiplicities:
    """The claim as one about how many heaps have each size; Unreadable where it, or the game, is not such."""
    claim, rules = goal.claim, goal.rules
    if not isinstance(stated(claim), Kernel):
        raise Unreadable("by multiplicities P-positions are proved")
    if claim.play == "misere":
        raise Unreadable("by multiplicities normal play is proved")
    if claim.where or claim.together or claim.strategy or claim.using:
        raise Unreadable("what is proved by multiplicities is proved everywhere, without a strategy or a lemma")
    assert claim.iff is not None
    read = Multiplicities(rules, goal.parameters)
    return ByMultiplicities(read.taking(), read.numbers(claim.iff), rules.sources)


MULTIPLICITIES = ByNumbers(
    Described(
        "by multiplicities",
        "Where every move changes exactly one of some numbers, each to any lesser one, nim-sum 0 is lost.",
        (CITED,),
        "multiplicities.md",
    ),
    NUMBERS,
    by_multiplicities,
)
"""The way by multiplicities."""


# ---------------------------------------------------------------------------------------------------- at numbers


@dataclass(frozen=True)
class Sizes(AtNumbers):
    """A game whose moves take heaps of one size to a lesser one, and the nim-sum that is claimed to be 0.

    The parameters have values, by which `holds` evaluates what was read.
    """

    taking: Resizing
    numbers: Numbers
    holds: Evaluation

    def counts(self, size: int) -> bool:
        """Whether the nim-sum counts how many heaps have this size."""
        return self.holds(self.numbers.counts(number(size)))

    def nim_sum(self, heaps: Sequence[int]) -> int:
        """The nim-sum of how many heaps have each size that counts."""
        return reduce(xor, (many for size, many in Counter(heaps).items() if self.counts(size)), 0)

    def claimed(self, heaps: Sequence[int]) -> bool:
        """Whether the position is claimed to be a P-position."""
        return self.nim_sum(heaps) == 0

    def said(self, heaps: Sequence[int]) -> Said:
        """The same as a value: 0 of a P-position."""
        return lost(self.claimed(heaps))

    def options(self, heaps: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """The heaps that each move leaves, in ascending order."""
        for size, many in Counter(heaps).items():
            for taken, left in itertools.product(range(1, many + 1), range(size)):
                if self._allowed(size, many, taken, left):
                    yield _moved(heaps, size, taken, left)

    def made(self, heaps: Sequence[int], _value: int = 0) -> tuple[int, ...] | None:
        """The heaps after the theorem's move, which makes the nim-sum 0 where it is not; None if none is allowed."""
        total = self.nim_sum(heaps)
        for size, many in Counter(heaps).items():
            if self.counts(size) and many ^ total < many:
                taken = many - (many ^ total)
                alone = (left for left in range(size) if left == 0 or not self.counts(left))
                found = next((left for left in alone if self._allowed(size, many, taken, left)), None)
                if found is not None:
                    return _moved(heaps, size, taken, found)
        return None

    def positions(self, most: int) -> list[tuple[int, ...]]:
        """All small positions, and some with numbers up to `most`."""
        found = list(itertools.chain.from_iterable(map(partitions, range(_LOOKED_AT + 1))))
        for many in range(1, min(most, _FURTHER) + 1):
            found += [(many,), (many, many), *((size,) * many for size in (1, 2, 3))]
        return few_first(found)

    def _allowed(self, size: int, many: int, taken: int, left: int) -> bool:
        return self.holds(self.taking.allowed(*map(number, (size, many, taken, left))))


def _moved(heaps: Sequence[int], size: int, taken: int, left: int) -> tuple[int, ...]:
    """The heaps once so many of a size have another one."""
    rest = list(heaps)
    for _ in range(taken):
        rest.remove(size)
    return tuple(sorted((*rest, *[left] * taken))) if left else tuple(sorted(rest))
