"""Statements about products of unknown numbers: coqc accepts them, and refuses those that are false near or far out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.rocq.answers import CLOSED, coqc
from tests.rocq.changed import text
from tests.rocq.test_files import with_coqc

DIVISORS = {
    "name": "divisors",
    "parameters": {"b": "1..5"},
    "position": {"pile": "0..5"},
    "rules": (
        "move(take(1)) :- pile(N), N >= 1.\n"
        "after(take(1), pile(N-1)) :- pile(N), move(take(1)).\n"
        "both :- i(I), j(J), d(D), D*I = b, D*J = b+1.\n"
        "one :- d(1).\n"
    ),
    "claim": {
        "kind": "statement",
        "unknowns": {"i": "0..6", "j": "0..6", "d": "0..6"},
        "given": "both",
        "iff": "one",
        "prove": {"b": "all", "i": "all", "j": "all", "d": "all"},
    },
}
BOUNDS = {
    "name": "bounds",
    "position": {"pile": "0..5"},
    "rules": (
        "move(take(1)) :- pile(N), N >= 1.\n"
        "after(take(1), pile(N-1)) :- pile(N), move(take(1)).\n"
        "two :- x(X), y(Y), v(V), V*X*Y <= Y*Y-X*X, Y*Y-X*X < (V+1)*X*Y, r(R), V*X*R <= R*R-X*X.\n"
        "joined :- x(X), r(R), y(Y), R < Y, (Y-R) \\ X = 0.\n"
        "apart :- not two.\n"
    ),
    "claim": {
        "kind": "statement",
        "unknowns": {"x": "1..5", "r": "1..9", "y": "1..15", "v": "0..4"},
        "given": "joined",
        "iff": "apart",
        "prove": {"x": "all", "r": "all", "y": "all", "v": "all"},
    },
}
MULTIPLES: dict[str, Any] = {
    "name": "multiples",
    "parameters": {"n": "1..3", "m": "1..3"},
    "position": {"pile": "0..5"},
    "rules": (
        "move(take(1)) :- pile(N), N >= 1.\n"
        "after(take(1), pile(N-1)) :- pile(N), move(take(1)).\n"
        "zero :- x(X), X \\ ((m+1)*n) >= n, X \\ ((m+1)*n) < 2*n.\n"
        "within :- x(X), D = m*n+n, X >= 2*n, Q = (X-2*n) / D, X >= (Q+1)*D+n.\n"
        "within :- x(X), X >= n, X < 2*n.\n"
    ),
    "claim": {
        "kind": "statement",
        "unknowns": {"x": "0..40"},
        "given": "zero",
        "iff": "within",
        "prove": {"n": "all", "m": "all", "x": "all"},
    },
}
FALSE: dict[str, tuple[dict[str, Any], str, str]] = {
    "a number far out": (DIVISORS, "b+1", "b+1009"),
    "another number": (DIVISORS, "b+1", "b+2"),
    "another divisor": (DIVISORS, "d(1)", "d(2)"),
    "a remainder far out": (MULTIPLES, "(Q+1)*D+n.", "(Q+1)*D+n+X/5000."),
    "another rest": (BOUNDS, "X = 0", "X = 1"),
    "a bound far out": (BOUNDS, "(V+1)*X", "(V+1+V/1000)*X"),
}


@with_coqc
@pytest.mark.parametrize("one", [DIVISORS, BOUNDS, MULTIPLES], ids=lambda one: one["name"])
def test_coqc_accepts_what_follows_from_products(one: dict[str, Any], tmp_path: Path, compiled: Path) -> None:
    whole = text(one, {}, tmp_path)
    assert ("Multiples." in whole, "Factors" in whole) == (one is MULTIPLES, True)
    assert coqc(compiled, whole).stdout.strip() == CLOSED


@with_coqc
@pytest.mark.parametrize("changed", FALSE)
@pytest.mark.sample(2)
def test_coqc_refuses_what_is_false_of_products(changed: str, tmp_path: Path, compiled: Path) -> None:
    one, before, after = FALSE[changed]
    whole = text(one, {before: after}, tmp_path)
    assert ("Multiples." in whole, "Factors" in whole) == (one is MULTIPLES, True)
    assert coqc(compiled, whole).returncode != 0
