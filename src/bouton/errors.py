"""What Bouton says when it cannot go on: located diagnostics, all of them at once.

`InputError` is the user's to mend (exit 2); `Disagreement` is ours (exit 4).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import asdict, dataclass


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
        """The object that `--json` prints for it (DESIGN: errors)."""
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


class Disagreement(Exception):
    """Two engines differ, or an internal check failed: never a verdict (exit 4)."""


class LimitReached(Exception):
    """A limit of time, memory or size stopped the work; the reason makes the claim `unknown`."""


def fault(message: str, **where: object) -> InputError:
    """The error that carries a single fault, with the fields of `Diagnostic`."""
    return InputError([Diagnostic(message, **where)])  # type: ignore[arg-type]


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice that a misspelt word most likely meant, or None."""
    found = difflib.get_close_matches(word, list(choices), n=1, cutoff=0.5)
    return found[0] if found else None
