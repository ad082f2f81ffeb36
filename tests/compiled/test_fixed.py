"""The parts of programs that are the same for all games."""

from __future__ import annotations

import re
from pathlib import Path

import bouton.compiled

_PACKAGE = Path(bouton.compiled.__file__).parent
_ASKED = re.compile(r'\bfixed\("([a-z_]+\.[a-z]+)"\)')


def test_each_part_is_printed_by_some_program() -> None:
    asked = [name for file in _PACKAGE.glob("*.py") for name in _ASKED.findall(file.read_text(encoding="utf-8"))]
    assert sorted(asked) == sorted(file.name for file in (_PACKAGE / "parts").iterdir())
