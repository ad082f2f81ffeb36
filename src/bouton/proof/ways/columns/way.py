r"""Claims that say of each binary digit place in how many heaps the digit is 1, for any number of heaps of every size.

A move lowers some heaps, each by any amount: then in each of these heaps the digit at its first changed place goes from
1 to 0, and those below it are free. Let phi(c) say that c ones may be at a place, and a position be claimed where that
is so at each place. By induction over the places, from the highest on:

- No move leads from a claimed position to a claimed one, since at the first place where a heap changes some d heaps go
  from 1 to 0 and none from 0 to 1, and phi does not hold of c and of c - d.
- From a position that is not claimed a move leads to a claimed one. Let f heaps be lowered already, so that their
  digits are free, and c be the ones in the others. While f is 0 and phi(c) holds, nothing is done; else some n more
  heaps are lowered, whose digits go from 1 to 0, and g of the f free digits are made 1, so that phi(c - n + g) holds.

That there always are such n and g, and no such d, are linear problems about the numbers k, c, f, n, g and d. Where the
claim says something else, psi(c), of c heaps of one stone each, that is said of the last place, if all higher digits
are 0.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypeAlias

from bouton.claims.parts import DIGITS, LOWERED
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, number, remainder, scale, subtract
from bouton.core.logic.expression import TRUE, Eq, Formula, Linear, Remainder, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, negate
from bouton.core.logic.problem import Assertion, ForAll, Problem, each
from bouton.core.logic.substitution import Evaluation
from bouton.core.logic.substitution import replace as put
from bouton.core.logic.walk import parts
from bouton.core.partitions import partitions
from bouton.core.stated import Kernel
from bouton.proof.compared import held
from bouton.proof.goal import Goal
from bouton.proof.ways.columns.exponents import by_powers
from bouton.proof.ways.columns.form import ONES as COUNTED_ONES
from bouton.proof.ways.columns.form import Columns, Digits, HeapsLowered
from bouton.proof.ways.lists import NEXT, NEXT_LEFT
from bouton.proof.ways.numbers import AtNumbers, ByNumbers, OfNumbers, Said, few_first, lost
from bouton.proof.ways.one_step import HEAP, SIZE
from bouton.reading.command import located
from bouton.rules.file import Sources

CITED = (
    "what holds at each binary place holds of the position, by induction over the places (docs/explanation/columns.md)"
)
"""What a proof by columns takes from theory."""

ONES, FREE, _LOWERED = unknown("ones", 0), unknown("free", 1), unknown("lowered", 1)
_MORE, _SET = unknown("more", local=True), unknown("set", local=True)
"""How many more heaps are lowered at a place, and how many free digits are made 1."""
_ZERO, _ONE = number(0), number(1)


@dataclass(frozen=True)
class ByColumns(OfNumbers):
    """A claim read place by place: what a move may lower, and what is claimed of the digits."""

    lowering: HeapsLowered
    digits: Digits
    misere: bool
    sources: Sources
    within: ClassVar = frozenset({HEAP, SIZE, NEXT, NEXT_LEFT, COUNTED_ONES, ONES, FREE, _LOWERED})
    together: ClassVar = (ONES, FREE)
    by: ClassVar = "columns"
    makes: ClassVar = "the columns make"
    # every position of so many heaps and stones, and some with digits higher up
    where: ClassVar = held.Where(4, 10, ((19,), (32,), (7, 12), (16, 16), (9, 18)), assignments=3)

    def at(self, numbers: Mapping[Unknown, int]) -> DigitPlaces:
        """What was read, where the unknown parameters have these values."""
        return DigitPlaces(self.lowering, self.digits, self.misere, numbers)

    def form(self) -> Iterator[Problem]:
        """That the rules say what they were read to say."""
        lowering, digits = self.lowering, self.digits
        meaning = "by the rules a move lowers some of the heaps, each by any amount, and as few as one likes"
        yield from each(LOWERED, meaning, "rules", located(lowering.conditions, self.sources))
        meaning = "by the rules the claim speaks of each binary place at which some heap has a digit that is not 0"
        empty = negate(digits.balanced(_ZERO)), "a place at which every digit is 0 is not as is claimed"
        yield from each(DIGITS, meaning, "rules", [*located(digits.conditions, self.sources), empty])

    def solved(self) -> Iterator[Problem]:
        """That what is claimed of the places is that of the P-positions."""
        digits, ones = self.digits, atom(ONES)
        single = digits.single(_ZERO)
        empty = TRUE if single is None else single
        meaning = "a position without heaps is claimed to be what it is"
        yield Problem("terminals", meaning, (empty if self.misere else negate(empty),))
        share = 1 if single is None else 2
        for at, said in enumerate(_said(self), 1):
            lowered = atom(_LOWERED)
            meaning = f"heaps that are lowered at {said.where} leave other than is claimed there"
            few = at_most(lowered, ones), self.lowering.allowed(lowered)
            wrong: tuple[Assertion, ...] = (said.of(ones), *few, said.of(subtract(ones, lowered)))
            yield Problem(f"independence{said.suffix}", meaning, wrong, part="independence", share=(at, share))
            meaning = f"where the ones at {said.where} are not as claimed, some heaps can be lowered so that they are"
            several = [] if at == 1 else [at_most(_ONE, ones)]
            wrong = (negate(said.of(ones)), *several, *_no_move(self, said, _ZERO))
            name, part = f"absorption{said.suffix}", "absorption"
            yield Problem(name, meaning, wrong, part=part, share=(2 * at - 1, 2 * share))
            meaning = f"where some heaps are lowered already, the ones at {said.where} can be made what is claimed"
            wrong = (self.lowering.allowed(atom(FREE)), *_no_move(self, said, atom(FREE)))
            yield Problem(f"absorption below{said.suffix}", meaning, wrong, part=part, share=(2 * at, 2 * share))


def by_columns(goal: Goal) -> ByColumns:
    """The claim as one about digit places; Unreadable where it, or the game, is not seen to be such."""
    claim, rules = goal.claim, goal.rules
    if not isinstance(stated(claim), Kernel):
        raise Unreadable("by columns P-positions are proved")
    if claim.where or claim.together or claim.strategy or claim.using:
        raise Unreadable("what is proved by columns is proved everywhere, without a strategy or a lemma")
    assert claim.iff is not None
    powers = replace(rules, statements=by_powers(rules.statements))
    columns = Columns(powers, goal.parameters)
    return ByColumns(columns.lowering(), columns.digits(claim.iff), claim.play == "misere", rules.sources)


COLUMNS = ByNumbers(
    Described(
        "by columns",
        "What holds at each binary place of how many heaps have a 1 there holds of the position.",
        (CITED,),
        "columns.md",
    ),
    DIGITS,
    by_columns,
)
"""The way by columns."""


@dataclass(frozen=True)
class _Said:
    """What is claimed of the ones at a place."""

    found: ByColumns
    last: bool

    def of(self, ones: Linear) -> Formula:
        """When the place may have so many ones."""
        digits = self.found.digits
        said = digits.single(ones) if self.last else digits.balanced(ones)
        assert said is not None
        return said

    @property
    def where(self) -> str:
        """Which place it is, in words."""
        return "the last place, where all higher digits are 0," if self.last else "a place"

    @property
    def suffix(self) -> str:
        """What the names of its problems end with."""
        return ", single stones" if self.last else ""


def _said(found: ByColumns) -> Iterator[_Said]:
    yield _Said(found, last=False)
    if found.digits.single(_ZERO) is not None:
        yield _Said(found, last=True)


def _no_move(found: ByColumns, said: _Said, free: Linear) -> Iterator[Assertion]:
    """No number of heaps lowered now, and of free digits made 1, leaves what is claimed: all, and some by name."""
    ones, more, made = atom(ONES), atom(_MORE), _ZERO if free is _ZERO else atom(_SET)
    left = add(ones, scale(-1, more), made)
    some = conj(
        (
            at_most(_ONE if free is _ZERO else _ZERO, more),
            at_most(more, ones),
            at_most(_ZERO, made),
            at_most(made, free),
            found.lowering.allowed(add(free, more)),
            said.of(left),
        )
    )
    yield ForAll((_MORE,) if free is _ZERO else (_MORE, _SET), negate(some))
    for more_, made_ in _named(said, ones):
        yield put({_MORE: more_, _SET: made_}, negate(some))


def _named(said: _Said, ones: Linear) -> Iterator[tuple[Linear, Linear]]:
    """What one would try, where a remainder is claimed: nothing, lower as many as are too many, add what is missing."""
    asked = said.of(ones)
    for node in parts(asked):
        if isinstance(node, Remainder):
            wanted = -asked.left.constant if isinstance(asked, Eq) else 0
            excess = remainder(add(ones, node.right, number(-wanted)), node.right)
            yield from ((_ZERO, _ZERO), (excess, _ZERO), (_ZERO, subtract(node.right, excess)))


# -------------------------------------------------------------------------------------------------------- at numbers


_State: TypeAlias = tuple[int, tuple[int, ...], bool]
"""How many heaps are lowered, how many of each size are not, and whether a digit above is not 0."""

_SMALL = 16
"""Every position of at most so many stones is looked at."""
_ONES = 120
"""Heaps of one stone, or of two, are looked at up to so many."""


@dataclass(frozen=True)
class DigitPlaces(AtNumbers):
    """What may be at a digit place, and what a move may lower, with these values for the parameters.

    Whether a move leads to a claimed position is told place by place, from the highest on, without the moves: what
    counts is how many heaps are lowered so far, and which others are left.
    """

    lowering: HeapsLowered
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
        small = itertools.chain.from_iterable(map(partitions, range(_SMALL + 1)))
        alike = [(size,) * heaps for heaps, size in itertools.product(range(min(most, _ONES) + 1), (1, 2, 3))]
        return few_first([*small, *alike, *((*heaps, 1) for heaps in alike)])

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
