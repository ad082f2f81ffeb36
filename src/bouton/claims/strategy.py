"""Kind `strategy`: in every N-position the named moves are legal and reach P-positions.

What is named in a P-position is ignored; in an N-position at least one move must be named.
"""

from __future__ import annotations

from typing import Any

from bouton.claims.judge import Finding, nodewise
from bouton.claims.kind import HowComputed, HowJudged, HowProved, HowSaid, Kind, Reads, Words
from bouton.claims.wanted import naming
from bouton.core.spec import Claim, Spec
from bouton.core.stated import WinningMoves
from bouton.document.entries import Strategy
from bouton.ground.graph import Node
from bouton.ground.layers import Layer
from bouton.ground.loops import DRAW


def failure(claim: Claim, predicate: str, node: Node, layer: Layer) -> Finding | None:
    """What is wrong with the moves that `predicate` names at a position, if anything."""
    if node.terminal or layer.outcome(claim.play, node.position) != "N":
        return None
    legal = {move.term: move.to for move in node.moves}
    for term in sorted(row[0] for row in node.rows[predicate, 1]):
        target = legal.get(term)
        if target is None:
            note = f"{predicate} names {term}, which is no legal move"
            return Finding(node, "a winning move", "an illegal move", claim.play, note)
        if not layer.wins(claim.play, node, target):
            where = "an N-position" if layer.alliances is None else "a position that the other side wins"
            where = "a draw" if layer.option_outcome(claim.play, target) == DRAW else where
            note = f"{predicate} names {term}, which leads to {where}"
            return Finding(node, "a winning move", "a losing move", claim.play, note)
    if not node.rows[predicate, 1]:
        where = "N-position" if layer.alliances is None else "position, which the side to move wins"
        note = f"{predicate} names no move in this {where}"
        return Finding(node, "a winning move", "no move named", claim.play, note)
    return None


def named(claim: Claim, predicate: str, node: Node, layer: Layer) -> list[Any]:
    """The followers that the moves named in an N-position lead to; None stands for moves that are not legal."""
    if node.terminal or layer.outcome(claim.play, node.position) != "N":
        return []
    legal = {move.term: move.to for move in node.moves}
    followers = {legal.get(row[0]) for row in node.rows[predicate, 1]}
    illegal = [None] if None in followers else []
    return [*sorted(follower for follower in followers if follower is not None), *illegal]


def _words(_spec: Spec, claim: Claim) -> Words:
    moves = claim.by(Strategy).moves
    return lambda node, layer: {"named": named(claim, moves, node, layer)}


KIND = Kind(
    "strategy",
    Reads(naming(where=0, moves=1)),
    HowJudged(nodewise(lambda claim, node, layer: failure(claim, claim.by(Strategy).moves, node, layer))),
    HowComputed("kernel", searched=True),
    HowProved(lambda _claim: WinningMoves(), lambda claim: claim.by(Strategy).moves),
    HowSaid(words=_words),
)
