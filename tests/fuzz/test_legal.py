"""A few random claims on games of which not all positions exist, and that a verdict that is wrong is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.fuzz.legal import Case, compared, made


def first(end: str) -> Case:
    """The first case that is true, false far out, or strays far out."""
    ends: dict[str, Callable[[Case], bool]] = {
        "true": lambda case: not case.failing and not case.strays,
        "false": lambda case: min(case.failing, default=0) > 250 and not case.strays,
        "strays": lambda case: min(case.strays, default=0) > 250 and not case.failing,
    }
    return next(case for number in range(300) if ends[end](case := made(7, number)))


@pytest.mark.parametrize("end", ["true", "false", "strays"])
@pytest.mark.sample(3)
def test_a_verdict_that_is_wrong_is_found(end: str, tmp_path: Path) -> None:
    case, tally = first(end), Counter[str]()
    assert compared(case, 0, tally, tmp_path) == []
    if end == "true":
        assert tally[f"{case.used[0]}: proved"] == 1
        assert compared(replace(case, strays=[300]), 0, tally, tmp_path)
        assert compared(replace(case, failing=[300]), 0, tally, tmp_path)
    elif end == "false":
        assert compared(replace(case, failing=[1]), 0, tally, tmp_path)
