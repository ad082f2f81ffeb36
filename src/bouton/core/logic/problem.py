"""A closed problem: assertions about unknown integers that must not be satisfiable together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Literal, TypeAlias

from bouton.core.logic.expression import (
    FALSE,
    Applied,
    Formula,
    Linear,
    LogicNode,
    Product,
    Quotient,
    Remainder,
    Unknown,
)
from bouton.core.logic.walk import parts, unknowns
from bouton.core.proof import WHOLE, Obligation, ProofPlace


@dataclass(frozen=True)
class ForAll:
    """The formula holds whatever the bound unknowns are."""

    bound: tuple[Unknown, ...]
    formula: Formula


About: TypeAlias = Literal["claim", "rules", "range", "levels"]
Assertion: TypeAlias = Formula | ForAll


def for_all(bound: Iterable[Unknown], formula: Formula) -> Assertion:
    """The formula, whatever the bound unknowns are, if there are any."""
    every = tuple(bound)
    return ForAll(every, formula) if every else formula


@dataclass(frozen=True)
class Problem:
    """One problem for a solver.

    `meaning` is what is shown once the answer is unsat. Every unknown that is not bound is free; its
    own bounds, and the order of a chain, are part of the problem.
    """

    name: str
    meaning: str
    assertions: tuple[Assertion, ...]
    about: About = "claim"
    """What is at fault where it is satisfiable."""
    fault: str = ""
    """What that says of the position that a model gives."""
    part: str = ""
    """The part of the claim that it discharges (see `parts`); by default its own name."""
    share: tuple[int, int] = (1, 1)
    """Which it is of how many problems that discharge the part together."""
    speaks: tuple[str, ...] = ()
    """The characterisations that it is about."""
    instances: int = 0
    """How many of its last assertions are instances of a quantifier."""

    def __post_init__(self) -> None:
        """By default a problem discharges the part that has its name."""
        if not self.part:
            object.__setattr__(self, "part", self.name)

    @cached_property
    def free(self) -> tuple[Unknown, ...]:
        """The free unknowns, by name."""
        found: dict[Unknown, None] = {}
        for assertion in self.assertions:
            if isinstance(assertion, ForAll):
                found |= {u: None for u in unknowns(assertion.formula) if u not in assertion.bound}
            else:
                found |= unknowns(assertion)
        return tuple(sorted(found, key=lambda u: u.name))

    @property
    def quantified(self) -> bool:
        """Whether there is a quantifier in it."""
        return any(isinstance(assertion, ForAll) for assertion in self.assertions)

    @cached_property
    def logic(self) -> str:
        """Its SMT-LIB logic."""
        nonlinear = any(_is_nonlinear(node) for node in self.nodes)
        free = "UF" if any(isinstance(node, Applied) for node in self.nodes) else ""
        return ("" if self.quantified else "QF_") + free + ("NIA" if nonlinear else "LIA")

    @cached_property
    def nodes(self) -> tuple[LogicNode, ...]:
        """Every part of every assertion, each assertion's parts by themselves."""
        formulas = (one.formula if isinstance(one, ForAll) else one for one in self.assertions)
        return tuple(chain.from_iterable(map(parts, formulas)))


def _is_nonlinear(node: LogicNode) -> bool:
    if isinstance(node, Quotient | Remainder):
        return isinstance(node.right, Linear) and node.right.number is None
    return isinstance(node, Product)


def settled(problem: Problem) -> bool:
    """Whether evaluating the rules has settled it: an assertion is false whatever the unknowns are."""
    return FALSE in problem.assertions


def ended(
    problem: Problem,
    verdict: str = "proved",
    seconds: float = 0.0,
    solver: str = "evaluation",
    reason: str | None = None,
    *,
    place: ProofPlace = WHOLE,
) -> Obligation:
    """The obligation that a problem is, with how it ended; by default evaluating the rules has settled it."""
    said = (problem.name, problem.meaning, verdict, seconds, solver, reason)
    return Obligation(*said, problem.part, place, problem.share, problem.speaks)


def each(name: str, meaning: str, about: About, wrong: Sequence[tuple[Formula, str]]) -> Iterator[Problem]:
    """A problem for each thing that could go wrong, as far as evaluating the rules has not settled it.

    They discharge the part of that name together.
    """
    left = [(formula, fault) for formula, fault in wrong if formula is not FALSE] or [(FALSE, "")]
    return shares((Problem(name, meaning, (formula,), about, fault) for formula, fault in left), len(left), " ")


def shares(problems: Iterable[Problem], many: int, sign: str = ", ", *, always: bool = False) -> Iterator[Problem]:
    """So many problems, which have the name of one part, as those that discharge it together.

    Their names are numbered after the sign, where they are several or if `always`.
    """
    for at, one in enumerate(problems, 1):
        name = f"{one.name}{sign}{at}" if many > 1 or always else one.name
        yield replace(one, name=name, share=(at, many))
