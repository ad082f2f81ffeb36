"""The least cover of positions by conjunctions of literals."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from bouton.discover.learn import covers

PLACES = np.array(list(product((0, 1), repeat=4)), dtype=bool).T
TRUTH = np.concatenate((PLACES, ~PLACES))
COSTS = [2] * len(TRUTH)


def test_a_conjunction_is_found_and_holds_where_it_should() -> None:
    wanted = PLACES[0] & ~PLACES[2]
    best = covers(TRUTH, wanted, COSTS, 2)[0]
    assert (best.cubes, best.negated) == (((0, 6),), False)
    assert (best.holds(TRUTH) == wanted).all()


def test_what_to_exclude_is_found_where_that_is_shorter() -> None:
    wanted = ~(PLACES[0] & PLACES[1] & PLACES[2])
    best = covers(TRUTH, wanted, [1] * len(TRUTH), 3)
    assert all((one.holds(TRUTH) == wanted).all() for one in best)
    assert {one.negated for one in best} == {False, True}


def test_there_is_none_where_longer_conjunctions_are_needed() -> None:
    wanted = PLACES[:3].sum(axis=0) == 3
    assert all(one.negated for one in covers(TRUTH, wanted, COSTS, 2))
    parity = PLACES.sum(axis=0) % 2 == 0
    assert covers(TRUTH, parity, COSTS, 3) == []


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
    (direct,) = [one for one in covers(truth, wanted, costs, 3) if not one.negated]
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
    (direct,) = [one for one in covers(truth, wanted, costs, 2) if not one.negated]
    assert (direct.holds(truth) == wanted).all()
    assert direct.cost <= least
