"""Periods of rows: along one counter, or the heap, with all else fixed in a row; against plain Python."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

from .conftest import found

NEVER_TWICE = """\
% Take 1, 2 or 3 stones, and never the same number twice in a row.
move(M)             :- pile(N), M = 1..3, M <= N, last(L), L != M.
after(M, pile(N-M)) :- pile(N), move(M).
after(M, last(M))   :- move(M).
value(V) :- pile(_), last(_), V = 0.
"""
TWO_PILES = """\
move(t(a,M)) :- a(N), M = 1..2, M <= N.
move(t(b,M)) :- b(N), M = 1..2, M <= N.
after(t(a,M), a(N-M)) :- a(N), move(t(a,M)).
after(t(b,M), b(N-M)) :- b(N), move(t(b,M)).
value((A \\ 3) ^ (B \\ 3)) :- a(A), b(B).
"""


def judged(folder: Path, rules: str, position: str, said: str, *others: str) -> Result:
    (folder / "game.lp").write_text(rules)
    listed = "".join(f"  - {one}\n" for one in (f"{{id: c, says: A., kind: periodic, {said}}}", *others))
    (folder / "game.yaml").write_text(f"game: g\nrules: game.lp\nposition: {position}\nclaims:\n{listed}")
    (result,) = check(load(str(folder / "game.yaml")), Options(claims=("c",)), lambda _: None)
    return result


@cache
def value(pile: int, last: int) -> int:
    options = {value(pile - one, one) for one in (1, 2, 3) if one <= pile and one != last}
    return next(one for one in range(len(options) + 1) if one not in options)


@pytest.mark.parametrize("preperiod", [0, 2])
@pytest.mark.parametrize("period", [2, 4, 5, 8])
def test_a_state_beside_the_counter(tmp_path: Path, preperiod: int, period: int) -> None:
    said = f"along: pile, preperiod: {preperiod}, period: {period}"
    result = judged(tmp_path, NEVER_TWICE, "{pile: 0..40, last: 0..3}", said)
    pairs = [(pile, last) for pile in range(preperiod + period, 41) for last in range(4)]
    failing = [(pile, last) for pile, last in pairs if value(pile, last) != value(pile - period, last)]
    if failing:
        assert found(result)[0] == dict(zip(("pile", "last"), failing[0], strict=True))
    else:
        assert (result.verdict, result.positions) == (Verdict.HOLDS, len(pairs))


def test_rows_of_two_piles(tmp_path: Path) -> None:
    """Along either pile the period is 3, whatever the other is; the values rise by nothing."""
    for along in "ab":
        holds = judged(tmp_path, TWO_PILES, "{a: 0..9, b: 0..9}", f"along: {along}, preperiod: 0, period: 3")
        assert holds.verdict is Verdict.HOLDS
    assert found(judged(tmp_path, TWO_PILES, "{a: 0..9, b: 0..9}", "along: a, preperiod: 0, period: 2"))[0] == {
        "a": 2,
        "b": 0,
    }


UNEVEN = """\
% Take 1 or 2 stones, or in a row of its own 1 stone alone, so that one row has the period 3, the other 2.
move(t(M))           :- pile(N), kind(K), M = 1..K, M <= N.
after(t(M), pile(N-M)) :- pile(N), move(t(M)).
"""


@pytest.mark.parametrize(
    ("kinds", "said", "expected"),
    [
        ("1..1", "period: 2", Verdict.PROVED),
        ("2..2", "period: 3", Verdict.PROVED),
        ("1..2", "period: 6", {"pile": 7, "kind": 1}),
        ("1..1", "period: 6", {"pile": 7, "kind": 1}),
        ("2..3", "period: 12", {"pile": 15, "kind": 3}),
        ("2..2", "period: 3, of: outcome", Verdict.PROVED),
        ("2..2", "period: 6, of: outcome, play: misere", {"pile": 8, "kind": 2}),
    ],
)
@pytest.mark.parametrize("box", ["0..30", "0..3"])
def test_the_least_of_each_row(tmp_path: Path, kinds: str, said: str, expected: object, box: str) -> None:
    """One row of several that has a lesser period refutes the claim, in the box or by the proof beyond it."""
    position = f"{{pile: {box}, kind: {{range: {kinds}, stones: false}}}}"
    result = judged(tmp_path, UNEVEN, position, f"along: pile, preperiod: 0, {said}, least: true, prove: {{pile: all}}")
    assert (result.verdict if isinstance(expected, Verdict) else found(result)[0]) == expected


def test_the_least_is_told_of_every_row(tmp_path: Path) -> None:
    """Of 1, 2 or 3 stones, never the same twice, one row has the period 4 from 0 on, and is not seen twice to 6."""
    position = "{pile: 0..%d, last: {range: 0..3, stones: false}}"
    for last, period in ((3, 4), (5, 4), (7, 4), (20, 4), (20, 8), (20, 12)):
        labels = [[value(pile, one) for pile in range(last + 1)] for one in range(4)]
        result = judged(
            tmp_path, NEVER_TWICE, position % last, f"along: pile, preperiod: 0, period: {period}, least: true"
        )
        repeats = all(row[n] == row[n - period] for row in labels for n in range(period, last + 1))
        lesser = [
            row
            for row in labels
            for one in range(1, period)
            if period % one == 0 and all(row[n] == row[n - one] for n in range(one, min(last + 1, period + one)))
        ]
        if not repeats or (lesser and last >= 2 * period):
            assert result.verdict is Verdict.REFUTED
        elif last >= 2 * period:
            assert (result.verdict, result.positions) == (Verdict.HOLDS, 4 * (last + 1 - period))


def test_a_proof_by_a_formula(tmp_path: Path) -> None:
    """Each row for every size, where a claim gives the values, or the other counter has a finite range."""
    rules = "move(t(M)) :- pile(N), M = 1..2, M <= N.\nafter(t(M), pile(N-M)) :- pile(N), move(t(M)).\n"
    rules += "move(flip) :- odd(1).\nafter(flip, odd(0)) :- move(flip).\n"
    rules += "sum(0,0,0). sum(1,0,1). sum(2,0,2). sum(0,1,1). sum(1,1,0). sum(2,1,3).\n"
    rules += "value(V) :- pile(N), odd(B), sum(N \\ 3,B,V).\n"
    values = "{id: v, says: A., kind: grundy, prove: {pile: all}}"
    position, said = "{pile: 0..12, odd: 0..1}", "along: pile, preperiod: 0, period: 3, prove: {pile: all}"
    result = judged(tmp_path, rules, position, said, values)
    assert result.verdict is Verdict.PROVED
    assert judged(tmp_path, rules, position, said).verdict is Verdict.PROVED
    several = judged(
        tmp_path, TWO_PILES, "{a: 0..9, b: 0..9}", "along: a, preperiod: 0, period: 3, prove: {a: all, b: all}"
    )
    assert several.verdict is Verdict.HOLDS
    assert several.proof is not None
    assert "rows in which b is of any number" in str(several.proof.reason)


@pytest.mark.parametrize(
    ("position", "said", "message"),
    [
        (
            "{pile: 0..9, last: 0..3}",
            "preperiod: 0, period: 3",
            "a position here has pile, last; expected `along: pile`",
        ),
        ("{pile: 0..9, last: 0..3}", "along: pill, preperiod: 0, period: 3", "along: pill is no part of a pos.*'pile'"),
        (
            "{pile: 0..9, last: 0..3}",
            "along: pile, preperiod: 0, period: 1, values: [0]",
            "values are listed of one heap",
        ),
    ],
)
def test_errors(tmp_path: Path, position: str, said: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        judged(tmp_path, NEVER_TWICE, position, said)
