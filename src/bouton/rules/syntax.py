"""Reading clingo's syntax trees: walking, places, signatures, variables, constants."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import chain
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

from clingo import Symbol
from clingo._internal import _ffi, _lib  # type: ignore[attr-defined]
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


_TYPES = {one.value: one for one in ASTType}


@cache
def _keys(ast_type: ASTType) -> tuple[tuple[str, int, int], ...]:
    """The attributes of a kind of node, places apart: the name, clingo's number for it, and that of the type."""
    made, names = _lib.g_clingo_ast_constructors.constructors[ast_type.value], _lib.g_clingo_ast_attribute_names.names
    keys = [(made.arguments[at].attribute, made.arguments[at].type) for at in range(made.size)]
    return tuple(
        (_ffi.string(names[key]).decode(), key, kind)
        for key, kind in keys
        if kind != _lib.clingo_ast_attribute_type_location
    )


class _Reader:
    """Reads attributes below clingo's public classes, which take four times as long: they ask anew what each one is."""

    def __init__(self) -> None:
        self.number, self.text, self.symbol = _ffi.new("int*"), _ffi.new("char**"), _ffi.new("clingo_symbol_t*")
        self.node, self.size = _ffi.new("clingo_ast_t**"), _ffi.new("size_t*")

    def type_of(self, node: AST) -> ASTType:
        _lib.clingo_ast_get_type(node._rep, self.number)
        return _TYPES[self.number[0]]

    def read(self, node: AST, name: str, key: int, kind: int) -> Any:
        """The attribute: a number, a string, a symbol, a node or None, or a list of nodes."""
        rep = node._rep
        if kind == _lib.clingo_ast_attribute_type_ast:
            _lib.clingo_ast_attribute_get_ast(rep, key, self.node)
            return AST(self.node[0])
        if kind == _lib.clingo_ast_attribute_type_ast_array:
            _lib.clingo_ast_attribute_size_ast_array(rep, key, self.size)
            return [self._item(rep, key, at) for at in range(self.size[0])]
        if kind == _lib.clingo_ast_attribute_type_number:
            _lib.clingo_ast_attribute_get_number(rep, key, self.number)
            return self.number[0]
        if kind == _lib.clingo_ast_attribute_type_string:
            _lib.clingo_ast_attribute_get_string(rep, key, self.text)
            return _ffi.string(self.text[0]).decode()
        if kind == _lib.clingo_ast_attribute_type_symbol:
            _lib.clingo_ast_attribute_get_symbol(rep, key, self.symbol)
            return Symbol(self.symbol[0])
        return getattr(node, name)

    def _item(self, rep: Any, key: int, at: int) -> AST:
        _lib.clingo_ast_attribute_get_ast_at(rep, key, at, self.node)
        return AST(self.node[0])


_NONE: frozenset[str] = frozenset()


class _Mirror:
    """A node in plain Python objects, with the same attributes."""

    def __init__(self, source: AST, reader: _Reader) -> None:
        self.source = source
        self.ast_type = reader.type_of(source)
        below: list[_Mirror] = []
        for name, key, kind in _keys(self.ast_type):
            value = reader.read(source, name, key, kind)
            if isinstance(value, AST):
                value = _Mirror(value, reader)
                below.append(value)
            elif isinstance(value, list):
                value = tuple(_Mirror(item, reader) for item in value)
                below += value
            self.__dict__[name] = value
        self.below = tuple(below)
        self.whole: tuple[_Mirror, ...] = (self, *chain.from_iterable([child.whole for child in below]))
        self.names: frozenset[str] = _NONE.union(*[child.names for child in below]) if below else _NONE
        if self.ast_type is ASTType.Variable and self.__dict__["name"] != "_":
            self.names = frozenset({self.__dict__["name"]})
        self.operated: bool = self.ast_type in _OPERATIONS or any(child.operated for child in below)
        self.constant, self.number = _constant(cast(AST, self)), _number(cast(AST, self))

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
    return cast(AST, _Mirror(node.node, _Reader()))


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
    if isinstance(node, _Mirror):
        yield from cast(tuple[AST, ...], node.whole)
        return
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
    if isinstance(node, _Mirror):
        return node.operated
    return any(below.ast_type in _OPERATIONS for below in walk(node))


def constant(term: AST) -> str | None:
    """The name of a constant (`k`, `nil`), else None."""
    return term.constant if isinstance(term, _Mirror) else _constant(term)


def _constant(term: AST) -> str | None:
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
    return term.number if isinstance(term, _Mirror) else _number(term)


def _number(term: AST) -> int | None:
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
