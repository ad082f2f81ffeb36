"""Digits of numbers as they are printed: what `digit(N,J,D)` and `digit(B,N,J,D)` mean in rules."""

from __future__ import annotations

from bouton.rocq import tree as t
from bouton.rules.file import Signature

_BINARY = ("digit", 3)
DIGITS: frozenset[Signature] = frozenset({_BINARY, ("digit", 4)})
"""The predicates of digits that are printed: in base 2, and in a base that is the first argument."""


def meaning(one: Signature) -> t.Formula:
    """That X is the digit of a positive number at a place, from 0 up to that of its first digit, which is not 0.

    The arguments are X1, X2 and so on: the base if it is one, the number, the place and the digit.
    """
    base: t.Term = t.Number(2) if one == _BINARY else t.Variable("X1")
    number, at, digit = (t.Variable(f"X{one[1] - 2 + i}") for i in range(3))
    power = t.Operation("**", base, at)
    parts = (
        t.Compared("<=", t.Number(1), number),
        t.Compared("<=", t.Number(0), at),
        t.Compared("<=", power, number),
        t.Compared("=", digit, t.Operation("\\", t.Operation("/", number, power), base)),
    )
    return t.And(parts if one == _BINARY else (t.Compared("<=", t.Number(2), base), *parts))


def variables_of(one: Signature) -> tuple[tuple[str, t.Sort], ...]:
    """The arguments in this order, each with its sort."""
    return tuple((f"X{i + 1}", "Z") for i in range(one[1]))
