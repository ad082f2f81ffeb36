"""Kind `everywhere`: a predicate holds at every position (of `where`); a lemma about moves, say."""

from __future__ import annotations

from dataclasses import dataclass

from bouton.claims.kind import Finding, Kind, Wanted, numbers, speaks, wanted
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Everywhere
from bouton.ground.layers import Layer


@dataclass(frozen=True)
class _Judge:
    claim: Claim
    mark: None = None

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position at which the predicate fails."""
        assert self.claim.iff is not None
        nodes = [node for node in layer.nodes if speaks(self.claim, node)]
        for node in nodes:
            if not node.holds(self.claim.iff):
                return len(nodes), Finding(node, "holds", "fails", None, f"{self.claim.iff} does not hold here")
        return len(nodes), None


def _needs(spec: Spec, claim: Claim) -> list[Wanted]:
    return [*wanted(claim, iff=0, where=0), *numbers(spec, claim)]


KIND = Kind(
    "everywhere",
    _needs,
    lambda _claim: (),
    lambda _claim: False,
    lambda _spec, claim, _game: _Judge(claim),
    program="everywhere",
    states=lambda _claim: Everywhere(),
)
