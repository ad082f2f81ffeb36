"""Nim with a pass for ever and a token on three digraphs, against plain Python."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import pytest

import bouton
from tests.oracle.loops import outcome, reached, rounds

Heaps = tuple[int, ...]
TRIANGLE = {1: [2], 2: [3], 3: [1], 4: [1], 5: []}
GRAPHS: dict[int, dict[int, list[int]]] = {
    1: TRIANGLE,
    2: {**TRIANGLE, 3: [1, 5]},
    3: {1: [2], 2: [3], 3: [4], 4: [1], 5: [2]},
}


def _moves(heaps: Heaps) -> list[Heaps]:
    lower = [
        tuple(sorted(filter(None, (*heaps[:at], left, *heaps[at + 1 :]))))
        for at, size in enumerate(heaps)
        for left in range(size)
    ]
    return [*lower, heaps] if heaps else []


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_nim_with_a_pass_for_ever(play: str) -> None:
    box = [heaps for count in range(4) for heaps in combinations_with_replacement(range(1, 5), count)]
    expected = rounds(reached(box, _moves), lambda _heaps: play == "normal")
    game = bouton.load("specs/endless_pass.yaml").over("heap.count=0..3", "heap.size=1..4")
    told = {tuple(row.position["heap"]): row.outcome for part in game.rows(play=play) for row in part}  # type: ignore[arg-type]
    assert told == {heaps: outcome(heaps, expected) for heaps in box}


@pytest.mark.parametrize("graph", GRAPHS)
def test_a_token_on_a_digraph(graph: int) -> None:
    expected = rounds(GRAPHS[graph], lambda _at: True)
    game = bouton.load("specs/digraphs.yaml").over(f"graph={graph}")
    told = {row.position["token"]: row.outcome for part in game.rows() for row in part}
    assert told == {at: outcome(at, expected) for at in GRAPHS[graph]}


def test_the_kernels_of_the_digraphs() -> None:
    every = {graph: [set(one) for one in _kernels(options)] for graph, options in GRAPHS.items()}
    assert every == {1: [], 2: [{2, 4, 5}], 3: [{2, 4}, {1, 3, 5}]}


def _kernels(options: dict[int, list[int]]) -> list[tuple[int, ...]]:
    sets = [one for size in range(len(options) + 1) for one in combinations(options, size)]
    return [one for one in sets if all((at in one) != any(to in one for to in options[at]) for at in options)]
