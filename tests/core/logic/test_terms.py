"""Terms: clingo's order, equality with unknowns in it, and their text."""

from __future__ import annotations

import itertools

import pytest
from clingo import Function, Infimum, Number, String, Supremum, Symbol, Tuple_
from clingo.ast import ComparisonOperator

from bouton.core.errors import Unreadable
from bouton.core.logic import terms
from bouton.core.logic.arithmetic import add, atom, number
from bouton.core.logic.expression import FALSE, TRUE, unknown
from bouton.core.logic.formulas import conj, equal, less
from bouton.core.logic.substitution import Evaluation
from bouton.core.logic.terms import compare, from_symbol, same, text

SYMBOLS: list[Symbol] = [
    Infimum,
    Supremum,
    Number(-3),
    Number(5),
    Function("a"),
    Function("b"),
    Function("ab"),
    String("a"),
    String("b"),
    String('c"\\'),
    Function("f", [Number(1)]),
    Function("f", [Number(2)]),
    Function("g", [Number(0)]),
    Function("b", [Number(0), Number(1)]),
    Function("b", [Number(0), Function("x")]),
    Tuple_([]),
    Tuple_([Number(1)]),
    Tuple_([Number(1), Number(2)]),
    Tuple_([Number(1), Tuple_([Number(2)])]),
]
OPERATORS = {
    ComparisonOperator.Equal: lambda one, other: one == other,
    ComparisonOperator.NotEqual: lambda one, other: one != other,
    ComparisonOperator.LessThan: lambda one, other: one < other,
    ComparisonOperator.LessEqual: lambda one, other: one <= other,
    ComparisonOperator.GreaterThan: lambda one, other: one > other,
    ComparisonOperator.GreaterEqual: lambda one, other: one >= other,
}


@pytest.mark.parametrize("operator", OPERATORS)
def test_ground_terms_compare_as_in_clingo(operator: ComparisonOperator) -> None:
    for one, other in itertools.product(SYMBOLS, repeat=2):
        expected = TRUE if OPERATORS[operator](one, other) else FALSE
        assert compare(operator, from_symbol(one), from_symbol(other)) is expected, (one, other)


@pytest.mark.parametrize("symbol", SYMBOLS, ids=str)
def test_the_text_is_clingos(symbol: Symbol) -> None:
    assert text(from_symbol(symbol)) == str(symbol)


def test_equality_goes_into_arguments() -> None:
    x, y = atom(unknown("x")), atom(unknown("y"))
    one = terms.Function("l", (number(3), x, terms.Function("nil")))
    other = terms.Function("l", (number(3), add(y, number(1)), terms.Function("nil")))
    assert same(one, other) is equal(x, add(y, number(1)))
    assert same(one, terms.Function("l", (number(2), x, terms.Function("nil")))) is FALSE
    assert same(one, x) is FALSE


def test_functions_compare_argument_by_argument() -> None:
    x, y = atom(unknown("x")), atom(unknown("y"))
    one, other = terms.Function("f", (x, number(1))), terms.Function("f", (y, number(2)))
    first = compare(ComparisonOperator.LessThan, one, other)
    assert conj((equal(x, y), first)) is equal(x, y)
    assert conj((less(x, y), first)) is less(x, y)
    never = conj((less(y, x), first))
    for one_value, other_value in itertools.product(range(-3, 4), repeat=2):
        assert not Evaluation({unknown("x"): one_value, unknown("y"): other_value})(never)


def test_a_number_is_below_every_other_term() -> None:
    x = atom(unknown("x"))
    assert compare(ComparisonOperator.LessThan, x, terms.Function("a")) is TRUE
    assert compare(ComparisonOperator.GreaterThan, x, terms.Text("a")) is FALSE
    assert compare(ComparisonOperator.LessThan, x, terms.Extreme(top=False)) is FALSE


def test_a_negated_term_cannot_be_read() -> None:
    with pytest.raises(Unreadable, match="negated term -f"):
        from_symbol(Function("f", [], False))
