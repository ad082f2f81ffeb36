"""What is put to MONA about binary digits, where MONA is installed: it says of small numbers what the formulas say."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.automata.decide import Automata, decided
from bouton.core.logic.arithmetic import (
    add,
    atom,
    choose,
    digit,
    divide,
    exclusive,
    number,
    places,
    remainder,
    subtract,
)
from bouton.core.logic.elimination import exists, quantified
from bouton.core.logic.expression import Formula, Linear, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less, negate
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.substitution import Evaluation
from bouton.core.numeration import BINARY, ZECKENDORF
from bouton.solving.mona import has_mona, solve
from bouton.theory.nim_sums import LEMMAS, NimLaw
from tests.automata.test_decide import D, J, X, Y, at_place, d, formulas, j, x, y

asked = pytest.mark.skipif(not has_mona(), reason="MONA is not installed")


def answer(*formulas_: Formula | ForAll) -> str:
    program = Automata.program(Problem("small numbers", "", formulas_))
    assert program is not None
    return solve(program, 60)


def check(formula: Formula, numbers: Iterable[int]) -> None:
    """MONA finds no small numbers at which the formula says anything else than its value there."""
    true, false = list[Formula](), list[Formula]()
    for a, b in itertools.product(numbers, repeat=2):
        here = conj((equal(x, number(a)), equal(y, number(b))))
        (true if Evaluation({X: a, Y: b})(formula) else false).append(here)
    assert answer(disj((conj((formula, disj(false))), conj((negate(formula), disj(true)))))) == "unsat"
    if true:
        assert answer(conj((formula, true[-1]))) == "sat"


@asked
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_random_formulas(data: st.DataObject) -> None:
    check(data.draw(formulas(BINARY)), [*range(9), 21])


@asked
@pytest.mark.parametrize("of", [add(x, y), subtract(x, y), add(x, x, number(3)), number(12)], ids=str)
@pytest.mark.sample(6)
def test_digits(of: Linear) -> None:
    there = conj((at_place(BINARY, of, j, 1), equal(remainder(add(j, number(-2)), number(2)), number(0))))
    check(exists([J], there), [*range(20), 33, 64])
    check(exists([J], conj((at_place(BINARY, of, add(j, number(1)), 1), at_place(BINARY, x, j, 1)))), range(20))
    check(less(places(BINARY, of), places(BINARY, y)), range(20))


@asked
@pytest.mark.parametrize(
    "value",
    [
        exclusive(x, y),
        exclusive(subtract(x, y), number(5)),
        exclusive(exclusive(subtract(x, number(4)), subtract(y, number(3))), subtract(number(1), x)),
        divide(subtract(x, y), number(3)),
        remainder(subtract(x, add(y, y)), number(5)),
        choose(less(x, y), exclusive(x, y), subtract(x, y)),
        add(digit(BINARY, x, number(1)), digit(BINARY, y, number(0)), places(BINARY, number(5))),
    ],
    ids=str,
)
@pytest.mark.sample(7)
def test_what_is_not_linear(value: Linear) -> None:
    for least in (-3, 0, 2):
        check(at_most(number(least), value), range(12))
    check(equal(value, subtract(x, number(1))), range(12))
    # what is quantified may be negative
    check(quantified(D, conj((equal(add(d, d), value), less(d, y)))), range(12))


@asked
@pytest.mark.slow
def test_far_numbers() -> None:
    """Where the formula fails first at some number, MONA knows it fails, and not before."""
    for most in (1000, 4095, 70_000):
        beyond = conj(
            (less(number(most), exclusive(x, y)), at_most(x, number(most // 2)), at_most(y, number(most // 2)))
        )
        found = decided(Problem("beyond", "", (beyond,)))
        assert answer(beyond) == ("unsat" if found is None else "sat")


@asked
def test_a_wrong_word_is_seen() -> None:
    same = equal(exclusive(x, y), add(x, y))
    assert answer(negate(same)) == "sat"
    assert answer(conj((negate(same), equal(y, number(0))))) == "unsat"


@asked
@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda one: one.name)
def test_the_lemmas_on_nim_sums(lemma: NimLaw) -> None:
    """Those that proofs about sums of all games rest on; with one way less each fails somewhere."""
    assert answer(*lemma.problem.assertions) == "unsat"
    for at in range(len(lemma.ways)):
        fewer = replace(lemma, ways=(*lemma.ways[:at], *lemma.ways[at + 1 :]))
        assert answer(*fewer.problem.assertions) == "sat"


def test_what_is_not_put_to_it() -> None:
    told = (
        equal(digit(ZECKENDORF, x, number(1)), number(1)),
        less(digit(BINARY, x, y), y),
        equal(exclusive(atom(unknown("z")), x), number(2)),
    )
    assert [Automata.program(Problem("other", "", (one,))) for one in told] == [None] * 3


def test_without_mona(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert not has_mona()
    assert solve("ws1s; true;", 1) == "unknown"
