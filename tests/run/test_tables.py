"""Tables that end below a number of the position: told beside a counterexample, and listed by `explain`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.document.load import load
from bouton.run.tables import FixedTable, tables

GAME = """move(one) :- pile(N), N > 0.          after(one, pile(N-1)) :- pile(N), N > 0.
move(half) :- pile(N), N > 0.         after(half, pile(N/2)) :- pile(N), N > 0.
dopey :- pile(0).
"""
LONG = "zeros(0..11)."
SPEC = """game: Mark
rules: g.lp
parameters: {k: 1..2}
position: {pile: 0..200}
claims:
  - {id: a, says: Dopey numbers., kind: p-positions, iff: dopey, over: {k: 1}%s}
"""
Written = Callable[..., str]


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    monkeypatch.chdir(tmp_path)

    def write(rules: str, more: str = "") -> str:
        (tmp_path / "g.lp").write_text(GAME + rules)
        (tmp_path / "s.yaml").write_text(SPEC % more)
        return "s.yaml"

    return write


def said(capsys: pytest.CaptureFixture[str], *command: str, code: int) -> str:
    assert main([*command]) == code
    return " ".join(capsys.readouterr().out.split())


DOPEY = r"dopey :- pile(N), N > 0, zero(Z), Z \ 2 = 1, N \ 2**Z = 0, N \ 2**(Z+1) != 0." + "\n"


@pytest.mark.parametrize(
    ("table", "end"),
    [
        ("zero(0..3).", "the table zero/1 (g.lp:5) ends at 3, below 32"),
        (
            "zero(Z) :- t(Z,_). t(0,1). t(Z+1,2*P) :- t(Z,P), Z < 3.",
            "t/2 (g.lp:5) ends at 3 in the first argument, 8 in the second",
        ),
        ("zero(Z) :- zeros(Z,a). zeros(0..3,a).", "zeros/2 (g.lp:5) ends at 3 in the first argument, below 32"),
        ("zero(0). zero(1..3). zero(9) :- 1 > 2.", "zero/1 (g.lp:5) ends at 3, below 32"),
        ("zero(0..k+2).", "zero/1 (g.lp:5) ends at 3, below 32"),
    ],
)
def test_a_counterexample_beyond_a_table_says_so(
    written: Written, capsys: pytest.CaptureFixture[str], table: str, end: str
) -> None:
    out = said(capsys, "check", written(DOPEY + table), code=1)
    assert "REFUTED at k=1, pile 32" in out
    assert end in out


@pytest.mark.parametrize(
    "rules",
    [
        "zero(Z) :- pile(N), Z = 0..3, Z <= N.",  # a position changes it: it is no table
        "zero(0..7). far(N) :- pile(N), not t(N). t(0..250). dopey :- pile(3), not far(3).",  # they go far enough
        "zero(1).",  # one fact is no table
        "zero(0..3).\nunused(0..2).\nunused(N+1) :- unused(N), N < 5.",
    ],
)
def test_nothing_else_is_said_to_end(written: Written, capsys: pytest.CaptureFixture[str], rules: str) -> None:
    out = said(capsys, "check", written(DOPEY + rules), code=1)
    assert "REFUTED" in out
    assert "unused" not in out
    assert ("the table" in out) == ("unused" in rules)


def test_a_counterexample_that_is_expected_says_nothing(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    spec = written(DOPEY + "zero(0..3).", ", expect: {refuted: {k: 1, pile: 32}}")
    assert "the table" not in said(capsys, "check", spec, code=0)


def test_a_where_that_a_table_cuts_short_says_so(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    rules = "power(1). power(2*P) :- power(P), P < 100.\nlarge :- pile(N), power(N), N > 100.\n"
    spec = written(rules + "always.\n", ", where: large")
    out = said(capsys, "check", spec, "--over", "pile=129..200", code=3)
    assert "VACUOUS" in out
    assert "the table power/1 (g.lp:4) ends at 128, below 200, and is silent beyond" in out


def test_explain_lists_them(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    spec = written(DOPEY + "zero(0..3). other(0..9).")
    assert "table zero/1 (g.lp:5) ends at 3" in said(capsys, "explain", spec, code=0)
    loaded = load(spec)
    assert tables(loaded, loaded.claims[0], {"k": 1}) == (FixedTable("zero/1", "g.lp:5", (3,)),)


def test_a_table_of_the_range_is_none(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    spec = written(DOPEY + "zero(0). zero(Z+1) :- zero(Z), in_range(2**(Z+1)).\ndopey :- pile(9).")
    out = said(capsys, "check", spec, code=1)
    assert "REFUTED at k=1, pile 9" in out
    assert "the table" not in out
    assert "table" not in said(capsys, "explain", spec, code=0)


def test_the_ends_of_several_arguments_are_told_by_their_places() -> None:
    table = FixedTable("t/4", "g.lp:1", (3, None, 20, 7))
    assert table.last == "ends at 3 in the first argument, 20 in the third, 7 in the 4th"
    assert table.below(8) == "ends at 3 in the first argument, 7 in the 4th"
    assert table.below(3) is None
