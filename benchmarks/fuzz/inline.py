"""Bouton's tasks run in this process, instead of in children of their own: a case costs a tenth of it."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Any

import bouton.process.compiler
from bouton.compiled import judge, loaded
from bouton.core.errors import Disagreement, InputError, LimitReached
from bouton.process import limits
from bouton.process.limits import Event, Task
from bouton.proof.compared import comparison
from bouton.run import proving, ranges, starts  # noqa: F401 (loaded, so that what they run is run here)
from bouton.solving import solve
from bouton.solving.tuning import TUNING
from bouton.theory import check, every_set  # noqa: F401 (as above)

_compiler = bouton.process.compiler.compiler
_SMALLER: tuple[tuple[Any, str, Any], ...] = (
    (solve, "TUNING", replace(TUNING, attempt_least_seconds=0.1)),  # one hard question would cost as much as ten cases
    (comparison, "_POSITIONS", 40),  # at which a proof holds its reading against clingo: `rows` does that at length
    (comparison, "_COUNTER", 6),
    (comparison, "_FEW", 6),
    (comparison, "_FURTHER", 1),
    (comparison, "_CHOICES", 300),
    (proving, "_NEAR", 60),  # just outside of the box, where no clock ends the search here
    (proving, "_FAR", 300),
)
"""What costs most in a case, and how little of it there is here."""


@contextmanager
def in_process() -> Iterator[None]:
    """Tasks run here, questions get little time, and programs are of plain Python where nothing else is said."""
    modules = [m for name, m in list(sys.modules.items()) if name.startswith("bouton.")]
    holders = [m for m in modules if getattr(m, "run", None) is limits.run]
    original, larger = limits.run, [getattr(module, name) for module, name, _ in _SMALLER]
    try:
        for module in holders:
            module.run = _run  # type: ignore[attr-defined]
        for module, name, value in _SMALLER:
            setattr(module, name, value)
        with programs_in("Python"):
            yield
    finally:
        for module in holders:
            module.run = original  # type: ignore[attr-defined]
        for (module, name, _), value in zip(_SMALLER, larger, strict=True):
            setattr(module, name, value)


@contextmanager
def programs_in(language: str, room: float = judge._ROOM) -> Iterator[None]:
    """Programs are in Python, or in C, compiled in a folder that is not the user's; tables have so much room."""
    before, home, usual = bouton.process.compiler.compiler, os.environ.get("XDG_CACHE_HOME"), judge._ROOM
    loaded._engines.clear()  # one that is loaded would be used again, whatever its language
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_CACHE_HOME"] = folder
            judge._ROOM = room
            bouton.process.compiler.compiler = machine_compiler if language == "C" else lambda: None
            yield
    finally:
        loaded._engines.clear()
        bouton.process.compiler.compiler, judge._ROOM = before, usual
        if home is None:
            os.environ.pop("XDG_CACHE_HOME", None)
        else:
            os.environ["XDG_CACHE_HOME"] = home


@lru_cache(maxsize=1)
def machine_compiler() -> str | None:
    """The machine's C compiler."""
    return _compiler()


def _run(tasks: Sequence[Task], _jobs: int = 1, needed: Any = lambda _index: True) -> Iterator[Event]:
    for index, task in enumerate(tasks):
        if needed(index):
            values: list[Any] = []
            error: Exception | None = None
            try:
                task.call(values.append, *task.arguments)
            except (InputError, Disagreement, LimitReached) as raised:
                error = raised
            yield from (Event(index, value) for value in values)
            yield Event(index, ended=True, error=error)
