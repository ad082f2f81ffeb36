"""A rule's syntax tree in plain Python objects, with what evaluation asks of it worked out once.

Reading an attribute of clingo's own tree is a call into C: too slow inside a join.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import cast

from clingo.ast import AST, ASTType, BinaryOperator

from bouton.core.position import flat
from bouton.rules.file import Signature
from bouton.rules.mirror import Itself, Mirror, mirrored, remembered
from bouton.rules.syntax import Place, arguments, place, same, signature, variables

_ARITHMETIC = (ASTType.UnaryOperation, ASTType.BinaryOperation, ASTType.Interval)
_DIVIDING = (BinaryOperator.Division, BinaryOperator.Modulo)


class Syntax(SimpleNamespace):
    """A node with the attributes of clingo's, and these: its text, place, variables, and what is inside it."""

    ast_type: ASTType
    origin: AST
    variables: frozenset[str]
    arithmetic: bool
    divides: bool
    anonymous: bool

    def __str__(self) -> str:
        return str(self.origin)

    @property
    def source(self) -> AST:
        """The node of clingo's tree that this one is read from."""
        return cast(Mirror, self.origin).source

    @property
    def place(self) -> Place:
        """Where the node begins in the rules file: its line and its column."""
        return place(self.origin)


def syntax(node: AST) -> Syntax:
    """The plain copy of a mirrored node and all below it."""
    mirror = cast(Mirror, node)
    fields = {key: _plain(mirror.__dict__[key]) for key in mirror.keys}
    inside = [item for item in flat(fields.values()) if isinstance(item, Syntax)]
    kind = mirror.ast_type
    name = {node.name} if kind == ASTType.Variable else set()
    return Syntax(
        ast_type=kind,
        origin=node,
        variables=mirror.names,
        arithmetic=kind in _ARITHMETIC or any(item.arithmetic for item in inside),
        divides=(kind == ASTType.BinaryOperation and node.operator_type in _DIVIDING)
        or any(item.divides for item in inside),
        anonymous="_" in name or any(item.anonymous for item in inside),
        constant=mirror.constant or "",
        **fields,
    )


def _plain(value: object) -> object:
    if isinstance(value, Mirror):
        return syntax(cast(AST, value))
    return tuple(_plain(item) for item in value) if isinstance(value, tuple) else value


def name_of(node: Syntax | AST) -> str | None:
    """The name of a variable; None of `_`, and of all else."""
    return str(node.name) if node.ast_type == ASTType.Variable and node.name != "_" else None


def is_anything(node: Syntax | AST) -> bool:
    """Whether the node is the anonymous variable `_`."""
    return node.ast_type == ASTType.Variable and node.name == "_"


def is_same(one: Syntax, other: Syntax) -> bool:
    """Whether two nodes of one rule say the same."""
    return same(one.origin, other.origin)


def distinct(nodes: Sequence[Syntax]) -> bool:
    """Whether all nodes are variables with names, and no two have the same."""
    names = [name_of(one) for one in nodes]
    return None not in names and len({*names}) == len(names)


@dataclass(frozen=True)
class Atom:
    """A symbolic atom of a body: its predicate and its arguments, arithmetic ones last with their places."""

    signature: Signature
    arguments: tuple[Syntax, ...]
    order: tuple[int, ...]


def atom_of(literal: Syntax) -> Atom | None:
    """The symbolic atom of a literal, if it holds one."""
    name = signature(literal.origin) if literal.ast_type == ASTType.Literal else None
    if name is None:
        return None
    found = tuple(literal.atom.symbol.arguments)
    return Atom(name, found, tuple(sorted(range(len(found)), key=lambda at: found[at].arithmetic)))


@dataclass(frozen=True)
class Rule:
    """A rule: the predicate of its head, the head's arguments, the body's literals."""

    signature: Signature
    head: tuple[Syntax, ...]
    body: tuple[Syntax, ...]
    atoms: tuple[Atom | None, ...]
    outer: frozenset[str]
    """The variables that are not an aggregate's own."""
    place: Place


def rule_of(statement: AST) -> Rule:
    """A rule of clingo's syntax tree, copied; the same rules are evaluated for each number of heaps."""
    return _rule_of(Itself(statement))


@remembered
def _rule_of(rule: Itself) -> Rule:
    statement = mirrored(rule.node)
    name = signature(statement.head)
    assert name is not None
    body = tuple(map(syntax, statement.body))
    outer = variables(statement.head)
    for literal in body:
        if literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.BodyAggregate:
            guards = (literal.atom.left_guard, literal.atom.right_guard)
            outer |= frozenset[str]().union(*(guard.variables for guard in guards if guard is not None))
        else:
            outer |= literal.variables
    head = tuple(map(syntax, arguments(statement.head)))
    return Rule(name, head, body, tuple(map(atom_of, body)), outer, place(statement))
