"""What ends z3: processor time of the process, not that of the wall."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest
import z3  # type: ignore[import-untyped]

from bouton.core.logic.question import Question
from bouton.process.limits import Limits
from bouton.solving import budget as module
from bouton.solving.budget import Budget
from bouton.solving.cvc5 import Cvc5, has_cvc5
from bouton.solving.ladder import SolverTurn
from bouton.solving.solve import _task
from bouton.solving.z3 import BY_SAMPLES, Z3

HARD = """\
(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)
(assert (= (+ (* x x x) (* y y y) (* z z z)) 33))(assert (> x y))(assert (> y z))(check-sat)
"""


def hard() -> Any:
    solver = z3.Solver(ctx=z3.Context())
    solver.add(z3.parse_smt2_string(HARD, ctx=solver.ctx))
    return solver


def test_z3_is_interrupted_once_the_processor_time_is_spent_and_answers_again() -> None:
    solver, budget = hard(), Budget.of(0.3)
    assert budget.check(solver) == "unknown"
    assert 0 >= budget.left > -60
    assert budget.spent
    solver.add(z3.Int("x", solver.ctx) < z3.Int("y", solver.ctx))
    assert Budget.of(60.0).check(solver) == "unsat"


def test_time_of_the_wall_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the process does not get on, nothing is spent, however late it is."""
    interrupted: list[float] = []
    worked = [5.0]
    monkeypatch.setattr(module, "time", SimpleNamespace(process_time=lambda: worked[0]))

    def check() -> str:
        time.sleep(0.2)
        assert not interrupted
        worked[0] = 5.2
        while not interrupted:
            time.sleep(0.01)
        return "unknown"

    solver = SimpleNamespace(check=check, interrupt=lambda: interrupted.append(worked[0]))
    assert Budget.of(0.1).check(solver) == "unknown"
    assert set(interrupted) == {5.2}


def test_what_is_spent_asks_nothing() -> None:
    solver = SimpleNamespace(check=lambda: pytest.fail("asked"))
    assert Budget.of(0.0).check(solver) == "unknown"


def test_a_part_is_no_more_than_the_whole() -> None:
    whole = Budget.of(10.0)
    assert whole.part(20.0) == whole
    assert 0 < whole.part(1.0).left <= 1 < whole.left


def test_no_thread_is_left() -> None:
    before = threading.active_count()
    solver = z3.Solver(ctx=z3.Context())
    for _ in range(20):
        assert Budget.of(60.0).check(solver) == "sat"
    assert threading.active_count() == before


def test_where_no_thread_can_be_started_memory_ran_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", full)
    with pytest.raises(MemoryError):
        Budget.of(60.0).check(hard())


def test_z3_says_what_was_used_up() -> None:
    answer = Z3().solve(Question(HARD, "QF_NIA"), 0.2)
    assert (answer.verdict, answer.reason) == ("unknown", "no answer within 0.2 s of processor time")


@pytest.mark.skipif(not has_cvc5(), reason="needs cvc5")
def test_cvc5_counts_its_work() -> None:
    answer = Cvc5().solve(Question(HARD, "QF_NIA"), 0.2)
    assert (answer.verdict, answer.reason) == ("unknown", "the limit of work was reached")


def test_a_solver_has_processor_time_and_the_wall_time_of_the_claim() -> None:
    """A share of the claim's, or of the processor time where that is less; no less than a second, and one to end."""
    question, limits = Question(HARD, "QF_NIA"), Limits(200.0)
    for attempt, within, seconds in (
        (SolverTurn(BY_SAMPLES, 0.1, 50.0), limits, 20.0),
        (SolverTurn(BY_SAMPLES, 0.1, 4.0), limits, 4.0),
        (SolverTurn(BY_SAMPLES, 0.1, 50.0), Limits(200.0, processor=30.0), 3.0),
        (SolverTurn(BY_SAMPLES, 0.1, 50.0), Limits(200.0, processor=3.0), 1.0),
    ):
        task = _task(question, attempt, within)
        assert task.arguments[2] == seconds
        assert (task.limits.seconds, task.limits.processor) == (200.0, seconds + 1)
