"""What a proof about sums takes from arithmetic: statements on nim-sums, each decided by automata for every size.

Each is a list of comparisons of which one holds, whatever natural numbers its variables are. A problem for the solvers
has instances of them, as facts about an uninterpreted function (see `instances`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial

from bouton.core.logic.arithmetic import add, atom, exclusive, number, subtract
from bouton.core.logic.expression import Linear, unknown
from bouton.core.logic.formulas import at_most, different, equal, less, negate
from bouton.core.logic.problem import Problem
from bouton.core.proof import Obligation
from bouton.theory.formula import Comparison, SumTerm, Term, Variable
from bouton.theory.smtlib import joined, literal_text

_A, _B, _N = map(Variable, "ABN")
_ARITHMETIC: Mapping[str, Callable[[Linear, Linear], Linear]] = {"+": add, "-": subtract, "^": exclusive}
_WRITTEN = {"<": less, "<=": at_most, "=": equal, "!=": different}


@dataclass(frozen=True)
class NimLaw:
    """One of the comparisons holds of all natural numbers."""

    name: str
    meaning: str
    variables: tuple[Variable, ...]
    ways: tuple[Comparison, ...]

    def instance(self, terms: Mapping[Variable, str]) -> str:
        """What it says of these terms, as SMT-LIB text."""
        scope = {one.name: term for one, term in terms.items()}
        negative = [f"(< {terms[one]} 0)" for one in self.variables]
        return joined("or", [*negative, *(literal_text(one, scope) for one in self.ways)])

    @property
    def problem(self) -> Problem:
        """Natural numbers of which none of the comparisons holds: there must not be any."""
        values = {one: atom(unknown(one.name, 0)) for one in self.variables}
        ways = (_WRITTEN[one.operator](*(_linear(each, values) for each in (one.left, one.right))) for one in self.ways)
        return Problem(self.name, self.meaning, tuple(map(negate, ways)))


_nim_sum = partial(SumTerm, "^")
_TOGETHER = _nim_sum(_A, _B)
LESSER = NimLaw(
    "nim-sum, lesser",
    "where N < A^B, N^B < A or N^A < B",
    (_N, _A, _B),
    (
        Comparison("<=", _TOGETHER, _N),
        Comparison("<", _nim_sum(_N, _B), _A),
        Comparison("<", _nim_sum(_N, _A), _B),
    ),
)
OF_TWO = (
    NimLaw("nim-sum, natural", "A^B >= 0", (_A, _B), (Comparison("<=", 0, _TOGETHER),)),
    NimLaw("nim-sum, order", "A^B = B^A", (_A, _B), (Comparison("=", _TOGETHER, _nim_sum(_B, _A)),)),
    NimLaw(
        "nim-sum, equal", "A^B = 0 where A = B", (_A, _B), (Comparison("!=", _A, _B), Comparison("=", _TOGETHER, 0))
    ),
    NimLaw(
        "nim-sum, one",
        "A^B = 1 where A and B are 0 and 1",
        (_A, _B),
        (
            Comparison("=", _A, _B),
            Comparison("<", 1, _A),
            Comparison("<", 1, _B),
            Comparison("=", _TOGETHER, 1),
        ),
    ),
)
EACH_WAY = (
    NimLaw("nim-sum, twice", "(A^B)^B = A", (_A, _B), (Comparison("=", _nim_sum(_TOGETHER, _B), _A),)),
    NimLaw("nim-sum, zero", "A^B = A where B = 0", (_A, _B), (Comparison("!=", _B, 0), Comparison("=", _TOGETHER, _A))),
    NimLaw(
        "nim-sum, above 1",
        "A^B > 1 where A > 1 and B <= 1",
        (_A, _B),
        (Comparison("<=", _A, 1), Comparison("<", 1, _B), Comparison("<", 1, _TOGETHER)),
    ),
)
"""Those that say another thing of B^A."""
LEMMAS = (LESSER, *OF_TWO, *EACH_WAY)


def of_two(left: str, right: str) -> Iterator[str]:
    """What is known of a nim-sum of two terms, as SMT-LIB text."""
    yield from (lemma.instance({_A: left, _B: right}) for lemma in OF_TWO)
    for one, other in ((left, right), (right, left)):
        yield from (lemma.instance({_A: one, _B: other}) for lemma in EACH_WAY)


def lesser(least: str, left: str, right: str) -> str:
    """What is known of a term that is less than a nim-sum of two, as SMT-LIB text."""
    return LESSER.instance({_N: least, _A: left, _B: right})


def obligations() -> tuple[Obligation, ...]:
    """Each lemma, and how it was decided; one that is false would be unknown."""
    return tuple(_obligation(one) for one in LEMMAS)


@cache
def _obligation(lemma: NimLaw) -> Obligation:
    from bouton.automata.decide import decided  # noqa: PLC0415 (it needs numpy: only a proof about sums)

    started = time.monotonic()
    found = decided(lemma.problem)
    if found is None:
        return Obligation(lemma.name, lemma.meaning, "proved", time.monotonic() - started, "automata")
    at = ", ".join(f"{one.name} = {value}" for one, value in found.items())
    return Obligation(lemma.name, lemma.meaning, "unknown", time.monotonic() - started, "automata", f"false at {at}")


def _linear(term: Term, values: Mapping[Variable, Linear]) -> Linear:
    if isinstance(term, SumTerm):
        return _ARITHMETIC[term.operator](_linear(term.left, values), _linear(term.right, values))
    return values[term] if isinstance(term, Variable) else number(term)
