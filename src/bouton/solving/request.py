"""How proofs are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bouton.process.limits import Limits


@dataclass(frozen=True)
class Request:
    """How proofs are asked for: `always` adds claims without `prove:`, None leaves it to the spec, False skips all."""

    always: bool | None
    limits: Limits
    jobs: int
    crosscheck: bool | None = None
    smtlib: Path | None = None
