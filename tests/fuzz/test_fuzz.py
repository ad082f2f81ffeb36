"""The fuzzer itself: a few hundred cases without a difference, every construct met, and that it sees what is wrong."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.fuzz import rows, theorems, verdicts
from benchmarks.fuzz.case import CLAIMED, CONSTRUCTS, Case
from benchmarks.fuzz.compare import compare
from benchmarks.fuzz.done import Done, Found, read, table
from benchmarks.fuzz.inline import machine_compiler
from benchmarks.fuzz.run import MAKERS, made, met, one
from benchmarks.fuzz.shorter import shrunk
from benchmarks.fuzz.tally import Tally
from bouton.core.verdict import Result, Verdict
from bouton.run.check import check
from bouton.solving.cvc5 import has_cvc5
from tests.oracle.game import Illegal
from tests.proofs import proved

SEED = 2026
WHOLE = {"outcomes": 3, "predicates": 3, "alliances": 3, "fitted": 1, "statements": 5, "levels": 3}
WHOLE |= {"every_set": 2, "theories": 40}
"""How many cases of each kind are compared here; `python -m benchmarks.fuzz` takes as many as there is time for."""
ROWS = {"outcomes": 3, "predicates": 6, "alliances": 4, "fitted": 20, "statements": 90, "levels": 6, "every_set": 12}
"""And of how many more the predicates and moves alone."""
MET = {
    "outcomes": (
        *("p-positions", "grundy", "everywhere", "swap-positions", "strategy claim", "sum", "same-game", "class"),
        *("sequence", "example", "table", "where", "strategy", "normal", "misere"),
    ),
    "predicates": ("everywhere", "example"),
    "alliances": ("winners", "together"),
    "fitted": ("p-positions", "grundy", "proof"),
    "statements": ("statement", "lemma", "proof", "obligations", "unknown parameter", "cvc5"),
    "levels": ("any number of heaps", "program in Python", "program in C"),
    "every_set": ("every set",),
    "theories": ("theory",),
}
"""The constructs of claims and engines of which these cases compare something."""


@pytest.mark.parametrize("kind", sorted(WHOLE))
@pytest.mark.sample(12)
def test_no_engine_differs(kind: str) -> None:
    done = Done()
    for number in range(WHOLE[kind]):
        one(SEED, number, [kind], done, None)
    assert [f"{found.name}: {found.words}" for found in done.found] == []
    assert sum(done.cases.values()) == WHOLE[kind]
    assert done.comparisons >= WHOLE[kind]
    assert (
        done.compared["verdict and least counterexample"] + done.compared["theory, verdict and least game"]
        >= WHOLE[kind]
    )
    absent = {"program in C": machine_compiler() is None, "cvc5": not has_cvc5()}
    assert [name for name in MET[kind] if not done.met[name] and not absent.get(name)] == []


@pytest.mark.parametrize("kind", sorted(ROWS))
@pytest.mark.sample(7)
@pytest.mark.slow
def test_no_reading_differs(kind: str) -> None:
    done = Done()
    for number in range(100, 100 + ROWS[kind]):
        one(SEED, number, [kind], done, None, whole=False)
    assert [f"{found.name}: {found.words}" for found in done.found] == []
    assert done.compared["predicates, clingo and plain"] > 5 * ROWS[kind]


@pytest.mark.slow
def test_every_construct_is_drawn() -> None:
    assert set(itertools.chain.from_iterable(MET.values())) == set(CLAIMED)
    drawn: Counter[str] = Counter()
    for number in range(5):
        for kind in MAKERS:
            with suppress(Illegal):
                drawn.update(made(SEED, number, [kind])[1].used.keys())
    assert [name for name in CONSTRUCTS if not drawn[name] and name not in CLAIMED] == []
    assert set(drawn) <= set(CONSTRUCTS)


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
            yield (
                replace(result, verdict=Verdict.PROVED, counterexample=None, proof=proved(claim="q"))
                if wrong
                else result
            )

    monkeypatch.setattr(verdicts, "check", believing)
    said = compare(Case({"case.lp": rules, "case.yaml": spec}, {}).write(tmp_path), Tally(), 1)
    assert said == ["q: PROVED, but fails at {} (40,)"]


def test_the_table_names_every_construct() -> None:
    done = Done()
    done.add("fitted", theorems.fitted(Random(1)).used, Tally(), 0.1)
    shown = table(done)
    assert all(f"\n{name} " in shown for name in CONSTRUCTS)
    assert "0 differences" in shown


def test_results_are_kept_from_run_to_run(tmp_path: Path) -> None:
    first, second = Done(7, 4), Done(7)
    first.add("fitted", ["pool"], Tally(Counter({"moves": 3})), 0.5)
    second.add("levels", ["pool", "chain"], Tally(Counter({"moves": 2})), 0.25)
    second.found.append(Found("levels-7-4", "they differ"))
    first.join(second)
    first.write(tmp_path / "results.json")
    kept = read(tmp_path / "results.json")
    assert kept == first
    assert (kept.following, kept.comparisons, kept.met["pool"], kept.spent) == (
        4,
        5,
        2,
        {"fitted": 0.5, "levels": 0.25},
    )


def test_a_construct_is_met_only_where_something_was_compared() -> None:
    case = Case({}, {"pool": 1, "sum": 1})
    assert met(case, Tally()) == set()
    assert met(case, Tally(Counter({"predicates, clingo and plain": 1}), met={"class"})) == {"pool", "class"}
