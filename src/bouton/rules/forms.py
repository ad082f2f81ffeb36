"""Forms of rules: syntax trees that are the same but for the names of their variables.

Two lists of nodes are alike where a one-to-one renaming of variables makes one of them the other. Predicates,
functions, constants and strings are told by their names and the number of their arguments, as the nodes have them,
never by what is printed: `q(I,"A")` is not `q(I,"B")`, nor is `q'A` what `q'B` is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import cast

from clingo.ast import AST, ASTType, Variable, parse_string

from bouton.rules.file import Rules
from bouton.rules.mirror import Mirror, mirrored
from bouton.rules.syntax import defines, walk


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


def has_form(rule: AST, *forms: str, headed: bool = True) -> bool:
    """Whether a rule is of one of some forms, its literals in any order; by its body alone unless it is `headed`."""
    for form in map(rule_of, forms):
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
