"""Statements that Bouton proves by induction or by other statements: their proofs by hand, and none of false ones."""

from __future__ import annotations

from math import isqrt
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.rocq.evaluate import extents
from bouton.rocq.file import libraries, library, proves, written
from bouton.rocq.hand import kept
from bouton.rocq.statement import statement
from tests.rocq.answers import coqc
from tests.rocq.by_hand import BY_HAND, asked, forced, of, text
from tests.rocq.test_files import changed, with_coqc
from tests.samples import small_or_whole
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
    ("euclid", "formula-9-no-square", "X*X - V*X*R - R*R != 0.", "X*X - V*X*R - R*R != 1."),
    ("euclid", "formula-9-independence", "both_above   :- is_above, is_after.", "both_above :- is_above."),
    ("euclid", "formula-9-absorption", "lesser(W), W+1 < Q.", "lesser(W), W+2 < Q."),
    ("nim_ab", "section-3-4-a-0", "legal(D,E)  :- takes(D,E), D < b.", "legal(D,E)  :- takes(D,E), D <= b."),
    ("nim_ab", "section-3-4-a-0-misere", "pair(X,Y), X = Y, X > b,", "pair(X,Y), X = Y, X >= 0,"),
    ("greedy_nim", "section-5-2-equal", "theorem_4 :- t(T), T \\ 2 = 0.", "theorem_4 :- t(T), T \\ 2 = 1."),
    ("subtraction", "proposition-6-disjoint", "one_at(6,1)", "one_at(6,0)"),
    ("nim_ab", "lemma-12-normal", "X = 2*b+1, Y = 2*b+3.", "X = 2*b+1, Y = 2*b+2."),
    ("nim_ab", "lemma-11-induction", "goes(U,V), U = b, V = b+1.", "goes(U,V), U = b+1, V = b+2."),
    ("nim_ab", "lemma-11-proof", "columns       :- pair(X,_), X <= 2*b.", "columns :- pair(X,_), X <= 2*b+1."),
    ("survivor_nim", "theorem-8-rounds", "lost_by_quotient       :- c(N), ", "lost_by_quotient :- c(N), N > 1, "),
    ("survivor_nim", "theorem-10-rounds", "N > k, (N-k-1)", "N > k+1, (N-k-1)"),
    ("euclid", "section-3-5-absorption", "times(Q), Q > 1,", "times(Q), Q > 2,"),
    (
        "euclid",
        "section-3-5-cole-davie",
        "Y*Y - X*Y - X*X < 0, X*X - Y*X - Y*Y < 0.",
        "Y*Y - X*Y - X*X < X, X*X - Y*X - Y*Y < 0.",
    ),
    ("mark_digits", "dopey", "last_one(J), J \\ 2 = 1.", "last_one(J), J \\ 2 = 0."),
    ("mark_digits", "section-3-8-aperiodic-every", "N = S..S+8*P", "N = S..S+1"),
    ("nim_classes", "section-1-5-2-leading", "not above(J)", "not above(J), J != 5"),
    ("block_nim", "proposition-4-one-shift", "R = (N+P+n-1) \\ P", "R = (N+P+n) \\ P"),
)
"""Rules changed so that the theorem is false."""
SCRIPTED = ("theorem-8-rounds", "theorem-10-rounds", "section-3-5-absorption")
"""Those of them that use no other statements, and whose scripts end soon."""
NAMES = {claim: name for name, claim in BY_HAND.items()}


@pytest.mark.parametrize(("name", "claim", "before", "after"), FALSE)
@pytest.mark.sample(24)
def test_a_changed_rule_has_not_the_proof_by_hand(name: str, claim: str, before: str, after: str) -> None:
    by_hand = kept()[NAMES[name, claim]][2].strip()
    assert by_hand in written(named(name), named(name).claim(claim))
    other, asked = changed(name, claim, before, after)
    whole = written(other, asked)
    assert by_hand not in whole
    assert not (asked.using and proves(whole))


@with_coqc
@pytest.mark.slow
@pytest.mark.parametrize(("name", "claim", "before", "after"), [one for one in FALSE if one[1] in SCRIPTED])
def test_coqc_refuses_the_script_for_a_false_statement(
    name: str, claim: str, before: str, after: str, compiled: Path
) -> None:
    """Where no proof by hand is found the file has a script, and that fails."""
    whole = written(*changed(name, claim, before, after))
    assert proves(whole)
    ended = coqc(compiled, whole)
    assert ended.returncode != 0
    assert "Closed under" not in ended.stdout


@with_coqc
@pytest.mark.mutants
@pytest.mark.parametrize(("name", "claim", "before", "after"), FALSE)
@pytest.mark.sample(4)
@pytest.mark.long("block_nim")
def test_coqc_refuses_the_proof_for_a_false_statement(
    name: str, claim: str, before: str, after: str, compiled: Path
) -> None:
    ended = coqc(
        compiled,
        forced(of(*changed(name, claim, before, after)), NAMES[name, claim]),
    )
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


def test_a_range_ends_where_bouton_proves_nothing_beyond() -> None:
    """k is at most n in Theorem 10, for every n: with more the rounds do not lie in the closed form."""
    spec = named("survivor_nim")
    about = of(spec, spec.claim("theorem-10-rounds"))
    whole = " ".join(text(about).split())
    assert "1 <= the_k g <= (the_n g)" in whole
    assert "1 <= the_j p <= ((the_n g) + 1)" in whole
    assert about.where is not None
    given = {"n": 1, "m": 2, "extra": 1, "alternating": 0}
    for k, fine in ((1, True), (10, False)):
        cases = [extents(about.whole, {**given, "k": k}, {"j": 1, "c": c}) for c in range(1, 25)]
        assert any(one[about.where] for one in cases)
        assert all(one[about.iff] for one in cases if one[about.where]) == fine


@pytest.mark.slow
@pytest.mark.parametrize("every", small_or_whole(6, 1))
def test_a_file_names_all_that_its_proof_rests_on(every: int) -> None:
    """What a library of proofs by hand requires is compiled before it."""
    for spec, claim in list(BY_HAND.values())[::every]:
        known = libraries(written(named(spec), asked(spec, claim)))
        for at, name in enumerate(known):
            assert set(libraries(library(name))) <= set(known[:at]), (claim, name)
