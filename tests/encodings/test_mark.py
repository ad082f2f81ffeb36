"""Mark against a table filled from below."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from bouton.core.verdict import Verdict
from tests.encodings.changed import changed
from tests.oracle.pairs import SWAP, Pairs, Place
from tests.samples import small_or_whole

Where: TypeAlias = tuple[dict[str, object], dict[str, object]]
LARGEST = 300


def options(place: Place) -> set[Place]:
    (n,) = place
    return {(n - 1,), (n // 2,)} if n else set()


GAME = Pairs(((n,) for n in range(LARGEST + 1)), options)
TABLE_1 = {
    0: [0, 1, 0, 2, 1, 2, 0, 1, 0, 2, 0, 1, 2, 1, 0, 2, 1, 2, 0],
    1: [1, 0, 1, 2, 0, 2, 0, 1, 2, 1, 0, 1, 2, 1, 0, 2, 0, 1, 0],
}


def dopey(n: int) -> bool:
    """Whether the number of zeros at its binary end is odd."""
    return (n & -n).bit_length() % 2 == 0


def test_table_1() -> None:
    for play, row in TABLE_1.items():
        assert [GAME.pair[n,][play] for n in range(19)] == row


def test_fraenkel() -> None:
    for (n,), (normal, _) in GAME.pair.items():
        assert normal == (0 if n == 0 or dopey(n) else 2 - n.bit_count() % 2)


def test_no_period() -> None:
    """The witnesses of the claim, as P-positions of the game."""
    for period in range(1, 1001):
        power = 2**10 if dopey(period) else 2**11
        assert dopey(power) != dopey(power + period)


def test_outcomes(outcomes: Callable[[str, str], object]) -> None:
    for play in ("normal", "misere"):
        p_positions = GAME.p_positions(play == "misere")
        assert outcomes("mark.yaml", play) == {(): {place: place in p_positions for place in GAME.pair}}


@pytest.mark.parametrize("most", small_or_whole({"period": 6, "start": 6}, {}), ids=["small", "whole"])
def test_claims(verdicts: Callable[..., None], most: dict[str, int]) -> None:
    def least(wrong: Callable[[int], bool]) -> Where:
        return {}, {"pile": next(n for n in range(LARGEST + 1) if wrong(n))}

    assert GAME.pair[8,] not in SWAP
    verdicts(
        "mark.yaml",
        {
            "section-3-8": least(lambda n: (n,) == GAME.not_miserable()[0]),
            "section-3-8-strongly": least(lambda n: GAME.pair[n,] == (0, 0)),
            "section-3-8-minion": least(lambda n: (n,) == GAME.not_minion()[0]),
            "even": least(lambda n: (n % 2 == 0) != (GAME.pair[n,][0] == 0)),
            "fraenkel-misere": least(lambda n: n > 0 and GAME.pair[n,][0] != GAME.pair[n,][1]),
        },
        most,
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("N = S..S+8*P.", "N = S..S+P."),
        (
            "dopey_number(N)   :- far_or_beyond(N), digit(N,J,1), not below_in(N,J), J \\ 2 = 1.",
            "dopey_number(1) :- far(1).",
        ),
        ("digit(N,K,1), K < J.\ndopey_number", "digit(N,K,1), K > J.\ndopey_number"),
        ("dopey_number(N), not dopey_number(N+P).\n", "dopey_number(N), not dopey_number(N+P), N < P.\n"),
    ],
)
def test_mutants_of_no_period(tmp_path: Path, old: str, new: str) -> None:
    assert changed(tmp_path, "mark_digits", "section-3-8-aperiodic-every", old, new).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        ("table-1", "pile(N/2)", "pile(N/4)"),
        ("table-1-misere", "pile(N/2)", "pile(N/3)"),
        ("fraenkel", "fraenkel(2-C\\2)", "fraenkel(1+C\\2)"),
        (
            "fraenkel-p-positions",
            "dopey             :- pile(N), N > 0, zeros(Z), Z \\ 2 = 1",
            "dopey             :- pile(N), N > 0, zeros(Z), Z > 0",
        ),
        (
            "section-3-8-aperiodic",
            "number(2**K+P)    :- power(K), period(P).",
            "number(2**K+P)    :- power(K), period(P), P < 5.",
        ),
    ],
)
def test_mutants(tmp_path: Path, claim: str, old: str, new: str) -> None:
    assert changed(tmp_path, "mark", claim, old, new).verdict is Verdict.REFUTED
