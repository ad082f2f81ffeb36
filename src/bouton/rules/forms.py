"""Which statements a rules file may hold: plain rules of one atom, with plain bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

from clingo.ast import AST, ASTType, Sign, UnaryOperator

from bouton.core.errors import Diagnostic
from bouton.rules.file import Signature
from bouton.rules.syntax import atoms, mirrored, number, signature, walk

Report: TypeAlias = Callable[[AST, str], Diagnostic]
"""Makes a diagnostic at a node."""

MAX_POOL = 1000
_IGNORED = (ASTType.ShowSignature, ASTType.ShowTerm, ASTType.Comment)
_BODY = (ASTType.SymbolicAtom, ASTType.Comparison, ASTType.BooleanConstant, ASTType.BodyAggregate)
_CONSTRAINT = "a rules file derives facts, there is nothing to exclude; derive a predicate instead"


@dataclass(frozen=True)
class Sorted:
    """The rules (without pools) and `#const` definitions of good form, and the faults of the rest.

    `lost` are the predicates of the refused rules: what uses them is not at fault. `declared` are those that a
    `#defined` allows to have no rule: some specs of the file give them, such as the unknowns of statements.
    """

    rules: tuple[AST, ...]
    constants: Mapping[str, int]
    faults: tuple[Diagnostic, ...]
    lost: frozenset[Signature]
    declared: frozenset[Signature] = frozenset()


def sort(parsed: Sequence[AST], report: Report) -> Sorted:
    """Sort the statements of a file into those that may stand and the faults of the others."""
    rules: list[AST] = []
    constants: dict[str, int] = {}
    faults: list[Diagnostic] = []
    lost: set[Signature | None] = set()
    declared: set[Signature] = set()
    for statement in parsed:
        if statement.ast_type == ASTType.Rule:
            pools = [node for node in walk(mirrored(statement)) if node.ast_type == ASTType.Pool]
            found = [report(node, message) for node, message in _rule(mirrored(statement), pools)]
            if found:
                faults += found
                lost.update(signature(atom) for atom in atoms(statement.head))
            else:
                rules += statement.unpool() if pools else (statement,)
        elif statement.ast_type == ASTType.Definition:
            value = _integer(statement.value)
            if value is None:
                faults.append(report(statement, f"#const {statement.name} must be an integer"))
            elif constants.setdefault(statement.name, value) != value:
                faults.append(report(statement, f"#const {statement.name} has another value above"))
        elif statement.ast_type == ASTType.Program:
            if statement.name != "base" or statement.parameters:
                faults.append(report(statement, "a rules file has no #program parts"))
        elif statement.ast_type == ASTType.Defined:
            declared.add((statement.name, statement.arity))
        elif statement.ast_type not in _IGNORED:
            faults.append(report(statement, "only plain rules have a place in a rules file"))
    known = frozenset(found for found in lost if found is not None)
    return Sorted(tuple(rules), constants, tuple(faults), known, frozenset(declared))


def _integer(term: AST) -> int | None:
    if term.ast_type == ASTType.UnaryOperation and term.operator_type == UnaryOperator.Minus:
        inner = number(term.argument)
        return None if inner is None else -inner
    return number(term)


def _rule(statement: AST, pools: Sequence[AST]) -> Iterator[tuple[AST, str]]:
    yield from _head(statement.head)
    for literal in statement.body:
        yield from _body(literal)
    for node in walk(statement):
        if node.ast_type == ASTType.SymbolicAtom and node.symbol.ast_type == ASTType.UnaryOperation:
            yield node, "no classical negation; use `not`, or a predicate of another name"
    if prod(len(node.arguments) for node in pools) > MAX_POOL:
        yield statement, f"the pools (`;`) of this rule make more than {MAX_POOL} rules"


def _head(head: AST) -> Iterator[tuple[AST, str]]:
    kind = head.ast_type
    if kind in (ASTType.Aggregate, ASTType.HeadAggregate):
        yield head, "no choice in a head: every rule derives its head wherever its body holds"
    elif kind == ASTType.Disjunction:
        yield head, "no disjunction or condition in a head: every rule derives one atom"
    elif kind == ASTType.TheoryAtom:
        yield head, "no theory atoms: only plain rules have a meaning for every engine"
    elif head.atom.ast_type == ASTType.BooleanConstant and not head.atom.value:
        yield head, f"no integrity constraint: {_CONSTRAINT}"
    elif head.atom.ast_type != ASTType.SymbolicAtom or head.sign != Sign.NoSign:
        yield head, "the head of a rule must be one atom, without negation"


def _body(literal: AST) -> Iterator[tuple[AST, str]]:
    kind = literal.ast_type
    if kind == ASTType.ConditionalLiteral:
        yield literal, "no conditional literal in a body; derive its exception and negate that"
    elif ASTType.TheoryAtom in (kind, literal.atom.ast_type):
        yield literal, "no theory atoms: only plain rules have a meaning for every engine"
    elif literal.atom.ast_type == ASTType.Aggregate:
        yield literal, "no set of literals in a body; use #count { ... }"
    elif literal.atom.ast_type not in _BODY:
        yield literal, "only atoms, comparisons and aggregates have a place in a body"
