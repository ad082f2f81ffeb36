"""The fused rules say what the lifted ones say: outcomes, terminals, and what reaches a mark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from bouton.claims.subject import declared, rules_of
from bouton.compiled.fusion import fuse
from bouton.core.position import Parameters, Position
from bouton.core.spec import Play
from bouton.core.tuning import TUNING
from bouton.document.find import find_specs
from bouton.document.load import load
from bouton.ground.box import CounterBox, GroundBox, HeapBox, Region, ground_box, of_numbers
from bouton.ground.game import Game, hull
from bouton.ground.layers import Mark, Sought, layers

PLAYS: tuple[Play, ...] = ("normal", "misere")
SMALL = replace(TUNING.ground, fuse_from=0, spread=1000)


@dataclass
class Seen:
    """What an engine says, by position."""

    outcomes: dict[Position, tuple[str, ...]] = field(default_factory=dict)
    terminal: set[Position] = field(default_factory=set)
    reaching: dict[Position, tuple[bool, ...]] = field(default_factory=dict)


def game_of(name: str, parameters: Parameters, sizes: range) -> tuple[Game, Region]:
    """A game as its spec has it, over lists of heaps of these sizes, at most four of them."""
    (file,) = find_specs([name])
    spec = load(file)
    box = ground_box(spec.fluents, spec.box, parameters)
    parts: list[HeapBox | CounterBox] = []
    for part in box.parts:
        if isinstance(part, HeapBox):
            parts.append(HeapBox(part.fluent, range(min(5, part.counts.stop)), sizes))
        else:
            parts.append(of_numbers(part))
    game = Game(rules_of(spec), spec.measure, parameters, declared(spec, spec.box, parameters))
    return game, Region(GroundBox(tuple(parts)))


def seen(game: Game, region: Region, *, lists: bool) -> Seen:
    """What one engine says; the marks are the kernels, and everything with an even number of stones."""
    marks = [Mark("normal"), Mark("misere"), Mark("normal")]
    found = Seen()
    for layer in layers(Sought(game, region, frozenset(), PLAYS), marks, lists=lists, fuse=fuse, tuning=SMALL):
        reaching = [layer.reaches(mark) for mark in marks]
        for node in layer.nodes:
            at = node.position
            found.outcomes[at] = tuple(layer.outcome(play, at) for play in PLAYS)
            found.reaching[at] = tuple(at in of_mark for of_mark in reaching)
            if node.terminal:
                found.terminal.add(at)
            for mark, play in zip(marks, PLAYS, strict=False):
                if layer.outcome(play, at) == "P":
                    mark.add(at)
            if stones(at) % 2 == 0:
                marks[2].add(at)
    return found


def stones(position: Sequence[int | tuple[int, ...]]) -> int:
    return sum(sum(value) if isinstance(value, tuple) else value for value in position)


def agree(game: Game, region: Region) -> None:
    """Fused and lifted rules say the same of every position."""
    whole = hull(game, region.hull)
    assert whole is not None
    assert fuse(game, whole) is not None
    fused, lifted = seen(game, region, lists=False), seen(game, region, lists=True)
    assert len(fused.outcomes) == region.size()
    assert fused == lifted


@pytest.mark.parametrize("sizes", [range(1, 5), range(2, 6)], ids=["from 1", "from 2"])
@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("greedy_nim", {}),
        ("greedy_nim_k", {"k": 2}),
        ("greedy_nim_k", {"k": 4}),
        ("misere_bounded_greedy_nim", {"k": 3}),
        ("moore_nim", {"k": 2}),
        ("nim", {}),
        ("nim_with_a_pass", {}),
        ("wythoff", {}),
    ],
)
@pytest.mark.sample(18)
def test_both_engines_agree(name: str, parameters: Parameters, sizes: range) -> None:
    game, region = game_of(name, parameters, sizes)
    agree(game, region)


def test_a_game_that_splits_heaps_has_no_fused_rules() -> None:
    game, region = game_of("kayles", {}, range(1, 4))
    whole = hull(game, region.hull)
    assert whole is not None
    assert fuse(game, whole) is None
