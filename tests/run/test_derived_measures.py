"""Measures that the rules derive: `measure: weight`, where `weight(W)` is one natural number at every position."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import bouton
from bouton.cli import main
from bouton.core.errors import InputError
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Choice, Options
from tests.tabulated import tabulate

RULES = """\
move(a) :- p(N), q(M), N < 6, M > 0.
after(a, p(N+1)) :- move(a), p(N).
after(a, q(M-1)) :- move(a), q(M).
move(b) :- p(N), q(M), N > 1, M < 6.
after(b, p(N-2)) :- move(b), p(N).
after(b, q(M+1)) :- move(b), q(M).
"""
"""No tuple of p and q is lowered by both moves; 2p + 3q is."""
WEIGHT = "weight(2*N+3*M) :- p(N), q(M).\n"
BOX = "position: {p: 0..6, q: 0..6}\n"
Made = Callable[[str, str], Spec]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    def make(rules: str, rest: str) -> Spec:
        (tmp_path / "g.lp").write_text(rules)
        (tmp_path / "g.yaml").write_text(f"game: g\nrules: g.lp\n{rest}")
        return load(str(tmp_path / "g.yaml"))

    return make


def judged(spec: Spec, engine: Choice = "auto") -> Result:
    (result,) = check(spec, Options(engine=engine), lambda _: None)
    return result


@cache
def lost(p: int, q: int) -> bool:
    options = ([(p + 1, q - 1)] if p < 6 and q > 0 else []) + ([(p - 2, q + 1)] if p > 1 and q < 6 else [])
    return not any(lost(*option) for option in options)


TRUTH = "".join(f"lost :- p({p}), q({q}).\n" for p in range(7) for q in range(7) if lost(p, q))


@pytest.mark.parametrize("measure", ["weight", "[weight]", "[weight, p]"])
@pytest.mark.parametrize("engine", ["auto", "compiled", "ground"])
@pytest.mark.sample(4)
def test_a_game_is_judged_by_it(made: Made, measure: str, engine: Choice) -> None:
    head = f"measure: {measure}\n{BOX}claims:\n"
    spec = made(RULES + WEIGHT + TRUTH, f"{head}  - {{id: c, says: x, kind: p-positions, iff: lost}}\n")
    result = judged(spec, engine)
    engines = ("clingo", "compiled C") if engine == "compiled" else ("clingo",)
    assert (result.verdict, result.positions, result.engines) == (Verdict.HOLDS, 49, engines)
    wrong = made(
        RULES + WEIGHT + TRUTH + "lost :- p(3), q(3).\nlost :- p(6), q(2).\n",
        f"{head}  - {{id: c, says: x, kind: p-positions, iff: lost}}\n",
    )
    found = judged(wrong, engine).counterexample
    least = min(((2 * p + 3 * q, p, q) for p, q in ((3, 3), (6, 2)) if not lost(p, q)), default=None)
    assert (found and found.at[1]) == (least and least[1:])


def test_values_and_single_positions(made: Made) -> None:
    spec = made(RULES + WEIGHT, f"measure: weight\n{BOX}")
    rows = tabulate(spec, "normal", Limits(), lambda _: None, values=True)
    assert {tuple(row.position.values()): row.lost for row in rows} == {
        (p, q): lost(p, q) for p in range(7) for q in range(7)
    }
    game = bouton.Game.of_spec(spec)
    assert game.solve("p=6,q=2").analysis.plays["normal"].outcome == ("P" if lost(6, 2) else "N")


RISING = """\
move(up) :- pile(N), N \\ 2 = 1, N < 40.
after(up, pile(2*N)) :- move(up), pile(N).
move(down) :- pile(N), N > 0, N \\ 2 = 0.
after(down, pile(N/4)) :- move(down), pile(N).
weight(2*N) :- pile(N), N \\ 2 = 0.
weight(4*N+1) :- pile(N), N \\ 2 = 1.
"""


@cache
def stuck(pile: int) -> bool:
    options = [2 * pile] if pile % 2 and pile < 40 else [pile // 4] if pile > 0 and pile % 2 == 0 else []
    return not any(stuck(option) for option in options)


@pytest.mark.slow
def test_one_counter_that_rises_above_its_range(made: Made) -> None:
    """The only counter is the stones, which a move doubles: neither programs nor values of heaps are for such."""
    truth = "".join(f"lost :- pile({pile}).\n" for pile in range(100) if stuck(pile))
    claims = "claims:\n  - {id: c, says: x, kind: p-positions, iff: lost, prove: true}\n"
    result = judged(made(RISING + truth, f"measure: weight\nposition: {{pile: 0..39}}\n{claims}"))
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 40)
    assert result.reach == {"pile": [0, 78]}
    assert result.proof is not None
    assert "leaves the range of the proof" in (result.proof.reason or "")
    periodic = "claims:\n  - {id: c, says: x, kind: periodic, period: 1, preperiod: 0, prove: {pile: all}}\n"
    result = judged(made(RISING, f"measure: weight\nposition: {{pile: 0..39}}\n{periodic}"))
    assert result.verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("weight", "says"),
    [
        (
            "weight(2*N+3*M-5) :- p(N), q(M).\n",
            r"the measure weight is -5 at p 0,q 0; expected exactly one",
        ),
        ("weight(2*N+3*M) :- p(N), q(M), N < 5.\n", r"the measure weight is nothing at p 5,q 0"),
        (WEIGHT + "weight(N) :- p(N), q(0), N = 3.\n", r"the measure weight is 3 and 6 at p 3,q 0"),
        ("weight(w) :- p(N).\n", r"the measure weight is w at p 0,q 0"),
        ("weight(N) :- p(N).\n", r"move a from p 0,q 1 to p 1,q 0 does not lower the measure \(weight\): 0 to 1"),
        ("other(N) :- p(N), weight(N,1).\nweight(N,1) :- p(N).\n", r"no rule derives weight/1"),
        ("% weight(N) is for later\n", r"no rule derives weight/1"),
    ],
)
def test_what_is_no_measure_is_an_error(made: Made, weight: str, says: str) -> None:
    claim = "claims:\n  - {id: c, says: x, kind: p-positions, iff: none}\n"
    spec = made(RULES + weight + "none :- p(0), q(0).\n", f"measure: weight\n{BOX}{claim}")
    with pytest.raises(InputError, match=says):
        judged(spec)


def test_a_position_that_only_moves_reach_must_have_one(made: Made) -> None:
    rules = "move(m) :- p(N), N > 0.\nafter(m, p(N-1)) :- move(m), p(N).\nweight(N) :- p(N), N > 0.\n"
    with pytest.raises(InputError, match=r"the measure weight is nothing at p 0"):
        list(tabulate(made(rules, "measure: weight\nposition: {p: 1..4}\n"), "normal", Limits(), lambda _: None))


def test_a_name_that_the_rules_do_not_have(made: Made) -> None:
    with pytest.raises(InputError, match=r"wieght is neither stones nor .* nor a predicate of the rules") as error:
        made(RULES + WEIGHT, f"measure: wieght\n{BOX}")
    (fault,) = error.value.diagnostics
    assert (fault.line, fault.column) == (3, 10)


def test_no_certificate_but_a_python_game(made: Made, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claim = "claims:\n  - {id: c, says: x, kind: p-positions, iff: lost}\n"
    file = made(RULES + WEIGHT + TRUTH, f"measure: weight\n{BOX}{claim}").file
    assert main(["check", file, "--certificate", str(tmp_path / "c.json")]) == 2
    assert "there is no certificate where the rules derive the measure" in capsys.readouterr().err
    assert main(["explain", file]) == 0
    assert "measure     weight: which every move lowers" in capsys.readouterr().out
    assert "p  q" in str(bouton.Game(tmp_path / "g.lp", measure="weight", p="0..6", q="0..6").table())


def test_a_period_is_not_proved_by_it(made: Made) -> None:
    rules = "move(t(T)) :- pile(N), T = 1..2, T <= N.\nafter(t(T), pile(N-T)) :- move(t(T)), pile(N).\n"
    rules += "weight(N) :- pile(N).\n"
    claims = "claims:\n  - {id: c, says: x, kind: periodic, period: 3, preperiod: 0, prove: {pile: all}}\n"
    result = judged(made(rules, f"measure: weight\nposition: {{pile: 0..30}}\n{claims}"))
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert result.proof.reason == "the rules derive the measure, which no proof of a period reads"
