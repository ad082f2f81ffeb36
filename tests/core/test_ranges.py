"""Expressions agree with Python's own arithmetic; everything else is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bouton.core.ranges import LIMIT, RangeSyntaxError, expression, interval

NAMES = {"k": 3, "n": 0, "m1": -7, "Two_x": 2}

leaves = st.integers(0, 9).map(str) | st.sampled_from(sorted(NAMES))
texts = st.recursive(
    leaves,
    lambda inner: (
        st.tuples(inner, st.sampled_from(["+", "-", "*", " + ", " - ", "  *"]), inner).map("".join)
        | inner.map("({})".format)
        | inner.map("-{}".format)
        | inner.map(" ( {} ) ".format)
    ),
    max_leaves=8,
)


@given(texts)
def test_value_is_that_of_python(text: str) -> None:
    parsed = expression(text)
    assert parsed.value(NAMES) == eval(text.strip(), {}, NAMES)
    assert parsed.names == {name for name in NAMES if name in text}
    assert expression(parsed.text) == parsed


@given(texts, texts)
def test_interval_is_inclusive(low: str, high: str) -> None:
    parsed = interval(f"{low}..{high}")
    first, last = (eval(text.strip(), {}, NAMES) for text in (low, high))
    assert list(parsed.at(NAMES))[:3] == list(range(first, last + 1))[:3]
    assert interval(str(parsed)) == parsed
    assert parsed.names == expression(low).names | expression(high).names


def test_one_expression_is_both_ends() -> None:
    assert interval(" 2*k ") == interval("2*k..2*k")
    assert str(interval(7)) == "7"
    assert interval(-7).at({}) == range(-7, -6)
    assert expression("a-b-c").value({"a": 9, "b": 3, "c": 2}) == 4
    assert expression("a-b*c").tree == ("-", "a", ("*", "b", "c"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a range or an integer expression"),
        ("2..", "'2..' lacks one of its ends"),
        ("..2", "'..2' lacks one of its ends"),
        ("1..2..3", "'2..3' is not a range or an integer expression"),
        ("2...4", "'.4' is not a range or an integer expression"),
        ("1 2", "'1 2' is not a range or an integer expression"),
        ("1+", "'1+' is not a range or an integer expression"),
        ("*2", "'*2' is not a range or an integer expression"),
        ("+2", "'+2' is not a range or an integer expression"),
        ("(1", "'(1' lacks a closing parenthesis"),
        ("1)", "'1)' is not a range or an integer expression"),
        ("()", "'()' is not a range or an integer expression"),
        ("k/2", "'k/2' is not a range or an integer expression"),
        ("k\\2", "'k\\\\2' is not a range or an integer expression"),
        ("2**3", "'2**3' is not a range or an integer expression"),
        ("1.5", "'1.5' is not a range or an integer expression"),
        ("f(1)", "'f(1)' is not a range or an integer expression"),
        ("__import__('os')", "\"__import__('os')\" is not a range or an integer expression"),
        ("k\n+1", "'k\\n+1' is not a range or an integer expression"),
        ("٣", "'٣' is not a range or an integer expression"),
        ("0-20", "'0-20' is a difference: write 0..20 for a range, -20 for the number"),
        (" 1 - 3 ", "' 1 - 3 ' is a difference: write 1..3 for a range, -2 for the number"),
        ("(7-3)", "'(7-3)' is a difference: write 7..3 for a range, 4 for the number"),
        ("1-99999999999", "'99999999999' is above 1000000000"),
        ("010", "010 is not a plain decimal number"),
        ("1_000", "'1_000' is not a range or an integer expression"),
        ("1000000001", "'1000000001' is above 1000000000"),
        ("9" * 5000, f"'{'9' * 37}...' is above 1000000000"),
        ("(" * 50_000, f"'{'(' * 37}...' is too long"),
        ("(" * 50 + "1" + ")" * 50, f"'{'(' * 37}...' is too long"),
        ("-" * 100 + "1", f"'{'-' * 37}...' is too long"),
        ("1" + "+1" * 50, f"'1{'+1' * 18}...' is too long"),
    ],
)
def test_refused(text: str, message: str) -> None:
    with pytest.raises(RangeSyntaxError) as caught:
        interval(text)
    assert str(caught.value) == message


def test_a_difference_at_an_end_is_a_number() -> None:
    assert interval("0..3-1").at({}) == range(3)
    assert interval("1-3..0").at({}) == range(-2, 1)
    assert interval("k-1").at({"k": 3}) == range(2, 3)
    assert interval("5-3-1").at({}) == range(1, 2)
    assert interval("-5").at({}) == range(-5, -4)
    assert interval("(0-20)..(0-20)").at({}) == range(-20, -19)
    assert interval(str(interval("3-1..3-1"))) == interval("3-1..3-1")
    assert expression("3-1").value({}) == 2


def test_as_deep_as_allowed() -> None:
    assert expression("(" * 49 + "1" + ")" * 49).value({}) == 1
    assert expression("-" * 99 + "1").value({}) == -1


def test_no_value() -> None:
    with pytest.raises(KeyError):
        expression("k+1").value({})
    with pytest.raises(ValueError, match="parameter S is a set, not a number"):
        expression("S+1").value({"S": (1, 2)})
    assert expression("k*1000").value({"k": LIMIT // 1000}) == LIMIT
    for past in ("k*1001", "k*1000+1", "0-k*1000-1", "k*k*k*0"):
        with pytest.raises(RangeSyntaxError, match="a number passes 1000000000"):
            expression(past).value({"k": LIMIT // 1000})
