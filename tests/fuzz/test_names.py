"""A few claims whose names collide with those that Bouton makes, and that a verdict which is wrong is found."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.fuzz import names
from benchmarks.fuzz.names import BASES, COLLISIONS, made
from benchmarks.fuzz.names import compared as compare


def test_every_collision_is_made() -> None:
    cases = [made(5, number) for number in range(200)]
    assert {one for case in cases for one in case.used} == {*COLLISIONS, *BASES}
    assert cases[17] == made(5, 17) != made(6, 17)


@pytest.mark.parametrize("number", [5, 6, 7])
@pytest.mark.sample(3)
def test_names_mean_nothing(number: int, tmp_path: Path) -> None:
    tally: Counter[str] = Counter()
    assert compare(made(5, number), number, tally, tmp_path) == []
    assert tally["verdicts compared"] == 1


def test_a_verdict_that_is_wrong_is_found(tmp_path: Path) -> None:
    case = made(5, 7)
    assert "kind: everywhere" in case.spec
    worse = replace(case, rules=case.rules.replace("safe :-", "safe :- pile(A), A < 3,"))
    (words,) = compare(worse, 7, Counter(), tmp_path)
    assert words.startswith("('refuted', ") and words.endswith("with plain ones")


def test_what_is_proved_is_held_against_plain_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The strategy of one case names no move of a pile of 61, which no small pile tells."""
    case = made(5, 5)
    assert "< 60" in case.rules
    monkeypatch.setattr(names, "_judged", lambda *_: ("proved", ""))
    assert compare(case, 5, Counter(), tmp_path) == ["proved, and strategy at (61,)"]
