"""Proofs by hand about alliances: they are those of the printed rules, and of no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.rocq.file import libraries, written
from bouton.rocq.hand import by_hand
from tests.rocq.answers import coqc
from tests.rocq.by_hand import forced, of, text
from tests.rocq.test_files import changed, with_coqc
from tests.shipped import named

THE_8, THE_10, THE_12 = (f"survivor_nim_theorem_{number}" for number in (8, 10, 12))
EVERY_N = "survivor_nim_every_n"
CHANGED = (
    (
        "theorem-8",
        "lost_round_8                   :- pile(N), end_8(2,J-1,L), end_8(1,J,H), L < N, N <= H.",
        "N <= H",
        "N < H",
        THE_8,
    ),
    ("theorem-8", "end_8(1, J, J*(n+1)+(J-1)*2*n) :- J = 1..n+1.", "J = 1..n+1", "J = 1..n", THE_8),
    ("theorem-8", "move(take(T))               :- pile(N), T = 1..m, T <= N.", "T <= N", "T < N", THE_8),
    ("theorem-8", "winner(2) :- alternating = 0, pile(0), before(S), S < n+extra.", "before", "seat", THE_8),
    ("theorem-10-corrected", "end_10(2, J, K+J*2*(n+1)+J*n)       :- as(K), J = 1..n.", "1..n", "1..n-1", THE_10),
    (
        "theorem-12-corrected",
        "lost_corrected_12                       :- lost_round_12(J), J <= n+1.",
        "n+1",
        "n",
        THE_12,
    ),
    ("corollary-9", "safe_by_9      :- pile(N), N > 3*n*n+2*n+1.", "+1.", "+2.", "survivor_nim_corollary_9"),
    (
        "every-n",
        "every_10(2) :- lost_by_quotient_10.      every_10(1) :- not lost_by_quotient_10.",
        "not lost_by_quotient_10",
        "lost_by_quotient_10",
        EVERY_N,
    ),
    ("every-n", "lost_by_quotient_12 :- pile(N), as(K), N <= K-n.", "K-n", "K-n-1", EVERY_N),
    (
        "every-n",
        "largest_8(1)                               :- pile(N), largest_lost_8(T), N != T.",
        "!= T",
        "> T+1",
        EVERY_N,
    ),
    ("closed-form", "e(extra*(m-1)).", "m-1", "m", "survivor_nim_closed_form"),
)


@pytest.mark.slow
def test_an_end_that_hangs_on_what_is_unknown_is_printed() -> None:
    """With k > n players before alliance 1 some seat would be that of nobody, and nobody would win."""
    spec = named("survivor_nim")
    assert "0 <= the_k g <= (the_n g) /\\" in " ".join(text(of(spec, spec.claim("closed-form"))).split())
    numbers = " ".join(text(of(spec, spec.claim("theorem-8-recurrence-2"))).split())
    assert "1 <= the_j p <= (the_n g)." in numbers


@pytest.mark.parametrize(("claim", "rule", "before", "after", "name"), CHANGED)
@pytest.mark.sample(4)
def test_a_changed_rule_has_no_proof_by_hand(claim: str, rule: str, before: str, after: str, name: str) -> None:
    spec = named("survivor_nim")
    assert by_hand(text(of(spec, spec.claim(claim)))) == name
    assert by_hand(text(of(*changed("survivor_nim", claim, rule, rule.replace(before, after))))) is None


@with_coqc
@pytest.mark.mutants
@pytest.mark.parametrize(("claim", "rule", "before", "after", "name"), CHANGED)
@pytest.mark.sample(8)
def test_coqc_refuses_that_proof_of_changed_rules(
    claim: str, rule: str, before: str, after: str, name: str, compiled: Path
) -> None:
    spec, asked = changed("survivor_nim", claim, rule, rule.replace(before, after))
    ended = coqc(compiled, forced(of(spec, asked), name))
    assert ended.returncode != 0
    assert "Closed under" not in ended.stdout


def test_a_proof_about_alliances_rests_on_no_lists() -> None:
    spec = named("survivor_nim")
    assert libraries(written(spec, spec.claim("theorem-8"))) == ("Bouton.v", "Survivor.v")
