"""The least cover of positions by conjunctions of literals."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from bouton.discover import learn
from bouton.discover.learn import least_cover

PLACES = np.array(list(product((0, 1), repeat=4)), dtype=bool).T
TRUTH = np.concatenate((PLACES, ~PLACES))
COSTS = [2] * len(TRUTH)


def test_a_conjunction_is_found_and_holds_where_it_should() -> None:
    wanted = PLACES[0] & ~PLACES[2]
    best = least_cover(TRUTH, wanted, COSTS, 2)
    assert best is not None
    assert (best.cubes, best.negated) == (((0, 6),), False)
    assert (best.holds(TRUTH) == wanted).all()


def test_what_to_exclude_is_found_where_that_is_shorter() -> None:
    wanted = ~(PLACES[0] & PLACES[1] & PLACES[2])
    direct, opposite = (least_cover(TRUTH, wanted, [1] * len(TRUTH), 3, signs=(sign,)) for sign in (False, True))
    assert direct is not None
    assert opposite is not None
    assert opposite.negated
    assert all((one.holds(TRUTH) == wanted).all() for one in (direct, opposite))
    assert least_cover(TRUTH, wanted, [1] * len(TRUTH), 3) == min((direct, opposite), key=lambda one: one.cost)


def test_there_is_none_where_longer_conjunctions_are_needed() -> None:
    wanted = PLACES[:3].sum(axis=0) == 3
    assert least_cover(TRUTH, wanted, COSTS, 2, signs=(False,)) is None
    assert least_cover(TRUTH, wanted, COSTS, 2) is not None
    parity = PLACES.sum(axis=0) % 2 == 0
    assert least_cover(TRUTH, parity, COSTS, 3) is None


@pytest.mark.parametrize("seed", range(12))
def test_of_both_kinds_it_is_the_cheaper_one(seed: int) -> None:
    random = np.random.default_rng(seed)
    truth = random.random((9, 100)) < 0.5
    truth = np.concatenate((truth, ~truth))
    costs = [int(one) for one in random.integers(1, 5, len(truth))]
    wanted = np.array((truth[0] & truth[3]) | truth[seed % 9] & truth[10] & ~truth[2])
    each = [least_cover(truth, wanted, costs, 3, signs=(sign,)) for sign in (False, True)]
    found = least_cover(truth, wanted, costs, 3)
    assert found is not None
    assert (found.holds(truth) == wanted).all()
    assert found.cost == min(one.cost for one in each if one is not None)


@pytest.mark.parametrize("seed", range(6))
def test_no_cheaper_cover_by_three_literals_exists(seed: int) -> None:
    """Held against all pairs of conjunctions of at most three literals, among them those that two literals could do."""
    random = np.random.default_rng(seed)
    truth = random.random((6, 30)) < 0.6
    costs = [int(one) for one in random.integers(1, 4, 6)]
    cubes = [cube for many in (1, 2, 3) for cube in combinations(range(6), many)]
    columns = {cube: truth[list(cube)].all(axis=0) for cube in cubes}
    wanted = np.array(columns[cubes[25]] | columns[cubes[30 + seed]])
    least = min(
        sum(sum(costs[one] for one in cube) + 1 for cube in chosen)
        for many in (1, 2)
        for chosen in combinations(cubes, many)
        if (np.logical_or.reduce([columns[cube] for cube in chosen]) == wanted).all()
    )
    direct = least_cover(truth, wanted, costs, 3, signs=(False,))
    assert direct is not None
    assert (direct.holds(truth) == wanted).all()
    assert direct.cost <= least
    assert direct.cost == sum(sum(costs[one] for one in cube) + 1 for cube in direct.cubes)


@pytest.mark.parametrize("seed", range(6))
def test_no_cheaper_cover_exists(seed: int) -> None:
    """Held against all sets of at most two conjunctions of at most two literals."""
    random = np.random.default_rng(seed)
    truth = random.random((7, 12)) < 0.5
    costs = [int(one) for one in random.integers(1, 4, 7)]
    cubes = [cube for many in (1, 2) for cube in combinations(range(7), many)]
    wanted = np.array(truth[list(cubes[9])].all(axis=0) | truth[list(cubes[20])].all(axis=0))
    least = min(
        sum(sum(costs[one] for one in cube) + 1 for cube in chosen)
        for many in (0, 1, 2)
        for chosen in combinations(cubes, many)
        if (
            np.logical_or.reduce([truth[list(cube)].all(axis=0) for cube in chosen] or [truth[0] & False]) == wanted
        ).all()
    )
    direct = least_cover(truth, wanted, costs, 2, signs=(False,))
    assert direct is not None
    assert (direct.holds(truth) == wanted).all()
    assert direct.cost <= least


def test_what_takes_too_long_is_still_a_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no time at all it is a greedy one, or that of the first kind where the second one has to be cheaper."""
    monkeypatch.setattr(learn, "_CONFLICTS", 0)
    random = np.random.default_rng(3)
    truth = random.random((24, 80)) < 0.5
    truth = np.concatenate((truth, ~truth))
    wanted = random.random(80) < 0.5
    found = least_cover(truth, wanted, [1] * len(truth), 3)
    assert found is not None
    assert (found.holds(truth) == wanted).all()
    assert found.cost == sum(len(cube) + 1 for cube in found.cubes) + 3 * found.negated
