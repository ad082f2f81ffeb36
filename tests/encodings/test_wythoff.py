"""Wythoff's Nim against a memoised solver, and the two sequences of its P-positions against each other."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from bouton.core.verdict import Verdict
from tests.encodings.changed import changed
from tests.samples import small_or_whole

Pair: TypeAlias = tuple[int, int]
Where: TypeAlias = tuple[dict[str, object], dict[str, object]]

FIBONACCI = {(1, 2), (2, 3), (3, 5), (5, 8), (8, 13), (13, 21), (21, 34)}


def box(largest: int) -> list[Pair]:
    pairs = ((x, y) for y in range(largest + 1) for x in range(y + 1))
    return sorted(pairs, key=lambda pair: (sum(pair), heaps(pair)))


def heaps(pair: Pair) -> tuple[int, ...]:
    return tuple(size for size in pair if size)


@cache
def table(misere: bool) -> set[Pair]:
    """The P-positions (x, y), x <= y <= 40, by what can be reached from where."""
    found: set[Pair] = set()
    for x, y in sorted(box(40), key=sum):
        options = {(u, y) for u in range(x)} | {(x, v) for v in range(y)}
        options |= {(x - d, y - d) for d in range(1, x + 1)}
        if not any(tuple(sorted(option)) in found for option in options) and (options or not misere):
            found.add((x, y))
    return found


def mex_sequence(terms: int) -> list[Pair]:
    """Gurvich's recursion (2)."""
    pairs: list[Pair] = []
    seen: set[int] = set()
    for n in range(terms):
        x = next(number for number in range(2 * terms) if number not in seen)
        pairs.append((x, x + n))
        seen |= {x, x + n}
    return pairs


def least(claimed: Callable[[int, int], bool], largest: int) -> Where:
    pair = next(pair for pair in box(largest) if claimed(*pair) != (pair in table(False)))
    return {}, {"heap": list(heaps(pair))}


def test_the_solver_agrees_with_the_recursion() -> None:
    assert {pair for pair in mex_sequence(30) if pair[1] <= 40} == table(False)


def test_outcomes(outcomes: Callable[[str, str], object]) -> None:
    for play in ("normal", "misere"):
        p_positions = table(play == "misere")
        assert outcomes("wythoff.yaml", play) == {(): {(heaps(pair),): pair in p_positions for pair in box(20)}}


@pytest.mark.parametrize("most", small_or_whole({"c": 4, "index": 14, "heap.size": 40}, {}), ids=["small", "whole"])
def test_claims(verdicts: Callable[..., None], most: dict[str, int]) -> None:
    smallest: dict[str, Where] = {
        "even-difference": least(lambda x, y: (y - x) % 2 == 0, 20),
        "fibonacci": least(lambda x, y: y == 0 or (x, y) in FIBONACCI, 20),
        "eight-fifths": least(lambda x, y: x == 8 * (y - x) // 5, 40),
        "formula-3-eight-fifths": (
            {},
            {"index": next(n for n, (x, _) in enumerate(mex_sequence(50)) if x != 8 * n // 5)},
        ),
        "formula-3-rounded-up": ({}, {"index": 1}),
        "formula-2-doubled": least(
            lambda x, y: (x, y) in {(x, x + 2 * n) for n, (x, _) in enumerate(mex_sequence(50))}, 20
        ),
        "formula-2-misere": ({}, {"heap": []}),
    }
    verdicts("wythoff.yaml", smallest, most)


@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        ("formula-2", "second(N,V+N)     :-", "second(N,V+N+1)   :-"),
        ("formula-2-mex", "second(N,V+N)     :-", "second(N,V+N+1)   :-"),
        ("formula-3-terms", "golden(N,X,X+N)   :-", "golden(N,X,X+N+1) :-"),
        ("formula-3-beta", "golden_both(N,X,Y) :-", "golden_both(N,X,Y+N) :-"),
        ("lemma-9", "recursion(N,_,C), N > 0 }.", "recursion(N,_,C+1), N > 0 }."),
        ("lemma-7-misere-terms", "misere(1,2,2).", "misere(1,1,2)."),
    ],
)
@pytest.mark.sample(6)
def test_mutants(tmp_path: Path, claim: str, old: str, new: str) -> None:
    assert changed(tmp_path, "wythoff", claim, old, new).verdict is Verdict.REFUTED
