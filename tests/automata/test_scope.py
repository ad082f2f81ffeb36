"""Formulas with their quantifiers moved inwards, against the formulas they are made of, at numbers and by automata."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.automata.compile import Compiler
from bouton.automata.decide import decided
from bouton.automata.scope import Scoping, lean
from bouton.core.logic.arithmetic import add, atom, digit, number, scale, subtract
from bouton.core.logic.elimination import exists, quantified
from bouton.core.logic.expression import And, Formula, Linear, Quotient, Some, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less, negate
from bouton.core.logic.problem import Problem
from bouton.core.logic.substitution import Evaluation, replace
from bouton.core.logic.walk import parts, unknowns
from bouton.core.numeration import BINARY, ZECKENDORF, Numeration
from tests.automata.test_decide import SYSTEMS, D, J, X, Y, at_place, d, formulas, j, x, y

A, B = (unknown(f"{name}$1", local=True) for name in "AB")
a, b = atom(A), atom(B)
_MOST = 7


def same(system: Numeration, formula: Formula, most: int = _MOST) -> None:
    """The formula moved inwards says the same, by trying every number and by its automaton."""
    scoped = Scoping().formula(formula)
    assert unknowns(scoped).keys() <= unknowns(formula).keys()
    compiler = Compiler(system)
    compiler.declare(compiler.places_among([X, Y], scoped))
    found = compiler.formula(scoped)
    for u, v in itertools.product(range(most), repeat=2):
        wanted = Evaluation({X: u, Y: v})(formula)
        words = {compiler.track(one).name: system.digits(value) for one, value in ((X, u), (Y, v))}
        assert found.accepts(words) is wanted, (u, v)


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
@pytest.mark.sample(3)
def test_random_formulas(system: Numeration, data: st.DataObject) -> None:
    same(system, data.draw(formulas(system)))


@st.composite
def comparisons(draw: st.DrawFn) -> Formula:
    """A comparison of x, y, a and b, with coefficients of 1 and 2 of any sign."""
    times = st.sampled_from([-2, -1, 0, 0, 1, 2])
    left: Linear = add(*(scale(draw(times), one) for one in (x, y, a, b)), number(draw(st.integers(-3, 3))))
    return draw(st.sampled_from([at_most, equal, less]))(left, number(0))


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_random_comparisons_under_two_quantifiers(data: st.DataObject) -> None:
    """One is over numbers of any sign, and one over those of a range of its own, which may begin below 0."""
    low = data.draw(st.integers(-2, 1))
    ranged = unknown("B$1", low, low + data.draw(st.integers(0, 4)), local=True)
    said = [data.draw(comparisons()) for _ in range(4)]
    said[0] = disj(said[:2]) if data.draw(st.booleans()) else said[0]
    said = [one if data.draw(st.booleans()) else negate(one) for one in said]
    inside = conj((*said, at_most(number(-4), a), at_most(a, add(x, number(3)))))
    inside = data.draw(st.sampled_from([conj((inside, at_place(BINARY, x, number(1), 1))), inside]))
    inside = replace({B: atom(ranged)}, inside)
    some = quantified(A, quantified(ranged, inside))
    same(BINARY, negate(some) if data.draw(st.booleans()) else some, 5)


def test_a_quantifier_is_over_what_speaks_of_it() -> None:
    """x and y have nothing to do with each other once a and b are sought apart."""
    first = conj((equal(x, scale(2, a)), at_place(ZECKENDORF, a, number(0), 1)))
    second = conj((equal(y, scale(2, b)), at_place(ZECKENDORF, b, number(0), 1)))
    scoped = Scoping().formula(quantified(A, conj((first, quantified(B, conj((second, less(b, x))))))))
    assert isinstance(scoped, And)
    found = [node for node in parts(scoped) if isinstance(node, Some)]
    assert all(len(unknowns(node)) <= 2 for node in found)


def test_equal_names_do_not_meet() -> None:
    """Two quantifiers over one name stand side by side, and are no quantifier over one number."""
    twice = quantified(A, conj((equal(x, scale(2, a)), at_place(ZECKENDORF, a, number(0), 1))))
    other = quantified(A, conj((equal(y, scale(2, a)), negate(at_place(ZECKENDORF, a, number(0), 1)))))
    both = quantified(D, conj((twice, other, less(d, x), at_most(number(0), d), at_place(ZECKENDORF, d, number(0), 1))))
    same(ZECKENDORF, both, 12)


def test_what_the_comparisons_say_already_is_left_out() -> None:
    short, long = at_most(a, subtract(x, number(1))), at_most(a, add(x, y))
    assert lean([short, long]) == [short]
    assert lean([short, disj((less(add(x, y), a), equal(x, y)))]) == [short, equal(x, y)]
    far = at_most(a, subtract(add(x, y), number(1)))  # not implied: y may be 0 where a is x
    assert lean([at_most(a, x), far]) == [at_most(a, x), far]
    assert lean([at_most(a, b), at_most(b, a)]) == [at_most(a, b), at_most(b, a)]


def test_an_unknown_of_few_values_is_tried() -> None:
    few = unknown("way", 1, 3)
    odd = exists([J], conj((at_place(ZECKENDORF, atom(few), j, 1), equal(x, add(atom(few), number(2))))))
    assert decided(Problem("p", "", (odd, less(number(4), x)))) == {few: 3, X: 5}
    assert decided(Problem("p", "", (odd, less(number(5), x)))) is None
    assert decided(Problem("p", "", (odd, less(x, number(3))))) is None


def test_a_number_whose_digits_are_asked_is_no_quotient() -> None:
    half = exists([A], conj((equal(x, scale(2, a)), equal(digit(ZECKENDORF, a, number(0)), number(1)))))
    assert not any(isinstance(node, Quotient) for node in parts(half))
    same(ZECKENDORF, conj((half, at_most(x, y))), 12)
