"""What a solver is: a question goes in, unsat, sat or unknown comes out, never anything else.

A new solver is a module with an object of this shape, and its place in the ladder (see `bouton.solving.ladder`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol

from bouton.core.logic.question import Question


@dataclass(frozen=True)
class SolverAnswer:
    """What a solver says: `sat` with a model, where it has one to show; `unknown` with the reason."""

    verdict: Literal["unsat", "sat", "unknown"]
    model: dict[str, int] = field(default_factory=dict)
    reason: str | None = None


class Solver(Protocol):
    """One solver with its settings. `solve` runs in a child process that is killed at its limits."""

    @property
    def name(self) -> str:
        """The solver's name in reports."""

    @property
    def models(self) -> bool:
        """Whether `sat` comes with a model: one without counts for nothing, as there is nothing to replay."""

    def solve(self, question: Question, seconds: float) -> SolverAnswer:
        """The answer to the question, within about so many seconds of this process's processor time."""
