"""The end of a proof attempt, as every way to prove comes to it, and how one is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from bouton.core.errors import Unreadable
from bouton.core.position import Fluent, Position, Value, as_argument, named
from bouton.core.proof import Obligation, Proof
from bouton.proof.way import Near
from bouton.rules.file import Rules
from bouton.solving.cvc5 import has_cvc5
from bouton.solving.request import Request


@dataclass(frozen=True)
class Candidate:
    """Where a solver says that an obligation fails: to be replayed through the rules before it counts."""

    parameters: dict[str, Value]
    position: Position
    obligation: str
    part: str = ""
    """The part of the claim that fails."""

    def told(self, fluents: tuple[Fluent, ...]) -> str:
        """The parameters and the position, as `--at` takes them."""
        return as_argument(self.parameters, named(fluents, self.position))


@dataclass(frozen=True)
class Attempt:
    """The end of a proof attempt; a refuted one comes with candidates, least parameters first."""

    proof: Proof
    candidates: tuple[Candidate, ...] = ()
    doubt: str | None = None
    """Why the first candidate may not be the least one, where that was looked for."""
    certified: bool = False
    """Whether everything below the first candidate was exhausted by a solver."""
    supposed: bool = False
    """Whether the refutation rests on something that is not proved, so that the claim may be true all the same."""
    near: Near | None = None
    """Where a problem about no one position failed, so that a position may be found at which the claim fails."""


@dataclass(frozen=True)
class ProofRequest(Request):
    """How to prove one claim: the limits are those of each obligation."""

    lemmas: tuple[Obligation, ...] = ()
    """The proofs of the statements that the claim uses."""

    @property
    def crosschecks(self) -> bool:
        """Whether each obligation is given to cvc5 too."""
        return has_cvc5() if self.crosscheck is None else self.crosscheck

    def write(self, name: str, text: str) -> None:
        """Write a problem to the folder for them, if there is one."""
        if self.smtlib is not None:
            self.smtlib.mkdir(parents=True, exist_ok=True)
            (self.smtlib / name).write_text(text, encoding="utf-8")


def located(rules: Rules, error: Unreadable) -> str:
    """Why the rules cannot be read, after the file, line and column where that is, if they are known."""
    return f"{rules.sources.where(error.line, error.column)}: {error.reason}" if error.line else error.reason
