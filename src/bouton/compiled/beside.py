"""Values of positions in which each move is made in one heap alone, beside counters or heaps of other kinds.

What each heap may become beside each value of the counters is given. A position is its heaps of each kind, the largest
first, and the number of the counters' values. The lists of a kind have places as partitions (`bouton.core.partitions`
of all numbers of stones there may be), and a position has one by those of its kinds: a table has the values of all
positions that those asked for lead to, and is filled as they are asked for.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, TypeAlias

from bouton.compiled.fixed import fixed
from bouton.compiled.partitioned import by_mex, counted, in_c
from bouton.compiled.space import Lists
from bouton.core.errors import Unreadable
from bouton.core.spec import Play
from bouton.process.compiler import NoCompiler, library

State: TypeAlias = tuple[Lists, int]
"""The heaps of each kind, in ascending order, with the number of the counters' values."""
_PLACES, _IN_PYTHON = 1 << 28, 100_000
"""Positions that a table may have, in a byte each, and those that plain Python solves."""
_WRONG = {-1: "positions come back", -2: "a value is 254 or more", -3: "games may have thousands of moves"}
_STONES = 250
"""Of all heaps together, at most: a program has room for so many heaps of a kind."""


class _Game(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("count", "begin", "option", "left", "part", "sort", "size")),
        *((name, ctypes.c_void_p) for name in ("alone", "then")),
        *((name, ctypes.c_int64) for name in ("most", "lists", "kinds", "states", "last")),
        ("value", ctypes.c_void_p),
    )


@dataclass(frozen=True)
class Becoming:
    """What a heap becomes, by its kind, its size and the number of the counters' values; and what no heap becomes."""

    heaps: Sequence[Sequence[Sequence[frozenset[State]]]]
    none: Sequence[frozenset[State]]

    @property
    def most(self) -> int:
        """The greatest heap."""
        return len(self.heaps[0]) - 1

    def options(self, state: State) -> set[State]:
        """What a position becomes: one of its heaps changes."""
        lists, number = state
        if not any(lists):
            return set(self.none[number])
        found = set[State]()
        for kind, own in enumerate(lists):
            for at, size in enumerate(own):
                rest = (*lists[:kind], own[:at] + own[at + 1 :], *lists[kind + 1 :])
                for parts, after in self.heaps[kind][size][number]:
                    joined = (tuple(sorted(a + b)) for a, b in zip(rest, parts, strict=True))
                    found.add((tuple(joined), after))
        return found


Value: TypeAlias = Callable[[State], int]
"""The value of a position."""


def positions(most: int, kinds: int, states: int, stones: int) -> int:
    """How many positions of heaps of at most `most` have at most so many stones in each kind.

    Unreadable where they are too many.
    """
    if stones > _STONES:
        raise Unreadable(f"heaps of {stones} stones together are too large")
    lists = sum(row[-1] for row in counted(stones, most, _PLACES))
    found: int = states * lists**kinds
    if found > _PLACES:
        raise Unreadable(f"there are {found} positions of {stones} stones, which are too many")
    return found


def values(becoming: Becoming, stones: int, play: Play, memory: int) -> Value:
    """What gives positions of at most so many stones their Sprague-Grundy values in that play.

    Unreadable where they are too many, where positions come back, or a value is 254 or more.
    """
    size = positions(becoming.most, len(becoming.heaps), len(becoming.none), stones)
    if size > memory // 2:
        raise Unreadable(f"a table of {size} positions takes too much memory")
    try:
        return _by_c(becoming, stones, play, size)
    except NoCompiler as error:
        if size > _IN_PYTHON:
            raise Unreadable(f"there are {size} positions, and {error}") from None
        return by_mex(becoming.options, int(play == "misere"))


def _by_c(becoming: Becoming, stones: int, play: Play, size: int) -> Value:
    program = library(fixed("beside.c"))
    program.value.restype = ctypes.c_int64
    count = counted(stones, becoming.most)
    lists = sum(row[-1] for row in count)
    heaps = [sorted(each) for own in becoming.heaps for of_size in own for each in of_size]
    every = [one for each in heaps for one in each]
    parts = [(kind, size) for given, _ in every for kind, own in enumerate(given) for size in own]
    arrays: list[Any] = [
        in_c(number for row in count for number in row),
        in_c(accumulate((row[-1] for row in count), initial=0)),
        in_c(accumulate(map(len, heaps), initial=0)),
        in_c(after for _, after in every),
        in_c(accumulate((sum(map(len, given)) for given, _ in every), initial=0)),
        *(in_c(one[at] for one in parts) for at in (0, 1)),
        in_c(accumulate(map(len, becoming.none), initial=0)),
        in_c(after for each in becoming.none for _, after in sorted(each)),
    ]
    table = (ctypes.c_uint8 * size)()
    ctypes.memset(table, 255, size)
    kinds, states = len(becoming.heaps), len(becoming.none)
    given = (becoming.most, lists, kinds, states, int(play == "misere"))
    game = _Game(*map(ctypes.addressof, arrays), *given, ctypes.addressof(table))

    def value(state: State, _kept: object = (arrays, table)) -> int:
        numbers = in_c(number for own in state[0] for number in (len(own), *own))
        found = int(program.value(ctypes.byref(game), numbers, ctypes.c_int64(state[1])))
        if found < 0:
            raise Unreadable(_WRONG[found])
        return found

    return value
