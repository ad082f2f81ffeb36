"""In which order solvers are tried on a problem, and how long each: what one cannot do the next may.

Each rung is solvers that are asked side by side. The name of one that is given a weaker problem ends with its name.
"""

from __future__ import annotations

from math import inf
from typing import TypeAlias

from bouton.core.logic.question import Question

_FIRST = 10.0
_QUICK = 4.0
_LADDER = (("z3", 0.05, _FIRST), ("z3 smt", 0.05, _FIRST), ("z3", 0.45, inf), ("z3 smt", 0.45, inf))
"""Which of z3's solvers, its share of the time, and the most seconds it gets: what one cannot do the other may."""
_PLAIN = ("z3 smt", 0.02, _QUICK)
"""What comes first without quantifiers: most problems are easy, and need none of z3's preparations for hard ones."""
_CVC5 = ("cvc5", 0.25, 30.0)
_NONLINEAR = (
    ("z3 linear", 0.02, _FIRST),
    ("z3 by parameters", 0.1, _FIRST),
    ("z3", 0.02, _QUICK),
    ("z3 linear", 0.06, 3 * _FIRST),
    ("z3", 0.05, _FIRST),
    ("z3 smt", 0.05, _FIRST),
    ("z3 without bases", 0.05, _FIRST),
    ("z3 linear", 0.2, inf),
    ("z3", 0.2, inf),
    ("z3 smt", 0.2, inf),
    ("z3 without bases", 0.15, inf),
)
"""The ladder of a nonlinear problem: first what is made of it (see `products`), which can only prove it."""
_LINEAR_CVC5 = ("cvc5 linear", 0.1, 15.0)
_RESIDUES = (("z3 residues", 0.1, _FIRST), ("z3 residues quantified", 0.25, 60.0))
"""What comes first where remainders by something unknown were made linear (see `residues`); it too can only prove."""
_RESIDUES_CVC5 = ("cvc5 residues", 0.1, 15.0)
_TEMPLATES = ("z3 templates", 0.2, 60.0)
"""What comes first where templates of winning moves were put in place of quantifiers (see `templates`)."""
_TEMPLATES_CVC5 = ("cvc5 templates", 0.1, 30.0)
_INSTANCES = ("z3 instances", 0.05, _FIRST)
"""What comes second where a nonlinear problem has quantifiers: instances in their place (see `instances`)."""
_INSTANCES_CVC5 = ("cvc5 instances", 0.05, _FIRST)
SAMPLES = ("z3 by samples", 0.1, _FIRST)
"""What comes first where no move was found to win at some positions: whether none does there."""
WEAKER = {name.partition(" ")[2] for name, _, _ in (_NONLINEAR[0], *_RESIDUES, _TEMPLATES, _INSTANCES)}
"""How problems are made that can only prove: the solver's name ends with it."""
Solver: TypeAlias = tuple[str, float, float]
"""A solver by name, its share of the time, and the most seconds it gets."""


def ladder_of(question: Question, crosscheck: bool) -> list[tuple[Solver, ...]]:
    """The solvers of each rung, those of one rung side by side."""
    if question.linear is None:
        rungs = (_PLAIN, *_LADDER) if question.logic.startswith("QF_") else _LADDER
        ladder: list[tuple[Solver, ...]] = [
            (rung, _CVC5) if crosscheck and at == 0 else (rung,) for at, rung in enumerate(rungs)
        ]
        if question.templates is not None:
            ladder.insert(0, (_TEMPLATES, _TEMPLATES_CVC5) if crosscheck else (_TEMPLATES,))
        return [(SAMPLES,), *ladder] if question.missed else ladder
    made = {f"z3 {one.name}" for one in question.residues}
    first = [rung for rung in _RESIDUES if rung[0] in made]
    left = 1 - sum(part for _, part, _ in first)
    rest = [(name, left * part, most) for name, part, most in _NONLINEAR]
    at = len(first)
    quick = _RESIDUES_CVC5 if _RESIDUES[0] in first else _LINEAR_CVC5
    beside = {0: (quick,), at + 4: (_CVC5,)} if crosscheck else {}
    ladder = [(rung, *beside.get(at, ())) for at, rung in enumerate((*first, *rest))]
    if question.templates is not None:
        ladder.insert(at + 1, (_INSTANCES, _INSTANCES_CVC5) if crosscheck else (_INSTANCES,))
    return ladder
