"""Node Kayles: moves, outcomes and values on cycles and on the Petersen graph, against a few lines of plain Python."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from bouton.claims.judge import game_of
from bouton.claims.passes import starting
from bouton.claims.subject import rules_of
from bouton.core.spec import Play
from bouton.ground.box import Region, ground_box
from bouton.ground.layers import Sought, layers
from tests.shipped import named

PLAYS: tuple[Play, ...] = ("normal", "misere")
OUTER = [(v, (v + 1) % 5) for v in range(5)]
PETERSEN = [*OUTER, *((v, v + 5) for v in range(5)), *((v + 5, (v + 2) % 5 + 5) for v in range(5))]


def cycle(n: int) -> list[tuple[int, int]]:
    return [(v, (v + 1) % n) for v in range(n)]


@pytest.mark.parametrize(
    "spec, parameters, edges",
    [*(("node_kayles", {"n": n}, cycle(n)) for n in (3, 6, 9)), ("node_kayles_petersen", {}, PETERSEN)],
)
def test_all_sets_of_vertices(spec: str, parameters: Mapping[str, int], edges: list[tuple[int, int]]) -> None:
    about = named(spec)
    game = game_of(about, rules_of(about), about.box, parameters)
    vertices = frozenset(v for edge in edges for v in edge)
    near = {v: {v} | {w for edge in edges for w in edge if v in edge} for v in vertices}

    @cache
    def value(left: frozenset[int], end: int) -> int:
        below = {value(left - near[v], end) for v in left}
        return next(n for n in range(len(below) + 1) if n not in below) if left else end

    seen = set()
    region = Region(ground_box(about.fluents, about.box, parameters))
    for layer in layers(Sought(game, region, frozenset(), PLAYS, values=True)):
        for node in layer.nodes:
            left = frozenset(map(int, map(str, node.position[0])))  # type: ignore[arg-type]
            moves = {str(move): frozenset(map(int, map(str, move.to[0]))) for move in node.moves}  # type: ignore[arg-type]
            assert moves == {f"choose({v})": left - near[v] for v in left}
            assert [layer.values[play][node.position] for play in PLAYS] == [value(left, end) for end in (0, 1)]
            seen.add(left)
    assert len(seen) == 2 ** len(vertices)
    (start,) = starting(about, rules_of(about), parameters)
    assert {str(one) for one in start[0]} == {str(v) for v in vertices}  # type: ignore[union-attr]


def test_the_paths_on_which_one_loses() -> None:
    @cache
    def value(path: int) -> int:
        below = {value(max(0, v - 1)) ^ value(max(0, path - v - 2)) for v in range(path)}
        return next(n for n in range(len(below) + 1) if n not in below)

    assert [path for path in range(51) if value(path) == 0] == [0, 4, 8, 14, 20, 24, 28, 34, 38, 42]
