"""Random expressions and formulas, each with a function that computes its value in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from hypothesis import strategies as st

from bouton.core.logic.arithmetic import add, atom, choose, divide, multiply, number, remainder, scale, subtract
from bouton.core.logic.expression import Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, different, disj, equal, less, negate

Point: TypeAlias = dict[Unknown, int]
MadeInteger: TypeAlias = tuple[Linear, Callable[[Point], int]]
MadeFormula: TypeAlias = tuple[Formula, Callable[[Point], bool]]

X = unknown("x.1", 1, chain="x", rank=1)
Y = unknown("x.2", 1, chain="x", rank=2)
Z = unknown("x.3", 1, chain="x", rank=3)
FEW = unknown("few", -2, 3)
FREE = unknown("free")


@st.composite
def points(draw: st.DrawFn) -> Point:
    """Values that keep the unknowns' bounds and order."""
    sizes = sorted(draw(st.lists(st.integers(1, 9), min_size=3, max_size=3)))
    return {**dict(zip((X, Y, Z), sizes, strict=True)), FEW: draw(st.integers(-2, 3)), FREE: draw(st.integers(-9, 9))}


def _int_of(one: Unknown) -> MadeInteger:
    return atom(one), lambda point: point[one]


def _constant(value: int) -> MadeInteger:
    return number(value), lambda _: value


def _truncated(left: int, right: int) -> tuple[int, int]:
    quotient = int(left / right)
    return quotient, left - quotient * right


@cache
def integers(depth: int = 3) -> st.SearchStrategy[MadeInteger]:
    """Integer expressions."""
    leaves = st.one_of(st.sampled_from([X, Y, Z, FEW, FREE]).map(_int_of), st.integers(-4, 4).map(_constant))
    if depth == 0:
        return leaves
    inner = integers(depth - 1)
    divisor = st.sampled_from([-3, -2, -1, 1, 2, 3, 4])
    return st.one_of(
        leaves,
        st.tuples(inner, inner).map(lambda p: (add(p[0][0], p[1][0]), lambda v: p[0][1](v) + p[1][1](v))),
        st.tuples(inner, inner).map(lambda p: (subtract(p[0][0], p[1][0]), lambda v: p[0][1](v) - p[1][1](v))),
        st.tuples(inner, inner).map(lambda p: (multiply(p[0][0], p[1][0]), lambda v: p[0][1](v) * p[1][1](v))),
        st.tuples(st.integers(-3, 3), inner).map(lambda p: (scale(p[0], p[1][0]), lambda v: p[0] * p[1][1](v))),
        st.tuples(inner, divisor).map(
            lambda p: (divide(p[0][0], number(p[1])), lambda v: _truncated(p[0][1](v), p[1])[0])
        ),
        st.tuples(inner, divisor).map(
            lambda p: (remainder(p[0][0], number(p[1])), lambda v: _truncated(p[0][1](v), p[1])[1])
        ),
        st.tuples(inner, inner).map(
            lambda p: (
                divide(p[0][0], add(multiply(p[1][0], p[1][0]), number(1))),
                lambda v: _truncated(p[0][1](v), p[1][1](v) ** 2 + 1)[0],
            )
        ),
        st.tuples(inner, inner).map(
            lambda p: (
                remainder(p[0][0], add(multiply(p[1][0], p[1][0]), number(1))),
                lambda v: _truncated(p[0][1](v), p[1][1](v) ** 2 + 1)[1],
            )
        ),
        st.tuples(formulas(depth - 1), inner, inner).map(
            lambda p: (choose(p[0][0], p[1][0], p[2][0]), lambda v: p[1][1](v) if p[0][1](v) else p[2][1](v))
        ),
    )


@cache
def formulas(depth: int = 3) -> st.SearchStrategy[MadeFormula]:
    """Formulas."""
    pairs = st.tuples(integers(max(0, depth - 1)), integers(max(0, depth - 1)))
    leaves = st.one_of(
        pairs.map(lambda p: (at_most(p[0][0], p[1][0]), lambda v: p[0][1](v) <= p[1][1](v))),
        pairs.map(lambda p: (less(p[0][0], p[1][0]), lambda v: p[0][1](v) < p[1][1](v))),
        pairs.map(lambda p: (equal(p[0][0], p[1][0]), lambda v: p[0][1](v) == p[1][1](v))),
        pairs.map(lambda p: (different(p[0][0], p[1][0]), lambda v: p[0][1](v) != p[1][1](v))),
    )
    if depth == 0:
        return leaves
    several = st.lists(formulas(depth - 1), max_size=3)
    return st.one_of(
        leaves,
        formulas(depth - 1).map(lambda p: (negate(p[0]), lambda v: not p[1](v))),
        several.map(lambda all_: (conj(p[0] for p in all_), lambda v: all(p[1](v) for p in all_))),
        several.map(lambda all_: (disj(p[0] for p in all_), lambda v: any(p[1](v) for p in all_))),
    )
