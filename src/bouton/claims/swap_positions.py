"""Kind `swap-positions`: a predicate holds exactly where normal and misere play have different outcomes.

Yamasaki calls these positions singular, the others standard.
"""

from __future__ import annotations

from dataclasses import dataclass

from bouton.claims.kind import Finding, Kind, Wanted, Words, speaks, wanted
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Swaps
from bouton.document.entries import SwapPositions
from bouton.ground.layers import Layer


@dataclass(frozen=True)
class _Judge:
    claim: Claim
    mark: None = None

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position that is claimed singular and is standard, or the reverse."""
        predicate = self.claim.by(SwapPositions).iff
        nodes = [node for node in layer.nodes if speaks(self.claim, node)]
        for node in nodes:
            normal, misere = (layer.outcome(play, node.position) for play in ("normal", "misere"))
            claimed = node.holds(predicate)
            if claimed != (normal != misere):
                said = "a swap position" if claimed else "no swap position"
                note = f"claimed {said}, but its outcome is {normal} in normal and {misere} in misere play"
                labels = ("swap", "same") if claimed else ("same", "swap")
                return len(nodes), Finding(node, *labels, None, note)
        return len(nodes), None


def _needs(_spec: Spec, claim: Claim) -> list[Wanted]:
    return wanted(claim, iff=0, where=0)


def _words(_spec: Spec, claim: Claim) -> Words:
    predicate = claim.by(SwapPositions).iff
    return lambda node, _layer: {"claim": "swap" if node.holds(predicate) else "same"}


KIND = Kind(
    "swap-positions",
    _needs,
    lambda _claim: ("normal", "misere"),
    lambda _claim: False,
    lambda _spec, claim, _game: _Judge(claim),
    _words,
    alliances=False,
    program="swap",
    states=lambda _claim: Swaps(),
)
