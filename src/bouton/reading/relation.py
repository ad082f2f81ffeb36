"""The extent of a predicate: finitely many rows, each a tuple of terms that holds under a guard."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom
from bouton.core.logic.elimination import NotEliminable, exists, solve
from bouton.core.logic.expression import FALSE, TRUE, Formula, Unknown, unknown
from bouton.core.logic.formulas import conj, disj, negate
from bouton.core.logic.substitution import replace
from bouton.core.logic.terms import Term, substituted, unknowns_of
from bouton.reading.matching import Scope


@dataclass(frozen=True)
class Row:
    """The predicate holds of these arguments for all values of the local unknowns that meet the guard."""

    arguments: tuple[Term, ...]
    guard: Formula

    @cached_property
    def locals(self) -> tuple[Unknown, ...]:
        """The unknowns that are this row's own."""
        return tuple(u for u in unknowns_of(self.arguments, self.guard) if u.local)


def some(
    rows: Iterable[Row], said: str, place: tuple[int, int], asked: Callable[[Row], Formula] = lambda _: TRUE
) -> Formula:
    """When one of the rows holds that is as asked; Unreadable where that needs a quantifier, with what is said there.

    What is asked may speak of unknowns that are no row's own: these stay.
    """
    try:
        return disj(exists(found.locals, conj((found.guard, asked(found)))) for found in rows)
    except NotEliminable as error:
        raise Unreadable(f"{said} would need a quantifier over {error.name}", *place) from None


def row(arguments: Iterable[Term], guard: Formula) -> Row | None:
    """A row in its simplest form: equations solved, hidden unknowns removed where that is possible."""
    terms = tuple(arguments)
    fresh = [u for u in unknowns_of(terms, guard) if u.local]
    if fresh:
        guard, solved = solve(guard, fresh)
        terms = tuple(substituted(solved, term) for term in terms)
        shown = unknowns_of(terms)
        with suppress(NotEliminable):  # then it stays: whoever must negate the row will say so
            guard = exists([u for u in unknowns_of((), guard) if u.local and u not in shown], guard)
    if guard is FALSE:
        return None
    found = Row(terms, guard)
    # its own unknowns are numbered by first occurrence, so that equal rows look the same
    own = {u: unknown(f"{u.name.partition('$')[0]}$${at}", local=True) for at, u in enumerate(found.locals, 1)}
    return _renamed(found, own)


def apart(found: Row, scope: Scope) -> Row:
    """The row with new names for its existential unknowns, so that two uses of it are not taken for one value."""
    return _renamed(found, {u: scope.fresh(u.name) for u in found.locals})


def _renamed(found: Row, names: dict[Unknown, Unknown]) -> Row:
    if all(one is other for one, other in names.items()):
        return found
    values = {old: atom(new) for old, new in names.items()}
    return Row(tuple(substituted(values, term) for term in found.arguments), replace(values, found.guard))


@dataclass
class Relation:
    """The rows derived so far.

    While its group of rules is evaluated, rows before `old` have taken part in earlier rounds, those
    from there up to the end are the last round's, and what this round derives is pending.
    """

    rows: list[Row] = field(default_factory=list)
    old: int = 0
    _pending: list[Row] = field(default_factory=list)

    def add(self, found: Row) -> None:
        """Add a row; it counts from the next round on."""
        self._pending.append(found)

    @property
    def news(self) -> list[Row]:
        """The rows of the last round."""
        return self.rows[self.old :]

    def advance(self) -> bool:
        """Begin the next round: pending rows are new, but for what is known already; tells whether any is."""
        self.old = len(self.rows)
        known: dict[tuple[Term, ...], list[Formula]] = {}
        for found in self.rows:
            known.setdefault(found.arguments, []).append(found.guard)
        for found in merged(self._pending):
            guards = known.setdefault(found.arguments, [])
            if all(conj((found.guard, negate(guard))) is not FALSE for guard in guards):
                guards.append(found.guard)
                self.rows.append(found)
        self._pending = []
        return self.old < len(self.rows)

    def pending(self) -> tuple[Row, ...]:
        """What the next round begins with."""
        return tuple(self._pending)

    def close(self) -> None:
        """End the derivation: take what is pending, and make one of rows with the same arguments."""
        self.advance()
        self.rows = merged(self.rows)


def merged(rows: Iterable[Row]) -> list[Row]:
    """Rows with the same arguments made one, where they have no unknowns of their own."""
    guards: dict[tuple[Term, ...], list[Formula]] = {}
    separate: list[Row] = []
    for found in rows:
        if found.locals:
            separate.append(found)
        else:
            guards.setdefault(found.arguments, []).append(found.guard)
    return [Row(arguments, disj(each)) for arguments, each in guards.items()] + separate
