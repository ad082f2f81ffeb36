"""That the rows of NIM(a,b) are mex_b: each statement needs what it rests on, and changed ones are refuted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import z3  # type: ignore[import-untyped]

from bouton.claims.subject import rules_of, subject
from bouton.core.logic.smtlib import smtlib
from bouton.core.spec import Spec
from bouton.core.verdict import Verdict
from bouton.document.entries import Statement
from bouton.document.load import load
from bouton.proof.goal import Goal
from bouton.proof.setting import settings
from bouton.proof.ways.recursions.way import RECURSIONS
from bouton.run.check import check
from bouton.run.options import Options
from tests.shipped import copied, named

STATEMENTS = ["rows-mex-reached", "rows-mex-gap", "rows-mex-followed", "rows-gaps"]


def answers(spec: Spec, name: str, **keys: object) -> list[str]:
    """What z3 says of each problem of the claim, with other keys."""
    claim = spec.claim(name)
    said = claim.by(Statement).model_copy(update=keys)
    one = replace(claim, said=said)
    assert one.prove is not None
    about = subject(spec, one)
    (setting,) = settings(about, one.prove)
    found = []
    goal = Goal(about, one, rules_of(about), setting)
    for posed in RECURSIONS.read(goal).posed(goal):
        solver = z3.Solver()
        solver.from_string(smtlib(posed.problem))
        found.append(str(solver.check()))
    return found


@pytest.mark.parametrize("name", STATEMENTS)
@pytest.mark.sample(2)
def test_what_is_left_out_is_needed(name: str) -> None:
    """With all that a statement rests on z3 finds no model, and one where any of it is left out."""
    spec = named("nim_ab")
    said = spec.claim(name).by(Statement)
    assert set(answers(spec, name)) == {"unsat"}
    using = dict(said.using or {})
    for one in using:
        assert "sat" in answers(spec, name, using={key: at for key, at in using.items() if key != one}), one
    if said.unfolding:
        assert "sat" in answers(spec, name, unfolding=[])


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("rows-mex-reached", "row(C,N,S+b,_), earlier", "row(C,N,S+b+1,_), earlier"),
        (
            "rows-mex-reached",
            "row(C,M,T,_), M < N.",
            "row(C,M,T,_), M < N-1.",
        ),
        ("rows-mex-reached", "earlier_term(C,N,Z+a*M+C) :-", "earlier_term(C,N,Z+a*M+C+1) :-"),
        ("rows-mex-gap", "M < N, Z > X-b.", "M < N, Z >= X-b."),
        ("rows-mex-gap", "Z+a*M+C > X-b, Z+a*M+C <= X.", "Z+a*M+C > X-b-1, Z+a*M+C <= X."),
        ("rows-mex-gap", "Z+a*M+C > X-b, Z+a*M+C <= X.", "Z+a*M+C > X-b, Z+a*M+C <= X+1."),
        ("rows-mex-followed", "T < X-b, not soon_after", "T < X-b+1, not soon_after"),
        ("rows-mex-followed", "T < U, U <= T+b.", "T < U, U < T+b."),
        ("rows-mex-followed", "T < U, U <= T+b.", "T < U-1, U <= T+b."),
        ("rows-gaps", "row(C,N+1,Z,_), Z < X+b.", "row(C,N+1,Z,_), Z <= X+b."),
        ("rows-gaps", "Z > X+2*b.", "Z >= X+2*b."),
        ("rows-gaps", "Z > X+2*b.", "Z > X+b."),
    ],
)
@pytest.mark.sample(4)
def test_a_changed_statement_is_refuted(tmp_path: Path, name: str, old: str, new: str) -> None:
    spec = load(copied(tmp_path, "nim_ab", (old, new)))
    (one,) = check(spec, Options(claims=(name,), prove=False), lambda _: None)
    assert one.verdict is Verdict.REFUTED
