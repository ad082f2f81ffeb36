"""Constructors of integer expressions: they fold what is known, so that rows and formulas stay small."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from weakref import WeakValueDictionary

from bouton.core.division import truncated
from bouton.core.logic import expression as ex
from bouton.core.numeration import Numeration
from bouton.core.ranges import LIMIT

Interval = tuple[ex.Bound, ex.Bound]

_sums: WeakValueDictionary[tuple[int, ex.Terms], ex.Linear] = WeakValueDictionary()
"""The one expression of a constant and terms in order, so that its bounds are found once."""


@lru_cache(maxsize=1 << 12)
def number(value: int) -> ex.Linear:
    """The constant."""
    return _sum(value, ())


def atom(part: ex.Atom, coefficient: int = 1) -> ex.Linear:
    """An atom, or a multiple of it, as an expression."""
    return _sum(0, ((part, coefficient),)) if coefficient else number(0)


def linear(constant: int, coefficients: Mapping[ex.Atom, int]) -> ex.Linear:
    """The sum of `constant` and each atom times its coefficient."""
    kept = [term for term in coefficients.items() if term[1]]
    if len(kept) > 1:
        kept.sort(key=_order)
    return _sum(constant, tuple(kept))


@lru_cache(maxsize=1 << 14)  # it is asked for those of late, again and again, faster than the table of all is
def _sum(constant: int, terms: ex.Terms) -> ex.Linear:
    """The sum of terms that are in order; bounds that are one number make it that number."""
    found = _sums.get((constant, terms))
    if found is None:
        low, high = _interval(constant, terms)
        if terms and low is not None and low == high:
            return number(low)
        found = _sums[constant, terms] = ex.Linear(
            ex.digest_of_sum(low, high, constant, terms), low, high, constant, terms
        )
    return found


def add(*parts: ex.Linear) -> ex.Linear:
    """The sum."""
    constant = sum([part.constant for part in parts])
    several = [part.terms for part in parts if part.terms]
    if len(several) < 2:
        return _sum(constant, several[0] if several else ())
    coefficients = dict[ex.Atom, int]()
    for terms in several:
        for a, c in terms:
            coefficients[a] = coefficients.get(a, 0) + c
    return linear(constant, coefficients)


def scale(factor: int, part: ex.Linear) -> ex.Linear:
    """A multiple by a number."""
    return _sum(factor * part.constant, tuple([(a, factor * c) for a, c in part.terms]) if factor else ())


def subtract(left: ex.Linear, right: ex.Linear) -> ex.Linear:
    """The difference."""
    if not right.terms:
        return _sum(left.constant - right.constant, left.terms)
    if not left.terms:
        return _sum(left.constant - right.constant, tuple([(a, -c) for a, c in right.terms]))
    coefficients = dict(left.terms)
    for a, c in right.terms:
        coefficients[a] = coefficients.get(a, 0) - c
    return linear(left.constant - right.constant, coefficients)


def multiply(left: ex.Linear, right: ex.Linear) -> ex.Linear:
    """The product."""
    for one, other in ((left, right), (right, left)):
        if one.number is not None:
            return scale(one.number, other)
    left, right = sorted((left, right), key=lambda part: part.digest)
    low, high = _corners(left, right)
    return atom(ex.intern(ex.Product, low, high, left, right))


def divide(left: ex.Linear, right: ex.Linear) -> ex.Linear:
    """`left / right`, truncating; its value at `right = 0` is not for use."""
    divisor = right.number
    if divisor is not None and divisor < 0:
        return scale(-1, divide(left, number(-divisor)))
    if divisor == 1:
        return left
    if divisor and left.number is not None:
        return number(truncated(left.number, divisor)[0])
    if divisor and not any(c % divisor for _, c in left.terms) and not left.constant % divisor:
        return linear(left.constant // divisor, {a: c // divisor for a, c in left.terms})
    low, high = None, None
    if divisor:
        low, high = (None if end is None else truncated(end, divisor)[0] for end in (left.low, left.high))
    elif (left.low or -1) >= 0 and (right.low or 0) >= 1:
        low, high = 0, left.high
    return atom(ex.intern(ex.Quotient, low, high, left, right))


def remainder(left: ex.Linear, right: ex.Linear) -> ex.Linear:
    r"""`left \ right`, with the sign of `left`; its value at `right = 0` is not for use."""
    divisor = right.number
    if divisor is not None and divisor < 0:
        return remainder(left, number(-divisor))
    if divisor == 1:
        return number(0)
    if divisor and left.number is not None:
        return number(truncated(left.number, divisor)[1])
    natural = left.low is not None and left.low >= 0
    if divisor and natural and left.high is not None and left.high < divisor:
        return left
    top = None if right.low is None or right.high is None else max(abs(right.low), abs(right.high)) - 1
    low = 0 if natural else None if top is None else -top
    high = 0 if left.high is not None and left.high <= 0 else top
    return atom(ex.intern(ex.Remainder, low, high, left, right))


def power(base: ex.Linear, exponent: ex.Linear) -> ex.Linear:
    """`base ** exponent`, of a number of 2 or more; its value below an exponent of 0 is not for use."""
    if exponent.number is not None and exponent.number <= LIMIT.bit_length():
        return number(ex.Power.of(base.constant, exponent.number))
    return atom(ex.intern(ex.Power, 0 if exponent.low is None or exponent.low < 0 else 1, None, base, exponent))


def greatest_exponent(part: ex.Formula, one: ex.Unknown) -> ex.Linear | None:
    """An expression that the unknown is at most, as a comparison bounds a power of which it is the exponent."""
    if isinstance(part, ex.Le | ex.Eq):
        for power_, times in part.left.terms:
            if isinstance(power_, ex.Power) and power_.right is atom(one) and (times > 0 or isinstance(part, ex.Eq)):
                rest = subtract(part.left, atom(power_, times))
                most = scale(-1 if times > 0 else 1, rest)
                return subtract(places(Numeration("base", power_.left.constant), most), number(1))
    return None


def exclusive(left: ex.Linear, right: ex.Linear) -> ex.Linear:
    """`left ^ right` in canonical form: what occurs twice goes, and the rest stands in one order, a constant last.

    Each operand is a natural number wherever that can be told, as -1-x has the digits of x that are not its own.
    """
    constant, operands = 0, dict[ex.Linear, None]()
    for one in (*operands_of(left), *operands_of(right)):
        if one.number is not None:
            constant ^= one.number
            continue
        turned = _is_complement(one)
        part, constant = (_complement(one), ~constant) if turned else (one, constant)
        if part in operands:
            del operands[part]
        else:
            operands[part] = None
    if constant < 0:
        return _complement(exclusive_of([*operands, number(~constant)]))
    return exclusive_of([*operands, number(constant)])


def exclusive_of(operands: Iterable[ex.Linear]) -> ex.Linear:
    """The exclusive or of operands that are all different, none of them one by itself; a natural constant is last."""
    *others, constant = operands
    others.sort(key=lambda one: one.digest)
    made = constant
    for one in reversed(others):
        made = one if made.number == 0 else atom(ex.intern(ex.Xor, *_bits(one, made), one, made))
    return made


def operands_of(value: ex.Linear) -> Iterator[ex.Linear]:
    """What `value` is the exclusive or of: itself, or the operands, with -1 where it is the complement of that."""
    inner = _complement(value) if value.constant == -1 and len(value.terms) == 1 and value.terms[0][1] == -1 else value
    part = inner.terms[0][0] if inner.terms else None
    if not isinstance(part, ex.Xor) or inner is not atom(part):
        yield value
        return
    if inner is not value:
        yield number(-1)
    yield part.left
    yield from operands_of(part.right)


def _complement(value: ex.Linear) -> ex.Linear:
    return subtract(number(-1), value)


def _is_complement(part: ex.Linear) -> bool:
    """Whether the complement is the operand: where that is natural, else where its first term is positive."""
    if part.low is not None and part.low >= 0:
        return False
    return (part.high is not None and part.high < 0) or part.terms[0][1] < 0


def _bits(left: ex.Linear, right: ex.Linear) -> Interval:
    """Bounds of an exclusive or: no digit stands above the highest of both."""
    natural = left.low is not None and right.low is not None and min(left.low, right.low) >= 0
    ends = [left.low, left.high, right.low, right.high]
    widths = [max(end, ~end).bit_length() for end in ends if end is not None]
    high = (1 << max(widths)) - 1 if len(widths) == len(ends) else None
    return (0 if natural else None if high is None else ~high), high


def digit(system: Numeration, left: ex.Linear, place: ex.Linear) -> ex.Linear:
    """The digit of `left` at a place."""
    if left.number is not None and (left.number <= 0 or place.number is not None):
        return number(system.digit(left.number, place.number or 0))
    if (left.high is not None and left.high <= 0) or (place.high is not None and place.high < 0):
        return number(0)
    return atom(ex.intern(ex.digit_in(system), 0, system.largest, left, place))


def places(system: Numeration, left: ex.Linear) -> ex.Linear:
    """How many digits `left` has."""
    if left.number is not None:
        return number(system.places(left.number))
    return atom(ex.intern(ex.places_in(system), 0, None, left, number(0)))


def iterated(steps: ex.Steps, left: ex.Linear, times: ex.Linear) -> ex.Linear:
    """What `left` becomes by so many steps of a recursion."""
    return atom(ex.intern(ex.iterated_by(ex.Iterated, steps), None, None, left, times))


def iterations(steps: ex.Steps, left: ex.Linear) -> ex.Linear:
    """How many numbers the steps of a recursion lead through from `left` on, or more, where they come back to one."""
    return atom(ex.intern(ex.iterated_by(ex.Iterations, steps), 1, None, left, number(0)))


def applied(name: str, terms: Sequence[ex.Linear]) -> ex.Linear:
    """1 where the predicate of that name holds of the numbers, of which there is one at least, else 0."""
    first, *others = terms if len(terms) > 1 else (*terms, number(0))
    for place, one in enumerate(others, 1):
        first = _applied(ex.applied_in(name, len(terms), place), first, one)
    return first


def _applied(kind: type[ex.Applied], left: ex.Linear, right: ex.Linear) -> ex.Linear:
    return atom(ex.intern(kind, *((0, 1) if kind.whole else (None, None)), left, right))


_MADE: dict[type[ex.Operation], Callable[[ex.Linear, ex.Linear], ex.Linear]] = {
    ex.Product: multiply,
    ex.Quotient: divide,
    ex.Remainder: remainder,
    ex.Xor: exclusive,
    ex.Power: power,
}


def operated(kind: type[ex.Operation], left: ex.Linear, right: ex.Linear) -> ex.Linear:
    """An operation of that kind on two expressions, folded as its constructor does."""
    if issubclass(kind, ex.Digit):
        return digit(kind.system, left, right)
    if issubclass(kind, ex.Iterated | ex.Iterations):
        return iterated(kind.steps, left, right) if issubclass(kind, ex.Iterated) else iterations(kind.steps, left)
    if issubclass(kind, ex.Applied):
        return _applied(kind, left, right)
    return places(kind.system, left) if issubclass(kind, ex.Places) else _MADE[kind](left, right)


def choose(condition: ex.Formula, then: ex.Linear, other: ex.Linear) -> ex.Linear:
    """`then` where the condition holds, else `other`."""
    if condition is ex.TRUE or then is other:
        return then
    if condition is ex.FALSE:
        return other
    lows = [end for end in (then.low, other.low) if end is not None]
    highs = [end for end in (then.high, other.high) if end is not None]
    low = min(lows) if len(lows) == 2 else None
    high = max(highs) if len(highs) == 2 else None
    if isinstance(condition, ex.Le):
        difference = subtract(then, other)
        if difference.terms == condition.left.terms and 0 <= condition.left.constant - difference.constant <= 1:
            high = min(highs, default=None)  # the lesser of the two
        opposite = scale(-1, difference)
        if opposite.terms == condition.left.terms and 0 <= condition.left.constant - opposite.constant <= 1:
            low = max(lows, default=None)  # the greater of the two
    return atom(ex.intern(ex.Ite, low, high, condition, then, other))


def _order(term: tuple[ex.Atom, int]) -> tuple[int, str, int]:
    part = term[0]
    return (0, part.name, 0) if isinstance(part, ex.Unknown) else (1, "", part.digest)


def _interval(constant: int, terms: tuple[tuple[ex.Atom, int], ...]) -> Interval:
    """Bounds of a sum: unknowns of one chain are taken together, every other atom by itself."""
    low: ex.Bound = constant
    high: ex.Bound = constant
    for chain, group in groupby(sorted(terms, key=_chain), key=_chain):
        part = list(group)
        ends = _plain(part)
        if chain:
            ends = _tighter(ends, _in_order(part))
        low = None if low is None or ends[0] is None else low + ends[0]
        high = None if high is None or ends[1] is None else high + ends[1]
    return low, high


def _chain(term: tuple[ex.Atom, int]) -> str:
    return term[0].chain if isinstance(term[0], ex.Unknown) else ""


def _plain(terms: list[tuple[ex.Atom, int]]) -> Interval:
    low: ex.Bound = 0
    high: ex.Bound = 0
    for part, coefficient in terms:
        ends = _times(coefficient, part)
        low = None if low is None or ends[0] is None else low + ends[0]
        high = None if high is None or ends[1] is None else high + ends[1]
    return low, high


def _in_order(terms: list[tuple[ex.Atom, int]]) -> Interval:
    """Bounds of a sum over x_1 <= x_2 <= ...: it is x_1 and each step times the coefficients from there on."""
    unknowns = sorted(((u, c) for u, c in terms if isinstance(u, ex.Unknown)), key=lambda term: term[0].rank)
    steps, total = [], 0
    for _, coefficient in reversed(unknowns):
        total += coefficient
        steps.append(total)
    first = _times(steps.pop(), unknowns[0][0])
    low = first[0] if all(step >= 0 for step in steps) else None
    high = first[1] if all(step <= 0 for step in steps) else None
    return low, high


def _times(coefficient: int, part: ex.Expression) -> Interval:
    if coefficient == 0:
        return 0, 0
    ends = [None if end is None else coefficient * end for end in (part.low, part.high)]
    return (ends[0], ends[1]) if coefficient > 0 else (ends[1], ends[0])


def _tighter(one: Interval, other: Interval) -> Interval:
    lows = [end for end in (one[0], other[0]) if end is not None]
    highs = [end for end in (one[1], other[1]) if end is not None]
    return max(lows, default=None), min(highs, default=None)


def _corners(left: ex.Linear, right: ex.Linear) -> Interval:
    if left.low is None or left.high is None or right.low is None or right.high is None:
        natural = left.low is not None and right.low is not None and min(left.low, right.low) >= 0
        return (left.low * right.low if natural else None), None  # type: ignore[operator]
    ends = [one * other for one in (left.low, left.high) for other in (right.low, right.high)]
    return min(ends), max(ends)
