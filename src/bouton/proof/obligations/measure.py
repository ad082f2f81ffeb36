"""That every move lowers the measure, or each reply a rank: what makes the rest of a proof an induction.

A measure that the rules derive must besides be one natural number at every position of the range. In a game whose
positions may come back replies lower a rank, which has no end downward but 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bouton.claims.parts import RANK
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, multiply, number, subtract
from bouton.core.logic.elimination import NotEliminable, exists
from bouton.core.logic.expression import TRUE, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import conj, disj, equal, less, negate
from bouton.core.logic.problem import Problem, each, shares
from bouton.core.logic.substitution import Substitution
from bouton.core.rank import Rank
from bouton.proof.obligations.values import natural
from bouton.proof.theorem import Characterisation, Counts, MoveCase, Moves, Reading
from bouton.reading.canonical import values_at
from bouton.reading.command import GuardedCommand, SymbolicGame, SymbolicPosition
from bouton.reading.sides import says

Here = Characterisation[SymbolicGame]
_BEFORE, _AFTER, _TOO = "before", "after", "too"
"""Of which position a number that the rules derive is said; and a second number of the first."""


def problems(reading: Reading, counts: Counts, moves: Moves) -> Iterator[Problem]:
    """The problems that show that every move from positions with so many heaps lowers the measure.

    A measure that counts heaps, or is derived, is looked at in each case of what a move leads to; not in those outside
    of the range, as another obligation is that there are none.
    """
    here = reading.at(counts)
    measure = here.theorem.measure
    named = ", then ".join(measure.entries)
    before, said, wrong = entries(here, here.game.position, _BEFORE), _derived(here, _BEFORE), []
    for move, cases in moves:
        for guard, position, there in _led(reading, here, move, cases):
            smaller, _ = _compared(entries(here, position, _AFTER), before)
            formula = conj((move.guard, guard, said, there, negate(smaller)))
            wrong.append((formula, f"the move {move.name} does not lower the measure ({named})"))
    lowered = list(each("measure", f"every move lowers the measure ({named})", "rules", wrong))
    every = [*lowered, *(one for name in measure.predicates for one in _named(here, name))]
    for at, problem in enumerate(every, 1):
        yield replace(problem, share=(at, len(every)))


def _led(
    reading: Reading, here: Here, move: GuardedCommand, cases: Sequence[MoveCase]
) -> Iterator[tuple[Formula, SymbolicPosition, Formula]]:
    """The positions that a move leads to, each with when it does, and what the rules derive of it."""
    if not here.theorem.measure.counts_heaps and not here.theorem.measure.predicates:
        yield TRUE, move.after, TRUE  # in whatever order its heaps are
        return
    for case in cases:
        if case.wins is not None:
            there = reading.at(case.counts)
            put = Substitution(values_at(there.game, case.position))
            yield case.guard, case.position, put.formula(_derived(there, _AFTER))


def _compared(after: Iterable[Linear], before: Iterable[Linear]) -> tuple[Formula, Formula]:
    """That entries are less than those before, the first that differ deciding, and that they are the same."""
    smaller, same = [], TRUE
    for new, old in zip(after, before, strict=True):
        smaller.append(conj((same, less(new, old))))
        same = conj((same, equal(new, old)))
    return disj(smaller), same


def entries(here: Here, position: SymbolicPosition, when: str = "") -> list[Linear]:
    """The measure of a position, entry by entry (as `Measure.of`)."""
    known = numbers(here, position) | {name: _number(name, when) for name in here.theorem.measure.predicates}
    return [known[name] for name in here.theorem.measure.entries]


def numbers(here: Here, position: SymbolicPosition) -> dict[str, Linear]:
    """What a measure may count at a position, by name: stones, heaps, splits and counters, not predicates of rules."""
    stones: list[Linear] = []
    in_heaps = [size for value in position if isinstance(value, tuple) for size in value]
    known = {"heaps": number(len(in_heaps)), "splits": subtract(add(number(0), *in_heaps), number(len(in_heaps)))}
    for fluent, value in zip(here.game.fluents, position, strict=True):
        if isinstance(value, tuple):
            stones += value
        else:
            known[fluent.name] = value
            if getattr(fluent, "stones", False):
                stones.append(value)
    known["stones"] = add(number(0), *stones)
    return known


def _number(name: str, when: str) -> Linear:
    """The number that the rules derive of a position."""
    return atom(unknown(f"_{name}_{when}", 0, local=True))


def _derived(here: Here, when: str) -> Formula:
    """That these are the numbers which the rules derive; Unreadable where that would need a quantifier."""
    names = here.theorem.measure.predicates
    missing = next((name for name in names if (name, 1) not in here.game.relations), None)
    if missing is not None:
        raise Unreadable(f"no rule derives {missing}/1")
    return conj(says(here.game, (name, 1), _number(name, when)) for name in names)


def _named(here: Here, name: str) -> Iterator[Problem]:
    """That the rules derive exactly one natural number."""
    none, negative = natural(here, name)
    two = says(here.game, (name, 1), _number(name, _BEFORE)), says(here.game, (name, 1), _number(name, _TOO))
    both = (*two, less(_number(name, _BEFORE), _number(name, _TOO)))
    for what, assertions in (("no natural number", none), ("a negative number", (negative,)), ("two numbers", both)):
        meaning = f"the measure {name} is nowhere {what}"
        yield Problem(f"{name}: {what}", meaning, assertions, "rules", f"the measure {name} is {what}", "measure")


# ------------------------------------------------------------------------------------------------------------- ranks


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
        return cls(rank, before, marks, _said(rank, here, _BEFORE))

    @property
    def put(self) -> dict[Unknown, Linear]:
        """For each stand-in (`marks`) the entry of the rank before the move that it stands for."""
        return dict(zip(self.marks, self.before, strict=True))

    def lower(self, reading: Reading, case: MoveCase, *, strictly: bool = True) -> Formula:
        """That the rank of the position of a case is less than what the marks stand for, or not greater."""
        there = reading.at(case.counts)
        after = _entries(self.rank, there, case.position, _AFTER)
        smaller, same = _compared(after, map(atom, self.marks))
        fallen = smaller if strictly else disj((smaller, same))
        names = _predicates(self.rank, there)
        said = Substitution(values_at(there.game, case.position)).formula(_said(self.rank, there, _AFTER))
        try:
            return exists([_any(name, _AFTER) for name in names], conj((said, fallen)))
        except NotEliminable as error:
            raise Unreadable(f"that {self.rank} falls would need a quantifier over {error.unknown}") from None

    def problems(self, here: Here, where: Formula) -> Iterator[Problem]:
        """That it is of natural numbers wherever it is compared: it has a value there, and no entry is below 0."""
        meaning = f"what has to fall ({self.rank}) is a natural number wherever it is compared"
        wrong = [(f"{name} is no natural number", natural(here, name)[0]) for name in _predicates(self.rank, here)]
        wrong.append((f"{self.rank} is below 0", (self.said, disj(less(one, number(0)) for one in self.before))))
        said = (Problem(RANK, meaning, (where, *one), fault=what, speaks=here.speaks) for what, one in wrong)
        return shares(said, len(wrong))


def _predicates(rank: Rank, here: Here) -> tuple[str, ...]:
    """The numbers in it that the rules derive."""
    return tuple(name for name in here.theorem.measure.predicates if name in rank.names)


def _any(name: str, when: str) -> Unknown:
    """A number that the rules derive: any, that it is natural is for a problem to say, and no end helps `exists`."""
    return unknown(f"_{name}_{when}", local=True)


def _said(rank: Rank, here: Here, when: str) -> Formula:
    """That these are the numbers which the rules derive; Unreadable where that would need a quantifier."""
    return conj(says(here.game, (name, 1), atom(_any(name, when))) for name in _predicates(rank, here))


def _entries(rank: Rank, here: Here, position: SymbolicPosition, when: str) -> Iterator[Linear]:
    known = numbers(here, position) | {name: atom(_any(name, when)) for name in _predicates(rank, here)}
    for entry in rank.entries:
        yield add(number(0), *(_part(here, known[name], name, many) for name, many in entry))


def _part(here: Here, value: Linear, name: str, many: int) -> Linear:
    low, high = here.theorem.counters.get(name, (None, None))
    if many < 0:
        assert high is not None
        return multiply(number(-many), subtract(end_of(high), value))
    return multiply(number(many), value if low is None else subtract(value, end_of(low)))


def end_of(end: Linear | int) -> Linear:
    """The end of a range as an expression."""
    return end if isinstance(end, Linear) else number(end)
