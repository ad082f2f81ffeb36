"""Kind `example`: at a named position the outcome, the winner, or a predicate's value is as stated."""

from __future__ import annotations

from dataclasses import dataclass

from clingo import Symbol, SymbolType

from bouton.claims.kind import Finding, Kind, Wanted, Words, wanted
from bouton.ground.graph import Node
from bouton.ground.layers import Layer
from bouton.spec.model import Claim, Play, Spec


@dataclass(frozen=True)
class _Judge:
    claim: Claim
    mark: None = None

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """Whether the one position of the layer is as the example says."""
        (node,) = layer.nodes
        if self.claim.outcome is not None:
            actual = layer.outcome(self.claim.play, node.position)
            if actual != self.claim.outcome:
                return 1, Finding(node, self.claim.outcome, actual, self.claim.play)
        if self.claim.winner is not None and layer.winner(node.position) != self.claim.winner:
            return 1, Finding(node, self.claim.winner, layer.winner(node.position), self.claim.play)
        if self.claim.predicate is not None:
            stated, found = _stated(self.claim), _found(self.claim, node)
            if stated != found:
                said, true = _text(self.claim.predicate, stated), _text(self.claim.predicate, found)
                return 1, Finding(node, said, true, None, f"stated {said}, but {true} holds here")
        return 1, None


def _stated(claim: Claim) -> frozenset[tuple[int | str, ...]]:
    """The extent that the example states: `true`, one number, one tuple, or several tuples."""
    value = claim.value
    if value is None or value is True:
        return frozenset({()})
    if value is False:
        return frozenset()
    if isinstance(value, int):
        return frozenset({(value,)})
    if value and isinstance(value[0], int):
        return frozenset({value})
    return frozenset(value)  # type: ignore[arg-type]


def _found(claim: Claim, node: Node) -> frozenset[tuple[int | str, ...]]:
    rows = (rows for (name, _), rows in node.rows.items() if name == claim.predicate)
    return frozenset(tuple(_plain(term) for term in row) for of_arity in rows for row in of_arity)


def _plain(term: Symbol) -> int | str:
    return term.number if term.type is SymbolType.Number else str(term)


def _text(name: str, rows: frozenset[tuple[int | str, ...]]) -> str:
    if not rows:
        return f"not {name}"
    atoms = (f"{name}({','.join(map(str, row))})" if row else name for row in sorted(rows, key=str))
    return " ".join(atoms)


def _needs(_spec: Spec, claim: Claim) -> list[Wanted]:
    return wanted(claim, predicate=None)


def _plays(claim: Claim) -> tuple[Play, ...]:
    return (claim.play,) if claim.predicate is None else ()


def _words(_spec: Spec, claim: Claim) -> Words | None:
    if claim.predicate is not None:
        return None  # the value of a predicate is no matter of the game graph
    return lambda _node, _layer: {"claim": claim.outcome}


KIND = Kind("example", _needs, _plays, lambda _claim: True, lambda _spec, claim, _game: _Judge(claim), _words)
