"""The rules files of a spec: what it calls each, where each was found, and what each held when it was read."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

MAX_BYTES = 1_000_000
"""The most that the rules of a game may have, in all their files."""


@dataclass(frozen=True)
class Source:
    """One rules file: `name` is what the spec says, such as `wythoff/theorems.lp`, and `file` where it was found.

    `data` is what it held when it was opened, once; everything after is about that, whatever becomes of the file. A
    `text` is read in its place: an octal code has no file, and a changed rule is in none.
    """

    name: str
    file: Path
    text: str | None = None
    data: bytes = field(default=b"", repr=False)
    """No more of it than rules may have, and a byte."""
    error: str = ""
    """Why it could not be read."""
    code: bool = False
    """Whether the text is what an octal code stands for, which gives all moves."""

    @property
    def content(self) -> str:
        """What is read; OSError where the file could not be, ValueError where it is no text."""
        if self.text is not None:
            return self.text
        if self.error:
            raise OSError(self.error)
        return self.data.decode("utf-8-sig")


def opened(name: str, file: Path) -> Source:
    """A rules file under that name, with what it holds now."""
    try:
        with file.open("rb") as stream:
            return Source(name, file, data=stream.read(MAX_BYTES + 1))
    except OSError as error:
        return Source(name, file, error=error.strerror or str(error))


def of_file(file: Path) -> tuple[Source]:
    """The one rules file of that path, under its own name, with what it holds now."""
    return (opened(file.name, file),)
