"""The checked rules of a file, read with no spec beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bouton.core.position import Fluent
from bouton.core.sources import Source, of_file
from bouton.core.spec import RulesReading
from bouton.rules import read as reader
from bouton.rules.file import Rules


def read(
    files: Path | Sequence[Source],
    fluents: Sequence[Fluent],
    parameters: Sequence[str],
    sets: Sequence[str] = (),
    elsewhere: Sequence[Fluent] = (),
    *,
    moves: bool = True,
) -> Rules:
    """Its rules, for a position of these fluents, and with these parameters."""
    sources = of_file(files) if isinstance(files, Path) else tuple(files)
    return reader.read(RulesReading(sources, tuple(fluents), tuple(parameters), tuple(sets), tuple(elsewhere), moves))
