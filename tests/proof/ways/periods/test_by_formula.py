"""Periods proved by a formula for the value of each heap: true ones are, and none that is false, near or far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bouton.claims.periodic import Repeats
from bouton.core.position import Fluent
from bouton.document.load import load
from bouton.proof.attempt import Attempt
from bouton.proof.ways.periods import by_formula as period_formula
from tests.proof.attempts import proved

Prove = Callable[..., Attempt]

NIM = "move(take(I,D)) :- heap(I,S), D = 1..S.\nafter(take(I,D), heap(I,S-D)) :- move(take(I,D)), heap(I,S).\n"
PILE = "move(take(D)) :- pile(N), D = 1..N.\nafter(take(D), pile(N-D)) :- move(take(D)), pile(N).\n"
HEAPS = "position: {heap: {count: 0..2, size: 1..4}}"


@pytest.fixture
def attempt(tmp_path: Path) -> Prove:
    def proving(rules: str, claim: str, game: str = HEAPS) -> Attempt:
        (tmp_path / "g.lp").write_text(rules)
        asked = "prove: {pile: all}" if "pile" in game else "prove: true"
        said = f"claims:\n  - {{id: c, says: x, kind: periodic, {claim}, {asked}}}\n"
        (tmp_path / "g.yaml").write_text(f"game: g\nrules: g.lp\n{game}\n{said}")
        spec = load(str(tmp_path / "g.yaml"))
        return proved(spec, "c")

    return proving


ALL = "move(all(I)) :- heap(I,_).\nafter(all(I), heap(I,0)) :- heap(I,_).\n"
TRUE = {
    "Nim": (NIM, "preperiod: 0, period: 1, saltus: 1", HEAPS),
    "two periods at once": (NIM, "preperiod: 3, period: 2, saltus: 2, values: [0,1,2,3,4]", HEAPS),
    "a pile": (PILE, "preperiod: 0, period: 1, saltus: 1", "position: {pile: {range: 0..9, stones: true}}"),
    "two or more": (NIM.replace("1..S", "2..S"), "preperiod: 0, period: 2, saltus: 1", HEAPS),
    "not two": (NIM.replace("1..S", "1..S, D != 2"), "preperiod: 0, period: 4, saltus: 2, values: [0,1,0,1]", HEAPS),
    "few or all": (NIM.replace("1..S", "1..2, D <= S") + ALL, "preperiod: 1, period: 3", HEAPS),
    "k or all": (
        NIM.replace("1..S", "1..k, D <= S") + ALL,
        "preperiod: 1, period: 3, values: [0,1,2,3]",
        f"parameters: {{k: 2..2}}\n{HEAPS}",
    ),
}
"""Rules, a period and a game; the values were worked out by definition."""


@pytest.mark.parametrize("name", TRUE)
@pytest.mark.sample(8)
def test_true_periods(name: str, attempt: Prove) -> None:
    proof = attempt(*TRUE[name]).proof
    assert (proof.verdict, proof.reason) == ("proved", None)
    assert {"period", "claim c"} <= {part.name for part in proof.parts}
    assert ("sum of heaps" in {part.name for part in proof.parts}) is (name != "a pile")


FALSE = {
    "the saltus": (NIM, "preperiod: 0, period: 1, saltus: 2", 1),
    "the period": (NIM.replace("1..S", "2..S"), "preperiod: 0, period: 1, saltus: 1", 1),
    "the preperiod": (NIM.replace("1..S", "1..2, D <= S") + ALL, "preperiod: 0, period: 3", 3),
    "a value": (NIM, "preperiod: 1, period: 2, saltus: 2, values: [0,1,3]", 2),
    "a value of none": (NIM, "preperiod: 1, period: 2, saltus: 2, values: [1,1,2]", 0),
    "far away": (NIM.replace("1..S", "1..S, D != 50"), "preperiod: 0, period: 1, saltus: 1", 50),
    "far away, without a saltus": (
        NIM.replace("1..S", "1..2, D <= S") + ALL.replace("heap(I,_).\na", "heap(I,S), S != 40.\na"),
        "preperiod: 1, period: 3",
        40,
    ),
}
"""Rules, a period and the least size that refutes it; some are false far away alone."""


@pytest.mark.parametrize("name", FALSE)
@pytest.mark.sample(4)
def test_false_periods_are_refuted_at_the_least_size(name: str, attempt: Prove) -> None:
    rules, claim, size = FALSE[name]
    found = attempt(rules, claim)
    assert found.proof.verdict == "refuted"
    assert found.candidates[0].position == (((size,) if size else ()),)
    assert found.certified


def test_a_formula_that_is_not_that_of_the_period_is_not_proved(
    attempt: Prove, monkeypatch: pytest.MonkeyPatch
) -> None:
    formula = period_formula._formula

    def wrong(said: Repeats, values: list[int], fluent: Fluent, name: str) -> Iterator[str]:
        return (line.replace("+1*((S-0)/1)", "+1*((S-0)/1)+S/60") for line in formula(said, values, fluent, name))

    monkeypatch.setattr(period_formula, "_formula", wrong)
    found = attempt(NIM, "preperiod: 0, period: 1, saltus: 1")
    assert found.proof.verdict == "unknown"
    assert "by the values of single heaps" in str(found.proof.reason)


@pytest.mark.slow
def test_what_is_not_read_is_told(attempt: Prove) -> None:
    both = "move(take(I)) :- heap(I,S), heap(J,T), I < J.\nafter(take(I), heap(I,0)) :- move(take(I)).\n"
    assert "not a move of one heap" in str(attempt(both, "preperiod: 0, period: 1, saltus: 1").proof.reason)
    long = attempt(NIM, "preperiod: 400, period: 1, saltus: 1").proof
    assert (long.verdict, long.reason) == (
        "unknown",
        "a formula for the values of heaps would list 401 of them, which are too many",
    )
    any_k = attempt(NIM, "preperiod: 0, period: 1, saltus: 1", f"parameters: {{k: 1..3}}\n{HEAPS}").proof
    assert any_k.verdict == "proved"


@pytest.mark.slow
def test_names_that_the_rules_use_are_left_to_them(attempt: Prove) -> None:
    taken = "value_by_period(7) :- heap(_,_).\nheaps_by_period(1).\n"
    assert attempt(NIM + taken, "preperiod: 0, period: 1, saltus: 1").proof.verdict == "proved"
