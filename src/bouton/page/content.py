"""All that a page holds as plain data: the game, its rules, its claims with their verdicts, its positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import chain, islice
from typing import Any

from bouton import __version__
from bouton.claims.registry import kind_of
from bouton.claims.subject import rules_of
from bouton.core.errors import fault
from bouton.core.position import Fluent, Heaps, Members, Parameters, Token, has_sets, named, unnamed
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Result
from bouton.page.begun import Room
from bouton.page.known import KnownPositions, known, predicates, rules_for
from bouton.process.limits import Limits
from bouton.show import words
from bouton.show.text import Section

ROOM = Room(120_000, 400_000)
"""Positions and moves of a whole page, so that it is no larger than a picture."""
_FIRST = 2000
"""Positions at whose moves it is looked how heaps are drawn."""
_TIMES = 10
"""How many times as long as one claim may take the positions may, of which all claims are asked."""
_GAMES = 60
"""The most values of the parameters in one page: the first of them."""


def games(spec: Spec, claims: Sequence[Claim], limits: Limits, room: Room = ROOM) -> Iterator[KnownPositions]:
    """What is known for each value of the parameters, the first of them; InputError where there is no position."""
    every = [*islice(spec.box.assignments(), _GAMES)]
    each = Room(room.positions // max(1, len(every)), room.moves // max(1, len(every)))
    limits = replace(limits, seconds=_TIMES * limits.seconds)
    found = [known(spec, claims, chosen, limits, each) for chosen in every]
    if found and all(one.crowded for one in found):
        size = f"{each.positions:,} positions and {each.whole.moves:,} moves"
        message = f"a page has room for {size}, and there are more, or there is no start"
        raise fault(message, file=spec.file, expected="a smaller board or graph, by --set or --over, and `starts`")
    if not any(one.positions for one in found):
        raise fault("the box has no position", file=spec.file, expected="a range that is not empty")
    return (one for one in found if one.positions)


def content(
    spec: Spec, claims: Sequence[Claim], results: Mapping[str, Result], known_: Sequence[KnownPositions], command: str
) -> dict[str, Any]:
    """The object; `results` are those of claims that were judged, by their ids, and `command` makes the page again."""
    rules, section = rules_of(spec), Section(spec, tuple(claims))
    wordings = _Numbers()
    return {
        "version": __version__,
        "game": spec.game,
        "source": spec.source or "",
        "spec": spec.file,
        "box": words.box(spec.box),
        "command": command,
        "fluents": [_fluent(at, one, known_) for at, one in enumerate(rules.fluents)],
        "alliances": rules.alliances,
        "predicates": predicates(spec, claims),
        "clauses": [*rules_for(spec, claims)[1].values()],
        "rules": [{"name": one.name, "text": one.content} for one in rules.sources.files],
        "claims": [_claim(spec, section, claim, results.get(claim.id), known_) for claim in claims],
        "left": _left(spec, known_),
        "games": [_game(one, wordings) for one in known_],
        "programs": [one.program and one.program.javascript for one in known_],
        "words": list(wordings),
    }


def _left(spec: Spec, known_: Sequence[KnownPositions]) -> str:
    """The values of the parameters of which the page knows nothing: beyond the first ones, or without room or start."""
    known = [dict(one.parameters) for one in known_]
    first, others = (
        [*islice(spec.box.assignments(), _GAMES)],
        sum(1 for _ in islice(spec.box.assignments(), _GAMES, None)),
    )
    left = [_parameters(one) for one in first if one not in known] if has_sets(spec.fluents) else []
    return "; ".join([*left, *[f"{words.count(others, 'more value')} of the parameters"] * bool(others)])


def _parameters(values: Parameters) -> str:
    return ", ".join(f"{name} = {words.value(value)}" for name, value in values.items())


def _fluent(at: int, one: Fluent, known_: Sequence[KnownPositions]) -> dict[str, Any]:
    """A fluent by its name and its sort."""
    if isinstance(one, Heaps):
        return {"name": one.name, "heaps": True, "order": one.order, "rows": _split(at, known_)}
    if isinstance(one, Members):
        return {"name": one.name, "heaps": False, "set": not isinstance(one, Token), "token": isinstance(one, Token)}
    return {"name": one.name, "heaps": False, "stones": one.stones}


class _Numbers(dict[str, int]):
    """Texts, each with its number."""

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number


def _claim(
    spec: Spec, section: Section, claim: Claim, result: Result | None, known_: Sequence[KnownPositions]
) -> dict[str, Any]:
    """What is said of a claim: its verdict in the words of a report, and where its counterexample is."""
    return {
        "id": claim.id,
        "says": claim.says,
        "plays": list(kind_of(claim).judged.plays(claim)) if claim.about == "positions" else [],
        "verdict": "not judged" if result is None else result.verdict.value,
        "report": None if result is None else section.claim(result, full=True, verbose=True),
        "at": None if result is None else _place(spec, claim, result, known_),
    }


def _place(spec: Spec, claim: Claim, result: Result, known_: Sequence[KnownPositions]) -> list[int] | None:
    """The counterexample as the number of a game and that of a position in it; None where the page has it not."""
    found = result.counterexample
    if found is None or claim.about != "positions" or found.components:
        return None
    for number, one in enumerate(known_):
        if dict(one.parameters) == found.parameters:
            same = (at for at, known in enumerate(one.positions) if named(spec.fluents, known) == found.position)
            if not has_sets(spec.fluents):
                position = unnamed(spec.fluents, found.position)
                same = (at for at, known in enumerate(one.positions) if known == position)
            return next(([number, at] for at in same), None)
    return None


def _game(one: KnownPositions, wordings: _Numbers) -> dict[str, Any]:
    """What is known for one value of the parameters, as lists of numbers."""
    sides, labels = _Numbers(), _Numbers()
    endings: dict[str, Any]
    if one.sides:
        movers, winners = zip(*(((sides[str(a)], sides[str(b)])) for a, b in one.sides), strict=True)
        endings = {"movers": movers, "winners": winners, "sides": list(sides)}
    else:
        normal, misere = zip(*(one.ends or one.values), strict=True)
        endings = {"normal": normal, "misere": misere, "endless": bool(one.ends)}
    said = {
        claim: {
            "labels": [labels[label] for label, _ in found.values()],
            "at": _steps(found),
            "wrong": [number for number, (_, wrong) in found.items() if wrong],
        }
        for claim, found in one.says.items()
    }
    told = [] if one.program else one.moves
    # a browser compares the options of these with those of its program, before that is used
    drawn = range(0, len(one.moves), max(1, len(one.moves) // 100)) if one.program else range(0)
    return {
        "parameters": _parameters(one.parameters),
        "given": dict(one.parameters),
        "size": one.size,
        "inside": one.inside,
        "positions": [*chain.from_iterable(map(_flat, one.positions))],
        **endings,
        "moves": [*chain.from_iterable(_moves(number, found, wordings) for number, found in enumerate(told))],
        "names": one.program.names if one.program else [],
        "compared": [len(one.moves), len(one.compared)] if one.program else [],
        "samples": [[number, *sorted(to for _, to in one.moves[number])] for number in drawn],
        "holds": one.holds,
        "says": said,
        "labels": list(labels),
        "pictures": [asdict(picture) for picture in one.pictures],
        "begins": one.begins,
        "reached": one.reached,
    }


def _split(place: int, known_: Sequence[KnownPositions]) -> bool:
    """Whether some move leaves more heaps than there were: such are drawn as rows, in which one takes in between."""
    return any(
        len(one.positions[to][place]) > len(one.positions[number][place])  # type: ignore[arg-type]
        for one in known_
        for number, told in enumerate(one.moves[:_FIRST])
        for _, to in told
    )


def _flat(position: Sequence[int | tuple[int, ...]]) -> Iterator[int]:
    """A position as numbers: a counter or token as it is, heaps or members of a set after how many they are."""
    for part in position:
        if isinstance(part, int):
            yield part
        else:
            yield len(part)
            yield from part


def _moves(number: int, found: Sequence[tuple[str, int]], wordings: _Numbers) -> Iterator[int]:
    """How many moves a position has, and for each how far below its number that of the option is, and its words."""
    yield len(found)
    for text, to in found:
        yield number - to
        yield wordings[text]


def _steps(numbers: Iterable[int]) -> list[int]:
    """Rising numbers by their differences, which are shorter."""
    steps, last = [], 0
    for number in numbers:
        steps.append(number - last)
        last = number
    return steps
