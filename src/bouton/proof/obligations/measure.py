"""That every move lowers the measure: what makes the rest of a proof an induction.

A measure that the rules derive must besides be one natural number at every position of the range.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, number, subtract
from bouton.core.logic.expression import TRUE, Formula, Linear, unknown
from bouton.core.logic.formulas import conj, disj, equal, less, negate
from bouton.core.logic.problem import Problem, each
from bouton.core.logic.substitution import Substitution
from bouton.proof.obligations.values import natural
from bouton.proof.theorem import Case, Characterisation, Counts, Moves, Reading
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
            smaller, so_far = [], TRUE
            for old, new in zip(before, entries(here, position, _AFTER), strict=True):
                smaller.append(conj((so_far, less(new, old))))
                so_far = conj((so_far, equal(new, old)))
            formula = conj((move.guard, guard, said, there, negate(disj(smaller))))
            wrong.append((formula, f"the move {move.name} does not lower the measure ({named})"))
    lowered = list(each("measure", f"every move lowers the measure ({named})", "rules", wrong))
    every = [*lowered, *(one for name in measure.predicates for one in _named(here, name))]
    for at, problem in enumerate(every, 1):
        yield replace(problem, share=(at, len(every)))


def _led(
    reading: Reading, here: Here, move: GuardedCommand, cases: Sequence[Case]
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


def entries(here: Here, position: SymbolicPosition, when: str = "") -> list[Linear]:
    """The measure of a position, entry by entry (as `Measure.of`)."""
    known = numbers(here, position) | {name: _number(name, when) for name in here.theorem.measure.predicates}
    return [known[name] for name in here.theorem.measure.entries]


def numbers(here: Here, position: SymbolicPosition) -> dict[str, Linear]:
    """The numbers of a position that measures are made of, by name, but for those that the rules derive."""
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
