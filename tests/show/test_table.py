"""Tables as text, CSV, LaTeX and objects."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.show import table
from bouton.show.table import ShownTable

MADE = ShownTable(("k", "big_heap", "pass", "outcome"), ((2, (), 0, "P"), (2, (1, 10), 1, "N"), (10, (3,), 0, "P")))


def test_text_is_aligned() -> None:
    assert table.text(MADE) == (
        "k   big_heap  pass  outcome\n2   -         0     P\n2   1:10      1     N\n10  3         0     P"
    )


def test_csv_reads_back() -> None:
    rows = list(csv.DictReader(io.StringIO(table.csv(MADE))))
    assert rows[0] == {"k": "2", "big_heap": "", "pass": "0", "outcome": "P"}
    assert rows[1] == {"k": "2", "big_heap": "1:10", "pass": "1", "outcome": "N"}


def test_latex_escapes_names_and_needs_no_package() -> None:
    assert table.latex(MADE) == (
        "\\begin{tabular}{llll}\n"
        "  k & big\\_heap & pass & outcome \\\\\n"
        "  \\hline\n"
        "  $2$ & $()$ & $0$ & P \\\\\n"
        "  $2$ & $(1, 10)$ & $1$ & N \\\\\n"
        "  $10$ & $(3)$ & $0$ & P \\\\\n"
        "\\end{tabular}"
    )


def test_objects_are_by_column() -> None:
    assert json.loads(json.dumps(table.objects(MADE)))[1] == {"k": 2, "big_heap": [1, 10], "pass": 1, "outcome": "N"}


def test_an_empty_table_keeps_its_heading() -> None:
    empty = ShownTable(("heap",), ())
    assert table.text(empty) == table.csv(empty) == "heap"


@pytest.fixture
def wythoff(tmp_path: Path) -> str:
    (tmp_path / "wythoff.lp").write_text(
        "move(one(I,M)) :- heap(I,S), M = 1..S.\n"
        "move(both(M)) :- heap(1,A), heap(2,B), M = 1..A.\n"
        "after(one(I,M), heap(I,S-M)) :- move(one(I,M)), heap(I,S).\n"
        "after(both(M), heap(I,S-M)) :- move(both(M)), heap(I,S).\n"
        "any :- heap(1,_).\n"
    )
    spec = tmp_path / "wythoff.yaml"
    spec.write_text(
        "game: Wythoff\nrules: wythoff.lp\nposition:\n  heap: {count: 0..2, size: 1..10}\nclaims:\n"
        "  - {id: a, says: a, kind: p-positions, play: normal, iff: any, expect: {refuted: {heap: []}}}\n"
    )
    return str(spec)


def test_wythoffs_p_positions(wythoff: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", wythoff, "--format", "csv"]) == 0
    assert capsys.readouterr().out.split() == ["heap", '""', "1:2", "3:5", "4:7", "6:10"]


def test_values(wythoff: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every position, P or not, with both values; Lemma 7's swap positions and two others."""
    box = ["--over", "heap.count=2", "--over", "heap.size=1..2"]
    assert main(["table", wythoff, "--values", *box]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "heap  normal_value  misere_value",
        "1:1   2             2",
        "1:2   0             1",
        "2:2   1             0",
    ]
    assert main(["table", wythoff, "--values", "--outcomes", "--play", "misere", "--json", *box]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert rows[2] == {"heap": [2, 2], "outcome": "P", "normal_value": 1, "misere_value": 0}
    assert main(["table", wythoff, "--value", "--play", "misere", *box]) == 0
    assert capsys.readouterr().out.split() == ["heap", "value", "1:1", "2", "1:2", "1", "2:2", "0"]
    assert main(["table", wythoff, "--value", "--values", *box]) == 2
    assert "--value is that of one" in capsys.readouterr().err


def test_games_of_alliances_have_no_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "g.lp").write_text(
        "move(1) :- n(N), N > 0.\nafter(1, n(N-1)) :- n(N), N > 0.\n"
        "side(1) :- n(N), N \\ 2 = 0.\nside(2) :- n(N), N \\ 2 = 1.\nwinner(1) :- n(0).\nwins(1).\n"
    )
    claims = "claims:\n  - {id: c, says: x, kind: winners}\n"
    (tmp_path / "g.yaml").write_text(f"game: g\nrules: g.lp\nposition: {{n: 0..3}}\n{claims}")
    assert main(["table", str(tmp_path / "g.yaml"), "--values"]) == 2
    assert "has no Sprague-Grundy values" in capsys.readouterr().err


def test_misere_outcomes_of_a_narrower_box(wythoff: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--play", "misere", "--outcomes", "--over", "heap.count=0..1", "--over", "heap.size=1..2", "--json"]
    assert main(["table", wythoff, *arguments]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "schema": 1,
        "spec": wythoff,
        "play": "misere",
        "rows": [{"heap": [], "outcome": "N"}, {"heap": [1], "outcome": "P"}, {"heap": [2], "outcome": "N"}],
    }
