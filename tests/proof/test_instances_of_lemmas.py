"""How many instances of the statements that a proof uses it is given, by numbers of heaps: none is lost, or made up."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from bouton.core.errors import Disagreement
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.expression import FALSE, TRUE, show, unknown
from bouton.core.logic.formulas import at_most
from bouton.core.position import Counter, Parameters, Position, Value
from bouton.proof.compared.comparison import consistent
from bouton.proof.lemmas import _same
from bouton.proof.setting import Setting
from tests.proof.test_lemmas import facts


@pytest.mark.parametrize(
    ("spec", "claim", "instances"),
    [
        ("euclid.yaml", "section-3-5-cole-davie", [1]),
        ("nim_a.yaml", "lemma-9-covering", [3]),
        ("nim_a.yaml", "lemma-9-disjoint", [2]),
        # of two heaps one is at what moves choose, and at what other instances give a name
        ("wythoff.yaml", "formula-3", [1, 1, 8]),
        ("wythoff.yaml", "formula-3-covering", [3]),
        ("wythoff.yaml", "formula-3-irrational", [1]),
    ],
)
@pytest.mark.sample(6)
def test_instances(spec: str, claim: str, instances: list[int]) -> None:
    assert [len(several) for several in facts(spec, claim)] == instances


@pytest.mark.parametrize(
    ("proved_for", "used_for", "alike"),
    [
        ((1, 2), (1, 2), True),
        ((1, 2), (2, 7), False),
        ((2, 7), (1, 2), False),
        ((1, 2), (1, 2, 3), False),
        ((1,), 1, False),
        (3, 3, True),
        (3, 4, False),
        (4, 3, False),
    ],
)
def test_a_statement_is_used_for_the_parameters_of_its_proof_alone(
    proved_for: Value, used_for: Value, alike: bool
) -> None:
    assert _same(Setting({"S": proved_for}, {}, ((),), {}), {"S": used_for}) is (TRUE if alike else FALSE)


def test_a_statement_for_one_number_is_used_where_an_unknown_parameter_is_that() -> None:
    k = unknown("k", 1)
    of_k = Setting({"k": 3, "S": (1, 2)}, {}, ((),), {})
    assert show(_same(of_k, {"k": k, "S": (1, 2)})) == "k=3"
    assert _same(of_k, {"k": k, "S": (1, 3)}) is FALSE
    assert _same(Setting({}, {}, ((),), {}), {"k": k}) is TRUE


@pytest.mark.parametrize(
    ("piles", "met"), [([], False), ([0, 1, 2], False), ([5], True), (range(10), True), ([0, 1, 2, 7, 3, 3, 3], False)]
)
def test_what_is_assumed_is_met_by_some_position_that_was_compared(piles: Sequence[int], met: bool) -> None:
    """At either end of them; what follows from proved statements must be met by each."""
    pile = unknown("pile.N", 0)
    game: Any = SimpleNamespace(fluents=(Counter("pile"),), position=(atom(pile),))
    shown: list[tuple[Parameters, Position]] = [({}, (size,)) for size in piles]
    many = [at_most(number(5), atom(pile))]
    assert consistent(game, many, {}, shown, proved=False) is met
    assert consistent(game, [at_most(number(0), atom(pile))], {}, shown, proved=True) is bool(piles)
    if min(piles, default=5) < 5:
        with pytest.raises(Disagreement, match="contradict each other at pile=0"):
            consistent(game, many, {}, shown, proved=True)
