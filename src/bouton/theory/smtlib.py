"""The rules of a statement about games as SMT-LIB text, their variables standing for given terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bouton.core.logic.smtlib import number_text
from bouton.theory.formula import Atom, Comparison, Literal_, Rule, SumTerm, Term, Variable, Within, terms_of

END = {
    "value": "0",
    "misere": "1",
    "value_m": "end_value_m",
    "misere_m": "end_misere_m",
    "value_mm": "end_value_mm",
    "sum_value": "0",
    "sum_misere": "1",
}
"""Each function of values, and its value at the terminals of G, or at the sum of two of them."""
SUMS = ("sum_value", "sum_misere")
"""The functions of two positions."""
NIM_SUM = "nimsum"
"""What `^` is called: SMT-LIB has a connective xor."""


@dataclass(frozen=True)
class Binding:
    """What the variables of a rule stand for where its head is about given terms.

    A variable that is the value of a position is written as that value; `free` are those that nothing tells of,
    `equal` what has to be equal besides.
    """

    bound: Mapping[str, str]
    values: Mapping[str, tuple[str, tuple[str, ...]]]
    free: tuple[str, ...]
    equal: tuple[tuple[Term, str], ...]

    def full(self, chosen: Sequence[str]) -> dict[str, str]:
        """Every variable's term, those of the free ones being chosen."""
        found = dict(self.bound) | dict(zip(self.free, chosen, strict=True))
        terms = {name: " ".join((value, *(found[at] for at in of))) for name, (value, of) in self.values.items()}
        return found | {name: f"({term})" for name, term in terms.items()}


def scope_of(rule: Rule, terms: tuple[str, ...]) -> Binding:
    """What the variables of a rule stand for where its head is about these terms."""
    bound, equal = headed(rule, terms)
    values: dict[str, tuple[str, tuple[str, ...]]] = {}
    for literal in rule.body:
        if isinstance(literal, Atom) and literal.name in END and not literal.negated:
            *of, value = literal.arguments
            if isinstance(value, Variable) and value.name not in bound:
                values.setdefault(value.name, (literal.name, tuple(at.name for at in of if isinstance(at, Variable))))
    every = dict.fromkeys(term.name for term in rule.terms if isinstance(term, Variable))
    free = tuple(name for name in every if name not in bound and name not in values)
    return Binding(bound, values, free, tuple(equal))


def headed(rule: Rule, terms: Sequence[str]) -> tuple[dict[str, str], list[tuple[Term, str]]]:
    """What the variables of a head that is about these terms stand for, and what has to be equal besides."""
    bound: dict[str, str] = {}
    equal: list[tuple[Term, str]] = []
    for argument, term in zip(rule.head.arguments, terms, strict=True):
        if isinstance(argument, Variable) and argument.name not in bound:
            bound[argument.name] = term
        else:
            equal.append((argument, term))
    return bound, equal


def numbers(rule: Rule) -> Iterator[int]:
    """The numbers that a rule names."""
    yield from (term for term in rule.terms if isinstance(term, int))


def literal_text(literal: Literal_, scope: Mapping[str, str]) -> str:
    """A comparison, or an atom of the engine; positions are all there is of their sort."""
    terms = [term_text(term, scope) for term in terms_of(literal)]
    if isinstance(literal, Within):
        return f"(<= {terms[1]} {terms[0]} {terms[2]})"
    if isinstance(literal, Comparison):
        if literal.operator == "=":
            return equal_text(terms[0], terms[1])
        return f"({literal.operator.replace('!=', 'distinct')} {terms[0]} {terms[1]})"
    said = f"({literal.name} {' '.join(terms)})"
    if literal.name in END:
        said = f"(= ({literal.name} {' '.join(terms[:-1])}) {terms[-1]})"
    elif literal.name == "position":
        said = "true"
    return f"(not {said})" if literal.negated else said


def equal_text(one: str, other: str) -> str:
    """That two terms are equal."""
    return "true" if one == other else f"(= {one} {other})"


def term_text(term: Term, scope: Mapping[str, str]) -> str:
    """A term, its variables written as the scope says."""
    if isinstance(term, SumTerm):
        return f"({term.operator.replace('^', NIM_SUM)} {term_text(term.left, scope)} {term_text(term.right, scope)})"
    return scope[term.name] if isinstance(term, Variable) else number_text(term)


def joined(operator: str, parts: Sequence[str]) -> str:
    """The conjunction or disjunction of any number of parts."""
    empty = "true" if operator == "and" else "false"
    return parts[0] if len(parts) == 1 else f"({operator} {' '.join(parts)})" if parts else empty
