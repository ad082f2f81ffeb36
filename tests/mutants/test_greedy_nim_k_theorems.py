"""One symbol changed in Theorem 2, 3 or 8 of Greedy Nim_k: Bouton refutes it at the smallest position.

Where the changed theorems first differ from the P-positions is found without Bouton: the theorems by plain
clingo, the P-positions by a memoised solver. A change that no position tells apart is proved so below. Every 20th
change takes part, and each one in the slow tests.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.core.sources import of_file
from bouton.core.spec import Spec
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from tests.mutants.mutations import Mutant, mutants
from tests.one_position import evaluate, head, split
from tests.oracle.greedy_nim_k import Heaps, is_p, order, positions
from tests.shipped import named, rules_text

KS = (2, 3)
BOX = sorted(positions(range(7), range(1, 7)), key=lambda heaps: order(0, heaps))
BATCH = 300
WIDE_KS = (2, 3, 4)
WIDE = list(positions(range(7), range(1, 8)))

SPEC = """
game: Greedy Nim_k with one symbol changed
rules: greedy_nim_k.lp
parameters: {k: 2..3}
position:
  heap: {count: 0..6, size: 1..6, order: ascending}
claims:
  - {id: theorem-2, says: Theorem 2., kind: p-positions, where: one_or_two_heaps, iff: theorem_2}
  - {id: theorem-3, says: Theorem 3., kind: p-positions, where: third_is_one, iff: theorem_3}
  - {id: theorem-8, says: Theorem 8., kind: p-positions, where: third_is_more, iff: theorem_8}
  - id: solution
    says: The three together.
    kind: p-positions
    together: [theorem-2, theorem-3, theorem-8]
"""
SPEAKS = {"one_or_two_heaps": "theorem_2", "third_is_one": "theorem_3", "third_is_more": "theorem_8"}

REMAINDER = "a remainder of a natural number by 2 is 0 or 1"
PARITY = "b + a and b - a have the same parity"
GOOD = "a good triple has c = b+1 >= a+1, so (a,a,a) is none"
SAME = "with c = b+1 and 2 <= a, the same parity makes a good triple"
EQUIVALENT = {
    "theorem_2 :- heaps(2), heap(1,X), heap(2,X+1), X \\ 2 >= 1.": REMAINDER,
    "theorem_2 :- heap(1,X), heap(2,X+1), X \\ 2 = 1.": "counts where n <= 2, and heap(2,_) says n >= 2",
    "theorem_3 :- last(1,B,B+1), B \\ 2 >= 1, B >= 3, not r_n(1).": REMAINDER,
    "theorem_3 :- last(1,B,B+1), B \\ 2 = 1, B >= 2, not r_n(1).": "2 is even",
    "theorem_3 :- last(1,B,B+1), B \\ 2 <= 0, r_n(1).": REMAINDER,
    "good_triple :- last(A,B,B+1), A >= 1, (B-A) \\ 2 = 0.": "counts where x_{n-2} >= 2",
    "good_triple :- last(A,B,B+1), (B-A) \\ 2 = 0.": "counts where x_{n-2} >= 2",
    "good_triple :- last(A,B,B+1), A >= 2, (B+A) \\ 2 = 0.": PARITY,
    "good_triple :- last(A,B,B+1), A >= 2, (B-A) \\ 2 <= 0.": REMAINDER,
    "type_1 :- r_e(1), last(A,A,_).": "type I counts in `type_2 :- good_triple, not type_1` alone",
    "type_1 :- r_e(2).": "type I counts in `type_2 :- good_triple, not type_1` alone",
    "type_3 :- not good_triple, r_e(1), last(A,A,A).": "counts where x_{n-2} >= 2",
    "type_3 :- third_is_more, r_e(1), last(A,A,A).": GOOD,
    "type_3 :- not good_triple, r_e(2), last(A,B,B+1), (B-A) \\ 2 = 1.": "counts where x_{n-2} >= 2",
    "type_3 :- third_is_more, r_e(2), last(A,B,B+1), (B-A) \\ 2 = 1.": "different parities are not good",
    "type_3 :- third_is_more, not good_triple, r_e(2), last(A,B,B+1), (B+A) \\ 2 = 1.": PARITY,
    "type_3 :- third_is_more, not good_triple, r_e(2), last(A,B,B+1), (B-A) \\ 2 >= 1.": REMAINDER,
    "type_3 :- third_is_more, not good_triple, r_e(2), last(A,B,B+1), (B-A) \\ 2 <= 1.": SAME,
    "type_3 :- third_is_more, not good_triple, r_e(2), last(A,B,B+1).": SAME,
}

TEXT = rules_text("greedy_nim_k")
GAME, THEOREMS, _, WINNING_MOVES = (source.content for source in named("greedy_nim_k").rules)
OTHER = {"effective", "type_4"}
"""What the paper defines beside the theorems: neither takes part in them."""
CHARACTERISATION = [rule for rule in split(THEOREMS) if head(rule) not in OTHER]
HEAPS = [rule for rule in split(GAME) if head(rule) == "heaps"]
MUTANTS = list(mutants(CHARACTERISATION))


def least_difference(rules: list[str], ks: tuple[int, ...], box: list[Heaps]) -> tuple[int, Heaps] | None:
    """Where the theorems of these rules first differ from the P-positions, or leave a move without a word."""
    for k, start in product(ks, range(0, len(box), BATCH)):
        batch = box[start : start + BATCH]
        found = evaluate([*HEAPS, *rules], {"k": k}, batch, [*SPEAKS, *SPEAKS.values()])
        for heaps in batch:
            said = {bool(found[theorem][heaps]) for where, theorem in SPEAKS.items() if found[where][heaps]}
            if said != {is_p(k, heaps)} and (said or heaps):
                return k, heaps
    return None


@cache
def spec(folder: Path) -> Spec:
    (folder / "greedy_nim_k.lp").write_text(TEXT)
    (folder / "mutant.yaml").write_text(SPEC)
    return load(str(folder / "mutant.yaml"))


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mutants")


def bouton_finds(workplace: Path, mutant: Mutant) -> tuple[int, Heaps] | None:
    """Where Bouton refutes the theorems with this change; None where they hold."""
    rules = workplace / "mutant.lp"
    rules.write_text("\n".join([*split(GAME), *mutant.rules(CHARACTERISATION)]))
    changed = replace(spec(workplace), rules=of_file(rules))
    (result,) = check(changed, Options(claims=("solution",), prove=False), lambda _: None)
    if result.counterexample is None:
        assert result.verdict is Verdict.HOLDS
        return None
    assert result.verdict is Verdict.REFUTED
    k, heaps = result.counterexample.parameters["k"], result.counterexample.position["heap"]
    assert isinstance(k, int)
    assert isinstance(heaps, list)
    return k, tuple(heaps)


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.rule for mutant in MUTANTS])
@pytest.mark.sample(240)
def test_one_symbol(workplace: Path, mutant: Mutant) -> None:
    try:
        expected = least_difference(mutant.rules(CHARACTERISATION), KS, BOX)
    except RuntimeError:
        with pytest.raises(InputError, match="unsafe"):
            bouton_finds(workplace, mutant)
        return
    assert (expected is None) == (mutant.rule in EQUIVALENT)
    assert bouton_finds(workplace, mutant) == expected


def test_the_theorems_themselves() -> None:
    assert least_difference(CHARACTERISATION, KS, BOX) is None


@pytest.mark.parametrize("ks", [(3,), pytest.param(WIDE_KS, marks=pytest.mark.slow)], ids=str)
@pytest.mark.slow
def test_equivalent_mutants_stay_so_in_a_wider_box(ks: tuple[int, ...]) -> None:
    found = [mutant for mutant in MUTANTS if mutant.rule in EQUIVALENT]
    assert {mutant.rule for mutant in found} == set(EQUIVALENT)
    for mutant in found:
        assert least_difference(mutant.rules(CHARACTERISATION), ks, WIDE) is None, mutant.rule
