"""Problems about predicates of which some properties are known: instances of these take the place of quantifiers.

A property says something of all numbers. It is taken at the numbers at which a problem speaks of the predicates that
the property speaks of (Detlefs, Nelson and Saxe 2005, on matching), and of what this brings in again, a few times over.
What is said of all numbers holds at these, so that `unsat` carries over; that there is a model says nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bouton.core.errors import Unreadable
from bouton.core.logic import expression as ex
from bouton.core.logic.arithmetic import applied, atom, number, scale, subtract
from bouton.core.logic.elimination import solve
from bouton.core.logic.expression import FALSE, unknown
from bouton.core.logic.formulas import conj, disj, equal, less, negate
from bouton.core.logic.problem import ForAll, Problem
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.walk import Rewriter, parts, unknowns

Signature: TypeAlias = tuple[str, int]
_Place: TypeAlias = tuple[tuple[ex.Linear, ...], int, bool]
"""The arguments of an application, its distance from the problem, and whether it is new there."""
_FAR = 9
"""The distance of what no further instance is taken at."""
_MOST = 4000
"""Instances of one problem."""


@dataclass(frozen=True)
class Property:
    """What holds of all numbers, and how far from the problem it is taken.

    What the problem says itself is at distance 0, what an instance brings in is one further than what it was taken at.
    """

    said: ForAll
    distance: int = 2
    named: bool = False
    """Whether it says itself at which numbers it is to be taken, and not what it says of all numbers inside."""
    derives: bool = False
    """Whether it says where a predicate holds, so that it serves a problem which says where such ones do not."""


def matched(problem: Problem, properties: Sequence[Property]) -> Problem:
    """The problem without quantifiers, with instances of its own and of the properties.

    Unreadable where a quantifier stands where its sign is not known.
    """
    opened = _Opened()
    ground = [opened.formula(one) for one in problem.assertions if isinstance(one, ex.Formula)]
    own = [Property(one) for one in problem.assertions if isinstance(one, ForAll)]
    denied = bool(own or opened.properties) or any(map(_denies, ground))
    for one in own:
        opened.add(one)
    opened.others()
    for one in properties:
        if denied or not one.derives:
            opened.add(one)
    known = dict.fromkeys(_applications(ground), 0)
    seen: dict[ex.Formula, int] = {}
    told: set[ex.Formula] = set()
    looked_at: list[set[ex.Applied]] = []
    while len(ground) < _MOST:
        looked_at += [set() for _ in opened.properties[len(looked_at) :]]
        pairs = list(zip(opened.properties, looked_at, strict=True))
        found = [one for each, before in pairs for one in each.instances(known, seen, before)]
        if not found:
            break
        for instance, distance in found[: _MOST - len(ground)]:
            said = opened.formula(instance)
            if instance not in told:
                told.add(instance)
                ground.append(said)
            for application in _applications([said]):
                known[application] = min(distance, known.get(application, distance))
    return replace(problem, assertions=tuple(ground), instances=0)


def instances_at(said: ForAll, rows: Mapping[tuple[str, int], Iterable[Sequence[int]]]) -> Iterator[ex.Formula]:
    """What a property says at rows of the predicates that it speaks of, what there is still with quantifiers."""
    opened = _Opened()
    opened.add(Property(said))
    known = {
        application: 0
        for (name, _), several in rows.items()
        for row in several
        for application in _applications([equal(applied(name, [*map(number, row)]), number(1))])
    }
    for one in opened.properties:
        yield from (instance for instance, _ in one.instances(known, {}, set()))


class _Opened:
    """Formulas without quantifiers: what there is gets a name, and what holds of all numbers is a property more."""

    def __init__(self) -> None:
        self.properties: list[_Property] = []
        self._names = ex.UnknownNames("match")
        self._done: dict[ex.Formula, ex.Formula] = {}
        self._own = True

    def others(self) -> None:
        """What is told from now on is not the problem's own."""
        self._own = False

    def add(self, given: Property) -> None:
        """One more property, as several where it says several things of numbers of their own."""
        whole = given.said.formula
        cases = () if given.named else _by_cases(whole, given.said.bound)
        several = [(whole, ())] if given.named else [one for case in cases for one in self._clauses(case)]
        for clause, more in several:
            formula = _settled(clause, frozenset((*given.said.bound, *more)))
            within = unknowns(formula)
            bound = tuple(one for one in (*given.said.bound, *more) if one in within)
            triggers = tuple(_triggers(formula, frozenset(bound)))
            loose = 0 if given.named else 1
            if len(bound) == 1 and not triggers:
                one = bound[0]
                ends = [
                    disj((_outside(one, end), Substitution({one: end}).formula(formula))) for end in _ends(formula, one)
                ]
                self.properties += [_Property((), end, (), given.distance, loose, self._own) for end in ends]
            else:
                self.properties.append(_Property(bound, formula, triggers, given.distance, loose, self._own))

    def formula(self, value: ex.Formula) -> ex.Formula:
        """What it comes to; equal formulas have the same names for what there is."""
        found = self._done.get(value)
        if found is None:
            found = self._done[value] = self._opened(value)
        return found

    def _opened(self, value: ex.Formula) -> ex.Formula:
        match value:
            case ex.And(parts=several):
                return conj(map(self.formula, several))
            case ex.Or(parts=several):
                return disj(map(self.formula, several))
            case ex.Some(bound=bound, formula=formula):
                return self.formula(Substitution({bound: atom(self._fresh(bound))}).formula(formula))
            case ex.Never(bound=bound, formula=formula):
                said = equal(atom(unknown(self._names.fresh("never").name, 0, 1, local=True)), number(1))
                self.add(Property(ForAll((bound,), disj((negate(said), negate(formula))))))
                return said
        if any(isinstance(node, ex.Some | ex.Never) for node in parts(value)):
            raise Unreadable("a case distinction over what a quantifier says")
        return value

    def _clauses(self, value: ex.Formula) -> list[tuple[ex.Formula, tuple[ex.Unknown, ...]]]:
        """Formulas that hold together where this one does, each for all values of what is bound in it."""
        if not _says_never(value):
            return [(value, ())]
        match value:
            case ex.And(parts=several):
                return [one for part in several for one in self._clauses(part)]
            case ex.Or(parts=several):
                chosen = itertools.product(*map(self._clauses, several))
                return [
                    (disj(part for part, _ in each), tuple(itertools.chain(*(more for _, more in each))))
                    for each in chosen
                ]
            case ex.Never(bound=one, formula=formula):
                fresh = self._fresh(one)
                inside = self._clauses(negate(Substitution({one: atom(fresh)}).formula(formula)))
                return [(part, (fresh, *more)) for part, more in inside]
        return [(value, ())]

    def _fresh(self, one: ex.Unknown) -> ex.Unknown:
        return unknown(self._names.fresh(one.name).name, one.low, one.high, local=True)


def _says_never(value: ex.Formula) -> bool:
    """Whether something is said of all numbers in it, and not only of some that there are."""
    if isinstance(value, ex.And | ex.Or):
        return any(map(_says_never, value.parts))
    return isinstance(value, ex.Never)


@dataclass(frozen=True)
class _Property:
    """What holds for all values of what is bound, and the applications at whose like it is taken."""

    bound: tuple[ex.Unknown, ...]
    formula: ex.Formula
    triggers: tuple[ex.Applied, ...]
    distance: int
    loose: int
    """How many triggers may be met by other arguments where nothing is bound: these may be equal all the same."""

    own: bool
    """Whether the problem itself says it: then its only trigger may be so met."""

    def instances(
        self, known: Mapping[ex.Applied, int], seen: dict[ex.Formula, int], before: set[ex.Applied]
    ) -> Iterator[tuple[ex.Formula, int]]:
        """The instances at what is known that have not been seen as near, each with its distance from the problem.

        What was near enough `before`, when it was last asked, gives nothing new by itself; what is now is noted there.
        """
        near: dict[Signature, list[_Place]] = {}
        for one, far in known.items():
            if far <= self.distance:
                near.setdefault(type(one).predicate, []).append((arguments_of(one), far, one not in before))
        looked = not before
        before.update(one for one, far in known.items() if far <= self.distance)
        for values, far in itertools.islice(self._values({}, self.triggers, near, looked, (-1, 0)), _MOST):
            inside = (_outside(one, value) for one, value in values.items())
            found = disj((*inside, Substitution(values).formula(self.formula)))
            if far + 1 < seen.get(found, _FAR + 2):
                seen[found] = far + 1
                yield found, far + 1

    def _values(
        self,
        values: dict[ex.Unknown, ex.Linear],
        triggers: Sequence[ex.Applied],
        known: Mapping[Signature, Sequence[_Place]],
        new: bool,
        at: tuple[int, int],
    ) -> Iterator[tuple[dict[ex.Unknown, ex.Linear], int]]:
        """Values of all that is bound with which each trigger is some application that is known, and its distance.

        One of these at least is `new`, or one that was taken before is.
        """
        far, loose = at
        if not triggers:
            if new and len(values) == len(self.bound):
                yield values, _FAR if loose else far
            return
        first, *rest = triggers
        if all(one in values or one not in self.bound for one in unknowns(atom(first))):
            yield from self._values(values, rest, known, new, at)  # what it needs is there: it would only be told again
            return
        mine = arguments_of(first)
        for its, distance, fresh in known.get(type(first).predicate, ()):
            if new or fresh or rest:
                found, exact = self._alike(values, mine, its)
                more = loose + (not exact)
                if len(found) > len(values) and more <= (self.loose if self.own or len(self.triggers) > 1 else 0):
                    yield from self._values(found, rest, known, new or fresh, (max(far, distance), more))

    def _alike(
        self, values: dict[ex.Unknown, ex.Linear], several: Sequence[ex.Linear], others: Sequence[ex.Linear]
    ) -> tuple[dict[ex.Unknown, ex.Linear], bool]:
        """The values with more that make the ones the others, and whether all of them are."""
        found, exact = dict(values), True
        for mine, its in zip(several, others, strict=True):
            alone = mine.terms[0][0] if len(mine.terms) == 1 else None
            if isinstance(alone, ex.Unknown) and alone in self.bound and mine is atom(alone) and alone not in found:
                found[alone] = its
                continue
            term = Substitution(found).linear(mine)
            left = [part for part, _ in term.terms if isinstance(part, ex.Unknown) and part in self.bound]
            free = [part for part in unknowns(term) if part in self.bound]
            if not free:
                if subtract(term, its).number not in (None, 0):
                    return values, False
                exact &= term is its
            elif len(free) == 1 and left == free and abs(dict(term.terms)[free[0]]) == 1:
                sign = dict(term.terms)[free[0]]
                rest = subtract(term, atom(free[0], sign))
                found[free[0]] = scale(sign, subtract(its, rest))
        return found, exact


def arguments_of(one: ex.Applied) -> tuple[ex.Linear, ...]:
    """The numbers of which the predicate is said."""
    arity = type(one).predicate[1]
    if arity == 1:
        return (one.left,)
    found = [one.right]
    while len(found) < arity - 1:
        inner = one.left.terms[0][0]
        assert isinstance(inner, ex.Applied)
        one = inner
        found.append(one.right)
    return (one.left, *reversed(found))


def said_of(value: ex.Formula) -> tuple[ex.Applied, bool] | None:
    """The application of which a formula says whether it holds, and that; None where it says something else."""
    if not isinstance(value, ex.Le | ex.Eq | ex.Ne) or len(value.left.terms) != 1:
        return None
    (one, times), constant = value.left.terms[0], value.left.constant
    if not isinstance(one, ex.Applied) or not type(one).whole or abs(times) != 1:
        return None
    rest = {number: times * number + constant for number in (0, 1)}
    if isinstance(value, ex.Le):
        holds = [rest[0] <= 0, rest[1] <= 0]
    else:
        holds = [(rest[number] == 0) is isinstance(value, ex.Eq) for number in (0, 1)]
    return (one, holds[1]) if holds[0] is not holds[1] else None


def _applications(formulas: Iterable[ex.Formula]) -> Iterator[ex.Applied]:
    """What the formulas say of predicates, each once."""
    for node in parts(*formulas):
        if isinstance(node, ex.Applied) and type(node).whole:
            yield node


def _triggers(formula: ex.Formula, bound: frozenset[ex.Unknown]) -> Iterator[ex.Applied]:
    """Applications that have what is bound, those first that the property supposes to hold."""
    found: dict[ex.Applied, bool] = {}
    waiting: list[ex.Formula] = [formula]
    while waiting:
        one = waiting.pop()
        if isinstance(one, ex.And | ex.Or):
            waiting += one.parts
            continue
        for node in parts(one):
            if not isinstance(node, ex.Applied) or isinstance(one, ex.Some | ex.Never) or not type(node).whole:
                continue
            if bound & unknowns(atom(node)).keys():
                found[node] = found.get(node, False) or said_of(one) == (node, False)
    yield from sorted(found, key=lambda one: (not found[one], _hidden(one, bound)))


def _by_cases(formula: ex.Formula, bound: Collection[ex.Unknown]) -> Iterator[ex.Formula]:
    """Formulas that hold together where this one does, in which of no predicate what is bound is said by cases."""
    free = _only_free(formula)
    for node in _applications([formula]):
        for one in parts(*arguments_of(node)):
            if not isinstance(one, ex.Ite) or unknowns(atom(one)).keys().isdisjoint(bound):
                continue
            if unknowns(one.condition).keys() <= free:
                for condition, value in ((negate(one.condition), one.then), (one.condition, one.other)):
                    yield from _by_cases(disj((condition, _Put(one, value).formula(formula))), bound)
                return
    yield formula


def _only_free(formula: ex.Formula) -> set[ex.Unknown]:
    """What occurs in it and is bound by no quantifier inside."""
    return unknowns(formula).keys() - {one.bound for one in parts(formula) if isinstance(one, ex.Some | ex.Never)}


class _Put(Rewriter):
    """Puts one of its two values in the place of a number that is said by cases."""

    def __init__(self, one: ex.Ite, value: ex.Linear) -> None:
        super().__init__()
        self._compounds[one] = value


def _denies(value: ex.Formula) -> bool:
    """Whether it says that some predicate does not hold at some numbers."""
    if isinstance(value, ex.And):
        return any(map(_denies, value.parts))
    said = said_of(value)
    return said is not None and not said[1]


def _ends(formula: ex.Formula, bound: ex.Unknown) -> Iterator[ex.Linear]:
    """Where the ranges of what is bound end: a number of which nothing is told by name is taken there."""
    outside = _only_free(formula) - {bound}
    for one in parts(formula):
        if isinstance(one, ex.Le) and abs(times := dict(one.left.terms).get(bound, 0)) == 1:
            rest = subtract(one.left, atom(bound, times))
            if unknowns(rest).keys() <= outside:
                yield scale(times, subtract(number(1), rest))


def _settled(formula: ex.Formula, bound: frozenset[ex.Unknown]) -> ex.Formula:
    """The formula without what is bound, where no application tells its value and an equation does that is supposed."""
    told = {one for trigger in _triggers(formula, bound) for one in unknowns(atom(trigger))}
    rest, values = solve(negate(formula), [one for one in unknowns(formula) if one in bound and one not in told])
    return disj((negate(rest), *(_outside(one, value) for one, value in values.items())))


def _hidden(one: ex.Applied, bound: frozenset[ex.Unknown]) -> int:
    """How many arguments are more than one of what is bound by itself: those that are tell its value at once."""
    return sum(not (len(each.terms) == 1 and each.terms[0][0] in bound) for each in arguments_of(one) if unknowns(each))


def _outside(one: ex.Unknown, value: ex.Linear) -> ex.Formula:
    """That a value is not within the bounds of what is bound."""
    low = FALSE if one.low is None else less(value, number(one.low))
    return disj((low, FALSE if one.high is None else less(number(one.high), value)))
