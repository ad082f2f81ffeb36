"""Nim in base p against its theorem and its values in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from tests.shipped import copied

Rows = tuple[int, ...]


def power(number: int, p: int) -> int:
    """The greatest power of p that divides a number that is not 0."""
    return 1 if number % p else p * power(number // p, p)


def options(rows: Rows, p: int) -> Iterator[Rows]:
    """What is taken in all is divided by no greater power of p than each part."""
    for taken in product(*(range(size + 1) for size in rows)):
        if sum(taken) and power(sum(taken), p) == min(power(some, p) for some in taken if some):
            yield tuple(sorted(size - some for size, some in zip(rows, taken, strict=True)))


@cache
def value(rows: Rows, p: int) -> int:
    """The Sprague-Grundy value, by definition."""
    others = {value(one, p) for one in options(rows, p)}
    return next(number for number in range(len(others) + 1) if number not in others)


def added(rows: Rows, p: int) -> int:
    """The sum of the rows without carrying."""
    return sum(rows) % p + p * added(tuple(size // p for size in rows), p) if any(rows) else 0


def least(claimed: Callable[[Rows, int], bool], most: int = 5) -> tuple[dict[str, int], dict[str, int]]:
    """The least p, and position with fewest stones, at which a claim about P-positions or values is wrong."""
    every = sorted(product(range(most), repeat=3), key=lambda rows: (sum(rows), rows))
    p, rows = next((p, rows) for p in range(2, 5) for rows in every if not claimed(rows, p))
    return {"p": p}, dict(zip("abc", rows, strict=True))


def lost(rows: Rows, p: int) -> bool:
    return value(tuple(sorted(rows)), p) == 0


def test_the_theorem(verdicts: Callable[..., None]) -> None:
    for p, rows in product(range(2, 6), product(range(7), repeat=3)):
        assert value(tuple(sorted(rows)), p) == added(rows, p)
    verdicts(
        "nim_in_base.yaml",
        {
            "nim-sum": least(lambda rows, p: (rows[0] ^ rows[1] ^ rows[2] == 0) is lost(rows, p)),
            "divisible": least(lambda rows, p: (sum(rows) % p == 0) is lost(rows, p)),
            "three-places": least(lambda rows, p: (added(rows, p) % p**3 == 0) is lost(rows, p), 9),
            "with-carrying": least(lambda rows, p: value(tuple(sorted(rows)), p) == sum(rows)),
        },
    )


CHANGED = [
    ("balanced", ("digits(_,T), T \\ p != 0", "digits(_,T), T \\ p > 1"), {"p": 2}, (0, 0, 1)),
    ("balanced", ("digits(_,T), T \\ p != 0", "digits(J,T), J < 2, T \\ p != 0"), {"p": 2}, (0, 0, 4)),
    ("balanced", ("digit(p,X,K,D), D > 0", "digit(p,X,K,D), D > 1"), {"p": 2}, (0, 1, 1)),
    ("balanced", ("D > 0, K < J", "D > 0, K <= J"), {"p": 2}, (0, 0, 1)),
    ("values", ("(T-D) \\ p != 0", "(T-D-1) \\ p != 0"), {"p": 2}, (0, 0, 1)),
]
"""A claim, a change of the theorem or of the rules, and the least position where that is false."""


@pytest.mark.parametrize(("claim", "change", "parameters", "rows"), CHANGED)
@pytest.mark.sample(6)
def test_a_change_is_refuted_at_the_least_position(
    claim: str, change: tuple[str, str], parameters: dict[str, int], rows: Rows, tmp_path: Path
) -> None:
    spec = load(str(copied(tmp_path, "nim_in_base", change)))
    (result,) = check(spec, Options(claims=(claim,), fresh=True, crosscheck=False), lambda _: None)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert (result.counterexample.parameters, tuple(result.counterexample.position.values())) == (parameters, rows)
