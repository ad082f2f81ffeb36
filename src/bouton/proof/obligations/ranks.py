"""That replies lower a rank, in a game whose positions may come back, and that the rank has no end downward but 0."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from bouton.claims.parts import RANK
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, multiply, number, subtract
from bouton.core.logic.elimination import NotEliminable, exists
from bouton.core.logic.expression import TRUE, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import conj, disj, equal, less
from bouton.core.logic.problem import Problem
from bouton.core.logic.substitution import Substitution
from bouton.core.rank import Rank
from bouton.proof.obligations.measure import numbers
from bouton.proof.obligations.values import natural
from bouton.proof.theorem import Case, Characterisation, Reading
from bouton.reading.canonical import values_at
from bouton.reading.command import SymbolicGame, SymbolicPosition
from bouton.reading.sides import says

Here: TypeAlias = Characterisation[SymbolicGame]
_BEFORE, _AFTER = "before", "after"


@dataclass(frozen=True)
class Falls:
    """The rank before a move, entry by entry, and stand-ins for it that nothing is put in the place of."""

    rank: Rank
    before: tuple[Linear, ...]
    marks: tuple[Unknown, ...]
    said: Formula
    """That what the rules derive before the move is what the rank takes it to be."""

    @classmethod
    def of(cls, rank: Rank, here: Here) -> Falls:
        """The rank at a position; Unreadable where that would need a quantifier."""
        before = tuple(_entries(rank, here, here.game.position, _BEFORE))
        marks = tuple(unknown(f"_before_{at}", local=True) for at in range(len(before)))
        return cls(rank, before, marks, _derived(rank, here, _BEFORE))

    @property
    def put(self) -> dict[Unknown, Linear]:
        """What the stand-ins stand for."""
        return dict(zip(self.marks, self.before, strict=True))

    def lower(self, reading: Reading, case: Case, *, strictly: bool = True) -> Formula:
        """That the rank of the position of a case is less than what the marks stand for, or not greater."""
        there = reading.at(case.counts)
        smaller, so_far = [], TRUE
        for mark, new in zip(self.marks, _entries(self.rank, there, case.position, _AFTER), strict=True):
            smaller.append(conj((so_far, less(new, atom(mark)))))
            so_far = conj((so_far, equal(new, atom(mark))))
        fallen = disj(smaller if strictly else (*smaller, so_far))
        names = _predicates(self.rank, there)
        said = Substitution(values_at(there.game, case.position)).formula(_derived(self.rank, there, _AFTER))
        try:
            return exists([_number(name, _AFTER) for name in names], conj((said, fallen)))
        except NotEliminable as error:
            raise Unreadable(f"that {self.rank} falls would need a quantifier over {error.unknown}") from None

    def problems(self, here: Here, where: Formula) -> Iterator[Problem]:
        """That it is of natural numbers wherever it is compared: it has a value there, and no entry is below 0."""
        meaning = f"what has to fall ({self.rank}) is a natural number wherever it is compared"
        wrong = [(f"{name} is no natural number", natural(here, name)[0]) for name in _predicates(self.rank, here)]
        wrong.append((f"{self.rank} is below 0", (self.said, disj(less(one, number(0)) for one in self.before))))
        for at, (what, assertions) in enumerate(wrong, 1):
            name = RANK if len(wrong) == 1 else f"{RANK}, {at}"
            share = (at, len(wrong))
            yield Problem(name, meaning, (where, *assertions), fault=what, part=RANK, share=share, speaks=here.speaks)


def _predicates(rank: Rank, here: Here) -> tuple[str, ...]:
    """The numbers in it that the rules derive."""
    return tuple(name for name in here.theorem.measure.predicates if name in rank.names)


def _number(name: str, when: str) -> Unknown:
    """A number that the rules derive: any, that it is natural is for a problem to say, and no end helps `exists`."""
    return unknown(f"_{name}_{when}", local=True)


def _derived(rank: Rank, here: Here, when: str) -> Formula:
    """That these are the numbers which the rules derive; Unreadable where that would need a quantifier."""
    return conj(says(here.game, (name, 1), atom(_number(name, when))) for name in _predicates(rank, here))


def _entries(rank: Rank, here: Here, position: SymbolicPosition, when: str) -> Iterator[Linear]:
    known = numbers(here, position) | {name: atom(_number(name, when)) for name in _predicates(rank, here)}
    for entry in rank.entries:
        yield add(number(0), *(_part(here, known[name], name, many) for name, many in entry))


def _part(here: Here, value: Linear, name: str, many: int) -> Linear:
    low, high = here.theorem.counters.get(name, (None, None))
    if many < 0:
        assert high is not None
        return multiply(number(-many), subtract(_linear(high), value))
    return multiply(number(many), value if low is None else subtract(value, _linear(low)))


def _linear(end: Linear | int) -> Linear:
    return end if isinstance(end, Linear) else number(end)
