"""Periods of rows from which moves lead into others: a heap beside heaps, and rows that `where` names."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bouton.core.errors import InputError
from bouton.core.verdict import Result, Verdict
from tests.samples import small_or_whole

from .test_periodic_rows import judged

GALE = """\
heaps(N)                      :- N = #count { I : heap(I,_) }.
move(take(I,M))               :- heap(I,S), heaps(N), N >= 2, M = 1..S.
after(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).
"""
STEPS = """\
% Take one or two stones; or close the door, once, after which only one stone may be taken at a time.
move(take(M))               :- stones(N), M = 1..2, M <= N, door(1).
move(take(1))               :- stones(N), N >= 1, door(0).
move(close)                 :- door(1).
after(take(M), stones(N-M)) :- stones(N), move(take(M)).
after(close, door(0))       :- move(close).
open :- door(1).
"""


@cache
def gale(heaps: tuple[int, ...]) -> int:
    if len(heaps) < 2:
        return 0
    lowered = ((*heaps[:at], t, *heaps[at + 1 :]) for at, s in enumerate(heaps) for t in range(s))
    options = {gale(tuple(sorted(filter(None, one)))) for one in lowered}
    return next(v for v in range(len(options) + 1) if v not in options)


def at_(result: Result) -> dict[str, Any]:
    assert result.counterexample is not None
    return dict(result.counterexample.position)


def of_gale(folder: Path, beside: str, said: str, *, order: str = "ascending", rules: str = GALE) -> Result:
    position = f"{{heap: {{count: 1..3, size: 1..16, order: {order}}}}}"
    return judged(folder, rules, position, f"along: heap, beside: {beside}, {said}")


@pytest.mark.parametrize("order", ["ascending", "descending"])
@pytest.mark.parametrize("preperiod", [0, 2, 5])
@pytest.mark.parametrize("beside", [(1, 2), (2, 3)])
@pytest.mark.sample(18)
def test_the_least_failure(tmp_path: Path, beside: tuple[int, int], preperiod: int, order: str) -> None:
    for period in (1, 2, 4):
        said = f"preperiod: {preperiod}, period: {period}, saltus: {period}"
        result = of_gale(tmp_path, str(list(beside)), said, order=order)
        values = [gale(tuple(sorted(filter(None, (*beside, n))))) for n in range(17)]
        failing = [n for n in range(preperiod + period, 17) if values[n] != values[n - period] + period]
        if failing:
            heaps = sorted((*beside, failing[0]), reverse=order == "descending")
            assert (result.verdict, at_(result)["heap"]) == (Verdict.REFUTED, heaps)
        else:
            assert (result.verdict, result.positions) == (Verdict.HOLDS, 17 - preperiod - period)


@pytest.mark.slow
@pytest.mark.parametrize("order", [pytest.param("ascending", marks=pytest.mark.slow), "descending"])
def test_beside_one_stone_and_another(tmp_path: Path, order: str) -> None:
    """Moves lead to rows of two heaps and of one, whose values rise by 1, and by nothing."""
    result = of_gale(tmp_path, "[1, 1]", "preperiod: 0, period: 2, saltus: 2, prove: true", order=order)
    assert result.verdict is Verdict.PROVED


@pytest.mark.parametrize("odd", small_or_whole(False, True))
def test_rows_that_moves_leave(tmp_path: Path, odd: bool) -> None:
    """`where` names the rows of the open door, from which moves lead to those of the closed one: period 2, not 3."""
    position = "{stones: 0..12, door: 0..1}"
    names = STEPS.replace("open", "in_these_rows") + "label_by_period(1) :- stones(_).\n" if odd else STEPS
    where = "in_these_rows" if odd else "open"
    said = f"along: stones, where: {where}, preperiod: 0, period: %d, prove: {{stones: all}}"
    values = [(0, 1)]  # of the closed door, and the open one
    for n in range(1, 13):
        options = {values[n - 1][1], *([values[n - 2][1]] if n > 1 else []), n % 2}
        values.append((n % 2, next(v for v in range(4) if v not in options)))
    periods = [p for p in range(1, 7) if all(values[n][1] == values[n - p][1] for n in range(p, 13))]
    for period in range(1, 7):
        result = judged(tmp_path, names, position, said % period)
        assert result.verdict is (Verdict.PROVED if period in periods else Verdict.REFUTED)
    assert periods


@pytest.mark.parametrize("far", [30, 70])
@pytest.mark.sample(2)
def test_far_out_it_is_another_game(tmp_path: Path, far: int) -> None:
    """From some size on more may be taken, in the rows of which the claim speaks or in those moves lead to."""
    for taken, door in ((2, 0), (4, 1)):
        rules = STEPS + f"move(take({taken})) :- stones(N), N >= {far}, door({door}).\n"
        said = "along: stones, where: open, preperiod: 0, period: 4, prove: {stones: all}"
        result = judged(tmp_path, rules, "{stones: 0..20, door: 0..1}", said)
        assert result.verdict is not Verdict.PROVED
        assert result.verdict is Verdict.HOLDS or at_(result)["stones"] >= far


def test_a_row_of_which_the_claim_speaks_far_out_alone(tmp_path: Path) -> None:
    """What it says of the closed door is not seen in what was looked at, so that nothing is proved."""
    rules = STEPS + "open :- door(0), stones(N), N >= 200.\n"
    said = "along: stones, where: open, preperiod: 0, period: 4, prove: {stones: all}"
    assert judged(tmp_path, rules, "{stones: 0..12, door: 0..1}", said).verdict is Verdict.HOLDS


def test_a_row_that_never_repeats(tmp_path: Path) -> None:
    """Where the door is closed only squares may be taken, of which no period is seen."""
    rules = STEPS.replace("move(take(1))               :- stones(N), N >= 1, door(0).", "")
    rules += "move(take(M)) :- stones(N), K = 1..N, M = K*K, M <= N, door(0).\n"
    rules += "move(lose) :- stones(N), door(1), N = 1..2.\nafter(lose, door(0)) :- move(lose).\n"
    said = "along: stones, where: open, preperiod: 0, period: 3, prove: {stones: all}"
    assert judged(tmp_path, rules, "{stones: 0..2, door: 0..1}", said).verdict is not Verdict.PROVED


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("beside: [1, 2], preperiod: 0, period: 4", "is said of a row, of several heaps"),
        ("along: heap, beside: [0], preperiod: 0, period: 4", "beside: 0 is 0; expected the size of a heap"),
        ("along: heap, beside: [k], preperiod: 0, period: 4", "k is no parameter that is a number"),
        ("along: heap, beside: [], preperiod: 0, period: 4", "beside"),
    ],
)
def test_errors(tmp_path: Path, said: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        judged(tmp_path, GALE, "{heap: {count: 1..3, size: 1..16}}", said)


def test_beside_a_counter(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="stones is a counter, beside which no heaps stand"):
        judged(tmp_path, STEPS, "{stones: 0..9, door: 0..1}", "along: stones, beside: [2], preperiod: 0, period: 3")
