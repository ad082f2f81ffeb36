"""What a claim is about where that is not the game of its spec: the unknowns of a statement, or all games."""

from __future__ import annotations

from collections.abc import Mapping

from bouton.core.position import Counter, Measure
from bouton.core.ranges import Interval
from bouton.core.spec import Box, CounterRange
from bouton.document.boxes import misread, unfit
from bouton.document.entries import Theory
from bouton.document.faults import Faults
from bouton.document.game import RESERVED, WORDS, Game
from bouton.document.text import Steps


def unknowns_subject(faults: Faults, game: Game, at: Steps, unknowns: Mapping[str, Interval]) -> Game:
    """What a claim about numbers is about: its unknowns, given at that path, stand where a game has its fluents."""
    good: list[CounterRange] = []
    for name, interval in unknowns.items():
        taken = _taken(game, name)
        if taken is None:
            good.append(CounterRange(name, interval))
        else:
            faults.add((*at, name), f"{name} {taken}", key=True, expected="another name")
    box = Box(game.box.parameters, tuple(good))
    found = [problem for problem in misread(box, game.elsewhere) if problem.name in unknowns]
    if game.sound and not found:
        found = unfit(box)
    for problem in found:
        path = (*at, *((problem.name,) if problem.name else ()))
        faults.add(path, problem.message, expected=problem.expected, nearest=problem.nearest)
    counters = tuple(Counter(one.name, one.name == "stones") for one in good)
    bad = unknowns.keys() - {one.name for one in good}
    measure = Measure(counters, tuple(one.name for one in counters))
    return Game(counters, measure, box, (), game.sound and not bad and not found, game.elsewhere | bad)


def all_games_subject(faults: Faults, at: Steps, entry: Theory) -> Game:
    """What a claim about all games is about: the number of their positions stands where a game has its fluents."""
    for key in ("position", "parameters"):
        if isinstance(faults.text.value, dict) and faults.text.value.get(key):
            message = f"a claim about all games has no {key}: it stands in a spec without"
            faults.add((*at, "kind"), message, expected="a spec of its own for claims of kind theory")
    box = Box((), (CounterRange("positions", entry.positions),))
    found = misread(box) or unfit(box)
    path = (*at, "positions")
    for problem in found:
        faults.add(path, problem.message, expected=problem.expected, nearest=problem.nearest)
    if not found and not entry.positions.at({}).start > 0:
        faults.add(path, "a game has at least 1 position", expected="a range such as 1..6")
    return Game((), Measure((), ()), box, (), not faults.under(at), frozenset())


def _taken(game: Game, name: str) -> str | None:
    """Why an unknown cannot have that name; None where it can."""
    if name in RESERVED | WORDS:
        return "has a meaning of its own in the rules"
    if any(name == fluent.name for fluent in game.fluents):
        return "is the name of a fluent too"
    if any(name == parameter.name for parameter in game.box.parameters):
        return "is the name of a parameter too"
    if any(parameter.is_set and name == parameter.name.lower() for parameter in game.box.parameters):
        return "is the predicate of a parameter that is a set"
    return "is the name of a fluent or a parameter too" if name in game.elsewhere else None
