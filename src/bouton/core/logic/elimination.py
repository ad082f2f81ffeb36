"""Removing existential unknowns from a formula, exactly: equations solved, bounds combined."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bouton.core.logic import expression as ex
from bouton.core.logic.arithmetic import atom, divide, linear, number, remainder, scale, subtract
from bouton.core.logic.expression import unknown
from bouton.core.logic.formulas import at_most, conj, conjuncts, disj, equal, less, negate
from bouton.core.logic.problem import Assertion, ForAll, Problem
from bouton.core.logic.substitution import replace
from bouton.core.logic.walk import parts, some, unknowns

_WIDEST = 64
"""An unknown between numbers this far apart may be tried value by value."""
_DEEPEST = 200
"""No elimination may split into more cases than this."""


class NotEliminable(Exception):
    """The unknown could not be removed; carries it."""

    def __init__(self, unknown: ex.Unknown) -> None:
        super().__init__(unknown.name)
        self.unknown = unknown

    @property
    def name(self) -> str:
        """The name of the unknown in the rules."""
        return self.unknown.name.partition("$")[0]


def never(hidden: Collection[ex.Unknown], formula: ex.Formula) -> Assertion:
    """That no values of the unknowns make the formula true; without a quantifier where that can be said."""
    try:
        return negate(exists(hidden, formula))
    except NotEliminable:
        return ForAll(tuple(hidden), negate(formula))


def solve(guard: ex.Formula, fresh: Collection[ex.Unknown]) -> tuple[ex.Formula, dict[ex.Unknown, ex.Linear]]:
    """Use the guard's equations to remove fresh unknowns: the guard without them, and what each one is.

    An unknown's own bounds, which no comparison says, are said of what it is.
    """
    solved: dict[ex.Unknown, ex.Linear] = {}
    while found := _equation(guard, [u for u in fresh if u not in solved]):
        one, value, divisible, equation = found
        rest = conj(part for part in conjuncts(guard) if part is not equation)
        guard = conj((divisible, *within(one, value), replace({one: value}, rest)))
        solved = {u: replace({one: value}, old) for u, old in solved.items()}
        solved[one] = value
    return guard, solved


def exists(hidden: Iterable[ex.Unknown], formula: ex.Formula) -> ex.Formula:
    """A formula without the hidden unknowns that says some value of theirs makes this one true.

    Only where digits are spoken of this may take a quantifier, which automata decide, or where a predicate is of which
    some properties are known, whose instances are taken (`bouton.solving.matching`).
    """
    formula, _ = solve(formula, tuple(hidden))
    budget = [_DEEPEST]
    while left := [u for u in unknowns(formula) if u in set(hidden)]:
        failed: NotEliminable | None = None
        for one in left:
            try:
                formula = _exists(one, formula, budget)
                break
            except NotEliminable as error:
                failed = failed or error
        else:
            assert failed is not None
            if not speaks_of_digits(formula) and not applies(formula):
                raise failed
            for one in left:
                formula = quantified(one, formula)
    return formula


def speaks_of_digits(*values: ex.Linear | ex.Formula) -> bool:
    """Whether digits are spoken of, also by `^`, or steps of a recursion, or there is a quantifier."""
    return any(
        node.digits if isinstance(node, ex.Operation) else isinstance(node, ex.Some | ex.Never)
        for node in parts(*values)
    )


def applies(*values: ex.Linear | ex.Formula) -> bool:
    """Whether a predicate is spoken of of which some properties alone are known."""
    return any(isinstance(node, ex.Applied) for node in parts(*values))


def about_digits(problem: Problem) -> bool:
    """Whether a problem speaks of digits, so that no solver for linear arithmetic reads it."""
    return any(speaks_of_digits(one.formula if isinstance(one, ForAll) else one) for one in problem.assertions)


def quantified(one: ex.Unknown, formula: ex.Formula) -> ex.Formula:
    """That some value of the unknown makes the formula true, by a quantifier over an unknown of another name.

    It is named by how deep it stands, so that equal formulas are the same, and none has the name of one outside.
    """
    inside = [node.bound.name for node in parts(formula) if isinstance(node, ex.Some | ex.Never)]
    depth = 1 + max((int(name.rpartition("#")[2]) for name in inside), default=0)
    bound = unknown(f"{one.name.partition('$')[0]}$#{depth}", one.low, one.high, local=True)
    return some(bound, replace({one: atom(bound)}, formula))


def _equation(
    guard: ex.Formula, fresh: Collection[ex.Unknown]
) -> tuple[ex.Unknown, ex.Linear, ex.Formula, ex.Formula] | None:
    """A fresh unknown that an equation of the guard determines, its value, when that is whole, and the equation."""
    for part in conjuncts(guard):
        if not isinstance(part, ex.Eq):
            continue
        for one, coefficient in sorted(part.left.terms, key=lambda term: abs(term[1]) != 1):
            if not isinstance(one, ex.Unknown) or one not in fresh:
                continue
            rest = linear(part.left.constant, {a: c for a, c in part.left.terms if a is not one})
            if one in unknowns(rest) or (abs(coefficient) != 1 and _has_digits(one, guard)):
                continue
            value = scale(-1, rest) if coefficient > 0 else rest
            divisor = number(abs(coefficient))
            return one, divide(value, divisor), equal(remainder(value, divisor), number(0)), part
    return None


def within(one: ex.Unknown, value: ex.Linear) -> tuple[ex.Formula, ...]:
    """That a value keeps the unknown's own bounds."""
    low = () if one.low is None else (at_most(number(one.low), value),)
    return low if one.high is None else (*low, at_most(value, number(one.high)))


def _has_digits(one: ex.Unknown, formula: ex.Formula) -> bool:
    """Whether digits of the unknown are spoken of: it is better sought than put as a quotient that has these digits."""
    return any(isinstance(node, ex.Digit | ex.Places) and one in unknowns(node.left) for node in parts(formula))


def _exists(one: ex.Unknown, formula: ex.Formula, budget: list[int]) -> ex.Formula:
    if one not in unknowns(formula):
        return formula
    budget[0] -= 1
    if budget[0] < 0:
        raise NotEliminable(one)
    if isinstance(formula, ex.Or):
        return disj([_exists(one, part, budget) for part in formula.parts])
    formula, _ = solve(formula, (one,))
    inside = [part for part in conjuncts(formula) if one in unknowns(part)]
    outside = [part for part in conjuncts(formula) if one not in unknowns(part)]
    if not inside:
        return formula
    for part in inside:
        options = _options(part)
        if options and _plain(part, one):
            rest = [other for other in inside if other is not part]
            return conj((*outside, disj([_exists(one, conj((option, *rest)), budget) for option in options])))
    if all(isinstance(part, ex.Le) and _coefficient(part.left, one) in (1, -1) for part in inside):
        return conj((*outside, *_combined(one, inside)))
    low, high = _range(one, inside)
    if low is None or high is None or high - low > _WIDEST:
        raise NotEliminable(one)
    tried = [replace({one: number(value)}, conj(inside)) for value in range(low, high + 1)]
    return conj((*outside, disj(tried)))


def _options(part: ex.Formula) -> tuple[ex.Formula, ...]:
    if isinstance(part, ex.Ne):
        return less(part.left, number(0)), less(number(0), part.left)
    return part.parts if isinstance(part, ex.Or) else ()


def _plain(part: ex.Formula, one: ex.Unknown) -> bool:
    """Splitting helps: the unknown stands in the open in every comparison that has it."""
    if isinstance(part, ex.Some | ex.Never):
        return one not in unknowns(part)
    if isinstance(part, ex.Le | ex.Eq | ex.Ne):
        return one not in unknowns(part) or _coefficient(part.left, one) is not None
    return all(_plain(each, one) for each in part.parts)  # type: ignore[attr-defined]


def _coefficient(left: ex.Linear, one: ex.Unknown) -> int | None:
    """The unknown's coefficient; None where it stands inside another atom."""
    if one in unknowns(linear(0, {a: c for a, c in left.terms if a is not one})):
        return None
    return dict(left.terms).get(one)


def _combined(one: ex.Unknown, comparisons: Iterable[ex.Formula]) -> list[ex.Formula]:
    """Every lower bound, its own too, is at most every upper bound (exact, since the coefficients are 1 or -1)."""
    lower, upper = ([] if end is None else [number(end)] for end in (one.low, one.high))
    for part in comparisons:
        assert isinstance(part, ex.Le)
        if _coefficient(part.left, one) == 1:
            upper.append(subtract(atom(one), part.left))
        else:
            lower.append(subtract(part.left, scale(-1, atom(one))))
    return [at_most(low, high) for low in lower for high in upper]


def _range(one: ex.Unknown, parts: Iterable[ex.Formula]) -> tuple[int | None, int | None]:
    """Numbers between which the comparisons hold the unknown."""
    low, high = one.low, one.high
    for part in parts:
        if not isinstance(part, ex.Le):
            continue
        coefficient = _coefficient(part.left, one)
        if coefficient is None or coefficient not in (1, -1):
            continue
        rest = subtract(part.left, scale(coefficient, atom(one)))
        if rest.low is None:
            continue
        if coefficient > 0:
            high = -rest.low if high is None else min(high, -rest.low)
        else:
            low = rest.low if low is None else max(low, rest.low)
    return low, high
