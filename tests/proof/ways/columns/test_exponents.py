"""Rules about exponents of two, put as rules about the powers."""

from __future__ import annotations

import pytest
from clingo.ast import AST, ASTType, parse_string

from bouton.proof.ways.columns.exponents import by_powers


def rules(text: str) -> list[AST]:
    found: list[AST] = []
    parse_string(text, lambda one: found.append(one) if one.ast_type == ASTType.Rule else None)
    return found


def put(text: str) -> list[str]:
    return [str(one) for one in by_powers(rules(text))]


@pytest.mark.parametrize(
    ("exponents", "powers"),
    [
        ("place(0) :- heap(_,_).", "place(1) :- heap(_,_)."),
        ("place(J+1) :- place(J), heap(_,S), 2**(J+1) <= S.", "place(2*J) :- place(J), heap(_,S), 2*J <= S."),
        ("place(1+J) :- place(J), heap(_,S), 2*2**J <= S.", "place(2*J) :- place(J), heap(_,S), 2*J <= S."),
        ("place(J) :- place(J), heap(_,S), 2**(J+3) <= S.", "place(J) :- place(J), heap(_,S), 8*J <= S."),
    ],
)
def test_the_power_stands_for_its_exponent(exponents: str, powers: str) -> None:
    said = "bit(J,I) :- place(J), heap(I,S), (S / {}) \\ 2 = 1. wrong :- bit(_,_)."
    assert put(exponents + said.format("2**J")) == [str(one) for one in rules(powers + said.format("J"))]


@pytest.mark.parametrize(
    "text",
    [
        "p(J) :- heap(J,S), 2**J <= S.",  # a heap's number
        "p(J) :- q(J), 2**J = 8. q(J) :- J = 0..9.",
        "p(J) :- q(J), 2**J = 8. q(0). r :- q(J), J < 6.",
        "p(J) :- q(J), 2**J = 8. q(0). q(J+1) :- q(J), heap(J,_).",
        "p(J) :- q(J), 2**J = 8. q(0). q(2*J) :- q(J).",
        "p(J) :- q(J), 2**J = 8. q(J-1) :- q(J). q(0).",
        "p(J) :- q(J), 2**J = 8. q(a).",
        "p(J) :- q(J), 2**J = 8. q(0). r(N) :- N = #sum { J : q(J) }.",
        "p(J) :- q(J), 3**J = 8. q(0).",
        "p(2**k) :- heap(_,_).",
    ],
)
def test_rules_in_which_it_is_more_than_an_exponent_are_left(text: str) -> None:
    assert put(text) == [str(one) for one in rules(text)]
