"""Layouts of random graphs: every edge can be followed, nothing overlaps, no line is behind a box."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.show.picture.layout import Layout, layout

Edges = list[tuple[int, int, bool]]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[int], list[float], Edges]:
    count = draw(st.integers(1, 14))
    ranks = [draw(st.integers(0, 5)) for _ in range(count)]
    ranks[0] = 0
    widths = [draw(st.sampled_from([44.0, 60.0, 150.0])) for _ in range(count)]
    pairs = [(a, b) for a in range(count) for b in range(count) if ranks[a] < ranks[b]]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return ranks, widths, [(a, b, draw(st.booleans())) for a, b in chosen]


def followed(made: Layout, ranks: list[int]) -> set[tuple[int, int, bool]]:
    """The edges that can be followed along the lines, from box to box."""
    starts = {(rank, round(x, 6)): number for number, (rank, x) in enumerate(zip(ranks, made.places, strict=True))}
    found: set[tuple[int, int, bool]] = set()
    for (end, kind), pieces in made.lines.items():
        below = defaultdict(set)
        for piece in pieces:
            below[piece.row, round(piece.start, 6)].add((piece.row + 1, round(piece.end, 6)))
        reached = {at for ends in below.values() for at in ends}
        for at in below:
            if at in starts and (at not in reached):
                (goal,) = _ends(at, below)
                assert goal == (ranks[end], round(made.places[end], 6))
                found.add((starts[at], end, kind))
    return found


def _ends(at: tuple[int, float], below: dict[tuple[int, float], set[tuple[int, float]]]) -> set[tuple[int, float]]:
    return {goal for following in below[at] for goal in _ends(following, below)} if at in below else {at}


@settings(max_examples=150)
@given(graphs())
def test_the_lines_are_the_edges(graph: tuple[list[int], list[float], Edges]) -> None:
    ranks, widths, edges = graph
    assert followed(layout(ranks, widths, edges), ranks) == set(edges)


@settings(max_examples=150)
@given(graphs())
def test_nothing_overlaps_in_a_row(graph: tuple[list[int], list[float], Edges]) -> None:
    ranks, widths, edges = graph
    made = layout(ranks, widths, edges)
    rows: dict[int, set[tuple[float, float]]] = defaultdict(set)
    for rank, x, width in zip(ranks, made.places, widths, strict=True):
        rows[rank].add((x, width))
        assert x >= width / 2 - 1e-6
        assert x <= made.width - width / 2 + 1e-6
    for pieces in made.lines.values():
        for piece in pieces:
            if not piece.last:
                rows[piece.row + 1].add((piece.end, 0.0))
    for row in rows.values():
        placed = sorted(row)
        for (left, wide), (right, next_wide) in pairwise(placed):
            assert right - left > (wide + next_wide) / 2


def test_few_crossings() -> None:
    # two ladders side by side, given in an order that crosses
    ranks = [0, 0, 1, 1, 2, 2]
    made = layout(ranks, [44.0] * 6, [(0, 3, True), (1, 2, True), (2, 5, True), (3, 4, True)])
    (a, b, c, d, e, f) = made.places
    assert (a < b) == (d < c) == (e < f)


def test_no_vertex() -> None:
    assert layout([], [], []) == Layout((), {}, 0.0)
