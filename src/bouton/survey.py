"""One pass over a region for several claims at once, in a child process."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from bouton.claims import KINDS
from bouton.claims.kind import Finding, Judge, speaks
from bouton.counterexample import explain, wording
from bouton.ground.layers import Layer, Misfit, layers, listed
from bouton.ground.replay import replay
from bouton.limits import Emit, Limits
from bouton.plan import Pass, fits, single, too_large
from bouton.position import Position
from bouton.spec.model import Claim, Spec
from bouton.verdict import Counterexample, Label

if TYPE_CHECKING:
    from bouton.compiled.job import Job

Engine: TypeAlias = Literal["auto", "compiled", "ground"]
Apart: TypeAlias = Literal["never", "independent", "always"]
"""Which compiled claims are judged in parts: none, those whose parts need nothing of each other, or all."""
WORTH = 10_000
"""Positions from which on a compiled program saves more time than it takes to make it."""
_TELL = 0.05
"""Seconds from one word of progress to the next."""


@dataclass(frozen=True)
class Surveyed:
    """What a pass found of one claim: positions it speaks of, whether any has a move, and its failure.

    `seen` counts the positions of the region that were looked at, where nothing failed. `positions` counts all judged where nothing failed, else those before the failing one. `engine` judged
    them; `note` says why it is not a faster one, where that is worth a word.
    """

    claim: str
    positions: int
    moves: bool
    seconds: float
    counterexample: Counterexample | None
    engine: str = "clingo"
    note: str | None = None
    seen: int | None = None


@dataclass(frozen=True)
class Parted:
    """A claim to be judged in parts (see `bouton.parted`), by which engine, and why not by a faster one."""

    claim: str
    job: Job
    engine: str
    note: str | None


@dataclass(frozen=True)
class Judged:
    """Progress: this many more positions of the region are done."""

    positions: int


@dataclass
class _Running:
    claim: Claim
    judge: Judge
    positions: int = 0
    moves: bool = False


def survey(
    emit: Emit,
    spec: Spec,
    item: Pass,
    engine: Engine = "ground",
    limits: Limits | None = None,
    apart: Apart = "never",
) -> None:
    """Judge every claim of a pass over its region; emits `Judged` and one `Surveyed` or `Parted` per claim.

    What `engine` leaves to clingo must fit into the memory of the limits.
    """
    large = item.region.size() >= WORTH or (limits is not None and too_large(item.region, limits))
    if engine == "compiled" or (engine == "auto" and large):
        from bouton.compiled.judge import judge  # noqa: PLC0415 (a small check needs none of it)

        left = judge(emit, spec, item, apart)
        if not left:
            return
        if limits is not None and item.region.position is None:
            fits(left[0].claim.id, left[0].claim.place, item.region, item.parameters, limits, left[0].reason)
        claims = tuple(one.claim for one in left)
        item = single(spec, item, claims[0]) if len(claims) == 1 else replace(item, claims=claims)
    try:
        _survey(emit, spec, item, item.lists)
    except Misfit:
        _survey(emit, spec, item, lists=True)


def _survey(emit: Emit, spec: Spec, item: Pass, lists: bool) -> None:
    started = told = time.monotonic()
    waiting = seen = 0
    kinds = [KINDS[claim.kind] for claim in item.claims]
    running = [
        _Running(claim, kind.judge(spec, claim, item.game), moves=claim.moveless)
        for claim, kind in zip(item.claims, kinds, strict=True)
    ]
    marks = [one.judge.mark for one in running if one.judge.mark is not None]
    for layer in layers(item.game, item.region, item.predicates, item.plays, marks, lists=lists, values=item.values):
        for one in list(running):
            count, finding = one.judge.judge(layer)
            one.moves = one.moves or not all(node.terminal for node in layer.nodes)
            if finding is not None:
                running.remove(one)
                emit(refuted(item, one.claim, one.positions, layer, finding, started))
            one.positions += count
        if not running:
            return
        waiting, seen = waiting + len(layer.nodes), seen + len(layer.nodes)
        if time.monotonic() - told > _TELL:
            emit(Judged(waiting))
            waiting, told = 0, time.monotonic()
    emit(Judged(waiting))
    for one in running:
        emit(Surveyed(one.claim.id, one.positions, one.moves, time.monotonic() - started, None, seen=seen))


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
    moves = [
        (
            wording(game.fluents, node.position, move.changed),
            move.to,
            _outcome(layer, finding, move.to),
        )
        for move in node.moves
    ]
    # sides are solved where outcomes are asked for
    mover = None if layer.alliances is None else layer.alliances.movers.get(node.position)
    found = explain(
        game.fluents, game.parameters, node.position, finding.claimed, finding.actual, finding.note, moves, mover
    )
    before = sum(1 for other in layer.nodes if other.position < node.position and speaks(claim, other))
    below = positions + before if finding.below is None else finding.below
    found = replace(found, below=below, components=finding.components)
    return Surveyed(claim.id, below, True, time.monotonic() - started, found, engine, note)
