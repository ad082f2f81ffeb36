"""Who wins where games on sets begin, told by the parameters: remainders, comparisons, and periods.

The outcomes of the starts are found by searches, and a condition on the parameters is looked for that holds exactly at
those of one outcome: none or one, two or three literals, the fewest first; then a period along the one parameter that
varies. What is found has to be borne out by so many starts, at least, as its literals cost.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bouton.core.errors import listed
from bouton.core.periods import period
from bouton.discover.draft import unused
from bouton.discover.guess import PLAYS, Guess, Search, drafted
from bouton.discover.judged import held
from bouton.run.starts import Start, starts

_EACH = 4
"""Starts for each unit of cost."""
_MODULI = 12
"""The greatest modulus of a literal."""
_KEPT = 400
"""Literals that are looked at two and three at a time, the cheapest first."""


@dataclass(frozen=True)
class _Literal:
    text: str
    words: str
    cost: int
    truth: int
    """The starts at which it holds, as bits."""


def of_starts(search: Search) -> Iterator[Guess]:
    """The simplest condition on the parameters that says of every start in the box who wins there."""
    search.tell("who wins where games begin")
    data = [*starts(search.spec, search.play, search.left)]
    if len(data) < _EACH or any(one.outcome == "draw" for one in data):
        return
    lost = sum(1 << at for at, one in enumerate(data) if one.outcome == "P" or _beaten(one))
    found = _formula(data, lost) or _periodic(search, data, lost)
    if found is not None:
        yield held(search, _guess(search, data, *found))


def _beaten(one: Start) -> bool:
    """Whether the side to move loses, where there are sides."""
    return one.mover is not None and one.outcome != one.mover


def _formula(data: Sequence[Start], lost: int) -> tuple[list[str], str, bool] | None:
    """Bodies of rules, in words, and whether they say where the player to move wins; None where none is borne out."""
    every = (1 << len(data)) - 1
    if lost in (0, every):
        return ([], "", lost == 0) if len(data) >= _EACH else None
    most = len(data) // _EACH
    literals = sorted(_literals(data), key=lambda one: (one.cost, one.text))
    told: dict[int, _Literal] = {}
    for one in literals:
        if one.truth not in (0, every):
            told.setdefault(one.truth, one)
    kept = [one for one in told.values() if one.cost <= most][:_KEPT]
    found = [_least(kept, target, most, won) for target, won in ((lost, False), (every & ~lost, True))]
    return min(filter(None, found), key=lambda one: one[0], default=(0, None))[1]


def _least(
    kept: Sequence[_Literal], target: int, most: int, won: bool
) -> tuple[int, tuple[list[str], str, bool]] | None:
    """The cheapest disjunction of conjunctions, of at most three literals, that holds at the target alone."""
    cubes: dict[int, tuple[int, tuple[_Literal, ...]]] = {}
    for many in (1, 2):
        for some in itertools.combinations(kept, many):
            truth, cost = some[0].truth & some[-1].truth, sum(one.cost for one in some)
            if truth and not truth & ~target and cost <= most and (truth not in cubes or cubes[truth][0] > cost):
                cubes[truth] = cost, some
    options: list[tuple[int, tuple[tuple[_Literal, ...], ...]]]
    options = [(cost, (some,)) for truth, (cost, some) in cubes.items() if truth == target]
    for (one, (cost, some)), (two, (more, others)) in itertools.combinations(cubes.items(), 2):
        if one | two == target and cost + more <= most and len(some) + len(others) <= 3:
            options.append((cost + more, (some, others)))
    if not options:
        return None
    cost, best = min(options, key=lambda one: (one[0], [lit.text for some in one[1] for lit in some]))
    bodies = [", ".join(one.text for one in some) for some in best]
    said = "; or ".join(" and ".join(one.words for one in some) for some in best)
    return cost, (bodies, said, won)


def _literals(data: Sequence[Start]) -> Iterator[_Literal]:
    def literal(text: str, words: str, cost: int, holds: Sequence[bool]) -> _Literal:
        return _Literal(text, words, cost, sum(1 << at for at, one in enumerate(holds) if one))

    numbers = {
        name: [value for one in data if isinstance(value := one.parameters[name], int)] for name in data[0].parameters
    }
    numbers = {name: values for name, values in numbers.items() if len({*values}) > 1 and len(values) == len(data)}
    for name, values in numbers.items():
        for modulus in range(2, min(_MODULI, (max(values) - min(values) + 1) // _EACH) + 1):
            for rest in range(modulus):
                words = f"{name} is {('even', 'odd')[rest]}" if modulus == 2 else f"{name} is {rest} modulo {modulus}"
                cost = 1 if modulus == 2 else 2
                yield literal(f"{name} \\ {modulus} = {rest}", words, cost, [one % modulus == rest for one in values])
        for number in sorted({*values}):
            yield literal(f"{name} = {number}", f"{name} is {number}", 2, [one == number for one in values])
            yield literal(f"{name} != {number}", f"{name} is not {number}", 2, [one != number for one in values])
            yield literal(f"{name} <= {number}", f"{name} is at most {number}", 3, [one <= number for one in values])
            yield literal(f"{name} > {number}", f"{name} is more than {number}", 3, [one > number for one in values])
    for (one, ones), (two, twos) in itertools.combinations(numbers.items(), 2):
        both = [*zip(ones, twos, strict=True)]
        yield literal(f"{one} = {two}", f"{one} is {two}", 1, [x == y for x, y in both])
        yield literal(f"{one} != {two}", f"{one} is not {two}", 1, [x != y for x, y in both])
        yield literal(f"{one} < {two}", f"{one} is less than {two}", 1, [x < y for x, y in both])
        yield literal(f"{one} > {two}", f"{one} is more than {two}", 1, [x > y for x, y in both])
        for rest, word in enumerate(("even", "odd")):
            said = [(x + y) % 2 == rest for x, y in both]
            yield literal(f"({one}+{two}) \\ 2 = {rest}", f"{one} and {two} together are {word}", 1, said)
            product = [x * y % 2 == rest for x, y in both]
            yield literal(f"{one}*{two} \\ 2 = {rest}", f"{one} times {two} is {word}", 1, product)
    for side in sorted({one.mover for one in data if one.mover is not None}, key=str):
        yield literal(f"side({side})", f"side {side} is to move", 1, [one.mover == side for one in data])


def _periodic(search: Search, data: Sequence[Start], lost: int) -> tuple[list[str], str, bool] | None:
    """Which values of the one parameter that varies are lost for who moves, by a period seen three times."""
    varying = [name for name in data[0].parameters if len({one.parameters[name] for one in data}) > 1]
    if len(varying) != 1 or search.rules.alliances:
        return None
    (name,) = varying
    numbers = [value for one in data if isinstance(value := one.parameters[name], int)]
    if numbers != [*range(numbers[0], numbers[0] + len(data))]:
        return None
    line = [bool(lost >> at & 1) for at in range(len(data))]
    found = period(line)
    if found is None or 2 * found[0] >= len(data):  # what comes before is as long
        return None
    start, length, _, _ = found
    rests = sorted(numbers[at] % length for at in range(start, start + length) if line[at])
    before = [numbers[at] for at in range(start) if line[at]]
    bodies = [f"{name} >= {numbers[start]}, {name} \\ {length} = {rest}" for rest in rests]
    bodies += [f"{name} = {number}" for number in before]
    said = [f"{name} is at least {numbers[start]} and {listed(rests, 'or')} modulo {length}"] if rests else []
    said += [f"{name} is {listed(before, 'or')}"] if before else []
    return bodies, "; or ".join(said), False


def _guess(search: Search, data: Sequence[Start], bodies: list[str], said: str, won: bool) -> Guess:
    names = search.taken
    name, how = unused("found", names), "" if search.rules.alliances else f" in {PLAYS[search.play]}"
    player = ("second player", "first player")[won]
    says = f"Where the game begins the {player} wins{how} iff {said}." if bodies else f"The {player} wins{how}."
    if not search.rules.alliances:
        held_ = unused("begun_well", names) if won else name
        made = [f"{held_} :- {body}." for body in bodies] or [f"{held_}."]
        made += [f"{name} :- not {held_}."] if won else []
        claim = {"says": says, "kind": "p-positions", "play": search.play, "positions": "starts", "iff": name}
        return Guess(tuple(made), says, "fits", "", drafted(search, claim, made))
    who = unused("begun_well" if won else "begun_badly", names)
    sides = sorted({str(side) for one in data for side in (one.mover, one.outcome)})
    made = [f"{who} :- {body}." for body in bodies] or [f"{who}."]
    for side in sides:
        for other in sides:
            sign = "" if (side == other) is won else "not "
            made.append(f"{name}({side}) :- side({other}), {sign}{who}.")
    claim = {"says": says, "kind": "winners", "positions": "starts", "iff": name}
    return Guess(tuple(made), says, "fits", "", drafted(search, claim, made))
