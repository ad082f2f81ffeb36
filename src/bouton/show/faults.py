"""Faults for a person: where, what, and the line of the file with a caret under it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from bouton.core.errors import Diagnostic

_READABLE = 4 << 20
_WINDOW = 90


def text(faults: Iterable[Diagnostic]) -> str:
    """One line each, and the source line where it is known."""
    return "\n".join(f"error: {_printable(str(fault))}{_excerpt(fault)}" for fault in faults)


def _excerpt(fault: Diagnostic) -> str:
    """The line with a caret, on lines of its own; nothing where the file cannot be shown."""
    if fault.file is None or fault.line is None or fault.column is None:
        return ""
    line = _line(Path(fault.file), fault.line)
    if line is None or not 1 <= fault.column <= len(line) + 1:
        return ""
    start = max(0, fault.column - _WINDOW)
    shown = _printable(line[start : start + _WINDOW + 20]).replace("\n", " ")
    margin = f"{fault.line:>6} | "
    return f"\n{margin}{shown}\n{' ' * (len(margin) - 2)}| {' ' * (fault.column - 1 - start)}^"


def _line(file: Path, number: int) -> str | None:
    try:
        if file.stat().st_size > _READABLE:
            return None
        with file.open(encoding="utf-8", errors="replace") as lines:
            return next((line.rstrip("\n") for line in islice(lines, number - 1, number)), None)
    except (OSError, ValueError):
        return None


def _printable(line: str) -> str:
    """One column per character, so that the caret stays under its place."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else " " if letter == "\t" else "\N{REPLACEMENT CHARACTER}"
        for letter in line
    )
