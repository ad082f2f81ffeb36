"""What solvers are asked of a problem besides itself: weaker ones that are linear, and with which numbers to try it."""

from __future__ import annotations

from itertools import islice, product
from types import SimpleNamespace
from typing import Any

import pytest

from bouton.core.logic.arithmetic import add, atom, multiply, number, remainder
from bouton.core.logic.expression import Formula, Linear, unknown
from bouton.core.logic.formulas import at_most, equal
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.question import Question
from bouton.proof.goal import Goal
from bouton.proof.prepare import _question, _tries
from bouton.proof.setting import Setting, Span

K, X = unknown("k.N", 1), unknown("x", 0)
OPAQUE, RESIDUES = "; products and quotients made linear", "; remainders made linear by residues"


def setting(unknowns: dict[str, Span], levels: bool = False) -> Setting:
    return Setting({}, unknowns, ((),), {}, levels)


def asked(*assertions: Formula | ForAll, levels: bool = False) -> Question:
    spec: Any = SimpleNamespace(game="a game")
    claim: Any = SimpleNamespace(id="c", says="It is so.")
    where = setting({"k": Span(1, None)}, levels)
    rules: Any = None
    return _question(Goal(spec, claim, rules, where), where, Problem("independence", "It is shown.", assertions))


def divided(times: int, by: Linear) -> list[Formula]:
    """So many numbers have no remainder, each another."""
    return [equal(remainder(add(atom(X), number(at)), by), number(0)) for at in range(times)]


def test_of_a_linear_problem_nothing_else_is_asked() -> None:
    for found in (asked(at_most(atom(X), atom(K))), asked(*divided(20, number(3)))):
        assert found.logic == "QF_LIA"
        assert (found.linear, found.tries, found.residues, found.templates) == (None, (), (), None)
        assert found.text.splitlines()[:3] == [
            "; a game, c: independence",
            "; It is so.",
            "; unsat means: It is shown.",
        ]


@pytest.mark.parametrize(
    ("assertions", "levels", "made", "residues"),
    [
        (divided(2, atom(K)), False, OPAQUE, 1),
        (divided(2, atom(K)), True, RESIDUES, 1),
        (divided(20, atom(K)), False, RESIDUES, 1),
        ([*divided(2, atom(K)), *divided(20, number(3))], False, OPAQUE, 1),
        ([*divided(20, atom(K)), equal(multiply(atom(X), atom(K)), number(7))], False, OPAQUE, 0),
    ],
    ids=["few", "few of many heaps", "many", "few by what is not known", "many beside a product"],
)
@pytest.mark.sample(2)
def test_how_a_problem_is_made_linear(assertions: list[Formula], levels: bool, made: str, residues: int) -> None:
    """By opaque products, unless these are too many; by residues where all that is not linear are remainders."""
    found = asked(*assertions, levels=levels)
    assert found.linear is not None
    assert made in found.linear.splitlines()
    assert all(RESIDUES in one.text.splitlines() for one in found.residues)
    assert len(found.residues) == residues


def test_solvers_try_the_values_of_least_sum() -> None:
    """Of three unknown parameters without a greatest value; of fewer than these where there are no more."""
    tries = list(islice(_tries(setting(dict.fromkeys("abc", Span(1, None)))), 20))
    least = [one for one in product(range(1, 5), repeat=3) if sum(one) <= 6]
    assert sorted(tuple(value for _, value in one) for one in tries) == least
    assert [name for name, _ in tries[0]] == ["a.N", "b.N", "c.N"]
    sums = [sum(value for _, value in one) for one in tries]
    assert sums == sorted(sums)
    assert list(_tries(setting({"n": Span(2, 3)}))) == [(("n.N", 2),), (("n.N", 3),)]
