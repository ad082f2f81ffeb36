"""Random families of any number of heaps, against plain Python; more of them: `benchmarks.fuzz.among`."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.fuzz.among import GAMES, compared, is_p, made, options
from benchmarks.fuzz.heaps import by_definition, positions
from tests.samples import small_or_whole


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_the_outcomes_are_those_of_the_definition(game: str, misere: bool) -> None:
    lost = by_definition(options(game), misere)
    assert all(lost(at) == is_p(game, misere, at) for at in positions(3, 4))


@pytest.mark.parametrize("cases", small_or_whole(1, 300))
def test_nothing_differs(cases: int, tmp_path: Path) -> None:
    tally: Counter[str] = Counter()
    for number in range(cases):
        case = made(8, number)
        assert compared(case, number, tally, tmp_path) == [], f"{case.rules}{case.spec}"
    assert tally
