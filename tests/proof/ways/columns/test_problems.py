"""What the proof by columns asks: each question fails where plain counting of ones says so, and under its own name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bouton.core.logic.problem import Problem
from bouton.core.logic.question import Question
from bouton.core.logic.smtlib import smtlib
from bouton.proof.ways.columns.form import Columns
from bouton.proof.ways.columns.way import ByColumns
from bouton.solving.z3 import Z3
from tests.proof.ways.columns.test_form import MOORE, changed
from tests.reading.conftest import Reader

MANY = range(25)
"""Numbers of ones at a place: what is claimed of them repeats after four at most."""
LAST = ", single stones"


def asked(rules: Reader, k: int, rest: int, alone: int | None, misere: bool) -> list[Problem]:
    """Where a place is claimed to have `rest` ones modulo k+1, and heaps of one stone each to be `alone` modulo k+1."""
    text = changed(MOORE, "N \\ (k+1) != 0", f"N \\ (k+1) != {rest}")
    text = changed(text, "N \\ (k+1) = 1", f"N \\ (k+1) = {alone}")
    columns = Columns(rules(text, parameters=["k"]), {"k": k})
    digits = columns.digits("balanced" if alone is None else "misere")
    found = ByColumns(columns.lowering(), digits, misere, columns.rules.sources)
    return list(found.problems(cast(Any, SimpleNamespace(id="c"))))


def fails(problem: Problem) -> bool:
    answer = Z3("z3 smt", smt=True).solve(Question(smtlib(problem), problem.logic, ()), 20)
    assert answer.verdict != "unknown"
    return answer.verdict == "sat"


def wrong(k: int, rest: int, alone: int | None) -> Iterator[str]:
    """The questions about places that fail, by trying all numbers."""
    if rest:
        yield "digit places"
    for suffix, wanted, least in (("", rest, 0), (LAST, alone, 1)):
        if wanted is None:
            continue
        claimed = [ones % (k + 1) == wanted for ones in MANY]
        if any(claimed[c] and claimed[c - d] for c in MANY for d in range(1, min(c, k) + 1)):
            yield f"independence{suffix}"
        if any(not claimed[c] and not any(claimed[c - n] for n in range(1, min(c, k) + 1)) for c in MANY[least:]):
            yield f"absorption{suffix}"
        below = product(MANY[:-k], range(1, k + 1))
        if any(not any(claimed[c - n + g] for n in range(min(c, k - f) + 1) for g in range(f + 1)) for c, f in below):
            yield f"absorption below{suffix}"


@pytest.mark.parametrize("alone", [None, 0, 1, 2])
@pytest.mark.parametrize("rest", [0, 1, 2])
@pytest.mark.parametrize("k", [1, 2])
@pytest.mark.sample(6)
def test_what_fails_is_what_counting_says(k: int, rest: int, alone: int | None, rules: Reader) -> None:
    every = [one for one in asked(rules, k, rest, alone, misere=False) if one.name != "terminals"]
    assert sorted(one.name for one in every if fails(one)) == sorted(wrong(k, rest, alone))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("alone", [None, 0, 1])
def test_a_position_without_heaps_has_no_place_to_speak_of(alone: int | None, misere: bool, rules: Reader) -> None:
    """It is claimed unless what is said of single stones by itself is not so of none."""
    (terminals,) = [one for one in asked(rules, 1, 0, alone, misere) if one.name == "terminals"]
    assert fails(terminals) is ((alone != 1) is misere)


def test_what_is_asked_of_the_last_place_says_so(rules: Reader) -> None:
    """Where nothing is claimed of single stones by itself, there is nothing to ask of them."""
    words = "the last place, where all higher digits are 0,"
    names = ["independence", "absorption", "absorption below"]
    for alone, suffixes in ((None, [""]), (1, ["", LAST])):
        kernel = [one for one in asked(rules, 2, 0, alone, True) if one.part in ("independence", "absorption")]
        assert [one.name for one in kernel] == [name + suffix for suffix in suffixes for name in names]
        assert [words in one.meaning for one in kernel] == [suffix == LAST for suffix in suffixes for _ in names]
        for part in ("independence", "absorption"):
            shares = [one.share for one in kernel if one.part == part]
            assert shares == [(at, len(shares)) for at in range(1, len(shares) + 1)]
