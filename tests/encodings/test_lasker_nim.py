"""Lasker's Nim: a heap is lowered or split. The values as Lasker's readers know them are proved for every size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import combinations_with_replacement
from operator import xor
from pathlib import Path

import pytest

from bouton.automata.decide import Automata
from bouton.claims.subject import rules_of
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import Attempt, ProofRequest
from bouton.proof.prove import prove
from tests.shipped import copied

Heaps = tuple[int, ...]


@pytest.fixture
def attempt(tmp_path: Path) -> Callable[..., Attempt]:
    def proving(claim: str, *changes: tuple[str, str]) -> Attempt:
        spec = load(str(copied(tmp_path, "lasker_nim", *changes)))
        return prove(
            spec, spec.claim(claim), rules_of(spec), ProofRequest(limits=Limits(processor=30), crosscheck=False)
        )

    return proving


@pytest.mark.parametrize("claim", ["values", "p-positions"])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_the_values_are_proved(claim: str, attempt: Callable[..., Attempt]) -> None:
    proof = attempt(claim).proof
    assert (proof.verdict, proof.reason) == ("proved", None)
    assert "heap.count" in proof.unbounded
    assert Automata.cited in proof.cites


def followers(heaps: Heaps) -> Iterator[Heaps]:
    """What a move leads to."""
    for at, size in enumerate(heaps):
        parts = [(left,) for left in range(size)] + [(part, size - part) for part in range(1, size)]
        for some in parts:
            yield tuple(sorted(filter(None, (*heaps[:at], *some, *heaps[at + 1 :]))))


@cache
def value(heaps: Heaps) -> int:
    """The Sprague-Grundy value, by definition."""
    others = {value(one) for one in followers(heaps)}
    return next(number for number in range(len(others) + 1) if number not in others)


@cache
def is_p_misere(heaps: Heaps) -> bool:
    """Whether the player to move loses where the last stone loses."""
    return bool(heaps) and not any(map(is_p_misere, followers(heaps)))


def claimed(size: int) -> int:
    """The value of a heap."""
    return size + {3: 1, 0: -1}.get(size % 4, 0)


def every(most: int) -> list[Heaps]:
    """All positions of up to three heaps, those with fewest stones first."""
    found = (one for count in range(4) for one in combinations_with_replacement(range(1, most + 1), count))
    return sorted(found, key=lambda heaps: (sum(heaps), len(heaps)))


def test_the_theorem(verdicts: Callable[..., None]) -> None:
    assert [value((size,)) for size in range(1, 14)] == [claimed(size) for size in range(1, 14)]
    for heaps in every(6):
        nim_sum = reduce(xor, map(claimed, heaps), 0)
        assert value(heaps) == nim_sum
        assert is_p_misere(heaps) is (nim_sum == 0 if max(heaps, default=0) > 1 else len(heaps) % 2 == 1)
    wrong = next(heaps for heaps in every(4) if (reduce(xor, heaps, 0) == 0) is not (value(heaps) == 0))
    rises = next(size for size in range(4, 14) if value((size,)) != value((size - 4,) if size > 4 else ()) + 4)
    verdicts("lasker_nim.yaml", {"as-in-nim": ({}, {"heap": list(wrong)}), "from-zero": ({}, {"heap": [rises]})})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("S \\ 4 = 1..2", "S \\ 4 = 0..2"),
        ("heap_value(I,S+1)", "heap_value(I,S+2)"),
        ("heap_value(I,S-1)", "heap_value(I,S-2)"),
        ("heap_value(I,S-1) :- heap(I,S), S \\ 4 = 0.", "heap_value(I,S) :- heap(I,S), S \\ 4 = 0."),
        ("S \\ 4 = 3.", "S \\ 4 = 3, S != 23. heap_value(I,23) :- heap(I,23)."),
        ("L = 1..S/2.", "L = 2..S/2."),
        ("L = 1..S/2.", "L = 1..S/2, S != 15."),
        ("T = 0..S-1.", "T = 1..S-1."),
    ],
)
@pytest.mark.sample(8)
def test_no_change_that_makes_them_false_is_proved(before: str, after: str, attempt: Callable[..., Attempt]) -> None:
    assert attempt("values", (before, after)).proof.verdict == "refuted"
    assert attempt("p-positions", (before, after)).proof.verdict == "unknown"
