"""Where the numbers of rules go: through variables of a rule, and through arguments of predicates and of terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeAlias

from clingo.ast import AST, ASTType, ComparisonOperator, Sign

from bouton.rules.bindings import is_aggregate
from bouton.rules.file import Rules, Signature
from bouton.rules.numbers import LocatedNumber, named_in
from bouton.rules.syntax import arguments, comparisons, constant, defines, is_positive, number, signature, variables

Argument: TypeAlias = tuple[Signature, int]
"""An argument of a predicate."""
_ROUNDS = 20


@dataclass(frozen=True)
class Origin:
    """Numbers that come to a place: `exact` where they come unchanged, or all values of a `table` of facts."""

    numbers: tuple[LocatedNumber, ...] = ()
    exact: bool = False
    table: Argument | None = None


@dataclass
class Flows:
    """The numbers that each argument can have of those that rules name, and the tables that depend on no position."""

    exact: dict[Argument, dict[LocatedNumber, None]] = field(default_factory=dict)
    derived: dict[Argument, dict[LocatedNumber, None]] = field(default_factory=dict)
    tables: frozenset[Argument] = frozenset()
    names: frozenset[str] = frozenset()
    """The constants and parameters that are numbers."""

    def named(self, term: AST) -> tuple[LocatedNumber, ...]:
        """The numbers that a term names."""
        return tuple(named_in(term, self.names))

    def flowing(self, term: AST) -> tuple[LocatedNumber, ...]:
        """Those that are followed: 0 and 1, with which every count begins, are near what every position has."""
        return tuple(one for one in self.named(term) if one.name or one.value > 1)

    def at(self, key: Argument) -> bool:
        """Whether any number comes to that argument."""
        return bool(self.exact.get(key) or self.derived.get(key))

    def origins(self, key: Argument) -> Iterator[Origin]:
        """What comes to an argument."""
        if key in self.tables:
            yield Origin(tuple(self.exact.get(key, {})) + tuple(self.derived.get(key, {})), table=key)
            return
        if self.exact.get(key):
            yield Origin(tuple(self.exact[key]), exact=True)
        if self.derived.get(key):
            yield Origin(tuple(self.derived[key]))

    def variables(self, rule: AST) -> dict[str, tuple[Origin, ...]]:
        """What comes to the variables of a rule."""
        found: dict[str, dict[Origin, None]] = {}
        literals = tuple(chain.from_iterable(map(_literals, rule.body)))
        for literal in literals:
            atom = signature(literal)
            if atom is not None and is_positive(literal):
                for key, term in _places(atom, arguments(literal)):
                    if term.ast_type == ASTType.Variable:
                        for origin in self.origins(key):
                            found.setdefault(term.name, {})[origin] = None
        bound = {name for one in literals if is_positive(one) for name in variables(one)}
        defined = [pair for one in literals for pair in _defined(one) if pair[0] not in bound]
        for _ in range(len(defined) + 1):
            for name, term in defined:
                for origin in self.given(term, found):
                    found.setdefault(name, {})[origin] = None
        return {name: tuple(origins) for name, origins in found.items()}

    def given(self, term: AST, origins: Mapping[str, Mapping[Origin, None] | Sequence[Origin]]) -> Iterator[Origin]:
        """The numbers that a term can be, or is made of."""
        if term.ast_type == ASTType.Variable:
            yield from tuple(origins.get(term.name, ()))
            return
        named = self.flowing(term)
        if named and (number(term) is not None or constant(term) is not None):
            yield Origin(named, exact=True)
            return
        if term.ast_type == ASTType.Interval:
            for end in (term.left, term.right):
                yield from self.given(end, origins)
            return
        come = (origin for name in sorted(variables(term)) for origin in tuple(origins.get(name, ())))
        every = tuple(dict.fromkeys((*named, *chain.from_iterable(origin.numbers for origin in come))))
        if every:
            yield Origin(every)


def flows_of(rules: Rules, statements: Sequence[AST]) -> Flows:
    """The least flows that the statements allow."""
    heads = {(defines(rule), at) for rule in statements for at in range(defines(rule)[1])}
    tables = {key for key in heads if key[0] not in rules.dependent} | {((one.lower(), 1), 0) for one in rules.sets}
    names = frozenset({*rules.parameters, *dict(rules.constants)}) - {*rules.sets}
    flows = Flows(tables=frozenset(tables), names=names)
    for _ in range(_ROUNDS):
        before = sum(map(len, (*flows.exact.values(), *flows.derived.values())))
        for rule in statements:
            _flow(flows, rule)
        if sum(map(len, (*flows.exact.values(), *flows.derived.values()))) == before:
            break
    return flows


def _flow(flows: Flows, rule: AST) -> None:
    origins = flows.variables(rule)
    for key, term in _places(defines(rule), arguments(rule.head)):
        for origin in flows.given(term, origins):
            kind = flows.exact if origin.exact else flows.derived
            kind.setdefault(key, {}).update(dict.fromkeys(origin.numbers))


def _places(name: Signature, terms: Sequence[AST]) -> Iterator[tuple[Argument, AST]]:
    """The arguments of an atom, and those of the terms that it holds, which are told by their functors."""
    for at, term in enumerate(terms):
        yield (name, at), term
        if term.ast_type == ASTType.Function and term.arguments:
            yield from _places((f"{term.name}()", len(term.arguments)), term.arguments)


def _defined(literal: AST) -> Iterator[tuple[str, AST]]:
    """The variables that an equation can give a value, each with the term whose value it is."""
    if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
        return
    if literal.atom.ast_type == ASTType.Comparison:
        for left, operator, right in comparisons(literal.atom):
            if operator == ComparisonOperator.Equal:
                for one, other in ((left, right), (right, left)):
                    if one.ast_type == ASTType.Variable:
                        yield one.name, other


def _literals(literal: AST) -> Iterator[AST]:
    """A literal, or those in an aggregate."""
    if is_aggregate(literal):
        for element in literal.atom.elements:
            yield from element.condition
    else:
        yield literal
