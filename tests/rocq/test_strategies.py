"""What a claim says of its strategy is in its file: coqc accepts it, and refuses a strategy that is none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bouton.core.spec import Claim, Spec
from bouton.rocq.file import written
from tests.rocq.anyway import said
from tests.rocq.test_files import with_coqc
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
def test_coqc_accepts_the_theorem_and_the_strategy(tmp_path: Path) -> None:
    assert said(tmp_path, written(*taking(NAMED, NAMED)), PATIENCE) == "accepted"


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
def test_it_refuses_another_strategy(numbers: tuple[int, ...], after: str, tmp_path: Path) -> None:
    """That of the unchanged one is accepted within seconds."""
    assert said(tmp_path, written(*taking(NAMED, after, *numbers)), PATIENCE) == "refused"


def test_the_statement_says_what_a_strategy_is() -> None:
    text = " ".join(written(*taking(NAMED, NAMED)).split("The proof. Nothing below")[0].split())
    assert "Definition strategy : Prop := forall g p, legal g p -> ~ P_position position (moves g) False p" in text
    assert "(exists q, strategy_moves g p q)" in text
    assert "(forall q, strategy_moves g p q -> P_position position (moves g) False q)" in text
    assert "(forall M, to_multiple g p M -> move g p M)" in text
