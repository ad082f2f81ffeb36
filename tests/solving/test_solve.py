"""The gateway to the solvers: unsat, sat or unknown, whatever happens to a child."""

from __future__ import annotations

import os
import signal
from typing import Literal

import pytest

from bouton.core.errors import Disagreement
from bouton.core.logic.question import Question, Weaker
from bouton.process.limits import Limits, Task
from bouton.solving import solve
from bouton.solving.cvc5 import Cvc5
from bouton.solving.ladder import SolverTurn, ladder_of
from bouton.solving.solve import Decision, Known, decide
from bouton.solving.solver import SolverAnswer
from bouton.solving.z3 import Z3
from tests.samples import small_or_whole

LINEAR = "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (<= 3 x))(assert (<= (* 2 x) y))"
HARD = (
    "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)"
    "(assert (<= 1 x))(assert (<= 1 y))(assert (<= 1 z))"
    "(assert (= (+ (* x x x) (* y y y)) (* z z z)))(check-sat)"
)
AMPLE = Limits(20.0, 1 << 30)


def one(text: str, limits: Limits = AMPLE, crosscheck: bool = False, small: tuple[str, ...] = ()) -> Decision:
    logic = text.partition("(set-logic ")[2].partition(")")[0]
    ((number, decision),) = decide([Question(text, logic, small)], limits, crosscheck=crosscheck)
    assert number == 0
    return decision


def test_unsat() -> None:
    decision = one(LINEAR + "(assert (<= y 5))(check-sat)")
    assert (decision.verdict, decision.solvers, decision.model) == ("unsat", ("z3 smt",), {})
    assert decision.seconds > 0


def test_a_model_is_small() -> None:
    decision = one(LINEAR + "(check-sat)", small=("x", "y"))
    assert decision.verdict == "sat"
    assert decision.model["x"] >= 3
    assert decision.model["y"] >= 2 * decision.model["x"]
    assert sum(decision.model.values()) <= 16  # the least sum is 9, and the bound doubles


def test_two_solvers_agree() -> None:
    pytest.importorskip("cvc5")
    assert one(LINEAR + "(assert (<= y 5))(check-sat)", crosscheck=True).solvers == ("z3 smt", "cvc5")
    assert one(LINEAR + "(check-sat)", crosscheck=True).solvers == ("z3 smt", "cvc5")


def test_what_takes_too_long_is_unknown() -> None:
    decision = one(HARD, Limits(0.1))
    assert decision.verdict == "unknown"
    assert decision.solvers == ()
    assert decision.reason is not None
    assert "limit" in decision.reason or "within 0.1 s of processor time" in decision.reason


def test_a_text_that_is_no_problem_is_unknown() -> None:
    decision = one("(set-logic QF_LIA)(assert (frobnicate 3))(check-sat)")
    assert decision.verdict == "unknown"
    assert decision.reason is not None
    assert "frobnicate" in decision.reason


def test_every_question_is_answered_side_by_side() -> None:
    questions = [Question(f"{LINEAR}(assert (<= y {bound}))(check-sat)", "QF_LIA") for bound in range(12)]
    found = dict(decide(questions, AMPLE, jobs=2))
    assert sorted(found) == list(range(12))
    assert [found[bound].verdict for bound in range(12)] == ["unsat"] * 6 + ["sat"] * 6


def test_the_same_question_has_the_same_answer() -> None:
    text = LINEAR + "(check-sat)"
    assert one(text, small=("x", "y")).model == one(text, small=("x", "y")).model


def _crashing(_solver: object, _question: Question, _seconds: float) -> SolverAnswer:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def _claiming(verdict: Literal["sat", "unsat"]) -> object:
    return lambda _solver, _question, _seconds: SolverAnswer(verdict)


def test_what_has_no_model_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one solver has decided is still put to both where both are asked for, and a model is found anew."""
    known: Known = {}
    unsat, sat = (Question(LINEAR + more + "(check-sat)", "QF_LIA") for more in ("(assert (<= y 5))", ""))
    first = dict(decide([unsat], AMPLE, known=known)) | dict(decide([sat], AMPLE, known=known))
    assert list(known) == [(unsat, False)]
    assert [first[0].verdict, dict(decide([unsat, sat], AMPLE, known=known))[1].verdict] == ["sat", "sat"]
    monkeypatch.setattr(Z3, "solve", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    assert dict(decide([unsat, sat], AMPLE, known=known))[0] == known[unsat, False]
    assert dict(decide([sat], AMPLE, known=known))[0].verdict == "unknown"
    assert dict(decide([unsat], AMPLE))[0].verdict == "unknown"
    pytest.importorskip("cvc5")
    assert dict(decide([unsat], AMPLE, crosscheck=True, known=known))[0].solvers == ("cvc5",)


def test_what_differs_in_comments_alone_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    unsat, same = (Question(f"; {of}\n{LINEAR}(assert (<= y 5))(check-sat)", "QF_LIA") for of in ("one", "two"))
    other = Question(f"; one\n{LINEAR}(assert (<= y 4))(check-sat)", "QF_LIA")
    asked: list[Question] = []
    task = solve._task

    def noted(question: Question, attempt: SolverTurn, limits: Limits) -> Task:
        asked.append(question)
        return task(question, attempt, limits)

    monkeypatch.setattr(solve, "_task", noted)
    known: Known = {}
    found = dict(decide([unsat, other, same], AMPLE, known=known))
    assert asked == [unsat, other]
    assert [found[at].verdict for at in range(3)] == ["unsat"] * 3
    assert dict(decide([same], AMPLE, known=known)) == {0: found[0]}
    assert asked == [unsat, other]


def test_a_solver_that_crashes_leaves_it_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Z3, "solve", _crashing)
    decision = one(LINEAR + "(check-sat)")
    assert decision.verdict == "unknown"
    assert decision.reason is not None
    assert "SIGKILL" in decision.reason


def test_solvers_that_contradict_each_other_are_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cvc5")
    monkeypatch.setattr(Cvc5, "solve", _claiming("sat"))
    with pytest.raises(Disagreement, match=r"z3 smt says unsat, cvc5 says sat|cvc5 says sat, z3 smt says unsat"):
        one(LINEAR + "(assert (<= y 5))(check-sat)", crosscheck=True)


def test_a_lone_sat_of_cvc5_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cvc5")
    monkeypatch.setattr(Cvc5, "solve", _claiming("sat"))
    monkeypatch.setattr(Z3, "solve", _crashing)
    assert one(LINEAR + "(check-sat)", crosscheck=True).verdict == "unknown"


def test_cvc5_alone_may_prove(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cvc5")
    monkeypatch.setattr(Z3, "solve", _crashing)
    decision = one(LINEAR + "(assert (<= y 5))(check-sat)", crosscheck=True)
    assert (decision.verdict, decision.solvers) == ("unsat", ("cvc5",))
    assert len(decision.remarks) == 1


NONLINEAR = (
    "(set-logic QF_NIA)(declare-const m.N Int)(declare-const x Int)(assert (<= 1 m.N))(assert (<= 0 x))"
    "(assert (= (* m.N x) 35))(assert (<= 2 m.N))(assert (< m.N x))"
)
TRIES = tuple((("m.N", value),) for value in range(1, 4))


def nonlinear(more: str, linear: str, tries: tuple[tuple[tuple[str, int], ...], ...] = TRIES) -> Decision:
    question = Question(f"{NONLINEAR}{more}(check-sat)", "QF_NIA", ("m.N", "x"), linear, tries)
    ((_, decision),) = decide([question], AMPLE)
    return decision


def test_the_linear_problem_can_prove() -> None:
    decision = nonlinear("", LINEAR + "(assert (<= y 5))(check-sat)")
    assert (decision.verdict, decision.solvers) == ("unsat", ("z3 linear",))


def test_what_is_not_decided_briefly_is_decided_by_the_solver_that_prepares(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Z3.solve

    def solved(solver: Z3, question: Question, seconds: float) -> SolverAnswer:
        return SolverAnswer("unknown", reason="not by this one") if solver.smt else whole(solver, question, seconds)

    monkeypatch.setattr(Z3, "solve", solved)
    decision = nonlinear("", LINEAR + "(assert (<= y 5))(check-sat)")
    assert (decision.verdict, decision.solvers) == ("unsat", ("z3 linear",))


@pytest.mark.parametrize("suggested", small_or_whole("(declare-const m.N Int)(assert (<= 4 m.N 6))", ""))
def test_a_model_of_the_linear_problem_counts_for_nothing(suggested: str) -> None:
    """Where it suggests few parameters, and where it says nothing of them, so that they are tried until time is up."""
    linear = f"(set-logic QF_LIA){suggested}(check-sat)" if suggested else LINEAR + "(check-sat)"
    decision = nonlinear("(assert (<= x 6))", linear)
    assert decision.verdict == "unsat"  # 5 * 7 is the only product, and the other solvers find that
    assert decision.solvers[0] != "z3 linear"


def test_a_model_is_found_with_parameters_that_the_linear_problem_suggests() -> None:
    suggested = "(set-logic QF_LIA)(declare-const m.N Int)(assert (<= 4 m.N 6))(check-sat)"
    decision = nonlinear("", suggested)
    assert (decision.verdict, decision.solvers) == ("sat", ("z3 by parameters",))
    assert (decision.model["m.N"], decision.model["x"]) == (5, 7)


def test_solvers_of_the_linear_problem_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cvc5")
    question = Question(f"{NONLINEAR}(check-sat)", "QF_NIA", (), LINEAR + "(assert (<= y 5))(check-sat)", TRIES)
    ((_, decision),) = decide([question], AMPLE, crosscheck=True)
    assert decision.solvers == ("z3 linear", "cvc5 linear")
    monkeypatch.setattr(Cvc5, "solve", _claiming("sat"))
    with pytest.raises(Disagreement, match="cvc5 linear says sat, z3 linear says unsat"):
        list(decide([question], AMPLE, crosscheck=True))


NOTHING = Weaker("residues", LINEAR + "(check-sat)")
EVERY = Weaker(
    "residues quantified",
    "(set-logic LIA)(declare-const x Int)(assert (forall ((y Int)) (or (< y 0) (< y x))))(check-sat)",
    "LIA",
)


@pytest.mark.parametrize(
    ("residues", "solver"),
    [
        ((Weaker("residues", LINEAR + "(assert (<= y 5))(check-sat)"), EVERY), "z3 residues"),
        ((NOTHING, EVERY), "z3 residues quantified"),
    ],
)
def test_residues_come_first(residues: tuple[Weaker, ...], solver: str) -> None:
    question = Question(f"{NONLINEAR}(check-sat)", "QF_NIA", (), LINEAR + "(check-sat)", TRIES, residues)
    ((_, decision),) = decide([question], AMPLE)
    assert (decision.verdict, decision.solvers) == ("unsat", (solver,))


@pytest.mark.parametrize("crosscheck", [False, True])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_a_model_of_residues_counts_for_nothing(crosscheck: bool) -> None:
    if crosscheck:
        pytest.importorskip("cvc5")
    every = Weaker("residues quantified", EVERY.text.replace("(< y x)", "(< x y)"), "LIA")
    for more, verdict in (("(assert (<= x 6))", "unsat"), ("", "sat")):
        question = Question(
            f"{NONLINEAR}{more}(check-sat)", "QF_NIA", (), LINEAR + "(check-sat)", TRIES, (NOTHING, every)
        )
        ((_, decision),) = decide([question], AMPLE, crosscheck=crosscheck)
        assert decision.verdict == verdict
        assert not any("residues" in solver for solver in decision.solvers)


def test_cvc5_is_given_the_residues_too() -> None:
    pytest.importorskip("cvc5")
    unsat = Weaker("residues", LINEAR + "(assert (<= y 5))(check-sat)")
    question = Question(f"{NONLINEAR}(check-sat)", "QF_NIA", (), LINEAR + "(check-sat)", TRIES, (unsat,))
    ((_, decision),) = decide([question], AMPLE, crosscheck=True)
    assert decision.solvers == ("z3 residues", "cvc5 residues")


def test_residues_take_no_more_of_the_time() -> None:
    plain = Question(NONLINEAR, "QF_NIA", (), LINEAR)
    several = Question(NONLINEAR, "QF_NIA", (), LINEAR, (), (NOTHING, EVERY))
    shares = [sum(rung[0].share for rung in ladder_of(one, crosscheck=False)) for one in (plain, several)]
    assert shares[1] <= shares[0]
