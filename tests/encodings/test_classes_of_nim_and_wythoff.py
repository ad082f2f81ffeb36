"""The classes of Nim and of Wythoff's Nim against a memoised solver."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import TypeAlias

from tests.oracle.pairs import Pairs, Place, heaps, two_heaps

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


def test_wythoff(verdicts: Callable[[str, dict[str, Where]], None]) -> None:
    solved = Pairs(two_heaps(24), wythoff)
    assert solved.swap() == {(0, 0), (1, 2), (0, 1), (2, 2)}
    assert solved.not_miserable() == solved.not_minion() == []
    verdicts("wythoff_classes.yaml", {"lemma-8": ({}, {"heap": list(heaps(solved.not_pet()[0]))})})
