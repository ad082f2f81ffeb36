"""A problem for each case of a position together says what the problem says."""

from __future__ import annotations

from itertools import product

from bouton.core.logic.arithmetic import add, atom, number
from bouton.core.logic.expression import Formula, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less
from bouton.core.logic.problem import Problem
from bouton.core.logic.substitution import Evaluation
from bouton.proof.obligations.kernel import by_cases

A, B, N = unknown("a", 0, 4), unknown("b", 1, 3), unknown("n", 0)
a, b, n = map(atom, (A, B, N))


def _holds(problem: Problem, at: tuple[int, int, int]) -> bool:
    said = Evaluation(dict(zip((A, B, N), at, strict=True)))
    return all(said(one) for one in problem.assertions if isinstance(one, Formula))


def test_cases_are_the_problem_by_their_ends_too() -> None:
    """Two rows are named by equations, one by the ends of what the unknowns may be, which comparisons say."""
    rows = ((equal(a, number(2)), equal(b, number(1))), (equal(a, number(3)), equal(b, number(2))))
    ends = (at_most(a, number(0)), at_most(number(3), b))
    where = disj(map(conj, (*rows, ends)))
    problem = Problem("p", "", (less(add(a, b), n), where, less(n, number(9))))
    cases = list(by_cases(problem, where))
    assert [one.share for one in cases] == [(1, 3), (2, 3), (3, 3)]
    assert {one.part for one in cases} == {"p"}
    assert len({one.name for one in cases}) == 3
    for at in product(range(5), range(1, 4), range(10)):
        assert any(_holds(one, at) for one in cases) is _holds(problem, at)
        assert all(_holds(problem, at) for one in cases if _holds(one, at))


def test_a_case_that_fixes_nothing_leaves_the_problem_as_it_is() -> None:
    for where in (
        disj((equal(a, number(2)), less(b, n))),
        equal(a, number(2)),
        disj((at_most(a, number(1)), equal(b, a))),
    ):
        problem = Problem("p", "", (where, less(a, n)))
        assert list(by_cases(problem, where)) == [problem]
    apart = disj((equal(a, number(1)), equal(a, number(2))))
    other = Problem("p", "", (less(a, n),))
    assert list(by_cases(other, apart)) == [other]
