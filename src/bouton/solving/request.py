"""What a run asks of all its proofs: of which claims, within which limits, and by which solvers."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bouton.core.spec import Claim
from bouton.process.limits import Limits

if TYPE_CHECKING:  # a check without a proof imports no solver
    from bouton.solving.solve import Known


@dataclass(frozen=True, kw_only=True)
class Request:
    """How proofs are asked for: with `prove` of claims without `prove:` too, None leaves it to the spec, False is none.

    At most so many `jobs` are worked on at once.
    """

    prove: bool | None = None
    limits: Limits = field(default_factory=Limits)
    jobs: int = 1
    crosscheck: bool | None = None
    """Whether each problem is given to cvc5 too; None where it is installed."""
    smtlib: Path | None = None
    """The folder that the problems are written to."""
    known: Known | None = None
    """Problems that are decided (see `bouton.solving.solve.Known`), to which those are added that are decided now."""

    def asked(self, claim: Claim) -> bool:
        """Whether a proof of the claim is asked for."""
        return self.prove is not False and (self.prove is True or claim.prove is not None)
