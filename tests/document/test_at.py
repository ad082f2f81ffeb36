"""Positions named on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.errors import Diagnostic, InputError
from bouton.core.position import Position, Value, as_argument, named
from bouton.core.spec import Spec
from bouton.document.at import parse_at
from bouton.document.load import load

from .conftest import SAMPLE


@pytest.fixture
def spec(folder: Path) -> Spec:
    (folder / "spec.yaml").write_text(SAMPLE)
    return load("spec.yaml")


@pytest.mark.parametrize(
    ("text", "parameters", "position"),
    [
        ("k=2,S=4:1:3,heap=2:1:2,pass=3,pile=7", {"k": 2, "S": (1, 3, 4), "m": 7}, ((1, 2, 2), 3, 7)),
        ("k=4,S=2,heap=,pile=0", {"k": 4, "S": (2,), "m": 7}, ((), 3, 0)),
        (" pile = -7 , heap = 0:5:0 ,k=99,m=1,S=1", {"k": 99, "S": (1,), "m": 1}, ((5,), 98, -7)),
    ],
)
def test_position(spec: Spec, text: str, parameters: dict[str, Value], position: Position) -> None:
    assert parse_at(spec, text) == (parameters, position)
    assert list(parse_at(spec, text)[0]) == ["k", "S", "m"]


@settings(max_examples=50)
@given(
    st.integers(-99, 99),
    st.sets(st.integers(-9, 9), min_size=1),
    st.lists(st.integers(0, 10**9), max_size=6),
    st.integers(-99, 99),
)
def test_what_a_report_prints_is_read_back(spec: Spec, k: int, numbers: set[int], heaps: list[int], pile: int) -> None:
    parameters: dict[str, Value] = {"k": k, "S": tuple(sorted(numbers)), "m": 7}
    position = (tuple(sorted(size for size in heaps if size)), 5, pile)
    text = as_argument(parameters, named(spec.fluents, position))
    assert parse_at(spec, text) == (parameters, position)


def test_order_of_heaps(folder: Path) -> None:
    for order, heaps in (("descending", (3, 2, 1)), ("none", (2, 3, 1))):
        (folder / "spec.yaml").write_text(SAMPLE.replace("ascending", order))
        assert parse_at(load("spec.yaml"), "k=2,S=1,heap=2:0:3:1,pile=0")[1][0] == heaps


def test_a_parameter_with_one_value_for_the_others(folder: Path) -> None:
    one_claim = SAMPLE[: SAMPLE.index("  - id: theorem-8\n")]
    (folder / "spec.yaml").write_text(one_claim.replace("m: 7", "m: 2*k..8"))
    spec = load("spec.yaml")
    assert parse_at(spec, "k=4,S=1,heap=,pile=0")[0]["m"] == 8
    for k, number in ((2, "more than one value"), (5, "no value")):
        with pytest.raises(InputError, match=f"the parameter m is not given, and its range has {number}"):
            parse_at(spec, f"k={k},S=1,heap=,pile=0")


GOOD = "k=2,S=1,heap=1,pile=0"


@pytest.mark.parametrize(
    ("text", "message", "expected", "near"),
    [
        (f"{GOOD},k=3", "k is given twice", None, None),
        (f"{GOOD},kk=3", "kk is neither a parameter nor part of a position", None, "k"),
        ("k=2,S=1,haep=1,pile=0", "haep is neither a parameter nor part of a position", None, "heap"),
        ("kk=2,S=1,heap=1,pile=0", "kk is neither a parameter nor part of a position", None, "k"),
        ("k=2,S=1,pile=0", "heap is not given", None, None),
        ("k=2,S=1,heap=1", "pile is not given", None, None),
        ("S=1,heap=1,pile=0", "the parameter k is not given, and its range has more than one value", None, None),
        ("k=2,heap=1,pile=0", "the parameter S is not given, and its range has more than one value", None, None),
        ("k=2,S=,heap=1,pile=0", "S: a set of numbers was expected", None, None),
        ("k=2,S=1:1,heap=1,pile=0", "S: a number is given twice", None, None),
        ("k=2:3,S=1,heap=1,pile=0", "k: '2:3' is not a number", "such as k=3", None),
        ("k=2,S=1,heap=1;2,pile=0", "heap: '1;2' is not a number", "such as heap=1:2:2", None),
        ("k=2,S=1,heap=1:,pile=0", "heap: '' is not a number", "such as heap=1:2:2", None),
        ("k=2,S=1,heap=1:-2,pile=0", "heap: a heap cannot have -2 stones", None, None),
        ("k=2,S=1,heap=1,pile=", "pile: '' is not a number", "such as pile=3", None),
        ("k=2,S=1,heap=1,pile=1.5", "pile: '1.5' is not a number", "such as pile=3", None),
        ("k=2,S=1,heap=1,pile=07", "pile: '07' is not a number", "such as pile=3", None),
        ("k=2,S=1,heap=1,pile=1000000001", "pile: 1000000001 is beyond 1000000000", "such as pile=3", None),
        (f"{GOOD},", "'' is not NAME=VALUE", "such as heap=1:2:2", None),
        (f"{GOOD},foo", "'foo' is not NAME=VALUE", "such as heap=1:2:2", None),
        ("k=1000000001,S=1,heap=1,pile=0", "k: 1000000001 is beyond 1000000000", "such as k=3", None),
    ],
)
def test_refused(spec: Spec, text: str, message: str, expected: str | None, near: str | None) -> None:
    with pytest.raises(InputError) as caught:
        parse_at(spec, text)
    assert caught.value.diagnostics == (Diagnostic(f"--at {text}: {message}", expected=expected, nearest=near),)


def test_every_fault_at_once(spec: Spec) -> None:
    with pytest.raises(InputError) as caught:
        parse_at(spec, "")
    assert [fault.message for fault in caught.value.diagnostics] == [
        "--at: the parameter k is not given, and its range has more than one value",
        "--at: the parameter S is not given, and its range has more than one value",
        "--at: heap is not given",
        "--at: pile is not given",
    ]


def test_a_start_past_the_limit(folder: Path) -> None:
    (folder / "spec.yaml").write_text(SAMPLE.replace("start: k-1", "start: k*1000000"))
    with pytest.raises(InputError, match="the start of pass: a number passes 1000000000"):
        parse_at(load("spec.yaml"), "k=1001,S=1,heap=,pile=0")
