"""In which ways the claims of the shipped specs are read, and which line stands in the way of the others."""

from __future__ import annotations

import pytest

from bouton.claims.subject import rules_of
from bouton.process.limits import Limits
from bouton.run.ways import Ways, ways
from tests.shipped import named

SUM, COLUMNS, QUOTIENTS = "as a sum of heaps", "by columns", "by quotients and remainders"
MULTIPLICITIES = "by multiplicities"
LEVELS, COUNTED = "by levels", "for each number of heaps by itself"


def found(spec: str, claim: str) -> Ways:
    loaded = named(spec)
    return ways(loaded, rules_of(loaded), loaded.claim(claim), Limits(seconds=60))


@pytest.mark.parametrize(
    ("spec", "claim", "read", "others"),
    [
        ("nim", "safe-combinations", [SUM, COUNTED], {}),
        (
            "nim",
            "two-heaps",
            [COUNTED],
            {
                SUM: "nim/theorems.lp:37",
                COLUMNS: "nim/theorems.lp:37",
                QUOTIENTS: "nim/rules.lp:3",
                MULTIPLICITIES: "nim/rules.lp:3",
                LEVELS: "nim/rules.lp:3",
            },
        ),
        ("moore_nim", "balanced", [COLUMNS], {SUM: "moore_nim/rules.lp:8", COUNTED: "moore_nim/theorems.lp:6"}),
        ("moore_nim", "balanced-misere", [COLUMNS], {SUM: "moore_nim/rules.lp:8", COUNTED: "moore_nim/theorems.lp:6"}),
        (
            "moore_nim",
            "nim-sum",
            [COUNTED],
            {
                SUM: "rules.lp:8",
                COLUMNS: "beliefs.lp:9",
                QUOTIENTS: "rules.lp:7",
                MULTIPLICITIES: "rules.lp:6",
                LEVELS: "rules.lp:7",
            },
        ),
        ("nimhoff", "quotients-and-remainders", [QUOTIENTS, COUNTED], {SUM: "rules.lp:8", COLUMNS: "rules.lp:7"}),
        ("nimhoff", "values", [QUOTIENTS, COUNTED], {SUM: "rules.lp:8", COLUMNS: "P-positions"}),
        (
            "nimhoff",
            "nim-sum",
            [COUNTED],
            {
                SUM: "rules.lp:8",
                COLUMNS: "rules.lp:7",
                QUOTIENTS: "theorems.lp:4",
                MULTIPLICITIES: "rules.lp:6",
                LEVELS: "rules.lp:7",
            },
        ),
        (
            "stairs",
            "odd-stairs",
            [MULTIPLICITIES],
            {SUM: "stairs/rules.lp:6", COLUMNS: "rules.lp:5", QUOTIENTS: "rules.lp:5", COUNTED: "theorems.lp:6"},
        ),
        (
            "greedy_nim",
            "theorem-5",
            [LEVELS, COUNTED],
            {
                SUM: "greedy_nim/rules.lp:5",
                COLUMNS: "a strategy",
                QUOTIENTS: "a strategy",
                MULTIPLICITIES: "normal play",
            },
        ),
        (
            "nim_with_a_pass",
            "pass-used",
            [COUNTED],
            {
                SUM: "everywhere",
                COLUMNS: "everywhere",
                QUOTIENTS: "everywhere",
                MULTIPLICITIES: "everywhere",
                LEVELS: "measure",
            },
        ),
    ],
)
@pytest.mark.long("stairs-odd-stairs")
@pytest.mark.sample(2)
def test_ways(spec: str, claim: str, read: list[str], others: dict[str, str]) -> None:
    every = found(spec, claim)
    assert [name for name, reason in every.items() if reason is None] == read
    assert {name for name, reason in every.items() if reason is not None} == others.keys()
    assert all(line in (every[name] or "") for name, line in others.items())
