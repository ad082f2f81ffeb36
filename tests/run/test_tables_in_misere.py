"""A table of values settles no misère play: a false claim that agrees with small positions is not proved by one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bouton.core.spec import Spec
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.proof.ways import tables
from bouton.run.check import check
from bouton.run.options import Options
from tests.oracle.octal import options, values
from tests.proof.attempts import whole

CODE, PERIOD, PREPERIOD = "044", 36, 214
"""Take two or three stones and part what is left of the heap; its values repeat with this period."""
RULES = r"""
heaps(N) :- N = #count { I : heap(I,_) }.
move(part(I,D,L))                :- heap(I,S), D = 2..3, L = 1..(S-D)/2, S-D >= 2.
after(part(I,D,L), heap(I,S-D-L)) :- move(part(I,D,L)), heap(I,S).
after(part(I,D,L), heap(N+1,L))   :- move(part(I,D,L)), heaps(N).
row(I,V) :- heap(I,S), unusual(S,V).
row(I,V) :- heap(I,S), not unusual(S,_), usual(S \ 36, V).
sum(0,0).
sum(I,X^V) :- sum(I-1,X), row(I,V).
value(X) :- heaps(N), sum(N,X).
zero   :- value(0).
large  :- row(_,V), V > 1.
misere :- large, value(0).
misere :- not large, value(1).
"""


def table() -> str:
    found = values(CODE, PREPERIOD + 3 * PERIOD)
    usual = {size % PERIOD: found[size] for size in range(PREPERIOD + PERIOD, PREPERIOD + 2 * PERIOD)}
    unusual = {size: value for size, value in enumerate(found[:PREPERIOD]) if value != usual[size % PERIOD]}
    lines = [f"usual({size},{value})." for size, value in usual.items()]
    return "\n".join([*lines, *(f"unusual({size},{value})." for size, value in unusual.items())])


def spec_of(path: Path, claim: str) -> Spec:
    (path / "g.lp").write_text(RULES + table())
    head = "game: g\nrules: g.lp\nposition: {heap: {count: 0..2, size: 1..6}}\n"
    (path / "g.yaml").write_text(f"{head}claims:\n  - {{id: c, says: x, {claim}, prove: {{heap: {{count: all}}}}}}\n")
    return load(str(path / "g.yaml"))


NORMAL, MISERE = "kind: p-positions, iff: zero", "kind: p-positions, play: misere, iff: misere"


def test_a_claim_about_misere_play_is_not_read_from_a_table(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, NORMAL)
    assert tables.BY_TABLE.concerns(whole(spec, spec.claims[0]))
    spec = spec_of(tmp_path, MISERE)
    assert not tables.BY_TABLE.concerns(whole(spec, spec.claims[0]))


@cache
def lost(heaps: tuple[int, ...]) -> bool:
    """Whether who moves loses in misère play, by its definition."""
    after = [
        tuple(sorted((*heaps[:at], *left, *heaps[at + 1 :])))
        for at, size in enumerate(heaps)
        for left in options(CODE, size)
    ]
    return bool(after) and not any(map(lost, after))


@pytest.mark.slow
def test_in_normal_play_it_is_proved_and_in_misere_play_refuted(tmp_path: Path) -> None:
    (normal,) = check(spec_of(tmp_path, NORMAL), Options(fresh=True), lambda _: None)
    assert normal.verdict is Verdict.PROVED
    (misere,) = check(spec_of(tmp_path, MISERE), Options(fresh=True), lambda _: None)
    assert misere.verdict is Verdict.REFUTED
    assert misere.counterexample is not None
    assert misere.counterexample.at == ({}, ((4, 16),))
    found = values(CODE, 17)
    assert max(found[4], found[16]) > 1
    assert found[4] != found[16]
    assert lost((4, 16))
