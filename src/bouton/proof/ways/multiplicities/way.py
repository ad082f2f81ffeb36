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
from dataclasses import dataclass, replace
from functools import partial, reduce
from operator import xor
from typing import ClassVar

from bouton.claims.parts import LOWERED, NUMBERS
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.elimination import NotEliminable, exists
from bouton.core.logic.expression import FALSE, Formula, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, equivalent, negate
from bouton.core.logic.problem import Assertion, ForAll, Problem, each
from bouton.core.logic.substitution import Evaluation
from bouton.core.logic.terms import Unreadable
from bouton.core.partitions import partitions
from bouton.core.position import Heaps, Position, sizes_of
from bouton.core.spec import Claim
from bouton.core.stated import Kernel
from bouton.ground.graph import Node
from bouton.proof.compared import held
from bouton.proof.compared.comparison import Seen
from bouton.proof.goal import Goal
from bouton.proof.ways.multiplicities.form import AT_SIZE as NEXT_LEFT
from bouton.proof.ways.multiplicities.form import ONES as COUNTED_ONES
from bouton.proof.ways.multiplicities.form import Multiplicities, Numbers, Taking
from bouton.proof.ways.numbers import ByNumbers, OfNumbers
from bouton.proof.ways.one_step import HEAP
from bouton.proof.ways.one_step import SIZE as STEP_SIZE
from bouton.reading.command import Condition
from bouton.rules.file import Sources

CITED = (
    "if every move changes exactly one of some numbers, each of which can be changed to any lesser one, "
    "nim-sum 0 is lost (docs/explanation/multiplicities.md)"
)
"""What a proof by multiplicities takes from theory."""

_ASSIGNMENTS = 3
"""Assignments of the unknown parameters at which positions are compared."""
_HEAPS, _STONES = 5, 10
"""Every position of so many heaps at most, and so many stones in all, is compared with clingo."""
_FAR = ((19,), (32,), (5, 19), (1,) * 9, (3,) * 9, (1, 1, 1, 1, 1, 2, 3, 3, 7), (16, 17, 17, 17))
"""Further positions that are compared, with greater sizes and more heaps of one size."""
_LOOKED_AT = 12
"""Every position of at most so many stones is looked at where a problem of the proof has a model."""
_FURTHER = 60
"""Sizes, and heaps of one size, are looked at up to so many."""

_SIZE, _NUMBER, _TAKEN, _LEFT = unknown("size", 1), unknown("number", 1), unknown("taken", 1), unknown("left", 0)
_ZERO, _ONE = number(0), number(1)


@dataclass(frozen=True)
class ByMultiplicities(OfNumbers):
    """A claim read by how many heaps have each size: what a move may take, and which sizes count."""

    taking: Taking
    numbers: Numbers
    sources: Sources
    within: ClassVar = frozenset({HEAP, STEP_SIZE, COUNTED_ONES, NEXT_LEFT, _SIZE, _NUMBER, _TAKEN, _LEFT})

    def at(self, numbers: Mapping[Unknown, int]) -> Sizes:
        """What was read, where the unknown parameters have these values."""
        return Sizes(self.taking, self.numbers, Evaluation(numbers))

    def problems(self, claim: Claim) -> Iterator[Problem]:
        """Every problem of the proof."""
        for problem in (*_form(self), *_kernel(self)):
            yield replace(problem, about="rules", speaks=(claim.id,))

    def held(self, goal: Goal) -> Iterator[Seen]:
        """Hold what was read, and the theorem's move, against clingo at small positions; or Disagreement."""
        iff = goal.claim.iff or ""
        read = held.Read("multiplicities", (iff, 0), tuple(_form(self)), partial(_checked, self, iff))
        return held.compared(goal, read, held.Where(_HEAPS, _STONES, _FAR, _ASSIGNMENTS))


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


# ---------------------------------------------------------------------------------------------------- what is solved


def _form(found: ByMultiplicities) -> Iterator[Problem]:
    """That the rules say what they were read to say."""
    meaning = "by the rules a move takes some of the heaps of one size to a lesser one"
    yield from each(LOWERED, meaning, "rules", _wrong(found, found.taking.conditions))
    meaning = "by the rules the claim is that the nim-sum of how many heaps have each size that counts is 0"
    yield from each(NUMBERS, meaning, "rules", _wrong(found, found.numbers.conditions))


def _wrong(found: ByMultiplicities, conditions: Sequence[Condition]) -> list[tuple[Formula, str]]:
    return [(one.formula, f"{found.sources.line(one.line)}: {one.meaning}") for one in conditions]


def _kernel(found: ByMultiplicities) -> Iterator[Problem]:
    """That a move changes exactly one of the numbers, and each of them can be changed to every lesser one."""
    size, among, taken, left = map(atom, (_SIZE, _NUMBER, _TAKEN, _LEFT))
    may = conj((at_most(taken, among), found.taking.allowed(size, among, taken, left)))
    yield Problem("terminals", "a position without heaps, whose nim-sum is 0, is claimed", (FALSE,))
    meaning = "a move changes exactly one of the numbers of heaps that count"
    here, there = found.numbers.counts(size), conj((at_most(_ONE, left), found.numbers.counts(left)))
    yield Problem("independence", meaning, (may, equivalent(here, there)))
    meaning = "each number of heaps that counts can be changed to every lesser one, and no other with it"
    chosen = unknown("chosen", 0, local=True)
    alone = disj((equal(atom(chosen), _ZERO), negate(found.numbers.counts(atom(chosen)))))
    some = conj((at_most(_ZERO, atom(chosen)), found.taking.allowed(size, among, taken, atom(chosen)), alone))
    yield Problem("absorption", meaning, (here, at_most(taken, among), _none(chosen, some)))


def _none(one: Unknown, formula: Formula) -> Assertion:
    """That no value makes the formula true; without a quantifier where that can be said."""
    try:
        return negate(exists((one,), formula))
    except NotEliminable:
        return ForAll((one,), negate(formula))


# ------------------------------------------------------------------------------------------------ held against clingo


def _checked(
    found: ByMultiplicities, iff: str, fluent: Heaps, numbers: Mapping[Unknown, int], nodes: Mapping[Position, Node]
) -> _Checked:
    return _Checked(found.at(numbers), fluent, {at: node.holds(iff) for at, node in nodes.items()})


@dataclass(frozen=True)
class _Checked:
    """What was read, to be held against positions as clingo has them."""

    sizes: Sizes
    fluent: Heaps
    claimed: Mapping[Position, bool]

    def wrong(self, node: Node) -> Iterator[str]:
        """What is not as it was read at this position: `the moves`, say."""
        heaps = sizes_of(node.position)
        options = {move.to for move in node.moves}
        if options != {(self.fluent.canonical(one),) for one in self.sizes.options(heaps)}:
            yield "the moves"
        if self.claimed[node.position] is not self.sizes.claimed(heaps):
            yield "what is claimed"
        made = None if self.claimed[node.position] else self.sizes.made(heaps)
        to = None if made is None else (self.fluent.canonical(made),)
        if to is not None and not (to in options and self.claimed[to]):
            yield "the move that the theorem makes, and the options,"

    def fails(self, node: Node) -> bool:
        """Whether a local condition of the claim fails by clingo alone."""
        return self.claimed[node.position] is any(self.claimed[move.to] for move in node.moves)


@dataclass(frozen=True)
class Sizes:
    """A game whose moves take heaps of one size to a lesser one, and the nim-sum that is claimed to be 0.

    The parameters have values, by which `holds` evaluates what was read.
    """

    taking: Taking
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

    def options(self, heaps: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """The heaps that each move leaves, in ascending order."""
        for size, many in Counter(heaps).items():
            for taken, left in itertools.product(range(1, many + 1), range(size)):
                if self._allowed(size, many, taken, left):
                    yield _moved(heaps, size, taken, left)

    def made(self, heaps: Sequence[int]) -> tuple[int, ...] | None:
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

    def fails(self, heaps: Sequence[int]) -> bool:
        """Whether a local condition of the claim fails there: a counterexample, where all below is as claimed."""
        return self.claimed(heaps) is any(map(self.claimed, self.options(heaps)))

    def failing(self, most: int) -> tuple[int, ...] | None:
        """A position at which the claim fails, with few stones: all small ones, and some with numbers up to `most`."""
        several = sorted(set(_positions(min(most, _FURTHER))), key=lambda heaps: (sum(heaps), len(heaps), heaps))
        return next(filter(self.fails, several), None)

    def _allowed(self, size: int, many: int, taken: int, left: int) -> bool:
        return self.holds(self.taking.allowed(*map(number, (size, many, taken, left))))


def _moved(heaps: Sequence[int], size: int, taken: int, left: int) -> tuple[int, ...]:
    """The heaps once so many of a size have another one."""
    rest = list(heaps)
    for _ in range(taken):
        rest.remove(size)
    return tuple(sorted((*rest, *[left] * taken))) if left else tuple(sorted(rest))


def _positions(most: int) -> Iterator[tuple[int, ...]]:
    """Positions that are looked at, in no order."""
    for stones in range(_LOOKED_AT + 1):
        yield from partitions(stones)
    for many in range(1, most + 1):
        yield from ((many,), (many, many), (1,) * many, (2,) * many, (3,) * many)
