"""In which order solvers are tried on a problem, and how long each: what one cannot do the next may.

Each rung has solvers that are asked side by side. Some are given a weaker problem that was made of it, where only
`unsat` counts: `bouton.core.logic.question.Weaker` says so, not the name of a solver. All seconds are of processor time
(see `bouton.solving.budget`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import TypeAlias

from bouton.core.logic.question import Question, Weaker
from bouton.solving.cvc5 import Cvc5
from bouton.solving.solver import Solver
from bouton.solving.z3 import BY_PARAMETERS, BY_SAMPLES, Z3, Briefly

_FIRST = 10.0
_QUICK = 4.0
_CONFIRMING = 3.0
"""What cvc5 gets beside z3: of two thousand problems of the shipped specs that it confirms two take longer."""
BRIEFLY = Briefly()
"""Most of its problems take no longer than a process takes to start, so that they share one."""
_Z3, _SMT, _CVC5 = Z3(), Z3("z3 smt", smt=True), Cvc5()
_WITHOUT_BASES = Z3("z3 without bases", bases=False)


@dataclass(frozen=True)
class SolverTurn:
    """A place on the ladder: a solver, its share of the time limit, its most seconds, and a weaker problem, if any."""

    solver: Solver
    share: float
    most: float
    made: str = ""

    @property
    def name(self) -> str:
        """The solver's name in reports, and after it how its problem was made, if that is a weaker one."""
        return f"{self.solver.name} {self.made}" if self.made else self.solver.name

    def problem(self, question: Question) -> Question | Weaker:
        """The question itself, or that weaker problem made of it which this attempt is for."""
        return next(one for one in question.weaker if one.name == self.made) if self.made else question


Rung: TypeAlias = tuple[SolverTurn, ...]

_LADDER = (
    SolverTurn(_Z3, 0.05, _FIRST),
    SolverTurn(_SMT, 0.05, _FIRST),
    SolverTurn(_Z3, 0.45, inf),
    SolverTurn(_SMT, 0.45, inf),
)
"""The ladder of a linear problem: what one solver of z3 cannot do the other may."""
_PLAIN = SolverTurn(_SMT, 0.02, _QUICK)
"""What comes first without quantifiers: most problems are easy, and need none of z3's preparations for hard ones."""
_BESIDE = SolverTurn(_CVC5, 0.25, _CONFIRMING)
_NONLINEAR = (
    SolverTurn(BRIEFLY, 0.02, _FIRST, "linear"),
    SolverTurn(BY_PARAMETERS, 0.1, _FIRST),
    SolverTurn(_Z3, 0.02, _QUICK),
    SolverTurn(_Z3, 0.06, 3 * _FIRST, "linear"),
    SolverTurn(_Z3, 0.05, _FIRST),
    SolverTurn(_SMT, 0.05, _FIRST),
    SolverTurn(_WITHOUT_BASES, 0.05, _FIRST),
    SolverTurn(_Z3, 0.2, inf, "linear"),
    SolverTurn(_Z3, 0.2, inf),
    SolverTurn(_SMT, 0.2, inf),
    SolverTurn(_WITHOUT_BASES, 0.15, inf),
)
"""The ladder of a nonlinear problem: first what is made of it (see `products`), which can only prove it."""
_LINEAR_BESIDE = SolverTurn(_CVC5, 0.1, _CONFIRMING, "linear")
_RESIDUES = (SolverTurn(BRIEFLY, 0.1, _FIRST, "residues"), SolverTurn(_Z3, 0.25, 60.0, "residues quantified"))
"""What comes first where remainders by something unknown were made linear (see `residues`); it too can only prove."""
_RESIDUES_BESIDE = SolverTurn(_CVC5, 0.1, _CONFIRMING, "residues")
_TEMPLATES = SolverTurn(_Z3, 0.2, 60.0, "templates")
"""What comes first where templates of winning moves were put in place of quantifiers (see `templates`)."""
_TEMPLATES_BESIDE = SolverTurn(_CVC5, 0.1, _CONFIRMING, "templates")
_INSTANCES = SolverTurn(_Z3, 0.05, _FIRST, "instances")
"""What comes second where a nonlinear problem has quantifiers: instances in their place (see `instances`)."""
_INSTANCES_BESIDE = SolverTurn(_CVC5, 0.05, _CONFIRMING, "instances")
SAMPLES = SolverTurn(BY_SAMPLES, 0.1, _FIRST)
"""The first attempt where templates missed some sampled positions: whether at one of these no move wins."""


def ladder_of(question: Question, crosscheck: bool) -> list[Rung]:
    """The rungs for a question, each the attempts that are made side by side; `crosscheck` adds cvc5."""
    if question.linear is None:
        rungs = (_PLAIN, *_LADDER) if question.logic.startswith("QF_") else _LADDER
        ladder: list[Rung] = [(rung, _BESIDE) if crosscheck and at == 0 else (rung,) for at, rung in enumerate(rungs)]
        if question.templates is not None:
            ladder.insert(0, (_TEMPLATES, _TEMPLATES_BESIDE) if crosscheck else (_TEMPLATES,))
        return [(SAMPLES,), *ladder] if question.missed else ladder
    made = {one.name for one in question.residues}
    first = [rung for rung in _RESIDUES if rung.made in made]
    left = 1 - sum(rung.share for rung in first)
    rest = [replace(rung, share=left * rung.share) for rung in _NONLINEAR]
    at = len(first)
    quick = _RESIDUES_BESIDE if _RESIDUES[0] in first else _LINEAR_BESIDE
    beside = {0: (quick,), at + 4: (_BESIDE,)} if crosscheck else {}
    ladder = [(rung, *beside.get(at, ())) for at, rung in enumerate((*first, *rest))]
    if question.templates is not None:
        ladder.insert(at + 1, (_INSTANCES, _INSTANCES_BESIDE) if crosscheck else (_INSTANCES,))
    return ladder
