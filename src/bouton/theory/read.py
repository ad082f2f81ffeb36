"""From a rules file about games to formulas: screened and checked like every rules file, then given sorts."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from clingo.ast import AST, ASTType, BinaryOperator, ComparisonOperator, Sign, UnaryOperator

from bouton.core.errors import Diagnostic, InputError
from bouton.core.sources import Source
from bouton.core.spec import Agreement, RulesReading
from bouton.rules.file import Rules
from bouton.rules.read import read as read_rules
from bouton.rules.syntax import NEGATED, SIGNS, comparisons, defines, number, place
from bouton.theory import formula as fo
from bouton.theory.formula import GIVEN
from bouton.theory.projection import projected

_OPERATORS: Mapping[BinaryOperator, Literal["+", "-", "^"]] = {
    BinaryOperator.Plus: "+",
    BinaryOperator.Minus: "-",
    BinaryOperator.XOr: "^",
}
_ARITIES = tuple((name, len(sorts)) for name, sorts in GIVEN.items())
_MOST = 10_000
"""The largest number a statement may have: sums of such do not wrap."""


def rules_of(files: tuple[Source, ...], agreements: tuple[Agreement, ...] = ()) -> Rules:
    """The checked rules of files of statements; InputError with every fault, each at its line and column."""
    try:
        return read_rules(RulesReading(files, (), (), (), moves=False, agreements=agreements, supplied=_ARITIES))
    except InputError as error:
        raise InputError(_of_games(one) for one in error.diagnostics) from None


def _of_games(fault: Diagnostic) -> Diagnostic:
    """The same fault without the words that only the rules of one game need."""
    message = fault.message.replace("the fluent ", "").replace("is given by the position", "is given with every game")
    expected = None if fault.expected is not None and fault.expected.startswith("after(") else fault.expected
    return replace(fault, message=message, expected=expected)


def read(rules: Rules) -> fo.Theory:
    """The formulas of checked rules; InputError where one is not about positions and numbers alone, or recursive."""
    reader = _Reader()
    found: dict[fo.Signature, list[tuple[int, fo.Rule]]] = {}
    texts: dict[fo.Signature, str] = {}
    for group in projected(rules).strata:
        heads = {defines(statement) for statement in group}
        for statement in group:
            rule = reader.rule(statement)
            if any(isinstance(part, fo.Atom) and part.signature in heads for part in rule.body):
                reader.fault(statement, "no recursion: a statement about games is defined from options and values")
            found.setdefault(rule.head.signature, []).append((reader.count, rule))
            texts[rule.head.signature] = texts.get(rule.head.signature, "") + f"{statement}\n"
    if reader.faults:
        ordered = sorted(dict.fromkeys(reader.faults), key=lambda one: (one.line or 0, one.column or 0))
        raise rules.sources.told(ordered)
    definitions = (
        fo.Definition(
            name,
            tuple(reader.sort(("argument", name, arity, at)) for at in range(arity)),
            tuple(itertools.starmap(reader.sorted, of)),
        )
        for (name, arity), of in found.items()
    )
    return fo.Theory(tuple(definitions), texts)


_Key = tuple[str | int, ...]
"""An argument of a predicate, or a variable of a rule."""


@dataclass
class _Reader:
    """Reads rules one by one, noting faults, and which of their variables and arguments are of one sort."""

    faults: list[Diagnostic] = field(default_factory=list)
    same: dict[_Key, _Key] = field(default_factory=dict)
    known: dict[_Key, fo.Sort] = field(default_factory=dict)
    count: int = 0
    anonymous: int = 0

    def fault(self, node: AST, message: str, expected: str | None = None) -> None:
        line, column = place(node)
        self.faults.append(Diagnostic(message, None, line, column, expected))

    def rule(self, statement: AST) -> fo.Rule:
        """The rule; the sorts of its variables are not known until all are read."""
        self.count += 1
        head = self._atom(statement.head, negated=False)
        body: list[fo.Literal_] = []
        for literal in statement.body:
            body += self._literal(literal)
        return fo.Rule(head, tuple(body))

    def sort(self, key: _Key) -> fo.Sort:
        """The sort of an argument or a variable; a variable that nothing tells of is a number."""
        return self.known.get(self._root(key), "number")

    def sorted(self, at: int, rule: fo.Rule) -> fo.Rule:
        """The rule, which is the one of that number, with the sorts of its variables."""
        names = (term.name for term in rule.terms if isinstance(term, fo.Variable))
        return replace(rule, sorts={name: self.sort(("variable", at, name)) for name in names})

    def _literal(self, literal: AST) -> Iterator[fo.Literal_]:
        sign = Sign(literal.sign) if literal.ast_type == ASTType.Literal else Sign.NoSign
        negated = sign == Sign.Negation
        if literal.ast_type != ASTType.Literal or literal.atom.ast_type not in (
            ASTType.SymbolicAtom,
            ASTType.Comparison,
        ):
            self.fault(literal, "only atoms and comparisons have a place in a statement about games")
        elif literal.atom.ast_type == ASTType.SymbolicAtom:
            yield from self._plain(self._atom(literal, negated=negated))
        elif negated and len(literal.atom.guards) > 1:
            self.fault(literal, "no negation of a chain of comparisons", "each comparison on its own")
        else:
            for left, operator, right in comparisons(literal.atom):
                yield from self._comparison(left, NEGATED[operator] if negated else operator, right)

    def _plain(self, atom: fo.Atom) -> Iterator[fo.Literal_]:
        """An atom that is not negated has variables and numbers only: a sum is said to equal a variable."""
        arguments: list[fo.Term] = []
        for argument in atom.arguments:
            if isinstance(argument, fo.SumTerm) and not atom.negated:
                self.anonymous += 1
                fresh = fo.Variable(f"_{self.anonymous}")
                yield fo.Comparison("=", fresh, argument)
                arguments.append(fresh)
            else:
                arguments.append(argument)
        yield replace(atom, arguments=tuple(arguments))

    def _comparison(self, left: AST, operator: ComparisonOperator, right: AST) -> Iterator[fo.Literal_]:
        if right.ast_type == ASTType.Interval and operator == ComparisonOperator.Equal:
            yield fo.Within(*(self._number(term) for term in (left, right.left, right.right)))
        elif operator in (ComparisonOperator.Equal, ComparisonOperator.NotEqual) and all(
            term.ast_type == ASTType.Variable for term in (left, right)
        ):
            first, second = self._variable(left), self._variable(right)
            self._join(self._key(first), self._key(second), right)
            yield fo.Comparison(SIGNS[operator], first, second)
        else:
            yield fo.Comparison(SIGNS[operator], self._number(left), self._number(right))

    def _atom(self, node: AST, *, negated: bool) -> fo.Atom:
        symbol = (node.atom if node.ast_type == ASTType.Literal else node).symbol
        arity = len(symbol.arguments)
        found: list[fo.Term] = []
        for at, argument in enumerate(symbol.arguments):
            key: _Key = ("argument", symbol.name, arity, at)
            if symbol.name in GIVEN:
                self._is(key, GIVEN[symbol.name][at], argument)
            if argument.ast_type == ASTType.Variable:
                variable = self._variable(argument)
                self._join(key, self._key(variable), argument)
                found.append(variable)
            else:
                self._is(key, "number", argument)
                found.append(self._number(argument))
        return fo.Atom(symbol.name, tuple(found), negated)

    def _number(self, term: AST) -> fo.Term:
        value = number(term)
        if value is not None:
            if value > _MOST:
                self.fault(term, f"the number {value} is above {_MOST}, which no value of a small game is")
            return value
        if term.ast_type == ASTType.Variable:
            variable = self._variable(term)
            self._is(self._key(variable), "number", term)
            return variable
        if term.ast_type == ASTType.BinaryOperation and term.operator_type in _OPERATORS:
            written = _OPERATORS[term.operator_type]
            return fo.SumTerm(written, self._number(term.left), self._number(term.right))
        if term.ast_type == ASTType.UnaryOperation and term.operator_type == UnaryOperator.Minus:
            return fo.SumTerm("-", 0, self._number(term.argument))
        self.fault(term, f"{term} has no place in a statement about games", "a variable, a number, +, - or ^")
        return 0

    def _variable(self, node: AST) -> fo.Variable:
        """A variable of the rule that is read; each `_` is one of its own."""
        name = node.name
        if name == "_":
            self.anonymous += 1
            name = f"_{self.anonymous}"
        return fo.Variable(name)

    def _key(self, variable: fo.Variable) -> _Key:
        return "variable", self.count, variable.name

    def _root(self, key: _Key) -> _Key:
        while key in self.same:
            key = self.same[key]
        return key

    def _join(self, one: _Key, other: _Key, node: AST) -> None:
        one, other = self._root(one), self._root(other)
        if one != other:
            sort = self.known.pop(one, None)
            self.same[one] = other
            if sort is not None:
                self._is(other, sort, node)

    def _is(self, key: _Key, sort: fo.Sort, node: AST) -> None:
        if self.known.setdefault(self._root(key), sort) != sort:
            self.fault(node, f"{node} is a position in one place and a number in another", "positions have no order")
