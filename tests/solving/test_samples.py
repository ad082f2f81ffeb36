"""Sampled positions are within what the problem says, the same ones in every run."""

from __future__ import annotations

from bouton.core.logic.arithmetic import add, atom, number, remainder
from bouton.core.logic.expression import unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less
from bouton.core.logic.problem import ForAll, Problem
from bouton.solving.samples import Samples, around, plain, samples

X = unknown("x.1", 1, chain="x", rank=1)
Y = unknown("x.2", 1, chain="x", rank=2)
K = unknown("k.N", 2, 5)
D = unknown("D$1", local=True)
TAKEN = conj((at_most(number(1), atom(D)), at_most(atom(D), atom(Y))))
ODD = equal(remainder(atom(X), number(2)), number(1))
SUM = at_most(add(atom(X), atom(K)), atom(Y))


def rows(found: Samples) -> list[tuple[int, ...]]:
    """The samples as tuples, the unknowns by name."""
    order = sorted(found.values, key=lambda one: one.name)
    return [tuple(int(found.values[one][at]) for one in order) for at in range(found.length)]


def test_samples_meet_bounds_chains_and_assertions() -> None:
    problem = Problem("p", "", (TAKEN, ODD, SUM, ForAll((D,), less(atom(D), atom(Y)))))
    found = rows(samples(problem, 500))
    assert len(found) == len(set(found)) == 500
    for k, x, y in found:
        assert 2 <= k <= 5
        assert 1 <= x <= y
        assert x % 2 == 1
        assert x + k <= y
    assert (2, 1, 3) in found
    assert max(y for _, _, y in found) > 40
    assert found == rows(samples(problem, 500))


def test_what_hides_in_one_assertion_is_removed() -> None:
    """D >= 1 and D <= x_2: some D is possible at every position; with it in two assertions it must stay."""
    once = Problem("p", "", (TAKEN, ForAll((D,), less(atom(D), atom(Y)))))
    assert {one.name for one in samples(once, 10).values} == {"x.2"}
    twice = Problem("p", "", (TAKEN, less(atom(D), number(3))))
    assert D in samples(twice, 10).values
    assert all(d in (1, 2) for d, _ in rows(samples(twice, 300)))


def test_what_random_numbers_rarely_meet_is_found_from_what_does() -> None:
    """The three are equal up to one: neighbours of the small ones are looked at."""
    z = unknown("z")
    near = disj((equal(atom(z), add(atom(Y), number(1))), equal(atom(z), add(atom(Y), number(2)))))
    problem = Problem("p", "", (near, equal(atom(X), atom(Y))))
    found = rows(samples(problem, 400))
    assert len(found) > 100
    assert all(z - y in (1, 2) and x == y for x, y, z in found)


def test_nothing_is_sampled_where_nothing_is_possible_or_unknown() -> None:
    assert samples(Problem("p", "", (less(atom(Y), atom(X)),)), 100).length == 0
    assert samples(Problem("p", "", ()), 100).length == 0
    assert plain(Problem("p", "", (ForAll((D,), TAKEN),))) is conj(())


def test_what_speaks_of_no_number_has_one_assignment() -> None:
    chosen = unknown("T", 0, local=True)
    problem = Problem("p", "m", (ForAll((chosen,), at_most(atom(chosen), number(3))),))
    assert around(problem, {}, 50).length == 1
