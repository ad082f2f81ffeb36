"""The table of encodings/README.md with what each game's rules derive for its specs.

It is made of the comments above the rules, `%% name/arity, name/arity: meaning.`; a line that begins with `%%   `
goes on with the one before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from docs.markdown import prose, table
from docs.store import ROOT

FOLDER = ROOT / "encodings"
README = FOLDER / "README.md"
ROLES = ("rules", "theorems", "values", "sequences")
"""The files of a game that a reader wants first, in this order; the others follow by name, beliefs last."""
_COMMENT = re.compile(
    r"^%% (?P<names>\w+/\d(?:,(?: |\n%%   )\w+/\d)*): (?P<meaning>[^\n]+(?:\n%%   [^\n]+)*)\.$", re.MULTILINE
)


@dataclass(frozen=True)
class Described:
    """Predicates that one comment describes, as `safe/0`; `rest` is the text of the file below the comment."""

    names: tuple[str, ...]
    meaning: str
    rest: str


def files() -> list[Path]:
    """The rules files of the games, game by game."""
    return sorted((file for file in FOLDER.glob("*/*.lp") if file.parent.name != "core"), key=_order)


def described(file: Path) -> Iterator[Described]:
    """What the comments of a rules file describe, from the first line to the last."""
    text = file.read_text(encoding="utf-8")
    for found in _COMMENT.finditer(text):
        meaning = " ".join(part.strip() for part in found["meaning"].split("\n%%"))
        yield Described(tuple(re.findall(r"\w+/\d", found["names"])), meaning, text[found.end() + 1 :])


def predicates() -> str:
    """The table."""
    cells = [
        (", ".join(f"`{name}`" for name in one.names), f"`{file.parent.name}/{file.name}`", "out", prose(one.meaning))
        for file in files()
        for one in described(file)
    ]
    return "\n".join(table(("predicate", "file", "in or out", "meaning"), cells))


def _order(file: Path) -> tuple[str, int, str]:
    role = file.stem
    place = ROLES.index(role) if role in ROLES else len(ROLES) + role.endswith("beliefs")
    return file.parent.name, place, role
