"""Coins on a strip: the moves and the P-positions against plain Python, at all positions with the coins in order."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.core.spec import Play
from bouton.ground.box import Region, ground_box
from bouton.ground.layers import Sought, layers
from tests.shipped import named

LAST = 9
PLAYS: tuple[Play, ...] = ("normal",)


def moves(at: tuple[int, ...]) -> set[tuple[int, ...]]:
    """One coin goes to the left, and stays right of the coin before it."""
    lows = (-1, *at)
    return {(*at[:n], to, *at[n + 1 :]) for n in range(3) for to in range(lows[n] + 1, at[n])}


@cache
def is_p(at: tuple[int, ...]) -> bool:
    return not any(map(is_p, moves(at)))


def test_moves_and_p_positions_are_those_of_plain_python() -> None:
    spec = named("coins_on_a_strip")
    game = game_of(spec, rules_of(spec), spec.box, {})
    region = Region(ground_box(spec.fluents, spec.box, {}))
    seen = set()
    for layer in layers(Sought(game, region, frozenset(), PLAYS)):
        for node in layer.nodes:
            assert {move.to for move in node.moves} == moves(node.position)  # type: ignore[arg-type]
            assert (layer.outcome("normal", node.position) == "P") == is_p(node.position)
            seen.add(node.position)
    assert seen == {*combinations(range(LAST + 1), 3)}


def test_the_theorem_is_so_far_out() -> None:
    assert all(is_p((a, b, c)) == (a == c - b - 1) for a, b, c in combinations(range(24), 3))
