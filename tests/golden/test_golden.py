"""Exact reports. Each file here is a command and what it prints, its exit code last; seconds are masked.

One whose name ends so is what a terminal of 80 or 120 columns shows.

After a change that is meant: `BOUTON_GOLDEN=write pytest tests/golden`, and read the difference.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from contextvars import copy_context
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.compiled import judge

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FILES = sorted(HERE.glob("*.txt"))


def masked(report: str, *, aligned: bool = False) -> str:
    report = re.sub(r" +\d+\.\d s$", (lambda one: "- s".rjust(len(one[0]))) if aligned else " - s", report, flags=re.M)
    report = re.sub(r"\b(in\s+)\d\.\d(?= s)", r"\g<1>0.0", report)  # a line may end before the number
    return re.sub(r'"seconds": [\d.]+', '"seconds": 0', report)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.long(
    "[check_nim",
    "_80_",
    "[check_survivor_nim]",
    "_nim_with_a_pass]",
    "_none]",
    "[solve_survivor_nim]",
    "counterexample_survivor",
)
def test_a_report_is_exactly_this(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(judge, "compiler", lambda: "cc")  # what `explain` says where there is one
    golden = file.read_text(encoding="utf-8")
    command = golden.partition("\n")[0]
    columns = re.search(r"_(\d+)_columns$", file.stem)
    if columns is not None:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        monkeypatch.setattr(shutil, "get_terminal_size", lambda *_, **__: os.terminal_size((int(columns[1]), 24)))
        monkeypatch.setenv("NO_COLOR", "1")
    code = copy_context().run(main, shlex.split(command)[2:])  # the width is for this report alone
    said = capsys.readouterr()
    found = masked(f"{command}\n{said.out}{said.err}[{int(code)}]\n", aligned=columns is not None)
    if os.environ.get("BOUTON_GOLDEN") == "write":
        file.write_text(found, encoding="utf-8")
    assert found == golden


@pytest.mark.parametrize("columns", [80, 120])
def test_a_terminal_shows_no_longer_lines(columns: int) -> None:
    (file,) = HERE.glob(f"*_{columns}_columns.txt")
    lines = file.read_text(encoding="utf-8").splitlines()[1:]
    assert max(len(line) for line in lines if "again: bouton" not in line) <= columns
    assert any(len(line) > columns - 10 for line in lines)


def test_there_are_reports() -> None:
    assert len(FILES) >= 8
