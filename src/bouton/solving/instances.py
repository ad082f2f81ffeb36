r"""Quantifiers over moves replaced by instances: moves that may be the winning ones.

What holds of every move holds of these, so that `unsat` carries over. They are read off the formula: a number at
which a comparison changes, and one that leaves the remainder asked for, as N \ D - c does in (N - T) \ D = c. Few of
them are taken, one of which wins at every sampled position (see `sampling`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bouton.core.logic.arithmetic import add, atom, number, remainder, scale, subtract
from bouton.core.logic.expression import Eq, Formula, Le, Linear, Ne, Quotient, Remainder, Unknown
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.walk import parts, unknowns
from bouton.solving.sampling import covering

_MOST = 60
"""Instances of one quantifier."""
_BESIDE = (0, 1, 2, -1)
"""What is added to numbers that a lemma says there are, which may be those sought for the next case of it."""


def instantiated(problem: Problem) -> Problem:
    """The problem with instances in place of its quantifiers."""
    plain = [part for part in problem.assertions if isinstance(part, Formula)]
    own = list(_named(problem))
    pools = {at: list(_terms(part, own)) for at, part in enumerate(problem.assertions) if isinstance(part, ForAll)}
    if not pools:
        return problem
    chosen = covering(problem, pools)
    if chosen is None:
        chosen = [(at, terms) for at, several in pools.items() for terms in several[:_MOST]]
    for at, terms in chosen:
        assertion = problem.assertions[at]
        assert isinstance(assertion, ForAll)
        plain.append(Substitution(dict(zip(assertion.bound, terms, strict=True))).formula(assertion.formula))
    return replace(problem, assertions=tuple(plain), instances=len(chosen))


def _named(problem: Problem) -> Iterator[Linear]:
    """What the problem has a name for though no position has it, and what is left of a position's numbers beside it."""
    names = [atom(one) for one in problem.free if one.local]
    yield from names
    for one, other in itertools.product(problem.free, names):
        if not one.local:
            yield subtract(atom(one), other)


def _terms(assertion: ForAll, own: Sequence[Linear]) -> Iterator[tuple[Linear, ...]]:
    """What may be put in place of what is bound: what the problem calls by a name comes first, and beside it."""
    bound = set(assertion.bound)
    given = [add(one, number(more)) for more in _BESIDE for one in own if not bound & unknowns(one).keys()]
    pools = [sorted(dict.fromkeys((*given, *candidates(one, assertion))), key=_rank) for one in assertion.bound]
    yield from itertools.islice(itertools.product(*pools), _MOST * _MOST)


def _rank(value: Linear) -> int:
    """Numbers and lone unknowns first, then remainders, which are what others are in the first of many rounds."""
    found = [type(part) for part, _ in value.terms]
    if not found or (found == [Unknown] and not value.constant):
        return 0
    return 1 if Remainder in found else 2


def candidates(one: Unknown, assertion: ForAll) -> Iterator[Linear]:
    """Expressions over what is not bound, at which something changes."""
    bound = set(assertion.bound)
    for node in parts(assertion.formula):
        if isinstance(node, Le | Eq | Ne):
            yield from _border(one, node.left, bound)
            yield from _remaining(one, node, bound)
        elif isinstance(node, Remainder | Quotient):
            yield from _at_remainder(one, node, number(0), bound)
            yield from _at_remainder(one, node, number(-1), bound)


def _border(one: Unknown, left: Linear, bound: set[Unknown]) -> Iterator[Linear]:
    """Where `left` is 0, and beside it."""
    zero = _solved(one, left, bound)
    if zero is not None:
        yield from (zero, add(zero, number(1)), add(zero, number(-1)))


def _remaining(one: Unknown, node: Le | Eq | Ne, bound: set[Unknown]) -> Iterator[Linear]:
    r"""From `(x - one) \ D = c` the expression `x \ D - c`, and one that is greater by D."""
    for part, coefficient in node.left.terms:
        if isinstance(part, Remainder) and abs(coefficient) == 1:
            rest = scale(-coefficient, subtract(node.left, atom(part, coefficient)))
            if not bound & unknowns(rest).keys():
                yield from _at_remainder(one, part, rest, bound)


def _at_remainder(one: Unknown, part: Remainder | Quotient, rest: Linear, bound: set[Unknown]) -> Iterator[Linear]:
    """Where the dividend leaves that rest."""
    if bound & unknowns(part.right).keys():
        return
    zero = _solved(one, part.left, bound)
    sign = dict(part.left.terms).get(one)
    if zero is None or sign is None:
        return
    # the dividend is sign * (one - zero)
    left = scale(-sign, zero)
    over = subtract(remainder(left, part.right), rest)
    for wrapped in (over, add(over, part.right), subtract(over, part.right)):
        yield scale(-sign, wrapped)


def _solved(one: Unknown, left: Linear, bound: set[Unknown]) -> Linear | None:
    """The value at which `left` is 0, where it is linear in the unknown and holds no other bound one."""
    coefficient = dict(left.terms).get(one, 0)
    rest = subtract(left, atom(one, coefficient))
    if abs(coefficient) != 1 or bound & unknowns(rest).keys():
        return None
    return scale(-coefficient, rest)
