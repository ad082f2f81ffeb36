"""Kind `swap-positions`: a predicate holds exactly where normal and misere play have different outcomes.

Yamasaki calls these positions singular, the others standard.
"""

from __future__ import annotations

from bouton.claims.judge import Finding, nodewise
from bouton.claims.kind import NEVER, HowComputed, HowJudged, HowProved, HowSaid, Kind, Reads, Spoken, Words
from bouton.claims.wanted import naming
from bouton.core.spec import PLAYS, Claim, Spec
from bouton.core.stated import Swaps
from bouton.document.entries import SwapPositions
from bouton.ground.graph import Node
from bouton.ground.layers import Layer


def _wrong(claim: Claim, node: Node, layer: Layer) -> Finding | None:
    """That a position is claimed singular and is standard, or the reverse."""
    normal, misere = (layer.outcome(play, node.position) for play in PLAYS)
    claimed = node.holds(claim.by(SwapPositions).iff)
    if claimed == (normal != misere):
        return None
    said = "a swap position" if claimed else "no swap position"
    note = f"claimed {said}, but its outcome is {normal} in normal and {misere} in misere play"
    return Finding(node, *(("swap", "same") if claimed else ("same", "swap")), None, note)


def _words(_spec: Spec, claim: Claim) -> Words:
    predicate = claim.by(SwapPositions).iff
    return lambda node, _layer: {"claim": "swap" if node.holds(predicate) else "same"}


KIND = Kind(
    "swap-positions",
    Reads(naming(iff=0, where=0)),
    HowJudged(nodewise(_wrong), plays=lambda _claim: PLAYS, lists=NEVER, alliances=False),
    HowComputed(
        "swap",
        searched=True,
        told=lambda claim: Spoken("swap", False, (claim.by(SwapPositions).iff, 0), lambda _row: True),
    ),
    HowProved(lambda _claim: Swaps()),
    HowSaid(words=_words),
)
