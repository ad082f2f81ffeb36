"""What a decider is: it settles the problems of one kind at once, where solvers would search or cannot read them.

What is said of digits is beyond solvers for arithmetic, and automata decide it. A new decider is a module with an
object of this shape, and its row in `deciders`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bouton.core.logic.expression import Unknown
from bouton.core.logic.problem import Problem


class Decider(Protocol):
    """Decides problems one after the other, in a child process; it may keep what it has made for the next one."""

    @property
    def name(self) -> str:
        """The decider's name in reports, where a solver's would stand."""

    @property
    def cited(self) -> str:
        """The theory that is taken as it is, which a report says PROVED rests on."""

    @property
    def doubt(self) -> str:
        """Why a model of its own may be another than the least one; empty where it is the least."""

    def takes(self, problem: Problem) -> bool:
        """Whether the problem is of its kind; the first decider that takes one decides it."""

    def model(self, problem: Problem) -> Mapping[Unknown, int] | None:
        """Values that make every assertion true; None where it is sure that there are none.

        Unreadable where a part is beyond it, LimitReached where it has no answer: the obligation is then unknown.
        """

    def program(self, problem: Problem) -> str | None:
        """The problem in MONA's language, where a second opinion can be asked."""


def deciders() -> tuple[Decider, ...]:
    """All of them, new, in the order in which they are asked."""
    from bouton.automata.decide import Automata  # noqa: PLC0415 (it needs numpy: only a child)

    return (Automata(),)
