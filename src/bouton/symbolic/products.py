r"""Nonlinear problems made linear: products and quotients of unknowns become unknowns of their own, with lemmas.

Each lemma holds for all integers, so a model of the problem is one of what is made of it: `unsat` carries over,
`sat` says nothing. An expression is expanded into monomials, one unknown each; a division `x / D`, `x \ D` by what
is not constant becomes x = q*D + r with r as clingo's truncation has it; and for what is multiplied the lemmas say
that a product of two numbers has the sign of the one where the other is not negative, for differences of factors
too: two quotients of nearby numbers are compared in this way.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import prod
from typing import TypeAlias

from bouton.symbolic.arithmetic import add, atom, choose, divide, number, remainder, scale, subtract
from bouton.symbolic.expression import (
    And,
    Atom,
    Eq,
    Formula,
    Ite,
    Le,
    Linear,
    Ne,
    Or,
    Product,
    Quotient,
    Remainder,
    Unknown,
    unknown,
)
from bouton.symbolic.instances import instantiated
from bouton.symbolic.logic import at_most, conj, disj, equal, implies, less, negate
from bouton.symbolic.problem import Problem

Monomial: TypeAlias = tuple[Atom, ...]
"""Atoms that are multiplied, in a fixed order; none is 1."""
Polynomial: TypeAlias = dict[Monomial, int]

_ZERO = number(0)
_SHIFTS = (-2, -1, 0, 1, 2)
"""Constants added to a difference of factors: the products of neighbours are compared too."""
_MOST_LEMMAS = 4000


def linearised(problem: Problem) -> Problem | None:
    """A linear problem that is unsatisfiable only if this one is; None where it is linear itself."""
    if not problem.logic.endswith("NIA"):
        return None
    problem = instantiated(problem)
    if not problem.logic.endswith("NIA"):
        return problem
    writer = Writer()
    plain = tuple(writer.formula(assertion) for assertion in problem.assertions if isinstance(assertion, Formula))
    return replace(problem, assertions=(*plain, *writer.lemmas()))


@dataclass(frozen=True)
class Division:
    """A division of a polynomial by one that is not constant."""

    dividend: Linear
    divisor: Linear
    quotient: Unknown
    rest: Unknown
    product: Linear
    """Quotient times divisor."""

    def lemmas(self) -> Iterator[Formula]:
        """What clingo's truncating division says of it, where the divisor is not 0."""
        x, d, q, r = self.dividend, self.divisor, atom(self.quotient), atom(self.rest)
        yield disj((equal(d, _ZERO), equal(x, add(self.product, r))))
        for positive, width, ratio in ((less(_ZERO, d), d, q), (less(d, _ZERO), scale(-1, d), scale(-1, q))):
            natural = conj((positive, at_most(_ZERO, x)))
            yield implies(natural, conj((at_most(_ZERO, r), less(r, width), at_most(_ZERO, ratio))))
            opposite = conj((positive, at_most(x, _ZERO)))
            yield implies(opposite, conj((at_most(r, _ZERO), less(scale(-1, width), r), at_most(ratio, _ZERO))))


class Writer:
    """Rewrites expressions, and remembers what stands for what."""

    def __init__(self) -> None:
        self.products: dict[Monomial, Unknown] = {}
        self.divisions: dict[tuple[Linear, Linear], Division] = {}
        self.halves: dict[Unknown, tuple[Unknown, Atom]] = {}
        """Half of what a square is above its root."""
        self._factors: dict[tuple[tuple[Monomial, int], ...], Polynomial] = {}
        self._formulas: dict[Formula, Formula] = {}
        self._integers: dict[Linear, Polynomial] = {}

    def formula(self, value: Formula) -> Formula:
        """The formula in linear terms."""
        found = self._formulas.get(value)
        if found is None:
            found = self._formulas[value] = self._formula(value)
        return found

    def _formula(self, value: Formula) -> Formula:
        match value:
            case Le(left=left):
                return at_most(self.linear(left), _ZERO)
            case Eq(left=left):
                return equal(self.linear(left), _ZERO)
            case Ne(left=left):
                return negate(equal(self.linear(left), _ZERO))
            case And(parts=parts):
                return conj(map(self.formula, parts))
            case Or(parts=parts):
                return disj(map(self.formula, parts))
        raise TypeError(value)

    def linear(self, value: Linear) -> Linear:
        """The expression in linear terms."""
        return self._named(self.polynomial(value))

    def polynomial(self, value: Linear) -> Polynomial:
        """The expression in monomials."""
        found = self._integers.get(value)
        if found is None:
            found = {(): value.constant} if value.constant else {}
            for part, coefficient in value.terms:
                found = _sum(found, self._atom(part), coefficient)
            self._integers[value] = found
        return found

    def _atom(self, part: Atom) -> Polynomial:
        match part:
            case Ite(condition=condition, then=then, other=other):
                return self._expanded(choose(self.formula(condition), self.linear(then), self.linear(other)))
            case Product(left=left, right=right):
                factors = self.polynomial(left), self.polynomial(right)
                for factor in factors:
                    self._factor(factor)
                return _times(*factors)
            case Quotient(left=left, right=right) | Remainder(left=left, right=right):
                dividend, divisor = self.linear(left), self.linear(right)
                if divisor.number is not None:
                    known = divide if isinstance(part, Quotient) else remainder
                    return self._expanded(known(dividend, divisor))
                found = self._division(dividend, divisor, self.polynomial(right))
                return {(found.quotient if isinstance(part, Quotient) else found.rest,): 1}
        return {(part,): 1}

    def _expanded(self, value: Linear) -> Polynomial:
        """A linear expression as it is, with the monomials that its unknowns stand for."""
        names = {one: monomial for monomial, one in self.products.items()}
        found: Polynomial = {(): value.constant} if value.constant else {}
        for part, coefficient in value.terms:
            monomial = names.get(part, (part,)) if isinstance(part, Unknown) else (part,)
            found = _sum(found, {monomial: 1}, coefficient)
        return found

    def _division(self, dividend: Linear, divisor: Linear, expanded: Polynomial) -> Division:
        found = self.divisions.get((dividend, divisor))
        if found is None:
            at = len(self.divisions)
            natural = _natural(dividend) and _natural(divisor)
            quotient = unknown(f"quotient${at}", 0 if natural else None, local=True)
            rest = unknown(f"rest${at}", 0 if _natural(dividend) else None, local=True)
            self._factor({(quotient,): 1})
            self._factor(expanded)
            product = self._named(_times({(quotient,): 1}, expanded))
            found = self.divisions[dividend, divisor] = Division(dividend, divisor, quotient, rest, product)
        return found

    def _factor(self, value: Polynomial) -> None:
        """Remember that it is multiplied; its constant does not matter."""
        bare = {monomial: coefficient for monomial, coefficient in value.items() if monomial}
        self._factors.setdefault(tuple(bare.items()), bare)

    def _named(self, value: Polynomial) -> Linear:
        """The polynomial with an unknown for each product."""
        parts = [number(value.get((), 0))]
        for monomial, coefficient in value.items():
            if len(monomial) == 1:
                parts.append(atom(monomial[0], coefficient))
            elif monomial:
                parts.append(atom(self._product(monomial), coefficient))
        return add(*parts)

    def _product(self, monomial: Monomial) -> Unknown:
        found = self.products.get(monomial)
        if found is None:
            lows = [part.low for part in monomial]
            low = prod(low for low in lows if low is not None) if all(_above(low) for low in lows) else None
            found = self.products[monomial] = unknown(f"product${len(self.products)}", low, local=True)
        return found

    def lemmas(self) -> list[Formula]:
        """What is known of the products: each holds for all integers."""
        found = [lemma for division in self.divisions.values() for lemma in division.lemmas()]
        found += itertools.islice(self._signs(), _MOST_LEMMAS)
        found += self._parities()
        return list(dict.fromkeys(found))

    def _signs(self) -> Iterator[Formula]:
        """Products of two expressions that have only monomials which occur."""
        units = self._units()
        for unit in units:
            size = self._named(unit)
            for factor in self._cofactors(units):
                for shift in _SHIFTS:
                    shifted = _sum(factor, {(): 1}, shift)
                    result = _times(shifted, unit)
                    if all(len(monomial) < 2 or monomial in self.products for monomial in result):
                        yield from signs(self._named(shifted), size, self._named(result))

    def _parities(self) -> Iterator[Formula]:
        """A square is odd exactly where its root is."""
        for at, (monomial, product) in enumerate(self.products.items()):
            if len(monomial) == 2 and monomial[0] is monomial[1]:
                half = unknown(f"half${at}", local=True)
                self.halves[half] = (product, monomial[0])
                yield equal(subtract(atom(product), atom(monomial[0])), atom(half, 2))

    def _units(self) -> list[Polynomial]:
        """What may be multiplied: the factors there are, divisors with their constants, and parts of products."""
        found: dict[tuple[tuple[Monomial, int], ...], Polynomial] = dict(self._factors)
        for division in self.divisions.values():
            whole = self._expanded(division.divisor)
            found.setdefault(tuple(whole.items()), whole)
        for monomial in list(self.products):
            for size in range(1, len(monomial)):
                for part in itertools.combinations(monomial, size):
                    found.setdefault(((part, 1),), {part: 1})
        return list(found.values())

    def _cofactors(self, units: Iterable[Polynomial]) -> Iterator[Polynomial]:
        """Each of them, and each difference of two."""
        each = list(units)
        yield from each
        for one, other in itertools.combinations(each, 2):
            yield _sum(one, other, -1)


def signs(left: Linear, right: Linear, product: Linear) -> Iterator[Formula]:
    """That the product of two integers has the sign that theirs give it."""
    for natural, sign in ((at_most(_ZERO, right), 1), (at_most(right, _ZERO), -1)):
        result = scale(sign, product)
        yield implies(conj((natural, at_most(_ZERO, left))), at_most(_ZERO, result))
        yield implies(conj((natural, at_most(left, _ZERO))), at_most(result, _ZERO))


def _natural(value: Linear) -> bool:
    return _above(value.low)


def _above(low: int | None) -> bool:
    return low is not None and low >= 0


def _sum(one: Polynomial, other: Mapping[Monomial, int], factor: int) -> Polynomial:
    found = dict(one)
    for monomial, coefficient in other.items():
        found[monomial] = found.get(monomial, 0) + factor * coefficient
    return {monomial: coefficient for monomial, coefficient in found.items() if coefficient}


def _times(one: Polynomial, other: Polynomial) -> Polynomial:
    found: Polynomial = {}
    for (left, c), (right, d) in itertools.product(one.items(), other.items()):
        monomial = tuple(sorted((*left, *right), key=lambda part: part.digest))
        found[monomial] = found.get(monomial, 0) + c * d
    return {monomial: coefficient for monomial, coefficient in found.items() if coefficient}
