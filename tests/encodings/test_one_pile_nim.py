"""One-pile Nim: moves and P-positions in both plays, against plain recursions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import pytest

from bouton.data import folder
from bouton.spec.model import Play
from tests.encodings.conftest import Where
from tests.encodings.survivor_nim_rules import derived
from tests.encodings.survivor_nim_solver import winners
from tests.one_position import split

RULES = split((folder("encodings") / "one_pile_nim.lp").read_text())


@cache
def is_p(m: int, pile: int, play: Play) -> bool:
    """Whether the player who just moved wins."""
    if not pile:
        return play == "normal"
    return not any(is_p(m, pile - taken, play) for taken in range(1, min(m, pile) + 1))


@pytest.mark.parametrize("m", range(1, 7))
def test_moves_and_theorems(m: int) -> None:
    box = [(pile,) for pile in range(61)]
    found, undefined = derived(RULES, ["pile"], {"m": m}, box, ["move", "after", "multiple", "one_more"])
    assert not undefined
    table = winners("AB", m, 60)
    for (pile,) in box:
        taken = range(1, min(m, pile) + 1)
        assert found["move"][pile,] == {(("take", count),) for count in taken}
        assert found["after"][pile,] == {(("take", count), ("pile", pile - count)) for count in taken}
        assert bool(found["multiple"][pile,]) == is_p(m, pile, "normal")
        assert bool(found["one_more"][pile,]) == is_p(m, pile, "misere") == (table[pile][0] == "B")


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_outcomes(play: Play, outcomes: Callable[[str, str], object]) -> None:
    expected = {(m,): {(pile,): is_p(m, pile, play) for pile in range(101)} for m in range(1, 7)}
    assert outcomes("one_pile_nim.yaml", play) == expected


def test_claims(verdicts: Callable[[str, Mapping[str, Where]], None]) -> None:
    wrong = ((m, pile) for m in range(1, 7) for pile in range(101) if is_p(m, pile, "normal") != (pile % (m + 1) == 1))
    m, pile = next(wrong)
    verdicts("one_pile_nim.yaml", {"normal-one-more": ({"m": m}, {"pile": pile})})
