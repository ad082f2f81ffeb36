"""Unsafe variables: found by clingo's own check, told at their places in the user's text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from clingo import Control, MessageCode, Number
from clingo.ast import (
    AST,
    ASTType,
    BinaryOperator,
    ComparisonOperator,
    Definition,
    ProgramBuilder,
    Sign,
    SymbolicTerm,
    Transformer,
)

from bouton.core.errors import Diagnostic
from bouton.rules.mirror import mirrored, of_node
from bouton.rules.syntax import (
    MIRRORED,
    comparisons,
    is_atom,
    is_comparison,
    is_positive,
    number,
    signature,
    variables,
    walk,
)

_DIVIDING = (BinaryOperator.Division, BinaryOperator.Modulo)
_AT_LEAST = (ComparisonOperator.GreaterEqual, ComparisonOperator.GreaterThan)

_NOTE = re.compile(r"<string>:(\d+):(\d+)(?:-[\d:]+)?: note: '([^']*)' is unsafe")
_PLACE = re.compile(r"<string>:(\d+):(\d+)(?:-[\d:]+)?: \w+: (.*)", re.DOTALL)


def unsafe(file: str, statements: Sequence[AST], constants: Mapping[str, int]) -> list[Diagnostic]:
    """Each variable that no positive literal binds. Nothing is grounded to find out.

    Each constant needs its number: `k*X` binds X where k is a number but 0.
    """
    messages: list[tuple[MessageCode, str]] = []
    control = Control(logger=lambda code, message: messages.append((code, message)), message_limit=10_000)
    with ProgramBuilder(control) as builder:
        for name, value in constants.items() if statements else ():
            at = statements[0].location
            builder.add(Definition(at, name, SymbolicTerm(at, Number(value)), is_default=True))
        for statement in statements:
            builder.add(_binding(statement))
    try:
        control.ground([])
    except RuntimeError as error:
        errors = [message for code, message in messages if code == MessageCode.RuntimeError]
        return list(dict.fromkeys(_told(file, errors, statements))) or [Diagnostic(str(error), file)]
    return []


@of_node()
def _binding(statement: AST) -> AST:
    return _Binding().visit(statement) if any(map(_of_constants, walk(mirrored(statement)))) else statement


class _Binding(Transformer):
    """A rule without comparisons of constants: a false one would take the rule out, and its faults with it."""

    def visit_Rule(self, rule: AST) -> AST:
        """The rule with what else stands in its body."""
        return self._kept(rule, "body")

    def visit_ConditionalLiteral(self, literal: AST) -> AST:
        """The literal with what else stands in its condition."""
        return self._kept(literal, "condition")

    def visit_BodyAggregateElement(self, element: AST) -> AST:
        """The element with what else stands in its condition."""
        return self._kept(element, "condition")

    def _kept(self, node: AST, field: str) -> AST:
        bare = node.update(**{field: [one for one in getattr(node, field) if not _of_constants(one)]})
        return bare.update(**self.visit_children(bare))


def _of_constants(literal: AST) -> bool:
    return is_comparison(literal) and not any(node.ast_type == ASTType.Variable for node in walk(literal))


def _told(file: str, errors: Iterable[str], statements: Sequence[AST]) -> Iterator[Diagnostic]:
    for error in errors:
        notes = _NOTE.findall(error)
        named = {(line, column) for line, column, name in notes if not name.startswith("#")}
        loose = {name for _, _, name in notes}
        for line, column, name in notes:
            shown = "_" if name.startswith("#") else name
            if shown == "_" and (line, column) in named:  # clingo's own name for a product
                continue
            message = f"the variable {shown} is unsafe: no positive literal of the rule gives it a value"
            at = int(line), int(column)
            rule = next((one for one in statements if _holds(one, at)), None)
            yield Diagnostic(message, file, *at, None if rule is None or shown == "_" else _instead(rule, shown, loose))
        if not notes:
            yield from located(file, [error])


def _holds(statement: AST, at: tuple[int, int]) -> bool:
    begin, end = statement.location.begin, statement.location.end
    return (begin.line, begin.column) <= at < (end.line, end.column)


def _instead(rule: AST, name: str, loose: Collection[str]) -> str | None:
    """What may give a variable a value: digits where it is divided, or a range; `loose` are all that have none."""
    for literal in rule.body:
        for node in walk(literal) if is_positive(literal) else ():
            divides = node.ast_type == ASTType.BinaryOperation and node.operator_type in _DIVIDING
            if divides and name in variables(node.left) and signature(literal) == signature(rule.head):
                return f"a literal that does, such as {name} = 1..9; the digits of {name} are digit({name},J,D)"
    spots = [node for node in walk(rule) if node.ast_type == ASTType.Variable and node.name == name]
    denied = [one for one in rule.body if is_atom(one) and one.sign != Sign.NoSign]
    if len(spots) == 1 and any(name in variables(literal) for literal in denied):
        return f"_ for {name}, or a literal that does"
    least, most = "0", None
    for literal in rule.body:
        plain = is_comparison(literal) and literal.sign == Sign.NoSign
        for left, operator, right in comparisons(literal.atom) if plain else ():
            for one, sense, other in ((left, operator, right), (right, MIRRORED[operator], left)):
                if one.ast_type != ASTType.Variable or one.name != name or variables(other) & set(loose):
                    continue
                if sense in (ComparisonOperator.LessEqual, ComparisonOperator.LessThan):
                    most = _bare(other) + ("-1" if sense == ComparisonOperator.LessThan else "")
                elif (value := number(other)) is not None and sense in _AT_LEAST:
                    least = str(value + (sense == ComparisonOperator.GreaterThan))
    return f"a range, such as {name} = {least}..9" if most is None else f"a range, {name} = {least}..{most}"


def _bare(term: AST) -> str:
    """A term without the brackets around it all."""
    text = str(term)
    return text[1:-1] if term.ast_type == ASTType.BinaryOperation and text.startswith("(") else text


def located(file: str, messages: Iterable[str]) -> Iterator[Diagnostic]:
    """The messages of clingo, at their places in the user's text."""
    for message in messages:
        match = _PLACE.match(message)
        if match is None:
            yield Diagnostic(message.strip(), file)
        else:
            line, column, text = match.groups()
            yield Diagnostic(text.strip(), file, int(line), int(column))
