"""Pairs of values of single heaps in games that split them, against those of all sums in plain Python."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.game_classes import of_sum
from bouton.ground.values import pair_of, tame_pairs
from tests.oracle import octal
from tests.oracle.game_classes import CLASSES, Graph, Sets, below, pairs

MOST = 11
"""Stones of the positions of which all are looked at."""
Heaps = tuple[int, ...]


def partitions(stones: int, most: int) -> list[Heaps]:
    if not stones:
        return [()]
    return [(*rest, size) for size in range(1, min(stones, most) + 1) for rest in partitions(stones - size, size)]


EVERY = [heaps for stones in range(MOST + 1) for heaps in partitions(stones, stones)]
"""All positions with so few stones."""


def graph(options: Sequence[Collection[Heaps]]) -> Graph:
    """All these positions with their options."""
    return {
        heaps: {
            tuple(sorted((*heaps[:at], *left, *heaps[at + 1 :])))
            for at, size in enumerate(heaps)
            for left in options[size]
        }
        for heaps in EVERY
    }


LASKER = [
    {*((left,) for left in range(1, n)), (), *((a, n - a) for a in range(1, n // 2 + 1))} if n else set()
    for n in range(MOST + 1)
]
"""Take what one likes of a heap, or split it."""


def codes() -> st.SearchStrategy[list[set[Heaps]]]:
    """The options of heaps under an octal code of one to four digits."""
    digits = st.lists(st.integers(0, 7), min_size=1, max_size=4).map(lambda found: "".join(map(str, found)))
    return digits.map(lambda code: [octal.options(code, size) for size in range(MOST + 1)])


@given(codes() | st.just(LASKER))
@settings(max_examples=150)
def test_pairs_of_tame_heaps_are_those_of_the_graph_of_all_sums(options: list[set[Heaps]]) -> None:
    found, sums = list(tame_pairs(options)), graph(options)
    known = pairs(sums)
    assert found == [known[(size,) if size else ()] for size in range(len(found))]
    for heaps in EVERY:
        if all(size < len(found) for size in heaps):
            assert of_sum([found[size] for size in heaps]) == known[heaps]
    tame = takewhile(lambda size: CLASSES["tame"](Sets(below(sums, (size,) if size else ()))), range(MOST + 1))
    assert len(found) == len(list(tame))


def test_kayles_is_wild_from_five_pins_on() -> None:
    """Guy and Smith 1956: the row of five is the first whose sums are not those of Nim heaps."""
    found = list(tame_pairs([octal.options("77", size) for size in range(MOST + 1)]))
    assert found == [(0, 1), (1, 0), (2, 2), (3, 3), (1, 0)]


def test_in_lasker_s_nim_every_heap_is_tame() -> None:
    found = list(tame_pairs(LASKER))
    assert found == [(0, 1), (1, 0), (2, 2), (4, 4), (3, 3), (5, 5), (6, 6), (8, 8), (7, 7), (9, 9), (10, 10), (12, 12)]


@pytest.mark.parametrize(
    ("options", "pair"),
    [([], (0, 1)), ([(0, 1)], (1, 0)), ([(1, 0)], (0, 1)), ([(0, 1), (1, 0)], (2, 2)), ([(2, 2)], (0, 0))],
)
def test_the_pair_of_a_position_is_that_of_its_options(options: list[tuple[int, int]], pair: tuple[int, int]) -> None:
    assert pair_of(options) == pair
