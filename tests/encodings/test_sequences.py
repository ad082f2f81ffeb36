"""The sequences of the shipped rules files, term by term, against plain Python: sets for mex, isqrt for floors."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from math import isqrt
from typing import TypeAlias

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shipped import rules_text

Term: TypeAlias = tuple[int, ...]
LAST = 150
"""The greatest number of the range, as far as the sequences go ..."""
FEWER = 50
"""... but those of two parameters, which take longest, except in slow tests."""


@pytest.fixture(autouse=True)
def last(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "nim_ab" in request.node.name and request.node.get_closest_marker("slow") is None:
        monkeypatch.setitem(globals(), "LAST", FEWER)


@cache
def grounded(game: str, last: int, **parameters: int) -> clingo.Control:
    """The rules with no position in them, by clingo itself."""
    control = clingo.Control(["-Wnone", *(f"-c{key}={value}" for key, value in parameters.items())])
    control.add("base", [], f"{rules_text(game)}\nin_range(0..{last}).")
    control.ground([("base", [])])
    return control


def rows(game: str, name: str, arity: int, **parameters: int) -> list[Term]:
    atoms = grounded(game, LAST, **parameters).symbolic_atoms.by_signature(name, arity)
    return [tuple(part.number for part in atom.symbol.arguments) for atom in atoms]


def derived(game: str, name: str, **parameters: int) -> dict[int, Term]:
    """The terms `name(N,X,Y)`; each index has one."""
    found = rows(game, name, 3, **parameters)
    assert len({index for index, *_ in found}) == len(found)
    return {index: tuple(term) for index, *term in found}


def indices(game: str, name: str, **parameters: int) -> list[int]:
    """The numbers of which a predicate of arity 1 holds."""
    return sorted(index for (index,) in rows(game, name, 1, **parameters))


def mex(numbers: set[int]) -> int:
    return next(z for z in range(len(numbers) + 1) if z not in numbers)


def mex_b(b: int) -> Callable[[set[int]], int]:
    """Section 1.1, word for word."""

    def of(numbers: set[int]) -> int:
        ordered = sorted(numbers)
        if not ordered:
            return 0
        return next((s for s, after in pairwise(ordered) if after - s > b), ordered[-1]) + b

    return of


def recursion(least: Callable[[set[int]], int], a: int, more: int, last: int) -> dict[int, Term]:
    """x_n from the set of all terms before, y_n = x_n + a*n + more."""
    found: dict[int, Term] = {}
    seen: set[int] = set()
    for n in range(last + 1):
        x = least(seen)
        found[n] = (x, x + a * n + more)
        seen |= set(found[n])
    return found


def floor_alpha(a: int, n: int) -> int:
    """floor(n*(2 - a + sqrt(a^2+4))/2); the root is irrational, so that rounding it down first changes nothing."""
    return ((2 - a) * n + isqrt((a * a + 4) * n * n)) // 2


def floor_beta(a: int, n: int) -> int:
    """floor(n*(2 + a + sqrt(a^2+4))/2)."""
    return ((2 + a) * n + isqrt((a * a + 4) * n * n)) // 2


def test_wythoff() -> None:
    two = recursion(mex, 1, 0, LAST)
    assert derived("wythoff", "recursion") == two
    assert (
        derived("wythoff", "golden") == {n: (floor_alpha(1, n), floor_alpha(1, n) + n) for n in range(LAST + 1)} == two
    )
    assert derived("wythoff", "golden_both") == {n: (floor_alpha(1, n), floor_beta(1, n)) for n in range(LAST + 1)}
    assert derived("wythoff", "misere") == {**two, 0: (0, 1), 1: (2, 2)}
    assert indices("wythoff", "is_mex") == list(range(LAST + 1))
    assert indices("wythoff", "once") == list(range(1, LAST + 1))


@pytest.mark.parametrize("a", range(1, 7))
@pytest.mark.sample(3)
def test_nim_a(a: int) -> None:
    assert derived("nim_a", "recursion", a=a) == recursion(mex, a, 0, LAST)
    assert derived("nim_a", "recursion_misere", a=a) == recursion(mex, a, 1, LAST)
    assert derived("nim_a", "floors", a=a) == recursion(mex, a, 0, LAST)
    assert derived("nim_a", "floors_both", a=a) == {n: (floor_alpha(a, n), floor_beta(a, n)) for n in range(LAST + 1)}
    assert indices("nim_a", "once", a=a) == list(range(1, LAST + 1))


@pytest.mark.parametrize(("a", "b"), [(1, 1), (1, 2), (2, 1), (2, 3), (3, 2), (4, 4), (5, 3), (1, 5), (0, 1), (0, 3)])
@pytest.mark.sample(10)
def test_nim_ab(a: int, b: int) -> None:
    seven, eight = (recursion(mex_b(b), a, more, LAST + 1) for more in (0, 1))
    assert derived("nim_ab", "recursion", a=a, b=b) == seven
    assert derived("nim_ab", "recursion_misere", a=a, b=b) == eight
    assert derived("nim_ab", "twice", a=a, b=b) == recursion(mex_b(2 * b), 2 * a, 0, LAST + 1)
    assert indices("nim_ab", "is_mex_b", a=a, b=b) == list(range(LAST + 2))
    assert indices("nim_ab", "is_mex_b_misere", a=a, b=b) == list(range(LAST + 2))
    assert (indices("nim_ab", "is_mex", a=a, b=b) == list(range(LAST + 2))) == (b == 1)
    gaps = [seven[n + 1][0] - seven[n][0] for n in range(LAST + 1)]
    assert indices("nim_ab", "gap", a=a, b=b) == list(range(LAST + 1))
    assert all(b <= gap <= 2 * b for gap in gaps)
    assert indices("nim_ab", "narrow_gap", a=a, b=b) == [n for n, gap in enumerate(gaps) if gap < 2 * b]
    for factor in (2, 3, 4):
        larger = recursion(mex_b(factor * b), factor * a, 0, LAST + 1)
        assert larger == {n: (factor * x, factor * y) for n, (x, y) in seven.items()}
    swapped = {**seven, 0: (0, 1), 1: (b + 1, b + 1)}
    assert derived("nim_ab", "swapped", a=a, b=b) == swapped
    assert indices("nim_ab", "scaled", a=a, b=b) == list(range(LAST + 2))


@pytest.mark.slow
def test_one_and_one_to_the_end() -> None:
    test_nim_ab(1, 1)


@pytest.mark.parametrize("b", range(1, 5))
@pytest.mark.sample(4)
@pytest.mark.slow
def test_a_is_0(b: int) -> None:
    assert derived("nim_ab", "multiples", a=0, b=b) == recursion(mex_b(b), 0, 0, LAST)
    misere = {n: (b * n + 1, b * n + 1) for n in range(1, LAST + 1)}
    assert derived("nim_ab", "multiples_misere", a=0, b=b) == {0: (0, 1), **misere}


@given(a=st.integers(1, 10**6), n=st.integers(0, 10**9))
def test_floors_are_told_by_the_polynomials(a: int, n: int) -> None:
    """x <= n*alpha iff x^2 + (a-2)*x*n - a*n^2 <= 0; y <= n*beta iff y^2 - (a+2)*y*n + a*n^2 <= 0, for y >= (a+1)*n."""
    x, y = floor_alpha(a, n), floor_beta(a, n)
    assert n <= x <= 2 * n
    assert (a + 1) * n <= y <= (a + 2) * n
    assert y == x + a * n
    assert x * x + (a - 2) * x * n - a * n * n <= 0 < (x + 1) ** 2 + (a - 2) * (x + 1) * n - a * n * n
    assert y * y - (a + 2) * y * n + a * n * n <= 0 < (y + 1) ** 2 - (a + 2) * (y + 1) * n + a * n * n


@given(a=st.integers(1, 50), n=st.integers(0, 60), m=st.integers(0, 60), c=st.integers(0, 4000))
def test_the_identity_behind_lemma_9(a: int, n: int, m: int, c: int) -> None:
    p, q = c * c + (a - 2) * c * n - a * n * n, c * c - (a + 2) * c * m + a * m * m
    assert (c - m) * p + n * q == (c - m - n) * (a * n * (c - m) + c * c)
    if c > 0 and n > 0:
        assert (p < 0) == (floor_alpha(a, n) >= c)
    if c > m > 0:
        assert (q < 0) == (floor_beta(a, m) >= c)


@given(st.integers(1, 5), st.sets(st.integers(0, 40)))
def test_mex_b_is_mex_for_b_1(b: int, numbers: set[int]) -> None:
    """Of sets with 0, as the definition has them; of others mex is 0 and the formula is not."""
    whole = {0, *numbers}
    assert mex_b(1)(whole) == mex(whole)
    assert mex_b(b)(whole) == min(s + b for s in whole if not any(s < t <= s + b for t in whole))
