"""A spec to start from, and what is wrong with a changed one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from bouton.core.errors import Diagnostic, InputError
from bouton.core.shipped import folder as shipped
from bouton.document.load import load

SCHEMA = shipped("specs") / "schema.json"
"""What the models say, as a test holds, who take long to say it."""
DRAFT = jsonschema.Draft7Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
SAMPLE = """\
# yaml-language-server: $schema=./schema.json
game: Greedy Nim_k
source: Lv, Xu, Zhu, Greedy Nim_k Game, 2018
rules: greedy.lp
parameters: {k: 2..4, S: {set: [[4, 1, 3], [2]]}, m: 7}
position:
  heap: {count: 0..6, size: 1..2*k, order: ascending}
  pass: {range: 0..3, start: k-1}
  pile: 0..200
claims:
  - id: theorem-3
    says: "A position of two heaps is a P-position iff ..."
    kind: p-positions
    where: two_heaps
    iff: theorem_3
  - id: theorem-8
    says: A position with x_{n-2} >= 2 is a P-position iff it is of type II or III.
    kind: p-positions
    play: normal
    where: general
    iff: theorem_8
    strategy: winning_move
    over: {k: 2..3, heap: {count: 3..7, size: 1..9}}
    prove: {k: all, heap: {count: 0..4}, pile: 0..5}
  - id: solution
    says: Theorems 3 and 8 together solve the game.
    kind: p-positions
    together: [theorem-3, theorem-8]
    prove: true
    expect: {refuted: {k: 3, S: [3, 1, 4], heap: [2, 0, 1], pile: 0}, proof: unknown}
  - id: theorem-8-moves
    says: The winning moves.
    kind: strategy
    play: misere
    moves: winning_move
    expect: proved
  - id: effective
    says: The outcome depends on the effective sequence alone.
    kind: same-game
    key: effective
    where: general
    prove: {heap: {count: all}, pile: all, S: {set: [[9, 5]]}}
  - id: swaps
    says: Normal and misere play differ at these positions.
    kind: swap-positions
    iff: swap
    expect: refuted
  - id: example-5
    says: The effective sequence of (1, 7) is (7).
    kind: example
    at: {k: 9, S: [8], heap: [7, 1], pass: 0, pile: 999}
    predicate: effective
    value: [[1, 7]]
  - id: example-1
    says: (1, 1) is a P-position.
    kind: example
    at: {k: 2, S: [2], heap: [], pile: 0}
    outcome: P
"""

Load = Callable[..., list[Diagnostic]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with a rules file in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "greedy.lp").write_text("move(1) :- heap(1,_).\n")
    return tmp_path


@pytest.fixture
def faults(folder: Path) -> Load:
    """The faults of the sample after replacements, or of another text or file content."""

    def of(*replacements: tuple[str, str], text: str = SAMPLE) -> list[Diagnostic]:
        for old, new in replacements:
            assert text.count(old) == 1, (old, text.count(old))
            text = text.replace(old, new)
        (folder / "spec.yaml").write_text(text, encoding="utf-8")
        try:
            load("spec.yaml")
        except InputError as error:
            return list(error.diagnostics)
        return []

    return of
