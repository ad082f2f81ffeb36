"""The rules files of a spec: what it calls each, where each was found, and what each holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Source:
    """One rules file: `name` is what the spec says, such as `wythoff/theorems.lp`, and `file` where it was found.

    A `text` is read in place of what the file holds: an octal code has no file, and a changed rule is in none.
    """

    name: str
    file: Path
    text: str | None = None

    @property
    def content(self) -> str:
        """What is read; OSError where the file cannot be."""
        return self.file.read_text(encoding="utf-8") if self.text is None else self.text


def of_file(file: Path) -> tuple[Source]:
    """The one rules file of that path, under its own name."""
    return (Source(file.name, file),)
