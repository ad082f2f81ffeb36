"""Exact reports. Each file here is a command and what it prints, its exit code last; seconds are masked.

After a change that is meant: `BOUTON_GOLDEN=write pytest tests/golden`, and read the difference.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.compiled import judge

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FILES = sorted(HERE.glob("*.txt"))


def masked(report: str) -> str:
    report = re.sub(r" +\d+\.\d s$", " - s", report, flags=re.M)
    report = re.sub(r"\b(in\s+)\d\.\d(?= s)", r"\g<1>0.0", report)  # a line may end before the number
    return re.sub(r'"seconds": [\d.]+', '"seconds": 0', report)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_report_is_exactly_this(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(judge, "compiler", lambda: "cc")  # what `explain` says where there is one
    golden = file.read_text(encoding="utf-8")
    command = golden.partition("\n")[0]
    code = main(shlex.split(command)[2:])
    said = capsys.readouterr()
    found = masked(f"{command}\n{said.out}{said.err}[{int(code)}]\n")
    if os.environ.get("BOUTON_GOLDEN") == "write":
        file.write_text(found, encoding="utf-8")
    assert found == golden


def test_there_are_reports() -> None:
    assert len(FILES) >= 8
