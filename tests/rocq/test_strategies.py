"""What a claim says of its strategy is in its file: coqc accepts it, and refuses a strategy that is none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import BaseModel

from benchmarks import newcomers
from bouton.core.spec import Claim, Spec
from bouton.document.load import load
from bouton.rocq.file import proves, written
from bouton.rocq.hand import kept
from bouton.rocq.statement import strategy_lines
from tests.rocq.anyway import said
from tests.rocq.by_hand import BY_HAND, forced, of, text
from tests.rocq.test_files import changed, with_coqc
from tests.shipped import named

PATIENCE = 120
"""Seconds for coqc."""
NAMED = "D = X \\ (M+1), D > 0."


def taking(before: str, after: str, *numbers: int) -> tuple[Spec, Claim]:
    """So many stones are taken, with one change of the winning moves that are named."""
    spec = named("subtraction")
    claim = spec.claim("one-to-m")
    assert claim.prove is not None
    (sets,) = claim.prove.parameters
    few = replace(claim, prove=replace(claim.prove, parameters=(replace(sets, sets=(numbers or (1,),)),)))
    assert spec.encoding.count(before) == 1
    rules = tuple(replace(one, text=one.content.replace(before, after)) for one in spec.rules)
    return replace(spec, rules=rules), few


@with_coqc
def test_coqc_accepts_the_theorem_and_the_strategy(compiled: Path) -> None:
    assert said(compiled, written(*taking(NAMED, NAMED)), PATIENCE) == "accepted"


@with_coqc
@pytest.mark.slow
@pytest.mark.parametrize(
    ("numbers", "after"),
    [
        pytest.param((1,), "D = X \\ (M+1), D > 1.", id="none where one is left over"),
        pytest.param((1, 2), "D = X \\ (M+1), D > 0.  to_multiple(take(1)).", id="also one that loses"),
        pytest.param((1,), "D = X \\ (M+1)+M+1, D > 0.", id="no move of the game"),
    ],
)
def test_it_refuses_another_strategy(numbers: tuple[int, ...], after: str, compiled: Path) -> None:
    """That of the unchanged one is accepted within seconds."""
    assert said(compiled, written(*taking(NAMED, after, *numbers)), PATIENCE) == "refused"


MISERE = """\
move(take(D)) :- pile(N), D = 1..2, D <= N.
after(take(D), pile(N-D)) :- move(take(D)), pile(N).
lost :- pile(N), N \\ 3 = 1.
winning_move(take(2)) :- pile(N), N \\ 3 = 0.
winning_move(take(1)) :- pile(N), N \\ 3 = 2.
"""


@with_coqc
@pytest.mark.parametrize(
    ("before", "after", "ended"),
    [("", "", "accepted"), ("take(2)) :- pile(N), N \\ 3 = 0.", "take(1)) :- pile(N), N = 3.", "refused")],
    ids=["named where no move is left", "another"],
)
def test_moves_named_at_a_terminal_of_misere_play(
    tmp_path: Path, compiled: Path, before: str, after: str, ended: str
) -> None:
    """There who is to move has won, and nothing is said of what is named."""
    (tmp_path / "g.lp").write_text(MISERE.replace(before, after), encoding="utf-8")
    head = "game: g\nrules: g.lp\nposition: {pile: 0..9}\nclaims:\n"
    claim = "{id: c, says: A., kind: p-positions, play: misere, iff: lost, strategy: winning_move, prove: {pile: all}}"
    (tmp_path / "g.yaml").write_text(f"{head}  - {claim}\n", encoding="utf-8")
    spec = load(tmp_path / "g.yaml")
    assert said(compiled, written(spec, spec.claim("c")), PATIENCE) == ended


@with_coqc
def test_it_refuses_moves_named_by_where_they_lead(tmp_path: Path, compiled: Path) -> None:
    """That of the unchanged one is accepted: `found_m_to_2m` of the newcomers."""
    one = newcomers.named()["found_m_to_2m"]
    rules = one["rules"].replace("n(N)), N \\ (3*m) <= m-1.", "n(N)), N \\ (3*m) <= m.")
    assert rules != one["rules"]
    spec = newcomers.spec_of({**one, "rules": rules}, tmp_path)
    assert said(compiled, written(spec, spec.claim(newcomers.CLAIM)), PATIENCE) == "refused"


def test_the_statement_says_what_a_strategy_is() -> None:
    text = " ".join(written(*taking(NAMED, NAMED)).split("The proof. Nothing below")[0].split())
    assert "Definition strategy : Prop := forall g p, legal g p -> ~ P_position position (moves g) False p" in text
    assert "(exists q, strategy_moves g p q)" in text
    assert "(forall q, strategy_moves g p q -> P_position position (moves g) False q)" in text
    assert "(forall M, to_multiple g p M -> move g p M)" in text


# ------------------------------------------------------------------------------------------------- proofs by hand

OTHERS = (
    ("greedy_nim_theorem_4", "t(T), T >= 3, T \\ 2 = 1, x(1,S)", "t(T), T >= 5, T \\ 2 = 1, x(1,S)"),
    ("greedy_nim_theorem_4", "C \\ 2 = 1, x(1,S), x(2,U), M = S-U", "C \\ 2 = 1, x(1,S), x(2,U), M = S+U"),
    ("greedy_nim_theorem_4", "others(C), C \\ 2 = 0, x(1,S).", "others(C), C \\ 2 = 1, x(1,S)."),
    ("greedy_nim_theorem_5", "C \\ 2 = 0, M = S-1.", "C \\ 2 = 0, M = S-2."),
    ("greedy_nim_theorem_5_rephrased", "winning_move(M), x(2,U), U >= 2.", "winning_move(M), x(2,U), U >= 1."),
    ("bounded_greedy_nim_theorem_2", "to_zero(take(R)) :- r12(R), R != 0.", "to_zero(take(R)) :- r12(R), R != 1."),
    ("bounded_greedy_nim_theorem_2", "to_good(take(R+1)) :- r23(0)", "to_good(take(R+1)) :- r23(1)"),
    ("bounded_greedy_nim_theorem_3", "r2(0), r12(R), R != 1, M = (R+k)", "r2(0), r12(R), R != 1, M = (R+1)"),
    ("bounded_greedy_nim_theorem_3_rephrased", "low, odd, to_zero(M).", "low, odd, to_nice(M)."),
    (
        "bounded_greedy_nim_section_4_normal",
        "winning_move(M) :- odd, to_good(M).",
        "winning_move(M) :- even, to_good(M).",
    ),
    ("bounded_greedy_nim_section_4_misere", "high, odd, to_good(M).", "high, even, to_good(M)."),
    ("nim_ab_a_0", "take(D,Y-X+D))        :- pair(X,Y), D = X \\ b.", "take(D,Y-X+D)) :- pair(X,Y), D = Y \\ b."),
    ("nim_ab_a_0_misere", "X > b, D = (X-1) \\ b.", "X > b, D = X \\ b."),
    ("nim_ab_a_0_misere", "pair(0,Y), Y > 1.", "pair(0,Y), Y > 2."),
    ("nim_ab_a_0_misere", "pair(X,Y), X > 0, X <= b.", "pair(X,Y), X > 0, X < b."),
    ("nim_ab_a_0_misere", "to_multiple_misere(take(D,Y-X+D))", "to_multiple_misere(take(D,Y-X))"),
    ("euclid_cole_davie", "R < X, X*X - R*X - R*R < 0.", "R < X, X*X - R*X - R*R > 0."),
    ("euclid_cole_davie", "R >= X, R*R - R*X - X*X < 0.", "R >= X, R*R - R*X - X*X > 0."),
    ("euclid_cole_davie", "left(Y \\ X + X) :-", "left(Y \\ X * X) :-"),
    ("wythoff_formula_3", "floor_phi(N,X-N), X-N > 0.", "floor_phi(N,X-N), X-N > 1."),
    ("wythoff_formula_3", "to_pair(both(X-V))", "to_pair(both(Y-V))"),
    ("wythoff_formula_3", "floor_phi(N,X), X+N < Y.", "floor_phi(N,X), X+N > Y."),
    ("wythoff_formula_3", "to_pair(lower(2,X-N))", "to_pair(lower(1,X-N))"),
    ("wythoff_formula_3", "to_pair(lower(1,0))", "to_pair(lower(2,0))"),
)
"""The proofs of theorems with strategies, each with a change of the strategy that spoils it."""


def other(name: str, before: str, after: str) -> tuple[Spec, Claim]:
    spec, claim = BY_HAND[name]
    return changed(spec, claim, before, after)


@pytest.mark.parametrize(("name", "before", "after"), OTHERS)
@pytest.mark.sample(12)
def test_another_strategy_has_not_the_proof_by_hand(name: str, before: str, after: str) -> None:
    """The theorem keeps its proof, and nothing in the file proves the strategy or seems to."""
    spec, claim = other(name, before, after)
    assert kept()[name][1]
    whole = written(spec, claim)
    assert whole.startswith(text(of(spec, claim)))
    assert "\n".join(strategy_lines(of(spec, claim))) in whole.split("NOT PROVED")[1]
    assert proves(whole)
    assert "strategy_wins" not in whole


@with_coqc
@pytest.mark.parametrize(("name", "before", "after"), OTHERS[:1])
def test_coqc_accepts_the_theorem_without_that_strategy(name: str, before: str, after: str, compiled: Path) -> None:
    """Neither another strategy nor none takes the theorem its proof."""
    spec, claim = other(name, before, after)
    assert said(compiled, written(spec, claim), PATIENCE) == "accepted"
    assert isinstance(claim.said, BaseModel)
    none = replace(claim, said=claim.said.model_copy(update={"strategy": None}))
    whole = written(spec, none)
    assert "NOT PROVED" not in whole
    assert "strategy_wins" not in whole
    assert said(compiled, whole, PATIENCE) == "accepted"


@with_coqc
@pytest.mark.mutants
@pytest.mark.parametrize(("name", "before", "after"), OTHERS)
@pytest.mark.long("bounded_greedy_nim_section_4_misere")
@pytest.mark.sample(4)
def test_coqc_refuses_the_proof_of_another_strategy(name: str, before: str, after: str, compiled: Path) -> None:
    assert said(compiled, forced(of(*other(name, before, after)), name), PATIENCE) == "refused"
