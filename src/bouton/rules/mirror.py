"""Clingo's syntax trees as plain Python objects, which are read again and again; and with numbers for constants."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, lru_cache, wraps
from itertools import chain
from typing import Any, ParamSpec, TypeVar, cast

from clingo import Number, Symbol
from clingo._internal import _ffi, _lib  # type: ignore[attr-defined]
from clingo.ast import AST, ASTType, SymbolicTerm, Transformer
from clingo.symbol import SymbolType

OPERATIONS = (ASTType.BinaryOperation, ASTType.UnaryOperation, ASTType.Interval)


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


def remembered(function: Callable[_Argument, _Found]) -> Callable[_Argument, _Found]:
    """Keep every answer about the rules of a file, however many they are: each is asked for again and again."""
    made = lru_cache(maxsize=None)(function)
    _KEPT.append(made)
    return cast(Callable[_Argument, _Found], made)


def of_node(most: int | None = None) -> Callable[[Callable[_Argument, _Found]], Callable[_Argument, _Found]]:
    """Keep the answers of a function about a node, or about all rules, by which one it is; at most so many of them."""

    def keeping(function: Callable[..., Any]) -> Callable[..., Any]:
        keep = remembered if most is None else lru_cache(maxsize=most)
        kept = keep(lambda whole, *more: function(whole.node, *more))
        asked = wraps(function)(lambda node, *more: kept(Itself(node), *more))
        asked.kept = kept  # type: ignore[attr-defined]
        return asked

    return keeping


def forget() -> None:
    """Make room for another file, where there is much to forget."""
    for made in _KEPT:
        if made.cache_info().currsize > _MOST:
            made.cache_clear()


class Standing:
    """A statement where it stands: one of the same text at the same place is equal, whatever else was read with it."""

    def __init__(self, node: AST, lines: Sequence[str]) -> None:
        begin, end = node.location.begin, node.location.end
        self.node = node
        self._key = begin, end, tuple(lines[begin.line - 1 : end.line])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Standing) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@remembered
def first_read(statement: Standing) -> AST:
    """The node of the first equal statement: what is known of it need not be found again when a text changes a bit."""
    return statement.node


_NUMBER, _SYMBOL, _STRING = (
    _lib.clingo_ast_attribute_type_number,
    _lib.clingo_ast_attribute_type_symbol,
    _lib.clingo_ast_attribute_type_string,
)
_NODE, _NODES = _lib.clingo_ast_attribute_type_ast, _lib.clingo_ast_attribute_type_ast_array


@cache
def _kind(number: int) -> tuple[ASTType, tuple[tuple[str, int, int], ...]]:
    """What kind of node has a number, and its attributes but for its place: name, number and type of each."""
    made, names = _lib.g_clingo_ast_constructors.constructors[number], _lib.g_clingo_ast_attribute_names.names
    keys = [(made.arguments[at].attribute, made.arguments[at].type) for at in range(made.size)]
    return ASTType(number), tuple(
        (_ffi.string(names[key]).decode(), key, kind)
        for key, kind in keys
        if kind != _lib.clingo_ast_attribute_type_location
    )


class _Reader:
    """Reads nodes below clingo's public classes, which take four times as long: they ask anew what each one is."""

    def __init__(self) -> None:
        self.number, self.text, self.symbol = _ffi.new("int*"), _ffi.new("char**"), _ffi.new("clingo_symbol_t*")
        self.node, self.size = _ffi.new("clingo_ast_t**"), _ffi.new("size_t*")

    def read(self, source: AST) -> Mirror:
        """A node, with all below it: an attribute is a number, a string, a symbol, a node or None, or several nodes."""
        rep, number, node = source._rep, self.number, self.node
        _lib.clingo_ast_get_type(rep, number)
        ast_type, keys = _kind(number[0])
        attributes: dict[str, Any] = {}
        below: list[Mirror] = []
        for name, key, kind in keys:
            if kind == _NODE:
                _lib.clingo_ast_attribute_get_ast(rep, key, node)
                found = attributes[name] = self.read(AST(node[0]))
                below.append(found)
            elif kind == _NODES:
                _lib.clingo_ast_attribute_size_ast_array(rep, key, self.size)
                several = []
                for at in range(self.size[0]):
                    _lib.clingo_ast_attribute_get_ast_at(rep, key, at, node)
                    several.append(self.read(AST(node[0])))
                attributes[name] = tuple(several)
                below += several
            elif kind == _NUMBER:
                _lib.clingo_ast_attribute_get_number(rep, key, number)
                attributes[name] = number[0]
            elif kind == _STRING:
                _lib.clingo_ast_attribute_get_string(rep, key, self.text)
                attributes[name] = _ffi.string(self.text[0]).decode()
            elif kind == _SYMBOL:
                _lib.clingo_ast_attribute_get_symbol(rep, key, self.symbol)
                attributes[name] = Symbol(self.symbol[0])
            else:  # a node or none, or several strings
                value = getattr(source, name)
                if isinstance(value, AST):
                    value = self.read(value)
                    below.append(value)
                attributes[name] = value
        return _Read(source, ast_type, attributes, below)


_NONE: frozenset[str] = frozenset()
_CONSTANT = (ASTType.SymbolicTerm, ASTType.Function)


class Mirror:
    """A node in plain Python objects, with the same attributes, whose names are `keys`.

    Of the whole tree, known from the start: the nodes `under` it, each before what it holds; the names of its
    variables, `names`, and of its constants, `constants`; and whether it holds an operation or an interval, `operated`.
    """

    def __init__(self, ast_type: ASTType, attributes: Mapping[str, Any], below: Sequence[Mirror]) -> None:
        self.ast_type = ast_type
        self.keys = tuple(attributes)
        self.__dict__.update(attributes)
        self.below = tuple(below)
        self.names: frozenset[str] = _NONE
        self.constants: frozenset[str] = _NONE
        self.operated: bool = ast_type in OPERATIONS
        under: list[Mirror] = []  # without the node itself: what holds itself is freed by a search for cycles alone
        for child in below:
            under.append(child)
            under += child.under
            self.operated = self.operated or child.operated
            if child.names:
                self.names |= child.names
            if child.constants:
                self.constants |= child.constants
        self.under: tuple[Mirror, ...] = tuple(under)
        self.constant: str | None = None
        self.number: int | None = None
        if ast_type is ASTType.Variable and attributes["name"] != "_":
            self.names = frozenset({attributes["name"]})
        elif ast_type in _CONSTANT:
            self.constant, self.number = constant_of(cast(AST, self)), number_of(cast(AST, self))
            if self.constant is not None:
                self.constants |= {self.constant}

    @property
    def source(self) -> AST:
        """The node of clingo that says the same."""
        raise NotImplementedError

    @property
    def location(self) -> object:
        """Where it stands."""
        return self.source.location

    @cached_property
    def text(self) -> str:
        """As clingo prints it."""
        return str(self.source)

    def __str__(self) -> str:
        return self.text


class _Read(Mirror):
    """One that is read from a node of clingo."""

    def __init__(self, source: AST, ast_type: ASTType, attributes: Mapping[str, Any], below: Sequence[Mirror]) -> None:
        self._source = source
        super().__init__(ast_type, attributes, below)

    @property
    def source(self) -> AST:
        return self._source


class _Numbered(Mirror):
    """One with numbers in place of constants; clingo's node is made when it is asked for."""

    def __init__(
        self, origin: Mirror, numbers: Mapping[str, int], ast_type: ASTType, attributes: Mapping[str, Any]
    ) -> None:
        self._origin, self._numbers = origin, numbers
        super().__init__(ast_type, attributes, _held(attributes))

    @cached_property
    def source(self) -> AST:
        return numbered(self._origin.source, self._numbers)

    @property
    def location(self) -> object:
        return self._origin.location


def _held(attributes: Mapping[str, Any]) -> list[Mirror]:
    """The nodes that a node has, in their order."""
    several = (value if isinstance(value, tuple) else (value,) for value in attributes.values())
    return [one for one in chain.from_iterable(several) if isinstance(one, Mirror)]


def mirrored(node: AST) -> AST:
    """The same tree for repeated reading; its node of clingo is `source`.

    Each look at an attribute of a clingo node is a call into C that makes new objects.
    """
    return node if isinstance(node, Mirror) else _mirror(node)


@of_node()
def _mirror(node: AST) -> AST:
    return cast(AST, _Reader().read(node))


def constant_of(term: AST) -> str | None:
    """The name of a constant (`k`, `nil`), else None."""
    if term.ast_type == ASTType.SymbolicTerm and term.symbol.type == SymbolType.Function:
        return str(term.symbol.name)
    if term.ast_type == ASTType.Function and term.name and not term.arguments:
        return str(term.name)
    return None


def number_of(term: AST) -> int | None:
    """The value of an integer literal, else None."""
    if term.ast_type == ASTType.SymbolicTerm and term.symbol.type == SymbolType.Number:
        return int(term.symbol.number)
    return None


# ------------------------------------------------------------------------------------------- numbers for constants


def with_numbers(node: AST, numbers: Mapping[str, int]) -> AST:
    """A mirrored node with the numbers in place of the constants; what has none of them is the same object."""
    return cast(AST, _with(cast(Mirror, node), numbers))


def _with(node: Mirror, numbers: Mapping[str, int]) -> Mirror:
    if node.constants.isdisjoint(numbers):
        return node
    if node.constant is not None and node.constant in numbers:
        return _Numbered(node, numbers, ASTType.SymbolicTerm, {"symbol": Number(numbers[node.constant])})
    # an atom's own name is no constant, only its arguments can be
    inside = _below if node.ast_type is ASTType.SymbolicAtom else _with
    return _below(node, numbers, inside)


def _below(
    node: Mirror, numbers: Mapping[str, int], inside: Callable[[Mirror, Mapping[str, int]], Mirror] = _with
) -> Mirror:
    """The node itself, with what it holds numbered."""
    attributes: dict[str, Any] = {}
    for key in node.keys:
        value = node.__dict__[key]
        if isinstance(value, Mirror):
            value = inside(value, numbers)
        elif isinstance(value, tuple):
            value = tuple([inside(item, numbers) if isinstance(item, Mirror) else item for item in value])
        attributes[key] = value
    return _Numbered(node, numbers, node.ast_type, attributes) if node.below else node


def numbered(statement: AST, numbers: Mapping[str, int]) -> AST:
    """A node of clingo with the numbers in place of the constants."""
    return _Numbers(numbers).visit(statement)


class _Numbers(Transformer):
    """Puts the values of parameters and constants in their place."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self.numbers = numbers

    def visit_SymbolicTerm(self, node: AST) -> AST:
        return self._replaced(node)

    def visit_Function(self, node: AST) -> AST:
        return self._replaced(node.update(**self.visit_children(node)))

    def visit_SymbolicAtom(self, node: AST) -> AST:
        # An atom's own name is no constant, only its arguments can be.
        arguments = [self.visit(argument) for argument in node.symbol.arguments]
        return node.update(symbol=node.symbol.update(arguments=arguments))

    def _replaced(self, node: AST) -> AST:
        name = constant_of(node)
        if name is None or name not in self.numbers:
            return node
        return SymbolicTerm(node.location, Number(self.numbers[name]))
