"""Who tells the rules of a claim of the positions that they name."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import partial

from bouton.claims.kind import game_of
from bouton.claims.same_game import parameters_of
from bouton.claims.subject import rules_of
from bouton.core.errors import fault
from bouton.core.spec import Claim
from bouton.document.entries import Everywhere
from bouton.ground.game import Game
from bouton.ground.named import Named
from bouton.process.limits import Limits
from bouton.run.heaps import pair_by_heaps


def told_by(claim: Claim) -> Hashable:
    """What decides what is told to the rules of a claim that asks: claims with the same are judged together."""
    return claim.play, tuple(sorted((claim.by(Everywhere).other or {}).items()))


def with_named(game: Game, claim: Claim, limits: Limits) -> Game:
    """The game of a claim that asks, with what tells of the positions that its rules name."""
    if game.cycles == "followed":
        raise fault("positions come back, and nothing is known of those that rules name", at=claim.place)
    others = {}
    for name, spec in zip(claim.by(Everywhere).other or (), claim.others, strict=True):
        others[name] = game_of(spec, rules_of(spec), spec.box, parameters_of(spec, game.parameters))
    return replace(game, beside=Named(claim.play, others, partial(pair_by_heaps, limits=limits)))
