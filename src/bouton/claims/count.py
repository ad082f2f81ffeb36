"""Kind `count`: how many P-positions of the box, or positions of a predicate, have each number of stones, say.

The numbers are listed, as an encyclopedia of sequences has them, or a predicate of the rules gives them. A number is
known once the last position that it may count is judged, and the numbers are judged in their order: so the least one
that is wrong refutes the claim, at that position.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from bouton.claims.judge import Finding, Judge
from bouton.claims.kind import ALWAYS, NEVER, HowJudged, HowSaid, Kind, Reads
from bouton.claims.wanted import naming
from bouton.core.errors import Diagnostic, fault, fault_at, nearest
from bouton.core.spec import Claim, Spec
from bouton.document.entries import Count
from bouton.ground.box import Region, ground_box
from bouton.ground.counted import STONES, names, number_of
from bouton.ground.game import Game
from bouton.ground.graph import Node
from bouton.ground.layers import Layer, existing
from bouton.ground.sequence import terms
from bouton.rules.file import Rules


@dataclass
class _Judge(Judge):
    """Counts down the positions that each number may still count, and up those that it does."""

    claim: Claim
    game: Game
    left: Counter[int]
    found: Counter[int] = field(default_factory=Counter)
    claimed: Mapping[int, int] | None = None

    def __post_init__(self) -> None:
        said = self.claim.by(Count)
        self.number = number_of(self.game.fluents, said.by)
        self.waiting = deque(sorted(self.left))
        if said.terms is not None:
            self.claimed = dict(enumerate(said.terms, said.first))
            beyond = [at for at in self.claimed if at not in self.left]
            if beyond:
                message = f"terms: the box has no position with {said.by} {beyond[0]}, of which a term is listed"
                raise fault(message, at=self.claim.at("terms"), expected="a larger box, or fewer terms")

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position with which a number is known that is another than is claimed."""
        said = self.claim.by(Count)
        for judged, node in enumerate(layer.nodes, 1):
            at = self.number(node.position)
            self.left[at] -= 1
            lost = layer.outcome(said.play, node.position) == "P" if said.of is None else node.holds(said.of)
            self.found[at] += lost
            while self.waiting and not self.left[self.waiting[0]]:
                finding = self._wrong(node, self.waiting.popleft())
                if finding is not None:
                    return judged, finding
        return len(layer.nodes), None

    def _wrong(self, node: Node, at: int) -> Finding | None:
        claimed, found = self._claimed(node, at), self.found[at]
        if claimed is None or claimed == found:
            return None
        said = self.claim.by(Count)
        what = "P-positions" if said.of is None else f"positions where {said.of} holds"
        note = f"of the {what} with {said.by} {at} there are {found}, and the claim says {claimed}; this is the last"
        return Finding(node, claimed, found, None, f"{note} position that may be one")

    def _claimed(self, node: Node, at: int) -> int | None:
        """What is claimed; None where nothing is, beyond the list."""
        said = self.claim.by(Count)
        if self.claimed is None:
            assert said.same is not None
            rows = node.rows[said.same, 2]
            self.claimed = {index: number for index, (number,) in terms(self.game, said.same, rows).items()}
        if said.same is not None and at not in self.claimed:
            message = f"same: {said.same} says nothing of {said.by} {at}"
            expected = "rules that give a number for each that the box has"
            raise fault(message, at=self.claim.at("same"), expected=expected)
        return self.claimed.get(at)


def _judge(spec: Spec, claim: Claim, game: Game) -> _Judge:
    region = Region(ground_box(spec.fluents, claim.box, game.parameters))
    layers, most = region.layers(game.measure), claim.box.stones
    number = number_of(game.fluents, claim.by(Count).by)
    inside = (
        position for layer in layers for position in layer if most is None or game.measure.of(position) <= (most,)
    )
    exist = inside if game.rules.legal is None else existing(game, region)([*inside])
    return _Judge(claim, game, Counter(map(number, exist)))


def _misfits(rules: Rules, claim: Claim) -> Iterator[Diagnostic]:
    """A number that no position has, or a predicate of the numbers that changes with the position."""
    said, known = claim.by(Count), names(rules.fluents)
    if said.by not in known:
        what = f"by: positions of this game have no number {said.by!r}"
        yield fault_at(claim.at("by"), what, " or ".join(known), nearest(said.by, known))
    if said.same is not None and (said.same, 2) in rules.dependent:
        expected = "a predicate of parameters alone: the number, and how many positions have it"
        yield fault_at(claim.at("same"), f"same: {said.same} changes with the position", expected)


KIND = Kind(
    "count",
    Reads(naming(of=0, same=2), _misfits),
    HowJudged(
        _judge,
        plays=lambda claim: (claim.play,) if claim.by(Count).of is None else (),
        lists=NEVER,
        compares=ALWAYS,
        alliances=False,
    ),
    said=HowSaid(rows=lambda claim: [("counted", f"by {claim.by(Count).by}")] if claim.by(Count).by != STONES else []),
)
