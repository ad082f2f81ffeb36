"""Delete Nim against its theorem and its values in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from tests.shipped import copied

Rows = tuple[int, int]


@cache
def value(rows: Rows) -> int:
    """The Sprague-Grundy value, by definition."""
    others = {value((dealt, kept - 1 - dealt)) for kept in rows for dealt in range(kept)}
    return next(number for number in range(len(others) + 1) if number not in others)


def divided(number: int) -> int:
    """How often 2 divides it."""
    return 0 if number % 2 else 1 + divided(number // 2)


def least(claimed: Callable[[Rows], bool]) -> dict[str, int]:
    """The position with fewest stones at which a claim about P-positions or values is wrong."""
    every = sorted(product(range(9), repeat=2), key=lambda rows: (sum(rows), rows))
    a, b = next((a, b) for a, b in every if not claimed((a, b)))
    return {"a": a, "b": b}


def test_the_theorem(verdicts: Callable[..., None]) -> None:
    for a, b in product(range(40), repeat=2):
        assert value((a, b)) == divided((a | b) + 1)
        assert (value((a, b)) == 0) is (a % 2 == b % 2 == 0)
    wins = {(a, b): [(0, row - 1) for row in (a, b) if row] for a, b in product(range(9), repeat=2)}
    verdicts(
        "delete_nim.yaml",
        {
            "even-sum": ({}, least(lambda rows: (sum(rows) % 2 == 0) is (value(rows) == 0))),
            "all-but-one": ({}, least(lambda rows: value(rows) == 0 or not any(map(value, wins[rows])))),
            "where-one": ({}, least(lambda rows: value(rows) == divided((rows[0] ^ rows[1]) + 1))),
        },
    )


CHANGED = [
    ("values", ("(A?B)+1", "(A?B)+2"), {"a": 0, "b": 0}),
    (
        "values",
        ("either(X), digit(X,J,1), digit(X,K,1), K < J", "either(X), digit(X,J,1), digit(X,K,1), K < J-1"),
        {"a": 0, "b": 2},
    ),
    ("values", ("either((A?B)+1)", "either((A+B)+1)"), {"a": 1, "b": 1}),
    ("both-even", ("B \\ 2 = 0", "B \\ 4 = 0"), {"a": 0, "b": 2}),
    ("both-even", ("row(S), S \\ 2 = 1", "a(S), S \\ 2 = 1"), {"a": 0, "b": 1}),
]
"""A claim, a change of the theorem or of the rules, and the least position where that is false."""


@pytest.mark.parametrize(("claim", "change", "position"), CHANGED)
@pytest.mark.sample(2)
def test_a_change_is_refuted_at_the_least_position(
    claim: str, change: tuple[str, str], position: dict[str, int], tmp_path: Path
) -> None:
    spec = load(str(copied(tmp_path, "delete_nim", change)))
    (result,) = check(spec, Options(claims=(claim,), fresh=True, crosscheck=False), lambda _: None)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.position == position
