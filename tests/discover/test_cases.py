"""Cases learnt from a table: each is right wherever it applies, and together they name a move at every position."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bouton.discover.cases import Case, Learner

Row = list[bool]


def learner(right: list[Row], wrong: list[Row], holds: list[Row]) -> Learner:
    """The learner of these tables."""
    return Learner(np.array(right), np.array(wrong), np.array(holds), np.ones(len(holds)))


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Row], list[Row], list[Row]]:
    """Moves that are right, wrong or not offered at a few positions, and conditions that hold there or not."""
    positions = draw(st.integers(1, 12))
    moves = draw(
        st.lists(st.lists(st.sampled_from("rwn"), min_size=positions, max_size=positions), min_size=1, max_size=4)
    )
    holds = draw(st.lists(st.lists(st.booleans(), min_size=positions, max_size=positions), min_size=1, max_size=6))
    return [[one == "r" for one in row] for row in moves], [[one == "w" for one in row] for row in moves], holds


@given(tables())
def test_cases_are_never_wrong_and_leave_nothing_out(made: tuple[list[Row], list[Row], list[Row]]) -> None:
    right, wrong, holds = made
    found = learner(right, wrong, holds).cases()
    if found is None:
        return
    for at in range(len(right[0])):
        named = [case.move for case in found if all(holds[one][at] for one in case.conditions)]
        assert not any(wrong[move][at] for move in named)
        assert any(right[move][at] for move in named)


@given(tables())
def test_moves_cover_what_any_move_covers(made: tuple[list[Row], list[Row], list[Row]]) -> None:
    right, wrong, holds = made
    chosen = learner(right, wrong, holds).moves()
    for at in range(len(right[0])):
        assert any(right[move][at] for move in chosen) is any(row[at] for row in right)


def test_the_condition_that_tells_right_from_wrong_is_found() -> None:
    odd = [bool(at % 2) for at in range(8)]
    even = [not one for one in odd]
    small = [at < 3 for at in range(8)]
    found = learner([odd, even], [even, odd], [small, odd, even]).cases()
    assert found is not None
    assert set(found) == {Case(0, (1,)), Case(1, (2,))}


def test_a_superfluous_case_is_left_out() -> None:
    found = learner([[True] * 4, [True, False, False, False]], [[False] * 4] * 2, [[True] * 4]).cases()
    assert found == (Case(0, ()),)


def test_there_are_none_where_nothing_tells() -> None:
    assert learner([[True, False]], [[False, True]], [[True, True]]).cases() is None
    assert learner([[False]], [[False]], [[True]]).cases() is None
