"""How claims are judged, layer after layer of positions, and what is found where one fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from bouton.claims.subject import declared
from bouton.core.errors import fault
from bouton.core.position import Parameters
from bouton.core.spec import Box, Claim, MemberRange, Play, Spec
from bouton.core.verdict import Component, Label
from bouton.ground.box import ground_box
from bouton.ground.domains import members
from bouton.ground.game import Game, room
from bouton.ground.graph import Node
from bouton.ground.layers import Layer, Mark
from bouton.ground.weights import Weights
from bouton.rules.file import Rules


def game_of(spec: Spec, rules: Rules, box: Box, parameters: Parameters) -> Game:
    """The game of a spec for those values of the parameters, as far as it is judged in the box.

    How far its moves are followed does not depend on what is judged of the box: one position is judged as all are.
    """
    size = max(ground_box(spec.fluents, one, parameters).size() for one in (spec.box, box))
    game = Game(rules, spec.measure, parameters, declared(spec, box, parameters), spec.open, room(size), spec.cycles)
    domains = {one.name: members(one, parameters) for one in spec.box.fluents if isinstance(one, MemberRange)}
    game = replace(game, domains=domains) if domains else game
    asked = spec.measure.predicates
    missing = next((name for name in asked if (name, 1) not in rules.defined), None)
    if missing is not None:
        raise fault(f"no rule derives {missing}/1", file=spec.file, expected=f"{missing}(W), the measure of a position")
    return replace(game, measure=replace(spec.measure, weigh=Weights(game, asked))) if asked else game


@dataclass(frozen=True)
class Finding:
    """A position at which a claim fails: what is claimed there and what is true.

    `play` is the play whose outcomes explain it; `note` says what no outcome shows, in a sentence;
    with `values` the options are explained by their values, of both plays where `play` is None. `below` counts the
    positions judged before it, where they are not those of the layers before. Of a sum, `components` say where each
    game is.
    """

    node: Node
    claimed: Label
    actual: Label
    play: Play | None
    note: str = ""
    values: bool = False
    below: int | None = None
    components: tuple[Component, ...] = ()


class Judge(Protocol):
    """Judges layer after layer, upward; keeps what later layers need.

    `mark` is the set of positions claimed P, where the claim has one whose local conditions are checked.
    """

    @property
    def mark(self) -> Mark | None:
        """The positions claimed P so far, to which the judge adds after each layer; None where it has no such set."""
        return None

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """How many positions of the layer the claim speaks of, and its first failure among them."""


@dataclass(frozen=True)
class Nodewise(Judge):
    """Judges each position by itself."""

    claim: Claim
    wrong: Callable[[Node, Layer], Finding | None]
    """What is wrong at a position of which the claim speaks."""

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position at which something is wrong."""
        nodes = [node for node in layer.nodes if speaks(self.claim, node)]
        found = (self.wrong(node, layer) for node in nodes)
        return len(nodes), next((finding for finding in found if finding is not None), None)


def nodewise(wrong: Callable[[Claim, Node, Layer], Finding | None]) -> Callable[[Spec, Claim, Game], Nodewise]:
    """What makes such a judge of a claim."""
    return lambda _spec, claim, _game: Nodewise(claim, partial(wrong, claim))


def is_apart(claim: Claim) -> bool:
    """Whether a claim by itself speaks of some positions alone, so that its proof asks that no move leaves these."""
    return claim.where is not None and not claim.together


def speaks(claim: Claim, node: Node) -> bool:
    """Whether the claim's `where` holds there."""
    where = claim.where
    return where is None or node.holds(where)
