"""A few claims about any number of heaps that are false far out alone, and that a wrong verdict on one is found."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from benchmarks.fuzz import far
from benchmarks.fuzz.far import IDIOMS, FarCase, contradicts, judged, made
from bouton.core.verdict import Verdict


@cache
def cases_of(idiom: str) -> list[FarCase]:
    return [made(idiom, 2026, number) for number in range(4)]


@pytest.mark.slow
def test_cases_are_true_and_false_in_each_idiom_and_always_the_same() -> None:
    truths = Counter((idiom, case.true) for idiom in IDIOMS for case in cases_of(idiom))
    assert len(truths) >= len(IDIOMS) + 2
    for idiom in IDIOMS:
        cases = cases_of(idiom)
        assert made(idiom, 2026, 0) == cases[0]
        assert all(case.fails is None or max(len(case.fails), *case.fails) > 14 for case in cases)


@pytest.mark.parametrize("idiom", IDIOMS)
def test_the_theorems_contradict_themselves_nowhere_before_they_are_changed(idiom: str) -> None:
    theorem = IDIOMS[idiom](Random(1))
    text = theorem.rules.replace("{guard}", "").replace("{step}", "") + theorem.strategy + "told :- base.\n"
    heaps = [(), (1,), (1, 1), (1, 1, 1, 1, 1)]
    heaps += [] if theorem.where else [(2,), (1, 2, 2), (1, 1, 3), (2, 3, 3, 3), (1, 2, 3)]
    strategy = "win" if theorem.strategy else ""
    assert not any(contradicts(text, theorem, at, strategy) for at in heaps)
    wrong = text.replace("told :- base.", "told :- not base.")
    assert any(contradicts(wrong, theorem, at, strategy) for at in heaps)


def test_no_verdict_is_wrong(tmp_path: Path) -> None:
    ended, words = judged(cases_of("lists")[3], tmp_path, 60.0)
    assert (ended, words) == ("proved", "")


@pytest.mark.parametrize("verdict", Verdict)
def test_a_verdict_that_is_wrong_is_found(verdict: Verdict, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(far, "check", lambda *_: iter([SimpleNamespace(verdict=verdict)]))
    case = next(case for case in cases_of("lists") if case.true)
    assert bool(judged(case, tmp_path, 60.0)[1]) is (verdict is Verdict.REFUTED)
    assert bool(judged(replace(case, fails=(1,) * 40), tmp_path, 60.0)[1]) is (verdict is Verdict.PROVED)


def test_an_error_is_found(tmp_path: Path) -> None:
    case = cases_of("lists")[0]
    broken = FarCase({**case.files, "case.lp": case.files["case.lp"] + "told :- no("}, None, ())
    assert "Error" in judged(broken, tmp_path, 60.0)[1]
