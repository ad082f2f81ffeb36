"""Proofs by hand about alliances: they are those of the printed rules, and of no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.cli import main
from bouton.core.errors import Disagreement
from bouton.rocq.compared import compared
from bouton.rocq.file import known, libraries, written
from bouton.rocq.hand import by_hand
from tests.rocq.answers import coqc
from tests.rocq.by_hand import forced, of, text
from tests.rocq.test_files import changed, with_coqc
from tests.shipped import copied, named

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
PLACEMENTS, EVERY_SIZE = "survivor_nim_placements", "every-size"
OTHER_PLACEMENTS = (
    ("margin(I, D+1) :- margin(I-1, D), seat(I), a(I).", "D+1", "D+2"),
    ("topped(I)      :- margin(I, D), margin(J, D), J < I.", "J < I", "J > I"),
    ("hinge(J)       :- after_first(J), not a(J).", "not a(J)", "a(J)"),
    ("must(K, N, T+1)   :- must(K, N, T), T < m, T+1 >= N.", ">= N", "> N"),
    ("lead(K, C)   :- lead(K-1, C), rest(K, _, X, Y), X-Y <= C.", "X-Y <= C", "X-Y >= C"),
    ("returns(V, U, 0) :- round(V, U).", "U, 0", "U, 1"),
    ("lost :- winner(2).", "winner(2)", "winner(1)"),
    ("extra >= 1, N > D*(2+(D-2)/((m-1)*extra)).", "2+", "1+"),
)
"""One change each of what Survivor Nim with any placement rests on."""


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


@with_coqc
@pytest.mark.mutants
@pytest.mark.parametrize(("rule", "before", "after"), OTHER_PLACEMENTS)
@pytest.mark.sample(2)
def test_coqc_refuses_the_proof_of_any_placement_for_changed_rules(
    rule: str, before: str, after: str, compiled: Path
) -> None:
    name = f"{PLACEMENTS}_every_size"
    assert by_hand(text(of(named(PLACEMENTS), named(PLACEMENTS).claim(EVERY_SIZE)))) == name
    other = of(*changed(PLACEMENTS, EVERY_SIZE, rule, rule.replace(before, after)))
    assert by_hand(text(other)) is None
    ended = coqc(compiled, forced(other, name))
    assert ended.returncode != 0
    assert "Closed under" not in ended.stdout


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("NoDup (the_A g) /\\ ", ""),
        ("1 <= s <=", "0 <= s <="),
        ("1 <= s <=", "2 <= s <="),
        ("1 <= s <= ((2 * (the_n g)) + (the_extra g))", "1 <= s <= ((2 * (the_n g)) + 0)"),
        ("1 <= s <= ((2 * (the_n g)) + (the_extra g))", "1 <= s <= ((3 * (the_n g)) + (the_extra g))"),
        ("((the_n g) + (the_extra g)) <= Z.of_nat", "((the_n g) + 0) <= Z.of_nat"),
        ("Z.of_nat (length (the_A g)) <= ((the_n g) + (the_extra g))", "Z.of_nat (length (the_A g)) <= (the_n g)"),
    ],
)
def test_sets_among_numbers_that_are_unknown_are_held_against_the_spec(before: str, after: str) -> None:
    spec = named(PLACEMENTS)
    about = of(spec, spec.claim(EVERY_SIZE))
    plain = " ".join(text(about).split())
    assert plain.count(before) == 1
    with pytest.raises(Disagreement, match=r"is asked|is not asked"):
        compared(plain.replace(before, after), about, rules_of(subject(spec, about.claim)))


def test_what_is_proved_by_hand_alone_is_known_by_its_statement() -> None:
    spec = named(PLACEMENTS)
    claim = spec.claim(EVERY_SIZE)
    assert known(spec, claim)
    assert not known(spec, spec.claim("one-cycle-sizes"))
    rule, before, after = OTHER_PLACEMENTS[0]
    assert not known(*changed(PLACEMENTS, EVERY_SIZE, rule, rule.replace(before, after)))


@pytest.mark.slow
def test_the_file_of_a_claim_that_holds_has_the_proof_by_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its verdict is that of Bouton, which proves nothing of a table with any number of players."""
    file = copied(tmp_path, PLACEMENTS)
    said = file.read_text(encoding="utf-8")
    few = said.replace("{n: 1..2, m: 2..3, pile: 0..60}", "{n: 1, m: 2, pile: 0..30}")
    assert few != said
    file.write_text(few, encoding="utf-8")
    assert main(["check", str(file), "--claim", EVERY_SIZE, "--rocq", str(tmp_path / "files")]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "every-size HOLDS for n = 1" in told
    assert "with a proof by hand of more than is proved here" in told
    assert "Theorem proved : theorem." in (tmp_path / "files" / PLACEMENTS / "every_size_.v").read_text(
        encoding="utf-8"
    )
