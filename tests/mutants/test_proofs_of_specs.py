"""A theorem with one symbol changed, from a spec to the verdict of its proof: never `proved`.

A sample; every change is taken obligation by obligation in the tests of the proofs themselves.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.errors import InputError
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import Attempt, ProofRequest
from bouton.proof.prove import prove
from tests.mutants import test_bounded_greedy_nim_theorems as bounded
from tests.mutants import test_greedy_nim_k_theorems as greedy
from tests.mutants.mutations import Mutant
from tests.one_position import head, split
from tests.shipped import rules_text

GREEDY_NIM_K = """
game: Greedy Nim_k
rules: changed.lp
parameters: {k: 2..3}
position: {heap: {count: 0..3, size: 1..6, order: ascending}}
claims:
  - {id: theorem-2, says: Theorem 2., kind: p-positions, where: one_or_two_heaps, iff: theorem_2}
  - {id: theorem-3, says: Theorem 3., kind: p-positions, where: third_is_one, iff: theorem_3}
  - {id: theorem-8, says: Theorem 8., kind: p-positions, where: third_is_more, iff: theorem_8}
  - id: changed
    says: The three together.
    kind: p-positions
    together: [theorem-2, theorem-3, theorem-8]
    strategy: winning_move
    prove: {k: 2, heap: {count: 0..3}}
"""
MISERE = """
game: k-Bounded Greedy Nim
rules: changed.lp
parameters: {k: 2..3}
position: {heap: {count: 0..3, size: 1..5, order: descending}}
claims:
  - id: changed
    says: Theorem 3.
    kind: p-positions
    play: misere
    iff: theorem_3
    strategy: winning_move_misere
    prove: {k: 2, heap: {count: 0..3}}
"""


def attempt(spec: str, rules: list[str], workplace: Path) -> Attempt:
    (workplace / "changed.lp").write_text("\n".join(rules))
    (workplace / "changed.yaml").write_text(spec)
    loaded = load(str(workplace / "changed.yaml"))
    asked = ProofRequest(limits=Limits(seconds=600.0), crosscheck=False)
    return prove(loaded, loaded.claim("changed"), rules_of(loaded), asked)


def of_greedy_nim_k(rule: str, changed: str) -> list[str]:
    return [changed if one == rule else one for one in split(greedy.TEXT)]


def of_bounded(rule: str, changed: str) -> list[str]:
    text = rules_text("misere_bounded_greedy_nim")
    return [changed if one == rule else one for one in split(text)]


def refuted_with_three_heaps() -> list[Mutant]:
    """A sample of the changes of Theorems 2, 3 and 8 that a position of three heaps refutes."""
    box = [heaps for heaps in greedy.BOX if len(heaps) <= 3]
    found = []
    for mutant in greedy.MUTANTS[::40]:
        try:
            if greedy.least_difference(mutant.rules(greedy.CHARACTERISATION), (2,), box) is not None:
                found.append(mutant)
        except RuntimeError:
            pass  # unsafe
    return found


def refuted_in_misere_play() -> list[Mutant]:
    game = bounded.THEOREMS_2_AND_3
    box = [heaps for heaps in greedy.BOX if len(heaps) <= 3]
    box = sorted((heaps[::-1] for heaps in box), key=lambda heaps: (sum(heaps), heaps))
    return [one for one in game.sampled(50) if "theorem_3" in game.differences(one.rules(game.rules), 2, box)]


@pytest.mark.parametrize("mutant", refuted_with_three_heaps(), ids=lambda mutant: mutant.rule)
@pytest.mark.slow
def test_changed_theorems_of_greedy_nim_k(mutant: Mutant, tmp_path: Path) -> None:
    found = attempt(GREEDY_NIM_K, of_greedy_nim_k(mutant.original, mutant.rule), tmp_path)
    assert found.proof.verdict == "refuted"
    assert found.candidates


@pytest.mark.sample(8)
@pytest.mark.parametrize("mutant", refuted_in_misere_play(), ids=lambda mutant: mutant.rule)
def test_changed_theorems_in_misere_play(mutant: Mutant, tmp_path: Path) -> None:
    found = attempt(MISERE, of_bounded(mutant.original, mutant.rule), tmp_path)
    assert found.proof.verdict == "refuted"
    assert found.candidates


@pytest.mark.slow
def test_the_theorems_themselves(tmp_path: Path) -> None:
    assert attempt(GREEDY_NIM_K, of_greedy_nim_k("", ""), tmp_path).proof.verdict == "proved"
    assert attempt(MISERE, of_bounded("", ""), tmp_path).proof.verdict == "proved"


def test_a_game_without_moves_proves_nothing(tmp_path: Path) -> None:
    heaps = next(rule for rule in split(greedy.GAME) if head(rule) == "heaps")
    found = attempt(GREEDY_NIM_K, of_greedy_nim_k(heaps, f"{heaps[:-1]}, 0 = 1."), tmp_path)
    assert found.proof.verdict == "unknown"


@pytest.mark.parametrize("sizes", ["0..S", "-1..S-1"])
@pytest.mark.sample(2)
def test_a_faulty_move_is_an_error(sizes: str, tmp_path: Path) -> None:
    rule = next(rule for rule in split(greedy.GAME) if "0..S-1" in rule)
    with pytest.raises(InputError, match="move l"):
        attempt(GREEDY_NIM_K, of_greedy_nim_k(rule, rule.replace("0..S-1", sizes)), tmp_path)


@pytest.mark.slow
def test_a_faulty_move_beyond_every_box_stops_the_proof(tmp_path: Path) -> None:
    more = "move(l(I,S+1,nil)) :- heaps(I), maximal(I,S), S >= 50."
    found = attempt(GREEDY_NIM_K, [*of_greedy_nim_k("", ""), more], tmp_path)
    assert found.proof.verdict == "unknown"
    assert "measure" in (found.proof.reason or "")


@pytest.mark.slow
def test_a_theorem_that_fails_beyond_every_box_is_refuted(tmp_path: Path) -> None:
    found = attempt(GREEDY_NIM_K, [*of_greedy_nim_k("", ""), "theorem_8 :- last(A,A,A), A = 50."], tmp_path)
    assert found.proof.verdict == "refuted"
    assert found.candidates
    for candidate in found.candidates:
        (heaps,) = candidate.position
        assert isinstance(heaps, tuple)
        assert max(heaps) >= 50
