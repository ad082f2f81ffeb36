"""Which variables a set of literals binds, and which literals stay safe when others are left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo.ast import AST, ASTType, BinaryOperator, ComparisonOperator, Sign, UnaryOperator

from bouton.rules.syntax import arguments, comparisons, guards, is_positive, number, variables


def outer(nodes: Iterable[AST]) -> frozenset[str]:
    """The variables of a rule's parts that occur outside the elements of aggregates: they are global."""
    found: frozenset[str] = frozenset()
    for node in nodes:
        found = found.union(*map(variables, [one.term for one in guards(node.atom)] if is_aggregate(node) else (node,)))
    return found


def is_aggregate(literal: AST) -> bool:
    """Whether it is a body literal of an aggregate."""
    return bool(literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.BodyAggregate)


def kept(literals: Iterable[AST], outside: frozenset[str]) -> tuple[tuple[AST, ...], frozenset[str]]:
    """The literals that are safe without any others, and the variables they bind.

    `outside` are the global variables of the rule that the literals come from.
    """
    left = tuple(literals)
    while True:
        names = _bound(left, outside)
        safe = tuple(literal for literal in left if variables(literal) & outside <= names)
        if len(safe) == len(left):
            return safe, names
        left = safe


def _bound(literals: Sequence[AST], outside: frozenset[str]) -> frozenset[str]:
    names: frozenset[str] = frozenset()
    while True:
        before = names
        for literal in literals:
            names |= _binds(literal, names, outside)
        if names == before:
            return names


def _binds(literal: AST, names: frozenset[str], outside: frozenset[str]) -> frozenset[str]:
    if is_positive(literal):
        return frozenset().union(*map(_pattern, arguments(literal)))
    if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
        return frozenset()
    found: frozenset[str] = frozenset()
    if literal.atom.ast_type == ASTType.Comparison:
        for left, operator, right in comparisons(literal.atom):
            if operator == ComparisonOperator.Equal:
                found |= _pattern(left) if variables(right) <= names else frozenset()
                found |= _pattern(right) if variables(left) <= names else frozenset()
    elif is_aggregate(literal):
        inner = frozenset().union(*map(variables, literal.atom.elements)) & outside
        for guard in guards(literal.atom):
            if guard.comparison == ComparisonOperator.Equal and inner <= names:
                found |= _pattern(guard.term)
    return found


def _pattern(term: AST) -> frozenset[str]:
    """The variables that a term's value determines: in compound terms, and in `a*X+b`."""
    if term.ast_type == ASTType.Function:
        return frozenset().union(*map(_pattern, term.arguments))
    return variables(term) if is_linear(term) else frozenset()


def is_linear(term: AST) -> bool:
    """Whether it is `a*X + b`, which clingo solves for X."""
    kind = term.ast_type
    if kind == ASTType.Variable:
        return True
    if kind == ASTType.UnaryOperation:
        return bool(term.operator_type == UnaryOperator.Minus) and is_linear(term.argument)
    if kind != ASTType.BinaryOperation:
        return False
    left, right = number(term.left), number(term.right)
    if term.operator_type in (BinaryOperator.Plus, BinaryOperator.Minus):
        return (left is not None and is_linear(term.right)) or (right is not None and is_linear(term.left))
    if term.operator_type == BinaryOperator.Multiplication:
        return (bool(left) and is_linear(term.right)) or (bool(right) and is_linear(term.left))
    return False
