"""From a judge's finding to the end of its claim: the counterexample, replayed and explained."""

from __future__ import annotations

import time
from dataclasses import replace

from bouton.claims.judge import Finding, speaks
from bouton.claims.passes import Pass
from bouton.core.counterexample import explain
from bouton.core.news import Ended
from bouton.core.position import Position
from bouton.core.spec import Claim
from bouton.core.verdict import Label
from bouton.ground.layers import Layer, listed
from bouton.ground.replay import replay
from bouton.ground.words import told


def _outcome(layer: Layer, finding: Finding, option: Position) -> Label:
    if finding.play is None:
        return layer.pair(option) if finding.values else None
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
) -> Ended:
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
    if finding.play is not None and layer.ends:
        going = layer.line(finding.play, node.position)
        said = "a loop that holds it" if going.back else "how it goes on"
        found = replace(
            found, sentence=f"{found.sentence}; {said}: {going.text(game)}" if going.moves else found.sentence
        )
    return Ended(claim.id, below, True, time.monotonic() - started, found, engine, note)
