"""Values at many positions at once are those at each of them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bouton.core.logic.arithmetic import add, atom, divide, number, remainder
from bouton.core.logic.columns import ValuesInColumns
from bouton.core.logic.expression import unknown
from tests.reading.made import MadeFormula, MadeInteger, Point, formulas, integers, points

SEVERAL = st.lists(points(), min_size=1, max_size=5)


def columns(several: list[Point]) -> ValuesInColumns:
    """The columns of these points."""
    return ValuesInColumns({one: np.array([point[one] for point in several]) for one in several[0]}, len(several))


@given(integers(), formulas(), SEVERAL)
def test_each_entry_is_the_value_at_its_position(made: MadeInteger, said: MadeFormula, several: list[Point]) -> None:
    here = columns(several)
    assert here(made[0]).tolist() == [made[1](point) for point in several]
    assert here(said[0]).tolist() == [bool(said[1](point)) for point in several]


@given(formulas(), SEVERAL, st.lists(st.integers(-9, 9), min_size=1, max_size=6))
def test_positions_with_a_further_unknown(said: MadeFormula, several: list[Point], values: list[int]) -> None:
    """The unknown that is put in replaces the older one of its name, whatever was evaluated before."""
    here = columns(several)
    here(said[0])
    index = [at % len(several) for at in range(len(values))]
    free = next(one for one in several[0] if one.name == "free")
    wide = here.extended(np.array(index), {free: np.array(values)})
    at_each = [{**several[at], free: value} for at, value in zip(index, values, strict=True)]
    assert wide(said[0]).tolist() == [bool(said[1](point)) for point in at_each]


def test_division_by_zero_is_zero() -> None:
    x, y = unknown("x"), unknown("y")
    here = ValuesInColumns({x: np.array([7, 7, -7]), y: np.array([0, 2, 2])}, 3)
    assert here(divide(atom(x), atom(y))).tolist() == [0, 3, -3]
    assert here(remainder(atom(x), atom(y))).tolist() == [0, 1, -1]
    assert here(add(atom(x), number(2))).tolist() == [9, 9, -5]
