"""A game as guarded commands: what the rules say about every position with so many heaps at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from bouton.core.logic.arithmetic import atom
from bouton.core.logic.expression import Formula, Linear, Unknown, unknown
from bouton.core.logic.terms import Term, substituted, text
from bouton.core.position import Fluent
from bouton.reading.choices import Choice
from bouton.reading.relation import Row, some
from bouton.rules.file import Signature, Sources

SymbolicPosition: TypeAlias = tuple[Linear | tuple[Linear, ...], ...]
"""One entry per fluent, as in `bouton.core.position`: an expression, or the heap sizes by place."""


@dataclass(frozen=True)
class ReadMove:
    """What every reading of a move has: it is possible for all choices that meet the guard.

    `term` names the move, with the choices in it.
    """

    term: Term
    choices: tuple[Choice, ...]
    guard: Formula

    @property
    def unknowns(self) -> tuple[Unknown, ...]:
        """The unknowns that the move chooses, in order."""
        return tuple(choice.unknown for choice in self.choices)


@dataclass(frozen=True)
class GuardedCommand(ReadMove):
    """A move that leads to `after`, for all its choices.

    `after` is by place BEFORE canonical order, sizes of 0 included; it can have more places than
    the position (a heap is split).
    """

    after: SymbolicPosition

    @property
    def name(self) -> str:
        """The move as the rules write it, each choice by a letter: `l(2,T,l(3,T2,nil))`."""
        shown: dict[Unknown, Linear] = {}
        for choice in self.unknowns:
            stem = choice.name.partition("$")[0]
            taken = {str(name) for name in shown.values()}
            names = (stem, *(f"{stem}{at}" for at in range(2, len(self.choices) + 2)))
            shown[choice] = atom(unknown(next(name for name in names if name not in taken)))
        return text(substituted(shown, self.term))


@dataclass(frozen=True)
class Condition:
    """Something that must never hold, what it would mean, and where in the rules it arises (see `Sources`)."""

    formula: Formula
    meaning: str
    line: int
    column: int


def located(conditions: Iterable[Condition], sources: Sources) -> list[tuple[Formula, str]]:
    """Each condition as a formula, and its meaning after the line that it is about."""
    return [(one.formula, f"{sources.line(one.line)}: {one.meaning}") for one in conditions]


@dataclass(frozen=True)
class ReadGame:
    """What every reading of the rules has: the moves, and the extents of the wanted predicates.

    `forbidden` are conditions under which the rules are wrong: undefined arithmetic, two values for
    one fluent, a place below 1.
    """

    moves: tuple[ReadMove, ...]
    relations: Mapping[Signature, tuple[Row, ...]]
    forbidden: tuple[Condition, ...]
    places: Mapping[Signature, tuple[int, int]]
    """The line and the column of each predicate's first rule."""
    sources: Sources

    def holds(self, predicate: str) -> Formula:
        """When the predicate without arguments holds; Unreadable where that needs a quantifier."""
        signature = (predicate, 0)
        return some(self.relations.get(signature, ()), predicate, self.places.get(signature, (0, 0)))


@dataclass(frozen=True)
class SymbolicGame(ReadGame):
    """The rules for given parameters and numbers of heaps, the sizes unknown.

    `unknowns` are those of the parameters and of the position, their bounds and order part of them;
    `position` is the position in terms of them.
    """

    moves: tuple[GuardedCommand, ...]
    fluents: tuple[Fluent, ...]
    counts: Mapping[str, int]
    unknowns: tuple[Unknown, ...]
    position: SymbolicPosition
    unfolded: Mapping[Signature, tuple[Row, ...]] = field(default_factory=dict)
    """Of predicates that are read by their name alone: when one step of their rules derives them."""
