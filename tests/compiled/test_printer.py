"""What is printed has the value of the expression in either language, and lies in the interval that is computed."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bouton.compiled.fixed import fixed
from bouton.compiled.printer import Interval, Printer
from bouton.compiled.syntax import C, ProgramText
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, choose, divide, multiply, number, remainder, scale, subtract
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, different, disj, equal, less
from bouton.process.compiler import compiler, library
from tests.reading.made import FEW, FREE, MadeFormula, MadeInteger, Point, X, Y, Z, formulas, integers, points

NAMES = {X: "x", Y: "y", Z: "z", FEW: "few", FREE: "free"}
RANGES: dict[Unknown, Interval] = {X: (1, 9), Y: (1, 9), Z: (1, 9), FEW: (-2, 3), FREE: (-9, 9)}
P, Q, N = unknown("p"), unknown("q"), unknown("n")


def printer(ranges: Mapping[Unknown, Interval], to: ProgramText | None = None) -> Printer:
    return Printer(to or ProgramText(), {one: one.name for one in ranges}, ranges)


def interval(value: Linear, **ranges: Interval) -> Interval:
    return printer({{"p": P, "q": Q, "n": N}[name]: ends for name, ends in ranges.items()}).interval(value)


@given(integers(2), formulas(2), st.lists(points(), min_size=1, max_size=4), st.booleans())
def test_values_are_those_of_the_expressions(
    made: MadeInteger, condition: MadeFormula, several: list[Point], shared: bool
) -> None:
    """In Python; each value lies within its interval."""
    text = ProgramText()
    prints = Printer(text, NAMES, RANGES)
    try:
        if shared:
            prints.share([made[0], condition[0]])
        text.give(f"({prints.linear(made[0])}, {prints.formula(condition[0])})")
        low, high = prints.interval(made[0])
    except Unreadable:
        return
    program: dict[str, object] = {}
    body = "\n    ".join(text.lines)
    exec(f"{fixed('arithmetic.py')}\ndef found({', '.join(NAMES.values())}):\n    {body}\n", program)
    for point in several:
        value, holds = program["found"](*(point[one] for one in NAMES))  # type: ignore[operator]
        assert value == made[1](point)
        assert bool(holds) is condition[1](point)
        assert low <= value <= high


def test_intervals() -> None:
    p, q = atom(P), atom(Q)
    assert interval(number(7)) == (7, 7)
    assert interval(add(p, number(3)), p=(-2, 5)) == (1, 8)
    assert interval(subtract(p, q), p=(1, 4), q=(-3, 2)) == (-1, 7)
    assert interval(add(scale(2, p), scale(-3, q), number(-1)), p=(-2, 5), q=(1, 4)) == (-17, 6)
    assert interval(multiply(p, q), p=(-2, 5), q=(-7, 3)) == (-35, 15)
    assert interval(choose(less(p, q), p, scale(10, q)), p=(-4, 2), q=(1, 3)) == (-4, 30)


@pytest.mark.parametrize(
    ("left", "right", "quotient", "rest"),
    [
        ((0, 9), (1, 4), (0, 9), (0, 3)),
        ((-6, 9), (1, 4), (-6, 9), (-3, 3)),
        ((-6, -2), (2, 4), (-3, 0), (-3, 0)),
        ((2, 6), (-4, 3), (-6, 6), (0, 3)),
        ((-9, 2), (-4, -2), (-9, 9), (-3, 3)),
        ((0, 9), (1, 1), (0, 9), (0, 0)),
        ((-2, 0), (1, 6), (-2, 0), (-5, 0)),
    ],
)
def test_intervals_of_quotients_and_remainders(
    left: Interval, right: Interval, quotient: Interval, rest: Interval
) -> None:
    """Wide enough for every pair of numbers; what divides by 0 has no value."""
    p, q = atom(P), atom(Q)
    low, high = interval(divide(p, q), p=left, q=right)
    least, most = interval(remainder(p, q), p=left, q=right)
    for one in range(left[0], left[1] + 1):
        for other in range(right[0], right[1] + 1):
            if other:
                assert low <= int(one / other) <= high
                assert least <= one - other * int(one / other) <= most
    assert ((low, high), (least, most)) == (quotient, rest)


def test_what_an_unknown_says_of_itself_counts_where_it_is_more_exact() -> None:
    narrow = atom(unknown("narrow", 2, 5))
    found = Printer(ProgramText(), {narrow.terms[0][0]: "n"}, {narrow.terms[0][0]: (0, 9)})  # type: ignore[dict-item]
    assert found.interval(add(narrow, number(1))) == (3, 6)
    wide = Printer(ProgramText(), {narrow.terms[0][0]: "n"}, {narrow.terms[0][0]: (3, 4)})  # type: ignore[dict-item]
    assert wide.interval(add(narrow, number(1))) == (4, 5)


@pytest.mark.parametrize(
    ("ends", "fits"),
    [((-(2**31), 2**31 - 1), True), ((0, 2**31), False), ((-(2**31) - 1, 0), False)],
)
def test_numbers_have_32_bits(ends: Interval, fits: bool) -> None:
    for value in (atom(P), choose(less(atom(P), atom(Q)), atom(P), number(0))):
        if fits:
            assert interval(value, p=ends, q=(0, 1)) == ends
            assert printer({P: ends}).linear(atom(P)) == "p"
            continue
        with pytest.raises(Unreadable, match="a number may pass 32 bits"):
            interval(value, p=ends, q=(0, 1))
        for prints in (Printer.linear, lambda one, what: one.formula(at_most(what, number(0)))):
            with pytest.raises(Unreadable, match="a number may pass 32 bits"):
                prints(printer({P: ends, Q: (0, 1)}), value)


TWELVE = equal(atom(Q), number(12))
TEXTS: list[tuple[Linear | Formula, str, str]] = [
    (number(0), "0", "0"),
    (number(-3), "(-3)", "(-3)"),
    (atom(P), "p", "p"),
    (scale(-1, atom(P)), "(-p)", "(-p)"),
    (scale(2, atom(P)), "2*p", "2*p"),
    (add(atom(P), scale(-2, atom(Q)), number(-1)), "(p - 2*q - 1)", "(p - 2*q - 1)"),
    (multiply(atom(P), atom(Q)), "(p * q)", "(p * q)"),
    (divide(atom(N), number(2)), "(n // 2)", "(n / 2)"),
    (remainder(atom(N), number(2)), "(n % 2)", "(n % 2)"),
    (divide(atom(P), number(2)), "quotient(p, 2)", "quotient(p, 2)"),
    (remainder(atom(P), number(2)), "remainder(p, 2)", "remainder(p, 2)"),
    (divide(atom(N), atom(N)), "quotient(n, n)", "quotient(n, n)"),  # which may be 0
    (divide(atom(N), add(atom(N), number(1))), "(n // (n + 1))", "(n / (n + 1))"),
    (choose(less(atom(P), atom(Q)), atom(P), number(4)), "(p if (p + 1 <= q) else 4)", "((p + 1 <= q) ? p : 4)"),
    (at_most(atom(P), number(3)), "(p <= 3)", "(p <= 3)"),
    (at_most(number(3), atom(P)), "(3 <= p)", "(3 <= p)"),
    (less(atom(P), atom(Q)), "(p + 1 <= q)", "(p + 1 <= q)"),
    (equal(scale(2, atom(P)), number(6)), "(p == 3)", "(p == 3)"),
    (different(atom(P), scale(-1, atom(Q))), "(p + q != 0)", "(p + q != 0)"),
    (conj((less(number(0), atom(P)), TWELVE)), "((1 <= p) and (q == 12))", "((1 <= p) && (q == 12))"),
    (disj((less(number(0), atom(P)), TWELVE)), "((1 <= p) or (q == 12))", "((1 <= p) || (q == 12))"),
    (TRUE, "1", "1"),
    (FALSE, "0", "0"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "python", "c"), TEXTS, ids=[python for _, python, _ in TEXTS])
def test_texts(value: Linear | Formula, python: str, c: str) -> None:
    for to, expected in ((ProgramText(), python), (C(), c)):
        found = printer({P: (-9, 9), Q: (-9, 9), N: (0, 9)}, to)
        assert (found.formula(value) if isinstance(value, Formula) else found.linear(value)) == expected
        assert to.lines == []


def test_what_is_used_twice_is_computed_once() -> None:
    square = multiply(atom(P), atom(P))
    text = ProgramText()
    found = printer({P: (-9, 9), Q: (-9, 9)}, text)
    values = [add(square, number(1)), add(square, atom(Q))]
    found.share(values)
    assert text.lines == ["t1 = (p * p)"]
    assert [found.linear(one) for one in values] == ["(t1 + 1)", "(q + t1)"]


def test_what_is_known_outside_of_a_loop_is_computed_before_it() -> None:
    text = ProgramText()
    found = printer({P: (-9, 9)}, text)
    value = add(multiply(atom(P), atom(P)), atom(Q))
    assert not found.known(value)
    found.share([value])
    assert text.lines == ["t1 = (p * p)"]
    inner = found.inner(Q, "chosen", (0, 4))
    assert inner.known(value)
    assert (inner.linear(value), inner.interval(value)) == ("(chosen + t1)", (-81, 85))
    assert inner.fresh("t") == "t2"
    assert found.branch().fresh("t") == "t3"
    assert not found.branch().known(value)


def test_what_is_computed_in_a_branch_is_not_known_after_it() -> None:
    text = ProgramText()
    found = printer({P: (-9, 9)}, text)
    square = multiply(atom(P), atom(P))
    branch = found.branch()
    branch.share([square, add(square, number(1))])
    assert (branch.linear(square), found.linear(square)) == ("t1", "(p * p)")


def test_comparisons_are_shared_in_c_alone() -> None:
    """In Python one may never be needed."""
    condition = less(atom(P), atom(Q))
    for to, expected in ((ProgramText(), []), (C(), ["const I t1 = (p + 1 <= q);"])):
        found = printer({P: (-9, 9), Q: (-9, 9)}, to)
        found.share([choose(condition, atom(P), number(1)), choose(condition, atom(Q), number(2))])
        assert to.lines[: len(expected)] == expected
        assert any("<=" in line for line in to.lines) is bool(expected) or not to.c


@pytest.mark.skipif(compiler() is None, reason="there is no C compiler")
def test_c_has_the_same_values() -> None:
    value = add(divide(atom(P), atom(Q)), scale(100, remainder(atom(P), atom(Q))))
    text = C()
    text.give(printer({P: (-9, 9), Q: (-4, 4)}, text).linear(value))
    helpers = (
        "#include <stdint.h>\ntypedef int64_t I;\nstatic I quotient(I a, I b) { return a / b; }\n"
        "static I remainder(I a, I b) { return a % b; }\n"
    )
    asked = library(f"{helpers}I asked(I p, I q) {{ {' '.join(text.lines)} }}\n").asked
    asked.restype = ctypes.c_int64
    for p in range(-9, 10):
        for q in (-4, -1, 1, 3):
            quotient = int(p / q)
            assert asked(ctypes.c_int64(p), ctypes.c_int64(q)) == quotient + 100 * (p - q * quotient)
