"""What Bouton says when it cannot go on: located diagnostics, all of them at once.

`InputError` is the user's to mend (exit 2); `Disagreement` is ours (exit 4).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from heapq import nsmallest
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bouton.core.spec import Place


@dataclass(frozen=True)
class Diagnostic:
    """One fault in a file or an argument; lines and columns count from 1."""

    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    expected: str | None = None
    nearest: str | None = None

    def as_json(self) -> dict[str, object]:
        """The object that `--json` prints for it."""
        fields = asdict(self)
        return {name: fields[name] for name in ("file", "line", "column", "message", "expected", "nearest")}

    def __str__(self) -> str:
        where = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        text = f"{where}: {self.message}" if where else self.message
        if self.expected:
            text += f"; expected {self.expected}"
        if self.nearest:
            text += f"; did you mean {self.nearest!r}?"
        return text


class InputError(Exception):
    """A spec, an encoding or an argument is wrong; carries every fault found (exit 2)."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(map(str, self.diagnostics)))

    def __reduce__(self) -> tuple[type[InputError], tuple[tuple[Diagnostic, ...]]]:
        return InputError, (self.diagnostics,)


MOST = 100
"""Faults that are told of one file."""
_SEARCHED = 500
"""Words that a misspelt one is compared with."""


def listed(words: Iterable[object], last: str = "and") -> str:
    """`a, b and c`."""
    *first, end = [*map(str, words)] or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def faulty(found: Iterable[Diagnostic], more: int = 0) -> InputError:
    """The error of all faults of a file: the first hundred in its order, and how many more there are."""
    ordered = sorted(dict.fromkeys(found), key=lambda fault: (fault.line or 0, fault.column or 0, fault.message))
    told, more = ordered[:MOST], more + max(0, len(ordered) - MOST)
    if more:
        told.append(Diagnostic(f"and {more} more fault{'s' if more > 1 else ''}", told[0].file))
    return InputError(told)


class NotLowered(InputError):
    """A move does not lower the measure that the game is judged by, which may be another's to lower."""

    def __reduce__(self) -> tuple[type[NotLowered], tuple[tuple[Diagnostic, ...]]]:
        return NotLowered, (self.diagnostics,)


class Unreadable(Exception):
    """A rule has no symbolic meaning: the reason, and where it stands in the rules file."""

    def __init__(self, reason: str, line: int = 0, column: int = 0) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.reason = reason
        self.line = line
        self.column = column


class Disagreement(Exception):
    """Two engines differ, or an internal check failed: never a verdict (exit 4)."""


class LimitReached(Exception):
    """A limit of time, memory or size stopped the work; the reason makes the claim `unknown`."""


class BrokenOff(LimitReached):
    """The same where what was found by then has been told, and the reason says how far that goes."""


def fault_at(at: Place | None, message: str, expected: str | None = None, nearest: str | None = None) -> Diagnostic:
    """The fault at a place, if it has one."""
    file, line, column = (None, None, None) if at is None else (at.file, at.line, at.column)
    return Diagnostic(message, file, line, column, expected, nearest)


def fault(message: str, at: Place | None = None, **where: object) -> InputError:
    """The error that carries a single fault, at a place where one is given, with the fields of `Diagnostic`."""
    return InputError([replace(fault_at(at, message), **where)])  # type: ignore[arg-type]


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that a misspelt word most likely meant, or None."""
    words = list(choices)
    if len(words) > _SEARCHED:
        words = nsmallest(_SEARCHED, words, key=lambda other: abs(len(other) - len(word)))
    found = difflib.get_close_matches(word, words, n=1, cutoff=0.5)
    return found[0] if found else None


class Misfit(LimitReached):
    """A move is not of the form that the program is made for: it leaves the box, or the measure does not go down.

    Or a Sprague-Grundy value is too great for the table.
    """

    def __init__(self) -> None:
        super().__init__("a move leaves what the compiled program has a place for; a counter's `reach:` gives it more")

    def __reduce__(self) -> tuple[type[Misfit], tuple[()]]:
        return Misfit, ()
