"""A few random claims about any number of heaps, and that a verdict that is wrong is found."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from benchmarks.fuzz.columns import columns
from benchmarks.fuzz.heaps import COUNT, SIZE, Position, positions
from benchmarks.fuzz.sums import compared, heap_values, made
from tests.oracle import octal


@pytest.mark.slow
def test_no_verdict_is_wrong(tmp_path: Path) -> None:
    tally: Counter[str] = Counter()
    for number in (1, 2, 3, 8, 11):
        assert compared(made(2026, number), number, tally, tmp_path) == []
    assert (
        tally["refuted where it fails"] + tally["refuted far away"] + tally["positions at which what is told holds"]
        >= 4
    )


@pytest.mark.parametrize(
    ("number", "ended"), [(1, "sums misere refuted"), (32, "sums normal proved"), (2, "quotients normal proved")]
)
@pytest.mark.sample(3)
def test_a_verdict_that_is_wrong_is_found(number: int, ended: str, tmp_path: Path) -> None:
    """What is claimed in plain Python is the opposite of what the rules say, so that each verdict is wrong of it."""
    case, tally = made(2026, number), Counter[str]()

    def opposite(at: Position) -> int:
        return 1 - case.claimed(at)

    assert compared(replace(case, claimed=opposite), number, tally, tmp_path)
    assert tally[ended] == 1


def test_values_in_plain_python() -> None:
    assert heap_values(lambda size: octal.options("77", size), 60) == octal.values("77", 60)


def test_some_claims_about_columns_are_true_where_they_are_played_and_far_away_and_some_are_not() -> None:
    cases = [columns(Random(seed)) for seed in range(30)]
    box = list(positions(COUNT, SIZE - 2))
    true = [case for case in cases if all(case.true(at) == case.claimed(at) for at in (*box, *case.far))]
    assert 3 < len(true) < 20
