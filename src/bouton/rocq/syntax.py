"""What the printing of rules asks of their syntax trees."""

from __future__ import annotations

from collections.abc import Iterator

from clingo.ast import AST, ASTType

from bouton.rules.mirror import mirrored
from bouton.rules.syntax import walk


def apart(rule: AST) -> Iterator[AST]:
    """The rule, or those that its pools stand for."""
    if any(node.ast_type == ASTType.Pool for node in walk(rule)):
        yield from map(mirrored, rule.unpool())
    else:
        yield rule


def inner(literal: AST) -> Iterator[AST]:
    """The literal, or those in the elements of an aggregate."""
    if literal.atom.ast_type == ASTType.BodyAggregate:
        for element in literal.atom.elements:
            yield from element.condition
    else:
        yield literal


def inside(term: AST) -> tuple[AST, ...]:
    """The terms of an operation or an interval."""
    if term.ast_type == ASTType.BinaryOperation:
        return term.left, term.right
    if term.ast_type == ASTType.UnaryOperation:
        return (term.argument,)
    return (term.left, term.right) if term.ast_type == ASTType.Interval else ()
