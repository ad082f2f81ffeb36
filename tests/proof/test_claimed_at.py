"""What is claimed of the position after a move: the claim of numbers that are equal to what the move leaves.

It is held against the claim with these values put into it, at numbers at which the move is possible.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bouton.claims.subject import rules_of
from bouton.core.logic.substitution import Evaluation, replace
from bouton.core.logic.walk import unknowns
from bouton.core.shipped import folder
from bouton.proof.goal import theorem_of
from bouton.proof.setting import settings
from bouton.proof.theorem import Reading
from bouton.reading.canonical import values_at
from tests.shipped import loaded

CLAIMS = {
    "wythoff_digits": "zeckendorf",
    "mark_digits": "dopey",
    "fibonacci_nim": "theorem",
    "delete_nim": "values",
    "blocking_wythoff": "one-forbidden",
}
_TRIES = 200


@pytest.mark.parametrize("name", CLAIMS)
@pytest.mark.sample(8)
def test_it_is_the_claim_at_the_position_after_the_move(name: str) -> None:
    spec = loaded(folder("specs") / f"{name}.yaml")
    claim, rules, drawn = spec.claim(CLAIMS[name]), rules_of(spec), random.Random(1907)
    assert claim.prove is not None
    setting = next(settings(spec, claim.prove))
    reading = Reading(theorem_of(spec, claim, rules, setting), frozenset(setting.counts))
    outcomes = Counter[bool]()
    for here in setting.counts:
        for command, cases in reading.moves(here):
            for case in cases:
                if case.wins is None:
                    continue
                there = reading.at(case.counts)
                values = values_at(there.game, case.position)
                plain = replace(values, there.claimed)
                spoken = [*unknowns(command.guard, case.guard, case.wins, plain, *values.values())]
                for _ in range(_TRIES):
                    at = Evaluation({one: drawn.randint(one.low or 0, (one.low or 0) + 9) for one in spoken})
                    if at(command.guard) and at(case.guard):
                        outcomes[at(case.wins)] += 1
                        assert at(case.wins) is at(plain), command.name
    assert min(outcomes[True], outcomes[False]) > 5
