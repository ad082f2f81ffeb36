"""One-pile Nim: moves, P-positions in both plays and Sprague-Grundy values, against plain recursions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from bouton.core.spec import Play
from bouton.core.verdict import Verdict
from tests.encodings.changed import changed
from tests.encodings.conftest import Where
from tests.encodings.survivor_nim_rules import derived
from tests.one_position import split
from tests.oracle.survivor_nim import winners
from tests.samples import small_or_whole
from tests.shipped import rules_text

RULES = split(rules_text("one_pile_nim"))


@cache
def is_p(s: int, m: int, pile: int, play: Play) -> bool:
    """Whether the player who just moved wins."""
    if pile < s:
        return play == "normal"
    return not any(is_p(s, m, pile - taken, play) for taken in range(s, min(m * s, pile) + 1))


@cache
def grundy(s: int, m: int, pile: int) -> int:
    """The mex of the values of the options."""
    reached = {grundy(s, m, pile - taken) for taken in range(s, min(m * s, pile) + 1)}
    return min(set(range(len(reached) + 1)) - reached)


@pytest.mark.parametrize(("s", "m"), [(s, m) for s in (1, 2, 3) for m in (1, 2, 3, 6)])
def test_moves_and_theorems(s: int, m: int) -> None:
    box = [(pile,) for pile in range(61)]
    wanted = ["move", "after", "low", "next_to_low", "value"]
    found, undefined = derived(RULES, ["pile"], {"s": s, "m": m}, box, wanted)
    assert not undefined
    for (pile,) in box:
        taken = range(s, min(m * s, pile) + 1)
        assert found["move"][pile,] == {(("take", count),) for count in taken}
        assert found["after"][pile,] == {(("take", count), ("pile", pile - count)) for count in taken}
        assert bool(found["low"][pile,]) == is_p(s, m, pile, "normal")
        assert bool(found["next_to_low"][pile,]) == is_p(s, m, pile, "misere")
        assert found["value"][pile,] == {(grundy(s, m, pile),)}
        assert s > 1 or is_p(1, m, pile, "misere") == (winners("AB", m, 60)[pile][0] == "B")


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_outcomes(play: Play, outcomes: Callable[[str, str], object]) -> None:
    expected = {(1, m): {(pile,): is_p(1, m, pile, play) for pile in range(101)} for m in range(1, 7)}
    assert outcomes("one_pile_nim.yaml", play) == expected


@pytest.mark.parametrize("most", small_or_whole({"pile": 40}, {}), ids=["small", "whole"])
def test_claims(verdicts: Callable[..., None], most: dict[str, int]) -> None:
    box = [(m, pile) for m in range(1, 7) for pile in range(101)]
    wrong = next(at for at in box if is_p(1, *at, "normal") != (at[1] % (at[0] + 1) == 1))
    shifted = next(at for at in box if grundy(1, *at) != (at[1] + 1) % (at[0] + 1))
    smallest: dict[str, Where] = {
        id_: ({"s": 1, "m": m}, {"pile": pile})
        for id_, (m, pile) in {"normal-one-more": wrong, "corollary-5-table-shifted": shifted}.items()
    }
    verdicts("one_pile_nim.yaml", smallest, most)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("value(R / s)         :-", "value((R+1) / s)     :-"),
        ("residue(N \\ ((m+1)*s)) :-", "residue(N \\ (m*s+1)) :-"),
        ("residue(N \\ ((m+1)*s)) :-", "residue(N \\ ((m+1)*s)) :- N < 90,"),
    ],
)
def test_mutants_of_the_table(tmp_path: Path, old: str, new: str) -> None:
    assert changed(tmp_path, "one_pile_nim", "corollary-5-table", old, new).verdict is Verdict.REFUTED
