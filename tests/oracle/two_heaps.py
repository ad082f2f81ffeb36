"""Games in plain Python: options of a position, and their values by memo, with nothing of Bouton."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

Place = tuple[int, ...]
Options = Callable[[Place], set[Place]]


def nim(heaps: Place) -> set[Place]:
    return {tuple(sorted((*heaps[:i], t, *heaps[i + 1 :]))) for i, s in enumerate(heaps) for t in range(s)}


def wythoff(heaps: Place) -> set[Place]:
    x, y = heaps
    return nim(heaps) | {(x - d, y - d) for d in range(1, x + 1)}


def values(options: Options, misere: bool = False) -> Callable[[Place], int]:
    """The Sprague-Grundy function; in misère play a terminal has 1."""

    @cache
    def value(place: Place) -> int:
        below = {value(option) for option in options(place)}
        if not below:
            return int(misere)
        return next(number for number in range(len(below) + 1) if number not in below)

    return value
