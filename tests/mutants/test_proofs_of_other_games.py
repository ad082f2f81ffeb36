"""One symbol changed in a theorem about counters, splittings of cases or sets: its proof fails too.

The claims that other specs prove. A changed theorem is evaluated by plain clingo, one position at a time, and
held against the solver of the game's own tests; where the two first differ, an obligation has to fail. Every fourth
change takes part, and each one in the slow tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from pathlib import Path
from typing import TypeAlias

import pytest
from clingo import Control

from bouton.claims.subject import rules_of
from bouton.core.position import Position, Value
from bouton.core.sources import of_file
from bouton.proof.goal import members
from bouton.proof.obligations.kernel import obligations
from bouton.proof.setting import ranged, settings
from bouton.proof.theorem import Reading, Theorem
from tests.encodings import test_moore_nim, test_nim, test_nim_with_a_pass, test_subtraction
from tests.mutants.mutations import Mutant, mutants
from tests.mutants.proofs import answer
from tests.one_position import head, split
from tests.samples import small_or_whole
from tests.shipped import named, rules_text

Parameters: TypeAlias = dict[str, Value]


@dataclass(frozen=True)
class Claim:
    """A claim that its spec proves, the predicates it is made of, and the P-positions of a box."""

    spec: str
    id: str
    predicates: frozenset[str]
    box: Callable[[], Iterator[tuple[Parameters, Position, bool]]]
    """Parameters, positions and whether they are P-positions: each after those its moves lead to."""

    @property
    def rules(self) -> list[str]:
        return split(rules_text(self.spec))

    @property
    def mutants(self) -> list[Mutant]:
        return [mutant for mutant in mutants(self.rules) if head(mutant.original) in self.predicates]


def heaps(most: int, size: int) -> list[tuple[int, ...]]:
    found = (each for n in range(most + 1) for each in combinations_with_replacement(range(1, size + 1), n))
    return sorted(found, key=lambda each: (sum(each), each))


def nim() -> Iterator[tuple[Parameters, Position, bool]]:
    for each in heaps(2, 5):
        yield {}, (each,), test_nim.is_p(each, False)


def moore() -> Iterator[tuple[Parameters, Position, bool]]:
    for k in (1, 2):
        for each in heaps(k + 1, 4):
            yield {"k": k}, (each,), test_moore_nim.is_p(k, each, False)


def with_a_pass() -> Iterator[tuple[Parameters, Position, bool]]:
    for each in heaps(2, 4):
        for passes in (0, 1):
            yield {}, (each, passes), test_nim_with_a_pass.is_p(each, passes, False)


def subtraction(
    sets: Sequence[tuple[int, ...]], misere: bool
) -> Callable[[], Iterator[tuple[Parameters, Position, bool]]]:
    def box() -> Iterator[tuple[Parameters, Position, bool]]:
        for numbers in sets:
            for pile in range(3 * sum(numbers)):
                yield {"S": numbers}, (pile,), pile in test_subtraction.p_positions(numbers, misere)

    return box


UP_TO = ((1,), (1, 2), (1, 2, 3))
PAIRS = ((1, 2), (1, 3), (2, 3), (2, 5))
CLAIMS = [
    Claim("nim", "two-heaps", frozenset({"equal", "heaps"}), nim),
    Claim("moore_nim", "at-most-k-plus-1-heaps", frozenset({"unequal", "all_equal", "heaps"}), moore),
    Claim("nim_with_a_pass", "two-heaps", frozenset({"two_heaps", "heaps"}), with_a_pass),
    Claim("subtraction", "one-to-m", frozenset({"most", "multiple"}), subtraction(UP_TO, False)),
    Claim("subtraction", "one-to-m-misere", frozenset({"most", "multiple_misere"}), subtraction(UP_TO, True)),
    Claim(
        "subtraction", "two-numbers", frozenset({"least", "lesser", "most", "two_numbers"}), subtraction(PAIRS, False)
    ),
    Claim(
        "subtraction",
        "two-numbers-misere",
        frozenset({"least", "lesser", "most", "two_numbers_misere"}),
        subtraction(PAIRS, True),
    ),
    Claim("subtraction", "one-three-four", frozenset({"one_three_four"}), subtraction([(1, 3, 4)], False)),
]

REMAINDER = "a remainder of a natural number is not negative"
NO_MORE = "there are two heaps at most"
EQUIVALENT = {
    "equal :- heap(1,S), heap(2,S).": NO_MORE,
    "unequal :- heap(_,S), heap(_,T), S < T.": "of two different sizes one is less",
    "unequal :- heap(_,S), heap(_,T), S > T.": "of two different sizes one is more",
    "two_heaps :- pass(0), heap(1,S), heap(2,S).": NO_MORE,
    "two_heaps :- pass(1), heap(1,S), heap(2,T), T = S+1, S \\ 2 = 1.": NO_MORE,
    "two_heaps :- pass(1), heaps(2), heap(1,S), heap(2,T), T = S+1, S \\ 2 >= 1.": REMAINDER,
    "multiple :- pile(X), most(M), X \\ (M+1) <= 0.": REMAINDER,
    "one_three_four :- pile(X), X \\ 7 <= 0.": REMAINDER,
}


def holds(rules: Sequence[str], predicate: str, parameters: Parameters, position: Position) -> bool:
    """Whether plain clingo derives the predicate at the position; RuntimeError where a rule is unsafe."""
    facts = [f"{name.lower()}({number})." for name, value in parameters.items() for number in numbers(value)]
    for value in position:
        if isinstance(value, tuple):
            facts += [f"heap({place},{size})." for place, size in enumerate(value, 1)]
        else:
            facts.append(f"pile({value}). pass({value}).")
    options = [f"-c{name}={value}" for name, value in parameters.items() if isinstance(value, int)]
    control = Control(options, logger=lambda *_: None)
    control.add("base", [], "\n".join([*rules, *facts]))
    control.ground([("base", [])])
    return any(True for _ in control.symbolic_atoms.by_signature(predicate, 0))


def numbers(value: Value) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else ()


def first_difference(claim: Claim, rules: Sequence[str], iff: str) -> tuple[Parameters, Position] | None:
    """Where the changed theorem first differs from the P-positions."""
    needed = [rule for rule in rules if head(rule) in claim.predicates]
    for parameters, position, is_p in claim.box():
        if holds(needed, iff, parameters, position) != is_p:
            return parameters, position
    return None


def answers(
    claim: Claim, rules: Sequence[str], where: tuple[Mapping[str, Value], Position], workplace: Path
) -> set[str]:
    """What z3 says of the obligations for these parameters, and numbers of heaps as in this position."""
    spec = named(claim.spec)
    (workplace / "changed.lp").write_text("\n".join(rules))
    changed = rules_of(replace(spec, rules=of_file(workplace / "changed.lp")))
    asked = spec.claim(claim.id)
    assert asked.prove is not None
    parameters, position = where
    (setting,) = (one for one in settings(spec, asked.prove) if one.parameters == parameters)
    theorem = Theorem(changed, parameters, ranged(setting).counters, spec.measure, asked.play, members(spec, asked))
    counts = tuple(len(value) for value in position if isinstance(value, tuple))
    reading = Reading(theorem, frozenset(setting.counts))
    return {answer(problem) for _, problem in obligations(reading, {counts})}


@pytest.mark.parametrize("step", small_or_whole(4, 1))
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.spec}-{claim.id}")
@pytest.mark.sample(16)
def test_no_change_that_the_game_refutes_is_proved(claim: Claim, step: int, tmp_path: Path) -> None:
    iff = named(claim.spec).claim(claim.id).iff
    assert iff is not None
    kept = [claim.rules]
    for mutant in claim.mutants[::step]:
        rules = mutant.rules(claim.rules)
        try:
            where = first_difference(claim, rules, iff)
        except RuntimeError:
            continue  # unsafe
        if where is None:
            assert mutant.rule in EQUIVALENT
            kept.append(rules)
        else:
            assert "sat" in answers(claim, rules, where, tmp_path), f"proved up to {where}: {mutant.rule}"
    for rules in kept:
        for parameters, position, _ in claim.box():
            if position[-1] in ((), (1,), (1, 1), 1):
                assert answers(claim, rules, (parameters, position), tmp_path) == {"unsat"}


def test_every_equivalent_change_is_one() -> None:
    assert {mutant.rule for claim in CLAIMS for mutant in claim.mutants} >= set(EQUIVALENT)
