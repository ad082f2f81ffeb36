"""Claims with a strategy by programs: what is wrong with a named move is found where clingo finds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.logic.terms import Unreadable
from bouton.document.load import load
from tests.compiled.engines import LANGUAGES, by_clingo, by_program, judged, prepared

_RULES = """
move(take(I,M))               :- heap(I,S), M = 1..S.
after(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).
nim_sum_zero :- heap(1,A), heap(2,B), heap(3,C), A ^ B ^ C = 0.
nim_sum_zero :- heap(1,A), not heap(2,_), A = 0.
nim_sum_zero :- heap(1,A), heap(2,A), not heap(3,_).
nim_sum_zero :- not heap(1,_).
sum(X) :- heap(1,A), heap(2,B), heap(3,C), X = A ^ B ^ C.
sum(X) :- heap(1,A), heap(2,B), not heap(3,_), X = A ^ B.
sum(X) :- heap(1,X), not heap(2,_).
right(take(I,S-T)) :- heap(I,S), sum(X), T = S ^ X, T < S.
illegal(take(I,S-T+1)) :- heap(I,S), sum(X), T = S ^ X, T < S.
losing(take(I,S-T)) :- heap(I,S), sum(X), T = S ^ X, T < S, S < 5.
losing(take(I,1)) :- heap(I,S), sum(X), X > 0, S >= 5.
none(take(I,S-T)) :- heap(I,S), sum(X), T = S ^ X, T < S, S < 6.
other(remove(I,S-T)) :- heap(I,S), sum(X), T = S ^ X, T < S.
some(take(I,M)) :- heap(I,S), M = 1..S, sum(S-M).
large :- heap(_,S), S > 3.
"""
_NAMES = ("right", "illegal", "losing", "none", "other", "some")


def _write(folder: Path) -> Path:
    claims = []
    for name in _NAMES:
        claims.append(f"  - {{id: {name}, says: A., kind: strategy, moves: {name}}}")
        claims.append(f"  - {{id: {name}-p, says: A., kind: p-positions, iff: nim_sum_zero, strategy: {name}}}")
        claims.append(f"  - {{id: {name}-w, says: A., kind: strategy, moves: {name}, where: large, play: misere}}")
    (folder / "a.lp").write_text(_RULES)
    text = "game: a\nrules: a.lp\nposition: {heap: {count: 0..3, size: 1..6}}\nclaims:\n"
    (folder / "a.yaml").write_text("\n".join([text, *claims]) + "\n")
    return folder / "a.yaml"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.sample(2)
def test_as_clingo(tmp_path: Path, language: str) -> None:
    compared, failed = 0, set()
    spec = load(_write(tmp_path))
    for item, claim in judged(spec):
        program = prepared(spec, item, claim)
        assert program is not None, claim.id
        expected = by_clingo(spec, item)
        assert by_program(spec, item, program, language) == expected, claim.id
        compared += 1
        if expected.counterexample is None:
            failed.add(claim.id)
    assert compared == 3 * len(_NAMES)
    assert {"right", "right-p"} <= failed  # and these alone hold of the plain ones
    assert not {f"{name}{more}" for name in _NAMES[1:] for more in ("", "-p")} & failed


def test_several_at_once(tmp_path: Path) -> None:
    """A term that two moves have, or one that names no one move, is left to clingo."""
    (tmp_path / "a.lp").write_text(
        "move(go) :- heap(_,_). after(go, heap(I,S-1)) :- heap(I,S).\nnamed(go) :- heap(_,_). named(X) :- heap(X,_).\n"
    )
    (tmp_path / "a.yaml").write_text(
        "game: a\nrules: a.lp\nposition: {heap: {count: 0..2, size: 1..4}}\n"
        "claims:\n  - {id: a, says: A., kind: strategy, moves: named}\n"
    )
    spec = load(tmp_path / "a.yaml")
    for item, claim in judged(spec):
        try:
            program = prepared(spec, item, claim)
        except Unreadable:
            continue
        if program is not None:
            assert by_program(spec, item, program, "Python") == by_clingo(spec, item)
