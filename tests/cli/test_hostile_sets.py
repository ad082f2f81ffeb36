"""Games on graphs that are too large, or at fault, from the command line: one located error, and nothing hangs."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.cli import main

MOVES = "begin(free(V)) :- vertex(V).\nmove(take(V)) :- free(V).\ngone(take(V), free(V)) :- move(take(V)).\n"


def written(folder: Path, rules: str, more: str = "") -> str:
    (folder / "g.lp").write_text(rules)
    (folder / "g.yaml").write_text(
        f"game: g\nrules: g.lp\n{more}position: {{free: {{subset_of: vertex}}}}\nstarts: begin\n"
        "claims:\n  - {id: c, says: s, kind: outcome, outcome: P, positions: starts}\n"
    )
    return str(folder / "g.yaml")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rules", "more", "message"),
    [
        (f"vertex(1..100000).\n{MOVES}", "", "vertex"),
        (f"vertex(1..n).\n{MOVES}", "parameters: {n: 100000}\n", "vertex"),
        (
            f"vertex(1..3). edge(V,V+1) :- vertex(V).\n{MOVES}gone(take(V), free(W)) :- move(take(V)), edge(V,W).\n",
            "",
            "4",
        ),
        (f"vertex(1..3).\n{MOVES}begin(free(9)).\n", "", "9"),
        (MOVES, "graph: g.edges\n", "g.edges"),
    ],
    ids=["facts", "parameter", "no-vertex", "no-start", "no-graph"],
)
def test_one_error_and_no_verdict(
    rules: str, more: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "g.edges").write_text("\0\1 not a graph\n1 2 3 4\n")
    code = main(["check", written(tmp_path, rules, more), "--no-prove", "--jobs", "1", "--fresh"])
    said = capsys.readouterr()
    assert code == 2, said
    assert said.err.count("error: ") == 1
    assert message in said.err.splitlines()[0]
    assert "HOLDS" not in said.out


def test_loops_of_a_graph_are_refused_and_of_rules_they_are_edges(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "g.edges").write_text("1 2\n2 2\n")
    assert main(["check", written(tmp_path, MOVES, "graph: g.edges\n"), "--jobs", "1"]) == 2
    assert "the edge from 2 leads back to it" in capsys.readouterr().err
    loop = f"vertex(1..2). edge(1,1).\n{MOVES}gone(take(V), free(W)) :- move(take(V)), edge(V,W).\n"
    assert main(["check", written(tmp_path, loop), "--jobs", "1", "--no-prove", "--fresh"]) == 0


def test_names_with_markup_are_text_in_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rules = f'vertex("<script>x</script>";"a&b";"\\"").\n{MOVES}'
    spec = written(tmp_path, rules)
    assert main(["graph", spec, "-o", "g.svg"]) == 0
    drawn = (tmp_path / "g.svg").read_text()
    assert "<script>x" not in drawn
    assert "&lt;script&gt;" in drawn
    assert main(["page", spec, "-o", "g.html"]) == 0
    assert "<script>x</script>" not in (tmp_path / "g.html").read_text()
