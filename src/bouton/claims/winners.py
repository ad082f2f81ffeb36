"""Kind `winners`: in a game of alliances the predicate `wins(A)` names the side that wins.

Checked twice in every layer: against clingo's winners, and by the local conditions on what is claimed
(as for other kinds): at a terminal it is `winner`; elsewhere the side to move wins iff some move reaches a position
that it is claimed to win. By induction on the measure both fail at the same positions of the least layer.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bouton.claims import strategy
from bouton.claims.judge import Finding, Judge, is_apart, speaks
from bouton.claims.kind import HowComputed, HowJudged, HowProved, Kind, Reads, Spoken
from bouton.claims.wanted import Wanted, wanted
from bouton.core import stated
from bouton.core.errors import Disagreement
from bouton.core.position import Position
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Loopy
from bouton.core.verdict import Label
from bouton.document.entries import Winners
from bouton.ground.alliances import label
from bouton.ground.graph import Node
from bouton.ground.layers import Layer


@dataclass
class _Judge(Judge):
    claim: Claim
    members: tuple[Claim, ...]
    said: dict[Position, Label] = field(default_factory=dict)
    """The winners claimed in the layers below; elsewhere what clingo found counts."""

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position that another side wins than is claimed, or where the strategy fails."""
        nodes = [node for node in layer.nodes if speaks(self.claim, node)]
        claimed = {node.position: side_named(self.members, node, layer) for node in nodes}
        wrong = [node for node in nodes if claimed[node.position] != layer.winner(node.position)]
        # by induction on the measure, which no cycle has
        broken = wrong if layer.ends else [n for n in nodes if claimed[n.position] != self._local(n, layer)]
        if wrong != broken:
            first = (wrong + broken)[0].position
            raise Disagreement(f"{self.claim.id}: winners and local conditions differ in the layer of {first}")
        for node in nodes:
            if wrong and node is wrong[0]:
                said, actual = claimed[node.position], layer.winner(node.position)
                return len(nodes), Finding(node, said, actual, self.claim.play, _NOTES.get(said, ""))
            if self.claim.strategy and (finding := strategy.failure(self.claim, self.claim.strategy, node, layer)):
                return len(nodes), finding
        self.said.update(claimed)
        return len(nodes), None

    def _local(self, node: Node, layer: Layer) -> Label:
        """The winner by the winners claimed of the options; None where these are no winners at all."""
        assert layer.alliances is not None
        if node.terminal:
            return label(node.rows["winner", 1][0][0])
        reached = {self.said.get(move.to, layer.winner(move.to)) for move in node.moves}
        mover = layer.alliances.mover(node)
        if mover in reached:
            return mover
        return reached.pop() if len(reached) == 1 else None


def side_named(members: tuple[Claim, ...], node: Node, layer: Layer) -> Label:
    """The side that these claims name together: None for no side, "both" for several."""
    speaking = [member for member in members if speaks(member, node)]
    if not speaking:  # an uncovered terminal has its winner
        return layer.winner(node.position) if node.terminal else None
    labels = {_named(member, node) for member in speaking}
    return labels.pop() if len(labels) == 1 else "both"


def _named(member: Claim, node: Node) -> Label:
    """The side that one claim names: None for no side, "both" for several."""
    sides = [label(row[0]) for row in node.rows[member.by(Winners).iff, 1]]
    return sides[0] if len(sides) == 1 else "both" if sides else None


_NOTES: dict[Label, str] = {
    None: "no side is named here",
    "both": "more than one side is named here",
}


def _needs(spec: Spec, claim: Claim) -> list[Wanted]:
    found = wanted(claim, iff=1, where=0, strategy=1)
    for member in map(spec.claim, claim.together):
        found += wanted(member, iff=1, where=0)
    return found


def _told(claim: Claim) -> Spoken | None:
    if claim.together or claim.strategy is not None:
        return None
    return Spoken("winner", None, (claim.by(Winners).iff, 1), lambda row: label(row[0]))


KIND = Kind(
    "winners",
    Reads(_needs),
    HowJudged(lambda spec, claim, _game: _Judge(claim, spec.members(claim)), alliances=True),
    HowComputed("sides", searched=True, told=_told),
    HowProved(lambda one: Loopy(None, is_apart(one), sides=True) if one.endless else stated.Winners(is_apart(one))),
)
