"""Aggregates over finitely many conditional tuples, with clingo's meaning: a set, each tuple once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from clingo.ast import AggregateFunction

from bouton.symbolic.arithmetic import add, choose, number
from bouton.symbolic.elimination import NotEliminable, exists, solve
from bouton.symbolic.expression import FALSE, TRUE, Formula, Linear
from bouton.symbolic.logic import conj, disj, less, negate
from bouton.symbolic.matching import Scope, State, products, unreadable
from bouton.symbolic.syntax import Syntax
from bouton.symbolic.terms import Extreme, Term, same, substituted, unknowns_of


@dataclass(frozen=True)
class Entry:
    """A tuple that is in the set where the condition holds."""

    terms: tuple[Term, ...]
    condition: Formula


def entries(
    terms: Sequence[Syntax], inner: Iterable[State], state: State, scope: Scope, literal: Syntax
) -> Iterator[Entry]:
    """The tuples of one element, out of the states of its condition."""
    outside = unknowns_of(state.values.values())
    for one in inner:
        for found, defined in products(terms, one, scope):
            condition = conj((one.guard, defined))
            own = [u for u in unknowns_of(found, condition) if u.local and u not in outside]
            condition, solved = solve(condition, own)
            found = tuple(substituted(solved, term) for term in found)  # noqa: PLW2901
            try:
                condition = exists([u for u in own if u not in unknowns_of(found)], condition)
            except NotEliminable as error:
                raise _open_interval(literal, error.unknown.name) from None
            left = [u for u in own if u in unknowns_of(found, condition)]
            if left:
                raise _open_interval(literal, left[0].name)
            if condition is not FALSE:
                yield Entry(found, condition)


def _open_interval(literal: Syntax, name: str) -> Exception:
    shown = name.partition("$")[0]
    return unreadable(f"an aggregate over {shown}, which ranges over an interval of unknown ends", literal)


def values_of(function: AggregateFunction, found: Sequence[Entry], literal: Syntax) -> Iterator[tuple[Term, Formula]]:
    """The aggregate's value, in cases that exclude each other."""
    if function in (AggregateFunction.Min, AggregateFunction.Max):
        yield from _extremes(function == AggregateFunction.Max, found, literal)
        return
    parts = [choose(entry.condition, _weight(function, entry), number(0)) for entry in distinct(found)]
    yield add(number(0), *parts), TRUE


def distinct(found: Sequence[Entry]) -> list[Entry]:
    """The same set, in which no two tuples are present and equal at once."""
    merged: dict[tuple[Term, ...], Formula] = {}
    for entry in found:
        merged[entry.terms] = disj((merged.get(entry.terms, FALSE), entry.condition))
    kept: list[Entry] = []
    for terms, condition in merged.items():
        twins = disj(conj((other.condition, _equal(terms, other.terms))) for other in kept)
        kept.append(Entry(terms, conj((condition, negate(twins)))))
    return [entry for entry in kept if entry.condition is not FALSE]


def _equal(one: tuple[Term, ...], other: tuple[Term, ...]) -> Formula:
    return conj(map(same, one, other)) if len(one) == len(other) else FALSE


def _weight(function: AggregateFunction, entry: Entry) -> Linear:
    if function == AggregateFunction.Count:
        return number(1)
    weight = entry.terms[0] if entry.terms else None
    if not isinstance(weight, Linear):
        return number(0)  # clingo ignores the tuple
    if function == AggregateFunction.SumPlus:
        return choose(less(number(0), weight), weight, number(0))
    return weight


def _extremes(greatest: bool, found: Sequence[Entry], literal: Syntax) -> Iterator[tuple[Term, Formula]]:
    present = FALSE
    best: Linear | None = None
    for entry in found:
        weight = entry.terms[0] if entry.terms else None
        if not isinstance(weight, Linear):
            raise unreadable("#min or #max over what is not a number", literal)
        if best is None:
            best = weight
        else:
            better = less(best, weight) if greatest else less(weight, best)
            takes = conj((entry.condition, disj((negate(present), better))))
            best = choose(takes, weight, best)
        present = disj((present, entry.condition))
    yield Extreme(top=not greatest), negate(present)
    if best is not None:
        yield best, present
