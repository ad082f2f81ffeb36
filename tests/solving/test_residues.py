r"""Remainders by an unknown divisor in terms of residues: what is true of numbers is true of their residues."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeAlias

import pytest
import z3  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.logic.arithmetic import add, atom, choose, divide, multiply, number, remainder, scale, subtract
from bouton.core.logic.expression import Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, different, disj, equal, less, negate
from bouton.core.logic.problem import Assertion, ForAll, Problem
from bouton.core.logic.smtlib import smtlib
from bouton.core.logic.substitution import Evaluation, replace
from bouton.core.logic.walk import unknowns
from bouton.solving.instances import instantiated
from bouton.solving.residues import ResidueUnknowns, Writer, multiple, reduced

Point: TypeAlias = dict[Unknown, int]
MadeInteger: TypeAlias = tuple[Linear, Callable[[Point], int]]
MadeFormula: TypeAlias = tuple[Formula, Callable[[Point], bool]]

K = unknown("k.N", 2)
N = unknown("n.N", 0)
M = unknown("m.N", 1)
X = unknown("x.1", 1, chain="x", rank=1)
Y = unknown("x.2", 1, chain="x", rank=2)
FREE = unknown("free")
FEW = unknown("few", -2, 3)
T = unknown("T$1", local=True)
U = unknown("U$2", local=True)
BOUND = (T, U)
SIZE = add(atom(K), number(1))
ZERO, ONE = number(0), number(1)


def truncated(left: int, right: int) -> tuple[int, int]:
    quotient = int(left / right)
    return quotient, left - quotient * right


@st.composite
def points(draw: st.DrawFn) -> Point:
    """Values that keep the unknowns' bounds and order."""
    sizes = sorted(draw(st.lists(st.integers(1, 40), min_size=2, max_size=2)))
    numbers = st.integers(-40, 40)
    return {
        K: draw(st.integers(2, 7)),
        N: draw(st.integers(0, 40)),
        M: draw(st.integers(1, 9)),
        X: sizes[0],
        Y: sizes[1],
        FREE: draw(numbers),
        FEW: draw(st.integers(-2, 3)),
        T: draw(st.integers(-3, 15)),
        U: draw(numbers),
    }


DIVISORS: list[MadeInteger] = [
    (SIZE, lambda v: v[K] + 1),
    (atom(K), lambda v: v[K]),
    (add(scale(3, atom(K)), number(-1)), lambda v: 3 * v[K] - 1),
    (add(atom(M), atom(K)), lambda v: v[M] + v[K]),
    (atom(M), lambda v: v[M]),
    (choose(at_most(atom(M), atom(K)), SIZE, atom(M)), lambda v: v[K] + 1 if v[M] <= v[K] else v[M]),
]


def _of(one: Unknown) -> MadeInteger:
    return atom(one), lambda point: point[one]


def _number(value: int) -> MadeInteger:
    return number(value), lambda _: value


def remainders(depth: int, over: tuple[Unknown, ...]) -> st.SearchStrategy[MadeInteger]:
    """Remainders by what is unknown."""
    return st.tuples(integers(depth - 1, over), st.sampled_from(DIVISORS)).map(
        lambda p: (remainder(p[0][0], p[1][0]), lambda v: truncated(p[0][1](v), p[1][1](v))[1])
    )


@cache
def integers(depth: int, over: tuple[Unknown, ...]) -> st.SearchStrategy[MadeInteger]:
    """Integer expressions, remainders by what is unknown and by numbers among them."""
    leaves = st.one_of(st.sampled_from(over).map(_of), st.integers(-9, 9).map(_number))
    if depth == 0:
        return leaves
    inner = integers(depth - 1, over)
    pairs = st.tuples(inner, inner)
    few = st.tuples(inner, st.sampled_from([-3, 2, 4]))
    return st.one_of(
        leaves,
        remainders(depth, over),
        remainders(depth, over),
        pairs.map(lambda p: (add(p[0][0], p[1][0]), lambda v: p[0][1](v) + p[1][1](v))),
        pairs.map(lambda p: (subtract(p[0][0], p[1][0]), lambda v: p[0][1](v) - p[1][1](v))),
        few.map(lambda p: (scale(p[1], p[0][0]), lambda v: p[1] * p[0][1](v))),
        few.map(lambda p: (divide(p[0][0], number(p[1])), lambda v: truncated(p[0][1](v), p[1])[0])),
        few.map(lambda p: (remainder(p[0][0], number(p[1])), lambda v: truncated(p[0][1](v), p[1])[1])),
        st.tuples(formulas(depth - 1, over), inner, inner).map(
            lambda p: (choose(p[0][0], p[1][0], p[2][0]), lambda v: p[1][1](v) if p[0][1](v) else p[2][1](v))
        ),
    )


@cache
def formulas(depth: int, over: tuple[Unknown, ...]) -> st.SearchStrategy[MadeFormula]:
    """Formulas over them."""
    pairs = st.tuples(integers(depth, over), integers(max(0, depth - 1), over))
    leaves = st.one_of(
        pairs.map(lambda p: (at_most(p[0][0], p[1][0]), lambda v: p[0][1](v) <= p[1][1](v))),
        pairs.map(lambda p: (equal(p[0][0], p[1][0]), lambda v: p[0][1](v) == p[1][1](v))),
        pairs.map(lambda p: (different(p[0][0], p[1][0]), lambda v: p[0][1](v) != p[1][1](v))),
    )
    if depth == 0:
        return leaves
    several = st.lists(leaves, min_size=1, max_size=3)
    return st.one_of(
        leaves,
        several.map(lambda all_: (conj(p[0] for p in all_), lambda v: all(p[1](v) for p in all_))),
        several.map(lambda all_: (disj(p[0] for p in all_), lambda v: any(p[1](v) for p in all_))),
    )


def completed(known: ResidueUnknowns, point: Point) -> Point:
    """The point with the true residues."""
    values = dict(point)
    waiting = {rest: (value, divisor) for divisor, those in known.residues.items() for value, rest in those.items()}
    while waiting:
        for rest, (value, divisor) in list(waiting.items()):
            if unknowns(value, divisor).keys() <= values.keys():
                evaluation = Evaluation(values)
                values[rest] = evaluation(value) % evaluation(divisor)
                assert rest.low == 0
                del waiting[rest]
    return values


FREELY = (K, N, M, X, Y, FREE, FEW)


@settings(max_examples=150)
@given(formulas(3, FREELY), points())
def test_what_holds_of_numbers_holds_of_their_residues(made: MadeFormula, point: Point) -> None:
    formula, value = made
    known = ResidueUnknowns()
    rewritten = Writer(known).formula(formula)
    links = list(known.links())
    evaluation = Evaluation(completed(known, point))
    assert evaluation(rewritten) is value(point)
    for link in links:
        assert evaluation(link), link
    assert Problem("p", "", (rewritten, *links)).logic == "QF_LIA"


@settings(max_examples=300)
@given(remainders(3, FREELY), points())
def test_remainders_are_those_of_numbers(made: MadeInteger, point: Point) -> None:
    value, truth = made
    known = ResidueUnknowns()
    rewritten = Writer(known).linear(value)
    assert Evaluation(completed(known, point))(rewritten) == truth(point)


@settings(max_examples=200)
@given(formulas(3, (*FREELY, *BOUND)), points())
def test_an_instance_of_a_quantifier_says_no_more_than_the_true_one(made: MadeFormula, point: Point) -> None:
    formula, value = made
    known = ResidueUnknowns()
    writer = Writer(known, BOUND)
    rewritten = writer.assertion(ForAll(BOUND, formula))
    body = rewritten.formula if isinstance(rewritten, ForAll) else rewritten
    bound = rewritten.bound if isinstance(rewritten, ForAll) else ()
    assert set(bound) == set(BOUND) & unknowns(body).keys()
    assert not any(set(BOUND) & unknowns(link).keys() for link in known.links())
    evaluation = Evaluation(completed(known, point))
    within = all(evaluation(guard) for guard in writer.guards)
    assert evaluation(body) is (not within or value(point))


@settings(max_examples=300)
@given(remainders(2, (K, N, M, FREE, *BOUND, *BOUND)), points())
def test_remainders_of_what_is_bound_are_true_ones(made: MadeInteger, point: Point) -> None:
    value, truth = made
    known = ResidueUnknowns()
    writer = Writer(known, BOUND)
    rewritten = writer.linear(value)
    evaluation = Evaluation(completed(known, point))
    if all(evaluation(guard) for guard in writer.guards):
        assert evaluation(rewritten) == truth(point)


@given(st.integers(-60, 60), st.integers(1, 9))
def test_multiples(value: int, divisor: int) -> None:
    says = multiple(atom(FREE), atom(M))
    if value % divisor == 0:
        assert Evaluation({FREE: value, M: divisor})(says)
        assert Evaluation({FREE: abs(value), M: divisor})(multiple(atom(FREE), atom(M), natural=True))
    elif abs(value) < 2 * divisor:
        assert not Evaluation({FREE: value, M: divisor})(says)


def answer(problem: Problem) -> str:
    solver = z3.SolverFor("LIA") if problem.quantified else z3.Solver()
    solver.set("timeout", 600_000)
    solver.add(z3.parse_smt2_string(smtlib(problem)))
    return str(solver.check())


def problem(*assertions: Assertion) -> Problem:
    return Problem("p", "it holds", assertions)


def linear(one: Problem) -> Problem:
    found = reduced(one)
    assert found is not None
    assert found.logic in ("QF_LIA", "LIA")
    assert one.quantified or not found.quantified
    return found


def rest(value: Linear) -> Linear:
    return remainder(value, SIZE)


n, m, k = atom(N), atom(M), atom(K)
TRUE_OF_ALL = {
    "a successor leaves another remainder": negate(equal(rest(add(n, ONE)), rest(n))),
    "a step below the divisor too": disj((less(k, m), negate(equal(rest(add(n, m)), rest(n))))),
    "a number less its remainder is a multiple": equal(rest(subtract(n, rest(n))), ZERO),
    "a remainder of a remainder": equal(rest(rest(n)), rest(n)),
    "a remainder is a remainder": conj((at_most(ZERO, rest(n)), at_most(rest(n), k))),
    "the divisor goes": equal(rest(add(n, scale(2, SIZE))), rest(n)),
    "the constant goes": equal(rest(add(n, k, ONE)), rest(n)),
    "five is a multiple of five": disj((negate(equal(k, number(4))), equal(rest(number(5)), ZERO))),
    "five leaves two": disj((negate(equal(k, number(2))), equal(rest(number(5)), number(2)))),
    "what is negative": equal(rest(number(-5)), scale(-1, rest(number(5)))),
    "what is near and leaves the same remainder is the same": disj(
        (negate(equal(rest(n), rest(m))), less(add(m, k), n), less(n, m), equal(n, m))
    ),
    "a sum of two": disj((negate(equal(rest(n), ZERO)), equal(rest(add(n, m)), rest(m)))),
    "twice": disj((negate(equal(rest(n), ZERO)), equal(rest(scale(2, n)), ZERO))),
    "a case distinction": disj(
        (negate(conj((equal(rest(n), ZERO), equal(rest(m), ZERO)))), equal(rest(choose(less(n, m), n, m)), ZERO))
    ),
    "a negative dividend": disj((negate(equal(rest(n), ONE)), equal(rest(scale(-1, n)), number(-1)))),
}


@pytest.mark.parametrize("said", TRUE_OF_ALL)
def test_what_is_true_is_proved(said: str) -> None:
    assert answer(linear(problem(negate(TRUE_OF_ALL[said])))) == "unsat"


FALSE_OF_SOME = {
    "a successor leaves 0": equal(rest(add(n, ONE)), ZERO),
    "a step of the divisor leaves another": disj((less(add(k, ONE), m), negate(equal(rest(add(n, m)), rest(n))))),
    "five is no multiple": less(ZERO, rest(number(5))),
    "what leaves the same remainder is the same": disj((negate(equal(rest(n), rest(m))), equal(n, m))),
}


@pytest.mark.parametrize("said", FALSE_OF_SOME)
def test_what_is_false_is_not_proved(said: str) -> None:
    assert answer(linear(problem(negate(FALSE_OF_SOME[said])))) == "sat"


def reach(wanted: int, most: Linear) -> Problem:
    """Negated: from a pile that leaves another remainder, taking 1..most leaves one with the wanted remainder."""
    taken = atom(T)
    legal = conj((at_most(ONE, taken), at_most(taken, most), at_most(taken, n)))
    return problem(
        less(number(wanted), n),
        negate(equal(rest(n), number(wanted))),
        ForAll((T,), negate(conj((legal, equal(rest(subtract(n, taken)), number(wanted)))))),
    )


@pytest.mark.parametrize("wanted", [0, 1, 2])
@pytest.mark.sample(3)
def test_a_winning_move_is_found(wanted: int) -> None:
    one = reach(wanted, k)
    assert answer(linear(one)) == "unsat"
    assert answer(linear(instantiated(one))) == "unsat"


def test_no_winning_move_is_not_made_up() -> None:
    for one in (reach(0, subtract(k, ONE)), reach(3, k)):  # 3 is not a remainder where k is 2
        assert answer(linear(one)) == "sat"
        assert answer(linear(instantiated(one))) == "sat"


def test_of_bound_numbers_only_the_true_residues_are_spoken_of() -> None:
    # true: 2k+2 and every other multiple leaves 0; a spurious residue of T would refute it
    multiples = disj((less(atom(T), ZERO), at_most(rest(atom(T)), k)))
    assert answer(linear(problem(equal(rest(n), ONE), ForAll((T,), multiples)))) == "sat"


def test_several_divisors() -> None:
    other = add(scale(2, m), number(3))
    both = conj((equal(rest(n), ZERO), equal(remainder(n, other), ZERO)))
    after = conj((equal(rest(add(n, ONE)), ONE), equal(remainder(add(n, ONE), other), ONE)))
    assert answer(linear(problem(both, negate(after)))) == "unsat"
    assert answer(linear(problem(both, after))) == "sat"


@pytest.mark.parametrize(
    "formula",
    [
        less(n, m),
        equal(remainder(n, number(3)), ONE),
        equal(add(rest(n), multiply(n, m)), ONE),
        equal(divide(n, SIZE), ONE),
        equal(add(rest(n), divide(n, SIZE)), ONE),
        equal(remainder(n, atom(FREE)), ONE),
        equal(remainder(m, n), ONE),  # n may be 0
        equal(add(rest(n), remainder(m, n)), ONE),
    ],
)
def test_what_is_linear_or_not_covered(formula: Formula) -> None:
    assert reduced(problem(formula)) is None


def test_bounds_of_bound_unknowns_are_not_covered() -> None:
    few = unknown("few$3", 0, 4, local=True)
    assert reduced(problem(ForAll((few,), equal(rest(add(n, atom(few))), ZERO)))) is None


def test_names_are_new() -> None:
    made = linear(problem(equal(rest(add(n, m)), remainder(atom(FREE), atom(M)))))
    names = [one.name for one in made.free]
    assert len(set(names)) == len(names) > 4
    assert {"n.N", "m.N", "k.N", "free"} <= set(names)


def test_what_is_made_of_the_assertions_comes_last() -> None:
    first, second = equal(rest(n), ONE), less(m, n)
    made = linear(problem(first, second)).assertions
    assert len(made) > 2
    assert made[-2:] == (equal(atom(ResidueUnknowns().residue(n, SIZE)), ONE), second)


def random_problems(seed: int) -> Iterator[Problem]:
    """Problems of a few dividends with one divisor, and a quantifier in every other one."""
    source = random.Random(seed)
    for at in range(16):
        parts = [
            _compared(source, [n, m, k, ONE, number(3), *([atom(T)] if at % 2 and part else [])]) for part in range(3)
        ]
        if at % 2:
            moves = conj((at_most(ONE, atom(T)), at_most(atom(T), k), *parts[1:]))
            yield problem(parts[0], ForAll((T,), negate(moves)))
        else:
            yield problem(*parts)


def _compared(source: random.Random, over: list[Linear]) -> Formula:
    one, other, third = (source.choice(over) for _ in range(3))
    dividend = add(one, scale(source.choice([-1, 1, 2]), other))
    compare = source.choice([equal, at_most, different])
    return compare(rest(dividend), add(third, number(source.randint(-1, 1))))


def holds(one: Problem, point: Point) -> bool:
    """Whether it holds; what is bound matters from 1 to k alone."""
    for assertion in one.assertions:
        if isinstance(assertion, ForAll):
            instances = [replace({T: number(value)}, assertion.formula) for value in range(1, point[K] + 1)]
        else:
            instances = [assertion]
        if not all(Evaluation(point)(instance) for instance in instances):
            return False
    return True


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.sample(4)
def test_what_has_a_model_is_never_refuted(seed: int) -> None:
    ends = {"unsat": 0, "sat": 0, "unknown": 0}
    for one in random_problems(seed):
        box = itertools.product(range(2, 6), range(12), range(1, 9))
        model = any(holds(one, {K: a, N: b, M: c}) for a, b, c in box)
        for made in (reduced(one), reduced(instantiated(one))):
            if made is not None:
                said = answer(made)
                assert not (model and said == "unsat"), one
                ends[said] += 1
    assert ends["unsat"] > 1
    assert ends["sat"] > 3
