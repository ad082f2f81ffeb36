"""What is printed: terms and formulas over one position, as the rules say them, and their text in Gallina.

Where many of them are spoken of this module is called `t`, as clingo and `core.logic` have nodes of the same names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import add, and_, mul, or_, sub, xor
from typing import Any, Literal, TypeAlias, TypeVar

from bouton.core.division import truncated

Sort: TypeAlias = Literal["Z", "term", "list Z"]
TUPLE = "[]"
"""The name of what is built as a tuple: a list of numbers."""


@dataclass(frozen=True)
class Number:
    """A whole number."""

    value: int


@dataclass(frozen=True)
class Variable:
    """A variable of a rule, or an argument of a predicate."""

    name: str


@dataclass(frozen=True)
class Given:
    """A parameter of the spec (`g`), or a counter of the position (`p`) or of the one that a move leads to (`q`)."""

    name: str
    of: Literal["g", "p", "q"]


@dataclass(frozen=True)
class Operation:
    """An operation on numbers; quotients are rounded towards zero, as clingo's are."""

    operator: str
    left: Term
    right: Term


@dataclass(frozen=True)
class Built:
    """A term with arguments, or a name: a move, or what holds after it."""

    name: str
    arguments: tuple[Term, ...]


Term: TypeAlias = Number | Variable | Given | Operation | Built


@dataclass(frozen=True)
class Compared:
    """A relation between two terms."""

    relation: Literal["=", "<>", "<", "<=", ">", ">="]
    left: Term
    right: Term


@dataclass(frozen=True)
class Between:
    """An interval `low..high` that holds the number."""

    term: Term
    low: Term
    high: Term


@dataclass(frozen=True)
class Member:
    """That a number is in a set parameter."""

    term: Term
    name: str


@dataclass(frozen=True)
class Placed:
    """That the heap at a place has a size."""

    name: str
    place: Term
    size: Term


@dataclass(frozen=True)
class Digit:
    """That a number has a digit at a place, in Ostrowski's numeration with a partial quotient."""

    quotient: Term
    number: Term
    place: Term
    digit: Term


@dataclass(frozen=True)
class Holds:
    """An atom of a predicate, by the name that it has in Gallina."""

    name: str
    arguments: tuple[Term, ...]
    here: str = "g p"
    """The parameters and the position of which it is said, in Gallina."""


@dataclass(frozen=True)
class Aggregate:
    """That a number is the count, the sum, the greatest or the least of the tuples of which a predicate holds."""

    kind: Literal["counted", "summed", "greatest", "least"]
    name: str
    arguments: tuple[Term, ...]
    value: Term
    here: str = "g p"
    """The parameters and the position of which it is said, in Gallina."""


@dataclass(frozen=True)
class Not:
    """A negation."""

    body: Formula


@dataclass(frozen=True)
class And:
    """All of them; of none, True."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Or:
    """One of them; of none, False."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Exists:
    """For some value of the variable."""

    name: str
    sort: Sort
    body: Formula


Formula: TypeAlias = Compared | Between | Member | Placed | Digit | Holds | Aggregate | Not | And | Or | Exists
Node = TypeVar("Node", bound="Term | Formula")

_FUNCTIONS = {"/": "Z.quot", "\\": "Z.rem", "&": "Z.land", "?": "Z.lor", "^": "Z.lxor"}


def said(term: Term) -> str:
    """The term in Gallina, in parentheses where it needs them."""
    if isinstance(term, Number):
        return str(term.value) if term.value >= 0 else f"({term.value})"
    if isinstance(term, Variable):
        return term.name
    if isinstance(term, Given):
        return f"(the_{term.name} {term.of})"
    if isinstance(term, Operation):
        left, right = said(term.left), said(term.right)
        if term.operator in _FUNCTIONS:
            return f"({_FUNCTIONS[term.operator]} {left} {right})"
        if term.operator == "**":
            return f"({left} ^ {right})"
        return f"(Z.abs {left})" if term.operator == "abs" else f"({left} {term.operator} {right})"
    if term.name == TUPLE:
        return f"[{'; '.join(map(said, term.arguments))}]"
    inside = "".join(f" {said(one)}" for one in term.arguments)
    return f"(t_{term.name}{inside})" if inside else f"t_{term.name}"


def text(formula: Formula) -> str:
    """The formula in Gallina."""
    if isinstance(formula, Compared):
        return f"{said(formula.left)} {formula.relation} {said(formula.right)}"
    if isinstance(formula, Between):
        return f"{said(formula.low)} <= {said(formula.term)} <= {said(formula.high)}"
    if isinstance(formula, Member):
        return f"In {said(formula.term)} (the_{formula.name} g)"
    if isinstance(formula, Placed):
        return f"heap_at (the_{formula.name} p) {said(formula.place)} {said(formula.size)}"
    if isinstance(formula, Digit):
        return " ".join(("Ostrowski.digit", *map(said, terms_of(formula))))
    if isinstance(formula, Holds):
        return " ".join((formula.name, formula.here, *map(said, formula.arguments)))
    if isinstance(formula, Aggregate):
        these = " ".join((formula.name, formula.here, *map(said, formula.arguments)))
        return f"{formula.kind} ({these}) {said(formula.value)}"
    if isinstance(formula, Not):
        return f"~ ({text(formula.body)})"
    if isinstance(formula, Exists):
        return f"(exists {formula.name} : {formula.sort}, {text(formula.body)})"
    sign, nothing = (r"/\ ", "True") if isinstance(formula, And) else (r"\/ ", "False")
    each = [f"({text(one)})" if isinstance(one, And | Or) else text(one) for one in formula.parts]
    return f" {sign}".join(each) if each else nothing


def parts(node: Term | Formula) -> Iterator[Term | Formula]:
    """What stands directly in a term or a formula."""
    for one in vars(node).values():
        if not isinstance(one, str | int):
            yield from one if isinstance(one, tuple) else (one,)


def anew(node: Node, change: Callable[[Any], Any]) -> Node:
    """A term or a formula with something else in the place of each that stands directly in it."""

    def changed(one: Any) -> Any:
        if isinstance(one, str | int):
            return one
        return tuple(map(change, one)) if isinstance(one, tuple) else change(one)

    return type(node)(*map(changed, vars(node).values()))


def terms_of(formula: Formula) -> tuple[Term, ...]:
    """The terms that stand directly in a formula."""
    return tuple(one for one in parts(formula) if isinstance(one, Term))


def below(node: Term | Formula) -> Iterator[Term | Formula]:
    """The term or formula, and all that stand in it."""
    yield node
    for one in parts(node):
        yield from below(one)


def aggregates(formula: Formula, name: str) -> Iterator[str]:
    """How the elements of this name are taken together."""
    yield from (one.kind for one in below(formula) if isinstance(one, Aggregate) and one.name == name)


def free(node: Term | Formula) -> frozenset[str]:
    """The variables that nothing in it binds."""
    if isinstance(node, Variable):
        return frozenset({node.name})
    found = frozenset[str]().union(*map(free, parts(node)))
    return found - {node.name} if isinstance(node, Exists) else found


def put(term: Term, values: Mapping[Term, Term]) -> Term:
    """The term with the values in the places of its variables and of what is given."""
    if term in values:
        return values[term]
    if isinstance(term, Operation):
        return folded(Operation(term.operator, put(term.left, values), put(term.right, values)))
    return Built(term.name, tuple(put(one, values) for one in term.arguments)) if isinstance(term, Built) else term


def folded(term: Operation) -> Term:
    """The operation carried out on two numbers, where that is defined, or with nothing to do."""
    left, right = term.left, term.right
    if isinstance(left, Number) and isinstance(right, Number):
        found = calculated(term.operator, left.value, right.value)
        return term if found is None else Number(found)
    if term.operator == "*" and Number(1) in (left, right):
        return left if right == Number(1) else right
    if (term.operator == "*" and Number(0) in (left, right)) or (term.operator == "-" and left == right):
        return Number(0)
    if right == Number(1) and term.operator in "/\\":
        return left if term.operator == "/" else Number(0)
    if term.operator in "+-" and right == Number(0):
        return left
    return right if term.operator == "+" and left == Number(0) else term


def calculated(operator: str, left: int, right: int) -> int | None:
    """The value of an operation as clingo has it; None where it has none."""
    if operator in "/\\":
        if right == 0:
            return None
        return truncated(left, right)[operator != "/"]
    if operator == "**":
        return left**right if right >= 0 else None
    return _OPERATIONS[operator](left, right)


_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    **{"+": add, "-": sub, "*": mul, "&": and_, "?": or_, "^": xor},
    "abs": lambda left, _right: abs(left),
}


def replaced(formula: Formula, values: Mapping[Term, Term]) -> Formula:
    """The formula with the values put in; what it binds has names of its own."""
    return anew(formula, lambda one: put(one, values) if isinstance(one, Term) else replaced(one, values))
