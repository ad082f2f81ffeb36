"""Games whose positions are sets, from the command line: what knows nothing of them says so in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bouton.cli import main


@pytest.mark.parametrize("spec", ["cram", "node_kayles", "geography"])
@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ("explain {spec} --strategy {claim}", "strategies"),
        ("check {spec} --claim {claim} --certificate out.txt", "certificates"),
    ],
)
def test_what_knows_no_sets_says_so(
    spec: str,
    arguments: str,
    what: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    claim = {"cram": "multiples-of-four", "node_kayles": "even-number", "geography": "reached"}[spec]
    assert main(arguments.format(spec=spec, claim=claim).split()) == 2
    said = capsys.readouterr()
    first, *others = said.err.splitlines()
    assert first.startswith("error: ") and f"there are {what} of no game with sets or tokens so far" in first
    assert not said.out and len(others) == 2  # the line of the spec
    assert not [*tmp_path.iterdir()]


def test_no_file_for_rocq_is_a_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "geography", "--rocq", str(tmp_path / "out"), "--no-prove"]) == 0
    assert capsys.readouterr().out.count("no file for Rocq: nothing is written of games with sets so far") == 3


def test_a_set_has_no_range(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "geography", "--over", "free=1"]) == 2
    assert capsys.readouterr().err == (
        "error: --over free=1: free has no range, as its members are those that the rules derive\n"
    )
    assert main(["check", "geography", "--over", "y=1"]) == 2
    assert "expected no such option, as nothing here has a range" in capsys.readouterr().err


def test_explain_counts_no_positions_that_only_a_walk_can_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "node_kayles"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "for n = 3..13, free: a set of vertex (of these the starts, `begin`)" in said
    assert "for n = 3..13, free: a set of vertex (of these what is reached from the starts, `begin`)" in said
    assert "at n=8, free 0:2:4:6 (1 position)" in said
    assert "judges what is reached from the starts" in said and "positions)" not in said


@pytest.mark.parametrize(
    ("spec", "lost", "every"),
    [("geography", 4, 8), ("node_kayles --set n=5", 2, 7), ("cram --set rows=2 --set columns=2", 2, 6)],
)
@pytest.mark.sample(3)
def test_tables_list_and_count_what_is_reached(
    spec: str, lost: int, every: int, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["table", *spec.split()]
    for option, many in (([], lost), (["--outcomes"], every), (["--values"], every)):
        assert main([*arguments, *option, "--json"]) == 0
        assert len(json.loads(capsys.readouterr().out)["rows"]) == many
        assert main([*arguments, *option]) == 0
        heading, *rows = capsys.readouterr().out.splitlines()
        at = heading.rindex(" " + heading.split()[-1]) + 1
        assert len(rows) == many and all(row[at - 1] == " " and row[at] != " " for row in rows)  # they are aligned
    assert main([*arguments, "--count"]) == 0
    assert int(capsys.readouterr().out.split()[-1]) == lost
