r"""Nonlinear problems made linear: products and quotients of unknowns become unknowns of their own, with lemmas.

Each lemma holds for all integers, so a model of the problem is one of what is made of it: `unsat` carries over,
`sat` says nothing. An expression is expanded into monomials, one unknown each; a division `x / D`, `x \ D` by what
is not constant becomes x = q*D + r with r as clingo's truncation has it; and for what is multiplied the lemmas say
that a product of two numbers has the sign of the one where the other is not negative, for differences of factors
too, and for comparisons of the problem: two quotients of nearby numbers are compared in this way, and multiples of what
is compared (Sherali and Adams 1990, on reformulation and linearisation); and that factors' remainders by a small number
tell the product's, as where a divisor of an odd number is odd. A sum with products in it that multiplies a quotient has
one name, D, and quotient times D one more, for expanded there would be too many; and a product with a case distinction
is one product in each case. Quotients of different instances of a quantifier are not compared: lemmas may be left out.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import prod
from typing import Literal, TypeAlias

from bouton.core.logic import expression as ex
from bouton.core.logic.arithmetic import add, atom, choose, multiply, number, operated, scale, subtract
from bouton.core.logic.expression import unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, implies, less, negate
from bouton.core.logic.problem import Problem
from bouton.core.logic.walk import Rewriter
from bouton.solving.instances import instantiated
from bouton.solving.tuning import TUNING

_ZERO = number(0)
_SHIFTS = (-2, -1, 0, 1, 2)
"""Constants added to a difference of factors: the products of neighbours are compared too."""
_MODULUS, _MULTIPLIED = 5, 24
"""The greatest modulus by which remainders of products are told, and of how many products."""


def linearised(problem: Problem) -> Problem | None:
    """A linear problem that is unsatisfiable only if this one is; None where it is linear itself."""
    if not problem.logic.endswith("NIA"):
        return None
    problem = instantiated(problem)
    if not problem.logic.endswith("NIA"):
        return problem
    writer = ProductWriter()
    plain: list[ex.Formula] = []
    for at, assertion in enumerate(problem.assertions):
        assert isinstance(assertion, ex.Formula)
        writer.group = max(0, at - len(problem.assertions) + problem.instances + 1)
        plain.append(writer.formula(assertion))
    return replace(problem, assertions=(*plain, *writer.lemmas()))


class ProductWriter(Rewriter):
    """Rewrites expressions into linear ones, and remembers which unknown stands for which product or quotient."""

    def __init__(self) -> None:
        super().__init__()
        self.products: dict[Monomial, ex.Unknown] = {}
        self.divisions: dict[tuple[ex.Linear, ex.Linear], Division] = {}
        self.halves: dict[ex.Unknown, tuple[ex.Unknown, ex.Atom]] = {}
        """The unknowns h of the lemmas `square - root = 2h`, each with its square and its root."""
        self.group = 0
        """The number of the instance that is being written; 0 for assertions that are no instance of a quantifier."""
        self.moduli = set[int]()
        """The numbers up to `_MODULUS` by which remainders are taken."""
        self.quotients: dict[ex.Unknown, int] = {}
        """For each quotient the instance (see `group`) that it was first met in."""
        self.wholes: dict[tuple[tuple[Monomial, int], ...], tuple[ex.Unknown, Polynomial]] = {}
        """For each sum that multiplies quotients, by its monomials, the unknown that names it, and the sum."""
        self._factors: dict[tuple[tuple[Monomial, int], ...], Polynomial] = {}
        self._integers: dict[ex.Linear, Polynomial] = {}
        self._compared: dict[tuple[tuple[Monomial, int], ...], Polynomial] = {}
        """The sums of more than two monomials whose sign the problem speaks of; two are a difference of factors."""

    def _formula(self, value: ex.Formula) -> ex.Formula:
        if isinstance(value, ex.Le | ex.Eq | ex.Ne):
            bare = _bare(self.polynomial(value.left))
            if len(bare) > 2:
                self._compared.setdefault(tuple(bare.items()), bare)
        return super()._formula(value)

    def linear(self, value: ex.Linear) -> ex.Linear:
        """The expression with unknowns in place of products, and of quotients and remainders by what is unknown."""
        return self._named(self.polynomial(value))

    def polynomial(self, value: ex.Linear) -> Polynomial:
        """The expression expanded into monomials, in which unknowns stand for quotients and rests."""
        found = self._integers.get(value)
        if found is None:
            found = {(): value.constant} if value.constant else {}
            for part, coefficient in value.terms:
                found = added(found, self._atom(part), coefficient)
            self._integers[value] = found
        return found

    def _atom(self, part: ex.Atom) -> Polynomial:
        match part:
            case ex.Ite(condition=condition, then=then, other=other):
                return self._expanded(choose(self.formula(condition), self.linear(then), self.linear(other)))
            case ex.Product(left=left, right=right) if _case(left) or _case(right):
                return self.polynomial(_distributed(left, right) if _case(left) else _distributed(right, left))
            case ex.Product(left=left, right=right):
                factors = [self._whole(self.polynomial(factor)) for factor in (left, right)]
                if any(self._is_quotient(factor) for factor in factors):
                    factors = [
                        self._whole(factor, one.low) if any(len(monomial) > 1 for monomial in factor) else factor
                        for factor, one in zip(factors, (left, right), strict=True)
                    ]
                for factor in factors:
                    self._factor(factor)
                return multiplied(*factors)
            case ex.Quotient(left=left, right=right) | ex.Remainder(left=left, right=right):
                dividend, divisor = self.linear(left), self.linear(right)
                if divisor.number is not None:
                    if isinstance(part, ex.Remainder) and 2 <= divisor.number <= _MODULUS:
                        self.moduli.add(divisor.number)
                    return self._expanded(operated(type(part), dividend, divisor))
                found = self._division(dividend, divisor, self.polynomial(right))
                return {(found.quotient if isinstance(part, ex.Quotient) else found.rest,): 1}
        return {(part,): 1}

    def _expanded(self, value: ex.Linear) -> Polynomial:
        """A linear expression as it is, with the monomials that its unknowns stand for."""
        names = {one: monomial for monomial, one in self.products.items()}
        found: Polynomial = {(): value.constant} if value.constant else {}
        for part, coefficient in value.terms:
            monomial = names.get(part, (part,)) if isinstance(part, ex.Unknown) else (part,)
            found = added(found, {monomial: 1}, coefficient)
        return found

    def _division(self, dividend: ex.Linear, divisor: ex.Linear, expanded: Polynomial) -> Division:
        found = self.divisions.get((dividend, divisor))
        if found is None:
            at = len(self.divisions)
            natural = _above(dividend.low) and _above(divisor.low)
            quotient = unknown(f"quotient${at}", 0 if natural else None, local=True)
            rest = unknown(f"rest${at}", 0 if _above(dividend.low) else None, local=True)
            whole = self._whole(expanded, divisor.low)
            self.quotients[quotient] = self.group
            self._factor({(quotient,): 1})
            self._factor(whole)
            product = self._named(multiplied({(quotient,): 1}, whole))
            found = self.divisions[dividend, divisor] = Division(dividend, divisor, quotient, rest, product)
        return found

    def _is_quotient(self, value: Polynomial) -> bool:
        return any(isinstance(part, ex.Unknown) and part in self.quotients for monomial in value for part in monomial)

    def _group(self, value: Polynomial) -> int:
        """The instance whose quotient the expression is; 0 where it is common to all, or no quotient."""
        (monomial,) = value if len(value) == 1 else [()]
        return self.quotients.get(monomial[0], 0) if len(monomial) == 1 else 0  # type: ignore[arg-type]

    def _whole(self, value: Polynomial, low: ex.Bound | Literal["known"] = "known") -> Polynomial:
        """A sum that multiplies quotients by one name, where it has one or gets one: its parts are many products."""
        key = tuple(sorted(value.items(), key=lambda item: [part.digest for part in item[0]]))
        if low != "known" and key not in self.wholes and len([monomial for monomial in value if monomial]) > 1:
            self.wholes[key] = (unknown(f"sum${len(self.wholes)}", low, local=True), value)
        return {(self.wholes[key][0],): 1} if key in self.wholes else value

    def _factor(self, value: Polynomial) -> None:
        """Remember that it is multiplied; its constant does not matter."""
        bare = _bare(value)
        self._factors.setdefault(tuple(bare.items()), bare)

    def _named(self, value: Polynomial) -> ex.Linear:
        """The polynomial with an unknown for each product."""
        parts = [number(value.get((), 0))]
        for monomial, coefficient in value.items():
            if len(monomial) == 1:
                parts.append(atom(monomial[0], coefficient))
            elif monomial:
                parts.append(atom(self._product(monomial), coefficient))
        return add(*parts)

    def _product(self, monomial: Monomial) -> ex.Unknown:
        found = self.products.get(monomial)
        if found is None:
            lows = [part.low for part in monomial]
            low = prod(low for low in lows if low is not None) if all(_above(low) for low in lows) else None
            found = self.products[monomial] = unknown(f"product${len(self.products)}", low, local=True)
        return found

    def lemmas(self) -> list[ex.Formula]:
        """What links the new unknowns with what they stand for and with one another, true of all integers."""
        found = [lemma for division in self.divisions.values() for lemma in division.lemmas()]
        found += [equal(atom(name), self._named(value)) for name, value in self.wholes.values()]
        found += itertools.islice(self._signs(), TUNING.product_lemmas)
        found += self._parities()
        found += self._remainders()
        return list(dict.fromkeys(found))

    def _signs(self) -> Iterator[ex.Formula]:
        """Products of two expressions that have only monomials which occur."""
        units = self._units()
        cofactors = list(self._cofactors(units))
        for unit in units:
            size = self._named(unit)
            for factor in cofactors:
                result = multiplied(factor, unit)
                if not self._occurs(result):
                    continue
                for shift in _SHIFTS:
                    whole = added(result, unit, shift)
                    if self._occurs(whole):
                        yield from signs(self._named(added(factor, {(): 1}, shift)), size, self._named(whole))

    def _occurs(self, value: Polynomial) -> bool:
        """Whether each product in it is one that there is."""
        return all(len(monomial) < 2 or monomial in self.products for monomial in value)

    def _parities(self) -> Iterator[ex.Formula]:
        """A square is odd exactly where its root is."""
        for at, (monomial, product) in enumerate(self.products.items()):
            if len(monomial) == 2 and monomial[0] is monomial[1]:
                half = unknown(f"half${at}", local=True)
                self.halves[half] = (product, monomial[0])
                yield equal(subtract(atom(product), atom(monomial[0])), atom(half, 2))

    def _remainders(self) -> Iterator[ex.Formula]:
        """By what remainders two numbers leave it is known which one their product leaves, by the moduli there are."""
        pairs = [one for one in self.products.items() if len(one[0]) == 2 and one[0][0] is not one[0][1]]
        for (monomial, product), modulus in itertools.product(pairs[:_MULTIPLIED], sorted(self.moduli)):
            for rests in itertools.product(range(modulus), repeat=2):
                both = [_leaves(one, rest, modulus) for one, rest in zip(monomial, rests, strict=True)]
                yield implies(conj(both), _leaves(product, prod(rests) % modulus, modulus))

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
        """Each of them, what is compared, and each difference of two, but for quotients of different instances."""
        each = list(units)
        yield from each
        yield from self._compared.values()
        for one, other in itertools.combinations(each, 2):
            groups = {group for unit in (one, other) if (group := self._group(unit))}
            if len(groups) < 2:
                yield added(one, other, -1)


def _leaves(part: ex.Atom, rest: int, modulus: int) -> ex.Formula:
    """That it is `rest` more than a multiple of the modulus; of negative numbers too, as a multiple leaves 0."""
    return equal(operated(ex.Remainder, subtract(atom(part), number(rest)), number(modulus)), _ZERO)


def _case(value: ex.Linear) -> ex.Ite | None:
    """The first case distinction that the expression is a sum with."""
    return next((part for part, _ in value.terms if isinstance(part, ex.Ite)), None)


def _distributed(value: ex.Linear, factor: ex.Linear) -> ex.Linear:
    """The product of both, where the first is a sum with a case distinction: one product in each case."""
    found = _case(value)
    assert found is not None
    coefficient = dict(value.terms)[found]
    rest = subtract(value, atom(found, coefficient))
    then, other = (multiply(add(scale(coefficient, part), rest), factor) for part in (found.then, found.other))
    return choose(found.condition, then, other)


def _above(low: int | None) -> bool:
    return low is not None and low >= 0


# -------------------------------------------------------------------------------------------------------- polynomials


Monomial: TypeAlias = tuple[ex.Atom, ...]
"""A product of atoms, which stand in a fixed order; without any it is 1."""
Polynomial: TypeAlias = dict[Monomial, int]


def added(one: Polynomial, other: Mapping[Monomial, int], factor: int) -> Polynomial:
    """The polynomial `one + factor * other`."""
    found = dict(one)
    for monomial, coefficient in other.items():
        found[monomial] = found.get(monomial, 0) + factor * coefficient
    return {monomial: coefficient for monomial, coefficient in found.items() if coefficient}


def multiplied(one: Polynomial, other: Polynomial) -> Polynomial:
    """The product of two polynomials."""
    found: Polynomial = {}
    for (left, c), (right, d) in itertools.product(one.items(), other.items()):
        monomial = tuple(sorted((*left, *right), key=lambda part: part.digest))
        found[monomial] = found.get(monomial, 0) + c * d
    return {monomial: coefficient for monomial, coefficient in found.items() if coefficient}


def _bare(value: Polynomial) -> Polynomial:
    """The polynomial without its constant."""
    return {monomial: coefficient for monomial, coefficient in value.items() if monomial}


# ---------------------------------------------------------------------------- what holds of divisions and of products


@dataclass(frozen=True)
class Division:
    """A division whose divisor is no constant, with unknowns for its quotient and its rest, which lemmas speak of.

    Solvers know little of such divisions, and something of products: so a problem is told what ties these together.
    """

    dividend: ex.Linear
    divisor: ex.Linear
    quotient: ex.Unknown
    rest: ex.Unknown
    product: ex.Linear
    """Quotient times divisor."""

    def lemmas(self) -> Iterator[ex.Formula]:
        """What clingo's truncating division says of the quotient and the rest, where the divisor is not 0."""
        x, d, q, r = self.dividend, self.divisor, atom(self.quotient), atom(self.rest)
        yield disj((equal(d, _ZERO), equal(x, add(self.product, r))))
        for positive, width, ratio in (
            (less(_ZERO, d), d, q),
            (less(d, _ZERO), scale(-1, d), scale(-1, q)),
        ):
            natural = conj((positive, at_most(_ZERO, x)))
            yield implies(natural, conj((at_most(_ZERO, r), less(r, width), at_most(_ZERO, ratio))))
            opposite = conj((positive, at_most(x, _ZERO)))
            yield implies(opposite, conj((at_most(r, _ZERO), less(scale(-1, width), r), at_most(ratio, _ZERO))))


def signs(left: ex.Linear, right: ex.Linear, product: ex.Linear) -> Iterator[ex.Formula]:
    """That `product` has the sign which those of its factors `left` and `right` give it."""
    several = left, right, product
    above, below = [at_most(_ZERO, one) for one in several], [at_most(one, _ZERO) for one in several]
    for here, other in ((above, below), (below, above)):
        yield negate(conj((here[1], above[0], negate(here[2]))))
        yield negate(conj((here[1], below[0], negate(other[2]))))
