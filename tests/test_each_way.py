"""A shipped claim of each way to prove is proved in that way, and each claim of `known_false` fails where it says.

With the other quick tests this is what an edit is tried with first.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.proof import Proof
from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.core.verdict import Verdict
from bouton.document.narrow import narrow
from bouton.run.check import check
from bouton.run.options import Options
from tests.conftest import HERE, marks_of
from tests.shipped import judged, loaded, named

WAYS = {
    # the claim, and words of what its proof cites, or of a part that no other way has
    "for each number of heaps": ("nim", "two-heaps", "absorption, 2 heaps"),
    "by levels": ("greedy_nim", "theorem-5", "independence, 3 sizes or more"),
    "as a sum of heaps": ("nim", "safe-combinations", "the XOR of their values"),
    "as a sum of tame heaps": ("nim_classes", "lemma-6", "the sum of tame games is tame"),
    "by few of the heaps": ("nim_classes", "section-1-5-4-to-two", "few of the heaps"),
    "by columns": ("moore_nim", "balanced", "at each binary place"),
    "by quotients and remainders": ("nimhoff", "quotients-and-remainders", "nim-sum of quotients"),
    "by multiplicities": ("stairs", "odd-stairs", "changes exactly one of some numbers"),
    "by an octal code": ("octal", "kayles", "periodic up to 2e+2p+t"),
    "by a table of values": ("kayles", "nim-values", "claim nim-values"),
    "by automata": ("fibonacci_nim", "theorem", "relations and quantifiers are automata"),
    "by lemmas": ("euclid", "formula-9-independence-as-many", "proof of formula-9-no-square"),
    "by another claim": ("nim", "winning-moves", "proof of safe-combinations"),
    "through another game": ("survivor_nim", "proposition-2", "images"),
    "by replies on a board": ("cram", "half-turn", "replies half_turn"),
    "of classes": ("wythoff_classes", "lemma-7", "absorption, 0 to 1, 2 heaps"),
    "of all games": ("impartial_theory", "lemma-2-absorbing", "statement"),
    "of parameters without an end": ("survivor_nim", "theorem-10-last", "last_10"),
}
NARROWED = {
    "by columns": (("k=1",), ("heap.count=0..3",)),
    "of classes": ((), ("heap.size=1..8",)),
    "by replies on a board": (("rows=2", "columns=2"), ()),
    "through another game": (("m=1",), ("pile=0..10",)),
    "as a sum of heaps": ((), ("heap.count=0..2", "heap.size=1..4")),
    "by a table of values": ((), ("heap.count=0..2", "heap.size=1..5")),
}
"""Ways that take long for the whole of their claim, and for what they are asked here; slow tests ask for the whole."""
KNOWN_FALSE = sorted((folder("specs") / "known_false").glob("*.yaml"))


@pytest.mark.parametrize("way", WAYS)
def test_a_claim_is_proved_in_this_way(way: str) -> None:
    name, claim, words = WAYS[way]
    sets, over = NARROWED.get(way, ((), ()))
    is_proved(narrow(named(name), sets, over, (claim,)), claim, words)


@pytest.mark.slow
@pytest.mark.parametrize("way", NARROWED)
def test_the_whole_of_a_claim_is_proved_in_this_way(way: str) -> None:
    name, claim, words = WAYS[way]
    is_proved(named(name), claim, words)


def is_proved(spec: Spec, claim: str, words: str) -> None:
    (result,) = check(spec, Options(claims=(claim,), crosscheck=False), lambda _: None)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert words in said(result.proof)


def said(proof: Proof) -> str:
    """What a proof cites, and the names of its parts."""
    return "; ".join((*proof.cites, *(one.name for one in proof.obligations)))


@pytest.mark.parametrize("file", KNOWN_FALSE, ids=lambda file: file.stem)
def test_what_is_known_to_be_false_fails_where_its_spec_says(file: Path) -> None:
    spec = loaded(file)
    assert all(claim.expect.refutation is not None for claim in spec.claims)
    results = judged(file)
    assert len(results) == len(spec.claims)
    assert [one.id for one in results if one.verdict is not Verdict.REFUTED or not one.as_expected] == []


def test_there_are_claims_that_are_known_to_be_false() -> None:
    assert sum(len(loaded(file).claims) for file in KNOWN_FALSE) > 40


@pytest.mark.parametrize("cases", [WAYS, KNOWN_FALSE], ids=["ways", "known false"])
def test_all_of_this_is_quick(cases: object) -> None:
    """So that `pytest -m quick` has each way and each pinned counterexample, none of them in a sample or slow."""
    assert "quick" in marks_of(Path(__file__).relative_to(HERE))
    tests = (test_a_claim_is_proved_in_this_way, test_what_is_known_to_be_false_fails_where_its_spec_says)
    (mark,) = next(marks for test in tests if (marks := vars(test)["pytestmark"])[0].args[1] is cases)
    assert mark.name == "parametrize"
