"""Sprague-Grundy values of a large region for tables and pictures, by a compiled program."""

from __future__ import annotations

from collections.abc import Callable

from bouton.claims.passes import WORTH
from bouton.compiled.engine import load
from bouton.compiled.prepare import of_values
from bouton.compiled.validate import parts, validate
from bouton.compiled.valued import pair
from bouton.core.errors import Misfit
from bouton.core.game_classes import Pair
from bouton.core.logic.terms import Unreadable
from bouton.core.position import Position
from bouton.ground.box import Region
from bouton.ground.game import Game, hull


def pairs(game: Game, region: Region) -> Callable[[Position], Pair] | None:
    """The values (g, g-) of the region's positions; None where that is left to clingo.

    Disagreement where clingo says otherwise of the lowest positions; LimitReached where there is no room for them.
    """
    whole = hull(game, region.hull)
    if whole is None or whole.size() < WORTH:
        return None
    try:
        readied = of_values(game, region)
        engine = load(readied.job)
        validate(game, readied, engine.machine)
        engine.solve(readied.job.size)
    except (Unreadable, Misfit):
        return None
    return lambda position: pair(engine.machine.entry(*parts(position)))
