"""Kind `grundy`: the predicate `value(V)` is the Sprague-Grundy value, in normal or in misère play.

Checked twice in every layer: against the values by mex, and by the local condition on what is claimed (no
option has the claimed value, and every smaller number is the value of one). By induction on the measure both
fail at the same positions of the least layer in which either fails.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bouton.claims.judge import Finding, Judge, is_apart, speaks
from bouton.claims.kind import ALWAYS, HowComputed, HowJudged, HowProved, Kind, Reads, Spoken
from bouton.claims.wanted import naming
from bouton.core.errors import Disagreement
from bouton.core.position import Position
from bouton.core.spec import Claim
from bouton.core.stated import Values
from bouton.core.verdict import Label
from bouton.document.entries import Grundy
from bouton.ground.alliances import label
from bouton.ground.graph import Node
from bouton.ground.layers import Layer


@dataclass
class _Judge(Judge):
    claim: Claim
    said: dict[Position, Label] = field(default_factory=dict)
    """The values claimed in the layers below; elsewhere the true ones count."""

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position with another value than is claimed."""
        play = self.claim.play
        nodes = [node for node in layer.nodes if speaks(self.claim, node)]
        claimed = {node.position: value_named(self.claim, node) for node in nodes}
        wrong = [node for node in nodes if claimed[node.position] != layer.values[play][node.position]]
        broken = [node for node in nodes if not self._locally_right(node, claimed[node.position], layer)]
        if wrong != broken:
            first = (wrong + broken)[0].position
            raise Disagreement(f"{self.claim.id}: values and local conditions differ in the layer of {first}")
        if wrong:
            node = wrong[0]
            said, actual = claimed[node.position], layer.values[play][node.position]
            return len(nodes), Finding(
                node, said, actual, play, _note(said, actual, node, layer, self.claim), values=True
            )
        self.said.update(claimed)
        return len(nodes), None

    def _locally_right(self, node: Node, label: Label, layer: Layer) -> bool:
        if not isinstance(label, int) or label < 0:
            return False
        if node.terminal:
            return label == (0 if layer.outcome(self.claim.play, node.position) == "P" else 1)
        true = layer.values[self.claim.play]
        options = {self.said.get(move.to, true[move.to]) for move in node.moves}
        return label not in options and all(smaller in options for smaller in range(label))


def value_named(claim: Claim, node: Node) -> Label:
    """The one number that the predicate names: None for none, "both" for several."""
    found = node.rows[claim.by(Grundy).iff, 1]
    if len(found) != 1:
        return "both" if found else None
    return label(next(iter(found))[0])


def _note(said: Label, actual: int, node: Node, layer: Layer, claim: Claim) -> str:
    value = "no value is claimed" if said is None else f"claimed value {said}"
    if said == "both":
        value = "more than one value is claimed"
    if node.terminal:
        return f"{value}, but it is {actual}: no move is left"
    options = sorted({layer.values[claim.play][move.to] for move in node.moves})
    return f"{value}, but it is {actual}: the options have the values {', '.join(map(str, options))}"


KIND = Kind(
    "grundy",
    Reads(naming(iff=1, where=0)),
    HowJudged(lambda _spec, claim, _game: _Judge(claim), values=ALWAYS, alliances=False),
    HowComputed(
        "values",
        heaps=True,
        searched=True,
        told=lambda claim: Spoken("value", None, (claim.by(Grundy).iff, 1), lambda row: label(row[0])),
    ),
    HowProved(lambda claim: Values(is_apart(claim))),
)
