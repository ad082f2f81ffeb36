"""Kayles against a memoised solver, and its table of nim-values against their recursion."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from typing import TypeAlias

import pytest

from tests.samples import small_or_whole
from tests.shipped import rules_text

Rows: TypeAlias = tuple[int, ...]
Where: TypeAlias = tuple[dict[str, object], dict[str, object]]

BOX = sorted((r for n in range(4) for r in combinations_with_replacement(range(1, 8), n)), key=lambda r: (sum(r), r))


@cache
def is_p(rows: Rows, misere: bool) -> bool:
    """Whether the player who moved to these rows wins."""
    if not rows:
        return not misere
    for at, size in enumerate(rows):
        rest = rows[:at] + rows[at + 1 :]
        for down in (1, 2):
            for left in range(size - down + 1):
                sides = [side for side in (left, size - down - left) if side]
                if is_p(tuple(sorted((*rest, *sides))), misere):
                    return False
    return True


@cache
def value(size: int) -> int:
    """The nim-value of one row, as the mex over its options."""
    sides = ((left, size - down - left) for down in (1, 2) for left in range(size - down + 1))
    reached = {value(left) ^ value(right) for left, right in sides}
    return next(number for number in range(size + 1) if number not in reached)


def nim_like(rows: Rows) -> bool:
    total = 0
    for size in rows:
        total ^= value(size)
    return total == 0 if max(rows, default=0) > 1 else len(rows) % 2 == 1


def least(claimed: Callable[[Rows], bool], misere: bool) -> Where:
    return {}, {"heap": list(next(rows for rows in BOX if claimed(rows) != is_p(rows, misere)))}


@pytest.mark.parametrize("size", small_or_whole(5, 99), ids=["small", "whole"])
def test_outcomes(outcomes: Callable[..., object], size: int) -> None:
    box = [heaps for heaps in BOX if max(heaps, default=0) <= size]
    for play in ("normal", "misere"):
        found = outcomes("kayles.yaml", play, {"heap.size": size})
        assert found == {(): {(rows,): is_p(rows, play == "misere") for rows in box}}


@pytest.mark.parametrize("most", small_or_whole({"heap.size": 5}, {}), ids=["small", "whole"])
def test_claims(verdicts: Callable[..., None], most: dict[str, int]) -> None:
    smallest = {
        "only-twin-rows": least(lambda rows: all(n % 2 == 0 for n in Counter(rows).values()), misere=False),
        "misere-like-nim": least(nim_like, misere=True),
        "twin-rows-misere": ({}, {"heap": [] if not is_p((), True) else None}),
        "two-rows-of-2-misere": ({}, {"heap": []}),  # with them the first player loses, and there is nothing else
        "row-of-9": ({}, {"heap": [] if value(9) else None}),
    }
    assert is_p((2, 2), True) is not is_p((), True)
    verdicts("kayles.yaml", smallest, most)


def test_the_table_of_values() -> None:
    text = rules_text("kayles")
    rows = re.findall(r"\b(usual|unusual)\((\d+),(\d+)\)\.", text)
    usual, unusual = ({int(s): int(v) for name, s, v in rows if name == table} for table in ("usual", "unusual"))
    assert len(usual) == 12
    assert len(unusual) == 14
    assert [unusual.get(size, usual[size % 12]) for size in range(200)] == [value(size) for size in range(200)]
    assert all(usual[size % 12] != v for size, v in unusual.items())
