"""Reading clingo's syntax trees: walking, places, signatures, variables, constants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

from clingo.ast import AST, ASTSequence, ASTType, ComparisonOperator, Sign
from clingo.symbol import SymbolType

from bouton.rules.file import Signature

Place: TypeAlias = tuple[int, int]
"""Line and column in the rules file, counted from 1."""

_OPERATIONS = (ASTType.BinaryOperation, ASTType.UnaryOperation, ASTType.Interval)

MIRRORED = {
    ComparisonOperator.Equal: ComparisonOperator.Equal,
    ComparisonOperator.NotEqual: ComparisonOperator.NotEqual,
    ComparisonOperator.LessThan: ComparisonOperator.GreaterThan,
    ComparisonOperator.LessEqual: ComparisonOperator.GreaterEqual,
    ComparisonOperator.GreaterThan: ComparisonOperator.LessThan,
    ComparisonOperator.GreaterEqual: ComparisonOperator.LessEqual,
}
"""What `a < b` says of b and a."""
NEGATED = {
    ComparisonOperator.Equal: ComparisonOperator.NotEqual,
    ComparisonOperator.NotEqual: ComparisonOperator.Equal,
    ComparisonOperator.LessThan: ComparisonOperator.GreaterEqual,
    ComparisonOperator.LessEqual: ComparisonOperator.GreaterThan,
    ComparisonOperator.GreaterThan: ComparisonOperator.LessEqual,
    ComparisonOperator.GreaterEqual: ComparisonOperator.LessThan,
}
"""What `not a < b` says of a and b."""


class Itself:
    """A node, or all rules, as the key of a cache. Nodes compare equal wherever they stand, but their places differ."""

    def __init__(self, node: Any) -> None:
        self.node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.node is other.node

    def __hash__(self) -> int:
        return id(self.node)


_Found = TypeVar("_Found")
_Argument = ParamSpec("_Argument")
_KEPT: list[Any] = []
_MOST = 4096
"""Answers that are kept beyond the file they are about."""


def kept(function: Callable[_Argument, _Found]) -> Callable[_Argument, _Found]:
    """Keep every answer about the rules of a file, however many they are: each is asked for again and again."""
    made = lru_cache(maxsize=None)(function)
    _KEPT.append(made)
    return cast(Callable[_Argument, _Found], made)


def forget() -> None:
    """Make room for another file, where there is much to forget."""
    for made in _KEPT:
        if made.cache_info().currsize > _MOST:
            made.cache_clear()


_KEYS: dict[ASTType, list[str]] = {}
"""The attributes of each kind of node, places apart."""


class _Mirror:
    """A node in plain Python objects, with the same attributes."""

    def __init__(self, source: AST) -> None:
        self.source = source
        self.ast_type = source.ast_type
        below: list[_Mirror] = []
        keys = _KEYS.get(self.ast_type)
        if keys is None:
            keys = _KEYS[self.ast_type] = [key for key in source.keys() if key != "location"]  # noqa: SIM118
        for key in keys:
            value = getattr(source, key)
            if isinstance(value, AST):
                value = _Mirror(value)
                below.append(value)
            elif isinstance(value, ASTSequence):
                value = tuple(_Mirror(item) for item in value)
                below += value
            self.__dict__[key] = value
        self.below = tuple(below)
        self.names: frozenset[str] = frozenset().union(*(child.names for child in below))
        if self.ast_type == ASTType.Variable and source.name != "_":
            self.names = frozenset({source.name})

    @property
    def location(self) -> object:
        return self.source.location

    def __str__(self) -> str:
        return str(self.source)


def mirrored(node: AST) -> AST:
    """The same tree for repeated reading; its node of clingo is `source`.

    Each look at an attribute of a clingo node is a call into C that makes new objects.
    """
    return node if isinstance(node, _Mirror) else _mirror(Itself(node))


@kept
def _mirror(node: Itself) -> AST:
    return cast(AST, _Mirror(node.node))


def children(node: AST) -> Iterator[AST]:
    """The nodes directly below, in the order of the text."""
    if isinstance(node, _Mirror):
        yield from cast(tuple[AST, ...], node.below)
        return
    for key in node.child_keys:
        child = getattr(node, key)
        if isinstance(child, AST):
            yield child
        elif isinstance(child, ASTSequence):
            yield from (item for item in child if isinstance(item, AST))


def walk(node: AST) -> Iterator[AST]:
    """The node and everything below it, each before what it holds."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(reversed(list(children(top))))


def place(node: AST) -> Place:
    """Where a node begins; one without a location of its own begins with its first child."""
    for below in walk(node):
        location = getattr(below, "location", None)
        if location is not None:
            return location.begin.line, location.begin.column
    raise ValueError(f"no location in {node}")


def signature(node: AST) -> Signature | None:
    """The predicate of a symbolic atom or of a literal that holds one, else None."""
    if node.ast_type == ASTType.Literal:
        node = node.atom
    if node.ast_type != ASTType.SymbolicAtom or node.symbol.ast_type != ASTType.Function:
        return None
    return node.symbol.name, len(node.symbol.arguments)


def arguments(node: AST) -> tuple[AST, ...]:
    """The argument terms of a symbolic atom or of a literal that holds one."""
    if node.ast_type == ASTType.Literal:
        node = node.atom
    return tuple(node.symbol.arguments)


def defines(statement: AST) -> Signature:
    """The predicate that a rule derives."""
    return _defines(Itself(statement))


@kept
def _defines(rule: Itself) -> Signature:
    found = signature(rule.node.head)
    assert found is not None, f"not a rule of one atom: {rule.node}"
    return found


def atoms(node: AST) -> Iterator[AST]:
    """Every symbolic atom in a node, those inside aggregates too."""
    return (below for below in walk(node) if below.ast_type == ASTType.SymbolicAtom)


def variables(node: AST) -> frozenset[str]:
    """The names of the variables in a node; the anonymous `_` is none."""
    if isinstance(node, _Mirror):
        return node.names
    return frozenset(n.name for n in walk(node) if n.ast_type == ASTType.Variable and n.name != "_")


def is_atom(literal: AST) -> bool:
    """Whether it is a literal of one symbolic atom, negated or not."""
    return bool(literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.SymbolicAtom)


def is_positive(literal: AST) -> bool:
    """Whether it is a literal of one symbolic atom without negation."""
    return is_atom(literal) and literal.sign == Sign.NoSign


def operations(node: AST) -> Iterator[AST]:
    """The operations and intervals in a node, inner ones first."""
    return (below for below in reversed(list(walk(node))) if below.ast_type in _OPERATIONS)


def has_operations(node: AST) -> bool:
    """Whether a node holds an operation or an interval."""
    return any(below.ast_type in _OPERATIONS for below in walk(node))


def constant(term: AST) -> str | None:
    """The name of a constant (`k`, `nil`), else None."""
    if term.ast_type == ASTType.SymbolicTerm and term.symbol.type == SymbolType.Function:
        return str(term.symbol.name)
    if term.ast_type == ASTType.Function and term.name and not term.arguments:
        return str(term.name)
    return None


def constants(rule: AST) -> frozenset[str]:
    """The names of the constants in a rule."""
    return _constants(Itself(rule))


@kept
def _constants(rule: Itself) -> frozenset[str]:
    return frozenset(name for node in walk(mirrored(rule.node)) if (name := constant(node)) is not None)


def number(term: AST) -> int | None:
    """The value of an integer literal, else None."""
    if term.ast_type == ASTType.SymbolicTerm and term.symbol.type == SymbolType.Number:
        return int(term.symbol.number)
    return None


def comparisons(atom: AST) -> Iterator[tuple[AST, ComparisonOperator, AST]]:
    """The links of a comparison: `1 <= S < k` is (1, <=, S) and (S, <, k)."""
    left = atom.term
    for guard in atom.guards:
        yield left, ComparisonOperator(guard.comparison), guard.term
        left = guard.term


def fresh(rule: AST, stem: str = "P") -> str:
    """A variable name that the rule does not use."""
    used = variables(rule)
    return next(name for at in range(len(used) + 1) if (name := f"{stem}{at or ''}") not in used)
