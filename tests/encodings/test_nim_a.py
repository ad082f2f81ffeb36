"""Fraenkel's NIM(a) against a memoised solver, and its sequences against exact integer arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import isqrt
from pathlib import Path
from typing import TypeAlias

import pytest

from bouton.core.verdict import Verdict
from tests.encodings.changed import changed
from tests.oracle.pairs import Pairs, Place, heaps, mex, two_heaps
from tests.samples import small_or_whole

Where: TypeAlias = tuple[dict[str, object], dict[str, object]]
LARGEST = 16


@cache
def game(a: int) -> Pairs:
    def options(place: Place) -> set[Place]:
        x, y = place
        found = {(u, y) for u in range(x)} | {(x, v) for v in range(y)}
        for d in range(x + 1):
            found |= {(x - d, y - e) for e in range(y + 1) if d + e and abs(d - e) < a}
        return {(min(option), max(option)) for option in found}

    return Pairs(two_heaps(LARGEST), options)


def sequence(a: int, more: int, terms: int) -> list[Place]:
    """Recursions (4) and, with one more, (6)."""
    found: list[Place] = []
    seen: set[int] = set()
    for n in range(terms):
        x = mex(seen)
        found.append((x, x + a * n + more))
        seen |= set(found[-1])
    return found


def floor_alpha(a: int, n: int) -> int:
    """floor(n*(2 - a + sqrt(a^2+4))/2): the root of a number that is no square lies between two integers."""
    return ((2 - a) * n + isqrt((a * a + 4) * n * n)) // 2


def floor_misere(a: int, n: int) -> int:
    """floor(n*alpha + 1/alpha), where 1/alpha is (a - 2 + sqrt(a^2+4))/2a."""
    return (a * n * (2 - a) + a - 2 + isqrt((a * a + 4) * (a * n + 1) ** 2)) // (2 * a)


def first(a: int, wrong: Callable[[Place], bool]) -> Where:
    place = next(place for place in two_heaps(LARGEST) if wrong(place))
    return {"a": a}, {"heap": list(heaps(place))}


def test_the_sequences() -> None:
    for a in range(1, 6):
        expected = [(floor_alpha(a, n), floor_alpha(a, n) + a * n) for n in range(200)]
        assert sequence(a, 0, 200) == expected
        assert {place for place in expected if place[1] <= LARGEST} == game(a).p_positions(False)
        if a > 1:
            assert {place for place in sequence(a, 1, 30) if place[1] <= LARGEST} == game(a).p_positions(True)
            closed = [floor_misere(a, n) for n in range(300)]
            assert sequence(a, 1, 300) == [(x, x + a * n + 1) for n, x in enumerate(closed)]


@pytest.mark.slow
def test_outcomes(outcomes: Callable[[str, str], object]) -> None:
    for play in ("normal", "misere"):
        expected = {
            (a,): {(heaps(p),): p in game(a).p_positions(play == "misere") for p in two_heaps(LARGEST)}
            for a in range(1, 6)
        }
        assert outcomes("nim_a.yaml", play) == expected


@pytest.mark.parametrize(
    "most", small_or_whole({"a": 2, "c": 15, "index": 40, "heap.size": 14}, {}), ids=["small", "whole"]
)
def test_claims(verdicts: Callable[..., None], most: dict[str, int]) -> None:
    six, four = set(sequence(1, 1, 20)), set(sequence(2, 0, 20))
    verdicts(
        "nim_a.yaml",
        {
            "section-3-3-a-1-strongly": first(1, lambda place: place == game(1).not_pet()[0]),
            "formula-6-a-1": first(1, lambda place: (place in six) != (place in game(1).p_positions(True))),
            "formula-4-misere": first(
                2, lambda place: place != (0, 0) and (place in four) != (place in game(2).p_positions(True))
            ),
            "lemma-10-proof-a-1": ({"a": 1}, {"index": 1, "other": 0}),
        },
        most,
    )


def test_classes() -> None:
    for a in range(2, 6):
        assert game(a).not_pet() == []
    assert game(1).not_miserable() == game(1).not_minion() == []


@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        ("formula-4", "y(C,N,V+a*N+C)", "y(C,N,V+a*N+C+1)"),
        ("formula-5", "floor_pair :- pair(X,Y), (Y-X) \\ a = 0,", "floor_pair :- pair(X,Y),"),
        ("formula-6", "y(C,N,V+a*N+C)", "y(C,N,V+a*N)"),
        ("formula-4-terms", "second(C,N,V+a*N+C)", "second(C,N,V+a*N+1)"),
        ("formula-4-mex", "second(C,N,V+a*N+C)", "second(C,N,V+a*N+1)"),
        ("formula-5-terms", "floors(N,X,X+a*N)", "floors(N,X,X+a*N+N)"),
        ("formula-5-beta", "floors_both(N,X,Y)", "floors_both(N,X,Y+N)"),
        ("formula-5-beta-proof", "W = C+a*N, W*W", "W = C+a*N+1, W*W"),
        ("formula-6-terms", "second(C,N,V+a*N+C)", "second(C,N,V+a*N)"),
        ("formula-6-mex", "X+a*N+1).", "X+a*N+2)."),
        ("lemma-9", "floors(N,_,C), N > 0", "floors(N,_,C+1), N > 0"),
        ("lemma-9-proof", "a*N*(C-M) + C*C)", "a*N*(C-M) + C*N)"),
        ("section-3-3-wythoff", "E = D-a+1..D+a-1", "E = D-a+1..D+a"),
        ("section-3-3-alpha", "V*V <= (a*a+4)*N*N", "V*V <= (a*a+3)*N*N"),
        ("section-3-3-equation", "N*(C+a*N) - N*C", "N*(C+a*N) - N*N"),
        ("lemma-9-any-above", "C < N+M.", "C+1 < N+M."),
        ("lemma-9-any-next", "N+M < C+1.", "N+M < C."),
        ("lemma-9-any-disjoint", "C*R < M*(Q+R), M*(Q+R) < (C+1)*R.\nboth", "C*R < M*(Q+R), M*R < (C+1)*R.\nboth"),
        ("lemma-9-any-covering", "N < C, C*R", "N+1 < C, C*R"),
        ("formula-6-closed", "W = a*N+1,", "W = a*N,"),
        ("formula-6-closed-above", "C < N+M+1.", "C+1 < N+M+1."),
        ("formula-6-closed-next", "N+M+1 < C+1.", "N+M+2 < C+1."),
        (
            "formula-6-closed-disjoint",
            "C*R*(Q+R) < M*(Q+R)*(Q+R) + Q*R + R*(Q+R).",
            "C*R*(Q+R) < (M+1)*(Q+R)*(Q+R) + Q*R + R*(Q+R).",
        ),
        ("formula-6-closed-covering", "M = C-1-N, M >= 0", "M = C-1-N, M > 0"),
        ("lemma-10", "0 <= E, E <= Y, D+E > 0", "0 < E, E <= Y, D+E > 1, D-E < 1, E-D < 1"),
    ],
)
@pytest.mark.sample(25)
def test_mutants(tmp_path: Path, claim: str, old: str, new: str) -> None:
    assert changed(tmp_path, "nim_a", claim, old, new).verdict is Verdict.REFUTED
