"""What is left of a formula where another holds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bouton.core.logic.arithmetic import add, atom, number
from bouton.core.logic.expression import FALSE, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less
from bouton.core.logic.substitution import Evaluation
from bouton.reading.levels.moves import left
from tests.reading.made import MadeFormula, Point, formulas, points

A, B, C = (atom(unknown(f"free.{name}")) for name in "abc")
M = atom(unknown("some", 1))


@given(formulas(2), formulas(2), points())
def test_what_is_left_is_the_same_where_the_other_holds(one: MadeFormula, other: MadeFormula, point: Point) -> None:
    if one[1](point):
        assert Evaluation(point)(left(one[0], other[0])) is other[1](point)


@given(st.integers(-3, 3))
def test_two_comparisons_contradict_each_other_by_an_atom_s_own_bound(shift: int) -> None:
    gap = at_most(add(A, B, M, number(shift)), C)
    assert conj((gap, less(C, add(A, B, number(shift))))) is not FALSE
    assert left(gap, less(C, add(A, B, number(shift)))) is FALSE
    assert left(gap, less(add(A, B, number(shift)), C)) is not FALSE


def test_two_comparisons_contradict_each_other_by_a_third() -> None:
    apart = conj((at_most(add(A, B), C), at_most(number(2), B)))
    assert left(apart, less(C, A)) is FALSE
    assert left(apart, equal(C, add(A, number(1)))) is FALSE
    assert left(apart, equal(C, add(A, number(2)))) is not FALSE
    assert left(apart, less(C, B)) is not FALSE


def test_only_the_cases_that_contradict_go() -> None:
    apart = conj((at_most(add(A, B), C), at_most(number(1), B)))
    maybe = less(C, B)
    assert left(apart, disj((less(C, A), maybe))) is maybe
    assert left(apart, disj((less(C, A), equal(A, C)))) is FALSE
