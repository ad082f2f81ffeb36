"""Existential unknowns are removed exactly: held against trying every value."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bouton.core.logic.arithmetic import add, atom, divide, multiply, number, remainder, scale, subtract
from bouton.core.logic.elimination import NotEliminable, exists, solve
from bouton.core.logic.expression import TRUE, Formula, unknown
from bouton.core.logic.formulas import at_most, conj, different, disj, equal, less
from bouton.core.logic.substitution import Evaluation, replace
from bouton.core.logic.walk import unknowns
from tests.reading.made import FREE, Point, X, points

T = unknown("T$1", local=True)
U = unknown("U$2", local=True)
LOW, HIGH = -12, 12


@st.composite
def comparisons(draw: st.DrawFn) -> Formula:
    """A comparison of the hidden unknowns with the others."""
    hidden = scale(draw(st.sampled_from([-2, -1, 1, 1, 1, 3])), atom(draw(st.sampled_from([T, T, U]))))
    shape = draw(st.integers(0, 4))
    if shape == 0:
        hidden = add(hidden, atom(draw(st.sampled_from([T, U]))))
    if shape == 1:
        hidden = remainder(hidden, number(3))
    if shape == 2:
        hidden = divide(hidden, number(2))
    other = add(
        scale(draw(st.integers(-1, 1)), atom(draw(st.sampled_from([X, FREE])))), number(draw(st.integers(-4, 4)))
    )
    formula: Formula = draw(st.sampled_from([at_most, less, equal, different]))(hidden, other)
    return formula


@st.composite
def guards(draw: st.DrawFn) -> Formula:
    """A formula over bounded hidden unknowns."""
    parts: list[Formula] = []
    for one in (T, U):
        parts += [
            at_most(number(draw(st.integers(-3, 0))), atom(one)),
            at_most(atom(one), number(draw(st.integers(0, 4)))),
        ]
    for _ in range(draw(st.integers(0, 3))):
        parts.append(draw(comparisons()))
    if draw(st.booleans()):
        parts.append(disj((draw(comparisons()), draw(comparisons()))))
    return conj(parts)


@given(guards(), points())
def test_removing_unknowns_is_trying_every_value(guard: Formula, point: Point) -> None:
    try:
        without = exists((T, U), guard)
    except NotEliminable:
        assume(False)
        return
    assert not {T, U} & unknowns(without).keys()
    tried = any(Evaluation({**point, T: t, U: u})(guard) for t in range(LOW, HIGH) for u in range(LOW, HIGH))
    assert Evaluation(point)(without) == tried


@given(guards(), points(), st.integers(-4, 5))
def test_solving_keeps_the_solutions(guard: Formula, point: Point, value: int) -> None:
    left, solved = solve(guard, (T,))
    tried = {t for t in range(LOW, HIGH) if Evaluation({**point, T: t, U: value})(guard)}
    if T in solved:
        root = Evaluation({**point, U: value})(solved[T])
        assert tried == ({root} if Evaluation({**point, U: value})(left) else set())
    else:
        assert tried == {t for t in range(LOW, HIGH) if Evaluation({**point, T: t, U: value})(left)}


def test_bounds_are_combined() -> None:
    t, x, free = atom(T), atom(X), atom(FREE)
    assert exists((T,), conj((at_most(number(0), t), less(t, x)))) is TRUE  # x >= 1
    assert exists((T,), conj((at_most(free, t), less(t, x)))) is less(free, x)
    assert exists((T,), equal(scale(2, t), free)) is equal(remainder(free, number(2)), number(0))


def test_own_bounds_are_those_of_what_is_removed() -> None:
    """Though no comparison says them: such a comparison is always true, and none is left of it in a formula."""
    natural, x = unknown("N$1", 0, local=True), atom(X)
    most = unknown("M$1", None, 5, local=True)
    free = atom(FREE)
    for said in (equal(atom(natural), free), at_most(atom(natural), free)):
        assert exists((natural,), said) is at_most(number(0), free)
    assert exists((most,), at_most(free, atom(most))) is at_most(free, number(5))
    assert exists((natural,), equal(add(atom(natural), x), free)) is at_most(x, free)


BOUNDED = {T: unknown("T$1", -1, 2, local=True), U: unknown("U$2", 0, None, local=True)}


@given(guards(), points())
def test_removing_what_has_bounds_is_trying_every_value_between_them(guard: Formula, point: Point) -> None:
    guard = replace({one: atom(bounded) for one, bounded in BOUNDED.items()}, guard)
    try:
        without = exists(tuple(BOUNDED.values()), guard)
    except NotEliminable:
        assume(False)
        return
    t, u = BOUNDED.values()
    tried = any(Evaluation({**point, t: one, u: other})(guard) for one in range(-1, 3) for other in range(HIGH))
    assert Evaluation(point)(without) == tried


def test_what_cannot_be_removed_is_named() -> None:
    t = atom(T)
    product = equal(multiply(t, t), atom(FREE))
    with pytest.raises(NotEliminable) as found:
        exists((T,), product)
    assert found.value.unknown is T


def test_an_unknown_that_is_not_there_changes_nothing() -> None:
    formula = less(atom(FREE), atom(X))
    assert exists((T,), formula) is formula
    assert solve(formula, (T,)) == (formula, {})


def test_an_equation_of_two_fresh_unknowns_leaves_one() -> None:
    guard = conj((equal(atom(T), atom(U)), less(atom(T), atom(X)), equal(subtract(atom(U), atom(X)), number(-1))))
    left, solved = solve(guard, (T, U))
    assert left is TRUE
    assert set(solved) == {T, U}
    assert all(value is subtract(atom(X), number(1)) for value in solved.values())
