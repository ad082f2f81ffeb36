"""Values and terms: clingo's order of values, arithmetic, what a term is worth, and matching a term with a value.

Nothing of Bouton or clingo is used here.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from tests.oracle.parser import Compound, Inf, Operation, Span, Term, Text, Var


class Symbol(NamedTuple):
    """A value that is no number: #inf and #sup, a string, a constant, a compound term or a tuple."""

    rank: int
    arity: int
    name: str
    arguments: tuple[Value, ...] = ()


Value: TypeAlias = "int | Symbol"
Row: TypeAlias = tuple[Value, ...]
Signature: TypeAlias = tuple[str, int]
Environment: TypeAlias = dict[str, Value]

INF, SUP = Symbol(0, 0, "#inf"), Symbol(7, 0, "#sup")


def constant(name: str) -> Symbol:
    """The constant of that name; the empty tuple is the one without a name."""
    return Symbol(2, 0, name)


def key(value: Value) -> tuple[object, ...]:
    """What puts values in clingo's order: #inf, numbers, constants, strings, compound terms, #sup."""
    if isinstance(value, int):
        return (1, value)
    return (value.rank, value.arity, value.name, *map(key, value.arguments))


def below(a: Value, b: Value) -> bool:
    """Whether a comes before b in clingo's order."""
    return a < b if isinstance(a, int) and isinstance(b, int) else key(a) < key(b)


def text(value: Value) -> str:
    """A value as clingo writes it."""
    if isinstance(value, int):
        return str(value)
    if value.rank == 4:
        return '"' + value.name.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"') + '"'
    if value.rank != 5:
        return value.name or "()"
    inner = ",".join(map(text, value.arguments))
    return f"{value.name}({inner}{',' if value.name == '' and value.arity == 1 else ''})"


class Undefined(Exception):
    """Arithmetic without a value: the instance of the rule is dropped."""


def _quotient(a: int, b: int) -> int:
    if b == 0:
        raise Undefined
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _remainder(a: int, b: int) -> int:
    return a - b * _quotient(a, b)


def _power(a: int, b: int) -> int:
    if a == 0 and b < 0:
        raise Undefined
    return 0 if b < 0 else int(a**b)


_BINARY: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _quotient,
    "\\": _remainder,
    "**": _power,
    "&": operator.and_,
    "?": operator.or_,
    "^": operator.xor,
}
_UNARY: Mapping[str, Callable[[int], int]] = {"-": operator.neg, "~": operator.invert, "|": abs}
COMPARE: Mapping[str, Callable[[Value, Value], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": below,
    "<=": lambda a, b: not below(b, a),
    ">": lambda a, b: below(b, a),
    ">=": lambda a, b: not below(a, b),
}


def number(value: Value) -> int:
    if isinstance(value, int):
        return value
    raise Undefined


Reader: TypeAlias = Callable[[Environment], Value]


def reader(term: Term) -> Reader:
    """A function to the value of the term where its variables are bound; it raises Undefined where there is none."""
    if isinstance(term, Var):
        return operator.itemgetter(term.name)
    if isinstance(term, Operation):
        readers = [reader(operand) for operand in term.operands]
        return _unary(_UNARY[term.symbol], *readers) if len(readers) == 1 else _binary(_BINARY[term.symbol], *readers)
    if isinstance(term, Compound) and term.arguments:
        name, arity, inner = term.name, len(term.arguments), [reader(each) for each in term.arguments]
        return lambda at: Symbol(5, arity, name, tuple([read(at) for read in inner]))
    if isinstance(term, (int, Compound, Text)):
        value = term if isinstance(term, int) else constant(term.name) if isinstance(term, Compound) else string(term)
        return lambda _: value
    assert isinstance(term, Inf), term
    end = SUP if term.sup else INF
    return lambda _: end


def string(term: Text) -> Symbol:
    """The value of a string."""
    return Symbol(4, 0, term.value)


def _unary(operation: Callable[[int], int], inner: Reader) -> Reader:
    return lambda at: operation(number(inner(at)))


def _binary(operation: Callable[[int, int], int], left: Reader, right: Reader) -> Reader:
    def read(at: Environment) -> Value:
        one, other = left(at), right(at)
        if isinstance(one, int) and isinstance(other, int):
            return operation(one, other)
        raise Undefined

    return read


def value_of(term: Term, at: Environment) -> Value:
    """The value of a term all of whose variables are bound; Undefined where it has none."""
    return reader(term)(at)


@cache
def variables(term: Term) -> frozenset[str]:
    """The variables of a term, anonymous ones too."""
    if isinstance(term, Var):
        return frozenset({term.name})
    return frozenset().union(*map(variables, inner_terms(term)))


def inner_terms(term: Term) -> tuple[Term, ...]:
    """The terms that a term is made of."""
    if isinstance(term, Compound):
        return term.arguments
    if isinstance(term, Operation):
        return term.operands
    return (term.low, term.high) if isinstance(term, Span) else ()


def bindable(term: Term, bound: Collection[str]) -> bool:
    """Whether a value for the term tells its unbound variables: they stand alone, or in `a*X+b`."""
    loose = variables(term) - set(bound)
    if not loose or isinstance(term, Var):
        return True
    if isinstance(term, Compound):
        return all(bindable(each, bound) for each in term.arguments)
    if not isinstance(term, Operation):
        return False
    open_ = [each for each in term.operands if variables(each) - set(bound)]
    if len(open_) != 1 or not bindable(open_[0], bound) or isinstance(open_[0], Compound):
        return False
    if term.symbol == "*":
        return any(isinstance(each, int) and each for each in term.operands)
    return term.symbol in "+-"


Matcher: TypeAlias = Callable[[Value, Environment], bool]


def matcher(term: Term, bound: frozenset[str]) -> Matcher:
    """A function that says whether the term can have a value; it binds the variables that are not bound."""
    if isinstance(term, Var) and term.name not in bound:
        return _binder(term.name)
    if variables(term) <= bound:
        read = reader(term)
        return lambda value, at: read(at) == value
    if isinstance(term, Compound):
        return _compound(term, bound)
    assert isinstance(term, Operation)
    if len(term.operands) == 1:
        negated = matcher(term.operands[0], bound)
        return lambda value, at: isinstance(value, int) and negated(-value, at)
    left, right = term.operands
    first = not variables(left) <= bound
    inner, other = (matcher(left, bound), reader(right)) if first else (matcher(right, bound), reader(left))
    symbol = term.symbol

    def solve(value: Value, at: Environment) -> bool:
        if not isinstance(value, int):
            return False
        known = number(other(at))
        if symbol == "*":
            return value % known == 0 and inner(value // known, at)
        if symbol == "+":
            return inner(value - known, at)
        return inner(value + known if first else known - value, at)

    return solve


def _binder(name: str) -> Matcher:
    def bind(value: Value, at: Environment) -> bool:
        at[name] = value
        return True

    return bind


def _compound(term: Compound, bound: frozenset[str]) -> Matcher:
    inner: list[Matcher] = []
    for each in term.arguments:
        inner.append(matcher(each, bound))
        bound |= variables(each)
    name, arity = term.name, len(inner)

    def match(value: Value, at: Environment) -> bool:
        if isinstance(value, int) or value.rank != 5 or value.arity != arity or value.name != name:
            return False
        return all(match(each, at) for match, each in zip(inner, value.arguments, strict=True))

    return match
