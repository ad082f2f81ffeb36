"""Lasker's Nim: a heap is lowered or split. The values as Lasker's readers know them are proved for every size."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.prove import CITED, Asked, Attempt, prove

RULES = """\
heaps(N) :- N = #count { I : heap(I,_) }.
move(lower(I,T)) :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
move(split(I,L)) :- heap(I,S), L = 1..S/2.
after(split(I,L), heap(I,S-L)) :- move(split(I,L)), heap(I,S).
after(split(I,L), heap(N+1,L)) :- move(split(I,L)), heaps(N).
row(I,S) :- heap(I,S), S \\ 4 = 1..2.
row(I,S+1) :- heap(I,S), S \\ 4 = 3.
row(I,S-1) :- heap(I,S), S \\ 4 = 0.
sum(0,0).
sum(I,X^V) :- sum(I-1,X), row(I,V).
value(X) :- heaps(N), sum(N,X).
zero :- value(0).
"""


@pytest.fixture
def attempt(tmp_path: Path) -> Callable[..., Attempt]:
    def proving(rules: str = RULES, claim: str = "kind: grundy, iff: value") -> Attempt:
        (tmp_path / "g.lp").write_text(rules)
        head = "game: g\nrules: g.lp\nmeasure: [stones, splits]\nposition: {heap: {count: 0..2, size: 1..3}}\n"
        text = f"{head}claims:\n  - {{id: c, says: x, {claim}, prove: {{heap: {{count: all}}}}}}\n"
        (tmp_path / "g.yaml").write_text(text)
        spec = load(str(tmp_path / "g.yaml"))
        return prove(spec, spec.claims[0], rules_of(spec), Asked(Limits(seconds=30), crosscheck=False))

    return proving


@pytest.mark.parametrize("claim", ["kind: grundy, iff: value", "kind: p-positions, iff: zero"])
def test_the_values_are_proved(claim: str, attempt: Callable[..., Attempt]) -> None:
    proof = attempt(claim=claim).proof
    assert (proof.verdict, proof.reason) == ("proved", None)
    assert "heap.count" in proof.unbounded
    assert CITED in proof.cites


@cache
def value(size: int) -> int:
    """The value of one heap, by mex."""
    options = {*map(value, range(size)), *(value(part) ^ value(size - part) for part in range(1, size))}
    return next(number for number in range(len(options) + 1) if number not in options)


def test_they_are_right_by_mex() -> None:
    claimed = [size + {3: 1, 0: -1}.get(size % 4, 0) if size else 0 for size in range(80)]
    assert claimed == [value(size) for size in range(80)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("S \\ 4 = 1..2", "S \\ 4 = 0..2"),
        ("row(I,S+1)", "row(I,S+2)"),
        ("row(I,S-1)", "row(I,S-2)"),
        ("row(I,S-1) :- heap(I,S), S \\ 4 = 0.", "row(I,S) :- heap(I,S), S \\ 4 = 0."),
        ("S \\ 4 = 3.", "S \\ 4 = 3, S != 23. row(I,23) :- heap(I,23)."),
        ("L = 1..S/2.", "L = 2..S/2."),
        ("L = 1..S/2.", "L = 1..S/2, S != 15."),
        ("T = 0..S-1.", "T = 1..S-1."),
    ],
)
def test_no_change_that_makes_them_false_is_proved(before: str, after: str, attempt: Callable[..., Attempt]) -> None:
    assert before in RULES
    assert attempt(rules=RULES.replace(before, after)).proof.verdict == "refuted"
    p_positions = attempt(rules=RULES.replace(before, after), claim="kind: p-positions, iff: zero")
    assert p_positions.proof.verdict == "unknown"
