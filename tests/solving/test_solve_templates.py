"""The first rungs of a quantified problem: templates can only prove it, sampled positions only refute it."""

from __future__ import annotations

import pytest

from bouton.core.logic.question import Question, Weaker
from bouton.process.limits import Limits
from bouton.solving.cvc5 import has_cvc5
from bouton.solving.solve import Decision, decide

NO_HALF = "(set-logic LIA)\n(declare-const x Int)\n{}(assert (forall ((d Int)) (not (= x (* 2 d)))))\n(check-sat)\n"
"""No number is half of x: x is odd."""
ODD, EVEN = NO_HALF.format(""), NO_HALF.format("(assert (= (mod x 2) 0))\n")
PROVES = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (= (mod x 2) 0))\n(assert (not (= x (* 2 (div x 2)))))\n"
SAYS_NOTHING = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (= (mod x 2) 0))\n(assert (not (= x 4)))\n"


def decided(question: Question, *, crosscheck: bool = False) -> Decision:
    """The one decision."""
    ((_, decision),) = decide([question], Limits(200.0), crosscheck=crosscheck)
    return decision


def test_templates_prove() -> None:
    found = decided(Question(EVEN, "LIA", templates=Weaker("templates", PROVES)))
    assert (found.verdict, found.solvers) == ("unsat", ("z3 templates",))


def test_a_model_of_templates_says_nothing() -> None:
    found = decided(Question(EVEN, "LIA", templates=Weaker("templates", SAYS_NOTHING)))
    assert (found.verdict, found.solvers) == ("unsat", ("z3",))
    assert found.remarks == ("z3 templates: the linear problem it was made into has a model",)
    found = decided(Question(ODD, "LIA", ("x",), templates=Weaker("templates", SAYS_NOTHING)))
    assert (found.verdict, found.solvers) == ("sat", ("z3",))
    assert found.model["x"] % 2 == 1


def test_a_sampled_position_refutes_where_the_problem_holds_there() -> None:
    found = decided(Question(ODD, "LIA", ("x",), missed=((("x", 4),), (("x", 7),), (("x", 1),))))
    assert (found.verdict, found.solvers, found.model) == ("sat", ("z3 by samples",), {"x": 7})


def test_sampled_positions_that_are_no_models_say_nothing() -> None:
    found = decided(Question(EVEN, "LIA", missed=((("x", 4),), (("x", 7),))))
    assert (found.verdict, found.solvers) == ("unsat", ("z3",))
    assert found.remarks == ("z3 by samples: some move wins at each of them",)


@pytest.mark.skipif(not has_cvc5(), reason="cvc5 is not installed")
def test_cvc5_is_given_the_templates_too() -> None:
    question = Question(EVEN, "LIA", templates=Weaker("templates", PROVES + "(check-sat)\n"))
    assert decided(question, crosscheck=True).solvers == ("z3 templates", "cvc5 templates")
