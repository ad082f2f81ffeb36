"""The rows of a table of outcomes, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from bouton.core.spec import PLAYS
from bouton.run.position import Analysis, MoveLine
from bouton.run.rows import Row, in_parts


def tabulate(*asked: Any, **more: Any) -> Iterator[Row]:
    """Each row of what is found together."""
    return chain.from_iterable(in_parts(*asked, **more))


def stands(of: Analysis | MoveLine) -> tuple[object, object, int | None, int | None]:
    """The outcomes of an analysed position in normal and in misère play, and its two values."""
    normal, misere = (of.plays[play] for play in PLAYS)
    return normal.outcome, misere.outcome, normal.number, misere.number
