"""Quantifiers moved inwards: a conjunction under several of them is taken apart before it is compiled.

An automaton has a track for each number that its formula speaks of, and grows with them. Of several numbers that are
sought together, the one whose conjuncts speak of the fewest others is sought first, in these conjuncts alone: what is
left speaks of it no more (bucket elimination; Dechter 1999).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, filterfalse

from bouton.core.logic.arithmetic import add, atom, number, scale, subtract
from bouton.core.logic.expression import (
    And,
    Atom,
    Eq,
    Formula,
    Le,
    Linear,
    Ne,
    Never,
    Or,
    Power,
    Some,
    Unknown,
    unknown,
)
from bouton.core.logic.formulas import at_most, conj, conjuncts, disj, negate
from bouton.core.logic.substitution import replace
from bouton.core.logic.walk import some, unknowns


class Scoping:
    """Rewrites formulas; what has been rewritten is kept, so that equal parts stay equal."""

    def __init__(self) -> None:
        self._known: dict[Formula, Formula] = {}
        self._numbers = count(1)

    def formula(self, value: Formula) -> Formula:
        """The same formula, each of its quantifiers over as few conjuncts as may be."""
        found = self._known.get(value)
        if found is None:
            found = self._known[value] = self._formula(value)
        return found

    def _formula(self, value: Formula) -> Formula:
        if isinstance(value, And):
            return conj(map(self.formula, below_powers(value.parts)))
        if isinstance(value, Or):
            return disj(map(self.formula, value.parts))
        if isinstance(value, Never):
            return negate(self.formula(some(value.bound, value.formula)))
        if isinstance(value, Some):
            bound: list[Unknown] = []
            parts = [*self._taken_apart(value, bound, {*unknowns(value)})]
            return self._sought(*_solved(bound, lean(below_powers(parts))))
        return value

    def _taken_apart(self, value: Formula, bound: list[Unknown], others: set[Unknown]) -> Iterator[Formula]:
        """The conjuncts under a formula's quantifiers; what these are over is added to `bound`, under names of its own.

        What no other has the name of keeps its name, so that equal formulas are compiled once.
        """
        if isinstance(value, Some):
            own = value.bound
            inside = value.formula
            if own in others:
                new = unknown(f"{own.name.partition('$')[0]}$?{next(self._numbers)}", own.low, own.high, local=True)
                own, inside = new, replace({own: atom(new)}, inside)
            others.add(own)
            bound.append(own)
            yield from self._taken_apart(inside, bound, others)
        elif isinstance(value, And):
            for part in value.parts:
                yield from self._taken_apart(part, bound, others)
        else:
            yield from conjuncts(self.formula(value))

    @staticmethod
    def _sought(bound: Sequence[Unknown], parts: Sequence[Formula]) -> Formula:
        """That there are such numbers, one after the other."""
        left, having = [*reversed(bound)], [*dict.fromkeys(parts)]
        while left:

            def spoken(one: Unknown, having: Sequence[Formula] = having) -> int:
                return len(unknowns(*(part for part in having if one in unknowns(part))))

            first = min(left, key=spoken)
            left.remove(first)
            inside = [part for part in having if first in unknowns(part)]
            having = [part for part in having if first not in unknowns(part)]
            having += conjuncts(some(first, conj(inside)))
        return conj(having)


def _solved(bound: Sequence[Unknown], parts: Sequence[Formula]) -> tuple[list[Unknown], list[Formula]]:
    """Those that are left, and the conjuncts, where an unknown is put by what an equation says that it is.

    Only an unknown that nothing but comparisons speak of: then these take no number more than they did.
    """
    left, having = [*bound], [*parts]
    for one in bound:
        spoken = [part for part in having if one in unknowns(part)]
        equations = (part for part in spoken if isinstance(part, Eq))
        equation = next((part for part in equations if dict(part.left.terms).get(one) in (1, -1)), None)
        if equation is None or not all(_is_comparison(part) for part in spoken):
            continue
        assert isinstance(equation, Eq)
        times = dict(equation.left.terms)[one]
        value = scale(-times, subtract(equation.left, atom(one, times)))
        ends = [at_most(number(one.low), value)] if one.low is not None else []
        ends += [at_most(value, number(one.high))] if one.high is not None else []
        others = replace({one: value}, conj(part for part in spoken if part is not equation))
        having = [part for part in having if one not in unknowns(part)]
        having += conjuncts(conj((*ends, others)))
        left.remove(one)
    return left, having


def _is_comparison(part: Formula) -> bool:
    """Whether it compares sums of unknowns, or says that one of several comparisons holds."""
    if isinstance(part, Or):
        return all(map(_is_comparison, part.parts))
    return isinstance(part, Le | Eq | Ne) and all(isinstance(one, Unknown) for one, _ in part.left.terms)


def below_powers(parts: Iterable[Formula]) -> list[Formula]:
    """The conjuncts without what they say of an exponent because its power, which is greater, is bounded so.

    Automata compare no number with a digit place, which an exponent is: of `K <= N, 2**K <= N` the first goes.
    """
    kept = [*dict.fromkeys(parts)]
    same = [scale(sign, one.left) for one in kept if isinstance(one, Eq) for sign in (1, -1)]
    bounds = [*same, *(one.left for one in kept if isinstance(one, Le))]
    powers = dict.fromkeys(one for left in bounds for one, _ in left.terms if isinstance(one, Power))
    less = [add(one.right, number(1), atom(one, -1)) for one in powers]
    for part in [one for one in kept if less and isinstance(one, Le)]:
        others = [*same, *(one.left for one in kept if isinstance(one, Le) and one is not part)]
        if any(_most(subtract(part.left, add(one, other)), {}) <= 0 for one in less for other in others):
            kept.remove(part)
    return kept


def lean(parts: Iterable[Formula]) -> list[Formula]:
    """The conjuncts without what the comparisons among them say already: fewer of them speak of several numbers."""
    kept = [*dict.fromkeys(parts)]
    ends = _ends(kept)
    for part in [one for one in kept if isinstance(one, Le) and len(one.left.terms) > 1]:
        others = [one.left for one in kept if isinstance(one, Le) and one is not part]
        if any(_most(subtract(part.left, other), ends) <= 0 for other in others):
            kept.remove(part)
    known = [one.left for one in kept if isinstance(one, Le)]

    def excluded(one: Formula) -> bool:
        return isinstance(one, Le) and any(_most(scale(-1, add(one.left, other)), ends) < 0 for other in known)

    # what a disjunction says where some of its parts cannot be
    left = (disj(filterfalse(excluded, one.parts)) if isinstance(one, Or) else one for one in kept)
    return [each for part in left for each in conjuncts(part)]


def _ends(parts: Iterable[Formula]) -> dict[tuple[Atom, bool], int]:
    """The numbers that comparisons say an unknown is at least, or at most (True)."""
    found: dict[tuple[Atom, bool], int] = {}
    for part in parts:
        if isinstance(part, Le) and len(part.left.terms) == 1:
            ((one, times),) = part.left.terms
            if times > 0:
                end = -part.left.constant // times
                found[one, True] = min(end, found.get((one, True), end))
            else:
                end = -(part.left.constant // times)
                found[one, False] = max(end, found.get((one, False), end))
    return found


def _most(value: Linear, ends: Mapping[tuple[Atom, bool], int]) -> float:
    """No less than the expression can be where its unknowns have these ends."""
    total: float = value.constant
    for one, times in value.terms:
        end = ends.get((one, times > 0), one.high if times > 0 else one.low)
        if end is None:
            return math.inf
        total += times * end
    return total
