"""One symbol changed in Facts 1 to 3 or Lemma 1 of the misère paper: no longer proved of every position.

Plain clingo tells where a changed statement first fails. Some changes take part, and each one in the slow test.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bouton.core.logic.problem import Problem
from bouton.proof.obligations.kernel import lemma
from bouton.proof.theorem import MemberClaim
from tests.mutants.mutations import mutants
from tests.mutants.proofs import Games, answer, renamed, rules_of, touched
from tests.one_position import evaluate, head, split
from tests.oracle.bounded_greedy_nim import Heaps, positions
from tests.shipped import rules_text

RULES = split(rules_text("misere_bounded_greedy_nim"))
OWN = {"left", "y", "beta_y", "stable", "allowed"}
"""What only these statements are about, beside the theorems."""
STATEMENTS = ("fact_1", "fact_2", "fact_3", "lemma_1")
CHANGED = [rule for rule in RULES if head(rule).removesuffix("_fails") in (*OWN, *STATEMENTS)]
GIVEN = [rule for rule in RULES if rule not in CHANGED]
MUTANTS = list(mutants(CHANGED))
STEP = 25
LEAST = 100
BOX = [heaps for heaps in positions(3, 6) if len(heaps) <= 3]
K = {"k": 2}


def first_failures(rules: Sequence[str]) -> dict[str, Heaps]:
    """Where each statement first fails, if anywhere; RuntimeError where a rule is unsafe."""
    found = evaluate([*GIVEN, *rules], K, BOX, STATEMENTS)
    first = {name: next((heaps for heaps in BOX if not found[name][heaps]), None) for name in STATEMENTS}
    return {name: heaps for name, heaps in first.items() if heaps is not None}


def check_proofs(step: int, workplace: Path) -> int:
    """None of every so many changes is proved that a position refutes; tells how many are refuted."""
    lines, wanted, refuted = list(RULES), dict[tuple[str, int], range](), dict[str, tuple[int, str]]()
    for number, mutant in enumerate(MUTANTS[::step]):
        try:
            failures = first_failures(mutant.rules(CHANGED))
        except RuntimeError:
            continue  # unsafe
        names = touched(CHANGED, head(mutant.rule))
        lines += [renamed(rule, names, number) for rule in mutant.rules(CHANGED) if head(rule) in names]
        for name, heaps in failures.items():
            refuted[f"{name}_{number}"] = len(heaps), mutant.rule
            wanted[f"{name}_{number}", 0] = range(len(heaps) + 1)
    games = Games(rules_of(lines, "descending", K, workplace), K, wanted)
    for name, (count, rule) in refuted.items():
        assert "sat" in [answer(problem) for problem in problems(games, name, count)], rule
    return len(refuted)


def test_no_change_that_a_position_refutes_is_proved(tmp_path: Path) -> None:
    assert check_proofs(STEP, tmp_path) >= LEAST / STEP


@pytest.mark.slow
def test_no_change_that_a_position_refutes_is_proved_whatever_it_is(tmp_path: Path) -> None:
    assert check_proofs(1, tmp_path) >= LEAST


def problems(games: Games, name: str, count: int) -> list[Problem]:
    reading = games.reading(count, play="misere", members=(MemberClaim(name, name),))
    return [problem for counts, problem in lemma(reading) if counts == (count,)]


@pytest.mark.parametrize("name", STATEMENTS)
@pytest.mark.sample(2)
def test_the_statements_themselves(name: str, tmp_path: Path) -> None:
    assert not first_failures(CHANGED)
    games = Games(rules_of(RULES, "descending", K, tmp_path), K, {(name, 0): range(4)})
    for count in range(4):
        assert {answer(problem) for problem in problems(games, name, count)} == {"unsat"}
