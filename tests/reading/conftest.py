"""What the tests of the symbolic meaning share: rules read from text, and clingo's own answer at a position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bouton.core.position import Fluent, Heaps
from bouton.rules.file import Rules
from tests.reading_rules import read

Reader = Callable[..., Rules]


@pytest.fixture
def rules(tmp_path: Path) -> Reader:
    """Reads rules from text; the position is one heaps fluent unless others are given."""

    def reading(
        text: str,
        fluents: Sequence[Fluent] = (Heaps("heap"),),
        parameters: Sequence[str] = (),
        sets: Sequence[str] = (),
    ) -> Rules:
        file = tmp_path / "game.lp"
        file.write_text(text)
        return read(file, fluents, parameters, sets)

    return reading
