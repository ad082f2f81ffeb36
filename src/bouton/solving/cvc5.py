"""cvc5, the second solver: it is given the same text as z3, and its answers are compared with those of z3."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass

from bouton.core.errors import fault
from bouton.core.logic.question import Question
from bouton.solving.solver import SolverAnswer
from bouton.solving.tuning import TUNING


def has_cvc5() -> bool:
    """Whether cvc5 is installed (the extra `crosscheck`)."""
    return importlib.util.find_spec("cvc5") is not None


def required() -> None:
    """Make sure that cvc5 is installed; InputError, with how to install it, where it is not."""
    if not has_cvc5():
        raise fault("cvc5 is not installed", expected="pip install 'bouton[crosscheck]', or no second solver")


@dataclass(frozen=True)
class Cvc5:
    """cvc5 as a solver of the ladder (see `bouton.solving.solver`), with its default options; it gives no models."""

    name: str = "cvc5"
    models: bool = False

    def solve(self, question: Question, seconds: float) -> SolverAnswer:
        """cvc5's answer to the question's SMT-LIB text.

        Its limit is in cvc5's own count of work, about so many seconds; work that is not counted ends with the process.
        """
        import cvc5  # type: ignore[import-untyped]  # noqa: PLC0415 (an optional extra)

        manager = cvc5.TermManager()
        solver = cvc5.Solver(manager)
        solver.setOption("rlimit-per", str(max(1, int(TUNING.work_per_second_of_cvc5 * seconds))))
        solver.setOption("seed", "0")
        parser = cvc5.InputParser(solver)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, question.text, "problem")
        names = parser.getSymbolManager()
        said = ""
        try:
            while not (command := parser.nextCommand()).isNull():
                said = command.invoke(solver, names).strip() or said
        except RuntimeError as error:
            return SolverAnswer("unknown", reason=f"cvc5 failed: {error}")
        if said == "sat":
            return SolverAnswer("sat")
        if said == "unsat":
            return SolverAnswer("unsat")
        return SolverAnswer("unknown", reason="the limit of work was reached" if "RESOURCEOUT" in said else said)
