"""One pass over a region for several claims at once, in a child process."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from bouton.claims import KINDS
from bouton.claims.kind import Finding, Judge, speaks
from bouton.counterexample import explain, wording
from bouton.ground.layers import Layer, Misfit, layers, listed
from bouton.ground.replay import replay
from bouton.limits import Emit
from bouton.plan import Pass
from bouton.spec.model import Claim, Spec
from bouton.verdict import Counterexample

_TELL = 0.05
"""Seconds from one word of progress to the next."""


@dataclass(frozen=True)
class Surveyed:
    """What a pass found of one claim: positions it speaks of, whether any has a move, and its failure.

    `positions` counts all judged where nothing failed, else those before the failing one.
    """

    claim: str
    positions: int
    moves: bool
    seconds: float
    counterexample: Counterexample | None


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


def survey(emit: Emit, spec: Spec, item: Pass) -> None:
    """Judge every claim of a pass over its region; emits `Judged` and one `Surveyed` per claim."""
    try:
        _survey(emit, spec, item, item.lists)
    except Misfit:
        _survey(emit, spec, item, lists=True)


def _survey(emit: Emit, spec: Spec, item: Pass, lists: bool) -> None:
    started = told = time.monotonic()
    waiting = 0
    running = [_Running(claim, KINDS[claim.kind].judge(spec, claim)) for claim in item.claims]
    marks = [one.judge.mark for one in running if one.judge.mark is not None]
    for layer in layers(item.game, item.region, item.predicates, item.plays, marks, lists=lists):
        for one in list(running):
            count, finding = one.judge.judge(layer)
            one.moves = one.moves or not all(node.terminal for node in layer.nodes)
            if finding is not None:
                running.remove(one)
                emit(_refuted(item, one, layer, finding, started))
            one.positions += count
        if not running:
            return
        waiting += len(layer.nodes)
        if time.monotonic() - told > _TELL:
            emit(Judged(waiting))
            waiting, told = 0, time.monotonic()
    emit(Judged(waiting))
    for one in running:
        emit(Surveyed(one.claim.id, one.positions, one.moves, time.monotonic() - started, None))


def _refuted(item: Pass, one: _Running, layer: Layer, finding: Finding, started: float) -> Surveyed:
    game = item.game
    node = listed(game, item.region, finding.node)
    replay(game, node)
    moves = [
        (
            wording(game.fluents, node.position, move.changed),
            move.to,
            None if finding.play is None else ("P" if layer.option_is_p(finding.play, move.to) else "N"),
        )
        for move in node.moves
    ]
    found = explain(game.fluents, game.parameters, node.position, finding.claimed, finding.actual, finding.note, moves)
    before = sum(1 for other in layer.nodes if other.position < node.position and speaks(one.claim, other))
    below = one.positions + before
    return Surveyed(one.claim.id, below, True, time.monotonic() - started, replace(found, below=below))
