"""Digits of numbers as they are printed: what `digit(N,J,D)`, `zeckendorf(N,J,D)` and the like mean in rules."""

from __future__ import annotations

from bouton.core.numeration import GIVEN
from bouton.rocq import tree as t
from bouton.rules.file import Signature

_BINARY = ("digit", 3)
OSTROWSKI: frozenset[Signature] = frozenset({("zeckendorf", 3), ("ostrowski", 4)})
"""The predicates of digits whose weights come from the two before, which `Ostrowski.v` defines."""
LIBRARY = "Ostrowski"
DIGITS: frozenset[Signature] = frozenset({_BINARY, ("digit", 4)}) | OSTROWSKI
"""All of them: each of one system, or of one whose number is the first argument."""


def meaning(one: Signature) -> t.Formula:
    """That X is the digit of a positive number at a place, from 0 up to that of its first digit, which is not 0.

    The arguments are X1, X2 and so on: the base if it is one, the number, the place and the digit.
    """
    number, at, digit = (t.Variable(f"X{one[1] - 2 + i}") for i in range(3))
    base: t.Term = t.Number(GIVEN[one][1]) if one[1] == 3 else t.Variable("X1")
    if one in OSTROWSKI:
        return t.Digit(base, number, at, digit)
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
