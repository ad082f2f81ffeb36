"""What a claim says of single positions, and whether it is so: the theorem laid over the truth."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeAlias

from bouton.claims import grundy, winners
from bouton.claims.kind import Nodewise, speaks
from bouton.claims.p_positions import ByOutcome
from bouton.claims.registry import KINDS, stated
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Family, Values, Winners
from bouton.core.verdict import Label
from bouton.ground.game import Game
from bouton.ground.graph import Node
from bouton.ground.layers import Layer


class Says(NamedTuple):
    """What a claim says at a position, in a word or two, and whether that is wrong."""

    label: str
    wrong: bool


Reading: TypeAlias = Callable[[Node, Layer], Says | None]
"""Gives what is said at a position, None where the claim does not speak of it."""


def reading(spec: Spec, claim: Claim, game: Game) -> Reading | None:
    """What the claim says of each position by itself; None where it is about other things, or compares positions."""
    kind = KINDS[claim.kind]
    if claim.about != "positions" or claim.points or kind.compares(claim) or not kind.every:
        return None
    judge, members, states = kind.judge(spec, claim, game), spec.members(claim), stated(claim)
    if isinstance(judge, Nodewise):
        return _found(claim, judge)
    if isinstance(judge, ByOutcome):
        return _spoken(claim, judge.claimed, partial(_outcome, claim))
    if isinstance(states, Family):
        return _spoken(claim, lambda _node, _layer: states.outcome, partial(_outcome, claim))
    if isinstance(states, Values):
        return _spoken(
            claim,
            lambda node, _layer: grundy.value_named(claim, node),
            lambda node, layer: layer.values[claim.play][node.position],
        )
    if isinstance(states, Winners):
        return _spoken(claim, partial(winners.side_named, members), lambda node, layer: layer.winner(node.position))
    return None


def _outcome(claim: Claim, node: Node, layer: Layer) -> Label:
    return layer.outcome(claim.play, node.position)


def _spoken(claim: Claim, claimed: Callable[[Node, Layer], Label], true: Callable[[Node, Layer], Label]) -> Reading:
    def says(node: Node, layer: Layer) -> Says | None:
        if not speaks(claim, node):
            return None
        label = claimed(node, layer)
        return Says("nothing" if label is None else str(label), label != true(node, layer))

    return says


def _found(claim: Claim, judge: Nodewise) -> Reading:
    def says(node: Node, layer: Layer) -> Says | None:
        if not speaks(claim, node):
            return None
        finding = judge.wrong(node, layer)
        if finding is None:
            return Says("as claimed", wrong=False)
        return Says("nothing" if finding.claimed is None else str(finding.claimed), wrong=True)

    return says
