"""Periods by the code of a game: coqc accepts true ones of whatever rules, and refuses what is false, near or far."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bouton.rocq.file import proves
from bouton.rocq.hand import lacking
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.changed import text
from tests.rocq.test_files import with_coqc

KAYLES: dict[str, Any] = {
    "name": "pins",
    "rules": """heaps(N) :- N = #count { I : heap(I,_) }.
move(knock(D,I,L)) :- heap(I,S), D = 1..2, D <= S, L = 0..(S-D)/2.
after(knock(D,I,L), heap(I,S-D-L)) :- move(knock(D,I,L)), heap(I,S).
after(knock(D,I,L), heap(N+1,L)) :- move(knock(D,I,L)), heaps(N).
""",
    "position": {"heap": {"count": "0..2", "size": "1..9"}},
    "claim": {"kind": "periodic", "preperiod": 71, "period": 12, "prove": True},
}
PILE: dict[str, Any] = {
    "name": "numbers",
    "rules": """move(take(M)) :- s(M), pile(N), M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
""",
    "parameters": {"S": {"set": [[2, 5, 7]]}},
    "position": {"pile": "0..40"},
    "claim": {
        "kind": "periodic",
        "preperiod": 0,
        "period": 22,
        "values": [0, 0, 1, 1, 0, 2, 1, 3, 2, 2, 0, 3, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2],
        "prove": {"pile": "all"},
    },
}
FEW: dict[str, Any] = {
    "name": "few",
    "rules": """move(take(M)) :- pile(N), M = 1..k, M <= N.
move(all) :- pile(N), N >= 1, N < k.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
after(all, pile(0)) :- move(all).
""",
    "parameters": {"k": "2..3"},
    "position": {"pile": "0..40"},
    "claim": {"kind": "periodic", "preperiod": 0, "period": 12, "prove": {"pile": "all"}},
}
Case = tuple[dict[str, Any], dict[str, str]]
TRUE: dict[str, Case] = {
    "heaps": (KAYLES, {}),
    "names of the script": (KAYLES, {"knock": "step", "heaps": "code_", "heap": "rest"}),
    "either side": (KAYLES, {"L = 0..(S-D)/2": "L = 0..S-D"}),
    "the smaller side in its place": (
        KAYLES,
        {"heap(I,S-D-L)": "heap(I,L)", "heap(N+1,L)) :-": "heap(N+1,S-D-L)) :- heap(I,S),"},
    ),
    "no order": (KAYLES, {"'size': '1..9'": "'size': '1..9', 'order': 'none'"}),
    "no heap beside": (KAYLES, {"L = 0..(S-D)/2": "L = 0..0", "'preperiod': 71": "'preperiod': 0"}),
    "a counter": (PILE, {}),
    "each of two parameters": (FEW, {}),
}
FALSE: dict[str, Case] = {
    "another period": (KAYLES, {"'period': 12": "'period': 11"}),
    "a period from one heap before": (KAYLES, {"'preperiod': 71": "'preperiod': 70"}),
    "another value": (PILE, {"3, 2]": "3, 3]"}),
    "a move of large heaps": (KAYLES, {"D = 1..2": "D = 1..2+S/1000"}),
    "a move that large heaps lack": (KAYLES, {"D <= S": "D <= S, S != 1000"}),
    "a heap that comes from nowhere": (KAYLES, {"heap(N+1,L))": "heap(N+1,L+D/3))", "D = 1..2": "D = 1..2+S/1000"}),
    "one more stone that goes": (
        KAYLES,
        {"heap(N+1,L)) :- move(knock(D,I,L)),": "heap(N+1,L-S/1000)) :- move(knock(D,I,L)), heap(I,S),"},
    ),
    "a number for large piles": (PILE, {"M <= N": "M <= N, M + N != 1001"}),
    "the period of another set": (PILE, {"2, 5, 7": "2, 5, 8"}),
    "a period of one of two": (FEW, {"'period': 12": "'period': 3"}),
}
NONE: dict[str, tuple[dict[str, Any], dict[str, str], str]] = {
    "a heap by its place": (
        KAYLES,
        {"D <= S": "D <= S, I < 3"},
        "the move knock asks for more than the size of its heap",
    ),
    "another heap": (KAYLES, {"heap(N+1,L)": "heap(I+1,L)"}, "the move knock changes other heaps"),
    "stones that come and go": (
        KAYLES,
        {"heap(N+1,L)) :-": "heap(N+1,L)) :- S > 5, heap(I,S),"},
        "what the move knock leaves hangs on more than its heap",
    ),
    "no heap of a single stone": (
        KAYLES,
        {"L = 0..(S-D)/2": "L = 0..(S-D)/2, L != 1"},
        "no move is found that takes 1 and leaves 2 heaps, as others do",
    ),
    "every parameter": (FEW, {"'pile': 'all'": "'pile': 'all', 'k': 'all'"}, "a code has no unknown parameters"),
}


@with_coqc
@pytest.mark.parametrize("case", TRUE)
@pytest.mark.sample(2)
@pytest.mark.long("either side", "no order")
def test_coqc_accepts_a_period(case: str, tmp_path: Path, compiled: Path) -> None:
    ended = coqc(compiled, text(*TRUE[case], tmp_path))
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@with_coqc
@pytest.mark.parametrize("case", FALSE)
@pytest.mark.sample(2)
@pytest.mark.long("one more stone that goes", "another period")
def test_coqc_refuses_a_false_period(case: str, tmp_path: Path, compiled: Path) -> None:
    whole = text(*FALSE[case], tmp_path)
    assert proves(whole)
    assert coqc(compiled, whole).returncode == 1


@pytest.mark.parametrize("case", NONE)
@pytest.mark.sample(1)
def test_no_script_is_written_of_what_has_no_code(case: str, tmp_path: Path) -> None:
    one, changes, why = NONE[case]
    assert (lacking(text(one, changes, tmp_path)) or "").endswith(why)
