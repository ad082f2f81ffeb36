"""Reports on a terminal: as wide as it is, with verdicts in colour; nowhere else."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextvars import copy_context

import pytest

from bouton.cli import console
from bouton.show import words

REPORT = "  theorem  REFUTED at heap 2:1      0.1 s\n      said: HOLDS"


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    yield monkeypatch


@pytest.mark.parametrize(("columns", "width"), [(20, 60), (80, 80), (120, 120), (300, 120)])
def test_reports_keep_to_the_width_of_a_terminal(terminal: pytest.MonkeyPatch, columns: int, width: int) -> None:
    terminal.setattr(shutil, "get_terminal_size", lambda *_, **__: os.terminal_size((columns, 24)))

    def lines() -> list[str]:
        console.prepare()
        return [words.ends("a", "0.1 s"), *words.wrapped("word " * 99, "  ")]

    found = copy_context().run(lines)
    assert len(found[0]) == width
    assert max(map(len, found)) == width
    assert words.width() == words.WIDTH


@pytest.mark.parametrize(
    ("verdict", "rest", "colour"),
    [
        ("PROVED", "for every size", 32),
        ("HOLDS", "for 0..2 heaps", 32),
        ("REFUTED", "at heap 2:1", 31),
        ("REFUTED", "at heap 2:1, as expected", 32),
        ("UNKNOWN", "for 0..2 heaps", 33),
        ("VACUOUS", "for 0..2 heaps", 33),
    ],
)
def test_the_verdict_has_a_colour(terminal: pytest.MonkeyPatch, verdict: str, rest: str, colour: int) -> None:
    report = f"  theorem  {verdict} {rest}      0.1 s\n      HOLDS"
    assert console.coloured(report) == report.replace(verdict, f"\x1b[1;{colour}m{verdict}\x1b[0m", 1)
    for name, value in [("NO_COLOR", ""), ("TERM", "dumb")]:
        with terminal.context() as patch:
            patch.setenv(name, value)
            assert console.coloured(report) == report


def test_nothing_is_coloured_or_fitted_in_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    console.prepare()
    console.say(console.coloured(REPORT))
    assert (capsys.readouterr().out, words.width()) == (f"{REPORT}\n", words.WIDTH)
    assert re.search("\x1b", REPORT) is None
