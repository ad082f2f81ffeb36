"""What a run asks of all its proofs: of which claims, within which limits, and by which solvers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bouton.core.spec import Claim
from bouton.process.limits import Limits

if TYPE_CHECKING:  # a check without a proof imports no solver
    from bouton.solving.solve import Known


@dataclass(frozen=True)
class Request:
    """How proofs are asked for: `always` adds claims without `prove:`, None leaves it to the spec, False skips all."""

    always: bool | None
    limits: Limits
    jobs: int
    crosscheck: bool | None = None
    smtlib: Path | None = None
    known: Known | None = None
    """What earlier proofs have decided (see `bouton.solving.solve.Known`); what is decided now is added to it."""

    def asked(self, claim: Claim) -> bool:
        """Whether a proof of the claim is asked for."""
        return self.always is not False and (self.always is True or claim.prove is not None)
