"""The little Markdown that generated pages are made of."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence

WRITTEN = "<!-- Written by `python -m docs.pages`: change what it is made from, not this page. -->"
_ENTITIES = {"|": "&#124;", "<": "&lt;", ">": "&gt;", "&": "&amp;"}


def escaped(said: str | None) -> str:
    """Text that Markdown leaves as it is, in a table too."""
    return _plain(" ".join((said or "").split()))


def prose(said: str | None) -> str:
    """Text of which only code between backticks is Markdown."""
    parts = " ".join((said or "").split()).split("`")
    return "`".join(part if at % 2 else _plain(part) for at, part in enumerate(parts))


def _plain(said: str) -> str:
    return re.sub(r"[|<>&*_\\`\[\]]", lambda one: _ENTITIES.get(one[0], f"\\{one[0]}"), said)


def paragraph(text: str) -> list[str]:
    """The lines of a paragraph."""
    return textwrap.wrap(text, 120, break_long_words=False, break_on_hyphens=False)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table."""
    return [line(heads), "|" + "---|" * len(heads), *map(line, rows)]


def line(cells: Sequence[str]) -> str:
    """A row of a table."""
    return "| " + " | ".join(cells) + " |"


def fenced(kind: str, text: str) -> list[str]:
    """The lines of a block of code."""
    return [f"```{kind}", *text.rstrip("\n").splitlines(), "```"]
