"""A problem about some positions, once for each case in which the claim speaks of a position.

Where a predicate names rows, as `row :- a(1), b(2).`, the other unknowns have values in each case. With these put in,
what is claimed of the row alone is left of a formula for many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bouton.core.logic.arithmetic import number
from bouton.core.logic.expression import Eq, Formula, Le, Linear, Unknown
from bouton.core.logic.formulas import conjuncts, disjuncts
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.substitution import Substitution

_MOST = 64
"""Cases beyond which a problem stays one."""


def by_cases(problem: Problem, where: Formula) -> Iterator[Problem]:
    """The problem for each case of one of its assertions, `where`: each is a share, and together they are the problem.

    A case that fixes no unknown makes nothing easier: such a problem, or one of a single case, stays as it is.
    """
    cases = [(case, _fixed(case)) for case in disjuncts(where)]
    if where not in problem.assertions or not 1 < len(cases) <= _MOST or not all(put for _, put in cases):
        yield problem
        return
    assert problem.share == (1, 1), "its shares would be counted among others"
    others = [one for one in problem.assertions if one is not where]
    for at, (case, fixed) in enumerate(cases, 1):
        put = Substitution(fixed)
        left = [
            replace(one, formula=put.formula(one.formula)) if isinstance(one, ForAll) else put.formula(one)
            for one in others
        ]
        here = ", ".join(f"{one.name.removesuffix('.N')}={value.constant}" for one, value in fixed.items())
        yield replace(problem, name=f"{problem.name}, {here}", assertions=(*left, case), share=(at, len(cases)))


def _fixed(case: Formula) -> dict[Unknown, Linear]:
    """The unknowns that have one value in a case, by the order of their names."""
    found = {}
    for part in conjuncts(case):
        if isinstance(part, Eq | Le) and len(part.left.terms) == 1:
            ((one, factor),) = part.left.terms
            value = _value(part, one, factor) if isinstance(one, Unknown) else None
            if isinstance(one, Unknown) and value is not None:
                found[one] = number(value)
    return dict(sorted(found.items(), key=lambda item: item[0].name))


def _value(part: Eq | Le, one: Unknown, factor: int) -> int | None:
    """The value that `factor * one + constant`, being 0, or at most 0, leaves it; None where there are several."""
    constant = part.left.constant
    if abs(factor) != 1:
        return None
    at = -constant * factor  # where the sum is 0
    end = one.low if factor > 0 else one.high
    return at if isinstance(part, Eq) or at == end else None
