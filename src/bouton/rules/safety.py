"""Unsafe variables: found by clingo's own check, told at their places in the user's text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from clingo import Control, MessageCode, Number
from clingo.ast import AST, ASTType, Definition, ProgramBuilder, SymbolicTerm, Transformer

from bouton.core.errors import Diagnostic
from bouton.rules.mirror import Itself, remembered
from bouton.rules.syntax import walk

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
            builder.add(_binding(Itself(statement)))
    try:
        control.ground([])
    except RuntimeError as error:
        errors = [message for code, message in messages if code == MessageCode.RuntimeError]
        return list(dict.fromkeys(_told(file, errors))) or [Diagnostic(str(error), file)]
    return []


@remembered
def _binding(statement: Itself) -> AST:
    return _Binding().visit(statement.node)


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
    return (
        literal.ast_type == ASTType.Literal
        and literal.atom.ast_type == ASTType.Comparison
        and not any(node.ast_type == ASTType.Variable for node in walk(literal))
    )


def _told(file: str, errors: Iterable[str]) -> Iterator[Diagnostic]:
    for error in errors:
        notes = _NOTE.findall(error)
        for line, column, name in notes:
            shown = "_" if name.startswith("#") else name
            message = f"the variable {shown} is unsafe: no positive literal of the rule gives it a value"
            yield Diagnostic(message, file, int(line), int(column))
        if not notes:
            yield from located(file, [error])


def located(file: str, messages: Iterable[str]) -> Iterator[Diagnostic]:
    """The messages of clingo, at their places in the user's text."""
    for message in messages:
        match = _PLACE.match(message)
        if match is None:
            yield Diagnostic(message.strip(), file)
        else:
            line, column, text = match.groups()
            yield Diagnostic(text.strip(), file, int(line), int(column))
