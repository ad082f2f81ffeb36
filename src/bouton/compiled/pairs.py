"""Sprague-Grundy values of a large region for tables and pictures, by a compiled program."""

from __future__ import annotations

from collections.abc import Callable

from bouton.compiled.engine import load
from bouton.compiled.prepare import of_values
from bouton.compiled.validate import parts, validate
from bouton.compiled.valued import pair
from bouton.errors import Misfit
from bouton.ground.box import Region
from bouton.ground.game import Game, hull
from bouton.notions import Pair
from bouton.plan import WORTH
from bouton.position import Position
from bouton.symbolic.terms import Unreadable


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
