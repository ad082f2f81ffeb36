"""Terms over symbolic integers: what the arguments of a derived row are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from clingo import Symbol
from clingo.ast import ComparisonOperator
from clingo.symbol import SymbolType

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import number
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear, Unknown, show
from bouton.core.logic.formulas import conj, disj, equal, less, negate
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.walk import unknowns


@dataclass(frozen=True)
class Function:
    """`name(arguments)`; a constant has no arguments, a tuple no name."""

    name: str
    arguments: tuple[Term, ...] = ()


@dataclass(frozen=True)
class Text:
    """A string."""

    value: str


@dataclass(frozen=True)
class Extreme:
    """`#inf` or `#sup`."""

    top: bool


Term: TypeAlias = Linear | Function | Text | Extreme

OPAQUE = "~"
"""What the name of a term begins with that stands for a list of unknown length (see `levels`), before its function."""
TAIL = "tail"
"""The name of the part of such a term that stands for elements whose sizes are not known."""


def from_symbol(symbol: Symbol) -> Term:
    """The term of a ground symbol."""
    if symbol.type == SymbolType.Number:
        return number(symbol.number)
    if symbol.type == SymbolType.String:
        return Text(symbol.string)
    if symbol.type == SymbolType.Function:
        if symbol.negative:
            raise Unreadable(f"the negated term {symbol}")
        return Function(symbol.name, tuple(map(from_symbol, symbol.arguments)))
    return Extreme(symbol.type == SymbolType.Supremum)


def same(left: Term, right: Term) -> Formula:
    """When the two terms are equal."""
    if isinstance(left, Linear) and isinstance(right, Linear):
        return equal(left, right)
    if isinstance(left, Function) and isinstance(right, Function):
        if left.name.startswith(OPAQUE) or right.name.startswith(OPAQUE):
            return _same_list(left, right)
        if left.name != right.name or len(left.arguments) != len(right.arguments):
            return FALSE
        return conj(map(same, left.arguments, right.arguments))
    return TRUE if left == right else FALSE


def _same_list(left: Function, right: Function) -> Formula:
    """A list of unknown length is itself; of no other list is it known whether it is the same."""
    known = left.arguments and not any(isinstance(part, Function) and part.name == TAIL for part in left.arguments)
    if left == right and known:
        return TRUE
    functions = left.name.removeprefix(OPAQUE), right.name.removeprefix(OPAQUE)
    if left.arguments and right.arguments and functions[0] != functions[1]:
        return FALSE
    shorter, longer = sorted((left, right), key=lambda one: len(one.arguments))
    if longer.arguments and not shorter.arguments and not shorter.name.startswith(OPAQUE):
        return FALSE
    raise Unreadable("a list of unknown length is compared with another list")


def compare(operator: ComparisonOperator, left: Term, right: Term) -> Formula:
    """A comparison in clingo's order: #inf, numbers, constants, strings, functions, #sup."""
    match operator:
        case ComparisonOperator.Equal:
            return same(left, right)
        case ComparisonOperator.NotEqual:
            return negate(same(left, right))
        case ComparisonOperator.LessThan:
            return _below(left, right)
        case ComparisonOperator.LessEqual:
            return negate(_below(right, left))
        case ComparisonOperator.GreaterThan:
            return _below(right, left)
    return negate(_below(left, right))


def _below(left: Term, right: Term) -> Formula:
    if isinstance(left, Linear) and isinstance(right, Linear):
        return less(left, right)
    if any(isinstance(term, Function) and term.name.startswith(OPAQUE) for term in (left, right)):
        raise Unreadable("a list of unknown length is compared")
    ranks = _rank(left), _rank(right)
    if ranks[0] != ranks[1]:
        return TRUE if ranks[0] < ranks[1] else FALSE
    if not (isinstance(left, Function) and isinstance(right, Function)) or left.name != right.name:
        return FALSE
    options, equal_so_far = [], TRUE
    for one, other in zip(left.arguments, right.arguments, strict=True):
        options.append(conj((equal_so_far, _below(one, other))))
        equal_so_far = conj((equal_so_far, same(one, other)))
    return disj(options)


def _rank(term: Term) -> tuple[int, int, str]:
    match term:
        case Linear():
            return 1, 0, ""
        case Function(name=name, arguments=()) if name:
            return 2, 0, name
        case Text(value=value):
            return 3, 0, value
        case Function(name=name, arguments=arguments):
            return (4, len(arguments), name) if arguments else (2, 0, "")
        case Extreme(top=top):
            return (5 if top else 0), 0, ""
    raise TypeError(term)


def numbers(terms: Iterable[Term]) -> list[Linear]:
    """The integer expressions inside, from left to right."""
    found: list[Linear] = []
    for term in terms:
        if isinstance(term, Linear):
            found.append(term)
        elif isinstance(term, Function):
            found += numbers(term.arguments)
    return found


def unknowns_of(terms: Iterable[Term], *formulas: Formula) -> dict[Unknown, None]:
    """The unknowns that occur, those of the terms first."""
    return unknowns(*numbers(terms), *formulas)


def changed(term: Term, change: Callable[[Linear], Linear]) -> Term:
    """The term with every integer expression changed."""
    if isinstance(term, Linear):
        return change(term)
    if isinstance(term, Function) and term.arguments:
        return Function(term.name, tuple(changed(argument, change) for argument in term.arguments))
    return term


def substituted(values: Mapping[Unknown, Linear], term: Term) -> Term:
    """The term with unknowns replaced."""
    return changed(term, Substitution(values).linear) if values else term


def text(term: Term, integer: Callable[[Linear], str] = show) -> str:
    """The term as the rules write it, each integer expression as is said."""
    match term:
        case Linear():
            return integer(term)
        case Text(value=value):
            escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            return f'"{escaped}"'
        case Extreme(top=top):
            return "#sup" if top else "#inf"
    inside = ",".join([text(argument, integer) for argument in term.arguments])
    if not term.name:
        return f"({inside},)" if len(term.arguments) == 1 else f"({inside})"
    return f"{term.name}({inside})" if term.arguments else term.name
