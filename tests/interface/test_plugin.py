"""`pytest --bouton`: each claim is a test, which passes where the claim is as its spec expects."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

import bouton

SPEC = """\
game: take
rules: take.lp
position: {pile: 0..9}
claims:
  - {id: right, says: x, kind: p-positions, iff: multiple}
  - {id: wrong, says: x, kind: p-positions, iff: even}
  - {id: known, says: x, kind: p-positions, iff: even, expect: {refuted: {pile: 2}}}
  - {id: nothing, says: x, kind: p-positions, iff: even, where: far}
  - {id: misspelt, says: x, kind: p-positions, iff: evn}
  - {id: faulty, says: x, kind: p-positions, value: even}
"""
RULES = """\
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
multiple :- pile(N), N \\ 3 = 0.
even :- pile(N), N \\ 2 = 0.
far :- pile(N), N > 99.
"""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "take.lp").write_text(RULES)
    (tmp_path / "take.yaml").write_text(SPEC)
    (tmp_path / "test_it.py").write_text("def test_it():\n    assert 1\n")
    return tmp_path


def run(here: Path, *options: str) -> tuple[int, str]:
    plugin = "bouton" if entry_points(group="pytest11", name="bouton") else "bouton.interface.plugin"
    command = [sys.executable, "-m", "pytest", "-p", plugin, "-p", "no:cacheprovider", "-q", "-rA", *options, "."]
    command += ["--assert=plain"]  # else each assertion of the program is rewritten, most of the time of this test
    sources = {**os.environ, "PYTHONPATH": str(Path(bouton.__file__).parents[1])}
    done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False, env=sources)
    return done.returncode, done.stdout


def test_claims_are_tests(here: Path) -> None:
    code, said = run(here, "--bouton")
    assert code == 1
    passed = {line.split("::")[1] for line in said.splitlines() if line.startswith("PASSED")}
    assert passed == {"test_it", "right", "known"}
    failed = {line.split("::")[1].split(" ")[0] for line in said.splitlines() if line.startswith("FAILED")}
    assert failed == {"wrong", "nothing", "misspelt", "fault-1"}
    assert "REFUTED at pile 2" in said
    assert "no rule of take.lp derives evn" in said
    assert "takes no key 'value'" in said


@pytest.mark.slow
def test_nothing_is_collected_without_the_option(here: Path) -> None:
    code, said = run(here)
    assert (code, said.count("PASSED")) == (0, 1)
