"""Small points at which the quantifier-free part of a problem holds, and the instances that contradict it there.

Which instances of a quantifier are taken decides nothing: each holds where the quantifier does. Few that matter make a
problem that a solver gets through, and a greedy set cover of sampled points finds such.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, cast

import numpy as np

from bouton.core.logic.columns import LARGEST, Columns
from bouton.core.logic.expression import Formula, Linear, Unknown
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.substitution import Evaluation
from bouton.core.logic.walk import parts

Point: TypeAlias = dict[Unknown, int]
Instance: TypeAlias = tuple[int, tuple[Linear, ...]]
"""An assertion of a problem, by its place, and what is put in place of its bound unknowns."""
Pools: TypeAlias = Mapping[int, Sequence[tuple[Linear, ...]]]
"""The instances of each quantified assertion, by its place."""

_WIDTHS = (1, 2, 4, 8, 20, 60)
_TRIES, _BATCH = 40_000, 2000


def points(problem: Problem) -> Iterator[Point]:
    """Points at which every assertion without a quantifier holds; the same ones in every run."""
    plain = [assertion for assertion in problem.assertions if isinstance(assertion, Formula)]
    plain.sort(key=lambda assertion: sum(1 for _ in parts(assertion)))
    free = problem.free
    seen: set[tuple[int, ...]] = set()
    chance = random.Random(0)
    for _ in range(0, _TRIES, _BATCH):
        batch: list[Point] = []
        for point in (_point(free, chance) for _ in range(_BATCH)):
            key = tuple(point.values())
            if key not in seen:
                seen.add(key)
                batch.append(point)
        # many at once are as fast as a few; what they leave is asked again with numbers of any size
        yield from (batch[at] for at in _likely(free, batch, plain) if all(map(Evaluation(batch[at]), plain)))


def _likely(free: Sequence[Unknown], batch: Sequence[Point], plain: Sequence[Formula]) -> Iterable[int]:
    """The places of the points at which the formulas hold in numbers of 64 bits; all where one of them is larger."""
    if any(abs(value) > LARGEST for point in batch for value in point.values()):
        return range(len(batch))
    columns = Columns({one: np.array([point[one] for point in batch], dtype=np.int64) for one in free}, len(batch))
    left = np.full(len(batch), True)
    for formula in plain:
        left &= columns(formula)
        if not left.any():
            break
    return cast(Iterable[int], np.flatnonzero(left).tolist())


def _point(free: Sequence[Unknown], chance: random.Random) -> Point:
    """Numbers within the bounds of the unknowns and in the order of their chains, mostly small."""
    point: Point = {}
    for one in free:
        width = chance.choice(_WIDTHS)
        low = (0 if one.local else -width) if one.low is None else one.low
        high = low + width if one.high is None else min(one.high, low + width)
        point[one] = chance.randint(low, max(low, high))
    chains: dict[str, list[Unknown]] = {}
    for one in free:
        if one.chain:
            chains.setdefault(one.chain, []).append(one)
    for members in chains.values():
        ordered = sorted(members, key=lambda one: one.rank)
        for one, value in zip(ordered, sorted(point[one] for one in ordered), strict=True):
            point[one] = value
    return point


def covering(problem: Problem, pools: Pools) -> list[Instance] | None:
    """Few of the instances, one of which fails at every sampled point; None where none does, or nothing is sampled."""
    chosen: list[Instance] = []
    hard: list[set[Instance]] = []
    for point in points(problem):
        if next(_failing(problem, _by_place(chosen), point), None) is None:
            hard.append(set(_failing(problem, pools, point)))
            if not hard[-1]:
                return None
            chosen = _cover(hard, pools)
    return chosen or None


def _by_place(instances: Sequence[Instance]) -> Pools:
    return {at: [terms for place, terms in instances if place == at] for at, _ in instances}


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
