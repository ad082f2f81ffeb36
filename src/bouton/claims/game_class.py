"""Kind `class`: the game is tame, miserable, pet, a minion, ..., or wild; or a predicate gives its swap positions.

A class of games is claimed of the game that begins at each position of the box (of `where`): of that position and of
all below it, inside the box or not. The counterexample is the least position whose game is not of the class. That
a game is wild says that one is not tame: the least such position shows it, for each value of the parameters, and a
box without one shows nothing. A class of positions is claimed to be what a predicate describes. The definitions are
those of `bouton.core.game_classes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from bouton.claims.judge import Finding, Judge, Nodewise, is_apart, speaks
from bouton.claims.kind import ALWAYS, HowComputed, HowJudged, HowProved, HowSaid, Kind, OfPairs, Reads
from bouton.claims.wanted import naming
from bouton.core.counterexample import short
from bouton.core.errors import fault
from bouton.core.game_classes import POSITIONS, Notion, Pair, notion
from bouton.core.position import Position, named
from bouton.core.spec import PLAYS, Claim, Spec
from bouton.core.stated import Pairs
from bouton.document.entries import Class
from bouton.ground.game import Game
from bouton.ground.graph import Node
from bouton.ground.layers import Layer

_FEW = 3
"""Options with the same pair that a sentence names."""


@dataclass(frozen=True)
class _Flaw:
    at: Position
    """Where the condition is broken: the position itself, or one below it."""
    why: str


@dataclass
class _Games(Judge):
    """Judges a class of games."""

    claim: Claim
    game: Game
    notion: Notion
    flaws: dict[Position, _Flaw] = field(default_factory=dict)

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position whose game is not of the class."""
        for node in (*layer.others, *layer.nodes):
            self._look(node, layer)
        nodes = [node for node in layer.nodes if speaks(self.claim, node)]
        name = self.claim.by(Class).notion
        for node in nodes:
            flaw = self.flaws.get(node.position)
            if flaw is not None:
                below = (
                    "" if flaw.at == node.position else f"{short(named(self.game.fluents, flaw.at))} lies below it: "
                )
                note = f"{self.notion.denial}: {below}{flaw.why}"
                return len(nodes), Finding(node, name, self.notion.denial, None, note, values=True)
        return len(nodes), None

    def _look(self, node: Node, layer: Layer) -> None:
        """Note what is wrong at the position, or else below it."""
        pair, options = layer.pair(node.position), {layer.pair(move.to) for move in node.moves}
        why = self.notion.fails(pair, options)
        if why is not None:
            said = f"(g, g-) = {pair}, {why}: {_options(self.game, layer, node)}"
            self.flaws[node.position] = _Flaw(node.position, said)
        elif self.flaws:
            below = [self.flaws[move.to] for move in node.moves if move.to in self.flaws]
            if below:
                least = min(below, key=lambda flaw: (self.game.measure.of(flaw.at), flaw.at))
                self.flaws[node.position] = least


def _wrong(claim: Claim, game: Game, node: Node, layer: Layer) -> Finding | None:
    """Where a predicate is to describe a class of positions, that it and the definition differ."""
    name = claim.by(Class).notion
    one = name.removesuffix("s").replace("-", " ")
    pair, options = layer.pair(node.position), {layer.pair(move.to) for move in node.moves}
    claimed, actual = node.holds(claim.iff or ""), POSITIONS[name](pair, options)
    if claimed == actual:
        return None
    labels = (one if claimed else f"no {one}", one if actual else f"no {one}")
    said = f"claimed {'a ' if claimed else ''}{labels[0]}, but (g, g-) = {pair}"
    return Finding(node, *labels, None, f"{said}: {_options(game, layer, node)}", values=True)


def _options(game: Game, layer: Layer, node: Node) -> str:
    """The options by their pairs: `its options have (0, 1) at 1, 2:2 and (2, 2) at 3`."""
    if not node.moves:
        return "no move is left"
    by_pair: dict[Pair, list[str]] = {}
    for to in sorted({move.to for move in node.moves}):
        by_pair.setdefault(layer.pair(to), []).append(short(named(game.fluents, to)))
    parts = []
    for pair, places in sorted(by_pair.items()):
        more = f" and {len(places) - _FEW} more" if len(places) > _FEW else ""
        parts.append(f"{pair} at {', '.join(places[:_FEW])}{more}")
    return f"the options have {'; '.join(parts)}"


def _judge(_spec: Spec, claim: Claim, game: Game) -> Judge:
    """The judge of one claim; InputError for a game whose rules say who has won, which has no two versions."""
    if ("winner", 1) in game.rules.defined:
        raise fault(
            f"this is about normal and misère play, and {game.rules.sources.name} says by winner/1 who has won",
            at=claim.at("kind"),
            expected="rules without winner/1",
        )
    said = claim.by(Class)
    if said.notion in POSITIONS:
        return Nodewise(claim, partial(_wrong, claim, game))
    return _Games(claim, game, notion(said.notion, said.by))


def _pairs(claim: Claim) -> OfPairs:
    said = claim.by(Class)
    if said.notion in POSITIONS:
        return OfPairs(POSITIONS[said.notion])
    fails = notion(said.notion, said.by).fails
    return OfPairs(lambda pair, options: fails(pair, options) is not None, hereditary=True)


_LABELS = {"swap-positions": {0, 1}, "tame-positions": {2, 3}, "critical-positions": {2}}
"""The labels that positions of a class have (see `bouton.proof.obligations.pairs`)."""
_GREATEST = {"pet": 2, "strongly-miserable": 2}
"""The greatest label of a pet game: from each position that is no swap position both kinds of these are reached."""


def _states(claim: Claim) -> Pairs:
    said = claim.by(Class)
    return Pairs(
        said.iff,
        frozenset(_LABELS.get(said.notion, ())),
        _GREATEST.get(said.notion, 3),
        hereditary=is_apart(claim),
    )


def _rows(claim: Claim) -> Iterator[tuple[str, str]]:
    said = claim.by(Class)
    yield "class", f"{said.notion}{f', by ({said.by}) of Theorem 3' if said.by else ''}"


KIND = Kind(
    "class",
    Reads(naming(iff=0, where=0, labels=1)),
    HowJudged(
        _judge,
        plays=lambda _claim: PLAYS,
        values=ALWAYS,
        alliances=False,
        shows=lambda claim: claim.by(Class).notion == "wild",
    ),
    HowComputed("values", pairs=_pairs),
    HowProved(_states, lambda claim: claim.by(Class).labels),
    HowSaid(rows=_rows),
)
