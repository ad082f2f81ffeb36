r"""Recursions that multiply by a number, such as `power(2*P) :- power(P), pile(N), 2*P <= N`.

Their rounds do not end where N is not known. But what they derive are the first number times the powers of the other,
up to a bound, and powers with an exponent that is not known have a meaning for automata.
"""

from __future__ import annotations

from collections.abc import Sequence

from bouton.core.logic.arithmetic import atom, multiply, number, power, subtract
from bouton.core.logic.expression import And, Formula, Le, Linear, Or, Unknown, UnknownNames, unknown
from bouton.core.logic.formulas import at_most, conj
from bouton.core.logic.substitution import replace
from bouton.core.logic.terms import Term
from bouton.core.logic.walk import unknowns
from bouton.reading.relation import Row, row

_BEFORE = unknown("X$0", 1, local=True)
"""The number that a step leads on from; no row's own unknown has this name."""


def multiples(begun: Sequence[Row], steps: Sequence[Row], names: UnknownNames) -> list[Row] | None:
    """All rows of a predicate of one number: those that it begins with, and what steps lead to from there.

    `steps` are what its recursive rules say of a number X that it holds of already, each a row of b*X for one b. None
    where they are something else, or where one might be made from a greater X and not from a lesser: only where there
    is no such step does the chain of steps lead to each number that one step leads to from a multiple of the first.
    """
    led = [_step(one) for one in steps]
    starts = [_start(one) for one in begun]
    bases = {base for base, _ in led}
    if len(bases) != 1 or bases == {0} or None in starts:
        return None
    (base,) = bases
    found: list[Row | None] = [*begun]
    for first, start in zip(begun, starts, strict=True):
        for _, guard in led:
            exponent = atom(names.fresh("K"))
            before = multiply(number(start or 0), power(number(base), exponent))
            goes_on = conj((first.guard, at_most(number(0), exponent), replace({_BEFORE: before}, guard)))
            found.append(row([multiply(number(base), before)], goes_on))
    return [one for one in found if one is not None]


def _start(first: Row) -> int | None:
    """The number that the row is of, if that is known and above 0, and the row has no unknowns of its own."""
    (start,) = first.arguments
    return start.number if isinstance(start, Linear) and (start.number or 0) > 0 and not first.locals else None


def _step(step: Row) -> tuple[int, Formula]:
    """The number b, if the row is of b*X, and holds of each lesser X above 0 too; and when it does. Else b is 0."""
    times, own = _multiple(*step.arguments)
    guard = step.guard if own is None else replace({own: atom(_BEFORE)}, step.guard)
    return times if own in step.locals and times > 1 and _falls(guard) else 0, guard


def _multiple(term: Term) -> tuple[int, Unknown | None]:
    """The number and the unknown that the term is the product of."""
    if isinstance(term, Linear) and not term.constant and len(term.terms) == 1:
        ((own, times),) = term.terms
        if isinstance(own, Unknown):
            return times, own
    return 0, None


def _falls(guard: Formula) -> bool:
    """Whether the guard says nothing of the number before a step but that it is not too great."""
    if _BEFORE not in unknowns(guard):
        return True
    if isinstance(guard, And | Or):
        return all(map(_falls, guard.parts))
    if not isinstance(guard, Le):
        return False
    times = dict(guard.left.terms).get(_BEFORE, 0)
    return times > 0 and _BEFORE not in unknowns(subtract(guard.left, atom(_BEFORE, times)))
