"""Positions that a problem speaks of: all small ones, and random ones, that meet what it says without a quantifier."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bouton.core.logic.columns import LARGEST, Numbers, ValuesInColumns
from bouton.core.logic.elimination import NotEliminable, exists
from bouton.core.logic.expression import Formula, Unknown
from bouton.core.logic.formulas import conj
from bouton.core.logic.problem import Assertion, Problem
from bouton.core.logic.walk import unknowns
from bouton.solving.tuning import TUNING

_SCALES = (3, 6, 12, 40, 200)
_SEED = 20180101


@dataclass(frozen=True)
class Samples:
    """Sampled assignments of a problem's free unknowns: of each unknown a column of values, one per assignment."""

    values: Mapping[Unknown, Numbers]
    length: int

    @cached_property
    def columns(self) -> ValuesInColumns:
        """What evaluates expressions and formulas at all the assignments at once (see `bouton.core.logic.columns`)."""
        return ValuesInColumns(self.values, self.length)

    def taken(self, index: Numbers) -> Samples:
        """The assignments of these numbers, in their order."""
        return Samples({one: column[index] for one, column in self.values.items()}, len(index))

    def joined(self, other: Samples) -> Samples:
        """These assignments and the others, each once, in order of first occurrence."""
        if not self.length or not other.length:
            return self if self.length else other
        rows = np.stack([np.concatenate((column, other.values[one])) for one, column in self.values.items()])
        _, first = np.unique(rows, axis=1, return_index=True)
        first.sort()
        return Samples({one: rows[at][first] for at, one in enumerate(self.values)}, len(first))


def plain(problem: Problem) -> Formula:
    """All assertions without a quantifier; unknowns that are local to one of them are eliminated where possible."""
    found = []
    uses = Counter(itertools.chain.from_iterable(map(_free, problem.assertions)))
    for assertion in problem.assertions:
        if isinstance(assertion, Formula):
            try:
                found.append(exists([one for one in unknowns(assertion) if one.local and uses[one] == 1], assertion))
            except NotEliminable:
                found.append(assertion)
    return conj(found)


def _free(assertion: Assertion) -> list[Unknown]:
    if isinstance(assertion, Formula):
        return list(unknowns(assertion))
    return [one for one in unknowns(assertion.formula) if one not in assertion.bound]


def samples(problem: Problem, most: int) -> Samples:
    """At most so many assignments that meet `plain`, the same in every run; none where none does or nothing is free."""
    said = plain(problem)
    free = _sampled(problem, said)
    if not free:
        return Samples({}, 0)
    rng = np.random.default_rng(_SEED)
    small = kept(Samples(*_small(free)), said)
    found = small.taken(rng.permutation(small.length)[: most // 3]) if small.length > most // 3 else small
    for scale in _SCALES:
        found = found.joined(kept(_random(free, scale, rng), said))
    return _grown(found, said, most, rng)


def around(problem: Problem, model: Mapping[Unknown, int], most: int) -> Samples:
    """A model and assignments near it that meet `plain`, at most so many; none where the model itself does not.

    Unknowns that the model leaves open have the least value that their bounds allow, or 0.
    """
    said = plain(problem)
    values = {one: model.get(one, _low(one)) for one in _sampled(problem, said)}
    if any(abs(value) > LARGEST for value in values.values()):
        return Samples({}, 0)
    columns = {one: np.array([value], dtype=np.int64) for one, value in values.items()}
    return _grown(kept(Samples(columns, 1), said), said, most, np.random.default_rng(_SEED))


def _sampled(problem: Problem, said: Formula) -> list[Unknown]:
    inside = unknowns(said)
    return [one for one in problem.free if not one.local or one in inside]


def _grown(found: Samples, said: Formula, most: int, rng: np.random.Generator) -> Samples:
    """With neighbours of theirs, until they are so many."""
    for _ in range(TUNING.sample_walks):
        if not found.length or not found.values or found.length >= most:  # without unknowns there is one assignment
            break
        found = found.joined(kept(_near(found, rng), said))
    return found if found.length <= most else found.taken(np.arange(most))


def kept(candidates: Samples, said: Formula) -> Samples:
    """Those of the candidates that meet the formula, and the unknowns' own bounds and order."""
    good = np.ones(candidates.length, dtype=bool)
    for one, column in candidates.values.items():
        good &= np.abs(column) <= LARGEST
        if one.low is not None:
            good &= column >= one.low
        if one.high is not None:
            good &= column <= one.high
    for group in _groups(list(candidates.values)):
        for one, other in itertools.pairwise(group):
            good &= candidates.values[one] <= candidates.values[other]
    inside = candidates.taken(np.flatnonzero(good))
    return inside.taken(np.flatnonzero(inside.columns(said)))


def _groups(free: Sequence[Unknown]) -> list[list[Unknown]]:
    """The unknowns of each chain in its order, the others alone."""
    chains: dict[str, list[Unknown]] = {}
    for one in free:
        chains.setdefault(one.chain or f" {one.name}", []).append(one)
    return [sorted(group, key=lambda one: one.rank) for group in chains.values()]


def _small(free: Sequence[Unknown]) -> tuple[dict[Unknown, Numbers], int]:
    """Every assignment of values up to a bound, the greatest that does not make them too many."""
    rows: list[tuple[int, ...]] = []
    order = [one for group in _groups(free) for one in group]
    for width in range(1, 64):
        some = list(itertools.islice(_up_to(free, width), TUNING.small_assignments + 1))
        if len(some) > TUNING.small_assignments or len(some) == len(rows):
            rows = rows or some[: TUNING.small_assignments]
            break
        rows = some
    table = np.array(rows, dtype=np.int64).reshape(len(rows), len(order))
    return {one: table[:, at].copy() for at, one in enumerate(order)}, len(rows)


def _up_to(free: Sequence[Unknown], width: int) -> Iterator[tuple[int, ...]]:
    options = []
    for group in _groups(free):
        low = _low(group[0])
        high = min([low + width, *(one.high for one in group if one.high is not None)])
        options.append(itertools.combinations_with_replacement(range(low, high + 1), len(group)))
    for parts in itertools.product(*options):
        yield tuple(itertools.chain.from_iterable(parts))


def _low(one: Unknown) -> int:
    return one.low if one.low is not None else 0 if one.high is None else min(0, one.high)


def _random(free: Sequence[Unknown], scale: int, rng: np.random.Generator) -> Samples:
    """Random assignments: neighbours in a chain often equal or one apart, others often near one another."""
    values: dict[Unknown, Numbers] = {}
    many = TUNING.small_assignments
    for group in _groups(free):
        column = _low(group[0]) + _steps(scale, rng)
        if values:
            others = np.stack(list(values.values()))
            beside = others[rng.integers(0, len(others), many), np.arange(many)] + rng.integers(-1, 2, many)
            column = np.where(rng.random(many) < 0.3, np.maximum(beside, _low(group[0])), column)
        for at, one in enumerate(group):
            column = column + _steps(scale, rng) if at else column
            if one.high is not None:
                column = np.minimum(column, one.high)
            values[one] = column
    return Samples(values, many)


def _steps(scale: int, rng: np.random.Generator) -> Numbers:
    kind = rng.random(TUNING.small_assignments)
    far = rng.integers(0, scale + 1, TUNING.small_assignments)
    return np.where(kind < 0.3, 0, np.where(kind < 0.5, 1, np.where(kind < 0.6, 2, far))).astype(np.int64)


def _near(found: Samples, rng: np.random.Generator) -> Samples:
    """Each one with a value or two changed a little, or with several changed by the same: few problems have none."""
    values = {one: column.copy() for one, column in found.values.items()}
    together = rng.random(found.length) < 0.5
    shift = rng.integers(-3, 4, found.length)
    for one in values:
        values[one] += np.where(together & (rng.random(found.length) < 0.6), shift, 0)
    for _ in range(2):
        chosen = rng.integers(0, len(values), found.length)
        change = rng.integers(-3, 4, found.length)
        for at, one in enumerate(values):
            values[one] += np.where(~together & (chosen == at), change, 0)
    return Samples(values, found.length)
