"""Points by which instances are chosen: within their bounds, in the order of chains, the same ones in every run."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace

import pytest

from bouton.core.logic.arithmetic import add, atom, number
from bouton.core.logic.expression import Unknown, unknown
from bouton.core.logic.formulas import at_most, less
from bouton.core.logic.problem import Problem
from bouton.solving.instances import _WIDTHS, points
from bouton.solving.tuning import TUNING

K, D = unknown("k.N", 3, 4), unknown("D$1", local=True)


def drawn(free: Collection[Unknown], chance: random.Random) -> tuple[int, ...]:
    """A point as the library draws it, the values of a chain by rank."""
    values: dict[Unknown, int] = {}
    for one in free:
        width = chance.choice(_WIDTHS)
        low = (0 if one.local else -width) if one.low is None else one.low
        values[one] = chance.randint(low, low + width if one.high is None else min(one.high, low + width))
    chain = sorted((one for one in free if one.chain), key=lambda one: one.rank)
    values |= zip(chain, sorted(values[one] for one in chain), strict=True)
    return tuple(values.values())


def test_points_are_those_that_the_library_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bouton.solving.instances.TUNING", replace(TUNING, point_tries=4000))
    found = []
    for low, high, rank in ((1, 9, 2), (1, 9, 3), (2, 9, 2), (1, None, 2), (1, 9, 0), (1, 9, 2)):
        one, other = unknown("x.1", low, high, chain="x", rank=rank), unknown("x.2", 1, chain="x", rank=1)
        every = add(*map(atom, (one, other, K, D, unknown("d.N"))))
        problem = Problem("p", "", (at_most(every, number(20)), less(number(4), every)))
        assert set(problem.free) == {one, other, K, D, unknown("d.N")}
        chance = random.Random(0)
        wanted = dict.fromkeys(drawn(problem.free, chance) for _ in range(4000))
        found.append([tuple(point.values()) for point in points(problem)])
        assert found[-1] == [values for values in wanted if 4 < sum(values) <= 20]
    assert found[0] == found[-1] != found[2]  # the second time they are kept
    assert found[0] == found[1] != found[4]  # only the order of the ranks counts
    assert min(map(len, found)) > 100
