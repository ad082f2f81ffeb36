"""Aggregates over finitely many conditional tuples, with clingo's meaning: a set, each tuple once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from clingo.ast import AggregateFunction

from bouton.core.logic.arithmetic import add, atom, choose, multiply, number, scale, subtract
from bouton.core.logic.elimination import NotEliminable, exists, solve
from bouton.core.logic.expression import FALSE, TRUE, Formula, Le, Linear, Unknown
from bouton.core.logic.formulas import at_most, conj, conjuncts, disj, least, less, negate
from bouton.core.logic.substitution import Substitution, replace
from bouton.core.logic.terms import Extreme, Term, same, substituted, unknowns_of
from bouton.reading.choices import NotBounded, choices
from bouton.reading.marks import MAYBE, by_sizes, is_size, marked, possible, sure
from bouton.reading.matching import Scope, State, products, unreadable
from bouton.reading.syntax import Syntax

_MOST = 64
"""Blocks of tuples, and what they have in common, that one aggregate may have."""


@dataclass(frozen=True)
class Element:
    """A conditional tuple of an aggregate: it is in the set where the condition holds, for each value of `own`, if any.

    A `hidden` one may be in the set, for some sizes of heaps that are not known.
    """

    terms: tuple[Term, ...]
    condition: Formula
    own: Unknown | None = None
    hidden: bool = False


def entries(
    terms: Sequence[Syntax], inner: Iterable[State], state: State, scope: Scope, literal: Syntax
) -> Iterator[Element]:
    """The tuples of an aggregate's element, from the states of its condition; Unreadable at an unbounded interval."""
    outside = unknowns_of(state.values.values())
    for one in inner:
        for found, defined in products(terms, one, scope):
            condition = conj((one.guard, defined))
            if MAYBE in unknowns_of((), condition) or any(map(is_size, unknowns_of(found))):
                yield Element(found, possible(condition), hidden=True)
                condition = sure(condition)
            elif marked(condition):
                condition = _seen(condition, state, scope, literal)
            if condition is FALSE:
                continue
            own = [u for u in unknowns_of(found, condition) if u.local and u not in outside]
            condition, solved = solve(condition, own)
            found = tuple(substituted(solved, term) for term in found)  # noqa: PLW2901
            try:
                condition = exists([u for u in own if u not in unknowns_of(found)], condition)
            except NotEliminable as error:
                raise _open_interval(literal, error.unknown.name) from None
            left = [u for u in own if u in unknowns_of(found, condition)]
            if len(left) > 1:
                raise _open_interval(literal, left[0].name)
            if condition is not FALSE:
                yield Element(found, condition, left[0] if left else None)


def _seen(condition: Formula, state: State, scope: Scope, literal: Syntax) -> Formula:
    """The condition without sizes that are not known; where it depends on one, that is noted as unseen."""
    assert scope.lowest is not None
    plain, ranges, about = by_sizes(condition, scope.lowest)
    if about is TRUE:
        return plain
    sizes = [u for u in unknowns_of((), ranges) if is_size(u)]
    try:
        some = conj((plain, exists(sizes, conj((ranges, about)))))
        fails = conj((plain, exists(sizes, conj((ranges, negate(about))))))
    except NotEliminable as error:
        raise _open_interval(literal, error.unknown.name) from None
    scope.not_seen(conj((state.guard, some, fails)), literal)
    return some


def _open_interval(literal: Syntax, name: str) -> Exception:
    shown = name.partition("$")[0]
    return unreadable(f"an aggregate over {shown}, which ranges over an interval of unknown ends", literal)


def values_of(
    function: AggregateFunction, found: Sequence[Element], state: State, scope: Scope, literal: Syntax
) -> Iterator[tuple[Term, Formula]]:
    """The values of an aggregate over these tuples, each with its condition, in cases that exclude each other."""
    hidden = [entry for entry in found if entry.hidden]
    found = [entry for entry in found if not entry.hidden]
    if function in (AggregateFunction.Min, AggregateFunction.Max):
        greatest = function == AggregateFunction.Max
        for entry in hidden:
            scope.not_seen(conj((state.guard, entry.condition, negate(_beaten(entry, found, greatest)))), literal)
        yield from _extremes(greatest, found, literal)
        return
    for entry in hidden:
        scope.not_seen(conj((state.guard, entry.condition)), literal)
    blocks = [entry for entry in found if entry.own is not None]
    parts = [scale(sign, _weighed(function, one, literal)) for sign, one in _counted_once(blocks, scope, literal)]
    for entry in distinct([entry for entry in found if entry.own is None]):
        elsewhere = disj(_is_in(entry, block, scope, literal) for block in blocks)
        parts.append(choose(conj((entry.condition, negate(elsewhere))), _weight(function, entry), number(0)))
    yield add(number(0), *parts), TRUE


def _counted_once(blocks: Sequence[Element], scope: Scope, literal: Syntax) -> list[tuple[int, Element]]:
    """What is to be added (1) and taken away (-1) so that each tuple of the blocks counts once.

    By inclusion and exclusion: what blocks have in common is a block again, or one tuple.
    """
    found: list[tuple[int, Element]] = []
    for block in blocks:
        shared = [(-sign, both) for sign, other in found if (both := _common(other, block, scope, literal)) is not None]
        found += [(1, block), *shared]
        if len(found) > _MOST:
            raise unreadable("an aggregate over too many intervals that may overlap", literal)
    return found


def _common(one: Element, other: Element, scope: Scope, literal: Syntax) -> Element | None:
    """The tuples that are in both; None where there are none."""
    assert other.own is not None
    name = scope.fresh(other.own.name)
    own = [name, *([] if one.own is None else [one.own])]
    apart = {other.own: atom(name)}
    alike = _equal(one.terms, tuple(substituted(apart, term) for term in other.terms))
    both, solved = solve(conj((one.condition, replace(apart, other.condition), alike)), own)
    terms = tuple(substituted(solved, term) for term in one.terms)
    try:
        both = exists([u for u in own if u not in unknowns_of(terms)], both)
        left = [u for u in own if u in unknowns_of(terms, both)]
        if exists(left, both) is FALSE:
            return None
    except NotEliminable as error:
        raise _open_interval(literal, error.unknown.name) from None
    if len(left) > 1:
        raise _open_interval(literal, left[0].name)
    return Element(terms, both, left[0] if left else None)


def _is_in(entry: Element, block: Element, scope: Scope, literal: Syntax) -> Formula:
    """When a lone tuple is one of the block's."""
    both = _common(entry, block, scope, literal)
    return FALSE if both is None else both.condition


def _weighed(function: AggregateFunction, entry: Element, literal: Syntax) -> Linear:
    """What a block's tuples weigh together, or one tuple where it is there."""
    if entry.own is not None:
        return _total(function, entry, literal)
    return choose(entry.condition, _weight(function, entry), number(0))


def _total(function: AggregateFunction, block: Element, literal: Syntax) -> Linear:
    """What the tuples of a block, one for each number between the bounds that its condition has, weigh together."""
    own = block.own
    assert own is not None
    if not any(isinstance(term, Linear) and _tells(term, own) for term in block.terms):
        raise _open_interval(literal, own.name)
    about = [part for part in conjuncts(block.condition) if own in unknowns_of((), part)]
    weight = _weight(function, block)
    try:
        (bounds,) = choices([own], conj(about))
    except NotBounded as error:
        raise _open_interval(literal, error.unknown.name) from None
    if (
        not all(isinstance(part, Le) for part in about)
        or len(bounds.lows) + len(bounds.highs) < len(about)
        or own in unknowns_of((weight,))
    ):
        raise _open_interval(literal, own.name)
    outer = conj(part for part in conjuncts(block.condition) if part not in about)
    first = scale(-1, _least([scale(-1, low) for low in bounds.lows], outer))
    last = _least(bounds.highs, outer)
    none = subtract(last, first), number(-1)
    count = add(scale(-1, _least([scale(-1, one) for one in none], outer)), number(1))
    return choose(outer, multiply(weight, count), number(0))


def _tells(term: Linear, own: Unknown) -> bool:
    """Whether no two values of the unknown give the term the same value."""
    coefficient = dict(term.terms).get(own, 0)
    return coefficient != 0 and own not in unknowns_of([subtract(term, atom(own, coefficient))])


def _least(numbers: Sequence[Linear], given: Formula) -> Linear:
    """The least of some numbers, where something is given: without those that never are less than some other."""
    pinned = Substitution(dict(pair for part in conjuncts(given) for pair in _pinned(part)))
    kept = list(numbers)
    for one in numbers:
        others = [other for other in kept if other is not one]
        if any(conj((given, pinned.formula(less(one, other)))) is FALSE for other in others):
            kept.remove(one)
    return reduce(least, kept)


def _pinned(part: Formula) -> Iterator[tuple[Unknown, Linear]]:
    """The unknown that is its own lower bound, where the comparison says so."""
    if isinstance(part, Le) and len(part.left.terms) == 1:
        ((one, coefficient),) = part.left.terms
        if isinstance(one, Unknown) and coefficient == 1 and one.low is not None and one.low == -part.left.constant:
            yield one, number(one.low)


def distinct(found: Sequence[Element]) -> list[Element]:
    """The same set of tuples with narrower conditions, so that no two of them are in it and equal at once."""
    merged: dict[tuple[Term, ...], Formula] = {}
    for entry in found:
        merged[entry.terms] = disj((merged.get(entry.terms, FALSE), entry.condition))
    kept: list[Element] = []
    for terms, condition in merged.items():
        twins = disj(conj((other.condition, _equal(terms, other.terms))) for other in kept)
        kept.append(Element(terms, conj((condition, negate(twins)))))
    return [entry for entry in kept if entry.condition is not FALSE]


def _equal(one: tuple[Term, ...], other: tuple[Term, ...]) -> Formula:
    return conj(map(same, one, other)) if len(one) == len(other) else FALSE


def _weight(function: AggregateFunction, entry: Element) -> Linear:
    if function == AggregateFunction.Count:
        return number(1)
    weight = entry.terms[0] if entry.terms else None
    if not isinstance(weight, Linear):
        return number(0)  # clingo ignores the tuple
    if function == AggregateFunction.SumPlus:
        return choose(less(number(0), weight), weight, number(0))
    return weight


def _beaten(one: Element, found: Sequence[Element], greatest: bool) -> Formula:
    """When another tuple is at least as great, or as small."""
    ways = []
    for other in found:
        (weight, mine) = (entry.terms[0] if entry.terms else None for entry in (other, one))
        if isinstance(weight, Linear) and isinstance(mine, Linear) and other.own is None:
            better = at_most(mine, weight) if greatest else at_most(weight, mine)
            ways.append(conj((other.condition, better)))
    return disj(ways)


def _extremes(greatest: bool, found: Sequence[Element], literal: Syntax) -> Iterator[tuple[Term, Formula]]:
    present = FALSE
    best: Linear | None = None
    for entry in found:
        weight = entry.terms[0] if entry.terms else None
        if not isinstance(weight, Linear):
            raise unreadable("#min or #max over what is not a number", literal)
        if entry.own is not None:
            raise _open_interval(literal, entry.own.name)
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
