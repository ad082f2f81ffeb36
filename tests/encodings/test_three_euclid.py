"""3-Euclid and its variants against a memoised solver, and the answer to the paper's open question."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TypeAlias

import pytest

from bouton.core.verdict import Verdict
from tests.encodings.changed import changed
from tests.oracle.pairs import Pairs, Place
from tests.samples import small_or_whole

Where: TypeAlias = tuple[dict[str, object], dict[str, object]]
LARGEST = 12
MOVES = {1: [(0, 2)], 2: [(0, 2), (0, 1)], 3: [(0, 2), (0, 1), (1, 2)]}
BOX = sorted(combinations_with_replacement(range(1, LARGEST + 1), 3), key=lambda place: (sum(place), place))


@cache
def game(moves: int) -> Pairs:
    def options(place: Place) -> set[Place]:
        found: set[Place] = set()
        for i, j in MOVES[moves]:
            for left in range(place[j] - place[i], 0, -place[i]):
                found.add(tuple(sorted((*place[:j], left, *place[j + 1 :]))))
        return found

    return Pairs(BOX, options)


def at(moves: int, place: Place) -> Where:
    return {"moves": moves}, {"heap": list(place)}


@pytest.mark.slow
def test_outcomes(outcomes: Callable[[str, str], object]) -> None:
    for play in ("normal", "misere"):
        p_positions = {moves: game(moves).p_positions(play == "misere") for moves in MOVES}
        expected = {(moves,): {(place,): place in found for place in BOX} for moves, found in p_positions.items()}
        assert outcomes("three_euclid.yaml", play) == expected
        assert outcomes("three_euclid_ho.yaml", play) == {(): expected[(1,)]}


@pytest.mark.parametrize("most", small_or_whole({"heap.size": 8}, {}), ids=["small", "whole"])
def test_claims(verdicts: Callable[..., None], most: dict[str, int]) -> None:
    same = game(1).p_positions(False)
    other = next(place for place in BOX if (place in same) != (place in game(3).p_positions(False)))
    verdicts(
        "three_euclid.yaml",
        {
            "section-3-6-strongly-one-three": at(1, game(1).not_pet()[0]),
            "section-3-6-strongly-one-two": at(2, game(2).not_pet()[0]),
            "section-3-6-open-question": at(3, game(3).not_miserable()[0]),
            "section-3-6-open-question-strongly": at(3, game(3).not_pet()[0]),
            "section-3-6-open-question-minion": at(3, game(3).not_minion()[0]),
            "kernel-of-all-moves": at(3, other),
        },
        most,
    )
    verdicts("three_euclid_ho.yaml", {"section-3-6-strongly": ({}, {"heap": list(game(1).not_pet()[0])})})


def test_the_open_question_by_hand() -> None:
    """(2,3,5) and the positions that can be reached from it, by their definitions and nothing else."""
    options: dict[Place, set[Place]] = {
        (1, 1, 1): set(),
        (1, 1, 2): {(1, 1, 1)},
        (1, 2, 2): {(1, 1, 2)},
        (1, 1, 3): {(1, 1, 2), (1, 1, 1)},
        (1, 2, 3): {(1, 1, 3), (1, 2, 2), (1, 1, 2)},
        (1, 3, 3): {(1, 2, 3), (1, 1, 3)},
        (2, 2, 3): {(1, 2, 2)},
        (2, 3, 3): {(1, 2, 3)},
        (2, 3, 5): {(1, 2, 3), (1, 2, 5), (2, 2, 3), (2, 3, 3)},
    }
    assert options == {place: game(3).options[place] for place in options}
    pair = game(3).pair
    assert [pair[1, 2, 3], pair[1, 2, 5], pair[2, 2, 3], pair[2, 3, 3]] == [(3, 3), (5, 5), (1, 0), (0, 0)]
    assert pair[2, 3, 5] == (2, 1)


def test_the_variants_have_one_kernel_and_are_miserable() -> None:
    for misere in (False, True):
        assert game(1).p_positions(misere) == game(2).p_positions(misere)
    for moves in (1, 2):
        assert game(moves).not_miserable() == game(moves).not_minion() == []


@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        ("section-3-6-end", "Q = 1..(Y-1)/X.", "Q = 1..(Y-1)/X, Q < X."),
        ("section-3-6-kernels", "allowed(1,2) :- moves >= 2.", "allowed(2,3) :- moves = 2."),
        ("section-3-6-one-three", "allowed(1,2) :- moves >= 2.", "allowed(1,2)."),
        (
            "section-3-6-strongly-corrected",
            "allowed(1,2) :- moves >= 2.",
            "allowed(2,3) :- moves = 2. allowed(1,2) :- moves = 2.",
        ),
        ("section-3-6-open-question-pairs", "allowed(2,3) :- moves >= 3.", "allowed(2,3) :- moves >= 4."),
    ],
)
@pytest.mark.sample(12)
def test_mutants(tmp_path: Path, claim: str, old: str, new: str) -> None:
    assert changed(tmp_path, "three_euclid", claim, old, new).verdict is Verdict.REFUTED


def kernel(most: int, one_two: bool) -> bytearray:
    """The P-positions x <= y <= z <= most of the game with 1-3 moves, and with 1-2 moves too."""
    n = most + 1
    found = bytearray(n**3)
    for total in range(3, 3 * most + 1):
        for x in range(1, total // 3 + 1):
            for y in range(max(x, total - x - most), (total - x) // 2 + 1):
                z = total - x - y
                options = [(left, y) for left in range(z - x, 0, -x)]
                options += [(left, z) for left in range(y - x, 0, -x)] if one_two else []
                if not any(found[(a * n + b) * n + c] for a, b, c in (sorted((x, *pair)) for pair in options)):
                    found[(x * n + y) * n + z] = 1
    return found


@pytest.mark.parametrize("most", small_or_whole(40, 200))
def test_ho_kernels_coincide(most: int) -> None:
    """In plain Python, as far as 200 stones in each heap: 346,076 P-positions."""
    found = kernel(most, one_two=False)
    assert found == kernel(most, one_two=True)
    assert most < 200 or sum(found) == 346_076
