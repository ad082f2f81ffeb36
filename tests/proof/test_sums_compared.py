"""What the form of the rules was taken to say of sums is held against clingo: each part of it by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bouton.core.errors import Disagreement
from bouton.proof import sums
from tests.proof.test_sums import BRIEFLY, IN_MISERE, MISERE, NIM, Attempt, attempt

__all__ = ["attempt"]

WITH_MOVES = "kind: p-positions, iff: safe, strategy: win"


def test_a_strategy_that_is_read_as_another_is_found_out(attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    named = sums._named

    def none(*asked: Any) -> Any:
        read = named(*asked)
        return replace(read, relations=dict.fromkeys(read.relations, ()))

    monkeypatch.setattr(sums, "_named", none)
    with pytest.raises(Disagreement, match=r"^the moves of the strategy at heap=1 differ"):
        attempt(NIM, WITH_MOVES, asked=BRIEFLY)
    assert attempt(NIM, "kind: p-positions, iff: safe", asked=BRIEFLY).verdict == "proved"  # nobody asks


@pytest.mark.parametrize(
    ("part", "claim", "rules", "what"),
    [
        ("_is_lost", "kind: p-positions, iff: safe", NIM, "what is claimed"),
        ("_is_read_in_misere", IN_MISERE, NIM + MISERE, "the values in misère play"),
        ("_named_one_by_one", WITH_MOVES, NIM, "the moves of the strategy"),
        ("_values", "kind: grundy, iff: value", NIM, "the values"),
        ("_with", "kind: grundy, iff: value", NIM, "the moves"),
    ],
)
def test_each_part_is_compared(
    part: str, claim: str, rules: str, what: str, attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is made to say something else of positions with three stones."""
    true = getattr(sums._Checked, part)

    def other(self: Any, *asked: Any) -> Any:
        found = true(self, *asked)
        position = getattr(asked[0], "position", None)
        if part == "_values":
            return {one + 1 for one in found} if position == ((1, 2),) else found
        if part == "_with":
            return ((9, 9),) if asked[0] == (1, 2) else found
        if part == "_named_one_by_one":
            return set() if asked[0] == (3,) else found
        if part == "_is_lost":
            return not found if [one.position for one in asked[0]] == [((3,),)] else found
        return not found if position == ((3,),) else found

    monkeypatch.setattr(sums._Checked, part, other)
    with pytest.raises(Disagreement, match=f"^{what} at heap=(3|1:2) differ between the sum of its heaps and clingo"):
        attempt(rules, claim, asked=BRIEFLY)


@pytest.mark.parametrize("claim", ["kind: grundy, iff: value", WITH_MOVES])
def test_a_local_condition_that_fails_is_told(claim: str, attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    """By clingo alone, whatever the solvers say of the obligations: nothing is proved."""
    fails = sums._Checked.fails
    monkeypatch.setattr(sums._Checked, "fails", lambda self, node: node.position == ((2,),) or fails(self, node))
    with pytest.raises(Disagreement) as found:
        attempt(NIM, claim, asked=BRIEFLY)
    assert "heap=2" in str(found.value)
