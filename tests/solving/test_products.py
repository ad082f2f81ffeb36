r"""The linear problem that a nonlinear one is made into: whatever satisfies the one satisfies the other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import prod

import pytest
import z3  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.logic.arithmetic import add, atom, choose, divide, multiply, number, remainder, scale, subtract
from bouton.core.logic.expression import Formula, Linear, unknown
from bouton.core.logic.formulas import at_most, conj, equal, less, negate
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.smtlib import smtlib
from bouton.core.logic.substitution import Evaluation
from bouton.core.logic.walk import unknowns
from bouton.solving.instances import instantiated
from bouton.solving.products import ProductWriter, linearised, signs
from tests.reading.made import FEW, FREE, MadeFormula, Point, X, Y, Z, formulas, points
from tests.samples import small_or_whole

N = unknown("n.N", 1)
M = unknown("m.N", 1)
P = unknown("pile.N", 0)
T = unknown("T$1", local=True)
LEFT, RIGHT, BOTH = unknown("left"), unknown("right"), unknown("both")


def truncated(left: int, right: int) -> tuple[int, int]:
    quotient = int(left / right)
    return quotient, left - quotient * right


def completed(writer: ProductWriter, point: Point) -> Point:
    """The point with the values of what the writer has made up."""
    values = dict(point)
    while True:
        known = len(values)
        for monomial, name in writer.products.items():
            parts = [value_of(atom(part), values) for part in monomial]
            if all(part is not None for part in parts):
                values[name] = prod(part for part in parts if part is not None)
        for name, whole in writer.wholes.values():
            terms = [
                (coefficient, [value_of(atom(part), values) for part in monomial])
                for monomial, coefficient in whole.items()
            ]
            if all(part is not None for _, several in terms for part in several):
                values[name] = sum(c * prod(part for part in several if part is not None) for c, several in terms)
        for division in writer.divisions.values():
            left, right = value_of(division.dividend, values), value_of(division.divisor, values)
            if left is not None and right is not None:
                pair = truncated(left, right) if right else (0, 0)
                values[division.quotient], values[division.rest] = pair
        for half, (square, root) in writer.halves.items():
            above = value_of(subtract(atom(square), atom(root)), values)
            if above is not None:
                assert above % 2 == 0
                values[half] = above // 2
        if len(values) == known:
            return values


def value_of(value: Linear, values: Point) -> int | None:
    return Evaluation(values)(value) if unknowns(value).keys() <= values.keys() else None


def within(values: Point) -> bool:
    """Whether each unknown keeps its own bounds."""
    return all(
        (one.low is None or one.low <= value) and (one.high is None or value <= one.high)
        for one, value in values.items()
    )


@settings(max_examples=300)
@given(formulas(), points())
def test_what_holds_of_numbers_holds_of_the_linear_problem(made: MadeFormula, point: Point) -> None:
    formula, value = made
    writer = ProductWriter()
    rewritten = writer.formula(formula)
    lemmas = writer.lemmas()
    values = completed(writer, point)
    assert within(values)
    evaluation = Evaluation(values)
    assert evaluation(rewritten) is value(point)
    for lemma in lemmas:
        assert evaluation(lemma), lemma


def expressions(depth: int) -> st.SearchStrategy[Linear]:
    """Expressions with division by anything, 0 included."""
    leaves = st.one_of(st.sampled_from([X, Y, Z, FEW, FREE]).map(atom), st.integers(-4, 4).map(number))
    if depth == 0:
        return leaves
    inner = expressions(depth - 1)
    pairs = st.tuples(inner, inner)
    return st.one_of(
        leaves,
        pairs.map(lambda p: add(*p)),
        pairs.map(lambda p: multiply(*p)),
        pairs.filter(lambda p: p[1].number != 0).map(lambda p: divide(*p)),
        pairs.filter(lambda p: p[1].number != 0).map(lambda p: remainder(*p)),
    )


@pytest.mark.parametrize("examples", small_or_whole(30, 300))
def test_every_lemma_holds_whatever_is_divided_by(examples: int) -> None:
    @given(expressions(3), expressions(3), points())
    @settings(max_examples=examples)
    def hold(one: Linear, other: Linear, point: Point) -> None:
        formula = at_most(one, other)
        writer = ProductWriter()
        rewritten = writer.formula(formula)
        lemmas = writer.lemmas()
        values = completed(writer, point)
        assert within(values)
        evaluation = Evaluation(values)
        assert evaluation(rewritten) is Evaluation(point)(formula)
        for lemma in lemmas:
            assert evaluation(lemma), lemma

    hold()


@given(st.integers(-50, 50), st.integers(-50, 50))
def test_signs(left: int, right: int) -> None:
    for lemma in signs(atom(LEFT), atom(RIGHT), atom(BOTH)):
        assert Evaluation({LEFT: left, RIGHT: right, BOTH: left * right})(lemma)


def test_signs_say_something() -> None:
    wrong = [(2, 3, -6), (2, -3, 6), (-2, -3, -6), (-2, 3, 6), (0, 5, 1), (5, 0, -1)]
    for left, right, product in wrong:
        values = {LEFT: left, RIGHT: right, BOTH: product}
        assert not all(Evaluation(values)(lemma) for lemma in signs(atom(LEFT), atom(RIGHT), atom(BOTH)))


def answer(problem: Problem) -> str:
    solver = z3.Solver()
    solver.set("timeout", 600_000)
    solver.add(z3.parse_smt2_string(smtlib(problem)))
    return str(solver.check())


def problem(*assertions: Formula | ForAll) -> Problem:
    return Problem("p", "it holds", assertions)


def linear(one: Problem) -> Problem:
    found = linearised(one)
    assert found is not None
    assert found.logic == "QF_LIA"
    return found


def test_a_linear_problem_is_left_alone() -> None:
    assert linearised(problem(less(atom(P), atom(M)))) is None


def divisor(extra: int = 2) -> Linear:
    return add(scale(3, atom(N)), number(extra))


def round_problem(shift: int) -> Problem:
    """Negated: (j-1)*D < N <= j*(n+1) + (j-1)*2n + shift implies ((N-1) \\ D) + ((N-1) / D) <= n."""
    j = atom(unknown("j.N", 1))
    less_one = subtract(j, number(1))
    total = subtract(atom(P), number(1))
    low = less(multiply(less_one, divisor()), atom(P))
    upper = add(multiply(j, add(atom(N), number(1))), multiply(less_one, scale(2, atom(N))), number(shift))
    holds = at_most(add(divide(total, divisor()), remainder(total, divisor())), atom(N))
    ends = at_most(j, add(atom(N), number(1)))
    return problem(low, at_most(atom(P), upper), ends, less(number(0), atom(P)), negate(holds))


def test_the_rounds_of_survivor_nim() -> None:
    assert answer(linear(round_problem(0))) == "unsat"
    assert answer(linear(round_problem(1))) == "sat"  # which says nothing, but must not be unsat


def reach(rest: int, wanted: int) -> Problem:
    """Negated: from a pile that leaves another remainder, some move of 1..m leaves a pile with `rest`."""
    size = add(atom(M), number(1))
    moved = remainder(subtract(atom(P), atom(T)), size)
    legal = conj((at_most(number(1), atom(T)), at_most(atom(T), atom(M)), at_most(atom(T), atom(P))))
    here = remainder(atom(P), size)
    return problem(
        less(number(wanted), atom(P)),
        negate(equal(here, number(rest))),
        ForAll((T,), negate(conj((legal, equal(moved, number(wanted)))))),
    )


@pytest.mark.parametrize("rest", [0, 1])
@pytest.mark.sample(2)
def test_a_winning_move_is_found(rest: int) -> None:
    one = reach(rest, rest)
    assert one.logic == "NIA"
    assert not instantiated(one).quantified
    assert answer(linear(one)) == "unsat"


def test_no_winning_move_is_not_made_up() -> None:
    assert answer(linear(reach(1, 0))) == "sat"


def random_problems(seed: int) -> Iterator[tuple[Problem, list[Point]]]:
    """Problems with all their models in a box."""
    source = random.Random(seed)
    terms = [atom(N), atom(M), atom(P), number(1), number(2)]
    for _ in range(25):
        few = [source.choice(terms) for _ in range(6)]
        one = add(multiply(few[0], few[1]), scale(source.choice([-1, 1]), few[2]))
        other = add(source.choice([divide, remainder])(few[3], add(few[4], few[0])), few[5])
        formula = conj((source.choice([equal, less, at_most])(one, other), at_most(atom(P), number(9))))
        small = conj((formula, at_most(atom(N), number(4)), at_most(atom(M), number(4))))
        found = [
            {N: n, M: m, P: p}
            for n in range(1, 5)
            for m in range(1, 5)
            for p in range(10)
            if Evaluation({N: n, M: m, P: p})(small)
        ]
        yield problem(small), found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.sample(2)
def test_what_has_a_model_is_never_refuted(seed: int) -> None:
    checked = 0
    for one, models in random_problems(seed):
        made = linearised(one)
        if made is not None and models:
            checked += 1
            assert answer(made) == "sat"
    assert checked > 3


def test_names_are_new() -> None:
    made = linear(round_problem(0))
    names = [one.name for one in made.free]
    assert len(set(names)) == len(names)
    assert {"n.N", "pile.N", "j.N"} <= set(names)


def test_instances_are_over_what_is_not_bound() -> None:
    made = instantiated(reach(0, 0))
    assert all(T not in unknowns(part) for part in made.assertions if isinstance(part, Formula))


def test_a_square_and_its_root_are_odd_together() -> None:
    value = add(multiply(atom(N), atom(N)), atom(N))
    assert answer(linear(problem(negate(equal(remainder(value, number(2)), number(0)))))) == "unsat"


def one_round_on(rounds: int) -> Problem:
    """Negated: with n*m + n more in the dividend the quotient by n*m + n is so much greater."""
    size = add(multiply(atom(N), atom(M)), atom(N))
    quotients = divide(add(atom(P), size), size), divide(atom(P), size)
    return problem(negate(equal(quotients[0], add(quotients[1], number(rounds)))))


def test_quotients_by_a_sum_of_products_are_compared() -> None:
    assert answer(linear(one_round_on(1))) == "unsat"
    assert answer(linear(one_round_on(2))) == "sat"


def test_a_case_distinction_is_multiplied_in_each_case() -> None:
    case = choose(at_most(atom(P), atom(M)), atom(N), add(atom(N), number(1)))
    product = multiply(atom(N), atom(M))
    split = choose(at_most(atom(P), atom(M)), product, add(product, atom(M)))
    assert answer(linear(problem(negate(equal(multiply(case, atom(M)), split))))) == "unsat"


def test_few_instances_are_taken() -> None:
    made = instantiated(reach(0, 0))
    assert 0 < made.instances < 5
    assert len(made.assertions) == 2 + made.instances


@pytest.mark.parametrize("modulus", [2, 3, 5])
def test_a_divisor_of_what_the_modulus_does_not_divide_is_no_multiple_of_it(modulus: int) -> None:
    divides = equal(remainder(atom(N), atom(M)), number(0))
    rest = remainder(atom(N), number(modulus))
    whole = equal(remainder(atom(M), number(modulus)), number(0))
    assert answer(linear(problem(divides, negate(equal(rest, number(0))), whole))) == "unsat"
    assert answer(linear(problem(divides, equal(rest, number(0)), whole))) == "sat"
    assert answer(linear(problem(divides, equal(rest, number(0)), negate(whole)))) == "sat"


@pytest.mark.parametrize(("apart", "wanted"), [(0, "unsat"), (1, "sat")])
def test_multiples_of_what_is_compared_compare_alike(apart: int, wanted: str) -> None:
    """Negated: pile < x + n*m + apart implies k*pile < k*x + k*n*m, for k > 0; sums of three monomials."""
    k, x = atom(unknown("k.N", 1)), atom(unknown("x.N", 0))
    product = multiply(atom(N), atom(M))
    below = less(atom(P), add(x, product, number(apart)))
    multiples = less(multiply(k, atom(P)), add(multiply(k, x), multiply(k, product)))
    assert answer(linear(problem(below, negate(multiples)))) == wanted
