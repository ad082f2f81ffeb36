"""Kind `theory`: a statement about all finite acyclic games (see `bouton.theory`).

No position of a game is judged: the whole claim is decided by `bouton.theory.check`.
"""

from __future__ import annotations

from bouton.claims.judge import Judge
from bouton.claims.kind import ALWAYS, NEVER, NOTHING, HowJudged, Kind, Reads
from bouton.claims.wanted import Wanted, wanted
from bouton.core.spec import Claim, Spec
from bouton.document.entries import Theory
from bouton.ground.game import Game


def _needs(_spec: Spec, claim: Claim) -> list[Wanted]:
    goes_by = [Wanted(claim, "induction", name, None) for name in claim.by(Theory).inductions]
    return [*wanted(claim, given=0, iff=0, same=0), *goes_by]


def _judge(_spec: Spec, claim: Claim, _game: Game) -> Judge:
    raise AssertionError(f"{claim.id} is about all games, not about the positions of one")


KIND = Kind("theory", Reads(_needs), HowJudged(_judge, plays=NOTHING, lists=NEVER, compares=ALWAYS))
