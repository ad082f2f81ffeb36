"""The classes of Nim and of Wythoff's Nim against a memoised solver."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import combinations_with_replacement
from operator import xor
from pathlib import Path
from typing import TypeAlias

import pytest

from bouton.core.verdict import Verdict
from tests.encodings.changed import changed
from tests.oracle.pairs import Pairs, Place, heaps, two_heaps
from tests.samples import small_or_whole

Where: TypeAlias = tuple[dict[str, object], dict[str, object]]


def nim(place: Place) -> set[Place]:
    lowered = ((i, left) for i, size in enumerate(place) for left in range(size))
    return {tuple(sorted((*place[:i], left, *place[i + 1 :]))) for i, left in lowered}


def wythoff(place: Place) -> set[Place]:
    x, y = place
    return nim(place) | {(x - d, y - d) for d in range(1, x + 1)}


THREE = sorted(combinations_with_replacement(range(8), 3), key=lambda place: (sum(place), heaps(place)))


def test_nim(verdicts: Callable[[str, dict[str, Where]], None]) -> None:
    solved = Pairs(THREE, nim)
    assert solved.swap() == {place for place in THREE if max(place) <= 1}
    assert solved.not_miserable() == []
    least: Where = ({}, {"heap": list(heaps(Pairs(two_heaps(7), nim).not_pet()[0]))})
    verdicts("nim_classes.yaml", {"lemma-5": least, "lemma-5-proof": least})


def test_winning_piles_of_nim_are_odd_in_number() -> None:
    for place in (place for place in THREE if reduce(xor, place)):
        leading = 1 << (reduce(xor, place).bit_length() - 1)
        wins = [[left for left in range(one) if reduce(xor, place) ^ one == left] for one in place]
        assert [len(one) for one in wins] == [int(bool(one & leading)) for one in place]
        assert sum(map(len, wins)) % 2 == 1


@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        ("section-1-5-2-leading", "digit(S,K,1), J < K.", "digit(S,K,1), J + 1 < K."),
        ("section-1-5-2-odd", "digit(V^T,J,1).", "digit(V?T,J,1)."),
        ("section-1-5-2-unique", "Y = V-T, 0 < Y.", "Y = T-V, 0 < Y."),
        (
            "section-1-5-2-piles",
            "nim_sum(X), heap(I,S), S^X < S.\n%% unsafe",
            "nim_sum(X), heap(I,S), X < S.\n%% unsafe",
        ),
        ("section-1-5-4-to-two", "T < 2, not beside_large(I).", "T < 2, not beside_large(_)."),
        ("section-1-5-4-to-two", "T = 0..1, not to_swap", "T = 0..2, not to_swap"),
        ("section-1-5-4-critical-n", "not safe, not safe_misere.", "safe, not safe_misere."),
        ("section-1-5-4-moves", "move(lower(_,T)), T > 0.", "move(lower(_,T)), T >= 0."),
    ],
)
def test_mutants_of_nim(tmp_path: Path, claim: str, old: str, new: str) -> None:
    assert changed(tmp_path, "nim_classes", claim, old, new).verdict is Verdict.REFUTED


@pytest.mark.parametrize("most", small_or_whole({"heap.size": 14}, {}), ids=["small", "whole"])
def test_wythoff(verdicts: Callable[..., None], most: dict[str, int]) -> None:
    solved = Pairs(two_heaps(24), wythoff)
    assert solved.swap() == {(0, 0), (1, 2), (0, 1), (2, 2)}
    assert solved.not_miserable() == solved.not_minion() == []
    verdicts("wythoff_classes.yaml", {"lemma-8": ({}, {"heap": list(heaps(solved.not_pet()[0]))})}, most)
