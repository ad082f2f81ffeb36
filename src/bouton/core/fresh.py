"""The one place that makes names: of variables, predicates, constants and identifiers that nothing has yet."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count


def unused(stem: str, taken: Collection[str]) -> str:
    """The stem, or with the least number after it that makes a name which is not taken."""
    return next(name for name in _numbered(stem) if name not in taken)


def _numbered(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}{at}" for at in count(1))


class Fresh:
    """Names that are taken, and those that were made since: each is another one."""

    def __init__(self, taken: Collection[str] = ()) -> None:
        self._taken = set(taken)

    def name(self, stem: str) -> str:
        """A name that begins with the stem, which is taken from now on."""
        made = unused(stem, self._taken)
        self._taken.add(made)
        return made
