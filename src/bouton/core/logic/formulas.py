"""Constructors of formulas, in negation normal form; contradictions and repetitions fold away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import gcd
from weakref import ref

from bouton.core.logic.arithmetic import atom, choose, linear, number, scale, subtract
from bouton.core.logic.expression import (
    FALSE,
    TRUE,
    And,
    Eq,
    Formula,
    Ite,
    Le,
    Linear,
    Ne,
    Never,
    Or,
    Some,
    Terms,
    intern,
)


def at_most(left: Linear, right: Linear) -> Formula:
    """`left <= right`."""
    if not left.terms and not right.terms:
        return TRUE if left.constant <= right.constant else FALSE
    return _le(subtract(left, right))


def less(left: Linear, right: Linear) -> Formula:
    """`left < right`."""
    if not left.terms and not right.terms:
        return TRUE if left.constant < right.constant else FALSE
    return _le(subtract(subtract(left, right), number(-1)))


def equal(left: Linear, right: Linear) -> Formula:
    """`left = right`."""
    if not left.terms and not right.terms:
        return TRUE if left.constant == right.constant else FALSE
    return _eq(subtract(left, right))


def different(left: Linear, right: Linear) -> Formula:
    """`left != right`."""
    return negate(equal(left, right))


def least(left: Linear, right: Linear) -> Linear:
    """The lesser of the two."""
    return choose(at_most(left, right), left, right)


def greatest(left: Linear, right: Linear) -> Linear:
    """The greater of the two."""
    return choose(at_most(right, left), left, right)


def conj(parts: Iterable[Formula]) -> Formula:
    """All of them."""
    return _conj(tuple(parts))


@lru_cache(maxsize=1 << 14)  # most are asked for several times, and near each other
def _conj(parts: tuple[Formula, ...]) -> Formula:
    limits: dict[Terms, _Limits] = {}
    others: dict[Formula, None] = {}
    waiting = list(parts[::-1])
    while waiting:
        part = waiting.pop()
        if part is FALSE:
            return FALSE
        if isinstance(part, And):
            waiting.extend(part.parts[::-1])
        elif isinstance(part, Le | Eq):
            _limit(limits, part)
        else:
            others[part] = None
    units: dict[Formula, None] = {}
    for terms, limit in limits.items():
        low, high = limit.low, limit.high
        if low is not None and high is not None and low > high:
            return FALSE
        if low is not None and low == high and limit.above is not limit.below:
            units[_eq(linear(-low, dict(terms)))] = None
            continue
        units |= {part: None for part in (limit.above, limit.below) if part is not None}
    if FALSE in units:
        return FALSE
    return _propagate(units, others)


def disj(parts: Iterable[Formula]) -> Formula:
    """One of them."""
    return negate(conj(map(negate, parts)))


def negate(formula: Formula) -> Formula:
    """Its negation.

    Several formulas may have one negation, as `x+y >= 1` and `x >= 1 or y >= 1` of numbers x, y >= 0: that of it is the
    one met last, so that how a formula is written depends on those before it; what it says does not.
    """
    found = formula.negation
    if found is None and formula.negated is not None:
        found = formula.negated()
    if found is None:
        found = _negated(formula)
        object.__setattr__(formula, "negation", found)
        if found is not TRUE and found is not FALSE:  # many formulas may fold to one of these
            object.__setattr__(found, "negated", ref(formula))
    return found


def implies(one: Formula, other: Formula) -> Formula:
    """Where the one holds, the other does."""
    return disj((negate(one), other))


def equivalent(one: Formula, other: Formula) -> Formula:
    """Both hold or neither does."""
    return conj((implies(one, other), implies(other, one)))


def conjuncts(formula: Formula) -> tuple[Formula, ...]:
    """What it is the conjunction of."""
    return formula.parts if isinstance(formula, And) else (formula,)


def disjuncts(formula: Formula) -> tuple[Formula, ...]:
    """What it is the disjunction of."""
    return formula.parts if isinstance(formula, Or) else (formula,)


def _negated(formula: Formula) -> Formula:
    match formula:
        case Le(left=left):
            return _le(subtract(number(1), left))
        case Eq(left=left):
            return intern(Ne, left)
        case Ne(left=left):
            return intern(Eq, left)
        case And(parts=parts):
            return _joined(Or, [negate(part) for part in parts])
        case Or(parts=parts):
            return _joined(And, [negate(part) for part in parts])
        case Some(bound=bound, formula=inside):
            return intern(Never, bound, inside)
        case Never(bound=bound, formula=inside):
            return intern(Some, bound, inside)
    raise TypeError(formula)


def _joined(kind: type[And] | type[Or], parts: Iterable[Formula]) -> Formula:
    found = sorted(parts, key=lambda part: part.digest)
    return found[0] if len(found) == 1 else intern(kind, tuple(found))


def _le(left: Linear) -> Formula:
    """`left <= 0`."""
    if left.high is not None and left.high <= 0:
        return TRUE
    if left.low is not None and left.low > 0:
        return FALSE
    divisor = gcd(*(c for _, c in left.terms))
    if divisor > 1:
        return _le(linear(-(-left.constant // divisor), {a: c // divisor for a, c in left.terms}))
    if len(left.terms) == 1:
        cases = _by_cases(left, _le)
        return intern(Le, left) if cases is None else cases
    ends = [(c, a.low if c > 0 else a.high) for a, c in left.terms]
    smallest = [c * end for c, end in ends if end is not None]
    if len(smallest) == len(left.terms) and left.constant + sum(smallest) == 0:
        pairs = zip(left.terms, smallest, strict=True)  # every term must be as small as it can be
        return conj(_le(subtract(atom(a, c), number(least))) for (a, c), least in pairs)
    return intern(Le, left)


def _eq(left: Linear) -> Formula:
    """`left = 0`."""
    if left.number is not None:
        return FALSE if left.number else TRUE
    if (left.low is not None and left.low > 0) or (left.high is not None and left.high < 0):
        return FALSE
    if left.low == 0:
        return _le(left)
    if left.high == 0:
        return _le(scale(-1, left))
    divisor = gcd(*(c for _, c in left.terms))
    if left.constant % divisor:
        return FALSE
    sign = 1 if left.terms[0][1] > 0 else -1
    left = linear(sign * left.constant // divisor, {a: sign * c // divisor for a, c in left.terms})
    if len(left.terms) == 1:
        cases = _by_cases(left, _eq)
        return intern(Eq, left) if cases is None else cases
    return intern(Eq, left)


def _by_cases(left: Linear, test: Callable[[Linear], Formula]) -> Formula | None:
    """The comparison of a case distinction, pushed into its cases where that settles one of them."""
    part, coefficient = left.terms[0]
    if not isinstance(part, Ite):
        return None
    then, other = (test(subtract(scale(coefficient, case), number(-left.constant))) for case in (part.then, part.other))
    if not {then, other} & {TRUE, FALSE}:
        return None
    return disj((conj((part.condition, then)), conj((negate(part.condition), other))))


class _Limits:
    """What is known of a sum: `low <= sum <= high`, each with the comparison that says so, one equation for both."""

    __slots__ = ("above", "below", "high", "low")

    def __init__(self) -> None:
        self.low: int | None = None
        self.high: int | None = None
        self.above: Formula | None = None
        self.below: Formula | None = None


def _limit(limits: dict[Terms, _Limits], part: Le | Eq) -> None:
    """Note `low <= terms <= high`, the first coefficient positive."""
    terms, constant = part.left.terms, part.left.constant
    positive = terms[0][1] > 0
    if not positive:
        terms = tuple([(a, -c) for a, c in terms])
    found = limits.get(terms)
    if found is None:
        found = limits[terms] = _Limits()
    equation = type(part) is Eq
    if equation or not positive:
        low = constant if not positive else -constant
        if found.low is None or low > found.low:
            found.low, found.above = low, part
    if equation or positive:
        high = -constant if positive else constant
        if found.high is None or high < found.high:
            found.high, found.below = high, part


_WHOLE = (Ne, Some, Never)
"""What is a literal, beside inequalities."""


def _propagate(units: dict[Formula, None], others: dict[Formula, None]) -> Formula:
    """Use the units to shorten the disjunctions; once more where that gave a new unit."""
    known = units | dict.fromkeys(part for part in others if isinstance(part, _WHOLE))
    known.pop(TRUE, None)
    every = set(known)
    kept: dict[Formula, None] = dict.fromkeys(known)
    again = False
    for part in others:
        if isinstance(part, _WHOLE):
            if negate(part) in known:
                return FALSE
            continue
        options = part.parts if type(part) is Or else (part,)
        left = _open(options, every)
        if any(_holds(option, every) for option in left):
            continue
        if not left:
            return FALSE
        shorter = part if len(left) == len(options) else _joined(Or, left)
        again |= not isinstance(shorter, Or)
        kept[shorter] = None
    again |= any(isinstance(part, And) for part in kept)
    return conj(kept) if again else _joined(And, kept)


def _open(options: Sequence[Formula], known: set[Formula]) -> list[Formula]:
    """Those of which no part has a negation that is known.

    It is `negate` written out, as a good part of the time of reading rules is spent here.
    """
    found = list[Formula]()
    for option in options:
        for each in option.parts if type(option) is And else (option,):
            negation = each.negation
            if negation is None and each.negated is not None:
                negation = each.negated()
            if (negate(each) if negation is None else negation) in known:
                break
        else:
            found.append(option)
    return found


def _holds(option: Formula, known: set[Formula]) -> bool:
    """Whether all parts of it are known."""
    return known.issuperset(option.parts) if type(option) is And else option in known
