"""Kind `p-positions`: a predicate holds exactly at the P-positions.

Checked twice in every layer: against clingo's kernel, and by the local conditions on the claimed set
(no option of a claimed P-position is claimed P; every other non-terminal has an option that is). By
induction on the measure both fail at the same positions of the least layer in which either fails.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from bouton.claims import strategy
from bouton.claims.judge import Finding, is_apart, speaks
from bouton.claims.kind import Ending, HowComputed, HowJudged, HowProved, HowSaid, Kind, Reads, Spoken, Words
from bouton.claims.wanted import Wanted, numbers, wanted
from bouton.core.errors import Disagreement
from bouton.core.position import Position
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Kernel, Loopy, Stated
from bouton.core.verdict import Label
from bouton.ground.game import Game
from bouton.ground.graph import Node
from bouton.ground.layers import Layer, Mark
from bouton.ground.loops import DRAW

NO_DRAWS = "certificates are of games without cycles, and say nothing of draws"


@dataclass
class ByOutcome:
    """Judges what is claimed at the positions that a claim speaks of: P or N, None for nothing, or "both"."""

    claim: Claim
    claimed: Callable[[Node, Layer], Label]
    mark: Mark
    tells: bool = True
    """Whether it is claimed which positions are draws."""

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position at which claim and kernel differ or the strategy fails."""
        claimed: dict[Position, Label] = {}
        for node in layer.nodes:
            if speaks(self.claim, node):
                claimed[node.position] = self.claimed(node, layer)
        nodes = [node for node in layer.nodes if node.position in claimed]
        wrong = [n for n in nodes if not self._right(claimed[n.position], layer.outcome(self.claim.play, n.position))]
        if not layer.ends:  # by induction on the measure, which no cycle has
            reaching = layer.reaches(self.mark)
            broken = [
                n for n in nodes if not self._locally_right(n, claimed[n.position], n.position in reaching, layer)
            ]
        if not layer.ends and wrong != broken:
            first = (wrong + broken)[0].position
            raise Disagreement(f"{self.claim.id}: kernel and local conditions differ in the layer of {first}")
        for node in layer.nodes:
            if claimed.get(node.position, layer.outcome(self.claim.play, node.position)) == "P":
                self.mark.add(node.position)
        for node in nodes:
            if wrong and node is wrong[0]:
                label, actual = claimed[node.position], layer.outcome(self.claim.play, node.position)
                return len(nodes), Finding(node, label, actual, self.claim.play, _NOTES.get(label, ""))
            if self.claim.strategy and (finding := strategy.failure(self.claim, self.claim.strategy, node, layer)):
                return len(nodes), finding
        return len(nodes), None

    def _right(self, label: Label, outcome: str) -> bool:
        """Whether what is claimed is so: where no claim speaks of draws, that a position is not P is all that is."""
        return label == outcome or (label == "N" and outcome == DRAW and not self.tells)

    def _locally_right(self, node: Node, label: Label, reaches: bool, layer: Layer) -> bool:
        if label not in ("P", "N"):
            return False
        if node.terminal:
            return label == layer.outcome(self.claim.play, node.position)
        return reaches is (label == "N")


def _claimed(claim: Claim, members: tuple[Claim, ...], node: Node, layer: Layer) -> Label:
    labels = {_label(member, node) for member in members if speaks(member, node)}
    if len(labels) == 1:
        return labels.pop()
    if labels:
        return "both"
    # an uncovered terminal takes the value play gives it
    return layer.outcome(claim.play, node.position) if node.terminal else None


def _label(member: Claim, node: Node) -> Label:
    """What one claim says: P, a draw, "both", or N where it says neither."""
    said = [label for name, label in ((member.iff, "P"), (member.draw, DRAW)) if name and node.holds(name)]
    return "both" if len(said) > 1 else said[0] if said else "N"


_NOTES: dict[Label, str] = {
    None: "none of the theorems taken together covers it",
    "both": "two of the theorems taken together disagree about it",
}


def _needs(spec: Spec, claim: Claim) -> list[Wanted]:
    found = [*wanted(claim, iff=0, draw=0, where=0, strategy=1), *numbers(spec, claim)]
    for member in map(spec.claim, claim.together):
        found += wanted(member, iff=0, where=0)
    return found


def _words(spec: Spec, claim: Claim) -> Words | str:
    members = spec.members(claim)
    if claim.draw is not None:
        return NO_DRAWS

    def says(node: Node, layer: Layer) -> dict[str, Any]:
        said: dict[str, Any] = {"claim": _claimed(claim, members, node, layer)}
        if claim.strategy is not None:
            said["named"] = strategy.named(claim, claim.strategy, node, layer)
        return said

    return says


def _states(claim: Claim) -> Stated:
    if claim.endless:
        return Loopy(claim.draw, is_apart(claim))
    return Kernel(is_apart(claim)) if claim.draw is None else Stated()


def _told(claim: Claim) -> Spoken | None:
    if claim.together or claim.draw is not None or claim.strategy is not None:
        return None
    return Spoken("outcome", "N", (claim.iff or "", 0), lambda _row: "P")


def _ending(claim: Claim) -> Ending | None:
    apart = not claim.together and claim.strategy is None
    return Ending(claim.iff, claim.draw, tells=claim.draw is not None) if apart else None


def _judge(spec: Spec, claim: Claim, _game: Game) -> ByOutcome:
    says = partial(_claimed, claim, spec.members(claim))
    return ByOutcome(claim, says, Mark(claim.play), claim.draw is not None)


KIND = Kind(
    "p-positions",
    Reads(_needs),
    HowJudged(_judge, lists=lambda claim: claim.strategy is not None, alliances=False),
    HowComputed("kernel", heaps=True, searched=True, told=_told, ending=_ending),
    HowProved(_states),
    HowSaid(words=_words),
)
