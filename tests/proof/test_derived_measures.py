"""Each obligation about a measure that the rules derive is the only one that some measure breaks, far from the box."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.verdict import Verdict
from tests.proof.test_measures import unproved, weighed

WEIGHT = "weight(20*N+30*M) :- p(N), q(M).\n"
"""So steep that a number that is off by one is still lowered by every move."""
NEAR = "weight(20*N+30*M) :- p(N), q(M), N < 900.\n"


def test_the_measure_itself_proves(tmp_path: Path) -> None:
    assert weighed(tmp_path, WEIGHT).verdict is Verdict.PROVED


@pytest.mark.parametrize(
    ("weight", "fails"),
    [
        (WEIGHT + "weight(20*N+30*M+1) :- p(N), q(M), N >= 900.\n", "the measure weight is two numbers"),
        (WEIGHT + "weight(-N) :- p(N), N >= 900.\n", "the measure weight is a negative number"),
        (NEAR + "weight(-N) :- p(N), N >= 900.\n", "the measure weight is no natural number"),
        (NEAR + "weight(20*N+20*M) :- p(N), q(M), N >= 900.\n", "the move a does not lower the measure (weight)"),
        (NEAR + "weight(15*N+30*M) :- p(N), q(M), N >= 900.\n", "the move b does not lower the measure (weight)"),
    ],
)
@pytest.mark.sample(6)
def test_one_obligation_fails_alone(tmp_path: Path, weight: str, fails: str) -> None:
    reason = unproved(tmp_path, weight)
    assert reason.startswith(fails), reason
