"""The rows of a table of outcomes, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from bouton.run.position import Row, in_parts


def tabulate(*asked: Any, **more: Any) -> Iterator[Row]:
    """Each row of what is found together."""
    return chain.from_iterable(in_parts(*asked, **more))
