"""The pages on how to add a game, a kind, a solver and so on are followed to the letter in a copy of the repository.

A block after "Write `FILE`:" is that file. One after "In `FILE`, below `LINE`:" goes there, or above it, or instead of
it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "how-to"
STEP = re.compile(
    r"^(?:Write|In) `(?P<file>[^`]+)`(?:, (?P<where>above|below|instead of) `(?P<line>[^`]+)`)?:\n\n"
    r"^```\w+\n(?P<text>.*?)^```$",
    re.M | re.S,
)
LISTED = re.compile(r"^\d\. .*?`(src/[^`]+)`", re.M)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The program with its games, and nothing that was made from it."""
    for folder in ("src", "specs", "encodings"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    return tmp_path


def follow(page: str, copy: Path) -> set[str]:
    """Do what the page says; the files that it has touched."""
    before = contents(copy)
    for step in STEP.finditer((PAGES / page).read_text(encoding="utf-8")):
        file, text = copy / step["file"], step["text"]
        if step["where"]:
            old = file.read_text(encoding="utf-8")
            line = f"{step['line']}\n"
            assert old.count(f"\n{line}") == 1, line
            new = {"above": text + line, "below": line + text, "instead of": text}[step["where"]]
            text = old.replace(f"\n{line}", f"\n{new}")
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    after = contents(copy)
    return {name for name in after if before.get(name) != after[name]}


def contents(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def listed(page: str) -> set[str]:
    """What the numbered list of the page names: files, and folders in which one file is new."""
    return set(LISTED.findall((PAGES / page).read_text(encoding="utf-8")))


def bouton(copy: Path, *arguments: str) -> tuple[int, Any]:
    """The exit code and the JSON of a check by the program in the copy."""
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "bouton", "check", "--json", *arguments]
    ended = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode in (0, 1), ended.stderr
    return ended.returncode, json.loads(ended.stdout)


@pytest.mark.slow
def test_a_kind_of_claim_touches_three_files(copy: Path) -> None:
    touched = follow("add-a-kind.md", copy)
    own = "src/bouton/claims/terminals.py"
    assert touched == {own, "src/bouton/claims/registry.py", "src/bouton/document/entries.py"}
    assert listed("add-a-kind.md") == touched - {own} | {"src/bouton/claims/"}
    (copy / "encodings" / "toy.lp").write_text(
        "move(take(M)) :- pile(N), M = 2..3, M <= N.\nafter(take(M), pile(N-M)) :- move(take(M)), pile(N).\n"
        "few :- pile(N), N < 2.\nnone :- pile(0).\n"
    )
    claims = "".join(f"- {{id: {name}, says: s, kind: terminals, iff: {name}}}\n" for name in ("few", "none"))
    (copy / "specs" / "toy.yaml").write_text(
        f"game: Toy\nrules: toy.lp\nposition: {{pile: 0..9}}\nmeasure: [pile]\nclaims:\n{claims}"
    )
    code, said = bouton(copy, "specs/toy.yaml")
    right, wrong = said["claims"]
    assert (code, right["verdict"], wrong["verdict"]) == (1, "holds", "refuted")
    assert wrong["counterexample"]["position"] == {"pile": 1}


@pytest.mark.slow
def test_a_solver_touches_its_own_file_and_the_ladder(copy: Path) -> None:
    touched = follow("add-a-solver.md", copy)
    own = "src/bouton/solving/tactics.py"
    assert touched == {own, "src/bouton/solving/ladder.py"}
    assert listed("add-a-solver.md") == touched - {own} | {"src/bouton/solving/"}
    code, said = bouton(copy, "specs/nim.yaml", "--claim", "two-heaps", "--no-crosscheck")
    (claim,) = said["claims"]
    assert (code, claim["verdict"]) == (0, "proved")
    assert "z3 by tactics" in {one["solver"] for one in claim["proof"]["obligations"]}


@pytest.mark.slow
def test_a_decider_touches_its_own_file_and_its_row(copy: Path) -> None:
    touched = follow("add-a-decider.md", copy)
    own = {f"src/bouton/proof/{name}.py" for name in ("one_number", "decider")}
    assert touched == listed("add-a-decider.md") == own
    (copy / "encodings" / "toy.lp").write_text(
        "move(take(M)) :- pile(N), M = (1;3;4), M <= N.\nafter(take(M), pile(N-M)) :- pile(N), move(take(M)).\n"
        "right :- pile(N), N \\ 7 = (0;2).\neven :- pile(N), N \\ 2 = 0.\nwrong :- right.\nwrong :- pile(500).\n"
    )
    claims = "".join(
        f"- {{id: {name}, says: s, kind: p-positions, play: normal, iff: {name}, prove: {{pile: all}}}}\n"
        for name in ("right", "even", "wrong")
    )
    (copy / "specs" / "toy.yaml").write_text(
        f"game: Toy\nrules: toy.lp\nposition: {{pile: 0..3}}\nmeasure: [pile]\nclaims:\n{claims}"
    )
    code, said = bouton(copy, "specs/toy.yaml", "--no-crosscheck")
    assert (code, [one["verdict"] for one in said["claims"]]) == (1, ["proved", "refuted", "refuted"])
    right, even, wrong = said["claims"]
    assert "trying one number" in {one["solver"] for one in right["proof"]["obligations"]}
    assert even["counterexample"]["position"] == {"pile": 4}
    assert wrong["counterexample"]["position"] == {"pile": 500}


@pytest.mark.slow
def test_a_numeration_touches_one_file(copy: Path) -> None:
    touched = follow("add-a-numeration.md", copy)
    assert touched == listed("add-a-numeration.md") == {"src/bouton/core/numeration.py"}
    (copy / "encodings" / "toy.lp").write_text(
        "move(end) :- pile(N), double(2,N,0,D), D > 0.\nafter(end, pile(0)) :- move(end).\n"
        "short :- pile(0).\nshort :- pile(N), double(2,N,0,0).\nthirds :- pile(N), N \\ 3 = 0.\n"
    )
    claims = "".join(
        f"- {{id: {name}, says: s, kind: p-positions, play: normal, iff: {name}, prove: {{pile: all}}}}\n"
        for name in ("short", "thirds")
    )
    (copy / "specs" / "toy.yaml").write_text(
        f"game: Toy\nrules: toy.lp\nposition: {{pile: 0..6000}}\nmeasure: [pile]\nclaims:\n{claims}"
    )
    code, said = bouton(copy, "specs/toy.yaml", "--no-crosscheck")
    right, wrong = said["claims"]
    assert (code, right["verdict"], wrong["verdict"]) == (1, "proved", "refuted")
    assert "automata" in {one["solver"] for one in right["proof"]["obligations"]}
    assert wrong["counterexample"]["position"] == {"pile": 8}  # 8 is 100 by the weights 1, 3, 8
    code, said = bouton(copy, "specs/toy.yaml", "--no-prove", "--claim", "short")
    assert (code, said["claims"][0]["verdict"]) == (0, "holds")


@pytest.mark.slow
def test_a_way_of_each_shape_touches_its_own_files_and_the_table(copy: Path) -> None:
    touched = follow("add-a-way.md", copy)
    own = {f"src/bouton/proof/ways/{name}.py" for name in ("at_once/__init__", "at_once/way", "twice")}
    assert touched == {*own, "src/bouton/proof/ways/table.py"}
    assert listed("add-a-way.md") == touched - own | {"src/bouton/proof/ways/"}
    (copy / "encodings" / "toy.lp").write_text(
        "move(end) :- pile(N), N >= 7.\nafter(end, pile(3)) :- move(end).\n"
        "few :- pile(N), N < 7.\nwrong :- few.\nwrong :- pile(90).\n"
    )
    claims = "".join(
        f"- {{id: {name}, says: s, kind: p-positions, play: normal, iff: {name}, prove: {{pile: all}}}}\n"
        for name in ("few", "wrong")
    )
    (copy / "specs" / "toy.yaml").write_text(
        f"game: Toy\nrules: toy.lp\nposition: {{pile: 0..20}}\nmeasure: [pile]\nclaims:\n{claims}"
    )
    code, said = bouton(copy, "specs/toy.yaml", "--no-crosscheck")
    right, wrong = said["claims"]
    assert (code, right["verdict"], wrong["verdict"]) == (1, "proved", "refuted")
    assert {"a move ends the game", "the terminals are claimed"} <= {
        one["name"] for one in right["proof"]["obligations"]
    }
    assert wrong["counterexample"]["position"] == {"pile": 90}
    (copy / "specs" / "twice.yaml").write_text(
        (copy / "specs" / "toy.yaml").read_text()
        + claims.replace("id: few", "id: again").replace("id: wrong", "id: as-wrong")
    )
    code, said = bouton(copy, "specs/twice.yaml", "--no-crosscheck")
    assert [one["verdict"] for one in said["claims"]] == ["proved", "refuted", "proved", "refuted"]
    assert [one["name"] for one in said["claims"][2]["proof"]["obligations"]] == ["proof of few"]
    code, said = bouton(copy, "specs/nim.yaml", "--claim", "two-heaps", "--no-crosscheck")
    assert (code, said["claims"][0]["verdict"]) == (0, "proved")


def test_a_game_touches_two_files(copy: Path) -> None:
    (copy / "specs" / "euclid.yaml").unlink()
    touched = follow("add-a-game.md", copy)
    assert touched == {"encodings/euclid.lp", "specs/euclid.yaml"}
    code, said = bouton(copy, "specs/euclid.yaml")
    assert (code, [one["verdict"] for one in said["claims"]]) == (0, ["holds"])
