"""Games of alliances as formulas: which side moves, which has won, and which a claim says wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import number
from bouton.core.logic.expression import FALSE, Formula, Linear
from bouton.core.logic.formulas import conj, disj
from bouton.core.logic.terms import Function, Term, same, text
from bouton.reading.canonical import exactly
from bouton.reading.command import ReadGame
from bouton.reading.relation import some
from bouton.rules.file import Signature

SIDE: Signature = ("side", 1)
WINNER: Signature = ("winner", 1)
DRAWN = Function("draw", ())
"""What a claim on winners names in place of a side, in a game with cycles, where none wins."""


def says(game: ReadGame, signature: Signature, label: Term) -> Formula:
    """When the predicate holds for the side `label`; Unreadable where that needs a quantifier."""
    rows, place = game.relations.get(signature, ()), game.places.get(signature, (0, 0))
    return some(rows, f"{signature[0]}({text(label)})", place, lambda row: same(row.arguments[0], label))


def named_sides(game: ReadGame, signatures: Sequence[Signature]) -> dict[str, Term]:
    """The sides that these predicates name, by their text; Unreadable where one names something else."""
    found: dict[str, Term] = {}
    for signature in dict.fromkeys(signatures):
        for row in game.relations.get(signature, ()):
            (term,) = row.arguments
            if row.guard is FALSE:
                continue
            names = _names(term)
            if not names:
                place = game.places.get(signature, (0, 0))
                raise Unreadable(f"{signature[0]}({text(term)}) does not name a side outright", *place)
            found |= {text(name): name for name in names}
    return found


def one_list(games: Iterable[ReadGame], signatures: Sequence[Signature], *, draws: bool = False) -> tuple[Term, ...]:
    """The sides of a whole theorem, in one order for every reading of its rules; Unreadable if more than two.

    With `draws` the name of a draw is none of them, and no side that moves or has won may bear it.
    """
    found: dict[str, Term] = {}
    for game in games:
        found |= named_sides(game, signatures)
        if draws and text(DRAWN) in named_sides(game, [SIDE, WINNER]):
            raise Unreadable(f"a side is named {text(DRAWN)}, as is what nobody wins", *game.places.get(SIDE, (0, 0)))
        if draws:
            found.pop(text(DRAWN), None)
        if len(found) > 2:
            raise Unreadable(f"more than two alliances: {', '.join(sorted(found))}", *game.places.get(SIDE, (0, 0)))
    return tuple(found[name] for name in sorted(found))


@dataclass(frozen=True)
class Sides:
    """A game of alliances at one number of heaps, with its sides (`labels`), the same ones at all numbers of heaps."""

    game: ReadGame
    labels: tuple[Term, ...]

    def each(self, signature: Signature) -> list[Formula]:
        """For each side, when the predicate holds for it."""
        return [says(self.game, signature, label) for label in self.labels]

    def one(self, signature: Signature) -> Formula:
        """When the predicate holds for exactly one side."""
        return exactly(1, self.each(signature))

    def mover_is(self, signature: Signature) -> Formula:
        """When the predicate holds for the side to move."""
        return disj(conj(pair) for pair in zip(self.each(SIDE), self.each(signature), strict=True))


def one_winner(game: ReadGame) -> Formula:
    """When exactly one of `winner(previous)` and `winner(next)` holds."""
    names = ("previous", "next")
    return exactly(1, [says(game, WINNER, Function(name, ())) for name in names])


def _names(term: Term) -> list[Term]:
    """What the term can be: itself, or the one or two numbers between its bounds; nothing where these are more."""
    if isinstance(term, Function) and not term.arguments and term.name:
        return [term]
    if isinstance(term, Linear) and term.low is not None and term.high is not None and term.high - term.low <= 1:
        return [number(value) for value in range(term.low, term.high + 1)]
    return []
