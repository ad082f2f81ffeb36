"""Lifting: rules about one position become rules about a batch of positions (DESIGN 1).

Each predicate that depends on the position gets the position as a new first argument, so the grounder
derives every move of every position at once, as facts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from clingo import Number
from clingo.ast import AST, ASTType, Literal, Sign, SymbolicAtom, SymbolicTerm, Transformer, Variable
from clingo.ast import Function as Term

from bouton.language.depend import closure
from bouton.language.rules import Rules, Signature
from bouton.language.syntax import constant, defines, is_positive, signature, walk
from bouton.position import Heaps, Parameters

POSITION = "_position"
Extents = Mapping[str, tuple[tuple[int, int], ...]]
"""For each fluent the inclusive bounds of each argument over a batch of positions."""


@dataclass(frozen=True)
class Site:
    """An operation of the rules that may be undefined or too large, and where it stands.

    `kind` is "undefined" or "overflow"; `text` is the operation as clingo prints it.
    """

    kind: str
    text: str
    line: int
    column: int


@dataclass(frozen=True)
class Program:
    """Lifted rules as ASP text, to be grounded over a batch of positions.

    The engine adds the facts `_position(P)`, `heap(P,I,S)`, `pile(P,N)`. The predicates in `static`
    do not depend on the position and keep their arity; every other one has the position first.
    """

    text: str
    static: frozenset[Signature]
    sites: tuple[Site, ...] = ()


def lift(rules: Rules, wanted: Collection[Signature], values: Parameters, extents: Extents) -> Program:
    """The rules that the wanted predicates need, lifted, for these values of the parameters.

    InputError where an operation may pass 32 bits and no check at grounding can tell.
    """
    kept = closure(wanted, rules.statements)
    statements = [statement for statement in rules.statements if defines(statement) in kept]
    numbers = {name: value for name, value in (*rules.constants, *values.items()) if isinstance(value, int)}
    lines = [f"#defined {name}/{arity}." for name, arity in sorted(_given(rules))]
    for name in rules.sets:
        value = values[name]
        assert isinstance(value, tuple), f"parameter {name} is a set"
        lines += [f"{name.lower()}({item})." for item in value]
    lines += [str(lifted(statement, rules.dependent, numbers)) for statement in statements]
    static = frozenset(defines(statement) for statement in statements) - rules.dependent
    return Program("\n".join(lines) + "\n", static)


def fluent_signatures(rules: Rules) -> frozenset[Signature]:
    """The fluents as predicates: `heap/2`, `pile/1`."""
    return frozenset((fluent.name, 2 if isinstance(fluent, Heaps) else 1) for fluent in rules.fluents)


def lifted(statement: AST, dependent: Collection[Signature], numbers: Mapping[str, int]) -> AST:
    """One rule over a batch of positions, with the numbers in place of the constants."""
    rule = numbered(statement, numbers)
    if defines(statement) not in dependent:
        return rule
    position = Variable(rule.location, fresh(rule))
    body = [_Lifting(dependent, position).visit(literal) for literal in rule.body]
    if not any(is_positive(literal) and signature(literal) in dependent for literal in rule.body):
        body.insert(0, position_literal(position))
    return rule.update(head=_Lifting(dependent, position).visit(rule.head), body=body)


def numbered(statement: AST, numbers: Mapping[str, int]) -> AST:
    """A rule with the numbers in place of the constants."""
    return _Numbers(numbers).visit(statement)


def position_literal(position: AST) -> AST:
    """`_position(P)`, which binds the position where nothing else does."""
    atom = SymbolicAtom(Term(position.location, POSITION, [position], 0))
    return Literal(position.location, Sign.NoSign, atom)


def fresh(rule: AST, stem: str = "P") -> str:
    """A variable name that the rule does not use."""
    used = {node.name for node in walk(rule) if node.ast_type == ASTType.Variable}
    return next(name for at in range(len(used) + 1) if (name := f"{stem}{at or ''}") not in used)


def _given(rules: Rules) -> set[Signature]:
    """What no rule derives, as it is called after lifting."""
    return {(POSITION, 1), *((name, arity + 1) for name, arity in fluent_signatures(rules))} | {
        (name.lower(), 1) for name in rules.sets
    }


class _Numbers(Transformer):
    """Puts the values of parameters and constants in their place."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self.numbers = numbers

    def visit_SymbolicTerm(self, node: AST) -> AST:  # noqa: N802
        return self._replaced(node)

    def visit_Function(self, node: AST) -> AST:  # noqa: N802
        return self._replaced(node.update(**self.visit_children(node)))

    def visit_SymbolicAtom(self, node: AST) -> AST:  # noqa: N802
        # An atom's own name is no constant, only its arguments can be.
        arguments = [self.visit(argument) for argument in node.symbol.arguments]
        return node.update(symbol=node.symbol.update(arguments=arguments))

    def _replaced(self, node: AST) -> AST:
        name = constant(node)
        if name is None or name not in self.numbers:
            return node
        return SymbolicTerm(node.location, Number(self.numbers[name]))


class _Lifting(Transformer):
    """Gives the atoms of position-dependent predicates their new first argument."""

    def __init__(self, dependent: Collection[Signature], position: AST) -> None:
        self.dependent = dependent
        self.position = position

    def visit_SymbolicAtom(self, node: AST) -> AST:  # noqa: N802
        if signature(node) not in self.dependent:
            return node
        return node.update(symbol=node.symbol.update(arguments=[self.position, *node.symbol.arguments]))
