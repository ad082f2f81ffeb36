"""Claims about a small game, judged from files to verdicts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bouton.core.verdict import Result
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

Judge = Callable[..., Result]

RULES = """\
% Take one or two stones from a pile; the pile is a heap, so that the claims can count heaps too.
heaps(N) :- N = #count { I : heap(I,_) }.
move(t(I,D)) :- heap(I,S), D = 1..2, D <= S.
after(t(I,D), heap(I,S-D)) :- move(t(I,D)), heap(I,S).

% The nim-value of a heap is S mod 3.
odd(V) :- V = 1..2, heap(_,S), S \\ 3 = V, N = #count { I : heap(I,S), S \\ 3 = V }, N \\ 2 = 1.
value(I,S \\ 3) :- heap(I,S).
sum(0,0).
sum(I,X^V) :- sum(I-1,X), value(I,V).
nim_sum(X) :- heaps(N), sum(N,X).
zero :- nim_sum(0).
single :- heaps(1).
several :- heaps(N), N > 1.
some :- heaps(N), N > 0.
many :- heaps(9).
"""
POSITION = "position:\n  heap: {count: 0..3, size: 1..5}\n"


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """The result of one claim of the small game, given as YAML fields; further claims and rules may be added."""

    def judging(claim: str, *others: str, rules: str = "", head: str = POSITION, **options: object) -> Result:
        (tmp_path / "game.lp").write_text(RULES + rules)
        claims = "".join(f"  - {{says: it is so, {one}}}\n" for one in (f"id: judged, {claim}", *others))
        (tmp_path / "game.yaml").write_text(f"game: g\nrules: game.lp\n{head}claims:\n{claims}")
        spec = load(str(tmp_path / "game.yaml"))
        (result,) = check(spec, Options(claims=("judged",), **options), lambda _: None)  # type: ignore[arg-type]
        return result

    return judging


def found(result: Result) -> tuple[object, ...]:
    """A refutation in short: where, what was claimed, what is true, and how many agree below it."""
    assert result.counterexample is not None
    one = result.counterexample
    return one.position, one.claimed, one.actual, one.below
