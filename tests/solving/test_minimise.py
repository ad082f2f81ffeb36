"""The least place at which one of several problems has a model, held against going through all of them."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from bouton.core.logic.question import Question
from bouton.solving import minimise as module
from bouton.solving.minimise import Least, Minimisation, least
from bouton.solving.tuning import TUNING
from tests.samples import small_or_whole

NAMES = ("n.N", "k.N", "p.N")
LOWS = {"n.N": 1, "k.N": 0, "p.N": 0}
HEAD = "".join(f"(declare-const {name} Int)(assert (<= {LOWS[name]} {name}))" for name in NAMES)
ENTRIES = (("n.N",), ("k.N",), ("p.N",))


def search(
    fact: str, logic: str = "QF_NIA", model: dict[str, int] | None = None, linear: str | None = None
) -> Minimisation:
    text = f"(set-logic {logic}){HEAD}(assert {fact})(check-sat)"
    return Minimisation(Question(text, logic, (), linear), ENTRIES, LOWS, model or {})


def found(*searches: Minimisation, seconds: float = 600.0) -> Least | None:
    answers: list[Least] = []
    least(answers.append, searches, seconds)
    return answers[-1] if answers else None


def test_parameters_before_the_measure() -> None:
    # n * p = 12 + k and k > 2
    one = found(search("(and (= (* n.N p.N) (+ 12 k.N)) (< 2 k.N) (< 2 n.N))"))
    expected = next(
        place
        for place in itertools.product(range(1, 20), range(20), range(40))
        if place[0] * place[2] == 12 + place[1] and place[1] > 2 and place[0] > 2
    )
    assert one is not None
    assert (one.values, one.doubt) == (expected, None)


def test_far_away_it_is_halved() -> None:
    one = found(search("(and (<= 1000 n.N) (<= (* 3 n.N) p.N))", "QF_LIA", {"n.N": 5000, "k.N": 3, "p.N": 20000}))
    assert one is not None
    assert (one.values, one.doubt) == ((1000, 0, 3000), None)


@pytest.mark.parametrize("step", small_or_whole(5, 1))
def test_the_least_of_several(step: int) -> None:
    problems = ["(and (= n.N 3) (= p.N 1))", "(and (= n.N 2) (= p.N 9))", "(and (= n.N 2) (= p.N 8))", "(< n.N 0)"]
    for order in itertools.islice(itertools.permutations(problems), 0, None, step):
        one = found(*(search(fact, "QF_LIA") for fact in order))
        assert one is not None
        assert (order[one.number], one.values, one.doubt) == (problems[2], (2, 0, 8), None)


def test_a_sum_is_an_entry_and_a_number_too() -> None:
    text = f"(set-logic QF_LIA){HEAD}(assert (<= 7 (+ (* 2 k.N) p.N)))(check-sat)"
    one = found(Minimisation(Question(text, "QF_LIA"), (4, ("k.N", "p.N")), LOWS))
    assert one is not None
    assert (one.values, one.doubt) == ((4, 4), None)


def test_nothing_to_find() -> None:
    assert found(search("(< n.N 0)", "QF_LIA")) is None


@pytest.mark.slow
def test_a_quantified_problem_with_a_bound_is_gone_through() -> None:
    # no T from 1 to n leaves p a multiple of n+1: never so, unless p is one, and that is wanted above 10 for n = 3
    inner = "(not (and (<= 1 T) (<= T n.N) (= (mod (- p.N T) (+ n.N 1)) 0)))"
    fact = f"(and (<= 3 n.N) (< 10 p.N) (forall ((T Int)) {inner}))"
    known = search("(and (= n.N 5) (= p.N 1))", "QF_LIA", {"n.N": 5, "k.N": 0, "p.N": 1})
    one = found(known, search(fact, "NIA"), seconds=600.0)
    assert one is not None
    assert (one.number, one.values, one.doubt) == (1, (3, 0, 12), None)


def test_what_is_unknown_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TUNING", replace(TUNING, step_seconds=0.0))
    assert found(search("(= n.N 5)", "QF_LIA", {"n.N": 5, "k.N": 0, "p.N": 1})) is None


def test_an_entry_without_a_lower_bound_is_not_certified() -> None:
    text = "(set-logic QF_LIA)(declare-const n.N Int)(assert (<= n.N 5))(check-sat)"
    one = found(Minimisation(Question(text, "QF_LIA"), (("n.N",),), {}))
    assert one is not None
    assert one.doubt is not None
    assert "n" in one.doubt


def test_the_linear_problem_shows_that_there_is_none() -> None:
    # made wrong on purpose: it is believed only where it is unsatisfiable
    linear = "(set-logic QF_LIA)(declare-const n.N Int)(assert (<= 4 n.N))(check-sat)"
    one = found(search("(<= 2 n.N)", "QF_NIA", {"n.N": 9, "k.N": 0, "p.N": 0}, linear))
    assert one is not None
    assert one.values[0] == 4
