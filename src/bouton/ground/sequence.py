"""The terms of a sequence, read from the rows of a predicate whose first argument is the index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from clingo import Symbol, SymbolType

from bouton.core.errors import fault
from bouton.core.position import Heaps, Position
from bouton.ground.game import Game

Term: TypeAlias = tuple[int, ...]
Terms: TypeAlias = Mapping[int, Term]
"""The term of each index, least index first."""


def terms(game: Game, name: str, rows: Sequence[tuple[Symbol, ...]]) -> Terms:
    """The terms that a predicate gives; InputError where an index has two, or a row is not of numbers."""
    found: dict[int, Term] = {}
    for row in rows:
        if any(part.type is not SymbolType.Number for part in row):
            raise _fault(game, name, row, f"{name}({','.join(map(str, row))}) is not of numbers", "numbers alone")
        index, *numbers = (part.number for part in row)
        term = tuple(numbers)
        if found.setdefault(index, term) != term:
            both = " and ".join(text(one) for one in sorted((found[index], term)))
            raise _fault(game, name, row, f"{name} has two terms of index {index}: {both}", "one term for each index")
    return dict(sorted(found.items()))


def positions(game: Game, name: str, found: Terms) -> dict[Position, int]:
    """The positions that terms stand for, heaps in order and without those of 0, each with its index.

    InputError where an index is left out, a number is negative, or the numbers of a term do not add up to more than
    those of the term before: then it could not be told where the sequence has passed the positions of a box.
    """
    at: dict[Position, int] = {}
    heaps = game.fluents[0]
    before: tuple[int, Term] | None = None
    for index, term in found.items():
        row = f"{name}({','.join(map(str, (index, *term)))})"
        if min(term) < 0:
            raise _fault(game, name, None, f"{row} is no position", "numbers of stones")
        if before is not None and index != before[0] + 1:
            raise _fault(game, name, None, f"{name} has no term of index {before[0] + 1}", "a term for each index")
        if before is not None and sum(term) <= sum(before[1]):
            message = f"{row} is not above the term before it, {text(before[1])}"
            raise _fault(game, name, None, message, "terms of more and more stones")
        at.setdefault((heaps.canonical(term),) if isinstance(heaps, Heaps) else term, index)
        before = index, term
    return at


def total(position: Position) -> int:
    """The numbers of a position, added up."""
    return sum(sum(value) if isinstance(value, tuple) else value for value in position)


def text(term: Term) -> str:
    """A term as people write it: `3`, `(3,5)`."""
    return str(term[0]) if len(term) == 1 else f"({','.join(map(str, term))})"


def _fault(game: Game, name: str, row: Sequence[Symbol] | None, message: str, expected: str) -> Exception:
    arity = next(arity for defined, arity in sorted(game.rules.defined) if defined == name)
    at = game.place(name, *(row or (None,) * arity))
    return fault(message, at=at, expected=expected)
