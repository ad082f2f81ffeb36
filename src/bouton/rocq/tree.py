"""What is printed: terms and formulas over one position, as the rules say them, and their text in Gallina."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

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
class Holds:
    """An atom of a predicate, by the name that it has in Gallina."""

    name: str
    arguments: tuple[Term, ...]


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


Formula: TypeAlias = Compared | Between | Member | Placed | Holds | Aggregate | Not | And | Or | Exists

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
    if isinstance(formula, Holds):
        return " ".join((formula.name, "g p", *map(said, formula.arguments)))
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


def terms_of(formula: Formula) -> tuple[Term, ...]:
    """The terms that stand directly in a formula."""
    if isinstance(formula, Compared):
        return formula.left, formula.right
    if isinstance(formula, Between):
        return formula.term, formula.low, formula.high
    if isinstance(formula, Member):
        return (formula.term,)
    if isinstance(formula, Placed):
        return formula.place, formula.size
    if isinstance(formula, Aggregate):
        return *formula.arguments, formula.value
    return formula.arguments if isinstance(formula, Holds) else ()


def aggregates(formula: Formula, name: str) -> Iterator[str]:
    """How the elements of this name are taken together."""
    if isinstance(formula, Aggregate):
        yield from [formula.kind] if formula.name == name else []
    elif isinstance(formula, Exists | Not):
        yield from aggregates(formula.body, name)
    elif isinstance(formula, And | Or):
        for one in formula.parts:
            yield from aggregates(one, name)


def below(term: Term) -> Iterator[Term]:
    """The term and all terms in it."""
    yield term
    for one in (term.left, term.right) if isinstance(term, Operation) else getattr(term, "arguments", ()):
        yield from below(one)


def free(formula: Formula) -> frozenset[str]:
    """The variables of a formula that nothing in it binds."""
    if isinstance(formula, Exists):
        return free(formula.body) - {formula.name}
    if isinstance(formula, Not):
        return free(formula.body)
    if isinstance(formula, And | Or):
        return frozenset().union(*map(free, formula.parts))
    return frozenset(one.name for term in terms_of(formula) for one in below(term) if isinstance(one, Variable))


def put(term: Term, values: Mapping[Term, Term]) -> Term:
    """The term with the values in the places of its variables and of what is given."""
    if term in values:
        return values[term]
    if isinstance(term, Operation):
        return folded(Operation(term.operator, put(term.left, values), put(term.right, values)))
    if isinstance(term, Built):
        return Built(term.name, tuple(put(one, values) for one in term.arguments))
    return term


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
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return quotient if operator == "/" else left - right * quotient
    if operator == "**":
        return left**right if right >= 0 else None
    values = {
        "+": left + right,
        "-": left - right,
        "*": left * right,
        "&": left & right,
        "?": left | right,
        "^": left ^ right,
        "abs": abs(left),
    }
    return values[operator]


def replaced(formula: Formula, values: Mapping[Term, Term]) -> Formula:
    """The formula with the values put in; what it binds has names of its own."""
    if isinstance(formula, Compared):
        return Compared(formula.relation, put(formula.left, values), put(formula.right, values))
    if isinstance(formula, Between):
        return Between(put(formula.term, values), put(formula.low, values), put(formula.high, values))
    if isinstance(formula, Member):
        return Member(put(formula.term, values), formula.name)
    if isinstance(formula, Placed):
        return Placed(formula.name, put(formula.place, values), put(formula.size, values))
    if isinstance(formula, Holds):
        return Holds(formula.name, tuple(put(one, values) for one in formula.arguments))
    if isinstance(formula, Aggregate):
        inside = tuple(put(one, values) for one in formula.arguments)
        return replace(formula, arguments=inside, value=put(formula.value, values))
    if isinstance(formula, Not):
        return Not(replaced(formula.body, values))
    if isinstance(formula, Exists):
        return Exists(formula.name, formula.sort, replaced(formula.body, values))
    return type(formula)(tuple(replaced(one, values) for one in formula.parts))
