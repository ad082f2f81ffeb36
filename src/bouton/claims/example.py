"""Kind `example`: at a named position the outcome, the winner, or a predicate's value is as stated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from clingo import Symbol, SymbolType

from bouton.claims.kind import Finding, Kind, Wanted, Words, wanted
from bouton.core.spec import Cell, Claim, Play, Spec
from bouton.ground.graph import Node
from bouton.ground.layers import Layer

Extent: TypeAlias = frozenset[tuple[int | str, ...]]
"""The rows of a predicate."""


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
            value = True if self.claim.value is None else self.claim.value
            stated, rows = extent(value), found(self.claim.predicate, node)
            if stated != rows:
                said, true = text(self.claim.predicate, stated), text(self.claim.predicate, rows)
                return 1, Finding(node, said, true, None, f"stated {said}, but {true} holds here")
        return 1, None


def extent(value: Cell) -> Extent:
    """The rows that are stated by `true`, `false`, one number, one tuple, or several tuples."""
    if value is True:
        return frozenset({()})
    if value is False:
        return frozenset()
    if isinstance(value, int | str):
        return frozenset({(value,)})
    if value and isinstance(value[0], int):
        return frozenset({value})
    return frozenset(value)  # type: ignore[arg-type]


def found(predicate: str, node: Node) -> Extent:
    """The rows for which a predicate holds at a position."""
    rows = (rows for (name, _), rows in node.rows.items() if name == predicate)
    return frozenset(tuple(_plain(term) for term in row) for of_arity in rows for row in of_arity)


def _plain(term: Symbol) -> int | str:
    return term.number if term.type is SymbolType.Number else str(term)


def text(name: str, rows: Extent) -> str:
    """The atoms of a predicate with those rows: `even(2) even(4)`, or `not even`."""
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
