"""The progress bar: on stderr, after the first second.

It draws only when it is told something: children are forked while it shows, and a thread that
draws by itself could hold a lock at that moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Drawing
from rich.text import Text

from bouton.core.news import Progress

_PATIENCE = 1.0
_BETWEEN = 0.1


class Bar:
    """A bar that is drawn when it is told of progress, at most ten times a second."""

    def __init__(self, console: Console, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._drawn_at = clock() + _PATIENCE - _BETWEEN
        self._drawing = Drawing(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            _Rate(),
            console=console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            get_time=clock,
        )
        self._task = self._drawing.add_task("")

    def __call__(self, state: Progress) -> None:
        """Show how far the run has come."""
        now = self._clock()
        if now - self._drawn_at < _BETWEEN:
            return
        self._drawn_at = now
        what = f"proof of {_names(state.claims)}" if state.proof else _names(state.claims)
        self._drawing.update(
            self._task, description=what, completed=state.done, total=state.total, foreseen=not state.proof
        )
        self._drawing.start()
        self._drawing.refresh()

    def clear(self) -> None:
        """Wipe the bar; the next news draws it again."""
        self._drawing.stop()


class _Rate(ProgressColumn):
    """Positions a second, over the last half minute, and the time that is left at that rate."""

    def render(self, task: Task) -> Text:
        """Nothing where no rate is known yet, nor for a proof, whose problems take as long as they take."""
        if not task.speed or not task.fields.get("foreseen"):
            return Text("")
        left = timedelta(seconds=max(0, round(((task.total or 0) - task.completed) / task.speed)))
        return Text(f"{_short(task.speed)}/s, {left} left")


def _short(number: float) -> str:
    """Three digits of it, such as 42, 1.25k or 38.6M."""
    for power, letter in ((9, "G"), (6, "M"), (3, "k")):
        if number >= 10**power:
            return f"{number / 10**power:.3g}{letter}"
    return f"{number:.3g}"


@contextmanager
def bar(console: Console | None = None, clock: Callable[[], float] = time.monotonic) -> Iterator[Bar]:
    """A bar that is wiped at the end."""
    made = Bar(console or Console(stderr=True), clock)
    try:
        yield made
    finally:
        made.clear()


def _names(claims: tuple[str, ...]) -> str:
    return claims[0] if len(claims) == 1 else f"{len(claims)} claims" if claims else "positions"
