"""Greedy Nim of two heaps against plain Python; each proof needs what it rests on, and changed claims are refuted."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
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

NAME = "greedy_nim_two_heaps"
PROVED = [one.id for one in named(NAME).claims if one.prove is not None]


def answers(spec: Spec, name: str, **keys: object) -> set[str]:
    """What z3 says of the problems of the claim, with other keys."""
    claim = spec.claim(name)
    one = replace(claim, said=claim.by(BaseModel).model_copy(update=keys))
    assert one.prove is not None
    about = subject(spec, one)
    (setting,) = settings(about, one.prove)
    goal = Goal(about, one, rules_of(about), setting)
    found = set[str]()
    for posed in ByRecursions().read(goal).posed(goal):
        solver = z3.Solver()
        solver.set("rlimit", 20_000_000)
        solver.from_string(smtlib(posed.problem))
        found.add(str(solver.check()))
    return found


@pytest.mark.parametrize("name", PROVED)
@pytest.mark.sample(9)
@pytest.mark.long("rows-step")
def test_what_is_left_out_is_needed(name: str) -> None:
    """With all that a claim rests on z3 finds no model, and one where any of it is left out."""
    spec = named(NAME)
    claim = spec.claim(name)
    assert answers(spec, name) == {"unsat"}
    for one, _ in claim.using:
        left = {key: at for key, at in claim.using if key != one}
        assert "sat" in answers(spec, name, using=left), one
    if claim.unfolding and claim.using:
        assert "sat" in answers(spec, name, unfolding=[])


CHANGED = [
    ("rows-natural", "free(Y,V,D), D > V.", "free(Y,V,D), D >= V."),
    ("rows-single", "free(Y,V,D), free(Y,V,E), D != E.", "free(Y,V,D), free(Y,V+1,E), D != E."),
    ("rows-few", "free(Y,V,D), V > D+Y.", "free(Y,V,D), V >= D+Y, V > 0."),
    ("rows-even", "V <= W, E > D+W-V.", "V <= W, E >= D+W-V."),
    ("rows-found", "free(Y,N,E), E < D.", "free(Y,N,E), E < D-1."),
    ("rows-step", "free(Y,V+1,E), E != D+1.", "free(Y,V+1,E), E != D."),
    ("rows-ordered", "D < E, V >= W.", "D < E, V+1 >= W."),
    ("rows-others", "nth(Z,Y-Z,V), Z < Y.", "nth(Z,Y-Z,V), Z <= Y."),
    ("rows-reached", "nth(Z,Y-Z,W), 0 <= Z, Z < Y.", "nth(Z,Y-Z,W), 0 < Z, Z < Y."),
    ("rows-beyond", "V >= Y, D != F+V-Y.", "V >= Y-1, D != F+V-Y."),
    ("rows", "by_rows(V)        :-", "by_rows(V+1)      :-"),
    ("rows", "least(Y), ahead(D), nth(Y,D,V).", "least(Y), ahead(D), nth(Y+1,D,V)."),
    ("rows", "least(Y), ahead(D), nth(Y,D,V).", "least(Y), ahead(D), nth(Y,D+1,V)."),
    ("columns", "D >= Y, nth(Y,D,V), free(Y,Y,F)", "D >= Y-1, nth(Y,D,V), free(Y,Y,F)"),
    ("columns", "free(Y,Y,F), V != Y+D-F.", "free(Y,Y+1,F), V != Y+D-F."),
    ("columns", "free(Y,Y,F), V != Y+D-F.", "free(Y,Y,F), V != Y+D+F."),
    ("diagonals", "settled(3,7).", "settled(3,6)."),
    ("diagonals", "V = 2*D-1..2*D.", "V = 2*D..2*D+1."),
    ("diagonals", "V+W = 4*D-1.", "V+W = 4*D-2."),
]


@pytest.mark.parametrize(("name", "old", "new"), CHANGED)
@pytest.mark.sample(9)
@pytest.mark.long("diagonals")
def test_a_changed_claim_is_refuted(tmp_path: Path, name: str, old: str, new: str) -> None:
    spec = load(copied(tmp_path, NAME, (old, new)))
    (one,) = check(spec, Options(claims=(name,), prove=False), lambda _: None)
    assert one.verdict is Verdict.REFUTED


@cache
def value(larger: int, smaller: int, most: int | None = None) -> int:
    """The mex of all options, where at most so many stones are taken."""
    least = 0 if most is None else max(0, larger - most)
    options = {value(max(left, smaller), min(left, smaller), most) for left in range(least, larger)}
    return next(one for one in range(larger + 2) if one not in options)


def test_the_values_are_those_of_plain_python() -> None:
    """The three theorems by every option, and the period of k-bounded play, none of it by the encoding."""
    for small in range(20):
        row = [value(small + ahead, small) for ahead in range(21)]
        others = {value(small, other) for other in range(small)}
        free = [one for one in range(1, 60) if one not in others]
        assert row == [0, *free[:20]]
        away = sum(one <= small for one in free)
        assert all(row[ahead] == small + ahead - away for ahead in range(small, 21))
    for ahead, settled in enumerate((0, 5, 7, 27), 1):
        pairs = [(value(y + ahead, y), value(y + 2 * ahead, y + ahead)) for y in range(settled - 1, 34) if y >= 0]
        turned = [sorted(pair) == [2 * ahead - 1, 2 * ahead] for pair in pairs]
        assert turned == [settled == 0, *[True] * (len(turned) - 1)]
    for most in range(1, 5):
        for small in range(8):
            row = [value(small + ahead, small, most) for ahead in range(4 * most + 4)]
            assert row[most + 1 : -most - 1] == row[2 * most + 2 :]
