"""What a term may stand for: a range of integers, constants, compound terms; and arithmetic on that.

clingo computes in 32 bits and wraps in silence. Bouton keeps every number of the rules within ±LIMIT:
then sums and differences of two numbers do not wrap, so that one look at the result tells whether it
passes the limit, and `&`, `?`, `^` stay within it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from clingo.ast import BinaryOperator, UnaryOperator

from bouton.core.division import truncated
from bouton.rules.file import Signature

LIMIT = 2**30 - 1
HUGE = 10**30
"""Stands for any number that is too large to matter."""


class Integers(NamedTuple):
    """The integers from low to high (none where low > high), and whether other values are possible.

    `symbols`: a constant, a string, #inf or #sup; `functors`: compound terms of these names and
    arities (None: of any).
    """

    low: int = 1
    high: int = 0
    symbols: bool = False
    functors: frozenset[Signature] | None = frozenset()

    @property
    def integral(self) -> bool:
        """Whether it is a range of integers only."""
        return not self.symbols and self.functors == frozenset()

    @property
    def empty(self) -> bool:
        """Whether nothing is possible."""
        return self.low > self.high and self.integral

    @property
    def bounded(self) -> bool:
        """Whether every integer is within the limit."""
        return self.low > self.high or (self.low >= -LIMIT and self.high <= LIMIT)

    @property
    def size(self) -> int:
        """The number of values, HUGE where it is not bounded."""
        return max(0, min(self.high - self.low + 1, HUGE)) if self.integral else HUGE

    @property
    def integers(self) -> Integers:
        """The integers alone."""
        return Integers(self.low, self.high)

    def clipped(self) -> Integers:
        """The part within the limit: what passes it is an error of its own."""
        if self.low >= -LIMIT and self.high <= LIMIT:
            return self
        return self._replace(low=max(self.low, -LIMIT), high=min(self.high, LIMIT))

    def meet(self, other: Integers) -> Integers:
        """What both allow."""
        if self.functors is None or other.functors is None:
            functors = other.functors if self.functors is None else self.functors
        else:
            functors = self.functors & other.functors
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Integers(low, high, self.symbols and other.symbols, functors)

    def join(self, other: Integers) -> Integers:
        """What one of the two allows, with the integers between."""
        if self.low > self.high:
            low, high = other.low, other.high
        elif other.low > other.high:
            low, high = self.low, self.high
        else:
            low, high = min(self.low, other.low), max(self.high, other.high)
        none = self.functors is None or other.functors is None
        functors = None if none else (self.functors or frozenset()) | (other.functors or frozenset())
        return Integers(low, high, self.symbols or other.symbols, functors)


NOTHING = Integers()
INTEGERS = Integers(-LIMIT, LIMIT)
ANYTHING = Integers(-HUGE, HUGE, True, None)
SYMBOLS = Integers(symbols=True)
_STEPS = (0, 1, 15, 255, 4095, 65535, 2**20 - 1, LIMIT)
ROUGH = _STEPS[2:]
"""Numbers each of which stands for all from 1 to it, where what is so of these is asked once for all of them."""


def exactly(number: int) -> Integers:
    """One integer."""
    return Integers(number, number)


def union(parts: Iterable[Integers]) -> Integers:
    """What any of them allows."""
    return reduce(Integers.join, parts, NOTHING)


def roughly(number: int) -> int:
    """The least of `ROUGH` that stands for the number too, itself where none does."""
    return next((one for one in ROUGH if one >= number), number) if number > 0 else number


def rounded(values: Integers) -> Integers:
    """Values around these which many have in common, as far as they are within the limit."""
    if values.low > values.high or values.low < -LIMIT or values.high > LIMIT:
        return values
    low, high = min(1, values.low), values.high if values.high <= 1 else roughly(values.high)
    return values._replace(low=low if low >= 0 else -roughly(-low), high=high)


def widened(old: Integers, new: Integers) -> Integers:
    """The new values with every end that moved pushed to the next of a few steps, so that growth ends."""
    low, high = new.low, new.high
    if old.low <= old.high:
        if low < old.low:
            low = next((-step for step in _STEPS if -step <= low), -LIMIT)
        if high > old.high:
            high = next((step for step in _STEPS if step >= high), LIMIT)
    return new._replace(low=low, high=high)


def unary(operator: int, a: Integers) -> Integers:
    """The results of a unary operation on the integers of a."""
    if a.low > a.high:
        return NOTHING
    if operator == UnaryOperator.Minus:
        return Integers(-a.high, -a.low)
    if operator == UnaryOperator.Negation:
        return Integers(~a.high, ~a.low)
    low = 0 if a.low <= 0 <= a.high else min(abs(a.low), abs(a.high))
    return Integers(low, max(abs(a.low), abs(a.high)))


def binary(operator: int, a: Integers, b: Integers) -> Integers:
    """The results of a binary operation on the integers of a and b, as clingo means it but without wrapping."""
    if a.low > a.high or b.low > b.high:
        return NOTHING
    if operator == BinaryOperator.Plus:
        return Integers(a.low + b.low, a.high + b.high)
    if operator == BinaryOperator.Minus:
        return Integers(a.low - b.high, a.high - b.low)
    if operator == BinaryOperator.Multiplication:
        return _hull(x * y for x in (a.low, a.high) for y in (b.low, b.high))
    if operator == BinaryOperator.Division:
        return _hull(truncated(x, y)[0] for x in (a.low, a.high) for y in _divisors(b))
    if operator == BinaryOperator.Modulo:
        return _remainder(a, b)
    if operator == BinaryOperator.Power:
        return _power(a, b)
    return _bits(operator, a, b)


def operands(operator: int, result: Integers, a: Integers, b: Integers) -> tuple[Integers, Integers]:
    """What the operands within a and b may be, given the result."""
    if operator == BinaryOperator.Plus:
        return binary(BinaryOperator.Minus, result, b), binary(BinaryOperator.Minus, result, a)
    if operator == BinaryOperator.Minus:
        return binary(BinaryOperator.Plus, result, b), binary(BinaryOperator.Minus, a, result)
    if operator == BinaryOperator.Multiplication:
        return _factor(result, b), _factor(result, a)
    if operator == BinaryOperator.Power:
        return INTEGERS, _exponent(result, a)
    return INTEGERS, INTEGERS


def _exponent(result: Integers, base: Integers) -> Integers:
    """The x with c**x = result for a base c from 2 on; of a negative x the power is 0."""
    if base.low < 2:
        return INTEGERS
    least, greatest = base.low, min(base.high, LIMIT)
    exponents = range(LIMIT.bit_length() + 1)
    low = -LIMIT if result.low < 1 else next((x for x in exponents if greatest**x >= result.low), LIMIT)
    return Integers(low, next((x - 1 for x in exponents if least**x > result.high), LIMIT))


def _factor(result: Integers, other: Integers) -> Integers:
    """The x with x * c = result, where the other factor c is one number but 0."""
    if other.low != other.high or not other.low:
        return INTEGERS
    c = other.low
    low, high = (result.low, result.high) if c > 0 else (-result.high, -result.low)
    return Integers(-(-low // abs(c)), high // abs(c))


def _hull(numbers: Iterable[int]) -> Integers:
    found = list(numbers)
    return Integers(max(min(found), -HUGE), min(max(found), HUGE)) if found else NOTHING


def _divisors(b: Integers) -> set[int]:
    """The ends of the divisors below and above zero, where a quotient takes its extremes."""
    return {y for y in (b.low, min(b.high, -1), max(b.low, 1), b.high) if y and b.low <= y <= b.high}


def _remainder(a: Integers, b: Integers) -> Integers:
    """The remainder has the sign of the dividend, and is smaller than the divisor."""
    most = max(abs(b.low), abs(b.high)) - 1
    if most < 0:
        return NOTHING
    return Integers(max(min(a.low, 0), -most), min(max(a.high, 0), most))


def _power(a: Integers, b: Integers) -> Integers:
    if b.low < 0:
        return Integers(-HUGE, HUGE)
    largest = max(abs(a.low), abs(a.high))
    most = HUGE if largest > 1 and b.high > 100 else min(largest**b.high if largest > 1 else 1, HUGE)
    return Integers(0 if a.low >= 0 else -most, most)


def _bits(operator: int, a: Integers, b: Integers) -> Integers:
    width = max(value.bit_length() for value in (a.low, a.high, b.low, b.high))
    if a.low >= 0 and b.low >= 0:
        return Integers(0, min(a.high, b.high) if operator == BinaryOperator.And else 2**width - 1)
    if operator == BinaryOperator.And and (a.low >= 0 or b.low >= 0):
        return Integers(0, max(a.high if a.low >= 0 else 0, b.high if b.low >= 0 else 0))
    return Integers(-(2**width), 2**width - 1)
