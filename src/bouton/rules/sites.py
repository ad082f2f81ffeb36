"""Where the numbers of rules are compared with what a position has, and rules that observe how near they come.

A number can be compared in a comparison, by the guard of an aggregate, by being an argument that must match, as a
divisor, as the end of a range, and through variables: those that a rule gives it to, and those of predicates that it
flows into. For each such place there is a rule that derives `_near(AT,E,V)` where the rest of the body holds and
what is compared differs by E, one of -1, 0 and 1; V is the number itself where several come the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from clingo.ast import AST, ASTType, BinaryOperator, ComparisonOperator, Sign

from bouton.rules.bindings import is_aggregate, kept, outer
from bouton.rules.depend import closure
from bouton.rules.file import Rules, Signature
from bouton.rules.flows import Flows, Origin, flows_of
from bouton.rules.mirror import mirrored, of_node
from bouton.rules.numbers import LocatedNumber
from bouton.rules.syntax import (
    MIRRORED,
    SIGNS,
    Place,
    arguments,
    comparisons,
    defines,
    fresh,
    is_atom,
    is_comparison,
    is_positive,
    number,
    place,
    read_once,
    rule_of,
    signature,
    variables,
    walk,
)

NEAR: Signature = ("_near", 3)
"""Of which site, by how much, and for which number."""
LOOSELY: Signature = ("_loosely", 3)
"""The same where what must hold besides is left out, as far as it gives nothing a value."""
Groups: TypeAlias = tuple[frozenset[int], ...]
"""Differences of which each set must have one: so there is something on both sides of where the rule changes."""
_ABOVE: Groups = (frozenset({-1, 0}), frozenset({1}))
_BELOW: Groups = (frozenset({-1}), frozenset({0, 1}))
EQUAL: Groups = (frozenset({-1, 0}), frozenset({0, 1}), frozenset({-1, 1}))
_ALWAYS: Groups = (frozenset({0}),)
_CHANGES = {
    ComparisonOperator.Equal: EQUAL,
    ComparisonOperator.NotEqual: EQUAL,
    ComparisonOperator.LessThan: _BELOW,
    ComparisonOperator.GreaterEqual: _BELOW,
    ComparisonOperator.GreaterThan: _ABOVE,
    ComparisonOperator.LessEqual: _ABOVE,
}
"""Where a comparison of two numbers changes, by their difference."""


@dataclass(frozen=True)
class ComparisonSite:
    """A place where numbers are compared: those, what is compared there, and the body that gives E, and V, a value.

    `values` are the numbers that V must be, each with what is near it; `table` is an argument of a predicate without a
    position whose values these are. Without either V is 0. `loose` is the body without what gives nothing a value, and
    `groups` says which differences must be seen.
    """

    numbers: tuple[LocatedNumber, ...]
    text: str
    place: Place
    head: Signature
    body: str
    loose: str
    e: str
    v: str
    groups: Groups
    values: tuple[LocatedNumber, ...] = ()
    table: tuple[Signature, int] | None = None
    rows: tuple[tuple[int, int], ...] = ()
    """Numbers that the literal names in other arguments of that table: only rows with these count."""

    def __hash__(self) -> int:
        return hash((self.place, self.body))  # asked for so often that the rest is left to equality

    @property
    def differences(self) -> frozenset[int]:
        """The differences that are looked for."""
        return frozenset().union(*self.groups)

    def rules(self, at: int) -> Iterator[str]:
        """The rules that observe it, as number `at`."""
        yield f"{NEAR[0]}({at},{self.e},{self.v}) :- {self.body}."
        if self.loose != self.body:
            yield f"{LOOSELY[0]}({at},{self.e},{self.v}) :- {self.loose}."


def sites(rules: Rules, wanted: Collection[Signature]) -> tuple[ComparisonSite, ...]:
    """Every place in the rules that the wanted predicates need at which a number is compared."""
    return _sites(rules, frozenset(closure(wanted, rules.statements)))


@of_node()
def _sites(rules: Rules, used: frozenset[Signature]) -> tuple[ComparisonSite, ...]:
    statements = [mirrored(rule) for rule in rules.statements if defines(rule) in used]
    flows = flows_of(rules, statements)
    dependent = [rule for rule in statements if defines(rule) in rules.dependent]
    found = chain.from_iterable(_Rule(rule, flows, rules.numerations).sites() for rule in dependent)
    return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class _Seen:
    """A node of a rule, and the literals beside it that must hold for it to matter."""

    node: AST
    rest: tuple[AST, ...]


class _Rule:
    """One rule, with where its numbers and those of others go."""

    def __init__(self, rule: AST, flows: Flows, given: frozenset[Signature]) -> None:
        self.given = given
        self.rule = rule
        self.flows = flows
        self.body = tuple(chain.from_iterable(map(_links, rule.body)))
        self.e, self.v, self.w = (fresh(rule, stem) for stem in ("Beside", "Value", "Whole"))
        self.origins = flows.variables(rule)

    def sites(self) -> Iterator[ComparisonSite]:
        """Every site of the rule."""
        for seen in self._seen():
            node = seen.node
            if is_aggregate(node):
                yield from self._guards(seen)
            elif is_atom(node):
                yield from self._atom(seen)
            elif is_comparison(node):
                yield from self._comparison(seen)
            yield from self._divisions(seen)
        if self.body and any(self.flows.named(term) for term in arguments(self.rule.head)):
            yield from self._site(self.rule.head, [], self.body, [], _ALWAYS, why=f"{self.rule.head}")

    def _seen(self) -> Iterator[_Seen]:
        """The literals of the body, what stands in aggregates, and the head, each with what else must hold."""
        for at, literal in enumerate(self.body):
            rest = (*self.body[:at], *self.body[at + 1 :])
            yield _Seen(literal, rest)
            if is_aggregate(literal):
                for element in literal.atom.elements:
                    conditions = tuple(chain.from_iterable(map(_links, element.condition)))
                    for inner, condition in enumerate(conditions):
                        yield _Seen(condition, (*rest, *conditions[:inner], *conditions[inner + 1 :]))
        yield _Seen(self.rule.head.atom, self.body)

    def _comparison(self, seen: _Seen) -> Iterator[ComparisonSite]:
        for left, operator, right in comparisons(seen.node.atom):  # several where a chain is negated
            for one, other in ((left, right), (right, left)):
                if other.ast_type == ASTType.Interval:
                    yield from self._test(seen, one, other.left, _BELOW)
                    yield from self._test(seen, one, other.right, _ABOVE)
                    if variables(other):
                        yield from self._test(seen, other.right, other.left, _BELOW)
                    break
            else:
                yield from self._test(seen, left, right, _CHANGES[operator])

    def _test(self, seen: _Seen, left: AST, right: AST, groups: Groups) -> Iterator[ComparisonSite]:
        """That two terms are compared, where both have values by what else must hold."""
        yield from self._site(seen.node, [f"{self.e} = ({left})-({right})"], seen.rest, [left, right], groups)

    def _guards(self, seen: _Seen) -> Iterator[ComparisonSite]:
        atom = seen.node.atom
        whole = f"{self.w} = {atom.source.update(left_guard=None, right_guard=None)}"
        for guard, of_whole in ((atom.left_guard, MIRRORED), (atom.right_guard, None)):
            if guard is not None:
                # clingo tells the guard on the left as it stands there
                operator = ComparisonOperator(guard.comparison)
                groups = _CHANGES[operator if of_whole is None else of_whole[operator]]
                compared = [whole, f"{self.w} = ({guard.term})+{self.e}"]
                yield from self._site(seen.node, compared, seen.rest, [guard.term], groups)

    def _atom(self, seen: _Seen) -> Iterator[ComparisonSite]:
        """That an argument must match what is derived elsewhere."""
        found = signature(seen.node)
        if found is None or found in self.given:
            return  # digits are of any number
        given = arguments(seen.node)
        for at, term in enumerate(given):
            if term.ast_type == ASTType.Function or not (variables(term) or self.flows.named(term)):
                continue
            key = (found, at)
            tested = bool(self.flows.named(term)) or any(self.origins.get(name) for name in variables(term))
            if not tested and not self.flows.at(key) and key not in self.flows.tables:
                continue
            if not variables(term) and key in self.flows.tables:
                continue  # a row of a table is named
            texts = [f"({other})+{self.e}" if place_ == at else str(other) for place_, other in enumerate(given)]
            matched = f"{found[0]}({','.join(texts)})"
            yield from self._site(seen.node, [matched], seen.rest, [term], EQUAL, key, term)

    def _divisions(self, seen: _Seen) -> Iterator[ComparisonSite]:
        """Where a quotient begins to be 1, and a remainder is no longer the number itself."""
        for node in walk(seen.node):
            divides = node.ast_type == ASTType.BinaryOperation and node.operator_type in (
                BinaryOperator.Division,
                BinaryOperator.Modulo,
            )
            if divides and not variables(node.right):
                compared = [f"{self.e} = ({node.left})-({node.right})"]
                yield from self._site(
                    seen.node, compared, seen.rest, [node.right], _BELOW, why=str(node), beside=[node.left]
                )

    def _bound(self, origin: Origin) -> Origin:
        """What comes to a variable from a table: the numbers that the table names."""
        if origin.table is None:
            return origin
        exact = tuple(self.flows.exact.get(origin.table, ()))
        return Origin(exact, exact=True) if exact else Origin(origin.numbers)

    def _site(
        self,
        node: AST,
        essential: Sequence[str],
        rest: Iterable[AST],
        terms: Sequence[AST],
        groups: Groups,
        key: tuple[Signature, int] | None = None,
        matched: AST | None = None,
        why: str = "",
        beside: Sequence[AST] = (),
    ) -> Iterator[ComparisonSite]:
        """A site, for each way in which numbers come to it, if the rest of the body gives all that it needs a value.

        Numbers are compared in the `terms`, with what is `beside` them.
        """
        fires = groups is _ALWAYS
        named = tuple(chain.from_iterable(map(self.flows.named, arguments(node) if fires else terms)))
        names = frozenset().union(*map(variables, (*terms, *beside)))
        own = () if key is None else tuple(self.flows.origins(key))  # what a term gets by matching is no other number
        given = [(name, origin) for name in sorted(names) for origin in self.origins.get(name, ())]
        come = [(name, self._bound(origin)) for name, origin in given if origin not in own]
        if key is not None and matched is not None:
            come += [(f"({matched})+{self.e}", origin) for origin in own]
        if not named and not come and not fires:
            return
        rest = tuple(rest)
        for value, origin in come or [("0", Origin())]:
            valued = f"{self.v} = {value if origin.exact or origin.table else 0}"
            texts = (f"{self.e} = 0" if fires else f"{self.e} = -1..1", *essential, valued)
            needed = read_once(f"x :- {'; '.join(texts)}.").body
            outside = outer((*needed, *rest))
            safe = _safe(needed, rest, names, outside)
            if safe is not None:
                body = _text(safe)
                loose = body if fires else _loose(needed, rest, names, outside)
                numbers = tuple(dict.fromkeys((*named, *origin.numbers)))
                about = (numbers, why or str(node), place(node), defines(self.rule), body, loose)
                exact = origin.numbers if origin.exact else ()
                rows = _rows(node, key[1]) if key is not None and origin.table == key else ()
                yield ComparisonSite(*about, self.e, self.v, groups, exact, origin.table, rows)


def _loose(needed: Sequence[AST], rest: Sequence[AST], names: frozenset[str], outside: frozenset[str]) -> str:
    """The body with as few other literals as give a value to all that it needs; atoms are kept longest."""
    left = sorted(rest, key=lambda literal: not is_positive(literal))
    for literal in reversed(left):
        fewer = [one for one in left if one is not literal]
        if _safe(needed, fewer, names, outside) is not None:
            left = fewer
    return _text(_safe(needed, left, names, outside) or ())


def _rows(literal: AST, at: int) -> tuple[tuple[int, int], ...]:
    """The arguments of the literal that are numbers, but for that one."""
    named = ((place_, number(term)) for place_, term in enumerate(arguments(literal)) if place_ != at)
    return tuple((place_, value) for place_, value in named if value is not None)


def _links(literal: AST) -> Iterator[AST]:
    """A chain of comparisons as one comparison each; any other literal as it is."""
    atom = literal.atom
    if atom.ast_type == ASTType.Comparison and len(atom.guards) > 1 and literal.sign == Sign.NoSign:
        texts = [f"{left} {SIGNS[operator]} {right}" for left, operator, right in comparisons(atom)]
        yield from mirrored(rule_of(f"x :- {'; '.join(texts)}.")).body
    else:
        yield literal


def _safe(
    needed: Sequence[AST], rest: Sequence[AST], names: frozenset[str], outside: frozenset[str]
) -> tuple[AST, ...] | None:
    """The body in which what is needed has values; None where the rest alone does not give these names theirs.

    An equation that is needed could give one of them a value, but that would be what it is compared with. `outside` are
    the variables of the whole rule that stand outside of its aggregates.
    """
    body = (*needed, *rest)
    if not names <= kept(rest, outside)[1]:
        return None
    safe, _ = kept(body, outside)
    left = set(map(id, safe))
    return safe if all(id(literal) in left for literal in needed) else None


def _text(body: Iterable[AST]) -> str:
    return "; ".join(map(str, body))
