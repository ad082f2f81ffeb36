"""Writing to the terminal: reports on stdout, faults and progress on stderr."""

from __future__ import annotations

import importlib
import io
import json as json_
import os
import re
import shutil
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TYPE_CHECKING, Any, Protocol

from bouton.core.errors import Diagnostic
from bouton.show import faults as fault_report
from bouton.show import words

if TYPE_CHECKING:
    from bouton.core.news import Progress


_VERDICT = re.compile(r"(?m)^(  \S+ +)(PROVED|HOLDS|REFUTED|VACUOUS|UNKNOWN)\b(.*)$")
_GREEN, _RED, _YELLOW, _PLAIN = "\x1b[1;32m", "\x1b[1;31m", "\x1b[1;33m", "\x1b[0m"


def prepare() -> None:
    """Letters that the terminal's encoding lacks are escaped, never an error; reports are as wide as a terminal."""
    if sys.stdout is not None and sys.stdout.isatty():
        words.fit(shutil.get_terminal_size().columns)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def coloured(text: str) -> str:
    """The report of a claim with its verdict in colour, on a terminal that has any and a user who wants it."""
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb":
        return text
    return _VERDICT.sub(_colour, text, count=1)


def _colour(line: re.Match[str]) -> str:
    """Green where the claim is as one hopes or expects, red where it is refuted, yellow where nothing is known."""
    head, verdict, rest = line.groups()
    good = verdict in ("PROVED", "HOLDS") or "as expected" in rest
    return f"{head}{_GREEN if good else _RED if verdict == 'REFUTED' else _YELLOW}{verdict}{_PLAIN}{rest}"


class UnwritableError(Exception):
    """The report cannot be written: nobody may take what there is of it for the whole."""


def say(text: str) -> None:
    """One piece of the report, at once: a long check is read while it runs."""
    try:
        # Line by line: unbuffered, Python forgets what a closed pipe left of a longer write, and no error is seen.
        sys.stdout.writelines(f"{line}\n" for line in text.split("\n"))
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UnwritableError(f"the report cannot be written: {error.strerror}") from None


def say_object(said: dict[str, Any]) -> None:
    """The one JSON object of a run."""
    say(json_.dumps(said, indent=2, ensure_ascii=False))


def faults(found: Iterable[Diagnostic], *, json: bool) -> None:
    """Faults as text on stderr, or as the run's JSON object; where neither can be written the exit code tells."""
    found = list(found)
    if json:
        try:
            say_object({"errors": [fault.as_json() for fault in found]})
            return
        except UnwritableError as error:
            found.append(Diagnostic(str(error)))
    with suppress(OSError):
        sys.stderr.write(f"{fault_report.text(found)}\n")
        sys.stderr.flush()


class Meter(Protocol):
    """What progress is told to."""

    def __call__(self, state: Progress) -> None:
        """Show how far the run has come."""

    def clear(self) -> None:
        """Wipe what is shown: a line of the report follows."""


class Silent:
    """No progress at all: stderr is no terminal."""

    def __call__(self, state: Progress) -> None:
        """Show nothing."""

    def clear(self) -> None:
        """Nothing is shown."""


def progress() -> AbstractContextManager[Meter]:
    """Where to tell progress: a bar on a terminal, nowhere else."""
    if not sys.stderr.isatty():
        return nullcontext(Silent())
    bar: AbstractContextManager[Meter] = importlib.import_module("bouton.cli.progress").bar()
    return bar


class StatusLine:
    """A line on stderr that says what is being done, and is gone once it is cleared; nothing where no terminal is."""

    def __call__(self, text: str) -> None:
        """Show the text in place of what was shown before, as far as it fits."""
        if sys.stderr.isatty():
            most = max(20, shutil.get_terminal_size().columns - 1)
            sys.stderr.write(f"\r\x1b[2K{words.visible(text)[:most]}")
            sys.stderr.flush()

    def keep(self, text: str) -> None:
        """Leave a line of text on the terminal, above what is shown next."""
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[2K{words.visible(text)}\n")
            sys.stderr.flush()

    def clear(self) -> None:
        """Wipe the line."""
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
