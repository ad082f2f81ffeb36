"""Constructors of formulas, in negation normal form; contradictions and repetitions fold away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import gcd
from weakref import ref

from bouton.core.logic import expression as ex
from bouton.core.logic.arithmetic import atom, choose, linear, number, scale, subtract


def at_most(left: ex.Linear, right: ex.Linear) -> ex.Formula:
    """`left <= right`."""
    if not left.terms and not right.terms:
        return ex.TRUE if left.constant <= right.constant else ex.FALSE
    return _le(subtract(left, right))


def less(left: ex.Linear, right: ex.Linear) -> ex.Formula:
    """`left < right`."""
    if not left.terms and not right.terms:
        return ex.TRUE if left.constant < right.constant else ex.FALSE
    return _le(subtract(subtract(left, right), number(-1)))


def equal(left: ex.Linear, right: ex.Linear) -> ex.Formula:
    """`left = right`."""
    if not left.terms and not right.terms:
        return ex.TRUE if left.constant == right.constant else ex.FALSE
    return _eq(subtract(left, right))


def different(left: ex.Linear, right: ex.Linear) -> ex.Formula:
    """`left != right`."""
    return negate(equal(left, right))


def least(left: ex.Linear, right: ex.Linear) -> ex.Linear:
    """The lesser of the two."""
    return choose(at_most(left, right), left, right)


def greatest(left: ex.Linear, right: ex.Linear) -> ex.Linear:
    """The greater of the two."""
    return choose(at_most(right, left), left, right)


def conj(parts: Iterable[ex.Formula]) -> ex.Formula:
    """All of them."""
    return _conj(tuple(parts))


@lru_cache(maxsize=1 << 14)  # most are asked for several times, and near each other
def _conj(parts: tuple[ex.Formula, ...]) -> ex.Formula:
    limits: dict[ex.Terms, _Limits] = {}
    others: dict[ex.Formula, None] = {}
    waiting = list(parts[::-1])
    while waiting:
        part = waiting.pop()
        if part is ex.FALSE:
            return ex.FALSE
        if isinstance(part, ex.And):
            waiting.extend(part.parts[::-1])
        elif isinstance(part, ex.Le | ex.Eq):
            _limit(limits, part)
        else:
            others[part] = None
    units: dict[ex.Formula, None] = {}
    for terms, limit in limits.items():
        low, high = limit.low, limit.high
        if low is not None and high is not None and low > high:
            return ex.FALSE
        if low is not None and low == high and limit.above is not limit.below:
            units[_eq(linear(-low, dict(terms)))] = None
            continue
        units |= {part: None for part in (limit.above, limit.below) if part is not None}
    if ex.FALSE in units:
        return ex.FALSE
    return _propagate(units, others)


def disj(parts: Iterable[ex.Formula]) -> ex.Formula:
    """One of them."""
    return negate(conj(map(negate, parts)))


def negate(formula: ex.Formula) -> ex.Formula:
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
        if found is not ex.TRUE and found is not ex.FALSE:  # many formulas may fold to one of these
            object.__setattr__(found, "negated", ref(formula))
    return found


def implies(one: ex.Formula, other: ex.Formula) -> ex.Formula:
    """Where the one holds, the other does."""
    return disj((negate(one), other))


def equivalent(one: ex.Formula, other: ex.Formula) -> ex.Formula:
    """Both hold or neither does."""
    return conj((implies(one, other), implies(other, one)))


def conjuncts(formula: ex.Formula) -> tuple[ex.Formula, ...]:
    """What it is the conjunction of."""
    return formula.parts if isinstance(formula, ex.And) else (formula,)


def disjuncts(formula: ex.Formula) -> tuple[ex.Formula, ...]:
    """What it is the disjunction of."""
    return formula.parts if isinstance(formula, ex.Or) else (formula,)


def _negated(formula: ex.Formula) -> ex.Formula:
    match formula:
        case ex.Le(left=left):
            return _le(subtract(number(1), left))
        case ex.Eq(left=left):
            return ex.intern(ex.Ne, left)
        case ex.Ne(left=left):
            return ex.intern(ex.Eq, left)
        case ex.And(parts=parts):
            return _joined(ex.Or, [negate(part) for part in parts])
        case ex.Or(parts=parts):
            return _joined(ex.And, [negate(part) for part in parts])
        case ex.Some(bound=bound, formula=inside):
            return ex.intern(ex.Never, bound, inside)
        case ex.Never(bound=bound, formula=inside):
            return ex.intern(ex.Some, bound, inside)
    raise TypeError(formula)


def _joined(kind: type[ex.And] | type[ex.Or], parts: Iterable[ex.Formula]) -> ex.Formula:
    found = sorted(parts, key=lambda part: part.digest)
    return found[0] if len(found) == 1 else ex.intern(kind, tuple(found))


def _le(left: ex.Linear) -> ex.Formula:
    """`left <= 0`."""
    if left.high is not None and left.high <= 0:
        return ex.TRUE
    if left.low is not None and left.low > 0:
        return ex.FALSE
    divisor = gcd(*(c for _, c in left.terms))
    if divisor > 1:
        return _le(linear(-(-left.constant // divisor), {a: c // divisor for a, c in left.terms}))
    if len(left.terms) == 1:
        cases = _by_cases(left, _le)
        return ex.intern(ex.Le, left) if cases is None else cases
    ends = [(c, a.low if c > 0 else a.high) for a, c in left.terms]
    smallest = [c * end for c, end in ends if end is not None]
    if len(smallest) == len(left.terms) and left.constant + sum(smallest) == 0:
        pairs = zip(left.terms, smallest, strict=True)  # every term must be as small as it can be
        return conj(_le(subtract(atom(a, c), number(least))) for (a, c), least in pairs)
    return ex.intern(ex.Le, left)


def _eq(left: ex.Linear) -> ex.Formula:
    """`left = 0`."""
    if left.number is not None:
        return ex.FALSE if left.number else ex.TRUE
    if (left.low is not None and left.low > 0) or (left.high is not None and left.high < 0):
        return ex.FALSE
    if left.low == 0:
        return _le(left)
    if left.high == 0:
        return _le(scale(-1, left))
    divisor = gcd(*(c for _, c in left.terms))
    if left.constant % divisor:
        return ex.FALSE
    sign = 1 if left.terms[0][1] > 0 else -1
    left = linear(sign * left.constant // divisor, {a: sign * c // divisor for a, c in left.terms})
    if len(left.terms) == 1:
        cases = _by_cases(left, _eq)
        return ex.intern(ex.Eq, left) if cases is None else cases
    return ex.intern(ex.Eq, left)


def _by_cases(left: ex.Linear, test: Callable[[ex.Linear], ex.Formula]) -> ex.Formula | None:
    """The comparison of a case distinction, pushed into its cases where that settles one of them."""
    part, coefficient = left.terms[0]
    if not isinstance(part, ex.Ite):
        return None
    then, other = (test(subtract(scale(coefficient, case), number(-left.constant))) for case in (part.then, part.other))
    if not {then, other} & {ex.TRUE, ex.FALSE}:
        return None
    return disj((conj((part.condition, then)), conj((negate(part.condition), other))))


class _Limits:
    """What is known of a sum: `low <= sum <= high`, each with the comparison that says so, one equation for both."""

    __slots__ = ("above", "below", "high", "low")

    def __init__(self) -> None:
        self.low: int | None = None
        self.high: int | None = None
        self.above: ex.Formula | None = None
        self.below: ex.Formula | None = None


def _limit(limits: dict[ex.Terms, _Limits], part: ex.Le | ex.Eq) -> None:
    """Note `low <= terms <= high`, the first coefficient positive."""
    terms, constant = part.left.terms, part.left.constant
    positive = terms[0][1] > 0
    if not positive:
        terms = tuple([(a, -c) for a, c in terms])
    found = limits.get(terms)
    if found is None:
        found = limits[terms] = _Limits()
    equation = type(part) is ex.Eq
    if equation or not positive:
        low = constant if not positive else -constant
        if found.low is None or low > found.low:
            found.low, found.above = low, part
    if equation or positive:
        high = -constant if positive else constant
        if found.high is None or high < found.high:
            found.high, found.below = high, part


_WHOLE = (ex.Ne, ex.Some, ex.Never)
"""What is a literal, beside inequalities."""


def _propagate(units: dict[ex.Formula, None], others: dict[ex.Formula, None]) -> ex.Formula:
    """Use the units to shorten the disjunctions; once more where that gave a new unit."""
    known = units | dict.fromkeys(part for part in others if isinstance(part, _WHOLE))
    known.pop(ex.TRUE, None)
    every = set(known)
    kept: dict[ex.Formula, None] = dict.fromkeys(known)
    again = False
    for part in others:
        if isinstance(part, _WHOLE):
            if negate(part) in known:
                return ex.FALSE
            continue
        options = part.parts if type(part) is ex.Or else (part,)
        left = _open(options, every)
        if any(_holds(option, every) for option in left):
            continue
        if not left:
            return ex.FALSE
        shorter = part if len(left) == len(options) else _joined(ex.Or, left)
        again |= not isinstance(shorter, ex.Or)
        kept[shorter] = None
    again |= any(isinstance(part, ex.And) for part in kept)
    return conj(kept) if again else _joined(ex.And, kept)


def _open(options: Sequence[ex.Formula], known: set[ex.Formula]) -> list[ex.Formula]:
    """Those of which no part has a negation that is known.

    It is `negate` written out, as a good part of the time of reading rules is spent here.
    """
    found = list[ex.Formula]()
    for option in options:
        for each in option.parts if type(option) is ex.And else (option,):
            negation = each.negation
            if negation is None and each.negated is not None:
                negation = each.negated()
            if (negate(each) if negation is None else negation) in known:
                break
        else:
            found.append(option)
    return found


def _holds(option: ex.Formula, known: set[ex.Formula]) -> bool:
    """Whether all parts of it are known."""
    return known.issuperset(option.parts) if type(option) is ex.And else option in known
