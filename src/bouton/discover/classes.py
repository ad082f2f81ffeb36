"""Of which class a game is in its box: pet, miserable, tame or wild, and where it is seen to be of none narrower.

The classes are Gurvich's and Conway's (see `bouton.core.game_classes`). That a game is of one is said of its box alone;
that it is not, and so that it is wild, is shown by a position.
"""

from __future__ import annotations

from dataclasses import dataclass

from bouton.claims.subject import rules_of
from bouton.core.errors import InputError, LimitReached
from bouton.core.position import has_sets, told
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.discover.draft import Draft, alone, document, file_name, game_rules
from bouton.process.limits import Limits

CLASSES = ("pet", "miserable", "tame")
"""The narrowest first: each game of a class is of those after it. What is not tame is wild."""


@dataclass(frozen=True)
class GameClass:
    """The narrowest class of a game in its box, and the next narrower class, with a position that excludes it."""

    name: str
    positions: int
    """How many positions were looked at; of a wild game those up to the first that shows it."""
    excluded: str | None = None
    """The next narrower class; None for pet games, for which there is none."""
    at: str | None = None
    """The least position that keeps the game out of it, and"""
    reason: str | None = None
    """why that does, by the pairs of values (g, g-) of its options."""


_SHARE = 12
"""This part of the time of a search is spent on the class at most."""


def game_class(spec: Spec, limits: Limits) -> GameClass | None:
    """The class of an impartial game, by its values in normal and misère play.

    None where no class is decided in a part of these limits, or the game is not impartial.
    InputError where the rules are at fault.
    """
    if has_sets(spec.fluents):
        return None
    limits = limits.working(limits.seconds / _SHARE)
    if spec.all_games or rules_of(spec).alliances or ("winner", 1) in rules_of(spec).defined:
        return None
    said = [{"id": name, "says": f"The game is {name}.", "kind": "class", "class": name} for name in CLASSES]
    spec, name = alone(spec), file_name(spec)
    try:
        _, results = Draft(name, game_rules(spec), document(spec, name, said)).judged(limits)
    except (InputError, LimitReached):  # a box with a value beyond clingo's numbers, say, has no class that is known
        return None
    return _narrowest(results)


def _narrowest(results: list[Result]) -> GameClass | None:
    """What the verdicts on the classes come to, the narrowest class first."""
    denied: Result | None = None
    for one in results:
        if one.verdict is Verdict.HOLDS:
            return _class(one.id, one.positions, denied)
        if one.verdict is not Verdict.REFUTED:
            return None
        denied = one
    return None if denied is None else _class("wild", denied.positions, denied)


def _class(name: str, positions: int, denied: Result | None) -> GameClass:
    if denied is None or denied.counterexample is None:
        return GameClass(name, positions)
    found = denied.counterexample
    return GameClass(name, positions, denied.id, told(found.parameters, found.position), found.sentence)
