"""All finite acyclic games of a few positions, and what is given with each: options, values, and those of its swaps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import TypeAlias

from tests.oracle.terms import Row, Signature

Graph: TypeAlias = tuple[tuple[int, ...], ...]
"""The options of positions 1, 2, ..., each with options below it."""


def graphs(positions: int) -> Iterator[Graph]:
    """Every game of so many positions, each at least once: a position's options can be numbered below it."""
    rows = [
        [chosen for few in range(at) for chosen in combinations(range(1, at), few)] for at in range(1, positions + 1)
    ]
    yield from product(*rows)


def given(graph: Graph) -> Mapping[Signature, list[Row]]:
    """The predicates that a statement about games may speak of.

    G^M has one position more, to which each terminal of G moves; `value_m` and `misere_m` are the values of G's
    positions in G^M, and `value_mm` those in (G^M)^M.
    """
    game: dict[int, tuple[int, ...]] = dict(enumerate(graph, 1))
    once = _swapped(game)
    pairs = _values(game), _values(once), _values(_swapped(once))
    named = {"value": (pairs[0], 0), "misere": (pairs[0], 1), "value_m": (pairs[1], 0)}
    named |= {"misere_m": (pairs[1], 1), "value_mm": (pairs[2], 0)}
    return {
        ("position", 1): [(at,) for at in game],
        ("option", 2): [(at, to) for at, row in game.items() for to in row],
        ("terminal", 1): [(at,) for at, row in game.items() if not row],
        **{(name, 2): [(at, values[at][play]) for at in game] for name, (values, play) in named.items()},
    }


def _swapped(game: Mapping[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """G^M, whose one position more comes last."""
    star = len(game) + 1
    return {**{at: row or (star,) for at, row in game.items()}, star: ()}


def _values(game: Mapping[int, tuple[int, ...]]) -> dict[int, tuple[int, int]]:
    """The value and the misère value of every position: a terminal has 0 and 1."""
    found: dict[int, tuple[int, int]] = {}

    def pair(at: int) -> tuple[int, int]:
        if at not in found:
            options = [pair(to) for to in game[at]]
            mexes = _mex({one for one, _ in options}), _mex({other for _, other in options})
            found[at] = mexes if options else (0, 1)
        return found[at]

    for at in game:
        pair(at)
    return found


def _mex(numbers: set[int]) -> int:
    return next(number for number in range(len(numbers) + 1) if number not in numbers)
