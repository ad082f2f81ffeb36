"""Random claims about values of named positions, against plain Python; more of them: `benchmarks.fuzz.named`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.fuzz.named import compared, made
from tests.samples import small_or_whole


@pytest.mark.parametrize("cases", small_or_whole(2, 300))
def test_nothing_differs(cases: int, tmp_path: Path) -> None:
    tally: Counter[str] = Counter()
    for number in range(cases):
        case = made(5, number)
        assert compared(case, number, tally, tmp_path) == [], f"{case.rules}{case.spec}"
    assert {one for one in tally if one.endswith("proved") or one.endswith("refuted")}
