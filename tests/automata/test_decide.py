"""Formulas about digits, compiled to automata, against their values at numbers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.automata import linear as relations
from bouton.automata.automaton import Automaton, Track
from bouton.automata.compile import Compiler
from bouton.automata.decide import Automata, decided
from bouton.automata.drawn import held
from bouton.core.errors import Disagreement, Unreadable
from bouton.core.logic.arithmetic import (
    add,
    atom,
    choose,
    digit,
    divide,
    exclusive,
    multiply,
    number,
    places,
    remainder,
    scale,
    subtract,
)
from bouton.core.logic.elimination import about_digits, exists, quantified
from bouton.core.logic.expression import FALSE, Formula, Linear, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less, negate
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.substitution import Evaluation
from bouton.core.numeration import BINARY, ZECKENDORF, Numeration
from tests.automata.test_automaton import SYSTEMS as MORE

SYSTEMS = [BINARY, Numeration("base", 3), ZECKENDORF, Numeration("ostrowski", 2), MORE[3]]
X, Y = unknown("x", 0), unknown("y", 0)
D, J, K = (unknown(f"{name}$1", local=True) for name in "DJK")
x, y, d, j, k = map(atom, (X, Y, D, J, K))


def at_place(system: Numeration, of: Linear, place: Linear, value: int) -> Formula:
    """What `zeckendorf(N,J,D)` says."""
    there = (at_most(number(0), of), at_most(number(0), place), less(place, places(system, of)))
    return conj((*there, equal(digit(system, of, place), number(value))))


def check(system: Numeration, formula: Formula, most: int = 13) -> None:
    compiler = Compiler(system)
    compiler.declare(compiler.places_among([X, Y], formula))
    found = compiler.formula(formula)
    for a, b in itertools.product([*range(most), 33, 34, 55], repeat=2):
        words = {compiler.track(one).name: system.digits(value) for one, value in ((X, a), (Y, b))}
        assert found.accepts(words) is Evaluation({X: a, Y: b})(formula), (a, b)


numbers = st.sampled_from(
    [x, y, subtract(x, y), add(x, y), add(x, number(1)), subtract(y, number(2)), d, subtract(x, d)]
)
shifts = st.integers(-1, 2)


@st.composite
def literals(draw: st.DrawFn, system: Numeration, bound: tuple[Linear, ...]) -> Formula:
    """A literal about x, y and what is bound."""
    own = numbers.filter(lambda one: d in bound or not {D} & {part for part, _ in one.terms})
    left, right = draw(own), draw(own)
    kind = draw(st.integers(0, 5))
    if kind == 0 and j in bound:
        where = add(j, number(draw(shifts)))
        return at_place(system, left, where, draw(st.integers(0, system.largest)))
    if kind == 1 and k in bound:
        return draw(st.sampled_from([less(k, j), equal(k, add(j, number(draw(shifts)))), at_most(j, k)]))
    if kind == 2 and j in bound:
        return equal(remainder(j, number(2)), number(draw(st.integers(0, 1))))
    if kind == 3:
        return equal(remainder(left, number(3)), number(draw(st.integers(0, 2))))
    if kind == 4:
        return at_most(divide(left, number(2)), right)
    if kind == 5:
        return less(choose(at_most(x, y), left, right), number(draw(st.integers(0, 9))))
    return draw(st.sampled_from([at_most(left, right), equal(left, right), less(left, add(right, number(2)))]))


@st.composite
def formulas(draw: st.DrawFn, system: Numeration) -> Formula:
    """Quantifiers over places of x and y and over a number below x, with literals."""

    def some(bound: tuple[Linear, ...], size: int) -> Formula:
        found = [draw(literals(system, bound)) for _ in range(size)]
        found = [negate(one) if draw(st.booleans()) else one for one in found]
        return disj(found) if draw(st.booleans()) else conj(found)

    inner = conj((at_most(number(0), k), less(k, places(system, x)), some((j, k), 2)))
    middle = conj((at_most(number(0), j), less(j, places(system, draw(st.sampled_from([x, y])))), some((j,), 2)))
    by_place = quantified(
        J, conj((middle, negate(quantified(K, inner)) if draw(st.booleans()) else quantified(K, inner)))
    )
    by_number = quantified(D, conj((at_most(number(0), d), less(d, x), some((d,), 2))))
    parts = [by_place, by_number, some((), 1)]
    return disj(parts[:2]) if draw(st.booleans()) else conj([negate(parts[0]), *parts[1:]])


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
@pytest.mark.sample(3)
def test_random_formulas(system: Numeration, data: st.DataObject) -> None:
    check(system, data.draw(formulas(system)), 9)


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
@pytest.mark.sample(2)
def test_digits_of_sums_and_differences(system: Numeration) -> None:
    for of in (add(x, y), subtract(x, y), add(x, number(3)), number(12)):
        check(system, exists([J], conj((at_place(system, of, j, 1), equal(remainder(j, number(2)), number(0))))), 20)
        check(
            system,
            negate(exists([J], conj((at_place(system, of, add(j, number(1)), 1), at_place(system, x, j, 1))))),
            9,
        )
    check(system, less(places(system, x), places(system, y)), 20)
    check(system, equal(digit(system, x, number(2)), digit(system, y, number(0))), 20)


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
@pytest.mark.parametrize("divided", [remainder, divide])
def test_sums_of_digits_are_divided(system: Numeration, divided: Callable[[Linear, Linear], Linear]) -> None:
    both = add(digit(system, x, number(1)), digit(system, y, number(0)), number(1))
    check(system, equal(divided(both, number(2)), number(1)), 20)
    by_place = divided(subtract(digit(system, x, j), scale(2, digit(system, y, j))), number(3))
    there = conj((at_most(number(0), j), less(j, places(system, x))))
    check(system, exists([J], conj((there, equal(by_place, number(-1))))), 13)
    check(system, negate(exists([J], conj((there, at_most(number(1), by_place))))), 13)


@pytest.mark.parametrize("divided", [divide, remainder])
@pytest.mark.parametrize("system", SYSTEMS[:3])
def test_what_a_condition_on_digits_decides_is_divided(
    system: Numeration, divided: Callable[[Linear, Linear], Linear]
) -> None:
    """Also below zero, and where one choice stands in another."""
    some_one = exists([J], conj((at_place(system, x, j, 1), less(j, places(system, y)))))
    inner = choose(less(x, y), subtract(y, number(5)), digit(system, x, number(1)))
    chosen = choose(some_one, subtract(x, scale(2, digit(system, y, number(0)))), inner)
    check(system, equal(divided(chosen, number(3)), number(1)), 9)
    check(system, equal(divided(add(chosen, y), number(3)), number(-1)), 9)


def test_a_number_below_zero_has_no_digits() -> None:
    zero = equal(digit(BINARY, subtract(x, y), number(1)), number(0))
    check(BINARY, zero)
    check(BINARY, equal(places(BINARY, subtract(x, y)), number(0)))
    check(BINARY, exists([J], conj((at_most(number(0), j), at_most(j, number(3)),
        equal(digit(BINARY, x, subtract(j, number(2))), number(0)), at_place(BINARY, y, j, 1)))))  # fmt: skip


def test_the_shortest_word_is_the_model() -> None:
    twice = equal(x, add(y, y, number(1)))
    said = exists([J], conj((at_place(ZECKENDORF, y, j, 1), at_most(number(3), j))))
    problem = Problem("p", "", (twice, said))
    assert about_digits(problem)
    assert decided(problem) == {X: 11, Y: 5}
    assert decided(Problem("p", "", (twice, said, at_most(x, number(10))))) is None
    assert not about_digits(Problem("p", "", (twice,)))


def test_quantifiers_of_a_problem_and_orders_of_heaps() -> None:
    one, two = unknown("h.1", 1, chain="h", rank=1), unknown("h.2", 1, chain="h", rank=2)
    free = digit(BINARY, atom(one), j)
    none = ForAll((J,), disj((less(j, number(0)), equal(free, digit(BINARY, atom(two), j)))))
    assert decided(Problem("same", "", (none,))) == {one: 1, two: 1}
    assert decided(Problem("other", "", (none, less(atom(one), atom(two))))) is None
    high = equal(digit(BINARY, atom(one), number(2)), number(1))
    assert decided(Problem("order", "", (high, less(atom(two), number(4))))) is None


def test_what_is_quantified_keeps_its_range_below_zero() -> None:
    below = unknown("z", -7, -3, local=True)
    said = quantified(below, equal(x, scale(-1, atom(below))))
    assert {decided(Problem("p", "", (said, equal(x, number(at))))) is not None for at in range(3, 8)} == {True}
    assert {decided(Problem("p", "", (said, equal(x, number(at))))) for at in (0, 1, 2, 8)} == {None}


def test_an_unknown_that_is_a_place_is_told_as_one() -> None:
    place = unknown("j", 0)
    said = (at_place(ZECKENDORF, x, atom(place), 1), equal(remainder(atom(place), number(3)), number(2)))
    assert decided(Problem("p", "", (*said, less(number(2), atom(place))))) == {X: 13, place: 5}


def test_what_is_beyond_automata() -> None:
    for wrong, reason in (
        (equal(multiply(x, y), number(4)), "a product"),
        (exists([J], conj((at_place(BINARY, x, j, 1), less(j, y)))), "compared with a digit place"),
        (equal(digit(BINARY, x, number(0)), digit(ZECKENDORF, x, number(0))), "and in .*no automaton reads both"),
        (equal(remainder(x, number(41)), number(4)), "a division by 41"),
    ):
        with pytest.raises(Unreadable, match=reason):
            decided(Problem("p", "", (wrong,)))
    below = unknown("z")
    with pytest.raises(Unreadable, match="z may be negative"):
        decided(Problem("p", "", (equal(digit(BINARY, atom(below), number(0)), number(1)),)))


def test_no_value_where_no_quantifier_is_left() -> None:
    assert quantified(J, conj((at_place(BINARY, x, j, 1), at_place(BINARY, x, j, 0)))) is FALSE


def test_equal_quantifiers_are_one_formula() -> None:
    one, other = (unknown(f"J${at}", local=True) for at in (5, 7))
    said = [
        exists([at], conj((at_place(BINARY, x, atom(at), 1), at_place(BINARY, y, atom(at), 1)))) for at in (one, other)
    ]
    assert said[0] is said[1]


# ------------------------------------------------------------------------------------------------------- exclusive or


@st.composite
def operands(draw: st.DrawFn, *bound: Linear) -> Linear:
    """Numbers, sums and differences that may be negative, and exclusive ors of these."""
    plain = st.sampled_from([x, y, subtract(x, y), add(x, y), subtract(y, number(3)), number(5), number(-2), *bound])
    made = draw(plain)
    for _ in range(draw(st.integers(0, 2))):
        made = exclusive(made, draw(plain))
    return made


@st.composite
def exclusive_literals(draw: st.DrawFn, *bound: Linear) -> Formula:
    """What may be said of them."""
    left, right = draw(operands(*bound)), draw(operands(*bound))
    kind = draw(st.integers(0, 6))
    if kind == 0:
        return equal(remainder(left, number(3)), number(draw(st.integers(-1, 2))))
    if kind == 1:
        return less(choose(less(left, y), left, right), x)
    if kind == 2:
        return equal(digit(BINARY, left, number(draw(st.integers(0, 2)))), number(1))
    if kind == 3:
        return at_most(divide(add(x, y, scale(-1, exclusive(x, y))), number(2)), left)
    return draw(st.sampled_from([equal(left, right), less(left, right), negate(equal(left, right))]))


@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_random_formulas_with_exclusive_or(data: st.DataObject) -> None:
    first, second = data.draw(exclusive_literals()), data.draw(exclusive_literals(d))
    inside = conj((at_most(number(-2), d), less(d, x), second))
    some = quantified(D, inside)
    formula = data.draw(st.sampled_from([conj((first, some)), disj((first, negate(some))), some, first]))
    check(BINARY, formula, 9)


def test_exclusive_ors_that_are_equal() -> None:
    z = number(6)
    for formula in (
        equal(exclusive(x, y), z),
        negate(equal(exclusive(x, y), z)),
        equal(exclusive(x, z), y),
        equal(exclusive(x, y), exclusive(y, z)),
        equal(exclusive(x, y), number(-1)),
        equal(scale(2, exclusive(x, y)), add(x, y)),
        less(exclusive(x, y), x),
        equal(exclusive(subtract(x, y), number(1)), subtract(y, x)),
    ):
        check(BINARY, formula, 18)


def test_exclusive_or_and_digits_in_another_base() -> None:
    both = equal(exclusive(x, y), number(1)), equal(digit(ZECKENDORF, x, number(0)), number(0))
    with pytest.raises(Unreadable, match=r"base 2 and in Zeckendorf|Zeckendorf and in base 2"):
        decided(Problem("p", "", both))


def test_boutons_lemma() -> None:
    """What is below an exclusive or of two numbers is one of them with the other lowered, and 1 off it is not."""
    v, w = (atom(unknown(name, 0)) for name in "vw")
    below = less(v, exclusive(x, y))
    lemma = disj((less(exclusive(v, y), x), less(exclusive(v, x), y)))
    assert decided(Problem("lemma", "", (below, negate(lemma)))) is None
    assert decided(Problem("lemma", "", (less(v, add(exclusive(x, y), number(2))), negate(lemma)))) is not None
    assert decided(Problem("sum", "", (less(add(x, y), exclusive(x, y)),))) is None
    found = decided(
        Problem(
            "two",
            "",
            (
                equal(
                    exclusive(
                        x,
                        y,
                    ),
                    w,
                ),
                less(w, x),
                less(x, y),
                less(number(0), w),
            ),
        )
    )
    assert found is not None
    assert sorted(found.values()) == [1, 2, 3]


# ------------------------------------------------------------------------------------------ one problem after another

TERNARY = Numeration("base", 3)


@pytest.mark.parametrize("system", [BINARY, TERNARY, ZECKENDORF], ids=str)
def test_a_number_of_one_problem_is_a_place_of_the_next(system: Numeration) -> None:
    """What both problems say of y is one formula, which one takes for a number and the other for a digit place."""
    at_least_six = at_most(number(6), y)
    of_number = (at_least_six, less(y, x), equal(digit(system, x, number(0)), number(1)))
    of_place = (at_least_six, equal(digit(system, x, y), number(1)))
    alone = [decided(Problem("p", "", said)) for said in (of_number, of_place)]
    assert alone[1] == {X: system.value((0, 0, 0, 0, 0, 0, 1)), Y: 6}
    for first, second in ((0, 1), (1, 0)):
        decider = Automata()
        several = of_number, of_place
        assert decider.model(Problem("p", "", several[first])) == alone[first]
        assert decider.model(Problem("q", "", several[second])) == alone[second]


def test_what_is_compared_with_a_place_is_one() -> None:
    """Whichever of the two the formula speaks of first, and however many comparisons lie between."""
    one, two, three = (unknown(name, 0) for name in ("a", "k", "z"))
    j = atom(two)
    said = (
        at_place(BINARY, x, j, 1),
        less(atom(one), j),
        less(atom(three), atom(one)),
        at_most(number(1), atom(three)),
    )
    assert decided(Problem("p", "", said)) == {X: 8, one: 2, two: 3, three: 1}


def test_a_number_that_no_one_has_said_is_a_place_is_not_read_as_one() -> None:
    compiler = Compiler(TERNARY)
    with pytest.raises(Unreadable, match="a place that is compared as a number"):
        compiler.formula(equal(digit(TERNARY, x, y), number(1)))


# ------------------------------------------------------------------------------------------- words that are evaluated


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
@pytest.mark.sample(3)
def test_an_automaton_that_differs_far_out_is_told(system: Numeration) -> None:
    """It is that of another number, however far out: near it values are drawn."""
    for most in (3, 5000):
        compiler = Compiler(system)
        formula, other = less(x, number(most)), less(x, number(most + 1))
        assert held(compiler, formula, compiler.formula(formula), [X]) > 10
        with pytest.raises(Disagreement, match=f"accepts x = {most}"):
            held(compiler, formula, compiler.formula(other), [X])
        with pytest.raises(Disagreement, match=f"refuses x = {most}"):
            held(compiler, other, compiler.formula(formula), [X])


def test_what_changes_beyond_all_lengths_that_are_drawn_is_seen_to_change() -> None:
    """The shortest word that is accepted has 25 digits, and no number of the formula is near."""
    compiler = Compiler(BINARY)
    far = conj((at_place(BINARY, x, y, 1), equal(remainder(y, number(25)), number(24))))
    compiler.declare(compiler.places_among([X, Y], far))
    found = compiler.formula(far)
    assert found.least() is not None
    with pytest.raises(Disagreement, match="accepts x"):
        held(compiler, FALSE, found, [X, Y])


@pytest.mark.parametrize("system", SYSTEMS, ids=str)
@pytest.mark.sample(2)
@pytest.mark.long("tests 3")
def test_a_place_that_differs_is_told(system: Numeration) -> None:
    said = at_place(system, x, y, 1), at_most(number(6), y)
    one, other = conj((*said, at_most(y, number(11)))), conj((*said, at_most(y, number(12))))
    compiler = Compiler(system)
    compiler.declare(compiler.places_among([X, Y], conj((one, other))))
    assert held(compiler, one, compiler.formula(one), [X, Y]) > 20
    with pytest.raises(Disagreement, match="y = 12"):
        held(compiler, one, compiler.formula(other), [X, Y])


def test_parts_are_held_where_nothing_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A problem that nothing meets has the automaton of no words, whatever is wrong with one of its parts."""
    wrong = relations.linear

    def linear(
        system: Numeration, factors: Mapping[Track, int], constant: int, test: Callable[[int], bool]
    ) -> Automaton:
        return wrong(system, factors, constant + (constant == -17), test)

    problem = Problem(
        "p",
        "",
        (less(x, number(5)), equal(add(x, y), number(17)), at_place(BINARY, y, number(1), 1), at_most(number(20), y)),
    )
    assert decided(problem) is None
    monkeypatch.setattr(relations, "linear", linear)
    with pytest.raises(Disagreement):
        decided(problem)


def test_what_has_no_bounds_or_many_values_is_not_evaluated() -> None:
    compiler = Compiler(BINARY)
    unbounded = quantified(D, conj((less(x, scale(2, d)), equal(digit(BINARY, d, number(0)), number(1)))))
    assert held(compiler, unbounded, compiler.formula(FALSE), [X]) == 0
    alike = equal(digit(BINARY, d, number(0)), digit(BINARY, add(d, number(1)), number(0)))
    many = quantified(D, conj((at_most(x, d), at_most(d, number(5000)), alike)))
    assert held(compiler, many, compiler.formula(many), [X]) == 0
