"""Kind `outcome`: all positions of a family are P-positions, or all are N-positions; nothing is said of the others.

The outcome is that of clingo's kernel. With `reply`, R(M,A), each move M from a position of the family must have an
answer A, and each answer that is named must be a move that leads back into the family: then the second player never
leaves it. A move that has no such answer refutes the claim, even if its position is a P-position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from clingo import Symbol

from bouton.claims.judge import Finding, speaks
from bouton.claims.kind import Ending, HowComputed, HowJudged, HowProved, HowSaid, Kind, Reads, Spoken, Words
from bouton.claims.p_positions import NO_DRAWS, ByOutcome
from bouton.claims.restated import Restated, restated
from bouton.claims.wanted import naming
from bouton.core.errors import Unreadable
from bouton.core.fresh import unused
from bouton.core.position import Position
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Family, Stated
from bouton.document.entries import Outcome
from bouton.ground.box import Region, among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.ground.layers import Layer, Mark
from bouton.ground.loops import DRAW
from bouton.ground.moves import Move
from bouton.rules.read import more
from bouton.rules.syntax import names_of


@dataclass
class _Judge:
    """Judges outcomes first, and then the replies, which need the moves from each option, and where these lead."""

    claim: Claim
    game: Game
    outcomes: ByOutcome
    moves: dict[Position, Sequence[Move]] = field(default_factory=dict)
    """The moves from positions that were looked at."""
    family: dict[Position, bool] = field(default_factory=dict)
    """Whether these are of the family."""

    @property
    def mark(self) -> Mark:
        """The positions that are P by the claim, and of the others by the kernel."""
        return self.outcomes.mark

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position of another outcome; else the first with a move that has no reply."""
        count, finding = self.outcomes.judge(layer)
        reply = self.claim.by(Outcome).reply
        if finding is not None or reply is None:
            return count, finding
        self._note(layer.nodes)
        spoken = [node for node in layer.nodes if speaks(self.claim, node)]
        options = dict.fromkeys(move.to for node in spoken for move in node.moves)
        self._look_at(options)
        self._look_at(dict.fromkeys(move.to for option in options for move in self.moves[option]))
        found = (self._unanswered(node, reply) for node in spoken)
        return count, next((one for one in found if one is not None), None)

    def _note(self, nodes: Iterable[Node]) -> None:
        for node in nodes:
            self.moves[node.position], self.family[node.position] = node.moves, speaks(self.claim, node)

    def _look_at(self, positions: Iterable[Position]) -> None:
        """Look at those of the positions that no layer had: they may lie outside of the box, or below one position."""
        unknown = [one for one in positions if one not in self.moves]
        if unknown:
            wanted = set() if self.claim.where is None else {(self.claim.where, 0)}
            box = among(self.game.fluents, tuple(unknown)).hull
            self._note(Grounder.of(self.game, box, wanted).nodes(unknown))

    def _unanswered(self, node: Node, reply: str) -> Finding | None:
        """What is wrong with the replies to the moves from a position, if anything."""
        named: dict[Symbol, list[Symbol]] = {}
        for term, answer in sorted(node.rows[reply, 2]):
            named.setdefault(term, []).append(answer)
        for move in node.moves:
            answers = {one.term: one.to for one in self.moves[move.to]}
            if not answers and self.claim.play == "misere":
                continue  # the move ends the game, so that it has lost
            note = None if named.get(move.term) else f"{reply} names no answer to {move.term}"
            for answer in named.get(move.term, ()):
                if answer not in answers:
                    note = f"{reply} answers {move.term} by {answer}, which is no legal move"
                elif not self.family[answers[answer]]:
                    note = f"{reply} answers {move.term} by {answer}, which leads out of {self.claim.where}"
            if note is not None:
                play = self.claim.play
                return Finding(node, "a reply to each move", "a move without one", play, f"{note}; the position is P")
        return None


def _judge(_spec: Spec, claim: Claim, game: Game) -> _Judge:
    outcome = claim.by(Outcome).outcome
    return _Judge(claim, game, ByOutcome(claim, lambda _node, _layer: outcome, Mark(claim.play)))


def _words(_spec: Spec, claim: Claim) -> Words | str:
    said = claim.by(Outcome)
    if said.reply is not None:
        return "what it says of replies is no matter of outcomes"
    if said.outcome == DRAW:
        return NO_DRAWS
    return lambda _node, _layer: {"claim": said.outcome}


def _written(_spec: Spec, claim: Claim, game: Game, _region: Region) -> tuple[str, Game]:
    """A predicate that holds at the positions of the family that are claimed P: at all of them, or at none."""
    said, where = claim.by(Outcome), claim.where
    if where is None or said.reply is not None or said.outcome == DRAW:
        raise Unreadable("replies, draws, and claims about all positions, are judged by clingo")
    if said.outcome == "P":
        return where, game
    never = unused("never", names_of(game.rules))
    return never, replace(game, rules=more(game.rules, [f"{never} :- {where}, not {where}."], claim.place))


def _states(claim: Claim) -> Stated:
    said = claim.by(Outcome)
    if said.outcome == DRAW and not claim.endless:
        return Stated()
    begun = said.into is not None and (said.outcome == "P" or (said.strategy is not None and claim.judged == "starts"))
    return Family(said.outcome, claim.where or "", said.reply, claim.endless, begun=begun)


def _restated(claim: Claim) -> Iterator[Restated]:
    """The other outcome."""
    other = "N" if claim.by(Outcome).outcome == "P" else "P"
    yield restated(claim, "outcome", other, beside={"reply": None, "into": None, "strategy": None})


def _told(claim: Claim) -> Spoken | None:
    said = claim.by(Outcome)
    told = said.reply is None and said.strategy is None and said.outcome != DRAW
    return Spoken("outcome", said.outcome) if told else None


def _ending(claim: Claim) -> Ending | None:
    said = claim.by(Outcome)
    if said.reply is not None or claim.where is None:
        return None
    return Ending(claim.where if said.outcome == "P" else None, claim.where if said.outcome == DRAW else None)


KIND = Kind(
    "outcome",
    Reads(naming(where=0, reply=2, strategy=1)),
    HowJudged(
        _judge,
        lists=lambda claim: claim.by(Outcome).reply is not None or claim.strategy is not None,
        alliances=False,
    ),
    HowComputed("kernel", searched=True, told=_told, ending=_ending, written=_written),
    HowProved(_states, lambda claim: claim.where),
    HowSaid(words=_words, restated=_restated),
)
