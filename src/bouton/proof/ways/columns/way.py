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

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from bouton.claims.parts import DIGITS, LOWERED
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, number, remainder, scale, subtract
from bouton.core.logic.expression import TRUE, Eq, Formula, Linear, Remainder, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, negate
from bouton.core.logic.problem import Assertion, ForAll, Problem, each
from bouton.core.logic.substitution import replace as put
from bouton.core.logic.walk import parts
from bouton.core.stated import Kernel
from bouton.proof.compared import held
from bouton.proof.goal import Goal
from bouton.proof.ways.columns.at_numbers import Places
from bouton.proof.ways.columns.exponents import by_powers
from bouton.proof.ways.columns.form import ONES as COUNTED_ONES
from bouton.proof.ways.columns.form import Columns, Digits, Lowering
from bouton.proof.ways.lists import NEXT, NEXT_LEFT
from bouton.proof.ways.numbers import ByNumbers, OfNumbers
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

    lowering: Lowering
    digits: Digits
    misere: bool
    sources: Sources
    within: ClassVar = frozenset({HEAP, SIZE, NEXT, NEXT_LEFT, COUNTED_ONES, ONES, FREE, _LOWERED})
    together: ClassVar = (ONES, FREE)
    by: ClassVar = "columns"
    makes: ClassVar = "the columns make"
    # every position of so many heaps and stones, and some with digits higher up
    where: ClassVar = held.Where(4, 10, ((19,), (32,), (7, 12), (16, 16), (9, 18)), assignments=3)

    def at(self, numbers: Mapping[Unknown, int]) -> Places:
        """What was read, where the unknown parameters have these values."""
        return Places(self.lowering, self.digits, self.misere, numbers)

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
        return _kernel(self)


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


# ---------------------------------------------------------------------------------------------------- what is solved


def _kernel(found: ByColumns) -> Iterator[Problem]:
    """That what is claimed of the places is that of the P-positions."""
    digits, ones = found.digits, atom(ONES)
    single = digits.single(_ZERO)
    empty = TRUE if single is None else single
    meaning = "a position without heaps is claimed to be what it is"
    yield Problem("terminals", meaning, (empty if found.misere else negate(empty),))
    share = 1 if single is None else 2
    for at, said in enumerate(_said(found), 1):
        lowered = atom(_LOWERED)
        meaning = f"heaps that are lowered at {said.where} leave other than is claimed there"
        wrong = (
            said.of(ones),
            at_most(lowered, ones),
            found.lowering.allowed(lowered),
            said.of(subtract(ones, lowered)),
        )
        yield Problem(f"independence{said.suffix}", meaning, wrong, part="independence", share=(at, share))
        meaning = f"where the ones at {said.where} are not as claimed, some heaps can be lowered so that they are"
        first, wrong_ = (
            (negate(said.of(ones)), *([] if at == 1 else [at_most(_ONE, ones)])),
            _no_move(found, said, _ZERO),
        )
        yield Problem(
            f"absorption{said.suffix}", meaning, (*first, *wrong_), part="absorption", share=(2 * at - 1, 2 * share)
        )
        meaning = f"where some heaps are lowered already, the ones at {said.where} can be made what is claimed"
        begun = found.lowering.allowed(atom(FREE))
        yield Problem(
            f"absorption below{said.suffix}", meaning, (begun, *_no_move(found, said, atom(FREE))),
            part="absorption", share=(2 * at, 2 * share),
        )  # fmt: skip


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
