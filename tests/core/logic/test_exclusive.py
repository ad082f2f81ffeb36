"""Exclusive or: its canonical form, its bounds and its values, against plain Python."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import reduce
from random import Random
from typing import TypeAlias

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bouton.core.logic.arithmetic import add, atom, divide, exclusive, number, scale, subtract
from bouton.core.logic.batch import Batch
from bouton.core.logic.columns import ValuesInColumns
from bouton.core.logic.elimination import speaks_of_digits
from bouton.core.logic.expression import Linear, Unknown, Xor, unknown
from bouton.core.logic.formulas import equal
from bouton.core.logic.substitution import Evaluation, replace

Point: TypeAlias = dict[Unknown, int]
Made: TypeAlias = tuple[Linear, Callable[[Point], int]]

A, B = unknown("a", 0), unknown("b", 0, 9)
C, D = unknown("c"), unknown("d", -5, 3)
a, b, c, d = map(atom, (A, B, C, D))
points = st.fixed_dictionaries(
    {A: st.integers(0, 40), B: st.integers(0, 9), C: st.integers(-40, 40), D: st.integers(-5, 3)}
)


def _of(one: Unknown) -> Made:
    return atom(one), lambda point: point[one]


def _constant(value: int) -> Made:
    return number(value), lambda _: value


def _xor(one: Made, other: Made) -> Made:
    return exclusive(one[0], other[0]), lambda point: one[1](point) ^ other[1](point)


def _sum(one: Made, times: int, other: Made) -> Made:
    return add(one[0], scale(times, other[0])), lambda point: one[1](point) + times * other[1](point)


def expressions(depth: int) -> st.SearchStrategy[Made]:
    """Exclusive ors and sums of numbers of any sign."""
    leaves = st.one_of(st.sampled_from([A, B, C, D]).map(_of), st.integers(-6, 6).map(_constant))
    if not depth:
        return leaves
    inner = expressions(depth - 1)
    sums = st.tuples(inner, st.integers(-2, 2), inner).map(lambda one: _sum(*one))
    return st.one_of(leaves, st.tuples(inner, inner).map(lambda one: _xor(*one)), sums)


@given(expressions(3), points)
def test_an_expression_has_the_value_it_was_built_for(made: Made, point: Point) -> None:
    built, value = made
    expected = value(point)
    assert Evaluation(point)(built) == expected
    assert built.low is None or built.low <= expected
    assert built.high is None or expected <= built.high
    assert list(Batch.of([point, point])(built)) == [expected] * 2
    assert ValuesInColumns({one: np.array([at]) for one, at in point.items()}, 1)(built).tolist() == [expected]
    assert replace({one: number(at) for one, at in point.items()}, built).number == expected


@given(st.lists(expressions(1), min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_the_order_and_the_brackets_do_not_matter(made: list[Made], random: Random) -> None:
    parts = [one for one, _ in made]
    one = reduce(exclusive, parts)
    random.shuffle(parts)
    half = len(parts) // 2
    other = exclusive(reduce(exclusive, parts[:half], number(0)), reduce(exclusive, parts[half:]))
    assert one is other
    assert exclusive(one, other) is number(0)


def test_what_occurs_twice_goes() -> None:
    assert exclusive(a, a) is number(0)
    assert exclusive(a, number(0)) is a
    assert exclusive(exclusive(a, b), a) is b
    assert exclusive(exclusive(a, number(5)), number(5)) is a
    assert exclusive(number(12), number(10)) is number(6)


def test_a_negative_operand_is_said_by_its_complement() -> None:
    assert exclusive(a, number(-1)) is subtract(number(-1), a)
    assert exclusive(subtract(number(-1), a), b) is subtract(number(-1), exclusive(a, b))
    assert exclusive(c, subtract(number(-1), c)) is number(-1)
    assert exclusive(number(-3), number(5)) is number(-3 ^ 5)


def test_bounds() -> None:
    both = exclusive(b, unknown_below(4))
    assert (both.low, both.high) == (0, 15)
    assert exclusive(a, b).low == 0
    assert exclusive(a, b).high is None
    assert (exclusive(d, b).low, exclusive(d, b).high) == (-16, 15)


def unknown_below(most: int) -> Linear:
    return atom(unknown("e", 0, most))


def test_it_is_beyond_linear_arithmetic() -> None:
    (part, _), *_ = exclusive(a, b).terms
    assert isinstance(part, Xor)
    assert speaks_of_digits(equal(exclusive(a, b), c))
    assert not speaks_of_digits(equal(add(a, b), c))


def test_and_and_or_by_sums() -> None:
    """What the reading makes of `&` and `?`."""
    for x, y in itertools.product(range(-9, 10), repeat=2):
        differing = x ^ y
        assert divide(number(x + y - differing), number(2)).number == x & y
        assert divide(number(x + y + differing), number(2)).number == x | y
