"""Kind `remoteness`: a predicate says in how many moves the game ends, the winner hastening and the loser delaying.

At a terminal that is 0. A position that the player to move wins is one move farther than the nearest option that the
other loses, one that he loses one move farther than the farthest option (Steinhaus 1925). At a draw the predicate
holds of nothing.
"""

from __future__ import annotations

from clingo import SymbolType

from bouton.claims.judge import Finding, nodewise
from bouton.claims.kind import ALWAYS, Ending, HowComputed, HowJudged, HowProved, Kind, Reads
from bouton.claims.wanted import naming
from bouton.core.spec import Claim, Play
from bouton.core.verdict import Label
from bouton.document.entries import Remoteness
from bouton.ground.graph import Node
from bouton.ground.layers import Layer
from bouton.ground.loops import DRAW


def remoteness(layer: Layer, play: Play, node: Node) -> int | str:
    """In how many moves the game ends from a judged position; that it is a draw, where it need not end."""
    moves = layer.ends[play].remoteness(node.position)
    return DRAW if moves is None else moves


def _wrong(claim: Claim, node: Node, layer: Layer) -> Finding | None:
    """That another number of moves is claimed, none, or several."""
    name, actual = claim.by(Remoteness).iff, remoteness(layer, claim.play, node)
    said = sorted(row[0] for row in node.rows[name, 1])
    claimed: Label = DRAW if not said else "both" if len(said) > 1 else str(said[0])
    if len(said) == 1 and said[0].type is SymbolType.Number:
        claimed = said[0].number
    if claimed == actual:
        return None
    told = f"{name} names {' and '.join(map(str, said)) or 'no number of moves'}"
    true = "it is a draw" if actual == DRAW else f"it is {layer.outcome(claim.play, node.position)} in {actual}"
    return Finding(node, claimed, actual, claim.play, f"{told}, but {true}")


KIND = Kind(
    "remoteness",
    Reads(naming(iff=1, where=0)),
    HowJudged(nodewise(_wrong), remote=ALWAYS),
    HowComputed(searched=True, ending=lambda claim: Ending(moves=claim.by(Remoteness).iff)),
    HowProved(characterises=lambda _claim: None),
)
