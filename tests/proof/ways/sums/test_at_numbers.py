"""Sums of heaps at which a false claim fails: none has fewer stones, as clingo has it by the definition of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.position import as_argument, named
from bouton.core.proof import Proof
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.ground.box import ground_box
from bouton.proof.attempt import Attempt, ProofRequest
from bouton.proof.refute import refuted
from bouton.proof.setting import Setting
from bouton.proof.way import Near
from bouton.proof.ways.sums import at_numbers as summands
from bouton.run.check import check
from bouton.run.options import Options
from tests.proof.ways.sums.test_problems import AT_MOST_K, COUNTED, IN_MISERE, LASKER, MISERE, NIM, SUM
from tests.proof.ways.sums.test_strategies import FIRM, OF_AT_MOST_K, WINNING

SAFE, STRATEGY = "kind: p-positions, iff: safe", "kind: p-positions, iff: safe, strategy: win"
LOSING = f"{IN_MISERE}, strategy: wins"
AT_MOST_3 = AT_MOST_K.replace("k", "3")
MISERE_3 = AT_MOST_3 + OF_AT_MOST_K.replace("k", "3") + MISERE + FIRM

FALSE = [
    (NIM, "row(I,S) :- heap(I,S)", "row(I,S-S/6) :- heap(I,S)", "kind: grundy, iff: value"),
    (NIM, "row(I,S) :- heap(I,S)", "row(I,S-S/6) :- heap(I,S)", SAFE),
    (NIM, "row(I,S) :- heap(I,S)", "row(I,S) :- heap(I,S), S != 5", SAFE),
    (NIM, "row(I,S) :- heap(I,S)", "row(I,S) :- heap(I,S). row(I,1) :- heap(I,6)", SAFE),
    (NIM, "T = 0..S-1", "T = 0..S-1, S-T != 5", SAFE),
    (NIM, "T = 0..S-1", "T = 0..S-1, S != 6", STRATEGY),
    (NIM, "V^X < V", "V^X < V, V != 5", STRATEGY),
    (NIM, "V^X < V", "V^X < V, V^X != 3", STRATEGY),
    (NIM, "V^X < V", "V^X < V-1", STRATEGY),
    (NIM, "lower(I,V^X))", "lower(I,(V^X)-V/6))", STRATEGY),
    (AT_MOST_3, "S-V+Y", "S-V-Y", STRATEGY),
    (AT_MOST_3, "S \\ (3+1)) :- heap(I,S)", "(S+S/6) \\ (3+1)) :- heap(I,S)", SAFE),
    (NIM + MISERE, "V > 1", "V > 2", IN_MISERE),
    (NIM + COUNTED, "row(_,V), V > 1", "row(_,V), V > 1, V != 6", IN_MISERE),
    (NIM + COUNTED, "row(I,S) :- heap(I,S)", "row(I,S-S/6) :- heap(I,S)", IN_MISERE),
    (NIM + WINNING + COUNTED + FIRM, "L >= 2", "L >= 3", LOSING),
    (NIM + WINNING + COUNTED + FIRM, "N \\ 2.", "N \\ 2, N != 4.", LOSING),
    (NIM + WINNING + COUNTED + FIRM, "N \\ 2.", "N \\ 2, V != 6.", LOSING),
    (NIM + WINNING + COUNTED + FIRM, "firms(0), row(I,V)", "firms(0), row(I,V), heaps(N), N < 5", LOSING),
    (NIM + WINNING + COUNTED + FIRM, "L >= 2, win(M)", "L >= 2, L != 3, win(M)", LOSING),
    (MISERE_3, "Y = 1 - (X^V)", "Y = X^V", LOSING),
    (LASKER, "S \\ 4 = 3", "S \\ 4 = 3, S != 7", SAFE),
]
"""What is changed in rules and claim, within heaps of six or seven stones, and what is claimed then."""


def spec_of(path: Path, rules: str, claim: str) -> Spec:
    (path / "g.lp").write_text(rules + SUM)
    head = "game: g\nrules: g.lp\nposition: {heap: {count: 0..6, size: 1..7}}\n"
    head += "measure: [stones, splits]\n" * ("split" in rules)
    (path / "g.yaml").write_text(f"{head}claims:\n  - {{id: c, says: x, {claim}, prove: {{heap: {{count: all}}}}}}\n")
    return load(str(path / "g.yaml"))


def judged(spec: Spec, **options: object) -> Result:
    (result,) = check(spec, Options(fresh=True, prove=False, **options), lambda _: None)  # type: ignore[arg-type]
    return result


def suspected(spec: Spec, size: int = 7) -> Attempt:
    """What is made of a proof that fails at one heap of that size."""
    setting = Setting({}, {}, ((0,), (1,)), {})
    near = Near(setting, ({"heap.1": size},), read=True, first=True, of_numbers=False)
    attempt = Attempt(Proof("unknown", reason="it fails"), near=near)
    return refuted(spec, spec.claims[0], rules_of(spec), attempt, ProofRequest())


@pytest.mark.parametrize(("rules", "before", "after", "claim"), FALSE)
@pytest.mark.sample(24)
def test_it_is_the_least(rules: str, before: str, after: str, claim: str, tmp_path: Path) -> None:
    assert before in rules
    spec = spec_of(tmp_path, rules.replace(before, after), claim)
    attempt, by_definition = suspected(spec), judged(spec)
    assert attempt.proof.verdict == "refuted"
    assert attempt.certified
    (position,) = (candidate.position for candidate in attempt.candidates)
    assert judged(spec, at=({}, position)).verdict is Verdict.REFUTED
    assert by_definition.counterexample is not None
    in_box = position in ground_box(spec.fluents, spec.box, {})
    measures = spec.measure.of(position), spec.measure.of(by_definition.counterexample.at[1])
    assert measures[0] == measures[1] if in_box else measures[0] < measures[1]
    assert as_argument({}, named(spec.fluents, position)) in (attempt.proof.reason or "")


TRUE = [
    (NIM, STRATEGY),
    (NIM.replace("row(I,S)", "row(I,2*S)").replace("row(I,V), V^X < V", "row(I,2*V), V^X < V"), SAFE),
    (AT_MOST_3, STRATEGY),
    (NIM + WINNING + COUNTED + FIRM, LOSING),
    (MISERE_3, LOSING),
    (LASKER, SAFE),
]


@pytest.mark.parametrize(("rules", "claim"), TRUE)
@pytest.mark.parametrize("size", [6, 30])
@pytest.mark.sample(3)
def test_nothing_is_suspected_of_what_is_true(rules: str, claim: str, size: int, tmp_path: Path) -> None:
    attempt = suspected(spec_of(tmp_path, rules, claim), size)
    assert (attempt.proof.verdict, attempt.candidates, attempt.certified) == ("unknown", (), False)


def test_what_is_not_all_looked_at_is_not_the_least(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_of(tmp_path, NIM.replace("row(I,S)", "row(I,S-S/6)"), SAFE)
    assert suspected(spec, 6).certified
    monkeypatch.setattr(summands, "_LARGEST", 6)
    few = suspected(spec, 6)
    assert few.candidates == suspected(spec, 6).candidates
    assert not few.certified
