r"""Remainders by an unknown divisor made linear: numbers are taken with their residues.

Where D >= 1 is not constant, each number x of a dividend of `\ D` gets an unknown r that stands for x mod D, and
the residue of a sum is the sum of the residues less as many D as make it a residue: a case distinction over linear
expressions, as the coefficients bound how many. What links x and r is that x - r is a multiple of D; of that the
reduced problem says

    0 <= r < D and (x - r <= -2D or x - r = -D or x - r = 0 or x - r = D or x - r >= 2D)

and the same of the difference (x - r) - (y - s) of two numbers with the same divisor.

The reduced problem is unsatisfiable only if the problem is. For give each r its true value, x mod D, in a model of
the problem: then the facts above hold, and each rewritten formula is as true as the one that it was made from, so
that there is a model of the reduced problem. `sat` says nothing, since the facts leave multiples beyond 2D open.

Under a quantifier this holds of each instance, as far as the residues in it are true ones. Those of what is not
bound are unknowns of the whole problem, as above. The residue of a bound number x is written in x itself, as x where
0 <= x < D and as x - D where D <= x < 2D, and the rewritten formula is claimed of these x alone: fewer instances of
what is assumed. A residue that is quantified over, and is not the one that x has, would be an instance that is not
implied: with the link above for a guard the assumption would be stronger than the true one, and `unsat` worth nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace

from bouton.core.logic import expression as ex
from bouton.core.logic.arithmetic import add, atom, choose, number, scale, subtract
from bouton.core.logic.expression import unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, implies, less
from bouton.core.logic.problem import Assertion, ForAll, Problem, for_all
from bouton.core.logic.walk import Rewriter, unknowns
from bouton.solving.tuning import TUNING

_ZERO = number(0)


def reduced(problem: Problem) -> Problem | None:
    """A linear problem that is unsatisfiable only if this one is; None where it is linear itself, or is not covered.

    Covered are problems in which the one thing that is not linear are remainders by linear expressions >= 1. What is
    known of the residues comes first, then what was made of each assertion, in their order.
    """
    if not covered(problem):
        return None
    known = ResidueUnknowns()
    made: list[Assertion] = []
    for assertion in problem.assertions:
        writer = Writer(known, assertion.bound if isinstance(assertion, ForAll) else ())
        made.append(writer.assertion(assertion))
    return replace(problem, assertions=(*known.links(), *made))


def covered(problem: Problem) -> bool:
    """Whether there are remainders by something unknown, each >= 1, and nothing else that is not linear."""
    divisors = 0
    for node in problem.nodes:
        if isinstance(node, ex.Product):
            return False
        if isinstance(node, ex.Quotient | ex.Remainder) and node.right.number is None:
            if isinstance(node, ex.Quotient) or node.right.low is None or node.right.low < 1:
                return False
            divisors += 1
    bound = (one for assertion in problem.assertions if isinstance(assertion, ForAll) for one in assertion.bound)
    # bounds of its own are not part of a quantifier's text, and could not be added: they fold away
    return divisors > 0 and all(one.low is None and one.high is None and not one.chain for one in bound)


class ResidueUnknowns:
    """The numbers that have a residue of their own, by divisor."""

    def __init__(self) -> None:
        self.residues: dict[ex.Linear, dict[ex.Linear, ex.Unknown]] = {}

    def residue(self, value: ex.Linear, divisor: ex.Linear) -> ex.Unknown:
        """The unknown that stands for `value mod divisor`."""
        those = self.residues.setdefault(divisor, {})
        if value not in those:
            at = sum(map(len, self.residues.values()))
            those[value] = unknown(f"residue${at}", 0, local=True)
        return those[value]

    def links(self) -> Iterator[ex.Formula]:
        """The facts, stated above, that link the numbers with their residues, alone and in pairs of one divisor."""
        for divisor, those in self.residues.items():
            multiples = []
            for value, rest in those.items():
                yield less(atom(rest), divisor)
                multiples.append(subtract(value, atom(rest)))
                natural = value.low is not None and value.low >= 0
                yield multiple(multiples[-1], divisor, natural)
            pairs = itertools.combinations(multiples, 2)
            for one, other in itertools.islice(pairs, TUNING.residue_pairs):
                yield multiple(subtract(one, other), divisor)


def multiple(value: ex.Linear, divisor: ex.Linear, natural: bool = False) -> ex.Formula:
    """What is said of `value` as a multiple of the divisor, which is >= 1; `natural` where it is not negative."""
    twice = scale(2, divisor)
    ways = [equal(value, _ZERO), equal(value, divisor), at_most(twice, value)]
    if not natural:
        ways += [equal(value, scale(-1, divisor)), at_most(value, scale(-1, twice))]
    return disj(ways)


class Writer(Rewriter):
    """Rewrites one assertion into linear terms; `guards` say of which bound numbers the residues are known."""

    def __init__(self, known: ResidueUnknowns, bound: Iterable[ex.Unknown] = ()) -> None:
        super().__init__()
        self._known = known
        self._bound = frozenset(bound)
        self._residues: dict[tuple[ex.Linear, ex.Linear], ex.Linear] = {}
        self.guards: dict[ex.Formula, None] = {}

    def assertion(self, value: Assertion) -> Assertion:
        """The assertion in linear terms, claimed of those bound numbers alone that meet the guards."""
        if isinstance(value, ForAll):
            body = self.formula(value.formula)
            within = implies(conj(self.guards), body)
            left = unknowns(within)
            bound = tuple(one for one in value.bound if one in left)
            return for_all(bound, within)
        return self.formula(value)

    def _compound(self, part: ex.Atom) -> ex.Linear:
        """Remainders by something unknown in terms of residues, the rest as it is."""
        if not isinstance(part, ex.Remainder) or part.right.number is not None:
            return super()._compound(part)
        divisor, rest = self.linear(part.right), self.residue(part.left, part.right)
        below = choose(equal(rest, _ZERO), _ZERO, subtract(rest, divisor))
        return choose(at_most(_ZERO, self.linear(part.left)), rest, below)

    def residue(self, value: ex.Linear, by: ex.Linear) -> ex.Linear:
        """`value mod by`, never negative, in linear terms."""
        found = self._residues.get((value, by))
        if found is None:
            found = self._residues[value, by] = self._residue(value, by)
        return found

    def _residue(self, value: ex.Linear, by: ex.Linear) -> ex.Linear:
        plain, divisor = self.linear(value), self.linear(by)
        if _is_residue(plain, divisor):
            return plain
        if len(by.terms) == 1:
            # multiples of the divisor go: x + k is x - 1 where it is k + 1
            ((part, coefficient),) = by.terms
            value = subtract(value, scale(dict(value.terms).get(part, 0) // coefficient, by))
        if value.alone is not None:
            return self._residue_of_atom(value.alone, by)
        rests = [(self._residue_of_atom(a, by), c) for a, c in value.terms]
        low, high = _cases(rests, value.constant, by.low or 1)
        if high - low >= TUNING.residue_cases:
            return self._own(self.linear(value), divisor)
        total = add(number(value.constant), *(scale(c, rest) for rest, c in rests))
        return _wrapped(total, divisor, low, high)

    def _residue_of_atom(self, part: ex.Atom, by: ex.Linear) -> ex.Linear:
        divisor = self.linear(by)
        match part:
            case ex.Ite(condition=condition, then=then, other=other):
                return choose(self.formula(condition), self.residue(then, by), self.residue(other, by))
            case ex.Remainder(left=left, right=right) if right is by:
                return self.residue(left, by)
        return self._own(self.atom(part), divisor)

    def _own(self, value: ex.Linear, divisor: ex.Linear) -> ex.Linear:
        """The residue of what is not taken apart."""
        if _is_residue(value, divisor):
            return value
        if self._bound.isdisjoint(unknowns(value, divisor)):
            return atom(self._known.residue(value, divisor))
        self.guards[conj((at_most(_ZERO, value), less(value, scale(2, divisor))))] = None
        return choose(less(value, divisor), value, subtract(value, divisor))


def _is_residue(value: ex.Linear, divisor: ex.Linear) -> bool:
    """Whether it is known to be from 0 to the divisor, exclusive."""
    gap = subtract(divisor, value).low
    return value.low is not None and value.low >= 0 and gap is not None and gap >= 1


def _cases(rests: Iterable[tuple[ex.Linear, int]], constant: int, least: int) -> tuple[int, int]:
    """The least and the greatest j with j * D <= the sum < (j + 1) * D, for residues by any D >= least."""
    above = below = 0
    small = number(constant)
    for rest, coefficient in rests:
        if (
            rest.low is not None
            and rest.low >= 0
            and rest.high is not None
            and rest.high <= TUNING.residue_number_below
        ):
            small = add(small, scale(coefficient, rest))
        elif coefficient > 0:
            above += coefficient
        else:
            below -= coefficient
    assert small.low is not None and small.high is not None
    # the sum is from small.low - below * (D - 1) to small.high + above * (D - 1)
    most, lack = small.high - above, small.low + below
    return (lack // least if lack < 0 else 0) - below, above + (most // least if most >= 0 else -1)


def _wrapped(total: ex.Linear, divisor: ex.Linear, low: int, high: int) -> ex.Linear:
    """The total less j times the divisor, with j from `low` to `high` such that it is a residue."""
    found = subtract(total, scale(high, divisor))
    for j in range(high - 1, low - 1, -1):
        found = choose(less(total, scale(j + 1, divisor)), subtract(total, scale(j, divisor)), found)
    return found
