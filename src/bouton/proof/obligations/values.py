"""The problems whose answers together prove what is claimed of Sprague-Grundy values, by induction along the measure.

The predicate names the value everywhere iff it names exactly one natural number, at a terminal that of the play, and
elsewhere no value of an option but every smaller one: moves lower a measure, so there is one such function.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.elimination import NotEliminable, exists
from bouton.core.logic.expression import FALSE, Formula, Linear, unknown
from bouton.core.logic.formulas import at_most, conj, different, disj, less, negate
from bouton.core.logic.problem import Assertion, ForAll, Problem
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.terms import Unreadable, text
from bouton.proof.theorem import VALUE, Case, Characterisation
from bouton.reading.command import GuardedCommand, SymbolicGame

_OTHER = unknown("_other", 0, local=True)
"""A second value that is claimed of a position, beside VALUE."""


def named(here: Characterisation[SymbolicGame]) -> Iterator[Problem]:
    """That the predicate names exactly one number, which is not negative; Unreadable where it names anything else."""
    (member,) = here.theorem.members
    none, negative = natural(here, member.iff)
    yield Problem("some value", f"{member.iff} names a natural number everywhere", none)
    yield Problem("no negative value", f"{member.iff} names no negative number", (negative,))
    both = (here.claimed, _claimed_too(here), less(atom(VALUE), atom(_OTHER)))
    yield Problem("one value", f"{member.iff} names no two numbers at once", both)


def natural(here: Characterisation[SymbolicGame], name: str) -> tuple[tuple[Assertion, ...], Formula]:
    """When a predicate names no natural number, and when a negative one; Unreadable where it is no number outright."""
    none: list[Assertion] = []
    negative: list[Formula] = []
    for row in here.game.relations.get((name, 1), ()):
        (argument,) = row.arguments
        if not isinstance(argument, Linear):
            place = here.game.places.get((name, 1), (0, 0))
            raise Unreadable(f"{name}({text(argument)}) is not a number outright", *place)
        natural = conj((row.guard, at_most(number(0), argument)))
        try:
            none.append(negate(exists(row.locals, natural)))
        except NotEliminable:
            none.append(ForAll(row.locals, negate(natural)))
        negative.append(conj((row.guard, less(argument, number(0)))))
    return tuple(none), disj(negative)


def terminals(here: Characterisation[SymbolicGame]) -> Problem:
    """That the value of a terminal is 0 where the player to move has lost there, and 1 where he has won."""
    lost = conj((here.over, different(atom(VALUE), number(0))))
    won = conj((negate(here.over), different(atom(VALUE), number(1))))
    meaning = "the value of a terminal is 0 where the player to move has lost there, else 1"
    return Problem("terminals", meaning, (*here.ended, here.claimed, disj((lost, won))), speaks=here.speaks)


def independence(
    here: Characterisation[SymbolicGame], moves: Sequence[tuple[GuardedCommand, Sequence[Case]]]
) -> Problem:
    """That no option has the value that is claimed of the position."""
    joined = disj(_into(move, case) for move, cases in moves for case in cases)
    meaning = "no move leads to a position with the same claimed value (independence)"
    return Problem("independence", meaning, (here.claimed, joined), speaks=here.speaks)


def absorption(here: Characterisation[SymbolicGame], moves: Sequence[tuple[GuardedCommand, Sequence[Case]]]) -> Problem:
    """That every number below the value claimed of a position with a move is the value of some option."""
    none: list[Assertion] = []
    for move, cases in moves:
        missed = negate(disj(_into(move, case) for case in cases))
        none.append(ForAll(move.unknowns, missed) if move.choices else missed)
    smaller = (_claimed_too(here), less(atom(VALUE), atom(_OTHER)))
    meaning = "from a position with a move, to each smaller number than its claimed value some move leads (absorption)"
    return Problem("absorption", meaning, (here.can_move, *smaller, *none), speaks=here.speaks)


def _claimed_too(here: Characterisation[SymbolicGame]) -> Formula:
    return Substitution({VALUE: atom(_OTHER)}).formula(here.claimed)


def _into(move: GuardedCommand, case: Case) -> Formula:
    """That the move leads to a position of which VALUE is claimed."""
    return FALSE if case.wins is None else conj((move.guard, case.guard, case.wins))
