"""The rules of a statement about games, as plain data that Python evaluates and solvers are given.

A variable is a position or a number. Positions have no order and no arithmetic, so that a statement means the same
however the positions of a game are numbered; that is what lets one of all isomorphic games stand for the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Sort: TypeAlias = Literal["position", "number"]
Signature: TypeAlias = tuple[str, int]

GIVEN: Mapping[str, tuple[Sort, ...]] = {
    "position": ("position",),
    "option": ("position", "position"),
    "terminal": ("position",),
    "value": ("position", "number"),
    "misere": ("position", "number"),
    "chosen": ("position",),
    "value_m": ("position", "number"),
    "misere_m": ("position", "number"),
    "value_mm": ("position", "number"),
    "k0": ("position", "number"),
    "k1": ("position", "number"),
    "sum_value": ("position", "position", "number"),
    "sum_misere": ("position", "position", "number"),
}
"""What the engine gives to a statement about games (see encodings/core/theory.lp)."""


@dataclass(frozen=True)
class Variable:
    """A variable of a rule, a position or a number (see `Rule.sorts`)."""

    name: str


@dataclass(frozen=True)
class SumTerm:
    """`left + right`, `left - right`, or the nim-sum `left ^ right`."""

    operator: Literal["+", "-", "^"]
    left: Term
    right: Term


Term: TypeAlias = Variable | int | SumTerm


@dataclass(frozen=True)
class Atom:
    """A predicate of the rules or of the engine, or that it does not hold."""

    name: str
    arguments: tuple[Term, ...]
    negated: bool = False

    @property
    def signature(self) -> Signature:
        """Name and arity."""
        return self.name, len(self.arguments)


@dataclass(frozen=True)
class Comparison:
    """`left operator right`, the operator being one of = != < <= > >=."""

    operator: str
    left: Term
    right: Term


@dataclass(frozen=True)
class Within:
    """`term = low..high`."""

    term: Term
    low: Term
    high: Term


Literal_: TypeAlias = Atom | Comparison | Within


def terms_of(literal: Literal_) -> tuple[Term, ...]:
    """What a literal speaks of."""
    if isinstance(literal, Atom):
        return literal.arguments
    return (literal.term, literal.low, literal.high) if isinstance(literal, Within) else (literal.left, literal.right)


def parts_of(term: Term) -> Iterator[Term]:
    """The parts of a term, each after its own parts; the term itself comes last."""
    if isinstance(term, SumTerm):
        yield from parts_of(term.left)
        yield from parts_of(term.right)
    yield term


@dataclass(frozen=True)
class Rule:
    """A rule: the head holds wherever every literal of the body does."""

    head: Atom
    body: tuple[Literal_, ...]
    sorts: Mapping[str, Sort] = field(default_factory=dict)
    """Those of its variables, by their names."""

    @property
    def terms(self) -> Iterator[Term]:
        """Every term of it, and every part of one, after its own parts."""
        for literal in (self.head, *self.body):
            for term in terms_of(literal):
                yield from parts_of(term)


@dataclass(frozen=True)
class Definition:
    """A predicate, the sorts of its arguments, and its rules."""

    name: str
    sorts: tuple[Sort, ...]
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Theory:
    """The predicates of a rules file, each after those it needs, and its text as clingo is to have it."""

    definitions: tuple[Definition, ...]
    texts: Mapping[Signature, str]

    def needed(self, *predicates: Signature) -> Theory:
        """What these predicates need, themselves included."""
        wanted = set(predicates)
        for definition in reversed(self.definitions):
            if (definition.name, len(definition.sorts)) in wanted:
                wanted |= {part.signature for rule in definition.rules for part in rule.body if isinstance(part, Atom)}
        kept = tuple(one for one in self.definitions if (one.name, len(one.sorts)) in wanted)
        return Theory(kept, {one: text for one, text in self.texts.items() if one in wanted})

    def arity(self, name: str) -> int:
        """How many arguments a predicate has, where the rules have one of that name."""
        return next(len(one.sorts) for one in self.definitions if one.name == name)

    @property
    def says_nim_sum(self) -> bool:
        """Whether a rule says `^`."""
        terms = (term for one in self.definitions for rule in one.rules for term in rule.terms)
        return any(isinstance(term, SumTerm) and term.operator == "^" for term in terms)

    @property
    def given(self) -> frozenset[str]:
        """Those predicates of the engine that the rules speak of."""
        parts = (part for one in self.definitions for rule in one.rules for part in rule.body)
        return frozenset(part.name for part in parts if isinstance(part, Atom) and part.name in GIVEN)
