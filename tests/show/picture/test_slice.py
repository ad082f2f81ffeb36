"""What a picture shows, and what is no picture."""

from __future__ import annotations

import pytest

from bouton.core.errors import InputError
from bouton.document.load import load, narrow
from bouton.show.picture.slice import Axis, Slice, cut
from tests.show.picture.conftest import NIM, Write

HEAD = """\
parameters: {k: 1..3, S: {set: [[1, 2], [1, 3]]}}
position:
  heap: {count: 0..k, size: 2..5}
  pass: 0..1
"""


def sliced(spec: str, at: str | None = None, *sets: str, over: tuple[str, ...] = ()) -> Slice:
    return cut(narrow(load(spec), sets, over), at)


def test_free_numbers_are_axes_and_the_others_are_named(write: Write) -> None:
    found = sliced(write(NIM, HEAD), "k=3,S=1:3,heap=_:4:_,pass=1")
    assert found.axes == (Axis("heap 1", 0, 5, heap=True), Axis("heap 3", 0, 5, heap=True))
    assert found.fixed == ("heap 2 = 4", "pass = 1", "k = 3", "S = {1,3}")
    # a heap has 2 to 5 stones, or is none
    assert {cell.at for cell in found.cells} == {(x, y) for x in (0, 2, 3, 4, 5) for y in (0, 2, 3, 4, 5)}
    assert next(cell.position for cell in found.cells if cell.at == (5, 0)) == ((4, 5), 1)


def test_the_number_of_heaps_is_that_of_the_box_where_nothing_is_said(write: Write) -> None:
    found = sliced(write(NIM, HEAD), "S=1:2,pass=0", "k=2", over=("heap.count=1..2",))
    assert {cell.at for cell in found.cells} == {(x, y) for x in (0, 2, 3, 4, 5) for y in (0, 2, 3, 4, 5)} - {(0, 0)}


def test_a_counter_and_a_parameter_can_be_axes(write: Write) -> None:
    found = sliced(write(NIM, HEAD), "S=1:2,heap=3")
    assert found.axes == (Axis("pass", 0, 1), Axis("k", 1, 3))
    assert [cell.at for cell in found.cells if cell.assignment == 1] == [(0, 2), (1, 2)]


@pytest.mark.parametrize(
    ("at", "said"),
    [
        (None, "S has 2 sets of numbers; expected one of them: --set S=1:2"),
        ("S=1:2", "5 dimensions are free (heap 1, heap 2, heap 3, pass and k), but a picture has two"),
        ("S=1:2,k=3", "others fixed, such as --at heap=_:_:2,pass=1"),
        ("S=1:2,pass=0", "others fixed, such as --at heap=_:_:2,pass=0,k=1"),
        ("S=1:2,k=1,heap=2,pass=0", "every number is fixed, so there is nothing to draw"),
        ("S=1:2,k=1,heap=_,pass=2", "pass = 2 is outside its declared range; expected 0..1"),
        ("S=1:2,k=1,heap=_,pass=0:1", "pass is a counter: one number, or _"),
        ("S=1:2,k=1,heap=x", "heap: 'x' is not a number; expected numbers, and _ for what is free"),
        ("S=1:2,k=1,heap=_:", "heap: '?' is not a number"),
        ("S=1:2,k=1,heap=-1", "a heap cannot have fewer than 0 stones"),
        ("S=1:2,heep=1", "heep is neither a parameter nor part of a position; did you mean 'heap'?"),
        ("S=1:2,heap", "'heap' is not NAME=VALUE"),
        ("S=1:2,heap=1,heap=2", "heap is given twice"),
        ("S=1:2,k=1,k=2", "k is given twice"),
        ("S=1:2,k=x", "--set k=x"),
    ],
)
def test_what_is_no_picture(at: str | None, said: str, write: Write) -> None:
    with pytest.raises(InputError) as raised:
        sliced(write(NIM, HEAD), at)
    assert len(raised.value.diagnostics) == 1
    assert said in str(raised.value)


def test_a_number_of_heaps_that_depends_on_a_parameter(write: Write) -> None:
    with pytest.raises(InputError, match="the number of heaps depends on a parameter; expected one value of it"):
        sliced(write(NIM, HEAD), "S=1:2,pass=0", "k=0..1")


def test_too_many_positions(write: Write) -> None:
    spec = write(NIM, "position:\n  heap: {count: 0..2, size: 1..400}\n")
    with pytest.raises(InputError, match="the picture would have 160,801 positions; expected at most 100,000"):
        sliced(spec)


def test_values_of_a_parameter_without_positions_are_left_out(write: Write) -> None:
    spec = write(NIM, "parameters: {k: 1..2}\nposition:\n  heap: {count: 1, size: k..1}\n")
    assert {cell.at for cell in sliced(spec).cells} == {(1, 1)}
