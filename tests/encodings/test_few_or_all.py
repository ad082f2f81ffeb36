"""Few or all in plain Python, against what was found of it and against its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import combinations_with_replacement
from operator import xor
from pathlib import Path
from typing import TypeAlias

import pytest

from bouton.core.verdict import Verdict
from tests.encodings.changed import changed

Heaps: TypeAlias = tuple[int, ...]
Where: TypeAlias = tuple[dict[str, object], dict[str, object]]
KS = (1, 2, 3)
BOX = sorted((h for n in range(4) for h in combinations_with_replacement(range(1, 7), n)), key=lambda h: (sum(h), h))


def options(heaps: Heaps, k: int) -> Iterator[Heaps]:
    """At most k stones of a heap, or all of them."""
    for at, size in enumerate(heaps):
        rest = heaps[:at] + heaps[at + 1 :]
        for left in {0, *range(max(0, size - k), size)}:
            yield tuple(sorted((*rest, left) if left else rest))


@cache
def is_p(heaps: Heaps, k: int, misere: bool) -> bool:
    """Whether the player to move loses."""
    if not heaps:
        return not misere
    return not any(is_p(option, k, misere) for option in options(heaps, k))


def nim_sum(values: Iterator[int]) -> int:
    return reduce(xor, values, 0)


def found(heaps: Heaps, k: int) -> int:
    """The nim-sum that was found."""
    return nim_sum((size - 1) % (k + 1) + 1 for size in heaps)


def found_misere(heaps: Heaps, k: int, few: Callable[[int], bool]) -> bool:
    return found(heaps, k) == (1 if all(map(few, heaps)) else 0)


@cache
def value(heaps: Heaps, k: int) -> int:
    """The Sprague-Grundy value, by definition."""
    others = {value(option, k) for option in options(heaps, k)}
    return next(number for number in range(len(others) + 1) if number not in others)


def worth_one(k: int) -> Callable[[int], bool]:
    """Whether a heap is worth 1, by its size."""
    return lambda size: (size - 1) % (k + 1) == 0


def test_what_was_found() -> None:
    """Beyond the box of the spec, too."""
    for k in range(1, 6):
        for heaps in (h for n in range(5) for h in combinations_with_replacement(range(1, 10), n)):
            assert value(heaps, k) == found(heaps, k)
            assert is_p(heaps, k, False) == (found(heaps, k) == 0)
            assert is_p(heaps, k, True) == found_misere(heaps, k, worth_one(k))


def test_outcomes(outcomes: Callable[[str, str], object]) -> None:
    for play in ("normal", "misere"):
        expected = {(k,): {(heaps,): is_p(heaps, k, play == "misere") for heaps in BOX} for k in KS}
        assert outcomes("few_or_all.yaml", play) == expected


def test_claims(verdicts: Callable[[str, dict[str, Where]], None]) -> None:
    def least(claimed: Callable[[Heaps, int], bool], misere: bool = False) -> Where:
        wrong = ((k, heaps) for k in KS for heaps in BOX if claimed(heaps, k) != is_p(heaps, k, misere))
        k, heaps = next(wrong)
        return {"k": k}, {"heap": list(heaps)}

    verdicts(
        "few_or_all.yaml",
        {
            "by-residues": least(lambda heaps, k: nim_sum(size % (k + 1) for size in heaps) == 0),
            "shorter-period": least(lambda heaps, k: nim_sum((size - 1) % k + 1 for size in heaps) == 0),
            "longer-period": least(lambda heaps, k: nim_sum((size - 1) % (k + 2) + 1 for size in heaps) == 0),
            "no-swap": least(lambda heaps, k: found(heaps, k) == 0, misere=True),
            "swap-by-size": least(lambda heaps, k: found_misere(heaps, k, lambda size: size == 1), misere=True),
        },
    )


@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        ("found", "N = 1..k", "N = 1..k+1"),
        ("found", "move(all(I))                  :- heap(I,_).", "move(all(I)) :- heap(I,_), I > 1."),
        ("found-misere", "value(_,V), V > 1", "value(_,V), V > 2"),
        ("values", "value(I,(S-1) \\ (k+1) + 1)", "value(I,S \\ (k+1) + 1)"),
        ("found-misere", "not large, nim_sum(1)", "not large, nim_sum(0)"),
    ],
)
@pytest.mark.sample(3)
def test_mutants(tmp_path: Path, claim: str, old: str, new: str) -> None:
    assert changed(tmp_path, "few_or_all", claim, old, new).verdict is Verdict.REFUTED
