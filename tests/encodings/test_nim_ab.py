"""NIM(a,b) against a memoised solver: values, P-positions, classes, and the sequences."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import gcd
from pathlib import Path
from typing import TypeAlias

import pytest

from bouton.core.verdict import Verdict
from tests.encodings.changed import changed
from tests.oracle.pairs import Pairs, Place, heaps, two_heaps
from tests.samples import small_or_whole

Where: TypeAlias = tuple[dict[str, object], dict[str, object]]


@cache
def game(a: int, b: int, largest: int) -> Pairs:
    def options(place: Place) -> set[Place]:
        x, y = place
        left = ((u, v) for u in range(x + 1) for v in range(y + 1) if (u, v) != place)
        lawful = (p for p in left if x - p[0] < b or y - p[1] < b or abs((x - p[0]) - (y - p[1])) < a)
        return {(min(p), max(p)) for p in lawful}

    return Pairs(two_heaps(largest), options)


def mex_b(numbers: set[int], b: int) -> int:
    """Section 1.1, word for word."""
    if not numbers:
        return 0
    ordered = sorted(numbers)
    gaps = [after - before for before, after in pairwise(ordered)]
    return next((s for s, gap in zip(ordered, gaps, strict=False) if gap > b), ordered[-1]) + b


def sequence(a: int, b: int, more: int, terms: int) -> list[Place]:
    """Recursions (7) and, with one more, (8)."""
    found: list[Place] = []
    seen: set[int] = set()
    for n in range(terms):
        x = mex_b(seen, b)
        found.append((x, x + a * n + more))
        seen |= set(found[-1])
    return found


def least(a: int, b: int, places: list[Place]) -> Where:
    return {"a": a, "b": b}, {"heap": list(heaps(places[0]))}


@pytest.mark.slow
@pytest.mark.parametrize("largest", small_or_whole(2, 4))
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.sample(4)
def test_outcomes(outcomes: Callable[..., object], play: str, largest: int) -> None:
    expected = {
        (a, b): {(heaps(place),): place in game(a, b, 12).p_positions(play == "misere") for place in two_heaps(12)}
        for a in range(1, largest + 1)
        for b in range(1, largest + 1)
    }
    assert outcomes("nim_ab.yaml", play, {"a": largest, "b": largest}) == expected


@pytest.mark.parametrize(
    "most", small_or_whole({"a": 1, "b": 2, "index": 13, "heap.size": 8}, {}), ids=["small", "whole"]
)
def test_claims(verdicts: Callable[..., None], most: dict[str, int]) -> None:
    two_piles = least(0, 1, game(0, 1, 12).not_pet())
    swapped = set(sequence(1, 1, 1, 30))
    wrong = [
        [p for p in two_heaps(12) if (p in swapped) != (p in game(1, 1, 12).p_positions(m))] for m in (False, True)
    ]
    x = [x for x, _ in sequence(1, 1, 0, 20)]
    gap = next(n for n in range(19) if x[n + 1] - x[n] >= 2)
    verdicts(
        "nim_ab.yaml",
        {
            "lemma-12": least(1, 1, game(1, 1, 12).not_pet()),
            "lemma-12-proof-formula-8": least(1, 1, wrong[0]),
            "lemma-14-strongly": two_piles,
            "proposition-4-only": two_piles,
            "formula-8-a-1": least(1, 1, wrong[1]),
            "gaps-below-2b": ({"a": 1, "b": 1}, {"index": gap}),
            "limit-within-b": ({"a": 1, "b": 2}, {"index": 13}),
            "section-3-4-coprime": ({"a": 2, "b": 2}, {}),
        },
        most,
    )


def farther(times: int, largest: int, last: int) -> Where | None:
    """The least a <= 5, b and n at which x_n is more than `times` b from n times the limit, with exact fractions."""
    for a in range(1, 6):
        for b in range(1, largest + 1):
            low, high = Fraction(1), Fraction(10)
            for _ in range(60):
                z = (low + high) / 2
                value = z ** (b + 1) - z - 1 - sum(z ** -(-i * b // a) for i in range(1, a))
                low, high = (z, high) if value < 0 else (low, z)
            for n, (x, _) in enumerate(sequence(a, b, 0, last + 1)):
                if n * a / (high - 1) > x + times * b or n * a / (low - 1) < x - times * b:
                    return {"a": a, "b": b}, {"index": n}
    return None


def test_distances_from_the_limit() -> None:
    assert farther(1, 3, 12) is None
    assert farther(2, 2, 60) is None
    assert farther(1, 2, 60) == ({"a": 1, "b": 2}, {"index": 13})


@pytest.mark.parametrize("b", range(1, 6))
def test_lemma_11_and_12(b: int) -> None:
    """The six positions, up to symmetry, with their pairs; all others have g = g-, and (2b+1, 2b+3) is (0,0)."""
    solved = game(1, b, 2 * b + 5)
    assert {place for place, pair in solved.pair.items() if pair == (0, 1)} == {(0, 0), (b, b + 1)}
    assert {place for place, pair in solved.pair.items() if pair == (1, 0)} == {(0, 1), (b + 1, b + 1)}
    assert solved.not_minion() == solved.not_miserable() == []
    assert solved.not_pet()[0] == (2 * b + 1, 2 * b + 3)


@pytest.mark.parametrize("a", range(4))
@pytest.mark.parametrize("b", range(4))
def test_proposition_4(a: int, b: int) -> None:
    """Strongly miserable, but for a = 1 <= b and for b = 1 >= a, where the game is miserable only."""
    solved = game(a, b, 10)
    exceptional = (a == 1 and b >= 1) or (b == 1 and a <= 1)
    assert bool(solved.not_pet()) == exceptional
    assert solved.not_miserable() == []


def test_limits_of_the_sequences() -> None:
    """The formula for the limit, which the paper restricts to relatively prime a and b, fits others too."""
    for a, b in ((1, 2), (2, 3), (5, 3), (2, 2), (4, 2)):
        low, high = 1.0, 10.0
        for _ in range(60):
            z = (low + high) / 2
            value = z ** (b + 1) - z - 1 - sum(z ** -(-i * b // a) for i in range(1, a))
            low, high = (z, high) if value < 0 else (low, z)
        x, _ = sequence(a, b, 0, 301)[300]
        assert abs(x / 300 - a / (low - 1)) < 0.05, (a, b, gcd(a, b))


def polynomial(a: int, b: int) -> list[int]:
    """The coefficients of P(z) of section 3.4, from that of z^0 on."""
    found = [0] * (b + 2)
    found[b + 1] += 1
    for exponent in (0, 1, *(-(-i * b // a) for i in range(1, a))):
        found[exponent] -= 1
    return found


def test_a_common_divisor_leaves_the_root_as_it_is() -> None:
    """The polynomial of ka and kb is that of a and b times 1 + z^b + ... + z^((k-1)b)."""
    for a, b, k in ((a, b, k) for a in range(1, 8) for b in range(1, 8) for k in range(1, 6)):
        product = [0] * (k * b + 2)
        for exponent, coefficient in enumerate(polynomial(a, b)):
            for j in range(k):
                product[exponent + j * b] += coefficient
        assert product == polynomial(k * a, k * b)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        (
            "formula-7",
            "term(C,N,S+b,J)     :- seek(C,N,S,J), J = N.",
            "term(C,N,S+1,J)     :- seek(C,N,S,J), J = N.",
        ),
        ("formula-8", "other_term(C,N,V+a*N+C)", "other_term(C,N,V+a*N)"),
        ("lemma-11", "one_zero    :- pair(X,Y), X = b+1, Y = b+1.", "one_zero    :- pair(X,Y), X = b, Y = b."),
        ("lemma-11-induction", "to_one_zero   :- goes(U,V), U = b+1, V = b+1.", ""),
        ("lemma-11-proof", "pair(X,_), X <= 2*b.", "pair(X,_), X <= 2*b+1."),
        ("section-3-4-a-0", "X = Y, X \\ b = 0.", "X = Y, X \\ b = 1 \\ b."),
        ("section-3-4-a-0-misere", "X > b, (X-1) \\ b = 0", "X >= b, (X-1) \\ b = 0"),
        ("lemma-12-normal", "X = 2*b+1, Y = 2*b+3.", "X = 2*b+1, Y = 2*b+2."),
        ("lemma-12-normal", "X <= 2*b+1, Y <= 2*b+3.", "X <= 2*b+3, Y <= 2*b+6."),
        ("lemma-12-misere", "first_three_misere  :- one_zero.", "first_three_misere  :- zero_one."),
        ("lemma-12-misere", "X <= 2*b+1, Y <= 2*b+3.", "X <= 2*b+3, Y <= 2*b+6."),
        ("lemma-12-proof-terms", "swapped(1,b+1,b+1).", "swapped(1,b,b+1)."),
        ("lemma-13-far", "D-E < a, E-D < a", "D = E, a > 0"),
        ("lemma-13", "D-E < a, E-D < a", "D = E, a > 0"),
        ("section-3-4-limit", "(I*b+a-1)/a", "(I*b)/a"),
        (
            "section-3-4-gaps",
            "gap(N)        :- recursion(N,V,_), recursion(N+1,W,_), b <=",
            "gap(N)        :- recursion(N,V,_), recursion(N+1,W,_), b <",
        ),
        ("formula-7-terms", "y(A,B,C,N,V+A*N+C)", "y(A,B,C,N,V+A*N+1)"),
        ("formula-8-terms", "y(A,B,C,N,V+A*N+C)", "y(A,B,C,N,V+A*N)"),
        ("formula-7-mex", "mex_b(C,N,S+b)", "mex_b(C,N,S+1)"),
        ("formula-8-mex", "mex_b(C,N,S+b)", "mex_b(C,N,S+1)"),
        ("section-1-1-mex-1", "not earlier(0,N,X), X =", "not earlier(0,N,X), X+1 ="),
        ("section-3-4-scaling", "4 = #count { F : found", "5 = #count { F : found"),
        ("section-3-4-scaling-2", "doubled(N,2*X,2*Y)", "doubled(N,2*X,2*Y+N)"),
        ("section-3-4-a-0-terms", "multiples(N,b*N,b*N)", "multiples(N,b*N,b*N+N)"),
        ("section-3-4-a-0-misere-terms", "multiples_misere(N,b*N+1,b*N+1)", "multiples_misere(N,b*N+1,b*N+2)"),
        ("section-3-4-limit-60", "(I*b+a-1)/a", "(I*b)/a"),
        ("section-3-4-root", "(I*b+a-1)/a", "(I*b)/a"),
        ("section-3-4-coprime-corrected", "E-J*(b/D)", "E-J"),
        ("rows-indexed", "row(C,0,0,1-C)     :-", "row(C,-1..0,0,1-C) :-"),
        ("rows-start", "row(C,0,0,1-C)     :-", "row(C,0,1,1-C)     :-"),
        ("rows-natural", "J > N+1.", "J > N."),
        ("rows-single", "W > X+b, in_range(N).", "W >= X+b, in_range(N)."),
        ("rows-defined", "W > X+b, in_range(N).", "W > X+b+1, in_range(N)."),
        ("rows-grow", "row(C,N+1,X+b,J)   :- row(C,N,X,J), J > N", "row(C,N+1,X+b-1,J) :- row(C,N,X,J), J > N"),
        ("rows-high", "row(C,N,X,_), X < N.", "row(C,N,X,_), X <= N."),
        ("rows-passed", "Z+a*M+C > X-b.", "Z+a*M+C >= X-b."),
        ("rows-passed", "Z+a*M+C <= X.", "Z+a*M+C <= X+1."),
        ("rows-cover", "Z <= V, V < Z+b.", "Z < V, V < Z+b."),
        ("formula-7-every", "row(0,N,X,_), Y = X+a*N.", "row(0,N,X,_), Y = X+a*N+1."),
        ("formula-7-every", "Y-X < a*M+a.", "Y-X <= a*M+a."),
        ("formula-8-every", "row(1,N,X,_), Y = X+a*N+1.", "row(1,N,X,_), Y = X+a*N."),
        ("formula-8-every", "to_row_misere(take(X,X-1))   :- pair(X,X), X > 0.", ""),
    ],
)
@pytest.mark.sample(60)
def test_mutants(tmp_path: Path, claim: str, old: str, new: str) -> None:
    assert changed(tmp_path, "nim_ab", claim, old, new).verdict is Verdict.REFUTED
