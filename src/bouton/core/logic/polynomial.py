"""Polynomials in unknowns: monomials with their coefficients."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TypeAlias

from bouton.core.logic.expression import Atom

Monomial: TypeAlias = tuple[Atom, ...]
"""Atoms that are multiplied, in a fixed order; none is 1."""
Polynomial: TypeAlias = dict[Monomial, int]


def added(one: Polynomial, other: Mapping[Monomial, int], factor: int) -> Polynomial:
    """The one, and so many times the other."""
    found = dict(one)
    for monomial, coefficient in other.items():
        found[monomial] = found.get(monomial, 0) + factor * coefficient
    return {monomial: coefficient for monomial, coefficient in found.items() if coefficient}


def multiplied(one: Polynomial, other: Polynomial) -> Polynomial:
    """Their product."""
    found: Polynomial = {}
    for (left, c), (right, d) in itertools.product(one.items(), other.items()):
        monomial = tuple(sorted((*left, *right), key=lambda part: part.digest))
        found[monomial] = found.get(monomial, 0) + c * d
    return {monomial: coefficient for monomial, coefficient in found.items() if coefficient}


def is_nonlinear(value: Polynomial) -> bool:
    """Whether there is a product in it."""
    return any(len(monomial) > 1 for monomial in value)
