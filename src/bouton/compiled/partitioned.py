"""Misère values of all sums of heaps with so many stones together, where single heaps do not give them.

A position is a partition of its stones, the largest heap first. In lexicographic order the partitions of a number have
places, which follow from how many partitions there are: so a table has the value of each, and those of the options,
which have fewer stones or come before, are looked up.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from itertools import accumulate
from math import inf
from typing import Any, TypeVar

from bouton.compiled.fixed import fixed
from bouton.core.errors import Disagreement, Unreadable
from bouton.core.partitions import partitions
from bouton.ground.values import mex
from bouton.process.compiler import NoCompiler, library

_PLACES, _IN_PYTHON = 1 << 28, 300_000
"""Positions that a table may have, in a byte each, and those that plain Python solves."""
_STONES = 4000
"""Of a position, at most: a program has room for so many heaps."""
_BESIDE = 9
"""All positions of so many stones are valued by the definition, too."""
_At = TypeVar("_At", bound=Hashable)


class _Game(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("count", "begin", "option", "part", "parts")),
        ("most", ctypes.c_int64),
        ("value", ctypes.c_void_p),
    )


def counted(stones: int, most: int, room: float = inf) -> list[list[int]]:
    """How many partitions of each number into parts of at most 0, 1, ..., `most` there are.

    Unreadable where there are more than there is room for.
    """
    found = [[1] * (most + 1)]
    for total in range(1, stones + 1):
        found.append([0] * (most + 1))
        for part in range(1, most + 1):
            found[total][part] = found[total][part - 1] + (found[total - part][part] if part <= total else 0)
        room -= found[total][most]
        if room < 0:
            raise Unreadable(f"positions of {total} stones in heaps of up to {most} are too many")
    return found


Value = Callable[[Collection[int]], int]
"""The misère value of a position, by its heaps."""


def misere_values(options: Sequence[Iterable[tuple[int, ...]]], stones: int, memory: int) -> Value:
    """What gives all positions of at most so many stones theirs; `options` are what each heap, from 0 on, may become.

    Unreadable where they are too many, or a value is 256 or more; Disagreement where the definition says otherwise.
    """
    most = min(stones, len(options) - 1)
    count = counted(min(stones, _STONES), most, min(_PLACES, memory // 2))
    size = sum(row[most] for row in count)
    if stones > _STONES:
        raise Unreadable(f"heaps of {stones} stones together are too large")
    try:
        found = _by_c(options, count, most)
    except NoCompiler as error:
        if size > _IN_PYTHON:
            raise Unreadable(f"there are {size} positions, and {error}") from None
        return by_definition(options)
    plain = by_definition(options)
    for total in range(min(stones, _BESIDE) + 1):
        for heaps in partitions(total, most):
            if found(heaps) != plain(heaps):
                raise Disagreement(f"a compiled program gives heaps {heaps} another misère value than the definition")
    return found


def by_definition(options: Sequence[Iterable[tuple[int, ...]]]) -> Value:
    """The same by the definition."""

    def below(heaps: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [
            tuple(sorted(filter(None, (*heaps[:at], *option, *heaps[at + 1 :]))))
            for at, size in enumerate(heaps)
            for option in options[size]
        ]

    value = by_mex(below, 1)
    return lambda heaps: value(tuple(sorted(filter(None, heaps))))


def by_mex(options: Callable[[_At], Collection[_At]], last: int) -> Callable[[_At], int]:
    """What gives positions their values by the definition, with what was asked before kept; `last` where no move is.

    It raises Unreadable where positions come back.
    """
    known, busy = dict[_At, int](), set[_At]()

    def value(position: _At) -> int:
        waiting = [position]
        while waiting:
            here = waiting[-1]
            after = () if here in known else options(here)
            new = [one for one in after if one not in known]
            if new:
                busy.add(here)
                if not busy.isdisjoint(new):
                    raise Unreadable("positions come back")
                waiting += new
                continue
            known.setdefault(here, mex(known[one] for one in after) if after else last)
            busy.discard(waiting.pop())
        return known[position]

    return value


def _by_c(options: Sequence[Iterable[tuple[int, ...]]], count: Sequence[Sequence[int]], most: int) -> Value:
    program = library(fixed("partitioned.c"))
    program.all.restype = program.at.restype = ctypes.c_int64
    every = [[sorted(filter(None, one), reverse=True) for one in options[heap]] for heap in range(most + 1)]
    listed = [one for each in every for one in each]
    arrays: list[Any] = [
        in_c(number for row in count for number in row),
        in_c(accumulate((row[most] for row in count), initial=0)),
        in_c(accumulate(map(len, every), initial=0)),
        in_c(accumulate(map(len, listed), initial=0)),
        in_c(part for one in listed for part in one),
    ]
    table = (ctypes.c_uint8 * sum(row[most] for row in count))()
    game = _Game(*(ctypes.addressof(one) for one in arrays), most, ctypes.addressof(table))
    for stones in range(len(count)):
        if not program.all(ctypes.byref(game), ctypes.c_int64(stones)):
            raise Unreadable("a misère value is 256 or more")

    def value(heaps: Collection[int], _kept: object = (arrays, table)) -> int:
        given = in_c(sorted(filter(None, heaps), reverse=True))
        many, total = ctypes.c_int64(len(given) - 1), ctypes.c_int64(sum(heaps))
        return int(program.at(ctypes.byref(game), given, many, total))

    return value


def in_c(given: Iterable[int]) -> Any:
    """As C has them, with one more, as there may be none."""
    listed = [*given, 0]
    return (ctypes.c_int64 * len(listed))(*listed)
