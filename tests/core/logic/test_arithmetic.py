"""Expressions and formulas: whatever folds, the value at numbers stays, and the bounds hold."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bouton.core.division import truncated
from bouton.core.logic.arithmetic import (
    add,
    atom,
    choose,
    divide,
    multiply,
    number,
    remainder,
    scale,
    subtract,
)
from bouton.core.logic.expression import FALSE, TRUE, Le, Unknown, intern, unknown
from bouton.core.logic.formulas import (
    at_most,
    conj,
    different,
    disj,
    equal,
    equivalent,
    greatest,
    implies,
    least,
    less,
    negate,
)
from bouton.core.logic.substitution import Evaluation, replace
from bouton.core.logic.walk import unknowns
from tests.reading.made import FREE, MadeFormula, MadeInteger, X, Y, Z, formulas, integers, points


@pytest.mark.parametrize(
    ("left", "right", "quotient", "rest"),
    [(7, 2, 3, 1), (-7, 2, -3, -1), (7, -2, -3, 1), (-7, -2, 3, -1), (6, -3, -2, 0), (0, -5, 0, 0)],
)
def test_division_truncates_as_clingo_does(left: int, right: int, quotient: int, rest: int) -> None:
    assert truncated(left, right) == (quotient, rest)
    assert divide(number(left), number(right)).number == quotient
    assert remainder(number(left), number(right)).number == rest


@given(integers(), points())
def test_an_expression_has_the_value_it_was_built_for(made: MadeInteger, point: dict[Unknown, int]) -> None:
    built, value = made
    expected = value(point)
    assert Evaluation(point)(built) == expected
    assert built.low is None or built.low <= expected
    assert built.high is None or expected <= built.high


@given(formulas(), points())
def test_a_formula_has_the_value_it_was_built_for(made: MadeFormula, point: dict[Unknown, int]) -> None:
    built, value = made
    assert Evaluation(point)(built) == value(point)
    assert Evaluation(point)(negate(built)) == (not value(point))
    twice = negate(negate(built))
    assert Evaluation(point)(twice) == value(point)
    assert twice is built or negate(twice) is negate(built)  # several formulas may have one negation


def test_what_is_negated_twice_is_the_same_formula() -> None:
    one = at_most(atom(unknown("negated", 0)), number(7))
    assert negate(one) is not one
    assert negate(negate(one)) is one


@pytest.mark.parametrize(("names", "step"), [("mn", 1), ("uv", -1)])
def test_formulas_of_one_negation_are_true_of_the_same_numbers(names: str, step: int) -> None:
    """Whichever of them was met last."""
    one, other = (unknown(name, 0) for name in names)
    sum_, each = add(atom(one), atom(other)), [at_most(number(1), atom(each)) for each in (one, other)]
    several = [at_most(number(1), sum_), disj(each)][::step]
    (nothing,) = {negate(formula) for formula in several}
    for values in product(range(3), repeat=2):
        at = Evaluation(dict(zip((one, other), values, strict=True)))
        assert at(nothing) == (not any(values))
        assert at(negate(nothing)) == any(values)


@given(formulas(), integers(), points())
def test_substitution_is_evaluation_of_what_is_put_in(
    made: MadeFormula, put: MadeInteger, point: dict[Unknown, int]
) -> None:
    changed = replace({FREE: put[0]}, made[0])
    assert Evaluation(point)(changed) == made[1]({**point, FREE: put[1](point)})


@given(formulas(), points())
def test_putting_numbers_in_settles_a_formula(made: MadeFormula, point: dict[Unknown, int]) -> None:
    settled = replace({u: number(value) for u, value in point.items()}, made[0])
    assert settled is (TRUE if made[1](point) else FALSE)


def test_what_is_equal_is_the_same_object() -> None:
    x, y = atom(X), atom(Y)
    assert add(x, y, number(3)) is subtract(add(number(5), y, x), number(2))
    assert conj((less(x, y), equal(atom(FREE), x))) is conj((equal(x, atom(FREE)), less(x, y)))
    assert multiply(x, atom(FREE)) is multiply(atom(FREE), x)


def test_the_order_of_a_chain_folds() -> None:
    x, y, z = atom(X), atom(Y), atom(Z)
    assert at_most(x, z) is TRUE
    assert less(z, x) is FALSE
    assert at_most(add(x, x), add(y, z)) is TRUE
    assert less(y, x) is FALSE
    assert equal(x, y) is at_most(y, x)


def test_contradictions_fold() -> None:
    free = atom(FREE)
    assert conj((less(free, number(3)), less(number(4), free))) is FALSE
    assert conj((equal(free, number(3)), different(free, number(3)))) is FALSE
    assert disj((less(free, number(3)), at_most(number(3), free))) is TRUE
    assert conj((at_most(free, number(3)), at_most(number(3), free))) is equal(free, number(3))
    assert equal(scale(2, free), number(3)) is FALSE
    assert implies(less(free, number(1)), less(free, number(5))) is TRUE


def test_the_lesser_and_the_greater() -> None:
    free = atom(FREE)
    assert Evaluation({FREE: 7})(least(free, number(3))) == 3
    assert greatest(free, number(3)).low == 3
    assert least(free, number(3)).high == 3
    assert choose(TRUE, free, number(1)) is free


def test_a_formula_is_no_truth_value() -> None:
    with pytest.raises(TypeError, match="no truth value"):
        assert less(atom(FREE), number(1))


def test_digests_do_not_depend_on_the_run() -> None:
    assert less(atom(unknown("a")), number(2)).digest == less(atom(unknown("a")), number(2)).digest
    assert equivalent(TRUE, FALSE) is FALSE
    assert list(unknowns(less(atom(FREE), atom(X)))) in ([FREE, X], [X, FREE])


def test_a_negation_that_folds_to_a_constant_does_not_become_its_negation() -> None:
    """Of two formulas that always hold only one may be folded: the other is never what `negate(FALSE)` gives."""
    one = unknown("one", 0, 3)
    always = intern(Le, subtract(atom(one), number(3)))  # as the constructors would not leave it
    assert negate(always) is FALSE
    assert negate(FALSE) is TRUE
    assert negate(TRUE) is FALSE


@given(
    st.lists(
        st.tuples(st.sampled_from([at_most, equal, less]), st.sampled_from([1, -1, 2]), st.integers(-3, 3)), max_size=5
    ),
    st.randoms(use_true_random=False),
)
def test_bounds_of_one_sum_come_to_the_same_in_any_order(parts: list[Any], chance: Random) -> None:
    """What bounds a sum is one interval, whoever says so, and holds exactly where each of its parts does."""
    free, other = atom(FREE), atom(unknown("other"))
    several = [compare(scale(sign, subtract(free, other)), number(end)) for compare, sign, end in parts]
    whole = conj(several)
    chance.shuffle(several)
    assert conj(several) is whole
    assert conj([conj(several[:2]), *several[2:]]) is whole
    for value in range(-5, 6):
        here = Evaluation({FREE: value, unknown("other"): 0})
        assert here(whole) is all(here(part) for part in several)
