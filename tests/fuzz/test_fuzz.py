"""The fuzzer itself: a few hundred cases without a difference, every construct met, and that it sees what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.fuzz import rows, theorems, verdicts
from benchmarks.fuzz.case import CONSTRUCTS, Case
from benchmarks.fuzz.compare import compare
from benchmarks.fuzz.done import Done, table
from benchmarks.fuzz.run import MAKERS, made, one
from benchmarks.fuzz.shorter import shrunk
from benchmarks.fuzz.tally import Tally
from bouton.check import check
from bouton.verdict import Result, Verdict
from tests.oracle.game import Illegal

SEED = 2026
WHOLE = {"outcomes": 5, "predicates": 6, "alliances": 3, "fitted": 4, "statements": 5, "levels": 4, "every_set": 1}
"""How many cases of each kind are compared here; `python -m benchmarks.fuzz` takes as many as there is time for."""
ROWS = {"outcomes": 15, "predicates": 45, "alliances": 12, "levels": 12}
"""And of how many more the predicates and moves alone."""


@pytest.mark.parametrize("kind", sorted(WHOLE))
def test_no_engine_differs(kind: str) -> None:
    done = Done()
    for number in range(WHOLE[kind]):
        one(SEED, number, [kind], done, None)
    assert [f"{found.name}: {found.words}" for found in done.found] == []
    assert sum(done.cases.values()) == WHOLE[kind]
    assert done.compared["predicates, clingo and plain"] > 10 * WHOLE[kind]
    assert done.compared["verdict and least counterexample"] > WHOLE[kind]


@pytest.mark.parametrize("kind", sorted(ROWS))
def test_no_reading_differs(kind: str) -> None:
    done = Done()
    for number in range(100, 100 + ROWS[kind]):
        one(SEED, number, [kind], done, None, whole=False)
    assert [f"{found.name}: {found.words}" for found in done.found] == []
    assert done.compared["predicates, reading and clingo"] > 10 * ROWS[kind]


def test_every_construct_is_drawn() -> None:
    met: Counter[str] = Counter()
    for number in range(40):
        for kind in MAKERS:
            try:
                met.update(made(SEED, number, [kind])[1].used.keys())
            except Illegal:
                continue
    assert [name for name in CONSTRUCTS if not met[name]] == []
    assert set(met) <= set(CONSTRUCTS)


def test_a_case_is_the_same_in_every_run() -> None:
    assert made(1, 3) == made(1, 3)
    assert made(1, 3)[1].files != made(2, 3)[1].files


RULES = """move(take(M)) :- pile(N), M = 1..2, M <= N. after(take(M), pile(N-M)) :- move(take(M)), pile(N).
p :- pile(N), N \\ 3 = 0. unused(1..3).
"""
SPEC = """game: a case
rules: case.lp
position: {pile: 0..6}
claims:
  - {id: p, says: A., kind: p-positions, play: normal, iff: p, prove: {pile: all}}
"""


def test_what_one_engine_says_differently_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case({"case.lp": RULES, "case.yaml": SPEC}, {})
    tally = Tally()
    assert compare(case.write(tmp_path), tally, 1) == []
    assert tally.ends["p-positions proved"] == 1
    assert tally.compared["proved, far away"] > 10
    monkeypatch.setattr(rows, "rows_at", lambda *_: set())
    (said,) = compare(case.write(tmp_path), Tally(), 1)
    assert said.startswith("('p', 0) at") or said.startswith("('unused', 1) at")
    short = shrunk(case, 1, said)
    assert len(short.files["case.lp"]) < len(RULES)


def test_a_proof_that_is_wrong_far_away_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = RULES + "q :- pile(N), N < 40. q :- pile(N), N > 40.\n"
    spec = SPEC + "  - {id: q, says: A., kind: everywhere, iff: q, prove: {pile: all}}\n"
    assert compare(Case({"case.lp": rules, "case.yaml": spec}, {}).write(tmp_path), Tally(), 1) == []

    def believing(*arguments: Any) -> Iterator[Result]:
        for result in check(*arguments):
            wrong = result.id == "q" and result.proof is not None
            yield replace(result, verdict=Verdict.PROVED, counterexample=None) if wrong else result

    monkeypatch.setattr(verdicts, "check", believing)
    said = compare(Case({"case.lp": rules, "case.yaml": spec}, {}).write(tmp_path), Tally(), 1)
    assert said == ["q: PROVED, but fails at {} (40,)"]


def test_the_table_names_every_construct() -> None:
    done = Done()
    done.add("fitted", theorems.fitted(Random(1)).used, Tally(), 0.1)
    shown = table(done, 1.0)
    assert all(f"\n{name} " in shown for name in CONSTRUCTS)
    assert "0 differences" in shown
