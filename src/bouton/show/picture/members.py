"""Where the members of sets and the places of tokens stand in a picture: cells of a board, or points on a circle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import cos, pi, sin

from clingo import Symbol, SymbolType

from bouton.core.position import Members, Token
from bouton.ground.domains import rows_of
from bouton.ground.game import Game
from bouton.rules.file import Rules

_LINES = ("edge", "near", "adjacent")
"""Predicates of two members that are drawn as lines, the first that parameters alone decide."""
_WIDEST = 60
"""The most rows and columns of a board."""


@dataclass(frozen=True)
class MembersPicture:
    """The members of one domain, in their order: the terms, and where each stands, in units of a cell.

    `sets` and `tokens` are the places of the fluents that are shown in it. `lines` are pairs of members by their
    numbers; a board has none.
    """

    sets: tuple[int, ...]
    tokens: tuple[int, ...]
    terms: tuple[str, ...]
    board: bool
    spots: tuple[tuple[float, float], ...]
    lines: tuple[tuple[int, int], ...] = ()


def pictures(game: Game, rules: Rules) -> list[MembersPicture]:
    """One for each domain of the fluents; `rules` are those of the spec, with all that parameters alone decide."""
    places = [(at, one) for at, one in enumerate(game.fluents) if isinstance(one, Members)]
    found = []
    for _, group in groupby(sorted(places, key=lambda one: one[1].domain), key=lambda one: one[1].domain):
        own = [*group]
        tokens = tuple(at for at, one in own if isinstance(one, Token))
        sets = tuple(at for at, one in own if not isinstance(one, Token))
        found.append(_picture(rules, game, sets, tokens, [*game.members[own[0][1].name]]))
    return sorted(found, key=lambda one: min(one.sets + one.tokens))


def _picture(
    rules: Rules, game: Game, sets: tuple[int, ...], tokens: tuple[int, ...], members: Sequence[Symbol]
) -> MembersPicture:
    terms = tuple(map(str, members))
    spots = _cells(members)
    if spots is not None:
        return MembersPicture(sets, tokens, terms, True, spots)
    return MembersPicture(sets, tokens, terms, False, _circle(len(terms)), _lines(rules, game, members))


def _cells(members: Sequence[Symbol]) -> tuple[tuple[float, float], ...] | None:
    """Cells by row and column, where each member is a pair of numbers and the board is not too wide."""
    if not members or not all(map(_is_pair, members)):
        return None
    pairs = [(one.arguments[0].number, one.arguments[1].number) for one in members]
    top, left = (min(one[at] for one in pairs) for at in (0, 1))
    if max(row - top for row, _ in pairs) >= _WIDEST or max(column - left for _, column in pairs) >= _WIDEST:
        return None
    return tuple((column - left, row - top) for row, column in pairs)


def _is_pair(term: Symbol) -> bool:
    if term.type is not SymbolType.Function or term.name or len(term.arguments) != 2:
        return False
    return all(one.type is SymbolType.Number for one in term.arguments)


def _circle(many: int) -> tuple[tuple[float, float], ...]:
    """Points on a circle, from the top on, so far apart that none covers another."""
    radius = max(1.0, many * 1.2 / (2 * pi)) if many > 1 else 0.0
    turns = [2 * pi * at / many for at in range(many)]
    return tuple((round(radius + radius * sin(turn), 3), round(radius - radius * cos(turn), 3)) for turn in turns)


def _lines(rules: Rules, game: Game, members: Sequence[Symbol]) -> tuple[tuple[int, int], ...]:
    """What two members are joined, each two once."""
    name = next((one for one in _LINES if (one, 2) in rules.defined - rules.dependent), None)
    if name is None:
        return ()
    numbers = {term: at for at, term in enumerate(members)}
    rows = [(numbers.get(a), numbers.get(b)) for a, b in rows_of(rules, game.parameters, (name, 2))]
    return tuple(sorted({(min(a, b), max(a, b)) for a, b in rows if a is not None and b is not None and a != b}))
