"""Theorems of several characterisations: each is said where its own claim speaks, and they have proofs by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.errors import Unreadable
from bouton.rocq.file import written
from bouton.rocq.hand import by_hand
from tests.rocq.answers import coqc
from tests.rocq.by_hand import forced, of, text
from tests.rocq.test_files import changed, with_coqc
from tests.shipped import named

NORMAL, MISERE = (f"bounded_greedy_nim_section_4_{play}" for play in ("normal", "misere"))
CHANGED = (
    ("section-4-normal-agrees", "within_k :- x(1,S), S <= k.", "within_k :- x(1,S), S <= k+1.", NORMAL),
    ("section-4-normal-agrees", "theorem_4 :- t(T), T \\ 2 = 0.", "theorem_4 :- t(T), T \\ 2 = 1.", NORMAL),
    ("section-4-misere-agrees", "theorem_5 :- x(1,S), S <= 1", "theorem_5 :- x(1,S), S <= 2", MISERE),
)


@pytest.mark.slow
def test_several_characterisations_are_said_each_where_its_own_claim_speaks() -> None:
    spec = named("survivor_nim")
    whole = " ".join(text(of(spec, spec.claim("every-n"))).split()).partition("Definition theorem")[2]
    won = "forall A, (wins position (moves g) (fun A p => side g p A) (fun A p => winner g p A) A p <-> "
    parts = [f"({won}closed_form g p A))"]
    parts += [f"(speaks_{n} g p -> {won}every_{n} g p A))" for n in (8, 10, 12)]
    parts += [f"(from_{n} g p -> {won}largest_{n} g p A))" for n in ("8", "10_corrected", "12_corrected")]
    assert whole == " : Prop := forall g p, legal g p -> " + " /\\ ".join(parts) + "."


def test_several_without_a_proof_by_hand_are_not_written() -> None:
    """No script proves them, so that a changed rule has no file."""
    other, asked = changed(
        "survivor_nim", "every-n", "lost_by_quotient_12 :- pile(N), as(K), N <= K-n.", "lost_by_quotient_12 :- as(1)."
    )
    with pytest.raises(Unreadable, match="several characterisations are taken together"):
        written(other, asked)


@pytest.mark.parametrize(("claim", "before", "after", "name"), CHANGED)
@pytest.mark.sample(3)
def test_a_changed_rule_has_no_proof_by_hand(claim: str, before: str, after: str, name: str) -> None:
    spec = named("misere_bounded_greedy_nim")
    assert by_hand(text(of(spec, spec.claim(claim)))) == name
    assert by_hand(text(of(*changed("misere_bounded_greedy_nim", claim, before, after)))) is None


@with_coqc
@pytest.mark.mutants
@pytest.mark.parametrize(("claim", "before", "after", "name"), CHANGED)
def test_coqc_refuses_that_proof_of_changed_rules(
    claim: str, before: str, after: str, name: str, compiled: Path
) -> None:
    ended = coqc(compiled, forced(of(*changed("misere_bounded_greedy_nim", claim, before, after)), name))
    assert ended.returncode != 0
    assert "Closed under" not in ended.stdout
