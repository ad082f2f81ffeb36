"""Whether levels are enough: the first condition that can hold says what looks below them."""

from __future__ import annotations

from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.expression import FALSE, Formula, unknown
from bouton.core.logic.formulas import at_most, less
from bouton.proof.ways.levels.way import _failing
from bouton.reading.command import Condition

X = atom(unknown("x", 1))
NEVER, MAYBE, SMALL = less(X, number(1)), at_most(X, number(7)), at_most(X, number(3))


def failing(*formulas: Formula, facts: tuple[Formula, ...] = ()) -> tuple[str, int, int] | None:
    conditions = [Condition(formula, f"condition {at}", at, 10 + at) for at, formula in enumerate(formulas)]
    found = _failing(conditions, facts)
    return None if found is None else (found.reason, found.line, found.column)


def test_the_first_condition_that_can_hold_is_told_with_its_line() -> None:
    assert failing() is None
    assert failing(FALSE, NEVER) is None
    assert failing(FALSE, MAYBE) == ("for any number of heaps at once: condition 1", 1, 11)
    assert failing(NEVER, FALSE, SMALL, MAYBE) == ("for any number of heaps at once: condition 2", 2, 12)
    assert failing(SMALL, MAYBE, facts=(less(number(4), X),)) == ("for any number of heaps at once: condition 1", 1, 11)
    assert failing(SMALL, MAYBE, facts=(less(number(9), X),)) is None
