"""Dawson's Chess and Treblecross against plain Python: rows in misère play, values, the games as they are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest

from bouton.core.shipped import folder
from bouton.document.tables import Table
from tests.oracle.octal import options, values
from tests.shipped import loaded

Verdicts = Callable[[str, Mapping[str, Any]], None]
CODES = {"dawsons_chess": "137", "treblecross": "007"}
PATTERNS = {"dawsons_chess": (14, {1, 2, 6, 7, 11}), "treblecross": (22, {3, 4, 5, 11, 12, 13, 19})}


@cache
def is_p(code: str, heaps: tuple[int, ...], misere: bool) -> bool:
    """Whether the player who moved to these heaps wins."""
    moved = False
    for at, size in enumerate(heaps):
        for left in options(code, size):
            moved = True
            kept = (*heaps[:at], *heaps[at + 1 :], *(one for one in left if options(code, one)))
            if is_p(code, tuple(sorted(kept)), misere):
                return False
    return moved or not misere


@pytest.mark.parametrize("game", CODES)
def test_rows_in_misere_play(game: str) -> None:
    """The pattern goes on as far as plain Python goes, beyond the spec's table."""
    period, residues = PATTERNS[game]
    found = [is_p(CODES[game], (size,), True) for size in range(40)]
    assert found == [size % period in residues for size in range(40)]
    said = loaded(folder("specs") / f"{game}.yaml").claim("misere-rows").by(Table).values
    assert said == ["P" if one else "N" for one in found[: len(said or ())]]


def test_values_of_treblecross() -> None:
    said = loaded(folder("specs") / "treblecross.yaml").claim("values").by(Table).values
    assert said == values("007", 60)


def test_claims(verdicts: Verdicts) -> None:
    verdicts("treblecross.yaml", {"misere-tame": ({}, {"heap": [15]})})
    verdicts(
        "known_false/treblecross.yaml", {"misere-rows-eight": ({}, {"heap": [20]}), "one-more": ({}, {"heap": [14]})}
    )
    verdicts("known_false/dawsons_chess.yaml", {"misere-rows-five": ({}, {"heap": [12]})})


@cache
def completes(strip: str) -> bool:
    """Whether the player to move on a strip of X and dots will have completed three X in a row, or forced it."""
    moves = [strip[:at] + "X" + strip[at + 1 :] for at, square in enumerate(strip) if square == "."]
    return any("XXX" in one or not completes(one) for one in moves)


def test_treblecross_is_the_octal_game() -> None:
    """On a strip of n squares, at least 3, who writes the first X wins iff a heap of n+2 has not the value 0."""
    g = values("007", 20)
    assert [completes("." * squares) for squares in range(3, 15)] == [g[squares + 2] != 0 for squares in range(3, 15)]


@cache
def captures(files: int) -> int:
    """The value of Dawson's Chess on so many files, where a move kills a file and its neighbours."""
    reached = {captures(max(0, at - 1)) ^ captures(max(0, files - at - 2)) for at in range(files)}
    return next(number for number in range(files + 1) if number not in reached)


def test_dawsons_chess_is_the_octal_game() -> None:
    assert [captures(files) for files in range(40)] == values("137", 40)
