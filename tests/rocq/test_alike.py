"""Aggregates of the same tuples, and orders in which numbers differ: coqc accepts what is true, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bouton.rocq.file import proves
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.changed import text
from tests.rocq.test_files import with_coqc

DIVIDED: dict[str, Any] = {
    "name": "divided",
    "rules": r"""move(divide(I,T)) :- heap(I,S), T = 1..S/2.
after(divide(I,T), heap(1,T)) :- move(divide(I,T)).
after(divide(I,T), heap(2,S-T)) :- move(divide(I,T)), heap(I,S).
found :- C = #count { I : heap(I,S), S \ 2 = 1 }, C > 1.
last(S) :- N = #count { I : heap(I,_) }, heap(N,S).
wins(divide(N,1)) :- N = #count { J : heap(J,_) }, last(S), S \ 2 = 0.
wins(divide(N-1,1)) :- N = #count { I : heap(I,_) }, last(S), S \ 2 != 0.
""",
    "position": {"heap": {"count": 2, "size": "1..9"}},
    "claim": {"kind": "p-positions", "iff": "found", "strategy": "wins", "prove": {"heap": {"count": 2}}},
}
SLOW: dict[str, Any] = {
    "name": "slow_pair",
    "rules": r"""move(take(I)) :- heap(I,_).
move(both) :- heap(1,_), heap(2,_).
after(take(I), heap(I,S-1)) :- heap(I,S), move(take(I)).
after(both, heap(I,S-1)) :- heap(I,S), move(both).
found :- C = #count { I : heap(I,S), S \ 2 = 1 }, C \ 3 = 0.
""",
    "position": {"heap": {"count": "0..2", "size": "1..9"}},
    "claim": {"kind": "p-positions", "iff": "found", "prove": {"heap": {"count": "0..2"}}},
}
FALSE: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "one odd heap": (DIVIDED, {"C > 1": "C = 1"}),
    "a large heap that stands": (DIVIDED, {"T = 1..S/2": "T = 1..S/2, S < 1000"}),
    "a large heap that is odd no more": (DIVIDED, {r"S \ 2 = 1 }": r"S \ 2 = 1, S != 1001 }"}),
    "no two odd heaps": (SLOW, {r"C \ 3 = 0": r"C \ 2 = 0, C > 0"}),
    "large heaps from which one is not taken": (SLOW, {"take(I)) :- heap(I,_)": "take(I)) :- heap(I,S), S != 1001"}),
}


@with_coqc
@pytest.mark.parametrize("one", [DIVIDED, SLOW], ids=lambda one: one["name"])
@pytest.mark.sample(1)
def test_coqc_accepts_what_is_true(one: dict[str, Any], tmp_path: Path, compiled: Path) -> None:
    ended = coqc(compiled, text(one, {}, tmp_path))
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@with_coqc
@pytest.mark.parametrize("case", FALSE)
@pytest.mark.sample(2)
def test_coqc_refuses_what_is_false(case: str, tmp_path: Path, compiled: Path) -> None:
    whole = text(*FALSE[case], tmp_path)
    assert proves(whole)
    assert coqc(compiled, whole).returncode == 1
