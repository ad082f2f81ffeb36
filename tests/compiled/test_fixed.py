"""The parts of programs that are the same for all games."""

from __future__ import annotations

import re
from pathlib import Path

import bouton.compiled

_PACKAGE = Path(bouton.compiled.__file__).parent
_ASKED = re.compile(r'\bfixed\("([a-z_]+\.[a-z]+)"\)|"([a-z_]+)"')


def test_each_part_is_printed_by_some_program() -> None:
    """By its name, or by its name less the ending, which is that of the program's language."""
    parts = sorted(file.name for file in (_PACKAGE / "parts").iterdir() if file.is_file())
    texts = [file.read_text(encoding="utf-8") for file in _PACKAGE.glob("*.py")]
    named = {name for text in texts for found in _ASKED.findall(text) for name in found}
    assert [name for name in parts if not {name, name.split(".")[0]} & named] == []
    asked = {name for text in texts for name in re.findall(r'\b_fixed\("([a-z_]+)"\)', text)}
    assert asked <= {name.split(".")[0] for name in parts} and len(asked) > 5
