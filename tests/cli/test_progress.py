"""The progress bar: after a second, on the console it is given, and with no thread of its own."""

from __future__ import annotations

import io
import threading

from rich.console import Console

from bouton.cli import console
from bouton.cli.progress import bar
from bouton.core.news import Progress


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_it_waits_a_second_then_draws_and_is_wiped() -> None:
    clock, shown = Clock(), io.StringIO()
    threads = threading.active_count()
    with bar(Console(file=shown, force_terminal=True, width=80), clock) as meter:
        meter(Progress(("theorem-8",), 10, 100))
        clock.now = 0.9
        meter(Progress(("theorem-8",), 20, 100))
        assert shown.getvalue() == ""
        clock.now = 1.5
        meter(Progress(("theorem-8",), 30, 100))
        assert "theorem-8" in shown.getvalue()
        assert "30/100" in shown.getvalue()
        assert threading.active_count() <= threads  # others may have ended meanwhile
        clock.now = 1.55
        meter(Progress(("theorem-8",), 31, 100))
        assert "31/100" not in shown.getvalue()
        meter.clear()
        clock.now = 2.0
        meter(Progress(("theorem-8", "theorem-3"), 40, 100))
        assert "2 claims" in shown.getvalue()
    assert shown.getvalue().endswith("\x1b[2K")


def test_there_is_none_where_stderr_is_no_terminal() -> None:
    with console.progress() as meter:
        assert isinstance(meter, console.Silent)


def test_rate_and_time_left() -> None:
    """What an earlier run has done is no speed of this one."""
    clock, shown = Clock(), io.StringIO()
    with bar(Console(file=shown, force_terminal=True, width=120), clock) as meter:
        clock.now = 1.5
        meter(Progress(("theorem-8",), 50_000_000, 100_000_000))
        assert "left" not in shown.getvalue()
        clock.now = 3.5
        meter(Progress(("theorem-8",), 52_500_000, 100_000_000))
        assert "1.25M/s, 0:00:38 left" in shown.getvalue()
        clock.now = 5.5
        meter(Progress(("theorem-8",), 52_500_500, 100_000_000))
        assert "625k/s, 0:01:16 left" in shown.getvalue()


def test_a_rate_below_a_thousand() -> None:
    clock, shown = Clock(), io.StringIO()
    with bar(Console(file=shown, force_terminal=True, width=120), clock) as meter:
        for second in range(1, 4):
            clock.now = second + 0.5
            meter(Progress((), 12 * second, 43_236))
        assert "12/s, 1:00:00 left" in shown.getvalue()


def test_nothing_is_foretold_of_a_proof() -> None:
    clock, shown = Clock(), io.StringIO()
    with bar(Console(file=shown, force_terminal=True, width=120), clock) as meter:
        for second in range(1, 9):
            clock.now = second + 0.5
            meter(Progress(("theorem-8",), second, 12, proof=True))
        assert "proof of theorem-8" in shown.getvalue()
        assert "8/12" in shown.getvalue()
        assert "left" not in shown.getvalue()
