"""Bounded Nim, Staircase Nim and Cyclic Nimhoff against their theorems and P-positions in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, reduce
from itertools import combinations_with_replacement, product
from operator import xor
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.proof.attempt import ProofRequest
from bouton.proof.prove import prove
from bouton.run.check import check
from bouton.run.options import Options
from tests.shipped import copied, named

Rows = tuple[int, ...]
Leads = Callable[[Rows, int], Iterator[Rows]]
Claimed = Callable[[Rows, int], bool]


def bounded(heaps: Rows, k: int) -> Iterator[Rows]:
    """At most k stones from one heap."""
    for at, size in enumerate(heaps):
        for left in range(max(0, size - k), size):
            yield tuple(sorted((*heaps[:at], left, *heaps[at + 1 :])))


def staircase(stairs: Rows, _: int) -> Iterator[Rows]:
    """Any number of coins from one stair to the one below, the first one of them being the lowest."""
    for at, coins in enumerate(stairs):
        for some in range(1, coins + 1):
            left = list(stairs)
            left[at] -= some
            if at:
                left[at - 1] += some
            yield tuple(left)


def coins(heaps: Rows, _: int) -> Iterator[Rows]:
    """The same of coins, each with the number of its stair, of which there is any number."""
    on = [heaps.count(stair) for stair in range(1, max(heaps, default=0) + 1)]
    for left in staircase(tuple(on), 0):
        yield tuple(stair for stair, many in enumerate(left, 1) for _ in range(many))


def nimhoff(rows: Rows, h: int) -> Iterator[Rows]:
    """Any number of stones from one row, or fewer than h in all."""
    for taken in product(*(range(size + 1) for size in rows)):
        if sum(taken) and (sum(map(bool, taken)) == 1 or sum(taken) < h):
            yield tuple(size - some for size, some in zip(rows, taken, strict=True))


@cache
def value(leads: Leads, rows: Rows, parameter: int) -> int:
    """The Sprague-Grundy value, by definition."""
    others = {value(leads, one, parameter) for one in leads(rows, parameter)}
    return next(number for number in range(len(others) + 1) if number not in others)


def xors(numbers: Iterator[int]) -> int:
    return reduce(xor, numbers, 0)


def every(rows: int, most: int) -> list[Rows]:
    """All positions, those with fewest stones first, and of these as Bouton orders them."""
    return sorted(product(range(most + 1), repeat=rows), key=lambda one: (sum(one), one))


@pytest.mark.slow
def test_the_theorem_of_bounded_nim(verdicts: Callable[..., None]) -> None:
    for k in range(1, 5):
        for rows in combinations_with_replacement(range(9), 3):
            assert value(bounded, rows, k) == xors(size % (k + 1) for size in rows)
    wrong: dict[str, Claimed] = {
        "residues-by-k": lambda heaps, k: xors(size % k for size in heaps) == 0,
        "residue-of-the-sum": lambda heaps, k: xors(iter(heaps)) % (k + 1) == 0,
        "last-heap-forgotten": lambda heaps, k: xors(size % (k + 1) for size in heaps[:-1]) == 0,
    }
    found = {}
    for claim, claimed in wrong.items():
        least_k = 2 if claim == "residue-of-the-sum" else 1
        several: list[Rows] = sorted(
            (heaps for count in range(4) for heaps in combinations_with_replacement(range(1, 6), count)),
            key=lambda heaps: (sum(heaps), len(heaps)),
        )
        k, heaps = next(
            (k, heaps) for k in range(least_k, 5) for heaps in several
            if claimed(heaps, k) is not (value(bounded, heaps, k) == 0)
        )  # fmt: skip
        found[claim] = ({"k": k}, {"heap": list(heaps)})
    k, size = next(
        (k, size) for k in range(1, 5) for size in range(9)
        if value(bounded, (size + 2 * k,), k) != value(bounded, (size,), k)
    )  # fmt: skip
    found["period-of-two-k"] = ({"k": k}, {"heap": [size + 2 * k]})
    verdicts("bounded_nim.yaml", found)


def test_the_theorem_of_staircase_nim(verdicts: Callable[..., None]) -> None:
    for stairs in every(4, 3):
        assert (value(staircase, stairs, 0) == 0) is (stairs[0] ^ stairs[2] == 0)
    assert value(staircase, (16, 0, 0, 0), 0) != 0
    wrong: dict[str, Claimed] = {
        "even-stairs": lambda one, _: one[1] ^ one[3] == 0,
        "every-stair": lambda one, _: xors(iter(one)) == 0,
        "lowest-forgotten": lambda one, _: one[2] == 0,
    }
    low = sorted(every(4, 2), key=lambda one: one[::-1])
    found: dict[str, tuple[dict[str, int], dict[str, int]]] = {}
    for claim, claimed in wrong.items():
        least = next(one for one in low if claimed(one, 0) is not (value(staircase, one, 0) == 0))
        found[claim] = ({}, dict(zip("abcd", least, strict=True)))
    found["four-digits"] = ({}, {"a": 16, "b": 0, "c": 0, "d": 0})
    verdicts("staircase_nim.yaml", found)


def test_the_theorem_of_any_number_of_stairs(verdicts: Callable[..., None]) -> None:
    several: list[Rows] = sorted(
        (heaps for count in range(7) for heaps in combinations_with_replacement(range(1, 6), count)),
        key=lambda heaps: (sum(heaps), heaps),
    )

    def added(heaps: Rows, counts: Callable[[int], bool]) -> int:
        return xors(heaps.count(stair) for stair in set(heaps) if counts(stair))

    for heaps in several:
        assert (value(coins, heaps, 0) == 0) is (added(heaps, lambda stair: stair % 2 == 1) == 0)
    wrong: dict[str, Claimed] = {
        "even-stairs": lambda heaps, _: added(heaps, lambda stair: stair % 2 == 0) == 0,
        "every-stair": lambda heaps, _: added(heaps, bool) == 0,
        "every-third-stair": lambda heaps, _: added(heaps, lambda stair: stair % 3 == 1) == 0,
        "even-number": lambda heaps, _: sum(stair % 2 for stair in heaps) % 2 == 0,
    }
    found: dict[str, tuple[dict[str, int], dict[str, list[int]]]] = {}
    for claim, claimed in wrong.items():
        least = next(heaps for heaps in several if claimed(heaps, 0) is not (value(coins, heaps, 0) == 0))
        found[claim] = ({}, {"heap": list(least)})
    verdicts("stairs.yaml", found)


def test_the_theorem_of_cyclic_nimhoff(verdicts: Callable[..., None]) -> None:
    for h, (a, b) in product(range(2, 5), every(2, 9)):
        assert value(nimhoff, (a, b), h) == h * (a // h ^ b // h) + (a % h + b % h) % h
    wrong: dict[str, Claimed] = {
        "modulo-less": lambda one, h: one[0] // h ^ one[1] // h == 0 and sum(one) % (h - 1) == 0,
        "quotients-alone": lambda one, h: one[0] // h ^ one[1] // h == 0,
        "nim-sum": lambda one, _: xors(iter(one)) == 0,
    }
    found = {}
    for claim, claimed in wrong.items():
        several = product(range(3 if claim == "nim-sum" else 2, 5), every(2, 4))
        h, (a, b) = next((h, one) for h, one in several if claimed(one, h) is not (value(nimhoff, one, h) == 0))
        found[claim] = ({"h": h}, {"a": a, "b": b})
    verdicts("cyclic_nimhoff.yaml", found)


def test_the_theorem_of_cyclic_nimhoff_in_any_number_of_rows(verdicts: Callable[..., None]) -> None:
    wrong: dict[str, Claimed] = {
        "modulo-less": lambda one, h: xors(size // h for size in one) == 0 and sum(one) % (h - 1) == 0,
        "quotients-alone": lambda one, h: xors(size // h for size in one) == 0,
        "nim-sum": lambda one, _: xors(iter(one)) == 0,
    }
    low = sorted((one for n in range(4) for one in combinations_with_replacement(range(1, 7), n)), key=sum)
    found = {}
    for claim, claimed in wrong.items():
        several = product(range(2 if claim == "modulo-less" else 1, 4), low)
        h, heaps = next((h, one) for h, one in several if claimed(one, h) is not (value(nimhoff, one, h) == 0))
        found[claim] = ({"h": h}, {"heap": list(heaps)})
    verdicts("nimhoff.yaml", found)


CHANGED = [
    ("bounded_nim", "residues", ("residue(I,S\\(k+1))", "residue(I,S\\(k+2))"), {"k": 1}, {"heap": [2]}),
    ("bounded_nim", "residues", (" :- nim_sum(0)", " :- nim_sum(X), X < 2"), {"k": 1}, {"heap": [1]}),
    ("staircase_nim", "odd-stairs", ("A^C = 0", "(A^C) \\ 8 = 0"), {}, {"a": 8, "b": 0, "c": 0, "d": 0}),
    (
        "cyclic_nimhoff",
        "quotients-and-remainders",
        ("0, (A+B) \\ h ", "0, (A+B) \\ (2*h) "),
        {"h": 2},
        {"a": 1, "b": 1},
    ),
]
"""A spec, the claim that it proves, a change that makes it false, and the least position at which it is."""


@pytest.mark.parametrize(("name", "claim", "change", "parameters", "position"), CHANGED)
@pytest.mark.sample(4)
def test_a_change_is_refuted_at_the_least_position(
    name: str,
    claim: str,
    change: tuple[str, str],
    parameters: dict[str, int],
    position: dict[str, object],
    tmp_path: Path,
) -> None:
    spec = load(str(copied(tmp_path, name, change)))
    (result,) = check(spec, Options(claims=(claim,), fresh=True, crosscheck=False), lambda _: None)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert (result.counterexample.parameters, result.counterexample.position) == (parameters, position)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "other"), [("bounded_nim", "residues"), ("cyclic_nimhoff", "quotients-and-remainders")]
)
def test_the_values_are_proved_too(name: str, other: str) -> None:
    """In the range of the other claim; the spec asks only for a small box."""
    spec = named(name)
    claim = replace(spec.claim("values"), prove=spec.claim(other).prove)
    assert prove(spec, claim, rules_of(spec), ProofRequest(crosscheck=False)).proof.verdict == "proved"
