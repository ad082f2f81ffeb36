"""The last numbers that a bound or an obligation allows, and the first that it does not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bouton.core.division import truncated
from bouton.core.logic.arithmetic import add, atom, divide, number, scale
from bouton.core.logic.expression import TRUE, unknown
from bouton.core.logic.problem import Problem
from bouton.core.logic.substitution import Evaluation
from bouton.core.position import Counter
from bouton.proof.obligations import kernel as obligations

FREE = unknown("free")


def wrong_at(problem: Problem, value: int) -> bool:
    """Whether the problem is satisfied where the unknown has that value."""
    (formula,) = problem.assertions
    return bool(Evaluation({FREE: value})(cast(Any, formula)))


@pytest.mark.parametrize(("factor", "constant", "divisor"), [(2, 1, 2), (4, -3, 2), (6, 2, 3), (3, -6, 3), (4, 6, 4)])
def test_a_sum_is_divided_term_by_term_only_where_each_term_is(factor: int, constant: int, divisor: int) -> None:
    built = divide(add(scale(factor, atom(FREE)), number(constant)), number(divisor))
    for value in range(-6, 7):
        assert Evaluation({FREE: value})(built) == truncated(factor * value + constant, divisor)[0]


def test_the_bounds_of_a_quotient_hold_where_its_left_side_is_negative() -> None:
    left, right = atom(unknown("l", -7, 7)), atom(unknown("r", 1, 4))
    half = divide(left, number(2))
    assert (half.low, half.high) == (-3, 3)
    quotient = divide(left, right)
    assert (quotient.low, quotient.high) == (None, None)
    natural = divide(atom(unknown("m", 1, 7)), right)
    assert (natural.low, natural.high) == (0, 7)
    signed = divide(atom(unknown("m", 1, 7)), atom(unknown("s", -2, 4)))
    assert (signed.low, signed.high) == (None, None)


def test_a_heap_of_minus_one_stone_is_no_legal_move_and_an_empty_one_is() -> None:
    move = SimpleNamespace(name="m", guard=TRUE, after=((atom(FREE), number(3)),))
    (problem,) = obligations._legal(cast(Any, SimpleNamespace(game=SimpleNamespace(moves=[move]))))
    assert [wrong_at(problem, size) for size in (-2, -1, 0, 1)] == [True, True, False, False]


def test_a_range_is_left_below_its_first_number_and_above_its_last() -> None:
    move = SimpleNamespace(name="m", guard=TRUE, after=(atom(FREE),))
    theorem = SimpleNamespace(rules=SimpleNamespace(fluents=(Counter("pass"),)), counters={"pass": (2, 5)})
    (problem,) = obligations._closed(cast(Any, SimpleNamespace(theorem=theorem)), [(cast(Any, move), [])])
    assert [wrong_at(problem, value) for value in (1, 2, 5, 6)] == [True, False, False, True]
