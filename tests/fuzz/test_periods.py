"""A few random claims about periods, and that a verdict that is wrong is found."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.fuzz.periods import Case, compared, made


def first(true: bool, how: str) -> tuple[int, Case]:
    """The first case whose claim is true, or not, of this kind."""
    number = next(
        number
        for number in range(200)
        if (case := made(7, number)).used[-2:] == tuple(how.split(", ")) and (case.fails is None) is true
    )
    return number, made(7, number)


@pytest.mark.parametrize("how", ["counter, no saltus", "heaps, no saltus", "heaps, saltus", "counter, saltus"])
@pytest.mark.parametrize("true", [True, False])
@pytest.mark.sample(8)
def test_a_verdict_that_is_wrong_is_found(how: str, true: bool, tmp_path: Path) -> None:
    """No verdict is wrong; and of values that are not those of the game each verdict is."""
    number, case = first(true, how)
    tally: Counter[str] = Counter()
    assert compared(case, number, tally, tmp_path) == []
    assert tally[f"{how.replace(',', '')}: {'proved' if true else 'refuted'}"] == 1
    wrong = replace(case, fails=0 if case.fails != 0 else 1)
    assert compared(wrong, number, tally, tmp_path)
