"""Statements that Bouton proves by induction or by other statements: their proofs by hand, and none of false ones."""

from __future__ import annotations

from math import isqrt
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.rocq.evaluate import extents
from bouton.rocq.file import libraries, library, proves, written
from bouton.rocq.hand import attempted
from bouton.rocq.statement import statement
from tests.rocq.by_hand import BY_HAND, of, text
from tests.rocq.test_files import changed, with_coqc
from tests.rocq.test_lists import coqc
from tests.shipped import named

FALSE = (
    (
        "wythoff",
        "formula-3",
        "golden_pair :- pair(X,Y), floor_phi(Y-X,X).",
        "golden_pair :- pair(X,Y), floor_phi(Y-X,X+1).",
    ),
    ("wythoff", "formula-3", "D = 1..X.", "D = 1..X, D != 3."),
    ("wythoff", "formula-3-floor", "floor_of(V)     :- index(N), V = N..2*N", "floor_of(V) :- index(N), V = N+1..2*N"),
    ("wythoff", "formula-3-covering", "V = C-N, V > 0", "V = C-N-1, V > 0"),
    (
        "wythoff",
        "formula-3-disjoint",
        "upper_here      :- other(M), upper_of(M).",
        "upper_here :- other(M), lower_of(M).",
    ),
    ("wythoff", "formula-3-irrational", "C*C - C*N - N*N != 0", "C*C - C*N - N*N != 1"),
    ("nim_a", "lemma-9-disjoint", "V = C-a*N, V > 0", "V = C-N, V > 0"),
    (
        "euclid",
        "section-3-5-cole-davie",
        "Y*Y - X*Y - X*X < 0, X*X - Y*X - Y*Y < 0.",
        "Y*Y - X*Y - X*X < X, X*X - Y*X - Y*Y < 0.",
    ),
)
"""Rules changed so that the theorem is false."""
NAMES = {claim: name for name, claim in BY_HAND.items()}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the proofs of this file rest on, each library compiled when it is first asked for."""
    return tmp_path_factory.mktemp("rocq")


@pytest.mark.parametrize(("name", "claim", "before", "after"), FALSE)
def test_a_changed_rule_has_no_proof(name: str, claim: str, before: str, after: str) -> None:
    assert proves(written(named(name), named(name).claim(claim)))
    assert not proves(written(*changed(name, claim, before, after)))


@with_coqc
@pytest.mark.mutants
@pytest.mark.parametrize(("name", "claim", "before", "after"), FALSE)
def test_coqc_refuses_the_proof_for_a_false_statement(
    name: str, claim: str, before: str, after: str, compiled: Path
) -> None:
    ended = coqc(compiled, attempted(text(of(*changed(name, claim, before, after))), NAMES[name, claim]))
    assert ended.returncode != 0
    assert "Closed under" not in ended.stdout


def golden(x: int, y: int) -> bool:
    """Whether x = floor(phi*(y-x)), by the whole root of 5n^2."""
    return x == (y - x + isqrt(5 * (y - x) ** 2)) // 2


def test_the_pairs_of_the_golden_section_are_wythoffs() -> None:
    """The printed definitions, worked out by themselves, beside the formula in whole numbers."""
    spec = named("wythoff")
    claim = spec.claim("formula-3")
    about = statement(subject(spec, claim), claim, rules_of(subject(spec, claim)))
    for y in range(9):
        for x in range(y + 1):
            heaps = tuple(one for one in (x, y) if one > 0)
            assert bool(extents(about.whole, {}, {"heap": heaps})[about.iff]) == golden(x, y), (x, y)


def test_a_file_names_all_that_its_proof_rests_on() -> None:
    """What a library of proofs by hand requires is compiled before it."""
    for spec, claim in BY_HAND.values():
        known = libraries(written(named(spec), named(spec).claim(claim)))
        for at, name in enumerate(known):
            assert set(libraries(library(name))) <= set(known[:at]), (claim, name)
