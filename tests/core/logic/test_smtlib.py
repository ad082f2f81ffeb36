"""The exported text: standard, commented, and with the meaning of the formula it was printed from."""

from __future__ import annotations

import re

import pytest
import z3  # type: ignore[import-untyped]
from hypothesis import given

from bouton.core.logic.arithmetic import add, atom, choose, divide, multiply, number, remainder, scale, subtract
from bouton.core.logic.expression import FALSE, TRUE, Formula, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less, negate
from bouton.core.logic.problem import ForAll, Problem, settled
from bouton.core.logic.smtlib import smtlib, symbols
from tests.reading.made import FEW, FREE, MadeFormula, Point, X, Y, Z, formulas, points

T = unknown("T$7", local=True)


def problem(*assertions: Formula | ForAll) -> Problem:
    return Problem("independence", "no move joins two members", assertions)


def answer(text: str, **values: int) -> str:
    """What z3 says of a text, with some unknowns fixed."""
    solver = z3.Solver()
    solver.add(z3.parse_smt2_string(text))
    for name, value in values.items():
        solver.add(z3.Int(name) == value)
    return str(solver.check())


def test_a_text_as_a_whole() -> None:
    x, y, t = atom(X), atom(Y), atom(T)
    none = ForAll((T,), negate(conj((at_most(number(0), t), less(t, x), equal(remainder(t, number(2)), number(1))))))
    text = smtlib(problem(less(x, y), none), "Nim, theorem-1", "A position is ...")
    assert text == "\n".join(
        [
            "; Nim, theorem-1",
            "; A position is ...",
            "; unsat means: no move joins two members",
            "(set-logic LIA)",
            "(declare-const x.1 Int)",
            "(declare-const x.2 Int)",
            "(assert (<= 1 x.1))",
            "(assert (<= 1 x.2))",
            "(assert (<= x.1 x.2))",
            "(assert (<= (+ x.1 1) x.2))",
            *[line for line in text.splitlines() if "forall" in line],
            "(check-sat)",
            "",
        ]
    )
    assert "(forall ((T$" in text


@pytest.mark.parametrize(
    ("formula", "logic"),
    [
        (less(atom(FREE), number(3)), "QF_LIA"),
        (equal(remainder(atom(FREE), number(3)), number(1)), "QF_LIA"),
        (equal(multiply(atom(FREE), atom(X)), number(12)), "QF_NIA"),
        (equal(divide(atom(FREE), atom(X)), number(2)), "QF_NIA"),
    ],
)
def test_the_logic_is_the_least_that_does(formula: Formula, logic: str) -> None:
    assert problem(formula).logic == logic
    assert f"(set-logic {logic})" in smtlib(problem(formula))


@given(formulas(), points())
def test_the_text_means_the_formula(made: MadeFormula, point: Point) -> None:
    formula, value = made
    asked = problem(formula)
    names = symbols(asked)
    fixed = {names[one]: point[one] for one in asked.free}
    assert answer(smtlib(asked), **fixed) == ("sat" if value(point) else "unsat")


@given(formulas(2), points())
def test_what_is_shared_keeps_its_meaning(made: MadeFormula, point: Point) -> None:
    formula, value = made
    twice = add(choose(formula, number(3), atom(FREE)), atom(FREE))
    asked = problem(less(twice, number(4)), disj((formula, less(twice, number(2)))))
    free = point[FREE]
    total = (3 if value(point) else free) + free
    expected = total < 4 and (value(point) or total < 2)
    fixed = {symbols(asked)[one]: point[one] for one in asked.free}
    assert answer(smtlib(asked), **fixed) == ("sat" if expected else "unsat")


def test_a_quantifier_ranges_over_what_is_bound() -> None:
    x, t = atom(X), atom(T)
    inside = conj((at_most(number(0), t), less(t, x)))
    none_odd = ForAll((T,), disj((negate(inside), equal(remainder(t, number(2)), number(0)))))
    asked = problem(none_odd, at_most(number(1), x))
    assert asked.quantified
    assert asked.free == (X,)
    assert answer(smtlib(asked), **{"x.1": 1}) == "sat"
    assert answer(smtlib(asked), **{"x.1": 2}) == "unsat"


def test_only_standard_symbols() -> None:
    left = choose(less(atom(FEW), atom(FREE)), divide(atom(FREE), number(-2)), scale(-3, atom(Z)))
    text = smtlib(problem(equal(subtract(left, atom(FEW)), remainder(atom(FEW), number(2)))))
    words = set(re.findall(r"\(([^\s()]+)", text))
    assert words <= {"set-logic", "declare-const", "define-fun", "assert", "check-sat"} | set("+-*=") | {
        "<=", ">=", "not", "and", "or", "ite", "div", "mod", "let", "forall",
    }  # fmt: skip
    assert not re.search(r"\(\+ [^ ()]+\)", text)


def test_what_evaluation_settled_needs_no_solver() -> None:
    assert settled(problem(FALSE, less(atom(X), number(3))))
    assert not settled(problem(TRUE))
    assert "(assert true)" in smtlib(problem(TRUE))


def test_names_of_choices_are_apart() -> None:
    other = unknown("T$9", local=True)
    names = symbols(problem(less(atom(T), atom(other))))
    assert len(set(names.values())) == 2
    assert all(name.startswith("T$") for name in names.values())
    assert isinstance(next(iter(names)), Unknown)


def test_a_number_that_a_quantified_formula_does_not_speak_of() -> None:
    both = problem(ForAll((T, unknown("nowhere$1")), at_most(atom(T), atom(X))))
    assert smtlib(both) == smtlib(problem(ForAll((T,), at_most(atom(T), atom(X)))))
    assert "(forall" not in smtlib(problem(ForAll((T,), at_most(number(0), atom(X)))))
