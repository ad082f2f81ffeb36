"""A rule's body gone through: its literals in an order in which each finds its variables bound, joined by loops."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from tests.oracle.parser import Aggregate, Atom, Comparison, Element, Literal, Refused, Span, Term
from tests.oracle.terms import (
    COMPARE,
    INF,
    SUP,
    Environment,
    Matcher,
    Reader,
    Row,
    Signature,
    Undefined,
    Value,
    bindable,
    key,
    matcher,
    number,
    reader,
    variables,
)


class Relation:
    """The rows of a predicate, in the order in which they were found, with indexes made where they are asked for."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows: dict[Row, None] = {}
        self._indexes: dict[tuple[int, ...], dict[Row, list[Row]]] = {}
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> bool:
        """Whether the row is new."""
        if row in self.rows:
            return False
        self.rows[row] = None
        for places, index in self._indexes.items():
            index.setdefault(tuple(row[at] for at in places), []).append(row)
        return True

    def at(self, places: tuple[int, ...], values: Row) -> Sequence[Row]:
        """The rows with those values at those places."""
        if not places:
            return list(self.rows)
        if places not in self._indexes:
            index = self._indexes[places] = {}
            for row in self.rows:
                index.setdefault(tuple(row[at] for at in places), []).append(row)
        return self._indexes[places].get(values, ())


Facts: TypeAlias = dict[Signature, Relation]
_NONE = Relation()

Step: TypeAlias = Callable[[Environment, Facts, "Relation | None"], Iterator[None]]
"""Goes through the ways to make a literal true, leaving what it binds in the environment."""


def _positive(atom: Atom, bound: frozenset[str], *, new: bool) -> Step:
    signature = atom.signature
    places = tuple(at for at, term in enumerate(atom.arguments) if variables(term) <= bound)
    known = [reader(atom.arguments[at]) for at in places]
    loose: list[tuple[int, Matcher]] = []
    for at, term in enumerate(atom.arguments):
        if at not in places:
            loose.append((at, matcher(term, bound)))
            bound |= variables(term)

    def step(env: Environment, facts: Facts, delta: Relation | None) -> Iterator[None]:
        relation = delta if new else facts.get(signature, _NONE)
        assert relation is not None
        for row in relation.at(places, tuple([read(env) for read in known])):
            for at, match in loose:
                if not match(row[at], env):
                    break
            else:
                yield

    return step


def _negative(atom: Atom, *, twice: bool) -> Step:
    """`not p(X,_)`, where the anonymous variables stand for anything."""
    bound = frozenset(name for name in atom_variables(atom) if not name.startswith("_ "))
    places = tuple(at for at, term in enumerate(atom.arguments) if variables(term) <= bound)
    known = [reader(atom.arguments[at]) for at in places]
    loose = [(at, matcher(term, bound)) for at, term in enumerate(atom.arguments) if at not in places]

    def step(env: Environment, facts: Facts, _delta: Relation | None) -> Iterator[None]:
        rows = facts.get(atom.signature, _NONE).at(places, tuple([read(env) for read in known]))
        if any(all(match(row[at], env) for at, match in loose) for row in rows) is twice:
            yield

    return step


def _compared(links: Sequence[tuple[Term, str, Term]], sign: str) -> Step:
    read = [(reader(left), COMPARE[relation], reader(right)) for left, relation, right in links]

    def step(env: Environment, _facts: Facts, _delta: Relation | None) -> Iterator[None]:
        values = [(left(env), compare, right(env)) for left, compare, right in read]
        if all(compare(left, right) for left, compare, right in values) is (sign != "not"):
            yield

    return step


def _assigned(target: Term, source: Term, bound: frozenset[str]) -> Step:
    match = matcher(target, bound)
    if isinstance(source, Span):
        low, high = reader(source.low), reader(source.high)
        return lambda env, _facts, _delta: (
            None for each in range(number(low(env)), number(high(env)) + 1) if match(each, env)
        )
    read = reader(source)
    return lambda env, _facts, _delta: iter((None,) if match(read(env), env) else ())


def _aggregated(aggregate: Aggregate, bound: frozenset[str]) -> Step:
    plans = [
        (Plan(element.condition, bound, element.terms), [reader(term) for term in element.terms])
        for element in aggregate.elements
    ]
    binding: list[Matcher] = []
    tests: list[tuple[Callable[[Value, Value], bool], Reader]] = []
    for relation, term in aggregate.guards:
        if relation == "=" and not variables(term) <= bound:
            binding.append(matcher(term, bound))
            bound |= variables(term)
        else:
            tests.append((COMPARE[relation], reader(term)))

    def step(env: Environment, facts: Facts, _delta: Relation | None) -> Iterator[None]:
        tuples: set[Row] = set()
        for plan, terms in plans:
            inner = dict(env)
            for _ in plan.run(inner, facts, None):
                try:
                    tuples.add(tuple([read(inner) for read in terms]))
                except Undefined:
                    continue
        found = _result(aggregate.function, tuples)
        if not all(match(found, env) for match in binding):
            return
        values = [(compare, read(env)) for compare, read in tests]  # all of them, as any may be undefined
        holds = all(compare(found, value) for compare, value in values)
        if holds is (aggregate.sign != "not"):
            yield

    return step


def _result(function: str, tuples: Collection[Row]) -> Value:
    """The value of an aggregate over distinct tuples; weights that are no numbers do not count in sums."""
    if function == "#count":
        return len(tuples)
    firsts = [row[0] for row in tuples if row]
    if function in ("#sum", "#sum+"):
        return sum(first for first in firsts if isinstance(first, int) and (function == "#sum" or first > 0))
    return (min if function == "#min" else max)(firsts, key=key, default=SUP if function == "#min" else INF)


class Plan:
    """Literals in an order in which each can be gone through; Refused where there is none.

    `first` is the index of a literal that goes first and takes new rows only.
    """

    def __init__(
        self, literals: Iterable[Literal], bound: Collection[str], wanted: Sequence[Term], first: int | None = None
    ) -> None:
        names = frozenset(bound)
        self.wanted = [reader(term) for term in wanted]
        links, left = list[tuple[Comparison, Term, str, Term]](), list[Literal]()
        for literal in literals:
            if isinstance(literal, Comparison) and literal.sign != "not":
                terms = [literal.first, *(term for _, term in literal.links)]
                for at, (relation, _) in enumerate(literal.links):
                    links.append((literal, terms[at], relation, terms[at + 1]))
            else:
                left.append(literal)
        self.steps: list[Step] = []
        outer = frozenset(name for literal in left for name in _outer(literal))
        outer = outer.union(names, *(variables(t) for _, a, _, b in links for t in (a, b)), *map(variables, wanted))
        if first is not None:
            atom = left[first]
            assert isinstance(atom, Atom)
            self.steps.append(_positive(atom, names, new=True))
            names |= atom_variables(atom)
            left = [literal for at, literal in enumerate(left) if at != first]
        while links or left:
            link = min(links, key=lambda one: _link_cost(one, names), default=None)
            other = min(left, key=lambda one: _cost(one, names, outer), default=None)
            costs = (
                _NEVER if link is None else _link_cost(link, names),
                _NEVER if other is None else _cost(other, names, outer),
            )
            if min(costs) == _NEVER:
                raise Refused(f"unsafe: {[*links, *left]}")
            if link is not None and costs[0] <= costs[1]:
                links.remove(link)
                names = self._link(link, names)
            else:
                assert other is not None
                left.remove(other)
                self.steps.append(_step(other, names))
                names |= _binds(other)
        loose = frozenset().union(*map(variables, wanted)) - names
        if loose:
            raise Refused(f"unsafe: nothing binds {sorted(loose)}")

    def _link(self, link: tuple[Comparison, Term, str, Term], names: frozenset[str]) -> frozenset[str]:
        _, left, relation, right = link
        if relation == "=" and (isinstance(right, Span) or not variables(left) <= names):
            self.steps.append(_assigned(left, right, names))
        elif relation == "=" and (isinstance(left, Span) or not variables(right) <= names):
            self.steps.append(_assigned(right, left, names))
        else:
            self.steps.append(_compared([(left, relation, right)], ""))
        return names | variables(left) | variables(right)

    def run(self, env: Environment, facts: Facts, delta: Relation | None, at: int = 0) -> Iterator[None]:
        """Every way to make all literals true; instances with undefined arithmetic are dropped."""
        if at == len(self.steps):
            yield
            return
        ways = self.steps[at](env, facts, delta)
        while True:
            try:
                next(ways)
            except (StopIteration, Undefined):
                return
            yield from self.run(env, facts, delta, at + 1)


_NEVER = 10**6


def _link_cost(link: tuple[Comparison, Term, str, Term], names: frozenset[str]) -> int:
    _, left, relation, right = link
    if variables(left) | variables(right) <= names:
        return 0
    if relation != "=":
        return _NEVER
    for target, source in ((left, right), (right, left)):
        if variables(source) <= names and not isinstance(target, Span) and bindable(target, names):
            return 30 if isinstance(source, Span) else 1
    return _NEVER


def _cost(literal: Literal, names: frozenset[str], outer: frozenset[str]) -> int:
    if isinstance(literal, Comparison):
        return 0 if _outer(literal) <= names else _NEVER
    if isinstance(literal, Aggregate):
        inner = frozenset().union(*(_inside(element) for element in literal.elements)) & outer
        if not inner <= names:
            return _NEVER
        loose = [(relation, term) for relation, term in literal.guards if not variables(term) <= names]
        if not loose:
            return 20
        free = literal.sign == "" and all(relation == "=" and bindable(term, names) for relation, term in loose)
        return 21 if free else _NEVER
    if literal.sign:
        named = frozenset(name for name in atom_variables(literal) if not name.startswith("_ "))
        return 0 if named <= names else _NEVER
    so_far = names
    for term in literal.arguments:
        if not bindable(term, so_far):
            return _NEVER
        so_far |= variables(term)
    bound = sum(variables(term) <= names for term in literal.arguments)
    return 2 if bound == len(literal.arguments) else 28 - bound if bound else 40


def _step(literal: Literal, names: frozenset[str]) -> Step:
    if isinstance(literal, Aggregate):
        return _aggregated(literal, names)
    if isinstance(literal, Comparison):
        terms = [literal.first, *(term for _, term in literal.links)]
        links = [(terms[at], relation, terms[at + 1]) for at, (relation, _) in enumerate(literal.links)]
        return _compared(links, literal.sign)
    if literal.sign:
        return _negative(literal, twice=literal.sign == "not not")
    return _positive(literal, names, new=False)


def _binds(literal: Literal) -> frozenset[str]:
    if isinstance(literal, Aggregate):
        return frozenset().union(*(variables(term) for _, term in literal.guards))
    return atom_variables(literal) if isinstance(literal, Atom) and not literal.sign else frozenset()


def atom_variables(atom: Atom) -> frozenset[str]:
    """The variables of an atom."""
    return frozenset().union(*map(variables, atom.arguments))


def _outer(literal: Literal) -> frozenset[str]:
    """The variables of a literal outside the elements of an aggregate."""
    if isinstance(literal, Atom):
        return atom_variables(literal)
    if isinstance(literal, Comparison):
        return variables(literal.first).union(*(variables(term) for _, term in literal.links))
    return frozenset().union(*(variables(term) for _, term in literal.guards))


def _inside(element: Element) -> frozenset[str]:
    return frozenset().union(*map(variables, element.terms), *map(_outer, element.condition))
