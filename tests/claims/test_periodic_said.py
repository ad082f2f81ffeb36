"""Periods that are the least, of outcomes in either play, and of some positions: against plain Python."""

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

TAKE = """\
move(t(M)) :- pile(N), M = (1;3;4), M <= N.
after(t(M), pile(N-M)) :- pile(N), move(t(M)).
even :- pile(N), N \\ 2 = 0.
small :- pile(N), N <= 4.
formula :- pile(N), N \\ 7 = 0.
formula :- pile(N), N \\ 7 = 2.
"""
TWICE = """\
% Take 2 or 4 stones, or one that makes the number of stones even; two counters that are to be told apart by name.
move(t(M)) :- label_by_period(N), M = (2;4), M <= N.
move(odd)  :- label_by_period(N), N \\ 2 = 1, last(0).
after(t(M), label_by_period(N-M)) :- label_by_period(N), move(t(M)).
after(odd, label_by_period(N-1))  :- label_by_period(N), move(odd).
after(odd, last(1))               :- move(odd).
after(t(M), last(0))              :- move(t(M)), last(1).
even :- label_by_period(N), N \\ 2 = 0.
"""


def judged(folder: Path, said: str, rules: str = TAKE, position: str = "{pile: 0..40}", *others: str) -> Result:
    (folder / "game.lp").write_text(rules)
    listed = "".join(f"  - {one}\n" for one in (f"{{id: c, says: A., kind: periodic, {said}}}", *others))
    (folder / "game.yaml").write_text(f"game: g\nrules: game.lp\nposition: {position}\nclaims:\n{listed}")
    (result,) = check(load(str(folder / "game.yaml")), Options(claims=("c",)), lambda _: None)
    return result


@cache
def is_p(pile: int, play: str) -> bool:
    options = [is_p(pile - one, play) for one in (1, 3, 4) if one <= pile]
    return not any(options) if options else play == "normal"


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize(("preperiod", "period"), [(0, 7), (0, 6), (2, 7), (0, 14)])
def test_outcomes(tmp_path: Path, play: str, preperiod: int, period: int) -> None:
    said = f"of: outcome, play: {play}, preperiod: {preperiod}, period: {period}, prove: {{pile: all}}"
    result = judged(tmp_path, said)
    sizes = range(preperiod + period, 200)
    failing = [one for one in sizes if is_p(one, play) != is_p(one - period, play)]
    if failing:
        assert found(result)[0] == {"pile": failing[0]}
    else:
        assert result.verdict is Verdict.PROVED
        assert result.proof is not None
        less = (preperiod, period) != (0, 7)
        assert result.proof.reason == ("the least period is 7, from 0 on" if less else None)


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("preperiod: 0, period: 7, least: true", Verdict.PROVED),
        ("preperiod: 0, period: 14, least: true", {"pile": 20}),
        ("preperiod: 3, period: 7, least: true", {"pile": 9}),
        ("preperiod: 0, period: 7, of: outcome, least: true", Verdict.PROVED),
        ("preperiod: 0, period: 14, of: outcome, play: misere, least: true", {"pile": 20}),
    ],
)
def test_the_least(tmp_path: Path, said: str, verdict: object) -> None:
    """A multiple is refuted where all of a lesser period is seen, in the box, and beyond it by the proof."""
    for box in (40, 12):
        result = judged(tmp_path, f"{said}, prove: {{pile: all}}", position=f"{{pile: 0..{box}}}")
        if isinstance(verdict, Verdict):
            assert result.verdict is verdict
        else:
            assert found(result)[0] == verdict


def test_a_box_that_does_not_tell_the_least(tmp_path: Path) -> None:
    """Up to 15 a period of 14 is not told from one of 7; the pair of 0 and 14 is not spoken of before it is."""
    early = judged(tmp_path, "preperiod: 0, period: 14, least: true", position="{pile: 0..15}")
    assert early.verdict is Verdict.VACUOUS
    assert judged(tmp_path, "preperiod: 0, period: 7, least: true", position="{pile: 0..9}").verdict is Verdict.HOLDS


def test_a_state_beside_the_counter_is_proved(tmp_path: Path) -> None:
    @cache
    def value(pile: int, last: int) -> int:
        options = {value(pile - one, 0) for one in (2, 4) if one <= pile}
        options |= {value(pile - 1, 1)} if pile % 2 and not last else set()
        return next(one for one in range(9) if one not in options)

    position = "{label_by_period: 0..25, last: {range: 0..1, stones: false}}"
    said = "along: label_by_period, preperiod: 0, period: {}, prove: {{label_by_period: all}}"
    for period in (6, 4):
        pairs = [(pile, last) for pile in range(period, 26) for last in range(2)]
        failing = [(pile, last) for pile, last in pairs if value(pile, last) != value(pile - period, last)]
        result = judged(tmp_path, said.format(period), TWICE, position)
        if failing:
            assert found(result)[0] == dict(zip(("label_by_period", "last"), failing[0], strict=True))
        else:
            assert result.verdict is Verdict.PROVED


def test_far_out(tmp_path: Path) -> None:
    """A move from 90 stones on alone: the formula fails, and the least pile that shows it is found."""
    rules = TAKE + "move(far) :- pile(N), N >= 90.\nafter(far, pile(N-2)) :- pile(N), move(far).\n"

    @cache
    def lost(pile: int) -> bool:
        taken = (1, 3, 4, 2) if pile >= 90 else (1, 3, 4)
        return not any(lost(pile - one) for one in taken if one <= pile)

    least = next(one for one in range(7, 300) if lost(one) != lost(one - 7))
    result = judged(tmp_path, "of: outcome, preperiod: 0, period: 7, prove: {pile: all}", rules)
    assert found(result)[0] == {"pile": least}


@pytest.mark.slow
def test_of_some_positions(tmp_path: Path) -> None:
    """Only even piles are spoken of, which no move leaves; or which moves leave, and all piles repeat."""
    rules = TAKE.replace("(1;3;4)", "(2;6;8)")
    said = "preperiod: 0, period: 14, where: even, prove: {pile: all}"
    result = judged(tmp_path, said, rules)
    assert (result.verdict, result.positions) == (Verdict.PROVED, 14)
    left = judged(tmp_path, "preperiod: 0, period: 14, where: even, prove: {pile: all}")
    assert left.verdict is Verdict.PROVED
    far = TAKE + "move(far) :- pile(N), N >= 91, N \\ 2 = 1.\nafter(far, pile(N-2)) :- pile(N), move(far).\n"
    far_out = judged(tmp_path, "preperiod: 0, period: 14, where: even, prove: {pile: all}", far)
    assert far_out.verdict is not Verdict.PROVED
    none = judged(tmp_path, "preperiod: 0, period: 7, where: small, prove: {pile: all}")
    assert none.verdict is Verdict.VACUOUS
    assert none.proof is not None
    assert "no two positions of which the claim speaks are a period apart" in str(none.proof.reason)


@pytest.mark.slow
def test_outcomes_for_every_parameter(tmp_path: Path) -> None:
    """By the P-positions that a claim names: take 1 to k stones, in misère play."""
    rules = "move(t(M)) :- pile(N), M = 1..k, M <= N.\nafter(t(M), pile(N-M)) :- pile(N), move(t(M)).\n"
    rules += "lost :- pile(N), N \\ (k+1) = 1.\ngood :- k >= 2.\n"
    head = "game: g\nrules: game.lp\nparameters: {k: 2..4}\nposition: {pile: 0..20}\nclaims:\n"
    (tmp_path / "game.lp").write_text(rules)
    for period, where, verdict in (("k+1", "", "proved"), ("k+1", "where: good,", "proved"), ("k+2", "", "refuted")):
        said = f"kind: periodic, of: outcome, play: misere, preperiod: 0, period: {period}, {where}"
        claims = f"  - {{id: c, says: A., {said} prove: {{k: all, pile: all}}}}\n"
        own = f"kind: p-positions, play: misere, iff: lost, {where} prove: {{k: all, pile: all}}"
        (tmp_path / "game.yaml").write_text(f"{head}{claims}  - {{id: p, says: A., {own}}}\n")
        (result,) = check(load(str(tmp_path / "game.yaml")), Options(claims=("c",)), lambda _: None)
        assert result.verdict.value == verdict


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("of: outcome, saltus: 1", "outcomes are no numbers; expected no `saltus`"),
        ("of: outcome, values: [0, 1]", "outcomes are no numbers; expected no `values`"),
        ("play: misere", "values repeat in normal play, outcomes in either"),
        ("least: true, where: even", "what is least is said of all sizes"),
        ("where: evn", "no rule of game.lp derives evn.*even"),
        ("of: draw", "of"),
    ],
)
def test_errors(tmp_path: Path, said: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        judged(tmp_path, f"preperiod: 0, period: 2, {said}")
