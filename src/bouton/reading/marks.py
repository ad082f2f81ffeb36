"""Marks on what depends on heaps whose sizes are not known: those below the levels of a position (see `levels`).

A fact about such a heap stands for one of an unknown size. What is derived from it may hold or not: it holds at most
where its guard says so. A literal that could not tell which is UNSEEN there: a condition that must never hold, and
that is an obligation of every proof. Where none holds, the marked facts settle nothing, so that what is derived
without them is what the rules say.

So the sure part of a guard must be kept whole. The possible part alone may be loosened, which makes more of it UNSEEN.
(`tests/reading/levels/test_assumptions.py` breaks this, in a rule and under negation.)
"""

from __future__ import annotations

from collections.abc import Collection

from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.expression import FALSE, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, conjuncts, equal, less, negate
from bouton.core.logic.substitution import replace
from bouton.core.logic.walk import unknowns

HIDDEN = unknown("~hidden", 0, 1)
"""A guard with HIDDEN = 1 is that of a fact about one of these heaps, which is there, of a size that is not known."""
MAYBE = unknown("~maybe", 0, 1)
"""A guard with MAYBE = 1 is that of a row which a rule derived from such facts, and which may hold or not."""
SIZE = "S?lower"
"""How the names of the unknowns begin that are sizes of such heaps."""

_ONE, _ZERO = number(1), number(0)


def marked(formula: Formula) -> bool:
    """Whether the formula depends on heaps of unknown sizes."""
    found = unknowns(formula)
    return HIDDEN in found or MAYBE in found


def possible(formula: Formula) -> Formula:
    """When the formula may hold, for some sizes of the heaps below the levels."""
    return replace({HIDDEN: _ONE, MAYBE: _ONE}, formula)


def sure(formula: Formula) -> Formula:
    """When the formula holds whatever the sizes of the heaps below the levels are."""
    return replace({HIDDEN: _ZERO, MAYBE: _ZERO}, formula)


def doubtful(formula: Formula) -> Formula:
    """When the formula holds for some sizes of the heaps below the levels, and not for others; FALSE if unmarked."""
    return conj((possible(formula), negate(sure(formula)))) if marked(formula) else FALSE


def at_most_possible(formula: Formula, hidden: Collection[Unknown]) -> Formula:
    """When the formula may hold, without what it says of `hidden`; it is marked, so that it is never taken for sure."""
    names = {*hidden}
    plain = (part for part in conjuncts(possible(formula)) if not names & unknowns(part).keys())
    return conj((equal(atom(MAYBE), _ONE), *plain)) if marked(formula) else FALSE


def derived(formula: Formula) -> Formula:
    """The guard of a row that a rule derives: what depends on a fact marked HIDDEN is marked MAYBE."""
    return replace({HIDDEN: atom(MAYBE)}, formula) if HIDDEN in unknowns(formula) else formula


def is_size(one: Unknown) -> bool:
    """Whether the unknown is the size of a heap below the levels."""
    return one.local and one.name.partition("$")[0] == SIZE


def by_sizes(formula: Formula, lowest: Linear) -> tuple[Formula, Formula, Formula]:
    """A conjunction in three parts: what speaks of no unknown size, the ranges of these, and what it asks of them."""
    sizes = [u for u in unknowns(formula) if is_size(u)]
    ranges = conj(part for u in sizes for part in (at_most(_ONE, atom(u)), less(atom(u), lowest)))
    within = set(conjuncts(ranges))
    parts = [part for part in conjuncts(possible(formula)) if part not in within]
    about = [part for part in parts if any(is_size(u) for u in unknowns(part))]
    return conj(part for part in parts if part not in about), ranges, conj(about)
