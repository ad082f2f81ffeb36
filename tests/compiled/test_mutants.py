"""Theorems and moves with one symbol changed: programs and clingo refute them at the same position, or neither does."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.document.load import load
from tests.compiled.engines import LANGUAGES, by_clingo, by_program, judged, prepared
from tests.mutants.mutations import Mutant, mutants
from tests.one_position import split
from tests.shipped import rules_text

_GREEDY = """
game: Greedy Nim_k
rules: changed.lp
parameters: {k: 2}
position: {heap: {count: 0..4, size: 1..4, order: ascending}}
claims:
  - {id: theorem-2, says: Theorem 2., kind: p-positions, where: one_or_two_heaps, iff: theorem_2}
  - {id: theorem-3, says: Theorem 3., kind: p-positions, where: third_is_one, iff: theorem_3}
  - {id: theorem-8, says: Theorem 8., kind: p-positions, where: third_is_more, iff: theorem_8}
  - {id: changed, says: All., kind: p-positions, together: [theorem-2, theorem-3, theorem-8]}
"""
_BOUNDED = """
game: k-Bounded Greedy Nim
rules: changed.lp
parameters: {k: 3}
position: {heap: {count: 0..4, size: 1..5, order: descending}}
claims:
  - {id: changed, says: Theorem 3., kind: p-positions, play: misere, iff: theorem_3}
"""
_UNUSED = ("winning_move", "removes", "lowers", "fact", "reading", "to_", "lemma", "left", "y(", "beta_y")


def _changes(game: str, every: int) -> list[Mutant]:
    rules = split(rules_text(game))
    every_one = [
        one
        for one in mutants([rule for rule in rules if " :- " in rule])
        if not one.original.startswith(_UNUSED) and "0 = 1" not in one.rule
    ]
    return every_one[::every]


CHANGES = [
    *((_GREEDY, "greedy_nim_k", one) for one in _changes("greedy_nim_k", 61)),
    *((_BOUNDED, "misere_bounded_greedy_nim", one) for one in _changes("misere_bounded_greedy_nim", 83)),
]


@pytest.mark.parametrize(("spec", "game", "mutant"), CHANGES, ids=lambda value: getattr(value, "rule", ""))
@pytest.mark.sample(24)
def test_one_symbol(spec: str, game: str, mutant: Mutant, tmp_path: Path) -> None:
    rules = split(rules_text(game))
    (tmp_path / "changed.lp").write_text("\n".join(mutant.rule if one == mutant.original else one for one in rules))
    (tmp_path / "changed.yaml").write_text(spec)
    try:
        loaded = load(tmp_path / "changed.yaml")
        ((item, claim),) = judged(loaded, "changed")
        expected = by_clingo(loaded, item)
    except InputError:
        return  # unsafe, or no game any more: no verdict to compare
    program = prepared(loaded, item, claim)
    assert program is not None
    for language in LANGUAGES:
        assert by_program(loaded, item, program, language) == expected


def test_most_changes_are_refuted_or_not_but_compared() -> None:
    assert len(CHANGES) > 15
