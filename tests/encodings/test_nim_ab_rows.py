"""That the rows of NIM(a,b) are mex_b, and give (7) and (8): what each rests on is needed, changed ones are refuted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import z3  # type: ignore[import-untyped]
from pydantic import BaseModel

from bouton.claims.subject import rules_of, subject
from bouton.core.logic.smtlib import smtlib
from bouton.core.spec import Spec
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.proof.goal import Goal
from bouton.proof.setting import settings
from bouton.proof.ways.recursions.way import ByRecursions
from bouton.run.check import check
from bouton.run.options import Options
from tests.shipped import copied, named

STATEMENTS = ["rows-mex-reached", "rows-mex-gap", "rows-mex-followed", "rows-gaps", "section-3-4-scaling-every"]
PROPERTIES = ["rows-indexed", "rows-start", "rows-natural", "rows-single", "rows-defined", "rows-high", "rows-passed"]
PROPERTIES += ["rows-cover", "rows-times-start", "rows-times-natural", "rows-times-defined"]
SETTING = [{"a.N": 1, "b.N": 2, "factor.N": 3}]


def answers(spec: Spec, name: str, places: Sequence[Mapping[str, int]] = ({},), **keys: object) -> list[str]:
    """What z3 says of each problem of the claim with other keys, in each place, which has numbers for some unknowns."""
    claim = spec.claim(name)
    one = replace(claim, said=claim.by(BaseModel).model_copy(update=keys))
    assert one.prove is not None
    about = subject(spec, one)
    (setting,) = settings(about, one.prove)
    found = []
    goal = Goal(about, one, rules_of(about), setting)
    for posed in ByRecursions().read(goal).posed(goal):
        solver = z3.Solver()
        solver.from_string(smtlib(posed.problem))
        found += [str(solver.check([z3.Int(one) == number for one, number in at.items()])) for at in places]
    return found


@pytest.mark.parametrize("name", [*STATEMENTS, *PROPERTIES])
@pytest.mark.sample(8)
@pytest.mark.long("rows-single")
def test_what_is_left_out_is_needed(name: str) -> None:
    """With all that a statement rests on z3 finds no model, and one where any of it is left out."""
    spec = named("nim_ab")
    claim = spec.claim(name)
    assert set(answers(spec, name)) == {"unsat"}
    using = dict(claim.using)
    for one in using:
        assert "sat" in answers(spec, name, using={key: at for key, at in using.items() if key != one}), one
    if claim.unfolding:
        assert "sat" in answers(spec, name, unfolding=[])


@pytest.mark.slow
def test_what_scaling_rests_on_is_needed() -> None:
    """At one setting, where the problems are linear: of every setting z3 alone does not find what bouton does."""
    spec = named("nim_ab")
    using = dict(spec.claim("rows-scale").using)
    assert set(answers(spec, "rows-scale", SETTING)) == {"unsat"}
    for one in using:
        left = {key: at for key, at in using.items() if key != one}
        assert "sat" in answers(spec, "rows-scale", SETTING, using=left), one
    for one in ("row", "row_times"):
        assert "sat" in answers(spec, "rows-scale", SETTING, unfolding=[one])


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("rows-indexed", "row(C,N,_,_), N < 0.", "row(C,N,_,_), N < 1."),
        ("rows-start", "row(C,0,X,_), X != 0.", "row(C,1,X,_), X != 0."),
        ("rows-natural", "row(C,N,_,J), J > N+1.", "row(C,N,_,J), J > N."),
        ("rows-single", "row(C,N,X,_), row(C,N,Z,_), X != Z.", "row(C,N,X,_), row(C,N+1,Z,_), X != Z."),
        ("rows-defined", "play(C), index(N), row(C,N,_,_).", "play(C), index(N), row(C,N,X,_), X > 0."),
        ("rows-grow", "N < M, Z < X+b.", "N < M, Z <= X+b."),
        ("rows-high", "row(C,N,X,_), X < N.", "row(C,N,X,_), X <= N."),
        ("rows-passed", "M < J, N > 0, Z+a*M+C > X-b.", "M < J, N > 0, Z+a*M+C >= X-b."),
        ("rows-cover", "M < N, Z <= V, V < Z+b.", "M < N, Z <= V, V < Z+b-1."),
        ("formula-7-every", "row(0,N,X,_), Y = X+a*N.", "row(0,N,X,_), Y = X+a*N+1."),
        ("formula-7-every", "row(0,N,X,_), Y = X+a*N.", "row(0,N+1,X,_), Y = X+a*N."),
        ("formula-7-every", "X < W, W <= X+b, in_range(N).", "X < W, W < X+b, in_range(N)."),
        ("formula-8-every", "row(1,N,X,_), Y = X+a*N+1.", "row(1,N,X,_), Y = X+a*N."),
        ("formula-8-every", "row(1,N,X,_), Y = X+a*N+1.", "row(0,N,X,_), Y = X+a*N+1."),
        ("formula-8-every", "row(C,0,0,1-C)     :-", "row(C,0,0,1)       :-"),
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
        ("section-3-4-scaling-every", "Z+K*a*N != K*(X+a*N).", "Z+a*N != K*(X+a*N)."),
        ("section-3-4-scaling-every", "row_times(K,N+1,W+K*b,J+1) :-", "row_times(K,N+1,W+K*b+1,J+1) :-"),
        (
            "section-3-4-scaling-every",
            "row_times(K,N+1,X+K*b,J)   :- row_times(K,N,X,J), J > N",
            "row_times(K,N+1,X+b,J)   :- row_times(K,N,X,J), J > N",
        ),
        ("rows-scale", "row_times(K,N,_,I), I != J.", "row_times(K,N,_,I), I >= J."),
        ("rows-times-start", "row_times(K,0,0,1).", "row_times(K,0,0,0)."),
        ("rows-times-natural", "row_times(K,N,_,J), J < 0.", "row_times(K,N,_,J), J < 2."),
        ("rows-times-defined", "factor(K), index(N), row_times(K,N,_,_).", "factor(K), index(N), row_times(K,N,_,1)."),
        ("section-3-4-matrix", "1 <= E, E <= b.", "1 <= E, E < b."),
        ("section-3-4-matrix", "1 <= E, E <= b.", "2 <= E, E <= b."),
        ("section-3-4-matrix", "0 < I, I < a, a*", "0 < I, I <= a+1, a*"),
        ("section-3-4-ostrovsky", "D*J = b+1.", "D*J = b+2."),
        ("section-3-4-ostrovsky", "D*I = b,", "D*I >= b,"),
        ("section-3-4-ostrovsky", "is_1           :- degree(1).", "is_1           :- degree(2)."),
        ("rows-gaps", "row(C,N+1,Z,_), Z < X+b.", "row(C,N+1,Z,_), Z <= X+b."),
        ("rows-gaps", "Z > X+2*b.", "Z >= X+2*b."),
        ("rows-gaps", "Z > X+2*b.", "Z > X+b."),
    ],
)
@pytest.mark.sample(14)
@pytest.mark.long("rows-indexed", "formula-8-every")
def test_a_changed_statement_is_refuted(tmp_path: Path, name: str, old: str, new: str) -> None:
    spec = load(copied(tmp_path, "nim_ab", (old, new)))
    (one,) = check(spec, Options(claims=(name,), prove=False), lambda _: None)
    assert one.verdict is Verdict.REFUTED
