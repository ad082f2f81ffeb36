"""Theorems of many cases: coqc goes through them remainder by remainder, and refuses those that are false far out."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.newcomers import CLAIM, named, spec_of
from bouton.rocq.file import written
from tests.rocq.answers import coqc
from tests.rocq.test_files import with_coqc

NAME = "value_of_two_counters"
FALSE = {
    "another value": ("value(3) :-", "value(2) :-"),
    "a value far out": ("Y \\ 2 = 0, V = X \\ 3.", "Y \\ 2 = 0, V = X \\ 3, X < 3000."),
    "a move far out": ("K <= 2.", "K <= 2 + X / 900."),
}


def test_more_comparisons_or_more_remainders_make_many_cases(tmp_path: Path) -> None:
    many = {"value_of_two_counters", "slow", "found_take_257_misere"}
    for name in (*many, "tutorial", "king", "value_of_k"):
        text = written(spec := spec_of(named()[name], tmp_path), spec.claim(CLAIM))
        assert ("Require Cases." in text, "by Cases.by_residues" in text) == (name in many, name in many)


@with_coqc
@pytest.mark.parametrize("changed", FALSE)
def test_coqc_refuses_what_is_false_in_one_of_many_cases(changed: str, tmp_path: Path, compiled: Path) -> None:
    one = named()[NAME]
    before, after = FALSE[changed]
    assert before in one["rules"]
    spec = spec_of({**one, "rules": one["rules"].replace(before, after)}, tmp_path)
    text = written(spec, spec.claim(CLAIM))
    assert "Require Cases." in text
    assert coqc(compiled, text).returncode != 0


@with_coqc
def test_coqc_refuses_a_quotient_of_a_remainder_that_is_false_far_out(tmp_path: Path, compiled: Path) -> None:
    rules = (
        "move(take(D)) :- n(N), D = m..2*m, D <= N.\n"
        "after(take(D), n(N-D)) :- n(N), move(take(D)).\n"
        "lost :- n(N), (N \\ (3*m)) / m = 1, N < 7000.\n"
    )
    one = {
        "name": "from_m_to_2m",
        "parameters": {"m": "1..4"},
        "position": {"n": "0..60"},
        "rules": rules,
        "claim": {"kind": "p-positions", "play": "misere", "iff": "lost", "prove": {"m": "all", "n": "all"}},
    }
    spec = spec_of(one, tmp_path)
    text = written(spec, spec.claim(CLAIM))
    assert "by Quotients.by_quotients" in text
    assert coqc(compiled, text).returncode != 0
    spec = spec_of({**one, "rules": rules.replace(", N < 7000", "")}, tmp_path)
    assert coqc(compiled, written(spec, spec.claim(CLAIM))).returncode == 0
