"""Block Nim: moves, sides and winners, its zero positions in misère play, against the plain solver."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from tests.encodings.survivor_nim_rules import Found, Position, derived
from tests.one_position import split
from tests.oracle.survivor_nim import block_game
from tests.samples import small_or_whole
from tests.shipped import rules_text

RULES = split(rules_text("block_nim"))
FLUENTS = ("pile", "turn", "left", "misere")
SETTINGS = list(product((1, 2, 3), (1, 2, 3), (0, 1)))
"""n, m, extra."""


def positions(n: int, extra: int, largest: int) -> list[Position]:
    return list(product(range(largest + 1), (1, 2), range(1, n + extra + 1), (0, 1)))


def facts(n: int, m: int, extra: int, at: list[Position], *wanted: str) -> Found:
    found, undefined = derived(RULES, FLUENTS, {"n": n, "m": m, "extra": extra}, at, wanted)
    assert not undefined
    return found


def wins(n: int, m: int, extra: int, at: Position) -> bool:
    """Whether the side to move wins, by the plain solver after its first move."""
    pile, turn, left, misere = at
    own, other = (n + extra, n) if turn == 1 else (n, n + extra)
    if pile < left:
        return bool(misere)
    most = min(m * left, pile)
    return any(not block_game(other, own, m, pile - taken, bool(misere)) for taken in range(left, most + 1))


@pytest.mark.parametrize(("n", "m", "extra"), SETTINGS)
@pytest.mark.sample(3)
def test_moves_sides_and_winners(n: int, m: int, extra: int) -> None:
    box = positions(n, extra, 12)
    found = facts(n, m, extra, box, "move", "after", "side", "winner")
    for at in box:
        pile, turn, left, misere = at
        taken = [count for count in range(pile + 1) if left <= count <= m * left]
        assert found["side"][at] == {(turn,)}
        assert found["move"][at] == {(("take", count),) for count in taken}
        shares = n + extra if turn == 2 else n
        effects = [{("pile", pile - count), ("turn", 3 - turn), ("left", shares)} for count in taken]
        wanted = {(("take", t), effect) for t, some in zip(taken, effects, strict=True) for effect in some}
        assert found["after"][at] == wanted
        assert found["winner"][at] == {(turn if misere else 3 - turn,)}


@pytest.mark.parametrize(("n", "m"), sorted({(n, m) for n, m, _ in SETTINGS}))
def test_the_zero_positions_of_equal_alliances(n: int, m: int) -> None:
    box = [at for at in positions(n, 0, 60) if at[2] == n and at[3]]
    found = facts(n, m, 0, box, "zero_misere")["zero_misere"]
    for at in box:
        assert found[at] == {(at[1] if wins(n, m, 0, at) else 3 - at[1],)}
        assert wins(n, m, 0, at) != (n <= at[0] % ((m + 1) * n) < 2 * n)


@pytest.mark.parametrize(("n", "m", "extra"), SETTINGS)
@pytest.mark.sample(3)
def test_the_closed_forms(n: int, m: int, extra: int) -> None:
    box = positions(n, extra, 45)
    found = facts(n, m, extra, box, "closed_misere", "closed_normal")
    for at in box:
        winner = at[1] if wins(n, m, extra, at) else 3 - at[1]
        assert found["closed_misere" if at[3] else "closed_normal"][at] == {(winner,)}


@pytest.mark.parametrize("most", small_or_whole({"pile": 4}, {}), ids=["small", "whole"])
def test_claims(verdicts: Callable[..., None], most: dict[str, int]) -> None:
    box = positions(1, 1, 10)
    found = facts(1, 2, 1, box, "zero_misere")["zero_misere"]
    wrong = (at for at in box if at[3] and found[at] != {(at[1] if wins(1, 2, 1, at) else 3 - at[1],)})
    smallest = dict(zip(FLUENTS, next(wrong), strict=True))
    assert wins(3, 2, 1, (3, 1, 4, 1))
    verdicts("block_nim.yaml", {"proposition-4-zero-start": ({"n": 1, "m": 2, "extra": 1}, {**smallest})}, most)
