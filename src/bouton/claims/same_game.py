"""Kind `same-game` with `key`: positions at which the key predicate has equal extents have equal outcomes."""

from __future__ import annotations

from dataclasses import dataclass, field

from clingo import Symbol

from bouton.claims.kind import Finding, Kind, Wanted, Words, speaks, wanted
from bouton.ground.graph import Node
from bouton.ground.layers import Layer
from bouton.position import Position, as_argument, named
from bouton.spec.model import Claim, Spec


@dataclass
class _Judge:
    spec: Spec
    claim: Claim
    mark: None = None
    first: dict[frozenset[tuple[Symbol, ...]], tuple[str, Position]] = field(default_factory=dict)

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position whose outcome differs from that of the first one with its key."""
        nodes = [node for node in layer.nodes if speaks(self.claim, node)]
        for node in nodes:
            outcome = layer.outcome(self.claim.play, node.position)
            before, other = self.first.setdefault(_key(self.claim, node), (outcome, node.position))
            if before != outcome:
                where = as_argument({}, named(self.spec.fluents, other))
                note = f"{where} has the same {self.claim.key} and is {_AN[before]}"
                return len(nodes), Finding(node, before, outcome, self.claim.play, note)
        return len(nodes), None


def _key(claim: Claim, node: Node) -> frozenset[tuple[Symbol, ...]]:
    rows = (rows for (name, _), rows in node.rows.items() if name == claim.key)
    return frozenset(row for of_arity in rows for row in of_arity)


_AN = {"P": "a P-position", "N": "an N-position"}


def _needs(_spec: Spec, claim: Claim) -> list[Wanted]:
    return wanted(claim, key=None, where=0)


def _words(_spec: Spec, claim: Claim) -> Words:
    def key(node: Node, _layer: Layer) -> dict[str, str]:
        atoms = (f"{claim.key}({','.join(map(str, row))})" for row in _key(claim, node))
        return {"key": " ".join(sorted(atoms))}

    return key


KIND = Kind("same-game", _needs, lambda claim: (claim.play,), lambda _claim: False, _Judge, _words, compares=True)
