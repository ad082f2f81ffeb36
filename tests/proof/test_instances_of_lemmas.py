"""How many instances of the statements that a proof uses it is given, by numbers of heaps: none is lost, or made up."""

from __future__ import annotations

import pytest

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
def test_instances(spec: str, claim: str, instances: list[int]) -> None:
    assert [len(several) for several in facts(spec, claim)] == instances
