"""What the child that judges a pass says: how far it is, how each claim ended, and which is to be judged in parts."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from bouton.claims.kind import Finding, speaks
from bouton.claims.passes import Pass
from bouton.core.counterexample import explain
from bouton.core.position import Position
from bouton.core.spec import Claim
from bouton.core.verdict import Counterexample, Label
from bouton.ground.layers import Layer, listed
from bouton.ground.replay import replay
from bouton.ground.words import told

Apart: TypeAlias = Literal["never", "independent", "always"]
"""Which compiled claims are judged in parts: none, those whose parts need nothing of each other, or all."""


@dataclass(frozen=True)
class Surveyed:
    """What a pass found of one claim: positions it speaks of, whether any has a move, and its failure.

    `positions` counts all judged where nothing failed, else those before the failing one, and `seen` those of the
    region that were looked at, where nothing failed. `engine` judged them; `note` says why it is not a faster one,
    where that is worth a word.
    """

    claim: str
    positions: int
    moves: bool
    seconds: float
    counterexample: Counterexample | None
    engine: str = "clingo"
    note: str | None = None
    seen: int | None = None
    reach: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """How far moves from the whole region were found to lead counters beyond their ranges."""


@dataclass(frozen=True)
class Parted:
    """A claim to be judged in parts (see `bouton.run.ranges`), by which engine, and why not by a faster one."""

    claim: str
    job: Any
    engine: str
    note: str | None


@dataclass(frozen=True)
class Reached:
    """How far upward nothing fails: so many positions, all `up to` a measure, or all below it."""

    positions: int
    measure: tuple[int, ...]
    up_to: bool = True

    def __str__(self) -> str:
        positions = "1 position" if self.positions == 1 else f"{self.positions:,} positions"
        return f"{'up to' if self.up_to else 'below'} {self._measure} ({positions})"

    @property
    def beyond(self) -> str:
        """Where nothing is known: `above measure 57`."""
        return f"above {self._measure}" if self.up_to else f"from {self._measure} on"

    @property
    def _measure(self) -> str:
        return f"measure {self.measure[0] if len(self.measure) == 1 else self.measure}"


@dataclass(frozen=True)
class Judged:
    """Progress: this many more positions of the region are done.

    `reached` says the same of `claim`, or where that is None of every claim of the pass in which nothing fails.
    """

    positions: int
    reached: Reached | None = None
    claim: str | None = None


@dataclass(frozen=True)
class Doing:
    """What the child does until it says how far that claim has come: `reading the rules symbolically`."""

    what: str


def _outcome(layer: Layer, finding: Finding, option: Position) -> Label:
    if finding.play is None:
        return (layer.values["normal"][option], layer.values["misere"][option]) if finding.values else None
    return layer.values[finding.play][option] if finding.values else layer.option_outcome(finding.play, option)


def refuted(
    item: Pass,
    claim: Claim,
    positions: int,
    layer: Layer,
    finding: Finding,
    started: float,
    engine: str = "clingo",
    note: str | None = None,
) -> Surveyed:
    """The end of a claim that fails, `positions` being judged in the layers below; replayed and explained."""
    game = item.game
    node = listed(game, item.region, finding.node)
    replay(game, node)
    words = told(game, node.position, node.moves)
    moves = [(text, move.to, _outcome(layer, finding, move.to)) for text, move in zip(words, node.moves, strict=True)]
    # sides are solved where outcomes are asked for
    mover = None if layer.alliances is None else layer.alliances.movers.get(node.position)
    found = explain(
        game.fluents, game.parameters, node.position, finding.claimed, finding.actual, finding.note, moves, mover
    )
    before = sum(1 for other in layer.nodes if other.position < node.position and speaks(claim, other))
    below = positions + before if finding.below is None else finding.below
    found = replace(found, below=below, components=finding.components)
    return Surveyed(claim.id, below, True, time.monotonic() - started, found, engine, note)
