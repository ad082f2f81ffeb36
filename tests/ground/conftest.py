"""A game of the tests' own from its rules, and nodes of its positions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import pytest

from bouton.core.errors import Diagnostic, InputError
from bouton.core.position import Counter, Fluent, Heaps, Measure, Position, Value
from bouton.ground.box import around
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.rules.file import Signature
from tests.reading_rules import read

Make = Callable[..., Game]

HEAP = Heaps("heap")
PILE = Counter("pile", stones=True)
NIM = "move(t(I,T)) :- heap(I,S), T = 0..S-1.\nafter(t(I,T), heap(I,T)) :- move(t(I,T)).\n"


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """A game from the text of its rules; counters have the range 0..9 unless another is given."""

    def making(
        text: str,
        *fluents: Fluent,
        counters: dict[str, range] | None = None,
        measure: Sequence[str] | None = None,
        **parameters: Value,
    ) -> Game:
        fluents = fluents or (HEAP,)
        file = tmp_path / "rules.lp"
        file.write_text(text)
        numbers = [name for name, value in parameters.items() if isinstance(value, int)]
        rules = read(file, fluents, numbers, [name for name in parameters if name not in numbers])
        order = Measure.default(fluents) if measure is None else Measure(fluents, tuple(measure))
        ranges = {fluent.name: range(10) for fluent in fluents if isinstance(fluent, Counter)}
        return Game(rules, order, parameters, ranges | (counters or {}))

    return making


def grounder(game: Game, largest: Position, wanted: Collection[Signature] = ()) -> Grounder:
    """What grounds a position and all below it."""
    program = game.program(around(game.fluents, largest).hull, {("move", 1), ("after", 2), *wanted})
    return Grounder(game, program, wanted)


def node(game: Game, position: Position, wanted: Collection[Signature] = ()) -> Node:
    """One position with its moves and what is asked for."""
    (found,) = grounder(game, position, wanted).nodes([position])
    return found


def fault(call: Callable[[], object]) -> Diagnostic:
    """The one fault that a call raises, about the rules file."""
    with pytest.raises(InputError) as caught:
        call()
    (found,) = caught.value.diagnostics
    assert found.file is not None
    assert found.file.endswith("rules.lp")
    return found
