"""The numbers that rules name, each where it stands: near these, and there alone, a rule can change what it says."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from clingo.ast import AST

from bouton.rules.depend import closure
from bouton.rules.file import Rules, Signature
from bouton.rules.mirror import mirrored, of_node
from bouton.rules.syntax import constant, defines, number, place, walk


@dataclass(frozen=True, order=True)
class LocatedNumber:
    """A number of a rule, with its line and column in the text of all files (see `Sources`).

    `name` is the constant of the file that it is called by there, else empty.
    """

    value: int
    line: int
    column: int
    name: str = ""


def named_in(term: AST, names: Collection[str]) -> Iterator[LocatedNumber]:
    """The numbers in a term, and the constants and parameters of these names."""
    for value, name, line, column in _found(term):
        if not name or name in names:
            yield LocatedNumber(value, line, column, name)


def named_numbers(rules: Rules, wanted: Collection[Signature]) -> tuple[LocatedNumber, ...]:
    """The numbers in the rules that the wanted predicates need, each once for each place, in the order of the text.

    A number is told by the syntax tree: one in a name or in a string is none. Of `-50` it is 50 that stands there.
    """
    used = closure(wanted, rules.statements)
    constants = dict(rules.constants)
    found = {
        LocatedNumber(constants[name] if name else value, line, column, name)
        for rule in rules.statements
        if defines(rule) in used
        for value, name, line, column in _named(rule)
        if not name or name in constants
    }
    return tuple(sorted(found, key=lambda one: (one.line, one.column, one.value)))


@of_node()
def _named(rule: AST) -> tuple[tuple[int, str, int, int], ...]:
    """The numbers and the names of constants in a rule, with their places."""
    return tuple(_found(mirrored(rule)))


def _found(rule: AST) -> Iterator[tuple[int, str, int, int]]:
    for node in walk(rule):
        value, name = number(node), constant(node)
        if value is not None or name is not None:
            yield value or 0, name or "", *place(node)
