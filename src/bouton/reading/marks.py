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
"""Marks a fact about one of the heaps, which is there, of a size that is not known."""
MAYBE = unknown("~maybe", 0, 1)
"""Marks what a rule derived from such facts."""
SIZE = "S?lower"
"""The stem of the names of such sizes."""

_ONE, _ZERO = number(1), number(0)


def marked(formula: Formula) -> bool:
    """Whether it depends on heaps of unknown sizes."""
    found = unknowns(formula)
    return HIDDEN in found or MAYBE in found


def possible(formula: Formula) -> Formula:
    """When it may hold, for some sizes of those heaps."""
    return replace({HIDDEN: _ONE, MAYBE: _ONE}, formula)


def sure(formula: Formula) -> Formula:
    """When it holds whatever their sizes are."""
    return replace({HIDDEN: _ZERO, MAYBE: _ZERO}, formula)


def doubtful(formula: Formula) -> Formula:
    """When it may hold and may fail."""
    return conj((possible(formula), negate(sure(formula)))) if marked(formula) else FALSE


def at_most_possible(formula: Formula, hidden: Collection[Unknown]) -> Formula:
    """When it may hold, without what it says of some unknowns: marked, and so never taken for what holds."""
    names = {*hidden}
    plain = (part for part in conjuncts(possible(formula)) if not names & unknowns(part).keys())
    return conj((equal(atom(MAYBE), _ONE), *plain)) if marked(formula) else FALSE


def derived(formula: Formula) -> Formula:
    """The guard of a row that a rule derives."""
    return replace({HIDDEN: atom(MAYBE)}, formula) if HIDDEN in unknowns(formula) else formula


def is_size(one: Unknown) -> bool:
    """Whether it is the size of such a heap."""
    return one.local and one.name.partition("$")[0] == SIZE


def by_sizes(formula: Formula, lowest: Linear) -> tuple[Formula, Formula, Formula]:
    """A conjunction by what it says of those sizes: the rest of it, their ranges, and what it asks of them."""
    sizes = [u for u in unknowns(formula) if is_size(u)]
    ranges = conj(part for u in sizes for part in (at_most(_ONE, atom(u)), less(atom(u), lowest)))
    within = set(conjuncts(ranges))
    parts = [part for part in conjuncts(possible(formula)) if part not in within]
    about = [part for part in parts if any(is_size(u) for u in unknowns(part))]
    return conj(part for part in parts if part not in about), ranges, conj(about)
