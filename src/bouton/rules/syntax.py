"""Reading clingo's syntax trees: walking, places, signatures, variables, constants; and their forms.

Of one form are trees that are the same but for the names of their variables: two lists of nodes are alike where a
one-to-one renaming of variables makes one of them the other. Predicates, functions, constants and strings are told by
their names and the number of their arguments, as the nodes have them, never by what is printed: `q(I,"A")` is not
`q(I,"B")`, nor is `q'A` what `q'B` is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, permutations
from typing import TypeAlias, cast

from clingo.ast import AST, ASTSequence, ASTType, ComparisonOperator, Sign, Transformer, Variable, parse_string

from bouton.core.fresh import unused
from bouton.rules.file import Rules, Signature
from bouton.rules.mirror import OPERATIONS, Mirror, constant_of, mirrored, number_of, of_node

Place: TypeAlias = tuple[int, int]
"""Line and column in the rules file, counted from 1."""

MIRRORED = {
    ComparisonOperator.Equal: ComparisonOperator.Equal,
    ComparisonOperator.NotEqual: ComparisonOperator.NotEqual,
    ComparisonOperator.LessThan: ComparisonOperator.GreaterThan,
    ComparisonOperator.LessEqual: ComparisonOperator.GreaterEqual,
    ComparisonOperator.GreaterThan: ComparisonOperator.LessThan,
    ComparisonOperator.GreaterEqual: ComparisonOperator.LessEqual,
}
"""What `a < b` says of b and a."""
NEGATED = {
    ComparisonOperator.Equal: ComparisonOperator.NotEqual,
    ComparisonOperator.NotEqual: ComparisonOperator.Equal,
    ComparisonOperator.LessThan: ComparisonOperator.GreaterEqual,
    ComparisonOperator.LessEqual: ComparisonOperator.GreaterThan,
    ComparisonOperator.GreaterThan: ComparisonOperator.LessEqual,
    ComparisonOperator.GreaterEqual: ComparisonOperator.LessThan,
}
"""What `not a < b` says of a and b."""
SIGNS = {
    ComparisonOperator.Equal: "=",
    ComparisonOperator.NotEqual: "!=",
    ComparisonOperator.LessThan: "<",
    ComparisonOperator.LessEqual: "<=",
    ComparisonOperator.GreaterThan: ">",
    ComparisonOperator.GreaterEqual: ">=",
}
"""The text of each comparison."""


def children(node: AST) -> Iterator[AST]:
    """The nodes directly below, in the order of the text."""
    if isinstance(node, Mirror):
        yield from cast(tuple[AST, ...], node.below)
        return
    for key in node.child_keys:
        child = getattr(node, key)
        if isinstance(child, AST):
            yield child
        elif isinstance(child, ASTSequence):
            yield from (item for item in child if isinstance(item, AST))


def walk(node: AST) -> Iterator[AST]:
    """The node and everything below it, each before what it holds."""
    if isinstance(node, Mirror):
        yield node
        yield from cast(tuple[AST, ...], node.under)
        return
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(reversed(list(children(top))))


def place(node: AST) -> Place:
    """Where a node begins; one without a location of its own begins with its first child."""
    for below in walk(node):
        location = getattr(below, "location", None)
        if location is not None:
            return location.begin.line, location.begin.column
    raise ValueError(f"no location in {node}")


def signature(node: AST) -> Signature | None:
    """The predicate of a symbolic atom or of a literal that holds one, else None."""
    if node.ast_type == ASTType.Literal:
        node = node.atom
    if node.ast_type != ASTType.SymbolicAtom or node.symbol.ast_type != ASTType.Function:
        return None
    return node.symbol.name, len(node.symbol.arguments)


def arguments(node: AST) -> tuple[AST, ...]:
    """The argument terms of a symbolic atom or of a literal that holds one."""
    if node.ast_type == ASTType.Literal:
        node = node.atom
    return tuple(node.symbol.arguments)


@of_node()
def defines(statement: AST) -> Signature:
    """The predicate that a rule derives."""
    found = signature(statement.head)
    assert found is not None, f"not a rule of one atom: {statement}"
    return found


def atoms(node: AST) -> Iterator[AST]:
    """Every symbolic atom in a node, those inside aggregates too."""
    return (below for below in walk(node) if below.ast_type == ASTType.SymbolicAtom)


def variables(node: AST) -> frozenset[str]:
    """The names of the variables in a node; the anonymous `_` is none."""
    if isinstance(node, Mirror):
        return node.names
    return frozenset(n.name for n in walk(node) if n.ast_type == ASTType.Variable and n.name != "_")


def is_atom(literal: AST) -> bool:
    """Whether it is a literal of one symbolic atom, negated or not."""
    return bool(literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.SymbolicAtom)


def is_positive(literal: AST) -> bool:
    """Whether it is a literal of one symbolic atom without negation."""
    return is_atom(literal) and literal.sign == Sign.NoSign


def is_comparison(literal: AST) -> bool:
    """Whether it is a literal of a comparison, negated or not."""
    return bool(literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.Comparison)


def operations(node: AST) -> Iterator[AST]:
    """The operations and intervals in a node, inner ones first."""
    return (below for below in reversed(list(walk(node))) if below.ast_type in OPERATIONS)


def has_operations(node: AST) -> bool:
    """Whether a node holds an operation or an interval."""
    if isinstance(node, Mirror):
        return node.operated
    return any(below.ast_type in OPERATIONS for below in walk(node))


def constant(term: AST) -> str | None:
    """The name of a constant (`k`, `nil`), else None."""
    return term.constant if isinstance(term, Mirror) else constant_of(term)


def constants(rule: AST) -> frozenset[str]:
    """The names of the constants in a rule."""
    return cast(Mirror, mirrored(rule)).constants


def number(term: AST) -> int | None:
    """The value of an integer literal, else None."""
    return term.number if isinstance(term, Mirror) else number_of(term)


def comparisons(atom: AST) -> Iterator[tuple[AST, ComparisonOperator, AST]]:
    """The links of a comparison: `1 <= S < k` is (1, <=, S) and (S, <, k)."""
    left = atom.term
    for guard in atom.guards:
        yield left, ComparisonOperator(guard.comparison), guard.term
        left = guard.term


def written(literal: AST) -> str:
    """A literal as text, without the brackets that a printed comparison has around each of its sides."""
    if literal.sign != Sign.NoSign or not is_comparison(literal):
        return str(literal)
    return ", ".join(f"{bare(str(a))} {SIGNS[sign]} {bare(str(b))}" for a, sign, b in comparisons(literal.atom))


def bare(term: str) -> str:
    """A term without brackets around all of it."""
    depth = list(accumulate((sign == "(") - (sign == ")") for sign in term))
    return term[1:-1] if term[:1] == "(" and min(depth[:-1], default=0) > 0 else term


def guards(atom: AST) -> tuple[AST, ...]:
    """The guards of an aggregate, that on the left first."""
    return tuple(one for one in (atom.left_guard, atom.right_guard) if one is not None)


def fresh(rule: AST, stem: str = "P") -> str:
    """A variable name that the rule does not use."""
    return unused(stem, variables(rule))


def renaming(one: Sequence[AST], other: Sequence[AST]) -> dict[str, str] | None:
    """What the variables of the first nodes are called in the others; None where these differ in more than that.

    The anonymous `_` is like `_` alone: two of them may be two values.
    """
    found = _Renaming()
    return found.there if found.same_all(tuple(map(mirrored, one)), tuple(map(mirrored, other))) else None


def alike(one: Sequence[AST], other: Sequence[AST]) -> bool:
    """Whether the nodes are the same but for the names of their variables."""
    return renaming(one, other) is not None


def same(one: AST, other: AST) -> bool:
    """Whether two nodes say the same with the same variables, wherever they stand."""
    found = renaming([one], [other])
    return found is not None and all(name == called for name, called in found.items())


class _Renaming:
    """A one-to-one renaming of variables, as far as it is known."""

    def __init__(self) -> None:
        self.there: dict[str, str] = {}
        self.back: dict[str, str] = {}

    def same_all(self, one: Sequence[object], other: Sequence[object]) -> bool:
        return len(one) == len(other) and all(map(self.same, one, other))

    def same(self, one: object, other: object) -> bool:
        if isinstance(one, tuple) and isinstance(other, tuple):
            return self.same_all(one, other)
        if not isinstance(one, Mirror) or not isinstance(other, Mirror):
            return type(one) is type(other) and one == other
        if one.ast_type != other.ast_type or one.keys != other.keys:
            return False
        if one.ast_type == ASTType.Variable:
            return self._called(cast(AST, one).name, cast(AST, other).name)
        return all(self.same(one.__dict__[key], other.__dict__[key]) for key in one.keys)

    def _called(self, name: str, other: str) -> bool:
        if "_" in (name, other):
            return name == other
        return self.there.setdefault(name, other) == other and self.back.setdefault(other, name) == name


def rule_of(text: str) -> AST:
    """The one rule that a text of ours is."""
    found: list[AST] = []
    parse_string(text, found.append)
    (rule,) = found[1:]
    return rule


@lru_cache(maxsize=1024)
def read_once(text: str) -> AST:
    """The one rule that a text of ours is, mirrored, where the same is asked for again and again."""
    return mirrored(rule_of(text))


def has_form(rule: AST, *forms: str, headed: bool = True) -> bool:
    """Whether a rule is of one of some forms, its literals in any order; by its body alone unless it is `headed`."""
    rule = mirrored(rule)
    for form in map(read_once, forms):
        bodies = permutations(rule.body) if len(rule.body) == len(form.body) else ()
        if any(alike([rule.head, *body][not headed :], [form.head, *form.body][not headed :]) for body in bodies):
            return True
    return False


def variable(name: str, at: AST) -> AST:
    """A variable where another node stands."""
    return Variable(at.location, name)


def with_arguments(literal: AST, arguments: Sequence[AST]) -> AST:
    """A literal of one symbolic atom with other arguments."""
    symbol = literal.atom.symbol.update(arguments=list(arguments))
    return literal.update(atom=literal.atom.update(symbol=symbol))


def rewritten(node: AST, other: Callable[[AST], AST | None]) -> AST:
    """The node with what `other` gives for a node of it in its place; what it gives None for is looked into."""
    return _Rewriting(other).visit(node)


class _Rewriting(Transformer):
    def __init__(self, other: Callable[[AST], AST | None]) -> None:
        self._other = other

    def visit(self, ast: AST, *_args: object, **_kwargs: object) -> AST:
        found = self._other(ast)
        return ast.update(**self.visit_children(ast)) if found is None else found


def put(node: AST, there: Mapping[str, AST | str]) -> AST:
    """The node with terms, or other names, in place of variables."""

    def other(one: AST) -> AST | None:
        found = there.get(one.name, one) if one.ast_type == ASTType.Variable else None
        return one.update(name=found) if isinstance(found, str) else found

    return rewritten(node, other)


def names_of(rules: Rules) -> frozenset[str]:
    """Every name of the rules that is no variable: predicates, functions, constants, parameters, sets and fluents."""
    given = {*rules.parameters, *(name for name, _ in rules.constants), *(one.name for one in rules.fluents)}
    given |= {name.lower() for name in rules.sets} | {name for name, _ in (*rules.defined, *rules.dependent)}
    return frozenset(given | names_in(rules.statements))


def names_in(statements: Iterable[AST]) -> frozenset[str]:
    """The names of predicates, functions and constants in rules."""
    found: set[str] = set()
    for rule in statements:
        whole = mirrored(rule)
        found |= cast(Mirror, whole).constants | {defines(rule)[0]}
        found |= {str(node.name) for node in walk(whole) if node.ast_type == ASTType.Function}
    return frozenset(found)
