"""Kind `example`: at a named position the outcome, the winner, or a predicate's value is as stated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from bouton.claims.judge import Finding, nodewise
from bouton.claims.kind import HowComputed, HowJudged, HowSaid, Kind, Reads, Words
from bouton.claims.restated import Restated, others, restated
from bouton.claims.wanted import naming, no_alliances
from bouton.core.errors import Diagnostic
from bouton.core.spec import Cell, Claim, Spec
from bouton.document.entries import Example
from bouton.ground.alliances import label
from bouton.ground.graph import Node
from bouton.ground.layers import Layer
from bouton.rules.file import Rules

Extent: TypeAlias = frozenset[tuple[int | str, ...]]
"""The rows of a predicate."""


def _wrong(claim: Claim, node: Node, layer: Layer) -> Finding | None:
    """What is not as the example says."""
    one, play = claim.by(Example), claim.play
    if one.outcome is not None:
        actual = layer.outcome(play, node.position)
        if actual != one.outcome:
            return Finding(node, one.outcome, actual, play)
    if one.winner is not None and layer.winner(node.position) != one.winner:
        return Finding(node, one.winner, layer.winner(node.position), play)
    if one.predicate is not None:
        stated, rows = extent(True if one.value is None else one.value), found(one.predicate, node)
        if stated != rows:
            said, true = text(one.predicate, stated), text(one.predicate, rows)
            return Finding(node, said, true, None, f"stated {said}, but {true} holds here")
    return None


def about_predicate(name: str) -> str:
    """Why there is no certificate of what is said of a predicate."""
    return f"what it says of {name} is no matter of the game graph"


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
    return frozenset(tuple(map(label, row)) for of_arity in rows for row in of_arity)


def text(name: str, rows: Extent) -> str:
    """The atoms of a predicate with those rows: `even(2) even(4)`, or `not even`."""
    if not rows:
        return f"not {name}"
    atoms = (f"{name}({','.join(map(str, row))})" if row else name for row in sorted(rows, key=str))
    return " ".join(atoms)


def _misfits(rules: Rules, claim: Claim) -> Iterator[Diagnostic]:
    if claim.by(Example).winner is not None and not rules.alliances:
        yield no_alliances(rules, claim, "winner")


def _words(_spec: Spec, claim: Claim) -> Words | str:
    one = claim.by(Example)
    if one.predicate is not None:
        return about_predicate(one.predicate)
    return lambda _node, _layer: {"claim": one.outcome}


def _restated(claim: Claim) -> Iterator[Restated]:
    """Another outcome, winner, or value of the predicate."""
    one = claim.by(Example)
    if one.outcome is not None:
        yield from (restated(claim, "outcome", other) for other in others(one.outcome))
    elif one.winner is not None:
        yield restated(claim, "winner", one.winner + 1 if isinstance(one.winner, int) else "another")
    else:
        value = True if one.value is None else one.value
        spelt = replace(claim, said=one.model_copy(update={"value": value}))
        yield from (restated(spelt, "value", other) for other in others(value))


KIND = Kind(
    "example",
    Reads(naming(predicate=None), _misfits),
    HowJudged(
        nodewise(_wrong),
        plays=lambda claim: (claim.play,) if claim.by(Example).predicate is None else (),
        point=lambda claim: claim.points[0],
    ),
    HowComputed(searched=True),
    said=HowSaid(words=_words, restated=_restated),
)
