r"""Quantifiers over moves replaced by instances: moves that may be the winning ones.

What holds of every move holds of these, so that `unsat` carries over. They are read off the formula: a number at which
a comparison changes, and one that leaves the remainder asked for, as N \ D - c does in (N - T) \ D = c, or in
(N - T) \ D / L = b with c = b*L or b*L + L-1. Few of them are taken, such that one wins at every sampled position
(see `covering`).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias, cast

from bouton.core.logic.arithmetic import add, atom, multiply, number, remainder, scale, subtract
from bouton.core.logic.expression import Eq, Formula, Le, Linear, Ne, Quotient, Remainder, Unknown
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.substitution import Evaluation, Substitution
from bouton.core.logic.walk import parts, unknowns
from bouton.solving.tuning import TUNING

_BESIDE = (0, 1, 2, -1)
"""What is added to numbers that a lemma says there are, which may be those sought for the next case of it."""


def instantiated(problem: Problem) -> Problem:
    """The problem with a few instances of its quantified assertions in place of them, after its other assertions."""
    plain = [part for part in problem.assertions if isinstance(part, Formula)]
    own = list(_named(problem))
    pools = {at: list(_terms(part, own)) for at, part in enumerate(problem.assertions) if isinstance(part, ForAll)}
    if not pools:
        return problem
    chosen = covering(problem, pools)
    if chosen is None:
        chosen = [(at, terms) for at, several in pools.items() for terms in several[: TUNING.instances_per_quantifier]]
    for at, terms in chosen:
        assertion = problem.assertions[at]
        assert isinstance(assertion, ForAll)
        plain.append(Substitution(dict(zip(assertion.bound, terms, strict=True))).formula(assertion.formula))
    return replace(problem, assertions=tuple(plain), instances=len(chosen))


def _named(problem: Problem) -> Iterator[Linear]:
    """What the problem has a name for though no position has it, and what is left of a position's numbers beside it."""
    names = [atom(one) for one in problem.free if one.local]
    yield from names
    for one, other in itertools.product(problem.free, names):
        if not one.local:
            yield subtract(atom(one), other)


def _terms(assertion: ForAll, own: Sequence[Linear]) -> Iterator[tuple[Linear, ...]]:
    """What may be put in place of what is bound: what the problem calls by a name comes first, and beside it."""
    bound = set(assertion.bound)
    given = [add(one, number(more)) for more in _BESIDE for one in own if not bound & unknowns(one).keys()]
    pools = [sorted(dict.fromkeys((*given, *candidates(one, assertion))), key=_rank) for one in assertion.bound]
    yield from itertools.islice(itertools.product(*pools), TUNING.instances_per_quantifier**2)


def _rank(value: Linear) -> int:
    """Numbers and lone unknowns first, then remainders, which are what others are in the first of many rounds."""
    found = [type(part) for part, _ in value.terms]
    if not found or (found == [Unknown] and not value.constant):
        return 0
    return 1 if Remainder in found else 2


def candidates(one: Unknown, assertion: ForAll) -> Iterator[Linear]:
    """Values for `one`, over what is not bound, at which a comparison or a remainder of the formula changes."""
    bound = set(assertion.bound)
    for node in parts(assertion.formula):
        if isinstance(node, Le | Eq | Ne):
            yield from _border(one, node.left, bound)
            yield from _remaining(one, node, bound)
        elif isinstance(node, Remainder | Quotient):
            yield from _at_remainder(one, node, number(0), bound)
            yield from _at_remainder(one, node, number(-1), bound)


def _border(one: Unknown, left: Linear, bound: set[Unknown]) -> Iterator[Linear]:
    """Where `left` is 0, and beside it."""
    zero = _solved(one, left, bound)
    if zero is not None:
        yield from (zero, add(zero, number(1)), add(zero, number(-1)))


def _remaining(one: Unknown, node: Le | Eq | Ne, bound: set[Unknown]) -> Iterator[Linear]:
    r"""From `(x - one) \ D = c` the expression `x \ D - c`, and one that is greater by D."""
    for part, coefficient in node.left.terms:
        if isinstance(part, Remainder) and abs(coefficient) == 1:
            rest = scale(-coefficient, subtract(node.left, atom(part, coefficient)))
            if not bound & unknowns(rest).keys():
                yield from _at_remainder(one, part, rest, bound)
        elif isinstance(part, Quotient) and abs(coefficient) == 1:
            rest = scale(-coefficient, subtract(node.left, atom(part, coefficient)))
            if not bound & (unknowns(rest).keys() | unknowns(part.right).keys()):
                yield from _at_quotient(one, part, rest, bound)


def _at_quotient(one: Unknown, part: Quotient, rest: Linear, bound: set[Unknown]) -> Iterator[Linear]:
    r"""From `(x - one) \ D / L = b` where the remainder is the least one with this quotient, and the greatest."""
    if len(part.left.terms) != 1 or part.left.constant:
        return
    ((inner, coefficient),) = part.left.terms
    if isinstance(inner, Remainder) and coefficient == 1:
        least = multiply(rest, part.right)
        for left in (least, add(least, part.right, number(-1))):
            yield from _at_remainder(one, inner, left, bound)


def _at_remainder(one: Unknown, part: Remainder | Quotient, rest: Linear, bound: set[Unknown]) -> Iterator[Linear]:
    """Where the dividend leaves that rest."""
    if bound & unknowns(part.right).keys():
        return
    zero = _solved(one, part.left, bound)
    sign = dict(part.left.terms).get(one)
    if zero is None or sign is None:
        return
    # the dividend is sign * (one - zero)
    left = scale(-sign, zero)
    over = subtract(remainder(left, part.right), rest)
    for wrapped in (over, add(over, part.right), subtract(over, part.right)):
        yield scale(-sign, wrapped)


def _solved(one: Unknown, left: Linear, bound: set[Unknown]) -> Linear | None:
    """The value at which `left` is 0, where it is linear in the unknown and holds no other bound one."""
    coefficient = dict(left.terms).get(one, 0)
    rest = subtract(left, atom(one, coefficient))
    if abs(coefficient) != 1 or bound & unknowns(rest).keys():
        return None
    return scale(-coefficient, rest)


# -------------------------------------------------------------------------------- points that instances are chosen by


Point: TypeAlias = dict[Unknown, int]
Instance: TypeAlias = tuple[int, tuple[Linear, ...]]
"""An instance of a quantified assertion: the assertion's place in the problem, and a value for each bound unknown."""
Pools: TypeAlias = Mapping[int, Sequence[tuple[Linear, ...]]]
"""The instances that may be taken of each quantified assertion, by its place in the problem."""

_WIDTHS = (1, 2, 4, 8, 20, 60)


def points(problem: Problem) -> Iterator[Point]:
    """Values of the free unknowns that meet all assertions without a quantifier; the same ones in every run."""
    plain = [assertion for assertion in problem.assertions if isinstance(assertion, Formula)]
    plain.sort(key=lambda assertion: sum(1 for _ in parts(assertion)))
    free = problem.free
    chains: dict[str, list[int]] = {}
    for at in sorted(range(len(free)), key=lambda at: free[at].rank):
        if free[at].chain:
            chains.setdefault(free[at].chain, []).append(at)
    drawn = _kept(tuple(map(_spans, free)), tuple(map(tuple, chains.values())))
    for place in range(-(-TUNING.point_tries // TUNING.point_batch)):
        batch = drawn.batch(place)
        # many at once are as fast as a few; what they leave is asked again with numbers of any size
        for at in _likely(free, batch, plain):
            point = dict(zip(free, batch[at], strict=True))
            if all(map(Evaluation(point), plain)):
                yield point


def _likely(free: Sequence[Unknown], batch: Sequence[Values], plain: Sequence[Formula]) -> Iterable[int]:
    """The places of the points at which the formulas hold in numbers of 64 bits; all where one of them is larger."""
    import numpy as np  # noqa: PLC0415 (a small check needs none of it)

    from bouton.core.logic.columns import LARGEST, ValuesInColumns  # noqa: PLC0415 (it imports numpy)

    if any(abs(value) > LARGEST for values in batch for value in values):
        return range(len(batch))
    columns = np.array(batch, dtype=np.int64).reshape(len(batch), len(free)).T
    known = ValuesInColumns(dict(zip(free, columns, strict=True)), len(batch))
    left = np.full(len(batch), True)
    for formula in plain:
        left &= known(formula)
        if not left.any():
            break
    return cast(Iterable[int], np.flatnonzero(left).tolist())


Values: TypeAlias = tuple[int, ...]
"""A value for each free unknown, in their order."""
Spans: TypeAlias = tuple[tuple[int, int], ...]
"""Of an unknown, for each of the widths, the least value and how many there are."""


def _spans(one: Unknown) -> Spans:
    """Values within the bounds of the unknown, mostly small."""
    found = []
    for width in _WIDTHS:
        low = (0 if one.local else -width) if one.low is None else one.low
        high = low + width if one.high is None else min(one.high, low + width)
        found.append((low, max(low, high) - low + 1))
    return tuple(found)


class _Drawn:
    """Points drawn at random, each once, batch by batch; those of each chain of places are in order.

    What is drawn depends on nothing else, and most problems of a claim are about the same unknowns.
    """

    def __init__(self, spans: Sequence[Spans], chains: Sequence[Sequence[int]]) -> None:
        self._batches: list[Sequence[Values]] = []
        self._seen: set[Values] = set()
        self._stream = _stream(spans, chains)

    def batch(self, place: int) -> Sequence[Values]:
        """The points of a batch that none before it has."""
        while len(self._batches) <= place:
            drawn = dict.fromkeys(itertools.islice(self._stream, TUNING.point_batch))
            self._batches.append([values for values in drawn if values not in self._seen])
            self._seen.update(drawn)
        return self._batches[place]


_kept = lru_cache(maxsize=4)(_Drawn)


def _stream(spans: Sequence[Spans], chains: Sequence[Sequence[int]]) -> Iterator[Values]:
    """Points without end; as `random.choice` and `randint` draw them, in a third of their time."""
    bits = random.Random(0).getrandbits
    sized = [[(low, count, count.bit_length()) for low, count in several] for several in spans]
    most, size = len(_WIDTHS), len(_WIDTHS).bit_length()
    while True:
        values: list[int] = []
        for several in sized:
            while (found := bits(size)) >= most:
                pass
            low, count, needed = several[found]
            while (found := bits(needed)) >= count:
                pass
            values.append(low + found)
        for chain in chains:
            for at, value in zip(chain, sorted([values[at] for at in chain]), strict=True):
                values[at] = value
        yield tuple(values)


def covering(problem: Problem, pools: Pools) -> list[Instance] | None:
    """Few instances of the quantified assertions, such that at each sampled assignment of the unknowns one is false.

    `pools` are those to choose from. None if at some assignment all of them are true, or if none was sampled.
    """
    chosen: list[Instance] = []
    hard: list[set[Instance]] = []
    for point in points(problem):
        taken = {at: [terms for place, terms in chosen if place == at] for at, _ in chosen}
        if next(_failing(problem, taken, point), None) is None:
            hard.append(set(_failing(problem, pools, point)))
            if not hard[-1]:
                return None
            chosen = _cover(hard, pools)
    return chosen or None


def _cover(sets: Sequence[set[Instance]], pools: Pools) -> list[Instance]:
    """Members of the sets, at least one of each: always the one that is in the most of those without one."""
    order = [(at, terms) for at, several in pools.items() for terms in several]
    chosen: list[Instance] = []
    waiting = list(sets)
    while waiting:
        best = max(order, key=lambda instance: sum(instance in one for one in waiting))
        chosen.append(best)
        waiting = [one for one in waiting if best not in one]
    return chosen


def _failing(problem: Problem, pools: Pools, point: Point) -> Iterator[Instance]:
    """The instances that do not hold at the point."""
    for at, several in pools.items():
        assertion = problem.assertions[at]
        assert isinstance(assertion, ForAll)
        here = Evaluation(point)
        known: dict[tuple[int, ...], bool] = {}
        for terms in several:
            values = tuple(map(here, terms))
            if values not in known:
                bound = dict(zip(assertion.bound, values, strict=True))
                known[values] = Evaluation({**point, **bound})(assertion.formula)
            if not known[values]:
                yield at, terms
