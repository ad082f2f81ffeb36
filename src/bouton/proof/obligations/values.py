"""The problems whose answers together prove what is claimed of Sprague-Grundy values, by induction along the measure.

The predicate names the value everywhere iff it names exactly one natural number, at a terminal that of the play, and
elsewhere no value of an option but every smaller one: moves lower a measure, so there is one such function.
"""

from __future__ import annotations

from collections.abc import Iterator

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.elimination import never
from bouton.core.logic.expression import Formula, Linear, unknown
from bouton.core.logic.formulas import at_most, conj, different, disj, less, negate
from bouton.core.logic.problem import Assertion, Problem
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.terms import text
from bouton.proof.theorem import VALUE, Characterisation, Moves, led, never_led
from bouton.reading.command import SymbolicGame

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
        none.append(never(row.locals, natural))
        negative.append(conj((row.guard, less(argument, number(0)))))
    return tuple(none), disj(negative)


def terminals(here: Characterisation[SymbolicGame]) -> Problem:
    """That the value of a terminal is 0 where the player to move has lost there, and 1 where he has won."""
    lost = conj((here.over, different(atom(VALUE), number(0))))
    won = conj((negate(here.over), different(atom(VALUE), number(1))))
    meaning = "the value of a terminal is 0 where the player to move has lost there, else 1"
    return Problem("terminals", meaning, (*here.ended, here.claimed, disj((lost, won))), speaks=here.speaks)


def independence(here: Characterisation[SymbolicGame], moves: Moves) -> Problem:
    """That no option has the value that is claimed of the position."""
    meaning = "no move leads to a position with the same claimed value (independence)"
    return Problem("independence", meaning, (here.claimed, led(moves)), speaks=here.speaks)


def absorption(here: Characterisation[SymbolicGame], moves: Moves) -> Problem:
    """That every number below the value claimed of a position with a move is the value of some option."""
    smaller = (_claimed_too(here), less(atom(VALUE), atom(_OTHER)))
    meaning = "from a position with a move, to each smaller number than its claimed value some move leads (absorption)"
    return Problem("absorption", meaning, (here.can_move, *smaller, *never_led(moves)), speaks=here.speaks)


def _claimed_too(here: Characterisation[SymbolicGame]) -> Formula:
    return Substitution({VALUE: atom(_OTHER)}).formula(here.claimed)
