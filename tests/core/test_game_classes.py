"""The definitions of classes on random graphs, against sets of positions; and what the paper says of them."""

from __future__ import annotations

from collections.abc import Set

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.game_classes import NOTIONS, POSITIONS, THEOREM_3, Notion, notion
from tests.oracle import game_classes as plain_notions
from tests.oracle.game_classes import Graph, Sets, below, pairs

MINION_NOT_TAME: Graph = {0: set(), 1: {0}, 2: {0, 1}, 3: {2}, 4: {3}, 5: {0, 2, 3, 4}}
"""The pairs are (0,1), (1,0), (2,2), (0,0), (1,1), (3,3), as in Figure 2."""


@st.composite
def graphs(draw: st.DrawFn) -> dict[int, Set[int]]:
    size = draw(st.integers(1, 12))
    return {at: draw(st.sets(st.integers(0, at - 1), max_size=4)) if at else set() for at in range(size)}


def has(one: Notion, graph: Graph, at: object) -> bool:
    """Whether the condition holds at every position of the game that begins there."""
    values = pairs(graph)
    return all(one.fails(values[v], {values[to] for to in graph[v]}) is None for v in below(graph, at))


@given(graphs())
@settings(max_examples=200)
@pytest.mark.slow
def test_classes(graph: Graph) -> None:
    for at in graph:
        game = Sets(below(graph, at))
        for name, holds in plain_notions.CLASSES.items():
            assert has(notion(name), graph, at) == holds(game), name
        for by, holds in plain_notions.THEOREM_3.items():
            assert has(notion("pet", by), graph, at) == holds(game), by


@given(graphs())
@settings(max_examples=100)
def test_positions(graph: Graph) -> None:
    values = pairs(graph)
    for at, options in graph.items():
        there = {values[to] for to in options}
        swap = values[at] in ((0, 1), (1, 0))
        assert POSITIONS["swap-positions"](values[at], there) == swap
        assert POSITIONS["tame-positions"](values[at], there) == (not swap)
        assert POSITIONS["critical-positions"](values[at], there) == (not swap and bool(there & {(0, 1), (1, 0)}))


@given(graphs())
@settings(max_examples=200)
def test_theorem_3_and_proposition_2(graph: Graph) -> None:
    """The seven conditions fail first at the same position, and tame is miserable."""
    values = pairs(graph)

    def first(one: Notion) -> object:
        broken = (v for v in sorted(graph) if one.fails(values[v], {values[to] for to in graph[v]}))  # type: ignore[type-var]
        return next(broken, None)

    assert len({first(notion("pet", by)) for by in THEOREM_3}) == 1
    assert first(notion("tame")) == first(notion("miserable"))


def test_proposition_1_has_no_converse() -> None:
    """A minion that is not miserable: of the swap positions the last position reaches one kind alone."""
    assert has(notion("minion"), MINION_NOT_TAME, 5)
    for name in ("tame", "miserable"):
        assert not has(notion(name), MINION_NOT_TAME, 5)
        assert has(notion(name), MINION_NOT_TAME, 4)
    why = notion("tame").fails((3, 3), {(0, 1), (2, 2), (0, 0), (1, 1)})
    assert why == "and there is an option (0, 1) and none (1, 0), beside (0, 0) and (1, 1)"


def test_every_class_is_known() -> None:
    assert NOTIONS.keys() == plain_notions.CLASSES.keys()
    assert notion("wild") is notion("tame")
    assert notion("pet", "iii").denial == "not pet by (iii)"


def nim(*heaps: int) -> dict[object, Set[object]]:
    graph: dict[object, Set[object]] = {}
    waiting = [heaps]
    while waiting:
        at = waiting.pop()
        options = {tuple(sorted((*at[:i], left, *at[i + 1 :]))) for i, size in enumerate(at) for left in range(size)}
        graph[at] = options
        waiting += options
    return graph


@pytest.mark.parametrize(("name", "two"), [("tame", True), ("minion", True), ("pet", False), ("2-minion", False)])
def test_nim(name: str, two: bool) -> None:
    """Lemmas 5 and 6: one heap is pet, two are miserable alone."""
    assert has(notion(name), nim(4), (4,))
    assert has(notion(name), nim(2, 2), (2, 2)) is two
