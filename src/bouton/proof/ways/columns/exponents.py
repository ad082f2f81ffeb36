"""Rules that speak of digit places by exponents, `2**J`, put as rules about the powers of two themselves.

A place may be named by its power, as in `place(2*P) :- place(P), ...`, or by its exponent, as in `place(J+1) :-
place(J), ...` with `2**J` where the power is meant. As no two exponents have the same power, the power can stand in
each argument that is an exponent; the rules then say the same of the powers. So it is enough to read the first form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from clingo import Number
from clingo.ast import AST, ASTType, BinaryOperation, BinaryOperator, SymbolicTerm, Transformer

from bouton.rules.file import Signature
from bouton.rules.syntax import arguments, atoms, defines, number, signature, variables, walk

_Argument: TypeAlias = tuple[Signature, int]
"""A predicate, and which of its arguments."""


def by_powers(statements: Sequence[AST]) -> tuple[AST, ...]:
    """The rules with powers of two in place of their exponents, where these are nothing but exponents; else as given.

    Where an exponent is compared or reckoned with, or is an argument of what no rule derives, as a heap's, no rule is
    changed. The exponents that such rules derive are natural numbers: 0, or another number, and what is added to one.
    """
    exponents = _exponents(statements)
    if not exponents or not {name for name, _ in exponents} <= set(map(defines, statements)):
        return tuple(statements)
    try:
        return tuple(_Powers(frozenset(exponents), _variables(rule, exponents)).visit(rule) for rule in statements)
    except _OtherwiseUsed:
        return tuple(statements)


class _OtherwiseUsed(Exception):
    """An exponent is used as a number of its own."""


def _exponents(statements: Sequence[AST]) -> set[_Argument]:
    """The arguments that hold an exponent: in some rule their variable is one, there or in another such argument."""
    found = set[_Argument]()
    while True:
        more = {
            (name, at)
            for rule in statements
            for named in (_variables(rule, found),)
            for atom in atoms(rule)
            for name in (signature(atom),)
            for at, term in enumerate(arguments(atom))
            if name is not None and (shifted := _shifted(term)) is not None and shifted.variable in named
        }
        if more <= found:
            return found
        found |= more


def _variables(rule: AST, exponents: set[_Argument]) -> frozenset[str]:
    """The variables of a rule that stand in an exponent of two, or in such an argument."""
    terms = [node.right for node in walk(rule) if _is_power(node)]
    for atom in atoms(rule):
        terms += [term for at, term in enumerate(arguments(atom)) if (signature(atom), at) in exponents]
    return frozenset(one.variable for one in map(_shifted, terms) if one is not None)


@dataclass(frozen=True)
class _Shifted:
    """The term `variable` + `by`."""

    variable: str
    by: int
    term: AST


def _shifted(term: AST) -> _Shifted | None:
    """The term as a variable and a number that is added to it."""
    if term.ast_type == ASTType.Variable:
        return _Shifted(term.name, 0, term) if term.name != "_" else None
    if term.ast_type == ASTType.BinaryOperation and term.operator_type == BinaryOperator.Plus:
        for one, more in ((term.left, number(term.right)), (term.right, number(term.left))):
            if one.ast_type == ASTType.Variable and one.name != "_" and more is not None and more >= 0:
                return _Shifted(one.name, more, one)
    return None


def _is_power(node: AST) -> bool:
    return bool(
        node.ast_type == ASTType.BinaryOperation
        and node.operator_type == BinaryOperator.Power
        and number(node.left) == 2
        and variables(node.right)
    )


class _Powers(Transformer):
    """Puts the power in place of each exponent of a rule."""

    def __init__(self, exponents: frozenset[_Argument], named: frozenset[str]) -> None:
        self._exponents, self._named = exponents, named

    def visit_BinaryOperation(self, node: AST) -> AST:
        return self._power(node.right) if _is_power(node) else node.update(**self.visit_children(node))

    def visit_Variable(self, node: AST) -> AST:
        if node.name in self._named:
            raise _OtherwiseUsed
        return node

    def visit_SymbolicAtom(self, node: AST) -> AST:
        name, symbol = signature(node), node.symbol
        if name is None:
            return node
        terms = [
            self._power(term) if (name, at) in self._exponents else self.visit(term)
            for at, term in enumerate(symbol.arguments)
        ]
        return node.update(symbol=symbol.update(arguments=terms))

    def _power(self, exponent: AST) -> AST:
        """The power with this exponent."""
        found, given = _shifted(exponent), number(exponent)
        if found is not None and found.variable in self._named:
            return self._times(2**found.by, found.term) if found.by else found.term
        if given is not None and given >= 0:
            return SymbolicTerm(exponent.location, Number(2**given))
        if exponent.ast_type == ASTType.Variable and exponent.name == "_":
            return exponent
        raise _OtherwiseUsed

    def _times(self, factor: int, term: AST) -> AST:
        by = SymbolicTerm(term.location, Number(factor))
        return BinaryOperation(term.location, BinaryOperator.Multiplication, by, term)
