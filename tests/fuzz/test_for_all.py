"""A few random claims about periods for all parameters; more of them: `python -m benchmarks.fuzz.for_all`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.fuzz.for_all import compared, made
from tests.samples import small_or_whole


@pytest.mark.parametrize("cases", small_or_whole(1, 300))
def test_nothing_differs(cases: int, tmp_path: Path) -> None:
    tally: Counter[str] = Counter()
    for number in range(cases):
        case = made(2, number)
        assert compared(case, number, tally, tmp_path) == [], f"{case.rules}{case.spec}"
    assert tally
