"""Theorems of many cases: coqc goes through them remainder by remainder, and refuses those that are false far out."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.newcomers import CLAIM, named, spec_of
from bouton.rocq.file import written
from tests.rocq.answers import coqc
from tests.rocq.changed import text
from tests.rocq.test_files import with_coqc
from tests.samples import small_or_whole

NAME = "value_of_two_counters"
FALSE = {
    "another value": ("value(3) :-", "value(2) :-"),
    "a value far out": ("Y \\ 2 = 0, V = X \\ 3.", "Y \\ 2 = 0, V = X \\ 3, X < 3000."),
    "a move far out": ("K <= 2.", "K <= 2 + X / 900."),
}


@pytest.mark.parametrize("step", small_or_whole(3, 1))
def test_more_comparisons_or_more_remainders_make_many_cases(step: int, tmp_path: Path) -> None:
    many = {"value_of_two_counters", "slow", "found_take_257_misere"}
    for name in ("slow", "value_of_two_counters", "found_take_257_misere", "tutorial", "king", "value_of_k")[::step]:
        text = written(spec := spec_of(named()[name], tmp_path), spec.claim(CLAIM))
        assert ("Require Cases." in text, "by Cases.by_residues" in text) == (name in many, name in many)


@with_coqc
@pytest.mark.parametrize("changed", FALSE)
def test_coqc_refuses_what_is_false_in_one_of_many_cases(changed: str, tmp_path: Path, compiled: Path) -> None:
    one = named()[NAME]
    before, after = FALSE[changed]
    assert before in one["rules"]
    spec = spec_of({**one, "rules": one["rules"].replace(before, after)}, tmp_path)
    text = written(spec, spec.claim(CLAIM))
    assert "Require Cases." in text
    assert coqc(compiled, text).returncode != 0


@with_coqc
def test_coqc_refuses_a_quotient_of_a_remainder_that_is_false_far_out(tmp_path: Path, compiled: Path) -> None:
    rules = (
        "move(take(D)) :- n(N), D = m..2*m, D <= N.\n"
        "after(take(D), n(N-D)) :- n(N), move(take(D)).\n"
        "lost :- n(N), (N \\ (3*m)) / m = 1, N < 7000.\n"
    )
    one = {
        "name": "from_m_to_2m",
        "parameters": {"m": "1..4"},
        "position": {"n": "0..60"},
        "rules": rules,
        "claim": {"kind": "p-positions", "play": "misere", "iff": "lost", "prove": {"m": "all", "n": "all"}},
    }
    spec = spec_of(one, tmp_path)
    text = written(spec, spec.claim(CLAIM))
    assert "by Quotients.by_quotients" in text
    assert coqc(compiled, text).returncode != 0
    spec = spec_of({**one, "rules": rules.replace(", N < 7000", "")}, tmp_path)
    assert coqc(compiled, written(spec, spec.claim(CLAIM))).returncode == 0


NEW = {
    "as it is": {},
    "a remainder far out": {"remainder(1,R), remainder(2,R).": "remainder(1,R), remainder(2,R), R < 1000."},
    "a heap far out": {"balanced        :-": "balanced        :- not heap(2,3000),"},
}


@with_coqc
@pytest.mark.parametrize("changed", NEW)
def test_many_comparisons_beside_an_unknown_divisor(changed: str, tmp_path: Path, compiled: Path) -> None:
    whole = text(named()["new"], NEW[changed], tmp_path)
    assert "by Quotients.by_quotients" in whole
    assert (coqc(compiled, whole).returncode == 0) == (not NEW[changed])


ALIKE = """
pair(X,Y) :- heap(1,X), heap(2,Y).
pair(0,Y) :- heap(1,Y), not heap(2,_).
one(D,0) :- pair(X,_), D = 1..X.
one(0,E) :- pair(_,Y), E = 1..Y.
one(D,E) :- pair(X,Y), D = 0..X, E = 0..Y, D = E, D > 0.
other(D,0) :- pair(X,_), D = 1..X.
other(0,E) :- pair(_,Y), E = 1..Y.
other(D,D) :- pair(X,_), D = 1..X.
apart :- one(D,E), not other(D,E).
apart :- other(D,E), not one(D,E).
found :- not apart.
move(take(I,M)) :- heap(I,S), M = 1..S.
after(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).
"""
APART = {
    "as they are": ("D = 0..X", "D = 0..X"),
    "far out": ("E = 0..Y, D = E", "E = 0..Y, D = E, D != 1000"),
    "one more": ("other(D,D) :- pair(X,_), D = 1..X.", "other(D,D) :- pair(X,_), D = 1..X+1."),
}


@with_coqc
@pytest.mark.parametrize("changed", APART)
def test_what_has_alternatives_is_denied(changed: str, tmp_path: Path, compiled: Path) -> None:
    before, after = APART[changed]
    assert before in ALIKE
    one = {
        "name": "alike",
        "position": {"heap": {"count": "0..2", "size": "1..9"}},
        "rules": ALIKE.replace(before, after),
        "claim": {"kind": "everywhere", "iff": "found", "prove": {"heap": {"count": "0..2"}}},
    }
    spec = spec_of(one, tmp_path)
    whole = written(spec, spec.claim(CLAIM))
    assert "Require Chosen." in whole
    assert (coqc(compiled, whole).returncode == 0) == (before == after)


TWO = """
pair(X,Y) :- heap(1,X), heap(2,Y).
move(both(D)) :- pair(X,_), D = 1..X.
after(both(D), heap(1,X-D)) :- pair(X,_), move(both(D)).
after(both(D), heap(2,Y-D)) :- pair(_,Y), move(both(D)).
single :- pair(1,_).
"""


@with_coqc
@pytest.mark.parametrize(
    ("changed", "true"), [("pair(1,_)", True), ("pair(1,Y), Y < 1000", False), ("pair(2,_)", False)]
)
def test_where_no_move_is_found_none_may_be_there(changed: str, true: bool, tmp_path: Path, compiled: Path) -> None:
    """In misère play who cannot move wins: of one heap here, as moves take from two."""
    one = {
        "name": "two",
        "position": {"heap": {"count": "0..2", "size": "1..9"}},
        "rules": TWO.replace("pair(1,_)", changed),
        "claim": {"kind": "p-positions", "play": "misere", "iff": "single", "prove": {"heap": {"count": "0..2"}}},
    }
    spec = spec_of(one, tmp_path)
    assert (coqc(compiled, written(spec, spec.claim(CLAIM))).returncode == 0) == true
